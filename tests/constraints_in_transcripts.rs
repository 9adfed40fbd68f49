//! Every constraint that a transcript can break: one that breaks it alone, its nearest neighbour that breaks nothing, and
//! the cure.

use std::collections::BTreeSet;

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::validate::{LINT_LEVELS, Severity, lint_options, validate_for_target};

/// Provider, API and model.
type To = [&'static str; 3];

/// The constraint, the target, the turns that break it, and those that do not.
type Case = (
    &'static str,
    To,
    &'static [&'static str],
    &'static [&'static str],
);

const CLAUDE: To = ["anthropic", "anthropic-messages", "claude-opus-4-5"];
const CLAUDE_4_6: To = ["anthropic", "anthropic-messages", "claude-sonnet-4-6"];
const MINIMAX: To = ["minimax", "anthropic-messages", "minimax-m2.1"];
const CHAT: To = ["openai", "openai-completions", "gpt-4o-mini"];
const MISTRAL: To = ["mistral", "mistral-conversations", "mistral-large-latest"];
const GROQ: To = ["groq", "openai-completions", "qwen3-235b"];
const KIMI: To = ["moonshot", "openai-completions", "kimi-k2.5"];
const GEMMA: To = ["ollama", "ollama", "gemma-3-27b"];
const MINIMAX_CHAT: To = ["minimax", "openai-completions", "minimax-m2.1"];
const RESPONSES: To = ["openai", "openai-responses", "gpt-5.2"];
const GEMINI: To = ["google", "google-generative-ai", "gemini-2.5-flash"];
const GEMINI_3: To = ["google", "google-generative-ai", "gemini-3-pro-preview"];
const BEDROCK: To = [
    "amazon-bedrock",
    "bedrock-converse-stream",
    "claude-sonnet-4-5",
];
const BEDROCK_4_6: To = [
    "amazon-bedrock",
    "bedrock-converse-stream",
    "claude-sonnet-4-6",
];
const NOVA: To = [
    "amazon-bedrock",
    "bedrock-converse-stream",
    "amazon.nova-pro-v1:0",
];

const USER: &str = r#"{"role":"user","content":"a"}"#;
const SAYS: &str = r#"{"role":"assistant","content":[{"type":"text","text":"b"}]}"#;
const CALL: &str =
    r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":{}}]}"#;
const RESULT: &str = r#"{"role":"toolResult","toolCallId":"t","toolName":"n","content":[{"type":"text","text":"x"}]}"#;

