//! Exports of the validate module: what of a transcript or a body a provider would refuse.

use super::buffers;
use super::convert::Bag;
use super::failure::Failure;
use super::options::{BOOLEAN, NAME, limit, limits};
use super::target::Target;
use crate::Limits;
use crate::json::{Document, write_string};
use crate::policy::known_apis;
use crate::validate::{
    Finding, Grammar, LINT_LEVELS, LintOptions, Shape, lint_options, validate_for_target,
    validate_request,
};
use wasm_bindgen::prelude::*;

/// A field of the options that is on or off.
type Switch = fn(&mut LintOptions) -> &mut bool;

const SWITCHES: [(&str, Switch); 14] = [
    ("thinkingEnabled", |o| &mut o.thinking_enabled),
    ("thinkingDisabled", |o| &mut o.thinking_disabled),
    ("noPrefill", |o| &mut o.no_prefill),
    ("prefixBoundThinking", |o| &mut o.prefix_bound_thinking),
    ("strictAlternation", |o| &mut o.strict_alternation),
    ("gemini3", |o| &mut o.gemini3),
    ("rejectReasoning", |o| &mut o.reject_reasoning),
    ("requireReasoning", |o| &mut o.require_reasoning),
    ("noMixed", |o| &mut o.no_mixed),
    ("noUserAfterTool", |o| &mut o.no_user_after_tool),
    ("noTrailingAssistant", |o| &mut o.no_trailing_assistant),
    ("noTrailingModel", |o| &mut o.no_trailing_model),
    ("midSystem", |o| &mut o.mid_system),
    ("minimax", |o| &mut o.minimax),
];

/// Findings in a transcript, a JSON array of them ordered by path.
#[wasm_bindgen]
pub fn validate(len: usize, target: JsValue, options: JsValue) -> Result<String, Failure> {
    let target = Target::read(&target)?.for_policy();
    let (options, limits) = read(lint_options(&target), &options)?;
    run(len, &limits, &mut |document| {
        validate_for_target(document, &target, &options)
    })
}

/// Findings in the body of a request. The API is a wire shape or the API of a target.
#[wasm_bindgen(js_name = validateRequest)]
pub fn validate_body(len: usize, api: &str, options: JsValue) -> Result<String, Failure> {
    let of_api = || {
        known_apis()
            .any(|known| known == api)
            .then(|| Shape::of_api(api))
    };
    let Some(shape) = Shape::named(api).or_else(of_api) else {
        let message = format!("{api:?} is neither a wire shape nor a known API");
        return Err(Failure::argument(message).of_option("api"));
    };
    let (options, limits) = read(LintOptions::new(), &options)?;
    run(len, &limits, &mut |document| {
        validate_request(document, shape, &options)
    })
}

/// What the caller says of the server, on top of what is known of it.
fn read(mut lint: LintOptions, value: &JsValue) -> Result<(LintOptions, Limits), Failure> {
    let mut bag = Bag::open("options", "", value)?;
    for (name, field) in SWITCHES {
        if let Some(on) = bag.take(name, BOOLEAN)? {
            *field(&mut lint) = on;
        }
    }
    if let Some(declared) = bag.take("toolsDeclared", BOOLEAN)? {
        lint.tools_declared = Some(declared);
    }
    if let Some(pattern) = bag.take::<String>("idPattern", NAME)? {
        let grammar = Grammar::parse(&pattern);
        if grammar.is_none() {
            let expected = "a pattern of one class, such as ^[a-zA-Z0-9]{9}$";
            return Err(bag.mismatch("idPattern", expected, &pattern.into()));
        }
        lint.id_pattern = grammar;
    }
    lint.max_id_len = limit(&mut bag, "maxIdLen", lint.max_id_len)?;
    let limits = limits(&bag.any("limits"))?;
    bag.close()?;
    Ok((lint, limits))
}

fn run(
    len: usize,
    limits: &Limits,
    check: &mut dyn FnMut(&Document<'_>) -> Vec<Finding>,
) -> Result<String, Failure> {
    buffers::with_input(len, |input| {
        let document = Document::parse(input, LINT_LEVELS, limits)?;
        Ok(to_json(&check(&document)))
    })
}

fn to_json(findings: &[Finding]) -> String {
    let mut out = vec![b'['];
    for finding in findings {
        if out.len() > 1 {
            out.push(b',');
        }
        let members = [
            ("{\"constraint\":", finding.constraint.id),
            (",\"severity\":", finding.severity.name()),
            (",\"pointer\":", &finding.pointer),
        ];
        for (key, text) in members {
            out.extend_from_slice(key.as_bytes());
            write_string(&mut out, text.into());
        }
        out.push(b'}');
    }
    out.push(b']');
    // What was written from `str` is UTF-8.
    String::from_utf8(out).unwrap_or_default()
}
