//! Where code stands in a text.
//!
//! - *fenced*: at the start of a line three backticks or tildes, the rest of the line and its LF, and all up to the
//!   nearest LF with the same three characters, or to the end. The LF of the opening line cannot be the one before the
//!   closing characters.
//! - *inline*: `` `+[^`]+`+ ``, unless it lies in a fenced region. It may overlap one.

use super::{JsStr, find_bytes};
use crate::order::sort_stably;

const FENCES: [&str; 2] = ["```", "~~~"];

/// The code regions of a text, in bytes, by their start.
#[derive(Clone, Debug, Default)]
pub struct CodeRegions {
    regions: Vec<(usize, usize)>,
    /// The furthest end among a region and those before it.
    ends: Vec<usize>,
}

impl CodeRegions {
    /// Finds the code in a text.
    pub fn of(text: JsStr<'_>) -> Self {
        let fenced = fenced(text);
        let mut regions = inline(text, &fenced);
        regions.extend(fenced);
        sort_stably(&mut regions, |a, b| a.0.cmp(&b.0));
        let mut furthest = 0;
        let ends = regions.iter().map(|region| {
            furthest = region.1.max(furthest);
            furthest
        });
        let ends = ends.collect();
        CodeRegions { regions, ends }
    }

    /// Start and end of each region.
    pub fn regions(&self) -> &[(usize, usize)] {
        &self.regions
    }

    /// True when the byte at `at` is in code.
    pub fn contains(&self, at: usize) -> bool {
        self.overlaps(at, at + 1)
    }

    /// True when something between `start` and `end` is code.
    pub fn overlaps(&self, start: usize, end: usize) -> bool {
        let before = self.regions.partition_point(|region| region.0 < end);
        before > 0 && self.ends[before - 1] > start
    }
}

fn fenced(text: JsStr<'_>) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut line = Some(0);
    while let Some(start) = line {
        let after_line = |from: usize| text.tail(from).find_byte(b'\n').map(|at| at + from + 1);
        let next_line = after_line(start);
        line = next_line;
        let Some(fence) = FENCES
            .iter()
            .find(|fence| bytes[start..].starts_with(fence.as_bytes()))
        else {
            continue;
        };
        let Some(body) = next_line else { continue };
        let closing = format!("\n{fence}");
        let end = find_bytes(&bytes[body..], closing.as_bytes())
            .map_or(bytes.len(), |at| body + at + closing.len());
        found.push((start, end));
        line = after_line(end);
    }
    found
}

fn inline(text: JsStr<'_>, fenced: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let run_end = |from: usize| {
        let run = text.tail(from).as_bytes().iter();
        from + run.take_while(|&&b| b == b'`').count()
    };
    let mut found = Vec::new();
    let mut fences = fenced.iter().peekable();
    let mut at = 0;
    while let Some(start) = text.find_from("`", at) {
        let inside = run_end(start);
        let Some(closing) = text.find_from("`", inside) else {
            break;
        };
        let end = run_end(closing);
        while fences.next_if(|fence| fence.1 < end).is_some() {}
        let is_fenced = fences.peek().is_some_and(|fence| fence.0 <= start);
        if !is_fenced {
            found.push((start, end));
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(text: &str) -> Vec<(usize, usize)> {
        CodeRegions::of(text.into()).regions().to_vec()
    }

    #[test]
    fn fences_run_to_their_closing_characters_or_to_the_end() {
        assert_eq!(regions("a\n```x\ny\n```z"), [(2, 12)]);
        assert_eq!(regions("~~~\n~~~\nx"), [(0, 9)]);
        assert_eq!(regions("```"), []);
    }

    #[test]
    fn inline_code_may_have_unequal_runs() {
        assert_eq!(regions("``a` b `c`"), [(0, 4), (7, 10)]);
        let code = CodeRegions::of("``a` b".into());
        assert!(code.contains(3) && !code.contains(4));
        assert!(code.overlaps(3, 9) && !code.overlaps(4, 6));
    }
}
