//! Options of replay.

use transcript_hygiene::policy::{AliasResolution, PolicyOverrides, Profile, ResolveOptions};
use transcript_hygiene::replay::ReplayOptions;

use super::Choices;
use super::transcript::NAMES;

/// Flags and values to override; together they turn everything on or off.
const OVERRIDES: [&str; 20] = [
    r#"{"preserveSignatures":true}"#,
    r#"{"preserveSignatures":false}"#,
    r#"{"repairToolUseResultPairing":true}"#,
    r#"{"repairToolUseResultPairing":false}"#,
    r#"{"sanitizeToolCallIds":true,"toolCallIdMode":"strict"}"#,
    r#"{"sanitizeToolCallIds":true,"toolCallIdMode":"strict9"}"#,
    r#"{"sanitizeToolCallIds":true,"toolCallIdMode":"strict","duplicateToolCallIdStyle":"openai"}"#,
    r#"{"sanitizeToolCallIds":false}"#,
    r#"{"dropThinkingBlocks":true}"#,
    r#"{"dropReasoningFromHistory":true}"#,
    r#"{"applyGoogleTurnOrdering":true}"#,
    r#"{"validateGeminiTurns":true}"#,
    r#"{"validateAnthropicTurns":true}"#,
    r#"{"validateGeminiTurns":false,"validateAnthropicTurns":false}"#,
    r#"{"sanitizeThoughtSignatures":{"allowBase64Only":true,"includeCamelCase":true}}"#,
    r#"{"sanitizeThoughtSignatures":{"allowBase64Only":true}}"#,
    r#"{"sanitizeThoughtSignatures":null}"#,
    r#"{"toolCallIdMode":null}"#,
    r#"{"preserveNativeAnthropicToolUseIds":true,"sanitizeToolCallIds":true,"toolCallIdMode":"strict"}"#,
    r#"{"validateAnthropicTurns":true,"repairToolUseResultPairing":true,"dropThinkingBlocks":true}"#,
];

/// Entries of a stored session.
const ENTRIES: [&str; 5] = [
    "[]",
    r#"[{"type":"custom","customType":"google-turn-ordering-bootstrap","data":{}}]"#,
    r#"[{"type":"custom","customType":"model-snapshot","data":{"provider":"openai","modelApi":"openai-responses","modelId":"gpt-4"}}]"#,
    r#"[{"type":"custom","customType":"model-snapshot","data":[]},null,{"type":"custom","customType":7}]"#,
    r#"{"type":"custom"}"#,
];

/// Options in either profile; half of them all at their defaults.
pub(crate) fn options(choices: &mut Choices<'_>) -> ReplayOptions {
    let mut resolution = ResolveOptions::new().with_profile(choices.pick(&Profile::ALL));
    if !choices.once_in(2) {
        return ReplayOptions::new().with_resolution(resolution);
    }
    if choices.once_in(3) {
        resolution = resolution.with_overrides(overrides(choices));
    }
    if choices.once_in(8) {
        resolution = resolution.with_alias_resolution(choices.pick(&AliasResolution::ALL));
    }
    if choices.once_in(8) {
        resolution = resolution.with_external_owners(true);
    }
    let mut options = ReplayOptions::new().with_resolution(resolution);
    if choices.once_in(6) {
        options = options.with_policy(Some(overrides(choices)));
    }
    if choices.once_in(4) {
        options =
            options.with_allowed_tool_names(NAMES[..2].iter().map(|name| (*name).into()).collect());
    }
    if choices.once_in(4) {
        options = options.with_preserve_latest_assistant_thinking(Some(choices.once_in(2)));
    }
    if choices.once_in(4) {
        options = options.with_session_entries(Some(choices.pick(&ENTRIES).into()));
    }
    if choices.once_in(8) {
        options = options.with_image_max_dimension_px(Some(choices.pick(&[
            1.0,
            0.0,
            -3.5,
            8000.0,
            f64::INFINITY,
        ])));
    }
    if choices.once_in(8) {
        options = options.with_validate_turns(false);
    }
    if choices.once_in(4) {
        let on = Some(choices.once_in(2));
        options = options
            .with_strip_result_details(on)
            .with_zero_stale_usage(on)
            .with_ensure_usage_snapshots(on);
    }
    options
}

fn overrides(choices: &mut Choices<'_>) -> PolicyOverrides {
    let json = choices.pick(&OVERRIDES);
    serde_json::from_str(json).unwrap_or_else(|e| panic!("{e} in {json}"))
}
