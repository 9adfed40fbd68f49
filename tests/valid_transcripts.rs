//! Transcripts that their targets take, with every kind of block: nothing is found, and `strict` leaves every byte.

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::validate::{LINT_LEVELS, lint_options, validate_for_target};

/// What is valid for a target.
struct Valid {
    /// Provider, API and model.
    target: [&'static str; 3],
    /// Id of a tool call.
    id: &'static str,
    /// Blocks of reasoning that stand before what is said.
    reasoning: &'static str,
    /// Members of the tool call that sign it.
    signed: &'static str,
}

const TARGETS: [Valid; 16] = [
    Valid {
        target: ["anthropic", "anthropic-messages", "claude-sonnet-4-6"],
        id: "toolu_01AbCd",
        reasoning: CLAUDE,
        signed: "",
    },
    Valid {
        target: ["anthropic", "anthropic-messages", "claude-fable-5-1"],
        id: "toolu_01AbCd",
        reasoning: CLAUDE,
        signed: "",
    },
    Valid {
        target: ["minimax", "anthropic-messages", "minimax-m2.1"],
        id: "call1AbCd",
        reasoning: CLAUDE,
        signed: "",
    },
    Valid {
        target: [
            "amazon-bedrock",
            "bedrock-converse-stream",
            "claude-sonnet-4-5",
        ],
        id: "tooluse1AbCd",
        reasoning: CLAUDE,
        signed: "",
    },
    Valid {
        target: [
            "amazon-bedrock",
            "bedrock-converse-stream",
            "amazon.nova-pro-v1:0",
        ],
        id: "tooluse1AbCd",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["openai", "openai-completions", "gpt-4o-mini"],
        id: "call1AbCd",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["openrouter", "openai-completions", "qwen3-235b"],
        id: "call1AbCd",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["groq", "openai-completions", "llama-4"],
        id: "call1AbCd",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["deepseek", "openai-completions", "deepseek-v4"],
        id: "call1AbCd",
        reasoning: FIELD,
        signed: "",
    },
    Valid {
        target: ["openai", "openai-responses", "gpt-5.2"],
        id: "call_1AbCd|fc_1AbCd",
        reasoning: ITEM,
        signed: "",
    },
    Valid {
        target: ["azure-openai", "azure-openai-responses", "gpt-5.2"],
        id: "call_1AbCd",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["google", "google-generative-ai", "gemini-2.5-flash"],
        id: "call1AbCd",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["google", "google-generative-ai", "gemini-3-pro"],
        id: "call1AbCd",
        reasoning: GEMINI,
        signed: r#","thoughtSignature":"QUJDRA==""#,
    },
    Valid {
        target: [
            "google-antigravity",
            "google-gemini-cli",
            "claude-opus-4-5-thinking",
        ],
        id: "call1AbCd",
        reasoning: CLAUDE,
        signed: "",
    },
    Valid {
        target: ["mistral", "mistral-conversations", "mistral-large-latest"],
        id: "Nine9Nine",
        reasoning: "",
        signed: "",
    },
    Valid {
        target: ["ollama", "ollama", "gemma-3-27b"],
        id: "call1AbCd",
        reasoning: "",
        signed: "",
    },
];

const CLAUDE: &str = r#"{"type":"thinking","thinking":"look first","thinkingSignature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"},{"type":"redacted_thinking","data":"RXFvQkNrZ0lBeEFCR0FJaVFQ"},"#;

const GEMINI: &str =
    r#"{"type":"thinking","thinking":"look first","thinkingSignature":"QUJDRA=="},"#;

const ITEM: &str = r#"{"type":"thinking","thinking":"look first","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"QUJD\"}"},"#;

const FIELD: &str =
    r#"{"type":"thinking","thinking":"look first","thinkingSignature":"reasoning_content"},"#;

const PICTURE: &str = r#"{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="}"#;

/// A picture, reasoning, a call with its result, an answer, a question.
fn transcript(valid: &Valid) -> String {
    let [provider, api, model] = valid.target;
    let (id, reasoning, signed) = (valid.id, valid.reasoning, valid.signed);
    let by = format!(r#""provider":"{provider}","api":"{api}","model":"{model}""#);
    format!(
        r#"[ {{"role":"user","content":[{{"type":"text","text":"what is on it? \u0041"}},{PICTURE}],"timestamp":1000}},
  {{"role":"assistant","content":[{reasoning}{{"type":"text","text":"I look."}},{{"type":"toolCall","id":"{id}","name":"read","arguments":{{"path":"a","n":1.0}}{signed}}}],{by},"stopReason":"toolUse","timestamp":2000}},
  {{"role":"toolResult","toolCallId":"{id}","toolName":"read","content":[{{"type":"text","text":"a dot"}}],"details":{{"ms":3}},"isError":false,"timestamp":3000}},
  {{"role":"assistant","content":[{{"type":"text","text":"A dot."}}],{by},"stopReason":"stop","timestamp":4000}},
  {{"role":"user","content":"and now?","extra":{{"kept":[1.0]}},"timestamp":5000}} ]
"#
    )
}

fn cases() -> impl Iterator<Item = (Target, String)> {
    TARGETS.iter().map(|valid| {
        let [provider, api, model] = valid.target;
        let target = Target::new()
            .with_provider(provider)
            .with_model_api(api)
            .with_model_id(model);
        (target, transcript(valid))
    })
}

#[test]
fn the_validator_finds_nothing() {
    for (target, text) in cases() {
        let document =
            Document::parse(text.as_bytes(), LINT_LEVELS, &Limits::default()).expect("JSON");
        let findings = validate_for_target(&document, &target, &lint_options(&target));
        let told: Vec<_> = findings
            .iter()
            .map(|found| (found.constraint.id, &found.pointer))
            .collect();
        assert!(told.is_empty(), "{target:?}: {told:?}");
    }
}

#[test]
fn strict_leaves_every_byte() {
    for (target, text) in cases() {
        let mut transcript =
            Transcript::parse(text.as_bytes(), &Limits::default()).expect("a transcript");
        sanitize(&mut transcript, &target, &ReplayOptions::new()).expect("pairs are whole");
        assert_eq!(
            String::from_utf8_lossy(&transcript.to_text()),
            text,
            "{target:?}"
        );
    }
}
