//! What people see of stored history.

use crate::display::history::{PageOptions, page};
use crate::display::{self, DisplayOptions, Fate, Projection, RowReport};
use crate::json::{Document, Value, write_into, write_string};
use crate::policy::Profile;
use crate::text::{JsStr, JsString, Unclosed, split_context_blocks};
use crate::wasm::buffers::{self, Answer};
use crate::wasm::choices::profile;
use crate::wasm::convert::Bag;
use crate::wasm::failure::Failure;
use crate::wasm::options::{BOOLEAN, finite, limits};
use crate::{Error, ErrorKind, Limits};
use wasm_bindgen::prelude::*;

/// Levels that are looked into: rows, their content, its blocks, their content.
const LEVELS: usize = 4;

/// Options of `project`.
struct Options {
    display: DisplayOptions,
    page: Option<PageOptions>,
    limits: Limits,
    /// Whether to say where the projection can be taken up again.
    restart: bool,
}

impl Options {
    /// `values`: the shim has the rows at hand, and can put their numbers in order itself; not on a page, which counts bytes,
    /// nor when a report has to say so.
    fn read(value: &JsValue, values: bool) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let flag = |bag: &mut Bag, name, default| {
            bag.take(name, BOOLEAN)
                .map(|given| given.unwrap_or(default))
        };
        let profile: Profile = profile(&mut bag)?;
        let report = flag(&mut bag, "report", false)?;
        let mut display = DisplayOptions::new()
            .with_profile(profile)
            .with_strip_envelope(flag(&mut bag, "stripEnvelope", true)?)
            .with_visible_text(flag(&mut bag, "visibleText", true)?)
            .with_turn_boundary_pending(flag(&mut bag, "turnBoundaryPending", false)?)
            .with_in_heartbeat(flag(&mut bag, "inHeartbeat", false)?)
            .with_report(report)
            .with_max_rows(finite(&bag.any("maxMessages")));
        if let Some(chars) = finite(&bag.any("maxChars")) {
            display = display.with_max_chars(chars);
        }
        let now = finite(&bag.any("now")).unwrap_or_else(js_sys::Date::now);
        let started = finite(&bag.any("sessionStartedAt"));
        let row_bytes = finite(&bag.any("maxSingleMessageBytes"));
        let page_bytes = finite(&bag.any("maxHistoryBytes"));
        let previews = flag(&mut bag, "canvasPreviews", false)?;
        let is_page = started.is_some() || row_bytes.is_some() || page_bytes.is_some() || previews;
        display = display.with_order_left(values && !is_page && !report);
        if !previews {
            display = display.with_without_rules(vec!["attach-canvas-previews".into()]);
        }
        let page = PageOptions::new(now)
            .with_session_started_at(started)
            .with_max_row_bytes(row_bytes.unwrap_or(f64::INFINITY))
            .with_max_page_bytes(page_bytes.unwrap_or(f64::INFINITY));
        let options = Options {
            display,
            page: is_page.then_some(page),
            limits: limits(&bag.any("limits"))?,
            restart: flag(&mut bag, "restart", false)?,
        };
        bag.close()?;
        Ok(options)
    }
}

/// The projection. The result buffer holds the new text, or, for `values`, a JSON array in which a number is the index
/// of a row that is shown as it is, an array of a number that of a row whose numbers the shim puts in order, and anything
/// else a new row.
#[wasm_bindgen]
pub fn project(len: usize, options: JsValue, values: bool) -> Result<String, Failure> {
    let options = Options::read(&options, values)?;
    buffers::answer(len, |input| answer(input, &options, values))
}

