use std::collections::VecDeque;
use crate::table::IdMap;

use crate::json::{Document, Kind, Value};
use crate::replay::Clock;
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{BlockKind, Call, Role, Transcript, Turn, calls, has_calls, result_id};

declare_rule! {
    /// ## What it does
    /// Gives every tool call exactly one result, right after the turn that made the call, in the order of the calls.
    /// ## Who refuses without it
    /// Every provider: a call without a result, a result without a call, two results for one call.
    /// ## Exact rule
    /// 1. A frame begins at each assistant turn with calls and reaches to the next one.
    /// 2. A result without an id answers the only call of its frame, unless their names differ, and then counts as
    ///    an error.
    /// 3. Inside the frame each result goes to the first call of its id that has none. A real result replaces a
    ///    made-up one. What is left over is dropped; what names no call of the frame is offered to earlier frames,
    ///    and taken when exactly one open call there has its id.
    /// 4. A call without a result gets one that says so: `aborted` for the OpenAI Responses APIs, elsewhere
    ///    `[openclaw] missing tool result in session history; inserted synthetic error result for transcript
    ///    repair.`
    /// 5. A result takes the name of its call when it has none; a blank one becomes `unknown`.
    /// 6. Other turns that stood between a call and its results move behind them.
    /// 7. A turn with calls that ended in `error` or `aborted` goes, and its results with it.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},{"role":"user","content":"go on"},{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"x"}]},{"role":"toolResult","toolCallId":"b","content":[{"type":"text","text":"y"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"x"}],"toolName":"ls"},{"role":"user","content":"go on"}]
    /// ```
    /// ## Never touches
    /// User turns, text, the order of turns that are paired already.
    /// ## Order
    /// After input repair (a dropped call must not keep its result); before ids are rewritten, since pairing reads
    /// the original ids. Once more after the provider's own step for the Responses APIs.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, steps I, K and Q; vectors `pairing`, `repair_tool_result_pairing`.
    pub(crate) static REPAIR_TOOL_RESULT_PAIRING = {
        id: "repair-tool-result-pairing",
        summary: "every tool call has one result, right after its turn",
        effects: [Edits, Moves, Inserts, Drops],
        rejects: [AM_07, AM_08, AM_10, CC_03, CC_02, OR_02, OR_12, GE_08, GE_09, BC_06, BC_07, MI_04],
        since: "0.1.0",
    }
}

/// Text of a made-up result, except for the OpenAI Responses APIs.
pub(crate) const MISSING_RESULT: &str = "[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.";

/// Text of a made-up result for the OpenAI Responses APIs.
pub(crate) const ABORTED: &str = "aborted";

/// How pairing goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairing<'p> {
    /// Text of a made-up result.
    pub(crate) missing_text: JsStr<'p>,
    /// Whether a failed turn with calls goes, with its results. Else it stays with those it has.
    pub(crate) drop_failed: bool,
    /// Where the timestamp of a made-up result comes from.
    pub(crate) clock: Clock,
}

/// A call waiting for its result, or with it.
struct Occurrence {
    call: Call,
    /// The result, and whether it was made up by an earlier repair.
    answer: Option<(Turn, bool)>,
}

/// An assistant turn with calls, and what follows it.
struct Frame {
    assistant: Turn,
    occurrences: std::ops::Range<usize>,
    unclaimed: Vec<(Turn, Option<JsString>)>,
    remainder: Vec<Turn>,
}

/// Calls of one id that a later result may still answer.
#[derive(Default)]
struct Open {
    missing: Vec<usize>,
    synthetic: Vec<usize>,
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, pairing: &Pairing<'_>) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut output: Vec<Turn> = Vec::with_capacity(turns.len());
    let mut occurrences: Vec<Occurrence> = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    let mut start = 0;
    while start < turns.len() {
        let calls_here = match turns[start].role {
            Role::Assistant => calls(transcript, turns[start]),
            _ => Vec::new(),
        };
        if calls_here.is_empty() {
            // Before the first frame; the frames themselves take all that follows them.
            let turn = turns[start];
            if turn.is_object() && turn.role != Role::ToolResult {
                output.push(turn);
            }
            start += 1;
            continue;
        }
        start = collect_frame(transcript, &turns, start, calls_here, &mut occurrences, &mut frames);
    }
    settle_displaced(transcript, &frames, &mut occurrences);
    let mut synthetic: Option<Synthetic> = None;
    for frame in frames {
        let failed = ["error", "aborted"]
            .iter()
            .any(|reason| transcript.document.member_is(frame.assistant.value, "stopReason", reason));
        if !(failed && pairing.drop_failed) {
            output.push(frame.assistant);
            for occurrence in &occurrences[frame.occurrences.clone()] {
                match occurrence.answer {
                    Some((result, _)) => output.push(result),
                    None if failed => {}
                    None => {
                        let synthetic =
                            synthetic.get_or_insert_with(|| Synthetic::new(transcript, pairing));
                        output.push(synthetic.result(
                            transcript,
                            &occurrence.call,
                            frame.assistant,
                            pairing,
                        ));
                    }
                }
            }
        }
        output.extend(frame.remainder);
    }
    transcript.turns = output;
}

