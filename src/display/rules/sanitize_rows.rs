use super::super::row::{is_mere_commentary, should_drop};
use super::super::answer_row::{answer_row, is_silent};
use super::super::shown_row::shown_row;
use super::super::track::Row;
use crate::json::{Document, Value};
use crate::policy::Profile;
use crate::rule::declare_rule;

declare_rule! {
    /// ## What it does
    /// Drops rows that say nothing, takes directives, control tokens, payloads and the host's notes out of the others, and cuts
    /// their texts.
    /// ## Who refuses without it
    /// Nobody. Clients would get megabytes of base64, and people tokens such as `NO_REPLY`.
    /// ## Exact rule
    /// 1. An assistant row goes when it is commentary without both a tool and a text, or a control reply and nothing else.
    /// 2. `details` become what people see of them (changed, created, diff, the preview of an app, the paths of a conflict in a
    ///    cloud workspace); `usage` and `cost` their known numbers, and only in assistant rows.
    /// 3. Texts go without directives, in assistant rows without control tokens at their end, and are cut to `maxChars`
    ///    UTF-16 units, 8000 by default, with `...(truncated)...` on a line behind them; texts of tools are not cut.
    /// 4. `thinkingSignature` and `openclawReasoningReplay` go, in `strict` also `providerReplay` and
    ///    `__openclaw.upstreamUserText`; `data` of images and `source.data` of sounds give way to
    ///    `omitted` and `bytes`.
    /// 5. An assistant row with tools and a text shows its texts alone; one with signed texts shows the final answer alone.
    /// 6. A row for which 1 then holds goes too.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":"NO_REPLY"},{"role":"user","content":[{"type":"image","data":"QUJD"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"image","omitted":true,"bytes":3}]}]
    /// ```
    /// ## Never touches
    /// Reasoning tags, tool markup and links inside texts: clients draw those.
    /// ## Order
    /// Twice: uncut before rows are compared, cut at the end.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, steps 5 and 10; vectors `display/sanitize`.
    pub(crate) static SANITIZE_ROWS = {
        id: "sanitize-rows",
        summary: "rows go without payloads, control tokens and host notes, and are cut",
        effects: [Edits, Drops],
        rejects: [],
        since: "0.1.0",
    }
}

/// One row as people see it; none when it says nothing.
pub(in super::super) fn apply(
    document: &mut Document<'_>,
    row: Row,
    profile: Profile,
    max_chars: f64,
) -> Option<Value> {
    let Row { value, is_tame, .. } = row;
    let strict = profile == Profile::Strict;
    let drops = match is_tame {
        true => is_mere_commentary,
        false => should_drop,
    };
    if drops(document, value) || (strict && !is_tame && is_silent(document, value)) {
        return None;
    }
    let shown = match profile {
        Profile::Strict => answer_row(document, value, is_tame, max_chars)?,
        Profile::Compat => shown_row(document, value, is_tame, max_chars),
    };
    (shown == value || !drops(document, shown)).then_some(shown)
}
