//! Anthropic Messages.

use super::*;
use crate::table::IdSet;

/// Most blocks with a cache mark.
pub(crate) const MAX_CACHE_MARKS: usize = 4;

/// Longest id that is safe everywhere.
const SAFE_ID: usize = 64;

/// Most UTF-16 units of a tool name.
pub(crate) const MAX_NAME: usize = 200;

/// Fields of the blocks whose fields are all known.
pub(crate) const FIELDS: [(PartKind, &[&str]); 5] = [
    (
        PartKind::Text,
        &["type", "text", "citations", "cache_control"],
    ),
    (
        PartKind::Call,
        &["type", "id", "name", "input", "cache_control", "caller"],
    ),
    (
        PartKind::Result,
        &[
            "type",
            "tool_use_id",
            "content",
            "is_error",
            "cache_control",
        ],
    ),
    (PartKind::Thinking, &["type", "thinking", "signature"]),
    (PartKind::Redacted, &["type", "data"]),
];

pub(super) fn check(
    findings: &mut Findings<'_>,
    turns: &[Turn<'_>],
    options: &LintOptions,
    transcript: bool,
) {
    for place in neighbours(turns) {
        match options.strict_alternation {
            true => findings.error(&AM_04, place, ""),
            false => findings.warn(&AM_04, place, ""),
        }
    }
    for (at, turn) in turns.iter().enumerate() {
        match turn.speaker {
            Speaker::User | Speaker::Assistant => {}
            Speaker::System if options.mid_system && at > 0 => {}
            _ => findings.error(&AM_02, turn.place, "/role"),
        }
        let last = at + 1 == turns.len() && turn.speaker == Speaker::Assistant;
        if turn.parts.is_empty() && !last {
            findings.error(&AM_05, turn.place, "/content");
        }
    }
    let merged = Merged::all(turns);
    if let Some(first) = merged.first()
        && first.speaker == Speaker::Assistant
    {
        findings.error(&AM_03, first.place(), "");
    }
    let mut ids = IdSet::new();
    for (at, turn) in merged.iter().enumerate() {
        for part in turn.parts() {
            check_part(findings, part, &mut ids, transcript);
        }
        let before = at.checked_sub(1).and_then(|at| merged.get(at));
        check_results(
            findings,
            turn,
            before.filter(|turn| turn.speaker == Speaker::Assistant),
        );
        check_calls(findings, turn, merged.get(at + 1));
        check_server_tools(findings, turn);
    }
    check_end(findings, &merged, options);
    if !transcript {
        check_cache_marks(findings, turns);
    }
}

/// Neighbours of one speaker as one turn, which is how the API looks at them. System turns stand apart.
struct Merged<'t, 'd> {
    speaker: Speaker,
    turns: Vec<&'t Turn<'d>>,
}

impl<'t, 'd> Merged<'t, 'd> {
    fn all(turns: &'t [Turn<'d>]) -> Vec<Self> {
        let mut merged: Vec<Self> = Vec::with_capacity(turns.len());
        for turn in turns.iter().filter(|turn| turn.speaker != Speaker::System) {
            match merged
                .last_mut()
                .filter(|last| last.speaker == turn.speaker)
            {
                Some(last) => last.turns.push(turn),
                None => merged.push(Merged {
                    speaker: turn.speaker,
                    turns: vec![turn],
                }),
            }
        }
        merged
    }

    /// Where it begins.
    fn place(&self) -> Place {
        self.turns[0].place
    }

    fn parts(&self) -> impl DoubleEndedIterator<Item = &'t Part<'d>> {
        self.turns.iter().flat_map(|turn| &turn.parts)
    }

    fn of(&self, kind: PartKind) -> impl Iterator<Item = &'t Part<'d>> {
        self.parts().filter(move |part| part.kind == kind)
    }

    fn has(&self, kind: PartKind) -> bool {
        self.of(kind).next().is_some()
    }
}

fn check_part(findings: &mut Findings<'_>, part: &Part<'_>, ids: &mut IdSet, transcript: bool) {
    let place = part.place;
    match part.kind {
        PartKind::Text if findings.is_blank(part.payload) => findings.error(&AM_06, place, "/text"),
        PartKind::Call => {
            let id = part.id.as_deref().unwrap_or_default();
            if id.is_empty() {
                findings.error(&GEN_04, place, "/id");
            } else if !Grammar::word(1, usize::MAX).holds(id) {
                findings.error(&AM_12, place, "/id");
            } else if id.len() > SAFE_ID {
                findings.warn(&AM_12, place, "/id");
            }
            if !id.is_empty() && !ids.add(id) {
                findings.error(&AM_11, place, "/id");
            }
            let name = part
                .name
                .and_then(|name| findings.document.string(name))
                .unwrap_or_default();
            if !(1..=MAX_NAME).contains(&JsStr::from_wtf8(&name).utf16_len()) {
                findings.error(&AM_13, place, "/name");
            }
            if !findings.is_object(part.payload) {
                findings.error(&AM_14, place, "");
            }
        }
        PartKind::Thinking => {
            let has_text = part
                .payload
                .is_some_and(|text| findings.document.kind(text) == Kind::String);
            if !has_text || findings.is_blank(part.signature) {
                findings.error(&AM_15, place, "");
            } else if !findings.is_opaque(part.signature) {
                findings.error(&AM_15B, place, "");
            }
        }
        PartKind::Redacted if findings.is_blank(part.payload) => findings.error(&AM_30, place, ""),
        PartKind::Result => {
            for inner in part.of_inner(PartKind::Text) {
                if findings.is_blank(inner.payload) {
                    findings.error(&AM_06, inner.place, "");
                }
            }
            let all_text = part.inner.iter().all(|inner| inner.kind == PartKind::Text);
            if part.failed && (part.inner.is_empty() || !all_text) {
                findings.error(&AM_21, place, "");
            }
        }
        PartKind::Unknown | PartKind::Malformed => findings.error(&AM_28, place, "/type"),
        _ => {}
    }
    if !transcript && holds_unknown_field(findings, part) {
        findings.error(&AM_28, place, "");
    }
}

