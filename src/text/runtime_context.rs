//! Internal runtime context that hosts put into prompts: [`strip`], [`extract`], [`has`], [`escape`].
//!
//! [`strip`] applies three grammars in order.
//!
//! **(a) Delimited blocks.** `BEGIN` and `END` count only as whole lines: at the start of the text or after LF, and
//! before CR? LF or the end. From the first begin token on, tokens nest; the block ends after the end token that closes
//! the first. What is before the block is trimmed at its end, what is after it at its start, and the two are joined by
//! an empty line when neither is empty. That is repeated on the new text, where trimming may have made a whole line of
//! a token that was none. A block that is never closed takes the rest of the text with it.
//!
//! **(b) Legacy blocks.** A `LEGACY_HEADER` with `EVENT` right behind it. An *event* has, in this order, anything
//! between them, `CHILD_BEGIN`, `CHILD_END` and `ACTION`. It ends where the next `NEXT_EVENT` starts, or else at
//! the next empty line, or with the text; while `NEXT_EVENT` stands at its end and leads to another event, that one
//! belongs to the block too. Without a first event the block ends at the next empty line, or with the text. It is cut
//! out as in (a). A header without the marker stays.
//!
//! **(c) Prefaces.** A line whose trim is one of `PREFACES` and, directly after it, a line whose trim is `NOTICE` go,
//! with all blank lines that follow. If any went, lines are joined with LF (CRLF is gone), runs of three and more LF
//! become two, and the whole is trimmed. The context itself, below the two lines, stays.

use super::lines::{JoinedLines, Lines, without_cr};
use super::{JsStr, JsString};

/// Opens a delimited block.
pub(super) const BEGIN: &str = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";
/// Closes a delimited block.
pub(super) const END: &str = "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>";
/// What both tokens start with.
const TOKEN_START: &str = "<<<";
/// What [`escape`] writes instead of the tokens.
const ESCAPED_BEGIN: &str = "[[OPENCLAW_INTERNAL_CONTEXT_BEGIN]]";
const ESCAPED_END: &str = "[[OPENCLAW_INTERNAL_CONTEXT_END]]";

/// The line under each preface, and in the legacy header.
pub(super) const NOTICE: &str =
    "This context is runtime-generated, not user-authored. Keep internal details private.";
/// Lines that introduce context below a user's message.
pub(super) const PREFACES: [&str; 2] = [
    "OpenClaw runtime context for the immediately preceding user message.",
    "OpenClaw runtime event.",
];

pub(super) const LEGACY_HEADER: &str = "OpenClaw runtime context (internal):\n\
    This context is runtime-generated, not user-authored. Keep internal details private.\n\n";
const EVENT: &str = "[Internal task completion event]";
const CHILD_BEGIN: &str = "<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>";
const CHILD_END: &str = "<<<END_UNTRUSTED_CHILD_RESULT>>>";
const ACTION: &str = "\n\nAction:\n";
const NEXT_EVENT: &str = "\n\n---\n\n[Internal task completion event]";
const EMPTY_LINE: &str = "\n\n";

/// A text and the delimited blocks that were taken out of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extracted {
    /// The text without the blocks; `None` when there was none.
    pub text: Option<JsString>,
    /// The closed blocks with their tokens, joined by an empty line.
    pub context: Option<JsString>,
}

/// The text without internal context (a, b and c); `None` when there is none in it.
pub fn strip(text: JsStr<'_>) -> Option<JsString> {
    if !may_have(text) {
        return None;
    }
    let mut stripped: Option<JsString> = None;
    for grammar in [strip_delimited, strip_legacy, strip_prefaces] {
        let current = stripped.as_ref().map_or(text, JsString::as_js);
        stripped = grammar(current).or(stripped);
    }
    stripped
}

/// Takes the delimited blocks (a) out and gives them back. A block that is never closed is lost.
pub fn extract(text: JsStr<'_>) -> Extracted {
    let mut context = JsString::new();
    let text = cut_delimited(text, |block| append_paragraph(&mut context, block));
    Extracted {
        text,
        context: (!context.is_empty()).then_some(context),
    }
}

