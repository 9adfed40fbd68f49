use super::ensure_usage_snapshots::{Usage, counter};
use crate::json::{Document, Entry, Kind, Value};
use crate::rule::declare_rule;
use crate::text::silent::is_silent_payload;
use crate::text::{JsStr, may_hold_internal_text, strip_internal_metadata};
use crate::transcript::{Block, BlockKind, KindSet, Role, Transcript, Turn, has_calls};

declare_rule! {
    /// ## What it does
    /// Brings assistant turns into the form that is sent: content as a list of blocks, without runtime-only text,
    /// silent replies, delivery copies, cut-off reasoning and repeats; failed turns say that they failed.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse refuse empty assistant content. What nobody refuses here would tell
    /// the model things it never said: delivery mirrors, `NO_REPLY`, runtime context.
    /// ## Exact rule
    /// For each assistant turn, in order:
    /// 1. A delivery copy is dropped: `provider` is `openclaw` and `model` is `delivery-mirror` or
    ///    `gateway-injected`, or `openclawDeliveryMirror` is an object whose `kind` is `channel-final`,
    ///    `channel-final-suppressed` or `message-tool-source-reply`.
    /// 2. String content loses its runtime-only text. Blank or silent: dropped. Else it becomes one text block, and
    ///    no further point applies.
    /// 3. An object as content becomes a list of one, anything else that is no list an empty list.
    /// 4. Every object with a string `text` loses its runtime-only text there; it is removed when it is then blank
    ///    or silent (a text that was blank from the start stays). A turn left empty, or left with nothing but
    ///    thinking after a silent text went, is dropped.
    /// 5. `stopReason` `length` with nothing but thinking and blank text: dropped.
    /// 6. Empty content after `stopReason` `error`, or after `stop` with a usage of zero:
    ///    `[assistant turn failed before producing content]` as its only text.
    /// 7. A turn without calls, stopped with an empty usage, that repeats the content of the assistant turn directly
    ///    before it is dropped.
    /// 8. At the end of the transcript, turns of point 6 are removed.
    /// ## Example
    /// ```json before
    /// [{"role":"user","content":"hi"},{"role":"assistant","content":"NO_REPLY"},{"role":"assistant","content":"hello"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"hello"}]}]
    /// ```
    /// ## Never touches
    /// User turns and tool results; thinking and tool calls, unless their turn goes.
    /// ## Order
    /// Before every rule that reads blocks, which are a list from here on.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step B; vectors `normalize_assistant_replay`, `mirror`, `silent`, `length`, `failed`.
    pub(crate) static NORMALIZE_ASSISTANT_REPLAY = {
        id: "normalize-assistant-replay",
        summary: "assistant turns hold blocks, and nothing that only the runtime or the channel needed",
        effects: [Edits, Drops],
        rejects: [AM_05, BC_04],
        since: "0.1.0",
    }
}

/// Text of an assistant turn that ended before it said anything.
pub(crate) const FAILED_TURN: &str = "[assistant turn failed before producing content]";

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept: Vec<Turn> = Vec::with_capacity(turns.len());
    for turn in turns {
        if turn.role != Role::Assistant {
            kept.push(turn);
        } else if let Some(turn) = normalize(transcript, turn, kept.last()) {
            kept.push(turn);
        }
    }
    transcript.turns = kept;
    drop_trailing_failures(transcript);
}

/// Points 5, 7 and 8 alone, for when turns have gone from between others, and blocks from beside thinking.
pub(crate) fn apply_to_what_is_left(transcript: &mut Transcript<'_>) {
    let mut turns = std::mem::take(&mut transcript.turns);
    let mut previous: Option<Turn> = None;
    turns.retain(|turn| {
        let goes = turn.role == Role::Assistant
            && (is_cut_off(transcript, *turn)
                || previous.is_some_and(|previous| is_bare_repeat(transcript, previous, *turn)));
        if !goes {
            previous = Some(*turn);
        }
        !goes
    });
    transcript.turns = turns;
    drop_trailing_failures(transcript);
}

fn drop_trailing_failures(transcript: &mut Transcript<'_>) {
    while transcript.turns.last().is_some_and(|turn| is_trailing_failure(transcript, *turn)) {
        transcript.turns.pop();
    }
}

fn normalize(transcript: &mut Transcript<'_>, turn: Turn, previous: Option<&Turn>) -> Option<Turn> {
    let document = &mut transcript.document;
    if is_delivery_copy(document, turn.value) {
        return None;
    }
    let content = document.get(turn.value, "content");
    let mut turn = turn;
    match content.map_or(Kind::Null, |content| document.kind(content)) {
        Kind::String => {
            let text = content.and_then(|content| document.string(content)).unwrap_or_default().into_owned();
            let text = JsStr::from_wtf8(&text);
            let stripped = strip_internal_metadata(text);
            let text = stripped.as_ref().map_or(text, |stripped| stripped.as_js());
            let said = !text.is_blank() && !is_silent_payload(text);
            return said.then(|| transcript.with_text(turn, text));
        }
        Kind::Array => {}
        Kind::Object => {
            let only = content.map(|content| Entry::element(content, BlockKind::of(document, content).mark()));
            let list = document.fresh_array(only.as_slice());
            let value = document.with_member(turn.value, "content", list);
            turn = transcript.with_value(turn, value);
        }
        _ => {
            let list = document.fresh_array(&[]);
            let value = document.with_member(turn.value, "content", list);
            turn = transcript.with_value(turn, value);
        }
    }
    turn = strip_texts(transcript, turn)?;
    let document = &transcript.document;
    let stop_reason = document.get(turn.value, "stopReason");
    let stopped_by = |reason| stop_reason.is_some_and(|value| document.is_string(value, reason));
    if is_cut_off(transcript, turn) {
        return None;
    }
    if transcript.entries(turn).is_empty() {
        let failed = stopped_by("error") || stopped_by("stop") && has_zero_usage(document, turn.value);
        return Some(if failed { transcript.with_text(turn, FAILED_TURN.into()) } else { turn });
    }
    let repeats = previous.is_some_and(|previous| is_bare_repeat(transcript, *previous, turn));
    (!repeats).then_some(turn)
}

