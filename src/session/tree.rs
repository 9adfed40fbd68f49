//! The walk over a file in the order of its records, and the branch that is active at its end.

use super::entry::{Item, Part, is_object, is_side, is_type};
use super::links::{Links, Node};
use crate::json::{Document, Kind, Value};
use crate::table::IdSet;

/// What the walk knows at the end of the file.
pub(super) struct Walk {
    pub(super) links: Links,
    /// The entry that the next turn would answer.
    pub(super) leaf: Option<Node>,
    /// The record that the next one would hang from.
    pub(super) append_parent: Option<Node>,
    /// For ids whose entry hangs from another place than its `parentId` says.
    logical: Vec<Option<Option<Node>>>,
    /// For each item that is an entry: the id that its `parentId` names.
    parents: Vec<Option<Node>>,
    /// Reset under which an id stands, counted from 1.
    under: Vec<u32>,
    resets: u32,
    /// A navigation control was valid, if also ids count that the file had before migration.
    pub(super) has_control: bool,
    mode: Mode,
}

/// Whose rules the walk follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Tree,
    /// The active path that the flat builder selects when a file has navigation controls.
    ActivePath,
}

/// Walks over all items. `former_ids` are those that the file had before migration.
pub(super) fn walk(
    document: &Document<'_>,
    items: &[Item],
    mode: Mode,
    former_ids: &IdSet,
) -> Walk {
    let mut walk = Walk {
        links: Links::new(),
        leaf: None,
        append_parent: None,
        logical: Vec::new(),
        parents: vec![None; items.len()],
        under: Vec::new(),
        resets: 0,
        has_control: false,
        mode,
    };
    for (at, item) in items.iter().enumerate() {
        match item.part {
            Part::Header => {}
            Part::Entry => walk.entry(document, item.value, at),
            Part::Opaque if is_type(document, item.value, "leaf") => {
                walk.control(document, item.value, former_ids);
            }
            Part::Opaque => walk.opaque(document, item.value),
        }
    }
    walk
}

impl Walk {
    fn entry(&mut self, document: &Document<'_>, entry: Value, at: usize) {
        // Before the id: nearly always it is the id that was asked for last.
        let has_parent = document.get(entry, "parentId").is_some();
        let parent = self.links.member(document, entry, "parentId");
        let Some(id) = self.links.member(document, entry, "id") else {
            return;
        };
        self.parents[at] = parent;
        let resolved = self.links.resolve(parent);
        let is_main = !is_side(document, entry);
        let is_stale = self.resets > 0 && is_main && !self.is_under_reset(resolved);
        let follows_control =
            is_main && parent == self.append_parent && self.append_parent != self.leaf;
        let is_lost = self.mode == Mode::ActivePath
            && self.leaf.is_some()
            && parent.is_some_and(|parent| !self.links.is_known(parent));
        let mut above = resolved;
        if is_stale || !has_parent || follows_control || is_lost {
            above = self.leaf;
            *slot(&mut self.logical, id) = Some(self.leaf);
        }
        self.links.set_entry(id, at);
        if is_type(document, entry, "reset") {
            self.resets += 1;
            *slot(&mut self.under, id) = self.resets;
        } else if self.is_under_reset(above) {
            *slot(&mut self.under, id) = self.resets;
        }
        self.append_parent = Some(id);
        if is_main {
            self.leaf = Some(id);
        }
    }

    fn is_under_reset(&self, node: Option<Node>) -> bool {
        let under = node.and_then(|node| self.under.get(node as usize));
        self.resets > 0 && under == Some(&self.resets)
    }

    /// A record that is no entry and no control passes its parent on.
    fn opaque(&mut self, document: &Document<'_>, record: Value) {
        if !is_object(document, record)
            || is_type(document, record, "session")
            || !has_text_id(document, record)
            || !is_text_or_null(document, document.get(record, "parentId"))
        {
            return;
        }
        let Some(id) = self.links.member(document, record, "id") else {
            return;
        };
        let parent = self.links.member(document, record, "parentId");
        self.links.set_opaque(id, parent);
        self.append_parent = Some(id);
    }

    /// A navigation control moves the leaf and the place to append to.
    fn control(&mut self, document: &Document<'_>, control: Value, former_ids: &IdSet) {
        if !is_control(document, control) {
            return;
        }
        let Some(id) = self.links.member(document, control, "id") else {
            return;
        };
        let target = self.links.member(document, control, "targetId");
        let has_append = document.get(control, "appendParentId").is_some();
        let append = self.links.member(document, control, "appendParentId");
        let is_known =
            |links: &Links, node: Option<Node>| node.is_none_or(|node| links.is_target(node));
        let was_known = |links: &Links, node: Option<Node>| {
            node.is_none_or(|node| former_ids.contains(links.text(node)))
        };
        let (target_known, append_known) =
            (is_known(&self.links, target), is_known(&self.links, append));
        self.has_control |= (target_known || was_known(&self.links, target))
            && (append_known || was_known(&self.links, append));
        if !target_known || !append_known {
            let parent = self.links.member(document, control, "parentId");
            let parent = self.links.end(parent);
            self.links.set_invalid(id);
            self.links.set_opaque(id, parent);
            return;
        }
        let mut target = self.links.resolve(target);
        let mut append = if has_append {
            self.links.resolve(append)
        } else {
            target
        };
        if self.resets > 0 && !self.is_under_reset(target) {
            (target, append) = (self.leaf, self.leaf);
        }
        self.leaf = target;
        self.append_parent = append;
        self.links.set_opaque(id, target);
    }

