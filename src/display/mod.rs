//! What people see of a transcript: rows without the host's notes, silence, payloads and markers, cut to a length.
//!
//! A *row* is one entry of the message list. Rows are values of a [`Document`]; a row that no step changes stays the very
//! same [`Value`], which tells a client that it need not draw it again. All lengths are UTF-16 units.
//!
//! ```
//! use transcript_hygiene::display::{DisplayOptions, project};
//! use transcript_hygiene::{Limits, json};
//!
//! let text = br#"[{"role":"user","content":"[Slack ann] hi"},{"role":"assistant","content":"NO_REPLY"}]"#;
//! let mut document = json::Document::parse(text, 4, &Limits::default())?;
//! let shown = project(&mut document, document.root(), &DisplayOptions::new());
//! let rows: Vec<_> = shown.rows.iter().map(|row| json::write(&document, *row)).collect();
//! assert_eq!(rows, [br#"{"role":"user","content":"hi"}"#]);
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod block;
mod canvas;
#[cfg(feature = "conformance")]
pub(crate) mod conformance;
mod heartbeat;
pub mod history;
mod numbers;
mod options;
mod pipeline;
mod row;
mod rules;
mod tool_replies;
mod value;

use crate::json::{Document, Value};
use crate::text::JsString;

pub use options::{DEFAULT_MAX_CHARS, DisplayOptions};

/// Rows as people see them.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The rows in the order of the input.
    pub rows: Vec<Value>,
    /// A turn's boundary was hidden and no row after it shows it yet.
    pub turn_boundary_pending: bool,
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
    let mut shown = pipeline::run(document, rows, options);
    if let Some(max) = options
        .max_rows
        .filter(|max| max.is_finite() && *max >= 1.0)
    {
        let surplus = shown.rows.len().saturating_sub(max as usize);
        shown.rows.drain(..surplus);
    }
    shown
}

/// What one row says to people: the text of its final answer, else its text of no phase; none when that is blank.
pub fn visible_text(document: &Document<'_>, row: Value) -> Option<JsString> {
    row::visible_text(document, row)
}

/// Canvas previews of the tool results in projected rows, put to the answers that follow.
pub fn attach_canvas_previews(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    rules::attach_canvas_previews::apply(document, rows)
}
