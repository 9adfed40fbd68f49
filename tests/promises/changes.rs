//! A report's changes, applied to the input, give the output; and their pointers lead to what they say.

use std::collections::BTreeMap;

use transcript_hygiene::report::{Change, ChangeKind};

use super::{run_with_report, turn_index};
use crate::generate::Replay;
use crate::tree::Tree;

/// Applies the changes as the report's documentation tells, checking each `before` on the way and each `after` that
/// lasts at the end.
pub(crate) fn changes_give_the_output(replay: &Replay) {
    let Some((run, report)) = run_with_report(replay) else {
        return;
    };
    for change in &report.changes {
        let edited = change.kind != ChangeKind::Edited || change.before != change.after;
        assert!(edited, "nothing is different: {}", told(change));
    }
    let mut state = State::new(Tree::parse(&replay.text));
    for change in &report.changes {
        state.apply(change);
    }
    let output = Tree::parse(&run.text);
    assert_eq!(state.finish().text(), output.text());
    check_places_in_output(&report.changes, &output);
}

/// The input's turns with holes where something was removed, so that indexes stay.
struct State {
    turns: Vec<Tree>,
    /// New turns, by their index in the output.
    inserted: BTreeMap<usize, Tree>,
    /// Turns of the input that stand at an index of the output.
    moved: BTreeMap<usize, usize>,
}

/// A change as a failure shows it.
fn told(change: &Change) -> String {
    let Change {
        input,
        output,
        before,
        after,
        ..
    } = change;
    format!(
        "{} {:?} {input:?} {output:?}\n  before {before:?}\n  after  {after:?}",
        change.rule.id, change.kind
    )
}

/// What is left where something was removed: no JSON value has no text.
fn hole() -> Tree {
    Tree::raw("")
}

fn is_hole(tree: &Tree) -> bool {
    *tree == hole()
}

impl State {
    fn new(input: Tree) -> Self {
        State {
            turns: input.elements().to_vec(),
            inserted: BTreeMap::new(),
            moved: BTreeMap::new(),
        }
    }

    fn apply(&mut self, change: &Change) {
        let after = change.after.as_deref().map(Tree::parse);
        let before = change.before.as_deref().map(Tree::parse);
        assert_eq!(
            change.bytes_before,
            change.before.as_ref().map_or(0, String::len),
            "{}",
            told(change)
        );
        assert_eq!(
            change.bytes_after,
            change.after.as_ref().map_or(0, String::len),
            "{}",
            told(change)
        );
        let output = || {
            change
                .output
                .as_deref()
                .map(turn_index)
                .unwrap_or_else(|| panic!("nowhere: {}", told(change)))
        };
        match (&change.input, change.kind) {
            (None, ChangeKind::Inserted | ChangeKind::Edited) => {
                self.inserted.insert(
                    output(),
                    after.unwrap_or_else(|| panic!("nothing new: {}", told(change))),
                );
            }
            (None, ChangeKind::Moved) => {}
            (None, _) => panic!("nothing to remove: {}", told(change)),
            (Some(input), ChangeKind::Moved) => {
                // A turn that is gone in the end has no place there.
                if let Some(output) = change.output.as_deref() {
                    self.moved.insert(turn_index(output), turn_index(input));
                }
            }
            (Some(input), _) => self.set(input, before, after, change),
        }
    }

    fn set(&mut self, pointer: &str, before: Option<Tree>, after: Option<Tree>, change: &Change) {
        let mut turns = Tree::Array(std::mem::take(&mut self.turns));
        assert_eq!(
            turns.at(pointer).cloned().map(without_holes),
            before,
            "{}",
            told(change)
        );
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer into the input");
        let place = turns
            .at_mut(parent)
            .unwrap_or_else(|| panic!("no place {pointer}: {}", told(change)));
        match place {
            Tree::Array(elements) => {
                elements[key.parse::<usize>().expect("an index")] = after.unwrap_or_else(hole);
            }
            Tree::Object(_) => match after {
                Some(after) => place.set(&key.replace("~1", "/").replace("~0", "~"), after),
                None => place.remove(&key.replace("~1", "/").replace("~0", "~")),
            },
            Tree::Scalar(_) => panic!("a scalar has no members: {}", told(change)),
        }
        if let Tree::Array(elements) = turns {
            self.turns = elements;
        }
    }

    fn finish(mut self) -> Tree {
        let fixed = |index: &usize| self.moved.values().any(|moved| moved == index);
        let mut rest =
            (0..self.turns.len()).filter(|index| !is_hole(&self.turns[*index]) && !fixed(index));
        let kept = self.turns.iter().filter(|turn| !is_hole(turn)).count();
        let mut output = Vec::new();
        for at in 0..kept + self.inserted.len() {
            let turn = match (self.inserted.remove(&at), self.moved.get(&at)) {
                (Some(turn), _) => turn,
                (None, Some(index)) => self.turns[*index].clone(),
                (None, None) => match rest.next() {
                    Some(index) => self.turns[index].clone(),
                    None => break,
                },
            };
            output.push(without_holes(turn));
        }
        Tree::Array(output)
    }
}

fn without_holes(tree: Tree) -> Tree {
    match tree {
        Tree::Array(elements) => Tree::Array(
            elements
                .into_iter()
                .filter(|element| !is_hole(element))
                .map(without_holes)
                .collect(),
        ),
        Tree::Object(members) => Tree::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, without_holes(value)))
                .collect(),
        ),
        scalar => scalar,
    }
}

/// Where no later change reaches the place, the output holds there what the change says came of it.
fn check_places_in_output(changes: &[Change], output: &Tree) {
    let reaches = |later: &Change, place: &str| {
        let inside = |a: &str, b: &str| {
            b.strip_prefix(a)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        later
            .output
            .as_deref()
            .is_some_and(|other| inside(other, place) || inside(place, other))
    };
    for (at, change) in changes.iter().enumerate() {
        let Some(place) = change.output.as_deref() else {
            continue;
        };
        if changes[at + 1..].iter().any(|later| reaches(later, place)) {
            continue;
        }
        let found = output.at(place);
        match (change.kind, &change.after) {
            (ChangeKind::Moved | ChangeKind::Merged, _) => {
                assert!(found.is_some(), "{}", told(change))
            }
            (_, after) => assert_eq!(
                found.cloned(),
                after.as_deref().map(Tree::parse),
                "{}",
                told(change)
            ),
        }
    }
}
