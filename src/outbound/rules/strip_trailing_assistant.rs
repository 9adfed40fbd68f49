use crate::rule::declare_rule;
use crate::transcript::{KindSet, Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Removes assistant turns without tool calls from the end of the list.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse for newer Claude models, and Google Gemini: the request must end with
    /// the user.
    /// ## Exact rule
    /// For policies that validate Anthropic or Gemini turns: while the last turn is the assistant's and has no block
    /// of type `toolCall`, `toolUse` or `functionCall`, it goes. In `strict` one turn stays in any case.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"Sure, here"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"q"}]
    /// ```
    /// ## Never touches
    /// Turns that call a tool, anything but the end.
    /// ## Order
    /// After embedded results; in `strict` once more after the turns were checked again, which may leave such a turn
    /// at the end.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, before each model call.
    pub(crate) static STRIP_TRAILING_ASSISTANT = {
        id: "strip-trailing-assistant",
        summary: "the list does not end with the assistant",
        effects: [Drops],
        rejects: [AM_19],
        since: "0.1.0",
    }
}

/// Gives whether turns went; `least` stay in any case.
pub(crate) fn apply(transcript: &mut Transcript<'_>, least: usize) -> bool {
    let turns = &mut transcript.turns;
    let is_prefill = |turn: &Turn| turn.role == Role::Assistant && !turn.has(KindSet::CALLS);
    let wanted = turns
        .iter()
        .rposition(|turn| !is_prefill(turn))
        .map_or(0, |last| last + 1);
    let stay = wanted.max(least);
    let goes = stay < turns.len();
    turns.truncate(stay);
    goes
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::Limits;
    use crate::transcript::Transcript;

    fn check(before: &str, after: &str, least: usize) {
        let mut transcript = Transcript::parse(before.as_bytes(), &Limits::default()).unwrap();
        let went = apply(&mut transcript, least);
        let text = String::from_utf8(transcript.to_text()).unwrap();
        assert_eq!(text, after);
        assert_eq!(went, before != after);
    }

    #[test]
    fn the_run_of_assistants_at_the_end_goes() {
        check(
            r#"[{"role":"assistant"}, {"role":"user"}, {"role":"assistant","content":"a"}, {"role":"assistant","content":[{"type":"tool_use"}]}]"#,
            r#"[{"role":"assistant"}, {"role":"user"}]"#,
            0,
        );
    }

    #[test]
    fn a_call_or_anybody_else_ends_the_run() {
        for last in [
            r#"{"role":"assistant","content":[1,{"type":"functionCall"}]}"#,
            r#"{"role":"toolResult"}"#,
            r#"{"content":"x"}"#,
            r#""assistant""#,
            r#"["assistant"]"#,
            "1e400",
        ] {
            let list = format!(r#"[{{"role":"assistant"}},{last}]"#);
            check(&list, &list, 0);
        }
    }

    #[test]
    fn as_many_stay_as_must() {
        let list = r#"[{"role":"assistant","n":1},{"role":"assistant"}]"#;
        check(list, "[]", 0);
        check(list, r#"[{"role":"assistant","n":1}]"#, 1);
        check("[]", "[]", 1);
    }
}
