//! Calls and results after pairing.

use transcript_hygiene::Limits;
use transcript_hygiene::replay::sanitize;
use transcript_hygiene::transcript::Transcript;

use crate::generate::Replay;
use crate::tree::Tree;

/// Types of a tool call that pairing knows.
const CALLS: [&str; 3] = ["toolCall", "toolUse", "functionCall"];

/// Keys under which a result names its call.
const RESULT_IDS: [&str; 6] = [
    "toolCallId",
    "toolUseId",
    "tool_call_id",
    "tool_use_id",
    "callId",
    "call_id",
];

/// Under a policy that pairs, every result stands directly behind the turn that made its call, and every call of a
/// turn that did not fail has exactly one.
pub(crate) fn calls_and_results_are_paired(replay: &Replay) {
    let mut transcript =
        Transcript::parse(replay.text.as_bytes(), &Limits::default()).expect("a transcript");
    let options = replay.options.clone().with_validate_turns(false);
    let Ok(outcome) = sanitize(&mut transcript, &replay.target, &options) else {
        return;
    };
    if !outcome.policy.repair_tool_use_result_pairing() {
        return;
    }
    let output =
        Tree::parse(&String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8"));
    let mut open: Vec<String> = Vec::new();
    let mut failed = false;
    for turn in output.elements() {
        let role = turn.get("role").and_then(Tree::as_text).unwrap_or_default();
        if role == "toolResult" {
            let id = result_id(turn)
                .unwrap_or_else(|| panic!("a result without an id\n{}", output.text()));
            // Rules made the id of a result from its call's as it is, or read it trimmed.
            match open.iter().position(|call| call.trim() == id) {
                Some(at) => drop(open.remove(at)),
                None => panic!(
                    "no call directly before the result of {id:?}\n{}",
                    output.text()
                ),
            }
            continue;
        }
        assert!(
            failed || open.is_empty(),
            "no result for {open:?}\n{}",
            output.text()
        );
        let stop = turn
            .get("stopReason")
            .and_then(Tree::as_text)
            .unwrap_or_default();
        failed = ["error", "aborted"].contains(&stop.as_str());
        open = if role == "assistant" {
            call_ids(turn)
        } else {
            Vec::new()
        };
    }
    assert!(
        failed || open.is_empty(),
        "no result for {open:?}\n{}",
        output.text()
    );
}

fn call_ids(turn: &Tree) -> Vec<String> {
    let blocks = turn.get("content").map(Tree::elements).unwrap_or_default();
    let is_call = |block: &&Tree| {
        block
            .get("type")
            .and_then(Tree::as_text)
            .is_some_and(|kind| CALLS.contains(&kind.as_str()))
    };
    blocks
        .iter()
        .filter(is_call)
        .filter_map(|block| block.get("id")?.as_text())
        .filter(|id| !id.is_empty())
        .collect()
}

fn result_id(turn: &Tree) -> Option<String> {
    let trimmed =
        |key: &&str| Some(turn.get(key)?.as_text()?.trim().to_owned()).filter(|id| !id.is_empty());
    RESULT_IDS.iter().find_map(trimmed)
}
