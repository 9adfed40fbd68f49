//! Repair on a synchronous storage.

use super::options::RepairOptions;
use super::outcome::Outcome;
use super::steps::{Action, Answer, RepairSession};
use super::storage::{Storage, StorageError};

/// Repairs the session under `key`, and says how it ended. Whatever fails, the session is wholly old or wholly new.
///
/// Inserted tool results take the storage's time in the compatible profile, unless the options have one.
pub fn run<S: Storage>(storage: &mut S, key: &str, options: &RepairOptions) -> Outcome {
    let mut options = options.clone();
    let (now, owner) = (storage.now_ms(), storage.unique());
    if options.is_compat() && options.now.is_none() {
        options.now = Some(now);
    }
    let mut session = RepairSession::new(key, options, &owner, now);
    let mut version = None;
    let mut answer = Answer::Start;
    loop {
        answer = match session.step(answer) {
            Action::Load => match storage.load(key) {
                Ok(Some(loaded)) => {
                    version = Some(loaded.version);
                    Answer::Loaded(loaded.bytes)
                }
                Ok(None) => Answer::Missing,
                Err(error) => failed(&error),
            },
            Action::SaveBackup(name) => match storage.save_new(&name, session.original()) {
                Ok(()) => Answer::Done,
                Err(StorageError::Exists) => Answer::Exists(storage.unique()),
                Err(error) => failed(&error),
            },
            Action::Replace => match &version {
                Some(version) => match storage.replace(key, session.planned(), version) {
                    Ok(replaced) => Answer::Replaced {
                        durable: replaced.durable,
                        appended: replaced.appended,
                    },
                    Err(StorageError::Conflict) => Answer::Conflict,
                    Err(error) => failed(&error),
                },
                None => Answer::Conflict,
            },
            Action::Verify => match storage.verify(key) {
                Ok(Some(bytes)) => Answer::Loaded(bytes),
                Ok(None) => Answer::Missing,
                Err(error) => failed(&error),
            },
            Action::Remove(name) => match storage.remove(&name) {
                Ok(()) => Answer::Done,
                Err(error) => failed(&error),
            },
            Action::Finished(outcome) => return *outcome,
        };
    }
}

fn failed(error: &StorageError) -> Answer {
    Answer::Failed(error.to_string())
}
