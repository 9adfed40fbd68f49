//! Damage: what hosts, crashes and hands do to stored turns.

use super::Choices;
use crate::tree::Tree;

/// Values of a wrong type, or of a right type in an odd spelling.
const ODD: [&str; 24] = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1.0",
    "1e2",
    "1E400",
    "12345678901234567890",
    "\"\"",
    "\" \"",
    "\"\\u0061\\/\"",
    "\"\\ud83d\"",
    "\"\\ud83d\\ude00\"",
    "[]",
    "{}",
    "[null]",
    "[[\"x\"]]",
    "{\"type\":\"text\"}",
    "{\"type\":\"text\",\"text\":\"deep\"}",
    "{\"type\":\"toolCall\"}",
    "{\"\\ud83d\":1,\"__proto__\":{},\"0\":[]}",
    "{\"a\":1,\"a\":2}",
    "{\"role\":\"user\",\"content\":\"x\"}",
];

/// Keys that rules look at, so that a damaged place matters.
const KEYS: [&str; 16] = [
    "role",
    "content",
    "type",
    "text",
    "id",
    "name",
    "arguments",
    "input",
    "toolCallId",
    "toolName",
    "thinkingSignature",
    "timestamp",
    "usage",
    "stopReason",
    "partialJson",
    "__proto__",
];

/// Words that rules look for as roles, types and reasons.
const WORDS: [&str; 14] = [
    "user",
    "assistant",
    "toolResult",
    "tool",
    "compactionSummary",
    "text",
    "image",
    "thinking",
    "redacted_thinking",
    "toolCall",
    "tool_use",
    "error",
    "toolUse",
    "x",
];

/// Levels of a value that is made up.
const DEPTH: usize = 4;

/// Damages up to eight places.
pub(crate) fn damage(turns: &mut Vec<Tree>, choices: &mut Choices<'_>) {
    for _ in 0..=choices.below(8) {
        match choices.below(6) {
            0 if !turns.is_empty() => {
                turns.remove(choices.below(turns.len()));
            }
            1 if !turns.is_empty() => {
                let turn = turns[choices.below(turns.len())].clone();
                turns.insert(choices.below(turns.len() + 1), turn);
            }
            2 if turns.len() > 1 => {
                let (a, b) = (choices.below(turns.len()), choices.below(turns.len()));
                turns.swap(a, b);
            }
            3 => turns.insert(choices.below(turns.len() + 1), odd(choices)),
            _ if !turns.is_empty() => {
                let at = choices.below(turns.len());
                damage_inside(&mut turns[at], choices);
            }
            _ => {}
        }
    }
}

/// Walks down to some place of a turn and damages that.
fn damage_inside(turn: &mut Tree, choices: &mut Choices<'_>) {
    let mut place = turn;
    loop {
        let count = match place {
            Tree::Scalar(_) => 0,
            Tree::Array(elements) => elements.len(),
            Tree::Object(members) => members.len(),
        };
        if count == 0 || choices.once_in(3) {
            return damage_here(place, choices);
        }
        let at = choices.below(count);
        place = match place {
            Tree::Array(elements) => &mut elements[at],
            Tree::Object(members) => &mut members[at].1,
            Tree::Scalar(_) => return,
        };
    }
}

fn damage_here(place: &mut Tree, choices: &mut Choices<'_>) {
    match place {
        Tree::Array(elements) => match choices.below(3) {
            0 => elements.insert(choices.below(elements.len() + 1), odd(choices)),
            1 if !elements.is_empty() => {
                elements.remove(choices.below(elements.len()));
            }
            _ => *place = odd(choices),
        },
        Tree::Object(members) => match choices.below(4) {
            0 if !members.is_empty() => {
                members.remove(choices.below(members.len()));
            }
            1 => {
                let key = Tree::string(choices.pick(&KEYS)).text();
                members.insert(choices.below(members.len() + 1), (key, odd(choices)));
            }
            2 => members.push(("\"\\u0069d\"".into(), odd(choices))),
            _ => *place = odd(choices),
        },
        Tree::Scalar(_) => *place = odd(choices),
    }
}

/// A value of the list, or any value of a few levels.
fn odd(choices: &mut Choices<'_>) -> Tree {
    if choices.once_in(3) {
        any(choices, DEPTH)
    } else {
        Tree::parse(choices.pick(&ODD))
    }
}

fn any(choices: &mut Choices<'_>, depth: usize) -> Tree {
    match choices.below(if depth > 0 { 5 } else { 3 }) {
        0 => Tree::parse(choices.pick(&ODD)),
        1 => Tree::string(choices.pick(&WORDS)),
        2 => Tree::raw(&(choices.below(65_536) as f64 / 64.0 - 99.0).to_string()),
        3 => Tree::Array(
            (0..choices.below(4))
                .map(|_| any(choices, depth - 1))
                .collect(),
        ),
        _ => {
            let member = |choices: &mut Choices<'_>| {
                (
                    Tree::string(choices.pick(&KEYS)).text(),
                    any(choices, depth - 1),
                )
            };
            Tree::Object((0..choices.below(5)).map(|_| member(choices)).collect())
        }
    }
}
