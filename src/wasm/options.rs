//! Targets and options as the caller may write them: every name, its type and its default.
//!
//! An option that is absent stays `None` where its default depends on the profile or belongs to the operation.

use super::convert::{Bag, member};
use super::failure::Failure;
use crate::Limits;
use serde::Deserialize;
use wasm_bindgen::JsValue;

const BOOLEAN: &str = "a boolean";
const NAME: &str = "a string";
const NAMES: &str = "an array of strings";
/// The largest whole number that JavaScript keeps exactly, 2^53 − 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// How a transcript crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    /// Text in; the whole new text out.
    Text,
    /// Values in; the patch out that the shim applies to the caller's array.
    Values,
}

impl Door {
    pub(super) fn read(door: u32) -> Result<Self, Failure> {
        match door {
            0 => Ok(Door::Text),
            1 => Ok(Door::Values),
            _ => Err(Failure::argument(format!("there is no door {door}"))),
        }
    }
}

/// What a promise binds: the release as it is, or the documentation and the provider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Profile {
    #[default]
    Strict,
    Compat,
}

impl Profile {
    fn read(bag: &mut Bag) -> Result<Self, Failure> {
        Ok(bag
            .take("profile", "'strict' or 'compat'")?
            .unwrap_or_default())
    }
}

/// When a conditional alias of a provider applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum AliasResolution {
    Lookup,
    Loaded,
}

/// A part of the target. Session entries keep the difference between absent and null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    #[default]
    Absent,
    Null,
    Text(String),
}

impl Part {
    fn read(bag: &mut Bag, name: &'static str) -> Result<Self, Failure> {
        let value = bag.any(name);
        if value.is_undefined() {
            Ok(Part::Absent)
        } else if value.is_null() {
            Ok(Part::Null)
        } else {
            match value.as_string() {
                Some(text) => Ok(Part::Text(text)),
                None => Err(bag.mismatch(name, "a string or null", &value)),
            }
        }
    }
}

/// Where a transcript goes.
#[derive(Debug, Default)]
pub(super) struct Target {
    pub(super) provider: Part,
    pub(super) model_api: Part,
    pub(super) model_id: Part,
    /// `model.reasoning === true`.
    pub(super) reasoning: bool,
    /// `model.compat.supportsReasoningEffort === false`.
    pub(super) refuses_reasoning_effort: bool,
}

