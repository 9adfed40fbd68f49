//! What the steps of one run know beside the turns.

use super::Clock;
use super::options::ReplayOptions;
use super::rules::drop_foreign_reasoning::{Issuer, issuer};
use super::rules::repair_tool_result_pairing::{ABORTED, MISSING_RESULT, Pairing};
use super::rules::sanitize_tool_call_ids::IdRewriting;
use super::rules::sanitize_tool_call_inputs::AllowedNames;
use super::session_entries::{AppendEntry, SessionState};
use crate::Error;
use crate::images::{ImagePolicy, Pixels, Taker};
use crate::json::number_text;
use crate::policy::models::{is_claude, is_gemini};
use crate::policy::{
    Policy, Profile, ReplayHook, Target, is_antigravity_claude, known_apis,
    provider_requires_signed_thinking, replay_hook,
};
use crate::text::JsStr;
use crate::transcript::Transcript;
use crate::validate::{LintOptions, Shape, lint_options};

/// The names of the OpenAI Responses APIs.
const RESPONSES_APIS: [&str; 3] = [
    "openai-responses",
    "openai-chatgpt-responses",
    "azure-openai-responses",
];

/// Most rounds of the steps. One is enough but where the last turns go; two are but for what is damaged on purpose.
const MAX_ROUNDS: usize = 4;

/// What the steps of one run know beside the turns: decided before a turn is read.
pub(crate) struct Context<'c> {
    pub(crate) policy: Policy,
    pub(crate) options: &'c ReplayOptions,
    pub(crate) allowed: AllowedNames,
    pub(crate) images: ImagePolicy,
    pub(crate) pixels: Pixels,
    pub(crate) clock: Clock,
    /// The API is one of the OpenAI Responses family.
    pub(crate) responses: bool,
    /// The provider takes its own signed thinking back.
    pub(crate) own_thinking: bool,
    /// Thinking without a valid signature would be refused.
    pub(crate) signed_thinking: bool,
    /// Claude behind Google Antigravity, where the profile knows it.
    pub(crate) antigravity_claude: bool,
    pub(crate) hook: Option<ReplayHook>,
    pub(crate) model_changed: bool,
    /// The profile is `strict`.
    pub(crate) strict: bool,
    /// The shape of the request, in `strict` where the API is known.
    pub(crate) wire: Option<Shape>,
    /// What the server asks for, in `strict` where the API is known.
    pub(crate) lint: LintOptions,
    /// Who issues the reasoning that the target takes, in `strict` where that is known.
    pub(crate) issuer: Option<Issuer>,
    state: SessionState,
    pub(crate) target: &'c Target,
    pub(crate) appended: Vec<AppendEntry>,
}

impl<'c> Context<'c> {
    pub(crate) fn new(target: &'c Target, options: &'c ReplayOptions) -> Result<Self, Error> {
        let resolution = &options.resolution;
        let policy = match &options.policy {
            Some(policy) => Policy::explicit(policy),
            None => Policy::resolve(target, resolution),
        };
        let state =
            SessionState::read(options.session_entries.as_deref(), target, &options.limits)?;
        let clock = match options.now {
            Some(now) => Clock::At(now),
            None => Clock::Neighbour,
        };
        let names_model = has_snapshot(target);
        let strict = options.profile() == Profile::Strict;
        let wire = target
            .model_api()
            .filter(|api| strict && known_apis().any(|known| known == *api))
            .map(Shape::of_api);
        let id = target.model_id().unwrap_or_default();
        Ok(Context {
            allowed: AllowedNames::new(
                options
                    .allowed_tool_names
                    .iter()
                    .map(|name| JsStr::from(name.as_str())),
            ),
            images: ImagePolicy::new(&options.images, taker(strict, wire)),
            pixels: options.pixels.clone(),
            clock,
            responses: target
                .model_api()
                .is_some_and(|api| RESPONSES_APIS.contains(&api)),
            own_thinking: policy.allow_provider_owned_thinking_replay(target),
            signed_thinking: policy.preserve_signatures()
                || provider_requires_signed_thinking(target.provider()),
            antigravity_claude: options.profile() == Profile::Strict
                && is_antigravity_claude(target),
            hook: replay_hook(target, resolution),
            model_changed: names_model && state.has_snapshot && state.snapshot_differs,
            strict,
            wire,
            lint: wire.map_or_else(LintOptions::new, |_| lint_options(target)),
            // Claude behind Antigravity has a rule of its own for signatures.
            issuer: issuer(wire, is_claude(id), is_gemini(id))
                .filter(|_| !is_antigravity_claude(target)),
            policy,
            options,
            state,
            target,
            appended: Vec::new(),
        })
    }

