//! What each fuzz target does with its bytes. The generator and the promises are those of the property tests.

#[path = "../../tests/generate/choices.rs"]
mod choices;
#[path = "../../tests/wire/convert.rs"]
mod convert;
mod document;
#[path = "../../tests/generate/mod.rs"]
mod generate;
#[path = "../../tests/history/mod.rs"]
mod history;
mod images;
mod options;
#[path = "../../tests/wire/parts.rs"]
mod parts;
mod preflight;
#[path = "../../tests/promises/mod.rs"]
mod promises;
mod session_files;
#[path = "../../tests/sessions/mod.rs"]
mod sessions;
mod text;
#[path = "../../tests/tree/mod.rs"]
mod tree;
#[path = "../../tests/wire/promises.rs"]
mod wire_promises;

use history::History;

pub use document::document;
pub use images::{image, image_block};
pub use options::options;
pub use preflight::preflight;
pub use session_files::{context, plan};
pub use text::text;

/// What every history keeps to.
const PROJECTION: [fn(&History); 7] = [
    history::appended_rows_show_the_same,
    history::shown_rows_stay_shown,
    history::rows_are_shown_alike_whatever_they_hold,
    history::whole_blocks_are_gone,
    history::text_outside_removed_ranges_stays,
    history::rows_are_the_same_or_have_a_reason,
    history::order_is_left_of_nothing_but_numbers,
];

/// Histories made from the bytes, in both profiles: every promise holds.
pub fn projection(bytes: &[u8]) {
    let history = history::history(bytes);
    for promise in PROJECTION {
        promise(&history);
    }
}

/// Transcripts made from the bytes, for all targets and both profiles: every promise holds.
pub fn replay(bytes: &[u8]) {
    let replay = generate::replay(bytes);
    promises::untouched_turns_keep_their_bytes(&replay);
    promises::unchanged_transcripts_are_the_same_text(&replay);
    promises::runs_repeat_and_reports_only_watch(&replay);
    promises::time_shows_only_as_itself(&replay);
    promises::order_of_members_does_not_matter(&replay);
    promises::members_are_objects(&replay);
    promises::changes_give_the_output(&replay);
    promises::calls_and_results_are_paired(&replay);
    promises::sides_alternate(&replay);
    promises::reasoning_never_becomes_visible(&replay);
    promises::something_is_always_sent(&replay);
}

/// Transcripts made from the bytes, damaged and as agents store them: what profile `strict` promises beside holds too.
pub fn strict(bytes: &[u8]) {
    let realistic = generate::realistic(bytes);
    for replay in [&generate::replay(bytes), &realistic] {
        promises::output_breaks_no_constraint(replay);
        promises::output_is_a_fixed_point(replay);
    }
    promises::more_turns_change_no_earlier_repair(&realistic);
    promises::cures_leave_alone_what_breaks_nothing(&realistic);
}
