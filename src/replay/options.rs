//! Options of replay.

use crate::Limits;
use crate::images::{ImageOptions, Pixels};
use crate::options::options;
use crate::policy::{PolicyOverrides, Profile, ResolveOptions};
use crate::rule::Rule;

options! {
    /// Options of [`sanitize`](super::sanitize).
    pub struct ReplayOptions {
        /// What decides the policy beside the target: profile, conditional aliases, external owners, flags that win.
        resolution, with_resolution: ResolveOptions = ResolveOptions::new();
        /// A policy of the caller's own instead of the target's: a flag that is not given is off. Default none.
        policy, with_policy: Option<PolicyOverrides> = None;
        /// Names that tool calls may have, in any case. Default none, which allows every name of legal form.
        allowed_tool_names, with_allowed_tool_names: Vec<String> = Vec::new();
        /// Whether unsigned thinking of the latest assistant turn stays. Default: when that turn is still running.
        preserve_latest_assistant_thinking, with_preserve_latest_assistant_thinking: Option<bool> = None;
        /// What images may be. Smaller sides use fewer tokens, larger ones keep detail.
        images, with_images: ImageOptions = ImageOptions::new();
        /// Who changes the pixels of images that are too large. Default: this crate with the feature `images`, nobody
        /// without.
        pixels, with_pixels: Pixels = Pixels::default();
        /// The clock, in milliseconds since 1970. Default none: new turns take the timestamp of a neighbour.
        now, with_now: Option<f64> = None;
        /// Whether turns are merged and checked after the history is sanitized. Default true.
        validate_turns, with_validate_turns: bool = true;
        /// Minutes east of UTC for timestamps without a zone. Default 0.
        local_offset_minutes, with_local_offset_minutes: i32 = 0;
        /// Entries of the stored session, as the JSON text of an array. Default none.
        session_entries, with_session_entries: Option<String> = None;
        /// Whether tool results lose `details`. Default: in `compat` only.
        strip_result_details, with_strip_result_details: Option<bool> = None;
        /// Whether usage from before a compaction is set to zero. Default: in `compat` only.
        zero_stale_usage, with_zero_stale_usage: Option<bool> = None;
        /// Whether every assistant turn gets a usage in one form. Default: in `compat` only.
        ensure_usage_snapshots, with_ensure_usage_snapshots: Option<bool> = None;
        /// Whether a report is made. Default false; then none is computed.
        report, with_report: bool = false;
        /// Whether the report holds the JSON before and after each change. Default false.
        include_text, with_include_text: bool = false;
        /// Bounds on the input. Default [`Limits::default`].
        limits, with_limits: Limits = Limits::default();
        /// Ids of rules that are left out. For tests of what a rule is good for. Default none.
        without_rules, with_without_rules: Vec<String> = Vec::new();
        /// Ids of the only rules that run. For tests of a rule on its own. Default: all.
        only_rules, with_only_rules: Option<Vec<String>> = None;
    }
}

impl ReplayOptions {
    /// What is promised. Default `strict`.
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.resolution = self.resolution.with_profile(profile);
        self
    }

    /// Longest side of an image in pixels, as in [`ImageOptions`]. Default 1200.
    pub fn with_image_max_dimension_px(mut self, pixels: Option<f64>) -> Self {
        self.images = self.images.with_max_dimension_px(pixels);
        self
    }

    /// Flags that win over the resolved ones. Default none.
    pub fn with_policy_overrides(mut self, overrides: PolicyOverrides) -> Self {
        self.resolution = self.resolution.with_overrides(overrides);
        self
    }

    /// Whether the rule is one of those that run.
    pub(crate) fn runs(&self, rule: &Rule) -> bool {
        let named = |ids: &[String]| ids.iter().any(|id| id == rule.id);
        !named(&self.without_rules) && self.only_rules.as_deref().is_none_or(named)
    }

    /// The profile that was asked for.
    pub(crate) fn profile(&self) -> Profile {
        self.resolution.profile()
    }
}
