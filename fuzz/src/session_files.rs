//! Session files: repair, and from file to messages.

use crate::sessions;

/// Pieces that a file is made of at most: each is a line, and more of them find nothing new.
const MOST_PIECES: usize = 48;

/// Behind two bytes of choices, a session file as it is and one that the bytes choose pieces for: every promise of repair
/// holds.
pub fn plan(bytes: &[u8]) {
    let [bits, size, rest @ ..] = bytes else {
        return;
    };
    let options = sessions::options(*bits);
    for file in files(rest) {
        sessions::repairing_again_changes_nothing(&file, &options);
        sessions::lines_without_a_change_keep_their_bytes(&file, &options);
        sessions::chunks_and_the_whole_give_one_plan(&file, usize::from(*size) + 1, &options);
    }
}

/// The same files, read: whatever they hold, messages come out.
pub fn context(bytes: &[u8]) {
    for file in files(bytes) {
        sessions::reading_never_fails_by_default_and_gives_an_array(&file);
        sessions::a_rewritten_file_reads_the_same_and_is_current(&file);
    }
}

/// The bytes as a file, and the files of the pieces that they choose.
fn files(bytes: &[u8]) -> [Vec<u8>; 3] {
    let choices = &bytes[..bytes.len().min(MOST_PIECES)];
    [
        bytes.to_vec(),
        sessions::file(choices),
        sessions::header_first(choices),
    ]
}
