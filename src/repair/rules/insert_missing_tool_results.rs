use crate::table::IdSet;
use crate::IdSource;
use crate::json::{Document, Value, number_text, stringify, write, write_string};
use crate::repair::RepairOptions;
use crate::repair::planner::Line;
use crate::repair::record::{Record, array_content};
use crate::rule::declare_rule;
use crate::text::{JsStr, iso_timestamp};
use crate::Limits;

declare_rule! {
    /// ## What it does
    /// Gives tool calls whose result was never stored a result that says `aborted`.
    /// ## Who refuses without it
    /// OpenAI Responses, and every API that pairs calls with results.
    /// ## Exact rule
    /// 1. Known are the ids of all tool results of the file: of each `toolResult` message the first non-blank string
    ///    among `toolCallId`, `toolUseId`, `tool_call_id`, `tool_use_id`, `callId` and `call_id`, trimmed; in the
    ///    default profile also as it is written.
    /// 2. Calls are blocks of array content with `type` `toolCall`, `toolUse` or `functionCall` and a non-empty string
    ///    `id`. Turns with `stopReason` `error` or `aborted` are left alone.
    /// 3. First for assistant turns with `api` `openai-chatgpt-responses` and `provider` `openai`: each call without a
    ///    known result gets one, directly after the turn, in the order of the calls; its id is known from then on.
    /// 4. Then for assistant turns whose trimmed `api` is `openai-responses`, `azure-openai-responses` or
    ///    `openai-codex-responses` and whose next message is an assistant turn with trimmed `provider` `openclaw` and
    ///    trimmed `model` `delivery-mirror` or `gateway-injected`: the same for calls whose name, trimmed and in lower
    ///    case, is `message`.
    /// 5. A new result counts in `insertedToolResults`. Its id is `repair-` and an id of the caller's source.
    /// ## Example
    /// ```json before
    /// [{"type":"message","id":"a","message":{"role":"assistant","api":"openai-chatgpt-responses","provider":"openai","content":[{"type":"toolCall","id":"c1","name":"ls"}]}}]
    /// ```
    /// ```json after
    /// [{"type":"message","id":"a","message":{"role":"assistant","api":"openai-chatgpt-responses","provider":"openai","content":[{"type":"toolCall","id":"c1","name":"ls"}]}},{"type":"message","id":"repair-00000001-0000-4000-8000-000000000000","parentId":"a","message":{"role":"toolResult","toolCallId":"c1","toolName":"ls","content":[{"type":"text","text":"aborted"}],"details":{"openclawSyntheticMissingToolResult":true},"isError":true}}]
    /// ```
    /// ## Never touches
    /// Results that are there, calls of other APIs (replay pairs those).
    /// ## Order
    /// After the lines: a result anywhere in the file counts, and dropped lines do not.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, session file repair; vectors `repair/tool`.
    pub(crate) static INSERT_MISSING_TOOL_RESULTS = {
        id: "insert-missing-tool-results",
        summary: "tool calls whose result was never stored get one",
        effects: [Inserts],
        rejects: [OR_12],
        since: "0.1.0",
    }
}

