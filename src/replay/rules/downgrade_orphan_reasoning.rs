use crate::json::{Document, Kind, Value, parse_text};
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes reasoning items that nothing follows, and all of them after a change of model.
    /// ## Who refuses without it
    /// OpenAI Responses: a reasoning item must be followed by what it led to, and belongs to the model that made it.
    /// ## Exact rule
    /// 1. A reasoning item is a `thinking` block whose `thinkingSignature` is an object, or the JSON text of one,
    ///    with an `id` that begins with `rs_` and a `type` of `reasoning` or `reasoning.…`.
    /// 2. In assistant turns with array content falsy elements go. A reasoning item goes when the model of the
    ///    session changed, or when no later element of the turn is something else than a `thinking` block.
    /// 3. A turn left empty goes.
    /// 4. Where an item went because the model changed, `textSignature` of the turn's text blocks keeps its phase
    ///    (`commentary`, `final_answer`) and loses its id.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"thinking","thinking":"t","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\"}"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Reasoning that is followed by text or a call of the same model, other thinking.
    /// ## Order
    /// After pairing; before item ids are looked at, since a call's item id needs its reasoning item.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step J1; vectors `openai.reasoning`, `downgrade_orphan_reasoning`.
    pub(crate) static DOWNGRADE_ORPHAN_REASONING = {
        id: "downgrade-orphan-reasoning",
        summary: "reasoning items stay only before what they led to, and with their model",
        effects: [Edits, Drops],
        rejects: [OR_03, OR_13],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, model_changed: bool) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept = Vec::with_capacity(turns.len());
    for turn in turns {
        let concerned = turn.is_assistant_with_blocks()
            && (turn.has(KindSet::THINKING) || turn.has(KindSet::NON_OBJECTS));
        if !concerned {
            kept.push(turn);
            continue;
        }
        let follower = transcript.blocks(turn).enumerate().filter(|(_, block)| block.kind != BlockKind::Thinking);
        let last_follower = follower.map(|(at, _)| at).last();
        let mut at = 0;
        let mut changed_model = false;
        let blocks = transcript.map_blocks(turn, |document, block| {
            at += 1;
            if block.kind == BlockKind::Falsy {
                return Fate::Drop;
            }
            if !is_reasoning_item(document, block) {
                return Fate::Keep;
            }
            changed_model |= model_changed;
            let followed = last_follower.is_some_and(|last| last >= at);
            if model_changed || !followed { Fate::Drop } else { Fate::Keep }
        });
        match blocks {
            None => kept.push(turn),
            Some(blocks) if blocks.is_empty() => {}
            Some(blocks) => {
                let mut turn = transcript.with_blocks(turn, &blocks);
                if changed_model
                    && let Some(blocks) = transcript.map_blocks(turn, without_item_id)
                {
                    turn = transcript.with_blocks(turn, &blocks);
                }
                kept.push(turn);
            }
        }
    }
    transcript.turns = kept;
}

/// True for a thinking block that carries a reasoning item of the Responses API.
pub(crate) fn is_reasoning_item(document: &Document<'_>, block: Block) -> bool {
    if block.kind != BlockKind::Thinking {
        return false;
    }
    let Some(signature) = document.get(block.value, "thinkingSignature") else { return false };
    match document.kind(signature) {
        Kind::Object => is_reasoning(document, signature),
        Kind::String => document.string(signature).is_some_and(|text| {
            let text = JsStr::from_wtf8(&text).trim();
            text.starts_with("{") && text.ends_with("}") && parse_text(text, is_reasoning).unwrap_or(false)
        }),
        _ => false,
    }
}

fn is_reasoning(document: &Document<'_>, item: Value) -> bool {
    let text = |key| document.get_string(item, key).unwrap_or_default();
    let kind = text("type");
    let kind = JsStr::from_wtf8(&kind);
    text("id").starts_with(b"rs_") && (kind == "reasoning" || kind.starts_with("reasoning."))
}

/// A text block whose signature keeps its phase alone.
fn without_item_id(document: &mut Document<'_>, block: Block) -> Fate {
    if block.kind != BlockKind::Text || document.get(block.value, "textSignature").is_none() {
        return Fate::Keep;
    }
    let phase = document.get_string(block.value, "textSignature").and_then(|text| {
        let text = JsStr::from_wtf8(&text);
        if !text.starts_with("{") {
            return None;
        }
        parse_text(text, |signature, root| {
            let version = signature.get(root, "v").and_then(|v| signature.number(v));
            let phase = signature.get(root, "phase").filter(|_| version == Some(1.0))?;
            ["commentary", "final_answer"].into_iter().find(|name| signature.is_string(phase, name))
        })
        .flatten()
    });
    let mut text = document.without_members(block.value, &["textSignature"]);
    if let Some(phase) = phase {
        let signature = document.fresh_string(format!(r#"{{"v":1,"phase":"{phase}"}}"#).as_str().into());
        text = document.with_member(text, "textSignature", signature);
    }
    Fate::Replace(text)
}
