//! The pass before each model call, on whole lists.

use proptest::prelude::*;
use transcript_hygiene::Limits;
use transcript_hygiene::outbound::{PreRequestOptions, pre_request};
use transcript_hygiene::policy::{PolicyOverrides, Profile, Target};
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;

const ANTHROPIC: [&str; 3] = ["anthropic", "anthropic-messages", "claude-sonnet-4-6"];
const RESPONSES: [&str; 3] = ["openai", "openai-responses", "gpt-5.2"];
const GOOGLE: [&str; 3] = ["google", "google-generative-ai", "gemini-3-pro"];
const MISTRAL: [&str; 3] = ["mistral", "mistral-conversations", "mistral-large"];
const XAI: [&str; 3] = ["xai", "openai-completions", "grok-4"];
const OLD_CLAUDE: [&str; 3] = ["anthropic", "anthropic-messages", "claude-3-7-sonnet"];

fn target([provider, api, model]: [&str; 3]) -> Target {
    Target::new()
        .with_provider(provider)
        .with_model_api(api)
        .with_model_id(model)
}

fn compat() -> PreRequestOptions {
    PreRequestOptions::new()
        .with_profile(Profile::Compat)
        .with_now(Some(7.0))
}

fn run(turns: &str, to: [&str; 3], options: &PreRequestOptions) -> String {
    let mut transcript = Transcript::parse(turns.as_bytes(), &Limits::default()).unwrap();
    pre_request(&mut transcript, &target(to), options).unwrap();
    String::from_utf8(transcript.to_text()).unwrap()
}

fn call(id: &str, name: &str) -> String {
    format!(
        r#"{{"role":"assistant","content":[{{"type":"toolCall","id":"{id}","name":"{name}","arguments":{{}}}}]}}"#
    )
}

const USER: &str = r#"{"role":"user","content":"q"}"#;

#[test]
fn a_list_that_can_be_sent_keeps_its_bytes() {
    let list = format!(
        "[ {USER},\n {}, {{\"role\":\"toolResult\",\"toolCallId\":\"a\",\"toolName\":\"ls\",\"content\":[],\"n\":1e2}}, {USER} ]",
        call("a", "ls")
    );
    for to in [ANTHROPIC, GOOGLE, XAI] {
        assert_eq!(run(&list, to, &compat()), list);
    }
}

#[test]
fn pairing_waits_for_a_dropped_call_except_for_responses() {
    let policy = PolicyOverrides::new();
    let options = compat().with_policy(Some(policy));
    let open = format!("[{}]", call("call_a", "ls"));
    assert_eq!(run(&open, XAI, &options), open);
    assert!(run(&open, RESPONSES, &options).contains("\"aborted\""));

    let bad = call("b", "bad name");
    let both = format!("[{},{bad}]", call("call_a", "ls"));
    let paired = run(&both, XAI, &options);
    assert!(
        paired.contains("[openclaw] missing tool result"),
        "{paired}"
    );
    assert!(!paired.contains("bad name"), "{paired}");
}

#[test]
fn failed_turns_stay_with_their_results_except_for_responses() {
    let failed = r#"{"role":"assistant","stopReason":"error","content":[{"type":"toolCall","id":"call_a","name":"ls","arguments":{}},{"type":"toolCall","id":"call_b","name":"ls","arguments":{}}]}"#;
    let result = r#"{"role":"toolResult","toolCallId":"call_b","toolName":"ls"}"#;
    let list = format!("[{failed},{result},0]");
    let nobody = compat().with_policy(Some(PolicyOverrides::new()));
    assert_eq!(run(&list, XAI, &nobody), format!("[{failed},{result}]"));
    assert_eq!(run(&list, RESPONSES, &compat()), "[]");
}

#[test]
fn turns_that_meet_when_others_go_are_merged() {
    let list = format!("[{USER},{},{USER}]", call("a", "bad name"));
    let merged =
        r#"[{"role":"user","content":[{"type":"text","text":"q"},{"type":"text","text":"q"}]}]"#;
    assert_eq!(run(&list, ANTHROPIC, &compat()), merged);
    // Where nobody checks how turns alternate, they stay two.
    assert_eq!(
        run(
            &list,
            XAI,
            &compat().with_policy(Some(PolicyOverrides::new()))
        ),
        format!("[{USER},{USER}]")
    );
}

