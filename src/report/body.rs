//! Watches the rules of a request body and names what each changed.

use super::change::{Change, ChangeKind, Report};
use super::diff::member_changes;
use crate::json::{Document, Kind, Value, write};
use crate::rule::Rule;
use crate::table::{NumberMap, NumberSet};

/// Members of a body that hold its messages, by API.
pub(crate) const MESSAGE_LISTS: [&str; 2] = ["messages", "input"];

/// Member of a message that holds its blocks.
const CONTENT: &str = "content";

/// A change before its pointers are known.
struct Noted {
    rule: &'static Rule,
    kind: ChangeKind,
    /// Address of the message or block that the place is in; none for a member of the body itself.
    holder: Option<u32>,
    /// Pointer inside that.
    inner: String,
    bytes_before: usize,
    bytes_after: usize,
    before: Option<String>,
    after: Option<String>,
}

/// Watches the rules of a request body. Messages and blocks are known by their addresses, which edits keep.
pub(crate) struct BodyRecorder {
    include_text: bool,
    source: Value,
    notes: Vec<Noted>,
}

impl BodyRecorder {
    pub(crate) fn new(source: Value, include_text: bool) -> Self {
        BodyRecorder {
            include_text,
            source,
            notes: Vec::new(),
        }
    }

    /// Notes what a rule changed.
    pub(crate) fn record(
        &mut self,
        rule: &'static Rule,
        document: &Document<'_>,
        before: Value,
        after: Value,
    ) {
        for (inner, old, new) in member_changes(document, before, after) {
            let is_list = MESSAGE_LISTS.contains(&&inner[1..]);
            match kept_and_gone(document, old, new).filter(|_| is_list) {
                Some(messages) => {
                    for (was, now) in messages {
                        self.message(rule, document, was, now);
                    }
                }
                None => {
                    self.note(rule, document, ChangeKind::Edited, None, inner, old, new);
                }
            }
        }
    }

    fn message(
        &mut self,
        rule: &'static Rule,
        document: &Document<'_>,
        was: Value,
        now: Option<Value>,
    ) {
        let holder = Some(was.address());
        let Some(now) = now else {
            let inner = String::new();
            self.note(
                rule,
                document,
                ChangeKind::Dropped,
                holder,
                inner,
                Some(was),
                None,
            );
            return;
        };
        for (inner, old, new) in member_changes(document, was, now) {
            let is_content = &inner[1..] == CONTENT;
            match kept_and_gone(document, old, new).filter(|_| is_content) {
                Some(blocks) => {
                    for (was, now) in blocks {
                        let kind = match now {
                            Some(_) => ChangeKind::Edited,
                            None => ChangeKind::Dropped,
                        };
                        let block = Some(was.address());
                        self.note(rule, document, kind, block, String::new(), Some(was), now);
                    }
                }
                None => {
                    self.note(rule, document, ChangeKind::Edited, holder, inner, old, new);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one for each column of a change")]
    fn note(
        &mut self,
        rule: &'static Rule,
        document: &Document<'_>,
        kind: ChangeKind,
        holder: Option<u32>,
        inner: String,
        before: Option<Value>,
        after: Option<Value>,
    ) {
        let text = |value| String::from_utf8_lossy(&write(document, value)).into_owned();
        let (before, after) = (before.map(text), after.map(text));
        self.notes.push(Noted {
            rule,
            kind,
            holder,
            inner,
            bytes_before: before.as_ref().map_or(0, String::len),
            bytes_after: after.as_ref().map_or(0, String::len),
            before: before.filter(|_| self.include_text),
            after: after.filter(|_| self.include_text),
        });
    }

    /// Finds the places in the body as it was and as it is.
    pub(crate) fn finish(self, document: &Document<'_>, body: Value) -> Report {
        let mut holders = NumberSet::default();
        for holder in self.notes.iter().filter_map(|noted| noted.holder) {
            holders.add(holder);
        }
        let input = pointers(document, self.source, &holders);
        let output = pointers(document, body, &holders);
        let place = |pointers: &NumberMap<String>, noted: &Noted| match noted.holder {
            None => Some(noted.inner.clone()),
            Some(holder) => Some(format!("{}{}", pointers.get(holder)?, noted.inner)),
        };
        let changes = self.notes.iter().map(|noted| Change {
            rule: noted.rule,
            kind: noted.kind,
            input: place(&input, noted),
            output: place(&output, noted).filter(|_| noted.kind != ChangeKind::Dropped),
            bytes_before: noted.bytes_before,
            bytes_after: noted.bytes_after,
            digest_before: None,
            digest_after: None,
            before: noted.before.clone(),
            after: noted.after.clone(),
        });
        let before: Vec<Value> = messages(document, self.source).collect();
        let after: Vec<Value> = messages(document, body).collect();
        let kept: NumberMap<Value> = after.iter().map(|turn| (turn.address(), *turn)).collect();
        let is_untouched = |turn: &&Value| kept.get(turn.address()) == Some(*turn);
        Report {
            changes: changes.collect(),
            turns_before: before.len(),
            turns_after: after.len(),
            turns_untouched: before.iter().filter(is_untouched).count(),
        }
    }
}

/// Elements that differ between two arrays, of which the second has none that the first has not: the element before,
/// and what it is now, if it is there. None for anything else.
fn kept_and_gone(
    document: &Document<'_>,
    before: Option<Value>,
    after: Option<Value>,
) -> Option<Vec<(Value, Option<Value>)>> {
    let (before, after) = (before?, after?);
    if document.kind(before) != Kind::Array || document.kind(after) != Kind::Array {
        return None;
    }
    let mut rest = document.entries(after).map(|entry| entry.value).peekable();
    let mut changed = Vec::new();
    for was in document.entries(before).map(|entry| entry.value) {
        match rest.next_if(|now| now.address() == was.address()) {
            Some(now) if now == was => {}
            now => changed.push((was, now)),
        }
    }
    rest.peek().is_none().then_some(changed)
}

/// The elements of the body's message lists.
fn messages<'d>(document: &'d Document<'_>, body: Value) -> impl Iterator<Item = Value> + 'd {
    MESSAGE_LISTS
        .iter()
        .filter_map(move |key| document.get(body, key))
        .filter(|list| document.kind(*list) == Kind::Array)
        .flat_map(|list| document.entries(list).map(|entry| entry.value))
}

/// Pointers of the messages and blocks at these addresses.
fn pointers(document: &Document<'_>, body: Value, wanted: &NumberSet) -> NumberMap<String> {
    let mut found = NumberMap::default();
    for key in MESSAGE_LISTS {
        let list = document.get(body, key);
        let list = list.filter(|list| document.kind(*list) == Kind::Array);
        let messages = list.into_iter().flat_map(|list| document.entries(list));
        for (at, message) in messages.enumerate() {
            let message = message.value;
            if wanted.contains(message.address()) {
                found.insert(message.address(), format!("/{key}/{at}"));
            }
            let content = document.get(message, CONTENT);
            let content = content.filter(|content| document.kind(*content) == Kind::Array);
            let blocks = content
                .into_iter()
                .flat_map(|content| document.entries(content));
            for (block_at, block) in blocks.enumerate() {
                if wanted.contains(block.value.address()) {
                    let pointer = format!("/{key}/{at}/{CONTENT}/{block_at}");
                    found.insert(block.value.address(), pointer);
                }
            }
        }
    }
    found
}
