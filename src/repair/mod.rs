//! Repair of stored sessions: from the bytes of a session file to a plan that says what to change in it.
//!
//! Deciding is pure: [`plan`] takes bytes and gives ranges of them to keep and lines to write in between. Lines that
//! nothing is wrong with keep their bytes; a file without defects is never rewritten.
//!
//! ```
//! use transcript_hygiene::repair::{self, RepairOptions};
//! let file = b"{\"type\":\"session\",\"id\":\"s\"}\n{\"type\":\"message\",\"id\":\"a\",\"mess";
//! let plan = repair::plan(file, &RepairOptions::new());
//! assert_eq!(plan.report().dropped_lines, 1);
//! assert_eq!(plan.apply(file), b"{\"type\":\"session\",\"id\":\"s\"}\n");
//! ```

mod image_data;
mod lines;
mod options;
mod plan;
mod planner;
mod record;
mod report;
pub(crate) mod rules;

pub use lines::is_blank_line;
pub use options::RepairOptions;
pub use plan::{Piece, Plan};
pub use planner::{Planner, plan};
pub use report::{Change, DanglingParents, Reason, RepairReport};

#[cfg(test)]
mod tests;