#[test]
fn a_list_that_nothing_changes_is_not_merged() {
    let list = format!("[{USER},{USER}]");
    assert_eq!(run(&list, ANTHROPIC, &compat()), list);
}

#[test]
fn gemini_turns_are_merged_only_after_a_turn_went() {
    let text = r#"{"role":"assistant","content":[{"type":"text","text":"x"}]}"#;
    let beside = format!("[{USER},{text},{text},{USER}]");
    assert_eq!(run(&beside, GOOGLE, &compat()), beside);
    let between = format!("[{USER},{text},{},{text},{USER}]", call("a", " "));
    assert_eq!(
        run(&between, GOOGLE, &compat()),
        format!(
            r#"[{USER},{{"role":"assistant","content":[{{"type":"text","text":"x"}},{{"type":"text","text":"x"}}]}},{USER}]"#
        )
    );
}

#[test]
fn the_end_is_the_users_where_policy_validates_turns_and_only_there() {
    let list = format!(r#"[{USER},{{"role":"assistant","content":"x"}}]"#);
    for to in [ANTHROPIC, GOOGLE] {
        assert_eq!(run(&list, to, &compat()), format!("[{USER}]"));
    }
    let nobody = compat().with_policy(Some(PolicyOverrides::new()));
    assert_eq!(run(&list, XAI, &nobody), list);
}

#[test]
fn strict_never_leaves_nothing_to_send() {
    let list = r#"[{"role":"assistant","content":"x"}]"#;
    assert_eq!(run(list, ANTHROPIC, &compat()), "[]");
    assert_eq!(run(list, ANTHROPIC, &PreRequestOptions::new()), list);
}

#[test]
fn strict_takes_a_last_turn_that_lost_its_calls() {
    // Something else changes, and without pairing the open call dangles.
    let policy = PolicyOverrides::new().with_validate_anthropic_turns(true);
    let list = format!("[0,{USER},{}]", call("a", "ls"));
    let strict = PreRequestOptions::new().with_policy(Some(policy));
    let compat = compat().with_policy(Some(policy));
    // Pairing answers it first here.
    assert!(run(&list, XAI, &compat).contains("missing tool result"));
    let embedded = format!(
        r#"[{{"role":"user","content":[{{"type":"tool"}},1]}},{}]"#,
        call("a", "ls")
    );
    assert!(run(&embedded, XAI, &compat).contains("[tool calls omitted]"));
    assert_eq!(
        run(&embedded, XAI, &strict),
        r#"[{"role":"user","content":[1]}]"#
    );
}

#[test]
fn ids_are_rewritten_for_targets_that_want_it() {
    let list = format!(
        r#"[{USER},{},{{"role":"toolResult","toolCallId":"call_abcdefgh","toolName":"ls"}}]"#,
        call("call_abcdefgh", "ls")
    );
    assert_eq!(
        run(&list, MISTRAL, &compat()),
        list.replace("call_abcdefgh", "callabcde")
    );
}

#[test]
fn reasoning_is_dropped_last_as_the_policy_says() {
    let thought = r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}"#;
    let omitted = r#"{"role":"assistant","content":[{"type":"text","text":"[assistant reasoning omitted]"}]}"#;
    let list = format!("[{USER},{thought},{USER}]");
    let history = PolicyOverrides::new().with_drop_reasoning_from_history(true);
    let options = compat().with_policy(Some(history));
    assert_eq!(
        run(&list, XAI, &options),
        format!("[{USER},{omitted},{USER}]")
    );
    let thinking = PolicyOverrides::new().with_drop_thinking_blocks(true);
    let options = compat().with_policy(Some(thinking));
    let two = format!("[{thought},{USER},{thought},{USER}]");
    assert_eq!(
        run(&two, XAI, &options),
        format!("[{omitted},{USER},{thought},{USER}]")
    );
}

#[test]
fn hostile_members_never_fail() {
    let list = r#"[null,[],[[]],"x",1e400,true,{"role":null},{"role":["user"]},{"role":"user","content":[null,["tool"],{"type":"tool","toolUseId":{}}]},{"role":"assistant","content":[null,{"type":"toolCall"},{"type":"toolUse","id":{},"name":1,"input":0}],"content":[{"type":"toolCall","id":"\ud800","name":"ls","input":"x"}]},{"role":"toolResult"},{"role":"user","n":123456789012345678901234567890}]"#;
    for to in [ANTHROPIC, RESPONSES, GOOGLE, MISTRAL, XAI] {
        for options in [compat(), PreRequestOptions::new()] {
            let text = run(list, to, &options);
            assert!(text.contains("123456789012345678901234567890"), "{text}");
        }
    }
}

