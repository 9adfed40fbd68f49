//! A session file that was read: its active branch, and the messages that the branch makes.

use super::entry::{Item, Part, is_type, partition};
use super::header::{is_readable, recover};
use super::links::Node;
use super::messages::{self, Model};
use super::options::{Builder, SessionOptions};
use super::report::SessionReport;
use super::tree::{Mode, Walk, walk};
use super::{file, flat, migrate, model_form, rewrite};
use crate::json::{Document, Value, write, write_into};
use crate::table::IdSet;
use crate::text::{JsStr, JsString};
use crate::{Error, IdSource};

/// Missing ids that a report names.
const REPORTED_IDS: usize = 8;

/// The messages of a session file's active branch, and what else it says.
pub struct Session<'s> {
    pub(super) document: Document<'s>,
    pub(super) items: Vec<Item>,
    pub(super) branch: Vec<usize>,
    /// For a boundary that keeps from a record that is no entry: from which entry instead.
    pub(super) first_kept: Option<Vec<u8>>,
    /// Ids of the leaf, and of the entry that the next record would hang from.
    pub(super) ends: [Option<Vec<u8>>; 2],
    /// The values that the loader gives; none for a file without a header in front.
    loaded: usize,
    /// The file on disk is not what a writer would leave.
    pub(super) outdated: bool,
    copy_suffix: Option<String>,
    pub(super) ids: IdSource,
    pub(super) messages: Vec<Value>,
    pub(super) prelude: Vec<usize>,
    pub(super) thinking_level: Option<Value>,
    pub(super) model: Option<Model>,
    pub(super) report: SessionReport,
}

/// Reads a file and selects the branch, without making messages of it.
pub(crate) fn open<'s>(bytes: &'s [u8], options: &SessionOptions) -> Result<Session<'s>, Error> {
    let file = file::read(bytes, &options.limits)?;
    let readable = is_readable(&file.document, &file.values);
    let mut session = Session {
        document: file.document,
        items: Vec::new(),
        branch: Vec::new(),
        first_kept: None,
        ends: [None, None],
        loaded: if readable { file.values.len() } else { 0 },
        outdated: false,
        copy_suffix: None,
        ids: options.ids.clone(),
        messages: Vec::new(),
        prelude: Vec::new(),
        thinking_level: None,
        model: None,
        report: SessionReport {
            skipped_lines: file.skipped,
            ..SessionReport::default()
        },
    };
    match options.builder {
        Builder::Tree => {
            let mut values = file.values;
            if !readable {
                // The copy of the damaged file is named before anything else needs an id.
                if !file.blank {
                    session.copy_suffix = Some(session.ids.next_short());
                }
                values = recover(&mut session.document, &values, options, &mut session.ids)?;
                session.report.recovered_header = !file.blank;
                session.outdated = true;
            }
            session.select_tree(&values, options);
        }
        Builder::Flat => {
            let flat = flat::select(
                &mut session.document,
                &file.values,
                options,
                &mut session.ids,
            )?;
            session.items = flat.items;
            session.branch = flat.branch;
            session.report.cyclic = flat.cyclic;
            session.report.migrated = flat.migrated;
        }
    }
    Ok(session)
}

