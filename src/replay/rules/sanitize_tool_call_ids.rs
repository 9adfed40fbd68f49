use std::borrow::Cow;

use super::sanitize_tool_call_inputs::{AllowedNames, calls_pass_as_they_are};
use crate::policy::{DuplicateToolCallIdStyle, ToolCallIdMode};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, sha256_hex_prefix};
use crate::table::{NumberSet, Queue, Queues, Records};
use crate::transcript::{Call, Fate, KindSet, Role, Transcript, Turn, calls};

declare_rule! {
    /// ## What it does
    /// Rewrites tool-call ids to the letters and the length that the target takes, each once in the transcript, and
    /// the ids of their results with them.
    /// ## Who refuses without it
    /// Nearly every provider has an alphabet and a length; Mistral wants exactly nine letters and digits.
    /// ## Exact rule
    /// 1. `strict`: an id keeps its letters and digits (`functions.name:1` stays as it is), at most 40. One that is
    ///    taken already becomes its first 32 and 8 hex digits of a SHA-256, then numbered with `x2`, `x3`, …
    /// 2. `strict9`: the first nine letters and digits; fewer become nine hex digits of their SHA-256, none
    ///    `44d8b78be`. One that is taken becomes nine hex digits of the SHA-256 of the id and a number.
    /// 3. The second use of an id starts from `id:2`, the third from `id:3`. With `duplicateToolCallIdStyle`
    ///    `openai` it becomes `call_` and 24 hex digits instead, and a first `call_…` stays.
    /// 4. With `preserveNativeAnthropicToolUseIds` the first use of a `toolu_…` stays.
    /// 5. A result takes the ids given to its call in the order of the calls; one without a call gets an id of its
    ///    own. Every id key that it has gets the new id, and `toolCallId` is set.
    /// 6. Where the provider owns its thinking, turns with thinking and calls that can be sent as they are keep
    ///    their ids, and nobody else gets those.
    /// ## Example
    /// ```json target
    /// {"provider":"mistral","modelApi":"mistral-conversations","modelId":"mistral-large"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_abcdefgh","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_abcdefgh","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"callabcde","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"callabcde","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Ids that are in the form already and used once.
    /// ## Order
    /// After pairing: from here on ids are new.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step L; vectors `ids`, `sanitize_tool_call_ids`, `sanitize_tool_call_id`.
    pub(crate) static SANITIZE_TOOL_CALL_IDS = {
        id: "sanitize-tool-call-ids",
        summary: "every tool-call id is one that the target takes, and used once",
        effects: [Edits],
        rejects: [AM_12, AM_11, CC_08, BC_08, MI_01],
        since: "0.1.0",
    }
}

/// Longest id of mode `strict`.
const MAX_ID: usize = 40;

/// Tries before an id falls back on the caller's clock.
const MAX_TRIES: u64 = 1000;

#[cfg(feature = "conformance")]
/// Id of a call that has none, per mode; the walk never meets one.
const DEFAULT_ID: [(ToolCallIdMode, &str); 2] =
    [(ToolCallIdMode::Strict, "defaulttoolid"), (ToolCallIdMode::Strict9, "defaultid")];

/// Keys of a result in the order in which they decide which call it answers.
const ID_KEYS: [&str; 6] =
    ["call_id", "callId", "tool_call_id", "tool_use_id", "toolCallId", "toolUseId"];

/// How ids are rewritten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdRewriting<'r> {
    pub(crate) mode: ToolCallIdMode,
    pub(crate) duplicate_style: Option<DuplicateToolCallIdStyle>,
    pub(crate) preserve_native_anthropic: bool,
    /// Whether turns with thinking and sendable calls keep their ids.
    pub(crate) preserve_thinking_turns: bool,
    pub(crate) allowed: &'r AllowedNames,
    /// Milliseconds, for the id after too many collisions.
    pub(crate) now: f64,
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, rewriting: &IdRewriting<'_>) {
    let mut walk = Walk {
        rewriting,
        ids: Records::default(),
        assigned: Queues::default(),
    };
    let mut preserved = NumberSet::default();
    if rewriting.preserve_thinking_turns {
        for turn in &transcript.turns {
            if let Some(calls) = preserved_calls(transcript, *turn, rewriting.allowed)
                && calls.iter().all(|call| walk.is_free(call.id.as_bytes()))
            {
                for call in &calls {
                    walk.give(call.id.as_bytes());
                }
                preserved.add(turn.id);
            }
        }
    }
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role == Role::ToolResult {
            walk.result(transcript, index);
        } else if turn.is_assistant_with_blocks() && preserved.contains(turn.id) {
            for call in calls(transcript, turn) {
                let id = walk.ids.number(call.id.as_bytes());
                walk.assign(id, id);
            }
        } else if turn.is_assistant_with_blocks() && turn.has(KindSet::CALLS) {
            let blocks = transcript.map_blocks(turn, |document, block| {
                let id = document
                    .get_string(block.value, "id")
                    .filter(|id| block.is_in(KindSet::CALLS) && !id.is_empty());
                let Some(id) = id else { return Fate::Keep };
                match walk.call(JsStr::from_wtf8(&id)) {
                    None => Fate::Keep,
                    Some(new) => {
                        let new = document.fresh_string(JsStr::from_wtf8(walk.ids.text(new)));
                        Fate::Replace(document.with_member(block.value, "id", new))
                    }
                }
            });
            if let Some(blocks) = blocks {
                transcript.set_blocks(index, &blocks);
            }
        }
    }
}

