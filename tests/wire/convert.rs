//! From a transcript to the body that it would become, one to one, with nothing repaired on the way.

use transcript_hygiene::json::{Document, Kind, Value, js_quoted};
use transcript_hygiene::text::JsStr;
use transcript_hygiene::validate::Shape;

use crate::parts::{list_key, parse, spelled};

/// Types of calls.
const CALLS: [&str; 4] = ["toolCall", "toolUse", "functionCall", "tool_use"];

/// Keys of signatures, in the order in which they count.
const SIGNATURES: [&str; 3] = ["thinkingSignature", "signature", "thought_signature"];

/// The body; requests name nothing but their turns.
pub(crate) fn body(transcript: &[u8], shape: Shape) -> String {
    let document = parse(transcript);
    let mut turns: Vec<(Side, Vec<String>)> = Vec::new();
    for turn in document.entries(document.root()).map(|turn| turn.value) {
        push(&document, turn, shape, &mut turns);
    }
    let turns = turns
        .iter()
        .map(|(side, parts)| written(shape, *side, parts));
    let turns: Vec<String> = turns.collect();
    format!(
        r#"{{"max_tokens":9,"{}":[{}]}}"#,
        list_key(shape),
        turns.join(",")
    )
}

/// Whose turn it is; results stand apart where they do not join.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    User,
    Results,
    Assistant,
    /// A turn, or an item, that is written already.
    Whole,
}

