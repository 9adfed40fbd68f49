use crate::json::{Document, Entry, Kind, Value};
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Puts user turns that follow each other into one.
    /// ## Who refuses without it
    /// Bedrock Converse and servers whose chat template wants turns to alternate.
    /// ## Exact rule
    /// A user turn directly behind another (members without a role do not count) takes its blocks before its own;
    /// string content counts as one text block. Everything else is the later turn's; its timestamp is the earlier
    /// one's when it has none. In `strict` it has a `provenance` only when all of them have that one.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"a","timestamp":1},{"role":"user","content":[{"type":"text","text":"b"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"timestamp":1}]
    /// ```
    /// ## Never touches
    /// The blocks themselves, turns that alternate.
    /// ## Order
    /// Last: dangling calls that went may have left two user turns side by side.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, turn validation; vectors `turns`, `validate_anthropic_turns`.
    pub(crate) static MERGE_USER_TURNS = {
        id: "merge-user-turns",
        summary: "user turns in a row are one",
        effects: [Edits, Merges],
        rejects: [AM_04, BC_03],
        since: "0.1.0",
    }
}

/// The member by which a turn says where it came from.
const CAME_FROM: &str = "provenance";

pub(crate) fn apply(transcript: &mut Transcript<'_>, strict: bool) {
    merge_runs(transcript, Role::User, strict, |transcript, run| merge(transcript, run, strict));
}

fn merge(transcript: &mut Transcript<'_>, run: &[Turn], strict: bool) -> Turn {
    let Some((&last, earlier)) = run.split_last() else { return run[0] };
    let mut blocks: Vec<Entry> = Vec::new();
    let mut timestamp: Option<Value> = None;
    for turn in run {
        let document = &transcript.document;
        timestamp = document.get_non_null(turn.value, "timestamp").or(timestamp);
        match document.get(turn.value, "content") {
            Some(content) if document.kind(content) == Kind::String => {
                let text = document.string(content).unwrap_or_default().into_owned();
                blocks.push(transcript.text_block(JsStr::from_wtf8(&text)));
            }
            _ => blocks.extend_from_slice(transcript.entries(*turn)),
        }
    }
    let mut merged = transcript.with_blocks(last, &blocks);
    let document = &mut transcript.document;
    let mut value = match timestamp {
        Some(timestamp) => document.with_member(merged.value, "timestamp", timestamp),
        None => document.without_members(merged.value, &["timestamp"]),
    };
    if strict && !earlier.iter().all(|turn| came_alike(document, turn.value, last.value)) {
        value = document.without_members(value, &[CAME_FROM]);
    }
    merged = transcript.with_value(merged, value);
    for gone in earlier {
        transcript.note_merge(*gone, merged);
    }
    merged
}

fn came_alike(document: &Document<'_>, a: Value, b: Value) -> bool {
    match (document.get(a, CAME_FROM), document.get(b, CAME_FROM)) {
        (Some(a), Some(b)) => document.deep_equal(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Replaces every run of turns of one role by what `merge` makes of it.
///
/// A member without a role neither ends a run nor is a turn of it. In the release it becomes the base of what follows,
/// since it is the member before; in `strict` it goes before the run, and so does every member that is not sent.
pub(crate) fn merge_runs(
    transcript: &mut Transcript<'_>,
    role: Role,
    strict: bool,
    merge: impl Fn(&mut Transcript<'_>, &[Turn]) -> Turn,
) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut output: Vec<Turn> = Vec::with_capacity(turns.len());
    let mut run: Vec<Turn> = Vec::new();
    // Members that are not sent behind the run, in `strict`.
    let mut aside: Vec<Turn> = Vec::new();
    let mut last_role = None;
    for turn in turns {
        if strict && !turn.is_sent() {
            aside.push(turn);
            continue;
        }
        if matches!(turn.role, Role::Missing | Role::NotAnObject | Role::NotAnObjectFalsy) {
            close(transcript, &mut run, &mut output, &merge);
            output.push(turn);
            continue;
        }
        let joins = turn.role == role && last_role == Some(role);
        last_role = Some(turn.role);
        if joins {
            output.append(&mut aside);
        }
        if !joins || run.is_empty() && !output.last().is_some_and(Turn::is_object) {
            close(transcript, &mut run, &mut output, &merge);
        } else if run.is_empty() {
            run.extend(output.pop());
        }
        output.append(&mut aside);
        run.push(turn);
    }
    close(transcript, &mut run, &mut output, &merge);
    output.append(&mut aside);
    transcript.turns = output;
}

fn close(
    transcript: &mut Transcript<'_>,
    run: &mut Vec<Turn>,
    output: &mut Vec<Turn>,
    merge: &impl Fn(&mut Transcript<'_>, &[Turn]) -> Turn,
) {
    match run.as_slice() {
        [] => {}
        [only] => output.push(*only),
        several => output.push(merge(transcript, several)),
    }
    run.clear();
}
