//! The order of the projection, as data.

use super::row::records;
use super::rules::*;
use super::value::MAX_SAFE_INTEGER;
use super::{DisplayOptions, Projection};
use crate::json::{Document, Value};
use crate::rule::Rule;

/// What a step may read and change besides the rows.
struct State<'o> {
    options: &'o DisplayOptions,
    turn_boundary_pending: bool,
}

/// One use of a rule.
struct Step {
    rule: &'static Rule,
    run: fn(&mut Document<'_>, &[Value], &mut State<'_>) -> Vec<Value>,
}

/// The steps in their order.
const STEPS: [Step; 8] = [
    Step {
        rule: &STRIP_ENVELOPES,
        run: |document, rows, state| match state.options.strip_envelope {
            true => strip_envelopes::apply(document, rows),
            false => rows.to_vec(),
        },
    },
    // Before anything is hidden: a tool's reply and its result stand in rows that people do not see.
    Step {
        rule: &MIRROR_TOOL_REPLIES,
        run: |document, rows, _| mirror_tool_replies::apply(document, rows),
    },
    // Before texts are dropped, since a failed turn says why it has none.
    Step {
        rule: &PROJECT_FAILED_TURNS,
        run: |document, rows, _| project_failed_turns::apply(document, rows),
    },
    // Uncut, for the steps that follow compare whole texts.
    Step {
        rule: &SANITIZE_ROWS,
        run: |document, rows, _| sanitize_rows::apply(document, rows, MAX_SAFE_INTEGER),
    },
    Step {
        rule: &PROJECT_FORWARDED_TURNS,
        run: |document, rows, _| project_forwarded_turns::apply(document, rows),
    },
    Step {
        rule: &HIDE_INTERNAL_ROWS,
        run: |document, rows, state| {
            hide_internal_rows::apply(document, rows, &mut state.turn_boundary_pending)
        },
    },
    Step {
        rule: &MERGE_SPEECH_SUPPLEMENTS,
        run: |document, rows, _| merge_speech_supplements::apply(document, rows),
    },
    Step {
        rule: &SANITIZE_ROWS,
        run: |document, rows, state| sanitize_rows::apply(document, rows, state.options.max_chars),
    },
];

/// Ids of the rules in the order of the steps; a rule may stand in it twice.
pub fn pipeline_steps() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.rule.id)
}

/// Runs all steps on the rows that are objects.
pub(super) fn run(
    document: &mut Document<'_>,
    rows: &[Value],
    options: &DisplayOptions,
) -> Projection {
    let mut state = State {
        options,
        turn_boundary_pending: options.turn_boundary_pending,
    };
    let mut rows = records(document, rows);
    for step in STEPS.iter().filter(|step| options.runs(step.rule)) {
        rows = (step.run)(document, &rows, &mut state);
    }
    Projection {
        rows,
        turn_boundary_pending: state.turn_boundary_pending,
    }
}
