//! What became of each row, by which rules, and what was taken out of its texts.

use super::track::Row;
use super::value::{array, elements, member_text, text};
use crate::json::{Document, Kind, Value};
use crate::rule::Rule;
use crate::text::{JsStr, TRUNCATION_MARK, Utf16Offsets, is_space};

/// What became of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It is shown, as it was or changed.
    #[default]
    Shown,
    /// It is shown, with a text or the whole row cut.
    Cut,
    /// It is part of another row.
    Merged,
    /// It is not shown.
    Hidden,
}

impl Fate {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Shown => "shown",
            Fate::Cut => "cut",
            Fate::Merged => "merged",
            Fate::Hidden => "hidden",
        }
    }
}

/// What was taken out of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// JSON pointer of the text in its row.
    pub pointer: String,
    /// Start and end of each stretch that is gone, in UTF-16 units of the old text.
    pub ranges: Vec<(usize, usize)>,
}

/// One row of the input in the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowReport {
    /// What became of it.
    pub fate: Fate,
    /// Ids of the rules that changed it or took it away, in order.
    pub rules: Vec<&'static str>,
    /// What is gone of its texts, while it is shown.
    pub removed: Vec<Removal>,
}

/// Collects the report; does nothing when there is none to make.
#[derive(Default)]
pub(super) struct Notes {
    rows: Option<Vec<RowReport>>,
}

impl Notes {
    /// Notes on so many rows, of which none is shown that is not an object.
    pub(super) fn on(document: &Document<'_>, values: &[Value]) -> Notes {
        let report = |value: &Value| RowReport {
            fate: match document.kind(*value) {
                Kind::Object => Fate::Shown,
                _ => Fate::Hidden,
            },
            ..RowReport::default()
        };
        Notes {
            rows: Some(values.iter().map(report).collect()),
        }
    }

    /// What a rule made of the rows; both lists are in the order of the input.
    pub(super) fn step(&mut self, rule: &Rule, before: &[Row], after: &[Row]) {
        let Some(reports) = &mut self.rows else {
            return;
        };
        let mut after = after.iter().filter(|row| row.source.is_some()).peekable();
        for old in before {
            let Some(report) = old.source.and_then(|source| reports.get_mut(source)) else {
                continue;
            };
            match after.next_if(|new| new.source == old.source) {
                Some(new) if new.value == old.value => continue,
                Some(_) => {}
                None if rule.effects.contains(&crate::rule::Effect::Merges) => {
                    report.fate = Fate::Merged;
                }
                None => report.fate = Fate::Hidden,
            }
            if report.rules.last() != Some(&rule.id) {
                report.rules.push(rule.id);
            }
        }
    }

    /// A row that a limit of the page left out, or replaced.
    pub(super) fn finish(
        mut self,
        document: &Document<'_>,
        values: &[Value],
        shown: &[Row],
    ) -> Option<Vec<RowReport>> {
        let reports = self.rows.as_mut()?;
        for row in shown {
            let Some(source) = row.source else { continue };
            let (Some(&old), Some(report)) = (values.get(source), reports.get_mut(source)) else {
                continue;
            };
            if old == row.value {
                continue;
            }
            let (removed, is_cut) = removals(document, old, row.value);
            report.removed = removed;
            if is_cut {
                report.fate = Fate::Cut;
            }
        }
        self.rows
    }
}

/// What is gone of the texts of a row, and whether one was cut.
fn removals(document: &Document<'_>, old: Value, new: Value) -> (Vec<Removal>, bool) {
    let mut found = Vec::new();
    let mut is_cut = super::row::is_cut(document, new);
    let mut compare = |pointer: String, old: JsStr<'_>, new: JsStr<'_>| {
        let gone = gone(old, new);
        is_cut |= gone.is_cut;
        if !gone.ranges.is_empty() {
            found.push(Removal {
                pointer,
                ranges: gone.ranges,
            });
        }
    };
    for key in ["content", "text"] {
        let texts = (
            member_text(document, old, key),
            member_text(document, new, key),
        );
        if let (Some(old), Some(new)) = texts {
            compare(format!("/{key}"), old.as_js(), new.as_js());
        }
    }
    let blocks = |row| elements(document, array(document, row, "content"));
    // Blocks that went leave no counterpart to compare with.
    if blocks(old).count() == blocks(new).count() {
        for (index, (old, new)) in blocks(old).zip(blocks(new)).enumerate() {
            let text_of = |block: Value| {
                let value = document.get(block, "text")?;
                text(document, value)
            };
            if let (Some(old), Some(new)) = (text_of(old), text_of(new)) {
                compare(format!("/content/{index}/text"), old.as_js(), new.as_js());
            }
        }
    }
    (found, is_cut)
}

/// What is gone of a text.
#[derive(Debug, PartialEq, Eq)]
struct Gone {
    /// Start and end of each stretch, in UTF-16 units of the old text.
    ranges: Vec<(usize, usize)>,
    /// The text was cut, and is marked so.
    is_cut: bool,
}

