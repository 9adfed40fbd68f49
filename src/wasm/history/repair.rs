//! Plans of repairs, and the course of a repair on a host that keeps the bytes itself.

use super::text::array;
use crate::IdSource;
use crate::json::quoted;
use crate::repair::{
    Content, Course, Ending, News, Order, Piece, Plan, Planner, Reason, RepairOptions, Status,
    Verdict,
};
use crate::wasm::buffers::{self, Answer};
use crate::wasm::choices::{clock, profile};
use crate::wasm::convert::{Bag, member};
use crate::wasm::failure::Failure;
use crate::wasm::options::{BOOLEAN, NAME, limit};
use js_sys::Array;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

fn read_options(value: &JsValue) -> Result<RepairOptions, Failure> {
    let mut bag = Bag::open("options", "", value)?;
    let profile = profile(&mut bag)?;
    let defaults = RepairOptions::new();
    let mut options = RepairOptions::new()
        .with_profile(profile)
        .with_relink(bag.take("relink", BOOLEAN)?.unwrap_or(false))
        .with_split_glued(bag.take("splitGlued", BOOLEAN)?.unwrap_or(false))
        .with_drop_payloadless(bag.take("dropPayloadless", BOOLEAN)?.unwrap_or(false))
        .with_max_bytes(limit(&mut bag, "maxBytes", defaults.max_bytes)?)
        .with_now(clock(&mut bag, profile));
    if let Some(tail) = bag.take::<String>("idTail", NAME)? {
        options = options.with_ids(IdSource::new().with_tail(tail));
    }
    bag.close()?;
    Ok(options)
}

/// Checks options before anything is loaded.
#[wasm_bindgen(js_name = checkRepairOptions)]
pub fn check_repair_options(options: JsValue) -> Result<(), Failure> {
    read_options(&options).map(|_| ())
}

thread_local! {
    /// The plan that is being made, within one call of the shim.
    static PLANNER: RefCell<Option<Planner>> = const { RefCell::new(None) };
}

/// Begins to plan the repair of a session file of `bytes` bytes, which then come in order.
#[wasm_bindgen(js_name = beginPlan)]
pub fn begin_plan(bytes: usize, options: JsValue) -> Result<(), Failure> {
    let options = read_options(&options)?;
    PLANNER.set(Some(Planner::of_file(bytes, options)));
    Ok(())
}

/// Takes the next bytes of the file: the first `len` of the input buffer.
#[wasm_bindgen(js_name = feedPlan)]
pub fn feed_plan(len: usize) -> Result<(), Failure> {
    buffers::with_input(len, |part| {
        PLANNER.with_borrow_mut(|planner| planner.iter_mut().for_each(|begun| begun.feed(part)));
        Ok(())
    })
}

/// Ends the file. The envelope has the report; the result buffer the new text in pieces.
#[wasm_bindgen(js_name = finishPlan)]
pub fn finish_plan() -> String {
    let begun = PLANNER.take();
    let planner = begun.unwrap_or_else(|| Planner::new(RepairOptions::new()));
    let plan = planner.finish();
    let verdict = Verdict::of(&plan);
    let meta = [
        r#"{"changed":"#,
        if verdict.rewrites { "true" } else { "false" },
        r#","summary":"#,
        &quoted(&verdict.summary),
        r#","report":"#,
        &plan.report().to_json(),
        "}",
    ]
    .concat();
    let output = match verdict.rewrites {
        true => pieces(&plan),
        false => Vec::new(),
    };
    buffers::hand_over(Answer { meta, output })
}

/// The repaired file as the shim reads it: all new text, then for each piece the stretch of the file that stays (from,
/// to) and how much new text comes behind it, then how many pieces. Numbers are little-endian and have four bytes.
fn pieces(plan: &Plan) -> Vec<u8> {
    let mut new_text = Vec::new();
    let mut stretches: Vec<[usize; 3]> = vec![[0; 3]];
    for piece in plan.pieces() {
        match piece {
            Piece::Keep(range) => stretches.push([range.start, range.end, 0]),
            Piece::New(text) => {
                if let Some(last) = stretches.last_mut() {
                    last[2] += text.len();
                }
                new_text.extend_from_slice(text);
            }
        }
    }
    for number in stretches.iter().flatten().chain([&stretches.len()]) {
        new_text.extend_from_slice(&(*number as u32).to_le_bytes());
    }
    new_text
}

