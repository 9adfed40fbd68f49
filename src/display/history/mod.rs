//! Histories in parts: rows from records, pages within byte limits, cursors, and the live stream.

mod budget;
mod compaction;
mod cursor;
mod imported;
mod page;
mod records;
mod snapshot;
mod stream;

pub use budget::{
    DEFAULT_MAX_PAGE_BYTES, DEFAULT_MAX_ROW_BYTES, cap_bytes, final_budget, json_bytes,
    replace_oversized,
};
pub use compaction::with_compaction_metrics;
pub use cursor::{RawPage, Room, cap_around, cap_offset, next_offset};
pub use imported::merge_imported;
pub use page::{Page, PageOptions, page};
pub use records::rows_of_records;
pub use snapshot::{Snapshot, SnapshotOptions, snapshot};
pub use stream::{Event, Stream, Update};
