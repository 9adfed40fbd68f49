//! What a caller can ask of the projection.

use super::course::Course;
use crate::policy::Profile;
use crate::rule::Rule;

/// UTF-16 units of a text that are shown, unless the caller says otherwise.
pub const DEFAULT_MAX_CHARS: f64 = 8000.0;

/// Options of [`project`](super::project).
#[derive(Clone, Debug, PartialEq)]
pub struct DisplayOptions {
    pub(super) profile: Profile,
    pub(super) visible_text: bool,
    pub(super) report: bool,
    pub(super) strip_envelope: bool,
    pub(super) max_chars: f64,
    pub(super) max_rows: Option<f64>,
    turn_boundary_pending: bool,
    in_heartbeat: bool,
    without_rules: Vec<String>,
    pub(super) leaves_order: bool,
}

impl Default for DisplayOptions {
    fn default() -> Self {
        DisplayOptions {
            profile: Profile::default(),
            visible_text: true,
            report: false,
            strip_envelope: true,
            max_chars: DEFAULT_MAX_CHARS,
            max_rows: None,
            turn_boundary_pending: false,
            in_heartbeat: false,
            without_rules: Vec::new(),
            leaves_order: false,
        }
    }
}

impl DisplayOptions {
    /// Everything as it is by default.
    pub fn new() -> Self {
        DisplayOptions::default()
    }

    /// Whether everything is shown as it should be, or exactly as the release shows it. Default: [`Profile::Strict`].
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Whether reasoning, memory and model tokens that stand in answers go, in `strict`. Default: true.
    pub fn with_visible_text(mut self, visible: bool) -> Self {
        self.visible_text = visible;
        self
    }

    /// Whether to say what became of each row. Default: false.
    pub fn with_report(mut self, report: bool) -> Self {
        self.report = report;
        self
    }

    /// Whether envelopes and metadata around messages go. Default: true.
    pub fn with_strip_envelope(mut self, strip: bool) -> Self {
        self.strip_envelope = strip;
        self
    }

    /// UTF-16 units after which a text is cut. Default: [`DEFAULT_MAX_CHARS`].
    pub fn with_max_chars(mut self, max_chars: f64) -> Self {
        self.max_chars = max_chars;
        self
    }

    /// How many of the last rows are given. Default: all; as also for what is not a number above 0, or less than 1.
    pub fn with_max_rows(mut self, max_rows: Option<f64>) -> Self {
        self.max_rows = max_rows;
        self
    }

    /// Whether a turn's boundary was hidden before the first row, and waits for a row that shows it. Default: false.
    pub fn with_turn_boundary_pending(mut self, pending: bool) -> Self {
        self.turn_boundary_pending = pending;
        self
    }

    /// Whether the first row belongs to a turn that the heartbeat began. Default: false.
    pub fn with_in_heartbeat(mut self, in_heartbeat: bool) -> Self {
        self.in_heartbeat = in_heartbeat;
        self
    }

    /// Ids of rules that are left out. Default: none.
    pub fn with_without_rules(mut self, rules: Vec<String>) -> Self {
        self.without_rules = rules;
        self
    }

    /// Whether rows of which nothing but the order of the numbers in `usage` would change are given as they are, for who puts
    /// them in [order](crate::display::USAGE). Default: false.
    pub fn with_order_left(mut self, leaves: bool) -> Self {
        self.leaves_order = leaves;
        self
    }

    /// What is known of the rows before the first one.
    pub(super) fn course(&self) -> Course {
        Course {
            turn_boundary_pending: self.turn_boundary_pending,
            in_heartbeat: self.in_heartbeat,
            hidden_prompts: Vec::new(),
        }
    }

    /// True when the rule is not left out.
    pub(super) fn runs(&self, rule: &Rule) -> bool {
        !self.without_rules.iter().any(|id| id == rule.id)
    }
}
