//! The order in which a repair goes, apart from the bytes: what was read is known here by what it is equal to.
//!
//! Hosts that keep the bytes themselves (JavaScript) share this with [`RepairSession`](super::RepairSession). A course
//! holds little and is decided by what it was told, so it can be gone through again from the start at any time.

use super::backup_name::with_suffix;
use super::outcome::{Level, Log, Outcome, Status};
use super::plan::Plan;
use super::report::{Reason, RepairReport};
use crate::text::JsStr;

/// Names tried for a backup after the first was taken.
const MORE_BACKUP_NAMES: u32 = 3;

/// Times that the whole is tried while somebody else keeps writing.
const MAX_ROUNDS: u32 = 3;

/// How the name of a database begins that takes the place of a file's.
const DATABASE_SCHEME: &str = "sqlite:";

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Load,
    SaveBackup(String),
    Replace,
    Verify,
    Remove(String),
    Finished,
}

/// What came of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    Start,
    /// The session was loaded, and there is a plan for it.
    Planned(Verdict),
    /// The session was read again.
    Read(Content),
    Missing,
    Done,
    /// The name is taken; a text that makes another one.
    Exists(String),
    Replaced {
        durable: bool,
        appended: usize,
    },
    Conflict,
    Failed(String),
}

/// What a plan decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) rewrites: bool,
    pub(crate) reason: Option<Reason>,
    /// What there is to do, in words.
    pub(crate) summary: String,
}

impl Verdict {
    pub(crate) fn of(plan: &Plan) -> Self {
        Verdict {
            rewrites: plan.rewrites(),
            reason: plan.report().reason,
            summary: plan.report().summary(),
        }
    }
}

/// What bytes that were read again are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Original,
    Planned,
    Other,
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

/// How a repair ended, apart from what it found.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) status: Status,
    pub(crate) backup_path: Option<String>,
    pub(crate) validated: bool,
    pub(crate) durable: bool,
    pub(crate) recovered_append_bytes: usize,
    pub(crate) logs: Vec<Log>,
}

impl Ending {
    pub(crate) fn with_report(self, mut report: RepairReport) -> Outcome {
        report.repaired &= self.status == Status::Repaired;
        Outcome {
            status: self.status,
            report,
            backup_path: self.backup_path,
            validated: self.validated,
            durable: self.durable,
            recovered_append_bytes: self.recovered_append_bytes,
            logs: self.logs,
        }
    }
}

/// The course of one repair.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    key: String,
    /// What backups have behind the key.
    suffix: String,
    backup: String,
    state: State,
    summary: String,
    rounds: u32,
    more_names: u32,
    ending: Ending,
}

impl Course {
    /// Begins a repair. The backup will be named `<key>.bak-<owner>-<now_ms>`; see [`with_suffix`] for long names.
    pub(crate) fn new(key: &str, owner: &str, now_ms: f64) -> Self {
        Course {
            suffix: format!(".bak-{owner}-{now_ms}"),
            key: key.into(),
            backup: String::new(),
            state: State::Begin,
            summary: String::new(),
            rounds: 0,
            more_names: 0,
            ending: Ending {
                status: Status::Clean,
                backup_path: None,
                validated: false,
                durable: true,
                recovered_append_bytes: 0,
                logs: Vec::new(),
            },
        }
    }

    /// True when what is loaded next has to be planned for, not compared.
    pub(crate) fn wants_plan(&self) -> bool {
        matches!(self.state, State::Loading)
    }

    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Takes what came of the last order and says what is next.
    pub(crate) fn step(&mut self, news: News) -> Order {
        match (self.state.clone(), news) {
            (State::Begin, _) => self.begin(),
            (State::Loading, News::Planned(verdict)) => self.planned(verdict),
            (State::Loading, News::Missing) => self.finish(Status::Missing),
            (State::Loading, news) => self.unreadable(failure(news)),
            (State::Saving, News::Done) => {
                self.state = State::Replacing;
                Order::Replace
            }
            (State::Saving, News::Exists(unique)) => self.name_taken(&unique),
            (State::Saving, news) => self.remove_backup(Then::Failed(failure(news))),
            (State::Replacing, News::Replaced { durable, appended }) => {
                self.ending.recovered_append_bytes = appended;
                self.ending.durable = durable;
                self.state = State::Verifying;
                Order::Verify
            }
            (State::Replacing, News::Conflict) => self.remove_backup(Then::Retry),
            (State::Replacing, news) => {
                self.state = State::Reloading(failure(news));
                Order::Load
            }
            (State::Reloading(message), news) => self.reloaded(message, &news),
            (State::Verifying, news) => self.verified(news == News::Read(Content::Planned)),
            (State::Removing(then), news) => self.removed(then, news),
        }
    }

