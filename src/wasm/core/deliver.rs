//! How an edited transcript goes back through the door it came by.

use super::options::Door;
use super::pieces::{byte_pieces, utf16_pieces};
use crate::json::{Document, Entry, Value, write_into};
use crate::transcript::Transcript;
use crate::wasm::buffers::Answer;

/// The envelope with the new transcript; with nothing beside it when no turn changed.
pub(super) fn deliver(mut transcript: Transcript<'_>, meta: String, door: Door) -> Answer {
    let output = match door {
        _ if transcript.is_unchanged() => Vec::new(),
        Door::Bytes => byte_pieces(&mut transcript),
        Door::Values => patch(&transcript),
        Door::String => utf16_pieces(&mut transcript),
    };
    Answer { meta, output }
}

/// The same for a list of which only some members changed, and none was moved.
pub(super) fn deliver_list(
    document: &Document<'_>,
    list: Value,
    members: Option<&[Entry]>,
) -> Answer {
    let Some(members) = members else {
        return Answer {
            meta: r#"{"changed":false}"#.into(),
            output: Vec::new(),
        };
    };
    let source = document.elements(list);
    let mut items = members.iter().enumerate().map(|(at, member)| Item {
        source: source
            .get(at)
            .is_some_and(|old| old.value == member.value)
            .then_some(at),
        value: member.value,
    });
    Answer {
        meta: r#"{"changed":true}"#.into(),
        output: write_patch(document, &mut items),
    }
}

fn patch(transcript: &Transcript<'_>) -> Vec<u8> {
    let source = transcript.source();
    let mut items = transcript.turns.iter().map(|turn| {
        let at = turn.id as usize;
        let is_source = source.get(at).is_some_and(|old| old.value == turn.value);
        Item {
            source: is_source.then_some(at),
            value: turn.value,
        }
    });
    write_patch(&transcript.document, &mut items)
}

/// A member of the new list, and which member of the old list it is, if any.
struct Item {
    source: Option<usize>,
    value: Value,
}

/// The new list in terms of the old one: a JSON array in which two numbers are a run of old members (the first one's
/// index, and how many), and anything else is a new member. New members are objects, so the two cannot be confused.
fn write_patch(document: &Document<'_>, items: &mut dyn Iterator<Item = Item>) -> Vec<u8> {
    let mut out = vec![b'['];
    let mut items = items.peekable();
    while let Some(item) = items.next() {
        if out.len() > 1 {
            out.push(b',');
        }
        let Some(start) = item.source else {
            write_into(document, item.value, &mut out);
            continue;
        };
        let mut count = 1;
        while items
            .next_if(|next| next.source == Some(start + count))
            .is_some()
        {
            count += 1;
        }
        out.extend_from_slice(format!("{start},{count}").as_bytes());
    }
    out.push(b']');
    out
}
