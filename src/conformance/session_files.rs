//! Whole session files, as the vectors of repair and of context building ask for them.

use crate::json::write_string;
use crate::policy::Profile;
use crate::repair::{self, Change, RepairOptions, is_blank_line};

/// What the compatible profile makes of a file: the report, a letter for each line, and the file afterwards.
pub fn repair(file: &[u8], now: f64) -> String {
    let options = RepairOptions::new()
        .with_profile(Profile::Compat)
        .with_now(Some(now));
    let plan = repair::plan(file, &options);
    let mut answer = plan.report().to_json();
    answer.pop();
    answer.push_str(&format!(
        ",\"plan\":\"{}\"",
        letters(file, &plan.report().changes)
    ));
    match plan.rewrites() {
        false => answer.push_str(",\"unchanged\":true"),
        true => {
            let text = String::from_utf8_lossy(&plan.apply(file)).into_owned();
            answer.push_str(",\"outText\":");
            answer.push_str(&quoted(&text));
        }
    }
    answer.push('}');
    answer
}

/// `.` blank, `K` kept, `D` dropped, `A` assistant rewritten, `U` user rewritten, `I` images replaced, `B` both.
fn letters(file: &[u8], changes: &[Change]) -> String {
    let lines = file.split(|byte| *byte == b'\n');
    (1..)
        .zip(lines)
        .map(|(number, line)| {
            let has = |rule: &str| {
                changes
                    .iter()
                    .any(|change| change.line == number && change.rule.id == rule)
            };
            let images = has("omit-corrupt-images");
            if has("drop-malformed-lines") || has("drop-invalid-messages") {
                'D'
            } else if has("fill-failed-assistant-turns") {
                'A'
            } else if has("fill-blank-user-turns") {
                if images { 'B' } else { 'U' }
            } else if images {
                'I'
            } else if is_blank_line(line) {
                '.'
            } else {
                'K'
            }
        })
        .collect()
}

fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    write_string(&mut out, text.into());
    String::from_utf8_lossy(&out).into_owned()
}