#[test]
fn the_report_names_each_change_by_its_rule_and_place() {
    let list = format!(
        "[0,{USER},{},{{\"role\":\"assistant\"}}]",
        call("a", "bad name")
    );
    let mut transcript = Transcript::parse(list.as_bytes(), &Limits::default()).unwrap();
    let options = PreRequestOptions::new().with_report(true);
    let report = pre_request(&mut transcript, &target(ANTHROPIC), &options)
        .unwrap()
        .unwrap();
    let changes: Vec<_> = report
        .changes
        .iter()
        .map(|change| (change.rule.id, change.kind.name(), change.input.as_deref()))
        .collect();
    assert_eq!(
        changes,
        [
            ("drop-unsent-tool-calls", "dropped", Some("/0")),
            ("drop-unsent-tool-calls", "dropped", Some("/2")),
            ("strip-trailing-assistant", "dropped", Some("/3")),
        ]
    );
    assert_eq!((report.turns_before, report.turns_after), (4, 1));
}

/// A block of an assistant or user turn.
fn block() -> impl Strategy<Value = String> {
    let id = prop_oneof!["a", "b", "call_a", "call_a\\|fc_b", "toolu_1"];
    let name = prop_oneof!["ls", " ls", "bad name"];
    prop_oneof![
        Just(r#"{"type":"text","text":"x"}"#.to_owned()),
        Just(r#"{"type":"thinking","thinking":"t","thinkingSignature":"QUJD"}"#.to_owned()),
        Just(r#"{"type":"thinking","thinking":"t","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\"}"}"#.to_owned()),
        (id.clone(), name).prop_map(|(id, name)| format!(
            r#"{{"type":"toolCall","id":"{id}","name":"{name}","arguments":{{}}}}"#
        )),
        id.prop_map(|id| format!(r#"{{"type":"toolResult","toolUseId":"{id}"}}"#)),
    ]
}

fn turn() -> impl Strategy<Value = String> {
    let content = || prop::collection::vec(block(), 0..4).prop_map(|blocks| blocks.join(","));
    let id = prop_oneof!["a", "b", "call_a", "call_a\\|fc_b", "toolu_1"];
    let stop = prop_oneof!["stop", "toolUse", "error"];
    prop_oneof![
        Just(USER.to_owned()),
        content().prop_map(|blocks| format!(r#"{{"role":"user","content":[{blocks}]}}"#)),
        (content(), stop).prop_map(|(blocks, stop)| format!(
            r#"{{"role":"assistant","stopReason":"{stop}","content":[{blocks}]}}"#
        )),
        id.prop_map(|id| format!(
            r#"{{"role":"toolResult","toolCallId":"{id}","content":[{{"type":"text","text":"r"}}]}}"#
        )),
        Just("null".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn behind_replay_a_second_pass_changes_nothing(
        turns in prop::collection::vec(turn(), 0..9),
        to in prop::sample::select(&[ANTHROPIC, RESPONSES, GOOGLE, MISTRAL, XAI, OLD_CLAUDE][..]),
    ) {
        let stored = format!("[{}]", turns.join(","));
        let mut transcript = Transcript::parse(stored.as_bytes(), &Limits::default()).unwrap();
        // Replay refuses what it cannot pair for a Responses API; nothing is sent then.
        prop_assume!(sanitize(&mut transcript, &target(to), &ReplayOptions::new()).is_ok());
        let replayed = String::from_utf8(transcript.to_text()).unwrap();
        let options = PreRequestOptions::new();
        let once = run(&replayed, to, &options);
        prop_assert_eq!(run(&once, to, &options), once, "{}", replayed);
    }

    #[test]
    fn a_pass_on_raw_turns_settles_at_the_second_time(
        turns in prop::collection::vec(turn(), 0..9),
        to in prop::sample::select(&[ANTHROPIC, RESPONSES, GOOGLE, MISTRAL, XAI, OLD_CLAUDE][..]),
    ) {
        let options = PreRequestOptions::new();
        let once = run(&format!("[{}]", turns.join(",")), to, &options);
        let twice = run(&once, to, &options);
        prop_assert_eq!(run(&twice, to, &options), twice, "{}", once);
    }
}
