//! Replies sent with the `message` tool: shown as answers when the turn then ends in silence.

use super::super::row::{
    HOST, has_displayable_non_text, host, is_control, is_forwarded_assistant, is_forwarded_user,
    is_host_row, is_role, row_text, silent_check_text,
};
use super::super::tool_replies::{Receipt, ToolReply, tool_replies};
use super::super::value::{
    is_record, new_array, new_text, new_text_block, positive_integer, record,
};
use crate::json::{Document, Value};
use crate::text::JsString;

const INTERNAL_SINK: &str = "internal-ui";

/// A reply whose fate is not known yet.
struct Pending {
    reply: ToolReply,
    /// The row that sent it.
    anchor: Value,
    /// The row that completed it, once it is delivered.
    completion: Option<Value>,
    /// It went to the host's own interface.
    is_internal: bool,
    /// The delivery mirror that stood in for it, and its place in the output.
    mirror: Option<(Value, usize)>,
}

/// All rows, with a row for each delivered reply of a turn that ends in silence.
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    let mut walk = Walk {
        document,
        out: Vec::with_capacity(rows.len()),
        pending: Vec::new(),
    };
    for &row in rows {
        walk.row(row);
    }
    walk.out
}

struct Walk<'d, 's> {
    document: &'d mut Document<'s>,
    out: Vec<Value>,
    pending: Vec<Pending>,
}

impl Walk<'_, '_> {
    fn row(&mut self, row: Value) {
        let document = &*self.document;
        if !is_record(document, row)
            || is_forwarded_user(document, row)
            || is_forwarded_assistant(document, row)
        {
            self.out.push(row);
            return;
        }
        if is_role(document, row, "user") {
            self.pending.clear();
            self.out.push(row);
            return;
        }
        let replies = tool_replies(document, row);
        if self.pending.is_empty() && replies.is_empty() {
            self.out.push(row);
            return;
        }
        let mirror_text = delivery_mirror_text(document, row);
        let matching: Vec<bool> = self
            .pending
            .iter()
            .map(|pending| {
                mirror_text
                    .as_ref()
                    .is_some_and(|text| pending.reply.text.as_js().trim() == text.as_js())
            })
            .collect();
        let has_match = matching.contains(&true);
        let is_duplicate = self
            .pending
            .iter()
            .zip(&matching)
            .any(|(pending, &matches)| matches && pending.completion.is_some());
        let silent_text = silent_check_text(document, row);
        let is_silent = silent_text
            .as_ref()
            .is_some_and(|text| is_control(text.as_js()));
        let matching = match replies.is_empty() {
            true if !has_match && silent_text.is_some() && !is_silent => {
                self.pending.clear();
                Vec::new()
            }
            _ => matching,
        };
        self.pending
            .extend(replies.into_iter().map(|reply| Pending {
                reply,
                anchor: row,
                completion: None,
                is_internal: false,
                mirror: None,
            }));
        let flushed = self.complete(row);
        if is_silent && !has_displayable_non_text(self.document, row) {
            for pending in std::mem::take(&mut self.pending) {
                self.emit(&pending);
            }
        }
        if is_duplicate {
            self.replace_by_mirrors(row, &matching);
            return;
        }
        let place = self.out.len();
        let waiting = self.pending.iter_mut().zip(&matching);
        for (pending, _) in waiting.filter(|(_, matches)| **matches) {
            pending.mirror = Some((row, place));
        }
        self.out.push(row);
        for index in flushed.into_iter().rev() {
            // Those that were emitted above are gone.
            if index < self.pending.len() {
                let pending = self.pending.remove(index);
                self.emit(&pending);
            }
        }
    }

    /// Marks what this row completes; gives the places of those whose mirror row was taken out of the output.
    fn complete(&mut self, row: Value) -> Vec<usize> {
        let mut flushed = Vec::new();
        let Some(receipt) = Receipt::of(self.document, row) else {
            return flushed;
        };
        for (index, pending) in self.pending.iter_mut().enumerate() {
            if pending.completion.is_some() || !receipt.is_for(&pending.reply) {
                continue;
            }
            pending.is_internal = record(self.document, row, "details").is_some_and(|details| {
                self.document
                    .member_is(details, "sourceReplySink", INTERNAL_SINK)
            });
            pending.completion = Some(match pending.mirror {
                Some((mirror, place)) => {
                    let hidden = self.document.fresh("false");
                    self.out[place] = self.document.with_member(mirror, "display", hidden);
                    flushed.push(index);
                    mirror
                }
                None => row,
            });
        }
        flushed
    }

    /// Puts the mirrors of delivered replies where a delivery mirror of the same text would stand.
    fn replace_by_mirrors(&mut self, row: Value, matching: &[bool]) {
        let all = std::mem::take(&mut self.pending);
        for (index, mut pending) in all.into_iter().enumerate() {
            if matching.get(index) != Some(&true) {
                self.pending.push(pending);
            } else if pending.completion.is_some() {
                pending.completion = Some(row);
                self.emit(&pending);
            } else {
                self.pending.push(pending);
            }
        }
    }

    /// Puts the row of a delivered reply into the output.
    fn emit(&mut self, pending: &Pending) {
        let Some(completion) = pending.completion else {
            return;
        };
        let row = mirror_row(self.document, pending, completion);
        self.out.push(row);
    }
}

/// The trimmed text of a row that mirrors what a channel was given.
fn delivery_mirror_text(document: &Document<'_>, row: Value) -> Option<JsString> {
    if !is_host_row(document, row, "delivery-mirror") {
        return None;
    }
    let text = row_text(document, row);
    let text = text.as_js().trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn mirror_row(document: &mut Document<'_>, pending: &Pending, completion: Value) -> Value {
    let tool = new_text(document, "message");
    let mut mark = vec![("toolName", tool)];
    if let Some(id) = &pending.reply.call_id {
        mark.push(("toolCallId", document.fresh_string(id.as_js())));
    }
    if pending.is_internal {
        mark.push(("sourceReplySink", new_text(document, INTERNAL_SINK)));
        let seq =
            host(document, pending.anchor).and_then(|host| positive_integer(document, host, "seq"));
        mark.extend(seq.map(|seq| ("sourceMessageSeq", document.fresh_number(seq))));
    }
    let mark = document.fresh_object(&mark);
    let role = new_text(document, "assistant");
    let text = new_text_block(document, pending.reply.text.as_js());
    let content = new_array(document, &[text]);
    let mut members = vec![
        ("role", role),
        ("content", content),
        ("openclawMessageToolMirror", mark),
    ];
    for key in ["timestamp", "createdAt", "agentId"] {
        members.extend(document.get(pending.anchor, key).map(|value| (key, value)));
    }
    members.extend(host(document, completion).map(|host| (HOST, host)));
    document.fresh_object(&members)
}
