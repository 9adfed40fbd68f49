use crate::table::IdSet;

use crate::rule::declare_rule;
use crate::transcript::{Block, Fate, KindSet, Role, Transcript, Turn, trimmed_id};

declare_rule! {
    /// ## What it does
    /// Removes tool results inside user turns that answer no call of the turn before.
    /// ## Who refuses without it
    /// Anthropic Messages: a result that names no call of the previous message.
    /// ## Exact rule
    /// 1. Results are blocks of type `toolResult` and `tool` in user turns with array content. Their ids are those of
    ///    `toolUseId`, `toolCallId`, `tool_call_id` and `tool_use_id` that are strings and not blank, trimmed.
    /// 2. A result goes when none of its ids is, trimmed, that of a call in the member directly before, if that is the
    ///    assistant's. Calls are blocks of type `toolCall`, `toolUse` and `functionCall`.
    /// 3. Where the provider owns its thinking, it goes also when that member has thinking and calls.
    /// 4. Nothing left: one text block `[tool results omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":[{"type":"toolResult","toolUseId":"a","content":"x"},{"type":"text","text":"go on"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"go on"}]}]
    /// ```
    /// ## Never touches
    /// Result turns, text, results of the calls right before.
    /// ## Order
    /// After pairing, which decides what stands before a user turn.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, before each model call.
    pub(crate) static DROP_EMBEDDED_RESULTS = {
        id: "drop-embedded-results",
        summary: "results inside user turns answer a call right before",
        effects: [Edits, Drops],
        rejects: [AM_08],
        since: "0.1.0",
    }
}

/// Keys under which an embedded result names its call.
const ID_KEYS: [&str; 4] = ["toolUseId", "toolCallId", "tool_use_id", "tool_call_id"];

/// Text of a user turn that held nothing but results that answer nothing.
pub(crate) const RESULTS_OMITTED: &str = "[tool results omitted]";

pub(crate) fn apply(transcript: &mut Transcript<'_>, own_thinking: bool) {
    transcript
        .turns
        .retain(|turn| turn.role != Role::NotAnObjectFalsy);
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role != Role::User || !turn.has(KindSet::EMBEDDED_RESULTS) {
            continue;
        }
        let before = index.checked_sub(1).map(|before| transcript.turns[before]);
        let ids = before.map_or_else(IdSet::new, |before| {
            answerable_ids(transcript, before, own_thinking)
        });
        let blocks = transcript.map_blocks(turn, |document, block| {
            let answers = ID_KEYS
                .iter()
                .filter_map(|key| trimmed_id(document, block.value, key))
                .any(|id| ids.contains(id.as_bytes()));
            match block.is_in(KindSet::EMBEDDED_RESULTS) && !answers {
                true => Fate::Drop,
                false => Fate::Keep,
            }
        });
        match blocks {
            None => {}
            Some(blocks) if blocks.is_empty() => transcript.set_text(index, RESULTS_OMITTED.into()),
            Some(blocks) => transcript.set_blocks(index, &blocks),
        }
    }
}

/// Ids of the calls of a turn that a result inside the next one may answer.
fn answerable_ids(
    transcript: &Transcript<'_>,
    before: Turn,
    own_thinking: bool,
) -> IdSet {
    if before.role != Role::Assistant || own_thinking && before.has(KindSet::THINKING) {
        return IdSet::new();
    }
    let id = |block: Block| trimmed_id(&transcript.document, block.value, "id");
    transcript
        .blocks(before)
        .filter(|block| block.is_in(KindSet::CALLS))
        .filter_map(id)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::Limits;
    use crate::transcript::Transcript;

    fn check(before: &str, after: &str, own: bool) {
        let mut transcript = Transcript::parse(before.as_bytes(), &Limits::default()).unwrap();
        apply(&mut transcript, own);
        let text = String::from_utf8(transcript.to_text()).unwrap();
        assert_eq!(text, after);
    }

    const CALLER: &str = r#"{"role":"assistant","content":[{"type":"toolUse","id":" a "}]}"#;

    #[test]
    fn results_of_the_calls_right_before_stay() {
        for key in super::ID_KEYS {
            let list = format!(
                r#"[{CALLER},{{"role":"user","content":[{{"type":"tool","toolUseId":7,"{key}":"a\n"}},{{"type":"text"}}]}}]"#
            );
            check(&list, &list, true);
        }
    }

    #[test]
    fn results_of_no_call_right_before_go() {
        for (before, block) in [
            (CALLER, r#"{"type":"toolResult","toolUseId":"b"}"#),
            (CALLER, r#"{"type":"toolResult","callId":"a"}"#),
            (CALLER, r#"{"type":"tool"}"#),
            (r#"{"role":"user"}"#, r#"{"type":"tool","toolUseId":"a"}"#),
            (
                r#"{"role":"assistant","content":[{"type":"tool_use","id":"a"}]}"#,
                r#"{"type":"tool","toolUseId":"a"}"#,
            ),
        ] {
            check(
                &format!(r#"[{before},{{"role":"user","content":[{block},null,"x"]}}]"#),
                &format!(r#"[{before},{{"role":"user","content":[null,"x"]}}]"#),
                false,
            );
        }
    }

    #[test]
    fn a_turn_of_results_alone_says_that_they_were_omitted() {
        check(
            r#"[{"role":"user","content":[{"type":"tool"},{"type":"toolResult"}],"n":1.0}]"#,
            r#"[{"role":"user","content":[{"type":"text","text":"[tool results omitted]"}],"n":1.0}]"#,
            false,
        );
    }

    #[test]
    fn behind_thinking_of_the_providers_own_all_results_go() {
        let thinker = r#"{"role":"assistant","content":[{"type":"thinking"},{"type":"toolCall","id":"a"}]}"#;
        let list = format!(
            r#"[{thinker},{{"role":"user","content":[{{"type":"tool","toolUseId":"a"}},1]}}]"#
        );
        check(&list, &list, false);
        check(&list, &format!(r#"[{thinker},{{"role":"user","content":[1]}}]"#), true);
    }

    #[test]
    fn only_user_turns_with_array_content_are_looked_at() {
        let list = r#"[{"role":"user","content":"tool"},{"role":"assistant","content":[{"type":"tool"}]},{"role":"user","content":[{"type":"tool_result","toolUseId":"a"},["tool"]]},"tool"]"#;
        check(list, list, true);
        check("[null,1,0]", "[1]", true);
    }
}