/// Calls of a turn with thinking whose calls can all be sent as they are.
fn preserved_calls(
    transcript: &Transcript<'_>,
    turn: Turn,
    allowed: &AllowedNames,
) -> Option<Vec<Call>> {
    let qualifies = turn.is_assistant_with_blocks()
        && turn.has(KindSet::THINKING)
        && turn.has(KindSet::CALLS)
        && calls_pass_as_they_are(transcript, turn, KindSet::CALLS, allowed);
    qualifies.then(|| calls(transcript, turn))
}

/// What is known of one id.
#[derive(Default)]
struct Known {
    /// Whether it was given out.
    used: bool,
    /// Calls of the input that had it.
    calls: u64,
    /// Results of the input that named it when no call was left.
    orphan_results: u64,
    /// Ids given to its calls, for the results to take.
    assigned: Queue,
}

struct Walk<'r> {
    rewriting: &'r IdRewriting<'r>,
    /// Ids of the input and those that were given out.
    ids: Records<Known>,
    assigned: Queues,
}

impl Walk<'_> {
    fn is_free(&self, id: &[u8]) -> bool {
        self.ids.find(id).is_none_or(|number| !self.ids[number].used)
    }

    fn give(&mut self, id: &[u8]) -> u32 {
        let number = self.ids.number(id);
        self.ids[number].used = true;
        number
    }

    fn assign(&mut self, raw: u32, id: u32) {
        let queue = &mut self.ids[raw].assigned;
        self.assigned.push(queue, id);
    }

    /// The new id of a call; none when it keeps its own.
    fn call(&mut self, id: JsStr<'_>) -> Option<u32> {
        let raw = self.ids.number(id.as_bytes());
        let known = &mut self.ids[raw];
        known.calls += 1;
        let (occurrence, is_used) = (known.calls, known.used);
        let openai = self.rewriting.duplicate_style == Some(DuplicateToolCallIdStyle::Openai);
        let keeps = openai && is_openai(id) || self.keeps_native(id);
        let new = if openai && occurrence > 1 {
            let new = self.openai_duplicate(id, occurrence);
            self.give(new.as_bytes())
        } else if occurrence > 1 {
            let new = self.unique(numbered(id, ":", occurrence).as_js());
            self.give(new.as_bytes())
        } else if keeps && !is_used {
            self.ids[raw].used = true;
            raw
        } else {
            let new = self.unique(id);
            self.give(new.as_bytes())
        };
        self.assign(raw, new);
        (new != raw).then_some(new)
    }

    /// The id of a result that answers the call `primary`.
    fn answer(&mut self, primary: JsStr<'_>) -> u32 {
        let raw = self.ids.number(primary.as_bytes());
        let known = &mut self.ids[raw];
        if let Some(new) = self.assigned.pop(&mut known.assigned) {
            return new;
        }
        known.orphan_results += 1;
        let (occurrence, is_used) = (known.orphan_results, known.used);
        if occurrence == 1 && !is_used && self.keeps_native(primary) {
            self.ids[raw].used = true;
            return raw;
        }
        let new = self.unique(numbered(primary, ":tool_result:", occurrence).as_js());
        self.give(new.as_bytes())
    }

    fn result(&mut self, transcript: &mut Transcript<'_>, index: usize) {
        let document = &transcript.document;
        let result = transcript.turns[index].value;
        let ids = ID_KEYS.map(|key| document.get_string(result, key));
        let Some(primary) = ids.iter().flatten().find(|id| !id.is_empty()) else { return };
        let new = self.answer(JsStr::from_wtf8(primary));
        let new = self.ids.text(new);
        let changes = |(key, id): &(&str, Option<Cow<'_, [u8]>>)| match id {
            Some(id) => !id.is_empty() && **id != *new,
            None => *key == "toolCallId",
        };
        let changed: Vec<&str> =
            ID_KEYS.into_iter().zip(ids).filter(changes).map(|(key, _)| key).collect();
        if changed.is_empty() {
            return;
        }
        let new = transcript.document.fresh_string(JsStr::from_wtf8(new));
        let mut value = result;
        for key in changed {
            value = transcript.document.with_member(value, key, new);
        }
        transcript.replace(index, value);
    }

    fn keeps_native(&self, id: JsStr<'_>) -> bool {
        self.rewriting.preserve_native_anthropic && is_native_anthropic(id)
    }

    fn openai_duplicate(&self, id: JsStr<'_>, occurrence: u64) -> String {
        let seed = numbered(id, ":", occurrence);
        let candidate = |k: u64| {
            let hash = sha256_hex_prefix(numbered(seed.as_js(), ":", k).as_js(), 24);
            format!("call_{hash}")
        };
        (0..).map(candidate).find(|id| self.is_free(id.as_bytes())).unwrap_or_default()
    }

    fn unique(&self, seed: JsStr<'_>) -> String {
        let mut base = base(seed, self.rewriting.mode);
        let free = |id: &String| self.is_free(id.as_bytes());
        match self.rewriting.mode {
            ToolCallIdMode::Strict9 => {
                if free(&base) {
                    return base;
                }
                let hashed = |k| sha256_hex_prefix(numbered(seed, ":", k).as_js(), 9);
                let found = (0..MAX_TRIES).map(hashed).find(free);
                found.unwrap_or_else(|| hashed(self.rewriting.now as u64))
            }
            ToolCallIdMode::Strict => {
                // All of it is ASCII.
                base.truncate(MAX_ID);
                if free(&base) {
                    return base;
                }
                base.truncate(MAX_ID - 8);
                let hashed = base + &sha256_hex_prefix(seed, 8);
                let with_suffix = |suffix: &str| {
                    let kept = hashed.get(..MAX_ID - suffix.len()).unwrap_or(&hashed);
                    format!("{kept}{suffix}")
                };
                let found = std::iter::once(with_suffix(""))
                    .chain((2..MAX_TRIES).map(|k| with_suffix(&format!("x{k}"))))
                    .find(free);
                found.unwrap_or_else(|| with_suffix(&format!("t{}", self.rewriting.now)))
            }
        }
    }
}

