//! Every constraint that a body can break: a body that breaks it alone, and its nearest neighbour that breaks nothing.

use std::collections::BTreeSet;

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::rule::{RULES, recognise};
use transcript_hygiene::validate::{
    CONSTRAINTS, Grammar, LINT_LEVELS, LintOptions, Severity, Shape, validate_request,
};

/// What a case says of the server.
type With = fn(LintOptions) -> LintOptions;

/// The constraint, the options, the body that breaks it, and the one that does not.
type Case = (&'static str, With, &'static str, &'static str);

fn plain(options: LintOptions) -> LintOptions {
    options
}

const ANTHROPIC: &[Case] = &[
    (
        "AM-01",
        plain,
        r#"{"messages":[]}"#,
        r#"{"messages":[{"role":"user","content":"a"}]}"#,
    ),
    (
        "AM-02",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"tool","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"}]}"#,
    ),
    (
        "AM-03",
        plain,
        r#"{"messages":[{"role":"assistant","content":"a"},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"b"}]}"#,
    ),
    (
        "AM-04",
        |o| o.with_strict_alternation(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}"#,
    ),
    (
        "AM-05",
        plain,
        r#"{"messages":[{"role":"user","content":[]},{"role":"assistant","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[]}]}"#,
    ),
    (
        "AM-06",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"\n"}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"\u200b"}]}]}"#,
    ),
    (
        "AM-07",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
    ),
    (
        "AM-08",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"},{"type":"text","text":"y"}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"y"}]}]}"#,
    ),
    (
        "AM-09",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"text","text":"b"},{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"},{"type":"text","text":"b"}]}]}"#,
    ),
    (
        "AM-10",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"},{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}},{"type":"tool_use","id":"u","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"},{"type":"tool_result","tool_use_id":"u"}]}]}"#,
    ),
    (
        "AM-11",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}},{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
    ),
    (
        "AM-12",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t:1","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t:1"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t-1","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t-1"}]}]}"#,
    ),
    (
        "AM-13",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
    ),
    (
        "AM-14",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":"{}"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
    ),
    (
        "AM-15",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH"},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}"#,
    ),
    (
        "AM-15b",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"reasoning"},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH"},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}"#,
    ),
    (
        "AM-17",
        |o| o.with_thinking_enabled(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
    ),
    (
        "AM-18",
        plain,
        r#"{"thinking":{"type":"disabled"},"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},{"type":"text","text":"b"}]}]}"#,
        r#"{"thinking":{"type":"disabled"},"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"b"}]}]}"#,
    ),
    (
        "AM-19",
        |o| o.with_no_prefill(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}"#,
    ),
    (
        "AM-20",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b "}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":" b"}]}"#,
    ),
    (
        "AM-21",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"x"}]}]}"#,
    ),
    (
        "AM-26",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s","content":[]}]},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s","content":[]}]},{"role":"user","content":"b"}]}"#,
    ),
    (
        "AM-27",
        plain,
        r#"{"system":[{"type":"text","text":"s","cache_control":{}},{"type":"text","text":"s","cache_control":{}},{"type":"text","text":"s","cache_control":{}},{"type":"text","text":"s","cache_control":{}}],"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{}}]}]}"#,
        r#"{"system":[{"type":"text","text":"s","cache_control":{}},{"type":"text","text":"s","cache_control":{}},{"type":"text","text":"s","cache_control":{}}],"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{}}]}]}"#,
    ),
    (
        "AM-28",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a","index":0}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a","citations":null}]}]}"#,
    ),
    (
        "AM-30",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"redacted_thinking"},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}"#,
    ),
    (
        "GEN-01",
        plain,
        r#"{"messages":[{"role":"user","content":"\ud83d"}]}"#,
        r#"{"messages":[{"role":"user","content":"\ud83d\ude00 \\ud83d"}]}"#,
    ),
    (
        "GEN-04",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":""}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
    ),
    (
        "GEN-05",
        |o| o.with_tools_declared(Some(false)),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"}]}"#,
    ),
    (
        "IMG-01",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}}]}]}"#,
    ),
    (
        "IMG-02",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABA!"}}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.org/a.gif"}}]}]}"#,
    ),
    (
        "IMG-03",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"bm8gcGljdHVyZQ=="}}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}]}"#,
    ),
    (
        "IMG-04",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}}]}]}"#,
    ),
    (
        "IMG-06",
        plain,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhQR8BAA=="}}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhQB8BAA=="}}]}]}"#,
    ),
];

