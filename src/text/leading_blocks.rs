//! What hosts and channels write before and behind a message, in both generations of their markers.
//!
//! Only what the message begins with is taken, and a suffix that reaches to its end: a block that a person quotes in
//! the middle is part of what they say.

use super::inbound_metadata::{
    DELIVERY_HINTS, FENCE_CLOSE, FENCE_OPEN, HISTORY, MEMORY_CLOSE, MEMORY_OPEN, SENTINELS,
    UNTRUSTED_HEADER, is_one_of, is_untrusted_suffix, is_window_header, label, next_is,
    skip_paragraph,
};
use super::lines::Lines;
use super::shape::fits;
use super::{CodeRegions, JsStr, JsString};

/// What a header line of the 2026.9.6 generation ends with.
const CONTEXT_MARK: &str = "\u{27E6}openclaw:ctx\u{27E7}";
/// The header of active memory in that generation.
const CONTEXT_HEADER: &str = "Context:";
/// Names that headers of both generations start with.
const SENDER: &str = "Sender";
const CONVERSATION: &str = "Conversation info";

/// What encloses foreign text in a suffix.
const EXTERNAL_BEGIN: &str = "<<<EXTERNAL_UNTRUSTED_CONTENT";
const EXTERNAL_END: &str = "<<<END_EXTERNAL_UNTRUSTED_CONTENT";

/// Starts of an envelope that names a channel.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/// The rest of a timestamp, behind its weekday.
const DATE: &[u8] = b" 0000-00-00 00:00";

/// A message and what stood around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    /// The blocks it began with.
    pub lead: JsStr<'a>,
    /// What is left.
    pub body: JsStr<'a>,
}

/// Parts the text into the blocks it begins with and the message. `is_person`: the envelope of a channel is a block,
/// too.
///
/// Blocks are: a metadata header with the closed fence behind it; a header of the history, of a window or of the newer
/// generation with its paragraph; active memory; a delivery hint; a timestamp with a time zone, or any behind another
/// block; an envelope that names a channel and a time. Blank lines between them go with them.
pub fn split_message(text: JsStr<'_>, is_person: bool) -> Message<'_> {
    let mut start = 0;
    while let Some(end) = block_end(text, start, is_person) {
        start = end;
    }
    let mut body = text.tail(start);
    if start > 0 {
        body = after_blank_lines(body);
    }
    let lead = text.head(start);
    let body = before_suffix(body).unwrap_or(body);
    Message { lead, body }
}

/// Who sent the message, as the blocks before it say.
pub fn lead_label(lead: JsStr<'_>) -> Option<JsString> {
    let is_header = |line: JsStr<'_>, name: &str| {
        line.starts_with(name) && (is_one_of(line, &SENTINELS) || is_marked(line))
    };
    label(lead, &|line| is_header(line, SENDER), &|line| {
        is_header(line, CONVERSATION)
    })
}

fn is_marked(line: JsStr<'_>) -> bool {
    line.ends_with(CONTEXT_MARK) && line.len() > CONTEXT_MARK.len()
}

