use super::renamed_keys;
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, sha256_hex_prefix};
use crate::transcript::{Fate, KindSet, Role, Transcript};
use crate::validate::Grammar;

declare_rule! {
    /// ## What it does
    /// Brings tool-call ids into the form of the OpenAI Responses APIs: a call id, and maybe the id of its item.
    /// ## Who refuses without it
    /// OpenAI Responses, for ids that are too long, of foreign letters or without their prefix.
    /// ## Exact rule
    /// 1. An id is split at the first `|` that is neither its first nor its last character: call part, item part.
    /// 2. A call part is `call_` and 1 to 59 of `A–Z a–z 0–9 _ -`, an item part `fc_` and 1 to 61 of them. An id
    ///    whose parts are such stays.
    /// 3. Else both parts are made anew. A part that is not such keeps its letters (others become `_`, the ends are
    ///    stripped, cut so that the whole fits), followed by `_` and the first 10 hex digits of its SHA-256. The
    ///    call part is made from the whole id when there is an item part.
    /// 4. The same function of the id is applied to tool calls and to `toolCallId` and `toolUseId` of results, in
    ///    `strict` to every key by which a result names its call.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"c1","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_c1_d0f631ca1d","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_c1_d0f631ca1d","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Ids that are in that form.
    /// ## Order
    /// After pairing, which reads the ids as they were stored.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step J2; vectors `openai.ids`, `normalize_responses_call_ids`.
    pub(crate) static NORMALIZE_RESPONSES_CALL_IDS = {
        id: "normalize-responses-call-ids",
        summary: "ids have the form of the Responses APIs",
        effects: [Edits],
        rejects: [OR_06, OR_07],
        since: "0.1.0",
    }
}

const CALL: Form = Form { prefix: "call_", max: 59 };
const ITEM: Form = Form { prefix: "fc_", max: 61 };

/// Length of `_` and ten hex digits.
const HASH_LENGTH: usize = 11;

/// Prefix of an id and the most characters after it.
struct Form {
    prefix: &'static str,
    max: usize,
}

/// Which ids stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeps {
    /// Those of the form that the release gives: `call_…`, and `call_…|fc_…`.
    Form,
    /// All that the API takes.
    Taken,
}

impl Keeps {
    /// What a profile asks for.
    pub(crate) fn of(strict: bool) -> Keeps {
        if strict { Keeps::Taken } else { Keeps::Form }
    }
}

/// Whether the API takes an id: 1 to 64 of `[a-zA-Z0-9_-]`, and behind a `|` an item id of the same kind that begins
/// with `fc_`.
fn is_taken(id: &[u8]) -> bool {
    let grammar = Grammar::word(1, 64);
    match id.iter().position(|byte| *byte == b'|') {
        None => grammar.holds(id),
        Some(bar) => grammar.holds(&id[..bar]) && grammar.holds(&id[bar + 1..]) && id[bar + 1..].starts_with(b"fc_"),
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, keeps: Keeps) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.is_assistant_with_blocks() && turn.has(KindSet::CALLS) {
            let blocks = transcript.map_blocks(turn, |document, block| {
                if !block.is_in(KindSet::CALLS) {
                    return Fate::Keep;
                }
                match normalized_member(document, block.value, "id", keeps) {
                    Some(call) => Fate::Replace(call),
                    None => Fate::Keep,
                }
            });
            if let Some(blocks) = blocks {
                transcript.set_blocks(index, &blocks);
            }
        } else if turn.role == Role::ToolResult {
            let mut result = turn.value;
            for key in renamed_keys(keeps == Keeps::Taken) {
                result = normalized_member(&mut transcript.document, result, key, keeps).unwrap_or(result);
            }
            transcript.replace(index, result);
        }
    }
}

fn normalized_member(document: &mut Document<'_>, object: Value, key: &str, keeps: Keeps) -> Option<Value> {
    let id = document.get_string(object, key)?;
    if keeps == Keeps::Taken && is_taken(&id) {
        return None;
    }
    let id = normalized(JsStr::from_wtf8(&id))?;
    let id = document.fresh_string(id.as_js());
    Some(document.with_member(object, key, id))
}

/// Call part and item part of an id.
pub(crate) fn split(id: JsStr<'_>) -> (JsStr<'_>, Option<JsStr<'_>>) {
    match id.find("|") {
        Some(at) if at > 0 && at + 1 < id.len() => (id.head(at), Some(id.tail(at + 1))),
        _ => (id, None),
    }
}

/// The id in the form of the Responses APIs; none when it has it.
fn normalized(id: JsStr<'_>) -> Option<JsString> {
    let (call, item) = split(id);
    if CALL.fits(call) && item.is_none_or(|item| ITEM.fits(item)) {
        return None;
    }
    // With an item part the call part is `call|item`, which is the id.
    let mut out = CALL.part(id);
    if let Some(item) = item {
        out.push_str("|");
        out.push(ITEM.part(item).as_js());
    }
    (out.as_js() != id).then_some(out)
}

impl Form {
    fn fits(&self, part: JsStr<'_>) -> bool {
        part.strip_prefix(self.prefix).is_some_and(|rest| {
            (1..=self.max).contains(&rest.len()) && rest.as_bytes().iter().all(is_id_byte)
        })
    }

    fn part(&self, part: JsStr<'_>) -> JsString {
        let part = part.trim();
        if self.fits(part) {
            return part.to_owned();
        }
        let tail = part.strip_prefix(self.prefix).unwrap_or(part);
        let mut kept = String::with_capacity(tail.len());
        for (_, c) in tail.code_points() {
            match char::from_u32(c).filter(|c| c.is_ascii() && is_id_byte(&(*c as u8))) {
                Some(c) => kept.push(c),
                // One for each UTF-16 unit.
                None => kept.push_str(if c > 0xFFFF { "__" } else { "_" }),
            }
        }
        let kept = kept.trim_matches('_');
        let kept = kept.get(..self.max - HASH_LENGTH).unwrap_or(kept);
        let kept = if kept.is_empty() { "id" } else { kept };
        let hashed = if part.is_empty() { self.prefix.into() } else { part };
        JsString::from(format!("{}{kept}_{}", self.prefix, sha256_hex_prefix(hashed, 10)).as_str())
    }
}

fn is_id_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
