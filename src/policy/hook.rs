//! What a provider does to a transcript beside its policy.

use super::options::ResolveOptions;
use super::resolve::choose;
use super::target::Target;

/// A replay step that belongs to a provider rather than to a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplayHook {
    /// Google's family: a history that starts with the assistant gets a user turn before it, and the session a mark.
    GoogleBootstrap,
    /// Claude behind GitHub Copilot: every thinking block goes, in the latest turn too.
    CopilotThinking,
}

/// The replay hook of the provider that owns the target, if it has one.
///
/// A policy of the caller's own does not change it: hooks go by provider, API and model id.
///
/// ```
/// use transcript_hygiene::policy::{ReplayHook, ResolveOptions, Target, replay_hook};
///
/// let target = Target::new().with_provider("google");
/// assert_eq!(replay_hook(&target, &ResolveOptions::new()), Some(ReplayHook::GoogleBootstrap));
/// ```
pub fn replay_hook(target: &Target, options: &ResolveOptions) -> Option<ReplayHook> {
    let row = choose(target, options)?.row;
    row.hook.or_else(|| {
        row.by_model
            .iter()
            .filter(|case| (case.when)(target))
            .find_map(|case| case.hook)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{AliasResolution, Profile};

    fn check(provider: &str, api: &str, id: &str, expected: Option<ReplayHook>) {
        let target = Target::new()
            .with_provider(provider)
            .with_model_api(api)
            .with_model_id(id);
        let options = ResolveOptions::new().with_profile(Profile::Compat);
        assert_eq!(
            replay_hook(&target, &options),
            expected,
            "{provider} {api} {id}"
        );
    }

    #[test]
    fn google_bootstraps_for_any_api() {
        for provider in ["google", "google-vertex", " Google-Gemini-CLI "] {
            check(provider, "bar", "x", Some(ReplayHook::GoogleBootstrap));
        }
    }

    #[test]
    fn the_google_fallback_has_the_flags_but_not_the_hook() {
        check("my-proxy", "google-generative-ai", "gemini-3-pro", None);
    }

    #[test]
    fn clawrouter_bootstraps_only_for_googles_own_api() {
        check(
            "clawrouter",
            "google-generative-ai",
            "x",
            Some(ReplayHook::GoogleBootstrap),
        );
        check("clawrouter", "google-gemini-cli", "x", None);
        check("clawrouter", "anthropic-messages", "claude-3-opus", None);
    }

    #[test]
    fn an_alias_bootstraps_only_when_it_reaches_its_owner() {
        let api = "google-generative-ai";
        check("google-antigravity", api, "gemini-3-pro", None);
        check(
            "google-antigravity",
            api,
            "google/gemini-3-pro",
            Some(ReplayHook::GoogleBootstrap),
        );
        check("azure-openai", api, "gpt-5.4", None);

        let target = Target::new().with_provider("gemini-cli");
        let loaded = ResolveOptions::new()
            .with_profile(Profile::Compat)
            .with_alias_resolution(AliasResolution::Loaded);
        assert_eq!(
            replay_hook(&target, &loaded),
            Some(ReplayHook::GoogleBootstrap)
        );
    }

    #[test]
    fn copilot_strips_thinking_of_claude_alone() {
        check(
            "github-copilot",
            "anthropic-messages",
            "Claude-Sonnet-4",
            Some(ReplayHook::CopilotThinking),
        );
        check("github-copilot", "openai-responses", "gpt-5.4", None);
    }
}
