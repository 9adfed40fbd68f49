//! Who speaks in a row, and the texts in which they do.

use super::block;
use super::row::{blocks, has_role, is_cut, is_forwarded_assistant, is_forwarded_user};
use super::shown_row::{TOOL_KEYS, TOOL_ROLES};
use super::value::{edit_elements, edit_text, has_string, member_text};
use crate::json::{Document, Value};
use crate::text::{JsStr, JsString, TRUNCATION_MARK};

/// Whose words a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// Somebody who typed them.
    Person,
    /// A model, here or in another session.
    Model,
    /// A tool, or the host.
    Other,
}

impl Speaker {
    pub(super) fn of(document: &Document<'_>, row: Value) -> Speaker {
        if has_role(document, row, &TOOL_ROLES) || has_string(document, row, &TOOL_KEYS) {
            Speaker::Other
        } else if is_forwarded_user(document, row) || has_role(document, row, &["assistant"]) {
            Speaker::Model
        } else if has_role(document, row, &["user"]) {
            Speaker::Person
        } else {
            Speaker::Other
        }
    }
}

/// True for an answer of this session's model, in which control tokens mean something.
pub(super) fn is_answer(document: &Document<'_>, row: Value) -> bool {
    has_role(document, row, &["assistant"])
        && !has_string(document, row, &TOOL_KEYS)
        && !is_forwarded_assistant(document, row)
}

/// The texts of a row: its string content, those of its text blocks, and `text`.
pub(super) fn texts<'d>(
    document: &'d Document<'_>,
    row: Value,
) -> impl Iterator<Item = JsString> + 'd {
    let content = member_text(document, row, "content");
    let spoken = blocks(document, row).filter_map(|block| block::spoken_text(document, block));
    let text = member_text(document, row, "text");
    content.into_iter().chain(spoken).chain(text)
}

/// The row with each of these texts as `edit` makes it; the row itself when nothing changes.
///
/// A text that was cut before is what was left of it then, and stays: cut, it may look like what it was not.
pub(super) fn edit_texts(
    document: &mut Document<'_>,
    row: Value,
    edit: &dyn Fn(JsStr<'_>) -> Option<JsString>,
) -> Value {
    let was_cut = is_cut(document, row);
    let edit = &|text: JsStr<'_>| match was_cut && text.ends_with(TRUNCATION_MARK) {
        true => None,
        false => edit(text),
    };
    let row = edit_text(document, row, "content", edit);
    let row = edit_elements(document, row, "content", &|document, block| {
        Some(match block::is_text(document, block) {
            true => edit_text(document, block, "text", edit),
            false => block,
        })
    });
    edit_text(document, row, "text", edit)
}

/// True when the row says nothing that is not blank, and shows nothing else.
pub(super) fn says_nothing(document: &Document<'_>, row: Value) -> bool {
    texts(document, row).all(|text| text.as_js().is_blank())
        && !super::row::has_displayable_non_text(document, row)
}
