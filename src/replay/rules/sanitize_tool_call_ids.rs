use std::collections::{HashMap, HashSet};

use super::Id;
use super::sanitize_tool_call_inputs::{AllowedNames, calls_pass_as_they_are};
use crate::policy::{DuplicateToolCallIdStyle, ToolCallIdMode};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, sha256_hex_prefix};
use crate::transcript::{Fate, KindSet, Role, Transcript, Turn, calls};

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
    let given = Given { rewriting, used: HashSet::new() };
    let mut walk = Walk { given, raw: HashMap::new(), assigned: Queues::default() };
    let mut preserved: HashSet<u32> = HashSet::new();
    if rewriting.preserve_thinking_turns {
        for turn in &transcript.turns {
            if let Some(ids) = preserved_ids(transcript, *turn, rewriting.allowed)
                && ids.iter().all(|id| walk.given.is_free(id.as_js()))
            {
                walk.given.used.extend(ids.iter().map(|id| Id::from(id.as_js().as_bytes())));
                preserved.insert(turn.id);
            }
        }
    }
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role == Role::ToolResult {
            walk.result(transcript, index);
        } else if turn.is_assistant_with_blocks() && preserved.contains(&turn.id) {
            for call in calls(transcript, turn) {
                let id = Id::from(call.id.as_js().as_bytes());
                let raw = walk.raw.entry(id.clone()).or_default();
                walk.assigned.push(&mut raw.assigned, id);
            }
        } else if turn.is_assistant_with_blocks() && turn.has(KindSet::CALLS) {
            let blocks = transcript.map_blocks(turn, |document, block| {
                let id = document
                    .get_string(block.value, "id")
                    .filter(|id| block.is_in(KindSet::CALLS) && !id.is_empty());
                let Some(id) = id else { return Fate::Keep };
                let id = JsStr::from_wtf8(&id);
                let new = walk.call(id);
                if *new == *id.as_bytes() {
                    return Fate::Keep;
                }
                let new = document.fresh_string(JsStr::from_wtf8(&new));
                Fate::Replace(document.with_member(block.value, "id", new))
            });
            if let Some(blocks) = blocks {
                transcript.set_blocks(index, &blocks);
            }
        }
    }
}

/// Ids of a turn with thinking whose calls can all be sent as they are.
fn preserved_ids(
    transcript: &Transcript<'_>,
    turn: Turn,
    allowed: &AllowedNames,
) -> Option<Vec<JsString>> {
    let qualifies = turn.is_assistant_with_blocks()
        && turn.has(KindSet::THINKING)
        && turn.has(KindSet::CALLS)
        && calls_pass_as_they_are(transcript, turn, KindSet::CALLS, allowed);
    qualifies.then(|| calls(transcript, turn).into_iter().map(|call| call.id).collect())
}

/// What is known of one id of the input.
#[derive(Default)]
struct RawId {
    calls: u64,
    orphan_results: u64,
    /// Ids given to its calls, for the results to take.
    assigned: Queue,
}

/// Ends of a queue in [`Queues`].
#[derive(Clone, Copy, Default)]
struct Queue {
    /// Place of the first one; places count from one, and zero is none.
    first: u32,
    last: u32,
}

/// Queues of ids in one vector: nearly all of them hold one id, and each would be an allocation.
#[derive(Default)]
struct Queues {
    /// Each id with the place of the next one in its queue.
    places: Vec<(Id, u32)>,
}

impl Queues {
    fn push(&mut self, queue: &mut Queue, id: Id) {
        self.places.push((id, 0));
        let place = self.places.len() as u32;
        match queue.first {
            0 => queue.first = place,
            _ => self.places[queue.last as usize - 1].1 = place,
        }
        queue.last = place;
    }

    fn pop(&self, queue: &mut Queue) -> Option<Id> {
        let (id, next) = self.places.get((queue.first as usize).checked_sub(1)?)?;
        queue.first = *next;
        Some(id.clone())
    }
}

struct Walk<'r> {
    given: Given<'r>,
    raw: HashMap<Id, RawId>,
    assigned: Queues,
}

/// The ids that are given out, and how.
struct Given<'r> {
    rewriting: &'r IdRewriting<'r>,
    used: HashSet<Id>,
}

