//! Constraints as records, and what is found to break them.

use super::shape::Scope;
use super::wire::Place;
use crate::json::{Document, Value, write_string};
use crate::order::sort_stably;
use std::cmp::Ordering;

/// What breaking a constraint means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The provider refuses the request.
    Error,
    /// Refused where an option says so; nothing elsewhere. No finding has it.
    Condition,
    /// Taken, but harmful, or refused by some servers.
    Warn,
}

impl Severity {
    /// As it stands in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Condition => "cond",
            Severity::Warn => "warn",
        }
    }
}

/// One thing that providers ask of a history.
#[derive(Debug)]
pub struct Constraint {
    /// Stable id, such as `AM-07`.
    pub id: &'static str,
    /// Where it holds.
    pub scope: Scope,
    /// What breaking it means, where no option says otherwise.
    pub severity: Severity,
    /// What must hold. Like all text that only people read it stays out of the wasm module.
    #[cfg(not(target_arch = "wasm32"))]
    pub statement: &'static str,
    /// Fragments of the errors by which it is told.
    pub fragments: &'static [&'static str],
    /// Documentation (D), reports (O) or client libraries (C) that it is known from.
    #[cfg(not(target_arch = "wasm32"))]
    pub source: &'static str,
}

impl PartialEq for Constraint {
    fn eq(&self, other: &Constraint) -> bool {
        self.id == other.id
    }
}

impl Eq for Constraint {}

/// A place that breaks a constraint.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is broken.
    pub constraint: &'static Constraint,
    /// What that means here: `Error` or `Warn`.
    pub severity: Severity,
    /// JSON pointer into the input.
    pub pointer: String,
}

impl Finding {
    /// Appends the finding as JSON.
    pub(crate) fn write_json(&self, out: &mut Vec<u8>) {
        let members = [
            ("{\"constraint\":", self.constraint.id),
            (",\"severity\":", self.severity.name()),
            (",\"pointer\":", &self.pointer),
        ];
        for (key, text) in members {
            out.extend_from_slice(key.as_bytes());
            write_string(out, text.into());
        }
        out.push(b'}');
    }
}

/// Findings of one run.
pub(super) struct Findings<'d> {
    pub(super) document: &'d Document<'d>,
    /// The body, or the transcript.
    pub(super) root: Value,
    list: &'static str,
    found: Vec<Finding>,
}

impl<'d> Findings<'d> {
    pub(super) fn new(document: &'d Document<'_>, root: Value, list: &'static str) -> Self {
        Findings {
            document,
            root,
            list,
            found: Vec::new(),
        }
    }

    /// The input as a whole breaks a constraint.
    pub(super) fn top(&mut self, constraint: &'static Constraint, severity: Severity) {
        self.at_pointer(constraint, severity, self.list.into());
    }

    /// A place breaks a constraint, and the request is refused.
    pub(super) fn error(
        &mut self,
        constraint: &'static Constraint,
        place: Place,
        member: &'static str,
    ) {
        self.at_pointer(
            constraint,
            Severity::Error,
            place.pointer(self.list, member),
        );
    }

    /// A place breaks a constraint, and the request is taken.
    pub(super) fn warn(
        &mut self,
        constraint: &'static Constraint,
        place: Place,
        member: &'static str,
    ) {
        self.at_pointer(constraint, Severity::Warn, place.pointer(self.list, member));
    }

    pub(super) fn at_pointer(
        &mut self,
        constraint: &'static Constraint,
        severity: Severity,
        pointer: String,
    ) {
        self.found.push(Finding {
            constraint,
            severity,
            pointer,
        });
    }

    /// All that was found, by path.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        sort_stably(&mut self.found, |a, b| {
            by_path(&a.pointer, &b.pointer).then_with(|| a.constraint.id.cmp(b.constraint.id))
        });
        self.found
    }
}

/// Pointers in the order of their tokens, indexes as numbers.
fn by_path(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('/'), b.split('/'));
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => match (a.parse::<u64>(), b.parse::<u64>()) {
                (Ok(a), Ok(b)) => a.cmp(&b),
                _ => a.cmp(b),
            },
        };
        if order.is_ne() {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_are_ordered_as_numbers_and_a_turn_stands_before_its_parts() {
        assert_eq!(
            by_path("/messages/9", "/messages/10/content"),
            Ordering::Less
        );
        assert_eq!(by_path("/messages/3", "/messages/3/role"), Ordering::Less);
        assert_eq!(by_path("/2/content/1", "/2/content/1"), Ordering::Equal);
    }
}
