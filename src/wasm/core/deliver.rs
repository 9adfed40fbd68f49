//! How an edited transcript goes back through the door it came by.

use super::options::Door;
use super::pieces::{byte_pieces, utf16_pieces};
use crate::json::write_into;
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

/// The new transcript in terms of the old one: a JSON array in which two numbers are a run of source turns (the first
/// one's index, and how many), and anything else is a new turn. New turns are objects, so the two cannot be confused.
fn patch(transcript: &Transcript<'_>) -> Vec<u8> {
    let mut out = vec![b'['];
    let mut turns = transcript.turns.iter().peekable();
    while let Some(turn) = turns.next() {
        if out.len() > 1 {
            out.push(b',');
        }
        let start = turn.id as usize;
        let is_source = |index: usize, value| {
            transcript
                .source()
                .get(index)
                .is_some_and(|source| source.value == value)
        };
        if !is_source(start, turn.value) {
            write_into(&transcript.document, turn.value, &mut out);
            continue;
        }
        let mut count = 1;
        while turns
            .next_if(|next| {
                next.id as usize == start + count && is_source(start + count, next.value)
            })
            .is_some()
        {
            count += 1;
        }
        out.extend_from_slice(format!("{start},{count}").as_bytes());
    }
    out.push(b']');
    out
}
