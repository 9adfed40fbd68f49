//! Details of tools and of workspace conflicts: only what people see of them.

use super::canvas::preview_of_details;
use super::value::{MAX_SAFE_INTEGER, array, new_array, non_blank, record, text};
use crate::json::{Document, Kind, Value};
use crate::order::sort_stably;
use crate::text::{JsStr, JsString, truncate_marked};

/// What people see of a tool's details: what changed, and the preview of an app; none when neither is there.
pub(super) fn details_view(
    document: &mut Document<'_>,
    details: Value,
    max_chars: f64,
) -> Option<Value> {
    let mut members = Vec::new();
    for key in ["changed", "created"] {
        let flag = document
            .get(details, key)
            .filter(|&value| matches!(document.kind(value), Kind::Bool(_)));
        members.extend(flag.map(|flag| (key, flag)));
    }
    if let Some(diff) = non_blank(document, details, "diff") {
        let cut = truncate_marked(diff.as_js(), max_chars);
        let diff = document.fresh_string(cut.as_ref().unwrap_or(&diff).as_js());
        members.push(("diff", diff));
    }
    if let Some(preview) = preview_of_details(document, details)
        && let Some(preview) = preview.details(document)
    {
        members.push(("mcpAppPreview", preview));
    }
    (!members.is_empty()).then(|| document.fresh_object(&members))
}

/// Paths of a conflict that are shown, and their UTF-8 bytes in all.
const MAX_PATHS: usize = 256;
const MAX_PATH_BYTES: usize = 32_768;
const STAGED_RESULT: &str = "refs/openclaw/worker-results/";

/// What people see of a conflict in a cloud workspace; none when the row is no such conflict.
pub(super) fn conflict_view(document: &mut Document<'_>, row: Value) -> Option<Value> {
    let is_conflict = document.member_is(row, "role", "custom")
        && document.member_is(row, "customType", "cloud-workspace-conflict");
    let details = record(document, row, "details").filter(|_| is_conflict)?;
    let staged = document.get(details, "stagedResultRef")?;
    let name = document.get_string(details, "stagedResultRef")?;
    let name = JsStr::from_wtf8(&name).strip_prefix(STAGED_RESULT)?;
    let is_named = !name.is_empty()
        && name
            .as_bytes()
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || *b == b'-');
    if !is_named {
        return None;
    }
    let list = array(document, details, "paths")?;
    let mut paths = Vec::new();
    for entry in document.entries(list) {
        paths.push(text(document, entry.value).filter(|path| !path.is_empty())?);
    }
    let total = match document.get(details, "totalCount") {
        None => None,
        Some(total) => Some(document.number(total).filter(|&n| {
            n.fract() == 0.0 && (paths.len() as f64..=MAX_SAFE_INTEGER).contains(&n)
        })?),
    };
    sort_stably(&mut paths, |a, b| utf16(a).cmp(utf16(b)));
    paths.dedup();
    let distinct = paths.len() as f64;
    let total = total.unwrap_or(distinct).max(distinct);
    let mut bytes = 0;
    let fits = |path: &&JsString| {
        bytes += path.as_js().to_string_lossy().len();
        bytes <= MAX_PATH_BYTES
    };
    let shown: Vec<&JsString> = paths.iter().take(MAX_PATHS).take_while(fits).collect();
    if shown.is_empty() {
        return None;
    }
    let shown: Vec<Value> = shown
        .into_iter()
        .map(|path| document.fresh_string(path.as_js()))
        .collect();
    let shown = new_array(document, &shown);
    let total = document.fresh_number(total);
    Some(document.fresh_object(&[
        ("paths", shown),
        ("stagedResultRef", staged),
        ("totalCount", total),
    ]))
}

/// The UTF-16 units of a text.
fn utf16(text: &JsString) -> impl Iterator<Item = u32> + '_ {
    text.as_js().code_points().flat_map(|(_, c)| {
        let pair = c.checked_sub(0x10000);
        let high = pair.map_or(c, |c| 0xD800 + (c >> 10));
        [Some(high), pair.map(|c| 0xDC00 + (c & 0x3FF))]
            .into_iter()
            .flatten()
    })
}
