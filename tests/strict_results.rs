//! What profile `strict` makes of turns that the release reads in another way.

use transcript_hygiene::Limits;
use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;

const ANTHROPIC: [&str; 3] = ["anthropic", "anthropic-messages", "claude-sonnet-4-6"];
const GEMINI: [&str; 3] = ["google", "google-generative-ai", "gemini-3-pro"];
const RESPONSES: [&str; 3] = ["openai", "openai-responses", "gpt-5.4"];
const CODEX: [&str; 3] = ["openai-codex", "openai-chatgpt-responses", "gpt-5.2"];
const BEDROCK: [&str; 3] = [
    "amazon-bedrock",
    "bedrock-converse-stream",
    "anthropic.claude-sonnet-4-6",
];
const ANTIGRAVITY: [&str; 3] = [
    "google-antigravity",
    "google-gemini-cli",
    "claude-opus-4-5-thinking",
];
const CHAT: [&str; 3] = ["groq", "openai-completions", "llama-4"];

fn strict(turns: &str, [provider, api, model]: [&str; 3]) -> String {
    let target = Target::new()
        .with_provider(provider)
        .with_model_api(api)
        .with_model_id(model);
    let mut transcript = Transcript::parse(turns.as_bytes(), &Limits::default()).expect("turns");
    sanitize(&mut transcript, &target, &ReplayOptions::new()).expect("strict refuses nothing here");
    String::from_utf8(transcript.to_text()).expect("UTF-8")
}

#[test]
fn a_call_whose_id_has_space_around_it_keeps_its_result() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"toolCall","id":" call_1","name":"ls","arguments":{}}],"stopReason":"toolUse"},
{"role":"toolResult","toolCallId":" call_1","toolName":"ls","content":[{"type":"text","text":"a.txt"}]}]"#;
    for target in [ANTHROPIC, GEMINI, RESPONSES, CHAT] {
        let out = strict(turns, target);
        assert!(out.contains("a.txt"), "{target:?}: {out}");
        assert!(!out.contains("missing tool result"), "{target:?}: {out}");
        assert!(!out.contains("\" call"), "{target:?}: {out}");
    }
}

#[test]
fn own_reasoning_keeps_its_maker_when_its_turn_is_merged_behind_a_foreign_one() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","provider":"openai","model":"gpt-5.4","content":[{"type":"text","text":"a"}],"timestamp":1},
{"role":"assistant","provider":"google","model":"gemini-3-pro","content":[{"type":"thinking","thinking":"t","thinkingSignature":"QUJDRA=="},{"type":"text","text":"b"}],"timestamp":2},
{"role":"user","content":"on"}]"#;
    let out = strict(turns, GEMINI);
    assert!(out.contains("QUJDRA=="), "{out}");
    assert!(
        out.contains(r#""provider":"google""#) && !out.contains("gpt-5.4"),
        "{out}"
    );
    assert_eq!(strict(&out, GEMINI), out, "a second run changes nothing");
}

#[test]
fn a_signed_block_keeps_its_maker_when_unsigned_thinking_of_another_stands_before_it() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","provider":"openai","model":"gpt-5.4","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"a"}],"timestamp":1},
{"role":"assistant","provider":"google","model":"gemini-3-pro","content":[{"type":"text","text":"b","thoughtSignature":"QUJDRA=="}],"timestamp":2},
{"role":"user","content":"on"}]"#;
    let out = strict(turns, GEMINI);
    assert!(out.contains("QUJDRA=="), "{out}");
    assert_eq!(strict(&out, GEMINI), out, "a second run changes nothing");
}

#[test]
fn calls_of_one_call_id_keep_a_result_each() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"toolCall","id":"call_a|fc_1","name":"ls","arguments":{}},{"type":"toolCall","id":"call_a|fc_2","name":"pwd","arguments":{}}],"stopReason":"toolUse"},
{"role":"toolResult","toolCallId":"call_a|fc_1","toolName":"ls","content":[{"type":"text","text":"one"}]},
{"role":"toolResult","toolCallId":"call_a|fc_2","toolName":"pwd","content":[{"type":"text","text":"two"}]}]"#;
    let out = strict(turns, RESPONSES);
    let ids: Vec<&str> = out
        .split("\"toolCallId\":\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(ids.len(), 2, "{out}");
    assert_ne!(ids[0], ids[1], "{out}");
    for id in ids {
        assert!(out.contains(&format!("\"id\":\"{id}\"")), "{out}");
    }
    assert_eq!(strict(&out, RESPONSES), out, "a second run changes nothing");
}

#[test]
fn a_result_under_the_name_of_another_tool_costs_no_turn_with_thinking() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"I look."},{"type":"toolCall","id":"c1","name":"read","arguments":{}}],"stopReason":"toolUse"},
{"role":"toolResult","toolCallId":"c1","toolName":"exec","content":[{"type":"text","text":"found"}]}]"#;
    let kimi = ["moonshot", "openai-completions", "kimi-k2.5"];
    let out = strict(turns, kimi);
    assert!(out.contains("I look.") && out.contains("found"), "{out}");
    assert!(!out.contains("[tool calls omitted]"), "{out}");
}

