//! What a host has to do next. No I/O: the host does what an [`Action`] says and hands the [`Answer`] to the next step.

use super::options::RepairOptions;
use super::outcome::{Level, Log, Outcome, Status};
use super::planner::plan;
use super::report::{Reason, RepairReport};
use crate::text::JsStr;

/// Names tried for a backup after the first was taken.
const MORE_BACKUP_NAMES: u32 = 3;

/// Times that the whole is tried while somebody else keeps writing.
const MAX_ROUNDS: u32 = 3;

/// How the name of a database begins that takes the place of a file's.
const DATABASE_SCHEME: &str = "sqlite:";

/// What the host has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Load the session and remember its version. Answer: `Loaded`, `Missing` or `Failed`.
    Load,
    /// Store [`RepairSession::original`] under this new name. Answer: `Done`, `Exists` or `Failed`.
    SaveBackup(String),
    /// Replace the session by [`RepairSession::planned`], if its version is the one loaded last. Answer: `Replaced`,
    /// `Conflict` or `Failed`.
    Replace,
    /// Read the session back. Answer: `Loaded`, `Missing` or `Failed`.
    Verify,
    /// Remove the backup of this name. Answer: `Done` or `Failed`.
    Remove(String),
    /// Nothing more. Further steps give the same.
    Finished(Box<Outcome>),
}

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Before the first action.
    Start,
    /// The bytes of the session.
    Loaded(Vec<u8>),
    /// There is no session.
    Missing,
    /// It is done.
    Done,
    /// The name is taken; a text that makes another one.
    Exists(String),
    /// The session is replaced.
    Replaced {
        /// It survives a power loss.
        durable: bool,
        /// What a late writer appended, and the host put behind the new bytes.
        appended: Vec<u8>,
    },
    /// Somebody else wrote; nothing was replaced.
    Conflict,
    /// It failed: the host's words.
    Failed(String),
}

/// What a cleaned-up backup is followed by.
#[derive(Clone, Debug)]
enum Then {
    Repaired,
    Failed(String),
    Retry,
}

#[derive(Clone, Debug)]
enum State {
    Begin,
    Loading,
    Saving,
    Replacing,
    /// Replacing failed with these words, and what happened is looked up.
    Reloading(String),
    Verifying,
    Removing(Then),
}

/// The repair of one stored session, step by step.
///
/// ```
/// use transcript_hygiene::repair::{Action, Answer, RepairOptions, RepairSession};
/// let mut session = RepairSession::new("s.jsonl", RepairOptions::new(), "4242", 1_700_000_000_000.0);
/// assert_eq!(session.step(Answer::Start), Action::Load);
/// let file = b"{\"type\":\"session\",\"id\":\"s\"}\n{\"cut".to_vec();
/// assert_eq!(session.step(Answer::Loaded(file)), Action::SaveBackup("s.jsonl.bak-4242-1700000000000".into()));
/// assert_eq!(session.step(Answer::Done), Action::Replace);
/// ```
#[derive(Clone, Debug)]
pub struct RepairSession {
    key: String,
    options: RepairOptions,
    backup_name: String,
    state: State,
    original: Vec<u8>,
    planned: Vec<u8>,
    backup: String,
    rounds: u32,
    more_names: u32,
    outcome: Outcome,
}

impl RepairSession {
    /// Begins the repair of the session under `key`.
    ///
    /// `owner` tells who repairs (a process id): with `now_ms` it makes the name of the backup,
    /// `<key>.bak-<owner>-<now_ms>`.
    pub fn new(key: &str, options: RepairOptions, owner: &str, now_ms: f64) -> Self {
        RepairSession {
            backup_name: format!("{key}.bak-{owner}-{now_ms}"),
            key: key.into(),
            options,
            state: State::Begin,
            original: Vec::new(),
            planned: Vec::new(),
            backup: String::new(),
            rounds: 0,
            more_names: 0,
            outcome: Outcome {
                status: Status::Clean,
                report: RepairReport::default(),
                backup_path: None,
                validated: false,
                durable: true,
                recovered_append_bytes: 0,
                logs: Vec::new(),
            },
        }
    }

    /// The bytes that were loaded, which are what a backup holds.
    pub fn original(&self) -> &[u8] {
        &self.original
    }

    /// The bytes that the session shall have.
    pub fn planned(&self) -> &[u8] {
        &self.planned
    }

    /// Takes what came of the last action and says what is next.
    pub fn step(&mut self, answer: Answer) -> Action {
        match (self.state.clone(), answer) {
            (State::Begin, _) => self.begin(),
            (State::Loading, Answer::Loaded(bytes)) => self.loaded(bytes),
            (State::Loading, Answer::Missing) => self.finish(Status::Missing),
            (State::Loading, answer) => self.unreadable(failure(answer)),
            (State::Saving, Answer::Done) => {
                self.state = State::Replacing;
                Action::Replace
            }
            (State::Saving, Answer::Exists(unique)) => self.name_taken(&unique),
            (State::Saving, answer) => self.remove_backup(Then::Failed(failure(answer))),
            (State::Replacing, Answer::Replaced { durable, appended }) => {
                self.planned.extend_from_slice(&appended);
                self.outcome.recovered_append_bytes = appended.len();
                self.outcome.durable = durable;
                self.state = State::Verifying;
                Action::Verify
            }
            (State::Replacing, Answer::Conflict) => self.remove_backup(Then::Retry),
            (State::Replacing, answer) => {
                self.state = State::Reloading(failure(answer));
                Action::Load
            }
            (State::Reloading(message), answer) => self.reloaded(message, answer),
            (State::Verifying, answer) => self.verified(&answer),
            (State::Removing(then), answer) => self.removed(then, answer),
        }
    }

