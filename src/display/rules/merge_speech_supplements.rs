use crate::table::IdMap;
use super::super::block;
use super::super::row::{View, blocks, is_forwarded_assistant, row_text};
use super::super::track::Row;
use super::super::value::{
    array, elements, member_text, new_array, new_text_block, record, trimmed, with_elements,
};
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsString, sha256_hex_prefix};

declare_rule! {
    /// ## What it does
    /// Puts the sound of a row that only speaks an earlier answer to that answer.
    /// ## Who refuses without it
    /// Nobody. People would see a second row that says nothing.
    /// ## Exact rule
    /// A supplement is an assistant row with `openclawTtsSupplement.textSha256` or `.spokenText`, a block that is no text, and no
    /// text but `Audio reply`. Its other blocks go to the end of the nearest assistant row before it whose trimmed text is that
    /// text or has that hash. Without such a row it stays.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":"hi"},{"role":"assistant","content":[{"type":"audio","url":"u"}],"openclawTtsSupplement":{"spokenText":"hi"}}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"hi"},{"type":"audio","url":"u"}]}]
    /// ```
    /// ## Never touches
    /// Answers that other sessions sent.
    /// ## Order
    /// Before texts are cut, since it compares whole texts.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, step 9; vectors `display/filter`.
    pub(crate) static MERGE_SPEECH_SUPPLEMENTS = {
        id: "merge-speech-supplements",
        summary: "a spoken version is shown with the answer it speaks",
        effects: [Merges],
        rejects: [],
        since: "0.1.0",
    }
}

const MARK: &str = "openclawTtsSupplement";
const PLACEHOLDER: &str = "Audio reply";

/// Digits of a SHA-256.
const HASH_DIGITS: usize = 64;

/// What a supplement speaks.
struct Supplement {
    hash: Option<JsString>,
    text: Option<JsString>,
}

/// All rows, each supplement merged into the nearest row before it that it speaks.
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Row]) -> Vec<Row> {
    let has_any = rows
        .iter()
        .any(|row| !row.is_plain && supplement(document, row.value).is_some());
    if !has_any {
        return rows.to_vec();
    }
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    // The last row of each spoken text, by the text and by its hash.
    let mut spoken: IdMap<usize> = IdMap::new();
    for &row in rows {
        let target = supplement(document, row.value).and_then(|supplement| {
            let by = |key: Option<JsString>| spoken.get(key?.as_js().as_bytes()).copied();
            by(supplement.hash).max(by(supplement.text))
        });
        match target {
            Some(index) => {
                let merged = merge(document, out[index].value, row.value);
                out[index] = out[index].with(merged);
            }
            None => {
                if let Some(text) = answer_text(document, row.value) {
                    let hash = sha256_hex_prefix(text.as_js(), HASH_DIGITS);
                    spoken.insert(hash.as_bytes(), out.len());
                    spoken.insert(text.as_bytes(), out.len());
                }
                out.push(row);
            }
        }
    }
    out
}

/// True for a row that says it speaks another one, whether or not it can.
pub(in super::super) fn is_marked(document: &Document<'_>, row: Value) -> bool {
    record(document, row, MARK).is_some()
}

/// True for a row that speaks another one.
pub(in super::super) fn is_supplement(document: &Document<'_>, row: Value) -> bool {
    supplement(document, row).is_some()
}

fn supplement(document: &Document<'_>, row: Value) -> Option<Supplement> {
    let mark = record(document, row, MARK)?;
    let supplement = Supplement {
        hash: trimmed(document, mark, "textSha256"),
        text: trimmed(document, mark, "spokenText"),
    };
    let speaks = supplement.hash.is_some() || supplement.text.is_some();
    let is_assistant = View::of(document, row).is_some_and(|view| view.is("assistant"));
    let has_sound = blocks(document, row).any(|block| is_sound(document, block));
    let is_bare = blocks(document, row)
        .filter(|&block| block::is_plain_text(document, block))
        .filter_map(|block| member_text(document, block, "text"))
        .all(|text| text.as_js().is_blank() || text.as_js().trim() == PLACEHOLDER);
    (speaks && is_assistant && has_sound && is_bare).then_some(supplement)
}

fn is_sound(document: &Document<'_>, block: Value) -> bool {
    document.is_object_like(block) && !block::is_plain_text(document, block)
}

/// The trimmed text of a row that a supplement may speak.
fn answer_text(document: &Document<'_>, row: Value) -> Option<JsString> {
    let is_answer = View::of(document, row).is_some_and(|view| view.is("assistant"))
        && !is_forwarded_assistant(document, row)
        && !is_marked(document, row);
    let text = row_text(document, row);
    let text = text.as_js().trim();
    (is_answer && !text.is_empty()).then(|| text.to_owned())
}

fn merge(document: &mut Document<'_>, target: Value, supplement: Value) -> Value {
    let sounds: Vec<Value> = blocks(document, supplement)
        .filter(|&block| is_sound(document, block))
        .collect();
    let content = match array(document, target, "content") {
        Some(content) => {
            let mut all: Vec<Value> = elements(document, Some(content)).collect();
            all.extend(sounds);
            with_elements(document, content, &all)
        }
        None => {
            let text = row_text(document, target);
            let mut all = vec![new_text_block(document, text.as_js().trim())];
            all.extend(sounds);
            new_array(document, &all)
        }
    };
    document.with_member(target, "content", content)
}