impl Walk<'_> {
    fn call(&mut self, id: JsStr<'_>) -> Id {
        let Walk { given, raw, assigned } = self;
        let entry = raw.entry(id.as_bytes().into());
        let own = entry.key().clone();
        let raw = entry.or_default();
        raw.calls += 1;
        let occurrence = raw.calls;
        let openai = given.rewriting.duplicate_style == Some(DuplicateToolCallIdStyle::Openai);
        let keeps = openai && is_openai(id) || given.keeps_native(id);
        let new = if openai && occurrence > 1 {
            given.openai_duplicate(id, occurrence)
        } else if occurrence > 1 {
            given.unique(numbered(id, ":", occurrence).as_js())
        } else if keeps && given.is_free(id) {
            own
        } else {
            given.unique(id)
        };
        given.used.insert(new.clone());
        assigned.push(&mut raw.assigned, new.clone());
        new
    }

    /// The id of a result that answers the call `primary`.
    fn answer(&mut self, primary: JsStr<'_>) -> Id {
        let Walk { given, raw, assigned } = self;
        let known = raw.get_mut(primary.as_bytes());
        if let Some(new) = known.and_then(|raw| assigned.pop(&mut raw.assigned)) {
            return new;
        }
        let raw = raw.entry(primary.as_bytes().into()).or_default();
        raw.orphan_results += 1;
        let keeps = raw.orphan_results == 1 && given.keeps_native(primary) && given.is_free(primary);
        let new = match keeps {
            true => primary.as_bytes().into(),
            false => given.unique(numbered(primary, ":tool_result:", raw.orphan_results).as_js()),
        };
        given.used.insert(new.clone());
        new
    }

    fn result(&mut self, transcript: &mut Transcript<'_>, index: usize) {
        let document = &transcript.document;
        let result = transcript.turns[index].value;
        let id_of = |key: &str| document.get_string(result, key).filter(|id| !id.is_empty());
        let Some(primary) = ID_KEYS.iter().find_map(|key| id_of(key)) else { return };
        let new = self.answer(JsStr::from_wtf8(&primary));
        let mut changed: Vec<&str> = ID_KEYS
            .into_iter()
            .filter(|key| id_of(key).is_some_and(|id| *id != *new))
            .collect();
        if document.get_string(result, "toolCallId").is_none() {
            changed.push("toolCallId");
        }
        if changed.is_empty() {
            return;
        }
        let new = transcript.document.fresh_string(JsStr::from_wtf8(&new));
        let mut value = result;
        for key in changed {
            value = transcript.document.with_member(value, key, new);
        }
        transcript.replace(index, value);
    }
}

impl Given<'_> {
    fn is_free(&self, id: JsStr<'_>) -> bool {
        !self.used.contains(id.as_bytes())
    }

    fn keeps_native(&self, id: JsStr<'_>) -> bool {
        self.rewriting.preserve_native_anthropic && is_native_anthropic(id)
    }

    fn openai_duplicate(&self, id: JsStr<'_>, occurrence: u64) -> Id {
        let seed = numbered(id, ":", occurrence);
        let candidate = |k: u64| {
            let hash = sha256_hex_prefix(numbered(seed.as_js(), ":", k).as_js(), 24);
            Id::from(format!("call_{hash}").as_bytes())
        };
        (0..).map(candidate).find(|id| !self.used.contains(id)).unwrap_or_default()
    }

    fn unique(&self, seed: JsStr<'_>) -> Id {
        let base = base(seed, self.rewriting.mode);
        let free = |id: &Id| !self.used.contains(id);
        match self.rewriting.mode {
            ToolCallIdMode::Strict9 => {
                let first = Id::from(base.as_bytes());
                if free(&first) {
                    return first;
                }
                let hashed = |k| {
                    let hash = sha256_hex_prefix(numbered(seed, ":", k).as_js(), 9);
                    Id::from(hash.as_bytes())
                };
                let found = (0..MAX_TRIES).map(hashed).find(free);
                found.unwrap_or_else(|| hashed(self.rewriting.now as u64))
            }
            ToolCallIdMode::Strict => {
                fn cut(text: &str, most: usize) -> &str {
                    text.get(..most).unwrap_or(text)
                }
                let first = Id::from(cut(&base, MAX_ID).as_bytes());
                if free(&first) {
                    return first;
                }
                let hashed = format!("{}{}", cut(&base, MAX_ID - 8), sha256_hex_prefix(seed, 8));
                let with_suffix = |suffix: &str| {
                    Id::from(format!("{}{suffix}", cut(&hashed, MAX_ID - suffix.len())).as_bytes())
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
