use crate::json::quoted;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::role;
use crate::rule::declare_rule;
use crate::validate::Shape;
use crate::validate::wire::Speaker;

declare_rule! {
    /// ## What it does
    /// Gives each turn a role that the wire knows.
    /// ## Who refuses without it
    /// Anthropic Messages (AM-02), Gemini (GE-04) and Bedrock Converse; servers whose chat template wants turns to alternate
    /// (CC-16).
    /// ## Exact rule
    /// 1. Gemini: role `assistant` becomes `model`, any other that is neither `user`, `model` nor `function` becomes `user`.
    /// 2. Anthropic Messages and Bedrock Converse: a role that is neither `user` nor `assistant` becomes `user`; on the first
    ///    `system` stays where the model takes system turns between others, which Claude 4.8 and later do.
    /// 3. Chat Completions where turns alternate: an unknown role behind another one becomes `user`.
    /// ## Example
    /// ```json target
    /// {"api":"gemini","model":"gemini-2.5-pro"}
    /// ```
    /// ```json before
    /// {"contents":[{"role":"user","parts":[{"text":"q"}]},{"role":"assistant","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"n"}]}]}
    /// ```
    /// ```json after
    /// {"contents":[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"n"}]}]}
    /// ```
    /// ## Never touches
    /// What the turns say.
    /// ## Order
    /// After system turns at the beginning are lifted; before anything asks who speaks.
    /// ## Source
    /// Documentation of both APIs.
    pub(crate) static NAME_ROLES = {
        id: "name-roles",
        summary: "every turn has a role that the wire knows",
        effects: [Edits],
        rejects: [AM_02, GE_04, CC_16],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let mut before = Speaker::System;
    for (at, turn) in view.turns.iter().enumerate() {
        let refused = match (view.shape(), turn.speaker) {
            (Shape::Chat, Speaker::Unknown) => before == Speaker::Unknown,
            (Shape::Chat, _) => false,
            (_, Speaker::Unknown) => true,
            (_, Speaker::System) => at == 0 || !view.lint().mid_system,
            _ => false,
        };
        if turn.speaker != Speaker::System {
            before = turn.speaker;
        }
        if refused {
            let is_model = view.shape() == Shape::Gemini
                && view.document.member_is(turn.value, "role", "assistant");
            let speaker = if is_model { Speaker::Assistant } else { Speaker::User };
            edits.set(turn.place, &["role"], quoted(role(view.shape(), speaker)));
        }
    }
}
