//! Blocks: the parts of a turn's content.

use crate::json::{Document, Entry, Kind, Value};
use crate::text::JsStr;

/// What a content element is. The kind is found once and kept in the element's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum BlockKind {
    /// Not an object, and falsy in JavaScript: `null`, `false`, `0`, `""`.
    Falsy = 1,
    /// Not an object otherwise.
    Scalar,
    /// An array.
    Array,
    /// An object of another type than those below, or of none.
    Other,
    /// `text`
    Text,
    /// `image`
    Image,
    /// `thinking`
    Thinking,
    /// `redacted_thinking`
    RedactedThinking,
    /// `toolCall`, the canonical spelling
    ToolCall,
    /// `toolUse`
    ToolUse,
    /// `functionCall`
    FunctionCall,
    /// `tool_call`
    SnakeToolCall,
    /// `tool_use`
    SnakeToolUse,
    /// `function_call`
    SnakeFunctionCall,
    /// `toolResult`, embedded in a user turn
    ToolResult,
    /// `tool`, embedded in a user turn
    Tool,
}

/// A set of block kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u32);

impl KindSet {
    /// Every spelling of a tool call that input repair knows (`RAW6`).
    pub const RAW_CALLS: KindSet = KindSet::CALLS
        .and(BlockKind::SnakeToolCall)
        .and(BlockKind::SnakeToolUse)
        .and(BlockKind::SnakeFunctionCall);
    /// The spellings that calls are read from (`CANON3`).
    pub const CALLS: KindSet = KindSet(0)
        .and(BlockKind::ToolCall)
        .and(BlockKind::ToolUse)
        .and(BlockKind::FunctionCall);
    /// The spellings that the reasoning-dropping steps look for (`THINK3`).
    pub const REASONED_CALLS: KindSet = KindSet(0)
        .and(BlockKind::ToolCall)
        .and(BlockKind::SnakeToolUse)
        .and(BlockKind::SnakeFunctionCall);
    /// Thinking, redacted or not.
    pub const THINKING: KindSet = KindSet(0)
        .and(BlockKind::Thinking)
        .and(BlockKind::RedactedThinking);
    /// What is not an object in JavaScript.
    pub const NON_OBJECTS: KindSet = KindSet(0).and(BlockKind::Falsy).and(BlockKind::Scalar);
    /// Tool results embedded in user turns.
    pub const EMBEDDED_RESULTS: KindSet =
        KindSet(0).and(BlockKind::ToolResult).and(BlockKind::Tool);

    /// What is neither text, an image, thinking nor a tool call.
    pub const OTHERS: KindSet = KindSet::NON_OBJECTS
        .and(BlockKind::Array)
        .and(BlockKind::Other)
        .and(BlockKind::ToolResult)
        .and(BlockKind::Tool);

    /// Images.
    pub const IMAGES: KindSet = KindSet(0).and(BlockKind::Image);
    /// Texts.
    pub const TEXTS: KindSet = KindSet(0).and(BlockKind::Text);

    const fn and(self, kind: BlockKind) -> KindSet {
        KindSet(self.0 | 1 << kind as u32)
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: BlockKind) {
        *self = self.and(kind);
    }

    /// True when the kind is in it.
    pub const fn contains(self, kind: BlockKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }

    /// True when the two sets share a kind.
    pub const fn meets(self, other: KindSet) -> bool {
        self.0 & other.0 != 0
    }
}

impl BlockKind {
    /// Every kind, so that a mark can be turned back into one.
    const ALL: [BlockKind; 16] = [
        BlockKind::Falsy,
        BlockKind::Scalar,
        BlockKind::Array,
        BlockKind::Other,
        BlockKind::Text,
        BlockKind::Image,
        BlockKind::Thinking,
        BlockKind::RedactedThinking,
        BlockKind::ToolCall,
        BlockKind::ToolUse,
        BlockKind::FunctionCall,
        BlockKind::SnakeToolCall,
        BlockKind::SnakeToolUse,
        BlockKind::SnakeFunctionCall,
        BlockKind::ToolResult,
        BlockKind::Tool,
    ];

    fn of_type(name: &[u8]) -> BlockKind {
        match name {
            b"text" => BlockKind::Text,
            b"image" => BlockKind::Image,
            b"thinking" => BlockKind::Thinking,
            b"redacted_thinking" => BlockKind::RedactedThinking,
            b"toolCall" => BlockKind::ToolCall,
            b"toolUse" => BlockKind::ToolUse,
            b"functionCall" => BlockKind::FunctionCall,
            b"tool_call" => BlockKind::SnakeToolCall,
            b"tool_use" => BlockKind::SnakeToolUse,
            b"function_call" => BlockKind::SnakeFunctionCall,
            b"toolResult" => BlockKind::ToolResult,
            b"tool" => BlockKind::Tool,
            _ => BlockKind::Other,
        }
    }

    /// Kind of a content element.
    pub fn of(document: &Document<'_>, value: Value) -> BlockKind {
        match document.kind(value) {
            Kind::Object => {
                let name = document.get_string(value, "type");
                name.map_or(BlockKind::Other, |name| BlockKind::of_type(&name))
            }
            Kind::Array => BlockKind::Array,
            _ if document.is_truthy(value) => BlockKind::Scalar,
            _ => BlockKind::Falsy,
        }
    }

    /// The element mark that stands for this kind.
    pub const fn mark(self) -> u32 {
        self as u32
    }

    fn from_mark(mark: u32) -> BlockKind {
        let kind = (mark as usize)
            .checked_sub(1)
            .and_then(|at| BlockKind::ALL.get(at));
        kind.copied().unwrap_or(BlockKind::Other)
    }

    /// True for objects and arrays, which is what JavaScript calls an object.
    pub const fn is_object_like(self) -> bool {
        !KindSet::NON_OBJECTS.contains(self)
    }

    /// True when the kind is in `set`.
    pub const fn is_in(self, set: KindSet) -> bool {
        set.contains(self)
    }
}

/// A content element with its kind.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The element.
    pub value: Value,
    /// What it is.
    pub kind: BlockKind,
}

impl Block {
    /// Reads a content element that has its mark.
    pub fn of(entry: Entry) -> Block {
        Block {
            value: entry.value,
            kind: BlockKind::from_mark(entry.mark()),
        }
    }

    /// True when the kind is in `set`.
    pub const fn is_in(self, set: KindSet) -> bool {
        set.contains(self.kind)
    }

    /// True for a `text` block whose `text` is a string without anything but white space.
    pub fn is_blank_text(self, document: &Document<'_>) -> bool {
        self.kind == BlockKind::Text
            && document
                .get(self.value, "text")
                .is_some_and(|text| document.is_blank_string(text))
    }
}

/// A new text block, with its mark.
pub fn text_block(document: &mut Document<'_>, text: JsStr<'_>) -> Entry {
    let kind = document.fresh_string("text".into());
    let text = document.fresh_string(text);
    Entry::element(
        document.fresh_object(&[("type", kind), ("text", text)]),
        BlockKind::Text.mark(),
    )
}

/// What becomes of a block.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    /// It stays.
    Keep,
    /// It goes.
    Drop,
    /// Another value takes its place.
    Replace(Value),
}
