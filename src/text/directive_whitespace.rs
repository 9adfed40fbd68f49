//! White space of a text whose directives were taken out.
//!
//! Blocks are set aside first and come back unchanged:
//! - *fence*: at least three backticks or tildes anywhere, the rest of the line, and all up to the nearest later line,
//!   but not the very next, that starts with as many of them, with the rest of that line. Of a longer run as many count
//!   as can be closed.
//! - *indented lines*: lines that start with four spaces or a tab, with the LF before each.
//!
//! In what is left: CRLF becomes LF; two or more spaces or tabs between two characters become one space, in one pass in
//! which a character stands at one gap only; LF go from the start, or one lone space; spaces and tabs go before LF;
//! three or more LF become two; white space goes from the end.

use super::{JsStr, JsString, is_space};

/// A block in the list of code points. In the passes it is a token that is not white space.
const BLOCK: u32 = 0x11_0000;

const LF: u32 = b'\n' as u32;
const CR: u32 = b'\r' as u32;

/// The text with its white space put in order.
pub(super) fn normalize(text: JsStr<'_>) -> JsString {
    let (tokens, blocks) = set_aside(text);
    let tokens = collapse_gaps(&without_cr(&tokens));
    let tokens = collapse_line_feeds(trim_lead(&tokens));
    let end = tokens
        .iter()
        .rposition(|&c| !is_space(c))
        .map_or(0, |at| at + 1);
    let mut out = JsString::with_capacity(text.len());
    let mut blocks = blocks.into_iter();
    for &c in &tokens[..end] {
        match c {
            BLOCK => out.push(blocks.next().unwrap_or_default()),
            c => out.push_code_point(c),
        }
    }
    out
}

/// A line that may close a fence.
struct Closer {
    start: usize,
    run: usize,
    /// The longest run from this line on.
    longest: usize,
}

fn run_at(bytes: &[u8], at: usize) -> usize {
    let byte = bytes[at];
    bytes[at..].iter().take_while(|&&b| b == byte).count()
}

/// The lines that may close a fence of this byte.
fn closers(bytes: &[u8], byte: u8) -> Vec<Closer> {
    let breaks = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n');
    let mut found: Vec<Closer> = breaks
        .map(|(at, _)| at + 1)
        .filter(|&start| bytes[start..].starts_with(&[byte; 3]))
        .map(|start| Closer {
            start,
            run: run_at(bytes, start),
            longest: 0,
        })
        .collect();
    let mut longest = 0;
    for closer in found.iter_mut().rev() {
        longest = closer.run.max(longest);
        closer.longest = longest;
    }
    found
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    JsStr::from_wtf8(&bytes[from..])
        .find_byte(b'\n')
        .map_or(bytes.len(), |at| at + from)
}

/// The end of a fence that begins at `at`, in a line that ends at `opening_end`.
fn fence_end(bytes: &[u8], at: usize, opening_end: usize, closers: &[Closer]) -> Option<usize> {
    if !bytes[at..].starts_with(&[bytes[at]; 3]) {
        return None;
    }
    // The line right behind the opening one closes nothing.
    let first = closers.partition_point(|closer| closer.start <= opening_end + 1);
    let longest = closers.get(first)?.longest;
    let run = run_at(bytes, at).min(longest);
    let closer = closers[first..].iter().find(|closer| closer.run >= run)?;
    Some(line_end(bytes, closer.start))
}

/// The end of the indented lines that begin at `at`, which is an LF or the start of the text.
fn indented_end(bytes: &[u8], at: usize) -> Option<usize> {
    let is_indented = |line: usize| {
        let line = bytes.get(line..).unwrap_or_default();
        line.starts_with(b"    ") || line.starts_with(b"\t")
    };
    let mut end = match bytes.get(at) {
        _ if at == 0 && is_indented(0) => line_end(bytes, 0),
        Some(b'\n') if is_indented(at + 1) => line_end(bytes, at + 1),
        _ => return None,
    };
    while bytes.get(end) == Some(&b'\n') && is_indented(end + 1) {
        end = line_end(bytes, end + 1);
    }
    Some(end)
}

