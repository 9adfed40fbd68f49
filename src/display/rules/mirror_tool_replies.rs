use crate::table::IdMap;
use super::super::row::{
    HOST, has_displayable_non_text, host, is_control, is_forwarded_assistant, is_forwarded_user,
    is_host_row, is_role, row_text, silent_check_text,
};
use super::super::track::Row;
use super::super::tool_replies::{Receipt, ToolReply, tool_replies};
use super::super::value::{
    is_record, new_array, new_text, new_text_block, positive_integer, record,
};
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::JsString;

declare_rule! {
    /// ## What it does
    /// Shows what a model sent with its `message` tool as a normal answer, when the turn then ends in silence.
    /// ## Who refuses without it
    /// Nobody. People would see a question without its answer.
    /// ## Exact rule
    /// 1. A call of `message` with action `send`, no dry run and a text is a pending reply. A user row clears all pending ones;
    ///    so does an assistant row that says something else.
    /// 2. A tool's row that names the call (any `message` result, for a call without id), without error, suppression, dry run
    ///    or `ok: false`, delivers it. A call that names a target needs `details.sourceReplyRoute` to be `current-source`.
    /// 3. A row that is a control reply and nothing else is followed by a row for each delivered reply.
    /// 4. A delivery mirror of the same text gives way to that row, or, when it came before the delivery, is hidden.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"message","arguments":{"action":"send","message":"hi"}}]},{"role":"toolResult","toolCallId":"c","toolName":"message","content":"{\"ok\":true}"},{"role":"assistant","content":"NO_REPLY"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"message","arguments":{"action":"send","message":"hi"}}]},{"role":"toolResult","toolCallId":"c","toolName":"message","content":"{\"ok\":true}"},{"role":"assistant","content":[{"type":"text","text":"hi"}],"openclawMessageToolMirror":{"toolName":"message","toolCallId":"c"}}]
    /// ```
    /// ## Never touches
    /// Rows that other sessions sent; calls of other tools.
    /// ## Order
    /// Before silent rows are hidden, since they end the turn.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, step 2; vectors `display/mirror`.
    pub(crate) static MIRROR_TOOL_REPLIES = {
        id: "mirror-tool-replies",
        summary: "a reply sent with a tool is shown as an answer",
        effects: [Inserts, Drops],
        rejects: [],
        since: "0.1.0",
    }
}

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
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Row]) -> Vec<Row> {
    let mut walk = Walk {
        document,
        out: Vec::with_capacity(rows.len()),
        pending: Vec::new(),
        by_call: IdMap::new(),
        without_call: Vec::new(),
        by_text: IdMap::new(),
    };
    for &row in rows {
        walk.row(row);
    }
    walk.out
}

struct Walk<'d, 's> {
    document: &'d mut Document<'s>,
    out: Vec<Row>,
    /// The replies of the turn; those that are shown are gone.
    pending: Vec<Option<Pending>>,
    /// Places of replies that are not delivered, by the id of their call.
    by_call: IdMap<Vec<usize>>,
    without_call: Vec<usize>,
    /// Places of replies, by their trimmed text.
    by_text: IdMap<Vec<usize>>,
}

impl Walk<'_, '_> {
    fn row(&mut self, tracked: Row) {
        let row = tracked.value;
        if tracked.is_plain && self.pending.is_empty() {
            self.out.push(tracked);
            return;
        }
        let document = &*self.document;
        if !is_record(document, row)
            || is_forwarded_user(document, row)
            || is_forwarded_assistant(document, row)
        {
            self.out.push(tracked);
            return;
        }
        if is_role(document, row, "user") {
            self.forget();
            self.out.push(tracked);
            return;
        }
        let replies = tool_replies(document, row);
        if self.pending.is_empty() && replies.is_empty() {
            self.out.push(tracked);
            return;
        }
        let mut matching = self.matching(row);
        let is_delivered = |place: &usize| {
            let pending = self.pending[*place].as_ref();
            pending.is_some_and(|pending| pending.completion.is_some())
        };
        let is_duplicate = matching.iter().any(is_delivered);
        let silent_text = silent_check_text(self.document, row);
        let is_silent = silent_text
            .as_ref()
            .is_some_and(|text| is_control(text.as_js()));
        if replies.is_empty() && matching.is_empty() && silent_text.is_some() && !is_silent {
            self.forget();
        }
        for reply in replies {
            self.expect(reply, row);
        }
        let flushed = self.complete(row);
        if is_silent && !has_displayable_non_text(self.document, row) {
            for pending in self.forget() {
                self.emit(pending);
            }
            matching.clear();
        }
        if is_duplicate {
            self.replace_by_mirrors(row, &matching);
            return;
        }
        let place = self.out.len();
        for index in matching {
            if let Some(pending) = &mut self.pending[index] {
                pending.mirror = Some((row, place));
            }
        }
        self.out.push(tracked);
        for index in flushed {
            // Those that were shown above are gone.
            if let Some(pending) = self.pending.get_mut(index).and_then(Option::take) {
                self.emit(pending);
            }
        }
    }

