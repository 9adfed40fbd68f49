use std::collections::{HashMap, HashSet, VecDeque};

use super::Id;
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, sha256_hex_prefix};
use crate::validate::{Grammar, LintOptions, Shape};
use crate::transcript::{Fate, KindSet, RESULT_ID_KEYS, Role, Transcript, result_id};

declare_rule! {
    /// ## What it does
    /// Brings tool-call ids that the wire does not take into its grammar, and those of their results alike.
    /// ## Who refuses without it
    /// Anthropic Messages (AM-12), Bedrock (BC-09), OpenAI, also behind a router that hands ids on (CC-08), and Mistral
    /// wherever it is served (CC-09, MI-01).
    /// ## Exact rule
    /// 1. Taken are: by Anthropic Messages 1 to 64 of `[a-zA-Z0-9_-]`, by Bedrock of `[a-zA-Z0-9_.:-]`, by Mistral 9 of
    ///    `[a-zA-Z0-9]`, by other Chat Completions 1 to 40 UTF-16 units
    ///    without white space around them.
    /// 2. For Mistral another id becomes 9 hex digits of its SHA-256.
    /// 3. Else it becomes its first letters and digits, at most 31, then 8 hex digits of its SHA-256.
    /// 4. An id that an earlier call has (on Anthropic Messages of the request, else of the turn) becomes what rule 2 or 3
    ///    makes of it and `:2`, `:3`, …; results take the ids of their calls in order.
    /// ## Example
    /// ```json target
    /// {"provider":"openrouter","modelApi":"openai-completions","modelId":"openai/gpt-4o-mini","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"callaaaaaaaaaaaaaaaaaaaaaaaaaaab89ea86a","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"callaaaaaaaaaaaaaaaaaaaaaaaaaaab89ea86a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Ids that the wire takes, and ids of OpenAI Responses, which another rule brings into form.
    /// ## Order
    /// After pairing and after the policy's own rewriting of ids.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static FIT_TOOL_CALL_IDS = {
        id: "fit-tool-call-ids",
        summary: "every tool-call id is one that the wire takes",
        effects: [Edits],
        rejects: [AM_11, AM_12, CC_08, BC_08, BC_09, MI_01],
        since: "0.1.0",
    }
}

/// Longest id on Chat Completions.
const MAX_ID: usize = 40;

/// Characters of the old id that the new one begins with.
const KEPT: usize = 31;

/// Hex digits of the hash that tells ids apart.
const HASH: usize = 8;

/// Digits of an id for Mistral.
const NINE: usize = 9;

/// What ids a wire takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ids {
    /// Those of a grammar, each for one call of the request.
    Request(Grammar),
    /// Those of a grammar, each for one call of a turn.
    Turn(Grammar),
    /// Those of Mistral.
    Nine,
    /// Those that are short enough.
    Short,
}

impl Ids {
    /// What ids a wire takes; none where another rule brings them into form, or none are sent.
    pub(crate) fn of(wire: Option<Shape>, lint: &LintOptions) -> Option<Ids> {
        match wire? {
            Shape::Anthropic => Some(Ids::Request(Grammar::word(1, 64))),
            Shape::Converse => Some(Ids::Turn(Grammar::CONVERSE_ID)),
            Shape::Chat if lint.id_pattern.is_some() => Some(Ids::Nine),
            Shape::Chat => Some(Ids::Short),
            Shape::Responses | Shape::Gemini => None,
        }
    }

    /// Whether an id may stand for one call of the request, or for one of each turn.
    fn are_unique_in_request(self) -> bool {
        matches!(self, Ids::Request(_))
    }

    fn take(self, id: JsStr<'_>) -> bool {
        match self {
            Ids::Request(grammar) | Ids::Turn(grammar) => grammar.holds(id.as_bytes()),
            Ids::Nine => Grammar::NINE.holds(id.as_bytes()),
            Ids::Short => id.utf16_len() <= MAX_ID,
        }
    }

