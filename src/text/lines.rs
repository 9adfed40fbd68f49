//! Walking over lines without collecting them.

use super::{JsStr, JsString};

/// The lines of a text, split at LF alone: a CR stays at the end of its line, and text that ends with LF has an
/// empty last line. A copy looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'a> {
    text: JsStr<'a>,
    /// Where the next line starts; `None` after the last line.
    next: Option<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: JsStr<'a>) -> Self {
        Lines {
            text,
            next: Some(0),
        }
    }

    /// Byte offset of the next line; `None` after the last line.
    pub(super) fn offset(&self) -> Option<usize> {
        self.next
    }

    /// The next line, without moving on.
    pub(super) fn peek(mut self) -> Option<JsStr<'a>> {
        self.next()
    }

    /// Moves on while lines are as wanted.
    pub(super) fn advance_while(&mut self, wanted: impl Fn(JsStr<'a>) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
    }

    /// Moves past lines of white space.
    pub(super) fn skip_blank(&mut self) {
        self.advance_while(JsStr::is_blank);
    }

    /// Moves past the next line whose trim is `line`; false, and at the end, when there is none.
    pub(super) fn skip_through(&mut self, line: &str) -> bool {
        self.any(|candidate| candidate.trim() == line)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = JsStr<'a>;

    fn next(&mut self) -> Option<JsStr<'a>> {
        let start = self.next?;
        let end = self.text.tail(start).find_byte(b'\n').map(|at| at + start);
        self.next = end.map(|at| at + 1);
        Some(self.text.slice(start, end.unwrap_or(self.text.len())))
    }
}

/// A line as a split at `\r?\n` gives it. `is_last` says that no LF follows it.
pub(super) fn without_cr(line: JsStr<'_>, is_last: bool) -> JsStr<'_> {
    match line.as_bytes() {
        [.., b'\r'] if !is_last => line.head(line.len() - 1),
        _ => line,
    }
}

/// Lines being joined with LF.
#[derive(Debug, Default)]
pub(super) struct JoinedLines {
    text: JsString,
    started: bool,
}

impl JoinedLines {
    pub(super) fn push(&mut self, line: JsStr<'_>) {
        if self.started {
            self.text.push_str("\n");
        }
        self.started = true;
        self.text.push(line);
    }

    pub(super) fn into_text(self) -> JsString {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_final_line_feed_makes_an_empty_last_line() {
        let mut lines = Lines::new(JsStr::from("a\r\n"));
        assert_eq!(lines.next().unwrap(), "a\r");
        assert_eq!(lines.offset(), Some(3));
        assert_eq!(lines.next().unwrap(), "");
        assert!(lines.next().is_none());
    }

    #[test]
    fn joining_gives_the_text_back() {
        for text in ["", "\n", "a", "\n\na\n"] {
            let mut joined = JoinedLines::default();
            Lines::new(JsStr::from(text)).for_each(|line| joined.push(line));
            assert_eq!(joined.into_text().as_js(), text);
        }
    }
}