const CHAT: &[Case] = &[
    (
        "CC-01",
        plain,
        r#"{"messages":[{"role":"system","content":"s"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"}]}"#,
    ),
    (
        "CC-02",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-03",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}"#,
    ),
    (
        "CC-04",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"},{"role":"tool","tool_call_id":"c","content":"y"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-05",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-06",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null,"refusal":"no"}]}"#,
    ),
    (
        "CC-07",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}},{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-08",
        |o| o.with_max_id_len(3),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"cccc","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"cccc","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"ccc","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"ccc","content":"x"}]}"#,
    ),
    (
        "CC-09",
        |o| o.with_id_pattern(Some(Grammar::NINE)),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"Nine_Nine","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"Nine_Nine","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"Nine9Nine","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"Nine9Nine","content":"x"}]}"#,
    ),
    (
        "CC-10",
        |o| o.with_reject_reasoning(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","reasoning":"r"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","reasoning":null}]}"#,
    ),
    (
        "CC-11",
        |o| o.with_require_reasoning(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","reasoning_content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-12",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n:m","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n-m","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-13",
        plain,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"[]"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":" {} "}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
    (
        "CC-15",
        |o| o.with_no_user_after_tool(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"},{"role":"assistant","content":"b"}]}"#,
    ),
    (
        "CC-16",
        |o| o.with_strict_alternation(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}"#,
    ),
    (
        "CC-17",
        |o| o.with_strict_alternation(true),
        r#"{"messages":[{"role":"assistant","content":"a"},{"role":"user","content":"b"}]}"#,
        r#"{"messages":[{"role":"system","content":"s"},{"role":"user","content":"b"}]}"#,
    ),
    (
        "CC-18",
        |o| o.with_no_trailing_assistant(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","prefix":true}]}"#,
    ),
    (
        "CC-19",
        |o| o.with_minimax(true),
        r#"{"messages":[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}"#,
    ),
];

const RESPONSES: &[Case] = &[
    ("OR-01", plain, r#"{"input":[]}"#, r#"{"input":"a"}"#),
    (
        "OR-02",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
        r#"{"previous_response_id":"r","input":[{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-03",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"reasoning","id":"rs_1","summary":[]},{"role":"user","content":"b"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"reasoning","id":"rs_1","summary":[]},{"role":"assistant","content":"b"}]}"#,
    ),
    (
        "OR-04",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","id":"fc_1","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"},{"type":"reasoning","id":"rs_1","summary":[]},{"role":"assistant","content":"b"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"reasoning","id":"rs_1","summary":[]},{"type":"function_call","id":"fc_1","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-05",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"","output":"x"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-07",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","id":"call_1","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","id":"fc_1","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-08",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"message","id":"msg_1","role":"assistant","content":"b"},{"type":"message","id":"msg_1","role":"assistant","content":"c"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"message","id":"msg_1","role":"assistant","content":"b"},{"type":"message","id":"msg_2","role":"assistant","content":"c"}]}"#,
    ),
    (
        "OR-09",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-10",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":" n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-11",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":{}},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":""},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-12",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}"},{"role":"user","content":"b"},{"type":"function_call_output","call_id":"c","output":"x"}]}"#,
    ),
    (
        "OR-14",
        plain,
        r#"{"store":false,"input":[{"type":"item_reference","id":"msg_1"},{"role":"user","content":"a"}]}"#,
        r#"{"store":true,"input":[{"type":"item_reference","id":"msg_1"},{"role":"user","content":"a"}]}"#,
    ),
    (
        "OR-15",
        plain,
        r#"{"input":[{"role":"user","content":[{"type":"output_text","text":"a"}]}]}"#,
        r#"{"input":[{"role":"user","content":[{"type":"input_file","file_id":"f"}]}]}"#,
    ),
    (
        "OR-16",
        plain,
        r#"{"input":[{"role":"user","content":"a"},{"type":"reasoning"},{"role":"assistant","content":"b"}]}"#,
        r#"{"input":[{"role":"user","content":"a"},{"type":"reasoning","summary":[]},{"role":"assistant","content":"b"}]}"#,
    ),
];

