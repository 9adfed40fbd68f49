//! Delimited runtime context as people should not see it: complete blocks go wherever they stand, and what only looks
//! like a part of one stays.
//!
//! A token is a line that is `BEGIN` or `END` but for spaces, tabs and CR around it. Tokens pair like brackets. A
//! closed fence whose tokens pair among themselves is code, and its tokens are none; a fence that no line closes, or
//! that would split a block, protects nothing.

use super::lines::Lines;
use super::runtime_context::{BEGIN, END};
use super::{JsStr, JsString};

/// What happens to an opening token that nothing closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclosed {
    /// It stays, with all that follows: a person typed it.
    Keep,
    /// It goes, with all that follows: a model repeats what it was given, and was cut short.
    Cut,
}

/// A text and the blocks that were taken out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextSplit {
    /// The text without the blocks.
    pub text: JsString,
    /// The complete blocks with their tokens, joined by an empty line.
    pub context: Option<JsString>,
}

/// Takes the blocks out of a text; `None` when there is none.
///
/// What is before a block is trimmed at its end, what is after it at its start; an empty line parts the two when neither
/// is empty.
pub fn split_context_blocks(text: JsStr<'_>, unclosed: Unclosed) -> Option<ContextSplit> {
    if !text.contains(BEGIN) {
        return None;
    }
    let (blocks, open) = pair_tokens(text, &marks(text));
    let cut = open.filter(|_| unclosed == Unclosed::Cut);
    if blocks.is_empty() && cut.is_none() {
        return None;
    }
    let mut kept = JsString::new();
    let mut context = JsString::new();
    let mut rest = 0;
    let end = cut.unwrap_or(text.len());
    for &(start, block_end) in blocks.iter().filter(|block| block.0 < end) {
        append_paragraph(&mut kept, text.slice(rest, start).trim_end());
        append_paragraph(&mut context, text.slice(start, block_end).trim());
        let after = text.tail(block_end);
        rest = text.len() - after.trim_start().len();
    }
    let last = text.slice(rest.min(end), end);
    append_paragraph(
        &mut kept,
        if cut.is_some() { last.trim_end() } else { last },
    );
    Some(ContextSplit {
        text: kept,
        context: (!context.is_empty()).then_some(context),
    })
}

fn append_paragraph(text: &mut JsString, part: JsStr<'_>) {
    if !text.is_empty() && !part.is_empty() {
        text.push_str("\n\n");
    }
    text.push(part);
}

/// A line that means something here.
#[derive(Clone, Copy, Debug)]
struct Mark {
    start: usize,
    end: usize,
    kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    Begin,
    End,
    /// A fence of `run` characters; only a bare one closes another.
    Fence {
        tilde: bool,
        run: usize,
        bare: bool,
    },
}

fn marks(text: JsStr<'_>) -> Vec<Mark> {
    let mut found = Vec::new();
    let mut lines = Lines::new(text);
    while let Some(start) = lines.offset() {
        let Some(line) = lines.next() else { break };
        let trimmed = line.trim();
        let kind = if trimmed == *BEGIN {
            Some(MarkKind::Begin)
        } else if trimmed == *END {
            Some(MarkKind::End)
        } else {
            fence(trimmed)
        };
        let end = start + line.len();
        found.extend(kind.map(|kind| Mark { start, end, kind }));
    }
    found
}

fn fence(line: JsStr<'_>) -> Option<MarkKind> {
    let tilde = line.starts_with("~~~");
    if !tilde && !line.starts_with("```") {
        return None;
    }
    let mark = if tilde { b'~' } else { b'`' };
    let rest = line.trim_start_byte(mark);
    Some(MarkKind::Fence {
        tilde,
        run: line.len() - rest.len(),
        bare: rest.is_empty(),
    })
}

