//! One body, from its bytes to what came of it.

use super::advice::advise;
use super::apply::Editor;
use super::context::Context;
use super::edits::Edits;
use super::notes::Notes;
use super::options::{Mode, PreflightOptions};
use super::outcome::Outcome;
use super::recognise;
use super::rules::{
    REPLACE_UNPAIRED_SURROGATES, bind_thinking, drop_history_reasoning, replace_unpaired_surrogates,
};
use super::steps::STEPS;
use super::trouble::{LIMIT_EXCEEDED, NOT_A_REQUEST, NOT_JSON};
use super::view::View;
use crate::json::{Document, Kind, Value, write_whole};
use crate::rule::Rule;
use crate::validate::{Finding, LINT_LEVELS, Severity, validate_edited, validate_request};
use crate::{Error, ErrorKind};

/// Most rounds of the steps. Two do for nearly everything: what a late step leaves may be for an early one.
const MAX_ROUNDS: usize = 6;

/// Looks at the body of a request, and mends what would be refused. Any bytes do: what is no request is a finding.
///
/// Nothing is read but the body and the options, so equal input gives equal bytes anywhere and at any time.
pub fn preflight(body: &[u8], options: &PreflightOptions) -> Outcome {
    look(body, options).in_mode(options.mode)
}

fn look(body: &[u8], options: &PreflightOptions) -> Outcome {
    let document = match Document::parse(body, LINT_LEVELS, &options.limits) {
        Ok(document) => document,
        Err(error) => return unreadable(&error),
    };
    let root = document.root();
    if document.kind(root) != Kind::Object {
        return Outcome::trouble(&NOT_A_REQUEST, String::new());
    }
    let shape = match recognise::shape(&document, options) {
        Ok(shape) => shape,
        Err(trouble) => return Outcome::trouble(trouble, String::new()),
    };
    let turns = document.get(root, shape.list_key());
    if turns.is_some_and(|turns| document.entries(turns).count() > options.limits.turns) {
        return Outcome::trouble(&LIMIT_EXCEEDED, shape.body_list().to_owned());
    }
    let target = recognise::target(&document, shape, options);
    let context = Context::new(&document, shape, &target, options);
    let findings = validate_request(&document, shape, &context.lint);
    let mut outcome = Outcome {
        shape: Some(shape),
        remaining: errors(&findings),
        findings,
        headers: bind_thinking::headers_of(&document, root, &context),
        ..Outcome::default()
    };
    let is_clean = outcome.remaining.is_empty() && !applies_anyway(&document, &context);
    if options.mode != Mode::Report && !is_clean {
        mend(document, &context, options, &mut outcome);
    }
    outcome.advice = advise(&outcome.remaining);
    outcome
}

/// A rule asks for something although nothing would be refused.
fn applies_anyway(document: &Document<'_>, context: &Context) -> bool {
    if !context.drops_history_reasoning && !context.prefix_changed {
        return false;
    }
    View::read(document, document.root(), context).is_some_and(|view| {
        let mut edits = Edits::default();
        if context.drops_history_reasoning {
            drop_history_reasoning::run(&view, &mut edits);
        }
        !edits.is_empty() || bind_thinking::is_stale(&view)
    })
}

fn unreadable(error: &Error) -> Outcome {
    let trouble = match error.kind() {
        ErrorKind::LimitExceeded => &LIMIT_EXCEEDED,
        _ => &NOT_JSON,
    };
    Outcome::trouble(trouble, error.pointer().unwrap_or_default().to_owned())
}

fn errors(findings: &[Finding]) -> Vec<Finding> {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    findings.iter().filter(is_error).cloned().collect()
}

fn mend(
    document: Document<'_>,
    context: &Context,
    options: &PreflightOptions,
    outcome: &mut Outcome,
) {
    let runs = |id: &str| !options.without_rules.iter().any(|left_out| left_out == id);
    let mut notes = Notes::new(options.include_text);
    let whole = match runs(REPLACE_UNPAIRED_SURROGATES.id) {
        true => replace_unpaired_surrogates::mended(document.source()),
        false => None,
    };
    let mut document = document;
    if let Some(mended) = &whole {
        let Ok(parsed) = Document::parse(&mended.text, LINT_LEVELS, &options.limits) else {
            return;
        };
        document = parsed;
        mended.note(&document, context, &mut notes);
    }
    let mut root = document.root();
    for _ in 0..MAX_ROUNDS {
        let before = root;
        root = round(&mut document, root, context, &runs, &mut notes);
        if context.pixels.borrow().is_waiting() {
            outcome.pixels = context.pixels.take();
            return;
        }
        outcome.remaining = refused(&document, root, context);
        if root == before || outcome.remaining.is_empty() {
            break;
        }
    }
    let before = root;
    let strings = whole.iter().flat_map(|mended| mended.pointers());
    let first_change = bind_thinking::first_change(&document, root, context, strings);
    for step in bind_thinking::steps(context).filter(|step| runs(step.rule.id)) {
        let edits = match View::read(&document, root, context) {
            Some(view) => (step.run)(&view, first_change),
            None => Edits::default(),
        };
        root = apply(&mut document, root, context, &mut notes, step.rule, edits);
    }
    if notes.is_empty() {
        return;
    }
    outcome.headers = bind_thinking::headers_of(&document, root, context);
    if root != before {
        outcome.remaining = refused(&document, root, context);
    }
    let mut out = Vec::with_capacity(document.source().len());
    write_whole(&document, root, &mut out);
    outcome.changes = notes.changes(&document, root, context);
    outcome.body = Some(out);
}

