use crate::table::{IdMap, IdSet};

use crate::json::{Document, Value};
use crate::replay::rules::sanitize_tool_call_inputs::{following_results, has_input};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, is_space};
use crate::transcript::{Block, Fate, KindSet, Role, Transcript, Turn, calls, trimmed_id};

declare_rule! {
    /// ## What it does
    /// Removes tool calls that cannot be sent from the turns of a model call, those of the current turn among them.
    /// ## Who refuses without it
    /// Every provider. With signed thinking in the turn Anthropic takes the turn whole or not at all.
    /// ## Exact rule
    /// 1. Falsy members of the list go. Calls are blocks of type `toolCall`, `toolUse` and `functionCall` in assistant
    ///    turns with array content.
    /// 2. A name is what it is trimmed: 1 to 64 UTF-16 units without white space (of at most 128 before). With
    ///    `allowedToolNames` it is the one of those that equals it, or else the only one that does so in another case.
    /// 3. A call goes when `input` and `arguments` are both absent or `null`, when `id` is no string or blank, or when
    ///    it has no such name; else it gets that name. A turn that has nothing else goes.
    /// 4. Where the provider owns its thinking, a turn with thinking and calls stays as it is or goes whole. It stays
    ///    when each call has input, an id of its own in the turn and its name as it should be; when no id repeats one
    ///    of an earlier such turn, nor one of any earlier turn while results stand apart from their calls; and when
    ///    every call has a result before the next turn with calls.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"toolCall","id":"a","name":"my tool","arguments":{}}]},{"role":"user","content":"go on"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"x"}]},{"role":"user","content":"go on"}]
    /// ```
    /// ## Never touches
    /// Arguments, calls that can be sent, user turns and results.
    /// ## Order
    /// First of the pass: a call that goes must not keep its result.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, before each model call.
    pub(crate) static DROP_UNSENT_TOOL_CALLS = {
        id: "drop-unsent-tool-calls",
        summary: "every tool call of this model call can be sent",
        effects: [Edits, Drops],
        rejects: [AM_14, AM_13, OR_10],
        since: "0.1.0",
    }
}

/// Longest name, in UTF-16 units.
const MAX_NAME: usize = 64;

/// Longest name before it is trimmed, in UTF-16 units.
const MAX_RAW_NAME: usize = 128;

/// The names that tool calls may have.
pub(crate) struct ToolNames {
    exact: IdSet,
    /// By the name in lower case; none where several differ in case alone.
    folded: IdMap<Option<JsString>>,
}

impl ToolNames {
    /// Blank names do not count; without any other every name of legal form is allowed.
    pub(crate) fn new(names: &[String]) -> Self {
        let names = names.iter().map(|name| JsStr::from(name.as_str()).trim());
        let mut exact = IdSet::new();
        let mut folded: IdMap<Option<JsString>> = IdMap::new();
        for name in names.filter(|name| !name.is_empty()) {
            if exact.add(name.as_bytes()) {
                let lower = name.to_lowercase();
                let only = (!folded.contains(lower.as_bytes())).then(|| name.to_owned());
                folded.insert(lower.as_bytes(), only);
            }
        }
        ToolNames { exact, folded }
    }

    /// The name that a call of this name should have; none when it cannot be sent.
    fn resolve(&self, name: JsStr<'_>) -> Option<JsString> {
        let trimmed = name.trim();
        if self.exact.is_empty() {
            let is_legal = name.utf16_len() <= MAX_RAW_NAME
                && (1..=MAX_NAME).contains(&trimmed.utf16_len())
                && !trimmed.code_points().any(|(_, c)| is_space(c));
            return is_legal.then(|| trimmed.to_owned());
        }
        let trimmed = trimmed.to_owned();
        match self.exact.contains(trimmed.as_js().as_bytes()) {
            true => Some(trimmed),
            false => self.folded.get(trimmed.as_js().to_lowercase().as_bytes())?.clone(),
        }
    }
}

/// Gives whether assistant turns went whole.
pub(crate) fn apply(transcript: &mut Transcript<'_>, names: &ToolNames, own_thinking: bool) -> bool {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept: Vec<Turn> = Vec::with_capacity(turns.len());
    let mut used = UsedIds::default();
    let mut dropped = false;
    for (index, &turn) in turns.iter().enumerate() {
        if turn.role == Role::NotAnObjectFalsy {
            continue;
        }
        if !turn.is_assistant_with_blocks() || !turn.has(KindSet::CALLS) {
            kept.push(turn);
            continue;
        }
        let is_own = own_thinking && turn.has(KindSet::THINKING);
        let stays = match is_own {
            true => can_be_sent_whole(transcript, &turns, index, names, &used).then_some(turn),
            false => without_unsent(transcript, turn, names),
        };
        let Some(turn) = stays else {
            dropped = true;
            continue;
        };
        if own_thinking {
            let ids = calls(transcript, turn).into_iter().map(|call| call.id);
            used.extend(ids, is_own);
        }
        kept.push(turn);
    }
    transcript.turns = kept;
    dropped
}

