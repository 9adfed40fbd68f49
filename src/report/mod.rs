//! Reports: every change with its rule, its place and its size.
//!
//! A report is made by looking at the turns before and after each step, and only when it is asked for.
//!
//! # Replaying a report
//! With `includeText` the changes, applied in order to the input, give the output:
//! 1. Turns are known by their index in the input, blocks by their index in the content of their input turn. Removing
//!    leaves a hole, so that indexes stay.
//! 2. `edited`: the value at `input` becomes `after`; without `after` it is removed, without `before` it is added as
//!    the last member. Without `input` the turn was inserted before: the turn at `output` becomes `after`.
//! 3. `dropped` and `merged`: what is at `input` is removed. `inserted`: `after` is a new turn, known by `output`.
//! 4. At the end every inserted and every moved turn stands at the index in its `output`; all the others fill the
//!    remaining places in the order of the input.
//!
//! In the report of a request body the messages (or items) are its turns, and pointers begin at the body:
//! `/messages/1/content/0`. Its rules only edit and drop.

mod body;
mod change;
mod diff;
mod recorder;

pub(crate) use body::{BodyRecorder, MESSAGE_LISTS};
pub use change::{Change, ChangeKind, Report};
pub(crate) use recorder::Recorder;
