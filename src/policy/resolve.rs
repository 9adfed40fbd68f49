//! Which row of the table a target gets, and why.

use super::flags::Policy;
use super::models::{lower, trim};
use super::options::{AliasResolution, ResolveOptions};
use super::origin::Origin;
use super::profile::Profile;
use super::table::{Apis, FALLBACK, Family, OWNERS, Row, STRICT_RULES, Selector, Terms};
use super::target::Target;

impl Policy {
    /// The flags for a target, in layers of which the later wins: the defaults, the row of the family that owns the
    /// provider (or of the API when nobody does), the model rules of profile `strict`, the caller's overrides.
    ///
    /// Any target is legal. One of which nothing is known gets the defaults.
    pub fn resolve(target: &Target, options: &ResolveOptions) -> Policy {
        let mut policy = Policy::defaults();
        if let Some(Choice { row, origin }) = choose(target, options) {
            policy.apply(&row.flags, origin);
            for case in row.by_model.iter().filter(|case| (case.when)(target)) {
                policy.apply(&case.flags, origin);
            }
        }
        if options.profile() == Profile::Strict {
            for rule in STRICT_RULES.iter().filter(|rule| (rule.when)(target)) {
                policy.apply(&rule.flags, Origin::ModelRule(rule.name));
            }
        }
        policy.apply(options.overrides(), Origin::Override);
        policy
    }
}

/// A row, and what led to it.
pub(super) struct Choice {
    pub(super) row: &'static Row,
    pub(super) origin: Origin,
}

/// The row for a target; `None` when no row is for its API.
pub(super) fn choose(target: &Target, options: &ResolveOptions) -> Option<Choice> {
    let api = target.model_api();
    match owner(target, options) {
        Some(family) => family.rows.iter().find_map(|row| {
            row.apis.include(api).then_some(Choice {
                row,
                origin: Origin::Family(family.name),
            })
        }),
        None => FALLBACK.iter().find_map(|row| match &row.apis {
            Apis::Only(group) if row.apis.include(api) => Some(Choice {
                row,
                origin: Origin::Fallback(group.name),
            }),
            _ => None,
        }),
    }
}

/// The family that owns the target's provider, if one does under these options.
fn owner(target: &Target, options: &ResolveOptions) -> Option<&'static Family> {
    let provider = lower(target.provider()?);
    let owner = OWNERS.iter().find(|owner| owner.provider == provider)?;
    let owns = match &owner.terms {
        Terms::Always => true,
        Terms::External => options.external_owners(),
        Terms::Alias(selector) => match options.alias_resolution() {
            AliasResolution::Loaded => true,
            AliasResolution::Lookup => selector.selects(target.id()),
        },
    };
    owns.then_some(&owner.family)
}

