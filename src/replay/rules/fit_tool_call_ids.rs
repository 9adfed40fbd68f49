use std::borrow::Cow;

use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, sha256_hex_prefix};
use crate::validate::{Grammar, LintOptions, Shape};
use crate::table::{Queue, Queues, Records};
use crate::transcript::{Fate, KindSet, RESULT_ID_KEYS, Role, Transcript, result_id};

declare_rule! {
    /// ## What it does
    /// Brings tool-call ids that the wire does not take into its grammar, and those of their results alike.
    /// ## Who refuses without it
    /// Anthropic Messages (AM-12), Bedrock (BC-09), OpenAI, also behind a router that hands ids on (CC-08), and Mistral
    /// wherever it is served (CC-09, MI-01). OpenAI Responses refuse a call id that two open calls have (OR-09).
    /// ## Exact rule
    /// 1. Taken are: by Anthropic Messages 1 to 64 of `[a-zA-Z0-9_-]`, by Bedrock of `[a-zA-Z0-9_.:-]`, by Mistral 9 of
    ///    `[a-zA-Z0-9]`, by other Chat Completions 1 to 40 UTF-16 units
    ///    without white space around them.
    /// 2. For Mistral another id becomes 9 hex digits of its SHA-256.
    /// 3. Else it becomes its first letters and digits, at most 31, then 8 hex digits of its SHA-256.
    /// 4. An id that an earlier call has (on Anthropic Messages of the request, else of the turn; on OpenAI Responses the part
    ///    before `|` counts) becomes what rule 2 or 3 makes of it and `:2`, `:3`, …; results take the ids of their calls in
    ///    order.
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
    /// Ids that the wire takes. Those of OpenAI Responses another rule has brought into form.
    /// ## Order
    /// After pairing and after the policy's own rewriting of ids.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static FIT_TOOL_CALL_IDS = {
        id: "fit-tool-call-ids",
        summary: "every tool-call id is one that the wire takes",
        effects: [Edits],
        rejects: [AM_11, AM_12, CC_08, OR_09, BC_08, BC_09, MI_01],
        since: "0.1.0",
    }
}

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
    /// Those of at most so many UTF-16 units.
    Short(usize),
    /// Those of OpenAI Responses, in form; the part before the bar for one call of a turn.
    Items,
}

impl Ids {
    /// What ids a wire takes; none where none are sent.
    pub(crate) fn of(wire: Option<Shape>, lint: &LintOptions) -> Option<Ids> {
        match wire? {
            Shape::Anthropic => Some(Ids::Request(Grammar::word(1, 64))),
            Shape::Converse => Some(Ids::Turn(Grammar::CONVERSE_ID)),
            Shape::Chat if lint.id_pattern.is_some() => Some(Ids::Nine),
            Shape::Chat => Some(Ids::Short(lint.max_id_len)),
            Shape::Responses => Some(Ids::Items),
            Shape::Gemini => None,
        }
    }

    /// Whether an id may stand for one call of the request, or for one of each turn.
    pub(crate) fn are_unique_in_request(self) -> bool {
        matches!(self, Ids::Request(_))
    }

    pub(crate) fn take(self, id: JsStr<'_>) -> bool {
        match self {
            Ids::Request(grammar) | Ids::Turn(grammar) => grammar.holds(id.as_bytes()),
            Ids::Nine => Grammar::NINE.holds(id.as_bytes()),
            Ids::Short(most) => id.utf16_len() <= most,
            Ids::Items => true,
        }
    }

    /// The part of an id that no other open call may have.
    fn unique_part(self, id: &[u8]) -> &[u8] {
        match (self, id.iter().position(|byte| *byte == b'|')) {
            (Ids::Items, Some(bar)) => &id[..bar],
            _ => id,
        }
    }

