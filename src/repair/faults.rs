//! A storage that fails, dies or is raced at a chosen step, for tests.

use super::memory::MemoryStorage;
use super::storage::{Loaded, Replaced, Storage, StorageError};

/// What ends the name of the temporary file.
const TEMPORARY: &str = ".repair.tmp";

/// The words of everything that is asked of a host that died.
const DEAD: &str = "the host is dead";

/// A step of a repair, as a file system takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The session is loaded.
    Load,
    /// It is decided what to write; no call of the host's.
    Plan,
    /// The backup is written.
    SaveNew,
    /// The new bytes are written beside the session.
    WriteTemp,
    /// They are flushed.
    FlushTemp,
    /// The session is compared with what was loaded.
    CheckVersion,
    /// The new bytes take the session's name.
    Replace,
    /// The folder is flushed.
    FlushDir,
    /// The session is read back.
    Verify,
    /// The backup is removed.
    Remove,
}

impl Step {
    /// Every step, in order.
    pub const ALL: [Step; 10] = [
        Step::Load,
        Step::Plan,
        Step::SaveNew,
        Step::WriteTemp,
        Step::FlushTemp,
        Step::CheckVersion,
        Step::Replace,
        Step::FlushDir,
        Step::Verify,
        Step::Remove,
    ];
}

/// What happens at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The host dies.
    Crash,
    /// The power fails: what was not flushed is gone.
    PowerLoss,
    /// The step reports an error.
    Error(String),
    /// The name of the backup is taken.
    Exists,
    /// Another writer appends to the session.
    Append(Vec<u8>),
    /// Another writer replaces the session.
    Overwrite(Vec<u8>),
    /// The session is removed.
    Delete,
}

/// One thing that goes wrong, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// When.
    pub step: Step,
    /// Only after the step took effect, not in its place.
    pub after: bool,
    /// Of bytes being written, so many get there before a fault that ends the step.
    pub partial: Option<usize>,
    /// What.
    pub kind: FaultKind,
}

/// Memory that takes the steps of a file system, and on the way what goes wrong.
#[derive(Clone, Debug)]
pub struct FaultyStorage {
    /// What is stored, also after the host died.
    pub files: MemoryStorage,
    /// Every step that was asked for.
    pub steps: Vec<Step>,
    faults: Vec<Fault>,
    session: String,
    /// What the session was before it was replaced without a flush.
    unflushed: Option<Vec<u8>>,
    dead: bool,
}

impl FaultyStorage {
    /// Sessions in `files`; faults happen to the one named `session`.
    pub fn new(files: MemoryStorage, session: &str, faults: Vec<Fault>) -> Self {
        FaultyStorage {
            files,
            steps: Vec::new(),
            faults,
            session: session.into(),
            unflushed: None,
            dead: false,
        }
    }

    /// The name of a session's temporary file.
    pub fn temporary_name(key: &str) -> String {
        format!("{key}{TEMPORARY}")
    }

    /// Takes the fault of a step, if it has one.
    fn take(&mut self, step: Step, after: bool) -> Option<Fault> {
        let at = self
            .faults
            .iter()
            .position(|fault| fault.step == step && fault.after == after)?;
        Some(self.faults.remove(at))
    }

    /// Lets a fault happen that is no error of the step's own.
    fn happen(&mut self, fault: &Fault) -> Result<(), StorageError> {
        let session = self.session.clone();
        match &fault.kind {
            FaultKind::Crash => self.dead = true,
            FaultKind::PowerLoss => {
                self.dead = true;
                if let Some(old) = self.unflushed.take() {
                    self.files.put(&session, old);
                }
            }
            FaultKind::Append(text) => self.files.append(&session, text),
            FaultKind::Overwrite(text) => self.files.put(&session, text.clone()),
            FaultKind::Delete => {
                self.files.remove(&session)?;
            }
            FaultKind::Error(message) => return Err(StorageError::Other(message.clone())),
            FaultKind::Exists => return Err(StorageError::Exists),
        }
        self.alive()
    }

