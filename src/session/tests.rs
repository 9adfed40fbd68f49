//! What the default profile promises beyond the recorded cases.

use super::*;
use crate::policy::Profile;

const HEADER: &str = r#"{"type":"session","version":3,"id":"s"}"#;

fn file(lines: &[&str]) -> Vec<u8> {
    lines.join("\n").into_bytes()
}

fn user(id: &str, parent: &str, text: &str) -> String {
    format!(
        r#"{{"type":"message","id":"{id}","parentId":{parent},"message":{{"role":"user","content":"{text}"}}}}"#
    )
}

/// The texts of the messages that a file gives.
fn check(lines: &[&str], options: &SessionOptions, expected: &str) -> SessionReport {
    let bytes = file(lines);
    let mut session = load(&bytes, options).expect("a session");
    let messages = String::from_utf8(session.messages_json()).expect("UTF-8");
    let messages: serde_json::Value = serde_json::from_str(&messages).expect("JSON");
    let texts: Vec<&str> = messages
        .as_array()
        .expect("an array")
        .iter()
        .map(|message| message["content"].as_str().unwrap_or("?"))
        .collect();
    assert_eq!(texts.join(" "), expected);
    session.report().clone()
}

#[test]
fn untouched_messages_keep_their_bytes() {
    let bytes = file(&[
        HEADER,
        r#"{"type":"message","id":"a","parentId":null,"message": { "role":"user", "n":1.0, "content":"\u0061" } }"#,
    ]);
    let mut session = load(&bytes, &SessionOptions::new()).expect("a session");
    let messages = session.messages_json();
    assert_eq!(
        messages,
        br#"[ { "role":"user", "n":1.0, "content":"\u0061" }]"#,
        "{}",
        String::from_utf8_lossy(&messages)
    );
}

#[test]
fn cycles_end_where_they_close() {
    let (a, b) = (user("a", "\"b\"", "one"), user("b", "\"a\"", "two"));
    for builder in [Builder::Tree, Builder::Flat] {
        let options = SessionOptions::new().with_builder(builder);
        assert!(check(&[HEADER, &a, &b], &options, "one two").cyclic);
    }
}

#[test]
fn a_message_without_one_is_skipped_and_told() {
    let lines = [
        HEADER,
        &user("a", "null", "one"),
        r#"{"type":"message","id":"b","parentId":"a","message":null}"#,
        &user("c", "\"b\"", "two"),
    ];
    let report = check(&lines, &SessionOptions::new(), "one two");
    assert_eq!(report.entries_without_message, 1);
    let compat = SessionOptions::new().with_profile(Profile::Compat);
    let bytes = file(&lines);
    let error = load(&bytes, &compat).err().expect("the release fails");
    assert_eq!(error.kind().code(), "invalid-session");
    assert_eq!(error.offset(), Some(file(&lines[..2]).len() + 1));
}

#[test]
fn a_time_that_is_none_is_zero_and_told() {
    let lines = [
        HEADER,
        r#"{"type":"custom_message","id":"a","parentId":null,"content":"x","timestamp":"soon"}"#,
    ];
    assert_eq!(
        check(&lines, &SessionOptions::new(), "x").entries_without_time,
        1
    );
}

#[test]
fn null_among_the_records_is_a_record_like_others() {
    for builder in [Builder::Tree, Builder::Flat] {
        let options = SessionOptions::new().with_builder(builder);
        check(
            &["null", HEADER, &user("a", "null", "one")],
            &options,
            "one",
        );
    }
}

#[test]
fn bytes_that_are_no_text_are_read_as_a_decoder_reads_them() {
    let mut bytes = file(&[
        HEADER,
        r#"{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":""#,
    ]);
    bytes.extend_from_slice(b"\xFFx\"}}\n\xE6\x87");
    let mut session = load(&bytes, &SessionOptions::new()).expect("a session");
    let messages = String::from_utf8(session.messages_json()).expect("UTF-8");
    assert_eq!(messages, "[{\"role\":\"user\",\"content\":\"\u{FFFD}x\"}]");
    assert_eq!(session.report().skipped_lines, 1);
}

#[test]
fn lost_parents_are_told() {
    let report = check(
        &[
            HEADER,
            &user("a", "null", "one"),
            &user("b", "\"gone\"", "two"),
        ],
        &SessionOptions::new(),
        "two",
    );
    assert_eq!(report.dangling_parents, 1);
    assert_eq!(report.first_dangling_parents[0].as_js(), "gone");
}

#[test]
fn the_flat_builder_starts_where_it_is_told() {
    let lines = [
        HEADER,
        &user("a", "null", "one"),
        &user("b", "\"a\"", "two"),
    ];
    for (start_at, expected) in [
        (StartAt::Last, "one two"),
        (StartAt::Nothing, ""),
        (StartAt::Id("a".into()), "one"),
        (StartAt::Id("none".into()), "one two"),
    ] {
        let options = SessionOptions::new()
            .with_builder(Builder::Flat)
            .with_start_at(start_at);
        check(&lines, &options, expected);
    }
}

#[test]
fn long_chains_of_unknown_records_are_walked_once() {
    let mut lines = vec![
        HEADER.to_string(),
        user("a", "null", "one"),
        r#"{"type":"reset","id":"r","parentId":"a"}"#.into(),
    ];
    let count = 20_000;
    for n in 0..count {
        let parent = if n == 0 {
            "r".into()
        } else {
            format!("o{}", n - 1)
        };
        lines.push(format!(
            r#"{{"type":"x","id":"o{n}","parentId":"{parent}"}}"#
        ));
    }
    for n in 0..count {
        lines.push(user(&format!("u{n}"), &format!("\"o{}\"", count - 1), "x"));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let bytes = file(&lines);
    let session = load(&bytes, &SessionOptions::new()).expect("a session");
    assert!(session.leaf_id().is_some());
}

#[test]
fn a_deep_record_needs_no_stack() {
    let deep = format!(
        r#"{{"type":"custom","id":"a","parentId":null,"d":{}{}}}"#,
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    check(
        &[HEADER, &deep, &user("b", "\"a\"", "one")],
        &SessionOptions::new(),
        "one",
    );
}

#[test]
fn a_flat_path_that_starts_at_a_lost_parent_begins_with_the_boundary_before_it() {
    let said = |id: &str, text: &str| {
        format!(
            r#"{{"type":"message","id":"{id}","parentId":null,"appendMode":"side","message":{{"role":"user","content":"{text}"}}}}"#
        )
    };
    let control = r#"{"type":"leaf","id":"l","parentId":null,"targetId":null}"#;
    let reset =
        r#"{"type":"reset","id":"r","parentId":"b","firstKeptEntryId":"b","appendMode":"side"}"#;
    let compaction =
        r#"{"type":"compaction","id":"k","parentId":"b","summary":"s","appendMode":"side"}"#;
    let (before, after) = (said("b", "one"), user("c", "\"gone\"", "two"));
    let options = SessionOptions::new().with_builder(Builder::Flat);
    check(
        &[HEADER, &before, reset, control, &after],
        &options,
        "one two",
    );
    check(
        &[HEADER, &before, compaction, control, &after],
        &options,
        "? two",
    );
    check(&[HEADER, &before, control, &after], &options, "two");
}