fn is_delivery_copy(document: &Document<'_>, turn: Value) -> bool {
    if document.member_is(turn, "provider", "openclaw")
        && (document.member_is(turn, "model", "delivery-mirror") || document.member_is(turn, "model", "gateway-injected"))
    {
        return true;
    }
    document.get(turn, "openclawDeliveryMirror").is_some_and(|mirror| {
        ["channel-final", "channel-final-suppressed", "message-tool-source-reply"]
            .iter()
            .any(|kind| document.member_is(mirror, "kind", kind))
    })
}

/// Point 4: the turn with its texts cleaned, or none when nothing is left to send.
fn strip_texts(transcript: &mut Transcript<'_>, turn: Turn) -> Option<Turn> {
    use crate::transcript::Fate;
    let mut removed_silent = false;
    let blocks = transcript.map_blocks(turn, |document, block| {
        if block.is_in(KindSet::NON_OBJECTS) {
            return Fate::Keep;
        }
        let Some(value) = document.get(block.value, "text") else {
            return Fate::Keep;
        };
        if !document.spelling(value).is_some_and(may_hold_internal_text) {
            return Fate::Keep;
        }
        let raw = document.string(value).unwrap_or_default();
        let text = JsStr::from_wtf8(&raw);
        match strip_internal_metadata(text) {
            Some(stripped) if !stripped.as_js().is_blank() && !is_silent_payload(stripped.as_js()) => {
                let stripped = document.fresh_string(stripped.as_js());
                Fate::Replace(document.with_member(block.value, "text", stripped))
            }
            Some(stripped) => {
                removed_silent |= !stripped.as_js().is_blank();
                Fate::Drop
            }
            None if is_silent_payload(text) => {
                removed_silent = true;
                Fate::Drop
            }
            None => Fate::Keep,
        }
    });
    let Some(blocks) = blocks else { return Some(turn) };
    if blocks.is_empty() || removed_silent && is_only_reasoning(transcript, &blocks) {
        return None;
    }
    Some(transcript.with_blocks(turn, &blocks))
}

/// Thinking that ran out of tokens before it came to anything.
fn is_cut_off(transcript: &Transcript<'_>, turn: Turn) -> bool {
    turn.has(KindSet::THINKING)
        && is_only_reasoning(transcript, transcript.entries(turn))
        && transcript.document.member_is(turn.value, "stopReason", "length")
}

fn is_only_reasoning(transcript: &Transcript<'_>, blocks: &[Entry]) -> bool {
    let mut thinks = false;
    blocks.iter().all(|entry| {
        let block = Block::of(*entry);
        thinks |= block.is_in(KindSet::THINKING);
        block.is_in(KindSet::THINKING) || block.is_blank_text(&transcript.document)
    }) && thinks
}

/// A usage that can be read and counts nothing.
fn has_zero_usage(document: &Document<'_>, turn: Value) -> bool {
    let Some(usage) = document.get(turn, "usage").filter(|usage| document.is_object_like(*usage)) else { return false };
    let finite = |key| document.get(usage, key).and_then(|value| document.number(value)).filter(|n| n.is_finite());
    let parts: Vec<f64> = ["input", "output", "cacheRead", "cacheWrite"].iter().filter_map(|key| finite(key)).collect();
    let total = counter(document, usage, &["total", "totalTokens", "total_tokens"])
        .and_then(|value| document.number(value))
        .filter(|n| n.is_finite());
    let nothing = parts.iter().all(|n| *n == 0.0);
    match total {
        Some(total) => total == 0.0 && nothing,
        None => !parts.is_empty() && nothing,
    }
}

fn is_bare_repeat(transcript: &Transcript<'_>, previous: Turn, turn: Turn) -> bool {
    let document = &transcript.document;
    if previous.role != Role::Assistant || !document.member_is(turn.value, "stopReason", "stop") {
        return false;
    }
    let Some(usage) = document.get(turn.value, "usage").filter(|usage| document.is_object_like(*usage)) else {
        return false;
    };
    !transcript.entries(previous).is_empty()
        && !Usage::read(document, usage).is_some_and(|usage| usage.counts_something())
        && !has_calls(transcript, previous)
        && !has_calls(transcript, turn)
        && previous.blocks.zip(turn.blocks).is_some_and(|(a, b)| document.deep_equal(a, b))
}

fn is_trailing_failure(transcript: &Transcript<'_>, turn: Turn) -> bool {
    if !turn.is_assistant_with_blocks() {
        return false;
    }
    let document = &transcript.document;
    let failed = document.member_is(turn.value, "stopReason", "error")
        || document.member_is(turn.value, "stopReason", "stop") && has_zero_usage(document, turn.value);
    let says_so = match transcript.entries(turn) {
        [] => true,
        [only] => Block::of(*only).kind == BlockKind::Text && document.member_is(only.value, "text", FAILED_TURN),
        _ => false,
    };
    failed && says_so
}