    /// Indexes of the entries from the root to `from`; true when the walk came in a circle.
    pub(super) fn branch(&mut self, from: Option<Node>) -> (Vec<usize>, bool) {
        let mut branch = Vec::new();
        let mut passed = vec![false; self.parents.len()];
        let mut cyclic = false;
        let mut at = from;
        while let Some(node) = at {
            let Some(entry) = self.links.entry(node) else {
                break;
            };
            if std::mem::replace(&mut passed[entry], true) {
                cyclic = true;
                break;
            }
            branch.push(entry);
            at = self.above(node, entry);
        }
        branch.reverse();
        (branch, cyclic)
    }

    /// The id of the entry that an entry hangs from.
    fn above(&mut self, node: Node, entry: usize) -> Option<Node> {
        match self.logical.get(node as usize).copied().flatten() {
            Some(parent) => parent,
            None => self.links.resolve(self.parents[entry]),
        }
    }

    /// Parents that no record of the file is, one for each entry that names one.
    pub(super) fn lost_parents(&self) -> impl Iterator<Item = Node> {
        let named = self.parents.iter().copied().flatten();
        named.filter(|parent| !self.links.is_known(*parent))
    }

    /// True when the chain above an entry ends at an id that no record has.
    pub(super) fn is_lost(&mut self, entry: usize) -> bool {
        let end = self.links.end(self.parents[entry]);
        end.is_some_and(|end| self.links.entry(end).is_none())
    }

    /// The entry from which the boundary at the end of `before` keeps, when it names a record that is none.
    pub(super) fn opaque_first_kept(
        &mut self,
        document: &Document<'_>,
        items: &[Item],
        branch: &[usize],
        boundary: usize,
    ) -> Option<Node> {
        let named = self
            .links
            .member(document, items[boundary].value, "firstKeptEntryId")?;
        if !self.links.is_opaque(named) {
            return None;
        }
        if let Some(above) = self.links.resolve(Some(named)) {
            return Some(above);
        }
        let in_file = (0..items.len()).filter(|at| items[*at].part == Part::Entry);
        let below: Vec<usize> = branch.iter().copied().chain(in_file).collect();
        let mut hangs: Vec<Option<bool>> = Vec::new();
        for at in below {
            if self.passes(self.parents[at], named, &mut hangs) {
                return self.links.member(document, items[at].value, "id");
            }
        }
        let id = self.links.member(document, items[boundary].value, "id")?;
        self.above(id, boundary)
    }

    /// True when the chain of opaque records from `from` has `named` in it. `hangs` remembers the answers.
    fn passes(&self, from: Option<Node>, named: Node, hangs: &mut Vec<Option<bool>>) -> bool {
        let mut passed = Vec::new();
        let mut at = from;
        let answer = loop {
            let Some(node) = at.filter(|node| self.links.is_opaque(*node)) else {
                break false;
            };
            if node == named {
                break true;
            }
            // A record on the way has no answer yet; meeting it again means a circle without `named`.
            match slot(hangs, node) {
                Some(known) => break *known,
                unknown => *unknown = Some(false),
            }
            passed.push(node);
            at = self.links.opaque_parent(node);
        };
        for node in passed {
            *slot(hangs, node) = Some(answer);
        }
        answer
    }
}

/// The place of a node in a list that grows as needed.
fn slot<T: Clone + Default>(list: &mut Vec<T>, node: Node) -> &mut T {
    let at = node as usize;
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}

fn has_text_id(document: &Document<'_>, record: Value) -> bool {
    document
        .get_string(record, "id")
        .is_some_and(|id| !id.is_empty())
}

fn is_text_or_null(document: &Document<'_>, value: Option<Value>) -> bool {
    value.is_some_and(|value| matches!(document.kind(value), Kind::String | Kind::Null))
}

/// True for a `leaf` record in the form that navigation needs.
fn is_control(document: &Document<'_>, record: Value) -> bool {
    let get = |key| document.get(record, key);
    has_text_id(document, record)
        && is_text_or_null(document, get("parentId"))
        && is_text_or_null(document, get("targetId"))
        && (get("appendParentId").is_none() || is_text_or_null(document, get("appendParentId")))
        && (get("appendMode").is_none() || is_side(document, record))
}
