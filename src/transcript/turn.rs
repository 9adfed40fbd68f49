//! Turns: the members of a transcript.

use super::block::{BlockKind, KindSet};
use crate::json::{Document, Kind, Value};

/// The roles that rules know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `user`
    User,
    /// `assistant`
    Assistant,
    /// `toolResult`
    ToolResult,
    /// `tool`, the older spelling of a result
    Tool,
    /// `compactionSummary`
    CompactionSummary,
    /// Any other truthy role
    Other,
    /// An object or an array without a role, or with a falsy one
    Missing,
    /// The member is no object at all; it is falsy in JavaScript
    NotAnObjectFalsy,
    /// The member is no object at all
    NotAnObject,
}

/// A member of the transcript with the facts that most rules ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The whole turn.
    pub value: Value,
    /// Which turn this is, through all edits: the index in the input, or a number above for new turns.
    pub id: u32,
    /// Who speaks.
    pub role: Role,
    /// The content, when it is an array.
    pub blocks: Option<Value>,
    /// Kinds of the blocks.
    pub kinds: KindSet,
}

impl Turn {
    /// True for what goes to a provider.
    pub fn is_sent(&self) -> bool {
        matches!(
            self.role,
            Role::User | Role::Assistant | Role::ToolResult | Role::CompactionSummary
        )
    }

    /// Reads the facts of a turn, and marks its blocks with their kinds.
    pub fn read(document: &mut Document<'_>, value: Value, id: u32) -> Turn {
        let mut turn = Turn {
            value,
            id,
            role: role(document, value),
            blocks: None,
            kinds: KindSet::default(),
        };
        if !turn.is_object() {
            return turn;
        }
        turn.blocks = document
            .get(value, "content")
            .filter(|content| document.kind(*content) == Kind::Array);
        if let Some(content) = turn.blocks {
            for at in 0..document.elements(content).len() {
                let entry = document.elements(content)[at];
                let kind = match entry.mark() {
                    0 => {
                        let kind = BlockKind::of(document, entry.value);
                        document.mark(content, at, kind.mark());
                        kind
                    }
                    _ => super::Block::of(entry).kind,
                };
                turn.kinds.insert(kind);
            }
        }
        turn
    }

    /// True for objects and arrays.
    pub const fn is_object(&self) -> bool {
        !matches!(self.role, Role::NotAnObject | Role::NotAnObjectFalsy)
    }

    /// True for an assistant turn with array content.
    pub fn is_assistant_with_blocks(&self) -> bool {
        self.role == Role::Assistant && self.blocks.is_some()
    }

    /// True when some block is of a kind in `set`.
    pub const fn has(&self, set: KindSet) -> bool {
        self.kinds.meets(set)
    }
}

fn role(document: &Document<'_>, value: Value) -> Role {
    match document.kind(value) {
        Kind::Object => {}
        Kind::Array => return Role::Missing,
        _ if document.is_truthy(value) => return Role::NotAnObject,
        _ => return Role::NotAnObjectFalsy,
    }
    let Some(role) = document.get(value, "role") else {
        return Role::Missing;
    };
    match document.string(role).as_deref() {
        Some(b"user") => Role::User,
        Some(b"assistant") => Role::Assistant,
        Some(b"toolResult") => Role::ToolResult,
        Some(b"tool") => Role::Tool,
        Some(b"compactionSummary") => Role::CompactionSummary,
        _ if document.is_truthy(role) => Role::Other,
        _ => Role::Missing,
    }
}
