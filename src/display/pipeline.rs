//! The order of the projection, as data.

use super::row::records;
use super::rules::*;
use super::value::MAX_SAFE_INTEGER;
use super::{DisplayOptions, Projection};
use crate::json::{Document, Value};

/// What a step may read and change besides the rows.
struct State<'o> {
    options: &'o DisplayOptions,
    turn_boundary_pending: bool,
}

type Step = fn(&mut Document<'_>, &[Value], &mut State<'_>) -> Vec<Value>;

/// The steps in their order.
const STEPS: [Step; 10] = [
    |document, rows, state| match state.options.strip_envelope {
        true => strip_envelopes::apply(document, rows),
        false => rows.to_vec(),
    },
    // Before anything is hidden: a tool's reply and its result stand in rows that people do not see.
    |document, rows, _| mirror_tool_replies::apply(document, rows),
    |document, rows, _| records(document, rows),
    // Before texts are dropped, since a failed turn says why it has none.
    |document, rows, _| project_failed_turns::apply(document, rows),
    // Uncut, for the steps that follow compare whole texts.
    |document, rows, _| sanitize_rows::apply(document, rows, MAX_SAFE_INTEGER),
    |document, rows, _| records(document, rows),
    |document, rows, _| project_forwarded_turns::apply(document, rows),
    |document, rows, state| filter_visible::apply(document, rows, &mut state.turn_boundary_pending),
    |document, rows, _| merge_speech_supplements::apply(document, rows),
    |document, rows, state| sanitize_rows::apply(document, rows, state.options.max_chars),
];

/// Runs all steps.
pub(super) fn run(
    document: &mut Document<'_>,
    rows: &[Value],
    options: &DisplayOptions,
) -> Projection {
    let mut state = State {
        options,
        turn_boundary_pending: options.turn_boundary_pending,
    };
    let mut rows = rows.to_vec();
    for step in STEPS {
        rows = step(document, &rows, &mut state);
    }
    Projection {
        rows,
        turn_boundary_pending: state.turn_boundary_pending,
    }
}
