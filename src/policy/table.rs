//! The facts, as rows: which provider belongs to which family, and which flags a family has under which API.
//!
//! Rows name what deviates from the defaults, and what a family decides by the model even where the answer is the
//! default, so that the origin of the flag names the family. Source: OpenClaw 2026.7.2-beta.4; for the separately
//! distributed providers the releases in which they were last bundled, 2026.6.1 (Bedrock: 2026.4.27).
//!
//! To add a provider, add one line to [`OWNERS`]; `tests/policy_vectors.rs` tells whether it holds.

use super::flags::PolicyOverrides;
use super::hook::ReplayHook;
use super::models::{
    claude_token, drops_thinking, is_claude, is_gemini, is_mistral_model_id, openrouter_mistral,
    reasoning_replay_id,
};
use super::target::{Target, is_antigravity_claude};
use super::values::{SanitizeMode, ThoughtSignatureRule, ToolCallIdMode};

/// APIs that are treated alike.
pub(super) struct ApiGroup {
    pub(super) name: &'static str,
    members: &'static [&'static str],
}

const COMPLETIONS: ApiGroup = ApiGroup {
    name: "openai-completions",
    members: &["openai-completions"],
};
const RESPONSES: ApiGroup = ApiGroup {
    name: "openai-responses",
    members: &[
        "openai-responses",
        "openai-chatgpt-responses",
        "azure-openai-responses",
    ],
};
const ANTHROPIC: ApiGroup = ApiGroup {
    name: "anthropic",
    members: &["anthropic-messages", "bedrock-converse-stream"],
};
const GOOGLE: ApiGroup = ApiGroup {
    name: "google",
    members: &["google-generative-ai", "google-gemini-cli"],
};
const ANTHROPIC_MESSAGES: ApiGroup = ApiGroup {
    name: "anthropic-messages",
    members: &["anthropic-messages"],
};
const GOOGLE_GENERATIVE_AI: ApiGroup = ApiGroup {
    name: "google-generative-ai",
    members: &["google-generative-ai"],
};
const OLLAMA: ApiGroup = ApiGroup {
    name: "ollama",
    members: &["ollama"],
};
/// APIs that hosts name and no row does.
const OTHER: ApiGroup = ApiGroup {
    name: "other",
    members: &["mistral-conversations"],
};

/// Which APIs a row is for.
pub(super) enum Apis {
    Any,
    Only(ApiGroup),
}

impl Apis {
    /// Whether the row is for the API, which is compared exactly.
    pub(super) fn include(&self, api: Option<&str>) -> bool {
        match self {
            Apis::Any => true,
            Apis::Only(group) => api.is_some_and(|api| group.members.contains(&api)),
        }
    }
}

/// The flags of a family under some APIs.
pub(super) struct Row {
    pub(super) apis: Apis,
    pub(super) flags: PolicyOverrides,
    pub(super) hook: Option<ReplayHook>,
    /// What the model adds; each case that holds is applied, in order.
    pub(super) by_model: &'static [ModelCase],
}

impl Row {
    const fn new(apis: Apis, flags: PolicyOverrides) -> Row {
        Row {
            apis,
            flags,
            hook: None,
            by_model: &[],
        }
    }

    const fn with_hook(mut self, hook: ReplayHook) -> Row {
        self.hook = Some(hook);
        self
    }

    const fn by_model(mut self, cases: &'static [ModelCase]) -> Row {
        self.by_model = cases;
        self
    }
}

/// Flags that depend on the model.
pub(super) struct ModelCase {
    pub(super) when: fn(&Target) -> bool,
    pub(super) flags: PolicyOverrides,
    pub(super) hook: Option<ReplayHook>,
}

impl ModelCase {
    const fn new(when: fn(&Target) -> bool, flags: PolicyOverrides) -> ModelCase {
        ModelCase {
            when,
            flags,
            hook: None,
        }
    }
}

/// Providers with the same policy. The first row that is for the API counts; without one the defaults stand.
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) rows: &'static [Row],
}

