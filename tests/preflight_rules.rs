//! What preflight makes of single bodies: choices of the caller, and what must not be taken for broken.

use transcript_hygiene::images::{Answer, Pixels};
use transcript_hygiene::policy::Profile;
use transcript_hygiene::preflight::{Mode, PreflightOptions, Results, preflight};

fn options(api: &str) -> PreflightOptions {
    PreflightOptions::new().with_api(Some(api.into()))
}

/// Asserts what a body becomes.
fn becomes(options: &PreflightOptions, before: &str, after: &str) {
    let outcome = preflight(before.as_bytes(), options);
    let body = outcome.body.unwrap_or_else(|| before.as_bytes().to_vec());
    assert_eq!(String::from_utf8(body).unwrap(), after);
    assert!(outcome.remaining.is_empty(), "{:?}", outcome.remaining);
}

/// Asserts that a body goes on as it is.
fn stays(options: &PreflightOptions, body: &str) {
    becomes(options, body, body);
    assert!(preflight(body.as_bytes(), options).body.is_none());
}

const CALL: &str = r#"{"role":"assistant","content":null,"reasoning_content":"r","tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]}"#;
const BARE_CALL: &str = r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]}"#;
const RESULT: &str = r#"{"role":"tool","tool_call_id":"a","content":"x"}"#;

#[test]
fn reasoning_of_a_chat_stays_in_the_running_tool_turn_where_the_policy_says_so() {
    let xai = options("chat")
        .with_provider(Some("xai".into()))
        .with_model(Some("grok-4".into()));
    let answer = r#"{"role":"assistant","content":"old","reasoning_content":"r"}"#;
    let running = |answer: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":"q"}},{answer},{{"role":"user","content":"n"}},{CALL},{RESULT}]}}"#
        )
    };
    let dropped = r#"{"role":"assistant","content":"old"}"#;
    becomes(&xai, &running(answer), &running(dropped));
    // With the next question the tool turn is history.
    let over = |call: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":"q"}},{call},{RESULT},{{"role":"assistant","content":"a"}},{{"role":"user","content":"n"}}]}}"#
        )
    };
    becomes(&xai, &over(CALL), &over(BARE_CALL));
    stays(&xai, &running(dropped));
    // Whoever asks for it back, and whom nobody named, keeps it.
    let kimi = options("chat")
        .with_provider(Some("moonshot".into()))
        .with_model(Some("kimi-k2.5".into()));
    stays(&kimi, &over(CALL));
    stays(&options("chat"), &over(CALL));
}

#[test]
fn legacy_functions_and_custom_tools_are_no_orphans() {
    stays(
        &options("chat"),
        r#"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"function_call":{"name":"ls","arguments":"{}"}},{"role":"function","name":"ls","content":"x"}]}"#,
    );
    stays(
        &options("chat"),
        r#"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"custom","custom":{"name":"sh","input":"ls"}}]},{"role":"tool","tool_call_id":"a","content":"x"}]}"#,
    );
}

#[test]
fn a_call_of_a_custom_tool_gets_a_result_of_its_kind() {
    becomes(
        &options("responses").with_profile(Profile::Compat),
        r#"{"input":[{"role":"user","content":"q"},{"type":"custom_tool_call","call_id":"a","name":"sh","input":"ls"}]}"#,
        r#"{"input":[{"role":"user","content":"q"},{"type":"custom_tool_call","call_id":"a","name":"sh","input":"ls"},{"type":"custom_tool_call_output","call_id":"a","output":"aborted"}]}"#,
    );
}

#[test]
fn what_the_server_keeps_may_hold_the_call() {
    stays(
        &options("responses"),
        r#"{"previous_response_id":"resp_1","input":[{"type":"function_call_output","call_id":"a","output":"x"}]}"#,
    );
}

