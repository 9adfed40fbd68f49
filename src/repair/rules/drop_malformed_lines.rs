use crate::json::Document;
use crate::rule::declare_rule;
use crate::text::find_bytes;
use crate::{ErrorKind, Limits};
use std::ops::Range;

declare_rule! {
    /// ## What it does
    /// Drops lines of a session file that are no JSON value.
    /// ## Who refuses without it
    /// The loader of the session: it skips the line, or fails on the file.
    /// ## Exact rule
    /// 1. A line ends at LF; one CR before it belongs to the line end. Blank lines (nothing but ECMAScript white space)
    ///    are no defect.
    /// 2. Any other line is exactly one JSON value (RFC 8259), with nothing but JSON white space around it. Bytes that
    ///    are no UTF-8 read as U+FFFD. Else it goes, and counts in `droppedLines`.
    /// 3. With `splitGlued` every complete object in such a line stays, each on a line of its own, and counts in
    ///    `recoveredRecords`; a line without one counts in `droppedLines`.
    /// ## Example
    /// ```json before
    /// [{"type":"custom","id":"a"},"{\"type\":\"custom\",\"id\":\"b\",\"da"]
    /// ```
    /// ```json after
    /// [{"type":"custom","id":"a"}]
    /// ```
    /// ## Never touches
    /// JSON values that are no known record: they stay as they are.
    /// ## Order
    /// First: the other rules look into records.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, session file repair; vectors `repair/lines`, `repair/bytes`.
    pub(crate) static DROP_MALFORMED_LINES = {
        id: "drop-malformed-lines",
        summary: "lines that are no JSON value go",
        effects: [Drops],
        rejects: [],
        since: "0.1.0",
    }
}

/// The complete objects in a damaged line, outermost ones, in order.
///
/// Each attempt reads on to where it fails, and the next one begins there, so the line is read about twice in all.
pub(crate) fn recover(line: &str, limits: &Limits) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = find_bytes(&bytes[at..], b"{") {
        let start = at + step;
        let error = match Document::parse(&bytes[start..], 0, limits) {
            Ok(_) => {
                found.push(start..bytes.len());
                break;
            }
            Err(error) => error,
        };
        let fault = start + error.offset().unwrap_or(1);
        let is_whole = error.kind() == ErrorKind::InvalidJson
            && bytes.get(start..fault).is_some_and(|text| Document::parse(text, 0, limits).is_ok());
        if is_whole {
            found.push(start..fault);
            at = fault;
        } else {
            // A record cut inside a string swallows the `{"` of the next one before the fault shows.
            at = fault.saturating_sub(OPENING).max(start + 1);
        }
        if at >= bytes.len() {
            break;
        }
    }
    found
}

/// Bytes of an object's opening: its brace and the quote of its first key.
const OPENING: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[&str]) {
        let found: Vec<&str> = recover(line, &Limits::default()).into_iter().map(|range| line[range].trim()).collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn finds_complete_objects_in_damage() {
        check(r#"{"a":1}{"b":{"c":2}}"#, &[r#"{"a":1}"#, r#"{"b":{"c":2}}"#]);
        check("\0\0{\"a\":1}", &[r#"{"a":1}"#]);
        check(r#"{"a":1} {"b":"cut"#, &[r#"{"a":1}"#]);
        check(r#"{"a":"cut{"b":2}"#, &[r#"{"b":2}"#]);
        check("{", &[]);
        check("é{é{\"a\":1}é", &[r#"{"a":1}"#]);
    }

    #[test]
    fn reads_a_line_of_openings_in_linear_time() {
        assert!(recover(&"{\"a\":".repeat(200_000), &Limits::default()).is_empty());
        assert!(recover(&"{".repeat(200_000), &Limits::default()).is_empty());
    }
}
