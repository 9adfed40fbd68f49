use crate::table::{IdMap, IdSet};

use crate::rule::declare_rule;
use crate::transcript::{
    BlockKind, Fate, KindSet, Role, Transcript, Turn, has_calls, result_id, result_ids, trimmed_id,
};

declare_rule! {
    /// ## What it does
    /// Removes tool calls that nothing answers before the assistant speaks again.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse: a call without its result.
    /// ## Exact rule
    /// 1. For each assistant turn with calls, the members up to the next assistant turn are looked at. Results are
    ///    `toolResult` and `tool` turns, and `toolResult` and `tool` blocks in any turn.
    /// 2. A turn with thinking stays when each call has an id and a name, and a result turn has that id and no other
    ///    name; else its content becomes one text block `[tool calls omitted]`.
    /// 3. In other turns the calls without a result go; nothing left becomes `[tool calls omitted]`.
    /// 4. After `error` or `aborted` the content becomes empty instead of that text.
    /// 5. Falsy members of the transcript go.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6","policyOverrides":{"repairToolUseResultPairing":false}}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},{"role":"user","content":"go on"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"[tool calls omitted]"}]},{"role":"user","content":"go on"}]
    /// ```
    /// ## Never touches
    /// Calls that are answered, text, thinking of turns that stay.
    /// ## Order
    /// Between the merging of assistant turns and that of user turns.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, turn validation; vectors `validate_anthropic_turns`.
    pub(crate) static STRIP_DANGLING_TOOL_CALLS = {
        id: "strip-dangling-tool-calls",
        summary: "no tool call stays that nothing answers",
        effects: [Edits, Drops],
        rejects: [AM_07],
        since: "0.1.0",
    }
}

/// Text of a turn that held nothing but calls that nothing answers.
const CALLS_OMITTED: &str = "[tool calls omitted]";

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept = Vec::with_capacity(turns.len());
    for (index, &turn) in turns.iter().enumerate() {
        if turn.role == Role::NotAnObjectFalsy {
            continue;
        }
        if !turn.is_assistant_with_blocks() || !has_calls(transcript, turn) {
            kept.push(turn);
            continue;
        }
        let following = &turns[index + 1..];
        kept.push(match turn.has(KindSet::THINKING) {
            true if all_are_answered(transcript, turn, &named_answers(transcript, following)) => turn,
            true => omitted(transcript, turn),
            false => without_dangling(transcript, turn, &answers(transcript, following)),
        });
    }
    transcript.turns = kept;
}

/// The members up to the next assistant turn; together these looks are linear.
fn up_to_assistant(following: &[Turn]) -> impl Iterator<Item = &Turn> {
    following.iter().take_while(|turn| turn.role != Role::Assistant)
}

/// Ids of result turns, with the names they give.
fn named_answers(transcript: &Transcript<'_>, following: &[Turn]) -> IdMap<IdSet> {
    let document = &transcript.document;
    let mut answers: IdMap<IdSet> = IdMap::new();
    for turn in up_to_assistant(following).filter(|turn| matches!(turn.role, Role::ToolResult | Role::Tool)) {
        let name = trimmed_id(document, turn.value, "toolName").or_else(|| trimmed_id(document, turn.value, "name"));
        for id in result_ids(document, turn.value) {
            answers.entry(id.as_bytes()).extend(&name);
        }
    }
    answers
}

/// Ids of anything that looks like a result.
fn answers(transcript: &Transcript<'_>, following: &[Turn]) -> IdSet {
    let document = &transcript.document;
    let mut answers = IdSet::new();
    for turn in up_to_assistant(following) {
        match turn.role {
            Role::ToolResult => answers.extend(result_id(document, turn.value)),
            Role::Tool => answers.extend(result_ids(document, turn.value)),
            _ => {}
        }
        for block in transcript.blocks(*turn).filter(|block| block.is_in(KindSet::EMBEDDED_RESULTS)) {
            answers.extend(result_ids(document, block.value));
        }
    }
    answers
}

fn all_are_answered(
    transcript: &Transcript<'_>,
    turn: Turn,
    answers: &IdMap<IdSet>,
) -> bool {
    let document = &transcript.document;
    transcript.blocks(turn).filter(|block| block.is_in(KindSet::CALLS)).all(|block| {
        let id = trimmed_id(document, block.value, "id");
        let name = trimmed_id(document, block.value, "name");
        let (Some(id), Some(name)) = (id, name) else { return false };
        answers.get(id.as_bytes()).is_some_and(|names| names.is_empty() || names.contains(name.as_bytes()))
    })
}

fn without_dangling(transcript: &mut Transcript<'_>, turn: Turn, answers: &IdSet) -> Turn {
    let blocks = transcript.map_blocks(turn, |document, block| {
        let dangles = block.is_in(KindSet::CALLS)
            && !trimmed_id(document, block.value, "id").is_some_and(|id| answers.contains(id.as_bytes()));
        let falsy = block.kind == BlockKind::Falsy;
        if dangles || falsy { Fate::Drop } else { Fate::Keep }
    });
    match blocks {
        None => turn,
        Some(blocks) if blocks.is_empty() => omitted(transcript, turn),
        Some(blocks) => transcript.with_blocks(turn, &blocks),
    }
}

fn omitted(transcript: &mut Transcript<'_>, turn: Turn) -> Turn {
    let failed = ["error", "aborted"]
        .iter()
        .any(|reason| transcript.document.member_is(turn.value, "stopReason", reason));
    match failed {
        true => transcript.with_blocks(turn, &[]),
        false => transcript.with_text(turn, CALLS_OMITTED.into()),
    }
}