#[test]
fn of_two_results_the_first_stays_or_the_last() {
    let body = |results: &str| {
        format!(
            r#"{{"max_tokens":9,"messages":[{{"role":"user","content":"q"}},{{"role":"assistant","content":[{{"type":"tool_use","id":"a","name":"ls","input":{{}}}}]}},{{"role":"user","content":[{results}]}}]}}"#
        )
    };
    let first = r#"{"type":"tool_result","tool_use_id":"a","content":"1"}"#;
    let last = r#"{"type":"tool_result","tool_use_id":"a","content":"2"}"#;
    let both = body(&format!("{first},{last}"));
    becomes(&options("anthropic"), &both, &body(first));
    let keeps_last = options("anthropic").with_results(Results::Last);
    becomes(&keeps_last, &both, &body(last));
}

#[test]
fn a_repeated_frame_of_one_id_is_paired_by_place() {
    // The first call was never answered; the result behind the second one is the second one's.
    let call = r#"{"role":"assistant","content":[{"type":"tool_use","id":"call_0","name":"ls","input":{}}]}"#;
    let body = format!(
        r#"{{"max_tokens":9,"messages":[{{"role":"user","content":"q"}},{call},{{"role":"user","content":"again"}},{call},{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"call_0","content":"x"}}]}}]}}"#
    );
    let outcome = preflight(body.as_bytes(), &options("anthropic"));
    let body = String::from_utf8(outcome.body.unwrap()).unwrap();
    assert!(outcome.remaining.is_empty());
    let missing = body.find("missing tool result").unwrap();
    assert!(missing < body.find("again").unwrap(), "{body}");
    assert!(body.ends_with(r#""content":"x"}]}]}"#), "{body}");
}

const SIGNED: &str =
    r#"{"type":"thinking","thinking":"t","signature":"c2lnbmVkIGJ5IHRoZSBwbGF0Zm9ybSBpdHNlbGYh"}"#;

#[test]
fn a_prefix_that_changed_voids_thinking() {
    let body = |thinking: &str| {
        format!(
            r#"{{"max_tokens":9,"messages":[{{"role":"user","content":"q"}},{{"role":"assistant","content":[{thinking}{{"type":"text","text":"a"}}]}},{{"role":"user","content":"n"}}]}}"#
        )
    };
    let signed = body(&format!("{SIGNED},"));
    let model = |model: &str| options("anthropic").with_model(Some(model.into()));
    stays(&model("claude-sonnet-4-5"), &signed);
    for name in ["claude-sonnet-4-5", "claude-opus-5-1"] {
        becomes(&model(name).with_prefix_changed(true), &signed, &body(""));
    }
    stays(
        &model("claude-sonnet-4-5").with_prefix_changed(true),
        &body(""),
    );
}

#[test]
fn a_body_that_binds_thinking_already_needs_the_header() {
    let body = format!(
        r#"{{"model":"claude-opus-5-1","max_tokens":9,"thinking":{{"type":"adaptive","block_binding":{{"prefix_mismatch_behavior":"drop_block"}}}},"messages":[{{"role":"user","content":"q"}},{{"role":"assistant","content":[{SIGNED},{{"type":"text","text":"a"}}]}},{{"role":"user","content":"n"}}]}}"#
    );
    let outcome = preflight(body.as_bytes(), &options("anthropic"));
    assert!(outcome.body.is_none());
    assert_eq!(outcome.headers[0].0, "anthropic-beta");
}

#[test]
fn what_the_caller_knows_of_the_server_wins() {
    let prefill = r#"{"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"So:"}]}"#;
    stays(&options("anthropic"), prefill);
    let refuses = options("anthropic").with_switches(vec![("noPrefill", true)]);
    becomes(
        &refuses,
        prefill,
        r#"{"max_tokens":9,"messages":[{"role":"user","content":"q"}]}"#,
    );
}

#[test]
fn something_is_always_sent() {
    let chat = options("chat").with_switches(vec![("noTrailingAssistant", true)]);
    becomes(
        &chat,
        r#"{"messages":[{"role":"assistant","content":"So:"}]}"#,
        r#"{"messages":[{"role":"user","content":"[conversation history omitted]"}]}"#,
    );
}

#[test]
fn changes_name_their_places_in_both_bodies() {
    let body = r#"{"messages":[{"role":"tool","tool_call_id":"x","content":"lost"},{"role":"user","content":"q"},{"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":""}}]},{"role":"user","content":"n"},{"role":"tool","tool_call_id":"a","content":"x"}]}"#;
    let outcome = preflight(body.as_bytes(), &options("chat"));
    let told: Vec<_> = outcome
        .changes
        .iter()
        .map(|change| {
            let (input, output) = (change.input.as_deref(), change.output.as_deref());
            (change.rule.id, change.kind.name(), input, output)
        })
        .collect();
    let arguments = "/tool_calls/0/function/arguments";
    let (before, after) = (
        format!("/messages/2{arguments}"),
        format!("/messages/1{arguments}"),
    );
    assert_eq!(
        told,
        [
            (
                "parse-tool-call-arguments",
                "edited",
                Some(before.as_str()),
                Some(after.as_str())
            ),
            (
                "repair-tool-result-pairing",
                "dropped",
                Some("/messages/0"),
                None
            ),
            (
                "repair-tool-result-pairing",
                "moved",
                Some("/messages/4"),
                Some("/messages/2")
            ),
        ]
    );
    let digests = outcome
        .changes
        .iter()
        .map(|change| (&change.digest_before, &change.digest_after));
    assert!(
        digests
            .clone()
            .all(|(before, after)| before.is_some() || after.is_some())
    );
    assert!(
        outcome
            .changes
            .iter()
            .all(|change| change.before.is_none() && change.after.is_none())
    );
}

#[test]
fn strict_refuses_what_is_no_json_but_not_what_it_cannot_tell() {
    let strict = PreflightOptions::new().with_mode(Mode::Strict);
    assert!(preflight(b"{", &strict).refused);
    assert!(!preflight(br#"{"max_tokens":1,"messages":[]}"#, &strict).refused);
    assert!(
        !preflight(
            b"{}",
            &strict.clone().with_api(Some("carrier-pigeon".into()))
        )
        .refused
    );
}

#[test]
fn roles_that_a_chat_template_does_not_know_alternate_too() {
    let gemma = options("chat")
        .with_provider(Some("ollama".into()))
        .with_model(Some("gemma-3-27b".into()));
    let body = |turns: &[&str]| {
        format!(
            r#"{{"messages":[{{"role":"user","content":"q"}},{},{{"role":"assistant","content":"a"}}]}}"#,
            turns.join(",")
        )
    };
    let [critic, judge] =
        ["critic", "judge"].map(|role| format!(r#"{{"role":"{role}","content":"no"}}"#));
    stays(&gemma, &body(&[&critic]));
    let user = r#"{"role":"user","content":"no"}"#;
    becomes(&gemma, &body(&[&critic, &judge]), &body(&[&critic, user]));
    for odd in ["null", "1", "{}", r#"{"role":1,"content":"x"}"#, "[]"] {
        let outcome = preflight(body(&[odd, odd, &critic, odd]).as_bytes(), &gemma);
        assert!(
            outcome.remaining.is_empty(),
            "{odd}: {:?}",
            outcome.remaining
        );
    }
}

#[test]
fn a_host_encodes_images_and_the_body_waits_for_it() {
    // A PNG whose header says 8001 pixels, and nothing more.
    const WIDE: &str = "iVBORw0KGgoAAAANSUhEUgAAH0EAAAABCAIAAAA=";
    let body = |data: &str, mime: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"data:{mime};base64,{data}"}}}}]}}]}}"#
        )
    };
    let before = body(WIDE, "image/png");
    let chat = |pixels| options("chat").with_pixels(pixels);
    let waiting = preflight(before.as_bytes(), &chat(Pixels::of_host(Vec::new())));
    let Pixels::Host(jobs) = waiting.pixels else {
        panic!("the host has nothing to do");
    };
    assert_eq!(jobs.open().len(), 1);
    assert!(waiting.body.is_none());

    const JPEG: &str = "/9j/wAALCAABAAEBAREA";
    let answered = |answer| chat(Pixels::of_host(vec![answer]));
    becomes(
        &answered(Answer::Jpeg(JPEG.into())),
        &before,
        &body(JPEG, "image/jpeg"),
    );
    let omitted = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"[image omitted: it has too many pixels]"}]}]}"#;
    becomes(
        &answered(Answer::Refused("cannot be read".into())),
        &before,
        omitted,
    );
    becomes(&chat(Pixels::Nobody), &before, omitted);
}
