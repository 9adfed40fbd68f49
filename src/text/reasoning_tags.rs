//! Reasoning and final tags in the text of an answer, outside code.

use super::code_regions::CodeRegions;
use super::silent_reasoning::after_tag_name;
use super::tags::{Tag, final_tags, has_tag_start, named_tags};
use super::{JsStr, JsString};

/// What is done with reasoning that is never closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnclosedReasoning {
    /// It goes, unless nothing else is there.
    #[default]
    Drop,
    /// It stays.
    Keep,
}

/// Where the result is trimmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrimEnds {
    /// At both ends.
    #[default]
    Both,
    /// At its start.
    Start,
    /// Nowhere.
    Neither,
}

impl TrimEnds {
    fn trim(self, text: JsStr<'_>) -> JsStr<'_> {
        match self {
            TrimEnds::Both => text.trim(),
            TrimEnds::Start => text.trim_start(),
            TrimEnds::Neither => text,
        }
    }
}

/// How [`strip_reasoning_tags`] works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReasoningOptions {
    /// Reasoning without an end.
    pub unclosed: UnclosedReasoning,
    /// Trimming of a text that has tags.
    pub trim: TrimEnds,
    /// A tag after visible text that is never closed ends the search.
    pub leading_only: bool,
}

/// The text without valid final tags, in code too; what they enclose stays. `None` when there is none.
pub fn strip_final_tags(text: JsStr<'_>) -> Option<JsString> {
    without_tags(text, final_tags(text))
}

/// The text without reasoning between tags; `None` when it has no such tag and no final tag.
///
/// Final tags outside code go first. Then, outside code: an opening tag hides what follows up to its closing one, tags
/// within count. A closing tag without an opening one hides all text before it when text follows.
pub fn strip_reasoning_tags(text: JsStr<'_>, options: ReasoningOptions) -> Option<JsString> {
    if !has_tag_start(text, after_tag_name)
        || (final_tags(text).next().is_none() && named_tags(text, after_tag_name).next().is_none())
    {
        return None;
    }
    let code = CodeRegions::of(text);
    let shown = without_tags(
        text,
        final_tags(text).filter(|tag| !code.contains(tag.start)),
    );
    let text = shown.as_ref().map_or(text, JsString::as_js);
    let code = CodeRegions::of(text);
    let tags: Vec<Tag> = named_tags(text, after_tag_name)
        .filter(|tag| !code.contains(tag.start))
        .collect();
    Some(outside_reasoning(text, &tags, options))
}

/// The text behind opening tags at its start; all of it when a tag closes reasoning somewhere.
pub(super) fn behind_unclosed_tags(text: JsStr<'_>) -> JsStr<'_> {
    let mut behind = 0;
    let mut is_start = true;
    for tag in named_tags(text, after_tag_name) {
        if tag.is_closing {
            return text;
        }
        is_start = is_start && text.slice(behind, tag.start).is_blank();
        if is_start {
            behind = tag.end;
        }
    }
    text.tail(behind).trim_start()
}

fn outside_reasoning(text: JsStr<'_>, tags: &[Tag], options: ReasoningOptions) -> JsString {
    let mut out = JsString::new();
    let (mut depth, mut last, mut opened) = (0usize, 0, 0);
    let last_closing = tags.iter().rposition(|tag| tag.is_closing);
    for (index, tag) in tags.iter().enumerate() {
        let before = text.slice(last, tag.start);
        match (depth, tag.is_closing) {
            (0, false) => {
                let is_closed = last_closing.is_some_and(|closing| closing > index);
                if options.leading_only && !is_closed && !text.head(tag.start).is_blank() {
                    break;
                }
                out.push(before);
                opened = tag.end;
                depth = 1;
            }
            (0, true) if !before.is_blank() && !text.tail(tag.end).is_blank() => out.truncate(0),
            (0, true) => out.push(before),
            (_, false) => depth += 1,
            (_, true) => depth -= 1,
        }
        last = tag.end;
    }
    if depth == 0 || options.unclosed == UnclosedReasoning::Keep {
        out.push(text.tail(last));
    }
    let shown = options.trim.trim(out.as_js());
    let is_lost = options.unclosed == UnclosedReasoning::Drop && depth > 0 && shown.is_empty();
    match is_lost && !text.is_blank() {
        true => options.trim.trim(text.tail(opened)).to_owned(),
        false => shown.to_owned(),
    }
}

fn without_tags(text: JsStr<'_>, tags: impl Iterator<Item = Tag>) -> Option<JsString> {
    let mut out = JsString::new();
    let mut copied = 0;
    for tag in tags {
        out.push(text.slice(copied, tag.start));
        copied = tag.end;
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> Option<String> {
        let stripped = strip_reasoning_tags(text.into(), ReasoningOptions::default());
        stripped.map(|text| text.as_js().to_string_lossy())
    }

    #[test]
    fn reasoning_goes_and_code_stays() {
        assert_eq!(
            strip("a <think>b<think>c</think></think> `<think>` d").unwrap(),
            "a  `<think>` d"
        );
        assert_eq!(strip("secret</think>answer").unwrap(), "answer");
        assert_eq!(strip("<think>all").unwrap(), "all");
        assert_eq!(strip("x < 5 <b>"), None);
    }

    #[test]
    fn many_tags_take_linear_time() {
        assert_eq!(
            strip(&"<think>".repeat(150_000)).unwrap().len(),
            149_999 * 7
        );
        assert_eq!(strip(&"x</think>".repeat(100_000)).unwrap(), "x");
        assert!(strip(&"<".repeat(1_000_000)).is_none());
    }
}
