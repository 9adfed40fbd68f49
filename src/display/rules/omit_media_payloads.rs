use super::super::shown_block::base64_bytes;
use super::super::value::{
    array, edit_elements, edit_text, is_record, member_text, new_text, record, text,
    with_elements,
};
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, sha256_hex_prefix};

declare_rule! {
    /// ## What it does
    /// Takes bytes and local paths of media out of rows. What is left says how many bytes there were, and has a handle by
    /// which a client that has the file finds it.
    /// ## Who refuses without it
    /// Nobody. Clients would get megabytes of base64, and people would see where files lie on the host.
    /// ## Exact rule
    /// In blocks of media types, also inside tool results, in the block itself and in its `source`, `image_url`, `input_audio`
    /// and `file`:
    /// 1. `data`, `blob`, `file_data`, and `url` or `image_url` with a `data:` URL, go. In their place: `omitted: true`,
    ///    `bytes`, and `handle`, `sha256:` and 32 digits of the hash of the base64 text (without the head of a `data:` URL).
    /// 2. `path`, `filePath`, `localPath`, and `url` with a `file:` URL, go; `omitted: true`.
    /// 3. `MediaPath` and `MediaPaths` of the row keep the names of the files alone.
    /// ## Example
    /// ```json target
    /// {"profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","omitted":true,"bytes":3,"handle":"sha256:d9cae0dbdbf078b2020e2abe5fcd74bc"}}]}]
    /// ```
    /// ## Never touches
    /// Links to other hosts, and texts.
    /// ## Order
    /// Before rows are sanitized, which counts bytes of images without a handle. Not in `compat`.
    /// ## Source
    /// transcript-hygiene; places are those of OpenClaw 2026.9.6.
    pub(crate) static OMIT_MEDIA_PAYLOADS = {
        id: "omit-media-payloads",
        summary: "bytes and local paths of media give way to a handle",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

const MEDIA_TYPES: [&str; 13] = [
    "image",
    "audio",
    "video",
    "file",
    "document",
    "media",
    "attachment",
    "image_url",
    "input_image",
    "input_audio",
    "input_file",
    "audio_url",
    "video_url",
];
/// Members of a media block that may hold a payload.
const HOLDERS: [&str; 4] = ["source", "image_url", "input_audio", "file"];
const PAYLOADS: [&str; 3] = ["data", "blob", "file_data"];
const LINKS: [&str; 2] = ["url", "image_url"];
const PATHS: [&str; 3] = ["path", "filePath", "localPath"];

/// Digits of a handle's hash.
const HANDLE_DIGITS: usize = 32;

/// The row without payloads and local paths; the row itself when it has none.
pub(in super::super) fn apply(document: &mut Document<'_>, row: Value) -> Value {
    let row = edit_elements(document, row, "content", &|document, block| {
        let block = without_payload(document, block);
        Some(edit_elements(document, block, "content", &|document, inner| {
            Some(without_payload(document, inner))
        }))
    });
    let row = edit_text(document, row, "MediaPath", &|path| Some(file_name(path)));
    let Some(paths) = array(document, row, "MediaPaths") else {
        return row;
    };
    let old: Vec<Value> = document.entries(paths).map(|entry| entry.value).collect();
    let mut new = old.clone();
    for path in &mut new {
        if let Some(old) = text(document, *path) {
            let name = file_name(old.as_js());
            if name != old {
                *path = document.fresh_string(name.as_js());
            }
        }
    }
    if new == old {
        return row;
    }
    let paths = with_elements(document, paths, &new);
    document.with_member(row, "MediaPaths", paths)
}

fn file_name(path: JsStr<'_>) -> JsString {
    let bytes = path.as_bytes();
    let is_separator = |b: &u8| matches!(b, b'/' | b'\\');
    match bytes.iter().rposition(is_separator) {
        Some(at) if at + 1 < bytes.len() => path.tail(at + 1).to_owned(),
        _ => path.to_owned(),
    }
}

fn without_payload(document: &mut Document<'_>, block: Value) -> Value {
    let kind = document
        .get(block, "type")
        .filter(|_| is_record(document, block));
    let is_media = kind.is_some_and(|kind| {
        let mut known = MEDIA_TYPES.iter();
        known.any(|known| document.is_string(kind, known))
    });
    if !is_media {
        return block;
    }
    let block = omit(document, block);
    HOLDERS.iter().fold(block, |block, key| {
        let Some(old) = record(document, block, key) else {
            return block;
        };
        let new = omit(document, old);
        match new == old {
            true => block,
            false => document.with_member(block, key, new),
        }
    })
}

/// One object without its payload and its paths.
fn omit(document: &mut Document<'_>, holder: Value) -> Value {
    let mut payload: Option<JsString> = None;
    let mut gone: Vec<&str> = Vec::new();
    for key in PAYLOADS {
        if let Some(data) = member_text(document, holder, key) {
            payload = Some(data);
            gone.push(key);
        }
    }
    for key in LINKS {
        let Some(link) = member_text(document, holder, key) else {
            continue;
        };
        let link = link.as_js();
        if link.strip_prefix_ignore_case("data:").is_some() {
            let body = link.find_byte(b',').map_or(link.len(), |at| at + 1);
            payload = Some(link.tail(body).to_owned());
            gone.push(key);
        } else if link.strip_prefix_ignore_case("file:").is_some() {
            gone.push(key);
        }
    }
    for key in PATHS {
        if member_text(document, holder, key).is_some() {
            gone.push(key);
        }
    }
    if gone.is_empty() {
        return holder;
    }
    let holder = document.without_members(holder, &gone);
    let omitted = document.fresh("true");
    let holder = document.with_member(holder, "omitted", omitted);
    let Some(payload) = payload else { return holder };
    let bytes = document.fresh_number(base64_bytes(payload.as_js()) as f64);
    let holder = document.with_member(holder, "bytes", bytes);
    let hash = sha256_hex_prefix(payload.as_js(), HANDLE_DIGITS);
    let handle = new_text(document, &format!("sha256:{hash}"));
    document.with_member(holder, "handle", handle)
}