impl Target {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("the target", "", value)?;
        let provider = Part::read(&mut bag, "provider")?;
        let model_api = Part::read(&mut bag, "modelApi")?;
        let model_id = Part::read(&mut bag, "modelId")?;
        // Models come in any shape, and only these two facts of one are read.
        let model = bag.any("model");
        bag.close()?;
        let effort = member(&member(&model, "compat"), "supportsReasoningEffort");
        Ok(Target {
            provider,
            model_api,
            model_id,
            reasoning: member(&model, "reasoning").as_bool() == Some(true),
            refuses_reasoning_effort: effort.as_bool() == Some(false),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SanitizeMode {
    ImagesOnly,
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ToolCallIdMode {
    Strict,
    Strict9,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DuplicateToolCallIdStyle {
    Openai,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ThoughtSignatures {
    pub(super) allow_base64_only: bool,
    pub(super) include_camel_case: bool,
}

/// The flags of a policy that the caller gave; the names are those of `PolicyFlags` in `pkg/index.d.ts`.
#[derive(Debug, Default)]
pub(super) struct Flags {
    pub(super) sanitize_mode: Option<SanitizeMode>,
    pub(super) sanitize_tool_call_ids: Option<bool>,
    pub(super) tool_call_id_mode: Option<ToolCallIdMode>,
    pub(super) duplicate_tool_call_id_style: Option<DuplicateToolCallIdStyle>,
    pub(super) preserve_native_anthropic_tool_use_ids: Option<bool>,
    pub(super) repair_tool_use_result_pairing: Option<bool>,
    pub(super) preserve_signatures: Option<bool>,
    pub(super) sanitize_thought_signatures: Option<ThoughtSignatures>,
    pub(super) drop_thinking_blocks: Option<bool>,
    pub(super) drop_reasoning_from_history: Option<bool>,
    pub(super) apply_google_turn_ordering: Option<bool>,
    pub(super) validate_gemini_turns: Option<bool>,
    pub(super) validate_anthropic_turns: Option<bool>,
    pub(super) allow_synthetic_tool_results: Option<bool>,
}

impl Flags {
    fn read(
        outer: &mut Bag,
        name: &'static str,
        prefix: &'static str,
    ) -> Result<Option<Self>, Failure> {
        let value = outer.any(name);
        if value.is_null() || value.is_undefined() {
            return Ok(None);
        }
        let mut bag = Bag::open(&format!("{name:?}"), prefix, &value)?;
        let signatures = bag.any("sanitizeThoughtSignatures");
        let flags = Flags {
            sanitize_mode: bag.take("sanitizeMode", "'images-only' or 'full'")?,
            sanitize_tool_call_ids: bag.take("sanitizeToolCallIds", BOOLEAN)?,
            tool_call_id_mode: bag.take("toolCallIdMode", "'strict' or 'strict9'")?,
            duplicate_tool_call_id_style: bag.take("duplicateToolCallIdStyle", "'openai'")?,
            preserve_native_anthropic_tool_use_ids: bag
                .take("preserveNativeAnthropicToolUseIds", BOOLEAN)?,
            repair_tool_use_result_pairing: bag.take("repairToolUseResultPairing", BOOLEAN)?,
            preserve_signatures: bag.take("preserveSignatures", BOOLEAN)?,
            sanitize_thought_signatures: ThoughtSignatures::read(&signatures)?,
            drop_thinking_blocks: bag.take("dropThinkingBlocks", BOOLEAN)?,
            drop_reasoning_from_history: bag.take("dropReasoningFromHistory", BOOLEAN)?,
            apply_google_turn_ordering: bag.take("applyGoogleTurnOrdering", BOOLEAN)?,
            validate_gemini_turns: bag.take("validateGeminiTurns", BOOLEAN)?,
            validate_anthropic_turns: bag.take("validateAnthropicTurns", BOOLEAN)?,
            allow_synthetic_tool_results: bag.take("allowSyntheticToolResults", BOOLEAN)?,
        };
        bag.close()?;
        Ok(Some(flags))
    }
}

impl ThoughtSignatures {
    fn read(value: &JsValue) -> Result<Option<Self>, Failure> {
        if value.is_null() || value.is_undefined() {
            return Ok(None);
        }
        let name = "\"sanitizeThoughtSignatures\"";
        let mut bag = Bag::open(name, "sanitizeThoughtSignatures.", value)?;
        let signatures = ThoughtSignatures {
            allow_base64_only: bag.take("allowBase64Only", BOOLEAN)?.unwrap_or(false),
            include_camel_case: bag.take("includeCamelCase", BOOLEAN)?.unwrap_or(false),
        };
        bag.close()?;
        Ok(Some(signatures))
    }
}

/// What decides the policy beside the target.
#[derive(Debug, Default)]
pub(super) struct PolicyOptions {
    pub(super) profile: Profile,
    /// Stands in for the resolution.
    pub(super) policy: Option<Flags>,
    /// Wins over resolved flags.
    pub(super) policy_overrides: Option<Flags>,
    pub(super) alias_resolution: Option<AliasResolution>,
    pub(super) external_owners: bool,
}

impl PolicyOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let options = Self::take(&mut bag)?;
        bag.close()?;
        Ok(options)
    }

    fn take(bag: &mut Bag) -> Result<Self, Failure> {
        Ok(PolicyOptions {
            profile: Profile::read(bag)?,
            policy: Flags::read(bag, "policy", "policy.")?,
            policy_overrides: Flags::read(bag, "policyOverrides", "policyOverrides.")?,
            alias_resolution: bag.take("aliasResolution", "'lookup' or 'loaded'")?,
            external_owners: bag.take("externalOwners", BOOLEAN)?.unwrap_or(false),
        })
    }
}

/// What every operation on text takes.
#[derive(Debug, Default)]
pub(super) struct CallOptions {
    pub(super) report: bool,
    pub(super) include_text: bool,
    pub(super) limits: Limits,
}

impl CallOptions {
    fn take(bag: &mut Bag) -> Result<Self, Failure> {
        Ok(CallOptions {
            report: bag.take("report", BOOLEAN)?.unwrap_or(false),
            include_text: bag.take("includeText", BOOLEAN)?.unwrap_or(false),
            limits: limits(&bag.any("limits"))?,
        })
    }
}

pub(super) fn limits(value: &JsValue) -> Result<Limits, Failure> {
    let mut bag = Bag::open("\"limits\"", "limits.", value)?;
    let defaults = Limits::default();
    let limits = Limits {
        bytes: limit(&mut bag, "bytes", defaults.bytes)?,
        nesting: limit(&mut bag, "nesting", defaults.nesting)?,
        turns: limit(&mut bag, "turns", defaults.turns)?,
    };
    bag.close()?;
    Ok(limits)
}

fn limit(bag: &mut Bag, name: &'static str, default: usize) -> Result<usize, Failure> {
    const WHOLE: &str = "a whole number that is not negative";
    match bag.take::<f64>(name, WHOLE)? {
        None => Ok(default),
        Some(n) if n.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER).contains(&n) => Ok(n as usize),
        Some(n) => Err(bag.mismatch(name, WHOLE, &n.into())),
    }
}

/// A number, or nothing for whatever else stands there.
fn finite(value: &JsValue) -> Option<f64> {
    value.as_f64().filter(|n| n.is_finite())
}

/// The caller's clock in milliseconds. The release reads its own where none is given, so `compat` does, too.
fn clock(bag: &mut Bag, profile: Profile) -> Option<f64> {
    let given = finite(&bag.any("now"));
    match profile {
        Profile::Strict => given,
        Profile::Compat => given.or_else(|| Some(js_sys::Date::now())),
    }
}

/// Options of `sanitize` and `check`.
#[derive(Debug, Default)]
pub(super) struct SanitizeOptions {
    pub(super) policy: PolicyOptions,
    pub(super) call: CallOptions,
    pub(super) now: Option<f64>,
    pub(super) allowed_tool_names: Option<Vec<String>>,
    pub(super) preserve_latest_assistant_thinking: Option<bool>,
    pub(super) image_max_dimension_px: Option<f64>,
    pub(super) validate_turns: bool,
    pub(super) local_offset_minutes: f64,
    pub(super) session_id: Option<String>,
    /// A JSON array.
    pub(super) session_entries: Option<String>,
    pub(super) strip_result_details: Option<bool>,
    pub(super) zero_stale_usage: Option<bool>,
    pub(super) ensure_usage_snapshots: Option<bool>,
}

impl SanitizeOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let policy = PolicyOptions::take(&mut bag)?;
        let options = SanitizeOptions {
            now: clock(&mut bag, policy.profile),
            policy,
            call: CallOptions::take(&mut bag)?,
            allowed_tool_names: bag.take("allowedToolNames", NAMES)?,
            preserve_latest_assistant_thinking: bag
                .take("preserveLatestAssistantThinking", BOOLEAN)?,
            image_max_dimension_px: finite(&bag.any("imageMaxDimensionPx")),
            validate_turns: bag.take("validateTurns", BOOLEAN)?.unwrap_or(true),
            local_offset_minutes: bag.take("localOffsetMinutes", "a number")?.unwrap_or(0.0),
            session_id: bag.take("sessionId", NAME)?,
            session_entries: session_entries(&mut bag)?,
            strip_result_details: bag.take("stripResultDetails", BOOLEAN)?,
            zero_stale_usage: bag.take("zeroStaleUsage", BOOLEAN)?,
            ensure_usage_snapshots: bag.take("ensureUsageSnapshots", BOOLEAN)?,
        };
        bag.close()?;
        Ok(options)
    }
}

/// Entries hold any JSON, so the shim hands them over as text, whatever the caller put there.
fn session_entries(bag: &mut Bag) -> Result<Option<String>, Failure> {
    const NAME: &str = "sessionEntries";
    match bag.take::<String>(NAME, "an array")? {
        None => Ok(None),
        Some(text) if text == "null" => Ok(None),
        Some(text) if text.starts_with('[') => Ok(Some(text)),
        Some(_) => Err(Failure::argument(format!("{NAME:?} must be an array")).of_option(NAME)),
    }
}

/// Options of `sanitizeRequest`.
#[derive(Debug, Default)]
pub(super) struct RequestOptions {
    pub(super) profile: Profile,
    pub(super) call: CallOptions,
    /// Where the request goes; some fixups hold for a provider's own address only.
    pub(super) base_url: Option<String>,
    pub(super) thinking_level: Option<String>,
}

impl RequestOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let options = RequestOptions {
            profile: Profile::read(&mut bag)?,
            call: CallOptions::take(&mut bag)?,
            base_url: bag.take("baseUrl", NAME)?,
            thinking_level: bag.take("thinkingLevel", NAME)?,
        };
        bag.close()?;
        Ok(options)
    }
}

/// Options of `preRequest`.
#[derive(Debug, Default)]
pub(super) struct PreRequestOptions {
    pub(super) policy: PolicyOptions,
    pub(super) call: CallOptions,
    pub(super) now: Option<f64>,
    pub(super) allowed_tool_names: Option<Vec<String>>,
}

impl PreRequestOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let policy = PolicyOptions::take(&mut bag)?;
        let options = PreRequestOptions {
            now: clock(&mut bag, policy.profile),
            policy,
            call: CallOptions::take(&mut bag)?,
            allowed_tool_names: bag.take("allowedToolNames", NAMES)?,
        };
        bag.close()?;
        Ok(options)
    }
}

/// Options of `stripAllThinking`.
#[derive(Debug, Default)]
pub(super) struct StripOptions {
    pub(super) call: CallOptions,
}

impl StripOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let options = StripOptions {
            call: CallOptions::take(&mut bag)?,
        };
        bag.close()?;
        Ok(options)
    }
}
