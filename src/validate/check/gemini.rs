//! Gemini generateContent.

use super::*;
use crate::text::is_base64_signature;

/// Passes for a signature that nobody has, as the documentation of thought signatures says.
pub(crate) const SKIP_SENTINEL: &str = "skip_thought_signature_validator";

pub(super) fn check(
    findings: &mut Findings<'_>,
    turns: &[Turn<'_>],
    options: &LintOptions,
    transcript: bool,
) {
    for place in neighbours(turns) {
        findings.warn(&GE_05, place, "");
    }
    for (at, turn) in turns.iter().enumerate() {
        if turn.speaker == Speaker::Unknown {
            findings.error(&GE_04, turn.place, "/role");
        }
        if turn.parts.is_empty() {
            findings.error(&GE_03, turn.place, "/parts");
        }
        for part in &turn.parts {
            check_part(findings, turn, part, transcript);
        }
        check_order(findings, turns, at, options);
    }
    if turns
        .first()
        .is_some_and(|first| first.speaker == Speaker::Assistant)
    {
        findings.error(&GE_02, turns[0].place, "");
    }
    if options.no_trailing_model
        && let Some(last) = turns
            .last()
            .filter(|last| last.speaker == Speaker::Assistant)
    {
        findings.error(&GE_16, last.place, "");
    }
    if options.gemini3 {
        check_signed(findings, turns);
    }
}

fn check_part(findings: &mut Findings<'_>, turn: &Turn<'_>, part: &Part<'_>, transcript: bool) {
    let place = part.place;
    match part.kind {
        PartKind::Malformed => findings.error(&GE_03, place, ""),
        PartKind::Call => {
            if turn.speaker != Speaker::Assistant {
                findings.error(&GE_06, place, "");
            }
            if !findings.name_holds(part.name, &Grammar::GEMINI_NAME) {
                findings.error(&GE_10, place, "");
            }
            let holds = match part.payload {
                None => !transcript,
                arguments => findings.is_object(arguments),
            };
            if !holds {
                findings.error(&GE_11, place, "");
            }
        }
        PartKind::Result => {
            if turn.speaker == Speaker::Assistant {
                findings.error(&GE_06, place, "");
            }
            if !findings.is_object(part.payload) {
                findings.error(&GE_15, place, "");
            }
        }
        _ => {}
    }
    if let Some(signature) = part.signature {
        let text = findings.document.string(signature).unwrap_or_default();
        if !is_gemini_signature(JsStr::from_wtf8(&text)) {
            findings.error(&GE_13, place, "");
        }
    }
}

/// True for standard base64, padded and whole, and for the sentinel.
pub(crate) fn is_gemini_signature(text: JsStr<'_>) -> bool {
    let standard = |text: JsStr<'_>| {
        !text
            .as_bytes()
            .iter()
            .any(|byte| matches!(byte, b'-' | b'_') || byte.is_ascii_whitespace())
    };
    text == SKIP_SENTINEL
        || text.len().is_multiple_of(4) && standard(text) && is_base64_signature(text)
}

/// A call comes right after a user turn, its responses right after it, as many as calls.
fn check_order(findings: &mut Findings<'_>, turns: &[Turn<'_>], at: usize, options: &LintOptions) {
    let turn = &turns[at];
    let before = at.checked_sub(1).map(|at| &turns[at]);
    let is_user = |turn: &Turn<'_>| turn.speaker != Speaker::Assistant;
    let calls = turn.of(PartKind::Call).count();
    if calls > 0 && turn.speaker == Speaker::Assistant {
        if !before.is_some_and(is_user) {
            findings.error(&GE_07, turn.place, "");
        }
        let responses = turns
            .get(at + 1)
            .map_or(0, |next| next.of(PartKind::Result).count());
        if responses != calls {
            findings.error(&GE_08, turn.place, "");
        }
    }
    if let Some(response) = turn.of(PartKind::Result).next() {
        if !before.is_some_and(|before| before.has(PartKind::Call)) {
            findings.error(&GE_09, response.place, "");
        }
        if let Some(other) = turn.parts.iter().find(|part| part.kind != PartKind::Result) {
            match options.gemini3 {
                true => findings.error(&GE_14, other.place, ""),
                false => findings.warn(&GE_14, other.place, ""),
            }
        }
    }
}

/// The first call of each step since the last turn that the user wrote carries a signature.
fn check_signed(findings: &mut Findings<'_>, turns: &[Turn<'_>]) {
    let wrote = |turn: &Turn<'_>| {
        turn.speaker == Speaker::User && turn.parts.iter().any(|part| part.kind != PartKind::Result)
    };
    let since = turns.iter().rposition(wrote).map_or(0, |at| at + 1);
    for (at, turn) in turns.iter().enumerate() {
        if let Some(call) = turn
            .of(PartKind::Call)
            .next()
            .filter(|call| call.signature.is_none())
        {
            match at >= since {
                true => findings.error(&GE_12, call.place, ""),
                false => findings.warn(&GE_12, call.place, ""),
            }
        }
    }
}
