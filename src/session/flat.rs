//! The branch of a bare list of entries.

use super::entry::{Item, Part, is_object, is_type, partition};
use super::header::{TYPE_ERROR, fatal};
use super::links::Links;
use super::options::{SessionOptions, StartAt};
use super::tree::{Mode, Walk, walk};
use super::{entry, migrate};
use crate::json::{Document, Kind, Value};
use crate::table::IdSet;
use crate::{Error, IdSource};

/// The entries of a list and the branch among them.
pub(super) struct Flat {
    pub(super) items: Vec<Item>,
    pub(super) branch: Vec<usize>,
    pub(super) cyclic: bool,
    pub(super) migrated: bool,
}

/// Selects the branch of the values of a file, with or without a header.
pub(super) fn select(
    document: &mut Document<'_>,
    values: &[Value],
    options: &SessionOptions,
    ids: &mut IdSource,
) -> Result<Flat, Error> {
    if options.is_compat() {
        refuse_null(document, values)?;
    }
    let header = values
        .iter()
        .position(|value| is_type(document, *value, "session"));
    let mut items: Vec<Item> = values
        .iter()
        .enumerate()
        .map(|(at, &value)| Item {
            value,
            part: match is_type(document, value, "session") {
                true if Some(at) == header => Part::Header,
                true => Part::Opaque,
                false if document.is_object_like(value) => Part::Entry,
                false => Part::Opaque,
            },
        })
        .collect();
    let former_ids = text_ids(document, &items);
    let migrated = migrate::migrate(document, &mut items, false, ids);
    items.retain(|item| item.part == Part::Entry);
    let former_ids = if migrated { former_ids } else { IdSet::new() };

    let values: Vec<Value> = items.iter().map(|item| item.value).collect();
    let parts = partition(document, &values);
    let mut walk = walk(document, &parts, Mode::ActivePath, &former_ids);
    let (branch, cyclic) = match walk.has_control {
        true => active_path(document, &parts, &mut walk),
        false => ((0..items.len()).collect(), false),
    };
    let (branch, circled) = match (&options.start_at, walk.has_control) {
        (StartAt::Nothing, _) => (Vec::new(), false),
        (start_at, true) => (up_to(document, &items, branch, start_at), cyclic),
        (start_at, false) => walk_back(document, &items, start_at),
    };
    Ok(Flat {
        items,
        branch,
        cyclic: circled,
        migrated,
    })
}

/// DIFFERENCE: the reference fails at a `null` that it looks into; the default profile takes it for any other value that
/// is no entry (vector `load-null-first`).
fn refuse_null(document: &Document<'_>, values: &[Value]) -> Result<(), Error> {
    let header = values
        .iter()
        .position(|value| is_type(document, *value, "session"));
    let is_current =
        entry::version(document, header.map(|at| values[at])) >= super::header::CURRENT_VERSION;
    let looked_at = if is_current {
        header.unwrap_or(values.len())
    } else {
        values.len()
    };
    match values[..looked_at]
        .iter()
        .find(|value| document.kind(**value) == Kind::Null)
    {
        Some(null) => Err(fatal(TYPE_ERROR, *null)),
        None => Ok(()),
    }
}

fn text_ids(document: &Document<'_>, items: &[Item]) -> IdSet {
    let id = |item: &Item| document.get_string(item.value, "id");
    items.iter().filter_map(id).collect()
}

fn active_path(document: &Document<'_>, items: &[Item], walk: &mut Walk) -> (Vec<usize>, bool) {
    let leaf = walk.leaf;
    let (path, cyclic) = walk.branch(leaf);
    let mut whole = boundary_before(document, items, walk, &path);
    whole.extend(path);
    (whole, cyclic)
}

/// For a path that starts at a lost parent: the compaction or reset before it in the file, a reset with what it keeps.
fn boundary_before(
    document: &Document<'_>,
    items: &[Item],
    walk: &mut Walk,
    path: &[usize],
) -> Vec<usize> {
    let Some(&first) = path.first() else {
        return Vec::new();
    };
    let is_lost = walk.is_lost(first);
    let is_reset = |at: usize| is_type(document, items[at].value, "reset");
    let is_boundary =
        |at: &usize| is_reset(*at) || is_type(document, items[*at].value, "compaction");
    let Some(boundary) = (0..first)
        .rfind(is_boundary)
        .filter(|at| is_lost && !path.contains(at))
    else {
        return Vec::new();
    };
    let kept = walk
        .links
        .member(document, items[boundary].value, "firstKeptEntryId");
    let kept = kept.and_then(|kept| walk.links.entry(kept));
    if let (Some(kept), true) = (kept, is_reset(boundary)) {
        let id = walk.links.member(document, items[boundary].value, "id");
        let (mut range, _) = walk.branch(id);
        if let Some(from) = range.iter().position(|at| *at == kept) {
            range.drain(..from);
            return range;
        }
    }
    vec![boundary]
}

/// The path up to the entry to start at.
fn up_to(
    document: &Document<'_>,
    items: &[Item],
    mut path: Vec<usize>,
    start_at: &StartAt,
) -> Vec<usize> {
    if let StartAt::Id(id) = start_at
        && let Some(at) = path
            .iter()
            .rposition(|at| document.member_is(items[*at].value, "id", id))
    {
        path.truncate(at + 1);
    }
    path
}

/// Follows parents back from the entry to start at; true when that came in a circle.
fn walk_back(document: &Document<'_>, items: &[Item], start_at: &StartAt) -> (Vec<usize>, bool) {
    let mut links = Links::new();
    for (at, item) in items.iter().enumerate() {
        if is_object(document, item.value)
            && let Some(id) = document.get(item.value, "id")
        {
            let id = links.node(document, id);
            links.set_entry(id, at);
        }
    }
    let chosen = match start_at {
        StartAt::Id(id) => items
            .iter()
            .rposition(|item| document.member_is(item.value, "id", id)),
        _ => None,
    };
    let mut at = chosen.or(items.len().checked_sub(1));
    let mut passed = vec![false; items.len()];
    let mut branch = Vec::new();
    while let Some(entry) = at {
        if std::mem::replace(&mut passed[entry], true) {
            branch.reverse();
            return (branch, true);
        }
        branch.push(entry);
        let parent = document
            .get(items[entry].value, "parentId")
            .filter(|parent| document.is_truthy(*parent));
        at = parent.and_then(|parent| {
            let parent = links.node(document, parent);
            links.entry(parent)
        });
    }
    branch.reverse();
    (branch, false)
}
