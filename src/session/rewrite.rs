//! The text of a file that was migrated or got a header.

use super::branch::Session;
use super::options::SessionOptions;
use crate::json::{stringify, write, write_string};
use crate::text::{JsStr, iso_timestamp};

/// All values in their places, one a line, and a control when the next record would not hang from the leaf.
pub(super) fn text(session: &Session<'_>, options: &SessionOptions) -> Vec<u8> {
    let mut out = Vec::new();
    for item in &session.items {
        let json = write(&session.document, item.value);
        out.extend_from_slice(&stringify(&json, &options.limits).unwrap_or(json));
        out.push(b'\n');
    }
    let [leaf, append] = &session.ends;
    if leaf != append {
        let id = session.ids.clone().next_short();
        let now = iso_timestamp(options.now.unwrap_or(0.0));
        for (key, text) in [
            ("{\"type\":\"leaf\",\"id\":", Some(id.as_bytes())),
            (",\"parentId\":", append.as_deref()),
            (",\"timestamp\":", Some(now.as_bytes())),
            (",\"targetId\":", leaf.as_deref()),
            (",\"appendParentId\":", append.as_deref()),
        ] {
            out.extend_from_slice(key.as_bytes());
            match text {
                Some(text) => write_string(&mut out, JsStr::from_wtf8(text)),
                None => out.extend_from_slice(b"null"),
            }
        }
        out.extend_from_slice(b"}\n");
    }
    out
}
