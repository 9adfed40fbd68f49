//! What a caller can choose.

use crate::options::options;
use crate::policy::Profile;
use crate::{IdSource, Limits};

/// How entries become a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builder {
    /// Follows parents, navigation controls, side appends and resets, as before a model run.
    #[default]
    Tree,
    /// Follows parents from the last entry of a bare list.
    Flat,
}

/// The entry from which the flat builder walks back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StartAt {
    /// The last one of the list.
    #[default]
    Last,
    /// None at all: no messages.
    Nothing,
    /// The one of this id; the last one when there is none.
    Id(String),
}

options! {
    /// How a session file is read.
    pub struct SessionOptions {
        /// `compat` fails where the reference release fails; `strict` reads on and reports. Default `strict`.
        profile, with_profile: Profile = Profile::Strict;
        /// How entries become a branch. Default [`Builder::Tree`].
        builder, with_builder: Builder = Builder::Tree;
        /// Where the flat builder starts. Default: the last entry.
        start_at, with_start_at: StartAt = StartAt::Last;
        /// Bounds on what is read.
        limits, with_limits: Limits = Limits::default();
        /// Time of a header or control that has to be made, in milliseconds since 1970. Default 0.
        now, with_now: Option<f64> = None;
        /// What local time is ahead of UTC, in minutes, for timestamps without a zone. Default 0.
        local_offset_minutes, with_local_offset_minutes: i32 = 0;
        /// Working directory of a header that has to be made. Default empty.
        cwd, with_cwd: String = String::new();
        /// Id of a session whose header has to be made. Default: from `ids`.
        session_id, with_session_id: Option<String> = None;
        /// Where the ids that migration gives come from. Default: counted.
        ids, with_ids: IdSource = IdSource::new();
    }
}

impl SessionOptions {
    pub(super) fn is_compat(&self) -> bool {
        self.profile == Profile::Compat
    }
}
