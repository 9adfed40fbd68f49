//! What repair would make of a file, as edits of its bytes.

use super::report::RepairReport;
use std::collections::BTreeMap;
use std::ops::Range;

/// Which record of the file: where its line begins, and which one of the line it is.
///
/// A line holds one record, unless several were taken out of a damaged one.
pub(super) type Place = (usize, usize);

/// What happens to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The bytes of the line with its line end. Empty for the second and later records of a damaged line.
    pub(super) range: Range<usize>,
    /// What stands there instead; `None` keeps the bytes.
    pub(super) text: Option<Vec<u8>>,
    /// Lines that follow it.
    pub(super) after: Vec<u8>,
}

/// A stretch of the repaired file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'p> {
    /// These bytes of the input.
    Keep(Range<usize>),
    /// New text.
    New(&'p [u8]),
}

/// What to change in a file, and why. Holds new lines and ranges, no copy of what stays.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) edits: BTreeMap<Place, Edit>,
    pub(super) input_len: usize,
    pub(super) report: RepairReport,
}

impl Plan {
    /// Counts, reasons and changed lines.
    pub fn report(&self) -> &RepairReport {
        &self.report
    }

    /// The report alone.
    pub(super) fn into_report(self) -> RepairReport {
        self.report
    }

    /// True when the file has to be written anew. When not, [`Plan::apply`] gives the input.
    pub fn rewrites(&self) -> bool {
        self.report.repaired
    }

    /// The repaired file, piece by piece, in order. Adjacent kept bytes are one piece.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        let mut kept = 0..0;
        for edit in self.edits.values() {
            kept.end = match edit.text {
                Some(_) => edit.range.start,
                None => edit.range.end,
            };
            if edit.text.is_none() && edit.after.is_empty() {
                continue;
            }
            if !kept.is_empty() {
                pieces.push(Piece::Keep(kept));
            }
            kept = edit.range.end..edit.range.end;
            for text in [edit.text.as_deref().unwrap_or_default(), &edit.after] {
                if !text.is_empty() {
                    pieces.push(Piece::New(text));
                }
            }
        }
        kept.end = self.input_len;
        if !kept.is_empty() {
            pieces.push(Piece::Keep(kept));
        }
        pieces
    }

    /// The repaired file. `input` is what the plan was made from.
    pub fn apply(&self, input: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(input.len());
        for piece in self.pieces() {
            out.extend_from_slice(match piece {
                Piece::Keep(range) => input.get(range).unwrap_or_default(),
                Piece::New(text) => text,
            });
        }
        out
    }

    /// Changes what stands at a record's place.
    pub(super) fn edit(&mut self, place: Place, range: Range<usize>) -> &mut Edit {
        self.edits.entry(place).or_insert(Edit {
            range,
            text: None,
            after: Vec::new(),
        })
    }
}