// Flags that several rows share.

const NONE: PolicyOverrides = PolicyOverrides::new();

const STRICT_IDS: PolicyOverrides = NONE
    .with_sanitize_tool_call_ids(true)
    .with_tool_call_id_mode(Some(ToolCallIdMode::Strict));

const STRICT9_IDS: PolicyOverrides = NONE
    .with_sanitize_tool_call_ids(true)
    .with_tool_call_id_mode(Some(ToolCallIdMode::Strict9));

const BASE64_THOUGHTS: PolicyOverrides =
    NONE.with_sanitize_thought_signatures(Some(ThoughtSignatureRule::BASE64));

const ANTHROPIC_FLAGS: PolicyOverrides = STRICT_IDS
    .with_sanitize_mode(SanitizeMode::Full)
    .with_preserve_signatures(true)
    .with_drop_thinking_blocks(false)
    .with_validate_anthropic_turns(true)
    .with_allow_synthetic_tool_results(true);

const NATIVE_ANTHROPIC_FLAGS: PolicyOverrides =
    ANTHROPIC_FLAGS.with_preserve_native_anthropic_tool_use_ids(true);

const GOOGLE_FLAGS: PolicyOverrides = STRICT_IDS
    .with_sanitize_mode(SanitizeMode::Full)
    .with_sanitize_thought_signatures(Some(ThoughtSignatureRule::BASE64))
    .with_apply_google_turn_ordering(true)
    .with_validate_gemini_turns(true)
    .with_allow_synthetic_tool_results(true);

/// Every turn rule that chat-completion servers of all makes have been seen to need.
const ALTERNATING_TURNS: PolicyOverrides = NONE
    .with_apply_google_turn_ordering(true)
    .with_validate_gemini_turns(true)
    .with_validate_anthropic_turns(true);

const COMPLETIONS_FLAGS: PolicyOverrides = ALTERNATING_TURNS
    .with_sanitize_tool_call_ids(true)
    .with_tool_call_id_mode(Some(ToolCallIdMode::Strict));

const RESPONSES_FLAGS: PolicyOverrides = STRICT_IDS.with_allow_synthetic_tool_results(true);

// What models add.

const DROPS_THINKING: ModelCase = ModelCase::new(
    |target| drops_thinking(target.id()),
    NONE.with_drop_thinking_blocks(true),
);

const GEMINI: ModelCase = ModelCase::new(|target| is_gemini(target.id()), BASE64_THOUGHTS);

// Rows that several families share.

const GOOGLE_ROW: Row = Row::new(Apis::Any, GOOGLE_FLAGS).with_hook(ReplayHook::GoogleBootstrap);

const COMPLETIONS_DROP: Row = Row::new(
    Apis::Only(COMPLETIONS),
    COMPLETIONS_FLAGS.with_drop_reasoning_from_history(true),
);
const COMPLETIONS_KEEP: Row = Row::new(
    Apis::Only(COMPLETIONS),
    COMPLETIONS_FLAGS.with_drop_reasoning_from_history(false),
);
const RESPONSES_ROW: Row = Row::new(Apis::Only(RESPONSES), RESPONSES_FLAGS);

// The families.

const NATIVE_ANTHROPIC: Family = Family {
    name: "native-anthropic",
    rows: &[Row::new(Apis::Any, NATIVE_ANTHROPIC_FLAGS).by_model(&[DROPS_THINKING])],
};

const HYBRID: Family = Family {
    name: "hybrid",
    rows: &[
        Row::new(Apis::Only(ANTHROPIC), ANTHROPIC_FLAGS).by_model(&[DROPS_THINKING]),
        COMPLETIONS_DROP,
        RESPONSES_ROW,
    ],
};

const GOOGLE_GEMINI: Family = Family {
    name: "google-gemini",
    rows: &[GOOGLE_ROW],
};

