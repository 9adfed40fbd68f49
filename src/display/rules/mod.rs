//! The rules of the projection, one file each, in the order in which a page first uses them.

macro_rules! rules {
    ($($module:ident: $rule:ident),* $(,)?) => {
        $(pub(crate) mod $module;)*
        $(pub(crate) use $module::$rule;)*
    };
}

rules! {
    drop_pre_session_announcements: DROP_PRE_SESSION_ANNOUNCEMENTS,
    strip_envelopes: STRIP_ENVELOPES,
    show_visible_text: SHOW_VISIBLE_TEXT,
    mirror_tool_replies: MIRROR_TOOL_REPLIES,
    project_failed_turns: PROJECT_FAILED_TURNS,
    omit_media_payloads: OMIT_MEDIA_PAYLOADS,
    sanitize_rows: SANITIZE_ROWS,
    project_forwarded_turns: PROJECT_FORWARDED_TURNS,
    hide_internal_rows: HIDE_INTERNAL_ROWS,
    merge_speech_supplements: MERGE_SPEECH_SUPPLEMENTS,
    attach_canvas_previews: ATTACH_CANVAS_PREVIEWS,
}
