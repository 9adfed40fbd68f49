//! The order of the projection, as data.

use super::DisplayOptions;
use super::course::Course;
use super::plain::{Plain, is_tame, plain};
use super::report::Notes;
use super::rules::*;
use super::shown_row::{is_bare, with_numbers};
use super::track::{Row, edit_rows, edit_texts_of_rows};
use super::value::MAX_SAFE_INTEGER;
use crate::json::Document;
use crate::policy::Profile;
use crate::rule::Rule;

/// What a step may read and change besides the rows.
pub(super) struct State<'o> {
    options: &'o DisplayOptions,
    course: Course,
}

/// One use of a rule.
struct Step {
    rule: &'static Rule,
    run: fn(&mut Document<'_>, &[Row], &mut State<'_>) -> Vec<Row>,
    /// Whether `compat` has it, too.
    in_compat: bool,
}

const fn step(
    rule: &'static Rule,
    run: fn(&mut Document<'_>, &[Row], &mut State<'_>) -> Vec<Row>,
) -> Step {
    Step {
        rule,
        run,
        in_compat: true,
    }
}

/// The steps in their order.
static STEPS: [Step; 10] = [
    step(&STRIP_ENVELOPES, |document, rows, state| {
        let strip = match state.options.profile {
            _ if !state.options.strip_envelope => return rows.to_vec(),
            Profile::Compat => strip_envelopes::strip_envelope,
            Profile::Strict => strip_envelopes::strip_all,
        };
        edit_texts_of_rows(rows, |row| Some(strip(document, row)))
    }),
    // Before silence is looked for: it may stand behind reasoning.
    Step {
        rule: &SHOW_VISIBLE_TEXT,
        run: |document, rows, state| match state.options.visible_text {
            false => rows.to_vec(),
            true => edit_texts_of_rows(rows, |row| {
                show_visible_text::apply(document, row, state.options.strip_envelope)
            }),
        },
        in_compat: false,
    },
    // Before anything is hidden: a tool's reply and its result stand in rows that people do not see.
    step(&MIRROR_TOOL_REPLIES, |document, rows, _| {
        mirror_tool_replies::apply(document, rows)
    }),
    // Before texts are dropped, since a failed turn says why it has none.
    step(&PROJECT_FAILED_TURNS, |document, rows, state| {
        let profile = state.options.profile;
        edit_rows(rows, |row| {
            Some(project_failed_turns::apply(document, row, profile))
        })
    }),
    Step {
        rule: &OMIT_MEDIA_PAYLOADS,
        run: |document, rows, _| {
            edit_rows(rows, |row| Some(omit_media_payloads::apply(document, row)))
        },
        in_compat: false,
    },
    // Uncut, for the steps that follow compare whole texts.
    step(&SANITIZE_ROWS, |document, rows, state| {
        sanitize(document, rows, state.options.profile, MAX_SAFE_INTEGER)
    }),
    step(&PROJECT_FORWARDED_TURNS, |document, rows, state| {
        let profile = state.options.profile;
        edit_rows(rows, |row| {
            Some(project_forwarded_turns::apply(document, row, profile))
        })
    }),
    step(&HIDE_INTERNAL_ROWS, |document, rows, state| {
        hide_internal_rows::apply(document, rows, &mut state.course, state.options.profile)
    }),
    step(&MERGE_SPEECH_SUPPLEMENTS, |document, rows, _| {
        merge_speech_supplements::apply(document, rows)
    }),
    step(&SANITIZE_ROWS, |document, rows, state| {
        let options = state.options;
        sanitize(document, rows, options.profile, options.max_chars)
    }),
];

fn sanitize(
    document: &mut Document<'_>,
    rows: &[Row],
    profile: Profile,
    max_chars: f64,
) -> Vec<Row> {
    let mut sanitized = Vec::with_capacity(rows.len());
    for &row in rows {
        if row.is_plain {
            sanitized.push(match row.has_numbers {
                true => Row {
                    value: with_numbers(document, row.value),
                    has_numbers: false,
                    ..row
                },
                false => row,
            });
            continue;
        }
        // No text is longer than the row of the input that holds it.
        let is_read = row.is_settled && row.source.is_some();
        if is_read && row.value.source_len() as f64 <= max_chars {
            sanitized.push(row);
            continue;
        }
        let Some(value) = sanitize_rows::apply(document, row, profile, max_chars) else {
            continue;
        };
        sanitized.push(Row {
            // The release takes away one control token at a time, and looks twice at what else it shows.
            is_settled: value == row.value
                || profile == Profile::Strict
                || (row.is_tame && is_bare(document, value)),
            // It says less than before, if anything.
            is_tame: row.is_tame,
            ..row.with(value)
        });
    }
    sanitized
}

/// Ids of the rules in the order of the steps; a rule may stand in it twice.
pub fn pipeline_steps() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.rule.id)
}

/// Runs all steps on the rows that are objects. Gives the rows, and what is known of them for those that follow.
pub(super) fn run(
    document: &mut Document<'_>,
    rows: &[Row],
    options: &DisplayOptions,
    notes: &mut Notes,
) -> (Vec<Row>, Course) {
    let mut state = State {
        options,
        course: options.course(),
    };
    let is_record = |row: &Row| super::value::is_record(document, row.value);
    let mut rows: Vec<Row> = rows.iter().copied().filter(is_record).collect();
    for row in &mut rows {
        match plain(document, row.value, options) {
            Some(plain) => {
                row.is_plain = true;
                row.has_numbers = plain == Plain::ButNumbers;
                row.is_order_left = plain == Plain::ButOrder;
            }
            None => row.is_tame = is_tame(document, row.value),
        }
    }
    let is_compat = options.profile == Profile::Compat;
    let runs = |step: &&Step| options.runs(step.rule) && (step.in_compat || !is_compat);
    for step in STEPS.iter().filter(runs) {
        let shown = (step.run)(document, &rows, &mut state);
        notes.step(step.rule, &rows, &shown);
        rows = shown;
    }
    (rows, state.course)
}