/// The outermost complete blocks, and the first opening token that nothing closes.
fn pair_tokens(text: JsStr<'_>, marks: &[Mark]) -> (Vec<(usize, usize)>, Option<usize>) {
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut fences = Fences::default();
    let mut at = 0;
    while let Some(mark) = marks.get(at) {
        at += 1;
        match mark.kind {
            MarkKind::Begin => open.push(mark.start),
            MarkKind::End => {
                if let Some(start) = open.pop() {
                    while blocks.last().is_some_and(|block| block.0 > start) {
                        blocks.pop();
                    }
                    blocks.push((start, mark.end.min(text.len())));
                }
            }
            MarkKind::Fence { .. } if open.is_empty() => {
                if let Some(close) = fences.code_end(marks, at - 1) {
                    at = close + 1;
                }
            }
            MarkKind::Fence { .. } => {}
        }
    }
    (blocks, open.first().copied())
}

/// What is known of fences, so that each mark is looked at a bounded number of times.
#[derive(Default)]
struct Fences {
    /// No fence before this mark is code.
    none_before: usize,
    /// Runs at least this long are never closed, by kind.
    unclosed: [Option<usize>; 2],
}

impl Fences {
    /// The mark that closes the fence at `at`, when what is between is code.
    fn code_end(&mut self, marks: &[Mark], at: usize) -> Option<usize> {
        let MarkKind::Fence { tilde, run, .. } = marks[at].kind else {
            return None;
        };
        let unclosed = &mut self.unclosed[usize::from(tilde)];
        if at < self.none_before || unclosed.is_some_and(|known| run >= known) {
            return None;
        }
        let mut depth = 0usize;
        let mut is_balanced = true;
        for (index, mark) in marks.iter().enumerate().skip(at + 1) {
            match mark.kind {
                MarkKind::Begin => depth += 1,
                MarkKind::End if depth == 0 => is_balanced = false,
                MarkKind::End => depth -= 1,
                MarkKind::Fence {
                    tilde: kind,
                    run: length,
                    bare: true,
                } if kind == tilde && length >= run => {
                    // A lone token is typed, and code as well as anything; one that pairs outside is not.
                    if is_balanced && depth == 0 {
                        return Some(index);
                    }
                    self.none_before = index + 1;
                    return None;
                }
                MarkKind::Fence { .. } => {}
            }
        }
        *unclosed = Some(run);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> String {
        let text = text
            .replace('<', "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>")
            .replace('>', "\u{1}");
        let text = text.replace("\u{1}\u{1}\u{1}", ">>>").replace('\u{1}', END);
        let split = split_context_blocks(text.as_str().into(), Unclosed::Keep);
        let kept = split.map_or(text, |split| split.text.as_js().to_string_lossy());
        kept.replace(BEGIN, "<").replace(END, ">")
    }

    #[test]
    fn complete_blocks_go_and_lone_tokens_stay() {
        assert_eq!(strip("< \ns\n>\t\r\nhi"), "hi");
        assert_eq!(strip("a\n<\n<\ns\n>\n>\nb"), "a\n\nb");
        assert_eq!(strip("a\n<\nb\n<\ns\n>\nc"), "a\n<\nb\n\nc");
        assert_eq!(strip("a\n>\n<\nb"), "a\n>\n<\nb");
        assert_eq!(strip("a <\ns\n>"), "a <\ns\n>");
    }

    #[test]
    fn code_is_a_closed_fence_that_holds_whole_blocks() {
        for kept in ["```\n<\ns\n>\n```\nhi", "~~~~\n<\n>\n~~~~"] {
            assert_eq!(strip(kept), kept);
        }
        assert_eq!(strip("```\nhi\n<\ns\n>"), "```\nhi");
        assert_eq!(strip("```\nhi\n<\n```\ns\n>"), "```\nhi");
    }

    #[test]
    fn a_megabyte_of_fences_and_tokens_takes_linear_time() {
        let token = format!("{BEGIN}\n");
        for line in ["```a\n", token.as_str(), "```\n", "~~~a\n```b\n"] {
            let text = line.repeat(1_000_000 / line.len()) + &token + "```";
            split_context_blocks(text.as_str().into(), Unclosed::Keep);
        }
    }
}
