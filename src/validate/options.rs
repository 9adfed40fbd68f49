//! What the checks are told of the server behind the request.

use super::grammar::Grammar;
use super::shape::Shape;
use crate::json::{Document, Kind, Value};
use crate::options::options;

options! {
    /// What is known of the server and of the request. Default: nothing.
    pub struct LintOptions {
        /// Thinking is on. Default false.
        thinking_enabled, with_thinking_enabled: bool = false;
        /// Thinking is known to be off. Default false.
        thinking_disabled, with_thinking_disabled: bool = false;
        /// The model takes no assistant turn at the end. Default false.
        no_prefill, with_no_prefill: bool = false;
        /// Signed thinking is bound to all that stands before it. Default false.
        prefix_bound_thinking, with_prefix_bound_thinking: bool = false;
        /// The server refuses neighbouring turns of one role. Default false.
        strict_alternation, with_strict_alternation: bool = false;
        /// Whether the request declares tools. Default none, which is unknown.
        tools_declared, with_tools_declared: Option<bool> = None;
        /// The model asks for thought signatures, as Gemini 3 does. Default false.
        gemini3, with_gemini3: bool = false;
        /// The server refuses reasoning fields. Default false.
        reject_reasoning, with_reject_reasoning: bool = false;
        /// The server asks for reasoning fields beside tool calls. Default false.
        require_reasoning, with_require_reasoning: bool = false;
        /// Tool results and text may not share a turn. Default false.
        no_mixed, with_no_mixed: bool = false;
        /// No user turn may follow a tool turn. Default false.
        no_user_after_tool, with_no_user_after_tool: bool = false;
        /// No assistant turn may come last in a chat. Default false.
        no_trailing_assistant, with_no_trailing_assistant: bool = false;
        /// No model turn may come last. Default false.
        no_trailing_model, with_no_trailing_model: bool = false;
        /// A system turn is taken after the first turn. Default false.
        mid_system, with_mid_system: bool = false;
        /// The server is MiniMax, which looks ids of results up. Default false.
        minimax, with_minimax: bool = false;
        /// Grammar of tool-call ids in a chat. Default none.
        id_pattern, with_id_pattern: Option<Grammar> = None;
        /// Longest tool-call id in a chat. Default 40, OpenAI's.
        max_id_len, with_max_id_len: usize = 40;
    }
}

/// An option that is on or off.
pub(crate) type Switch = fn(&mut LintOptions) -> &mut bool;

impl LintOptions {
    /// The options that are on or off, by the names that callers use.
    pub(crate) const SWITCHES: [(&'static str, Switch); 14] = [
        ("thinkingEnabled", |o| &mut o.thinking_enabled),
        ("thinkingDisabled", |o| &mut o.thinking_disabled),
        ("noPrefill", |o| &mut o.no_prefill),
        ("prefixBoundThinking", |o| &mut o.prefix_bound_thinking),
        ("strictAlternation", |o| &mut o.strict_alternation),
        ("gemini3", |o| &mut o.gemini3),
        ("rejectReasoning", |o| &mut o.reject_reasoning),
        ("requireReasoning", |o| &mut o.require_reasoning),
        ("noMixed", |o| &mut o.no_mixed),
        ("noUserAfterTool", |o| &mut o.no_user_after_tool),
        ("noTrailingAssistant", |o| &mut o.no_trailing_assistant),
        ("noTrailingModel", |o| &mut o.no_trailing_model),
        ("midSystem", |o| &mut o.mid_system),
        ("minimax", |o| &mut o.minimax),
    ];

    /// With what a caller says, where it says something; switches by the names of [`SWITCHES`](Self::SWITCHES).
    pub(crate) fn told(
        mut self,
        switches: &[(&'static str, bool)],
        tools_declared: Option<bool>,
        id_pattern: Option<Grammar>,
        max_id_len: Option<usize>,
    ) -> Self {
        for (name, on) in switches {
            let switch = Self::SWITCHES.iter().find(|(known, _)| known == name);
            if let Some((_, field)) = switch {
                *field(&mut self) = *on;
            }
        }
        self.tools_declared = tools_declared.or(self.tools_declared);
        self.id_pattern = id_pattern.or(self.id_pattern);
        self.max_id_len = max_id_len.unwrap_or(self.max_id_len);
        self
    }

    /// With what a body says of itself: whether thinking is on, whether tools are declared.
    pub(crate) fn stated_by(mut self, document: &Document<'_>, root: Value, shape: Shape) -> Self {
        match shape {
            Shape::Anthropic => {
                if let Some(thinking) = document.get_non_null(root, "thinking") {
                    let is = |name| document.member_is(thinking, "type", name);
                    self.thinking_enabled |= is("enabled") || is("adaptive");
                    self.thinking_disabled |= is("disabled");
                }
            }
            Shape::Converse if self.tools_declared.is_none() => {
                let declared = document
                    .get(root, "toolConfig")
                    .is_some_and(|config| document.kind(config) == Kind::Object);
                self.tools_declared = Some(declared);
            }
            _ => {}
        }
        self
    }
}
