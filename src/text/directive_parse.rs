//! Reading directives: what an answer's tags ask for, and the answer without them.

use super::directive_whitespace::normalize;
use super::directives::{Directive, OPEN, Tags};
use super::{JsStr, JsString, is_space};

/// Characters of a message id that count.
const MAX_ID: usize = 256;

/// What to do with the tags that are found. Both kinds go, by default.
#[derive(Clone, Copy, Debug)]
pub struct DirectiveOptions<'a> {
    /// Id of the message that is being answered.
    pub current_message_id: Option<JsStr<'a>>,
    /// Whether voice tags go.
    pub strip_audio_tag: bool,
    /// Whether reply tags go.
    pub strip_reply_tags: bool,
}

impl Default for DirectiveOptions<'_> {
    fn default() -> Self {
        DirectiveOptions {
            current_message_id: None,
            strip_audio_tag: true,
            strip_reply_tags: true,
        }
    }
}

/// An answer and what its directives ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The answer without tags, its white space put in order.
    pub text: JsString,
    /// There is a voice tag: speak the answer.
    pub audio_as_voice: bool,
    /// The message to answer.
    pub reply_to_id: Option<JsString>,
    /// The last id that a tag named.
    pub reply_to_explicit_id: Option<JsString>,
    /// A tag asks to answer the current message.
    pub reply_to_current: bool,
    /// There is a reply tag.
    pub has_reply_tag: bool,
}

/// Reads the directives of an answer.
///
/// Voice tags go first, then reply tags. One space takes the place of a tag that stands between two characters that are
/// not white space. Ids are trimmed and lose control characters and brackets; 256 characters of them count.
pub fn parse_directives(text: JsStr<'_>, options: &DirectiveOptions<'_>) -> Directives {
    let mut found = Directives::default();
    if !text.contains(OPEN) {
        found.text = normalize(text);
        return found;
    }
    let mut spoken = JsString::new();
    replace_tags(text, &mut spoken, |directive| {
        let is_voice = directive == Directive::Voice;
        found.audio_as_voice |= is_voice;
        is_voice && options.strip_audio_tag
    });
    let mut body = JsString::new();
    replace_tags(spoken.as_js(), &mut body, |directive| {
        match directive {
            Directive::Voice => return false,
            Directive::ReplyToCurrent => found.reply_to_current = true,
            Directive::ReplyTo(id) => {
                found.reply_to_explicit_id = message_id(id).or(found.reply_to_explicit_id.take());
            }
        }
        found.has_reply_tag = true;
        options.strip_reply_tags
    });
    let current = options.current_message_id.map(JsStr::trim);
    let current = current.filter(|id| found.reply_to_current && !id.is_empty());
    found.reply_to_id = found
        .reply_to_explicit_id
        .clone()
        .or(current.map(JsStr::to_owned));
    found.text = normalize(body.as_js());
    found
}

/// Copies the text without the tags that `goes` says yes to.
fn replace_tags(text: JsStr<'_>, out: &mut JsString, mut goes: impl FnMut(Directive<'_>) -> bool) {
    let mut copied = 0;
    for tag in Tags::new(text) {
        if !goes(tag.directive) {
            continue;
        }
        out.push(text.slice(copied, tag.start));
        let before = text.head(tag.start).last().map(|(_, c)| c);
        let after = text.tail(tag.end).code_points().next().map(|(_, c)| c);
        if [before, after]
            .iter()
            .all(|c| c.is_some_and(|c| !is_space(c)))
        {
            out.push_str(" ");
        }
        copied = tag.end;
    }
    out.push(text.tail(copied));
}

fn message_id(written: JsStr<'_>) -> Option<JsString> {
    let mut id = JsString::new();
    for (_, c) in written.trim().code_points() {
        if !matches!(c, 0..=0x1F | 0x7F..=0x9F | 0x5B | 0x5D) {
            id.push_code_point(c);
        }
    }
    let trimmed = id.as_js().trim();
    let end = trimmed.code_points().nth(MAX_ID);
    let id = trimmed.head(end.map_or(trimmed.len(), |(at, _)| at));
    (!id.is_empty()).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_id_wins_over_the_current_message() {
        let options = DirectiveOptions {
            current_message_id: Some(" m1 ".into()),
            ..DirectiveOptions::default()
        };
        let read = parse_directives(
            "a[[reply_to: x ]]b [[reply_to:[y]] [[reply_to_current]]".into(),
            &options,
        );
        assert_eq!(read.text.as_js(), "a b");
        assert_eq!(read.reply_to_id.unwrap().as_js(), "y");
        let read = parse_directives("[[reply_to_current]]".into(), &options);
        assert_eq!(read.reply_to_id.unwrap().as_js(), "m1");
        assert!(read.reply_to_current && read.reply_to_explicit_id.is_none());
    }
}
