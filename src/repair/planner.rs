//! From bytes to a plan: one pass over the lines, then what needs the whole file.

use super::lines::{decode, is_blank_line, without_cr};
use super::options::RepairOptions;
use super::plan::{Place, Plan};
use super::record::{Judgement, Record};
use super::report::{Change, Reason, RepairReport};
use super::rules::insert_missing_tool_results::{Insertion, ToolResults};
use super::rules::relink_orphans::Parents;
use super::rules::{
    DROP_MALFORMED_LINES, INSERT_MISSING_TOOL_RESULTS, RELINK_ORPHANS, drop_malformed_lines,
};
use crate::json::{Document, stringify};
use crate::order::sort_stably;
use crate::rule::Rule;
use crate::table::IdMap;
use crate::text::find_bytes;
use crate::{ErrorKind, Limits};
use std::collections::BTreeMap;
use std::ops::Range;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Levels of a line that are looked into at once: the record, its message, the content, and its blocks.
const DEPTH: usize = 4;

/// A record is never too large or too deep; the caller bounds the file.
const LIMITS: Limits = Limits {
    bytes: usize::MAX,
    nesting: usize::MAX,
    turns: usize::MAX,
};

/// Decides what repair would make of a session file that is given as a whole.
///
/// A file with more bytes than [`RepairOptions::with_max_bytes`] allows is left alone.
pub fn plan(bytes: &[u8], options: &RepairOptions) -> Plan {
    let mut planner = Planner::new(options.clone());
    if bytes.len() > options.max_bytes {
        planner.plan.report.reason = Some(Reason::TooLarge);
        planner.plan.input_len = bytes.len();
        return planner.plan;
    }
    planner.feed(bytes);
    planner.finish()
}

/// Where a record stands.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) place: Place,
    pub(super) range: Range<usize>,
    /// Number of the line, from 1.
    number: usize,
    /// A line end follows.
    terminated: bool,
}

/// Takes a session file in chunks of any size; holds no more of it than the line that is being read.
///
/// ```
/// use transcript_hygiene::repair::{Planner, RepairOptions};
/// let mut planner = Planner::new(RepairOptions::new());
/// planner.feed(b"{\"type\":\"session\",");
/// planner.feed(b"\"id\":\"s\"}\n{\"cut");
/// assert_eq!(planner.finish().report().dropped_lines, 1);
/// ```
pub struct Planner {
    options: RepairOptions,
    plan: Plan,
    /// What was fed of a line that is not complete.
    carry: Vec<u8>,
    /// Where the next line begins.
    offset: usize,
    /// Lines so far.
    lines: usize,
    /// Whether the first record is a header, once there is one.
    header: Option<bool>,
    results: ToolResults,
    parents: Parents,
}

impl Planner {
    /// Begins a file.
    pub fn new(options: RepairOptions) -> Self {
        Planner {
            options,
            plan: Plan {
                edits: BTreeMap::new(),
                input_len: 0,
                report: RepairReport::default(),
            },
            carry: Vec::new(),
            offset: 0,
            lines: 0,
            header: None,
            results: ToolResults::default(),
            parents: Parents::default(),
        }
    }

    /// Takes the next bytes.
    pub fn feed(&mut self, chunk: &[u8]) {
        let mut rest = chunk;
        while let Some(end) = find_bytes(rest, b"\n") {
            let (line, tail) = (&rest[..end], &rest[end + 1..]);
            if self.carry.is_empty() {
                self.line(line, true);
            } else {
                let mut whole = std::mem::take(&mut self.carry);
                whole.extend_from_slice(line);
                self.line(&whole, true);
            }
            rest = tail;
        }
        self.carry.extend_from_slice(rest);
    }

    /// Says that the file ends here; gives the plan.
    pub fn finish(mut self) -> Plan {
        let last = std::mem::take(&mut self.carry);
        if !last.is_empty() {
            self.line(&last, false);
        }
        self.plan.input_len = self.offset;
        let refusal = match (self.plan.report.reason, self.header) {
            (Some(reason), _) => Some(reason),
            (None, None) => Some(Reason::EmptySessionFile),
            (None, Some(false)) => Some(Reason::InvalidSessionHeader),
            (None, Some(true)) => None,
        };
        self.plan.report.dangling_parents = self.parents.dangling();
        if refusal.is_some() {
            self.plan.report.reason = refusal;
            self.plan.edits.clear();
            return self.plan;
        }
        self.finish_file()
    }

