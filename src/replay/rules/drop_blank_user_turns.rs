use super::without_blank_text;
use crate::json::{Document, Kind, Value};
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes blank text from user turns, and turns that have nothing else.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse refuse blank text and empty content; so do many servers that copy
    /// the OpenAI APIs.
    /// ## Exact rule
    /// 1. String content that is blank (nothing but white space) drops the turn.
    /// 2. In array content every `text` block with blank string text goes. When nothing is left, also when nothing
    ///    was there, the turn goes.
    /// 3. A turn with stored media (a string that is not blank in `MediaPath`, `MediaPaths`, `MediaUrl` or
    ///    `MediaUrls`) stays: blank string content as it is, emptied array content as `""`.
    /// 4. Other content stays.
    /// ## Example
    /// ```json before
    /// [{"role":"user","content":"  "},{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":"hi"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"hi"}]}]
    /// ```
    /// ## Never touches
    /// Text that is not blank, blocks of other types.
    /// ## Order
    /// Before turns are merged or compared, which would see an empty turn as a turn.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step B; vectors `blank`.
    pub(crate) static DROP_BLANK_USER_TURNS = {
        id: "drop-blank-user-turns",
        summary: "user turns hold no blank text, and those without anything else go",
        effects: [Edits, Drops],
        rejects: [AM_05, AM_06, CC_06, BC_05],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept = Vec::with_capacity(turns.len());
    for turn in turns {
        let document = &transcript.document;
        let content = if turn.role == Role::User { document.get(turn.value, "content") } else { None };
        match content.map(|content| (content, document.kind(content))) {
            Some((content, Kind::String)) => {
                if !document.is_blank_string(content) || has_stored_media(document, turn.value) {
                    kept.push(turn);
                }
            }
            Some((_, Kind::Array)) => match without_blank_text(transcript, turn) {
                Some(turn) => kept.push(turn),
                None if has_stored_media(&transcript.document, turn.value) => {
                    let nothing = transcript.document.fresh_string("".into());
                    let value = transcript.document.with_member(turn.value, "content", nothing);
                    kept.push(transcript.with_value(turn, value));
                }
                None => {}
            },
            _ => kept.push(turn),
        }
    }
    transcript.turns = kept;
}

fn has_stored_media(document: &Document<'_>, turn: Value) -> bool {
    let is_named = |value| document.kind(value) == Kind::String && !document.is_blank_string(value);
    ["MediaPath", "MediaPaths", "MediaUrl", "MediaUrls"].iter().filter_map(|key| document.get(turn, key)).any(
        |media| match document.kind(media) {
            Kind::Array => document.entries(media).any(|entry| is_named(entry.value)),
            _ => is_named(media),
        },
    )
}