#[test]
fn the_marker_of_another_session_does_not_spread_to_the_words_of_the_user() {
    let turns = r#"[{"role":"user","content":"mine"},
{"role":"user","content":"theirs","provenance":{"kind":"inter_session","sourceTool":"sessions_send"}},
{"role":"assistant","content":[{"type":"text","text":"ok"}]}]"#;
    let out = strict(turns, ANTHROPIC);
    assert!(out.contains(r#"{"type":"text","text":"mine"}"#), "{out}");
    assert_eq!(out.matches("[Inter-session message]").count(), 1, "{out}");
    assert_eq!(strict(&out, ANTHROPIC), out, "a second run changes nothing");
}

#[test]
fn half_a_surrogate_pair_within_arguments_that_are_text_is_replaced() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"ls","arguments":"{\"a\":\"\\ud83d\"}"}],"stopReason":"toolUse"},
{"role":"toolResult","toolCallId":"call_1","toolName":"ls","content":[{"type":"text","text":"x"}]}]"#;
    let out = strict(turns, CHAT);
    assert!(out.contains(r#""arguments":{"a":"\ufffd"}"#), "{out}");
}

#[test]
fn a_blank_turn_that_is_there_for_its_media_leaves_no_blank_text_when_merged() {
    let turns = r#"[{"role":"user","content":"","MediaPath":"/media/a.png"},{"role":"user","content":"look"}]"#;
    let out = strict(turns, ANTHROPIC);
    assert!(!out.contains(r#""text":"""#), "{out}");
    assert!(out.contains(r#""text":"look""#), "{out}");
}

#[test]
fn ids_that_the_responses_api_takes_stay_when_another_one_does_not() {
    let pair = |id: &str| {
        format!(
            r#"{{"role":"assistant","content":[{{"type":"toolCall","id":"{id}","name":"ls","arguments":{{}}}}],"stopReason":"toolUse"}},{{"role":"toolResult","toolCallId":"{id}","toolName":"ls","content":[{{"type":"text","text":"x"}}]}}"#
        )
    };
    let turns = format!(
        r#"[{{"role":"user","content":"go"}},{},{}]"#,
        pair("toolu_1"),
        pair("é 2")
    );
    let out = strict(&turns, RESPONSES);
    assert_eq!(out.matches(r#""toolu_1""#).count(), 2, "{out}");
    assert!(!out.contains('é'), "{out}");
}

#[test]
fn the_newest_images_are_sent_as_many_as_a_request_may_hold() {
    let turns = |images: usize| {
        let image = r#"{"type":"image","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mimeType":"image/gif"}"#;
        format!(
            r#"[{{"role":"user","content":[{}]}}]"#,
            vec![image; images].join(",")
        )
    };
    for (target, most) in [(ANTHROPIC, 100), (BEDROCK, 20)] {
        assert_eq!(strict(&turns(most), target), turns(most));
        let out = strict(&turns(most + 1), target);
        assert_eq!(out.matches("image/gif").count(), most);
        let text = "[session:history] omitted image payload: more images than a request may hold";
        let first = format!(r#"[{{"role":"user","content":[{{"type":"text","text":"{text}"}},"#);
        assert!(out.starts_with(&first), "{out}");
        assert_eq!(strict(&out, target), out, "a second run changes nothing");
    }
}

/// Of 32 characters, as Claude's signatures are at least.
const SIGNATURE: &str = "RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0";

/// Runs twice, and gives what both runs left.
fn settled(turns: &str, target: [&str; 3]) -> String {
    let out = strict(turns, target);
    assert_eq!(strict(&out, target), out, "a second run changes nothing");
    out
}

#[test]
fn a_result_that_names_its_call_under_any_key_follows_it() {
    for key in [
        "toolUseId",
        "tool_call_id",
        "tool_use_id",
        "callId",
        "call_id",
    ] {
        for id in ["call_a|fc_", "call_a|fc_1", "odd id"] {
            let turns = format!(
                r#"[{{"role":"user","content":"go"}},
{{"role":"assistant","content":[{{"type":"toolCall","id":"{id}","name":"ls","arguments":{{}}}}]}},
{{"role":"toolResult","{key}":"{id}","content":[{{"type":"text","text":"a.txt"}}]}}]"#
            );
            for target in [RESPONSES, CODEX] {
                let out = settled(&turns, target);
                assert!(out.contains("a.txt") && !out.contains("aborted"), "{out}");
            }
        }
    }
}

#[test]
fn signed_thinking_keeps_its_time_when_its_turn_is_merged_behind_an_older_one() {
    let turns = format!(
        r#"[{{"role":"user","content":"go"}},
{{"role":"assistant","content":[{{"type":"text","text":"a","textSignature":"msg_1"}}],"timestamp":1}},
{{"role":"assistant","content":[{{"type":"thinking","thinking":"t","thinkingSignature":"{SIGNATURE}"}},{{"type":"text","text":"b"}}]}},
{{"role":"user","content":"on"}},
{{"role":"compactionSummary","summary":"s","timestamp":2}}]"#
    );
    for target in [ANTHROPIC, BEDROCK] {
        let out = settled(&turns, target);
        assert!(out.contains(SIGNATURE), "{target:?}: {out}");
    }
}

#[test]
fn signed_thinking_keeps_its_maker_behind_a_text_that_another_signed() {
    let turns = format!(
        r#"[{{"role":"user","content":"go"}},
{{"role":"assistant","provider":"openai","model":"gpt-5.2","content":[{{"type":"text","text":"a","textSignature":"msg_1"}}],"timestamp":1}},
{{"role":"assistant","provider":"anthropic","content":[{{"type":"thinking","thinking":"t","thinkingSignature":"{SIGNATURE}"}},{{"type":"text","text":"b"}}],"timestamp":2}},
{{"role":"user","content":"on"}}]"#
    );
    assert!(settled(&turns, ANTHROPIC).contains(SIGNATURE));
}

#[test]
fn thinking_that_a_compaction_voids_goes_from_the_latest_turn_behind_antigravity() {
    let turns = r#"[{"role":"compactionSummary","summary":"s","timestamp":2},
{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"QUJD"},{"type":"text","text":"b"}],"timestamp":1}]"#;
    assert!(!settled(turns, ANTIGRAVITY).contains("thinking"));
}

#[test]
fn thinking_goes_where_only_users_and_tools_speak() {
    let turns = r#"[{"role":"user","content":[{"type":"redacted_thinking"},{"type":"thinking","thinking":"t"},{"type":"text","text":"go"}]},
{"role":"assistant","content":"ok"},
{"role":"user","content":[{"type":"thinking","thinking":"t"}]}]"#;
    for target in [ANTHROPIC, BEDROCK] {
        assert!(!settled(turns, target).contains("thinking"), "{target:?}");
    }
    // A turn of a chat that has nothing else says so.
    let out = settled(turns, CHAT);
    assert!(out.contains("[thinking omitted]"), "{out}");
}

#[test]
fn claude_takes_no_thinking_without_text() {
    let turns = |thinking: &str| {
        format!(
            r#"[{{"role":"user","content":"go"}},
{{"role":"assistant","content":[{{"type":"thinking",{thinking}"thinkingSignature":"{SIGNATURE}"}},{{"type":"text","text":"b"}}]}},
{{"role":"user","content":"on"}}]"#
        )
    };
    assert!(!settled(&turns(""), ANTHROPIC).contains("thinking"));
    assert!(!settled(&turns(r#""thinking":null,"#), ANTHROPIC).contains("thinking"));
    let empty = turns(r#""thinking":"","#);
    assert_eq!(settled(&empty, ANTHROPIC), empty);
}

#[test]
fn a_made_up_result_parts_a_server_call_from_its_result() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},
{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s","content":[]},{"type":"text","text":"b"}]},
{"role":"user","content":"on"}]"#;
    let out = settled(turns, ANTHROPIC);
    assert!(!out.contains("web_search_tool_result"), "{out}");
}

#[test]
fn thinking_that_is_left_alone_in_a_turn_that_ran_out_of_tokens_goes() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"thinking","thinking":"t"},0],"stopReason":"length"},
{"role":"user","content":"on"}]"#;
    for target in [RESPONSES, CODEX, ANTHROPIC] {
        assert!(!settled(turns, target).contains("\"t\""), "{target:?}");
    }
    for target in [GEMINI, BEDROCK, CHAT] {
        settled(turns, target);
    }
}

