//! Every rule, once.

use super::Rule;
use crate::replay::rules as replay;

/// Every rule, in the order in which the pipeline first uses them.
pub static RULES: &[&Rule] = &[
    &replay::ANNOTATE_INTER_SESSION_USERS,
    &replay::NORMALIZE_ASSISTANT_REPLAY,
];

/// The rule of this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
