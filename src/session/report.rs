//! What reading a session file came upon.

use crate::text::JsString;

/// What was skipped, made up or cut off while reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionReport {
    /// Lines that are no JSON.
    pub skipped_lines: usize,
    /// The file is of an older version, and [`rewritten`](super::Session::rewritten) has its text in the current one.
    pub migrated: bool,
    /// The file had records but no header in front.
    pub recovered_header: bool,
    /// Entries whose parent is not in the file, and the first few such parents. History before them is cut off.
    pub dangling_parents: usize,
    /// The first few parents that are missing.
    pub first_dangling_parents: Vec<JsString>,
    /// The walk came back to an entry it had passed, and stopped.
    pub cyclic: bool,
    /// `message` entries on the branch that hold no message; skipped.
    pub entries_without_message: usize,
    /// Entries on the branch whose time cannot be read; it is 0 in the message.
    pub entries_without_time: usize,
}

impl SessionReport {
    /// The report as JSON; what is as usual is left out.
    pub fn to_json(&self) -> String {
        let mut fields: Vec<String> = Vec::new();
        for (name, count) in [
            ("skippedLines", self.skipped_lines),
            ("danglingParents", self.dangling_parents),
            ("entriesWithoutMessage", self.entries_without_message),
            ("entriesWithoutTime", self.entries_without_time),
        ] {
            if count > 0 {
                fields.push(format!("\"{name}\":{count}"));
            }
        }
        for (name, on) in [
            ("migrated", self.migrated),
            ("recoveredHeader", self.recovered_header),
            ("cyclic", self.cyclic),
        ] {
            if on {
                fields.push(format!("\"{name}\":true"));
            }
        }
        format!("{{{}}}", fields.join(","))
    }
}
