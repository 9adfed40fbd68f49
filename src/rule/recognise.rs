//! What a provider's error text speaks of.

use crate::text::lower_case;
use crate::validate::{CONSTRAINTS, Constraint};

/// Stands in a fragment for what differs from error to error, such as an id.
const GAP: char = '…';

/// A text of fewer words may stand in a fragment by accident.
const LEAST_WORDS_OF_A_CUT_ERROR: usize = 5;

/// The constraints that a provider's error text speaks of, each with the fragment that stands in it.
///
/// Case, quotes, backticks, numbers and the punctuation between words do not count. An error that was cut short, by a log
/// or by hand, is recognised while what is left of it has five words.
///
/// ```
/// use transcript_hygiene::rule::recognise;
/// let found = recognise("messages.1.content.0.tool_use.input: Input should be a valid dictionary");
/// assert_eq!(found[0].0.id, "AM-14");
/// ```
pub fn recognise(error: &str) -> Vec<(&'static Constraint, &'static str)> {
    let error = words(error);
    let is_long_enough = error.split_whitespace().count() >= LEAST_WORDS_OF_A_CUT_ERROR;
    let mut found = Vec::new();
    for constraint in CONSTRAINTS.iter().copied() {
        for &fragment in constraint.fragments {
            if stands_in(fragment, &error) || (is_long_enough && words(fragment).contains(&error)) {
                found.push((constraint, fragment));
            }
        }
    }
    found
}

/// Whether the parts of a fragment stand in an error, in their order.
fn stands_in(fragment: &str, error: &str) -> bool {
    let mut rest = error;
    fragment.split(GAP).all(|part| {
        let part = words(part);
        let Some(at) = rest.find(&part) else {
            return false;
        };
        // The space after one part may be the one before the next.
        rest = &rest[at + part.len() - 1..];
        true
    })
}

/// The words of a text in lower case, with one space around each; numbers and ids with digits are left out.
fn words(text: &str) -> String {
    let mut out = String::from(" ");
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    for word in text.split(|c| !is_part(c)).filter(|word| !word.is_empty()) {
        if !word.bytes().any(|byte| byte.is_ascii_digit()) {
            out.push_str(&lower_case(word));
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognised(error: &str) -> Vec<&'static str> {
        recognise(error)
            .iter()
            .map(|(constraint, _)| constraint.id)
            .collect()
    }

    #[test]
    fn a_gap_stands_for_any_id() {
        for id in ["abc", "call_abc", "call_1", "a b c"] {
            let error =
                format!("Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.");
            assert_eq!(recognised(&error), ["MI-01"], "{error}");
        }
        let error = "property 'messages.2.assistant.reasoning_content' is unsupported";
        assert_eq!(recognised(error), ["CC-10"]);
    }

    #[test]
    fn parts_count_in_their_order_alone() {
        let error = "but must be a-z, A-Z, 0-9, with a length of 9, Tool call id was abc";
        assert_eq!(recognised(error), [""; 0]);
    }

    #[test]
    fn an_error_that_was_cut_is_recognised() {
        assert_eq!(
            recognised("each tool_use must have a single result"),
            ["AM-10"]
        );
    }

    #[test]
    fn a_few_words_say_nothing() {
        for error in ["", "tool_use", "must have a", "messages.1: 400"] {
            assert_eq!(recognised(error), [""; 0], "{error}");
        }
    }
}