const GEMINI: &[Case] = &[
    (
        "GE-01",
        plain,
        r#"{"contents":[]}"#,
        r#"{"contents":[{"parts":[{"text":"a"}]}]}"#,
    ),
    (
        "GE-02",
        plain,
        r#"{"contents":[{"role":"model","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"b"}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"b"}]}]}"#,
    ),
    (
        "GE-03",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"thought":true}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":""}]}]}"#,
    ),
    (
        "GE-04",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"assistant","parts":[{"text":"b"}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}]}"#,
    ),
    (
        "GE-06",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"functionCall":{"name":"n","args":{}}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
    ),
    (
        "GE-07",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"},{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
    ),
    (
        "GE-08",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"text":"b"}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n"}}]},{"role":"function","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
    ),
    (
        "GE-09",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]}]}"#,
    ),
    (
        "GE-10",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"1","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"1","response":{}}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"_1","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"_1","response":{}}}]}]}"#,
    ),
    (
        "GE-11",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":"{}"}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
    ),
    (
        "GE-12",
        |o| o.with_gemini3(true),
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}},"thoughtSignature":"skip_thought_signature_validator"}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
    ),
    (
        "GE-13",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b","thoughtSignature":"a-_b"}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b","thoughtSignature":"a+/b"}]}]}"#,
    ),
    (
        "GE-14",
        |o| o.with_gemini3(true),
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}},"thoughtSignature":"skip_thought_signature_validator"}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}},{"text":"b"}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}},"thoughtSignature":"skip_thought_signature_validator"}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]},{"role":"user","parts":[{"text":"b"}]}]}"#,
    ),
    (
        "GE-15",
        plain,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":"x"}}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{"output":"x"}}}]}]}"#,
    ),
    (
        "GE-16",
        |o| o.with_no_trailing_model(true),
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}]}"#,
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]}]}"#,
    ),
];

const CONVERSE: &[Case] = &[
    (
        "BC-01",
        plain,
        r#"{"messages":[]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]}]}"#,
    ),
    (
        "BC-02",
        plain,
        r#"{"messages":[{"role":"assistant","content":[{"text":"a"}]},{"role":"user","content":[{"text":"b"}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":"b"}]}]}"#,
    ),
    (
        "BC-03",
        plain,
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"user","content":[{"text":"b"}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":"a"},{"text":"b"}]}]}"#,
    ),
    (
        "BC-04",
        plain,
        r#"{"messages":[{"role":"user","content":[]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"cachePoint":{"type":"default"}}]}]}"#,
    ),
    (
        "BC-05",
        plain,
        r#"{"messages":[{"role":"user","content":[{"text":" "}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":" a"}]}]}"#,
    ),
    (
        "BC-06",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"text":"b"}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}},{"text":"b"}]}]}"#,
    ),
    (
        "BC-07",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]}]}"#,
    ),
    (
        "BC-08",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}},{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
    ),
    (
        "BC-09",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t|1","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t|1","content":[]}}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t:1","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t:1","content":[]}}]}]}"#,
    ),
    (
        "BC-10",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":[]}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
    ),
    (
        "BC-11",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"_n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n_","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}}]}]}"#,
    ),
    (
        "BC-12",
        plain,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[],"status":"error"}}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":"x"}],"status":"error"}}]}]}"#,
    ),
    (
        "BC-13",
        plain,
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"r"}}},{"text":"b"}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"reasoningContent":{"redactedContent":"cg=="}},{"text":"b"}]}]}"#,
    ),
    (
        "BC-14",
        |o| o.with_no_mixed(true),
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}},{"text":"b"}]}]}"#,
        r#"{"toolConfig":{},"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[]}},{"cachePoint":{}}]}]}"#,
    ),
    (
        "BC-15",
        |o| o.with_no_prefill(true),
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"text":"b"}]}]}"#,
        r#"{"messages":[{"role":"user","content":[{"text":"a"}]}]}"#,
    ),
];

const ALL: [(Shape, &[Case]); 5] = [
    (Shape::Anthropic, ANTHROPIC),
    (Shape::Chat, CHAT),
    (Shape::Responses, RESPONSES),
    (Shape::Gemini, GEMINI),
    (Shape::Converse, CONVERSE),
];

