use crate::table::{IdMap, IdSet};
use crate::Limits;
use crate::json::{Document, stringify, write};
use crate::repair::planner::Line;
use crate::repair::record::Record;
use crate::repair::report::DanglingParents;
use crate::repair::rules::insert_missing_tool_results::INSERTED_ID;
use crate::rule::declare_rule;
use crate::text::JsStr;

declare_rule! {
    /// ## What it does
    /// With the option `relink`: gives records whose parent is lost the record before them as parent.
    /// ## Who refuses without it
    /// Nobody, and that is the trouble: the walk from the last record to the first stops at a lost parent, and all
    /// history before it is silently gone.
    /// ## Exact rule
    /// 1. A record whose `parentId` is a string that is no record's `id` gets the id of the nearest earlier record that
    ///    stays and has one (not the header), else `null`. It counts in `relinkedRecords`.
    /// 2. Inserted tool results hang one below the other, and the first later record that hangs from their call hangs
    ///    from the last of them; it counts, too.
    /// 3. Without the option, such records are reported in `danglingParents` and stay.
    /// ## Example
    /// ```json before
    /// [{"type":"custom","id":"a","parentId":null},{"type":"custom","id":"c","parentId":"b"}]
    /// ```
    /// ```json after
    /// [{"type":"custom","id":"a","parentId":null},{"type":"custom","id":"c","parentId":"a"}]
    /// ```
    /// ## Never touches
    /// Records whose parent is in the file, before or after them.
    /// ## Order
    /// Last, when it is known which records stay and which results were inserted.
    /// ## Source
    /// transcript-hygiene; the reference release leaves such records cut off.
    pub(crate) static RELINK_ORPHANS = {
        id: "relink-orphans",
        summary: "with `relink`, records whose parent is lost hang from the record before them",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

/// Missing ids that a report names.
const REPORTED_IDS: usize = 8;

/// A record that may need another parent.
struct Child {
    line: Line,
    parent: Vec<u8>,
    /// Id of the nearest record before it.
    before: Option<Vec<u8>>,
    /// The record as it stands; empty without the option.
    text: Vec<u8>,
}

/// A record with its new parent.
pub(in crate::repair) struct Relinked {
    pub(in crate::repair) line: Line,
    pub(in crate::repair) text: Vec<u8>,
}

/// Ids in the order of their records, one behind the other.
#[derive(Default)]
struct Ids {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Ids {
    fn push(&mut self, id: &[u8]) {
        self.text.extend_from_slice(id);
        self.ends.push(self.text.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.text[start..*end])
    }
}

/// Who hangs from whom.
#[derive(Default)]
pub(in crate::repair) struct Parents {
    ids: Ids,
    /// Those that look like ids of inserted results.
    made: IdSet,
    /// Id of the last record that may be a parent; empty before the first.
    last: Vec<u8>,
    /// Records that do not hang from the one before them.
    unresolved: Vec<Child>,
    /// Records that may get tool results below them; the first child of each, once it came.
    followed: IdMap<Option<Child>>,
}

impl Parents {
    /// Takes in the next record that stays. `text` is its JSON, when relinking is on.
    pub(in crate::repair) fn observe(&mut self, record: &Record<'_>, line: &Line, text: &[u8]) {
        let document = &record.document;
        if let Some(parent) = document.get_string(record.root, "parentId") {
            let before = (!self.last.is_empty()).then_some(&self.last);
            let child = |before: Option<&Vec<u8>>| Child {
                line: line.clone(),
                parent: parent.to_vec(),
                before: before.cloned(),
                text: text.to_vec(),
            };
            if let Some(first @ None) = self.followed.get_mut(&parent) {
                *first = Some(child(None));
            }
            if before.is_none_or(|before| **before != *parent) {
                self.unresolved.push(child(before));
            }
        }
        let Some(id) = document.get_string(record.root, "id").filter(|id| !id.is_empty()) else {
            return;
        };
        self.ids.push(&id);
        if id.starts_with(INSERTED_ID.as_bytes()) {
            self.made.add(&id);
        }
        if !document.member_is(record.root, "type", "session") {
            self.last.clear();
            self.last.extend_from_slice(&id);
        }
    }

    /// Remembers the first record that will hang from this one.
    pub(in crate::repair) fn follow(&mut self, id: Option<Vec<u8>>) {
        if let Some(id) = id {
            self.followed.entry(&id);
        }
    }

    /// True when a record has this id of an inserted result.
    pub(in crate::repair) fn has_made(&self, id: &str) -> bool {
        self.made.contains(id.as_bytes())
    }

    /// Records whose parent came neither before nor after them.
    pub(in crate::repair) fn dangling(&mut self) -> DanglingParents {
        if !self.unresolved.is_empty() {
            let parents = self.unresolved.iter().map(|child| &child.parent);
            let mut missing: IdSet = parents.collect();
            for id in self.ids.iter() {
                missing.remove(id);
            }
            self.unresolved.retain(|child| missing.contains(&child.parent));
        }
        DanglingParents {
            count: self.unresolved.len(),
            first_ids: self
                .unresolved
                .iter()
                .take(REPORTED_IDS)
                .map(|child| JsStr::from_wtf8(&child.parent).to_owned())
                .collect(),
        }
    }

    /// Records with a new parent; `inserted` gives the last result below a record. Call after [`Parents::dangling`].
    pub(in crate::repair) fn relink(self, inserted: &IdMap<String>) -> Vec<Relinked> {
        let mut relinked: Vec<Relinked> = Vec::new();
        for child in self.unresolved {
            let text = with_parent(&child.text, child.before.as_deref());
            relinked.push(Relinked {
                line: child.line,
                text,
            });
        }
        for (id, child) in self.followed.iter() {
            if let (Some(child), Some(result)) = (child, inserted.get(id)) {
                let text = with_parent(&child.text, Some(result.as_bytes()));
                relinked.push(Relinked {
                    line: child.line.clone(),
                    text,
                });
            }
        }
        relinked
    }
}

/// The record's line with another parent.
fn with_parent(text: &[u8], parent: Option<&[u8]>) -> Vec<u8> {
    let limits = Limits {
        nesting: usize::MAX,
        bytes: usize::MAX,
        ..Limits::default()
    };
    let Ok(mut document) = Document::parse(text, 1, &limits) else {
        return text.to_vec();
    };
    let parent = match parent {
        Some(id) => document.fresh_string(JsStr::from_wtf8(id)),
        None => document.fresh("null"),
    };
    let root = document.with_member(document.root(), "parentId", parent);
    let written = write(&document, root);
    let mut line = stringify(&written, &limits).unwrap_or(written);
    line.push(b'\n');
    line
}
