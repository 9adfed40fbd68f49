//! The steps of the projection, one file each.

pub(super) mod attach_canvas_previews;
pub(super) mod drop_pre_session_announcements;
pub(super) mod filter_visible;
pub(super) mod merge_speech_supplements;
pub(super) mod mirror_tool_replies;
pub(super) mod project_failed_turns;
pub(super) mod project_forwarded_turns;
pub(super) mod sanitize_blocks;
pub(super) mod sanitize_rows;
pub(super) mod strip_envelopes;