const OPENAI: Family = Family {
    name: "openai",
    rows: &[
        Row::new(Apis::Only(COMPLETIONS), STRICT_IDS),
        Row::new(
            Apis::Only(RESPONSES),
            NONE.with_allow_synthetic_tool_results(true),
        ),
    ],
};

const COMPATIBLE_DROP: Family = Family {
    name: "openai-compatible (drop reasoning)",
    rows: &[COMPLETIONS_DROP, RESPONSES_ROW],
};

const COMPATIBLE_KEEP: Family = Family {
    name: "openai-compatible (keep reasoning)",
    rows: &[COMPLETIONS_KEEP, RESPONSES_ROW],
};

const CLAWROUTER: Family = Family {
    name: "clawrouter",
    rows: &[
        Row::new(Apis::Only(ANTHROPIC_MESSAGES), NATIVE_ANTHROPIC_FLAGS)
            .by_model(&[DROPS_THINKING]),
        Row::new(Apis::Only(GOOGLE_GENERATIVE_AI), GOOGLE_FLAGS)
            .with_hook(ReplayHook::GoogleBootstrap),
        COMPLETIONS_KEEP,
        RESPONSES_ROW,
    ],
};

const OLLAMA_FAMILY: Family = Family {
    name: "ollama",
    rows: &[
        Row::new(
            Apis::Only(OLLAMA),
            ALTERNATING_TURNS
                .with_sanitize_tool_call_ids(false)
                .with_drop_reasoning_from_history(true),
        ),
        COMPLETIONS_DROP,
        RESPONSES_ROW,
    ],
};

const MISTRAL: Family = Family {
    name: "mistral",
    rows: &[Row::new(Apis::Any, STRICT9_IDS)],
};

const PASSTHROUGH_GEMINI: Family = Family {
    name: "passthrough-gemini",
    rows: &[Row::new(Apis::Any, NONE).by_model(&[GEMINI])],
};

const OPENROUTER: Family = Family {
    name: "openrouter",
    rows: &[Row::new(Apis::Any, NONE).by_model(&[
        GEMINI,
        ModelCase::new(|target| openrouter_mistral(target.id()), STRICT9_IDS),
    ])],
};

const COPILOT: Family = Family {
    name: "copilot",
    rows: &[Row::new(Apis::Any, NONE).by_model(&[ModelCase {
        when: |target| is_claude(target.id()),
        flags: NONE.with_drop_thinking_blocks(true),
        hook: Some(ReplayHook::CopilotThinking),
    }])],
};

// Families of separately distributed providers alone.

const ANTHROPIC_BY_MODEL: Family = Family {
    name: "anthropic-by-model",
    rows: &[Row::new(Apis::Any, ANTHROPIC_FLAGS).by_model(&[DROPS_THINKING])],
};

const MOONSHOT: Family = Family {
    name: "openai-compatible (keep reasoning and ids)",
    rows: &[
        Row::new(
            Apis::Only(COMPLETIONS),
            ALTERNATING_TURNS.with_drop_reasoning_from_history(false),
        ),
        Row::new(
            Apis::Only(RESPONSES),
            NONE.with_allow_synthetic_tool_results(true),
        ),
    ],
};

const KIMI: Family = Family {
    name: "kimi",
    rows: &[Row::new(Apis::Any, NONE.with_preserve_signatures(false))],
};

/// What makes a conditional alias reach its owner: the model id names the owner, or looks like one of its models.
pub(super) struct Selector {
    /// Provider ids that may stand before the first slash of the model id.
    pub(super) providers: &'static [&'static str],
    /// How a model id without a slash begins, in exactly this case.
    pub(super) prefixes: &'static [&'static str],
}

const SELECTS_GOOGLE: Selector = Selector {
    providers: &["google", "google-gemini-cli", "google-vertex"],
    prefixes: &[],
};
const SELECTS_OPENAI: Selector = Selector {
    providers: &["openai", "azure-openai-responses"],
    prefixes: &["gpt-", "o1", "o3", "o4"],
};

