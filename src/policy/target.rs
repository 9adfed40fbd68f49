//! Who a transcript is sent to.

use super::models::{is_claude, lower};

/// Provider, API and model that a transcript is replayed to; each may be unknown.
///
/// Default: everything absent, which resolves to the default policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Target {
    provider: Option<String>,
    model_api: Option<String>,
    model_id: Option<String>,
    facts: ModelFacts,
    nulls: [bool; 3],
}

impl Target {
    /// A target of which nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// The provider id, such as `anthropic`. Case and white space around it do not count.
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into());
        self
    }

    /// The API, such as `anthropic-messages`. Compared exactly: a wrong case is an unknown API.
    pub fn with_model_api(mut self, model_api: impl Into<String>) -> Self {
        self.model_api = Some(model_api.into());
        self
    }

    /// The model id, such as `claude-sonnet-4-6`.
    pub fn with_model_id(mut self, model_id: impl Into<String>) -> Self {
        self.model_id = Some(model_id.into());
        self
    }

    /// What else is known of the model. Only targets that no provider owns heed it.
    pub fn with_facts(mut self, facts: ModelFacts) -> Self {
        self.facts = facts;
        self
    }

    /// Which of provider, API and model id the caller gave as `null`. To every rule that is absent; a model snapshot
    /// of the session keeps it.
    pub fn with_nulls(mut self, nulls: [bool; 3]) -> Self {
        self.nulls = nulls;
        self
    }

    /// Which of provider, API and model id were given as `null`.
    pub fn nulls(&self) -> [bool; 3] {
        self.nulls
    }

    /// The provider id as given.
    pub fn provider(&self) -> Option<&str> {
        self.provider.as_deref()
    }

    /// The API as given.
    pub fn model_api(&self) -> Option<&str> {
        self.model_api.as_deref()
    }

    /// The model id as given.
    pub fn model_id(&self) -> Option<&str> {
        self.model_id.as_deref()
    }

    /// What else is known of the model.
    pub fn facts(&self) -> ModelFacts {
        self.facts
    }

    /// The model id; an absent one is as good as an empty one to every rule.
    pub(super) fn id(&self) -> &str {
        self.model_id().unwrap_or_default()
    }
}

/// The two facts of a model that matter where no provider owns the target. Default: neither is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ModelFacts {
    reasoning: bool,
    refuses_reasoning_effort: bool,
}

impl ModelFacts {
    /// Neither fact is known.
    pub const fn new() -> Self {
        ModelFacts {
            reasoning: false,
            refuses_reasoning_effort: false,
        }
    }

    /// The model reasons: `model.reasoning` is the boolean `true`, not merely something truthy.
    pub const fn with_reasoning(mut self, on: bool) -> Self {
        self.reasoning = on;
        self
    }

    /// The model takes no reasoning effort: `model.compat.supportsReasoningEffort` is the boolean `false`, not merely
    /// absent.
    pub const fn with_refuses_reasoning_effort(mut self, on: bool) -> Self {
        self.refuses_reasoning_effort = on;
        self
    }

    /// Whether the model reasons.
    pub const fn reasoning(self) -> bool {
        self.reasoning
    }

    /// Whether the model takes no reasoning effort.
    pub const fn refuses_reasoning_effort(self) -> bool {
        self.refuses_reasoning_effort
    }
}

/// Name of the provider, and of the API, that serves Claude models under Google's rules.
const ANTIGRAVITY: &str = "google-antigravity";

/// Whether the target is a Claude model behind Antigravity: provider or API is `google-antigravity` in any case.
///
/// Profile `strict` normalises the thinking signatures of such a target and preserves signatures otherwise; in
/// `compat` the target is nothing special.
pub fn is_antigravity_claude(target: &Target) -> bool {
    let antigravity = |name: Option<&str>| lower(name.unwrap_or_default()) == ANTIGRAVITY;
    (antigravity(target.provider()) || antigravity(target.model_api())) && is_claude(target.id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn antigravity_claude_is_known_by_provider_or_by_api() {
        let claude = Target::new().with_model_id("Claude-Opus-4-5-Thinking");
        let provider = claude.clone().with_provider(" Google-Antigravity ");
        let api = claude.clone().with_model_api("GOOGLE-ANTIGRAVITY");
        assert!(is_antigravity_claude(&provider));
        assert!(is_antigravity_claude(&api));
        assert!(!is_antigravity_claude(&claude));
        assert!(!is_antigravity_claude(
            &provider.with_model_id("gemini-3-pro")
        ));
    }
}
