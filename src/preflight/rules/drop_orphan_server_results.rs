use super::drop_parts;
use crate::outbound::rules::drop_embedded_results::RESULTS_OMITTED;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::table::{IdSet, NumberSet};
use crate::validate::wire::{Part, PartKind, Speaker};

declare_rule! {
    /// ## What it does
    /// Drops results of server tools whose call is not before them in the same turn.
    /// ## Who refuses without it
    /// Anthropic Messages. Constraint AM-26.
    /// ## Exact rule
    /// Anthropic Messages: a block whose type ends in `_tool_result`, whose `tool_use_id` is the id of no
    /// `server_tool_use` or `mcp_tool_use` block before it in the same turn (neighbouring turns of one role are one
    /// turn), goes. A turn left empty says `[tool results omitted]`.
    /// ## Example
    /// ```json target
    /// {"api":"anthropic","model":"claude-sonnet-4-5"}
    /// ```
    /// ```json before
    /// {"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]},{"type":"text","text":"a"}]},{"role":"user","content":"n"}]}
    /// ```
    /// ```json after
    /// {"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"a"}]},{"role":"user","content":"n"}]}
    /// ```
    /// ## Never touches
    /// Results behind their calls, and calls without a result.
    /// ## Order
    /// Before turns are read for what is left of them.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static DROP_ORPHAN_SERVER_RESULTS = {
        id: "drop-orphan-server-results",
        summary: "results of server tools stand behind their calls",
        effects: [Drops, Edits],
        rejects: [AM_26],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let mut called = IdSet::new();
    let mut speaker = Speaker::System;
    for (_, turn) in view.spoken() {
        if turn.speaker != speaker {
            called = IdSet::new();
            speaker = turn.speaker;
        }
        let mut orphans = NumberSet::default();
        for part in &turn.parts {
            let id = part.id.as_deref().unwrap_or_default();
            match part.kind {
                PartKind::ServerCall => drop(called.add(id)),
                PartKind::ServerResult if !called.contains(id) => {
                    orphans.add(part.value.address());
                }
                _ => {}
            }
        }
        let goes = |part: &Part<'_>| orphans.contains(part.value.address());
        drop_parts(view, edits, turn, goes, RESULTS_OMITTED);
    }
}
