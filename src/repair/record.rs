//! One record of a session file, as the line rules see it.

use super::options::RepairOptions;
use super::report::RepairReport;
use super::rules::{
    self, DROP_INVALID_MESSAGES, FILL_BLANK_USER_TURNS, FILL_FAILED_ASSISTANT_TURNS,
    OMIT_CORRUPT_IMAGES,
};
use crate::json::{Document, Kind, Value, write};
use crate::rule::Rule;

/// The parts of a record that the rules look at.
pub(super) struct Record<'r, 'd> {
    pub(super) document: &'r mut Document<'d>,
    pub(super) root: Value,
    /// The message of a `message` record.
    pub(super) message: Option<Value>,
}

/// What the line rules did to a record.
pub(super) enum Judgement {
    /// Nothing.
    Keep,
    /// It is no message.
    Drop,
    /// It has other content now.
    Rewrite,
}

impl<'r, 'd> Record<'r, 'd> {
    /// The document's root as a record.
    pub(super) fn new(document: &'r mut Document<'d>) -> Self {
        let root = document.root();
        let message = if document.member_is(root, "type", "message") {
            document.get(root, "message")
        } else {
            None
        };
        Record {
            document,
            root,
            message,
        }
    }

    /// Applies the line rules in their order, counts what they did, and names them through `note`.
    pub(super) fn apply_rules(
        &mut self,
        options: &RepairOptions,
        report: &mut RepairReport,
        note: &mut dyn FnMut(&mut RepairReport, &'static Rule),
    ) -> Judgement {
        let document = &mut *self.document;
        if rules::drop_invalid_messages::applies(document, self.root) {
            report.dropped_lines += 1;
            note(report, &DROP_INVALID_MESSAGES);
            return Judgement::Drop;
        }
        let Some(message) = self.message else {
            return Judgement::Keep;
        };
        let mut changed = message;
        if let Some(filled) = rules::fill_failed_assistant_turns::apply(document, changed) {
            changed = filled;
            report.rewritten_assistant_messages += 1;
            note(report, &FILL_FAILED_ASSISTANT_TURNS);
        }
        if let Some((replaced, count)) =
            rules::omit_corrupt_images::apply(document, changed, options)
        {
            changed = replaced;
            report.removed_corrupted_image_blocks += count;
            note(report, &OMIT_CORRUPT_IMAGES);
        }
        if let Some(filled) = rules::fill_blank_user_turns::apply(document, changed) {
            changed = filled;
            report.rewritten_user_messages += 1;
            note(report, &FILL_BLANK_USER_TURNS);
        }
        if changed == message {
            return Judgement::Keep;
        }
        self.message = Some(changed);
        self.root = document.with_member(self.root, "message", changed);
        Judgement::Rewrite
    }

    /// True for an object that can head a session file.
    pub(super) fn is_header(&self) -> bool {
        self.document.member_is(self.root, "type", "session")
            && self.id().is_some_and(|id| !id.is_empty())
    }

    /// The record's id, when it is a string.
    pub(super) fn id(&self) -> Option<Vec<u8>> {
        self.text("id")
    }

    /// A member's text, when it is a string.
    pub(super) fn text(&self, key: &str) -> Option<Vec<u8>> {
        self.document
            .get_string(self.root, key)
            .map(std::borrow::Cow::into_owned)
    }

    /// The record's JSON.
    pub(super) fn json(&self) -> Vec<u8> {
        write(self.document, self.root)
    }
}

/// The content of a message, when it is an array.
pub(super) fn array_content(document: &Document<'_>, message: Value) -> Option<Value> {
    let content = document.get(message, "content")?;
    (document.kind(content) == Kind::Array).then_some(content)
}

/// The message with this content.
pub(super) fn with_content(document: &mut Document<'_>, message: Value, content: Value) -> Value {
    document.with_member(message, "content", content)
}
