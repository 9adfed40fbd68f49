//! What was found wrong with a file, and what was done about it.

use crate::json::write_string;
use crate::rule::Rule;
use crate::text::JsString;

/// Why a file is left as it is although something may be wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No record is left.
    EmptySessionFile,
    /// The first record is no `session` with an id.
    InvalidSessionHeader,
    /// More bytes than the option `maxBytes` allows.
    TooLarge,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 3] = [
        Reason::EmptySessionFile,
        Reason::InvalidSessionHeader,
        Reason::TooLarge,
    ];

    /// The reason that reports have as this text.
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.text() == text)
    }

    /// The reason as reports have it.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::EmptySessionFile => "empty session file",
            Reason::InvalidSessionHeader => "invalid session header",
            Reason::TooLarge => "session file too large",
        }
    }
}

/// One rule at work on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Number of the line in the input, from 1.
    pub line: usize,
    /// The rule.
    pub rule: &'static Rule,
}

/// Records whose parent is not in the file: the history before them is cut off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DanglingParents {
    /// How many records.
    pub count: usize,
    /// The first few parents that are missing.
    pub first_ids: Vec<JsString>,
}

/// Counts, reason and changed lines of one repair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairReport {
    /// The file has to be written anew.
    pub repaired: bool,
    /// Why it is left alone.
    pub reason: Option<Reason>,
    /// Lines that are no record, or a message that is none.
    pub dropped_lines: usize,
    /// Failed assistant turns that got a text.
    pub rewritten_assistant_messages: usize,
    /// User turns whose blank text was replaced or removed.
    pub rewritten_user_messages: usize,
    /// Image blocks replaced by a text.
    pub removed_corrupted_image_blocks: usize,
    /// Tool results made for calls that have none.
    pub inserted_tool_results: usize,
    /// Records taken out of damaged lines (option `splitGlued`).
    pub recovered_records: usize,
    /// Records that got another parent (option `relink`).
    pub relinked_records: usize,
    /// A byte order mark stands before the header; it goes when the file is rewritten.
    pub byte_order_mark: bool,
    /// Records whose parent is missing, before relinking.
    pub dangling_parents: DanglingParents,
    /// Each rule at work on each line, in the order of lines. Inserted results count as a change of their call's line.
    pub changes: Vec<Change>,
}

impl RepairReport {
    /// True when a rule had something to do.
    pub(super) fn has_defects(&self) -> bool {
        self.dropped_lines
            + self.rewritten_assistant_messages
            + self.rewritten_user_messages
            + self.removed_corrupted_image_blocks
            + self.inserted_tool_results
            + self.recovered_records
            + self.relinked_records
            > 0
    }

    /// The report as JSON. Counters of repairs are there when the file is repaired; what is not as usual, when it is so.
    pub fn to_json(&self) -> String {
        format!("{{{}}}", self.fields().join(","))
    }

    /// The members of the report's JSON.
    pub(super) fn fields(&self) -> Vec<String> {
        let mut fields = vec![
            format!("\"repaired\":{}", self.repaired),
            format!("\"droppedLines\":{}", self.dropped_lines),
        ];
        if self.repaired {
            let inserted = self.inserted_tool_results;
            fields.extend(self.counters());
            fields.push(format!("\"insertedToolResults\":{inserted}"));
            for (name, count) in [
                ("recoveredRecords", self.recovered_records),
                ("relinkedRecords", self.relinked_records),
            ] {
                if count > 0 {
                    fields.push(format!("\"{name}\":{count}"));
                }
            }
        }
        if let Some(reason) = self.reason {
            fields.push(format!("\"reason\":\"{}\"", reason.text()));
        }
        if self.byte_order_mark {
            fields.push("\"byteOrderMark\":true".into());
        }
        if self.dangling_parents.count > 0 {
            let ids = self.dangling_parents.first_ids.iter().map(|id| {
                let mut text = Vec::new();
                write_string(&mut text, id.as_js());
                String::from_utf8_lossy(&text).into_owned()
            });
            fields.push(format!(
                "\"danglingParents\":{{\"count\":{},\"firstIds\":[{}]}}",
                self.dangling_parents.count,
                ids.collect::<Vec<_>>().join(",")
            ));
        }
        let changes = self.changes.iter().map(|change| {
            format!(
                "{{\"line\":{},\"rule\":\"{}\"}}",
                change.line, change.rule.id
            )
        });
        fields.push(format!(
            "\"changes\":[{}]",
            changes.collect::<Vec<_>>().join(",")
        ));
        fields
    }

    /// The counters of rewritten turns, as members of the report's JSON.
    pub(super) fn counters(&self) -> Vec<String> {
        let named = [
            (
                "rewrittenAssistantMessages",
                self.rewritten_assistant_messages,
            ),
            // Blank user turns were dropped by earlier releases; they are rewritten now.
            ("droppedBlankUserMessages", 0),
            ("rewrittenUserMessages", self.rewritten_user_messages),
            (
                "removedCorruptedImageBlocks",
                self.removed_corrupted_image_blocks,
            ),
        ];
        named
            .iter()
            .map(|(name, count)| format!("\"{name}\":{count}"))
            .collect()
    }

    /// What was done, in words; what was not is left out.
    pub(super) fn summary(&self) -> String {
        let parts = [
            ("dropped", self.dropped_lines, "malformed line(s)"),
            (
                "rewrote",
                self.rewritten_assistant_messages,
                "assistant message(s)",
            ),
            ("rewrote", self.rewritten_user_messages, "user message(s)"),
            (
                "removed",
                self.removed_corrupted_image_blocks,
                "corrupted image block(s)",
            ),
            (
                "inserted",
                self.inserted_tool_results,
                "missing tool result(s)",
            ),
            ("recovered", self.recovered_records, "record(s)"),
            ("relinked", self.relinked_records, "record(s)"),
        ];
        let done = parts.iter().filter(|(_, count, _)| *count > 0);
        let done: Vec<String> = done
            .map(|(verb, count, what)| format!("{verb} {count} {what}"))
            .collect();
        done.join(", ")
    }
}
