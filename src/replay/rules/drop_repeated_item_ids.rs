use crate::rule::declare_rule;
use crate::transcript::{BlockKind, Fate, KindSet, Transcript};
use crate::table::IdSet;

declare_rule! {
    /// ## What it does
    /// Takes the item id of a text away when an earlier text has the same.
    /// ## Who refuses without it
    /// OpenAI Responses: items are told by their ids. Constraint OR-08.
    /// ## Exact rule
    /// For OpenAI Responses: a text block loses its `textSignature` when an earlier text block of the transcript has
    /// the same one.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"text","text":"one","textSignature":"msg_1"}]},{"role":"user","content":"more"},{"role":"assistant","content":[{"type":"text","text":"two","textSignature":"msg_1"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"one","textSignature":"msg_1"}]},{"role":"user","content":"more"},{"role":"assistant","content":[{"type":"text","text":"two"}]}]
    /// ```
    /// ## Never touches
    /// The text, and the first use of an id.
    /// ## Order
    /// After reasoning of other routes is gone, and the ids beside it.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static DROP_REPEATED_ITEM_IDS = {
        id: "drop-repeated-item-ids",
        summary: "no two items have one id",
        effects: [Edits],
        rejects: [OR_08],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let mut seen = IdSet::new();
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if !turn.is_assistant_with_blocks() || !turn.has(KindSet::TEXTS) {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| {
            let id = match block.kind {
                BlockKind::Text => document.get_string(block.value, "textSignature"),
                _ => None,
            };
            match id.is_some_and(|id| !seen.add(&id)) {
                true => Fate::Replace(document.without_members(block.value, &["textSignature"])),
                false => Fate::Keep,
            }
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}
