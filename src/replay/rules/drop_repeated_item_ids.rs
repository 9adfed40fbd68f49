use super::SIGNATURE_KEYS;
use crate::json::{Document, Value, write};
use crate::rule::declare_rule;
use crate::table::IdSet;
use crate::text::JsStr;
use crate::transcript::{BlockKind, Fate, KindSet, Transcript};
use crate::Limits;

declare_rule! {
    /// ## What it does
    /// Takes the item id of a text or of reasoning away when an earlier item has the same.
    /// ## Who refuses without it
    /// OpenAI Responses: items are told by their ids. Constraint OR-08.
    /// ## Exact rule
    /// For OpenAI Responses: a text block loses its `textSignature` when an earlier block of the transcript has the same
    /// id, and the reasoning item in the signature of a thinking block its `id`.
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
    /// The text, what else the reasoning item holds, and the first use of an id.
    /// ## Order
    /// After reasoning of other routes is gone, and the ids beside it; before calls lose the ids of items whose reasoning has
    /// none.
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
        if !turn.is_assistant_with_blocks() || !(turn.has(KindSet::TEXTS) || turn.has(KindSet::THINKING)) {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| match block.kind {
            BlockKind::Text => text(document, block.value, &mut seen),
            BlockKind::Thinking => reasoning(document, block.value, &mut seen),
            _ => Fate::Keep,
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}

/// The signature of a text is the id of its item.
fn text(document: &mut Document<'_>, block: Value, seen: &mut IdSet) -> Fate {
    match document.get_string(block, "textSignature").is_some_and(|id| !seen.add(&id)) {
        true => Fate::Replace(document.without_members(block, &["textSignature"])),
        false => Fate::Keep,
    }
}

/// The signature of a thinking block is the reasoning item itself, as JSON.
fn reasoning(document: &mut Document<'_>, block: Value, seen: &mut IdSet) -> Fate {
    let signature = SIGNATURE_KEYS
        .iter()
        .find_map(|key| Some((key, document.get_non_null(block, key)?)));
    let Some((key, signature)) = signature else { return Fate::Keep };
    let item = document.string(signature).and_then(|item| without_seen_id(&item, seen));
    let Some(item) = item else { return Fate::Keep };
    let item = document.fresh_string(JsStr::from_wtf8(&item));
    Fate::Replace(document.with_member(block, key, item))
}

/// A reasoning item without its id, when that was seen before.
fn without_seen_id(item: &[u8], seen: &mut IdSet) -> Option<Vec<u8>> {
    let mut document = Document::parse(item, 1, &Limits::default()).ok()?;
    let root = document.root();
    if !document.member_is(root, "type", "reasoning") || seen.add(&document.get_string(root, "id")?) {
        return None;
    }
    let item = document.without_members(root, &["id"]);
    Some(write(&document, item))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str) -> String {
        let mut transcript = Transcript::parse(text.as_bytes(), &Limits::default()).expect("a transcript");
        apply(&mut transcript);
        String::from_utf8(transcript.to_text()).expect("UTF-8")
    }

    fn thinking(item: &str) -> String {
        let signature = crate::json::quoted(item);
        format!(r#"{{"role":"assistant","content":[{{"type":"thinking","thinking":"t","thinkingSignature":{signature}}}]}}"#)
    }

    #[test]
    fn reasoning_keeps_all_but_an_id_that_was_seen() {
        let first = thinking(r#"{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"e"}"#);
        let second = thinking(r#"{"type":"reasoning","summary":[],"encrypted_content":"e"}"#);
        assert_eq!(applied(&format!("[{first},{first}]")), format!("[{first},{second}]"));
    }

    #[test]
    fn what_is_no_item_stays() {
        let odd = [r#"{"type":"other","id":"rs_1"}"#, "not JSON", r#"{"type":"reasoning"}"#];
        for item in odd {
            let turn = thinking(item);
            let twice = format!("[{turn},{turn}]");
            assert_eq!(applied(&twice), twice);
        }
    }
}