const CASES: &[Case] = &[
    ("AM-01", CLAUDE, &[], &[USER]),
    ("AM-03", CLAUDE, &[SAYS, USER], &[USER, SAYS]),
    (
        "AM-05",
        CLAUDE,
        &[r#"{"role":"user","content":[]}"#, SAYS],
        &[USER, SAYS],
    ),
    (
        "AM-06",
        CLAUDE,
        &[r#"{"role":"user","content":" "}"#],
        &[r#"{"role":"user","content":"\u200b"}"#],
    ),
    ("AM-07", CLAUDE, &[USER, CALL, USER], &[USER, CALL, RESULT]),
    (
        "AM-08",
        CLAUDE,
        &[USER, SAYS, RESULT],
        &[USER, CALL, RESULT],
    ),
    (
        "AM-09",
        CLAUDE,
        &[USER, CALL, USER, RESULT],
        &[USER, CALL, RESULT, USER],
    ),
    (
        "AM-10",
        CLAUDE,
        &[USER, CALL, RESULT, RESULT],
        &[USER, CALL, RESULT],
    ),
    (
        "AM-11",
        CLAUDE,
        &[USER, CALL, RESULT, CALL, RESULT],
        &[
            USER,
            CALL,
            RESULT,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"u","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"u","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "AM-12",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t:1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t:1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t-1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t-1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "AM-13",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"","arguments":{}}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "AM-14",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":"{}"}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "AM-15",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    (
        "AM-15b",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"reasoning"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    ("AM-19", CLAUDE_4_6, &[USER, SAYS], &[USER, SAYS, USER]),
    (
        "AM-20",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b "}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":" b"}]}"#,
        ],
    ),
    (
        "AM-21",
        CLAUDE,
        &[
            USER,
            CALL,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n","content":[],"isError":true}"#,
        ],
        &[
            USER,
            CALL,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n","content":[{"type":"text","text":"x"}],"isError":true}"#,
        ],
    ),
    (
        "AM-26",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s","content":[]},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s","content":[]},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    (
        "AM-28",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"mystery"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[USER, SAYS, USER],
    ),
    (
        "AM-30",
        CLAUDE,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"redacted_thinking"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    ("AM-04", MINIMAX, &[USER, USER], &[USER, SAYS, USER]),
    (
        "GEN-01",
        CLAUDE,
        &[r#"{"role":"user","content":"\ud83d"}"#],
        &[r#"{"role":"user","content":"\ud83d\ude00"}"#],
    ),
    (
        "IMG-01",
        CLAUDE,
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/bmp","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}]}"#,
        ],
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}]}"#,
        ],
    ),
    (
        "IMG-02",
        CLAUDE,
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"R0lGODlhAQABA!"}]}"#,
        ],
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}]}"#,
        ],
    ),
    (
        "IMG-03",
        CLAUDE,
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"bm8gcGljdHVyZQ=="}]}"#,
        ],
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}]}"#,
        ],
    ),
    (
        "IMG-04",
        CLAUDE,
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/png","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}]}"#,
        ],
        &[
            r#"{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}]}"#,
        ],
    ),
    ("CC-01", CHAT, &[], &[USER]),
    ("CC-02", CHAT, &[USER, RESULT], &[USER, CALL, RESULT]),
    ("CC-03", CHAT, &[USER, CALL, USER], &[USER, CALL, RESULT]),
    (
        "CC-04",
        CHAT,
        &[USER, CALL, RESULT, RESULT],
        &[USER, CALL, RESULT],
    ),
    (
        "CC-05",
        CHAT,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "CC-06",
        CHAT,
        &[USER, r#"{"role":"assistant","content":[]}"#, USER],
        &[USER, SAYS, USER],
    ),
    (
        "CC-07",
        CHAT,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":{}},{"type":"toolCall","id":"t","name":"n","arguments":{}}]}"#,
            RESULT,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":{}},{"type":"toolCall","id":"u","name":"n","arguments":{}}]}"#,
            RESULT,
            r#"{"role":"toolResult","toolCallId":"u","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "CC-08",
        CHAT,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"ccccccccccccccccccccccccccccccccccccccccc","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"ccccccccccccccccccccccccccccccccccccccccc","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"cccccccccccccccccccccccccccccccccccccccc","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"cccccccccccccccccccccccccccccccccccccccc","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "CC-09",
        MISTRAL,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"Nine_Nine","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"Nine_Nine","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"Nine9Nine","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"Nine9Nine","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "CC-10",
        GROQ,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[USER, SAYS, USER],
    ),
    (
        "CC-11",
        KIMI,
        &[USER, CALL, RESULT],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"toolCall","id":"t","name":"n","arguments":{}}]}"#,
            RESULT,
        ],
    ),
    (
        "CC-12",
        CHAT,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n:m","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n:m","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n-m","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n-m","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "CC-13",
        CHAT,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":[]}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "CC-15",
        MISTRAL,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"Nine9Nine","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"Nine9Nine","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"Nine9Nine","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"Nine9Nine","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
            SAYS,
            USER,
        ],
    ),
    ("CC-16", GEMMA, &[USER, USER], &[USER, SAYS]),
    ("CC-17", GEMMA, &[SAYS, USER], &[USER]),
    ("CC-18", MISTRAL, &[USER, SAYS], &[USER, SAYS, USER]),
    (
        "CC-19",
        MINIMAX_CHAT,
        &[USER, RESULT],
        &[USER, CALL, RESULT],
    ),
    ("OR-01", RESPONSES, &[], &[USER]),
    ("OR-02", RESPONSES, &[USER, RESULT], &[USER, CALL, RESULT]),
    (
        "OR-03",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[]}"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[]}"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    (
        "OR-04",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"c|fc_1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"c|fc_1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[]}"},{"type":"text","text":"b"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[]}"},{"type":"toolCall","id":"c|fc_1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"c|fc_1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "OR-05",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "OR-06",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "OR-07",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"c|call_1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"c|call_1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"c|fc_1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"c|fc_1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "OR-08",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b","textSignature":"msg_1"}]}"#,
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b","textSignature":"msg_1"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b","textSignature":"msg_1"}]}"#,
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b","textSignature":"msg_2"}]}"#,
        ],
    ),
    (
        "OR-09",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"c|fc_1","name":"n","arguments":{}},{"type":"toolCall","id":"c|fc_2","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"c|fc_1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"c|fc_1","name":"n","arguments":{}},{"type":"toolCall","id":"d|fc_2","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"c|fc_1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
            r#"{"role":"toolResult","toolCallId":"d|fc_2","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "OR-10",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":" n","arguments":{}}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "OR-11",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":"{}"}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "OR-12",
        RESPONSES,
        &[USER, CALL, USER],
        &[USER, CALL, RESULT],
    ),
    (
        "OR-16",
        RESPONSES,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\"}"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[]}"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    ("GE-01", GEMINI, &[], &[USER]),
    ("GE-02", GEMINI, &[SAYS, USER], &[USER]),
    (
        "GE-03",
        GEMINI,
        &[r#"{"role":"user","content":[]}"#],
        &[USER],
    ),
    (
        "GE-07",
        GEMINI,
        &[USER, SAYS, CALL, RESULT],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b"},{"type":"toolCall","id":"t","name":"n","arguments":{}}]}"#,
            RESULT,
        ],
    ),
    ("GE-08", GEMINI, &[USER, CALL, USER], &[USER, CALL, RESULT]),
    (
        "GE-09",
        GEMINI,
        &[USER, SAYS, RESULT],
        &[USER, CALL, RESULT],
    ),
    (
        "GE-10",
        GEMINI,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"1","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"1","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"_1","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"_1","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "GE-11",
        GEMINI,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":"{}"}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "GE-12",
        GEMINI_3,
        &[USER, CALL, RESULT],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":{},"thoughtSignature":"skip_thought_signature_validator"}]}"#,
            RESULT,
        ],
    ),
    (
        "GE-13",
        GEMINI,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b","thoughtSignature":"a-_b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"text","text":"b","thoughtSignature":"a+/b"}]}"#,
            USER,
        ],
    ),
    ("BC-01", BEDROCK, &[], &[USER]),
    ("BC-02", BEDROCK, &[SAYS, USER], &[USER]),
    (
        "BC-03",
        BEDROCK,
        &[USER, SAYS, SAYS, USER],
        &[USER, SAYS, USER],
    ),
    (
        "BC-04",
        BEDROCK,
        &[r#"{"role":"user","content":[]}"#],
        &[USER],
    ),
    (
        "BC-05",
        BEDROCK,
        &[r#"{"role":"user","content":" "}"#],
        &[USER],
    ),
    ("BC-06", BEDROCK, &[USER, CALL, USER], &[USER, CALL, RESULT]),
    (
        "BC-07",
        BEDROCK,
        &[USER, SAYS, RESULT],
        &[USER, CALL, RESULT],
    ),
    (
        "BC-08",
        BEDROCK,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":{}},{"type":"toolCall","id":"t","name":"n","arguments":{}}]}"#,
            RESULT,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":{}},{"type":"toolCall","id":"u","name":"n","arguments":{}}]}"#,
            RESULT,
            r#"{"role":"toolResult","toolCallId":"u","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "BC-09",
        BEDROCK,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t|1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t|1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t:1","name":"n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t:1","toolName":"n","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "BC-10",
        BEDROCK,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n","arguments":[]}]}"#,
            RESULT,
        ],
        &[USER, CALL, RESULT],
    ),
    (
        "BC-11",
        BEDROCK,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"_n","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"_n","content":[{"type":"text","text":"x"}]}"#,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"n_","arguments":{}}]}"#,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n_","content":[{"type":"text","text":"x"}]}"#,
        ],
    ),
    (
        "BC-12",
        BEDROCK,
        &[
            USER,
            CALL,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n","content":[],"isError":true}"#,
        ],
        &[
            USER,
            CALL,
            r#"{"role":"toolResult","toolCallId":"t","toolName":"n","content":[{"type":"text","text":"x"}],"isError":true}"#,
        ],
    ),
    (
        "BC-13",
        BEDROCK,
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
        &[
            USER,
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"},{"type":"text","text":"b"}]}"#,
            USER,
        ],
    ),
    (
        "BC-14",
        NOVA,
        &[USER, CALL, RESULT, USER],
        &[USER, CALL, RESULT, SAYS, USER],
    ),
    ("BC-15", BEDROCK_4_6, &[USER, SAYS], &[USER]),
];