fn answer(input: &[u8], options: &Options, values: bool) -> Result<Answer, Failure> {
    let mut document = match values {
        // An encoder just wrote it.
        true => Document::parse_encoded(input, LEVELS, &options.limits)?,
        false => Document::parse(input, LEVELS, &options.limits)?,
    };
    let list = document.root();
    if document.kind(list) != crate::json::Kind::Array {
        return Err(Error::new(ErrorKind::NotATranscript, "expected an array of rows").into());
    }
    let rows: Vec<Value> = document.entries(list).map(|entry| entry.value).collect();
    if rows.len() > options.limits.turns {
        let message = format!(
            "there are {} rows, the limit `turns` is {}",
            rows.len(),
            options.limits.turns
        );
        return Err(Error::new(ErrorKind::LimitExceeded, message)
            .at_limit("turns")
            .into());
    }
    let shown = shown(&mut document, &rows, options);
    let has_unordered = shown.is_unordered.contains(&true);
    let is_same = shown.rows == rows && !has_unordered;
    let hidden = rows.len() - shown.sources.iter().flatten().count().min(rows.len());
    let mut meta = format!(
        r#"{{"changed":{},"hiddenCount":{hidden},"turnBoundaryPending":{}"#,
        !is_same, shown.turn_boundary_pending
    );
    if options.restart {
        push_restart(&mut meta, &document, &rows, &shown);
    }
    if let Some(report) = &shown.report {
        meta.push_str(r#","report":"#);
        push_report(&mut meta, report);
    }
    if has_unordered {
        push_order(&mut meta);
    }
    meta.push('}');
    let mut output = Vec::new();
    if !is_same {
        write_rows(&document, &rows, &shown, values, &mut output);
    }
    Ok(Answer { meta, output })
}

fn shown(document: &mut Document<'_>, rows: &[Value], options: &Options) -> Projection {
    let Some(limits) = &options.page else {
        return display::project_rows(document, rows, &options.display);
    };
    page(document, rows, &options.display, limits).into()
}

fn write_rows(
    document: &Document<'_>,
    rows: &[Value],
    shown: &Projection,
    values: bool,
    out: &mut Vec<u8>,
) {
    out.push(b'[');
    for (at, (&row, source)) in shown.rows.iter().zip(&shown.sources).enumerate() {
        if at > 0 {
            out.push(b',');
        }
        match source.filter(|&source| values && rows.get(source) == Some(&row)) {
            Some(source) if shown.is_unordered[at] => {
                out.extend_from_slice(format!("[{source}]").as_bytes());
            }
            Some(source) => out.extend_from_slice(source.to_string().as_bytes()),
            None => write_into(document, row, out),
        }
    }
    out.push(b']');
}

/// Writes the order of numbers: of those of `usage`, before its `cost`, and of those of `cost`.
fn push_order(out: &mut String) {
    out.push_str(r#","order":["#);
    for (at, keys) in [&display::USAGE[..], &display::COST[..]].iter().enumerate() {
        out.push_str(if at > 0 { ",[\"" } else { "[\"" });
        out.push_str(&keys.join("\",\""));
        out.push_str("\"]");
    }
    out.push(']');
}

/// Writes where the projection can be taken up again, and whether that is enough.
fn push_restart(out: &mut String, document: &Document<'_>, rows: &[Value], shown: &Projection) {
    if display::has_loose_speech(document, shown) {
        out.push_str(r#","looseSpeech":true"#);
    }
    let Some(restart) = display::restart(document, rows, shown) else {
        return;
    };
    out.push_str(&format!(
        r#","restart":{{"context":{},"from":{},"shown":{},"hidden":{},"turnBoundaryPending":{},"inHeartbeat":{}}}"#,
        restart.context,
        restart.from,
        restart.shown,
        restart.hidden,
        restart.turn_boundary_pending,
        restart.in_heartbeat
    ));
}

/// Writes the report: rows that are shown as they are have no entry.
fn push_report(out: &mut String, report: &[RowReport]) {
    out.push('[');
    let mut is_first = true;
    for (index, row) in report.iter().enumerate() {
        if row.fate == Fate::Shown && row.rules.is_empty() {
            continue;
        }
        if !is_first {
            out.push(',');
        }
        is_first = false;
        out.push_str(&format!(
            r#"{{"row":{index},"state":"{}","rules":["#,
            row.fate.name()
        ));
        for (at, rule) in row.rules.iter().enumerate() {
            out.push_str(if at > 0 { ",\"" } else { "\"" });
            out.push_str(rule);
            out.push('"');
        }
        out.push_str(r#"],"removed":["#);
        for (at, removal) in row.removed.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            out.push_str(&format!(r#"{{"pointer":"{}","ranges":["#, removal.pointer));
            for (at, (start, end)) in removal.ranges.iter().enumerate() {
                let comma = if at > 0 { "," } else { "" };
                out.push_str(&format!("{comma}[{start},{end}]"));
            }
            out.push_str("]}");
        }
        out.push_str("]}");
    }
    out.push(']');
}

/// Parts a prompt, given as a JSON string, into what people see and the runtime context.
#[wasm_bindgen(js_name = extractRuntimeContext)]
pub fn extract_runtime_context(len: usize) -> Result<String, Failure> {
    buffers::with_input(len, |input| {
        let document = Document::parse(input, 1, &Limits::default())?;
        let text = document.string(document.root()).unwrap_or_default();
        let text = JsStr::from_wtf8(&text);
        let split = split_context_blocks(text, Unclosed::Keep);
        let body = split.as_ref().map_or(text, |split| split.text.as_js());
        let mut out = br#"{"text":"#.to_vec();
        write_string(&mut out, body);
        let context = split.as_ref().and_then(|split| split.context.as_ref());
        if let Some(context) = context.map(JsString::as_js) {
            out.extend_from_slice(br#","runtimeContext":"#);
            write_string(&mut out, context);
        }
        out.push(b'}');
        Ok(String::from_utf8_lossy(&out).into_owned())
    })
}
