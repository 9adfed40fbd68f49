use crate::table::IdSet;

use super::repair_tool_result_pairing::claims_by_position;
use crate::json::{Document, Kind, Value, parse_text};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{
    Block, Fate, KindSet, Role, Transcript, Turn, calls, has_calls, result_ids, trimmed_id,
};

declare_rule! {
    /// ## What it does
    /// Removes tool calls that cannot be sent: without input, without an id, with a name that no provider takes, or
    /// cut off while they were streamed.
    /// ## Who refuses without it
    /// Every provider. With signed thinking in the turn Anthropic takes the turn whole or not at all.
    /// ## Exact rule
    /// 1. Members of the transcript that are no objects go.
    /// 2. A name must be a string of 1 to 64 of `A–Z a–z 0–9 _ : . -` when trimmed, and one of `allowedToolNames`
    ///    (trimmed, in any case) when there are any.
    /// 3. In an assistant turn each tool call (in any of six spellings) goes when `input` and `arguments` are both
    ///    absent or `null`, when no id key holds a string that is not blank, or when its name fails. A call with a
    ///    string `partialJson` goes too, unless the turn stopped for tool use, its id has two parts, and the
    ///    arguments are complete; then `partialJson` goes. A name is trimmed. A turn whose calls went and that has
    ///    nothing else goes.
    /// 4. Where the provider owns its thinking (signed thinking is sent back), a turn with thinking and calls stays
    ///    as it is or goes whole. It stays when every call passes as it is (with an id of its own in the turn), no
    ///    id repeats one of an earlier such turn, calls that hand attachments to a session are answered, and no id
    ///    of an earlier turn is used again while results stand apart from their calls.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"toolCall","id":"a","name":"ls"},{"type":"toolCall","id":"b","name":" ls ","arguments":{}}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"toolCall","id":"b","name":"ls","arguments":{}}]}]
    /// ```
    /// ## Never touches
    /// Arguments, calls that can be sent, user turns and results.
    /// ## Order
    /// Before pairing: a call that goes must not keep its result.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step H; vectors `toolcall`, `sanitize_tool_call_inputs`.
    pub(crate) static SANITIZE_TOOL_CALL_INPUTS = {
        id: "sanitize-tool-call-inputs",
        summary: "every tool call has input, an id and a name that can be sent",
        effects: [Edits, Drops],
        rejects: [AM_14, AM_13, OR_10, GE_10],
        since: "0.1.0",
    }
}

/// Longest tool name, in UTF-16 units.
const MAX_NAME: usize = 64;

/// Keys under which a call may carry its id.
const CALL_ID_KEYS: [&str; 6] =
    ["id", "call_id", "toolCallId", "toolUseId", "tool_call_id", "tool_use_id"];

/// The names that tool calls may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllowedNames(IdSet);

impl AllowedNames {
    /// Blank names do not count; without any other there is no restriction.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = JsStr<'n>>) -> Self {
        let names = names.into_iter().map(JsStr::trim).filter(|name| !name.is_empty());
        AllowedNames(names.map(JsStr::to_lowercase).collect())
    }

    /// True when a call of this name can be sent.
    pub(crate) fn allows(&self, name: JsStr<'_>) -> bool {
        let name = name.trim();
        let legal = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'.' | b'-');
        !name.is_empty()
            && name.len() <= MAX_NAME
            && name.as_bytes().iter().all(legal)
            && (self.0.is_empty() || self.0.contains(name.to_lowercase().as_bytes()))
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, allowed: &AllowedNames, own_thinking: bool) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept: Vec<Turn> = Vec::with_capacity(turns.len());
    let mut thinking_ids = IdSet::new();
    let mut prior_ids = IdSet::new();
    for (index, &turn) in turns.iter().enumerate() {
        if !turn.is_object() {
            continue;
        }
        if !turn.is_assistant_with_blocks() || !turn.has(KindSet::RAW_CALLS) {
            kept.push(turn);
            continue;
        }
        if own_thinking && turn.has(KindSet::THINKING) {
            let ids: Vec<JsString> = calls(transcript, turn).into_iter().map(|call| call.id).collect();
            if calls_pass_as_they_are(transcript, turn, KindSet::RAW_CALLS, allowed)
                && ids_are_safe(transcript, &turns, index, &ids, &thinking_ids, &prior_ids)
            {
                thinking_ids.extend(&ids);
                prior_ids.extend(&ids);
                kept.push(turn);
            }
            continue;
        }
        let stopped_for_tools = transcript.document.member_is(turn.value, "stopReason", "toolUse");
        let blocks = transcript
            .map_blocks(turn, |document, block| repair(document, block, allowed, stopped_for_tools));
        let turn = match blocks {
            Some(blocks) if blocks.is_empty() => continue,
            Some(blocks) => transcript.with_blocks(turn, &blocks),
            None => turn,
        };
        if own_thinking {
            prior_ids.extend(calls(transcript, turn).into_iter().map(|call| call.id));
        }
        kept.push(turn);
    }
    transcript.turns = kept;
}