fn target([provider, api, model]: To) -> Target {
    Target::new()
        .with_provider(provider)
        .with_model_api(api)
        .with_model_id(model)
}

fn errors(json: &[u8], target: &Target) -> BTreeSet<&'static str> {
    let document = Document::parse(json, LINT_LEVELS, &Limits::default()).expect("JSON");
    validate_for_target(&document, target, &lint_options(target))
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| finding.constraint.id)
        .collect()
}

/// Holds a check against every case, and lists all that fail.
fn check(holds: impl Fn(&Target, &[u8], &[u8], &'static str) -> Result<(), String>) {
    let mut failures = Vec::new();
    for (id, to, broken, neighbour) in CASES {
        let json = |turns: &[&str]| format!("[{}]", turns.join(",")).into_bytes();
        if let Err(failure) = holds(&target(*to), &json(broken), &json(neighbour), id) {
            failures.push(format!("{id}: {failure}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_is_broken_alone_and_its_neighbour_breaks_nothing() {
    check(|target, broken, neighbour, id| {
        let found = errors(broken, target);
        if found != BTreeSet::from([id]) {
            return Err(format!("found {found:?}"));
        }
        match errors(neighbour, target) {
            found if found.is_empty() => Ok(()),
            found => Err(format!("neighbour: found {found:?}")),
        }
    });
}

#[test]
fn strict_cures_each_or_says_what_does() {
    check(|target, broken, _, _| {
        // Of nothing there is nothing to be made.
        if broken == b"[]" {
            return Ok(());
        }
        let mut transcript = Transcript::parse(broken, &Limits::default()).expect("a transcript");
        let outcome = sanitize(&mut transcript, target, &ReplayOptions::new())
            .map_err(|error| error.to_string())?;
        let mut left = errors(&transcript.to_text(), target);
        for advice in outcome.advice {
            left.remove(advice.constraint.id);
        }
        match left.is_empty() {
            true => Ok(()),
            false => Err(format!("left {left:?}")),
        }
    });
}