    /// Another id for one that is not taken.
    fn fit(self, id: JsStr<'_>) -> Id {
        if matches!(self, Ids::Nine) {
            return sha256_hex_prefix(id, NINE).as_bytes().into();
        }
        // Letters and digits alone, which the policy's own rewriting keeps in a second run.
        let legal = |byte: &&u8| byte.is_ascii_alphanumeric();
        let mut new: Vec<u8> = id.as_bytes().iter().copied().filter(|byte| legal(&byte)).take(KEPT).collect();
        new.extend_from_slice(sha256_hex_prefix(id, HASH).as_bytes());
        new.into()
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, ids: Ids) {
    let mut walk = Walk::new(ids);
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        match turn.role {
            Role::Assistant if turn.has(KindSet::CALLS) => {
                walk.begin_turn();
                let blocks = transcript.map_blocks(turn, |document, block| match block.is_in(KindSet::CALLS) {
                    true => walk.call(document, block.value).map_or(Fate::Keep, Fate::Replace),
                    false => Fate::Keep,
                });
                if let Some(blocks) = blocks {
                    walk.end_calls();
                    transcript.set_blocks(index, &blocks);
                }
            }
            Role::ToolResult => {
                let result = walk.result(&mut transcript.document, turn.value);
                transcript.replace(index, result);
            }
            _ => {}
        }
    }
}

struct Walk {
    ids: Ids,
    /// Ids that were given so far, in the turn or in the request.
    used: HashSet<Id>,
    /// How often an id of the input had to become another one because it was used.
    counts: HashMap<Id, usize>,
    /// The ids of the last turn that called, each with the one that it was given.
    given: Vec<(Id, Id)>,
    /// The same by the ids of the input, for the results to take; nothing when all calls kept theirs.
    assigned: HashMap<Id, VecDeque<Id>>,
}

impl Walk {
    fn new(ids: Ids) -> Walk {
        Walk {
            ids,
            used: HashSet::new(),
            counts: HashMap::new(),
            given: Vec::new(),
            assigned: HashMap::new(),
        }
    }

    fn begin_turn(&mut self) {
        self.given.clear();
        // To clear a table takes time in its size, however little it holds.
        self.assigned = HashMap::new();
        if !self.ids.are_unique_in_request() {
            self.used = HashSet::new();
        }
    }

    /// The call with the id that it gets; none when it has that.
    fn call(&mut self, document: &mut Document<'_>, call: Value) -> Option<Value> {
        let given = document.get_string(call, "id")?;
        let trimmed = JsStr::from_wtf8(&given).trim();
        if trimmed.is_empty() {
            return None;
        }
        let raw = Id::from(trimmed.as_bytes());
        let mut id = match self.ids.take(trimmed) {
            true => raw.clone(),
            false => self.ids.fit(trimmed),
        };
        while !self.used.insert(id.clone()) {
            let count = self.counts.entry(raw.clone()).or_insert(1);
            *count += 1;
            let mut numbered = trimmed.to_owned();
            numbered.push_str(&format!(":{count}"));
            id = self.ids.fit(numbered.as_js());
        }
        self.given.push((raw, id.clone()));
        if *id == *given {
            return None;
        }
        drop(given);
        let id = document.fresh_string(JsStr::from_wtf8(&id));
        Some(document.with_member(call, "id", id))
    }

    /// Some call of the turn got another id.
    fn end_calls(&mut self) {
        for (raw, id) in self.given.drain(..) {
            self.assigned.entry(raw).or_default().push_back(id);
        }
    }

    /// The result with the id of its call under every key that names it.
    fn result(&mut self, document: &mut Document<'_>, result: Value) -> Value {
        let mut value = result;
        let first = match self.assigned.is_empty() {
            true => None,
            false => result_id(document, result),
        };
        let assigned = first
            .as_ref()
            .and_then(|first| self.assigned.get_mut(first.as_js().as_bytes())?.pop_front());
        for key in RESULT_ID_KEYS {
            let Some(given) = document.get_string(value, key) else { continue };
            let raw = JsStr::from_wtf8(&given).trim();
            if raw.is_empty() {
                continue;
            }
            let id = match &assigned {
                Some(assigned) if first.as_ref().is_some_and(|first| first.as_js() == raw) => assigned.clone(),
                _ if self.ids.take(raw) => raw.as_bytes().into(),
                _ => self.ids.fit(raw),
            };
            if *id != *given {
                let id = document.fresh_string(JsStr::from_wtf8(&id));
                value = document.with_member(value, key, id);
            }
        }
        value
    }
}
