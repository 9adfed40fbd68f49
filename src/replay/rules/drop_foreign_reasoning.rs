use super::{REASONING_OMITTED, SIGNATURE_KEYS};
use crate::json::{Document, Kind, Value, parse_text};
use crate::policy::Target;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript, Turn};
use crate::validate::{SKIP_SENTINEL, Shape, is_gemini_signature, is_opaque_signature};

declare_rule! {
    /// ## What it does
    /// Drops reasoning that the target did not issue: what is signed by another provider, API or model, and what
    /// carries a signature that is none.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock (AM-15b, BC-13), OpenAI Responses (OR-13, OR-16), Gemini (GE-13b). Each checks what
    /// it signed or encrypted itself.
    /// ## Exact rule
    /// 1. A turn is foreign when its `provider`, `api` or `model` is a text and another one than the target's, in any
    ///    case; where either is not known it does not count.
    /// 2. Anthropic Messages, and Claude on Bedrock: thinking goes when the turn is foreign, when it has no text
    ///    (an empty one will do), or when it is not signed with base64 text of 32 characters or more (but with nothing, a
    ///    field's name, JSON, an id).
    /// 3. OpenAI Responses: thinking of a foreign turn goes when it carries a reasoning item, and with it the
    ///    `textSignature` of the turn's texts. In other turns it goes when its signature is not in `thinkingSignature`, or is
    ///    a reasoning item without the array `summary` or with an `id` that is not `rs_…` of at most 64 bytes.
    /// 4. Gemini models, on any other API: thought signatures, and thinking that is signed, go when the turn is foreign or the
    ///    signature is no whole, padded text of the standard base64 alphabet. The sentinel
    ///    `skip_thought_signature_validator` stays.
    /// 5. A turn left empty says `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","provider":"openai-codex","api":"openai-chatgpt-responses","model":"gpt-5.4","content":[{"type":"thinking","thinking":"s","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\"}"},{"type":"text","text":"hi","textSignature":"msg_1"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","provider":"openai-codex","api":"openai-chatgpt-responses","model":"gpt-5.4","content":[{"type":"text","text":"hi"}]}]
    /// ```
    /// ## Never touches
    /// Reasoning of the target itself, visible text.
    /// ## Order
    /// After signatures have the one key and those that a compaction voids are gone; before calls are parted from reasoning
    /// that is gone.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static DROP_FOREIGN_REASONING = {
        id: "drop-foreign-reasoning",
        summary: "reasoning that another model signed does not go to this one",
        effects: [Edits, Drops],
        rejects: [AM_15, AM_15B, BC_13, OR_13, OR_16, GE_13B],
        since: "0.1.0",
    }
}

/// Begins the id of a reasoning item.
const ITEM_PREFIX: &[u8] = b"rs_";

/// Longest id of an item, in bytes.
const LONGEST_ITEM_ID: usize = 64;

/// Keys of a thought signature.
const THOUGHT_KEYS: [&str; 2] = ["thoughtSignature", "thought_signature"];

/// Whose signatures are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Issuer {
    Claude,
    Openai,
    Gemini,
}

/// Who issues what the target takes; none where nothing is signed.
pub(crate) fn issuer(wire: Option<Shape>, claude: bool, gemini: bool) -> Option<Issuer> {
    match wire? {
        Shape::Gemini => Some(Issuer::Gemini),
        Shape::Anthropic => Some(Issuer::Claude),
        _ if gemini => Some(Issuer::Gemini),
        Shape::Converse if claude => Some(Issuer::Claude),
        Shape::Responses => Some(Issuer::Openai),
        Shape::Converse | Shape::Chat => None,
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, target: &Target, issuer: Issuer) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        // Gemini's signatures are on calls and texts too.
        let may_reason = turn.has(KindSet::THINKING) || issuer == Issuer::Gemini;
        if !turn.is_assistant_with_blocks() || !may_reason {
            continue;
        }
        let foreign = is_foreign(&transcript.document, turn, target);
        let parted = foreign && issuer == Issuer::Openai;
        let blocks = transcript.map_blocks(turn, |document, block| match issuer {
            Issuer::Claude => claude(document, block, foreign),
            Issuer::Openai if parted => openai(document, block),
            Issuer::Openai => unusable(document, block),
            Issuer::Gemini => gemini(document, block, foreign),
        });
        match blocks {
            Some(blocks) if blocks.is_empty() => transcript.set_text(index, REASONING_OMITTED.into()),
            Some(blocks) => transcript.set_blocks(index, &blocks),
            None => {}
        }
    }
}

