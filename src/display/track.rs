//! Rows that know which row of the input they show.

use crate::json::Value;

/// A row on its way through the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) value: Value,
    /// Index of the row of the input; none for a row that a step made.
    pub(super) source: Option<usize>,
}

impl Row {
    /// The same row with another value.
    pub(super) fn with(self, value: Value) -> Row {
        Row { value, ..self }
    }

    /// A row that a step made.
    pub(super) fn made(value: Value) -> Row {
        Row {
            value,
            source: None,
        }
    }
}

/// Rows of the input.
pub(super) fn sources(values: &[Value]) -> Vec<Row> {
    let rows = values.iter().enumerate();
    rows.map(|(index, &value)| Row {
        value,
        source: Some(index),
    })
    .collect()
}

/// What the rows hold.
pub(super) fn values(rows: &[Row]) -> Vec<Value> {
    rows.iter().map(|row| row.value).collect()
}

/// The rows that `edit` leaves, as it makes them.
pub(super) fn edit_rows(rows: &[Row], mut edit: impl FnMut(Value) -> Option<Value>) -> Vec<Row> {
    let edited = rows
        .iter()
        .filter_map(|row| Some(row.with(edit(row.value)?)));
    edited.collect()
}
