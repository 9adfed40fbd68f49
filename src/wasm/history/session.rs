//! From a session file to its messages.

use super::text::array;
use crate::json::js_quoted;
use crate::session::{self, Builder, Session, SessionOptions, StartAt};
use crate::wasm::buffers::{self, Answer};
use crate::wasm::choices::{clock, named_choice, profile};
use crate::wasm::convert::Bag;
use crate::wasm::failure::Failure;
use crate::wasm::options::{NAME, limits};
use crate::{IdSource, text::JsString};
use wasm_bindgen::prelude::*;

const FORMS: [(&str, bool); 2] = [("stored", false), ("model", true)];
const BUILDERS: [(&str, Builder); 2] = [("tree", Builder::Tree), ("flat", Builder::Flat)];

/// How a session is read, and in which form its messages are wanted.
struct LoadOptions {
    session: SessionOptions,
    /// User, assistant and tool result turns alone.
    model_form: bool,
}

impl LoadOptions {
    fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("options", "", value)?;
        let profile = profile(&mut bag)?;
        let mut session = SessionOptions::new()
            .with_profile(profile)
            .with_builder(
                named_choice(&mut bag, "builder", "'tree' or 'flat'", &BUILDERS)?
                    .unwrap_or_default(),
            )
            .with_start_at(start_at(&mut bag)?)
            .with_limits(limits(&bag.any("limits"))?)
            .with_now(clock(&mut bag, profile))
            .with_cwd(bag.take("cwd", NAME)?.unwrap_or_default())
            .with_session_id(bag.take("sessionId", NAME)?);
        if let Some(minutes) = bag.take("localOffsetMinutes", "a whole number")? {
            session = session.with_local_offset_minutes(minutes);
        }
        if let Some(tail) = bag.take::<String>("idTail", NAME)? {
            session = session.with_ids(IdSource::new().with_tail(tail));
        }
        let form = named_choice(&mut bag, "form", "'stored' or 'model'", &FORMS)?;
        bag.close()?;
        let model_form = form.unwrap_or(false);
        Ok(LoadOptions {
            session,
            model_form,
        })
    }
}

/// `null` is no entry at all, and an option that is absent the last one.
fn start_at(bag: &mut Bag) -> Result<StartAt, Failure> {
    let value = bag.any("startAt");
    if value.is_undefined() {
        Ok(StartAt::Last)
    } else if value.is_null() {
        Ok(StartAt::Nothing)
    } else {
        let id = value.as_string();
        id.map(StartAt::Id)
            .ok_or_else(|| bag.mismatch("startAt", "the id of an entry, or null", &value))
    }
}

/// Reads a session file. The envelope says what the file holds beside messages, which are in the result buffer.
#[wasm_bindgen(js_name = loadSession)]
pub fn load_session(len: usize, options: JsValue) -> Result<String, Failure> {
    let options = LoadOptions::read(&options)?;
    buffers::answer(len, |file| {
        let mut session = session::load(file, &options.session)?;
        let output = match options.model_form {
            true => session.model_messages_json(&options.session),
            false => session.messages_json(),
        };
        Ok(Answer {
            meta: facts(&session),
            output,
        })
    })
}

/// The text that should stand in the file. The result buffer holds it when that is another one.
#[wasm_bindgen(js_name = migrateSession)]
pub fn migrate_session(len: usize, options: JsValue) -> Result<String, Failure> {
    let options = LoadOptions::read(&options)?;
    buffers::answer(len, |file| {
        let session = session::open(file, &options.session)?;
        let output = session.rewritten(&options.session);
        let changed = if output.is_some() { "true" } else { "false" };
        Ok(Answer {
            meta: [r#"{"changed":"#, changed, "}"].concat(),
            output: output.unwrap_or_default(),
        })
    })
}

fn facts(session: &Session<'_>) -> String {
    let text = |text: Option<JsString>| text.map_or("null".into(), |text| js_quoted(text.as_js()));
    let level = session.thinking_level_json().map_or(String::new(), |json| {
        [r#","thinkingLevel":"#, &String::from_utf8_lossy(&json)].concat()
    });
    let prelude: Vec<String> = session.prelude().iter().map(usize::to_string).collect();
    let branch: Vec<String> = session
        .branch_ids()
        .iter()
        .map(|id| js_quoted(id.as_js()))
        .collect();
    [
        (r#"{"report":"#, session.report().to_json()),
        (r#","sessionId":"#, text(session.session_id())),
        (r#","name":"#, text(session.name())),
        (
            r#","leafId":"#,
            session.leaf_id().map_or("null".into(), js_quoted),
        ),
        (r#","branch":"#, array(&branch)),
        (r#","prelude":"#, array(&prelude)),
        (r#","records":"#, session.loaded().to_string()),
        ("", level),
        (
            r#","model":"#,
            String::from_utf8_lossy(&session.model_json()).into_owned(),
        ),
        ("}", String::new()),
    ]
    .iter()
    .flat_map(|(key, value)| [*key, value])
    .collect()
}