/// True when a begin token stands on a line of its own, or a legacy header or a preface is anywhere.
pub fn has(text: JsStr<'_>) -> bool {
    may_have(text)
        && (next_begin(text, 0, 0).is_some()
            || text.contains(LEGACY_HEADER)
            || PREFACES
                .iter()
                .any(|preface| text.contains(&format!("{preface}\n{NOTICE}"))))
}

/// The text with every token, on a line of its own or not, made harmless; `None` when there is none.
pub fn escape(text: JsStr<'_>) -> Option<JsString> {
    let mut out = JsString::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(at) = text.find_from(TOKEN_START, from) {
        from = at + 1;
        for (token, escaped) in [(BEGIN, ESCAPED_BEGIN), (END, ESCAPED_END)] {
            if text.tail(at).starts_with(token) {
                out.push(text.slice(copied, at));
                out.push_str(escaped);
                copied = at + token.len();
                from = copied;
            }
        }
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out
    })
}

/// The quick test: each grammar needs a begin token or the notice.
fn may_have(text: JsStr<'_>) -> bool {
    text.contains(BEGIN) || text.contains(NOTICE)
}

fn strip_delimited(text: JsStr<'_>) -> Option<JsString> {
    cut_delimited(text, |_| ())
}

/// A token that is a whole line.
struct TokenLine {
    start: usize,
    end: usize,
    opens: bool,
}

/// The next token line at or after `from`. A line also starts at `line_start`, whatever is before it.
fn next_token_line(text: JsStr<'_>, from: usize, line_start: usize) -> Option<TokenLine> {
    let bytes = text.as_bytes();
    let mut from = from;
    loop {
        let start = text.find_from(TOKEN_START, from)?;
        from = start + 1;
        if start != line_start && bytes[start - 1] != b'\n' {
            continue;
        }
        for (token, opens) in [(BEGIN, true), (END, false)] {
            if let Some(rest) = text.tail(start).strip_prefix(token)
                && (rest.is_empty() || rest.starts_with("\n") || rest.starts_with("\r\n"))
            {
                return Some(TokenLine {
                    start,
                    end: start + token.len(),
                    opens,
                });
            }
        }
    }
}

fn next_begin(text: JsStr<'_>, from: usize, line_start: usize) -> Option<TokenLine> {
    let mut from = from;
    loop {
        let token = next_token_line(text, from, line_start)?;
        if token.opens {
            return Some(token);
        }
        from = token.end;
    }
}

/// Where the block ends whose begin token ends at `from`; `None` when nothing closes it.
fn block_end(text: JsStr<'_>, from: usize, line_start: usize) -> Option<usize> {
    let mut depth = 1usize;
    let mut from = from;
    while depth > 0 {
        let token = next_token_line(text, from, line_start)?;
        depth = if token.opens { depth + 1 } else { depth - 1 };
        from = token.end;
    }
    Some(from)
}

/// Grammar (a). The text at any time is `kept`, an empty line, and the text from `rest` on; `kept` holds no begin
/// token that counts, save perhaps one at its very end, so that each byte is looked at once.
fn cut_delimited(text: JsStr<'_>, mut on_block: impl FnMut(JsStr<'_>)) -> Option<JsString> {
    let mut kept = JsString::new();
    let mut rest = 0;
    let mut changed = false;
    loop {
        let mut block = JsString::new();
        let block_text = if changed && ends_with_begin_line(kept.as_js()) {
            // What parted this token from the end of its line was trimmed away: now it counts.
            kept.truncate(kept.len() - BEGIN.len());
            append_paragraph(&mut block, BEGIN.into());
            rest
        } else if let Some(token) = next_begin(text, rest, rest) {
            append_paragraph(&mut kept, text.slice(rest, token.start));
            block.push_str(BEGIN);
            token.end
        } else {
            append_paragraph(&mut kept, text.tail(rest));
            return changed.then_some(kept);
        };
        kept.trim_end();
        changed = true;
        let Some(end) = block_end(text, block_text, rest) else {
            return Some(kept);
        };
        if block_text == rest {
            append_paragraph(&mut block, text.slice(rest, end));
        } else {
            block.push(text.slice(block_text, end));
        }
        on_block(block.as_js());
        rest = text.len() - text.tail(end).trim_start().len();
    }
}

