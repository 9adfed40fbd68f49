//! The marks between which models write tool calls and results when they write them as text.

use super::model_tokens::token_end;
use super::{JsStr, find_byte2, find_bytes};

/// Names of what holds a call or a result, without what may part their words. Both ends of a pair have one name.
const NAMES: [&str; 17] = [
    "toolcall",
    "toolcalls",
    "toolcallssection",
    "tooluse",
    "functioncall",
    "functioncalls",
    "toolresult",
    "toolresults",
    "toolresponse",
    "toolresponses",
    "tooloutput",
    "tooloutputs",
    "functionresult",
    "functionresults",
    "functionresponse",
    INVOKE,
    FUNCTION,
];
/// These hold a call only when they name it.
const INVOKE: &str = "invoke";
const FUNCTION: &str = "function";

/// How many families of marks there are: the names in each form, and [`CHANNEL`].
pub(super) const FAMILIES: usize = 3 * NAMES.len() + 1;
/// The family of a channel that is addressed to a tool.
const CHANNEL: usize = FAMILIES - 1;

/// Bytes of a name in brackets, at most.
const MAX_NAME: usize = 32;

/// What a mark is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `<tool_call>`
    Tag,
    /// `[TOOL_CALL]`
    Bracket,
    /// `<|tool_call_begin|>`, which nobody else writes.
    Token,
}

/// A mark and where it stands, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) form: Form,
    pub(super) is_closing: bool,
    /// Marks of one family are a pair.
    pub(super) family: usize,
}

/// All marks of a text, by their start.
pub(super) fn marks(text: JsStr<'_>) -> Vec<Mark> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = find_byte2(&bytes[at..], b'<', b'[') {
        let start = at + next;
        let mark = match bytes[start] {
            b'<' => token(text, start).or_else(|| tag(text, start)),
            _ => bracket(text, start),
        };
        // A mark may take no room, and then says nothing of what stands there.
        at = mark.map_or(start, |mark| mark.end).max(start + 1);
        found.extend(mark);
    }
    found
}

/// The place of a name among [`NAMES`], whatever its case and whatever parts its words.
fn place(name: &[u8]) -> Option<usize> {
    let letters = || {
        let letters = name.iter().filter(|byte| byte.is_ascii_alphabetic());
        letters.map(u8::to_ascii_lowercase)
    };
    let is_name = |byte: &u8| {
        byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b' ') || *byte >= 0x80
    };
    if !name.iter().all(is_name) {
        return None;
    }
    NAMES.iter().position(|known| letters().eq(known.bytes()))
}

fn family(place: usize, form: Form) -> usize {
    place + NAMES.len() * form as usize
}

fn tag(text: JsStr<'_>, start: usize) -> Option<Mark> {
    let rest = &text.as_bytes()[start + 1..];
    let length = find_byte2(rest, b'<', b'>').filter(|&at| rest[at] == b'>')?;
    let inside = &rest[..length];
    let (is_closing, inside) = closing(inside);
    let is_part = |byte: &&u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b':');
    let (name, rest) = inside.split_at(inside.iter().take_while(is_part).count());
    let place = place(name.rsplit(|byte| *byte == b':').next()?)?;
    let is_named = rest.starts_with(b"=") || find_bytes(rest, b"name=").is_some();
    let counts = match NAMES[place] {
        INVOKE | FUNCTION => is_closing || is_named,
        _ => rest.first().is_none_or(u8::is_ascii_whitespace),
    };
    (counts && !rest.ends_with(b"/")).then_some(Mark {
        start,
        end: start + length + 2,
        form: Form::Tag,
        is_closing,
        family: family(place, Form::Tag),
    })
}

/// Whether a name is that of a closing mark, and the name itself.
fn closing(name: &[u8]) -> (bool, &[u8]) {
    match name.strip_prefix(b"/") {
        Some(name) => (true, name),
        None => (false, name),
    }
}

fn token(text: JsStr<'_>, start: usize) -> Option<Mark> {
    let end = token_end(text, start + 1)?;
    let inside = text.slice(start + 1, end - 1).as_bytes();
    let is_bar = |byte: &&u8| matches!(byte, b'|' | 0xEF | 0xBD | 0x9C);
    let head = inside.iter().take_while(is_bar).count();
    let tail = inside.iter().rev().take_while(is_bar).count();
    let name = inside.get(head..inside.len() - tail)?;
    if let Some(mark) = channel(text, (start, end), name) {
        return Some(mark);
    }
    let (is_closing, name) = match (name.strip_suffix(b"begin"), name.strip_suffix(b"end")) {
        (Some(name), _) => (false, name),
        (_, Some(name)) => (true, name),
        _ => closing(name),
    };
    Some(Mark {
        start,
        end,
        form: Form::Token,
        is_closing,
        family: family(place(name)?, Form::Token),
    })
}

/// The mark of a channel that is addressed to a tool, or of what ends it.
fn channel(text: JsStr<'_>, (start, end): (usize, usize), name: &[u8]) -> Option<Mark> {
    // Where the next message or channel starts, the one before it has ended.
    let (end, is_closing) = match name {
        b"call" | b"end" => (end, true),
        b"start" => (start, true),
        b"channel" => {
            let said = text.tail(end);
            let said = said.head(said.find_byte(b'<').unwrap_or(said.len()));
            match said.contains("to=") {
                true => (end, false),
                false => (start, true),
            }
        }
        _ => return None,
    };
    Some(Mark {
        start,
        end,
        form: Form::Token,
        is_closing,
        family: CHANNEL,
    })
}

fn bracket(text: JsStr<'_>, start: usize) -> Option<Mark> {
    let inside = &text.as_bytes()[start + 1..];
    let inside = &inside[..inside.len().min(MAX_NAME)];
    let inside = &inside[..inside.iter().position(|byte| *byte == b']')?];
    let (is_closing, name) = closing(inside);
    // Words apart are those of a link.
    let place = place(name).filter(|_| name.contains(&b'_'))?;
    Some(Mark {
        start,
        end: start + inside.len() + 2,
        form: Form::Bracket,
        is_closing,
        family: family(place, Form::Bracket),
    })
}
