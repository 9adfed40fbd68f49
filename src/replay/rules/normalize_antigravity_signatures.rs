use crate::json::{Document, Kind};
use crate::rule::declare_rule;
use crate::text::{JsStr, is_padded_base64};
use crate::transcript::{Block, BlockKind, Fate, KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Brings the signature of Claude thinking behind Google Antigravity under one key, and drops thinking whose
    /// signature is none.
    /// ## Who refuses without it
    /// Google Antigravity, for Claude models: thinking without its signature, or with one that is not base64.
    /// ## Exact rule
    /// For each `thinking` block of an assistant turn take the first of `thinkingSignature`, `signature`,
    /// `thought_signature`, `thoughtSignature` that is neither absent nor `null`.
    /// 1. It is valid when it is a string that, trimmed, is not empty, has a length divisible by 4, and is base64
    ///    with standard letters and at most two `=` at its end.
    /// 2. Valid: `thinkingSignature` becomes the trimmed value. Not valid, or none: the block goes.
    /// 3. A turn left empty goes.
    /// ## Example
    /// ```json target
    /// {"provider":"google-antigravity","modelApi":"google-gemini-cli","modelId":"claude-sonnet-4-5","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"QUJD"},{"type":"thinking","thinking":"b","signature":"x"},{"type":"text","text":"c"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"QUJD","thinkingSignature":"QUJD"},{"type":"text","text":"c"}]}]
    /// ```
    /// ## Never touches
    /// Redacted thinking, text, other targets.
    /// ## Order
    /// Before the steps that read thinking signatures, so that they see the one key.
    /// ## Source
    /// The documentation of transcript hygiene names it; the release followed in `compat` lacks it. Only in `strict`.
    pub(crate) static NORMALIZE_ANTIGRAVITY_SIGNATURES = {
        id: "normalize-antigravity-signatures",
        summary: "Claude thinking behind Antigravity has its signature under one key, or goes",
        effects: [Edits, Drops],
        rejects: [AM_15],
        since: "0.1.0",
    }
}

/// Keys that may hold the signature, in the order in which they are tried.
const KEYS: [&str; 4] = ["thinkingSignature", "signature", "thought_signature", "thoughtSignature"];

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept = Vec::with_capacity(turns.len());
    for turn in turns {
        if !turn.is_assistant_with_blocks() || !turn.has(KindSet::THINKING) {
            kept.push(turn);
            continue;
        }
        match transcript.map_blocks(turn, normalize) {
            None => kept.push(turn),
            Some(blocks) if blocks.is_empty() => {}
            Some(blocks) => kept.push(transcript.with_blocks(turn, &blocks)),
        }
    }
    transcript.turns = kept;
}

fn normalize(document: &mut Document<'_>, block: Block) -> Fate {
    if block.kind != BlockKind::Thinking {
        return Fate::Keep;
    }
    let signature = KEYS.iter().find_map(|key| document.get_non_null(block.value, key));
    let Some(text) = signature.and_then(|signature| document.string(signature)) else { return Fate::Drop };
    let trimmed = JsStr::from_wtf8(&text).trim();
    if !is_padded_base64(trimmed) {
        return Fate::Drop;
    }
    let said = document.get(block.value, "thinkingSignature").filter(|said| {
        document.kind(*said) == Kind::String
            && document.string(*said).is_some_and(|said| JsStr::from_wtf8(&said) == trimmed)
    });
    if said.is_some() {
        return Fate::Keep;
    }
    let trimmed = trimmed.to_owned();
    let signature = document.fresh_string(trimmed.as_js());
    Fate::Replace(document.with_member(block.value, "thinkingSignature", signature))
}
