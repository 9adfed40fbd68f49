//! What the rules of one body know beside it: decided before a turn is read.

use super::options::{PreflightOptions, Results};
use crate::images::Pixels;
use crate::json::Document;
use crate::policy::models::{is_mistral_model_id, lower};
use crate::policy::{Policy, Profile, ResolveOptions, Target};
use crate::replay::rules::repair_tool_result_pairing::{ABORTED, MISSING_RESULT};
use crate::validate::{LintOptions, Shape, lint_options};
use std::cell::RefCell;

/// What the rules of one body know beside it.
pub(super) struct Context {
    pub(super) shape: Shape,
    /// What the server asks for.
    pub(super) lint: LintOptions,
    /// The policy of provider and model keeps reasoning of a chat to the running tool turn.
    pub(super) drops_history_reasoning: bool,
    /// An assistant turn at the end may be marked as a beginning to go on from.
    pub(super) takes_prefix: bool,
    /// Text of a made-up result.
    pub(super) missing_result: &'static str,
    pub(super) results: Results,
    pub(super) prefix_changed: bool,
    pub(super) adds_headers: bool,
    /// Who works on pixels. To ask changes nothing that a rule sees, but the answers come one after the other.
    pub(super) pixels: RefCell<Pixels>,
}

impl Context {
    pub(super) fn new(
        document: &Document<'_>,
        shape: Shape,
        target: &Target,
        options: &PreflightOptions,
    ) -> Context {
        let lint = options.lint(lint_options(target));
        let provider = lower(target.provider().unwrap_or_default());
        let model = target.model_id().unwrap_or_default();
        // Of a provider that nobody named there is no policy to go by.
        let has_policy = shape == Shape::Chat && !provider.is_empty();
        Context {
            shape,
            drops_history_reasoning: has_policy
                && !lint.require_reasoning
                && Policy::resolve(target, &ResolveOptions::new()).drop_reasoning_from_history(),
            takes_prefix: provider == "mistral" || is_mistral_model_id(model),
            missing_result: match (shape, options.profile) {
                (Shape::Responses, Profile::Compat) => ABORTED,
                _ => MISSING_RESULT,
            },
            results: options.results,
            prefix_changed: options.prefix_changed,
            adds_headers: options.adds_headers,
            pixels: RefCell::new(options.pixels.clone()),
            lint: lint.stated_by(document, document.root(), shape),
        }
    }
}