/// What is to be done next, given all that came of the steps so far, oldest first.
///
/// The course is gone through from the start each time, which takes no longer than a look-up, so the host's list is all
/// the state that a repair has.
#[wasm_bindgen(js_name = repairStep)]
pub fn repair_step(
    key: &str,
    owner: &str,
    now_ms: f64,
    answers: &Array,
) -> Result<String, Failure> {
    let mut course = Course::new(key, owner, now_ms);
    let mut order = course.step(News::Start);
    for answer in answers.iter() {
        order = course.step(news(&answer));
    }
    Ok(match order {
        Order::Load if course.wants_plan() => r#"{"do":"load"}"#.into(),
        Order::Load => r#"{"do":"look-up"}"#.into(),
        Order::SaveBackup(name) => named("save-backup", &name),
        Order::Replace => r#"{"do":"replace"}"#.into(),
        Order::Verify => r#"{"do":"verify"}"#.into(),
        Order::Remove(name) => named("remove", &name),
        Order::Finished => ending(course.ending()),
    })
}

fn named(order: &str, name: &str) -> String {
    [r#"{"do":""#, order, r#"","name":"#, &quoted(name), "}"].concat()
}

/// Reads one of the shim's answers. What is none is the host's failure.
fn news(answer: &JsValue) -> News {
    let text = |name| member(answer, name).as_string();
    let flag = |name| member(answer, name).as_bool() == Some(true);
    match text("is").unwrap_or_default().as_str() {
        "planned" => News::Planned(Verdict {
            rewrites: flag("changed"),
            reason: text("reason").and_then(|text| Reason::named(&text)),
            summary: text("summary").unwrap_or_default(),
        }),
        "original" => News::Read(Content::Original),
        "as-planned" => News::Read(Content::Planned),
        "other" => News::Read(Content::Other),
        "missing" => News::Missing,
        "done" => News::Done,
        "exists" => News::Exists(text("unique").unwrap_or_default()),
        "replaced" => News::Replaced {
            durable: flag("durable"),
            appended: member(answer, "appended").as_f64().unwrap_or(0.0) as usize,
        },
        "conflict" => News::Conflict,
        _ => News::Failed(text("message").unwrap_or_default()),
    }
}

fn ending(ending: &Ending) -> String {
    let (word, reason) = match &ending.status {
        Status::Clean => ("clean", None),
        Status::Repaired => ("repaired", None),
        Status::Conflict => ("conflict", None),
        Status::Refused(_) => ("refused", Some(ending.status.text())),
        Status::Missing => ("missing", Some(ending.status.text())),
        Status::Database => ("database", Some(ending.status.text())),
        Status::Unreadable(_) => ("unreadable", Some(ending.status.text())),
        Status::Failed(_) => ("failed", Some(ending.status.text())),
    };
    let mut json = [r#"{"do":"finish","outcome":""#, word, r#"""#].concat();
    if let Some(reason) = reason {
        json += &[r#","reason":"#, &quoted(&reason)].concat();
    }
    if let Some(path) = &ending.backup_path {
        json += &[r#","backupPath":"#, &quoted(path)].concat();
    }
    if ending.status == Status::Repaired {
        let (validated, durable) = (ending.validated, ending.durable);
        json += &format!(r#","validated":{validated},"durable":{durable}"#);
        let bytes = ending.recovered_append_bytes;
        json += &format!(r#","recoveredAppendBytes":{bytes}"#);
    }
    let logs: Vec<String> = ending
        .logs
        .iter()
        .map(|log| {
            let level = log.level.name();
            [
                r#"{"level":""#,
                level,
                r#"","text":"#,
                &quoted(&log.text),
                "}",
            ]
            .concat()
        })
        .collect();
    json + r#","logs":"# + &array(&logs) + "}"
}
