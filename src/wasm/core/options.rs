//! Options of the core module as the caller may write them: every name, its type and its default.
//!
//! An option that is absent stays `None` where its default depends on the profile or belongs to the operation.

use crate::Limits;
use crate::images::{ImageOptions, ImagePolicy, REPLAY_LABEL, Taker};
use crate::policy::{AliasResolution, Flag, PolicyOverrides, Profile, ResolveOptions};
use crate::wasm::choices::{clock, named, profile};
use crate::wasm::convert::Bag;
use crate::wasm::failure::Failure;
use crate::wasm::image_options::take_image_options;
use crate::wasm::options::{BOOLEAN, NAME, finite, limits};
use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

const NAMES: &str = "an array of strings";

/// How a transcript crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    /// Bytes in; the pieces out of which the shim puts the new bytes together.
    Bytes,
    /// Values in; the patch out that the shim applies to the caller's array.
    Values,
    /// A string in; the pieces out of which the shim puts the new string together.
    String,
}

impl Door {
    pub(super) fn read(door: u32) -> Result<Self, Failure> {
        match door {
            0 => Ok(Door::Bytes),
            1 => Ok(Door::Values),
            2 => Ok(Door::String),
            _ => Err(Failure::argument(format!("there is no door {door}"))),
        }
    }
}

/// The flags of a policy that the caller gave.
fn flags(
    outer: &mut Bag,
    name: &'static str,
    prefix: &'static str,
) -> Result<Option<PolicyOverrides>, Failure> {
    let value = outer.any(name);
    if value.is_null() || value.is_undefined() {
        return Ok(None);
    }
    let mut bag = Bag::open(&format!("{name:?}"), prefix, &value)?;
    for flag in Flag::ALL {
        let value = bag.any(flag.json_name());
        if !value.is_undefined() && !is_flag_value(flag, &value) {
            return Err(bag.mismatch(flag.json_name(), expected_of(flag), &value));
        }
    }
    bag.close()?;
    serde_wasm_bindgen::from_value(value.clone())
        .map(Some)
        .map_err(|_| outer.mismatch(name, "an object of policy flags", &value))
}

/// Whether the policy room takes the value, asked with an object of this one flag.
fn is_flag_value(flag: Flag, value: &JsValue) -> bool {
    let alone = Object::new();
    Reflect::set(&alone, &flag.json_name().into(), value).is_ok()
        && serde_wasm_bindgen::from_value::<PolicyOverrides>(alone.into()).is_ok()
}

fn expected_of(flag: Flag) -> &'static str {
    match flag {
        Flag::SanitizeMode => "'images-only' or 'full'",
        Flag::ToolCallIdMode => "'strict', 'strict9' or null",
        Flag::DuplicateToolCallIdStyle => "'openai' or null",
        Flag::SanitizeThoughtSignatures => {
            "null or an object of the booleans allowBase64Only and includeCamelCase"
        }
        _ => BOOLEAN,
    }
}

/// What decides the policy beside the target.
#[derive(Debug, Default)]
pub(super) struct PolicyOptions {
    /// Stands in for the resolution.
    pub(super) explicit: Option<PolicyOverrides>,
    pub(super) resolve: ResolveOptions,
}

impl PolicyOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let options = Self::take(&mut bag)?;
        bag.close()?;
        Ok(options)
    }

    fn take(bag: &mut Bag) -> Result<Self, Failure> {
        let mut resolve = ResolveOptions::new().with_profile(profile(bag)?);
        if let Some(way) = named::<AliasResolution>(bag, "aliasResolution", "'lookup' or 'loaded'")?
        {
            resolve = resolve.with_alias_resolution(way);
        }
        if let Some(on) = bag.take("externalOwners", BOOLEAN)? {
            resolve = resolve.with_external_owners(on);
        }
        let explicit = flags(bag, "policy", "policy.")?;
        if let Some(overrides) = flags(bag, "policyOverrides", "policyOverrides.")? {
            if explicit.is_some() {
                let message = "\"policy\" is taken as it is, so \"policyOverrides\" cannot be given beside it";
                return Err(Failure::argument(message).of_option("policyOverrides"));
            }
            resolve = resolve.with_overrides(overrides);
        }
        Ok(PolicyOptions { explicit, resolve })
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
    pub(super) fn take(bag: &mut Bag) -> Result<Self, Failure> {
        Ok(CallOptions {
            report: bag.take("report", BOOLEAN)?.unwrap_or(false),
            include_text: bag.take("includeText", BOOLEAN)?.unwrap_or(false),
            limits: limits(&bag.any("limits"))?,
        })
    }
}