impl Session<'_> {
    fn select_tree(&mut self, values: &[Value], options: &SessionOptions) {
        let document = &mut self.document;
        self.items = partition(document, values);
        self.report.migrated = migrate::migrate(
            document,
            &mut self.items,
            options.is_compat(),
            &mut self.ids,
        );
        self.outdated |= self.report.migrated;
        let document = &self.document;
        let mut walk = walk(document, &self.items, Mode::Tree, &IdSet::new());
        (self.branch, self.report.cyclic) = walk.branch(walk.leaf);
        let boundary = messages::boundary(document, &self.items, &self.branch);
        let kept = boundary.and_then(|boundary| {
            walk.opaque_first_kept(document, &self.items, &self.branch, self.branch[boundary])
        });
        let text = |walk: &Walk, node: Option<Node>| Some(walk.links.text(node?).to_vec());
        self.first_kept = text(&walk, kept);
        let append = walk.links.resolve(walk.append_parent);
        self.ends = [text(&walk, walk.leaf), text(&walk, append)];
        self.report_dangling(&walk);
    }

    fn report_dangling(&mut self, walk: &Walk) {
        for parent in walk.lost_parents() {
            self.report.dangling_parents += 1;
            if self.report.first_dangling_parents.len() < REPORTED_IDS {
                let text = JsStr::from_wtf8(walk.links.text(parent)).to_owned();
                self.report.first_dangling_parents.push(text);
            }
        }
    }

    /// Makes the messages of the branch.
    pub(crate) fn build(&mut self, options: &SessionOptions) -> Result<(), Error> {
        messages::build(self, options)
    }

    /// What was skipped, made up or cut off.
    pub fn report(&self) -> &SessionReport {
        &self.report
    }

    /// How many values the file holds; 0 when it does not begin with a header.
    pub fn loaded(&self) -> usize {
        self.loaded
    }

    /// The messages as a JSON array, as replay takes them.
    pub fn messages_json(&self) -> Vec<u8> {
        self.array_json(&self.messages)
    }

    /// The messages in the form in which a model is asked: user, assistant and tool result turns alone.
    pub fn model_messages_json(&mut self, options: &SessionOptions) -> Vec<u8> {
        let messages = model_form::convert(&mut self.document, &self.messages, options);
        self.array_json(&messages)
    }

    fn array_json(&self, values: &[Value]) -> Vec<u8> {
        let mut out = vec![b'['];
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            write_into(&self.document, *value, &mut out);
        }
        out.push(b']');
        out
    }

    /// Indexes of messages that were kept across a reset; limits on history never count or drop them.
    pub fn prelude(&self) -> &[usize] {
        &self.prelude
    }

    /// JSON of the thinking level; none when the entry that sets it names none.
    pub fn thinking_level_json(&self) -> Option<Vec<u8>> {
        self.thinking_level
            .map(|level| write(&self.document, level))
    }

    /// JSON of the model as `{provider, modelId}`; `null` when nothing names one.
    pub fn model_json(&self) -> Vec<u8> {
        match &self.model {
            Some(model) => model.json(&self.document),
            None => b"null".to_vec(),
        }
    }

    /// The ids of the branch, from the root to the leaf.
    pub fn branch_ids(&self) -> Vec<JsString> {
        self.branch
            .iter()
            .filter_map(|at| self.text(self.items[*at].value, "id"))
            .collect()
    }

    /// The id of the entry that the next turn would answer.
    pub fn leaf_id(&self) -> Option<JsStr<'_>> {
        self.ends[0].as_deref().map(JsStr::from_wtf8)
    }

    /// The id of the session.
    pub fn session_id(&self) -> Option<JsString> {
        let header = self.items.iter().find(|item| item.part == Part::Header)?;
        self.text(header.value, "id")
    }

    /// The name that the file gives the session last.
    pub fn name(&self) -> Option<JsString> {
        let named = |item: &&Item| {
            item.part == Part::Entry && is_type(&self.document, item.value, "session_info")
        };
        let last = self.items.iter().rev().find(named)?;
        let name = self.text(last.value, "name")?.as_js().trim().to_owned();
        (!name.is_empty()).then_some(name)
    }

    fn text(&self, object: Value, key: &str) -> Option<JsString> {
        let text = self.document.get_string(object, key)?;
        Some(JsStr::from_wtf8(&text).to_owned())
    }

    /// For a file without a header in front: what to end the name of its copy with.
    pub fn copy_suffix(&self) -> Option<&str> {
        self.copy_suffix.as_deref()
    }

    /// The text that should stand in the file: there when it was migrated, or a header made or put in front.
    ///
    /// Store it as repair stores a file, never in place.
    pub fn rewritten(&self, options: &SessionOptions) -> Option<Vec<u8>> {
        self.outdated.then(|| rewrite::text(self, options))
    }
}