/// What of a body that was edited would be refused.
fn refused(document: &Document<'_>, root: Value, context: &Context) -> Vec<Finding> {
    errors(&validate_edited(
        document,
        root,
        context.shape,
        &context.lint,
    ))
}

fn apply(
    document: &mut Document<'_>,
    root: Value,
    context: &Context,
    notes: &mut Notes,
    rule: &'static Rule,
    edits: Edits,
) -> Value {
    let shape = context.shape;
    Editor {
        document,
        notes,
        rule,
        shape,
    }
    .apply(root, edits)
}

/// Runs every step once, in order; each reads the body that the one before left.
fn round(
    document: &mut Document<'_>,
    root: Value,
    context: &Context,
    runs: &dyn Fn(&str) -> bool,
    notes: &mut Notes,
) -> Value {
    let mut root = root;
    let mut next = 0;
    while next < STEPS.len() {
        // The view stays good until something changes.
        let Some(view) = View::read(document, root, context) else {
            return root;
        };
        let mut found = None;
        while let Some(step) = STEPS.get(next) {
            next += 1;
            if !(step.when)(context) || !runs(step.rule.id) {
                continue;
            }
            let mut edits = Edits::default();
            (step.run)(&view, &mut edits);
            if !edits.is_empty() {
                found = Some((step.rule, edits));
                break;
            }
        }
        drop(view);
        let Some((rule, edits)) = found else { break };
        root = apply(document, root, context, notes, rule, edits);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::text::JsStr;

    /// The shared cases, of which those of class `valid` must come back untouched.
    const BODIES: &str = include_str!("../../tests/vectors/wire-bodies.jsonl");

    #[test]
    fn the_steps_alone_leave_valid_bodies_as_they_are() {
        let mut count = 0;
        for line in BODIES.lines() {
            let case = Document::parse(line.as_bytes(), 2, &Limits::default()).unwrap();
            if !case.member_is(case.root(), "class", "valid") {
                continue;
            }
            count += 1;
            let text = |key| {
                let text = case.get_string(case.root(), key)?;
                Some(JsStr::from_wtf8(&text).to_string_lossy())
            };
            let options = PreflightOptions::new()
                .with_api(text("api"))
                .with_provider(text("provider"))
                .with_model(text("model"));
            let body = text("body").unwrap();
            let document =
                Document::parse(body.as_bytes(), LINT_LEVELS, &Limits::default()).unwrap();
            let shape = recognise::shape(&document, &options).unwrap();
            let target = recognise::target(&document, shape, &options);
            let context = Context::new(&document, shape, &target, &options);
            let mut outcome = Outcome::default();
            mend(document, &context, &options, &mut outcome);
            let told: Vec<_> = outcome
                .changes
                .iter()
                .map(|change| change.sentence())
                .collect();
            assert!(outcome.body.is_none(), "{:?}: {told:?}", text("id"));
        }
        assert!(count > 30, "{count}");
    }

    #[test]
    fn nesting_costs_no_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        let body = format!(
            r#"{{"max_tokens":1,"deep":{deep},"messages":[{{"role":"user","content":{deep}}},{{"role":"assistant","content":[{{"type":"tool_use","id":"a","name":"n","input":{{"d":{deep}}}}}]}}]}}"#
        );
        let options = PreflightOptions::new().with_api(Some("anthropic".into()));
        let outcome = preflight(body.as_bytes(), &options);
        assert!(outcome.body.is_some_and(|body| body.len() > 800_000));
    }

    #[test]
    fn ten_thousand_broken_blocks_take_no_square_of_the_time() {
        // A hundred million steps would be felt here.
        let blocks = vec![r#"{"type":"text","text":" ","x":1},{"type":"odd"}"#; 10_000].join(",");
        let body = format!(
            r#"{{"max_tokens":1,"messages":[{{"role":"user","content":[{blocks},{{"type":"text","text":"hi"}}]}}]}}"#
        );
        let options = PreflightOptions::new().with_api(Some("anthropic".into()));
        let outcome = preflight(body.as_bytes(), &options);
        assert!(outcome.remaining.is_empty());
        assert!(outcome.changes.len() >= 20_000);
    }
}