/// True when the turn says that somebody else made it.
fn is_foreign(document: &Document<'_>, turn: Turn, target: &Target) -> bool {
    debug_assert_eq!(turn.role, Role::Assistant);
    let said = [("provider", target.provider()), ("api", target.model_api()), ("model", target.model_id())];
    said.into_iter().any(|(key, own)| {
        let own = own.unwrap_or_default();
        !own.is_empty()
            && document.get_string(turn.value, key).is_some_and(|made_by| {
                let made_by = JsStr::from_wtf8(&made_by).trim();
                !made_by.is_empty() && !made_by.as_bytes().eq_ignore_ascii_case(own.trim().as_bytes())
            })
    })
}

/// Whether a block stays in turns of the target's own alone.
pub(crate) fn is_of_maker(document: &Document<'_>, block: Block, issuer: Issuer) -> bool {
    let is_thinking = block.kind == BlockKind::Thinking;
    let bears = |keys: &[&str]| {
        let mut signatures = keys.iter().filter_map(|key| document.get_non_null(block.value, key));
        signatures.any(|signature| !document.is_string(signature, SKIP_SENTINEL))
    };
    match issuer {
        Issuer::Claude => block.is_in(KindSet::THINKING),
        Issuer::Openai => is_thinking && signature(document, block.value).is_some(),
        Issuer::Gemini if is_thinking => bears(&SIGNATURE_KEYS),
        Issuer::Gemini => block.kind.is_object_like() && bears(&THOUGHT_KEYS),
    }
}

fn signature(document: &Document<'_>, block: Value) -> Option<Value> {
    SIGNATURE_KEYS.iter().find_map(|key| document.get_non_null(block, key))
}

fn claude(document: &Document<'_>, block: Block, foreign: bool) -> Fate {
    let is_signed = |value: Option<Value>| {
        value
            .and_then(|value| document.string(value))
            .is_some_and(|text| is_opaque_signature(JsStr::from_wtf8(&text)))
    };
    let has_text = || document.get(block.value, "thinking").is_some_and(|text| document.kind(text) == Kind::String);
    let signature = signature(document, block.value);
    let goes = match block.kind {
        BlockKind::RedactedThinking => foreign,
        BlockKind::Thinking => foreign || !is_signed(signature) || !has_text(),
        _ => false,
    };
    if goes { Fate::Drop } else { Fate::Keep }
}

fn openai(document: &mut Document<'_>, block: Block) -> Fate {
    match block.kind {
        BlockKind::Thinking if signature(document, block.value).is_some() => Fate::Drop,
        BlockKind::Text if document.get(block.value, "textSignature").is_some() => {
            Fate::Replace(document.without_members(block.value, &["textSignature"]))
        }
        _ => Fate::Keep,
    }
}

/// A reasoning item under a key that the steps behind this one do not read would be sent without what it needs; one that
/// is no item of the API is refused.
fn unusable(document: &Document<'_>, block: Block) -> Fate {
    if block.kind != BlockKind::Thinking {
        return Fate::Keep;
    }
    let goes = match document.get_non_null(block.value, SIGNATURE_KEYS[0]) {
        Some(signature) => document
            .string(signature)
            .is_some_and(|text| parse_text(JsStr::from_wtf8(&text), is_broken_item) == Some(true)),
        None => signature(document, block.value).is_some(),
    };
    if goes { Fate::Drop } else { Fate::Keep }
}

fn is_broken_item(document: &Document<'_>, item: Value) -> bool {
    let summary = document.get(item, "summary").map(|summary| document.kind(summary));
    let is_id = |id: &[u8]| id.starts_with(ITEM_PREFIX) && id.len() <= LONGEST_ITEM_ID;
    document.member_is(item, "type", "reasoning")
        && (summary != Some(Kind::Array) || document.get_string(item, "id").is_some_and(|id| !is_id(&id)))
}

fn gemini(document: &mut Document<'_>, block: Block, foreign: bool) -> Fate {
    let is_own = |signature: Value| {
        document.string(signature).is_some_and(|text| {
            let text = JsStr::from_wtf8(&text);
            is_gemini_signature(text) && (!foreign || text == SKIP_SENTINEL)
        })
    };
    if block.kind == BlockKind::Thinking {
        let signature = signature(document, block.value);
        return if signature.is_none_or(is_own) { Fate::Keep } else { Fate::Drop };
    }
    let goes = |key: &&str| document.get_non_null(block.value, key).is_some_and(|signature| !is_own(signature));
    let gone: Vec<&str> = match block.kind.is_object_like() {
        true => THOUGHT_KEYS.into_iter().filter(goes).collect(),
        false => Vec::new(),
    };
    match gone.is_empty() {
        true => Fate::Keep,
        false => Fate::Replace(document.without_members(block.value, &gone)),
    }
}