    /// Another id for one that is not taken.
    pub(crate) fn fit(self, id: JsStr<'_>) -> Vec<u8> {
        if matches!(self, Ids::Nine) {
            return sha256_hex_prefix(id, NINE).as_bytes().into();
        }
        // Letters and digits alone, which the policy's own rewriting keeps in a second run.
        let legal = |byte: &&u8| byte.is_ascii_alphanumeric();
        let mut new: Vec<u8> = id.as_bytes().iter().copied().filter(|byte| legal(&byte)).take(KEPT).collect();
        new.extend_from_slice(sha256_hex_prefix(id, HASH).as_bytes());
        new
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
    rule: Ids,
    /// Ids of the input and those that were given.
    ids: Records<Known>,
    assigned: Queues,
    /// Number of the turn that called last, from one.
    turn: u32,
    /// Whether one of its calls got another id.
    changed: bool,
}

/// What is known of one id.
#[derive(Default)]
struct Known {
    /// The turn in which it was given last; zero is none.
    given_in: u32,
    /// How often it had to become another one because it was used.
    repeats: u64,
    /// The turn whose calls had it last, and the ids that they were given, for the results to take.
    called_in: u32,
    assigned: Queue,
}

impl Walk {
    fn new(rule: Ids) -> Walk {
        Walk {
            rule,
            ids: Records::default(),
            assigned: Queues::default(),
            turn: 0,
            changed: false,
        }
    }

    fn begin_turn(&mut self) {
        self.turn += 1;
        self.changed = false;
    }

    /// Gives an id; false when it is given already.
    fn give(&mut self, id: u32) -> bool {
        let whole = self.ids.text(id);
        let part = self.rule.unique_part(whole);
        let id = if part.len() == whole.len() {
            id
        } else {
            let part = part.to_vec();
            self.ids.number(&part)
        };
        let known = &mut self.ids[id];
        let is_given = match self.rule.are_unique_in_request() {
            true => known.given_in > 0,
            false => known.given_in == self.turn,
        };
        known.given_in = self.turn;
        !is_given
    }

    /// The call with the id that it gets; none when it has that.
    fn call(&mut self, document: &mut Document<'_>, call: Value) -> Option<Value> {
        let given = document.get_string(call, "id")?;
        let trimmed = JsStr::from_wtf8(&given).trim();
        if trimmed.is_empty() {
            return None;
        }
        let raw = self.ids.number(trimmed.as_bytes());
        let mut id = match self.rule.take(trimmed) {
            true => raw,
            false => self.ids.number(&self.rule.fit(trimmed)),
        };
        while !self.give(id) {
            let known = &mut self.ids[raw];
            known.repeats += 1;
            let mut numbered = trimmed.to_owned();
            numbered.push_str(&format!(":{}", known.repeats + 1));
            id = self.ids.number(&self.rule.fit(numbered.as_js()));
        }
        let known = &mut self.ids[raw];
        if known.called_in != self.turn {
            known.called_in = self.turn;
            known.assigned = Queue::default();
        }
        self.assigned.push(&mut known.assigned, id);
        let new = self.ids.text(id);
        if *new == *given {
            return None;
        }
        self.changed = true;
        drop(given);
        let id = document.fresh_string(JsStr::from_wtf8(new));
        Some(document.with_member(call, "id", id))
    }

    /// The id that was given to the call of the last turn that a result answers.
    fn answer(&mut self, id: &[u8]) -> Option<u32> {
        let id = self.ids.find(id)?;
        let known = &mut self.ids[id];
        match known.called_in == self.turn {
            true => self.assigned.pop(&mut known.assigned),
            false => None,
        }
    }

    /// The result with the id of its call under every key that names it.
    fn result(&mut self, document: &mut Document<'_>, result: Value) -> Value {
        let mut value = result;
        let first = match self.changed {
            true => result_id(document, result),
            false => None,
        };
        let assigned = first.as_ref().and_then(|first| self.answer(first.as_js().as_bytes()));
        for key in RESULT_ID_KEYS {
            let Some(given) = document.get_string(value, key) else { continue };
            let raw = JsStr::from_wtf8(&given).trim();
            if raw.is_empty() {
                continue;
            }
            let id = match assigned {
                Some(assigned) if first.as_ref().is_some_and(|first| first.as_js() == raw) => {
                    self.ids.text(assigned).into()
                }
                _ if self.rule.take(raw) => Cow::Borrowed(raw.as_bytes()),
                _ => self.rule.fit(raw).into(),
            };
            if *id != *given {
                let id = id.into_owned();
                let id = document.fresh_string(JsStr::from_wtf8(&id));
                value = document.with_member(value, key, id);
            }
        }
        value
    }
}