    /// How results are paired with their calls; `drop_failed` says whether failed turns with calls go.
    pub(crate) fn pairing(&self, drop_failed: bool) -> Pairing<'static> {
        let missing_text = if self.responses {
            ABORTED
        } else {
            MISSING_RESULT
        };
        Pairing {
            missing_text: missing_text.into(),
            drop_failed,
            clock: self.clock,
        }
    }

    /// How tool-call ids are rewritten; none where they stay as they are.
    pub(crate) fn id_rewriting(&self) -> Option<IdRewriting<'_>> {
        let mode = self.policy.tool_call_id_mode()?;
        self.policy.sanitize_tool_call_ids().then(|| IdRewriting {
            mode,
            duplicate_style: self.policy.duplicate_tool_call_id_style(),
            preserve_native_anthropic: self.policy.preserve_native_anthropic_tool_use_ids(),
            preserve_thinking_turns: self.own_thinking,
            allowed: &self.allowed,
            now: self.clock.milliseconds(),
        })
    }

    /// How often the steps run at most. The release runs them once; `strict` promises that another run finds nothing to
    /// do, so it does that work itself.
    pub(crate) fn rounds(&self) -> usize {
        if self.strict { MAX_ROUNDS } else { 1 }
    }

    /// The host's own bookkeeping is part of `compat` alone, unless the caller says otherwise.
    pub(crate) fn keeps_books(&self, option: Option<bool>) -> bool {
        option.unwrap_or(self.options.profile() == Profile::Compat)
    }

    /// Notes that a user turn was put first, once per session.
    pub(crate) fn append_bootstrap_marker(&mut self, transcript: &Transcript<'_>) {
        if !self.state.has_bootstrap_marker {
            self.appended
                .push(AppendEntry::bootstrap_marker(&self.timestamp(transcript)));
        }
    }

    /// Notes which model the session speaks to, when it is another one than before.
    pub(crate) fn append_model_snapshot(&mut self, transcript: &Transcript<'_>) {
        if has_snapshot(self.target) && (!self.state.has_snapshot || self.model_changed) {
            self.appended.push(AppendEntry::model_snapshot(
                self.target,
                &self.timestamp(transcript),
            ));
        }
    }

    /// JSON of the time at which entries are made: without a clock that of the last turn which has a number.
    fn timestamp(&self, transcript: &Transcript<'_>) -> String {
        let document = &transcript.document;
        let time = match self.clock {
            Clock::At(now) => Some(now),
            Clock::Neighbour => transcript.source().iter().rev().find_map(|turn| {
                document
                    .get(turn.value, "timestamp")
                    .and_then(|value| document.number(value))
                    .filter(|n| n.is_finite())
            }),
        };
        time.map_or(String::new(), number_text)
    }
}

/// Who takes the images, as far as it makes a difference.
fn taker(strict: bool, wire: Option<Shape>) -> Taker {
    match wire {
        _ if !strict => Taker::Release,
        Some(shape) => shape.taker(),
        None => Taker::Provider,
    }
}

fn has_snapshot(target: &Target) -> bool {
    [target.provider(), target.model_api(), target.model_id()]
        .iter()
        .flatten()
        .any(|text| !text.is_empty())
}
