//! What only the caller can do.

use crate::replay::{Advice, THINKING_OFF};
use crate::validate::Finding;

/// Advice for what is found, once for each kind.
pub(super) fn advise(findings: &[Finding]) -> Vec<Advice> {
    let known = [&THINKING_OFF];
    let is_found = |advice: &&&Advice| {
        findings
            .iter()
            .any(|finding| finding.constraint == advice.constraint)
    };
    known
        .iter()
        .filter(is_found)
        .map(|advice| **advice)
        .collect()
}
