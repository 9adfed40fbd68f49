//! Checks for any [`Storage`]. Each takes an empty storage, and panics where the contract is broken.
//!
//! They use names that begin with `conformance` and remove what they can.

use super::driver::run;
use super::options::RepairOptions;
use super::outcome::Status;
use super::storage::{Loaded, Storage, StorageError};

const SESSION: &str = "conformance.jsonl";
const BACKUP: &str = "conformance.jsonl.bak-1-1";

/// Bytes that are no text: a storage keeps them as they are.
const BYTES: &[u8] = b"\xEF\xBB\xBF\0\xFF\r\n{}\n";

/// Runs every check, each on a storage that `fresh` makes.
pub fn check_all<S: Storage>(fresh: &mut dyn FnMut() -> S) {
    missing_is_no_error(&mut fresh());
    bytes_come_back_as_they_went(&mut fresh());
    save_new_never_overwrites(&mut fresh());
    replace_takes_the_version_that_was_loaded(&mut fresh());
    replace_refuses_a_version_of_before(&mut fresh());
    replace_does_not_bring_back_what_is_gone(&mut fresh());
    equal_lengths_are_different_versions(&mut fresh());
    unique_texts_differ(&mut fresh());
    a_repair_leaves_the_session_alone(&mut fresh());
}

fn loaded<S: Storage>(storage: &mut S, key: &str) -> Loaded<S::Version> {
    storage
        .load(key)
        .expect("loading works")
        .expect("something is stored")
}

/// Loading what is not there gives nothing, and removing it is no error.
pub fn missing_is_no_error<S: Storage>(storage: &mut S) {
    assert!(storage.load(SESSION).expect("no error").is_none());
    assert!(storage.verify(SESSION).expect("no error").is_none());
    storage.remove(BACKUP).expect("no error");
}

/// Any bytes come back as they were stored.
pub fn bytes_come_back_as_they_went<S: Storage>(storage: &mut S) {
    storage.save_new(SESSION, BYTES).expect("a new name");
    assert_eq!(loaded(storage, SESSION).bytes, BYTES);
    assert_eq!(
        storage.verify(SESSION).expect("no error").expect("bytes"),
        BYTES
    );
    storage.save_new(BACKUP, b"").expect("a new name");
    assert_eq!(loaded(storage, BACKUP).bytes, b"");
    storage.remove(SESSION).expect("removed");
    assert!(storage.load(SESSION).expect("no error").is_none());
    storage.remove(BACKUP).expect("removed");
}

/// A name that is taken stays as it is.
pub fn save_new_never_overwrites<S: Storage>(storage: &mut S) {
    storage.save_new(BACKUP, b"first").expect("a new name");
    assert_eq!(
        storage.save_new(BACKUP, b"second"),
        Err(StorageError::Exists)
    );
    assert_eq!(loaded(storage, BACKUP).bytes, b"first");
    storage.remove(BACKUP).expect("removed");
}

/// With the version that was loaded, replacing takes effect.
pub fn replace_takes_the_version_that_was_loaded<S: Storage>(storage: &mut S) {
    storage.save_new(SESSION, b"old").expect("a new name");
    let version = loaded(storage, SESSION).version;
    storage
        .replace(SESSION, BYTES, &version)
        .expect("nobody else wrote");
    assert_eq!(loaded(storage, SESSION).bytes, BYTES);
    storage.remove(SESSION).expect("removed");
}

/// With a version of before the last write, replacing has no effect.
pub fn replace_refuses_a_version_of_before<S: Storage>(storage: &mut S) {
    storage.save_new(SESSION, b"old").expect("a new name");
    let before = loaded(storage, SESSION).version;
    storage
        .replace(SESSION, b"old and more", &before)
        .expect("nobody else wrote");
    assert_eq!(
        storage.replace(SESSION, b"lost", &before),
        Err(StorageError::Conflict)
    );
    assert_eq!(loaded(storage, SESSION).bytes, b"old and more");
    storage.remove(SESSION).expect("removed");
}

/// A session that was removed stays removed.
pub fn replace_does_not_bring_back_what_is_gone<S: Storage>(storage: &mut S) {
    storage.save_new(SESSION, b"old").expect("a new name");
    let version = loaded(storage, SESSION).version;
    storage.remove(SESSION).expect("removed");
    assert_eq!(
        storage.replace(SESSION, b"new", &version),
        Err(StorageError::Conflict)
    );
    assert!(storage.load(SESSION).expect("no error").is_none());
}

/// Bytes of one length, written one right after the other, have different versions.
pub fn equal_lengths_are_different_versions<S: Storage>(storage: &mut S) {
    storage.save_new(SESSION, b"aaaa").expect("a new name");
    let first = loaded(storage, SESSION).version;
    storage
        .replace(SESSION, b"bbbb", &first)
        .expect("nobody else wrote");
    assert_eq!(
        storage.replace(SESSION, b"cccc", &first),
        Err(StorageError::Conflict)
    );
    storage.remove(SESSION).expect("removed");
}

/// No text is given twice.
pub fn unique_texts_differ<S: Storage>(storage: &mut S) {
    let texts: std::collections::BTreeSet<String> = (0..100).map(|_| storage.unique()).collect();
    assert_eq!(texts.len(), 100);
}

/// A repair works, is done once, and leaves no backup.
pub fn a_repair_leaves_the_session_alone<S: Storage>(storage: &mut S) {
    let damaged = b"{\"type\":\"session\",\"id\":\"s\"}\r\n{\"cut";
    storage.save_new(SESSION, damaged).expect("a new name");
    let outcome = run(storage, SESSION, &RepairOptions::new());
    assert_eq!(
        (&outcome.status, outcome.validated),
        (&Status::Repaired, true),
        "{}",
        outcome.to_json()
    );
    assert_eq!(outcome.backup_path, None, "{}", outcome.to_json());
    assert_eq!(
        loaded(storage, SESSION).bytes,
        b"{\"type\":\"session\",\"id\":\"s\"}\r\n"
    );
    assert_eq!(
        run(storage, SESSION, &RepairOptions::new()).status,
        Status::Clean
    );
    storage.remove(SESSION).expect("removed");
}
