//! Which request goes where: the routes that some fixups are bound to.

use super::request::RequestContext;
use crate::policy::Profile;
use crate::policy::models::{lower, trim};

/// The API of Chat Completions bodies.
const CHAT_COMPLETIONS: &str = "openai-completions";

/// Base addresses of OpenRouter.
const OPENROUTER_URLS: [&str; 2] = ["https://openrouter.ai/api/v1", "https://openrouter.ai/v1"];

/// Names of the API of ChatGPT's own Codex; the second is what one host calls its transport.
const CODEX_APIS: [&str; 2] = [
    "openai-chatgpt-responses",
    "openclaw-openai-chatgpt-responses-transport",
];

/// Host of ChatGPT's own Codex.
const CODEX_HOST: &str = "chatgpt.com";

/// Paths of ChatGPT's own Codex.
const CODEX_PATHS: [&str; 4] = [
    "/backend-api",
    "/backend-api/v1",
    "/backend-api/codex",
    "/backend-api/codex/v1",
];

/// True when the body is one for Chat Completions, as far as the target says.
pub(super) fn is_chat_completions(context: &RequestContext<'_>) -> bool {
    let api = context.target.model_api();
    api.is_none_or(|api| trim(api) == CHAT_COMPLETIONS)
}

/// True when the request goes to OpenRouter: by its address, or by its provider when it has no address of its own.
pub(super) fn is_openrouter(context: &RequestContext<'_>) -> bool {
    match context.base_url() {
        Some(url) => OPENROUTER_URLS.contains(&trim(url).trim_end_matches('/')),
        None => context.provider == "openrouter",
    }
}

/// True when the request goes to ChatGPT's own Codex. Profile `strict` takes a missing address for the provider's own.
pub(super) fn is_native_codex(context: &RequestContext<'_>) -> bool {
    context.target.provider() == Some("openai")
        && context
            .target
            .model_api()
            .is_some_and(|api| CODEX_APIS.contains(&api))
        && match context.base_url() {
            Some(url) => is_codex_url(url),
            None => context.options.profile == Profile::Strict,
        }
}

fn is_codex_url(url: &str) -> bool {
    let url = lower(url);
    let scheme = ["https://", "http://"];
    let Some(rest) = scheme.iter().find_map(|scheme| url.strip_prefix(scheme)) else {
        return false;
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    // What stands before an `@` is a user, not the host.
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    host == CODEX_HOST && CODEX_PATHS.contains(&path.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbound::RequestOptions;
    use crate::policy::Target;

    fn check(
        route: fn(&RequestContext<'_>) -> bool,
        provider: &str,
        url: Option<&str>,
        profile: Profile,
    ) -> bool {
        let target = Target::new()
            .with_provider(provider)
            .with_model_api(CODEX_APIS[0]);
        let options = RequestOptions::new()
            .with_profile(profile)
            .with_base_url(url.map(str::to_owned));
        route(&RequestContext::new(&target, &options))
    }

    #[test]
    fn an_address_decides_about_openrouter_and_the_provider_only_without_one() {
        let is = |provider, url| check(is_openrouter, provider, url, Profile::Strict);
        assert!(is(" OpenRouter ", None));
        assert!(is("openrouter", Some(" \n")));
        assert!(is("custom", Some(" https://openrouter.ai/api/v1// ")));
        assert!(is("custom", Some("https://openrouter.ai/v1")));
        assert!(!is("openrouter", Some("https://proxy.example/api/v1")));
        assert!(!is("openrouter", Some("https://OpenRouter.ai/v1")));
        assert!(!is("openrouter", Some("https://openrouter.ai/v1/chat")));
        assert!(!is("custom", None));
    }

    #[test]
    fn native_codex_is_a_host_and_a_few_paths() {
        let is = |url| check(is_native_codex, "openai", Some(url), Profile::Compat);
        assert!(is("https://chatgpt.com/backend-api"));
        assert!(is(" HTTP://ChatGPT.com:443/Backend-API/Codex/v1//?x=1 "));
        assert!(!is("https://chatgpt.com"));
        assert!(!is("https://chatgpt.com/backend-api/codex/v2"));
        assert!(!is("https://chatgpt.com@evil.example/backend-api"));
        assert!(!is("https://chatgpt.com.evil.example/backend-api"));
        assert!(!is("chatgpt.com/backend-api"));
        assert!(!is("ftp://chatgpt.com/backend-api"));
    }

    #[test]
    fn without_an_address_codex_is_native_in_strict_only() {
        assert!(check(is_native_codex, "openai", None, Profile::Strict));
        assert!(!check(is_native_codex, "openai", None, Profile::Compat));
        assert!(!check(is_native_codex, "OpenAI", None, Profile::Strict));
    }
}
