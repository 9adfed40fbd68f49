//! Bodies of requests: any bytes are answered, and what is repaired keeps the promises.

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::preflight::{Mode, PreflightOptions};

use crate::generate;
use crate::wire_promises::{self, Request};

const SHAPES: [&str; 5] = ["anthropic", "chat", "responses", "gemini", "converse"];

/// The bytes as a body of any shape, and a damaged body made from them.
pub fn preflight(bytes: &[u8]) {
    for shape in SHAPES {
        let options = PreflightOptions::new()
            .with_mode(Mode::Strict)
            .with_api(Some(shape.into()));
        let outcome = transcript_hygiene::preflight::preflight(bytes, &options);
        if let Some(body) = outcome.body {
            Document::parse(&body, 1, &Limits::default()).expect("what is repaired is JSON");
        }
    }
    let request = Request::damaged(&generate::replay(bytes), bytes);
    wire_promises::breaks_nothing(&request);
    wire_promises::is_a_fixed_point(&request);
    wire_promises::clean_bodies_keep_every_byte(&request);
    wire_promises::untouched_turns_keep_their_bytes(&request);
    let replay = generate::realistic(bytes);
    let request = Request::of(&replay.text, replay.target);
    wire_promises::more_turns_change_no_earlier_repair(&request);
}
