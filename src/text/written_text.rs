//! What people see of a text, in both generations of markers: what a person wrote, and what a model said.
//!
//! A second run changes nothing: the stages run until they agree.

use super::context_blocks::{Unclosed, split_context_blocks};
use super::directives::strip_leading_directives;
use super::end_tokens::between_end_tokens;
use super::envelope::is_message_id;
use super::leading_blocks::split_message;
use super::lines::Lines;
use super::reasoning_tags::behind_unclosed_tags;
use super::runtime_context::{LEGACY_HEADER, NOTICE, PREFACES, strip_legacy};
use super::{
    CodeRegions, JsStr, JsString, ReasoningOptions, strip_control_tokens,
    strip_directives_outside_code, strip_marked_calls, strip_memory_tags, strip_model_tokens,
    strip_plain_calls, strip_reasoning_tags, strip_trace_lines,
};

/// Rounds after which a text is taken as it is. Text that runtimes write needs two.
const MAX_ROUNDS: usize = 8;

/// A stage: the text without something, `None` when it is not there.
type Stage = fn(JsStr<'_>) -> Option<JsString>;

const PERSON: [Stage; 5] = [
    |text| split_context_blocks(text, Unclosed::Keep).map(|split| split.text),
    legacy_blocks,
    prefaces,
    |text| body(text, true),
    message_ids,
];

const MODEL: [Stage; 5] = [
    |text| split_context_blocks(text, Unclosed::Cut).map(|split| split.text),
    legacy_blocks,
    prefaces,
    |text| body(text, false),
    directives,
];

const VISIBLE: [Stage; 6] = [
    reasoning,
    strip_memory_tags,
    // Before tokens go: calls stand between some of them.
    strip_marked_calls,
    strip_plain_calls,
    strip_model_tokens,
    strip_trace_lines,
];

/// What a person wrote, without what hosts and channels put around it; `None` when nothing changes.
pub fn strip_around_person(text: JsStr<'_>) -> Option<JsString> {
    settled(text, &[&PERSON])
}

/// What a model said, without internal blocks that it repeats and without directives; `None` when nothing changes.
pub fn strip_around_model(text: JsStr<'_>) -> Option<JsString> {
    settled_answer(text, &[&MODEL])
}

/// What a model said, without reasoning and memory between tags, written tool calls, model tokens and trace lines, all
/// outside code; `None`
/// when nothing changes.
pub fn visible_text(text: JsStr<'_>) -> Option<JsString> {
    settled_answer(text, &[&VISIBLE])
}

/// The same, also without the blocks that [`strip_around_model`] takes away, which may stand behind reasoning.
pub fn visible_text_without_blocks(text: JsStr<'_>) -> Option<JsString> {
    settled_answer(text, &[&VISIBLE, &MODEL])
}

/// The text without control tokens at its end, however many and whichever; `None` when there is none.
pub fn strip_all_control_tokens(text: JsStr<'_>) -> Option<JsString> {
    let mut current = text;
    loop {
        let stripped = strip_control_tokens(current);
        if stripped == current {
            return (current != text).then(|| current.to_owned());
        }
        current = stripped;
    }
}

/// The text without the blocks that runtimes add anywhere, for texts that are neither a person's nor a model's.
pub fn strip_runtime_blocks(text: JsStr<'_>) -> Option<JsString> {
    settled(text, &[&PERSON[..3]])
}

/// The same for what a model said: settled with the tokens at its ends and without them. A later step takes those
/// away, and what stands beside one may be a whole line only then.
fn settled_answer(text: JsStr<'_>, stages: &[&[Stage]]) -> Option<JsString> {
    let mut current = settled(text, stages);
    for _ in 0..MAX_ROUNDS {
        let now = current.as_ref().map_or(text, JsString::as_js);
        let (start, end) = between_end_tokens(now);
        if end - start == now.len() {
            break;
        }
        let Some(said) = settled(now.slice(start, end), stages) else {
            break;
        };
        let mut joined = now.head(start).to_owned();
        joined.push(said.as_js());
        joined.push(now.tail(end));
        current = settled(joined.as_js(), stages).or(Some(joined));
    }
    current
}

/// The stages by turns, until each of them has found nothing to do since the text changed last.
fn settled(text: JsStr<'_>, stages: &[&[Stage]]) -> Option<JsString> {
    let count: usize = stages.iter().map(|some| some.len()).sum();
    let mut current: Option<JsString> = None;
    let mut unchanged = 0;
    for stage in stages
        .iter()
        .copied()
        .flatten()
        .cycle()
        .take(MAX_ROUNDS * count)
    {
        let now = current.as_ref().map_or(text, JsString::as_js);
        match stage(now).filter(|next| next.as_js() != now) {
            Some(next) => {
                current = Some(next);
                unchanged = 0;
            }
            None => unchanged += 1,
        }
        if unchanged == count {
            break;
        }
    }
    current
}

/// Of reasoning that is never closed and all there is one opening tag goes at a time; here those behind it go, too.
fn reasoning(text: JsStr<'_>) -> Option<JsString> {
    let shown = strip_reasoning_tags(text, ReasoningOptions::default())?;
    Some(behind_unclosed_tags(shown.as_js()).to_owned())
}

fn body(text: JsStr<'_>, is_person: bool) -> Option<JsString> {
    let body = split_message(text, is_person).body;
    (body != text).then(|| body.to_owned())
}

fn directives(text: JsStr<'_>) -> Option<JsString> {
    let leading = strip_leading_directives(text);
    let current = leading.as_ref().map_or(text, JsString::as_js);
    strip_directives_outside_code(current).or(leading)
}

fn legacy_blocks(text: JsStr<'_>) -> Option<JsString> {
    let header = text.find(LEGACY_HEADER)?;
    let is_code = CodeRegions::of(text).contains(header);
    if is_code { None } else { strip_legacy(text) }
}

fn message_ids(text: JsStr<'_>) -> Option<JsString> {
    text.find_ignore_case("[message_id:")?;
    without_lines(text, |line, _| is_message_id(line).then_some(0))
}

/// The newest header of a preface says all in one line.
const ACTIVE_REQUEST: &str = "OpenClaw runtime context for the active user request in this turn. Do not reply to or \
     describe this context. Use it to continue answering the active user request now. Do not wait for another message.";

/// Preface lines and the notice behind them, on the next line or on the same one.
fn prefaces(text: JsStr<'_>) -> Option<JsString> {
    if !text.contains(NOTICE) {
        return None;
    }
    without_lines(text, |line, next| {
        let heads = [PREFACES[0], PREFACES[1], ACTIVE_REQUEST];
        let rest = heads.iter().find_map(|head| line.strip_prefix(head))?;
        if rest.is_empty() {
            (next == NOTICE).then_some(1)
        } else {
            (rest.trim_start() == NOTICE).then_some(0)
        }
    })
}

/// The text without the lines outside code for which `goes` gives a number, without so many lines more, and without the
/// blank lines behind them. `goes` gets the line and the next one, trimmed.
fn without_lines(
    text: JsStr<'_>,
    goes: impl Fn(JsStr<'_>, JsStr<'_>) -> Option<usize>,
) -> Option<JsString> {
    let mut code: Option<CodeRegions> = None;
    let mut kept = JsString::new();
    let mut copied = 0;
    let mut lines = Lines::new(text);
    while let Some(start) = lines.offset() {
        let Some(line) = lines.next() else { break };
        let next = lines.peek().map_or(text.head(0), JsStr::trim);
        let Some(more) = goes(line.trim(), next) else {
            continue;
        };
        let code = code.get_or_insert_with(|| CodeRegions::of(text));
        if code.contains(start) {
            continue;
        }
        if more > 0 {
            lines.next();
        }
        lines.skip_blank();
        let before = text.slice(copied, start);
        copied = lines.offset().unwrap_or(text.len());
        // At the end of the text the line break before goes instead of the one behind.
        let is_last = lines.offset().is_none();
        kept.push(if is_last { before.trim_end() } else { before });
    }
    (copied > 0).then(|| {
        kept.push(text.tail(copied));
        kept
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(strip: fn(JsStr<'_>) -> Option<JsString>, text: &str) -> String {
        strip(text.into()).map_or(text.into(), |text| text.as_js().to_string_lossy())
    }

    #[test]
    fn lines_with_message_ids_go_outside_code() {
        assert_eq!(of(strip_around_person, "a\r\n[message_id: 1]\nb"), "a\r\nb");
        assert_eq!(of(strip_around_person, "a\n\n[message_id: 1]"), "a");
        let code = "```\n[message_id: 1]\n```";
        assert_eq!(of(strip_around_person, code), code);
    }

    #[test]
    fn prefaces_go_in_all_their_forms() {
        for head in [PREFACES[0], PREFACES[1], ACTIVE_REQUEST] {
            for gap in ["\n", " "] {
                let text = format!("{head}{gap}{NOTICE}\n\nhi\n\n\n\nyou");
                assert_eq!(of(strip_around_person, &text), "hi\n\n\n\nyou");
            }
        }
    }

    #[test]
    fn a_model_says_what_is_outside_tags_and_tokens() {
        assert_eq!(of(strip_around_model, "[[reply_to_current]] hi"), "hi");
        assert_eq!(of(visible_text, "<think>x</think>y"), "y");
        assert_eq!(of(visible_text, "<|assistant|>hi"), "hi");
        assert_eq!(of(visible_text, "`<think>`"), "`<think>`");
        assert_eq!(of(visible_text, &"<think>\n".repeat(20)), "");
        assert_eq!(
            of(visible_text, &["<think>".repeat(20), "y".into()].concat()),
            "y"
        );
        assert_eq!(
            of(strip_all_control_tokens, "a NO_REPLY REPLY_SKIP NO_REPLY"),
            "a"
        );
    }

    #[test]
    fn what_is_a_line_without_the_tokens_beside_it_goes() {
        let begin = super::super::runtime_context::BEGIN;
        let preface = format!("{}\n{NOTICE}", PREFACES[1]);
        for line in [begin, &preface] {
            for token in ["NO_REPLY", "REPLY_SKIP HEARTBEAT_OK"] {
                let text = format!("a\n{line} {token}");
                let left = format!("a {token}");
                assert_eq!(of(strip_around_model, &text), left);
                assert_eq!(of(visible_text_without_blocks, &text), left);
            }
        }
        let text = format!("HEARTBEAT_OK {preface}\nx");
        assert_eq!(of(strip_around_model, &text), "HEARTBEAT_OK x");
        let text = format!("{preface} NO_REPLY\n{begin} REPLY_SKIP");
        assert_eq!(of(strip_around_model, &text), " NO_REPLY REPLY_SKIP");
    }
}