fn ends_with_begin_line(text: JsStr<'_>) -> bool {
    text.ends_with(BEGIN)
        && matches!(
            text.head(text.len() - BEGIN.len()).as_bytes(),
            [] | [.., b'\n']
        )
}

/// Appends with an empty line between, unless one side is empty.
fn append_paragraph(text: &mut JsString, part: JsStr<'_>) {
    if !text.is_empty() && !part.is_empty() {
        text.push_str(EMPTY_LINE);
    }
    text.push(part);
}

/// Grammar (b).
pub(super) fn strip_legacy(text: JsStr<'_>) -> Option<JsString> {
    let mut marks = EventMarks::new(text);
    let mut kept = JsString::new();
    let mut rest = 0;
    let mut from = 0;
    let mut changed = false;
    while let Some(header) = text.find_from(LEGACY_HEADER, from) {
        let event = header + LEGACY_HEADER.len();
        if !text.tail(event).starts_with(EVENT) {
            from = event;
            continue;
        }
        let end = marks.block_end(event);
        append_paragraph(&mut kept, text.slice(rest, header));
        kept.trim_end();
        rest = text.len() - text.tail(end).trim_start().len();
        from = rest;
        changed = true;
    }
    changed.then(|| {
        append_paragraph(&mut kept, text.tail(rest));
        kept
    })
}

/// Finds one needle from growing offsets and looks at each byte once.
struct Finder<'a> {
    text: JsStr<'a>,
    needle: &'static str,
    /// The last search: from where, and what it found.
    last: Option<(usize, Option<usize>)>,
}

impl Finder<'_> {
    fn at_or_after(&mut self, from: usize) -> Option<usize> {
        if let Some((searched_from, found)) = self.last
            && searched_from <= from
            && found.is_none_or(|at| at >= from)
        {
            return found;
        }
        let found = self.text.find_from(self.needle, from);
        self.last = Some((from, found));
        found
    }
}

/// The marks inside legacy blocks.
struct EventMarks<'a> {
    text: JsStr<'a>,
    child_begin: Finder<'a>,
    child_end: Finder<'a>,
    action: Finder<'a>,
    next_event: Finder<'a>,
    empty_line: Finder<'a>,
}

impl<'a> EventMarks<'a> {
    fn new(text: JsStr<'a>) -> Self {
        let finder = |needle| Finder {
            text,
            needle,
            last: None,
        };
        EventMarks {
            text,
            child_begin: finder(CHILD_BEGIN),
            child_end: finder(CHILD_END),
            action: finder(ACTION),
            next_event: finder(NEXT_EVENT),
            empty_line: finder(EMPTY_LINE),
        }
    }

    /// Where the block ends whose first event marker starts at `event`.
    fn block_end(&mut self, event: usize) -> usize {
        let Some(mut end) = self.event_end(event) else {
            return self.paragraph_end(event + EVENT.len());
        };
        while self.text.tail(end).starts_with(NEXT_EVENT) {
            match self.event_end(end + NEXT_EVENT.len() - EVENT.len()) {
                Some(next) => end = next,
                None => break,
            }
        }
        end
    }

    /// Where the event ends whose marker starts at `event`; `None` when a part of it is missing.
    fn event_end(&mut self, event: usize) -> Option<usize> {
        let begin = self.child_begin.at_or_after(event + EVENT.len())?;
        let end = self.child_end.at_or_after(begin + CHILD_BEGIN.len())?;
        let action = self.action.at_or_after(end + CHILD_END.len())? + ACTION.len();
        Some(
            self.next_event
                .at_or_after(action)
                .unwrap_or_else(|| self.paragraph_end(action)),
        )
    }

    fn paragraph_end(&mut self, from: usize) -> usize {
        self.empty_line.at_or_after(from).unwrap_or(self.text.len())
    }
}

/// Grammar (c).
fn strip_prefaces(text: JsStr<'_>) -> Option<JsString> {
    if !text.contains(NOTICE) {
        return None;
    }
    let mut kept = JoinedLines::default();
    let mut changed = false;
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next() {
        let is_preface = PREFACES.iter().any(|preface| line.trim() == **preface)
            && lines.peek().is_some_and(|next| next.trim() == NOTICE);
        if is_preface {
            lines.next();
            lines.skip_blank();
            changed = true;
        } else {
            kept.push(without_cr(line, lines.offset().is_none()));
        }
    }
    changed.then(|| limit_line_feeds(kept.into_text().as_js().trim()))
}

