//! The checks, one file for each wire, and what wires share.

mod anthropic;
mod chat;
mod converse;
mod gemini;
mod images;
mod responses;
pub(super) mod strings;

pub(crate) use anthropic::{
    FIELDS as ANTHROPIC_FIELDS, MAX_CACHE_MARKS, MAX_NAME as MAX_ANTHROPIC_NAME,
};
pub(crate) use chat::says;
pub(crate) use gemini::{SKIP_SENTINEL, is_gemini_signature};
pub(crate) use images::{SCALED_ABOVE, faults as image_faults};
pub(crate) use responses::{
    MAX_ID as MAX_ITEM_ID, holds_empty_content, id_prefix as item_id_prefix,
};

use super::finding::{Constraint, Findings, Severity};
use super::options::LintOptions;
use super::shape::Shape;
use super::wire::{Part, PartKind, Place, Speaker, Turn};
use super::*;
use crate::json::{Document, Kind, Value};
use crate::text::JsStr;

/// Runs the checks of a shape. Of a transcript blocks have the fields that transcripts have, of a body the wire's own.
pub(super) fn check(
    findings: &mut Findings<'_>,
    turns: &[Turn<'_>],
    shape: Shape,
    options: &LintOptions,
    transcript: bool,
) {
    if !turns.iter().any(|turn| turn.speaker != Speaker::System) {
        findings.top(empty_constraint(shape), Severity::Error);
    }
    if options.tools_declared == Some(false) {
        check_tools_declared(findings, turns);
    }
    match shape {
        Shape::Anthropic => anthropic::check(findings, turns, options, transcript),
        Shape::Chat => chat::check(findings, turns, options, transcript),
        Shape::Responses => responses::check(findings, turns, transcript),
        Shape::Gemini => gemini::check(findings, turns, options, transcript),
        Shape::Converse => converse::check(findings, turns, options, transcript),
    }
    images::check(findings, turns, shape);
}

/// The constraint that an empty history breaks.
pub(super) fn empty_constraint(shape: Shape) -> &'static Constraint {
    match shape {
        Shape::Anthropic => &AM_01,
        Shape::Chat => &CC_01,
        Shape::Responses => &OR_01,
        Shape::Gemini => &GE_01,
        Shape::Converse => &BC_01,
    }
}

fn check_tools_declared(findings: &mut Findings<'_>, turns: &[Turn<'_>]) {
    let is_tool = |part: &&Part<'_>| matches!(part.kind, PartKind::Call | PartKind::Result);
    if let Some(first) = turns.iter().flat_map(|turn| &turn.parts).find(is_tool) {
        findings.error(&GEN_05, first.place, "");
    }
}

impl Findings<'_> {
    /// True for a string of nothing but white space. What is no string is blank too: it has no text.
    fn is_blank(&self, text: Option<Value>) -> bool {
        text.is_none_or(|text| {
            self.document.kind(text) != Kind::String || self.document.is_blank_string(text)
        })
    }

    /// True when the value is an object.
    fn is_object(&self, value: Option<Value>) -> bool {
        value.is_some_and(|value| self.document.kind(value) == Kind::Object)
    }

    /// True when the name is a string of the grammar.
    fn name_holds(&self, name: Option<Value>, grammar: &Grammar) -> bool {
        name.and_then(|name| self.document.string(name))
            .is_some_and(|name| grammar.holds(&name))
    }

    /// True when the value is text that a platform signs with: base64 in one of its alphabets, long enough.
    fn is_opaque(&self, signature: Option<Value>) -> bool {
        signature
            .and_then(|signature| self.document.string(signature))
            .is_some_and(|text| is_opaque_signature(JsStr::from_wtf8(&text)))
    }
}

/// Fewest characters of a signature that a platform issued.
const MIN_SIGNATURE: usize = 32;

/// True for opaque base64 text of a signature's length: no marker, no JSON, no id.
pub(crate) fn is_opaque_signature(text: JsStr<'_>) -> bool {
    let is_digit = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
    };
    let text = text.trim();
    text.len() >= MIN_SIGNATURE && text.as_bytes().iter().all(is_digit)
}

/// Neighbouring turns of one speaker, as places of the later ones.
fn neighbours<'t>(turns: &'t [Turn<'_>]) -> impl Iterator<Item = Place> + 't {
    let pairs = turns
        .windows(2)
        .filter(|pair| pair[0].speaker == pair[1].speaker);
    pairs
        .map(|pair| pair[1].place)
        .chain(turns.iter().flat_map(|turn| turn.joined.iter().copied()))
}