/// When a provider id belongs to its family.
pub(super) enum Terms {
    Always,
    /// A hook alias: always when plugins are loaded, by the model id when they are looked up.
    Alias(Selector),
    /// Distributed apart from the release: when the caller says that such plugins are there.
    External,
}

/// A provider id and the family it belongs to.
pub(super) struct Owner {
    pub(super) provider: &'static str,
    pub(super) family: Family,
    pub(super) terms: Terms,
}

const fn bundled(provider: &'static str, family: Family) -> Owner {
    Owner {
        provider,
        family,
        terms: Terms::Always,
    }
}

const fn alias(provider: &'static str, family: Family, selector: Selector) -> Owner {
    Owner {
        provider,
        family,
        terms: Terms::Alias(selector),
    }
}

const fn external(provider: &'static str, family: Family) -> Owner {
    Owner {
        provider,
        family,
        terms: Terms::External,
    }
}

/// Every provider id that has, or may have, a family; ids are lower-case.
pub(super) static OWNERS: &[Owner] = &[
    bundled("anthropic", NATIVE_ANTHROPIC),
    bundled("claude-cli", NATIVE_ANTHROPIC),
    bundled("minimax", HYBRID),
    bundled("minimax-cn", HYBRID),
    bundled("minimax-portal", HYBRID),
    bundled("minimax-portal-cn", HYBRID),
    bundled("google", GOOGLE_GEMINI),
    bundled("google-vertex", GOOGLE_GEMINI),
    bundled("google-gemini-cli", GOOGLE_GEMINI),
    alias("google-antigravity", GOOGLE_GEMINI, SELECTS_GOOGLE),
    alias("gemini-cli", GOOGLE_GEMINI, SELECTS_GOOGLE),
    bundled("openai", OPENAI),
    bundled("azure-openai-responses", OPENAI),
    alias("azure-openai", OPENAI, SELECTS_OPENAI),
    bundled("xai", COMPATIBLE_DROP),
    bundled("x-ai", COMPATIBLE_DROP),
    bundled("meta", COMPATIBLE_DROP),
    bundled("novita", COMPATIBLE_KEEP),
    bundled("novita-ai", COMPATIBLE_KEEP),
    bundled("novitaai", COMPATIBLE_KEEP),
    bundled("sglang", COMPATIBLE_KEEP),
    bundled("xiaomi", COMPATIBLE_KEEP),
    bundled("xiaomi-token-plan", COMPATIBLE_KEEP),
    bundled("clawrouter", CLAWROUTER),
    bundled("ollama", OLLAMA_FAMILY),
    bundled("ollama-cloud", OLLAMA_FAMILY),
    bundled("mistral", MISTRAL),
    bundled("openrouter", OPENROUTER),
    bundled("opencode", PASSTHROUGH_GEMINI),
    bundled("opencode-go", PASSTHROUGH_GEMINI),
    bundled("github-copilot", COPILOT),
    external("amazon-bedrock", ANTHROPIC_BY_MODEL),
    external("deepseek", COMPATIBLE_KEEP),
    external("zai", COMPATIBLE_KEEP),
    external("gmi", COMPATIBLE_KEEP),
    external("moonshot", MOONSHOT),
    external("kimi", KIMI),
    external("fireworks", COMPATIBLE_DROP),
    external("arcee", COMPATIBLE_DROP),
    external("kilocode", PASSTHROUGH_GEMINI),
    external("deepinfra", PASSTHROUGH_GEMINI),
];

/// Provider ids that are known and have no family of their own.
const UNOWNED: &[&str] = &[
    "anthropic-vertex",
    "byteplus",
    "byteplus-plan",
    "cerebras",
    "chutes",
    "cloudflare-ai-gateway",
    "cohere",
    "comfy",
    "copilot-proxy",
    "fal",
    "groq",
    "huggingface",
    "litellm",
    "lmstudio",
    "microsoft-foundry",
    "mistralai",
    "nvidia",
    "openai-codex",
    "qianfan",
    "qwen",
    "stepfun",
    "synthetic",
    "tencent",
    "together",
    "venice",
    "vercel-ai-gateway",
    "vllm",
    "volcengine",
    "volcengine-plan",
    "vydra",
];

