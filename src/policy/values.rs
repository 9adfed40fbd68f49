//! The values that flags take, and how each is written.

use serde::Deserialize;

/// Which work the image step does on assistant turns. No observable effect today: both do the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SanitizeMode {
    /// Images and blank text.
    #[default]
    ImagesOnly,
    /// Everything the step knows.
    Full,
}

impl SanitizeMode {
    /// The name in a serialised policy.
    pub const fn as_str(self) -> &'static str {
        match self {
            SanitizeMode::ImagesOnly => "images-only",
            SanitizeMode::Full => "full",
        }
    }
}

/// Alphabet and length of rewritten tool-call ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolCallIdMode {
    /// ASCII letters and digits.
    Strict,
    /// Exactly nine ASCII letters and digits, as Mistral wants them.
    Strict9,
}

impl ToolCallIdMode {
    /// The name in a serialised policy.
    pub const fn as_str(self) -> &'static str {
        match self {
            ToolCallIdMode::Strict => "strict",
            ToolCallIdMode::Strict9 => "strict9",
        }
    }
}

/// How a repeated tool-call id is renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DuplicateToolCallIdStyle {
    /// The way that OpenAI's ids look.
    Openai,
}

impl DuplicateToolCallIdStyle {
    /// The name in a serialised policy.
    pub const fn as_str(self) -> &'static str {
        match self {
            DuplicateToolCallIdStyle::Openai => "openai",
        }
    }
}

/// Which thought signatures go. Without a rule only values that start with `msg_` do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ThoughtSignatureRule {
    allow_base64_only: bool,
    include_camel_case: bool,
}

impl ThoughtSignatureRule {
    /// What Google's models want: both members on.
    pub const BASE64: ThoughtSignatureRule = ThoughtSignatureRule::new()
        .with_allow_base64_only(true)
        .with_include_camel_case(true);

    /// Both members off.
    pub const fn new() -> Self {
        ThoughtSignatureRule {
            allow_base64_only: false,
            include_camel_case: false,
        }
    }

    /// Keep a signature only if it is base64. Default `false`.
    pub const fn with_allow_base64_only(mut self, on: bool) -> Self {
        self.allow_base64_only = on;
        self
    }

    /// Look at `thoughtSignature` beside `thought_signature`. Default `false`.
    pub const fn with_include_camel_case(mut self, on: bool) -> Self {
        self.include_camel_case = on;
        self
    }

    /// Whether a signature stays only if it is base64.
    pub const fn allow_base64_only(self) -> bool {
        self.allow_base64_only
    }

    /// Whether `thoughtSignature` counts beside `thought_signature`.
    pub const fn include_camel_case(self) -> bool {
        self.include_camel_case
    }
}

/// A flag's value as JSON text; `None` when it is absent.
pub(super) trait FlagValue: Copy {
    fn json(self) -> Option<String>;
}

impl FlagValue for bool {
    fn json(self) -> Option<String> {
        Some(self.to_string())
    }
}

impl FlagValue for SanitizeMode {
    fn json(self) -> Option<String> {
        Some(quoted(self.as_str()))
    }
}

impl FlagValue for Option<ToolCallIdMode> {
    fn json(self) -> Option<String> {
        self.map(|mode| quoted(mode.as_str()))
    }
}

impl FlagValue for Option<DuplicateToolCallIdStyle> {
    fn json(self) -> Option<String> {
        self.map(|style| quoted(style.as_str()))
    }
}

impl FlagValue for Option<ThoughtSignatureRule> {
    fn json(self) -> Option<String> {
        self.map(|rule| {
            format!(
                r#"{{"allowBase64Only":{},"includeCamelCase":{}}}"#,
                rule.allow_base64_only, rule.include_camel_case
            )
        })
    }
}

/// JSON string of a name that needs no escapes.
fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