    /// Forgets all replies and gives them.
    fn forget(&mut self) -> Vec<Pending> {
        self.by_call = IdMap::new();
        self.without_call.clear();
        self.by_text = IdMap::new();
        self.pending.drain(..).flatten().collect()
    }

    /// Places of replies that are not delivered, of one call.
    fn open(&mut self, call_id: &Option<JsString>) -> &mut Vec<usize> {
        match call_id {
            Some(id) => self.by_call.entry(id.as_bytes()),
            None => &mut self.without_call,
        }
    }

    /// Waits for the fate of a reply.
    fn expect(&mut self, reply: ToolReply, anchor: Value) {
        let place = self.pending.len();
        let text = reply.text.as_js().trim();
        self.by_text.entry(text.as_bytes()).push(place);
        self.open(&reply.call_id).push(place);
        self.pending.push(Some(Pending {
            reply,
            anchor,
            completion: None,
            is_internal: false,
            mirror: None,
        }));
    }

    /// Places of the replies whose text a delivery mirror repeats.
    fn matching(&self, row: Value) -> Vec<usize> {
        let places =
            delivery_mirror_text(self.document, row).and_then(|text| self.by_text.get(text.as_bytes()));
        let mut places = places.cloned().unwrap_or_default();
        places.retain(|&place| self.pending[place].is_some());
        places
    }

    /// Marks what this row completes; gives the places of those whose mirror row was taken out of the output.
    fn complete(&mut self, row: Value) -> Vec<usize> {
        let mut flushed = Vec::new();
        let Some(receipt) = Receipt::of(self.document, row) else {
            return flushed;
        };
        let is_internal = record(self.document, row, "details").is_some_and(|details| {
            self.document
                .member_is(details, "sourceReplySink", INTERNAL_SINK)
        });
        let mut open = std::mem::take(&mut self.without_call);
        if receipt.call_id.is_some() {
            open.append(self.open(&receipt.call_id));
        }
        open.sort_unstable();
        for place in open {
            let Some(pending) = &mut self.pending[place] else {
                continue;
            };
            if !receipt.is_for(&pending.reply) {
                let call_id = pending.reply.call_id.clone();
                self.open(&call_id).push(place);
                continue;
            }
            pending.is_internal = is_internal;
            pending.completion = Some(match pending.mirror {
                Some((mirror, at)) => {
                    let hidden = self.document.fresh("false");
                    self.out[at].value = self.document.with_member(mirror, "display", hidden);
                    flushed.push(place);
                    mirror
                }
                None => row,
            });
        }
        flushed
    }

    /// Puts the mirrors of delivered replies where a delivery mirror of the same text would stand.
    fn replace_by_mirrors(&mut self, row: Value, matching: &[usize]) {
        for &place in matching {
            let is_delivered = |pending: &mut Pending| pending.completion.is_some();
            if let Some(mut pending) = self.pending[place].take_if(is_delivered) {
                pending.completion = Some(row);
                self.emit(pending);
            }
        }
    }

    /// Puts the row of a delivered reply into the output.
    fn emit(&mut self, pending: Pending) {
        if let Some(completion) = pending.completion {
            let row = mirror_row(self.document, &pending, completion);
            self.out.push(Row::made(row));
        }
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

#[cfg(test)]
mod tests {
    use super::super::super::track::sources;
    use super::*;
    use crate::Limits;

    #[test]
    fn many_open_replies_take_linear_time() {
        const REPLIES: usize = 20_000;
        let mut rows: Vec<String> = (0..REPLIES)
            .map(|id| {
                format!(
                    r#"{{"role":"assistant","content":[{{"type":"toolCall","id":"{id}","name":"message","arguments":{{"action":"send","message":"m{id}"}}}}]}}"#
                )
            })
            .collect();
        rows.extend((0..REPLIES).map(|id| {
            format!(r#"{{"role":"toolResult","toolCallId":"{id}","content":"{{\"ok\":true}}"}}"#)
        }));
        rows.push(r#"{"role":"assistant","content":"NO_REPLY"}"#.into());
        let text = format!("[{}]", rows.join(","));
        let mut document = Document::parse(text.as_bytes(), 4, &Limits::default()).expect("JSON");
        let rows: Vec<Value> = document
            .entries(document.root())
            .map(|entry| entry.value)
            .collect();
        let shown = apply(&mut document, &sources(&rows));
        assert_eq!(shown.len(), rows.len() + REPLIES);
    }
}
