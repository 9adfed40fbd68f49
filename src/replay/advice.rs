//! What history alone cannot cure, for the host to do with the request.

use crate::json::write_string;
use crate::transcript::{Block, BlockKind, KindSet, Role, Transcript, Turn, has_calls};
use crate::validate::{
    AM_17, AM_19, AM_29, BC_15, CC_11, CC_16, CC_18, Constraint, GE_16, GEN_05, IMG_01,
    LintOptions, Shape,
};

/// A change to the request that the history asks for.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// The constraint that stays broken without it.
    pub constraint: &'static Constraint,
    /// The field of the request, as a path.
    pub field: &'static str,
    /// What to set it to.
    pub value: &'static str,
    /// Why, in a sentence.
    pub reason: &'static str,
}

impl Advice {
    /// The advice as JSON.
    pub fn to_json(&self) -> String {
        let members = [
            ("constraint", self.constraint.id),
            ("field", self.field),
            ("value", self.value),
            ("reason", self.reason),
        ];
        let mut out = Vec::from(*b"{");
        for (at, (key, text)) in members.into_iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            write_string(&mut out, key.into());
            out.push(b':');
            write_string(&mut out, text.into());
        }
        out.push(b'}');
        // What was written from `str` is UTF-8.
        String::from_utf8(out).unwrap_or_default()
    }
}

/// For a running tool loop that began without thinking.
pub(crate) static THINKING_OFF: Advice = Advice {
    constraint: &AM_17,
    field: "thinking",
    value: r#"{"type":"disabled"}"#,
    reason: "the running tool loop began without thinking, so thinking must be off for this request",
};

/// What the history asks the request for.
pub(crate) fn advise(transcript: &Transcript<'_>, wire: Shape, lint: &LintOptions) -> Vec<Advice> {
    let mut advice = Vec::new();
    let turns = &transcript.turns;
    let Some(last) = turns.iter().rfind(|turn| turn.is_sent()) else {
        return advice;
    };
    if wire == Shape::Anthropic && runs_without_thinking(transcript) {
        advice.push(THINKING_OFF);
    }
    let is_thinking = |block: Block| block.kind == BlockKind::Thinking;
    let calls_unreasoned = |turn: &Turn| {
        turn.role == Role::Assistant
            && has_calls(transcript, *turn)
            && !transcript.blocks(*turn).any(is_thinking)
    };
    if lint.require_reasoning && turns.iter().any(calls_unreasoned) {
        advice.push(Advice {
            constraint: &CC_11,
            field: "messages[].reasoning_content",
            value: r#""""#,
            reason: "assistant messages with tool calls need the field, also where no reasoning exists",
        });
    }
    if last.role == Role::Assistant {
        advice.extend(continuation(wire, lint));
    }
    if wire == Shape::Converse && turns.iter().any(|turn| has_calls(transcript, *turn)) {
        advice.push(Advice {
            constraint: &GEN_05,
            field: "toolConfig",
            value: "the tools, also those that only the history calls",
            reason: "a history with tool calls is refused when the request declares no tools",
        });
    }
    if lint.prefix_bound_thinking && turns.iter().any(|turn| turn.has(KindSet::THINKING)) {
        advice.push(Advice {
            constraint: &AM_29,
            field: "thinking.block_binding.prefix_mismatch_behavior",
            value: r#""drop_block""#,
            reason: "thinking is bound to all that stands before it, system text and tools included, of which the history does not tell; the beta thinking-binding-controls-2026-08-01 goes with it",
        });
    }
    if wire == Shape::Chat && lint.strict_alternation && summary_beside_user(turns) {
        advice.push(Advice {
            constraint: &CC_16,
            field: "messages",
            value: "the summary and the user turns beside it as one message",
            reason: "a summary is sent as a user turn, and this server takes no two of them in a row",
        });
    }
    if wire == Shape::Gemini && turns.iter().any(|turn| holds_gif(transcript, *turn)) {
        advice.push(Advice {
            constraint: &IMG_01,
            field: "contents[].parts[].inlineData",
            value: "the same picture as image/png",
            reason: "a GIF is not taken, and to write it in another format takes the images module",
        });
    }
    advice
}

/// A compaction summary next to a user turn or to another one.
fn summary_beside_user(turns: &[Turn]) -> bool {
    let is_user = |turn: &Turn| matches!(turn.role, Role::User | Role::CompactionSummary);
    let mut before: Option<&Turn> = None;
    turns.iter().filter(|turn| turn.is_sent()).any(|turn| {
        let last = before.replace(turn);
        last.is_some_and(|last| {
            let summary = Role::CompactionSummary;
            is_user(last) && is_user(turn) && (last.role == summary || turn.role == summary)
        })
    })
}

fn holds_gif(transcript: &Transcript<'_>, turn: Turn) -> bool {
    let is_gif = |block: Block| {
        block.kind == BlockKind::Image
            && transcript
                .document
                .member_is(block.value, "mimeType", "image/gif")
    };
    turn.is_sent() && transcript.blocks(turn).any(is_gif)
}

/// A history that ends with the model is refused by those who do not go on writing its turn.
fn continuation(wire: Shape, lint: &LintOptions) -> Option<Advice> {
    let constraint = match wire {
        Shape::Anthropic if lint.no_prefill => &AM_19,
        Shape::Converse if lint.no_prefill => &BC_15,
        Shape::Chat if lint.no_trailing_assistant => &CC_18,
        Shape::Gemini => &GE_16,
        _ => return None,
    };
    let field = if wire == Shape::Gemini {
        "contents"
    } else {
        "messages"
    };
    Some(Advice {
        constraint,
        field,
        value: "a user turn at the end",
        reason: "the history ends with a turn of the model, which is not taken as a beginning to go on from",
    })
}

/// The last turns are results, and the turn that called them does not begin with thinking.
fn runs_without_thinking(transcript: &Transcript<'_>) -> bool {
    let turns = &transcript.turns;
    let Some(caller) = turns.iter().rposition(|turn| turn.role != Role::ToolResult) else {
        return false;
    };
    let turn = turns[caller];
    let begins = |block: Block| block.is_in(KindSet::THINKING);
    caller + 1 < turns.len()
        && turn.role == Role::Assistant
        && !transcript.blocks(turn).next().is_some_and(begins)
}
