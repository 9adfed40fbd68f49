use crate::table::IdMap;

use super::downgrade_orphan_reasoning::is_reasoning_item;
use super::normalize_responses_call_ids::split;
use super::renamed_keys;
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{Fate, KindSet, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Takes the item id from a tool call whose reasoning item is not there.
    /// ## Who refuses without it
    /// OpenAI Responses: a function call with an `fc_` id must come after its reasoning item.
    /// ## Exact rule
    /// In an assistant turn with array content, a tool call whose id has an item part that begins with `fc_`, and
    /// before which no reasoning item stands in the turn, keeps its call part alone. `toolCallId` and `toolUseId`
    /// of the tool results directly behind the turn follow, in `strict` every key by which they name their call.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_a|fc_b","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_a|fc_b","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_a","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Calls that stand behind a reasoning item of their turn.
    /// ## Order
    /// After ids have their form and after orphaned reasoning went.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step J3; vectors `openai.ids`, `downgrade_call_reasoning_pairs`.
    pub(crate) static DOWNGRADE_CALL_REASONING_PAIRS = {
        id: "downgrade-call-reasoning-pairs",
        summary: "an item id stays only behind its reasoning item",
        effects: [Edits],
        rejects: [OR_04],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, strict: bool) {
    let mut renames: IdMap<JsString> = IdMap::new();
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role == Role::ToolResult {
            for key in renamed_keys(strict) {
                let result = transcript.turns[index].value;
                let Some(id) = transcript.document.get_string(result, key) else { continue };
                let renamed = renames.get(&id).map(JsString::as_js);
                if let Some(renamed) = renamed {
                    let renamed = transcript.document.fresh_string(renamed);
                    transcript.set_member(index, key, renamed);
                }
            }
            continue;
        }
        renames = IdMap::new();
        if !turn.is_assistant_with_blocks() || !turn.has(KindSet::CALLS) {
            continue;
        }
        let mut reasoned = false;
        let blocks = transcript.map_blocks(turn, |document, block| {
            reasoned |= is_reasoning_item(document, block);
            if reasoned || !block.is_in(KindSet::CALLS) {
                return Fate::Keep;
            }
            let Some(id) = document.get_string(block.value, "id") else { return Fate::Keep };
            let id = JsStr::from_wtf8(&id);
            let (call, Some(item)) = split(id) else { return Fate::Keep };
            if !item.starts_with("fc_") {
                return Fate::Keep;
            }
            renames.insert(id.as_bytes(), call.to_owned());
            let call = call.to_owned();
            let call = document.fresh_string(call.as_js());
            Fate::Replace(document.with_member(block.value, "id", call))
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}
