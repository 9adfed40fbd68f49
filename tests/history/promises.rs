//! What the projection promises, each as a check of one history.

use serde_json::Value as Json;
use transcript_hygiene::Limits;
use transcript_hygiene::display::{
    DisplayOptions, Fate, Projection, has_loose_speech, project_rows, restart,
};
use transcript_hygiene::json::{Document, Value, write};
use transcript_hygiene::policy::Profile;

use super::make::{History, SECRET};

/// Levels that are read: rows, their content, its blocks.
const LEVELS: usize = 4;

const CUT: &str = "\n...(truncated)...";

/// Rows that were read and projected.
struct Shown<'s> {
    document: Document<'s>,
    raw: Vec<Value>,
    projection: Projection,
}

impl Shown<'_> {
    fn texts(&self) -> Vec<String> {
        let rows = self.projection.rows.iter();
        rows.map(|row| written(&self.document, *row)).collect()
    }
}

fn written(document: &Document<'_>, row: Value) -> String {
    String::from_utf8(write(document, row)).expect("written JSON is UTF-8")
}

fn list(rows: &[String]) -> String {
    format!("[{}]", rows.join(","))
}

fn shown<'s>(text: &'s str, options: &DisplayOptions) -> Shown<'s> {
    let mut document =
        Document::parse(text.as_bytes(), LEVELS, &Limits::default()).expect("rows are JSON");
    let root = document.root();
    let raw: Vec<Value> = document.entries(root).map(|entry| entry.value).collect();
    let projection = project_rows(&mut document, &raw, options);
    Shown {
        document,
        raw,
        projection,
    }
}

/// Rows that are appended later show what they would have shown at once.
pub(crate) fn appended_rows_show_the_same(history: &History) {
    let all = list(&history.rows);
    let full = shown(&all, &history.options);
    let (before, added) = history.rows.split_at(history.parted);
    let text = list(before);
    let first = shown(&text, &history.options);
    let Some(restart) = restart(&first.document, &first.raw, &first.projection) else {
        return;
    };
    let mut rows = vec![before[restart.context].clone()];
    rows.extend_from_slice(&before[restart.from..]);
    rows.extend_from_slice(added);
    let text = list(&rows);
    let options = history.options.clone().resumed(&restart);
    let next = shown(&text, &options);
    if has_loose_speech(&next.document, &next.projection) {
        return;
    }
    let mut texts = first.texts();
    texts.truncate(restart.shown);
    texts.extend(next.texts());
    assert_eq!(texts, full.texts());
    assert_eq!(
        next.projection.turn_boundary_pending,
        full.projection.turn_boundary_pending
    );
}

/// What is shown in `strict` is shown as it is.
pub(crate) fn shown_rows_stay_shown(history: &History) {
    if history.profile != Profile::Strict {
        return;
    }
    let text = list(&history.rows);
    let once = shown(&text, &history.options);
    let pending = once.projection.turn_boundary_pending;
    let options = history.options.clone().with_turn_boundary_pending(false);
    let text = list(&once.texts());
    let twice = shown(&text, &options);
    assert_eq!(twice.texts(), once.texts());
    assert!(!twice.projection.turn_boundary_pending || pending);
}

/// A member that no rule knows makes a row none of those that are passed over at one look; it is shown all the same.
pub(crate) fn rows_are_shown_alike_whatever_they_hold(history: &History) {
    const MEMBER: &str = ",\"unknown\":1";
    let rows = history.rows.iter();
    let marked: Vec<String> = rows
        .map(
            |row| match row.strip_suffix('}').filter(|row| *row != "{") {
                Some(row) => format!("{row}{MEMBER}}}"),
                None => row.clone(),
            },
        )
        .collect();
    let (plain, marked) = (list(&history.rows), list(&marked));
    let (plain, marked) = (
        shown(&plain, &history.options),
        shown(&marked, &history.options),
    );
    let marked: Vec<String> = marked
        .texts()
        .iter()
        .map(|row| row.replace(MEMBER, ""))
        .collect();
    assert_eq!(plain.texts(), marked);
}