/// Ids of the turns that stay.
#[derive(Default)]
struct UsedIds {
    by_any: IdSet,
    by_thinking: IdSet,
}

impl UsedIds {
    fn extend(&mut self, ids: impl Iterator<Item = JsString>, thinking: bool) {
        for id in ids {
            let id = id.as_bytes();
            if thinking {
                self.by_thinking.add(id);
            }
            self.by_any.add(id);
        }
    }
}

/// True when a turn with thinking of the provider's own can go out as it is.
fn can_be_sent_whole(
    transcript: &Transcript<'_>,
    turns: &[Turn],
    index: usize,
    names: &ToolNames,
    used: &UsedIds,
) -> bool {
    let document = &transcript.document;
    let turn = turns[index];
    let mut seen = IdSet::new();
    let in_form = transcript
        .blocks(turn)
        .filter(|block| block.is_in(KindSet::CALLS))
        .all(|block| {
            let has_right_name = document.get_string(block.value, "name").is_some_and(|name| {
                let name = JsStr::from_wtf8(&name);
                names.resolve(name).is_some_and(|right| right.as_js() == name)
            });
            has_right_name
                && has_input(document, block.value)
                && trimmed_id(document, block.value, "id").is_some_and(|id| seen.add(id.as_bytes()))
        });
    if !in_form {
        return false;
    }
    let following = following_results(transcript, turns, index);
    calls(transcript, turn).iter().all(|call| {
        let id = call.id.as_bytes();
        following.ids.contains(id)
            && !used.by_thinking.contains(id)
            && !(following.displaced && used.by_any.contains(id))
    })
}

/// The turn with the calls that can be sent; none when it has nothing else.
fn without_unsent(
    transcript: &mut Transcript<'_>,
    turn: Turn,
    names: &ToolNames,
) -> Option<Turn> {
    let blocks = transcript.map_blocks(turn, |document, block| fate(document, block, names));
    match blocks {
        None => Some(turn),
        Some(blocks) if blocks.is_empty() => None,
        Some(blocks) => Some(transcript.with_blocks(turn, &blocks)),
    }
}

