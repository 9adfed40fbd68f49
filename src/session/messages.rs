//! From a branch to messages.

use super::branch::Session;
use super::entry::{Item, is_object, is_type};
use super::header::{TYPE_ERROR, fatal};
use super::options::SessionOptions;
use super::report::SessionReport;
use crate::Error;
use crate::json::{Document, Value, write};
use crate::text::{JsStr, parse_timestamp};

/// The thinking level of a branch that sets none.
const DEFAULT_THINKING_LEVEL: &str = "off";

/// Who answers; what is not said is missing.
pub(super) struct Model {
    provider: Option<Value>,
    model_id: Option<Value>,
}

impl Model {
    pub(super) fn json(&self, document: &Document<'_>) -> Vec<u8> {
        let mut out = vec![b'{'];
        for (key, value) in [
            ("\"provider\":", self.provider),
            ("\"modelId\":", self.model_id),
        ] {
            if let Some(value) = value {
                if out.len() > 1 {
                    out.push(b',');
                }
                out.extend_from_slice(key.as_bytes());
                out.extend_from_slice(&write(document, value));
            }
        }
        out.push(b'}');
        out
    }
}

/// Place on the branch of the last compaction or reset.
pub(super) fn boundary(document: &Document<'_>, items: &[Item], branch: &[usize]) -> Option<usize> {
    branch.iter().rposition(|at| {
        let value = items[*at].value;
        is_type(document, value, "compaction") || is_type(document, value, "reset")
    })
}

/// Fills in settings and messages of the branch that was selected.
pub(super) fn build(session: &mut Session<'_>, options: &SessionOptions) -> Result<(), Error> {
    let branch: Vec<Value> = session
        .branch
        .iter()
        .map(|at| session.items[*at].value)
        .collect();
    read_settings(session, &branch, options)?;
    let boundary = boundary(&session.document, &session.items, &session.branch);
    let mut maker = Maker {
        document: &mut session.document,
        options,
        report: &mut session.report,
        messages: Vec::new(),
        prelude: Vec::new(),
    };
    match boundary {
        None => {
            for entry in branch {
                maker.entry(entry)?;
            }
        }
        Some(at) => {
            let kept = first_kept(
                maker.document,
                &branch[..=at],
                session.first_kept.as_deref(),
            );
            let is_compaction = is_type(maker.document, branch[at], "compaction");
            if is_compaction {
                maker.compaction_summary(branch[at])?;
            }
            for &entry in &branch[kept..at] {
                match is_compaction {
                    true => maker.entry(entry)?,
                    false => maker.prelude(entry),
                }
            }
            for &entry in &branch[at + 1..] {
                maker.entry(entry)?;
            }
        }
    }
    (session.messages, session.prelude) = (maker.messages, maker.prelude);
    Ok(())
}

/// Thinking level and model, which look at the whole branch.
fn read_settings(
    session: &mut Session<'_>,
    branch: &[Value],
    options: &SessionOptions,
) -> Result<(), Error> {
    let document = &mut session.document;
    session.thinking_level = Some(document.fresh_string(DEFAULT_THINKING_LEVEL.into()));
    for &entry in branch {
        if is_type(document, entry, "thinking_level_change") {
            session.thinking_level = document.get(entry, "thinkingLevel");
        } else if is_type(document, entry, "model_change") {
            session.model = Some(Model {
                provider: document.get(entry, "provider"),
                model_id: document.get(entry, "modelId"),
            });
        } else if is_type(document, entry, "message") {
            match document.get_non_null(entry, "message") {
                Some(message) if is_object(document, message) => {
                    if document.member_is(message, "role", "assistant") {
                        session.model = Some(Model {
                            provider: document.get(message, "provider"),
                            model_id: document.get(message, "model"),
                        });
                    }
                }
                Some(_) => {}
                None if options.is_compat() => return Err(fatal(TYPE_ERROR, entry)),
                None => session.report.entries_without_message += 1,
            }
        }
    }
    Ok(())
}

/// Place of the entry from which the boundary, the last of `branch`, keeps; its own place when there is none.
fn first_kept(document: &Document<'_>, branch: &[Value], instead: Option<&[u8]>) -> usize {
    let at = branch.len() - 1;
    let own = document.get(branch[at], "firstKeptEntryId");
    let named = match instead {
        Some(id) => Some(id.to_vec()),
        None => own
            .and_then(|id| document.string(id))
            .map(|id| id.into_owned()),
    };
    let Some(named) = named else {
        return at;
    };
    let is_named = |entry: &Value| {
        document
            .get_string(*entry, "id")
            .is_some_and(|id| *id == *named)
    };
    branch[..at].iter().position(is_named).unwrap_or(at)
}

/// Makes messages of entries.
struct Maker<'m, 's> {
    document: &'m mut Document<'s>,
    options: &'m SessionOptions,
    report: &'m mut SessionReport,
    messages: Vec<Value>,
    prelude: Vec<usize>,
}

impl Maker<'_, '_> {
    fn entry(&mut self, entry: Value) -> Result<(), Error> {
        if is_type(self.document, entry, "message") {
            self.messages
                .extend(self.document.get_non_null(entry, "message"));
        } else if is_type(self.document, entry, "custom_message") {
            self.synthetic(
                entry,
                "custom",
                &["customType", "content", "display", "details"],
                "custom message",
            )?;
        } else if is_type(self.document, entry, "branch_summary") {
            let summary = self.document.get(entry, "summary");
            if summary.is_some_and(|summary| self.document.is_truthy(summary)) {
                self.synthetic(
                    entry,
                    "branchSummary",
                    &["summary", "fromId"],
                    "branch summary",
                )?;
            }
        }
        Ok(())
    }

    fn compaction_summary(&mut self, entry: Value) -> Result<(), Error> {
        self.synthetic(
            entry,
            "compactionSummary",
            &["summary", "tokensBefore"],
            "compaction summary",
        )
    }

    /// A user or assistant message that a reset keeps.
    fn prelude(&mut self, entry: Value) {
        if !is_type(self.document, entry, "message") {
            return;
        }
        let Some(message) = self.document.get(entry, "message") else {
            return;
        };
        let role = |role| self.document.member_is(message, "role", role);
        if is_object(self.document, message) && (role("user") || role("assistant")) {
            self.prelude.push(self.messages.len());
            self.messages.push(message);
        }
    }

    /// A message with members of its entry, and the entry's time.
    fn synthetic(
        &mut self,
        entry: Value,
        role: &str,
        keys: &[&str],
        called: &str,
    ) -> Result<(), Error> {
        let mut members = vec![("role", self.document.fresh_string(JsStr::from(role)))];
        for key in keys {
            members.extend(self.document.get(entry, key).map(|value| (*key, value)));
        }
        let time = self
            .document
            .get_string(entry, "timestamp")
            .and_then(|text| {
                parse_timestamp(JsStr::from_wtf8(&text), self.options.local_offset_minutes)
            });
        let time = match time {
            Some(time) => time,
            None if self.options.is_compat() => {
                return Err(fatal(
                    &format!("{called} timestamp must be a valid timestamp"),
                    entry,
                ));
            }
            None => {
                self.report.entries_without_time += 1;
                0.0
            }
        };
        members.push(("timestamp", self.document.fresh_number(time)));
        let message = self.document.fresh_object(&members);
        self.messages.push(message);
        Ok(())
    }
}
