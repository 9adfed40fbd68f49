//! Generated session files, and what repair and reading promise for any file, each promise as a check that panics when it
//! is broken.

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, Kind};
use transcript_hygiene::policy::Profile;
use transcript_hygiene::repair::{Planner, RepairOptions, plan};
use transcript_hygiene::session::{Builder, SessionOptions, load};

/// Pieces that lines are made of, and damage.
const PIECES: &[&str] = &[
    "{\"type\":\"session\",\"version\":3,\"id\":\"s\"}\n",
    "{\"type\":\"session\",\"id\":\"s\"}\n",
    "{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"message\":{\"role\":\"user\",\"content\":\" \"}}\n",
    "{\"type\":\"message\",\"id\":\"b\",\"parentId\":\"a\",\"message\":{\"role\":\"assistant\",\"content\":[],\"stopReason\":\"error\"}}\n",
    "{\"type\":\"message\",\"id\":\"c\",\"parentId\":\"b\",\"message\":{\"role\":\"assistant\",\"api\":\"openai-chatgpt-responses\",\"provider\":\"openai\",\"content\":[{\"type\":\"toolCall\",\"id\":\" x \",\"name\":\"ls\"},{\"type\":\"toolUse\",\"id\":\"y\"}]}}\n",
    "{\"type\":\"message\",\"id\":\"d\",\"parentId\":\"c\",\"message\":{\"role\":\"assistant\",\"api\":\"openai-responses\",\"content\":[{\"type\":\"toolCall\",\"id\":\"z\",\"name\":\"message\"}]}}\n",
    "{\"type\":\"message\",\"id\":\"e\",\"parentId\":\"d\",\"message\":{\"role\":\"assistant\",\"provider\":\"openclaw\",\"model\":\"delivery-mirror\",\"content\":\"x\"}}\n",
    "{\"type\":\"message\",\"id\":\"f\",\"parentId\":\"lost\",\"message\":{\"role\":\"toolResult\",\"toolCallId\":\"y\",\"content\":{\"a\":1}}}\n",
    "{\"type\":\"message\",\"id\":\"g\",\"parentId\":\"f\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"},{\"type\":\"text\",\"text\":\"\"}]}}\n",
    "{\"type\":\"message\",\"id\":\"h\",\"parentId\":\"h\",\"message\":null}\n",
    "{\"type\":\"message\",\"message\":{\"role\":\"hookMessage\",\"content\":\"x\"}}\n",
    "{\"type\":\"compaction\",\"id\":\"k\",\"parentId\":\"c\",\"firstKeptEntryId\":\"o\",\"firstKeptEntryIndex\":2,\"summary\":\"s\"}\n",
    "{\"type\":\"reset\",\"id\":\"r\",\"parentId\":\"k\",\"firstKeptEntryId\":\"a\"}\n",
    "{\"type\":\"branch_summary\",\"id\":\"m\",\"parentId\":\"r\",\"summary\":\"s\",\"timestamp\":\"2026-03-01T10:00:00.000Z\"}\n",
    "{\"type\":\"leaf\",\"id\":\"l\",\"parentId\":\"a\",\"targetId\":\"b\",\"appendParentId\":\"o\"}\n",
    "{\"type\":\"leaf\",\"id\":\"n\",\"parentId\":null,\"targetId\":null}\n",
    "{\"type\":\"x\",\"id\":\"o\",\"parentId\":\"p\"}\n",
    "{\"type\":\"x\",\"id\":\"p\",\"parentId\":\"o\"}\n",
    "{\"type\":\"session_info\",\"id\":7,\"name\":\"x\",\"appendMode\":\"side\"}\n",
    "null\n",
    "[]\n",
    "\n",
    " \r\n",
    "\u{FEFF}",
    "\0",
    "{\"cut\":\"",
    "\"",
    "}",
    "é",
];

/// Damage that is no text.
const BYTES: [&[u8]; 3] = [b"\xFF", b"\xE6\x87", b"\xED\xA0\x80"];

/// A file of pieces, one for each byte.
pub(crate) fn file(choices: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    for &choice in choices {
        let at = usize::from(choice) % (PIECES.len() + BYTES.len());
        match PIECES.get(at) {
            Some(piece) => file.extend_from_slice(piece.as_bytes()),
            None => file.extend_from_slice(BYTES[at - PIECES.len()]),
        }
    }
    file
}

