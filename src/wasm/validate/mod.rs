//! Exports of the validate module: what of a transcript or a body a provider would refuse, and how it is mended.

mod preflight;

pub use preflight::preflight;

use super::buffers;
use super::convert::Bag;
use super::failure::Failure;
use super::options::{BOOLEAN, NAME, limits, whole};
use super::target::Target;
use crate::Limits;
use crate::json::Document;
use crate::policy::known_apis;
use crate::validate::{
    Finding, Grammar, LINT_LEVELS, LintOptions, Shape, lint_options, validate_for_target,
    validate_request,
};
use wasm_bindgen::prelude::*;

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

/// What the caller says of the server.
struct Told {
    switches: Vec<(&'static str, bool)>,
    tools_declared: Option<bool>,
    id_pattern: Option<Grammar>,
    max_id_len: Option<usize>,
}

impl Told {
    fn take(bag: &mut Bag) -> Result<Told, Failure> {
        let mut switches = Vec::new();
        for (name, _) in LintOptions::SWITCHES {
            if let Some(on) = bag.take(name, BOOLEAN)? {
                switches.push((name, on));
            }
        }
        let id_pattern = match bag.take::<String>("idPattern", NAME)? {
            None => None,
            Some(pattern) => match Grammar::parse(&pattern) {
                Some(grammar) => Some(grammar),
                None => {
                    let expected = "a pattern of one class, such as ^[a-zA-Z0-9]{9}$";
                    return Err(bag.mismatch("idPattern", expected, &pattern.into()));
                }
            },
        };
        Ok(Told {
            switches,
            tools_declared: bag.take("toolsDeclared", BOOLEAN)?,
            id_pattern,
            max_id_len: whole(bag, "maxIdLen")?,
        })
    }
}

/// What the caller says of the server, on top of what is known of it.
fn read(lint: LintOptions, value: &JsValue) -> Result<(LintOptions, Limits), Failure> {
    let mut bag = Bag::open("options", "", value)?;
    let told = Told::take(&mut bag)?;
    let limits = limits(&bag.any("limits"))?;
    bag.close()?;
    let lint = lint.told(
        &told.switches,
        told.tools_declared,
        told.id_pattern,
        told.max_id_len,
    );
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
        finding.write_json(&mut out);
    }
    out.push(b']');
    // What was written from `str` is UTF-8.
    String::from_utf8(out).unwrap_or_default()
}
