//! What the header of an image says: in the core module for those who load no other, and beside the codecs.

use super::buffers;
use super::failure::Failure;
use crate::images::probe;
use wasm_bindgen::prelude::*;

/// Media type, width and height of an image, as JSON; `null` where no format's header has them.
#[wasm_bindgen(js_name = probeImage)]
pub fn probe_image(len: usize) -> Result<String, Failure> {
    buffers::with_input(len, |bytes| {
        Ok(probe(bytes).map_or("null".into(), |header| {
            format!(
                r#"{{"mimeType":"{}","width":{},"height":{}}}"#,
                header.format.mime(),
                header.width,
                header.height
            )
        }))
    })
}
