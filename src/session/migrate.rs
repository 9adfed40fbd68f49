//! Files of older versions, brought to the current one.

use super::entry::{Item, Part, is_object, is_type, version};
use super::header::CURRENT_VERSION;
use crate::IdSource;
use crate::json::{Document, Value};
use crate::text::JsStr;

/// The version that gave entries ids and parents.
const LINKED_VERSION: f64 = 2.0;

/// Brings items to the current version. True when there was something to do.
///
/// All that are not [`Part::Header`] or, with `entries_alone`, [`Part::Opaque`], are linked when the version had no links.
pub(super) fn migrate(
    document: &mut Document<'_>,
    items: &mut [Item],
    is_compat: bool,
    ids: &mut IdSource,
) -> bool {
    let header = items.iter().position(|item| item.part == Part::Header);
    let version = version(document, header.map(|at| items[at].value));
    // A version that is no number is infinite here, and newer.
    if version >= CURRENT_VERSION {
        return false;
    }
    if version < LINKED_VERSION {
        link(document, items, is_compat, ids);
    }
    for item in items.iter_mut().filter(|item| item.part == Part::Entry) {
        rename_hook_message(document, item);
    }
    if let Some(header) = header {
        let current = document.fresh_number(CURRENT_VERSION);
        items[header].value = document.with_member(items[header].value, "version", current);
    }
    true
}

/// Gives every entry an id and the entry before it as parent.
fn link(document: &mut Document<'_>, items: &mut [Item], is_compat: bool, ids: &mut IdSource) {
    let without_opaque: Vec<usize> = (0..items.len())
        .filter(|at| items[*at].part != Part::Opaque)
        .collect();
    let mut parent = document.fresh("null");
    for at in 0..items.len() {
        if items[at].part != Part::Entry {
            continue;
        }
        let id = ids.next_short();
        let id = document.fresh_string(JsStr::from(id.as_str()));
        let mut entry = document.with_member(items[at].value, "id", id);
        entry = document.with_member(entry, "parentId", parent);
        items[at].value = entry;
        parent = id;
        if is_type(document, entry, "compaction") {
            let index = document.get(entry, "firstKeptEntryIndex");
            if let Some(index) = index.and_then(|index| document.number(index)) {
                let kept = first_kept(items, &without_opaque, index, is_compat);
                let kept = kept.and_then(|kept| document.get(kept, "id"));
                if let Some(kept) = kept {
                    entry = document.with_member(entry, "firstKeptEntryId", kept);
                }
                items[at].value = document.without_members(entry, &["firstKeptEntryIndex"]);
            }
        }
    }
}

/// The entry at an index of the list as it was loaded, where the header is 0.
fn first_kept(
    items: &[Item],
    without_opaque: &[usize],
    index: f64,
    is_compat: bool,
) -> Option<Value> {
    let at = index as usize;
    if at as f64 != index {
        return None;
    }
    let item = items.get(at)?;
    let item = match item.part {
        // The release looks such an index up in the list without opaque records.
        Part::Opaque if is_compat => &items[*without_opaque.get(at)?],
        _ => item,
    };
    (item.part == Part::Entry).then_some(item.value)
}

fn rename_hook_message(document: &mut Document<'_>, item: &mut Item) {
    if !is_type(document, item.value, "message") {
        return;
    }
    let Some(message) = document.get(item.value, "message") else {
        return;
    };
    if is_object(document, message) && document.member_is(message, "role", "hookMessage") {
        let role = document.fresh_string("custom".into());
        let message = document.with_member(message, "role", role);
        item.value = document.with_member(item.value, "message", message);
    }
}
