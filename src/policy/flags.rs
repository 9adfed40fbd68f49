//! The flags of a policy: one declaration gives each its field, its JSON name, its description and its override.

use serde::{Deserialize, Deserializer};

use super::models::lower;
use super::origin::Origin;
use super::target::Target;
use super::values::{
    DuplicateToolCallIdStyle, FlagValue, SanitizeMode, ThoughtSignatureRule, ToolCallIdMode,
};

/// Declares every flag once, in the order in which a policy is serialised.
macro_rules! declare_flags {
    ($(
        #[doc = $description:literal]
        $variant:ident $json:literal, $field:ident, $setter:ident: $type:ty = $default:expr;
    )+) => {
        /// A flag of a policy, in the order in which policies are serialised.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Flag {
            $(#[doc = $description] $variant,)+
        }

        impl Flag {
            /// Every flag, in order.
            pub const ALL: [Flag; [$(Flag::$variant),+].len()] = [$(Flag::$variant),+];

            /// The flag's key in a serialised policy.
            pub const fn json_name(self) -> &'static str {
                match self {
                    $(Flag::$variant => $json,)+
                }
            }

            /// One sentence on what the flag does, for people.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Flag::$variant => $description.trim_ascii(),)+
                }
            }
        }

        /// The flags that replay goes by, each with where it came from.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Policy {
            $($field: $type,)+
            origins: [Origin; Flag::ALL.len()],
        }

        impl Policy {
            /// Every flag at its default.
            pub(super) fn defaults() -> Policy {
                Policy {
                    $($field: $default,)+
                    origins: [Origin::Default; Flag::ALL.len()],
                }
            }

            /// A policy of the caller's own: nothing is filled in, a flag that is not given is off or absent.
            ///
            /// ```
            /// use transcript_hygiene::policy::{Policy, PolicyOverrides};
            ///
            /// let policy = Policy::explicit(&PolicyOverrides::new());
            /// assert!(!policy.repair_tool_use_result_pairing());
            /// ```
            pub fn explicit(given: &PolicyOverrides) -> Policy {
                Policy {
                    $($field: given.$field.unwrap_or_default(),)+
                    origins: [Origin::Explicit; Flag::ALL.len()],
                }
            }

            /// Lets every flag that is given win.
            pub(super) fn apply(&mut self, given: &PolicyOverrides, origin: Origin) {
                $(
                    if let Some(value) = given.$field {
                        self.$field = value;
                        self.origins[Flag::$variant as usize] = origin;
                    }
                )+
            }

            /// The flag's value as JSON; `None` when it is absent.
            pub fn value_json(&self, flag: Flag) -> Option<String> {
                match flag {
                    $(Flag::$variant => self.$field.json(),)+
                }
            }

            $(
                #[doc = $description]
                pub fn $field(&self) -> $type {
                    self.$field
                }
            )+
        }

        /// Flags given by a caller, each optional. Default: none is given.
        ///
        /// A flag that can be absent has three states: not given, given as absent (`None`; `null` in JSON) and given
        /// a value. Reads from JSON by the keys of a serialised policy; an unknown key is an error.
        ///
        /// ```
        /// use transcript_hygiene::policy::{PolicyOverrides, ToolCallIdMode};
        ///
        /// let given = PolicyOverrides::new()
        ///     .with_sanitize_tool_call_ids(true)
        ///     .with_tool_call_id_mode(Some(ToolCallIdMode::Strict9));
        /// let read = serde_json::from_str(r#"{"sanitizeToolCallIds":true,"toolCallIdMode":"strict9"}"#);
        /// assert_eq!(given, read.unwrap());
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct PolicyOverrides {
            $(
                #[serde(rename = $json, default, deserialize_with = "given")]
                pub(super) $field: Option<$type>,
            )+
        }

        impl PolicyOverrides {
            /// No flag given.
            pub const fn new() -> Self {
                PolicyOverrides { $($field: None,)+ }
            }

            $(
                #[doc = concat!("Gives `", $json, "`:", $description)]
                pub const fn $setter(mut self, value: $type) -> Self {
                    self.$field = Some(value);
                    self
                }
            )+
        }
    };
}