#[test]
fn a_call_keeps_no_item_id_behind_reasoning_that_lost_its_own() {
    let turn = r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}"},{"type":"toolCall","id":"call_N|fc_N","name":"ls","arguments":{}}]}"#;
    let turns = format!("[{},{}]", turn.replace('N', "1"), turn.replace('N', "2"));
    let out = settled(&turns, RESPONSES);
    assert!(
        out.contains("call_1|fc_1") && !out.contains("fc_2"),
        "{out}"
    );
}

#[test]
fn a_result_that_pairing_makes_an_error_holds_text_alone() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},
{"role":"toolResult","content":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="}]},
{"role":"user","content":"on"}]"#;
    let out = settled(turns, ANTHROPIC);
    assert!(
        out.contains("[image omitted: an error result holds text only]"),
        "{out}"
    );
}

#[test]
fn turns_that_differ_in_thinking_alone_are_sent_once_where_it_is_not_sent() {
    let turns = r#"[{"role":"user","content":"go"},
{"role":"assistant","content":[{"type":"text","text":"done"}]},
{"role":"assistant","content":[{"type":"thinking","thinking":"so","thinkingSignature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"},{"type":"text","text":"done"}],"stopReason":"stop","usage":{}}]"#;
    let copilot = ["github-copilot", "anthropic-messages", "claude-sonnet-4-6"];
    let out = strict(turns, copilot);
    assert_eq!(out.matches("done").count(), 1, "{out}");
    assert_eq!(strict(&out, copilot), out);
}