fn written(shape: Shape, side: Side, parts: &[String]) -> String {
    if side == Side::Whole {
        return parts.concat();
    }
    let (role, key) = match (shape, side) {
        (Shape::Gemini, Side::Assistant) => ("model", "parts"),
        (Shape::Gemini, _) => ("user", "parts"),
        (_, Side::Assistant) => ("assistant", "content"),
        _ => ("user", "content"),
    };
    format!(r#"{{"role":"{role}","{key}":[{}]}}"#, parts.join(","))
}

fn push(document: &Document<'_>, turn: Value, shape: Shape, turns: &mut Vec<(Side, Vec<String>)>) {
    let is = |role: &str| document.member_is(turn, "role", role);
    let joins = matches!(shape, Shape::Anthropic | Shape::Gemini | Shape::Converse);
    if is("assistant") {
        match shape {
            Shape::Chat => turns.push((Side::Whole, vec![message(document, turn)])),
            Shape::Responses => {
                let items = blocks(document, turn).into_iter();
                turns.extend(
                    items
                        .filter_map(|block| item(document, block))
                        .map(|item| (Side::Whole, vec![item])),
                );
            }
            _ => {
                let parts = blocks(document, turn)
                    .into_iter()
                    .filter_map(|block| part(document, block, shape));
                turns.push((Side::Assistant, parts.collect()));
            }
        }
        return;
    }
    let (side, parts) = if is("toolResult") {
        match joins {
            true => (Side::Results, vec![result(document, turn, shape)]),
            false => (Side::Whole, vec![result(document, turn, shape)]),
        }
    } else if is("compactionSummary") {
        let summary = document
            .get(turn, "summary")
            .map_or("\"\"".into(), |summary| spelled(document, summary));
        user(shape, vec![text(shape, &summary, false)])
    } else if is("user") {
        let parts = blocks(document, turn)
            .into_iter()
            .filter_map(|block| part(document, block, shape));
        user(shape, parts.collect())
    } else {
        return;
    };
    let joined = turns.last_mut().filter(|(last, _)| match shape {
        Shape::Anthropic | Shape::Converse => joins && *last != Side::Assistant,
        Shape::Gemini => *last == side,
        _ => false,
    });
    match joined {
        Some((_, last)) => last.extend(parts),
        None => turns.push((side, parts)),
    }
}

/// A user turn of these parts.
fn user(shape: Shape, parts: Vec<String>) -> (Side, Vec<String>) {
    let parts_json = parts.join(",");
    match shape {
        Shape::Chat => (
            Side::Whole,
            vec![format!(r#"{{"role":"user","content":[{parts_json}]}}"#)],
        ),
        Shape::Responses => {
            let item = format!(r#"{{"type":"message","role":"user","content":[{parts_json}]}}"#);
            (Side::Whole, vec![item])
        }
        _ => (Side::User, parts),
    }
}

/// Blocks of a turn; a string is one of its own.
fn blocks(document: &Document<'_>, turn: Value) -> Vec<Value> {
    match document.get(turn, "content") {
        Some(content) if document.kind(content) == Kind::String => vec![content],
        Some(content) => document.entries(content).map(|block| block.value).collect(),
        None => Vec::new(),
    }
}

fn text(shape: Shape, text: &str, assistant: bool) -> String {
    match shape {
        Shape::Anthropic | Shape::Chat => format!(r#"{{"type":"text","text":{text}}}"#),
        Shape::Responses if assistant => format!(r#"{{"type":"output_text","text":{text}}}"#),
        Shape::Responses => format!(r#"{{"type":"input_text","text":{text}}}"#),
        Shape::Gemini | Shape::Converse => format!(r#"{{"text":{text}}}"#),
    }
}

/// The text of a text block as JSON.
fn said(document: &Document<'_>, block: Value) -> Option<String> {
    if document.kind(block) == Kind::String {
        return Some(spelled(document, block));
    }
    let is_text = document.member_is(block, "type", "text");
    let text = document.get(block, "text").filter(|_| is_text)?;
    Some(spelled(document, text))
}

fn member(document: &Document<'_>, block: Value, keys: &[&str]) -> Option<String> {
    let found = keys
        .iter()
        .find_map(|key| document.get_non_null(block, key))?;
    Some(spelled(document, found))
}

fn part(document: &Document<'_>, block: Value, shape: Shape) -> Option<String> {
    if let Some(said) = said(document, block) {
        let signature =
            member(document, block, &["thoughtSignature"]).filter(|_| shape == Shape::Gemini);
        let signature = signature.map_or(String::new(), |signature| {
            format!(r#","thoughtSignature":{signature}"#)
        });
        let text = text(shape, &said, false);
        return Some(format!("{}{signature}}}", &text[..text.len() - 1]));
    }
    let is = |kind: &str| document.member_is(block, "type", kind);
    let quoted = |keys: &[&str]| member(document, block, keys).unwrap_or("\"\"".into());
    if is("image") {
        return Some(image(document, block, shape));
    }
    if CALLS.iter().any(|kind| is(kind)) {
        let (id, name) = (quoted(&["id"]), quoted(&["name"]));
        let arguments = ["arguments", "input"]
            .iter()
            .find_map(|key| document.get(block, key));
        let arguments = arguments.map_or("null".into(), |arguments| spelled(document, arguments));
        return Some(match shape {
            Shape::Anthropic => {
                format!(r#"{{"type":"tool_use","id":{id},"name":{name},"input":{arguments}}}"#)
            }
            Shape::Converse => {
                format!(r#"{{"toolUse":{{"toolUseId":{id},"name":{name},"input":{arguments}}}}}"#)
            }
            _ => {
                let signature = member(document, block, &["thoughtSignature", "thought_signature"]);
                let signature = signature.map_or(String::new(), |text| {
                    format!(r#","thoughtSignature":{text}"#)
                });
                format!(r#"{{"functionCall":{{"name":{name},"args":{arguments}}}{signature}}}"#)
            }
        });
    }
    let signature = member(document, block, &SIGNATURES);
    if is("thinking") {
        let thinking = quoted(&["thinking"]);
        let signature = signature.map_or(String::new(), |text| format!(r#","signature":{text}"#));
        return Some(match shape {
            Shape::Anthropic => {
                format!(r#"{{"type":"thinking","thinking":{thinking}{signature}}}"#)
            }
            Shape::Converse => format!(
                r#"{{"reasoningContent":{{"reasoningText":{{"text":{thinking}{signature}}}}}}}"#
            ),
            _ => format!(
                r#"{{"text":{thinking},"thought":true{}}}"#,
                signature.replace("signature", "thoughtSignature")
            ),
        });
    }
    if is("redacted_thinking") && shape == Shape::Anthropic {
        let data = member(document, block, &["data"])
            .or(signature)
            .unwrap_or("\"\"".into());
        return Some(format!(r#"{{"type":"redacted_thinking","data":{data}}}"#));
    }
    (shape == Shape::Anthropic).then(|| spelled(document, block))
}

fn image(document: &Document<'_>, block: Value, shape: Shape) -> String {
    let media = member(document, block, &["mimeType"]).unwrap_or("\"\"".into());
    let data = member(document, block, &["data"]).unwrap_or("null".into());
    // Only a string can stand inside another one.
    let bare = |json: &str| {
        let inside = json
            .strip_prefix('"')
            .and_then(|json| json.strip_suffix('"'));
        inside.unwrap_or_default().to_owned()
    };
    let url = format!("\"data:{};base64,{}\"", bare(&media), bare(&data));
    match shape {
        Shape::Anthropic => {
            format!(
                r#"{{"type":"image","source":{{"type":"base64","media_type":{media},"data":{data}}}}}"#
            )
        }
        Shape::Chat => format!(r#"{{"type":"image_url","image_url":{{"url":{url}}}}}"#),
        Shape::Responses => format!(r#"{{"type":"input_image","image_url":{url}}}"#),
        Shape::Gemini => format!(r#"{{"inlineData":{{"mimeType":{media},"data":{data}}}}}"#),
        Shape::Converse => {
            let format = bare(&media).replace("image/", "");
            format!(r#"{{"image":{{"format":"{format}","source":{{"bytes":{data}}}}}}}"#)
        }
    }
}

/// Texts of blocks joined by LF, as JSON.
fn joined(
    document: &Document<'_>,
    blocks: &[Value],
    of: fn(&Document<'_>, Value) -> Option<Vec<u8>>,
) -> Option<String> {
    let texts: Vec<Vec<u8>> = blocks
        .iter()
        .filter_map(|block| of(document, *block))
        .collect();
    let joined = texts.join(&b"\n"[..]);
    (!joined.is_empty()).then(|| js_quoted(JsStr::from_wtf8(&joined)))
}

fn text_bytes(document: &Document<'_>, block: Value) -> Option<Vec<u8>> {
    if let Some(text) = document.string(block) {
        return Some(text.into_owned());
    }
    let is_text = document.member_is(block, "type", "text");
    Some(
        document
            .get_string(block, "text")
            .filter(|_| is_text)?
            .into_owned(),
    )
}

fn thinking_bytes(document: &Document<'_>, block: Value) -> Option<Vec<u8>> {
    let is_thinking = document.member_is(block, "type", "thinking");
    Some(
        document
            .get_string(block, "thinking")
            .filter(|_| is_thinking)?
            .into_owned(),
    )
}

/// An assistant message of a chat.
fn message(document: &Document<'_>, turn: Value) -> String {
    let blocks = blocks(document, turn);
    let content = joined(document, &blocks, text_bytes).unwrap_or("null".into());
    let mut out = format!(r#"{{"role":"assistant","content":{content}"#);
    if let Some(reasoning) = joined(document, &blocks, thinking_bytes) {
        out.push_str(&format!(r#","reasoning_content":{reasoning}"#));
    }
    let is_call = |block: &&Value| {
        CALLS
            .iter()
            .any(|kind| document.member_is(**block, "type", kind))
    };
    let calls: Vec<String> = blocks
        .iter()
        .filter(is_call)
        .map(|block| {
            let quoted = |key: &str| member(document, *block, &[key]).unwrap_or("\"\"".into());
            let arguments = ["arguments", "input"]
                .iter()
                .find_map(|key| document.get(*block, key));
            let arguments =
                arguments.map_or(String::new(), |arguments| spelled(document, arguments));
            let arguments = js_quoted(arguments.as_str().into());
            let function = format!(r#"{{"name":{},"arguments":{arguments}}}"#, quoted("name"));
            format!(
                r#"{{"id":{},"type":"function","function":{function}}}"#,
                quoted("id")
            )
        })
        .collect();
    if !calls.is_empty() {
        out.push_str(&format!(r#","tool_calls":[{}]"#, calls.join(",")));
    }
    out.push('}');
    out
}

/// The two halves of an id of OpenAI Responses, as JSON.
fn halves(id: &str) -> (String, Option<String>) {
    match id.split_once('|') {
        Some((call, item)) => (format!("{call}\""), Some(format!("\"{item}"))),
        None => (id.into(), None),
    }
}

/// The item of a block of the assistant's on OpenAI Responses.
fn item(document: &Document<'_>, block: Value) -> Option<String> {
    let is = |kind: &str| document.member_is(block, "type", kind);
    if let Some(said) = said(document, block) {
        let id = member(document, block, &["textSignature"]).filter(|id| id.starts_with("\"msg"));
        let id = id.map_or(String::new(), |id| format!(r#""id":{id},"#));
        let part = text(Shape::Responses, &said, true);
        return Some(format!(
            r#"{{"type":"message","role":"assistant",{id}"content":[{part}]}}"#
        ));
    }
    if CALLS.iter().any(|kind| is(kind)) {
        let quoted = |key: &str| member(document, block, &[key]).unwrap_or("\"\"".into());
        let (call, item) = halves(&quoted("id"));
        let item = item.map_or(String::new(), |item| format!(r#""id":{item},"#));
        let arguments = ["arguments", "input"]
            .iter()
            .find_map(|key| document.get(block, key));
        let arguments = arguments.map_or(String::new(), |arguments| spelled(document, arguments));
        let arguments = js_quoted(arguments.as_str().into());
        let name = quoted("name");
        return Some(format!(
            r#"{{"type":"function_call",{item}"call_id":{call},"name":{name},"arguments":{arguments}}}"#
        ));
    }
    let signature = SIGNATURES
        .iter()
        .find_map(|key| document.get_string(block, key))?;
    let inner = Document::parse(&signature, 1, &Default::default()).ok()?;
    let is_reasoning = is("thinking") && inner.member_is(inner.root(), "type", "reasoning");
    is_reasoning.then(|| String::from_utf8_lossy(&signature).into_owned())
}

/// The result of a call.
fn result(document: &Document<'_>, turn: Value, shape: Shape) -> String {
    let id = member(document, turn, &["toolCallId", "toolUseId"]).unwrap_or("\"\"".into());
    let failed = document
        .get(turn, "isError")
        .is_some_and(|is| document.kind(is) == Kind::Bool(true));
    let blocks = blocks(document, turn);
    let parts = || {
        let parts = blocks
            .iter()
            .filter_map(|block| part(document, *block, shape));
        parts.collect::<Vec<_>>().join(",")
    };
    let texts = joined(document, &blocks, text_bytes).unwrap_or("\"\"".into());
    match shape {
        Shape::Anthropic => format!(
            r#"{{"type":"tool_result","tool_use_id":{id},"content":[{}],"is_error":{failed}}}"#,
            parts()
        ),
        Shape::Chat => format!(r#"{{"role":"tool","tool_call_id":{id},"content":{texts}}}"#),
        Shape::Responses => {
            let (call, _) = halves(&id);
            format!(r#"{{"type":"function_call_output","call_id":{call},"output":{texts}}}"#)
        }
        Shape::Gemini => {
            let name = member(document, turn, &["toolName"]).unwrap_or("\"tool\"".into());
            format!(r#"{{"functionResponse":{{"name":{name},"response":{{"output":{texts}}}}}}}"#)
        }
        Shape::Converse => {
            let status = if failed { "error" } else { "success" };
            format!(
                r#"{{"toolResult":{{"toolUseId":{id},"content":[{}],"status":"{status}"}}}}"#,
                parts()
            )
        }
    }
}
