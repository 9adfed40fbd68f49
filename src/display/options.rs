//! What a caller can ask of the projection.

/// UTF-16 units of a text that are shown, unless the caller says otherwise.
pub const DEFAULT_MAX_CHARS: f64 = 8000.0;

/// Options of [`project`](super::project).
#[derive(Clone, Debug, PartialEq)]
pub struct DisplayOptions {
    pub(super) strip_envelope: bool,
    pub(super) max_chars: f64,
    pub(super) max_rows: Option<f64>,
    pub(super) turn_boundary_pending: bool,
}

impl Default for DisplayOptions {
    fn default() -> Self {
        DisplayOptions {
            strip_envelope: true,
            max_chars: DEFAULT_MAX_CHARS,
            max_rows: None,
            turn_boundary_pending: false,
        }
    }
}

impl DisplayOptions {
    /// Everything as it is by default.
    pub fn new() -> Self {
        DisplayOptions::default()
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
}