/// No whole block that a runtime added is in what people see in `strict`.
pub(crate) fn whole_blocks_are_gone(history: &History) {
    let options = &history.options;
    if history.profile != Profile::Strict || *options != options.clone().with_strip_envelope(true) {
        return;
    }
    let text = list(&history.rows);
    for row in shown(&text, options).texts() {
        assert!(!row.contains(SECRET), "{row}");
    }
}

/// Of a text that is shown nothing is gone but the ranges that the report names.
pub(crate) fn text_outside_removed_ranges_stays(history: &History) {
    let text = list(&history.rows);
    let shown = shown(&text, &history.options);
    let report = shown.projection.report.as_deref().expect("a report");
    for (row, source) in shown.projection.rows.iter().zip(&shown.projection.sources) {
        let Some(source) = *source else { continue };
        let json =
            |row| serde_json::from_str::<Json>(&written(&shown.document, row)).expect("JSON");
        let (old, new) = (json(shown.raw[source]), json(*row));
        for removal in &report[source].removed {
            let texts = (old.pointer(&removal.pointer), new.pointer(&removal.pointer));
            let (Some(Json::String(old)), Some(Json::String(new))) = texts else {
                panic!("{} names no text of {old} and {new}", removal.pointer);
            };
            let units: Vec<u16> = old.encode_utf16().collect();
            let mut kept = Vec::new();
            let mut at = 0;
            for &(start, end) in &removal.ranges {
                assert!(at <= start && start < end && end <= units.len());
                kept.extend_from_slice(&units[at..start]);
                at = end;
            }
            kept.extend_from_slice(&units[at..]);
            let kept = String::from_utf16(&kept).expect("ranges part no character");
            if FAILURE.starts_with(new.strip_suffix(CUT).unwrap_or(new)) {
                continue;
            }
            // White space may stand where a token was, so that words stay apart.
            let is_space = |c: char| c.is_whitespace() || c == '\u{FEFF}';
            let said = |text: &str| text.replace(is_space, "");
            assert_eq!(
                said(new.strip_suffix(CUT).unwrap_or(new)),
                said(kept.strip_suffix(CUT).unwrap_or(&kept)),
                "{old:?} without {:?} is {new:?}",
                removal.ranges
            );
        }
    }
}

/// Who puts numbers in order is given the rows of which nothing else would change, and the others as ever.
pub(crate) fn order_is_left_of_nothing_but_numbers(history: &History) {
    let text = list(&history.rows);
    let done = shown(&text, &history.options);
    let left = shown(&text, &history.options.clone().with_order_left(true));
    assert_eq!(left.projection.sources, done.projection.sources);
    let rows = left.texts().into_iter().zip(done.texts());
    for ((left, done), is_unordered) in rows.zip(&left.projection.is_unordered) {
        if !is_unordered {
            assert_eq!(left, done);
            continue;
        }
        assert_eq!(history.profile, Profile::Compat);
        let json = |row: &str| serde_json::from_str::<Json>(row).expect("JSON");
        assert_eq!(json(&left), json(&done));
    }
}

/// The sentence that a failed turn without a word shows.
const FAILURE: &str = "The agent run failed before producing a reply.";

/// In `strict` a row that says what it said is the very same value; what is not shown has a reason.
pub(crate) fn rows_are_the_same_or_have_a_reason(history: &History) {
    let text = list(&history.rows);
    let shown = shown(&text, &history.options);
    let report = shown.projection.report.as_deref().expect("a report");
    let mut is_shown = vec![false; shown.raw.len()];
    for (row, source) in shown.projection.rows.iter().zip(&shown.projection.sources) {
        let Some(source) = *source else { continue };
        is_shown[source] = true;
        let old = shown.raw[source];
        let is_equal = written(&shown.document, old) == written(&shown.document, *row);
        if history.profile == Profile::Strict {
            assert_eq!(old == *row, is_equal, "{}", written(&shown.document, old));
        }
        assert_eq!(old != *row, !report[source].rules.is_empty());
    }
    for (source, report) in report.iter().enumerate() {
        let is_gone = matches!(report.fate, Fate::Hidden | Fate::Merged);
        assert_eq!(is_gone, !is_shown[source], "{}", history.rows[source]);
    }
}