fn fate(document: &mut Document<'_>, block: Block, names: &ToolNames) -> Fate {
    if !block.is_in(KindSet::CALLS) {
        return Fate::Keep;
    }
    let call: Value = block.value;
    if !has_input(document, call) || trimmed_id(document, call, "id").is_none() {
        return Fate::Drop;
    }
    let Some(name) = document.get_string(call, "name") else {
        return Fate::Drop;
    };
    let name = JsStr::from_wtf8(&name);
    match names.resolve(name) {
        None => Fate::Drop,
        Some(right) if right.as_js() == name => Fate::Keep,
        Some(right) => {
            let right = document.fresh_string(right.as_js());
            Fate::Replace(document.with_member(call, "name", right))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ToolNames, apply};
    use crate::Limits;
    use crate::transcript::Transcript;

    fn check(before: &str, after: &str, allowed: &[&str], own: bool) {
        let allowed: Vec<String> = allowed.iter().map(|name| (*name).into()).collect();
        let mut transcript = Transcript::parse(before.as_bytes(), &Limits::default()).unwrap();
        apply(&mut transcript, &ToolNames::new(&allowed), own);
        let text = String::from_utf8(transcript.to_text()).unwrap();
        assert_eq!(text, after);
    }

    fn call(id: &str, name: &str) -> String {
        format!(r#"{{"type":"toolCall","id":"{id}","name":"{name}","arguments":{{}}}}"#)
    }

    #[test]
    fn what_can_be_sent_and_what_is_no_call_stays() {
        let list = r#"[{"role":"assistant","content":[{"type":"toolUse","id":" a ","name":"é","input":1},{"type":"tool_use"},null]}, "x", 1, [0], {"role":"assistant","content":"y"},{"role":"assistant","content":[]}]"#;
        check(list, list, &[], false);
        check(list, list, &[], true);
    }

    #[test]
    fn falsy_members_go_and_other_scalars_stay() {
        check(r#"[null,0,"",false,true,"x",1e400]"#, r#"[true,"x",1e400]"#, &[], false);
    }

    #[test]
    fn calls_without_input_id_or_name_go() {
        for bad in [
            r#"{"type":"toolCall","id":"a","name":"ls","input":null}"#,
            r#"{"type":"toolCall","id":" ","call_id":"a","name":"ls","input":{}}"#,
            r#"{"type":"toolCall","id":7,"name":"ls","input":{}}"#,
            r#"{"type":"functionCall","id":"a","name":["ls"],"input":{}}"#,
            r#"{"type":"functionCall","id":"a","input":{}}"#,
        ] {
            let list = format!(r#"[{{"role":"assistant","content":[{bad},1]}}]"#);
            check(&list, r#"[{"role":"assistant","content":[1]}]"#, &[], false);
            check(&format!(r#"[{{"role":"assistant","content":[{bad}]}}]"#), "[]", &[], false);
        }
    }

    #[test]
    fn names_are_trimmed_short_and_without_white_space() {
        let becomes = |name: &str| {
            let names = ToolNames::new(&[]);
            names.resolve(name.into()).map(|name| name.as_js().to_string_lossy())
        };
        let of = |count: usize| "x".repeat(count);
        assert_eq!(becomes(" ls\n"), Some("ls".into()));
        assert_eq!(becomes("a b"), None);
        assert_eq!(becomes("a\u{A0}b"), None);
        assert_eq!(becomes(" "), None);
        assert_eq!(becomes(&of(64)), Some(of(64)));
        assert_eq!(becomes(&of(65)), None);
        assert_eq!(becomes(&(of(64) + &" ".repeat(64))), Some(of(64)));
        assert_eq!(becomes(&(of(64) + &" ".repeat(65))), None);
    }

    #[test]
    fn allowed_names_are_found_exactly_then_in_another_case_when_only_one_is() {
        let names = ["Read", "EXEC", "exec", " ", "two words"].map(str::to_owned);
        let names = ToolNames::new(&names);
        let becomes = |name: &str| names.resolve(name.into()).map(|n| n.as_js().to_string_lossy());
        assert_eq!(becomes(" read "), Some("Read".into()));
        assert_eq!(becomes("exec"), Some("exec".into()));
        assert_eq!(becomes("Exec"), None);
        assert_eq!(becomes("TWO WORDS"), Some("two words".into()));
        assert_eq!(becomes("write"), None);
    }

    #[test]
    fn a_name_is_rewritten_in_its_place() {
        check(
            r#"[{"role":"assistant","content":[{"name":" READ ","type":"toolCall","id":"a","input":{"n":1.0}}]}]"#,
            r#"[{"role":"assistant","content":[{"name":"read","type":"toolCall","id":"a","input":{"n":1.0}}]}]"#,
            &["read"],
            false,
        );
    }

    #[test]
    fn a_turn_with_thinking_of_the_providers_own_stays_whole_or_goes_whole() {
        let turn = |calls: &str| {
            format!(r#"{{"role":"assistant","content":[{{"type":"thinking"}},{calls}]}}"#)
        };
        let result = |id: &str| format!(r#"{{"role":"toolResult","toolCallId":"{id}"}}"#);
        let (a, b) = (call("a", "ls"), call("b", " ls"));
        let answered = format!("[{},{}]", turn(&a), result("a"));
        check(&answered, &answered, &[], true);
        // Not answered, named askew, one id twice.
        check(&format!("[{},1]", turn(&a)), "[1]", &[], true);
        check(&format!("[{},{}]", turn(&b), result("b")), &format!("[{}]", result("b")), &[], true);
        let twice = format!("{a},{a}");
        check(&format!("[{},{}]", turn(&twice), result("a")), &format!("[{}]", result("a")), &[], true);
        // An id of an earlier such turn.
        let again = format!("[{0},{1},{0},{1}]", turn(&a), result("a"));
        check(&again, &format!("[{0},{1},{1}]", turn(&a), result("a")), &[], true);
        // Another provider's thinking is no reason.
        check(&format!("[{},1]", turn(&a)), &format!("[{},1]", turn(&a)), &[], false);
    }

    #[test]
    fn an_id_of_any_earlier_turn_counts_while_results_stand_apart() {
        let plain = format!(r#"{{"role":"assistant","content":[{}]}}"#, call("a", "ls"));
        let own = format!(
            r#"{{"role":"assistant","content":[{{"type":"thinking"}},{}]}}"#,
            call("a", "ls")
        );
        let result = r#"{"role":"toolResult","toolCallId":"a"}"#;
        let beside = format!("[{plain},{result},{own},{result}]");
        check(&beside, &beside, &[], true);
        let apart = format!("[{plain},{result},{own},7,{result}]");
        check(&apart, &format!("[{plain},{result},7,{result}]"), &[], true);
    }
}
