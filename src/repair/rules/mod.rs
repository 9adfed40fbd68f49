//! The rules of repair: on lines, then on the file as a whole.

macro_rules! rules {
    ($($module:ident: $rule:ident),* $(,)?) => {
        $(pub(crate) mod $module;)*
        $(pub(crate) use $module::$rule;)*
    };
}

rules! {
    drop_malformed_lines: DROP_MALFORMED_LINES,
    drop_invalid_messages: DROP_INVALID_MESSAGES,
    fill_failed_assistant_turns: FILL_FAILED_ASSISTANT_TURNS,
    omit_corrupt_images: OMIT_CORRUPT_IMAGES,
    fill_blank_user_turns: FILL_BLANK_USER_TURNS,
    insert_missing_tool_results: INSERT_MISSING_TOOL_RESULTS,
    relink_orphans: RELINK_ORPHANS,
}