/// Reads the frame that begins at `start`; gives the index after it.
fn collect_frame(
    transcript: &mut Transcript<'_>,
    turns: &[Turn],
    start: usize,
    calls_here: Vec<Call>,
    occurrences: &mut Vec<Occurrence>,
    frames: &mut Vec<Frame>,
) -> usize {
    let first = occurrences.len();
    // For each id the calls that wait for their result, and those whose result was made up.
    let mut unfilled: IdMap<(VecDeque<usize>, VecDeque<usize>)> = IdMap::new();
    for (at, call) in calls_here.iter().enumerate() {
        unfilled.entry(call.id.as_bytes()).0.push_back(at);
    }
    let mut answers: Vec<Option<(Turn, bool)>> = vec![None; calls_here.len()];
    let mut frame = Frame {
        assistant: turns[start],
        occurrences: first..first + calls_here.len(),
        unclaimed: Vec::new(),
        remainder: Vec::new(),
    };
    let mut next = start + 1;
    while let Some(&turn) = turns.get(next) {
        if turn.role == Role::Assistant && has_calls(transcript, turn) {
            break;
        }
        next += 1;
        if !turn.is_object() {
            continue;
        }
        if turn.role != Role::ToolResult {
            frame.remainder.push(turn);
            continue;
        }
        let result = with_legacy_id(transcript, turn, &calls_here);
        let id = result_id(&transcript.document, result.value);
        let Some((waiting, replaceable)) = id.as_ref().and_then(|id| unfilled.get_mut(id.as_bytes())) else {
            frame.unclaimed.push((result, id));
            continue;
        };
        let synthetic = is_synthetic(&transcript.document, result.value);
        let taker = match waiting.pop_front() {
            Some(taker) => {
                if synthetic {
                    replaceable.push_back(taker);
                }
                Some(taker)
            }
            None if !synthetic => replaceable.pop_front(),
            None => None,
        };
        if let Some(taker) = taker {
            let result = named(transcript, result, calls_here[taker].name.as_ref());
            answers[taker] = Some((result, synthetic));
        }
    }
    let filled = calls_here.into_iter().zip(answers);
    occurrences.extend(filled.map(|(call, answer)| Occurrence { call, answer }));
    frames.push(frame);
    next
}

/// Offers the results that no call of their own frame wanted to the open calls of that and earlier frames.
fn settle_displaced(
    transcript: &mut Transcript<'_>,
    frames: &[Frame],
    occurrences: &mut [Occurrence],
) {
    let displaced = frames.iter().flat_map(|frame| &frame.unclaimed);
    let mut open: IdMap<Open> =
        displaced.filter_map(|(_, id)| Some((id.as_ref()?, Open::default()))).collect();
    if open.is_empty() {
        return;
    }
    for frame in frames {
        for at in frame.occurrences.clone() {
            let Occurrence { call, answer } = &occurrences[at];
            let Some(open) = open.get_mut(call.id.as_bytes()) else { continue };
            match answer {
                None => open.missing.push(at),
                Some((_, true)) => open.synthetic.push(at),
                Some((_, false)) => {}
            }
        }
        for (result, id) in &frame.unclaimed {
            let Some(open) = id.as_ref().and_then(|id| open.get_mut(id.as_bytes())) else { continue };
            let synthetic = is_synthetic(&transcript.document, result.value);
            let replaceable = if synthetic { 0 } else { open.synthetic.len() };
            // With more than one candidate nobody can tell whose result it is.
            let taker = match (open.missing.len(), replaceable) {
                (1, 0) => open.missing.pop(),
                (0, 1) => open.synthetic.pop(),
                _ => None,
            };
            let Some(taker) = taker else { continue };
            let name = occurrences[taker].call.name.as_ref();
            occurrences[taker].answer = Some((named(transcript, *result, name), synthetic));
            if synthetic {
                open.synthetic.push(taker);
            }
        }
    }
}

