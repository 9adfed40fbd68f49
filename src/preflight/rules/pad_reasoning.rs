use crate::json::quoted;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::validate::wire::PartKind;

declare_rule! {
    /// ## What it does
    /// Gives assistant messages with calls the reasoning field that the server asks for.
    /// ## Who refuses without it
    /// DeepSeek V4, Kimi K2.5 and later, MiMo. Constraint CC-11.
    /// ## Exact rule
    /// Chat Completions, models that ask for reasoning beside calls: an assistant message with `tool_calls` and neither
    /// `reasoning_content` nor `reasoning` gets `"reasoning_content": ""`.
    /// ## Example
    /// ```json target
    /// {"api":"chat","provider":"deepseek","model":"deepseek-v4"}
    /// ```
    /// ```json before
    /// {"model":"deepseek-v4","messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"x"}]}
    /// ```
    /// ```json after
    /// {"model":"deepseek-v4","messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"a","content":"x"}]}
    /// ```
    /// ## Never touches
    /// Messages that have reasoning.
    /// ## Order
    /// After reasoning that may not be sent is gone.
    /// ## Source
    /// Reports of refused requests: an empty value passes where no reasoning exists.
    pub(crate) static PAD_REASONING = {
        id: "pad-reasoning",
        summary: "an assistant message with calls has a reasoning field where one is asked for",
        effects: [Edits],
        rejects: [CC_11],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        if turn.has(PartKind::Call) && !turn.has(PartKind::Thinking) {
            edits.set(turn.place, &["reasoning_content"], quoted(""));
        }
    }
}