/// Flags by API for a provider that nobody owns. Only these rows heed the model's facts.
pub(super) static FALLBACK: &[Row] = &[
    // The flags of Google's family without its hook.
    Row::new(Apis::Only(GOOGLE), GOOGLE_FLAGS),
    Row::new(Apis::Only(ANTHROPIC), ANTHROPIC_FLAGS).by_model(&[
        DROPS_THINKING,
        ModelCase::new(
            |target| target.facts().refuses_reasoning_effort(),
            NONE.with_drop_thinking_blocks(true),
        ),
    ]),
    Row::new(
        Apis::Only(COMPLETIONS),
        COMPLETIONS_FLAGS.with_drop_reasoning_from_history(true),
    )
    .by_model(&[ModelCase::new(
        |target| target.facts().reasoning() || reasoning_replay_id(target.id()),
        NONE.with_drop_reasoning_from_history(false),
    )]),
    Row::new(
        Apis::Only(RESPONSES),
        RESPONSES_FLAGS.with_validate_anthropic_turns(false),
    )
    .by_model(&[ModelCase::new(
        |target| claude_token(target.id()),
        NONE.with_validate_anthropic_turns(true),
    )]),
];

/// A rule of profile `strict` that goes by the model, whoever owns the provider.
pub(super) struct ModelRule {
    pub(super) name: &'static str,
    pub(super) when: fn(&Target) -> bool,
    pub(super) flags: PolicyOverrides,
}

/// What `strict` adds on top of the families: documented rules that the reference release lacks.
///
/// DIFFERENCE: `compat` has neither, as `tests/vectors/policy/grid.json` shows with `mistral-large-latest` under
/// `groq` and with Claude under `google-antigravity`.
pub(super) static STRICT_RULES: &[ModelRule] = &[
    ModelRule {
        name: "mistral",
        when: |target| is_mistral_model_id(target.id()),
        flags: STRICT9_IDS,
    },
    ModelRule {
        name: "antigravity-claude",
        when: is_antigravity_claude,
        flags: NONE.with_preserve_signatures(true),
    },
];

/// Provider ids to choose from: those with a family first, in the order of the table, then the others by name.
pub fn known_providers() -> impl Iterator<Item = &'static str> {
    let owned = OWNERS.iter().map(|owner| owner.provider);
    owned.chain(UNOWNED.iter().copied())
}

/// API names to choose from; any other is legal and gets the defaults of its family.
pub fn known_apis() -> impl Iterator<Item = &'static str> {
    const GROUPS: [ApiGroup; 6] = [ANTHROPIC, COMPLETIONS, RESPONSES, GOOGLE, OLLAMA, OTHER];
    GROUPS
        .into_iter()
        .flat_map(|group| group.members.iter().copied())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::models::lower;
    use super::*;

    fn check_distinct(names: impl Iterator<Item = &'static str>) {
        let mut seen = HashSet::new();
        for name in names {
            assert!(seen.insert(name), "{name} stands twice");
            assert_eq!(
                lower(name),
                name,
                "a name that lookup could not find as it is"
            );
        }
    }

    #[test]
    fn known_names_are_normalised_and_stand_once() {
        check_distinct(known_providers());
        check_distinct(known_apis());
    }

    #[test]
    fn every_api_that_a_row_names_is_known() {
        let known: HashSet<_> = known_apis().collect();
        let rows = OWNERS.iter().flat_map(|owner| owner.family.rows);
        for row in rows.chain(FALLBACK) {
            if let Apis::Only(group) = &row.apis {
                assert!(
                    group.members.iter().all(|api| known.contains(api)),
                    "{}",
                    group.name
                );
            }
        }
    }
}
