//! What people should see: reports about stored history, each with variants of its kind, in `strict`.
//!
//! Every case is projected twice; the second projection must change nothing.

use transcript_hygiene::Limits;
use transcript_hygiene::display::history::{PageOptions, page};
use transcript_hygiene::display::{DisplayOptions, Fate, Projection, project};
use transcript_hygiene::json::{Document, Value, write};

/// Levels of a case that are read: rows, their content, its blocks.
const LEVELS: usize = 4;

fn json(document: &Document<'_>, rows: &[Value]) -> String {
    let rows = rows
        .iter()
        .map(|row| String::from_utf8(write(document, *row)).unwrap());
    format!("[{}]", rows.collect::<Vec<_>>().join(","))
}

fn projected(rows: &str, options: &DisplayOptions) -> String {
    let mut document = Document::parse(rows.as_bytes(), LEVELS, &Limits::default()).expect(rows);
    let list = document.root();
    let shown = project(&mut document, list, options);
    json(&document, &shown.rows)
}

fn assert_shows_with(rows: &str, expected: &str, options: &DisplayOptions) {
    let shown = projected(rows, options);
    assert_eq!(shown, expected, "of {rows}");
    assert_eq!(projected(&shown, options), shown, "a second time");
}

fn assert_shows(rows: &str, expected: &str) {
    assert_shows_with(rows, expected, &DisplayOptions::new());
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn row(role: &str, text: &str) -> String {
    format!(r#"{{"role":"{role}","content":{}}}"#, quoted(text))
}

/// The text of a user's or a model's row, as string, as block and as `text`, becomes this one.
fn assert_text(role: &str, text: &str, expected: &str) {
    let (text, expected) = (quoted(text), quoted(expected));
    for shape in [
        r#"[{"role":"ROLE","content":TEXT}]"#,
        r#"[{"role":"ROLE","content":[{"type":"text","text":TEXT}]}]"#,
        r#"[{"role":"ROLE","text":TEXT}]"#,
    ] {
        let shape = shape.replace("ROLE", role);
        assert_shows(
            &shape.replace("TEXT", &text),
            &shape.replace("TEXT", &expected),
        );
    }
}

fn assert_unchanged(role: &str, text: &str) {
    assert_text(role, text, text);
}

fn assert_hidden(rows: &str) {
    assert_shows(rows, "[]");
}

const BEGIN: &str = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";
const END: &str = "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>";

fn block(header: &str) -> String {
    format!("{header}\n```json\n{{\"id\":1}}\n```")
}

#[test]
fn metadata_blocks_before_a_message_go_with_their_timestamp() {
    let old = block("Conversation info (untrusted metadata):");
    let stamp = "[Wed 2026-02-18 18:04 GMT+1]";
    assert_text("user", &format!("{old}\n\n{stamp} hello"), "hello");
    assert_text("user", &format!("{stamp} hello"), "hello");
    let thread = block("Thread starter (untrusted, for context):");
    assert_text("user", &format!("{old}\n\n{thread}\n\nhello"), "hello");
    let history = "Chat history since last reply (untrusted, for context):\nann: a\n\nhello";
    assert_text("user", history, "hello");
    assert_text("assistant", &format!("{old}\n\nhello"), "hello");
}

#[test]
fn the_sender_of_a_leading_block_labels_the_row() {
    for header in ["Sender (untrusted metadata):", "Sender: ⟦openclaw:ctx⟧"] {
        let text = format!("{header}\n```json\n{{\"name\":\"Ann\"}}\n```\n\nhi");
        assert_shows(
            &format!("[{}]", row("user", &text)),
            r#"[{"role":"user","content":"hi","senderLabel":"Ann"}]"#,
        );
    }
}

#[test]
fn dates_and_tags_that_a_person_types_stay() {
    for text in [
        "[2026-01-02 10:10] standup notes",
        "[2026-01-02T10:10Z] standup notes",
        "[Wed 2026-02-18 18:04] standup notes",
        "[Signal lost] again",
        "use [[reply_to_current]] here",
        "NO_REPLY",
        "<think>is a tag</think>",
    ] {
        assert_unchanged("user", text);
    }
    assert_text("user", "[Slack ann 2026-01-02 10:10] hi", "hi");
}

#[test]
fn metadata_blocks_inside_a_message_are_quoted_and_stay() {
    for header in [
        "Conversation info (untrusted metadata):",
        "Sender: ⟦openclaw:ctx⟧",
    ] {
        let text = format!("Why does it print\n{}\nhere?", block(header));
        assert_unchanged("user", &text);
    }
    assert_unchanged("user", "What is Sender (untrusted metadata): for?");
}

#[test]
fn complete_runtime_blocks_go_wherever_they_stand() {
    let context = format!("{BEGIN}\nsecret\n{END}");
    assert_text("user", &format!("{context}\nhi"), "hi");
    assert_text("user", &format!("hi\n\n{context}"), "hi");
    assert_text("assistant", &format!("a\n{context}\nb"), "a\n\nb");
    assert_text("user", &format!("{BEGIN}\n{context}\n{END}\nhi"), "hi");
}

#[test]
fn tokens_with_space_around_them_are_tokens() {
    for (begin, end) in [
        (format!("{BEGIN} "), END.to_owned()),
        (format!("\t{BEGIN}"), format!("{END}  ")),
        (format!("{BEGIN}\r"), format!("{END}\r")),
    ] {
        assert_text("user", &format!("{begin}\nsecret\n{end}\nhi"), "hi");
    }
}

#[test]
fn blocks_of_the_newer_generation_go() {
    let context = block("Conversation info: ⟦openclaw:ctx⟧");
    assert_text("user", &format!("{context}\n\nhi"), "hi");
    assert_text("user", "Thread: ⟦openclaw:ctx⟧\nann: a\nbob: b\n\nhi", "hi");
    let memory = "Context:\n<active_memory_plugin>\nm\n</active_memory_plugin>\n\nhi";
    assert_text("user", memory, "hi");
}

#[test]
fn lone_tokens_and_code_of_a_person_stay() {
    assert_unchanged("user", &format!("How do I escape\n{BEGIN}\nin my prompt?"));
    assert_unchanged("user", &format!("What is\n{END}\n?"));
    assert_unchanged("user", &format!("```\n{BEGIN}\nx\n{END}\n```\nlook"));
    assert_unchanged("user", &format!("say {BEGIN} and\n{END}"));
}

#[test]
fn silence_is_hidden_and_short_answers_are_not() {
    for text in [
        "NO_REPLY",
        " no_reply\n",
        "**NO_REPLY**",
        "NO_REPLY NO_REPLY",
    ] {
        assert_hidden(&format!("[{}]", row("assistant", text)));
    }
    for text in ["NO", "No.", "OK"] {
        assert_unchanged("assistant", text);
    }
}

#[test]
fn control_tokens_behind_an_answer_go_all_at_once() {
    for tail in [
        "\n\nNO_REPLY",
        " NO_REPLY NO_REPLY NO_REPLY",
        " REPLY_SKIP NO_REPLY ANNOUNCE_SKIP",
    ] {
        assert_text(
            "assistant",
            &format!("File's there.{tail}"),
            "File's there.",
        );
    }
    assert_unchanged("assistant", "I would say `NO_REPLY`");
}

#[test]
fn a_runtime_token_beside_a_token_of_the_host_is_a_line_of_its_own() {
    for tail in [
        " REPLY_SKIP",
        " NO_REPLY HEARTBEAT_OK",
        " HEARTBEAT_OK NO_REPLY HEARTBEAT_OK",
    ] {
        assert_text("assistant", &format!("hi\n{BEGIN}{tail}"), "hi");
        assert_hidden(&format!(
            "[{}]",
            row("assistant", &format!("{BEGIN}{tail}"))
        ));
    }
    let failed = format!(
        r#"[{{"role":"assistant","content":[{{"type":"text","text":"{BEGIN} REPLY_SKIP"}}],"stopReason":"error"}}]"#
    );
    assert_shows(&failed, FAILED);
}

#[test]
fn tokens_split_over_blocks_are_hidden() {
    for parts in [
        &["NO_", "REPLY"][..],
        &["ANNOUNCE", "_SK", "IP"],
        &["[[reply_to_current]]NO_", "REPLY"],
    ] {
        let blocks: Vec<String> = parts
            .iter()
            .map(|part| format!(r#"{{"type":"text","text":"{part}"}}"#))
            .collect();
        let blocks = blocks.join(",");
        assert_hidden(&format!(r#"[{{"role":"assistant","content":[{blocks}]}}]"#));
    }
}

#[test]
fn skips_are_hidden() {
    for text in ["REPLY_SKIP", "ANNOUNCE_SKIP", "NO_REPLY REPLY_SKIP"] {
        assert_hidden(&format!("[{}]", row("assistant", text)));
    }
}

#[test]
fn directives_go_from_answers_outside_code() {
    for text in [
        "[[reply_to_current]] hi",
        "[[reply_to_current] hi",
        "hi [[audio_as_voice]]",
        "[[ reply_to: 12 ]]\nhi",
    ] {
        assert_text("assistant", text, "hi");
    }
    assert_text("assistant", "a [[audio_as_voice]] b", "a b");
    assert_unchanged("assistant", "write `[[reply_to_current]]` first");
}

#[test]
fn heartbeats_are_hidden_and_mark_the_next_turn() {
    let user = row("user", "hi");
    for (prompt, ack) in [
        ("[OpenClaw heartbeat poll]", "HEARTBEAT_OK"),
        ("[OpenClaw heartbeat poll]", "All quiet. HEARTBEAT_OK"),
        (
            "Follow the heartbeat monitor scratch context when provided. Do not infer or repeat old tasks from prior \
             chats. If nothing needs attention, reply HEARTBEAT_OK.",
            "**HEARTBEAT_OK**",
        ),
    ] {
        let rows = format!("[{},{},{user}]", row("user", prompt), row("assistant", ack));
        let marked = r#"[{"role":"user","content":"hi","__openclaw":{"turnBoundary":true}}]"#;
        assert_shows(&rows, marked);
    }
}

#[test]
fn an_answer_that_ends_in_the_token_is_shown_without_it() {
    let user = row("user", "status?");
    for text in [
        "All systems normal. HEARTBEAT_OK",
        "All systems normal.\n\nHEARTBEAT_OK.",
        "HEARTBEAT_OK All systems normal.",
        "All systems normal. **HEARTBEAT_OK**",
    ] {
        assert_shows(
            &format!("[{user},{}]", row("assistant", text)),
            &format!("[{user},{}]", row("assistant", "All systems normal.")),
        );
    }
    assert_unchanged("assistant", "The token is `HEARTBEAT_OK`");
}

#[test]
fn a_mirror_right_behind_its_answer_is_one_with_it() {
    let mirror =
        r#"{"role":"assistant","content":"Hello","provider":"openclaw","model":"delivery-mirror"}"#;
    let answer = row("assistant", "Hello");
    let user = row("user", "again");
    assert_shows(&format!("[{answer},{mirror}]"), &format!("[{answer}]"));
    assert_shows(
        &format!("[{answer},{mirror},{mirror}]"),
        &format!("[{answer}]"),
    );
    // A repeated answer is legal, and a mirror of nothing is all there is.
    for kept in [
        format!("[{answer},{answer}]"),
        format!("[{answer},{user},{mirror}]"),
        format!("[{mirror}]"),
    ] {
        assert_shows(&kept, &kept);
    }
}

#[test]
fn a_mirror_behind_the_speech_of_its_answer_is_one_with_both() {
    let answer = r#"{"role":"assistant","content":"Hello"}"#;
    let speech = r#"{"role":"assistant","content":[{"type":"audio","url":"u"}],"openclawTtsSupplement":{"spokenText":"Hello"}}"#;
    let mirror =
        r#"{"role":"assistant","content":"Hello","provider":"openclaw","model":"delivery-mirror"}"#;
    let spoken = r#"{"role":"assistant","content":[{"type":"text","text":"Hello"},{"type":"audio","url":"u"}]}"#;
    assert_shows(
        &format!("[{answer},{speech},{mirror}]"),
        &format!("[{spoken}]"),
    );
    // Another answer's speech is no reason to say this one twice.
    let other = r#"{"role":"assistant","content":"Yes"}"#;
    assert_shows(
        &format!(
            "[{answer},{other},{speech},{}]",
            mirror.replace("Hello", "Yes")
        ),
        &format!("[{spoken},{other}]"),
    );
    // Speech by itself is no answer that could be mirrored.
    let alone = format!("[{speech},{mirror}]");
    assert_shows(&alone, &alone);
}

#[test]
fn a_reply_sent_with_the_message_tool_is_one_row() {
    let call = |id: &str, text: &str| {
        format!(
            r#"{{"role":"assistant","content":[{{"type":"toolCall","id":"{id}","name":"message","arguments":{{"action":"send","message":"{text}"}}}}]}}"#
        )
    };
    let result = |id: &str| {
        format!(
            r#"{{"role":"toolResult","toolCallId":"{id}","toolName":"message","content":"{{\"ok\":true}}"}}"#
        )
    };
    for (id, text) in [("c", "hi"), ("d", "it is done")] {
        let (call, result) = (call(id, text), result(id));
        assert_shows(
            &format!("[{call},{result},{}]", row("assistant", "NO_REPLY")),
            &format!(
                r#"[{call},{result},{{"role":"assistant","content":[{{"type":"text","text":"{text}"}}],"openclawMessageToolMirror":{{"toolName":"message","toolCallId":"{id}"}}}}]"#
            ),
        );
    }
}

/// A failed turn that said nothing.
const FAILED: &str = r#"[{"role":"assistant","content":[{"type":"text","text":"The agent run failed before producing a reply."}],"stopReason":"error"}]"#;

#[test]
fn a_failed_turn_is_one_sentence_without_details() {
    for extra in [
        r#""errorMessage":"boom""#,
        r#""errorBody":"{}","errorCode":"500""#,
    ] {
        assert_shows(
            &format!(r#"[{{"role":"assistant","content":[],"stopReason":"error",{extra}}}]"#),
            FAILED,
        );
    }
    assert_shows(
        r#"[{"role":"assistant","content":[{"type":"text","text":"half"}],"stopReason":"error","errorMessage":"boom"}]"#,
        r#"[{"role":"assistant","content":[{"type":"text","text":"half"}],"stopReason":"error"}]"#,
    );
}

#[test]
fn rows_of_other_sessions_are_no_words_of_the_user() {
    // The envelope of the second names who wrote to that session.
    for text in ["hi", "[Slack ann 2026-01-02 10:10] hi"] {
        let provenance = r#""provenance":{"kind":"inter_session","sourceTool":"sessions_send","sourceSessionKey":"agent:helper:main"}"#;
        let content = quoted(&format!("[Inter-session message] isUser=false\n{text}"));
        assert_shows(
            &format!(r#"[{{"role":"user","content":{content},{provenance}}}]"#),
            &format!(
                r#"[{{"role":"assistant","content":{},{provenance},"senderLabel":"Forwarded from helper"}}]"#,
                quoted(text)
            ),
        );
    }
}

#[test]
fn reports_of_finished_work_are_hidden() {
    for tool in [
        "image_generate",
        "music_generate",
        "video_generate",
        "subagent_announce",
        "subagent_settle",
    ] {
        assert_hidden(&format!(
            r#"[{{"role":"user","content":"done","provenance":{{"kind":"inter_session","sourceTool":"{tool}"}}}}]"#
        ));
        let marked = format!("[Inter-session message] sourceTool={tool} isUser=false\ndone");
        assert_hidden(&format!("[{}]", row("user", &marked)));
    }
    assert_unchanged(
        "user",
        "Why does it say [Inter-session message] sourceTool=subagent_announce ?",
    );
}

#[test]
fn rows_that_are_not_for_display_are_hidden() {
    assert_hidden(r#"[{"role":"custom","customType":"openclaw.runtime-context","content":"x"}]"#);
    for role in ["user", "assistant", "custom", "toolResult"] {
        assert_hidden(&format!(
            r#"[{{"role":"{role}","content":"x","display":false}}]"#
        ));
    }
}

#[test]
fn cuts_split_no_character_and_are_marked_once() {
    for (text, max, kept) in [
        ("ab😀cd", 3.0, "ab"),
        ("😀😀😀", 3.0, "😀"),
        ("abcd", 3.0, "abc"),
    ] {
        let cut = quoted(&format!("{kept}\n...(truncated)..."));
        let options = DisplayOptions::new().with_max_chars(max);
        assert_shows_with(
            &format!("[{}]", row("user", text)),
            &format!(
                r#"[{{"role":"user","content":{cut},"__openclaw":{{"truncated":true,"reason":"display-cap"}}}}]"#
            ),
            &options,
        );
    }
}

#[test]
fn images_leave_a_handle_behind() {
    let left = r#""omitted":true,"bytes":3,"handle":"sha256:d9cae0dbdbf078b2020e2abe5fcd74bc""#;
    for (block, shown) in [
        (
            r#""type":"image","data":"QUJD""#,
            format!(r#""type":"image",{left}"#),
        ),
        (
            r#""type":"image","source":{"type":"base64","data":"QUJD"}"#,
            format!(r#""type":"image","source":{{"type":"base64",{left}}}"#),
        ),
        (
            r#""type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}"#,
            format!(r#""type":"image_url","image_url":{{{left}}}"#),
        ),
        (
            r#""type":"toolResult","content":[{"type":"image","data":"QUJD"}]"#,
            format!(r#""type":"toolResult","content":[{{"type":"image",{left}}}]"#),
        ),
        (
            r#""type":"video","path":"/home/ann/a.mp4""#,
            r#""type":"video","omitted":true"#.to_owned(),
        ),
    ] {
        assert_shows(
            &format!(r#"[{{"role":"user","content":[{{{block}}}]}}]"#),
            &format!(r#"[{{"role":"user","content":[{{{shown}}}]}}]"#),
        );
    }
    assert_shows(
        r#"[{"role":"user","content":"","MediaPaths":["/home/ann/a.png","C:\\x\\b.png"]}]"#,
        r#"[{"role":"user","content":"","MediaPaths":["a.png","b.png"]}]"#,
    );
}

#[test]
fn texts_of_tools_are_cut_and_flagged() {
    let kept = "x".repeat(8000);
    for (before, after) in [
        (
            r#"{"role":"toolResult","content":"TEXT"}"#,
            r#"{"role":"toolResult","content":"TEXT",MARK}"#,
        ),
        (
            r#"{"role":"tool","content":[{"type":"text","text":"TEXT"}]}"#,
            r#"{"role":"tool","content":[{"type":"text","text":"TEXT"}],MARK}"#,
        ),
    ] {
        let mark = r#""__openclaw":{"truncated":true,"reason":"display-cap"}"#;
        assert_shows(
            &format!("[{}]", before.replace("TEXT", &"x".repeat(9000))),
            &format!("[{}]", after.replace("TEXT", &kept).replace("MARK", mark)),
        );
    }
}

fn paged(rows: &str, options: &PageOptions) -> String {
    let mut document = Document::parse(rows.as_bytes(), LEVELS, &Limits::default()).expect(rows);
    let list: Vec<Value> = document
        .entries(document.root())
        .map(|entry| entry.value)
        .collect();
    let page = page(&mut document, &list, &DisplayOptions::new(), options);
    json(&document, &page.rows)
}

#[test]
fn a_row_over_the_limit_is_flagged_and_a_page_is_never_empty() {
    let rows = format!("[{}]", row("user", &"x".repeat(500)));
    let flagged = paged(&rows, &PageOptions::new(7.0).with_max_row_bytes(300.0));
    assert!(flagged.contains(r#""truncated":true,"reason":"oversized""#));
    assert!(flagged.contains(r#""role":"user""#));
    for bytes in [300.0, 10.0] {
        let shown = paged(&rows, &PageOptions::new(7.0).with_max_page_bytes(bytes));
        assert!(shown.contains(r#""type":"text""#), "{shown}");
    }
}

#[test]
fn reasoning_tags_and_model_tokens_go_outside_code() {
    for (text, shown) in [
        ("<think>x</think>y", "y"),
        ("<thinking>x</thinking>\n\ny", "y"),
        ("<final>y</final>", "y"),
        ("<|assistant|>hi", "hi"),
        ("<|im_start|>hi<|im_end|>", "hi"),
        ("<relevant-memories>m</relevant-memories>y", "y"),
    ] {
        assert_text("assistant", text, shown);
    }
    assert_unchanged("assistant", "`<think>` and `<|assistant|>`");
    assert_hidden(&format!(
        "[{}]",
        row("assistant", "<think>quiet</think>NO_REPLY")
    ));
    let as_written = DisplayOptions::new().with_visible_text(false);
    let rows = format!("[{}]", row("assistant", "<think>x</think>y"));
    assert_shows_with(&rows, &rows, &as_written);
}

#[test]
fn commentary_is_no_answer() {
    let signed = |text: &str, phase: &str| {
        let signature = quoted(&format!(r#"{{"v":1,"id":"m","phase":"{phase}"}}"#));
        format!(r#"{{"type":"text","text":"{text}","textSignature":{signature}}}"#)
    };
    let (aside, answer) = (signed("hm", "commentary"), signed("done", "final_answer"));
    let rows = |blocks: &str| format!(r#"[{{"role":"assistant","content":[{blocks}]}}]"#);
    assert_shows(&rows(&format!("{aside},{answer}")), &rows(&answer));
    let call = r#"{"type":"toolCall","id":"c","name":"x","arguments":{}}"#;
    assert_shows(&rows(&format!("{aside},{call},{answer}")), &rows(&answer));
    assert_hidden(&rows(&aside));
    let image = r#"{"type":"image","url":"https://example.org/a.png"}"#;
    let text = r#"{"type":"text","text":"look"}"#;
    assert_shows(
        &rows(&format!("{text},{call},{image}")),
        &rows(&format!("{text},{image}")),
    );
}

fn reported(rows: &str, options: DisplayOptions) -> (Projection, usize) {
    let mut document = Document::parse(rows.as_bytes(), LEVELS, &Limits::default()).expect(rows);
    let list = document.root();
    let count = document.entries(list).count();
    let options = options.with_report(true);
    (project(&mut document, list, &options), count)
}

#[test]
fn a_limit_counts_shown_rows_and_the_report_counts_hidden_ones() {
    let hidden = row("assistant", "NO_REPLY");
    let rows = format!(
        "[{},{},{hidden},{hidden},7]",
        row("user", "a"),
        row("user", "b")
    );
    let (shown, count) = reported(&rows, DisplayOptions::new().with_max_rows(Some(2.0)));
    assert_eq!(shown.sources, [Some(0), Some(1)]);
    let report = shown.report.unwrap();
    assert_eq!(report.len(), count);
    let hidden = report.iter().filter(|row| row.fate == Fate::Hidden);
    assert_eq!(hidden.count(), 3);
    assert_eq!(report[2].rules, ["sanitize-rows"]);
}

#[test]
fn the_report_says_what_was_taken_out_of_a_text() {
    let rows = format!(
        "[{}]",
        row("assistant", "[[reply_to_current]] 😀 hi NO_REPLY")
    );
    let (shown, _) = reported(&rows, DisplayOptions::new());
    let report = shown.report.unwrap();
    assert_eq!(report[0].fate, Fate::Shown);
    assert_eq!(report[0].rules, ["strip-envelopes", "sanitize-rows"]);
    assert_eq!(report[0].removed[0].pointer, "/content");
    assert_eq!(report[0].removed[0].ranges, [(0, 21), (26, 35)]);
}

#[test]
fn what_only_the_provider_reads_is_not_shown() {
    let host = r#"{"id":"r","upstreamUserText":"secret hi"}"#;
    assert_shows(
        &format!(r#"[{{"role":"user","content":"hi","__openclaw":{host}}}]"#),
        r#"[{"role":"user","content":"hi","__openclaw":{"id":"r"}}]"#,
    );
    assert_shows(
        r#"[{"role":"assistant","content":[{"type":"text","text":"hi","providerReplay":1}],"providerReplay":{"a":1}}]"#,
        r#"[{"role":"assistant","content":[{"type":"text","text":"hi"}]}]"#,
    );
}

#[test]
fn tool_calls_that_a_model_writes_go_outside_code() {
    let call = "<tool_call>\n{\"name\":\"read\"}\n</tool_call>";
    assert_text("assistant", &format!("Look.\n\n{call}"), "Look.");
    assert_text("assistant", &format!("{call}\n\nDone."), "Done.");
    assert_hidden(&format!("[{}]", row("assistant", call)));
    assert_unchanged("user", call);
    assert_unchanged("assistant", &format!("```xml\n{call}\n```"));
}

#[test]
fn a_text_that_was_cut_is_not_read_again() {
    let options = DisplayOptions::new().with_max_chars(8.0);
    assert_shows_with(
        &format!("[{}]", row("assistant", "`<think>` is a tag")),
        r#"[{"role":"assistant","content":"`<think>\n...(truncated)...","__openclaw":{"truncated":true,"reason":"display-cap"}}]"#,
        &options,
    );
}

#[test]
fn the_report_knows_a_cut_of_a_text_that_ends_in_the_mark() {
    let text = "[message_id: 7]\n...(truncated)...";
    let options = DisplayOptions::new().with_max_chars(12.0);
    let (shown, _) = reported(&format!("[{}]", row("user", text)), options);
    let report = shown.report.unwrap();
    assert_eq!(report[0].fate, Fate::Cut);
    assert_eq!(report[0].removed[0].ranges, [(0, 16), (28, 33)]);
}
