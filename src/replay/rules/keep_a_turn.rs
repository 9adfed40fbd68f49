use crate::replay::Clock;
use crate::rule::declare_rule;
use crate::transcript::{KindSet, Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Puts one user turn in a history of which nothing is left.
    /// ## Who refuses without it
    /// Every API refuses a request without a turn. Constraints GEN-02, AM-01, CC-01, OR-01, GE-01, BC-01.
    /// ## Exact rule
    /// When the input had a member and no user turn, assistant turn, tool result or compaction summary is left: a user
    /// turn with the text `[conversation history omitted]`, with the caller's clock or the timestamp of the last member
    /// of the input, behind what is left. On the OpenAI Responses APIs an assistant turn of reasoning alone counts as
    /// none: what it reasoned towards is gone, so it is not sent.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"bashExecution","output":"x"}]
    /// ```
    /// ```json after
    /// [{"role":"bashExecution","output":"x"},{"role":"user","content":[{"type":"text","text":"[conversation history omitted]"}],"timestamp":1700000000000}]
    /// ```
    /// ## Never touches
    /// An input without members: nothing was asked to be sent.
    /// ## Order
    /// After everything that drops turns.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static KEEP_A_TURN = {
        id: "keep-a-turn",
        summary: "a history of which nothing is left becomes one user turn",
        effects: [Inserts],
        rejects: [GEN_02, AM_01, GE_01, CC_01, OR_01],
        since: "0.1.0",
    }
}

/// What the turn says.
pub(crate) const OMITTED: &str = "[conversation history omitted]";

pub(crate) fn apply(transcript: &mut Transcript<'_>, clock: Clock, responses: bool) {
    let Some(last) = transcript.source().last().copied() else {
        return;
    };
    let is_sent = |turn: &Turn| {
        turn.is_sent()
            && !(responses && turn.role == Role::Assistant && is_reasoning_alone(transcript, *turn))
    };
    if transcript.turns.iter().any(is_sent) {
        return;
    }
    let text = transcript.text_block(OMITTED.into());
    let document = &mut transcript.document;
    let role = document.fresh_string("user".into());
    let content = document.fresh_array(&[text]);
    let mut members = vec![("role", role), ("content", content)];
    members.extend(clock.stamp(document, last.value).map(|stamp| ("timestamp", stamp)));
    let value = document.fresh_object(&members);
    let turn = transcript.new_turn(value);
    transcript.turns.push(turn);
}

fn is_reasoning_alone(transcript: &Transcript<'_>, turn: Turn) -> bool {
    turn.has(KindSet::THINKING) && transcript.blocks(turn).all(|block| block.is_in(KindSet::THINKING))
}