/// Makes runs of three and more LF two.
fn limit_line_feeds(text: JsStr<'_>) -> JsString {
    let mut out = JsString::new();
    let mut rest = text;
    while let Some(at) = rest.find("\n\n\n") {
        out.push(rest.head(at + 2));
        rest = rest.tail(at).trim_start_byte(b'\n');
    }
    out.push(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(text: &str) -> Option<String> {
        strip(text.into()).map(|text| text.as_js().to_string_lossy())
    }

    #[test]
    fn tokens_nest_and_unclosed_blocks_take_the_rest() {
        let text = format!("a \n{BEGIN}\n{BEGIN}\r\n{END}\nx\n{END}\n\n b");
        assert_eq!(stripped(&text).unwrap(), "a\n\nb");
        assert_eq!(stripped(&format!("a\n{BEGIN}\nx\n{END} \n")).unwrap(), "a");
        assert_eq!(stripped(&format!("a {BEGIN}\nx\n{END}\n")), None);
    }

    #[test]
    fn trimming_can_make_a_token_count() {
        let text = format!("a\n{BEGIN}  \n{BEGIN}\nx\n{END}\n  {END}\nb");
        let extracted = extract(text.as_str().into());
        assert_eq!(extracted.text.unwrap().as_js(), "a\n\nb");
        assert_eq!(
            extracted.context.unwrap().as_js().to_string_lossy(),
            format!("{BEGIN}\nx\n{END}\n\n{BEGIN}\n\n{END}")
        );
    }

    #[test]
    fn legacy_events_chain() {
        let event = format!("{EVENT}\n{CHILD_BEGIN}\nr\n\ns\n{CHILD_END}{ACTION}do");
        let text = format!("a\n{LEGACY_HEADER}{event}\n\n---\n\n{event}\n\nb\n\nc");
        assert_eq!(stripped(&text).unwrap(), "a\n\nb\n\nc");
        let bare = format!("{LEGACY_HEADER}{EVENT} x\n\ny");
        assert_eq!(stripped(&bare).unwrap(), "y");
        assert_eq!(stripped(&format!("{LEGACY_HEADER}x")), None);
    }

    #[test]
    fn prefaces_go_with_their_notice_alone() {
        let text = format!("a\r\n\r\n\r\n {} \r\n{NOTICE}\r\n \r\nctx\r\n", PREFACES[1]);
        assert_eq!(stripped(&text).unwrap(), "a\n\nctx");
        assert_eq!(stripped(&format!("{NOTICE}\n{}", PREFACES[0])), None);
    }

    #[test]
    fn escapes_tokens_anywhere() {
        let text = format!("<<{BEGIN}{END}>");
        assert_eq!(
            escape(text.as_str().into())
                .unwrap()
                .as_js()
                .to_string_lossy(),
            format!("<<{ESCAPED_BEGIN}{ESCAPED_END}>")
        );
        assert_eq!(escape("<<<BEGIN".into()), None);
    }

    #[test]
    fn hostile_texts_take_linear_time() {
        let begins = format!("{BEGIN}\n").repeat(50_000);
        assert_eq!(stripped(&begins).unwrap(), "");
        let closed = format!("{BEGIN}\n{END}\n").repeat(50_000);
        assert_eq!(stripped(&closed).unwrap(), "");
        let spaced = format!("{BEGIN} \n").repeat(50_000);
        let ends = format!("{END}\n").repeat(50_001);
        assert_eq!(stripped(&format!("{spaced}{BEGIN}\n{ends}b")).unwrap(), "b");
        let glued = format!("{LEGACY_HEADER}{EVENT}").repeat(50_000);
        // Each block ends at the empty line in the header after it, whose marker stays.
        assert_eq!(
            stripped(&glued).unwrap().len(),
            25_000 * (EVENT.len() + 2) - 2
        );
        let headers = format!("{LEGACY_HEADER}{EVENT}\n\n").repeat(50_000);
        assert_eq!(stripped(&headers).unwrap(), "");
        assert_eq!(stripped(&"<".repeat(3_000_000)), None);
    }
}
