//! OpenAI Chat Completions and what copies it, Mistral included.

use super::*;
use crate::json::parse_text;
use crate::table::{IdMap, IdSet};

pub(super) fn check(
    findings: &mut Findings<'_>,
    turns: &[Turn<'_>],
    options: &LintOptions,
    transcript: bool,
) {
    let spoken: Vec<&Turn<'_>> = turns
        .iter()
        .filter(|turn| turn.speaker != Speaker::System)
        .collect();
    for turn in &spoken {
        check_turn(findings, turn, options, transcript);
    }
    check_pairs(findings, &spoken, options);
    for pair in spoken.windows(2) {
        let (before, turn) = (pair[0], pair[1]);
        if options.no_user_after_tool
            && before.speaker == Speaker::Tool
            && turn.speaker == Speaker::User
        {
            findings.error(&CC_15, turn.place, "");
        }
        if options.strict_alternation
            && before.speaker == turn.speaker
            && turn.speaker != Speaker::Tool
        {
            findings.error(&CC_16, turn.place, "");
        }
    }
    if let Some(first) = spoken.first()
        && options.strict_alternation
        && first.speaker != Speaker::User
    {
        findings.error(&CC_17, first.place, "");
    }
    if let Some(last) = spoken.last()
        && options.no_trailing_assistant
        && last.speaker == Speaker::Assistant
        && !is_prefix(findings, last)
    {
        findings.error(&CC_18, last.place, "");
    }
}

/// A message that asks to be continued, which Mistral takes at the end.
fn is_prefix(findings: &Findings<'_>, turn: &Turn<'_>) -> bool {
    let prefix = findings.document.get(turn.value, "prefix");
    prefix.is_some_and(|prefix| findings.document.kind(prefix) == Kind::Bool(true))
}

fn check_turn(
    findings: &mut Findings<'_>,
    turn: &Turn<'_>,
    options: &LintOptions,
    transcript: bool,
) {
    let document = findings.document;
    if matches!(turn.speaker, Speaker::User | Speaker::Assistant)
        && !says(document, turn, transcript)
    {
        findings.error(&CC_06, turn.place, "/content");
    }
    for part in turn.of(PartKind::Text) {
        if part.place.part.is_some() && findings.is_blank(part.payload) {
            findings.warn(&CC_14, part.place, "/text");
        }
    }
    if turn.speaker != Speaker::Assistant {
        return;
    }
    if options.reject_reasoning
        && let Some(part) = turn.of(PartKind::Thinking).next()
    {
        findings.error(&CC_10, part.place, "");
    }
    if options.require_reasoning && turn.has(PartKind::Call) && !turn.has(PartKind::Thinking) {
        findings.error(&CC_11, turn.place, "");
    }
    let mut ids = IdSet::new();
    for call in turn.of(PartKind::Call) {
        let id = call.id.as_deref().unwrap_or_default();
        if id.is_empty() {
            findings.error(&CC_05, call.place, "/id");
        } else if !ids.add(id) {
            findings.error(&CC_07, call.place, "/id");
        }
        if JsStr::from_wtf8(id).utf16_len() > options.max_id_len {
            findings.error(&CC_08, call.place, "/id");
        }
        if options.id_pattern.is_some_and(|grammar| !grammar.holds(id)) {
            findings.error(&CC_09, call.place, "/id");
        }
        if !findings.name_holds(call.name, &Grammar::word(1, 64)) {
            findings.error(&CC_12, call.place, "");
        }
        if !arguments_hold(findings, call.payload, transcript) {
            findings.error(&CC_13, call.place, "");
        }
    }
}

/// True for a message with content or calls.
pub(crate) fn says(document: &Document<'_>, turn: &Turn<'_>, transcript: bool) -> bool {
    let is_empty = |part: &Part<'_>| part.payload.is_none_or(|text| document.is_string(text, ""));
    turn.parts.iter().any(|part| match part.kind {
        PartKind::Text => !is_empty(part),
        PartKind::Thinking | PartKind::Redacted => false,
        // A transcript's other blocks do not become anything.
        PartKind::Unknown => !transcript,
        _ => true,
    })
}

/// Arguments of a transcript are written as JSON text on the way, so there an object is what must be.
fn arguments_hold(findings: &Findings<'_>, arguments: Option<Value>, transcript: bool) -> bool {
    if transcript {
        return findings.is_object(arguments);
    }
    let text = arguments.and_then(|arguments| findings.document.string(arguments));
    let is_object = |text: &[u8]| {
        let text = JsStr::from_wtf8(text);
        parse_text(text, |document, root| document.kind(root) == Kind::Object).unwrap_or(false)
    };
    text.is_some_and(|text| is_object(&text))
}

/// Calls and results: each call is answered before the next message that is no result, each result answers one.
fn check_pairs(findings: &mut Findings<'_>, turns: &[&Turn<'_>], options: &LintOptions) {
    // Open calls of the last assistant message: how many of one id wait for an answer, how many had one.
    let mut open: IdMap<(usize, usize)> = IdMap::new();
    let mut caller: Option<&Turn<'_>> = None;
    for turn in turns {
        if turn.speaker == Speaker::Tool {
            for result in turn.of(PartKind::Result) {
                let id = result.id.as_deref().unwrap_or_default();
                match open.get_mut(id) {
                    None => {
                        findings.error(&CC_02, result.place, "");
                        if options.minimax {
                            findings.error(&CC_19, result.place, "");
                        }
                    }
                    // Where an id stands twice in the turn, one answer already answers both.
                    Some((_, answers)) if *answers > 0 => findings.error(&CC_04, result.place, ""),
                    Some((_, answers)) => *answers += 1,
                }
            }
            continue;
        }
        close(findings, caller, &open);
        open = IdMap::new();
        caller = Some(turn)
            .filter(|turn| turn.speaker == Speaker::Assistant)
            .copied();
        for call in answerable(turn) {
            open.entry(call.id.as_deref().unwrap_or_default()).0 += 1;
        }
    }
    close(findings, caller, &open);
}

/// Calls of a turn, those of custom tools included, which have no arguments to check.
fn answerable<'t, 'd>(turn: &'t Turn<'d>) -> impl Iterator<Item = &'t Part<'d>> {
    turn.parts.iter().filter(|part| {
        part.kind == PartKind::Call || part.kind == PartKind::Other && part.id.is_some()
    })
}

fn close(findings: &mut Findings<'_>, caller: Option<&Turn<'_>>, open: &IdMap<(usize, usize)>) {
    for call in caller.into_iter().flat_map(answerable) {
        let id = call.id.as_deref().unwrap_or_default();
        if open.get(id).is_some_and(|(_, answers)| *answers == 0) {
            findings.error(&CC_03, call.place, "");
        }
    }
}
