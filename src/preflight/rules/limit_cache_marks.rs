use crate::preflight::edits::Edits;
use crate::preflight::view::{View, is_listed};
use crate::rule::declare_rule;
use crate::validate::MAX_CACHE_MARKS;
use crate::validate::wire::{Part, Place};

declare_rule! {
    /// ## What it does
    /// Takes cache marks from the earliest blocks when there are more than the API takes.
    /// ## Who refuses without it
    /// Anthropic Messages: at most 4 blocks carry `cache_control`. Constraint AM-27.
    /// ## Exact rule
    /// Anthropic Messages: marks of `tools` and `system` stay. Of the marks of blocks in messages, and of blocks in
    /// tool results, the last ones stay, as many as are left of 4.
    /// ## Example
    /// ```json target
    /// {"api":"anthropic","model":"claude-sonnet-4-5"}
    /// ```
    /// ```json before
    /// {"max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"1","cache_control":{"type":"ephemeral"}},{"type":"text","text":"2","cache_control":{"type":"ephemeral"}},{"type":"text","text":"3","cache_control":{"type":"ephemeral"}},{"type":"text","text":"4","cache_control":{"type":"ephemeral"}}]}]}
    /// ```
    /// ```json after
    /// {"max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"1"},{"type":"text","text":"2","cache_control":{"type":"ephemeral"}},{"type":"text","text":"3","cache_control":{"type":"ephemeral"}},{"type":"text","text":"4","cache_control":{"type":"ephemeral"}}]}]}
    /// ```
    /// ## Never touches
    /// Anything but the marks.
    /// ## Order
    /// Last: blocks that went took their marks with them.
    /// ## Source
    /// Anthropic's documentation of prompt caching: the longest cached prefix is used, so the last marks are worth
    /// most.
    pub(crate) static LIMIT_CACHE_MARKS = {
        id: "limit-cache-marks",
        summary: "no more blocks carry a cache mark than are taken",
        effects: [Edits],
        rejects: [AM_27],
        since: "0.1.0",
    }
}

/// The mark of a block.
const MARK: &str = "cache_control";

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let document = view.document;
    let is_marked = |value| document.get_non_null(value, MARK).is_some();
    let count = |key: &str| {
        let list = document.get(view.root, key);
        let marked = list.into_iter().flat_map(|list| document.entries(list));
        marked.filter(|entry| is_marked(entry.value)).count()
    };
    let left = MAX_CACHE_MARKS.saturating_sub(count("tools") + count("system"));
    let mut marked: Vec<Place> = Vec::new();
    for part in view.turns.iter().flat_map(|turn| &turn.parts) {
        let in_result = |inner: &&Part<'_>| inner.place.inner.is_some();
        let both = std::iter::once(part).chain(part.inner.iter().filter(in_result));
        let both = both.filter(|part| is_listed(part) && is_marked(part.value));
        marked.extend(both.map(|part| part.place));
    }
    let over = marked.len().saturating_sub(left);
    for place in &marked[..over] {
        edits.unset(*place, MARK);
    }
}