declare_flags! {
    /// Passed to the image step; both modes do the same work today, so it has no observable effect.
    SanitizeMode "sanitizeMode", sanitize_mode, with_sanitize_mode: SanitizeMode = SanitizeMode::ImagesOnly;
    /// Rewrites tool-call ids to the alphabet and length of `toolCallIdMode`; does nothing without that flag.
    SanitizeToolCallIds "sanitizeToolCallIds", sanitize_tool_call_ids, with_sanitize_tool_call_ids: bool = false;
    /// Alphabet and length of rewritten tool-call ids: `strict` is letters and digits, `strict9` nine of them.
    ToolCallIdMode "toolCallIdMode", tool_call_id_mode, with_tool_call_id_mode: Option<ToolCallIdMode> = None;
    /// How a repeated tool-call id is renamed; no provider sets it by itself.
    DuplicateToolCallIdStyle "duplicateToolCallIdStyle", duplicate_tool_call_id_style, with_duplicate_tool_call_id_style: Option<DuplicateToolCallIdStyle> = None;
    /// Keeps Anthropic's own `toolu_…` ids when tool-call ids are rewritten.
    PreserveNativeAnthropicToolUseIds "preserveNativeAnthropicToolUseIds", preserve_native_anthropic_tool_use_ids, with_preserve_native_anthropic_tool_use_ids: bool = false;
    /// Gives every tool call exactly one result, directly after the turn that made the call.
    RepairToolUseResultPairing "repairToolUseResultPairing", repair_tool_use_result_pairing, with_repair_tool_use_result_pairing: bool = true;
    /// Keeps thought signatures, and runs the two thinking-signature steps for any provider.
    PreserveSignatures "preserveSignatures", preserve_signatures, with_preserve_signatures: bool = false;
    /// Which thought signatures are stripped; without it only values that start with `msg_` are.
    SanitizeThoughtSignatures "sanitizeThoughtSignatures", sanitize_thought_signatures, with_sanitize_thought_signatures: Option<ThoughtSignatureRule> = None;
    /// Drops every thinking block except those of the latest assistant turn.
    DropThinkingBlocks "dropThinkingBlocks", drop_thinking_blocks, with_drop_thinking_blocks: bool = false;
    /// Drops the reasoning of earlier turns and keeps that of the tool turn that is still going on.
    DropReasoningFromHistory "dropReasoningFromHistory", drop_reasoning_from_history, with_drop_reasoning_from_history: bool = false;
    /// Puts a user turn before a history that starts with the assistant.
    ApplyGoogleTurnOrdering "applyGoogleTurnOrdering", apply_google_turn_ordering, with_apply_google_turn_ordering: bool = false;
    /// Merges assistant turns that follow each other.
    ValidateGeminiTurns "validateGeminiTurns", validate_gemini_turns, with_validate_gemini_turns: bool = false;
    /// Merges assistant turns, strips tool calls without a result, then merges user turns.
    ValidateAnthropicTurns "validateAnthropicTurns", validate_anthropic_turns, with_validate_anthropic_turns: bool = false;
    /// Tells transports that invented tool results are welcome; replay does not read it.
    AllowSyntheticToolResults "allowSyntheticToolResults", allow_synthetic_tool_results, with_allow_synthetic_tool_results: bool = false;
}

/// Reads a key that is there as given, so that `null` is "given as absent" rather than "not given".
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// APIs under which thinking may belong to the provider.
const SIGNED_THINKING_APIS: [&str; 2] = ["anthropic-messages", "bedrock-converse-stream"];

/// Providers that accept thinking only with their signature on it.
const SIGNED_THINKING_PROVIDERS: [&str; 3] = ["anthropic", "amazon-bedrock", "anthropic-vertex"];

impl Policy {
    /// Which part of the resolution decided the flag.
    pub fn origin(&self, flag: Flag) -> Origin {
        self.origins[flag as usize]
    }

    /// The flags as one JSON object, in the order of [`Flag::ALL`]; absent ones are left out.
    pub fn to_json(&self) -> String {
        json_object(|flag| self.value_json(flag))
    }

    /// The origin of every flag as one JSON object of strings, in the order of [`Flag::ALL`].
    pub fn origins_json(&self) -> String {
        // Origins are made of names in this crate's tables, none of which needs an escape.
        json_object(|flag| Some(format!("\"{}\"", self.origin(flag))))
    }

    /// Whether thinking in assistant turns is the provider's own, so that turns which hold it go back untouched.
    pub fn allow_provider_owned_thinking_replay(&self, target: &Target) -> bool {
        target
            .model_api()
            .is_some_and(|api| SIGNED_THINKING_APIS.contains(&api))
            && self.validate_anthropic_turns
            && (self.preserve_signatures || provider_requires_signed_thinking(target.provider()))
            && !self.drop_thinking_blocks
    }
}

/// Whether the provider accepts thinking only with its signature on it. Case and white space around do not count.
pub fn provider_requires_signed_thinking(provider: Option<&str>) -> bool {
    let provider = lower(provider.unwrap_or_default());
    SIGNED_THINKING_PROVIDERS.contains(&provider.as_str())
}

