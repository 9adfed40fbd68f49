//! Session files: repair, and from file to messages.

use crate::sessions;

/// Behind two bytes of choices, a session file as it is and one that the bytes choose pieces for: every promise of repair
/// holds.
pub fn plan(bytes: &[u8]) {
    let [bits, size, rest @ ..] = bytes else {
        return;
    };
    let options = sessions::options(*bits);
    for file in [rest.to_vec(), sessions::file(rest), sessions::header_first(rest)] {
        sessions::repairing_again_changes_nothing(&file, &options);
        sessions::lines_without_a_change_keep_their_bytes(&file, &options);
        sessions::chunks_and_the_whole_give_one_plan(&file, usize::from(*size) + 1, &options);
    }
}

/// The same files, read: whatever they hold, messages come out.
pub fn context(bytes: &[u8]) {
    for file in [bytes.to_vec(), sessions::file(bytes), sessions::header_first(bytes)] {
        sessions::reading_never_fails_by_default_and_gives_an_array(&file);
        sessions::a_rewritten_file_reads_the_same_and_is_current(&file);
    }
}
