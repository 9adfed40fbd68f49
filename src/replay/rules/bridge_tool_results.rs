use crate::replay::Clock;
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Puts a short assistant turn between tool results and the user turn right behind them.
    /// ## Who refuses without it
    /// Mistral takes no user turn after a tool turn (CC-15, MI-03); Nova, Llama and others on Bedrock Converse take no
    /// text in the turn that holds the results (BC-14).
    /// ## Exact rule
    /// Before each user turn (or compaction summary) that follows a tool result: an assistant turn with the text
    /// `[tool results received]`, with the caller's clock or the timestamp of the user turn.
    /// ## Example
    /// ```json target
    /// {"provider":"mistral","modelApi":"mistral-conversations","modelId":"mistral-large-latest","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"toolResult","toolCallId":"AbCdEf123","content":[{"type":"text","text":"x"}]},{"role":"user","content":"stop"}]
    /// ```
    /// ```json after
    /// [{"role":"toolResult","toolCallId":"AbCdEf123","content":[{"type":"text","text":"x"}]},{"role":"assistant","content":[{"type":"text","text":"[tool results received]"}],"timestamp":1700000000000},{"role":"user","content":"stop"}]
    /// ```
    /// ## Never touches
    /// The turns on either side.
    /// ## Order
    /// After pairing: until then results move.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static BRIDGE_TOOL_RESULTS = {
        id: "bridge-tool-results",
        summary: "an assistant turn stands between tool results and the user turn behind them",
        effects: [Inserts],
        rejects: [CC_15, MI_03, BC_14],
        since: "0.1.0",
    }
}

/// What the new turn says.
pub(crate) const BRIDGE: &str = "[tool results received]";

pub(crate) fn apply(transcript: &mut Transcript<'_>, clock: Clock) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut bridged: Vec<Turn> = Vec::with_capacity(turns.len());
    let mut after_result = false;
    for turn in turns {
        let is_user = matches!(turn.role, Role::User | Role::CompactionSummary);
        if is_user && after_result {
            let bridge = bridge(transcript, turn, clock);
            bridged.push(bridge);
        }
        // What is not sent does not stand between.
        if is_user || matches!(turn.role, Role::Assistant | Role::ToolResult) {
            after_result = turn.role == Role::ToolResult;
        }
        bridged.push(turn);
    }
    transcript.turns = bridged;
}

fn bridge(transcript: &mut Transcript<'_>, user: Turn, clock: Clock) -> Turn {
    let text = transcript.text_block(BRIDGE.into());
    let document = &mut transcript.document;
    let role = document.fresh_string("assistant".into());
    let content = document.fresh_array(&[text]);
    let mut members = vec![("role", role), ("content", content)];
    members.extend(clock.stamp(document, user.value).map(|stamp| ("timestamp", stamp)));
    let value = document.fresh_object(&members);
    transcript.new_turn(value)
}