/// What is taken, but harmful: the same, for findings that are warnings.
const WARNINGS: &[(Shape, Case)] = &[
    (
        Shape::Anthropic,
        (
            "AM-04",
            plain,
            r#"{"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}"#,
            r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]}"#,
        ),
    ),
    (
        Shape::Anthropic,
        (
            "IMG-08",
            plain,
            r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhIQYBAA=="}}]}]}"#,
            r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhIAYBAA=="}}]}]}"#,
        ),
    ),
    (
        Shape::Chat,
        (
            "CC-14",
            plain,
            r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":" "}]}]}"#,
            r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":" b"}]}]}"#,
        ),
    ),
    (
        Shape::Gemini,
        (
            "GE-05",
            plain,
            r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"b"}]}]}"#,
            r#"{"contents":[{"role":"user","parts":[{"text":"a"},{"text":"b"}]}]}"#,
        ),
    ),
    (
        Shape::Gemini,
        (
            "GE-14",
            plain,
            r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n"}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}},{"text":"b"}]}]}"#,
            r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"n"}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","response":{}}}]}]}"#,
        ),
    ),
];

/// Limits that only a large body breaks: one over the limit, and one at it.
fn large() -> Vec<(&'static str, Shape, [String; 2])> {
    let item = |id_len: usize| {
        let id = "c".repeat(id_len);
        format!(
            r#"{{"input":[{{"role":"user","content":"a"}},{{"type":"function_call","call_id":"{id}","name":"n","arguments":"{{}}"}},{{"type":"function_call_output","call_id":"{id}","output":"x"}}]}}"#
        )
    };
    let picture = |data: &str| {
        format!(
            r#"{{"type":"image","source":{{"type":"base64","media_type":"image/gif","data":"{data}"}}}}"#
        )
    };
    let of = |parts: Vec<String>| {
        format!(
            r#"{{"messages":[{{"role":"user","content":[{}]}}]}}"#,
            parts.join(",")
        )
    };
    let long = |len: usize| {
        of(vec![picture(&format!(
            "{GIF}{}",
            "A".repeat(len - GIF.len())
        ))])
    };
    let many = |count: usize| of(vec![picture(GIF); count]);
    let converse = |count: usize, data: &str| {
        let image = format!(r#"{{"image":{{"format":"gif","source":{{"bytes":"{data}"}}}}}}"#);
        let text = r#"{"text":"look"}"#.into();
        of([vec![text], vec![image; count]].concat())
    };
    let gif = |bytes: usize| format!("{GIF}{}", "A".repeat(bytes / 3 * 4 - GIF.len()));
    vec![
        ("OR-06", Shape::Responses, [item(65), item(64)]),
        (
            "IMG-05",
            Shape::Anthropic,
            [long(5_242_884), long(5_242_880)],
        ),
        ("IMG-07", Shape::Anthropic, [many(101), many(100)]),
        (
            "IMG-07",
            Shape::Converse,
            [converse(21, GIF), converse(20, GIF)],
        ),
        (
            "IMG-07",
            Shape::Converse,
            [converse(1, &gif(3_750_003)), converse(1, &gif(3_750_000))],
        ),
    ]
}

/// A picture of one pixel.
const GIF: &str = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/// Constraints that say for all wires, or for Mistral's, what is found under these names.
const FOUND_AS: [(&str, &[&str]); 9] = [
    ("GEN-02", &["AM-01", "CC-01", "OR-01", "GE-01", "BC-01"]),
    (
        "GEN-03",
        &[
            "AM-07", "AM-08", "AM-10", "CC-02", "CC-03", "CC-04", "OR-02", "OR-12", "GE-08",
            "GE-09", "BC-06", "BC-07",
        ],
    ),
    ("MI-01", &["CC-09"]),
    ("MI-02", &["CC-07"]),
    ("MI-03", &["CC-15"]),
    ("MI-04", &["CC-02", "CC-03"]),
    ("MI-05", &["CC-18"]),
    ("MI-06", &["CC-06"]),
    (
        "IMG-09",
        &["IMG-01", "IMG-02", "IMG-03", "IMG-04", "IMG-05", "IMG-06"],
    ),
];

/// Constraints of which a body does not show whether it breaks them: it takes the answer that the model gave, the history
/// as it was when it did, or the issuer's own key. What replay does about each has tests of its own.
const NOT_SHOWN_BY_A_BODY: [&str; 5] = ["GEN-06", "AM-16", "AM-29", "OR-13", "GE-13b"];

fn found(
    severity: Severity,
    shape: Shape,
    options: &LintOptions,
    body: &str,
) -> BTreeSet<&'static str> {
    let document =
        Document::parse(body.as_bytes(), LINT_LEVELS, &Limits::default()).expect("a body");
    let findings = validate_request(&document, shape, options);
    let of_severity = findings
        .iter()
        .filter(|finding| finding.severity == severity);
    of_severity.map(|finding| finding.constraint.id).collect()
}

