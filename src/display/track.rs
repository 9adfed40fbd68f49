//! Rows that know which row of the input they show.

use crate::json::Value;

/// A row on its way through the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) value: Value,
    /// Index of the row of the input; none for a row that a step made.
    pub(super) source: Option<usize>,
    /// No rule has anything to do with it, its numbers aside.
    pub(super) is_plain: bool,
    /// Nothing stands in its texts that is not said: no marker, tag, token, directive or call.
    pub(super) is_tame: bool,
    /// It was sanitized, and nothing is to be done about it but to cut its texts.
    pub(super) is_settled: bool,
    /// Its numbers are still to be looked through.
    pub(super) has_numbers: bool,
    /// Nobody but who asked puts its numbers in order, as long as it is plain.
    pub(super) is_order_left: bool,
    /// It is shown in a turn of the heartbeat.
    pub(super) in_heartbeat: bool,
}

impl Row {
    /// The same row with another value.
    pub(super) fn with(self, value: Value) -> Row {
        Row {
            value,
            is_plain: self.is_plain && value == self.value,
            is_tame: self.is_tame && value == self.value,
            is_settled: self.is_settled && value == self.value,
            ..self
        }
    }

    /// True when its numbers are as they came, and were to be put in order.
    pub(super) fn is_unordered(self) -> bool {
        self.is_plain && self.is_order_left
    }

    /// A row that a step made.
    pub(super) fn made(value: Value) -> Row {
        Row {
            value,
            source: None,
            is_plain: false,
            is_tame: false,
            is_settled: false,
            has_numbers: false,
            is_order_left: false,
            in_heartbeat: false,
        }
    }
}

/// Rows of the input.
pub(super) fn sources(values: &[Value]) -> Vec<Row> {
    let rows = values.iter().enumerate();
    rows.map(|(index, &value)| Row {
        value,
        source: Some(index),
        is_plain: false,
        is_tame: false,
        is_settled: false,
        has_numbers: false,
        is_order_left: false,
        in_heartbeat: false,
    })
    .collect()
}

/// What the rows hold.
pub(super) fn values(rows: &[Row]) -> Vec<Value> {
    rows.iter().map(|row| row.value).collect()
}

/// The rows that `edit` leaves, as it makes them.
pub(super) fn edit_rows(rows: &[Row], mut edit: impl FnMut(Value) -> Option<Value>) -> Vec<Row> {
    let edited = rows.iter().filter_map(|row| match row.is_plain {
        true => Some(*row),
        false => Some(row.with(edit(row.value)?)),
    });
    edited.collect()
}

/// The same for an edit of texts alone.
pub(super) fn edit_texts_of_rows(
    rows: &[Row],
    mut edit: impl FnMut(Value) -> Option<Value>,
) -> Vec<Row> {
    let edited = rows
        .iter()
        .filter_map(|row| match row.is_plain || row.is_tame {
            true => Some(*row),
            false => Some(row.with(edit(row.value)?)),
        });
    edited.collect()
}