fn set_aside(text: JsStr<'_>) -> (Vec<u32>, Vec<JsStr<'_>>) {
    let bytes = text.as_bytes();
    let (backticks, tildes) = (closers(bytes, b'`'), closers(bytes, b'~'));
    let mut tokens = Vec::with_capacity(bytes.len());
    let mut blocks = Vec::new();
    let (mut block_end, mut opening_end) = (0, line_end(bytes, 0));
    for (at, c) in text.code_points() {
        if at < block_end {
            continue;
        }
        if at > opening_end {
            opening_end = line_end(bytes, at);
        }
        let end = match bytes[at] {
            b'`' => fence_end(bytes, at, opening_end, &backticks),
            b'~' => fence_end(bytes, at, opening_end, &tildes),
            _ => indented_end(bytes, at),
        };
        match end {
            Some(end) => {
                blocks.push(text.slice(at, end));
                tokens.push(BLOCK);
                block_end = end;
            }
            None => tokens.push(c),
        }
    }
    (tokens, blocks)
}

fn without_cr(tokens: &[u32]) -> Vec<u32> {
    let is_kept = |at: usize| tokens[at] != CR || tokens.get(at + 1) != Some(&LF);
    let kept = (0..tokens.len()).filter(|&at| is_kept(at));
    kept.map(|at| tokens[at]).collect()
}

fn is_blank(c: u32) -> bool {
    c == 0x20 || c == 0x09
}

fn collapse_gaps(tokens: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(tokens.len());
    // Whether the token before may stand at the left of a gap.
    let mut is_open = false;
    let mut at = 0;
    while at < tokens.len() {
        let gap = tokens[at..].iter().take_while(|&&c| is_blank(c)).count();
        let right = tokens.get(at + gap).copied();
        if gap >= 2 && is_open && right.is_some_and(|c| !is_space(c)) {
            let right = right.unwrap_or_default();
            out.extend([0x20, right]);
            at += gap + 1;
            // A single unit is used up; a block and a character of two units have another one.
            is_open = right >= 0x1_0000;
        } else if gap > 0 {
            out.extend_from_slice(&tokens[at..at + gap]);
            at += gap;
            is_open = false;
        } else {
            out.push(tokens[at]);
            is_open = !is_space(tokens[at]);
            at += 1;
        }
    }
    out
}

fn trim_lead(tokens: &[u32]) -> &[u32] {
    let line_feeds = tokens.iter().take_while(|&&c| c == LF).count();
    let rest = &tokens[line_feeds..];
    match rest {
        [blank, next, ..] if is_blank(*blank) && !is_space(*next) => &rest[1..],
        _ => rest,
    }
}

fn collapse_line_feeds(tokens: &[u32]) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::with_capacity(tokens.len());
    for &c in tokens {
        if c == LF {
            while out.last().is_some_and(|&c| is_blank(c)) {
                out.pop();
            }
            if out.ends_with(&[LF, LF]) {
                continue;
            }
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> String {
        normalize(text.into()).as_js().to_string_lossy()
    }

    #[test]
    fn a_character_stands_at_one_gap_only() {
        assert_eq!(normal("a  b  c  d"), "a b  c d");
        assert_eq!(normal("a  bb \t 😀  c"), "a bb 😀 c");
        assert_eq!(normal(" a\r\n\n \n\nb  \n"), "a\n\nb");
        assert_eq!(normal("  a"), "  a");
    }

    #[test]
    fn code_keeps_its_white_space() {
        assert_eq!(normal("x  y\n    a  b\n\tc\nz"), "x y\n    a  b\n\tc\nz");
        assert_eq!(
            normal("a````\nb  c\n\n\n```\n  d  "),
            "a````\nb  c\n\n\n```\n  d"
        );
        assert_eq!(normal("```\n``` a  b\nc  d"), "```\n``` a b\nc d");
    }

    #[test]
    fn hostile_fences_take_linear_time() {
        normal(&"```".repeat(300_000));
        normal(&"```\n".repeat(200_000));
    }
}
