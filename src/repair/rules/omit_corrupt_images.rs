use crate::json::{Document, Entry, Kind, Value};
use crate::repair::RepairOptions;
use crate::repair::image_data::is_corrupt;
use crate::repair::record::{array_content, with_content};
use crate::rule::declare_rule;
use crate::text::JsStr;

/// The block that stands in for a corrupt image.
const OMITTED_IMAGE: &str =
    r#"{"type":"text","text":"[image omitted: corrupted base64 payload]"}"#;

/// Where a block may say what kind of image it holds.
const MIME_KEYS: [&str; 3] = ["mimeType", "mediaType", "media_type"];

/// How the type of an image begins, in any case.
const IMAGE_MIME: &str = "image/";

declare_rule! {
    /// ## What it does
    /// Replaces images whose data cannot be an image by a text.
    /// ## Who refuses without it
    /// Every provider that takes images decodes them.
    /// ## Exact rule
    /// 1. A block of array content is corrupt when its `type` is `image`, its `data` is a string, one of `mimeType`,
    ///    `mediaType` and `media_type` is a string that, trimmed, begins with `image/` in any case, and the data is no
    ///    base64 (standard alphabet, control characters and spaces ignored, padding absent or right) or its first 96
    ///    bytes have no signature of PNG, JPEG, WebP, GIF, BMP, HEIC or HEIF. The default profile also knows AVIF,
    ///    TIFF and SVG.
    /// 2. It becomes `{"type":"text","text":"[image omitted: corrupted base64 payload]"}`. Each counts in
    ///    `removedCorruptedImageBlocks`.
    /// 3. With `dropPayloadless` so does one whose `data` is missing or an object without members.
    /// ## Example
    /// ```json before
    /// [{"type":"message","id":"a","message":{"role":"user","content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}}]
    /// ```
    /// ```json after
    /// [{"type":"message","id":"a","message":{"role":"user","content":[{"type":"text","text":"[image omitted: corrupted base64 payload]"}]}}]
    /// ```
    /// ## Never touches
    /// Images inside other blocks, `source` objects, `image_url` blocks, data of another type.
    /// ## Order
    /// Before blank user turns, so that a turn whose only content was an image is not seen as blank.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, session file repair; vectors `repair/img`.
    pub(crate) static OMIT_CORRUPT_IMAGES = {
        id: "omit-corrupt-images",
        summary: "images whose data is no image become a text",
        effects: [Edits],
        rejects: [IMG_03],
        since: "0.1.0",
    }
}

/// The message without its corrupt images and how many there were, when there were any.
pub(crate) fn apply(document: &mut Document<'_>, message: Value, options: &RepairOptions) -> Option<(Value, usize)> {
    let content = array_content(document, message)?;
    let corrupt: Vec<usize> = document
        .entries(content)
        .enumerate()
        .filter(|(_, entry)| is_corrupt_block(document, entry.value, options))
        .map(|(at, _)| at)
        .collect();
    if corrupt.is_empty() {
        return None;
    }
    let omitted = document.fresh(OMITTED_IMAGE);
    let mut blocks: Vec<Entry> = document.entries(content).collect();
    for &at in &corrupt {
        blocks[at].value = omitted;
    }
    let content = document.with_elements(content, &blocks);
    Some((with_content(document, message, content), corrupt.len()))
}

fn is_corrupt_block(document: &Document<'_>, block: Value, options: &RepairOptions) -> bool {
    if document.kind(block) != Kind::Object || !document.member_is(block, "type", "image") {
        return false;
    }
    let names_image = |key: &&str| {
        let mime = document.get_string(block, key);
        mime.is_some_and(|mime| JsStr::from_wtf8(&mime).trim().strip_prefix_ignore_case(IMAGE_MIME).is_some())
    };
    if !MIME_KEYS.iter().any(names_image) {
        return false;
    }
    match document.get(block, "data") {
        None => options.drop_payloadless,
        Some(data) => match document.string(data) {
            Some(text) => is_corrupt(JsStr::from_wtf8(&text), options),
            None => options.drop_payloadless && is_empty_object(document, data),
        },
    }
}

fn is_empty_object(document: &Document<'_>, value: Value) -> bool {
    document.kind(value) == Kind::Object && document.entries(value).next().is_none()
}
