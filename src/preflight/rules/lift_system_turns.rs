use crate::json::{Kind, js_quoted};
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::text;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::validate::Shape;
use crate::validate::wire::{PartKind, Speaker, Turn};

declare_rule! {
    /// ## What it does
    /// Puts system turns at the beginning of the messages into the field that system text has of its own.
    /// ## Who refuses without it
    /// Anthropic Messages: the first turn is the user's. Constraint AM-02.
    /// ## Exact rule
    /// Anthropic Messages: turns with role `system` or `developer` before the first other one go, and their texts into
    /// `system`, behind what is there. A single text where there was no `system` becomes a string; else `system` is a
    /// list of text blocks. Blocks of other types go.
    /// ## Example
    /// ```json target
    /// {"api":"anthropic","model":"claude-sonnet-4-5"}
    /// ```
    /// ```json before
    /// {"max_tokens":9,"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}]}
    /// ```
    /// ```json after
    /// {"max_tokens":9,"messages":[{"role":"user","content":"hi"}],"system":"Be brief."}
    /// ```
    /// ## Never touches
    /// System turns further back: what stands before them would change with each.
    /// ## Order
    /// First, before roles are read.
    /// ## Source
    /// Anthropic's documentation of system prompts.
    pub(crate) static LIFT_SYSTEM_TURNS = {
        id: "lift-system-turns",
        summary: "system text before the first turn stands in the field of its own",
        effects: [Edits, Drops],
        rejects: [AM_02],
        since: "0.1.0",
    }
}

/// The field for system text.
const SYSTEM: &str = "system";

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let leading: Vec<&Turn<'_>> = view.turns.iter().take_while(|turn| is_system(view, turn)).collect();
    if leading.is_empty() {
        return;
    }
    let mut blocks: Vec<String> = Vec::new();
    let given = view.document.get_non_null(view.root, SYSTEM);
    match given {
        Some(given) if view.is_kind(Some(given), Kind::Array) => {
            blocks.extend(view.document.entries(given).map(|entry| view.json(entry.value)));
        }
        given => {
            let said = view.string(given).unwrap_or_default();
            let said = JsStr::from_wtf8(&said);
            if !said.is_blank() {
                blocks.push(text(Shape::Anthropic, Speaker::System, said));
            }
        }
    }
    let said = leading.iter().flat_map(|turn| turn.of(PartKind::Text));
    let said: Vec<_> = said.filter(|part| !view.is_blank(part.payload)).collect();
    for turn in &leading {
        edits.drop(turn.place);
    }
    if let [only] = &said[..]
        && blocks.is_empty()
        && only.place.part.is_none()
    {
        let said = view.string(only.payload).unwrap_or_default();
        return edits.set_top(&[SYSTEM], js_quoted(JsStr::from_wtf8(&said)));
    }
    for part in said {
        blocks.push(match part.place.part {
            Some(_) => view.json(part.value),
            None => {
                let said = view.string(part.payload).unwrap_or_default();
                text(Shape::Anthropic, Speaker::System, JsStr::from_wtf8(&said))
            }
        });
    }
    if !blocks.is_empty() {
        edits.set_top(&[SYSTEM], format!("[{}]", blocks.join(",")));
    }
}

fn is_system(view: &View<'_>, turn: &Turn<'_>) -> bool {
    turn.speaker == Speaker::System || view.document.member_is(turn.value, "role", "developer")
}
