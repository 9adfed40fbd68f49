//! The five wire shapes.

use crate::images::{Taker, TakerLimits};

/// The shape of a request body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions and what copies it, Mistral included.
    Chat,
    /// OpenAI Responses.
    Responses,
    /// Gemini generateContent.
    Gemini,
    /// Bedrock Converse.
    Converse,
}

/// Where a constraint holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every shape.
    Every,
    /// [`Shape::Anthropic`]
    Anthropic,
    /// [`Shape::Chat`]
    Chat,
    /// [`Shape::Responses`]
    Responses,
    /// [`Shape::Gemini`]
    Gemini,
    /// [`Shape::Converse`]
    Converse,
}

/// Shapes by the name that callers use.
const NAMES: [(&str, Shape); 5] = [
    ("anthropic", Shape::Anthropic),
    ("chat", Shape::Chat),
    ("responses", Shape::Responses),
    ("gemini", Shape::Gemini),
    ("converse", Shape::Converse),
];

impl Shape {
    /// The shape of this name: `anthropic`, `chat`, `responses`, `gemini`, `converse`.
    pub fn named(name: &str) -> Option<Shape> {
        NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, shape)| *shape)
    }

    /// The shape of what goes to an API of a transcript's target, such as `anthropic-messages`.
    pub fn of_api(api: &str) -> Shape {
        match api {
            "anthropic-messages" => Shape::Anthropic,
            _ if api.contains("responses") => Shape::Responses,
            _ if api.starts_with("google") => Shape::Gemini,
            _ if api.starts_with("bedrock") => Shape::Converse,
            _ => Shape::Chat,
        }
    }

    /// The API that the shape stands for where nobody names one; [`Shape::of_api`] gives the shape back.
    ///
    /// ```
    /// use transcript_hygiene::validate::Shape;
    /// assert_eq!(Shape::of_api(Shape::Gemini.api()), Shape::Gemini);
    /// ```
    pub const fn api(self) -> &'static str {
        match self {
            Shape::Anthropic => "anthropic-messages",
            Shape::Chat => "openai-completions",
            Shape::Responses => "openai-responses",
            Shape::Gemini => "google-generative-ai",
            Shape::Converse => "bedrock-converse-stream",
        }
    }

    /// The name that callers use.
    pub fn name(self) -> &'static str {
        NAMES
            .iter()
            .find(|(_, shape)| *shape == self)
            .map_or("", |(name, _)| name)
    }

    /// Who takes the images of its bodies.
    pub(crate) fn taker(self) -> Taker {
        match self {
            Shape::Gemini => Taker::Gemini,
            Shape::Converse => Taker::Bedrock,
            Shape::Anthropic | Shape::Chat | Shape::Responses => Taker::Provider,
        }
    }

    /// What its bodies may hold in images.
    pub(crate) fn image_limits(self) -> &'static TakerLimits {
        self.taker().limits().unwrap_or(&TakerLimits::PROVIDER)
    }

    /// The member of a body that holds its turns.
    pub(crate) fn list_key(self) -> &'static str {
        match self {
            Shape::Anthropic | Shape::Chat | Shape::Converse => "messages",
            Shape::Responses => "input",
            Shape::Gemini => "contents",
        }
    }

    /// Pointer to the list of turns in a body.
    pub(crate) fn body_list(self) -> &'static str {
        match self {
            Shape::Anthropic | Shape::Chat | Shape::Converse => "/messages",
            Shape::Responses => "/input",
            Shape::Gemini => "/contents",
        }
    }
}

impl Scope {
    /// The name of its shape, or `every`.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Every => "every",
            Scope::Anthropic => Shape::Anthropic.name(),
            Scope::Chat => Shape::Chat.name(),
            Scope::Responses => Shape::Responses.name(),
            Scope::Gemini => Shape::Gemini.name(),
            Scope::Converse => Shape::Converse.name(),
        }
    }
}