    /// What needs to know the whole file.
    fn finish_file(self) -> Plan {
        let (options, mut plan, parents) = (self.options, self.plan, self.parents);
        let insertions = self.results.missing(&options, &|id| parents.has_made(id));
        if options.relink {
            let below =
                |insertion: &Insertion| Some((insertion.parent.clone()?, insertion.id.clone()));
            let last_results: IdMap<String> = insertions.iter().filter_map(below).collect();
            for relinked in parents.relink(&last_results) {
                plan.report.relinked_records += 1;
                note(&mut plan.report, &relinked.line, &RELINK_ORPHANS);
                let line = relinked.line;
                plan.edit(line.place, line.range).text = Some(relinked.text);
            }
        }
        for insertion in insertions {
            plan.report.inserted_tool_results += 1;
            let line = insertion.line;
            note(&mut plan.report, &line, &INSERT_MISSING_TOOL_RESULTS);
            let edit = plan.edit(line.place, line.range);
            if edit.text.is_none() && edit.after.is_empty() && !line.terminated {
                edit.after.push(b'\n');
            }
            edit.after.extend_from_slice(&insertion.text);
        }
        sort_stably(&mut plan.report.changes, |a, b| a.line.cmp(&b.line));
        plan.report.repaired = plan.report.has_defects();
        if !plan.report.repaired {
            plan.edits.clear();
        }
        plan
    }

    /// Takes the next line, without its LF.
    fn line(&mut self, text: &[u8], terminated: bool) {
        let start = self.offset;
        self.offset += text.len() + usize::from(terminated);
        self.lines += 1;
        let mut line = Line {
            place: (start, 0),
            range: start..self.offset,
            number: self.lines,
            terminated,
        };
        let mut text = text;
        // DIFFERENCE: the reference takes a mark for a part of the header line and refuses the file
        // (vector `bytes-bom-bytes`).
        if start == 0
            && !self.options.is_compat()
            && let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK)
        {
            self.plan.report.byte_order_mark = true;
            let mark = 0..BYTE_ORDER_MARK.len();
            (line.place.0, line.range.start) = (mark.end, mark.end);
            self.plan.edit((0, 0), mark).text = Some(Vec::new());
            text = rest;
        }
        let inner = without_cr(text, terminated);
        match Document::parse(inner, DEPTH, &LIMITS) {
            Ok(document) => self.record(Record::new(document), &line, inner, text),
            Err(error) if error.kind() == ErrorKind::LimitExceeded => {
                self.plan.report.reason = Some(Reason::TooLarge);
            }
            Err(_) if is_blank_line(inner) => {
                if self.options.is_compat() {
                    self.plan.edit(line.place, line.range).text = Some(Vec::new());
                }
            }
            Err(_) => {
                // Only what is no UTF-8 differs from the bytes, and may read better.
                let decoded = decode(inner);
                match Document::parse(decoded.as_bytes(), DEPTH, &LIMITS) {
                    Ok(document) => {
                        self.record(Record::new(document), &line, decoded.as_bytes(), text);
                    }
                    Err(_) => self.malformed(&decoded, line),
                }
            }
        }
    }

    fn malformed(&mut self, text: &str, line: Line) {
        let recovered = match self.options.split_glued {
            true => drop_malformed_lines::recover(text, &LIMITS),
            false => Vec::new(),
        };
        if recovered.is_empty() {
            self.plan.report.dropped_lines += 1;
        }
        note(&mut self.plan.report, &line, &DROP_MALFORMED_LINES);
        self.plan.edit(line.place, line.range.clone()).text = Some(Vec::new());
        let end = line.range.end;
        for (part, range) in (1..).zip(recovered) {
            let text = &text.as_bytes()[range];
            if let Ok(document) = Document::parse(text, DEPTH, &LIMITS) {
                self.plan.report.recovered_records += 1;
                let line = Line {
                    place: (line.place.0, part),
                    range: end..end,
                    ..line
                };
                self.record(Record::new(document), &line, text, &[]);
            }
        }
    }

    /// Takes a record: `text` is what was parsed, `bytes` what stands in the file before the LF.
    fn record(&mut self, mut record: Record<'_>, line: &Line, text: &[u8], bytes: &[u8]) {
        let report = &mut self.plan.report;
        let judgement = record.apply_rules(&self.options, report, &mut |report, rule| {
            note(report, line, rule);
        });
        let new = match judgement {
            Judgement::Drop => {
                self.plan.edit(line.place, line.range.clone()).text = Some(Vec::new());
                return;
            }
            Judgement::Rewrite => Some(written(&record.json())),
            // A record out of a damaged line has no line of its own yet.
            Judgement::Keep if self.options.is_compat() || line.place.1 > 0 => {
                let new = written(text);
                let is_same = line.terminated && new.strip_suffix(b"\n") == Some(bytes);
                (!is_same).then_some(new)
            }
            Judgement::Keep => None,
        };
        self.header.get_or_insert_with(|| record.is_header());
        let may_insert = self.results.observe(&record, line, &self.options);
        let current = match self.options.relink {
            true => new.as_deref().unwrap_or(text),
            false => &[],
        };
        self.parents.observe(&record, line, current);
        if may_insert && self.options.relink {
            self.parents.follow(record.id());
        }
        if new.is_some() {
            self.plan.edit(line.place, line.range.clone()).text = new;
        }
    }
}

fn note(report: &mut RepairReport, line: &Line, rule: &'static Rule) {
    report.changes.push(Change {
        line: line.number,
        rule,
    });
}

/// A record's line as JavaScript writes it.
fn written(json: &[u8]) -> Vec<u8> {
    let mut line = stringify(json, &LIMITS).unwrap_or_else(|_| json.to_vec());
    line.push(b'\n');
    line
}
