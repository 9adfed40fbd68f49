//! OpenAI Responses.

use super::*;
use crate::table::{IdMap, IdSet};

/// Most characters of a call id or an item id.
pub(crate) const MAX_ID: usize = 64;

/// Prefix of an item's id by what the item is, and which begin the ids that need their reasoning.
const PREFIXES: [(PartKind, &[u8]); 3] = [
    (PartKind::Thinking, b"rs_"),
    (PartKind::Call, b"fc_"),
    (PartKind::Text, b"msg_"),
];

pub(super) fn check(findings: &mut Findings<'_>, turns: &[Turn<'_>], transcript: bool) {
    let items: Vec<(&Turn<'_>, &Part<'_>)> = turns
        .iter()
        .filter_map(|turn| Some((turn, turn.parts.first()?)))
        .collect();
    let root = findings.root;
    let stored = !transcript
        && findings
            .document
            .get_non_null(root, "previous_response_id")
            .is_some();
    let store_off = !transcript
        && findings
            .document
            .get(root, "store")
            .is_some_and(|store| findings.document.kind(store) == Kind::Bool(false));
    let reasons = items
        .iter()
        .any(|(_, item)| item.kind == PartKind::Thinking);
    let mut ids = IdSet::new();
    // The reasoning that the items of this answer came from is there.
    let mut reasoned = false;
    for (at, (turn, item)) in items.iter().enumerate() {
        if turn.speaker != Speaker::Assistant {
            reasoned = false;
        }
        check_item(findings, turn, item, transcript);
        if let Some(id) = item.item.as_deref()
            && !ids.add(id)
        {
            findings.error(&OR_08, item.place, "");
        }
        match item.kind {
            PartKind::Thinking => {
                reasoned = true;
                let next = items
                    .get(at + 1)
                    .is_some_and(|(turn, _)| turn.speaker == Speaker::Assistant);
                if item.item.is_some() && !next {
                    findings.error(&OR_03, item.place, "");
                }
                if store_off && item.item.is_some() && item.signature.is_none() {
                    findings.error(&OR_14, item.place, "");
                }
            }
            PartKind::Call
                if reasons
                    && !reasoned
                    && item
                        .item
                        .as_deref()
                        .is_some_and(|id| id.starts_with(b"fc_")) =>
            {
                findings.error(&OR_04, item.place, "");
            }
            PartKind::Reference if store_off => findings.error(&OR_14, item.place, ""),
            _ => {}
        }
    }
    check_pairs(findings, &items, stored);
}

fn check_item(findings: &mut Findings<'_>, turn: &Turn<'_>, item: &Part<'_>, transcript: bool) {
    let place = item.place;
    if matches!(item.kind, PartKind::Call | PartKind::Result) {
        let id = item.id.as_deref().unwrap_or_default();
        if id.is_empty() {
            findings.error(&OR_05, place, "");
        } else if JsStr::from_wtf8(id).utf16_len() > MAX_ID {
            findings.error(&OR_06, place, "");
        }
    }
    if let Some(id) = item.item.as_deref() {
        if JsStr::from_wtf8(id).utf16_len() > MAX_ID {
            findings.error(&OR_06, place, "");
        }
        let prefix = match transcript {
            true => prefix_of(item.kind),
            false => id_prefix(item),
        };
        if prefix.is_some_and(|prefix| !id.starts_with(prefix))
            && turn.speaker == Speaker::Assistant
        {
            findings.error(&OR_07, place, "");
        }
    }
    match item.kind {
        PartKind::Call => {
            if !findings.name_holds(item.name, &Grammar::word(1, 128)) {
                findings.error(&OR_10, place, "/name");
            }
            let holds = match (transcript, item.payload) {
                (true, arguments) => findings.is_object(arguments),
                (false, None) => true,
                (false, Some(arguments)) => findings.document.kind(arguments) == Kind::String,
            };
            if !holds {
                findings.error(&OR_11, place, "/arguments");
            }
        }
        PartKind::Thinking => {
            let empty_content = !transcript && holds_empty_content(findings.document, item);
            if item.payload.is_none() || empty_content {
                findings.error(&OR_16, place, "");
            }
        }
        PartKind::Text if !transcript => check_content(findings, turn, item),
        PartKind::Unknown | PartKind::Malformed | PartKind::Redacted => {}
        _ => {}
    }
}

fn prefix_of(kind: PartKind) -> Option<&'static [u8]> {
    let prefix = PREFIXES.iter().find(|(known, _)| *known == kind);
    prefix.map(|(_, prefix)| *prefix)
}

/// How the id of an item of a body begins; none where that is not checked, as of custom calls, which have no arguments.
pub(crate) fn id_prefix(item: &Part<'_>) -> Option<&'static [u8]> {
    let custom = item.kind == PartKind::Call && item.payload.is_none();
    prefix_of(item.kind).filter(|_| !custom)
}

/// True for a reasoning item whose `content` is an empty array.
pub(crate) fn holds_empty_content(document: &Document<'_>, item: &Part<'_>) -> bool {
    document.get(item.value, "content").is_some_and(|content| {
        document.kind(content) == Kind::Array && document.entries(content).next().is_none()
    })
}

/// Parts of a message are named for who speaks.
fn check_content(findings: &mut Findings<'_>, turn: &Turn<'_>, item: &Part<'_>) {
    for part in item.inner.iter().filter(|part| part.place.part.is_some()) {
        let name = findings
            .document
            .get_string(part.value, "type")
            .unwrap_or_default();
        let holds = match turn.speaker {
            Speaker::Assistant => *name == *b"output_text" || *name == *b"refusal",
            _ => name.starts_with(b"input_"),
        };
        if !holds {
            findings.error(&OR_15, part.place, "/type");
        }
    }
}

/// Calls and outputs: only presence counts, not the place.
fn check_pairs(findings: &mut Findings<'_>, items: &[(&Turn<'_>, &Part<'_>)], stored: bool) {
    let mut open: IdMap<Place> = IdMap::new();
    for (_, item) in items {
        let id = item.id.as_deref().unwrap_or_default();
        match item.kind {
            PartKind::Call if open.insert(id, item.place).is_some() => {
                findings.error(&OR_09, item.place, "")
            }
            PartKind::Result if open.remove(id).is_some() => {}
            PartKind::Result if !stored && !id.is_empty() => findings.error(&OR_02, item.place, ""),
            _ => {}
        }
    }
    for (_, place) in open.iter() {
        findings.error(&OR_12, *place, "");
    }
}
