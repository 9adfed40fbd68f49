//! Bedrock Converse.

use super::*;
use crate::table::IdSet;

pub(super) fn check(
    findings: &mut Findings<'_>,
    turns: &[Turn<'_>],
    options: &LintOptions,
    transcript: bool,
) {
    for pair in turns
        .windows(2)
        .filter(|pair| pair[0].speaker == pair[1].speaker)
    {
        findings.error(&BC_03, pair[1].place, "");
    }
    for (at, turn) in turns.iter().enumerate() {
        if turn.parts.is_empty() {
            findings.error(&BC_04, turn.place, "/content");
        }
        for part in &turn.parts {
            check_part(findings, part, options, transcript);
        }
        let before = at
            .checked_sub(1)
            .map(|at| &turns[at])
            .filter(|turn| turn.speaker == Speaker::Assistant);
        check_results(findings, turn, before);
        check_calls(findings, turn, turns.get(at + 1));
        if options.no_mixed {
            check_mixed(findings, turn);
        }
    }
    if let Some(first) = turns
        .first()
        .filter(|first| first.speaker == Speaker::Assistant)
    {
        findings.error(&BC_02, first.place, "");
    }
    if options.no_prefill
        && let Some(last) = turns
            .last()
            .filter(|last| last.speaker == Speaker::Assistant)
    {
        findings.error(&BC_15, last.place, "");
    }
}

fn check_part(
    findings: &mut Findings<'_>,
    part: &Part<'_>,
    options: &LintOptions,
    transcript: bool,
) {
    let place = part.place;
    match part.kind {
        PartKind::Text if findings.is_blank(part.payload) => findings.error(&BC_05, place, "/text"),
        PartKind::Call => {
            if !Grammar::CONVERSE_ID.holds(part.id.as_deref().unwrap_or_default()) {
                findings.error(&BC_09, place, "");
            }
            if !findings.name_holds(part.name, &Grammar::CONVERSE_NAME) {
                findings.error(&BC_11, place, "");
            }
            if !findings.is_object(part.payload) {
                findings.error(&BC_10, place, "");
            }
        }
        PartKind::Result => {
            for inner in part.of_inner(PartKind::Text) {
                if findings.is_blank(inner.payload) {
                    findings.warn(&BC_05, inner.place, "");
                }
            }
            if part.failed && part.inner.is_empty() {
                findings.error(&BC_12, place, "");
            }
        }
        // Only Claude signs; the models that take no mixed turns are others.
        PartKind::Thinking if !options.no_mixed && !findings.is_opaque(part.signature) => {
            findings.error(&BC_13, place, "")
        }
        // In a body of an SDK it is bytes, which JSON spells in many ways.
        PartKind::Redacted
            if transcript && !options.no_mixed && findings.is_blank(part.payload) =>
        {
            findings.error(&BC_13, place, "")
        }
        PartKind::Malformed | PartKind::Unknown if !transcript => findings.error(&BC_04, place, ""),
        _ => {}
    }
}

fn check_results(findings: &mut Findings<'_>, turn: &Turn<'_>, before: Option<&Turn<'_>>) {
    let mut calls: IdSet = before
        .iter()
        .flat_map(|turn| turn.of(PartKind::Call))
        .filter_map(|call| call.id.as_deref())
        .collect();
    for result in turn.of(PartKind::Result) {
        if !calls.remove(result.id.as_deref().unwrap_or_default()) {
            findings.error(&BC_07, result.place, "");
        }
    }
}

fn check_calls(findings: &mut Findings<'_>, turn: &Turn<'_>, next: Option<&Turn<'_>>) {
    let answers: IdSet = next
        .iter()
        .flat_map(|turn| turn.of(PartKind::Result))
        .filter_map(|part| part.id.as_deref())
        .collect();
    let mut ids = IdSet::new();
    for call in turn.of(PartKind::Call) {
        let id = call.id.as_deref().unwrap_or_default();
        if !answers.contains(id) {
            findings.error(&BC_06, call.place, "");
        }
        if !ids.add(id) {
            findings.error(&BC_08, call.place, "");
        }
    }
}

fn check_mixed(findings: &mut Findings<'_>, turn: &Turn<'_>) {
    let is_tool = |part: &Part<'_>| part.kind == PartKind::Result;
    if turn.has(PartKind::Result)
        && let Some(other) = turn
            .parts
            .iter()
            .find(|part| !is_tool(part) && part.kind != PartKind::Other)
    {
        findings.error(&BC_14, other.place, "");
    }
}
