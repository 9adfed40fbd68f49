use super::ensure_usage_snapshots::ZERO_USAGE;
use super::timestamp;
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Sets the usage of assistant turns before the last compaction to zero, so that a host that adds up usage does
    /// not count what is no longer sent.
    /// ## Who refuses without it
    /// Nobody. Off in `strict`, on in `compat` (`zeroStaleUsage`).
    /// ## Exact rule
    /// For every assistant turn whose `usage` is an object or an array: when both its timestamp and that of the last
    /// `compactionSummary` can be read, it is stale when it is not later; else when it stands before that summary.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":[],"usage":{"input":9}},{"role":"compactionSummary","summary":"s"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[],"usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}},{"role":"compactionSummary","summary":"s"}]
    /// ```
    /// ## Never touches
    /// Turns without usage, turns after the compaction.
    /// ## Order
    /// Before usage is brought into one form.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step N; vectors `compaction`, `zero_stale_usage`.
    pub(crate) static ZERO_STALE_USAGE = {
        id: "zero-stale-usage",
        summary: "usage from before the last compaction counts nothing",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, local_offset_minutes: i32) {
    let Some(compaction) = transcript.turns.iter().rposition(|turn| turn.role == Role::CompactionSummary) else {
        return;
    };
    let limit = timestamp(&transcript.document, transcript.turns[compaction].value, local_offset_minutes);
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        let document = &transcript.document;
        if turn.role != Role::Assistant
            || !document.get(turn.value, "usage").is_some_and(|usage| document.is_object_like(usage))
        {
            continue;
        }
        let stale = match (timestamp(document, turn.value, local_offset_minutes), limit) {
            (Some(time), Some(limit)) => time <= limit,
            _ => index < compaction,
        };
        if stale {
            let zero = transcript.document.fresh(ZERO_USAGE);
            transcript.set_member(index, "usage", zero);
        }
    }
}
