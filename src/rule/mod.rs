//! Rules: what is done, why, and who refuses without it, in one declaration per rule.
//!
//! A rule is one file. Its doc comment is the text that people read (in rustdoc, on the rules page, in the
//! playground); the fields are what the report and the pipeline use. The long text stays out of the wasm module.

#[cfg(not(target_arch = "wasm32"))]
mod doc;
mod recognise;
mod registry;

use crate::validate::Constraint;
#[cfg(not(target_arch = "wasm32"))]
pub use doc::{Documentation, HEADINGS, documentation, rules_json, rules_page};
pub use recognise::recognise;
pub use registry::{RULES, Rejection, rejections, rule};

/// What a rule may do to a transcript or request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Changes a turn or a block in place.
    Edits,
    /// Moves turns.
    Moves,
    /// Adds turns.
    Inserts,
    /// Removes turns or blocks.
    Drops,
    /// Puts two turns into one.
    Merges,
    /// Changes nothing, and refuses what would be refused.
    Refuses,
}

impl Effect {
    /// The effect as a lower-case verb.
    pub const fn name(self) -> &'static str {
        match self {
            Effect::Edits => "edits",
            Effect::Moves => "moves",
            Effect::Inserts => "inserts",
            Effect::Drops => "drops",
            Effect::Merges => "merges",
            Effect::Refuses => "refuses",
        }
    }
}

/// One rule. Declared with `declare_rule!`, listed once in the registry.
#[derive(Debug)]
pub struct Rule {
    /// What is done to what, in kebab-case. Never changes once published.
    pub id: &'static str,
    /// One clause, without a full stop.
    pub summary: &'static str,
    /// What it may do.
    pub effects: &'static [Effect],
    /// What is broken without it; each says who answers what then.
    pub rejects: &'static [&'static Constraint],
    /// First version that has it.
    pub since: &'static str,
    /// The text that people read, in Markdown.
    #[cfg(not(target_arch = "wasm32"))]
    pub docs: &'static str,
    /// The file that declares it.
    #[cfg(not(target_arch = "wasm32"))]
    pub file: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// Declares a rule from its doc comment and its fields.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:expr])*
        $visibility:vis static $name:ident = {
            id: $id:expr,
            summary: $summary:expr,
            effects: [$($effect:ident),* $(,)?],
            rejects: [$($reject:ident),* $(,)?],
            since: $since:expr $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        $visibility static $name: $crate::rule::Rule = $crate::rule::Rule {
            id: $id,
            summary: $summary,
            effects: &[$($crate::rule::Effect::$effect),*],
            rejects: &[$(&$crate::validate::$reject),*],
            since: $since,
            #[cfg(not(target_arch = "wasm32"))]
            docs: concat!($($doc, "\n"),*),
            #[cfg(not(target_arch = "wasm32"))]
            file: file!(),
        };
    };
}
pub(crate) use declare_rule;