/// A JSON object with a member for each flag that has a value.
fn json_object(value: impl Fn(Flag) -> Option<String>) -> String {
    let members: Vec<String> = Flag::ALL
        .into_iter()
        .filter_map(|flag| value(flag).map(|json| format!("\"{}\":{json}", flag.json_name())))
        .collect();
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULTS: &str = concat!(
        r#"{"sanitizeMode":"images-only","sanitizeToolCallIds":false,"preserveNativeAnthropicToolUseIds":false,"#,
        r#""repairToolUseResultPairing":true,"preserveSignatures":false,"dropThinkingBlocks":false,"#,
        r#""dropReasoningFromHistory":false,"applyGoogleTurnOrdering":false,"validateGeminiTurns":false,"#,
        r#""validateAnthropicTurns":false,"allowSyntheticToolResults":false}"#
    );

    #[test]
    fn defaults_serialise_in_order_without_absent_flags() {
        assert_eq!(Policy::defaults().to_json(), DEFAULTS);
    }

    #[test]
    fn an_explicit_policy_fills_nothing_in() {
        let policy = Policy::explicit(&PolicyOverrides::new().with_preserve_signatures(true));
        let expected = DEFAULTS
            .replace(
                r#""repairToolUseResultPairing":true"#,
                r#""repairToolUseResultPairing":false"#,
            )
            .replace(
                r#""preserveSignatures":false"#,
                r#""preserveSignatures":true"#,
            );
        assert_eq!(policy.to_json(), expected);
        assert_eq!(
            policy.origin(Flag::RepairToolUseResultPairing),
            Origin::Explicit
        );
    }

    #[test]
    fn overrides_tell_given_as_absent_from_not_given() {
        let rule = PolicyOverrides::new().with_tool_call_id_mode(Some(ToolCallIdMode::Strict));
        let mut policy = Policy::defaults();
        policy.apply(&rule, Origin::Family("mistral"));

        let mut untouched = policy.clone();
        untouched.apply(&PolicyOverrides::new(), Origin::Override);
        assert_eq!(untouched, policy);

        let absent: PolicyOverrides = serde_json::from_str(r#"{"toolCallIdMode":null}"#).unwrap();
        policy.apply(&absent, Origin::Override);
        assert_eq!(policy.tool_call_id_mode(), None);
        assert_eq!(policy.origin(Flag::ToolCallIdMode), Origin::Override);
    }

    #[test]
    fn every_flag_reads_back_from_its_serialised_form() {
        let given: PolicyOverrides = serde_json::from_str(
            r#"{"sanitizeMode":"full","sanitizeToolCallIds":true,"toolCallIdMode":"strict9",
                "duplicateToolCallIdStyle":"openai","preserveNativeAnthropicToolUseIds":true,
                "repairToolUseResultPairing":true,"preserveSignatures":true,
                "sanitizeThoughtSignatures":{"includeCamelCase":true},"dropThinkingBlocks":true,
                "dropReasoningFromHistory":true,"applyGoogleTurnOrdering":true,"validateGeminiTurns":true,
                "validateAnthropicTurns":true,"allowSyntheticToolResults":true}"#,
        )
        .unwrap();
        let policy = Policy::explicit(&given);
        let read: PolicyOverrides = serde_json::from_str(&policy.to_json()).unwrap();
        assert_eq!(read, given);
        assert!(
            Flag::ALL
                .into_iter()
                .all(|flag| policy.value_json(flag).is_some())
        );
    }

    #[test]
    fn an_unknown_flag_and_a_null_switch_are_errors() {
        for odd in [r#"{"preserveSignature":true}"#, r#"{"sanitizeMode":null}"#] {
            assert!(
                serde_json::from_str::<PolicyOverrides>(odd).is_err(),
                "{odd}"
            );
        }
    }

    #[test]
    fn origins_name_every_flag_in_order() {
        let mut policy = Policy::defaults();
        policy.apply(
            &PolicyOverrides::new().with_sanitize_mode(SanitizeMode::Full),
            Origin::Family("native-anthropic"),
        );
        let json = policy.origins_json();
        assert!(
            json.starts_with(
                r#"{"sanitizeMode":"family native-anthropic","sanitizeToolCallIds":"default","#
            ),
            "{json}"
        );
        assert_eq!(json.matches("\":\"").count(), Flag::ALL.len());
    }

    #[test]
    fn a_description_is_one_sentence() {
        for flag in Flag::ALL {
            let text = flag.description();
            assert!(
                text.ends_with('.') && !text.contains(". ") && !text.starts_with(' '),
                "{flag:?}: {text:?}"
            );
        }
    }

    #[test]
    fn signed_thinking_is_required_whatever_the_case_of_the_provider() {
        for provider in ["anthropic", " Amazon-Bedrock ", "anthropic-vertex"] {
            assert!(
                provider_requires_signed_thinking(Some(provider)),
                "{provider}"
            );
        }
        assert!(!provider_requires_signed_thinking(Some("claude-cli")));
        assert!(!provider_requires_signed_thinking(None));
    }
}