    fn begin(&mut self) -> Action {
        let key = JsStr::from(self.key.as_str()).trim();
        if key.is_empty() {
            return self.finish(Status::Missing);
        }
        if key.to_str().is_some_and(is_database) {
            return self.finish(Status::Database);
        }
        self.state = State::Loading;
        Action::Load
    }

    fn loaded(&mut self, bytes: Vec<u8>) -> Action {
        let plan = plan(&bytes, &self.options);
        self.outcome.report = plan.report().clone();
        if let Some(reason) = plan.report().reason {
            if reason == Reason::InvalidSessionHeader {
                self.warn_skipped(reason.text());
            }
            return self.finish(Status::Refused(reason));
        }
        if !plan.rewrites() {
            self.outcome.validated = true;
            return self.finish(Status::Clean);
        }
        self.planned = plan.apply(&bytes);
        self.original = bytes;
        self.save_backup(self.backup_name.clone())
    }

    fn unreadable(&mut self, message: String) -> Action {
        let status = Status::Unreadable(message);
        self.warn_skipped(&status.text());
        self.finish(status)
    }

    fn save_backup(&mut self, name: String) -> Action {
        self.backup = name;
        self.state = State::Saving;
        Action::SaveBackup(self.backup.clone())
    }

    fn name_taken(&mut self, unique: &str) -> Action {
        self.more_names += 1;
        if self.more_names > MORE_BACKUP_NAMES {
            return self.fail("no free name for the backup".into());
        }
        self.save_backup(format!("{}-{unique}", self.backup_name))
    }

    fn remove_backup(&mut self, then: Then) -> Action {
        self.state = State::Removing(then);
        Action::Remove(self.backup.clone())
    }

    /// Replacing failed, which says nothing about what happened.
    fn reloaded(&mut self, message: String, answer: Answer) -> Action {
        match answer {
            Answer::Loaded(bytes) if bytes == self.original => {
                self.remove_backup(Then::Failed(message))
            }
            Answer::Loaded(bytes) if bytes == self.planned => {
                // It took effect, but nobody said that it lasts.
                self.outcome.durable = false;
                self.verified(&Answer::Loaded(bytes))
            }
            _ => {
                self.outcome.backup_path = Some(self.backup.clone());
                self.fail(message)
            }
        }
    }

    fn verified(&mut self, answer: &Answer) -> Action {
        self.outcome.validated = matches!(answer, Answer::Loaded(bytes) if *bytes == self.planned);
        if self.outcome.validated && self.outcome.durable {
            return self.remove_backup(Then::Repaired);
        }
        self.outcome.backup_path = Some(self.backup.clone());
        self.repaired()
    }

    fn removed(&mut self, then: Then, answer: Answer) -> Action {
        match then {
            Then::Repaired => {
                if answer != Answer::Done {
                    let text = format!(
                        "session file repair backup cleanup failed: {} ({})",
                        failure(answer),
                        base_name(&self.backup)
                    );
                    self.log(Level::Debug, text);
                    self.outcome.backup_path = Some(self.backup.clone());
                }
                self.repaired()
            }
            Then::Failed(message) => self.fail(message),
            Then::Retry => {
                self.rounds += 1;
                if self.rounds >= MAX_ROUNDS {
                    self.outcome.report.repaired = false;
                    return self.finish(Status::Conflict);
                }
                self.state = State::Loading;
                Action::Load
            }
        }
    }

    fn repaired(&mut self) -> Action {
        let done = self.outcome.report.summary();
        let text = format!("session file repaired: {done} ({})", base_name(&self.key));
        self.log(Level::Debug, text);
        self.finish(Status::Repaired)
    }

    fn fail(&mut self, message: String) -> Action {
        self.outcome.report.repaired = false;
        let status = Status::Failed(message);
        self.warn_skipped(&status.text());
        self.finish(status)
    }

    fn warn_skipped(&mut self, reason: &str) {
        let text = format!(
            "session file repair skipped: {reason} ({})",
            base_name(&self.key)
        );
        self.log(Level::Warn, text);
    }

    fn log(&mut self, level: Level, text: String) {
        self.outcome.logs.push(Log { level, text });
    }

    fn finish(&mut self, status: Status) -> Action {
        self.outcome.status = status;
        Action::Finished(Box::new(self.outcome.clone()))
    }
}

/// The words of an answer that is none of those that were asked for.
fn failure(answer: Answer) -> String {
    match answer {
        Answer::Failed(message) => message,
        Answer::Missing => "the session is gone".into(),
        Answer::Conflict => "somebody else wrote".into(),
        Answer::Exists(_) => "the name is taken".into(),
        Answer::Start | Answer::Loaded(_) | Answer::Done | Answer::Replaced { .. } => {
            "the host answered something else than was asked".into()
        }
    }
}

/// The last part of a path.
fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// True for `sqlite:<a>:<b>:<c>`, three parts with something in them, the first two without `:`.
fn is_database(key: &str) -> bool {
    let Some(rest) = key.strip_prefix(DATABASE_SCHEME) else {
        return false;
    };
    let mut parts = rest.splitn(3, ':');
    (0..3).all(|_| parts.next().is_some_and(|part| !part.is_empty()))
}

/// True when a backup may be removed: the session is what repair makes of it, so nothing is in it that is not in the
/// session or was dropped on purpose.
///
/// Backups are named `<key>.bak-…`. Remove one only after this said yes, with the options of the repair that left it.
pub fn is_leftover_backup(session: &[u8], backup: &[u8], options: &RepairOptions) -> bool {
    let plan = plan(backup, options);
    plan.rewrites() && plan.apply(backup) == session
}
