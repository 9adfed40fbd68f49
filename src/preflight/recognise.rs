//! Which wire shape a body has, and which model it is for.

use super::options::PreflightOptions;
use super::trouble::{AMBIGUOUS_SHAPE, UNKNOWN_API, UNKNOWN_SHAPE};
use crate::json::{Document, Kind, Value};
use crate::policy::{Target, known_apis};
use crate::text::JsStr;
use crate::validate::{Constraint, Shape};

/// How paths of a shape end. Of Vertex's `:rawPredict` and Bedrock's `/invoke` the body tells more.
const ENDINGS: [(&str, Shape); 7] = [
    ("/v1/messages", Shape::Anthropic),
    ("/chat/completions", Shape::Chat),
    ("/responses", Shape::Responses),
    (":generateContent", Shape::Gemini),
    (":streamGenerateContent", Shape::Gemini),
    ("/converse", Shape::Converse),
    ("/converse-stream", Shape::Converse),
];

/// Stand before the model in a path, and end with one of these behind it.
const MODEL_PATHS: [(&str, &[char]); 2] = [("/models/", &[':', '/']), ("/model/", &['/'])];

/// The shape, or why there is none.
pub(super) fn shape(
    document: &Document<'_>,
    options: &PreflightOptions,
) -> Result<Shape, &'static Constraint> {
    if let Some(api) = options.api.as_deref() {
        let known = || {
            known_apis()
                .any(|known| known == api)
                .then(|| Shape::of_api(api))
        };
        return Shape::named(api).or_else(known).ok_or(&UNKNOWN_API);
    }
    match options.path.as_deref().and_then(of_path) {
        Some(shape) => Ok(shape),
        None => of_body(document, document.root()),
    }
}

/// The path without what follows it.
fn bare(path: &str) -> &str {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    path[..end].trim_end_matches('/')
}

fn of_path(path: &str) -> Option<Shape> {
    let path = bare(path);
    ENDINGS
        .iter()
        .find(|(ending, _)| path.ends_with(ending))
        .map(|(_, shape)| *shape)
}

/// Counts what speaks for each shape. Most signs win; where two have as many, nobody guesses.
fn of_body(document: &Document<'_>, body: Value) -> Result<Shape, &'static Constraint> {
    let holds = |key: &str| document.get_non_null(body, key).is_some();
    let list = |key: &str| {
        document
            .get(body, key)
            .filter(|list| document.kind(*list) == Kind::Array)
    };
    if list("contents").is_some() {
        return Ok(Shape::Gemini);
    }
    let Some(messages) = list("messages") else {
        return match document.get(body, "input") {
            Some(input) if holds_items(document, input) => Ok(Shape::Responses),
            _ => Err(&UNKNOWN_SHAPE),
        };
    };
    let mut signs = Signs::default();
    let anthropic = ["system", "anthropic_version", "thinking", "stop_sequences"];
    signs.anthropic += anthropic.into_iter().filter(|key| holds(key)).count();
    let chat = [
        "max_completion_tokens",
        "response_format",
        "stream_options",
        "logit_bias",
        "frequency_penalty",
        "presence_penalty",
        "parallel_tool_calls",
    ];
    signs.chat += chat.into_iter().filter(|key| holds(key)).count();
    // Anthropic asks for it, so a request without it is none of theirs.
    signs.chat += usize::from(!holds("max_tokens") && holds("model"));
    let converse = [
        "toolConfig",
        "inferenceConfig",
        "additionalModelRequestFields",
    ];
    signs.converse += converse.into_iter().filter(|key| holds(key)).count();
    if let Some(tools) = list("tools") {
        for tool in document.entries(tools).map(|entry| entry.value) {
            signs.anthropic += usize::from(document.get(tool, "input_schema").is_some());
            signs.chat += usize::from(document.get(tool, "function").is_some());
        }
    }
    for message in document.entries(messages).map(|entry| entry.value) {
        signs.count(document, message);
    }
    signs.winner()
}

/// A prompt, or items. A list of texts is for other endpoints.
fn holds_items(document: &Document<'_>, input: Value) -> bool {
    match document.kind(input) {
        Kind::String => true,
        Kind::Array => document
            .entries(input)
            .all(|entry| document.kind(entry.value) == Kind::Object),
        _ => false,
    }
}

/// What speaks for each shape that has `messages`.
#[derive(Default)]
struct Signs {
    anthropic: usize,
    chat: usize,
    converse: usize,
}

impl Signs {
    fn count(&mut self, document: &Document<'_>, message: Value) {
        let role = document.get_string(message, "role");
        if matches!(role.as_deref(), Some(b"system" | b"developer" | b"tool")) {
            self.chat += 1;
        }
        if document.get(message, "tool_calls").is_some() {
            self.chat += 1;
        }
        let content = document.get(message, "content");
        let content = content.filter(|content| document.kind(*content) == Kind::Array);
        let blocks = content
            .into_iter()
            .flat_map(|content| document.entries(content));
        for block in blocks.map(|entry| entry.value) {
            match document.get_string(block, "type").as_deref() {
                Some(
                    b"tool_use" | b"tool_result" | b"thinking" | b"redacted_thinking" | b"image"
                    | b"server_tool_use",
                ) => self.anthropic += 1,
                Some(b"image_url" | b"input_audio" | b"file" | b"refusal") => self.chat += 1,
                Some(_) => {
                    self.anthropic += usize::from(document.get(block, "cache_control").is_some())
                }
                None if document.kind(block) == Kind::Object => self.converse += 1,
                None => {}
            }
        }
    }

    fn winner(&self) -> Result<Shape, &'static Constraint> {
        let counts = [
            (self.anthropic, Shape::Anthropic),
            (self.chat, Shape::Chat),
            (self.converse, Shape::Converse),
        ];
        let most = counts.iter().map(|(count, _)| *count).max().unwrap_or(0);
        let mut best = counts.iter().filter(|(count, _)| *count == most);
        match (best.next(), best.next()) {
            (Some((_, shape)), None) => Ok(*shape),
            _ => Err(&AMBIGUOUS_SHAPE),
        }
    }
}

