//! The turns that rules go by.

use super::rules::current_tool_turn;
use crate::transcript::{Role, Turn};

/// Ids of the turns by whose place rules decide about others: the last of all and of some roles, and the turn whose
/// tool calls are being worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landmarks {
    last: Option<u32>,
    last_user: Option<u32>,
    last_assistant: Option<u32>,
    last_compaction: Option<u32>,
    current_tool_turn: Option<u32>,
}

impl Landmarks {
    pub(crate) fn of(turns: &[Turn]) -> Landmarks {
        let last = |role: Role| {
            turns
                .iter()
                .rfind(|turn| turn.role == role)
                .map(|turn| turn.id)
        };
        Landmarks {
            last: turns.last().map(|turn| turn.id),
            last_user: last(Role::User),
            last_assistant: last(Role::Assistant),
            last_compaction: last(Role::CompactionSummary),
            current_tool_turn: current_tool_turn(turns).map(|index| turns[index].id),
        }
    }
}
