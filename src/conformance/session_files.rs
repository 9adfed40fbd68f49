//! Whole session files, as the vectors of repair and of context building ask for them.

use crate::json::{js_quoted, quoted};
use crate::policy::Profile;
use crate::repair::{self, Change, RepairOptions, is_blank_line};
use crate::session::{Builder, Session, SessionOptions, open};

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

/// The id of a session whose header had to be made, as the cases write it.
const NEW_SESSION_ID: &str = "<new session id>";

/// The working directory of every case.
const WORKING_DIRECTORY: &str = "/w";

/// What the compatible profile reads from a file with both builders, and the text it would store.
pub fn context(file: &[u8], now: f64) -> String {
    let options = SessionOptions::new()
        .with_profile(Profile::Compat)
        .with_now(Some(now))
        .with_cwd(WORKING_DIRECTORY.into())
        .with_session_id(Some(NEW_SESSION_ID.into()));
    let flat_options = options.clone().with_builder(Builder::Flat);
    let (mut loaded, mut stored) = (0, String::from("\"unchanged\":true"));
    let mut tree_common = None;
    let tree = match open(file, &options) {
        Err(error) => error_json(error.message()),
        Ok(mut session) => {
            loaded = session.loaded();
            if let Some(text) = session.rewritten(&options) {
                stored = format!("\"outText\":{}", quoted(&String::from_utf8_lossy(&text)));
            }
            match session.build(&options) {
                Err(error) => format!(
                    "{{{},{}}}",
                    inner(&error_json(error.message())),
                    place(&session)
                ),
                Ok(()) => {
                    let common = built(&mut session);
                    let mut fields = common.clone();
                    let model = session.model_messages_json(&options);
                    if model != session.messages_json() {
                        fields.push_str(&format!(",\"llm\":{}", String::from_utf8_lossy(&model)));
                    }
                    fields.push(',');
                    fields.push_str(&place(&session));
                    if let Some(name) = session.name() {
                        fields.push_str(&format!(",\"name\":{}", js_quoted(name.as_js())));
                    }
                    if session.report().recovered_header {
                        fields.push_str(",\"recoveredHeader\":true");
                    }
                    tree_common = Some(format!("{{{common}}}"));
                    format!("{{{fields}}}")
                }
            }
        }
    };
    let same_as = tree_common.unwrap_or_else(|| match tree.find(",\"leafId\"") {
        Some(at) => format!("{}}}", &tree[..at]),
        None => tree.clone(),
    });
    let flat = match open(file, &flat_options) {
        Err(error) => error_json(error.message()),
        Ok(session) if session.report().cyclic => "{\"cyclic\":true}".into(),
        Ok(mut session) => match session.build(&flat_options) {
            Err(error) => error_json(error.message()),
            Ok(()) => format!("{{{}}}", built(&mut session)),
        },
    };
    let flat = if flat == same_as {
        "\"same\"".into()
    } else {
        flat
    };
    format!("{{\"loaded\":{loaded},\"tree\":{tree},\"flat\":{flat},{stored}}}")
}

fn error_json(message: &str) -> String {
    format!("{{\"error\":{}}}", quoted(message))
}

fn inner(object: &str) -> &str {
    &object[1..object.len() - 1]
}

/// What both builders give.
fn built(session: &mut Session<'_>) -> String {
    let messages = session.messages_json();
    let mut fields = format!("\"messages\":{}", String::from_utf8_lossy(&messages));
    if let Some(level) = session.thinking_level_json() {
        fields.push_str(&format!(
            ",\"thinkingLevel\":{}",
            String::from_utf8_lossy(&level)
        ));
    }
    fields.push_str(&format!(
        ",\"model\":{}",
        String::from_utf8_lossy(&session.model_json())
    ));
    if !session.prelude().is_empty() {
        fields.push_str(&format!(",\"prelude\":{:?}", session.prelude()));
    }
    fields
}

/// Where a session stands.
fn place(session: &Session<'_>) -> String {
    let branch: Vec<String> = session
        .branch_ids()
        .iter()
        .map(|id| js_quoted(id.as_js()))
        .collect();
    format!(
        "\"leafId\":{},\"sessionId\":{},\"branch\":[{}]",
        session.leaf_id().map_or("null".into(), js_quoted),
        session
            .session_id()
            .map_or("null".into(), |id| js_quoted(id.as_js())),
        branch.join(",")
    )
}
