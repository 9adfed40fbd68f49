//! Spoken versions of an answer: put to the answer they speak.

use std::collections::BTreeMap;

use super::super::block;
use super::super::row::{View, blocks, is_forwarded_assistant, row_text};
use super::super::value::{
    array, elements, member_text, new_array, new_text_block, record, trimmed, with_elements,
};
use crate::json::{Document, Value};
use crate::text::{JsString, sha256_hex_prefix};

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
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    let has_any = rows.iter().any(|&row| supplement(document, row).is_some());
    if !has_any {
        return rows.to_vec();
    }
    let mut out: Vec<Value> = Vec::with_capacity(rows.len());
    // The last row of each spoken text, by the text and by its hash.
    let mut spoken: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for &row in rows {
        let target = supplement(document, row).and_then(|supplement| {
            let by = |key: Option<JsString>| spoken.get(key?.as_js().as_bytes()).copied();
            by(supplement.hash).max(by(supplement.text))
        });
        match target {
            Some(index) => out[index] = merge(document, out[index], row),
            None => {
                if let Some(text) = answer_text(document, row) {
                    let hash = sha256_hex_prefix(text.as_js(), HASH_DIGITS);
                    spoken.insert(hash.into_bytes(), out.len());
                    spoken.insert(text.into_bytes(), out.len());
                }
                out.push(row);
            }
        }
    }
    out
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
        && record(document, row, MARK).is_none();
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