impl Selector {
    /// Whether the model id leads to the owner of an alias.
    fn selects(&self, model_id: &str) -> bool {
        let id = trim(model_id);
        match id.split_once('/') {
            Some((provider, model)) => {
                !trim(model).is_empty() && self.providers.contains(&lower(provider).as_str())
            }
            None => self.prefixes.iter().any(|prefix| id.starts_with(prefix)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Flag, ModelFacts, PolicyOverrides, ThoughtSignatureRule, ToolCallIdMode};

    fn target(provider: &str, api: &str, id: &str) -> Target {
        Target::new()
            .with_provider(provider)
            .with_model_api(api)
            .with_model_id(id)
    }

    fn compat(target: &Target) -> Policy {
        Policy::resolve(target, &ResolveOptions::new().with_profile(Profile::Compat))
    }

    fn strict(target: &Target) -> Policy {
        Policy::resolve(target, &ResolveOptions::new())
    }

    fn with_external_owners(target: &Target) -> Policy {
        let options = ResolveOptions::new()
            .with_profile(Profile::Compat)
            .with_external_owners(true);
        Policy::resolve(target, &options)
    }

    #[test]
    fn an_unknown_target_has_the_defaults() {
        let defaults = Policy::defaults();
        assert_eq!(strict(&Target::new()), defaults);
        assert_eq!(compat(&target("   ", "", "")), defaults);
        assert_eq!(
            compat(&target("foo", "OpenAI-Completions", "gpt-5.4")),
            defaults
        );
        assert_eq!(
            compat(&target("foo", " openai-completions ", "gpt-5.4")),
            defaults
        );
    }

    #[test]
    fn case_and_white_space_of_the_provider_do_not_count() {
        let api = "anthropic-messages";
        let plain = compat(&target("anthropic", api, "claude-3-opus"));
        assert_eq!(compat(&target(" ANTHROPIC ", api, "claude-3-opus")), plain);
        assert_eq!(
            plain.origin(Flag::DropThinkingBlocks),
            Origin::Family("native-anthropic")
        );
    }

    #[test]
    fn owned_providers_ignore_what_is_known_of_the_model() {
        let plain = target("xai", "openai-completions", "grok-4");
        let facts = ModelFacts::new()
            .with_reasoning(true)
            .with_refuses_reasoning_effort(true);
        let policy = compat(&plain.clone().with_facts(facts));
        assert!(policy.drop_reasoning_from_history());
        assert_eq!(policy, compat(&plain));
    }

    #[test]
    fn unowned_providers_heed_what_is_known_of_the_model() {
        let chat = target("foo", "openai-completions", "x");
        assert!(compat(&chat).drop_reasoning_from_history());
        let reasons = chat.with_facts(ModelFacts::new().with_reasoning(true));
        let policy = compat(&reasons);
        assert!(!policy.drop_reasoning_from_history());
        assert_eq!(
            policy.origin(Flag::DropReasoningFromHistory),
            Origin::Fallback("openai-completions")
        );

        let messages = target("foo", "anthropic-messages", "claude-sonnet-4-6");
        assert!(!compat(&messages).drop_thinking_blocks());
        let refuses = ModelFacts::new().with_refuses_reasoning_effort(true);
        assert!(compat(&messages.with_facts(refuses)).drop_thinking_blocks());
    }

    #[test]
    fn native_anthropic_holds_for_any_api_but_owns_thinking_only_under_its_own() {
        let chat = target("anthropic", "openai-completions", "claude-sonnet-4-6");
        let messages = target("anthropic", "anthropic-messages", "claude-sonnet-4-6");
        assert_eq!(compat(&chat), compat(&messages));
        assert!(!compat(&chat).allow_provider_owned_thinking_replay(&chat));
        assert!(compat(&messages).allow_provider_owned_thinking_replay(&messages));
    }

    #[test]
    fn thinking_that_is_dropped_is_not_the_providers_own() {
        let old = target("anthropic", "anthropic-messages", "claude-3-opus");
        assert!(!compat(&old).allow_provider_owned_thinking_replay(&old));
    }

    #[test]
    fn mistral_by_model_id_is_openrouters_alone_in_compat() {
        let at_openrouter = compat(&target("openrouter", "openai-completions", "mistral-large"));
        let at_groq = compat(&target("groq", "openai-completions", "mistral-large"));
        assert_eq!(
            at_openrouter.tool_call_id_mode(),
            Some(ToolCallIdMode::Strict9)
        );
        assert_eq!(at_groq.tool_call_id_mode(), Some(ToolCallIdMode::Strict));
    }

    #[test]
    fn mistral_by_model_id_holds_everywhere_in_strict() {
        for (provider, api) in [
            ("groq", "openai-completions"),
            ("openai", "openai-responses"),
            ("foo", "bar"),
        ] {
            let policy = strict(&target(provider, api, "vendor/Magistral-Medium"));
            assert!(policy.sanitize_tool_call_ids(), "{provider}");
            assert_eq!(
                policy.tool_call_id_mode(),
                Some(ToolCallIdMode::Strict9),
                "{provider}"
            );
            assert_eq!(
                policy.origin(Flag::ToolCallIdMode),
                Origin::ModelRule("mistral")
            );
        }
    }

    #[test]
    fn antigravity_claude_preserves_signatures_in_strict_alone() {
        let claude = target(
            "google-antigravity",
            "google-generative-ai",
            "claude-opus-4-5-thinking",
        );
        let policy = strict(&claude);
        assert!(policy.preserve_signatures());
        assert_eq!(
            policy.origin(Flag::PreserveSignatures),
            Origin::ModelRule("antigravity-claude")
        );
        assert_eq!(
            policy.sanitize_thought_signatures(),
            Some(ThoughtSignatureRule::BASE64)
        );
        assert!(!compat(&claude).preserve_signatures());
    }

    #[test]
    fn no_provider_sets_the_style_of_duplicate_ids() {
        for provider in crate::policy::known_providers() {
            for api in crate::policy::known_apis() {
                let policy = with_external_owners(&target(provider, api, "claude-3-opus"));
                assert_eq!(
                    policy.duplicate_tool_call_id_style(),
                    None,
                    "{provider} {api}"
                );
            }
        }
    }

    #[test]
    fn an_alias_is_looked_up_by_the_model_id_in_compat() {
        let cases = [
            ("azure-openai", "gpt-5.4", true),
            ("azure-openai", " o3-mini ", true),
            ("azure-openai", "GPT-5", false),
            ("azure-openai", "openai/foo", true),
            ("azure-openai", " OpenAI / foo", true),
            ("azure-openai", "openai/ ", false),
            ("azure-openai", "/gpt-5", false),
            ("azure-openai", "x/gpt-5", false),
            ("google-antigravity", "google/gemini-3-pro", true),
            ("google-antigravity", "gemini-3-pro", false),
            ("gemini-cli", "google-vertex/a/b", true),
            ("gemini-cli", "", false),
        ];
        for (provider, id, owned) in cases {
            let origin = compat(&target(provider, "openai-completions", id))
                .origin(Flag::SanitizeToolCallIds);
            assert_eq!(
                matches!(origin, Origin::Family(_)),
                owned,
                "{provider} {id:?}: {origin}"
            );
        }
        let strictly = strict(&target("azure-openai", "openai-completions", "x/gpt-5"));
        assert_eq!(
            strictly.origin(Flag::SanitizeToolCallIds),
            Origin::Family("openai")
        );
    }

    #[test]
    fn separately_distributed_providers_own_only_when_asked() {
        let keep = "openai-compatible (keep reasoning)";
        let drop = "openai-compatible (drop reasoning)";
        let cases = [
            ("amazon-bedrock", "anthropic-by-model"),
            ("deepseek", keep),
            ("zai", keep),
            ("gmi", keep),
            ("moonshot", "openai-compatible (keep reasoning and ids)"),
            ("kimi", "kimi"),
            ("fireworks", drop),
            ("arcee", drop),
            ("kilocode", "passthrough-gemini"),
            ("deepinfra", "passthrough-gemini"),
        ];
        for (provider, family) in cases {
            let target = target(provider, "openai-completions", "gemini-3-pro");
            let fallback = compat(&target).origins_json();
            let owned = with_external_owners(&target).origins_json();
            let (family, anyone) = (format!("\"family {family}\""), "\"family ");
            assert!(owned.contains(&family), "{provider}: {owned}");
            assert!(!fallback.contains(anyone), "{provider}: {fallback}");
        }
    }

    #[test]
    fn moonshot_keeps_reasoning_and_ids() {
        let policy = with_external_owners(&target("moonshot", "openai-completions", "kimi-k2"));
        assert!(policy.validate_anthropic_turns());
        assert!(!policy.drop_reasoning_from_history());
        assert!(!policy.sanitize_tool_call_ids());
        assert_eq!(policy.tool_call_id_mode(), None);
    }

    #[test]
    fn bedrock_goes_by_the_model_whatever_the_api() {
        let policy = with_external_owners(&target("amazon-bedrock", "bar", "claude-3-opus"));
        assert!(policy.preserve_signatures() && policy.drop_thinking_blocks());
        assert!(!policy.preserve_native_anthropic_tool_use_ids());
    }

    #[test]
    fn kimi_has_the_defaults() {
        let policy = with_external_owners(&target("kimi", "anthropic-messages", "kimi-k3"));
        assert_eq!(policy.to_json(), Policy::defaults().to_json());
    }

    #[test]
    fn overrides_win_over_everything_and_say_so() {
        let overrides = PolicyOverrides::new()
            .with_tool_call_id_mode(None)
            .with_sanitize_tool_call_ids(false);
        let policy = Policy::resolve(
            &target("mistral", "mistral-conversations", "mistral-large"),
            &ResolveOptions::new().with_overrides(overrides),
        );
        assert_eq!(policy, {
            let mut expected = Policy::defaults();
            expected.apply(&overrides, Origin::Override);
            expected
        });
    }
}
