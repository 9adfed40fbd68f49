//! One record of a session file, as the line rules see it.

use super::options::RepairOptions;
use super::report::RepairReport;
use super::rules::{
    self, DROP_INVALID_MESSAGES, FILL_BLANK_USER_TURNS, FILL_FAILED_ASSISTANT_TURNS,
    OMIT_CORRUPT_IMAGES,
};
use crate::json::{Document, Kind, Value, write};
use crate::rule::Rule;
use crate::text::JsStr;

/// The parts of a record that the rules look at, read once.
pub(super) struct Record<'r, 'd> {
    pub(super) document: &'r mut Document<'d>,
    pub(super) root: Value,
    pub(super) kind: RecordKind,
    /// The message of a `message` record.
    pub(super) message: Option<Value>,
    /// Whose message it is; none where nothing says so.
    pub(super) role: Option<Role>,
}

/// What a record is, as far as repair cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    Session,
    Message,
    Other,
}

/// Whose message it is, as far as repair cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    User,
    Assistant,
    ToolResult,
    Other,
}

impl Role {
    fn of(document: &Document<'_>, message: Value) -> Option<Role> {
        let role = document.get(message, "role")?;
        Some(match &*document.string(role)? {
            b"user" => Role::User,
            b"assistant" => Role::Assistant,
            b"toolResult" => Role::ToolResult,
            other if JsStr::from_wtf8(other).is_blank() => return None,
            _ => Role::Other,
        })
    }
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
        let kind = match document.get_string(root, "type").as_deref() {
            Some(b"session") => RecordKind::Session,
            Some(b"message") => RecordKind::Message,
            _ => RecordKind::Other,
        };
        let message = match kind {
            RecordKind::Message => document.get(root, "message"),
            _ => None,
        };
        let role = message.and_then(|message| Role::of(document, message));
        Record {
            document,
            root,
            kind,
            message,
            role,
        }
    }

    /// Applies the line rules in their order, counts what they did, and names them through `note`.
    pub(super) fn apply_rules(
        &mut self,
        options: &RepairOptions,
        report: &mut RepairReport,
        note: &mut dyn FnMut(&mut RepairReport, &'static Rule),
    ) -> Judgement {
        if rules::drop_invalid_messages::applies(self) {
            report.dropped_lines += 1;
            note(report, &DROP_INVALID_MESSAGES);
            return Judgement::Drop;
        }
        let Some(message) = self.message else {
            return Judgement::Keep;
        };
        let document = &mut *self.document;
        let mut changed = message;
        if self.role == Some(Role::Assistant)
            && let Some(filled) = rules::fill_failed_assistant_turns::apply(document, changed)
        {
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
        if self.role == Some(Role::User)
            && let Some(filled) = rules::fill_blank_user_turns::apply(document, changed)
        {
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
        self.kind == RecordKind::Session && self.id().is_some_and(|id| !id.is_empty())
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
