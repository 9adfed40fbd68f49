use super::drop_thinking;
use crate::json::{Document, Kind, Value, quoted};
use crate::preflight::context::Context;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use super::DROP_THINKING_BEHIND_CHANGES;
use crate::rule::{Rule, declare_rule};
use crate::validate::Shape;
use crate::validate::wire::PartKind;

declare_rule! {
    /// ## What it does
    /// Asks the server to drop the thinking blocks that a repair before them made stale, and only those.
    /// ## Who refuses without it
    /// Claude 5.1 and later: a thinking block holds only behind the very prefix it was issued behind. Constraint AM-29.
    /// ## Exact rule
    /// Anthropic Messages, Claude 5.1 and later, when a repair changed something before a signed thinking block, or the
    /// caller says that the prefix changed:
    /// 1. `thinking.block_binding.prefix_mismatch_behavior` becomes `drop_block`, and the request needs the beta
    ///    `thinking-binding-controls-2026-08-01` in its header `anthropic-beta`.
    /// 2. Where the body does not turn thinking on, or the caller cannot add the header, the blocks behind the change
    ///    are dropped instead, by the rule for transcripts.
    /// 3. A body that carries `block_binding` already needs the header, too.
    /// ## Example
    /// ```json target
    /// {"api":"anthropic","model":"claude-opus-5-1"}
    /// ```
    /// ```json before
    /// {"max_tokens":9,"thinking":{"type":"adaptive"},"messages":[{"role":"user","content":[{"type":"text","text":" "},{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"c2lnbmVkIGJ5IHRoZSBwbGF0Zm9ybSBpdHNlbGYh"},{"type":"text","text":"a"}]},{"role":"user","content":"n"}]}
    /// ```
    /// ```json after
    /// {"max_tokens":9,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"c2lnbmVkIGJ5IHRoZSBwbGF0Zm9ybSBpdHNlbGYh"},{"type":"text","text":"a"}]},{"role":"user","content":"n"}]}
    /// ```
    /// ## Never touches
    /// The thinking itself: whether a block is stale only the server knows, since the same repair may have been made
    /// when it was issued.
    /// ## Order
    /// Last: only then is it known what changed.
    /// ## Source
    /// Anthropic's documentation of preserved thinking.
    pub(crate) static BIND_THINKING = {
        id: "bind-thinking",
        summary: "behind a change the server is asked to drop stale thinking",
        effects: [Edits],
        rejects: [AM_29],
        since: "0.1.0",
    }
}

/// The header that names betas, and the beta of `block_binding`.
const BETA: (&str, &str) = ("anthropic-beta", "thinking-binding-controls-2026-08-01");

/// Headers that a body needs.
pub(in crate::preflight) fn headers_of(
    document: &Document<'_>,
    body: Value,
    context: &Context,
) -> Vec<(&'static str, &'static str)> {
    let thinking = document.get(body, "thinking").filter(|_| context.shape == Shape::Anthropic);
    let binding = thinking.and_then(|thinking| document.get_non_null(thinking, "block_binding"));
    Vec::from_iter(binding.map(|_| BETA))
}

/// The first turn that is not what it was; those behind it stand behind a change. `strings` are pointers of strings that
/// were replaced in the text.
pub(in crate::preflight) fn first_change<'p>(
    document: &Document<'_>,
    body: Value,
    context: &Context,
    strings: impl Iterator<Item = &'p str>,
) -> Option<usize> {
    if context.prefix_changed {
        return Some(0);
    }
    let key = context.shape.list_key();
    let list = |body| document.get(body, key).map_or(Vec::new(), |list| document.entries(list).map(|entry| entry.value).collect());
    let (before, after): (Vec<Value>, Vec<Value>) = (list(document.root()), list(body));
    let same = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    let turns = (same < before.len() || same < after.len()).then_some(same);
    // What stands beside the turns stands before all of them.
    let others = |body| document.entries(body).map(|entry| entry.value).filter(move |value| Some(*value) != document.get(body, key)).collect();
    let (others_before, others_after): (Vec<Value>, Vec<Value>) = (others(document.root()), others(body));
    let beside = (others_before != others_after).then_some(0);
    let in_turn = |pointer: &str| {
        let inside = pointer.strip_prefix(context.shape.body_list()).and_then(|rest| rest.strip_prefix('/'));
        inside.and_then(|rest| rest.split('/').next()?.parse().ok()).unwrap_or(0)
    };
    strings.map(in_turn).chain(turns).chain(beside).min()
}

/// A step that goes by the first change.
pub(in crate::preflight) struct Step {
    pub(in crate::preflight) rule: &'static Rule,
    pub(in crate::preflight) run: fn(&View<'_>, Option<usize>) -> Edits,
}

/// The steps behind all others.
pub(in crate::preflight) static STEPS: [Step; 2] = [
    Step {
        rule: &DROP_THINKING_BEHIND_CHANGES,
        run: drop_stale,
    },
    Step {
        rule: &BIND_THINKING,
        run: bind,
    },
];

/// The steps for a body: none where thinking is bound to nothing.
pub(in crate::preflight) fn steps(context: &Context) -> impl Iterator<Item = &'static Step> {
    let bound = context.lint.prefix_bound_thinking || context.prefix_changed;
    let bound = bound && context.shape == Shape::Anthropic;
    STEPS.iter().filter(move |_| bound)
}

/// The server may be asked: the body turns thinking on, and the host sends the header.
fn may_ask(view: &View<'_>) -> bool {
    view.lint().prefix_bound_thinking
        && view.context.adds_headers
        && view.lint().thinking_enabled
        && view.is_kind(view.document.get(view.root, "thinking"), Kind::Object)
}

/// The first change that signed thinking stands behind.
fn stale_from(view: &View<'_>, first_change: Option<usize>) -> Option<usize> {
    let from = first_change?;
    let behind = view.turns.get(from..).unwrap_or_default();
    let is_signed = |kind| matches!(kind, PartKind::Thinking | PartKind::Redacted);
    behind.iter().any(|turn| turn.parts.iter().any(|part| is_signed(part.kind))).then_some(from)
}

/// The caller says that what stands before signed thinking is not what it was.
pub(in crate::preflight) fn is_stale(view: &View<'_>) -> bool {
    view.context.prefix_changed
        && view.shape() == Shape::Anthropic
        && (!drop_stale(view, Some(0)).is_empty() || !bind(view, Some(0)).is_empty())
}

fn drop_stale(view: &View<'_>, first_change: Option<usize>) -> Edits {
    let mut edits = Edits::default();
    if let Some(from) = stale_from(view, first_change).filter(|_| !may_ask(view)) {
        for turn in &view.turns[from..] {
            drop_thinking(view, &mut edits, turn, |_| true);
        }
    }
    edits
}

fn bind(view: &View<'_>, first_change: Option<usize>) -> Edits {
    let mut edits = Edits::default();
    let asked = || {
        let thinking = view.document.get(view.root, "thinking")?;
        let binding = view.document.get(thinking, "block_binding")?;
        Some(view.document.member_is(binding, "prefix_mismatch_behavior", "drop_block"))
    };
    if stale_from(view, first_change).is_some() && may_ask(view) && asked() != Some(true) {
        edits.set_top(&["thinking", "block_binding", "prefix_mismatch_behavior"], quoted("drop_block"));
    }
    edits
}