fn holds_unknown_field(findings: &Findings<'_>, part: &Part<'_>) -> bool {
    let document = findings.document;
    let known = FIELDS.iter().find(|(kind, _)| *kind == part.kind);
    known.is_some_and(|(_, known)| {
        document.kind(part.value) == Kind::Object
            && document
                .entries(part.value)
                .any(|entry| !known.iter().any(|key| document.key_is(entry, key)))
    })
}

/// The results of a turn: each answers a call of the turn before, once, and stands before all else.
fn check_results(
    findings: &mut Findings<'_>,
    turn: &Merged<'_, '_>,
    before: Option<&Merged<'_, '_>>,
) {
    let calls: IdSet = before
        .iter()
        .flat_map(|turn| turn.of(PartKind::Call))
        .filter_map(|call| call.id.as_deref())
        .collect();
    let mut answered = IdSet::new();
    let mut other_before = false;
    for part in turn.parts() {
        if part.kind != PartKind::Result {
            other_before = true;
            continue;
        }
        let id = part.id.as_deref().unwrap_or_default();
        if !calls.contains(id) {
            findings.error(&AM_08, part.place, "");
        } else if !answered.add(id) {
            findings.error(&AM_10, part.place, "");
        } else if other_before {
            findings.error(&AM_09, part.place, "");
        }
    }
}

/// The calls of a turn: each is answered in the next turn.
fn check_calls(findings: &mut Findings<'_>, turn: &Merged<'_, '_>, next: Option<&Merged<'_, '_>>) {
    if turn.speaker != Speaker::Assistant || !turn.has(PartKind::Call) {
        return;
    }
    let answers: IdSet = next
        .iter()
        .flat_map(|turn| turn.of(PartKind::Result))
        .filter_map(|part| part.id.as_deref())
        .collect();
    for call in turn.of(PartKind::Call) {
        if !answers.contains(call.id.as_deref().unwrap_or_default()) {
            findings.error(&AM_07, call.place, "");
        }
    }
}

fn check_server_tools(findings: &mut Findings<'_>, turn: &Merged<'_, '_>) {
    let mut called = IdSet::new();
    for part in turn.parts() {
        let id = part.id.as_deref().unwrap_or_default();
        match part.kind {
            PartKind::ServerCall => drop(called.add(id)),
            PartKind::ServerResult if !called.contains(id) => {
                findings.error(&AM_26, part.place, "")
            }
            _ => {}
        }
    }
}

fn check_end(findings: &mut Findings<'_>, merged: &[Merged<'_, '_>], options: &LintOptions) {
    let Some(last) = merged.last() else { return };
    if last.speaker == Speaker::Assistant {
        match options.no_prefill || options.thinking_enabled {
            true => findings.error(&AM_19, last.place(), ""),
            false => findings.warn(&AM_19, last.place(), ""),
        }
        if let Some(part) = last
            .parts()
            .next_back()
            .filter(|part| part.kind == PartKind::Text)
            && let Some(text) = part.payload.and_then(|text| findings.document.string(text))
            && JsStr::from_wtf8(&text).ends_with_space()
        {
            findings.error(&AM_20, part.place, "");
        }
        if options.thinking_disabled
            && (last.has(PartKind::Thinking) || last.has(PartKind::Redacted))
        {
            findings.error(&AM_18, last.place(), "");
        }
        return;
    }
    let loop_turn = merged.len().checked_sub(2).map(|at| &merged[at]);
    if options.thinking_enabled
        && last.has(PartKind::Result)
        && let Some(turn) = loop_turn.filter(|turn| turn.has(PartKind::Call))
        && !matches!(
            turn.parts().next().map(|part| part.kind),
            Some(PartKind::Thinking | PartKind::Redacted)
        )
    {
        findings.error(&AM_17, turn.place(), "/content");
    }
}

/// Cache marks of the whole body: on tools, system text and blocks.
fn check_cache_marks(findings: &mut Findings<'_>, turns: &[Turn<'_>]) {
    let document = findings.document;
    let marked = |value: Value| document.get_non_null(value, "cache_control").is_some();
    let count = |key: &str| {
        let list = document.get(findings.root, key);
        list.map_or(0, |list| {
            document
                .entries(list)
                .filter(|entry| marked(entry.value))
                .count()
        })
    };
    let mut marks = count("tools") + count("system");
    for part in turns.iter().flat_map(|turn| &turn.parts) {
        let inner = part.inner.iter().filter(|inner| inner.place != part.place);
        for part in std::iter::once(part).chain(inner) {
            if !marked(part.value) {
                continue;
            }
            marks += 1;
            let blank = part.kind == PartKind::Text && findings.is_blank(part.payload);
            if marks > MAX_CACHE_MARKS || blank || part.kind == PartKind::Thinking {
                findings.error(&AM_27, part.place, "/cache_control");
            }
        }
    }
}
