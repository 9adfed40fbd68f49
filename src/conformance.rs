//! Single steps, as the conformance vectors ask for them. Only in builds with the feature `conformance`.

mod session_files;

pub use crate::display::conformance::display;
pub use session_files::{context, repair};

use crate::images::{ImageLimits, Pixels};
use crate::json::{Document, Entry, Kind, Value, js_quoted, write};
use crate::policy::{DuplicateToolCallIdStyle, ThoughtSignatureRule, ToolCallIdMode};
use crate::replay::Clock;
use crate::replay::rules::repair_tool_result_pairing::{MISSING_RESULT, Pairing};
use crate::replay::rules::sanitize_tool_call_ids::{IdRewriting, sanitize_one};
use crate::replay::rules::sanitize_tool_call_inputs::AllowedNames;
use crate::replay::rules::*;
use crate::text::inter_session::{Source, annotate};
use crate::text::silent::is_silent_payload;
use crate::text::{JsStr, JsString, is_base64_signature, strip_internal_metadata};
use crate::transcript::{Block, BlockKind, Fate, Transcript};
use crate::{Error, ErrorKind, Limits};

/// Runs one step on the JSON of its arguments; gives the JSON of its output.
///
/// # Errors
/// The step's own; `invalid-argument` for a step that is not known.
pub fn step(name: &str, now: f64, args: &[u8]) -> Result<String, Error> {
    let document = Document::parse(args, 2, &Limits::default())?;
    let args = Arguments {
        document: &document,
        root: document.root(),
    };
    match args.text_step(name) {
        Some(output) => Ok(output),
        None => args.transcript_step(name, now),
    }
}

/// The arguments of a step.
struct Arguments<'d> {
    document: &'d Document<'d>,
    root: Value,
}

