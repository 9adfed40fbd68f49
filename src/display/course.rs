//! What shows or hides a row beside the row itself.

/// What is known of the rows before the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// A turn's boundary was hidden, and waits for the row that begins the turn.
    pub(super) turn_boundary_pending: bool,
    /// The turn is one of the heartbeat.
    pub(super) in_heartbeat: bool,
    /// Indexes in the input of the heartbeat's prompts that were hidden so far.
    pub(super) hidden_prompts: Vec<usize>,
}

impl Course {
    /// Notes that a prompt of the heartbeat was hidden.
    pub(super) fn hide_prompt(&mut self, source: Option<usize>) {
        self.turn_boundary_pending = true;
        self.hidden_prompts.extend(source);
    }
}
