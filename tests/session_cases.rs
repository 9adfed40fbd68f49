//! Broken session files of public reports, in minimal forms of our own: what repair and reading make of them.

use transcript_hygiene::Limits;
use transcript_hygiene::policy::{Profile, Target};
use transcript_hygiene::repair::{
    self, MemoryStorage, Reason, RepairOptions, RepairReport, Status, plan,
};
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::session::{SessionOptions, load};
use transcript_hygiene::transcript::Transcript;

const HEADER: &str = r#"{"type":"session","version":3,"id":"s"}"#;

fn record(id: &str, parent: &str, message: &str) -> String {
    format!(r#"{{"type":"message","id":"{id}","parentId":{parent},"message":{message}}}"#)
}

fn user(id: &str, parent: &str, text: &str) -> String {
    record(
        id,
        parent,
        &format!(r#"{{"role":"user","content":"{text}"}}"#),
    )
}

fn assistant(id: &str, parent: &str, text: &str) -> String {
    record(
        id,
        parent,
        &format!(r#"{{"role":"assistant","content":[{{"type":"text","text":"{text}"}}]}}"#),
    )
}

/// Repairs a file and checks what is left of it, and that nothing is left to repair.
fn check(file: &str, expected: &str, options: &RepairOptions) -> RepairReport {
    let plan = plan(file.as_bytes(), options);
    let got = plan.apply(file.as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&got),
        expected,
        "{}",
        plan.report().to_json()
    );
    assert!(
        !repair::plan(&got, options).rewrites(),
        "a second run repairs again"
    );
    plan.report().clone()
}

/// Texts of the messages that a file gives.
fn read(file: &[u8]) -> Vec<String> {
    let session = load(file, &SessionOptions::new()).expect("a session");
    let messages: serde_json::Value =
        serde_json::from_slice(&session.messages_json()).expect("JSON");
    let text = |message: &serde_json::Value| {
        let content = &message["content"];
        content
            .as_str()
            .or(content[0]["text"].as_str())
            .unwrap_or("")
            .to_owned()
    };
    messages
        .as_array()
        .expect("an array")
        .iter()
        .map(text)
        .collect()
}

fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_stuck_session_gathers_no_backups() {
    // openclaw/openclaw#80960: 2,180 backups of one session.
    let mut storage = MemoryStorage::new();
    storage.put(
        "s",
        lines(&[HEADER, &user("u", "null", "x"), "{bad"]).into_bytes(),
    );
    for round in 0..3 {
        let outcome = repair::run(&mut storage, "s", &RepairOptions::new());
        assert_eq!(
            outcome.status,
            if round == 0 {
                Status::Repaired
            } else {
                Status::Clean
            }
        );
        assert_eq!(storage.names(), ["s"]);
    }
}

#[test]
fn messages_without_a_role_go_and_their_children_are_told() {
    // openclaw/openclaw#77228: 935 entries without a role.
    for message in [
        r#"{"role":null,"content":[]}"#,
        r#"{"content":"x"}"#,
        r#"{"role":" "}"#,
        r#"{"role":5}"#,
        "null",
        r#""user""#,
    ] {
        let broken = record("n", "\"u\"", message);
        let (first, child) = (user("u", "null", "x"), user("c", "\"n\"", "y"));
        let mut file = vec![HEADER, &first];
        file.extend([broken.as_str(); 12]);
        file.push(&child);
        let report = check(
            &lines(&file),
            &lines(&[HEADER, &first, &child]),
            &RepairOptions::new(),
        );
        assert_eq!(
            (report.dropped_lines, report.dangling_parents.count),
            (12, 1),
            "{message}"
        );
    }
}

#[test]
fn a_blank_user_turn_is_never_dropped() {
    // openclaw/openclaw#75313, #73472.
    let said = |content: &str| {
        record(
            "u",
            "null",
            &format!(r#"{{"role":"user","content":{content}}}"#),
        )
    };
    let blank = r#"{"type":"text","text":" "}"#;
    for (before, after) in [
        (r#""""#.to_owned(), r#""(continue)""#.to_owned()),
        (
            format!("[{blank}]"),
            r#"[{"type":"text","text":"(continue)"}]"#.into(),
        ),
        (
            "[]".into(),
            r#"[{"type":"text","text":"(continue)"}]"#.into(),
        ),
        (
            format!(r#"[{blank},{{"type":"x"}}]"#),
            r#"[{"type":"x"}]"#.into(),
        ),
    ] {
        let file = lines(&[HEADER, &said(&before), &assistant("a", "\"u\"", "x")]);
        check(
            &file,
            &lines(&[HEADER, &said(&after), &assistant("a", "\"u\"", "x")]),
            &RepairOptions::new(),
        );
    }
}

#[test]
fn a_user_turn_is_left_after_repair_and_reading() {
    // openclaw/openclaw#76829.
    let failed = record(
        "a",
        "\"u\"",
        r#"{"role":"assistant","content":[],"stopReason":"error"}"#,
    );
    const FAILED: &str = "[assistant turn failed before producing content]";
    let blank = |content: &str| {
        record(
            "u",
            "null",
            &format!(r#"{{"role":"user","content":{content}}}"#),
        )
    };
    for said in [
        r#"" ""#,
        r#""\ufeff\u3000""#,
        "[]",
        r#"[{"type":"text","text":"\n"}]"#,
    ] {
        let file = lines(&[
            HEADER,
            &failed.replace("\"u\"", "null").replace("\"a\"", "\"b\""),
            &blank(said).replace("null", "\"b\""),
            &failed,
        ]);
        let repaired = plan(file.as_bytes(), &RepairOptions::new()).apply(file.as_bytes());
        assert_eq!(read(&repaired), [FAILED, "(continue)", FAILED], "{said}");
    }
}

#[test]
fn a_cut_header_is_refused_by_repair_and_survived_by_reading() {
    // openclaw/openclaw#89037, #115080; can1357/oh-my-pi#9924.
    for first in ["{\"type\":\"ses", "{broken header", ""] {
        let file = lines(&[
            first,
            &user("u", "null", "x"),
            &assistant("a", "\"u\"", "y"),
        ]);
        let plan = plan(file.as_bytes(), &RepairOptions::new());
        assert_eq!(
            (plan.report().reason, plan.rewrites()),
            (Some(Reason::InvalidSessionHeader), false)
        );
        assert_eq!(plan.apply(file.as_bytes()), file.as_bytes());
        assert_eq!(read(file.as_bytes()), ["x", "y"]);
        let session = load(file.as_bytes(), &SessionOptions::new()).expect("a session");
        assert!(session.report().recovered_header && session.copy_suffix().is_some());
    }
}

#[test]
fn a_half_written_tail_goes() {
    // openclaw/openclaw#100644; PrimeIntellect-ai/prime-agent#959.
    let whole = lines(&[HEADER, &user("u", "null", "x")]);
    for tail in [
        b"{\"type\":\"mess".as_slice(),
        b"{\"type\":\"\xE6\x87",
        b"\0\0\0",
    ] {
        let file = [whole.as_bytes(), tail].concat();
        let plan = plan(&file, &RepairOptions::new());
        assert_eq!(plan.apply(&file), whole.as_bytes());
        assert_eq!(read(&file), ["x"]);
    }
}

#[test]
fn a_raw_line_end_in_a_string_costs_its_record_alone() {
    // openclaw/openclaw#69846.
    for (partial, lost) in [("x\ny", 2), ("x\r\ny", 2), ("x\ny\nz", 3)] {
        let split = record(
            "a",
            "\"u\"",
            &format!(r#"{{"role":"assistant","partialJson":"{partial}"}}"#),
        );
        let (before, after) = (user("u", "null", "x"), user("v", "\"u\"", "y"));
        let report = check(
            &lines(&[HEADER, &before, &split, &after]),
            &lines(&[HEADER, &before, &after]),
            &RepairOptions::new(),
        );
        let first = report.changes.first().map(|change| change.line);
        assert_eq!(
            (report.dropped_lines, first),
            (lost, Some(3)),
            "{partial:?}"
        );
    }
}

#[test]
fn a_masked_image_becomes_a_text_and_its_neighbours_stay() {
    // openclaw/openclaw#90760.
    let turn = |image: &str| {
        record(
            "u",
            "null",
            &format!(r#"{{"role":"user","content":[{{"type":"text","text":"see"}},{image}]}}"#),
        )
    };
    let omitted = turn(r#"{"type":"text","text":"[image omitted: corrupted base64 payload]"}"#);
    for image in [
        r#"{"type":"image","data":"iVBORw0K…GgoAAAA=","mimeType":"image/png"}"#,
        r#"{"type":"image","data":"[REDACTED]","mediaType":"image/jpeg"}"#,
        r#"{"type":"image","data":"","media_type":" IMAGE/webp"}"#,
    ] {
        let report = check(
            &lines(&[HEADER, &turn(image)]),
            &lines(&[HEADER, &omitted]),
            &RepairOptions::new(),
        );
        assert_eq!(report.removed_corrupted_image_blocks, 1, "{image}");
    }
}

#[test]
fn history_behind_a_dropped_line_is_told_and_relinked_on_request() {
    // openclaw/openclaw#64287: 189 lost parents in 48 files.
    let (first, last) = (user("u", "null", "x"), user("v", "\"a\"", "y"));
    let file = lines(&[
        HEADER,
        &first,
        "{\"type\":\"message\",\"id\":\"a\",\"par",
        &last,
    ]);
    let left = check(
        &file,
        &lines(&[HEADER, &first, &last]),
        &RepairOptions::new(),
    );
    assert_eq!(left.dangling_parents.count, 1);
    let relink = RepairOptions::new().with_relink(true);
    let relinked = lines(&[HEADER, &first, &user("v", "\"u\"", "y")]);
    check(&file, &relinked, &relink);
    assert_eq!(read(relinked.as_bytes()), ["x", "y"]);
    // Of a line that was never written, and of one that follows: each goes to who stands before it.
    let lost = lines(&[
        HEADER,
        &first,
        &user("v", "\"gone\"", "y"),
        &user("w", "\"lost\"", "z"),
    ]);
    let report = check(&lost, &lost, &RepairOptions::new());
    assert_eq!(report.dangling_parents.count, 2);
    let found = lines(&[
        HEADER,
        &first,
        &user("v", "\"u\"", "y"),
        &user("w", "\"v\"", "z"),
    ]);
    check(&lost, &found, &relink);
    assert_eq!(read(found.as_bytes()), ["x", "y", "z"]);
}

#[test]
fn skipped_lines_are_told_and_what_follows_is_read() {
    // openclaw/openclaw#98669, #98634, #98106; anthropics/claude-code#50347, #53821, #56649.
    let (said, answered) = (user("u", "null", "x"), assistant("a", "\"u\"", "y"));
    for (file, skipped) in [
        (lines(&[HEADER, "{bad", &said, &answered]), 1),
        (lines(&[HEADER, &said, "{bad", "\0\0", &answered]), 2),
        (lines(&[HEADER, &said, &answered, "}"]), 1),
        (lines(&[HEADER, &said, " \t", "", &answered]), 0),
    ] {
        let session = load(file.as_bytes(), &SessionOptions::new()).expect("a session");
        assert_eq!(session.report().skipped_lines, skipped, "{file}");
        assert_eq!(read(file.as_bytes()), ["x", "y"], "{file}");
    }
}

#[test]
fn a_header_behind_another_record_is_refused_by_repair_and_found_by_reading() {
    // earendil-works/pi#8880.
    for file in [
        lines(&[r#"{"type":"title"}"#, HEADER, &user("u", "null", "x")]),
        lines(&["null", "[]", HEADER, "{bad", &user("u", "null", " x")]),
        lines(&[
            r#"{"type":"session","id":""}"#,
            HEADER,
            &user("u", "null", "x"),
        ]),
    ] {
        let plan = plan(file.as_bytes(), &RepairOptions::new());
        assert_eq!(
            (plan.report().reason, plan.rewrites()),
            (Some(Reason::InvalidSessionHeader), false),
            "{file}"
        );
        assert_eq!(read(file.as_bytes()).concat().trim(), "x", "{file}");
    }
}

#[test]
fn glued_records_are_recovered_on_request() {
    // QwenLM/qwen-code#3606, #3656.
    let (first, second, third) = (
        user("u", "null", "x"),
        assistant("a", "\"u\"", "y"),
        user("v", "\"a\"", "z"),
    );
    let file = lines(&[HEADER, &format!("{first}{second}"), &third]);
    check(&file, &lines(&[HEADER, &third]), &RepairOptions::new());
    let report = check(
        &file,
        &lines(&[HEADER, &first, &second, &third]),
        &RepairOptions::new().with_split_glued(true),
    );
    assert_eq!((report.recovered_records, report.dropped_lines), (2, 0));
    // What is whole on the line is recovered, whatever is glued to it.
    for glued in [
        format!("{first}{second}{{\"cut"),
        format!("\0\0{first} {second}"),
    ] {
        let file = lines(&[HEADER, &glued, &third]);
        check(
            &file,
            &lines(&[HEADER, &first, &second, &third]),
            &RepairOptions::new().with_split_glued(true),
        );
    }
}

#[test]
fn what_separates_lines_elsewhere_ends_none_in_a_string() {
    // github/copilot-cli#2490.
    for separator in ["\u{2028}", "\u{2029}", "\u{85}"] {
        let text = format!("a{separator}b");
        let file = lines(&[HEADER, &user("u", "null", &text)]);
        check(&file, &file, &RepairOptions::new());
        assert_eq!(read(file.as_bytes()), [text]);
    }
}

#[test]
fn a_byte_order_mark_blocks_nothing() {
    // openai/codex#28139.
    let file = format!("\u{FEFF}{}", lines(&[HEADER, &user("u", "null", "x")]));
    let strict = plan(file.as_bytes(), &RepairOptions::new());
    assert!(strict.report().reason.is_none() && strict.report().byte_order_mark);
    let compat = plan(
        file.as_bytes(),
        &RepairOptions::new().with_profile(Profile::Compat),
    );
    assert_eq!(compat.report().reason, Some(Reason::InvalidSessionHeader));
    assert_eq!(read(file.as_bytes()), ["x"]);
    // It goes when something else has to; a second one, or one inside the file, is no mark but a broken line.
    let sound = lines(&[HEADER, &user("u", "null", "x")]);
    check(&format!("{file}{{cut"), &sound, &RepairOptions::new());
    let inside = format!("{sound}\u{FEFF}{}", lines(&[&user("v", "\"u\"", "y")]));
    check(&inside, &sound, &RepairOptions::new());
}

#[test]
fn empty_and_cut_files_have_no_records() {
    // google-gemini/gemini-cli#26425.
    for file in ["", "\n\n", "\u{FEFF}", " \r\n\t", "{\"ses", "{\"ses\n\0"] {
        let plan = plan(file.as_bytes(), &RepairOptions::new());
        assert_eq!(
            (plan.report().reason, plan.rewrites()),
            (Some(Reason::EmptySessionFile), false),
            "{file:?}"
        );
        assert!(read(file.as_bytes()).is_empty());
    }
}

#[test]
fn a_blank_assistant_block_is_left_to_replay() {
    // zeroclaw-labs/zeroclaw#5228.
    let bedrock = Target::new()
        .with_provider("amazon-bedrock")
        .with_model_api("bedrock-converse-stream")
        .with_model_id("us.anthropic.claude-sonnet-4-6");
    for blank in ["", " ", "\\n\\t"] {
        let file = lines(&[
            HEADER,
            &user("u", "null", "x"),
            &assistant("a", "\"u\"", blank),
            &user("v", "\"a\"", "y"),
        ]);
        check(&file, &file, &RepairOptions::new());
        let session = load(file.as_bytes(), &SessionOptions::new()).expect("a session");
        let messages = session.messages_json();
        let mut transcript = Transcript::parse(&messages, &Limits::default()).expect("turns");
        sanitize(&mut transcript, &bedrock, &ReplayOptions::new()).expect("turns that can be sent");
        let sent: serde_json::Value = serde_json::from_slice(&transcript.to_text()).expect("JSON");
        let texts = serde_json::json!([{"type":"text","text":"x"},{"type":"text","text":"y"}]);
        assert_eq!(
            sent,
            serde_json::json!([{"role":"user","content":texts}]),
            "{blank:?}"
        );
    }
}
