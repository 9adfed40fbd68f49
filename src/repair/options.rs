//! What a caller can choose.

use crate::IdSource;
use crate::options::options;
use crate::policy::Profile;

/// Bytes of a file that is taken as a whole, unless the caller says otherwise: 64 MiB.
const DEFAULT_MAX_BYTES: usize = 64 << 20;

options! {
    /// How a session file is repaired.
    pub struct RepairOptions {
        /// `compat` writes the text that the reference release writes, every line made anew; `strict` keeps the bytes
        /// of lines that nothing is wrong with. Default `strict`.
        profile, with_profile: Profile = Profile::Strict;
        /// Gives a record whose parent is not in the file the nearest record before it as parent, and puts inserted
        /// tool results on the branch of their call. Default off.
        relink, with_relink: bool = false;
        /// Takes complete records out of a line that holds several, or one behind damage. Default off.
        split_glued, with_split_glued: bool = false;
        /// Treats an image block without `data`, or with an empty object as `data`, like one with corrupt data.
        /// Default off.
        drop_payloadless, with_drop_payloadless: bool = false;
        /// Bytes that a file may have when it is given as a whole. Default 64 MiB.
        max_bytes, with_max_bytes: usize = DEFAULT_MAX_BYTES;
        /// Time of inserted tool results, in milliseconds since 1970. Default: that of the call (`compat`: 0).
        now, with_now: Option<f64> = None;
        /// Where the ids of inserted tool results come from. Default: counted, the same for every file.
        ids, with_ids: IdSource = IdSource::new();
    }
}

impl RepairOptions {
    pub(super) fn is_compat(&self) -> bool {
        self.profile == Profile::Compat
    }
}
