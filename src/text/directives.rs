//! Inline directives: tags with which a model says how its answer is to be delivered.
//!
//! - *voice tag*: `\[\[\s*audio_as_voice\s*\]\]`
//! - *reply tag*: `\[\[\s*(?:reply_to_current|reply_to\s*:\s*([^\]\n]+))\s*\]\]`
//!
//! Case is ignored for ASCII letters. Code is not protected.

use super::{CodeRegions, JsStr, JsString};

const VOICE: &str = "audio_as_voice";
const REPLY: &str = "reply_to";
const CURRENT: &str = "_current";
/// Quick test: every tag starts with it.
pub(super) const OPEN: &str = "[[";
const CLOSE: &str = "]]";

/// What a tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive<'a> {
    /// Speak the answer.
    Voice,
    /// Answer the message that is being answered.
    ReplyToCurrent,
    /// Answer the message with this id, as it is written.
    ReplyTo(JsStr<'a>),
}

/// A directive and where its tag stands, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub(super) directive: Directive<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The tags of a text from left to right.
pub(super) struct Tags<'a> {
    text: JsStr<'a>,
    at: usize,
    /// Where the last looked-up id ends and what is behind it, so that many openings with one end stay linear.
    id_end: Option<IdEnd>,
}

/// The first `]` or LF behind a place, and the end of a tag that closes there.
#[derive(Clone, Copy)]
struct IdEnd {
    at: usize,
    tag_end: Option<usize>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: JsStr<'a>) -> Self {
        Tags {
            text,
            at: 0,
            id_end: None,
        }
    }

    fn tag_at(&mut self, start: usize) -> Option<Tag<'a>> {
        let inside = self.text.tail(start + OPEN.len()).trim_start();
        let tag = |directive, end| Tag {
            directive,
            start,
            end,
        };
        let offset = |rest: JsStr<'a>| self.text.len() - rest.len();
        let close = |rest: JsStr<'a>| rest.trim_start().strip_prefix(CLOSE).map(offset);
        if let Some(rest) = inside.strip_prefix_ignore_case(VOICE) {
            return close(rest).map(|end| tag(Directive::Voice, end));
        }
        let rest = inside.strip_prefix_ignore_case(REPLY)?;
        if let Some(rest) = rest.strip_prefix_ignore_case(CURRENT) {
            return close(rest).map(|end| tag(Directive::ReplyToCurrent, end));
        }
        let spaced = rest.trim_start().strip_prefix(":")?;
        let id = spaced.trim_start();
        if id.starts_with("]") {
            // White space other than a line feed can be the id.
            let space = spaced.head(spaced.len() - id.len());
            let is_id = space.as_bytes().iter().any(|&b| b != b'\n');
            return close(id)
                .filter(|_| is_id)
                .map(|end| tag(Directive::ReplyTo(space), end));
        }
        let from = offset(id);
        let id_end = self.id_end_from(from)?;
        let id = self.text.slice(from, id_end.at);
        Some(tag(Directive::ReplyTo(id), id_end.tag_end?))
    }

    fn id_end_from(&mut self, from: usize) -> Option<IdEnd> {
        if self.id_end.is_none_or(|known| known.at < from) {
            let rest = self.text.tail(from).as_bytes();
            let at = rest
                .iter()
                .position(|b| matches!(b, b']' | b'\n'))
                .map_or(self.text.len(), |at| at + from);
            let after = self.text.tail(at).trim_start().strip_prefix(CLOSE);
            self.id_end = Some(IdEnd {
                at,
                tag_end: after.map(|rest| self.text.len() - rest.len()),
            });
        }
        self.id_end
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        while let Some(start) = self.text.find_from(OPEN, self.at) {
            if let Some(tag) = self.tag_at(start) {
                self.at = tag.end;
                return Some(tag);
            }
            self.at = start + 1;
        }
        None
    }
}

