//! What a host has to do next. No I/O: the host does what an [`Action`] says and hands the [`Answer`] to the next step.

use super::course::{Content, Course, News, Order, Verdict};
use super::options::RepairOptions;
use super::outcome::Outcome;
use super::planner::plan;
use super::report::RepairReport;

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
    options: RepairOptions,
    course: Course,
    report: RepairReport,
    original: Vec<u8>,
    planned: Vec<u8>,
}

impl RepairSession {
    /// Begins the repair of the session under `key`.
    ///
    /// `owner` tells who repairs (a process id): with `now_ms` it makes the name of the backup,
    /// `<key>.bak-<owner>-<now_ms>`. Where its last part would be longer than the 255 bytes that file systems take, the end
    /// of the key gives way to `~` and a hash.
    pub fn new(key: &str, options: RepairOptions, owner: &str, now_ms: f64) -> Self {
        RepairSession {
            options,
            course: Course::new(key, owner, now_ms),
            report: RepairReport::default(),
            original: Vec::new(),
            planned: Vec::new(),
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
        let news = self.news(answer);
        match self.course.step(news) {
            Order::Load => Action::Load,
            Order::SaveBackup(name) => Action::SaveBackup(name),
            Order::Replace => Action::Replace,
            Order::Verify => Action::Verify,
            Order::Remove(name) => Action::Remove(name),
            Order::Finished => {
                let ending = self.course.ending().clone();
                Action::Finished(Box::new(ending.with_report(self.report.clone())))
            }
        }
    }

    fn news(&mut self, answer: Answer) -> News {
        match answer {
            Answer::Start => News::Start,
            Answer::Loaded(bytes) if self.course.wants_plan() => self.plan(bytes),
            Answer::Loaded(bytes) if bytes == self.original => News::Read(Content::Original),
            Answer::Loaded(bytes) if bytes == self.planned => News::Read(Content::Planned),
            Answer::Loaded(_) => News::Read(Content::Other),
            Answer::Missing => News::Missing,
            Answer::Done => News::Done,
            Answer::Exists(unique) => News::Exists(unique),
            Answer::Replaced { durable, appended } => {
                self.planned.extend_from_slice(&appended);
                let appended = appended.len();
                News::Replaced { durable, appended }
            }
            Answer::Conflict => News::Conflict,
            Answer::Failed(message) => News::Failed(message),
        }
    }

    fn plan(&mut self, bytes: Vec<u8>) -> News {
        let plan = plan(&bytes, &self.options);
        if plan.rewrites() {
            self.planned = plan.apply(&bytes);
            self.original = bytes;
        }
        let verdict = Verdict::of(&plan);
        self.report = plan.into_report();
        News::Planned(verdict)
    }
}

/// True when a backup may be removed: the session is what repair makes of it, so nothing is in it that is not in the
/// session or was dropped on purpose.
///
/// Backups are named `<key>.bak-…`. Remove one only after this said yes, with the options of the repair that left it.
pub fn is_leftover_backup(session: &[u8], backup: &[u8], options: &RepairOptions) -> bool {
    let plan = plan(backup, options);
    plan.rewrites() && plan.apply(backup) == session
}
