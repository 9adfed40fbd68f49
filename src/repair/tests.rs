//! What repair promises beyond single rules.

use super::*;
use crate::policy::Profile;

const HEADER: &str = r#"{"type":"session","id":"s"}"#;

/// A file of the header and these lines.
fn file(lines: &[&str]) -> Vec<u8> {
    let mut text = format!("{HEADER}\n");
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.into_bytes()
}

fn check(options: &RepairOptions, before: &[u8], after: &[u8]) {
    let plan = plan(before, options);
    let got = plan.apply(before);
    assert_eq!(
        String::from_utf8_lossy(&got),
        String::from_utf8_lossy(after),
        "{}",
        plan.report().to_json()
    );
    let again = super::plan(&got, options);
    assert!(
        !again.rewrites(),
        "a second run finds {}",
        again.report().to_json()
    );
    assert_eq!(again.apply(&got), got);
}

#[test]
fn lines_that_nothing_is_wrong_with_keep_their_bytes() {
    let before = b"{\"type\":\"session\",\"id\":\"s\"}\r\n\n { \"n\" : 1.0, \"n\":9007199254740993 }\r\n{bad\n\"\xFF\"";
    let after = b"{\"type\":\"session\",\"id\":\"s\"}\r\n\n { \"n\" : 1.0, \"n\":9007199254740993 }\r\n\"\xFF\"";
    check(&RepairOptions::new(), before, after);
}

#[test]
fn chunks_of_any_size_give_the_same_plan() {
    let user =
        r#"{"type":"message","id":"u","parentId":"x","message":{"role":"user","content":""}}"#;
    let before = file(&["{bad", user, "\u{FEFF}é", "  "]);
    let options = RepairOptions::new().with_relink(true);
    let whole = plan(&before, &options);
    for size in [1, 2, 3, 7, 64] {
        let mut planner = Planner::new(options.clone());
        before.chunks(size).for_each(|chunk| planner.feed(chunk));
        let fed = planner.finish();
        assert_eq!(fed.report(), whole.report(), "{size}");
        assert_eq!(fed.apply(&before), whole.apply(&before), "{size}");
    }
}

#[test]
fn a_byte_order_mark_goes_with_the_first_rewrite_alone() {
    let marked = |lines: &[&str]| [b"\xEF\xBB\xBF".as_slice(), &file(lines)].concat();
    let clean = plan(&marked(&[]), &RepairOptions::new());
    assert!(!clean.rewrites() && clean.report().byte_order_mark);
    assert_eq!(clean.apply(&marked(&[])), marked(&[]));
    check(&RepairOptions::new(), &marked(&["{bad"]), &file(&[]));
}

#[test]
fn a_padded_call_id_gets_one_result_for_ever() {
    let call = r#"{"type":"message","id":"a","message":{"role":"assistant","api":"openai-chatgpt-responses","provider":"openai","content":[{"type":"toolCall","id":" c ","name":"ls"}]}}"#;
    let before = file(&[call]);
    let options = RepairOptions::new();
    let after = plan(&before, &options).apply(&before);
    assert_eq!(plan(&before, &options).report().inserted_tool_results, 1);
    check(&options, &before, &after);
}

#[test]
fn a_result_after_a_last_line_without_line_end_has_a_line_of_its_own() {
    let call = r#"{"type":"message","message":{"role":"assistant","api":"openai-chatgpt-responses","provider":"openai","content":[{"type":"toolCall","id":"c","name":"ls"}]}}"#;
    let mut before = file(&[call]);
    before.pop();
    let after = plan(&before, &RepairOptions::new()).apply(&before);
    let after = String::from_utf8(after).expect("UTF-8");
    assert_eq!(after.lines().count(), 3);
    assert!(after.ends_with("}}\n"), "{after}");
}

#[test]
fn relinking_puts_inserted_results_on_the_branch() {
    let call = r#"{"type":"message","id":"a","parentId":"gone","message":{"role":"assistant","api":"openai-chatgpt-responses","provider":"openai","content":[{"type":"toolCall","id":"c"},{"type":"toolCall","id":"d"}]}}"#;
    let next =
        r#"{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"x"}}"#;
    let before = file(&[call, next]);
    let plan = plan(&before, &RepairOptions::new().with_relink(true));
    assert_eq!(plan.report().relinked_records, 2);
    let after = plan.apply(&before);
    let parents: Vec<String> = String::from_utf8(after)
        .expect("UTF-8")
        .lines()
        .skip(1)
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
            format!("{}<{}", record["parentId"], record["id"])
        })
        .collect();
    assert_eq!(
        parents,
        [
            r#"null<"a""#,
            r#""a"<"repair-00000001-0000-4000-8000-000000000000""#,
            r#""repair-00000001-0000-4000-8000-000000000000"<"repair-00000002-0000-4000-8000-000000000000""#,
            r#""repair-00000002-0000-4000-8000-000000000000"<"b""#,
        ]
    );
}

#[test]
fn missing_parents_are_reported_and_left() {
    let before = file(&[r#"{"type":"custom","id":"b","parentId":"lost"}"#]);
    let plan = plan(&before, &RepairOptions::new());
    assert!(!plan.rewrites());
    assert_eq!(plan.report().dangling_parents.count, 1);
    assert_eq!(plan.report().dangling_parents.first_ids[0].as_js(), "lost");
}

#[test]
fn glued_records_are_split_on_request() {
    let (a, b) = (
        r#"{"type":"custom","id":"a"}"#,
        r#"{"type":"custom","id":"b"}"#,
    );
    let before = file(&[&format!("{a}{b}"), &format!("\0\0{a}")]);
    check(&RepairOptions::new(), &before, &file(&[]));
    check(
        &RepairOptions::new().with_split_glued(true),
        &before,
        &file(&[a, b, a]),
    );
}

#[test]
fn too_large_a_file_is_left_alone() {
    let before = file(&["{bad"]);
    let plan = plan(&before, &RepairOptions::new().with_max_bytes(10));
    assert_eq!(plan.report().reason, Some(Reason::TooLarge));
    assert_eq!(plan.apply(&before), before);
}

#[test]
fn a_deep_line_is_a_line_like_others() {
    let deep = format!(
        "{{\"type\":\"custom\",\"d\":{}{}}}",
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    let before = file(&[&deep, "{bad"]);
    for profile in Profile::ALL {
        check(
            &RepairOptions::new().with_profile(profile),
            &before,
            &file(&[&deep]),
        );
    }
}
