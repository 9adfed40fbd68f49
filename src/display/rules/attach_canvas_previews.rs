//! Canvas previews in tool results: put to the answer that follows.

use super::super::block;
use super::super::canvas::{Preview, preview_of_details, preview_of_text};
use super::super::row::{blocks, has_role};
use super::super::value::{
    array, elements, has_string, join_lines, member_text, new_array, new_text, new_text_block,
    record, with_elements,
};
use crate::json::{Document, Value};
use crate::text::JsString;

const TOOL_KEYS: [&str; 4] = ["toolCallId", "tool_call_id", "toolName", "tool_name"];

/// A preview that waits for an answer.
struct Pending {
    preview: Preview,
    /// The text it was read from, unless it is from a tool's details.
    raw_text: Option<JsString>,
}

/// All rows, answers with the previews of the tool results before them.
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    let mut pending: Vec<Pending> = Vec::new();
    let (mut last_answer, mut last_assistant) = (None, None);
    for (index, slot) in rows.iter_mut().enumerate() {
        let row = *slot;
        let has_tool = has_tool_content(document, row);
        if has_role(document, row, &["assistant"]) {
            last_assistant = Some(index);
            if !has_tool {
                last_answer = Some(index);
                *slot = attach(document, row, &std::mem::take(&mut pending));
            }
        } else if has_tool {
            pending.extend(preview(document, row));
        }
    }
    if let Some(index) = last_answer.or(last_assistant) {
        rows[index] = attach(document, rows[index], &pending);
    }
    rows
}

fn has_tool_content(document: &Document<'_>, row: Value) -> bool {
    has_string(document, row, &TOOL_KEYS)
        || blocks(document, row).any(|block| block::is_tool(document, block))
}

fn preview(document: &Document<'_>, row: Value) -> Option<Pending> {
    let of_details = |holder| preview_of_details(document, record(document, holder, "details")?);
    let found = of_details(row).or_else(|| blocks(document, row).find_map(of_details));
    if let Some(preview) = found {
        return Some(Pending {
            preview,
            raw_text: None,
        });
    }
    let whole = ["content", "text"]
        .iter()
        .find_map(|key| member_text(document, row, key));
    let text = whole.unwrap_or_else(|| {
        join_lines(blocks(document, row).filter_map(|block| member_text(document, block, "text")))
    });
    Some(Pending {
        preview: preview_of_text(text.as_js())?,
        raw_text: Some(text),
    })
}

fn attach(document: &mut Document<'_>, row: Value, pending: &[Pending]) -> Value {
    if pending.is_empty() {
        return row;
    }
    let list = array(document, row, "content");
    let whole = ["content", "text"]
        .iter()
        .find_map(|key| member_text(document, row, key));
    let mut content: Vec<Value> = match (list, whole) {
        (Some(_), _) => elements(document, list).collect(),
        (None, Some(text)) => vec![new_text_block(document, text.as_js())],
        (None, None) => Vec::new(),
    };
    for pending in pending {
        if !content
            .iter()
            .any(|&block| shows(document, block, &pending.preview))
        {
            content.push(canvas_block(document, pending));
        }
    }
    let content = match list {
        Some(list) => with_elements(document, list, &content),
        None => new_array(document, &content),
    };
    document.with_member(row, "content", content)
}

/// True for a canvas block with the same view or page.
fn shows(document: &Document<'_>, block: Value, preview: &Preview) -> bool {
    let shown =
        record(document, block, "preview").filter(|_| document.member_is(block, "type", "canvas"));
    let is_same = |key, wanted: Option<&JsString>| {
        wanted.is_some()
            && shown
                .and_then(|shown| member_text(document, shown, key))
                .as_ref()
                == wanted
    };
    is_same("viewId", preview.view_id.as_ref()) || is_same("url", preview.url.as_ref())
}

fn canvas_block(document: &mut Document<'_>, pending: &Pending) -> Value {
    let kind = new_text(document, "canvas");
    let preview = pending.preview.value(document);
    let raw_text = match &pending.raw_text {
        Some(text) => document.fresh_string(text.as_js()),
        None => document.fresh("null"),
    };
    document.fresh_object(&[("type", kind), ("preview", preview), ("rawText", raw_text)])
}
