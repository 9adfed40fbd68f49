//! What is told of a body.

use super::options::{Mode, PreflightOptions};
use super::trouble::{LIMIT_EXCEEDED, sentence};
use crate::images::Pixels;
use crate::json::write_string;
use crate::replay::Advice;
use crate::report::Change;
use crate::validate::{Constraint, Finding, Severity, Shape};

/// What came of a body.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The new body; none when the one that was given can go on as it is.
    pub body: Option<Vec<u8>>,
    /// The wire shape; none when it could not be told.
    pub shape: Option<Shape>,
    /// What the body that was given breaks, by path.
    pub findings: Vec<Finding>,
    /// What is still refused of the body that goes on, by its own paths.
    pub remaining: Vec<Finding>,
    /// What changed, in the order in which it was made.
    pub changes: Vec<Change>,
    /// What the caller has to do with the request, since its history alone cannot be cured.
    pub advice: Vec<Advice>,
    /// Headers that the request needs beside those that it has: name and value.
    pub headers: Vec<(&'static str, &'static str)>,
    /// Mode `strict` says not to send it.
    pub refused: bool,
    /// Who worked on pixels. While [a host](Pixels::is_waiting) has jobs to do, everything else here is of no use.
    pub pixels: Pixels,
}

impl Outcome {
    /// Of a body that could not be looked at.
    pub(super) fn trouble(trouble: &'static Constraint, pointer: String) -> Outcome {
        let finding = Finding {
            constraint: trouble,
            severity: trouble.severity,
            pointer,
        };
        let remains = trouble.severity == Severity::Error;
        Outcome {
            remaining: Vec::from_iter(remains.then(|| finding.clone())),
            findings: vec![finding],
            ..Outcome::default()
        }
    }

    /// Of a body that is larger than the limit `bytes`, whatever it says.
    pub fn over_limit(options: &PreflightOptions) -> Outcome {
        Outcome::trouble(&LIMIT_EXCEEDED, String::new()).in_mode(options.mode)
    }

    /// With what the mode makes of it.
    pub(super) fn in_mode(mut self, mode: Mode) -> Outcome {
        self.refused = mode == Mode::Strict && !self.remaining.is_empty();
        self
    }

    /// All but the body, as JSON.
    pub fn to_json(&self) -> String {
        let mut out = Vec::new();
        let head = format!(
            "{{\"changed\":{},\"refused\":{},\"repairVersion\":{},\"api\":",
            self.body.is_some(),
            self.refused,
            crate::REPAIR_VERSION
        );
        out.extend_from_slice(head.as_bytes());
        match self.shape {
            Some(shape) => write_string(&mut out, shape.name().into()),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"findings\":");
        list(&mut out, &self.findings, |out, finding| {
            write_finding(out, finding)
        });
        out.extend_from_slice(b",\"remaining\":");
        list(&mut out, &self.remaining, |out, finding| {
            write_finding(out, finding)
        });
        out.extend_from_slice(b",\"changes\":");
        list(&mut out, &self.changes, |out, change| {
            change.write_json(out)
        });
        out.extend_from_slice(b",\"advice\":");
        list(&mut out, &self.advice, |out, advice| {
            out.extend_from_slice(advice.to_json().as_bytes());
        });
        if !self.headers.is_empty() {
            out.extend_from_slice(b",\"headers\":{");
            for (at, (name, value)) in self.headers.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write_string(&mut out, (*name).into());
                out.push(b':');
                write_string(&mut out, (*value).into());
            }
            out.push(b'}');
        }
        out.push(b'}');
        String::from_utf8_lossy(&out).into_owned()
    }
}

fn list<T>(out: &mut Vec<u8>, items: &[T], write: fn(&mut Vec<u8>, &T)) {
    out.push(b'[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

fn write_finding(out: &mut Vec<u8>, finding: &Finding) {
    finding.write_json(out);
    if let Some(sentence) = sentence(finding.constraint) {
        out.pop();
        out.extend_from_slice(b",\"statement\":");
        write_string(out, sentence.into());
        out.push(b'}');
    }
}