    fn begin(&mut self) -> Order {
        let key = JsStr::from(self.key.as_str()).trim();
        if key.is_empty() {
            return self.finish(Status::Missing);
        }
        if key.to_str().is_some_and(is_database) {
            return self.finish(Status::Database);
        }
        self.state = State::Loading;
        Order::Load
    }

    fn planned(&mut self, verdict: Verdict) -> Order {
        if let Some(reason) = verdict.reason {
            if reason == Reason::InvalidSessionHeader {
                self.warn_skipped(reason.text());
            }
            return self.finish(Status::Refused(reason));
        }
        if !verdict.rewrites {
            self.ending.validated = true;
            return self.finish(Status::Clean);
        }
        self.summary = verdict.summary;
        self.save_backup(with_suffix(&self.key, &self.suffix))
    }

    fn unreadable(&mut self, message: String) -> Order {
        let status = Status::Unreadable(message);
        self.warn_skipped(&status.text());
        self.finish(status)
    }

    fn save_backup(&mut self, name: String) -> Order {
        self.backup = name;
        self.state = State::Saving;
        Order::SaveBackup(self.backup.clone())
    }

    fn name_taken(&mut self, unique: &str) -> Order {
        self.more_names += 1;
        if self.more_names > MORE_BACKUP_NAMES {
            return self.fail("no free name for the backup".into());
        }
        let suffix = format!("{}-{unique}", self.suffix);
        self.save_backup(with_suffix(&self.key, &suffix))
    }

    fn remove_backup(&mut self, then: Then) -> Order {
        self.state = State::Removing(then);
        Order::Remove(self.backup.clone())
    }

    /// Replacing failed, which says nothing about what happened.
    fn reloaded(&mut self, message: String, news: &News) -> Order {
        match news {
            News::Read(Content::Original) => self.remove_backup(Then::Failed(message)),
            News::Read(Content::Planned) => {
                // It took effect, but nobody said that it lasts.
                self.ending.durable = false;
                self.verified(true)
            }
            _ => {
                self.ending.backup_path = Some(self.backup.clone());
                self.fail(message)
            }
        }
    }

    fn verified(&mut self, as_planned: bool) -> Order {
        self.ending.validated = as_planned;
        if as_planned && self.ending.durable {
            return self.remove_backup(Then::Repaired);
        }
        self.ending.backup_path = Some(self.backup.clone());
        self.repaired()
    }

    fn removed(&mut self, then: Then, news: News) -> Order {
        match then {
            Then::Repaired => {
                if news != News::Done {
                    let text = format!(
                        "session file repair backup cleanup failed: {} ({})",
                        failure(news),
                        base_name(&self.backup)
                    );
                    self.log(Level::Debug, text);
                    self.ending.backup_path = Some(self.backup.clone());
                }
                self.repaired()
            }
            Then::Failed(message) => self.fail(message),
            Then::Retry => {
                self.rounds += 1;
                if self.rounds >= MAX_ROUNDS {
                    return self.finish(Status::Conflict);
                }
                self.state = State::Loading;
                Order::Load
            }
        }
    }

    fn repaired(&mut self) -> Order {
        let text = format!(
            "session file repaired: {} ({})",
            self.summary,
            base_name(&self.key)
        );
        self.log(Level::Debug, text);
        self.finish(Status::Repaired)
    }

    fn fail(&mut self, message: String) -> Order {
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
        self.ending.logs.push(Log { level, text });
    }

    fn finish(&mut self, status: Status) -> Order {
        self.ending.status = status;
        Order::Finished
    }
}

/// The words of news that are none of those that were asked for.
fn failure(news: News) -> String {
    match news {
        News::Failed(message) => message,
        News::Missing => "the session is gone".into(),
        News::Conflict => "somebody else wrote".into(),
        News::Exists(_) => "the name is taken".into(),
        News::Start | News::Planned(_) | News::Read(_) | News::Done | News::Replaced { .. } => {
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