/// The same behind a header.
pub(crate) fn header_first(choices: &[u8]) -> Vec<u8> {
    [PIECES[0].as_bytes(), &file(choices)].concat()
}

/// Options of repair, one for each bit.
pub(crate) fn options(bits: u8) -> RepairOptions {
    let on = |bit: u8| bits & bit != 0;
    RepairOptions::new()
        .with_relink(on(1))
        .with_split_glued(on(2))
        .with_drop_payloadless(on(4))
}

/// A second repair finds nothing to do.
pub(crate) fn repairing_again_changes_nothing(file: &[u8], options: &RepairOptions) {
    let once = plan(file, options).apply(file);
    let again = plan(&once, options);
    assert!(
        !again.rewrites(),
        "{}\n{}",
        again.report().to_json(),
        String::from_utf8_lossy(&once)
    );
    assert_eq!(again.apply(&once), once);
}

/// What no change names is in the repaired file as it was, in the same order.
pub(crate) fn lines_without_a_change_keep_their_bytes(file: &[u8], options: &RepairOptions) {
    let plan = plan(file, options);
    let after = plan.apply(file);
    if !plan.rewrites() {
        return assert_eq!(after, file);
    }
    let mark = b"\xEF\xBB\xBF";
    let mut rest = after.as_slice();
    for (number, line) in (1..).zip(file.split_inclusive(|byte| *byte == b'\n')) {
        let changed = |change: &transcript_hygiene::repair::Change| change.line == number;
        if plan.report().changes.iter().any(changed) {
            continue;
        }
        let line = match number {
            1 => line.strip_prefix(mark).unwrap_or(line),
            _ => line,
        };
        let at = transcript_hygiene::text::find_bytes(rest, line);
        let at = at
            .unwrap_or_else(|| panic!("line {number} is lost: {}", String::from_utf8_lossy(line)));
        rest = &rest[at + line.len()..];
    }
}

/// A file that comes in chunks has the plan of the whole.
pub(crate) fn chunks_and_the_whole_give_one_plan(
    file: &[u8],
    size: usize,
    options: &RepairOptions,
) {
    let mut planner = Planner::new(options.clone());
    file.chunks(size).for_each(|chunk| planner.feed(chunk));
    let (fed, whole) = (planner.finish(), plan(file, options));
    assert_eq!(fed.report(), whole.report());
    assert_eq!(fed.apply(file), whole.apply(file));
}

/// Whatever the file, both builders give an array. The release may fail on the same file, with an error.
pub(crate) fn reading_never_fails_by_default_and_gives_an_array(file: &[u8]) {
    for builder in [Builder::Tree, Builder::Flat] {
        let options = SessionOptions::new().with_builder(builder);
        let mut session = load(file, &options).unwrap_or_else(|error| panic!("{error}"));
        for json in [
            session.messages_json(),
            session.model_messages_json(&options),
        ] {
            let messages = Document::parse(&json, 0, &Limits::default())
                .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&json)));
            assert_eq!(messages.kind(messages.root()), Kind::Array);
        }
        let _ = load(file, &options.with_profile(Profile::Compat));
    }
}

/// A file that was rewritten needs no second time, and says the same.
pub(crate) fn a_rewritten_file_reads_the_same_and_is_current(file: &[u8]) {
    let options = SessionOptions::new();
    let first = load(file, &options).unwrap_or_else(|error| panic!("{error}"));
    let Some(text) = first.rewritten(&options) else {
        return;
    };
    let second = load(&text, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(second.rewritten(&options).is_none());
    let both = [
        b"[".as_slice(),
        &first.messages_json(),
        b",",
        &second.messages_json(),
        b"]",
    ]
    .concat();
    let both = Document::parse(&both, 1, &Limits::default()).expect("messages are JSON");
    let [a, b] = both.elements(both.root()) else {
        panic!("two lists are two values");
    };
    assert!(
        both.deep_equal(a.value, b.value),
        "{}",
        String::from_utf8_lossy(&text)
    );
}
