//! Memories that a host put into a text: `<relevant-memories>…</relevant-memories>`.

use super::code_regions::CodeRegions;
use super::tags::{Tag, after_word, named_tags};
use super::{JsStr, JsString};

const NAMES: [&str; 2] = ["relevant-memories", "relevant_memories"];

fn after_name(text: JsStr<'_>) -> Option<JsStr<'_>> {
    NAMES.iter().find_map(|name| after_word(text, name))
}

/// The text without memories, each from an opening tag to the next closing one, or to the end; closing tags alone go
/// too. Tags in code count for nothing. `None` when there is no tag.
pub fn strip_memory_tags(text: JsStr<'_>) -> Option<JsString> {
    let mut tags = named_tags(text, after_name).peekable();
    tags.peek()?;
    let code = CodeRegions::of(text);
    let mut out = JsString::new();
    let mut last = Tag {
        start: 0,
        end: 0,
        is_closing: true,
    };
    for tag in tags.filter(|tag| !code.contains(tag.start)) {
        if last.is_closing {
            out.push(text.slice(last.end, tag.start));
        }
        // Between an opening and a closing tag another opening one is text.
        if last.is_closing || tag.is_closing {
            last = tag;
        }
    }
    if last.is_closing {
        out.push(text.tail(last.end));
    }
    (last.end > 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_do_not_nest() {
        let strip = |text: &'static str| {
            strip_memory_tags(text.into()).map(|text| text.as_js().to_string_lossy())
        };
        assert_eq!(
            strip("a<relevant_memories x>b<relevant-memories>c</RELEVANT-memories>d</relevant-memories>e").unwrap(),
            "ade"
        );
        assert_eq!(strip("a<relevant-memories>b").unwrap(), "a");
        assert_eq!(strip("`<relevant-memories>`"), None);
    }
}