/// What becomes of a block of a turn without thinking that must be kept whole.
fn repair(
    document: &mut Document<'_>,
    block: Block,
    allowed: &AllowedNames,
    stopped_for_tools: bool,
) -> Fate {
    if !block.is_in(KindSet::RAW_CALLS) {
        return Fate::Keep;
    }
    let name = document.get_string(block.value, "name").map(|name| JsStr::from_wtf8(&name).to_owned());
    let name = name.filter(|name| allowed.allows(name.as_js()));
    let (Some(name), true, true) = (name, has_input(document, block.value), has_id(document, block.value))
    else {
        return Fate::Drop;
    };
    let mut call = block.value;
    if is_partial(document, call) {
        if !(stopped_for_tools && is_finalized(document, call)) {
            return Fate::Drop;
        }
        call = document.without_members(call, &["partialJson"]);
    }
    let trimmed = name.as_js().trim();
    if trimmed != name.as_js() {
        let trimmed = document.fresh_string(trimmed);
        call = document.with_member(call, "name", trimmed);
    }
    if call == block.value { Fate::Keep } else { Fate::Replace(call) }
}

/// True when every call of a turn can be sent as it is, and has an id of its own in the turn.
pub(crate) fn calls_pass_as_they_are(
    transcript: &Transcript<'_>,
    turn: Turn,
    kinds: KindSet,
    allowed: &AllowedNames,
) -> bool {
    let document = &transcript.document;
    let mut seen = IdSet::new();
    transcript.blocks(turn).filter(|block| block.is_in(kinds)).all(|block| {
        let named = document.get_string(block.value, "name").is_some_and(|name| {
            let name = JsStr::from_wtf8(&name);
            allowed.allows(name) && name.trim() == name
        });
        named
            && has_input(document, block.value)
            && !(kinds == KindSet::RAW_CALLS && is_partial(document, block.value))
            && trimmed_id(document, block.value, "id").is_some_and(|id| seen.add(id.as_bytes()))
    })
}

fn ids_are_safe(
    transcript: &Transcript<'_>,
    turns: &[Turn],
    index: usize,
    ids: &[JsString],
    thinking_ids: &IdSet,
    prior_ids: &IdSet,
) -> bool {
    if ids.is_empty() {
        return true;
    }
    let following = following_results(transcript, turns, index);
    let attaches = transcript.blocks(turns[index]).any(|block| hands_attachments(transcript, block));
    ids.iter().map(|id| id.as_bytes()).all(|id| {
        !thinking_ids.contains(id)
            && (!attaches || following.ids.contains(id))
            && (!following.displaced || !prior_ids.contains(id))
    })
}

/// The results between a turn with calls and the next one.
#[derive(Default)]
pub(crate) struct Following {
    /// Every id that they name.
    pub(crate) ids: IdSet,
    /// Whether something else stands before one of them.
    pub(crate) displaced: bool,
}

/// Looks at what follows `turns[index]`. The next turn with calls ends it, so all looks together are linear.
pub(crate) fn following_results(
    transcript: &Transcript<'_>,
    turns: &[Turn],
    index: usize,
) -> Following {
    let calls_here = calls(transcript, turns[index]);
    let mut following = Following::default();
    let mut apart = false;
    for &turn in &turns[index + 1..] {
        if turn.role == Role::Assistant && has_calls(transcript, turn) {
            break;
        }
        if turn.role != Role::ToolResult {
            apart = true;
            continue;
        }
        let mut ids = result_ids(&transcript.document, turn.value);
        if ids.is_empty() {
            ids.extend(claims_by_position(&transcript.document, turn.value, &calls_here).cloned());
        }
        following.displaced |= apart && !ids.is_empty();
        following.ids.extend(&ids);
    }
    following
}

fn hands_attachments(transcript: &Transcript<'_>, block: Block) -> bool {
    let document = &transcript.document;
    block.is_in(KindSet::RAW_CALLS)
        && document.member_is(block.value, "name", "sessions_spawn")
        && document
            .get(block.value, "input")
            .and_then(|input| document.get(input, "attachments"))
            .is_some_and(|list| {
                document.kind(list) == Kind::Array && document.entries(list).next().is_some()
            })
}

/// True when the call has input under either key, even if it is of the wrong type.
pub(crate) fn has_input(document: &Document<'_>, call: Value) -> bool {
    document.get_non_null(call, "input").is_some()
        || document.get_non_null(call, "arguments").is_some()
}

fn has_id(document: &Document<'_>, call: Value) -> bool {
    CALL_ID_KEYS.iter().any(|key| trimmed_id(document, call, key).is_some())
}

fn is_partial(document: &Document<'_>, call: Value) -> bool {
    document.get(call, "partialJson").is_some_and(|value| document.kind(value) == Kind::String)
}

/// True when a call that still carries its streamed text is complete all the same.
fn is_finalized(document: &Document<'_>, call: Value) -> bool {
    let two_parts = document.get_string(call, "id").is_some_and(|id| {
        let at = JsStr::from_wtf8(&id).find("|");
        at.is_some_and(|at| at > 0 && at + 1 < id.len())
    });
    let Some(arguments) = document.get(call, "arguments") else { return false };
    if !two_parts
        || document.get(call, "input").is_some()
        || document.kind(arguments) != Kind::Object
    {
        return false;
    }
    let partial = document.get_string(call, "partialJson").unwrap_or_default();
    let partial = JsStr::from_wtf8(&partial);
    if partial.is_blank() {
        return document.entries(arguments).next().is_none();
    }
    parse_text(partial, |document, root| document.kind(root)) == Some(Kind::Object)
}
