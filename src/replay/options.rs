//! Options of replay.

use crate::Limits;
use crate::policy::{AliasResolution, PolicyOverrides, Profile, ResolveOptions};

/// Declares the options with a setter each.
macro_rules! options {
    ($($(#[doc = $doc:expr])+ $field:ident, $setter:ident: $type:ty = $default:expr;)+) => {
        /// Options of [`sanitize`](super::sanitize).
        #[derive(Clone, Debug)]
        pub struct ReplayOptions {
            $($(#[doc = $doc])+ pub(crate) $field: $type,)+
        }

        impl ReplayOptions {
            /// Every option at its default.
            pub fn new() -> Self {
                ReplayOptions { $($field: $default,)+ }
            }

            $(
                $(#[doc = $doc])+
                pub fn $setter(mut self, value: $type) -> Self {
                    self.$field = value;
                    self
                }
            )+
        }
    };
}

options! {
    /// What is promised. Default `strict`.
    profile, with_profile: Profile = Profile::Strict;
    /// A policy of the caller's own instead of the target's: a flag that is not given is off. Default none.
    policy, with_policy: Option<PolicyOverrides> = None;
    /// Flags that win over the resolved ones. Default none.
    policy_overrides, with_policy_overrides: PolicyOverrides = PolicyOverrides::new();
    /// How conditional provider aliases resolve. Default `loaded` in `strict`, `lookup` in `compat`.
    alias_resolution, with_alias_resolution: Option<AliasResolution> = None;
    /// Whether separately distributed provider plugins own their providers. Default false.
    external_owners, with_external_owners: bool = false;
    /// Names that tool calls may have, in any case. Default none, which allows every name of legal form.
    allowed_tool_names, with_allowed_tool_names: Vec<String> = Vec::new();
    /// Whether unsigned thinking of the latest assistant turn stays. Default: when that turn is still running.
    preserve_latest_assistant_thinking, with_preserve_latest_assistant_thinking: Option<bool> = None;
    /// Longest side of an image in pixels; cut to a whole number, at least 1. Smaller sides use fewer tokens, larger
    /// ones keep detail. Default 1200.
    image_max_dimension_px, with_image_max_dimension_px: Option<f64> = None;
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

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions::new()
    }
}

impl ReplayOptions {
    /// The options of policy resolution among them.
    pub(crate) fn resolution(&self) -> ResolveOptions {
        let options = ResolveOptions::new()
            .with_profile(self.profile)
            .with_external_owners(self.external_owners)
            .with_overrides(self.policy_overrides);
        match self.alias_resolution {
            Some(resolution) => options.with_alias_resolution(resolution),
            None => options,
        }
    }
}
