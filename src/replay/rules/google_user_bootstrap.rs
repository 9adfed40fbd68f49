use crate::replay::Clock;
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Puts a user turn before history that begins with the assistant.
    /// ## Who refuses without it
    /// Google Gemini, Bedrock Converse, and servers whose chat template wants the user first.
    /// ## Exact rule
    /// When the first turn has role `assistant`, a user turn `(session bootstrap)` goes before it; in the body of a request
    /// also before one of any other role than the user's, instructions aside. For Google's own providers the session also
    /// gets the entry `google-turn-ordering-bootstrap`, once.
    /// ## Example
    /// ```json target
    /// {"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-3-pro"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"text","text":"welcome"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"(session bootstrap)","timestamp":1700000000000},{"role":"assistant","content":[{"type":"text","text":"welcome"}]}]
    /// ```
    /// ## Never touches
    /// History that begins with the user, and transcripts that begin with any other role than the assistant's.
    /// ## Order
    /// Last of the replay steps: nothing after it removes turns from the front.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, steps P and T; vectors `google.ordering`, `google_user_bootstrap`.
    pub(crate) static GOOGLE_USER_BOOTSTRAP = {
        id: "google-user-bootstrap",
        summary: "history begins with a user turn",
        effects: [Inserts],
        rejects: [GE_07, AM_03, BC_02],
        since: "0.1.0",
    }
}

/// Text of the turn that is put first.
pub(crate) const BOOTSTRAP: &str = "(session bootstrap)";

/// Gives back whether a turn was put first.
pub(crate) fn apply(transcript: &mut Transcript<'_>, clock: Clock) -> bool {
    put_before(transcript, 0, clock)
}

/// The same, where members that are not sent may stand before the first turn that is.
pub(crate) fn apply_before_sent(transcript: &mut Transcript<'_>, clock: Clock) {
    let is_sent = |role: Role| {
        matches!(role, Role::User | Role::Assistant | Role::ToolResult | Role::CompactionSummary)
    };
    if let Some(first) = transcript.turns.iter().position(|turn| is_sent(turn.role)) {
        put_before(transcript, first, clock);
    }
}

/// Puts the turn before the one at `at`, when that is an assistant's.
fn put_before(transcript: &mut Transcript<'_>, at: usize, clock: Clock) -> bool {
    let Some(first) = transcript.turns.get(at).copied().filter(|turn| turn.role == Role::Assistant) else {
        return false;
    };
    let document = &mut transcript.document;
    let mut members = vec![
        ("role", document.fresh_string("user".into())),
        ("content", document.fresh_string(BOOTSTRAP.into())),
    ];
    if let Some(timestamp) = clock.stamp(document, first.value) {
        members.push(("timestamp", timestamp));
    }
    let value = document.fresh_object(&members);
    let turn = transcript.new_turn(value);
    transcript.turns.insert(at, turn);
    true
}
