//! What people see of a transcript: rows without the host's notes, silence, payloads and markers, cut to a length.
//!
//! A *row* is one entry of the message list. Rows are values of a [`Document`]; a row that no step changes stays the very
//! same [`Value`], which tells a client that it need not draw it again. All lengths are UTF-16 units.
//!
//! ```
//! use transcript_hygiene::display::{DisplayOptions, project};
//! use transcript_hygiene::{Limits, json};
//!
//! let text = br#"[{"role":"user","content":"[Slack ann 2026-01-05T10:00Z] hi"},{"role":"assistant","content":"NO_REPLY"}]"#;
//! let mut document = json::Document::parse(text, 4, &Limits::default())?;
//! let list = document.root();
//! let shown = project(&mut document, list, &DisplayOptions::new());
//! let rows: Vec<_> = shown.rows.iter().map(|row| json::write(&document, *row)).collect();
//! assert_eq!(rows, [br#"{"role":"user","content":"hi"}"#]);
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod answer_row;
mod block;
mod canvas;
#[cfg(feature = "conformance")]
pub(crate) mod conformance;
mod course;
mod details;
mod heartbeat;
pub mod history;
mod numbers;
mod options;
mod pipeline;
mod plain;
mod report;
mod restart;
mod row;
pub(crate) mod rules;
mod shown_block;
mod shown_row;
mod speech;
mod tool_replies;
mod track;
mod value;

use crate::json::{Document, Value};
use crate::text::JsString;
use report::Notes;

pub use numbers::{COST, USAGE};
pub use options::{DEFAULT_MAX_CHARS, DisplayOptions};
pub use pipeline::pipeline_steps;
pub use report::{Fate, Removal, RowReport};
pub use restart::{Restart, has_loose_speech, restart};

/// Rows as people see them.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The rows in the order of the input.
    pub rows: Vec<Value>,
    /// For each row, which row of the input it shows; none for a row that a rule made.
    pub sources: Vec<Option<usize>>,
    /// A turn's boundary was hidden and no row after it shows it yet.
    pub turn_boundary_pending: bool,
    /// What became of each row of the input, when asked for.
    pub report: Option<Vec<RowReport>>,
    /// For each row, whether the numbers of its `usage` still have to be put in order: see
    /// [`DisplayOptions::with_order_left`].
    pub is_unordered: Vec<bool>,
    /// For each row, whether it is shown in a turn of the heartbeat.
    in_heartbeat: Vec<bool>,
    /// Which rows of the input are prompts of the heartbeat that are hidden.
    hidden_prompts: Vec<usize>,
}

impl From<history::Page> for Projection {
    fn from(page: history::Page) -> Self {
        Projection {
            // Rows of a page are no place to go on from.
            in_heartbeat: Vec::new(),
            hidden_prompts: Vec::new(),
            is_unordered: vec![false; page.rows.len()],
            rows: page.rows,
            sources: page.sources,
            turn_boundary_pending: page.turn_boundary_pending,
            report: page.report,
        }
    }
}

/// Projects the rows of an array; of another value, none.
pub fn project(document: &mut Document<'_>, list: Value, options: &DisplayOptions) -> Projection {
    let rows: Vec<Value> = value::elements(document, Some(list)).collect();
    project_rows(document, &rows, options)
}

/// Projects rows.
pub fn project_rows(
    document: &mut Document<'_>,
    rows: &[Value],
    options: &DisplayOptions,
) -> Projection {
    let mut notes = match options.report {
        true => Notes::on(document, rows),
        false => Notes::default(),
    };
    let (mut shown, course) = pipeline::run(document, &track::sources(rows), options, &mut notes);
    if let Some(max) = options
        .max_rows
        .filter(|max| max.is_finite() && *max >= 1.0)
    {
        let surplus = shown.len().saturating_sub(max as usize);
        shown.drain(..surplus);
    }
    Projection {
        report: notes.finish(document, rows, &shown),
        rows: track::values(&shown),
        sources: shown.iter().map(|row| row.source).collect(),
        is_unordered: shown.iter().map(|row| row.is_unordered()).collect(),
        in_heartbeat: shown.iter().map(|row| row.in_heartbeat).collect(),
        turn_boundary_pending: course.turn_boundary_pending,
        hidden_prompts: course.hidden_prompts,
    }
}

/// What one row says to people: the text of its final answer, else its text of no phase; none when that is blank.
pub fn visible_text(document: &Document<'_>, row: Value) -> Option<JsString> {
    row::visible_text(document, row)
}

/// Canvas previews of the tool results in projected rows, put to the answers that follow.
pub fn attach_canvas_previews(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    rules::attach_canvas_previews::apply(document, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn a_row_without_a_change_is_the_very_same_value() {
        let text = br#"[{"role":"user","content":"hi"},{"role":"assistant","content":"[[audio_as_voice]]ok"},5]"#;
        let mut document = Document::parse(text, 4, &Limits::default()).expect("JSON");
        let rows: Vec<Value> = value::elements(&document, Some(document.root())).collect();
        let list = document.root();
        let shown = project(&mut document, list, &DisplayOptions::new()).rows;
        assert_eq!(shown.len(), 2);
        assert_eq!(shown[0], rows[0]);
        assert_ne!(shown[1], rows[1]);
    }

    #[test]
    fn the_last_rows_are_given() {
        let text = br#"[{"role":"user","content":"a"},{"role":"user","content":"b"}]"#;
        let mut document = Document::parse(text, 4, &Limits::default()).expect("JSON");
        for (max, given) in [(1.9, 1), (0.5, 2), (f64::NAN, 2), (-1.0, 2)] {
            let options = DisplayOptions::new().with_max_rows(Some(max));
            let list = document.root();
            let shown = project(&mut document, list, &options).rows;
            assert_eq!(shown.len(), given, "{max}");
        }
    }
}