/// The id that a result without one has by its position: that of the only call before it, unless the names differ.
pub(crate) fn claims_by_position<'c>(
    document: &Document<'_>,
    result: Value,
    calls: &'c [Call],
) -> Option<&'c JsString> {
    let [only] = calls else { return None };
    let result_name = document.get_string(result, "toolName").unwrap_or_default();
    let result_name = JsStr::from_wtf8(&result_name).trim();
    let call_name = only.name.as_ref().map_or(JsStr::default(), |name| name.as_js().trim());
    let differ = !result_name.is_empty() && !call_name.is_empty() && result_name != call_name;
    (!differ).then_some(&only.id)
}

fn with_legacy_id(transcript: &mut Transcript<'_>, result: Turn, calls: &[Call]) -> Turn {
    let document = &mut transcript.document;
    if result_id(document, result.value).is_some() {
        return result;
    }
    let Some(id) = claims_by_position(document, result.value, calls) else { return result };
    let id = document.fresh_string(id.as_js());
    let error = document.fresh("true");
    let value = document.with_member(result.value, "toolCallId", id);
    let value = document.with_member(value, "isError", error);
    transcript.with_value(result, value)
}

/// The result with the name of its call, when it has none of its own.
fn named(transcript: &mut Transcript<'_>, result: Turn, call_name: Option<&JsString>) -> Turn {
    let document = &mut transcript.document;
    let own = document.get_string(result.value, "toolName").map(|name| JsStr::from_wtf8(&name).to_owned());
    let trimmed = own.as_ref().map_or(JsStr::default(), |name| name.as_js().trim());
    let call_name = call_name.map_or(JsStr::default(), |name| name.as_js().trim());
    let name = if !trimmed.is_empty() {
        trimmed
    } else if !call_name.is_empty() {
        call_name
    } else if own.is_some() {
        "unknown".into()
    } else {
        return result;
    };
    if own.as_ref().is_some_and(|own| own.as_js() == name) {
        return result;
    }
    let name = document.fresh_string(name);
    let value = document.with_member(result.value, "toolName", name);
    transcript.with_value(result, value)
}

/// True for a result that an earlier repair made up.
fn is_synthetic(document: &Document<'_>, result: Value) -> bool {
    if !document.get(result, "isError").is_some_and(|value| document.is_truthy(value)) {
        return false;
    }
    let marked = document.get(result, "details").is_some_and(|details| {
        document
            .get(details, "openclawSyntheticMissingToolResult")
            .is_some_and(|value| document.kind(value) == Kind::Bool(true))
    });
    marked
        || document.get(result, "content").is_some_and(|content| {
            document.kind(content) == Kind::Array
                && document.entries(content).any(|entry| {
                    BlockKind::of(document, entry.value) == BlockKind::Text
                        && document.member_is(entry.value, "text", MISSING_RESULT)
                })
        })
}

/// Members that every made-up result has alike, made when the first one is.
struct Synthetic {
    role: Value,
    content: Value,
    details: Value,
    is_error: Value,
}

impl Synthetic {
    fn new(transcript: &mut Transcript<'_>, pairing: &Pairing<'_>) -> Synthetic {
        let text = transcript.text_block(pairing.missing_text);
        let document = &mut transcript.document;
        Synthetic {
            role: document.fresh_string("toolResult".into()),
            content: document.fresh_array(&[text]),
            details: document.fresh(r#"{"openclawSyntheticMissingToolResult":true}"#),
            is_error: document.fresh("true"),
        }
    }

    fn result(
        &self,
        transcript: &mut Transcript<'_>,
        call: &Call,
        assistant: Turn,
        pairing: &Pairing<'_>,
    ) -> Turn {
        let document = &mut transcript.document;
        let name = call.name.as_ref().map(JsString::as_js).filter(|name| !name.is_empty());
        let mut members = vec![
            ("role", self.role),
            ("toolCallId", document.fresh_string(call.id.as_js())),
            ("toolName", document.fresh_string(name.unwrap_or("unknown".into()))),
            ("content", self.content),
            ("details", self.details),
            ("isError", self.is_error),
        ];
        if let Some(timestamp) = pairing.clock.stamp(document, assistant.value) {
            members.push(("timestamp", timestamp));
        }
        let value = document.fresh_object(&members);
        transcript.new_turn(value)
    }
}