/// The text without voice tags and then without reply tags; nothing else is touched. `None` when there is none.
pub fn strip_directives(text: JsStr<'_>) -> Option<JsString> {
    if !text.contains(OPEN) {
        return None;
    }
    let spoken = without(text, |directive| directive == Directive::Voice);
    let current = spoken.as_ref().map_or(text, JsString::as_js);
    without(current, |directive| directive != Directive::Voice).or(spoken)
}

fn without(text: JsStr<'_>, goes: impl Fn(Directive<'_>) -> bool) -> Option<JsString> {
    let mut out = JsString::new();
    let mut copied = 0;
    for tag in Tags::new(text).filter(|tag| goes(tag.directive)) {
        out.push(text.slice(copied, tag.start));
        copied = tag.end;
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out
    })
}

/// The text without tags outside code, and without the white space behind one that starts it, before one that ends it
/// or beside one between two spaces; `None` when there is none.
pub fn strip_directives_outside_code(text: JsStr<'_>) -> Option<JsString> {
    if !text.contains(OPEN) {
        return None;
    }
    let code = CodeRegions::of(text);
    let mut out = JsString::new();
    let mut copied = 0;
    for tag in Tags::new(text).filter(|tag| !code.overlaps(tag.start, tag.end)) {
        out.push(text.slice(copied, tag.start.max(copied)));
        let rest = text.tail(tag.end);
        let is_edge = out.as_js().is_blank() || rest.is_blank();
        copied = if is_edge {
            out.trim_end();
            text.len() - rest.trim_start().len()
        } else if out.as_js().ends_with_space() {
            text.len() - rest.trim_start_byte(b' ').len()
        } else {
            tag.end
        };
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out
    })
}

/// The rest after a tag that lacks its last bracket and starts the text; `None` when it starts otherwise.
pub(super) fn strip_leading_directives(text: JsStr<'_>) -> Option<JsString> {
    let inside = text.trim_start().strip_prefix(OPEN)?;
    let close = inside.find_byte(b']')?;
    let rest = inside.tail(close + 1);
    let name = inside.head(close).trim();
    let is_name = [VOICE, "reply_to_current"].iter().any(|known| {
        name.strip_prefix_ignore_case(known)
            .is_some_and(JsStr::is_empty)
    });
    (is_name && !rest.starts_with("]")).then(|| rest.trim_start().to_owned())
}

/// The trimmed text with one space for each tag and the white space around it; `None` when there is no tag.
pub fn strip_directives_for_delivery(text: JsStr<'_>) -> Option<JsString> {
    let mut out = JsString::new();
    let mut copied = 0;
    for tag in Tags::new(text) {
        out.push(text.slice(copied, tag.start.max(copied)).trim_end());
        out.push_str(" ");
        copied = text.len() - text.tail(tag.end).trim_start().len();
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out.as_js().trim().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display(text: &str) -> Option<String> {
        strip_directives(text.into()).map(|text| text.as_js().to_string_lossy())
    }

    #[test]
    fn a_tag_that_a_voice_tag_splits_goes_too() {
        assert_eq!(
            display("a[[reply_to[[ AUDIO_as_voice\n]]_current]]b").unwrap(),
            "ab"
        );
        assert_eq!(display("[[reply_to:]] [[reply_to:\n]]"), None);
        assert_eq!(display("[[reply_to: ]]x").unwrap(), "x");
        assert_eq!(display("[[[reply_to: 5 \n ]]]").unwrap(), "[]");
        assert_eq!(display("[[reply_to: 5 \n x]]"), None);
    }

    #[test]
    fn delivery_leaves_one_space_for_a_tag() {
        let strip = |text: &'static str| {
            strip_directives_for_delivery(text.into()).map(|text| text.as_js().to_string_lossy())
        };
        assert_eq!(
            strip("a \n[[audio_as_voice]]\n[[reply_to_current]] b").unwrap(),
            "a  b"
        );
        assert_eq!(strip(" a "), None);
    }

    #[test]
    fn hostile_openings_take_linear_time() {
        assert_eq!(display(&"[[reply_to:x".repeat(100_000)), None);
        assert_eq!(display(&"[".repeat(1_000_000)), None);
    }
}
