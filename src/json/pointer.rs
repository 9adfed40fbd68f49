//! JSON pointers for errors: found by walking the text again, so that the scanner need not keep a path.

use super::scan::{skip_space, skip_string};
use super::string::decode_string;

/// Levels a pointer names before it ends in `/…`; deeper ones would make an error longer than its cause.
const MAX_LEVELS: usize = 64;

struct Level {
    object: bool,
    item: usize,
    key: Option<usize>,
}

/// Pointer of the value that byte `offset` belongs to. `text` must be JSON up to there.
pub(super) fn pointer_at(text: &[u8], offset: usize) -> String {
    let text = &text[..offset.min(text.len())];
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'{' | b'[' => {
                levels.push(Level {
                    object: text[at] == b'{',
                    item: 0,
                    key: None,
                });
                at += 1;
            }
            b'}' | b']' => {
                levels.pop();
                at += 1;
            }
            b',' => {
                if let Some(level) = levels.last_mut() {
                    level.item += 1;
                    level.key = None;
                }
                at += 1;
            }
            b'"' => {
                let end = skip_string(text, at);
                if let Some(level) = levels.last_mut()
                    && level.object
                    && level.key.is_none()
                    && text.get(skip_space(text, end)) == Some(&b':')
                {
                    level.key = Some(at);
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    let mut pointer = String::new();
    for level in levels.iter().take(MAX_LEVELS) {
        match (level.object, level.key) {
            (true, Some(key)) => push_token(&mut pointer, &text[key..skip_string(text, key)]),
            (true, None) => return pointer,
            (false, _) => pointer.push_str(&format!("/{}", level.item)),
        }
    }
    if levels.len() > MAX_LEVELS {
        pointer.push_str("/…");
    }
    pointer
}

/// Appends one reference token (RFC 6901) for a key given as JSON string text.
pub(crate) fn push_token(pointer: &mut String, key: &[u8]) {
    pointer.push('/');
    let key = decode_string(key);
    for (_, c) in crate::text::JsStr::from_wtf8(&key).code_points() {
        match char::from_u32(c) {
            Some('~') => pointer.push_str("~0"),
            Some('/') => pointer.push_str("~1"),
            Some(c) => pointer.push(c),
            None => pointer.push('\u{FFFD}'),
        }
    }
}
