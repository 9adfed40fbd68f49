use crate::json::Document;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Drops compaction summaries without text.
    /// ## Who refuses without it
    /// Anthropic Messages (AM-06), Bedrock (BC-05) and others: a summary is sent as a user turn, and would be a blank one.
    /// ## Exact rule
    /// A turn of role `compactionSummary` goes when its `summary` is no string, or nothing but white space.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"compactionSummary","summary":" "},{"role":"user","content":"go on"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"go on"}]
    /// ```
    /// ## Never touches
    /// Summaries with a text.
    /// ## Order
    /// After signatures from before a compaction are void, which the place of the summary tells.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static DROP_BLANK_SUMMARIES = {
        id: "drop-blank-summaries",
        summary: "compaction summaries without text go",
        effects: [Drops],
        rejects: [AM_06, BC_05],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let document = &transcript.document;
    transcript.turns.retain(|turn| !is_blank_summary(document, *turn));
}

fn is_blank_summary(document: &Document<'_>, turn: Turn) -> bool {
    turn.role == Role::CompactionSummary
        && document
            .get_string(turn.value, "summary")
            .is_none_or(|summary| JsStr::from_wtf8(&summary).is_blank())
}