fn numbered(id: JsStr<'_>, separator: &str, n: u64) -> JsString {
    let mut out = id.to_owned();
    out.push_str(&format!("{separator}{n}"));
    out
}

fn is_openai(id: JsStr<'_>) -> bool {
    let legal = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    id.strip_prefix("call_").is_some_and(|rest| !rest.is_empty() && rest.as_bytes().iter().all(legal))
}

fn is_native_anthropic(id: JsStr<'_>) -> bool {
    let legal = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    id.strip_prefix("toolu_").is_some_and(|rest| !rest.is_empty() && rest.as_bytes().iter().all(legal))
}

/// `functions.name:1`, which some models ask back as it is.
fn is_function_index(id: JsStr<'_>) -> bool {
    let Some(rest) = id.strip_prefix("functions.") else { return false };
    let legal = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let colon = rest.find(":").unwrap_or(0);
    let (name, digits) = (&rest.as_bytes()[..colon], rest.as_bytes().get(colon + 1..).unwrap_or_default());
    !name.is_empty()
        && name.iter().all(legal)
        && !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
}

/// The id in the letters of the mode; not yet cut, not yet unique.
fn base(id: JsStr<'_>, mode: ToolCallIdMode) -> String {
    if mode == ToolCallIdMode::Strict && is_function_index(id) {
        return id.to_string_lossy();
    }
    let kept: String =
        id.as_bytes().iter().filter(|b| b.is_ascii_alphanumeric()).map(|b| char::from(*b)).collect();
    match mode {
        ToolCallIdMode::Strict if kept.is_empty() => "sanitizedtoolid".into(),
        ToolCallIdMode::Strict => kept,
        ToolCallIdMode::Strict9 if kept.is_empty() => sha256_hex_prefix("sanitized".into(), 9),
        ToolCallIdMode::Strict9 => match kept.get(..9) {
            Some(nine) => nine.into(),
            None => sha256_hex_prefix(kept.as_str().into(), 9),
        },
    }
}

#[cfg(feature = "conformance")]
/// One id on its own; what is no string or empty gets the id of the mode.
pub(crate) fn sanitize_one(id: Option<JsStr<'_>>, mode: ToolCallIdMode) -> String {
    match id.filter(|id| !id.is_empty()) {
        Some(id) => base(id, mode),
        None => DEFAULT_ID.iter().find(|(of, _)| *of == mode).map_or("", |(_, id)| id).into(),
    }
}
