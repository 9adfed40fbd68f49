//! Lists of image blocks, as the image vectors ask for them.

use crate::images::ImageLimits;
use crate::json::{Document, Entry, write};
use crate::replay::rules::sanitize_images::sanitize;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, Fate};
use crate::{Error, Limits};

/// Makes the blocks of a request `{label, options?, blocks}` sendable; gives `{"out": [...]}`.
///
/// # Errors
/// Those of reading JSON.
pub fn images(request: &[u8]) -> Result<String, Error> {
    let mut document = Document::parse(request, 3, &Limits::default())?;
    let root = document.root();
    let label = document
        .get_string(root, "label")
        .unwrap_or_default()
        .into_owned();
    let number = |key| {
        let options = document.get(root, "options")?;
        document.number(document.get(options, key)?)
    };
    let limits = ImageLimits::from_numbers(number("maxDimensionPx"), number("maxBytes"));
    let Some(blocks) = document.get(root, "blocks") else {
        return Ok(r#"{"out":[]}"#.into());
    };
    let mut out: Vec<Entry> = document.entries(blocks).collect();
    for entry in &mut out {
        let block = Block {
            value: entry.value,
            kind: BlockKind::of(&document, entry.value),
        };
        if let Fate::Replace(value) =
            sanitize(&mut document, block, JsStr::from_wtf8(&label), &limits)
        {
            *entry = Entry::element(value, 0);
        }
    }
    let out = document.with_elements(blocks, &out);
    Ok(format!(
        r#"{{"out":{}}}"#,
        String::from_utf8_lossy(&write(&document, out))
    ))
}