/// Options of `sanitize` and `check`.
#[derive(Debug)]
pub(super) struct SanitizeOptions {
    pub(super) policy: PolicyOptions,
    pub(super) call: CallOptions,
    pub(super) now: Option<f64>,
    pub(super) allowed_tool_names: Option<Vec<String>>,
    pub(super) preserve_latest_assistant_thinking: Option<bool>,
    pub(super) images: ImageOptions,
    pub(super) validate_turns: bool,
    pub(super) local_offset_minutes: i32,
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
        // For the caller's own records; nothing goes by it.
        bag.take::<String>("sessionId", NAME)?;
        let options = SanitizeOptions {
            now: clock(&mut bag, policy.resolve.profile()),
            policy,
            call: CallOptions::take(&mut bag)?,
            allowed_tool_names: bag.take("allowedToolNames", NAMES)?,
            preserve_latest_assistant_thinking: bag
                .take("preserveLatestAssistantThinking", BOOLEAN)?,
            images: images(&mut bag)?,
            validate_turns: bag.take("validateTurns", BOOLEAN)?.unwrap_or(true),
            local_offset_minutes: bag
                .take("localOffsetMinutes", "a whole number")?
                .unwrap_or(0),
            session_entries: session_entries(&mut bag)?,
            strip_result_details: bag.take("stripResultDetails", BOOLEAN)?,
            zero_stale_usage: bag.take("zeroStaleUsage", BOOLEAN)?,
            ensure_usage_snapshots: bag.take("ensureUsageSnapshots", BOOLEAN)?,
        };
        bag.close()?;
        Ok(options)
    }
}

/// The options under `images`; the side has a name of its own, too.
fn images(outer: &mut Bag) -> Result<ImageOptions, Failure> {
    let side = finite(&outer.any("imageMaxDimensionPx"));
    let mut bag = Bag::open("\"images\"", "images.", &outer.any("images"))?;
    let mut options = take_image_options(&mut bag)?;
    bag.close()?;
    if options.max_dimension_px.is_none() {
        options = options.with_max_dimension_px(side);
    }
    Ok(options)
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

/// Options of `sanitizeImages`.
#[derive(Debug)]
pub(super) struct BlockOptions {
    /// What precedes the texts that take the place of images.
    pub(super) label: String,
    pub(super) policy: ImagePolicy,
    pub(super) limits: Limits,
}

impl BlockOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let taker = match profile(&mut bag)? {
            Profile::Strict => Taker::Provider,
            Profile::Compat => Taker::Release,
        };
        let options = BlockOptions {
            label: bag
                .take("label", NAME)?
                .unwrap_or_else(|| REPLAY_LABEL.into()),
            policy: ImagePolicy::new(&take_image_options(&mut bag)?, taker),
            limits: limits(&bag.any("limits"))?,
        };
        bag.close()?;
        Ok(options)
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
            profile: profile(&mut bag)?,
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
    pub(super) prune_seen_images: bool,
}

impl PreRequestOptions {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let policy = PolicyOptions::take(&mut bag)?;
        let options = PreRequestOptions {
            now: clock(&mut bag, policy.resolve.profile()),
            policy,
            call: CallOptions::take(&mut bag)?,
            allowed_tool_names: bag.take("allowedToolNames", NAMES)?,
            prune_seen_images: bag.take("pruneSeenImages", BOOLEAN)?.unwrap_or(false),
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