fn after_blank_lines(text: JsStr<'_>) -> JsStr<'_> {
    let mut lines = Lines::new(text);
    lines.skip_blank();
    text.tail(lines.offset().unwrap_or(text.len()))
}

/// Where the block ends that starts at or, after blank lines, behind `start`.
fn block_end(text: JsStr<'_>, start: usize, is_person: bool) -> Option<usize> {
    let rest = after_blank_lines(text.tail(start));
    let offset = |rest: JsStr<'_>| text.len() - rest.len();
    if rest.starts_with("[") {
        return after_bracket(rest, start > 0, is_person).map(offset);
    }
    let mut lines = Lines::new(rest);
    let line = lines.next()?.trim();
    if is_one_of(line, &DELIVERY_HINTS) {
        // Nothing more.
    } else if is_one_of(line, &[UNTRUSTED_HEADER, CONTEXT_HEADER]) {
        let is_memory = next_is(lines, MEMORY_OPEN);
        if !is_memory || !lines.skip_through(MEMORY_CLOSE) {
            return None;
        }
    } else if is_window_header(line) {
        skip_paragraph(&mut lines);
    } else if is_marked(line) || is_one_of(line, &SENTINELS) {
        if next_is(lines, FENCE_OPEN) {
            lines.next();
            if !lines.skip_through(FENCE_CLOSE) {
                return None;
            }
        } else if is_marked(line) || line == *HISTORY {
            skip_paragraph(&mut lines);
        } else {
            return None;
        }
    } else {
        return None;
    }
    let end = lines.offset().unwrap_or(rest.len());
    Some(offset(rest.tail(end)))
}

/// The rest after a timestamp or an envelope.
fn after_bracket(text: JsStr<'_>, follows_block: bool, is_person: bool) -> Option<JsStr<'_>> {
    let close = text.find_byte(b']')?;
    let inside = text.slice(1, close);
    let is_stamp = WEEKDAYS.iter().any(|day| inside.starts_with(day))
        && inside
            .as_bytes()
            .get(3..3 + DATE.len())
            .is_some_and(|date| fits(date, DATE));
    let zone = inside.tail(inside.len().min(3 + DATE.len()));
    let is_zoned = zone.starts_with(" ") && !zone.is_blank();
    if is_stamp && (is_zoned || follows_block) {
        return Some(text.tail(close + 1).trim_start_byte(b' '));
    }
    (is_person && super::envelope::is_dated_channel(inside))
        .then(|| text.tail(close + 1).trim_start())
}

/// The text before a suffix that reaches to the end; `None` without one.
fn before_suffix(text: JsStr<'_>) -> Option<JsStr<'_>> {
    if !text.contains(UNTRUSTED_HEADER) && !text.contains(CONTEXT_MARK) {
        return None;
    }
    let code = CodeRegions::of(text);
    let mut lines = Lines::new(text);
    while let Some(start) = lines.offset() {
        let line = lines.next()?.trim();
        let is_header =
            line == *UNTRUSTED_HEADER || (is_marked(line) && line.starts_with(CONTEXT_HEADER));
        if is_header
            && !code.contains(start)
            && is_untrusted_suffix(UNTRUSTED_HEADER.into(), lines)
            && reaches_the_end(text.tail(start))
        {
            return Some(text.head(start).trim_end());
        }
    }
    None
}

fn reaches_the_end(suffix: JsStr<'_>) -> bool {
    let Some(begin) = suffix.find(EXTERNAL_BEGIN) else {
        return true;
    };
    let mut lines = Lines::new(suffix.tail(begin));
    let mut is_closed = false;
    let mut is_last = true;
    for line in lines.by_ref() {
        let closes = line.contains(EXTERNAL_END);
        is_last = closes || (is_last && line.is_blank());
        is_closed |= closes;
    }
    !is_closed || is_last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> &str {
        split_message(text.into(), true).body.to_str().unwrap()
    }

    #[test]
    fn blocks_of_both_generations_go_from_the_start() {
        for header in ["Sender (untrusted metadata):", "Sender: ⟦openclaw:ctx⟧"] {
            let text = format!(
                "{header}\n```json\n{{\"name\":\"Ann\"}}\n```\n\n[Wed 2026-02-18 18:04] hi"
            );
            let message = split_message(text.as_str().into(), true);
            assert_eq!(message.body, "hi");
            assert_eq!(lead_label(message.lead).unwrap().as_js(), "Ann");
        }
        assert_eq!(body("Notes: ⟦openclaw:ctx⟧\na\nb\n\n  hi"), "  hi");
    }

    #[test]
    fn what_a_person_may_have_typed_stays() {
        for kept in [
            "[2026-01-02 10:10] notes",
            "[Wed 2026-02-18 18:04] notes",
            "[Teams meeting] notes",
            "Sender (untrusted metadata):\nis a strange line",
            "Sender (untrusted metadata):\n```json\n{}",
            "Why\nSender (untrusted metadata):\n```json\n{}\n```\n?",
            "⟦openclaw:ctx⟧\nx",
        ] {
            assert_eq!(body(kept), kept);
        }
    }

    #[test]
    fn a_suffix_reaches_to_the_end() {
        let suffix = format!(
            "{UNTRUSTED_HEADER}\n<<<EXTERNAL_UNTRUSTED_CONTENT>>>\nx\n<<<END_EXTERNAL_UNTRUSTED_CONTENT>>>"
        );
        assert_eq!(body(&format!("hi\n\n{suffix}\n")), "hi");
        let quoted = format!("See\n{suffix}\nwhat is this?");
        assert_eq!(body(&quoted), quoted);
    }
}