/// Whom the body is for.
pub(super) fn target(document: &Document<'_>, shape: Shape, options: &PreflightOptions) -> Target {
    let mut target = Target::new();
    if let Some(provider) = options.provider.as_deref() {
        target = target.with_provider(provider);
    }
    let named = options
        .api
        .as_deref()
        .filter(|api| Shape::named(api).is_none());
    target = target.with_model_api(named.unwrap_or(shape.api()));
    let said = || {
        let model = document.get_string(document.root(), "model")?;
        Some(JsStr::from_wtf8(&model).to_string_lossy())
    };
    let model = options
        .model
        .clone()
        .or_else(said)
        .or_else(|| model_of_path(options.path.as_deref()?));
    match model {
        Some(model) => target.with_model_id(model),
        None => target,
    }
}

/// The model that a path names, as Gemini's and Bedrock's do.
fn model_of_path(path: &str) -> Option<String> {
    let path = bare(path);
    MODEL_PATHS.iter().find_map(|(before, behind)| {
        let rest = &path[path.rfind(before)? + before.len()..];
        let end = rest.rfind(*behind)?;
        // Bedrock's ids hold colons, which clients spell in hexadecimal.
        Some(rest[..end].replace("%3A", ":").replace("%3a", ":"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn recognised(body: &str, path: Option<&str>) -> Result<Shape, &'static str> {
        let document = Document::parse(body.as_bytes(), 5, &Limits::default()).unwrap();
        let options = PreflightOptions::new().with_path(path.map(str::to_owned));
        shape(&document, &options).map_err(|trouble| trouble.id)
    }

    #[test]
    fn paths_tell_more_than_bodies() {
        for (path, shape) in [
            ("/v1/messages?beta=true", Shape::Anthropic),
            ("/v1/acc/gw/anthropic/v1/messages", Shape::Anthropic),
            ("/openai/deployments/x/chat/completions/", Shape::Chat),
            ("/v1/responses", Shape::Responses),
            (
                "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
                Shape::Gemini,
            ),
            ("/model/anthropic.claude-3/converse-stream", Shape::Converse),
        ] {
            assert_eq!(
                recognised(r#"{"contents":[]}"#, Some(path)),
                Ok(shape),
                "{path}"
            );
        }
        let vertex = "/v1/projects/p/models/claude-sonnet-4-5:rawPredict";
        let body = r#"{"anthropic_version":"vertex-2023-10-16","max_tokens":1,"messages":[]}"#;
        assert_eq!(recognised(body, Some(vertex)), Ok(Shape::Anthropic));
    }

    #[test]
    fn bodies_are_told_apart_by_what_only_one_shape_has() {
        for (body, shape) in [
            (r#"{"contents":[{"parts":[]}]}"#, Shape::Gemini),
            (r#"{"input":"hi"}"#, Shape::Responses),
            (
                r#"{"input":[{"role":"user","content":"hi"}]}"#,
                Shape::Responses,
            ),
            (
                r#"{"messages":[{"role":"user","content":[{"text":"hi"}]}]}"#,
                Shape::Converse,
            ),
            (
                r#"{"model":"m","messages":[{"role":"system","content":"s"}]}"#,
                Shape::Chat,
            ),
            (
                r#"{"max_tokens":1,"system":"s","messages":[]}"#,
                Shape::Anthropic,
            ),
        ] {
            assert_eq!(recognised(body, None), Ok(shape), "{body}");
        }
    }

    #[test]
    fn what_fits_two_shapes_equally_is_not_guessed() {
        let plain = r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}"#;
        assert_eq!(recognised(plain, None), Err("ambiguous-shape"));
        assert_eq!(
            recognised(r#"{"input":["a","b"]}"#, None),
            Err("unknown-shape")
        );
        assert_eq!(recognised("{}", None), Err("unknown-shape"));
    }

    #[test]
    fn models_are_found_in_paths() {
        let model = |path| model_of_path(path);
        assert_eq!(
            model("/v1beta/models/gemini-3-pro:generateContent").as_deref(),
            Some("gemini-3-pro")
        );
        let bedrock = "/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse";
        assert_eq!(
            model(bedrock).as_deref(),
            Some("anthropic.claude-sonnet-4-5-20250929-v1:0")
        );
        assert_eq!(model("/v1/messages"), None);
    }
}
