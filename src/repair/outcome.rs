//! How the repair of a stored session ended.

use super::report::{Reason, RepairReport};
use crate::json::quoted;

/// How it ended, in one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing is wrong with the session; nothing was written.
    Clean,
    /// The session is repaired.
    Repaired,
    /// The session is left alone.
    Refused(Reason),
    /// There is no session of this name.
    Missing,
    /// The name stands for a database, not for a file.
    Database,
    /// The session cannot be read: the host's words.
    Unreadable(String),
    /// Storing failed: the host's words. The session is what it was, unless a backup is reported.
    Failed(String),
    /// Somebody else keeps writing; the session is what they made of it.
    Conflict,
}

impl Status {
    /// The status as a text: `clean`, `repaired`, `conflict`, or the reason for which nothing was repaired.
    pub fn text(&self) -> String {
        match self {
            Status::Clean => "clean".into(),
            Status::Repaired => "repaired".into(),
            Status::Conflict => "conflict".into(),
            Status::Refused(reason) => reason.text().into(),
            Status::Missing => "missing session file".into(),
            Status::Database => "sqlite transcript".into(),
            Status::Unreadable(message) => format!("failed to read session file: {message}"),
            Status::Failed(message) => format!("repair failed: {message}"),
        }
    }
}

/// How much a log line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For those who look for it.
    Debug,
    /// For everybody.
    Warn,
}

impl Level {
    /// The level in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Warn => "warn",
        }
    }
}

/// A line for the host's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// How much it matters.
    pub level: Level,
    /// The line.
    pub text: String,
}

/// How a repair ended, what it did, and what it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// What was found and done; [`RepairReport::repaired`] is false when it was not stored.
    pub report: RepairReport,
    /// A backup that is still there, because it may be needed or could not be removed.
    pub backup_path: Option<String>,
    /// For a repaired session: whether it was read back as planned.
    pub validated: bool,
    /// For a repaired session: whether the host confirmed that it survives a power loss.
    pub durable: bool,
    /// Bytes that a late writer appended, and that are in the session now.
    pub recovered_append_bytes: usize,
    /// Lines for the host's log.
    pub logs: Vec<Log>,
}

impl Outcome {
    /// The outcome as JSON: the report, and what is not as usual.
    pub fn to_json(&self) -> String {
        let mut fields = self.report.fields();
        if let Status::Failed(_) = self.status {
            fields.extend(self.report.counters());
        }
        if !matches!(
            self.status,
            Status::Clean | Status::Repaired | Status::Refused(_)
        ) {
            fields.push(format!("\"reason\":{}", quoted(&self.status.text())));
        }
        fields.push(format!("\"outcome\":{}", quoted(&self.status.text())));
        if let Some(path) = &self.backup_path {
            fields.push(format!("\"backupPath\":{}", quoted(path)));
        }
        if self.status == Status::Repaired {
            fields.push(format!("\"validated\":{}", self.validated));
            if !self.durable {
                fields.push("\"durability\":\"unconfirmed\"".into());
            }
        }
        if self.recovered_append_bytes > 0 {
            fields.push(format!(
                "\"recoveredAppendBytes\":{}",
                self.recovered_append_bytes
            ));
        }
        let logs = self
            .logs
            .iter()
            .map(|log| format!("[\"{}\",{}]", log.level.name(), quoted(&log.text)));
        fields.push(format!("\"logs\":[{}]", logs.collect::<Vec<_>>().join(",")));
        format!("{{{}}}", fields.join(","))
    }
}