fn errors(shape: Shape, options: &LintOptions, body: &str) -> BTreeSet<&'static str> {
    found(Severity::Error, shape, options, body)
}

#[test]
fn each_is_broken_alone_and_its_neighbour_breaks_nothing() {
    let mut failures = Vec::new();
    for (shape, cases) in ALL {
        for (id, with, broken, neighbour) in cases {
            let options = with(LintOptions::new());
            let found = errors(shape, &options, broken);
            if found != BTreeSet::from([*id]) {
                failures.push(format!("{id}: found {found:?}"));
            }
            let found = errors(shape, &options, neighbour);
            if !found.is_empty() {
                failures.push(format!("{id}, neighbour: found {found:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_taken_but_harmful_is_a_warning() {
    let plain = LintOptions::new();
    let warnings = |shape, body: &str| found(Severity::Warn, shape, &plain, body);
    for (shape, (id, _, broken, neighbour)) in WARNINGS {
        assert!(errors(*shape, &plain, broken).is_empty(), "{id}");
        assert_eq!(warnings(*shape, broken), BTreeSet::from([*id]));
        let found = warnings(*shape, neighbour);
        assert!(!found.contains(id), "{id}, neighbour: {found:?}");
    }
    let call = |id: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":"a"}},{{"role":"assistant","content":[{{"type":"tool_use","id":"{id}","name":"n","input":{{}}}}]}},{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{id}","content":"x"}}]}}]}}"#
        )
    };
    let long = warnings(Shape::Anthropic, &call(&"t".repeat(65)));
    assert_eq!(long, BTreeSet::from(["AM-12"]));
    assert!(warnings(Shape::Anthropic, &call(&"t".repeat(64))).is_empty());
}

#[test]
fn what_only_a_large_body_breaks_is_counted_to_the_last() {
    for (id, shape, [over, at]) in large() {
        let found = errors(shape, &LintOptions::new(), &over);
        assert_eq!(found, BTreeSet::from([id]));
        assert!(errors(shape, &LintOptions::new(), &at).is_empty(), "{id}");
    }
}

#[test]
fn every_constraint_has_a_case_or_a_reason() {
    let cases = ALL.iter().flat_map(|(_, cases)| *cases).map(|(id, ..)| *id);
    let warned = WARNINGS.iter().map(|(_, (id, ..))| *id);
    let large = large().into_iter().map(|(id, ..)| id);
    let mut known: BTreeSet<&str> = cases.chain(warned).chain(large).collect();
    for (id, names) in FOUND_AS {
        for name in names {
            assert!(
                known.contains(name),
                "{id} is found as {name}, which has no case"
            );
        }
    }
    known.extend(FOUND_AS.map(|(id, _)| id));
    known.extend(NOT_SHOWN_BY_A_BODY);
    let declared: BTreeSet<&str> = CONSTRAINTS.iter().map(|constraint| constraint.id).collect();
    assert_eq!(known, declared);
}

#[test]
fn every_fragment_leads_to_its_constraint() {
    for constraint in CONSTRAINTS {
        for fragment in constraint.fragments {
            let error = format!("400 invalid_request_error: messages.7: {fragment}. Please check");
            assert!(
                recognise(&error)
                    .iter()
                    .any(|(found, _)| found == constraint),
                "{fragment}"
            );
        }
    }
    assert!(recognise("everything is fine").is_empty());
    assert!(RULES.iter().any(|rule| !rule.rejects.is_empty()));
}

#[test]
fn what_is_no_body_is_a_finding() {
    for (shape, _) in ALL {
        for body in [
            "null",
            "[]",
            "{}",
            r#"{"messages":1,"input":{},"contents":null}"#,
        ] {
            assert!(
                !errors(shape, &LintOptions::new(), body).is_empty(),
                "{body}"
            );
        }
    }
}

#[test]
fn members_of_any_kind_are_survived() {
    for (shape, _) in ALL {
        for member in [
            "1",
            "null",
            "[]",
            "[[]]",
            "{}",
            r#"{"role":[],"content":[1,null,{}],"parts":[[]],"tool_calls":{}}"#,
        ] {
            let body =
                format!(r#"{{"messages":[{member}],"input":[{member}],"contents":[{member}]}}"#);
            errors(shape, &LintOptions::new(), &body);
        }
    }
}
