use std::collections::{HashMap, HashSet, VecDeque};

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
const MAX_TRIES: usize = 1000;

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
    let mut walk = Walk { given, raw: HashMap::new() };
    let mut preserved: HashSet<u32> = HashSet::new();
    if rewriting.preserve_thinking_turns {
        for turn in &transcript.turns {
            if let Some(ids) = preserved_ids(transcript, *turn, rewriting.allowed)
                && !ids.iter().any(|id| walk.given.used.contains(id))
            {
                walk.given.used.extend(ids);
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
                walk.raw.entry(call.id.clone()).or_default().assigned.push_back(call.id);
            }
        } else if turn.is_assistant_with_blocks() && turn.has(KindSet::CALLS) {
            let blocks = transcript.map_blocks(turn, |document, block| {
                let id = document
                    .get_string(block.value, "id")
                    .filter(|id| block.is_in(KindSet::CALLS) && !id.is_empty());
                let Some(id) = id else { return Fate::Keep };
                let id = JsStr::from_wtf8(&id);
                let new = walk.call(id);
                if new.as_js() == id {
                    return Fate::Keep;
                }
                let new = document.fresh_string(new.as_js());
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
    calls: usize,
    orphan_results: usize,
    /// Ids given to its calls, for the results to take.
    assigned: VecDeque<JsString>,
}

struct Walk<'r> {
    given: Given<'r>,
    raw: HashMap<JsString, RawId>,
}

/// The ids that are given out, and how.
struct Given<'r> {
    rewriting: &'r IdRewriting<'r>,
    used: HashSet<JsString>,
}

impl Walk<'_> {
    fn call(&mut self, id: JsStr<'_>) -> JsString {
        let Walk { given, raw } = self;
        let raw = raw.entry(id.to_owned()).or_default();
        raw.calls += 1;
        let occurrence = raw.calls;
        let openai = given.rewriting.duplicate_style == Some(DuplicateToolCallIdStyle::Openai);
        let keeps = openai && is_openai(id) || given.keeps_native(id);
        let new = if openai && occurrence > 1 {
            given.openai_duplicate(id, occurrence)
        } else if occurrence > 1 {
            given.unique(numbered(id, ":", occurrence).as_js())
        } else if keeps && given.is_free(id) {
            id.to_owned()
        } else {
            given.unique(id)
        };
        given.used.insert(new.clone());
        raw.assigned.push_back(new.clone());
        new
    }

    /// The id of a result that answers the call `primary`.
    fn answer(&mut self, primary: JsStr<'_>) -> JsString {
        let Walk { given, raw } = self;
        let raw = raw.entry(primary.to_owned()).or_default();
        if let Some(new) = raw.assigned.pop_front() {
            return new;
        }
        raw.orphan_results += 1;
        let keeps = raw.orphan_results == 1 && given.keeps_native(primary) && given.is_free(primary);
        let new = match keeps {
            true => primary.to_owned(),
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
            .filter(|key| id_of(key).is_some_and(|id| JsStr::from_wtf8(&id) != new.as_js()))
            .collect();
        if document.get_string(result, "toolCallId").is_none() {
            changed.push("toolCallId");
        }
        if changed.is_empty() {
            return;
        }
        let new = transcript.document.fresh_string(new.as_js());
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

    fn openai_duplicate(&self, id: JsStr<'_>, occurrence: usize) -> JsString {
        let seed = numbered(id, ":", occurrence);
        let candidate = |k: usize| {
            let hash = sha256_hex_prefix(numbered(seed.as_js(), ":", k).as_js(), 24);
            JsString::from(format!("call_{hash}").as_str())
        };
        (0..).map(candidate).find(|id| self.is_free(id.as_js())).unwrap_or_default()
    }

    fn unique(&self, seed: JsStr<'_>) -> JsString {
        let base = base(seed, self.rewriting.mode);
        let free = |id: &JsString| self.is_free(id.as_js());
        match self.rewriting.mode {
            ToolCallIdMode::Strict9 => {
                let first = JsString::from(base.as_str());
                if free(&first) {
                    return first;
                }
                let hashed = |k| {
                    let hash = sha256_hex_prefix(numbered(seed, ":", k).as_js(), 9);
                    JsString::from(hash.as_str())
                };
                let found = (0..MAX_TRIES).map(hashed).find(free);
                found.unwrap_or_else(|| hashed(self.rewriting.now as usize))
            }
            ToolCallIdMode::Strict => {
                let cut = |text: &str, most: usize| text.get(..most).unwrap_or(text).to_owned();
                let first = JsString::from(cut(&base, MAX_ID).as_str());
                if free(&first) {
                    return first;
                }
                let hashed = format!("{}{}", cut(&base, MAX_ID - 8), sha256_hex_prefix(seed, 8));
                let with_suffix = |suffix: &str| {
                    JsString::from(format!("{}{suffix}", cut(&hashed, MAX_ID - suffix.len())).as_str())
                };
                let found = std::iter::once(with_suffix(""))
                    .chain((2..MAX_TRIES).map(|k| with_suffix(&format!("x{k}"))))
                    .find(free);
                found.unwrap_or_else(|| with_suffix(&format!("t{}", self.rewriting.now)))
            }
        }
    }
}

fn numbered(id: JsStr<'_>, separator: &str, n: usize) -> JsString {
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