impl Arguments<'_> {
    fn get(&self, key: &str) -> Option<Value> {
        self.document.get(self.root, key)
    }

    fn string(&self, key: &str) -> Option<JsString> {
        let text = self.document.get_string(self.root, key)?;
        Some(JsStr::from_wtf8(&text).to_owned())
    }

    fn option(&self, key: &str) -> Option<Value> {
        self.document.get(self.get("options")?, key)
    }

    fn flag(&self, key: &str) -> Option<bool> {
        match self.document.kind(self.option(key)?) {
            Kind::Bool(on) => Some(on),
            _ => None,
        }
    }

    fn number(&self, key: &str) -> Option<f64> {
        self.document.number(self.option(key)?)
    }

    fn text_option(&self, key: &str) -> Option<JsString> {
        let text = self.document.string(self.option(key)?)?;
        Some(JsStr::from_wtf8(&text).to_owned())
    }

    fn allowed(&self) -> AllowedNames {
        let names: Vec<JsString> = self.option("allowedToolNames").map_or(Vec::new(), |list| {
            let names = self
                .document
                .entries(list)
                .filter_map(|entry| self.document.string(entry.value));
            names
                .map(|name| JsStr::from_wtf8(&name).to_owned())
                .collect()
        });
        AllowedNames::new(names.iter().map(JsString::as_js))
    }

    fn mode(&self, value: Option<Value>) -> Option<ToolCallIdMode> {
        [ToolCallIdMode::Strict, ToolCallIdMode::Strict9]
            .into_iter()
            .find(|mode| value.is_some_and(|value| self.document.is_string(value, mode.as_str())))
    }

    fn thought_signatures(&self, options: Option<Value>) -> Option<ThoughtSignatureRule> {
        let options = options?;
        let flag = |key| {
            self.document
                .get(options, key)
                .is_some_and(|value| self.document.is_truthy(value))
        };
        Some(
            ThoughtSignatureRule::new()
                .with_allow_base64_only(flag("allowBase64Only"))
                .with_include_camel_case(flag("includeCamelCase")),
        )
    }

    /// Steps over a text or a single value.
    fn text_step(&self, name: &str) -> Option<String> {
        let text = self.string("text").unwrap_or_default();
        let text = text.as_js();
        Some(match name {
            "is_base64_signature" => is_base64_signature(text).to_string(),
            "is_silent_reply_payload" => is_silent_payload(text).to_string(),
            "strip_internal_metadata" => {
                let stripped = strip_internal_metadata(text);
                js_quoted(stripped.as_ref().map_or(text, JsString::as_js))
            }
            "annotate_inter_session_text" => {
                let annotated = self.annotate(text);
                js_quoted(annotated.as_ref().map_or(text, JsString::as_js))
            }
            "sanitize_tool_call_id" => {
                let mode = self
                    .mode(self.get("mode"))
                    .unwrap_or(ToolCallIdMode::Strict);
                js_quoted(
                    sanitize_one(self.string("id").as_ref().map(JsString::as_js), mode)
                        .as_str()
                        .into(),
                )
            }
            "normalize_usage" => {
                let usage = self
                    .get("usage")
                    .filter(|usage| self.document.is_truthy(*usage));
                let usage = usage
                    .and_then(|usage| ensure_usage_snapshots::Usage::read(self.document, usage));
                usage.map_or("null".into(), |usage| usage.json())
            }
            "strip_thought_signatures" => self.strip_thought_signatures(),
            _ => return None,
        })
    }

    fn annotate(&self, text: JsStr<'_>) -> Option<JsString> {
        let provenance = self.get("provenance")?;
        if !self.document.member_is(provenance, "kind", "inter_session") {
            return None;
        }
        let field = |key| {
            let text = self.document.get_string(provenance, key)?;
            Some(JsStr::from_wtf8(&text).to_owned())
        };
        let (session, channel, tool) = (
            field("sourceSessionKey"),
            field("sourceChannel"),
            field("sourceTool"),
        );
        let source = Source {
            session_key: session.as_ref().map(JsString::as_js),
            channel: channel.as_ref().map(JsString::as_js),
            tool: tool.as_ref().map(JsString::as_js),
        };
        annotate(text, &source)
    }

    fn strip_thought_signatures(&self) -> String {
        let Some(content) = self.get("content") else {
            return "null".into();
        };
        let rule = self.thought_signatures(self.get("options"));
        let mut document = self.document.clone();
        let elements: Vec<Value> = document.entries(content).map(|entry| entry.value).collect();
        if document.kind(content) != Kind::Array {
            return String::from_utf8_lossy(&write(&document, content)).into_owned();
        }
        let mut stripped = Vec::new();
        for value in elements {
            let block = Block {
                value,
                kind: BlockKind::of(&document, value),
            };
            let value = match strip_thought_signatures::strip(&mut document, block, rule) {
                Fate::Replace(value) => value,
                Fate::Keep | Fate::Drop => value,
            };
            stripped.push(Entry::element(value, 0));
        }
        let content = document.with_elements(content, &stripped);
        String::from_utf8_lossy(&write(&document, content)).into_owned()
    }

    /// Steps over a list of turns.
    fn transcript_step(&self, name: &str, now: f64) -> Result<String, Error> {
        let messages = self
            .get("messages")
            .map(|messages| write(self.document, messages))
            .unwrap_or_default();
        let mut transcript = Transcript::parse(&messages, &Limits::default())?;
        let t = &mut transcript;
        match name {
            "annotate_inter_session_users" => annotate_inter_session_users::apply(t),
            "normalize_assistant_replay" => {
                drop_blank_user_turns::apply(t);
                normalize_assistant_replay::apply(t);
            }
            "sanitize_images" => self.sanitize_images(t, now),
            "strip_pre_compaction_thinking_signatures" => {
                strip_pre_compaction_thinking_signatures::apply(t, 0)
            }
            "strip_unsigned_thinking" => {
                strip_unsigned_thinking::apply(
                    t,
                    self.flag("preserveLatestAssistant").unwrap_or(true),
                );
            }
            "drop_history_reasoning" => drop_history_reasoning::apply(t),
            "drop_history_thinking" => drop_history_thinking::apply(t),
            "sanitize_tool_call_inputs" => {
                let own = self
                    .flag("allowProviderOwnedThinkingReplay")
                    .unwrap_or(false);
                sanitize_tool_call_inputs::apply(t, &self.allowed(), own);
            }
            "repair_tool_result_pairing" => {
                let text = self.text_option("missingToolResultText");
                let policy = self.text_option("erroredAssistantResultPolicy");
                let pairing = Pairing {
                    missing_text: text.as_ref().map_or(MISSING_RESULT.into(), JsString::as_js),
                    drop_failed: policy.is_some_and(|policy| policy.as_js() == "drop"),
                    clock: Clock::At(now),
                };
                repair_tool_result_pairing::apply(t, &pairing);
            }
            "downgrade_orphan_reasoning" => {
                downgrade_orphan_reasoning::apply(
                    t,
                    self.flag("dropReplayableReasoning").unwrap_or(false),
                );
            }
            "normalize_responses_call_ids" => {
                normalize_responses_call_ids::apply(t, normalize_responses_call_ids::Keeps::Form)
            }
            "downgrade_call_reasoning_pairs" => downgrade_call_reasoning_pairs::apply(t, false),
            "sanitize_tool_call_ids" => {
                let mode = self
                    .mode(self.get("mode"))
                    .unwrap_or(ToolCallIdMode::Strict);
                self.sanitize_ids(t, mode, now);
            }
            "strip_tool_result_details" => strip_tool_result_details::apply(t),
            "zero_stale_usage" => zero_stale_usage::apply(t, 0),
            "ensure_usage_snapshots" => ensure_usage_snapshots::apply(t),
            "strip_copilot_thinking" | "strip_all_thinking" => strip_copilot_thinking::apply(t),
            "assert_responses_pairing" => assert_responses_pairing::check(t)?,
            "google_user_bootstrap" => {
                google_user_bootstrap::apply(t, Clock::At(now));
            }
            "validate_gemini_turns" => merge_assistant_turns::apply(t, false, None),
            "validate_anthropic_turns" => {
                merge_assistant_turns::apply(t, false, None);
                strip_dangling_tool_calls::apply(t, true);
                merge_user_turns::apply(t, false);
            }
            "should_preserve_latest_thinking" => {
                return Ok(strip_unsigned_thinking::should_preserve_latest(t).to_string());
            }
            _ => {
                return Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!("unknown step `{name}`"),
                ));
            }
        }
        Ok(String::from_utf8_lossy(&transcript.to_text()).into_owned())
    }

    fn sanitize_images(&self, transcript: &mut Transcript<'_>, now: f64) {
        if self.flag("sanitizeToolCallIds").unwrap_or(false)
            && let Some(mode) = self.mode(self.option("toolCallIdMode"))
        {
            self.sanitize_ids(transcript, mode, now);
        }
        if !self.flag("preserveSignatures").unwrap_or(false) {
            let rule = self.thought_signatures(self.option("sanitizeThoughtSignatures"));
            strip_thought_signatures::apply(transcript, rule, true);
        }
        drop_blank_text::apply(transcript);
        let limits =
            ImageLimits::from_numbers(self.number("maxDimensionPx"), self.number("maxBytes"));
        sanitize_images::apply(transcript, &limits.into(), &mut Pixels::default());
    }

    fn sanitize_ids(&self, transcript: &mut Transcript<'_>, mode: ToolCallIdMode, now: f64) {
        let duplicate = self.option("duplicateToolCallIdStyle");
        let openai = duplicate.is_some_and(|style| self.document.is_string(style, "openai"));
        let rewriting = IdRewriting {
            mode,
            duplicate_style: openai.then_some(DuplicateToolCallIdStyle::Openai),
            preserve_native_anthropic: self
                .flag("preserveNativeAnthropicToolUseIds")
                .unwrap_or(false),
            preserve_thinking_turns: self
                .flag("preserveReplaySafeThinkingToolCallIds")
                .unwrap_or(false),
            allowed: &self.allowed(),
            now,
        };
        sanitize_tool_call_ids::apply(transcript, &rewriting);
    }
}