    fn alive(&self) -> Result<(), StorageError> {
        match self.dead {
            true => Err(StorageError::Other(DEAD.into())),
            false => Ok(()),
        }
    }

    /// The start of a step: what happens in its place.
    fn before(&mut self, step: Step) -> Result<(), StorageError> {
        self.alive()?;
        if step != Step::Plan {
            self.steps.push(step);
        }
        match self.take(step, false) {
            Some(fault) => self.happen(&fault),
            None => Ok(()),
        }
    }

    /// The end of a step.
    fn after(&mut self, step: Step) -> Result<(), StorageError> {
        match self.take(step, true) {
            Some(fault) => self.happen(&fault),
            None => Ok(()),
        }
    }

    /// Writes a new file; a fault may leave a part of it.
    fn write(&mut self, step: Step, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        self.alive()?;
        self.steps.push(step);
        if let Some(fault) = self.take(step, false) {
            match (&fault.kind, fault.partial) {
                (FaultKind::Exists, _) => self.files.put(name, b"somebody else's".to_vec()),
                (FaultKind::Crash | FaultKind::PowerLoss | FaultKind::Error(_), Some(partial)) => {
                    let written = &bytes[..partial.min(bytes.len())];
                    self.files.put(name, written.to_vec());
                }
                _ => {}
            }
            self.happen(&fault)?;
        }
        self.files.save_new(name, bytes)?;
        self.after(step)
    }

    fn replace_by_steps(
        &mut self,
        key: &str,
        bytes: &[u8],
        expected: u64,
        temporary: &str,
    ) -> Result<Replaced, StorageError> {
        self.write(Step::WriteTemp, temporary, bytes)?;
        self.before(Step::FlushTemp)?;
        self.after(Step::FlushTemp)?;
        self.before(Step::CheckVersion)?;
        if !self.files.is_version(key, expected) {
            return Err(StorageError::Conflict);
        }
        self.after(Step::CheckVersion)?;
        self.before(Step::Replace)?;
        let old = self.files.get(key).map(<[u8]>::to_vec);
        // The comparison is a part of the replacement, so that nobody gets between the two.
        self.files.replace(key, bytes, &expected)?;
        self.files.remove(temporary)?;
        self.unflushed = old;
        self.after(Step::Replace)?;
        let flushed = self.before(Step::FlushDir);
        self.alive()?;
        if flushed.is_ok() {
            self.unflushed = None;
        }
        self.after(Step::FlushDir)?;
        Ok(Replaced {
            durable: flushed.is_ok(),
            appended: Vec::new(),
        })
    }
}

impl Storage for FaultyStorage {
    type Version = u64;

    fn load(&mut self, key: &str) -> Result<Option<Loaded<u64>>, StorageError> {
        self.before(Step::Load)?;
        let loaded = self.files.load(key)?;
        self.after(Step::Load)?;
        Ok(loaded)
    }

    fn save_new(&mut self, key: &str, bytes: &[u8]) -> Result<(), StorageError> {
        self.before(Step::Plan)?;
        self.after(Step::Plan)?;
        self.write(Step::SaveNew, key, bytes)
    }

    fn replace(
        &mut self,
        key: &str,
        bytes: &[u8],
        expected: &u64,
    ) -> Result<Replaced, StorageError> {
        let temporary = Self::temporary_name(key);
        // A name of one's own is no name that others take; what a dead host left is overwritten.
        self.files.remove(&temporary)?;
        let replaced = self.replace_by_steps(key, bytes, *expected, &temporary);
        if replaced.is_err() && !self.dead {
            self.files.remove(&temporary)?;
        }
        replaced
    }

    fn verify(&mut self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        self.before(Step::Verify)?;
        let bytes = self.files.get(key).map(<[u8]>::to_vec);
        self.after(Step::Verify)?;
        Ok(bytes)
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.before(Step::Remove)?;
        self.files.remove(key)?;
        self.after(Step::Remove)
    }

    fn now_ms(&mut self) -> f64 {
        self.files.now_ms()
    }

    fn unique(&mut self) -> String {
        self.files.unique()
    }
}
