//! Repair of stored sessions: from the bytes of a session file to a plan that says what to change in it.
//!
//! Deciding is pure: [`plan`] takes bytes and gives ranges of them to keep and lines to write in between. Lines that
//! nothing is wrong with keep their bytes; a file without defects is never rewritten.
//!
//! Doing is the host's: [`RepairSession`] says what is next, [`run`] does it on a [`Storage`], and whatever fails or races
//! on the way, the session is wholly old or wholly new and no record is lost.
//!
//! ```
//! use transcript_hygiene::repair::{self, RepairOptions};
//! let file = b"{\"type\":\"session\",\"id\":\"s\"}\n{\"type\":\"message\",\"id\":\"a\",\"mess";
//! let plan = repair::plan(file, &RepairOptions::new());
//! assert_eq!(plan.report().dropped_lines, 1);
//! assert_eq!(plan.apply(file), b"{\"type\":\"session\",\"id\":\"s\"}\n");
//! ```

mod backup_name;
#[cfg(feature = "testing")]
pub mod conformance;
mod course;
mod driver;
#[cfg(feature = "testing")]
mod faults;
mod image_data;
mod lines;
mod memory;
mod options;
mod outcome;
mod plan;
mod planner;
mod record;
mod report;
pub(crate) mod rules;
mod steps;
mod storage;

#[cfg(all(target_arch = "wasm32", feature = "wasm-history"))]
pub(crate) use course::{Content, Course, Ending, News, Order, Verdict};
pub use driver::run;
#[cfg(feature = "testing")]
pub use faults::{Fault, FaultKind, FaultyStorage, Step};
pub use lines::is_blank_line;
pub use memory::MemoryStorage;
pub use options::RepairOptions;
pub use outcome::{Level, Log, Outcome, Status};
pub use plan::{Piece, Plan};
pub use planner::{Planner, plan};
pub use report::{Change, DanglingParents, Reason, RepairReport};
pub use steps::{Action, Answer, RepairSession, is_leftover_backup};
pub use storage::{Loaded, Replaced, Storage, StorageError};

#[cfg(test)]
mod tests;