/// Where a result names its call, in the order in which they are tried.
const RESULT_ID_KEYS: [&str; 6] =
    ["toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "callId", "call_id"];

/// Types of blocks that are tool calls.
const CALL_TYPES: [&str; 3] = ["toolCall", "toolUse", "functionCall"];

/// Stop reasons of turns whose calls were never made.
const FAILED_STOPS: [&str; 2] = ["error", "aborted"];

const CODE_MODE_API: &str = "openai-chatgpt-responses";
const CODE_MODE_PROVIDER: &str = "openai";

/// APIs whose turns a delivered message may follow.
const MIRRORED_APIS: [&str; 3] =
    ["openai-responses", "azure-openai-responses", "openai-codex-responses"];

/// What wrote the assistant turn that mirrors a delivered message.
const MIRROR_PROVIDER: &str = "openclaw";
const MIRROR_MODELS: [&str; 2] = ["delivery-mirror", "gateway-injected"];

/// The tool whose result a mirrored turn stands for.
const MIRRORED_TOOL: &str = "message";

/// How the id of an inserted result begins.
pub(in crate::repair) const INSERTED_ID: &str = "repair-";

/// The name of a tool that has none.
const UNKNOWN_TOOL: &str = "unknown";

/// A tool call, its texts in WTF-8.
struct Call {
    id: Vec<u8>,
    name: Option<Vec<u8>>,
}

/// A turn whose calls may lack results.
struct Candidate {
    line: Line,
    /// Id of the turn's record.
    id: Option<Vec<u8>>,
    calls: Vec<Call>,
    /// JSON of the record's and of the message's time.
    times: [Option<Vec<u8>>; 2],
}

/// A result to be inserted.
pub(in crate::repair) struct Insertion {
    pub(in crate::repair) line: Line,
    /// Id of the call's record.
    pub(in crate::repair) parent: Option<Vec<u8>>,
    /// Id of the new record.
    pub(in crate::repair) id: String,
    pub(in crate::repair) text: Vec<u8>,
}

/// What is known of calls and results, so far or in the end.
#[derive(Default)]
pub(in crate::repair) struct ToolResults {
    known: IdSet,
    code_mode: Vec<Candidate>,
    mirrored: Vec<Candidate>,
    /// A turn of a mirrored API whose next message has not come yet.
    waiting: Option<Candidate>,
}

impl ToolResults {
    /// Takes in the next record of the file. True when it is a turn that may get results.
    pub(in crate::repair) fn observe(&mut self, record: &Record<'_>, line: &Line, options: &RepairOptions) -> bool {
        let document = &record.document;
        let Some(message) = record.message else {
            return false;
        };
        if let Some(candidate) = self.waiting.take()
            && is_mirror(document, message)
        {
            self.mirrored.push(candidate);
        }
        if document.member_is(message, "role", "toolResult") {
            self.observe_result(document, message, options);
        }
        if !document.member_is(message, "role", "assistant")
            || FAILED_STOPS.iter().any(|stop| document.member_is(message, "stopReason", stop))
        {
            return false;
        }
        let is_code_mode = document.member_is(message, "api", CODE_MODE_API)
            && document.member_is(message, "provider", CODE_MODE_PROVIDER);
        let is_mirrored = trimmed_is(document, message, "api", &MIRRORED_APIS);
        if !is_code_mode && !is_mirrored {
            return false;
        }
        let mut calls = calls(document, message);
        if is_mirrored {
            calls.retain(|call| call.name.as_deref().is_some_and(is_mirrored_tool));
        }
        if calls.is_empty() {
            return false;
        }
        let time = |object| {
            let value = document.get(object, "timestamp")?;
            stringify(&write(document, value), &Limits::default()).ok()
        };
        let candidate = Candidate {
            line: line.clone(),
            id: record.id(),
            calls,
            times: [time(record.root), time(message)],
        };
        match is_code_mode {
            true => self.code_mode.push(candidate),
            false => self.waiting = Some(candidate),
        }
        true
    }

    fn observe_result(&mut self, document: &Document<'_>, message: Value, options: &RepairOptions) {
        for key in RESULT_ID_KEYS {
            let Some(id) = document.get_string(message, key) else {
                continue;
            };
            let trimmed = JsStr::from_wtf8(&id).trim().as_bytes();
            if trimmed.is_empty() {
                continue;
            }
            self.known.add(trimmed);
            // DIFFERENCE: a padded call id has the result that was made for it (vector `tool-code-padded-call`).
            if !options.is_compat() && trimmed.len() != id.len() {
                self.known.add(&id);
            }
            return;
        }
    }

    /// The results that are missing, in the order in which they are made.
    pub(in crate::repair) fn missing(mut self, options: &RepairOptions, is_taken: &dyn Fn(&str) -> bool) -> Vec<Insertion> {
        let mut ids = options.ids.clone();
        let mut insertions: Vec<Insertion> = Vec::new();
        for candidate in self.code_mode.into_iter().chain(self.mirrored) {
            for call in &candidate.calls {
                if !self.known.add(&call.id) {
                    continue;
                }
                let id = next_free_id(&mut ids, is_taken);
                let chained = insertions
                    .last()
                    .filter(|last| options.relink && last.line.place == candidate.line.place)
                    .map(|last| last.id.clone().into_bytes());
                let parent = chained.as_deref().or(candidate.id.as_deref());
                insertions.push(Insertion {
                    text: result_line(&id, parent, call, &candidate.times, options),
                    line: candidate.line.clone(),
                    parent: candidate.id.clone(),
                    id,
                });
            }
        }
        insertions
    }
}

/// The next id that no record has.
fn next_free_id(ids: &mut IdSource, is_taken: &dyn Fn(&str) -> bool) -> String {
    loop {
        let id = format!("{INSERTED_ID}{}", ids.next_id());
        if !is_taken(&id) {
            return id;
        }
    }
}

fn calls(document: &Document<'_>, message: Value) -> Vec<Call> {
    let Some(content) = array_content(document, message) else {
        return Vec::new();
    };
    let call = |block| {
        if !CALL_TYPES.iter().any(|kind| document.member_is(block, "type", kind)) {
            return None;
        }
        let id = document.get_string(block, "id").filter(|id| !id.is_empty())?.into_owned();
        let name = document.get_string(block, "name").map(|name| name.into_owned());
        Some(Call { id, name })
    };
    document.entries(content).filter_map(|entry| call(entry.value)).collect()
}

fn is_mirrored_tool(name: &[u8]) -> bool {
    JsStr::from_wtf8(name).trim().to_lowercase().as_js() == MIRRORED_TOOL
}

fn is_mirror(document: &Document<'_>, message: Value) -> bool {
    document.member_is(message, "role", "assistant")
        && trimmed_is(document, message, "provider", &[MIRROR_PROVIDER])
        && trimmed_is(document, message, "model", &MIRROR_MODELS)
}

fn trimmed_is(document: &Document<'_>, object: Value, key: &str, any_of: &[&str]) -> bool {
    document.get_string(object, key).is_some_and(|text| {
        let text = JsStr::from_wtf8(&text).trim();
        any_of.iter().any(|wanted| text == *wanted)
    })
}

/// The line of a new result.
fn result_line(
    id: &str,
    parent: Option<&[u8]>,
    call: &Call,
    times: &[Option<Vec<u8>>; 2],
    options: &RepairOptions,
) -> Vec<u8> {
    let now = options.now.or(options.is_compat().then_some(0.0));
    let now = now.map(|now| [format!("\"{}\"", iso_timestamp(now)), number_text(now)].map(String::into_bytes));
    let time = |which: usize| match &now {
        Some(now) => Some(&now[which]),
        None => times[which].as_ref(),
    };
    let mut out = Vec::new();
    let string = |out: &mut Vec<u8>, key: &str, text: &[u8]| {
        out.extend_from_slice(key.as_bytes());
        write_string(out, JsStr::from_wtf8(text));
    };
    out.extend_from_slice(br#"{"type":"message""#);
    string(&mut out, ",\"id\":", id.as_bytes());
    if let Some(parent) = parent {
        string(&mut out, ",\"parentId\":", parent);
    }
    if let Some(time) = time(0) {
        out.extend_from_slice(b",\"timestamp\":");
        out.extend_from_slice(time);
    }
    out.extend_from_slice(br#","message":{"role":"toolResult""#);
    string(&mut out, ",\"toolCallId\":", &call.id);
    string(&mut out, ",\"toolName\":", call.name.as_deref().unwrap_or(UNKNOWN_TOOL.as_bytes()));
    out.extend_from_slice(
        br#","content":[{"type":"text","text":"aborted"}],"details":{"openclawSyntheticMissingToolResult":true},"isError":true"#,
    );
    if let Some(time) = time(1) {
        out.extend_from_slice(b",\"timestamp\":");
        out.extend_from_slice(time);
    }
    out.extend_from_slice(b"}}\n");
    out
}
