//! Transcripts that their targets take, with every kind of block: nothing is found, and `strict` leaves every byte.

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::validate::{LINT_LEVELS, lint_options, validate_for_target};

/// Provider, API, model, the id of a tool call there, and what its assistant turns reason in.
const TARGETS: [(&str, &str, &str, &str, &str); 7] = [
    (
        "anthropic",
        "anthropic-messages",
        "claude-sonnet-4-6",
        "toolu_01AbCd",
        SIGNED,
    ),
    (
        "openai",
        "openai-completions",
        "gpt-4o-mini",
        "call1AbCd",
        "",
    ),
    ("openai", "openai-responses", "gpt-5.2", "call_1AbCd", ""),
    (
        "google",
        "google-generative-ai",
        "gemini-2.5-flash",
        "call1AbCd",
        "",
    ),
    (
        "amazon-bedrock",
        "bedrock-converse-stream",
        "claude-sonnet-4-5",
        "tooluse1AbCd",
        "",
    ),
    (
        "mistral",
        "mistral-conversations",
        "mistral-large-latest",
        "Nine9Nine",
        "",
    ),
    (
        "deepseek",
        "openai-completions",
        "deepseek-v4",
        "call1AbCd",
        r#"{"type":"thinking","thinking":"look first","thinkingSignature":"reasoning_content"},"#,
    ),
];

const SIGNED: &str = r#"{"type":"thinking","thinking":"look first","thinkingSignature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"},{"type":"redacted_thinking","data":"RXFvQkNrZ0lBeEFCR0FJaVFQ"},"#;

const PICTURE: &str = r#"{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="}"#;

/// A picture, reasoning, a call with its result, an answer, a question.
fn transcript(provider: &str, api: &str, model: &str, id: &str, reasoning: &str) -> String {
    let by = format!(r#""provider":"{provider}","api":"{api}","model":"{model}""#);
    format!(
        r#"[ {{"role":"user","content":[{{"type":"text","text":"what is on it? \u0041"}},{PICTURE}],"timestamp":1000}},
  {{"role":"assistant","content":[{reasoning}{{"type":"text","text":"I look."}},{{"type":"toolCall","id":"{id}","name":"read","arguments":{{"path":"a","n":1.0}}}}],{by},"stopReason":"toolUse","timestamp":2000}},
  {{"role":"toolResult","toolCallId":"{id}","toolName":"read","content":[{{"type":"text","text":"a dot"}}],"details":{{"ms":3}},"isError":false,"timestamp":3000}},
  {{"role":"assistant","content":[{{"type":"text","text":"A dot."}}],{by},"stopReason":"stop","timestamp":4000}},
  {{"role":"user","content":"and now?","extra":{{"kept":[1.0]}},"timestamp":5000}} ]
"#
    )
}

fn cases() -> impl Iterator<Item = (Target, String)> {
    TARGETS
        .into_iter()
        .map(|(provider, api, model, id, reasoning)| {
            let target = Target::new()
                .with_provider(provider)
                .with_model_api(api)
                .with_model_id(model);
            (target, transcript(provider, api, model, id, reasoning))
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