fn gone(old: JsStr<'_>, new: JsStr<'_>) -> Gone {
    let Some(start) = without_mark(new) else {
        return Gone {
            ranges: stretches(old, new, true).ranges,
            is_cut: false,
        };
    };
    // An old text may end in the mark by itself: it was cut before, or somebody quotes one that was.
    let kept_mark = without_mark(old).map(|body| (body, stretches(body, start, true)));
    if let Some((body, found)) = kept_mark.filter(|(_, found)| found.is_whole) {
        let is_cut = found
            .ranges
            .last()
            .is_some_and(|range| range.1 == body.utf16_len());
        return Gone {
            ranges: found.ranges,
            is_cut,
        };
    }
    // What is left of a text that was cut is its start, whatever its end looks like.
    Gone {
        ranges: stretches(old, start, false).ranges,
        is_cut: true,
    }
}

/// What stands before the mark of a cut; none without the mark.
fn without_mark(text: JsStr<'_>) -> Option<JsStr<'_>> {
    text.ends_with(TRUNCATION_MARK)
        .then(|| text.head(text.len() - TRUNCATION_MARK.len()))
}

/// Stretches of an old text that are not in the new one.
struct Stretches {
    /// Start and end of each, in UTF-16 units.
    ranges: Vec<(usize, usize)>,
    /// The rest of the old text is the whole new one, white space aside.
    is_whole: bool,
}

/// Finds the stretches.
///
/// The common end, if the texts share theirs, and the common start are what they seem. Between them code points of the new
/// text are found again from left to right, white space aside; when one is not there, all that is between is one stretch.
fn stretches(old: JsStr<'_>, new: JsStr<'_>, shares_end: bool) -> Stretches {
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let shared = a.len().min(b.len());
    let is_inside = |bytes: &[u8], at: usize| bytes.get(at).is_some_and(|b| b & 0xC0 == 0x80);
    let mut tail = (0..if shares_end { shared } else { 0 })
        .take_while(|&at| a[a.len() - 1 - at] == b[b.len() - 1 - at])
        .count();
    while tail > 0 && (is_inside(a, a.len() - tail) || is_inside(b, b.len() - tail)) {
        tail -= 1;
    }
    let mut head = (0..shared - tail).take_while(|&at| a[at] == b[at]).count();
    while head > 0 && (is_inside(a, head) || is_inside(b, head)) {
        head -= 1;
    }
    let end = a.len() - tail;
    let offsets = Utf16Offsets::new(a);
    let mut ranges = Vec::new();
    let mut gone = head;
    let mut at = head;
    for (_, c) in new.slice(head, b.len() - tail).code_points() {
        let mut rest = old.slice(at, end).code_points();
        // White space may stand where a token was.
        if is_space(c) && rest.clone().next().is_none_or(|next| next.1 != c) {
            continue;
        }
        let found = rest.find(|found| found.1 == c);
        let Some((skipped, _)) = found else {
            let all = (offsets.of(head), offsets.of(end));
            return Stretches {
                ranges: if head < end { vec![all] } else { Vec::new() },
                is_whole: false,
            };
        };
        at += skipped;
        if at > gone {
            ranges.push((offsets.of(gone), offsets.of(at)));
        }
        let width = old
            .tail(at)
            .code_points()
            .nth(1)
            .map_or(old.len() - at, |next| next.0);
        at += width;
        gone = at;
    }
    if gone < end {
        ranges.push((offsets.of(gone), offsets.of(end)));
    }
    Stretches {
        ranges,
        is_whole: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_new_text() {
        let ranges = |old: &str, new: &str| gone(old.into(), new.into()).ranges;
        assert_eq!(ranges("xx 😀 hi", "hi"), [(0, 6)]);
        assert_eq!(ranges("a😀b NO", "a😀b"), [(4, 7)]);
        assert_eq!(ranges("a1b2c", "abc"), [(1, 2), (3, 4)]);
        assert_eq!(ranges("abc", "abc"), []);
        assert_eq!(ranges("abc", "axc"), [(1, 2)]);
        assert_eq!(ranges("a<x>b<y> c", "a b c"), [(1, 4), (5, 8)]);
        assert_eq!(ranges("abcdef", "abc\n...(truncated)..."), [(3, 6)]);
        assert_eq!(ranges("xxxxxx", "xxx\n...(truncated)..."), [(3, 6)]);
    }

    #[test]
    fn a_mark_that_was_there_before_is_no_cut() {
        let was_cut = |old: &str, new: &str| {
            let gone = gone(old.into(), new.into());
            (gone.ranges, gone.is_cut)
        };
        const MARKED: &str = "<x> ab\n...(truncated)...";
        let kept = was_cut(MARKED, "ab\n...(truncated)...");
        assert_eq!(kept, (vec![(0, 4)], false));
        let cut_before_it = was_cut(MARKED, "<x>\n...(truncated)...");
        assert_eq!(cut_before_it, (vec![(3, 6)], true));
        let cut_inside_it = was_cut(MARKED, "ab\n...(tr\n...(truncated)...");
        assert_eq!(cut_inside_it, (vec![(0, 4), (13, 24)], true));
        let cut_alone = was_cut("<x>\n...(truncated)...", "...(tr\n...(truncated)...");
        assert_eq!(cut_alone, (vec![(0, 4), (10, 21)], true));
    }
}
