//! The body of a request on its way out.

use super::Told;
use crate::preflight::{Outcome, PreflightOptions, preflight as look};
use crate::wasm::buffers::{self, Answer};
use crate::wasm::choices::{named, profile};
use crate::wasm::convert::Bag;
use crate::wasm::failure::Failure;
use crate::wasm::jobs::{self, read_answers};
use crate::wasm::options::{BOOLEAN, NAME, limits};
use wasm_bindgen::prelude::*;

/// Looks at the body of a request and mends it. The answer is the outcome; a new body waits in the result buffer.
///
/// `answers` are those to the image jobs of earlier calls on the same body. While there are jobs left, the answer holds
/// them instead, and the result buffer their images; without `answers` nobody works on pixels.
#[wasm_bindgen]
pub fn preflight(len: usize, options: JsValue, answers: JsValue) -> Result<String, Failure> {
    let (options, most) = read(&options)?;
    let options = options.with_pixels(read_answers(&answers));
    // The shim says so of a body that it did not send.
    if len > most {
        return Ok(Outcome::over_limit(&options).to_json());
    }
    buffers::answer(len, |input| {
        let outcome = look(input, &options);
        if outcome.pixels.is_waiting() {
            return Ok(jobs::answer(outcome.pixels));
        }
        Ok(Answer {
            meta: outcome.to_json(),
            output: outcome.body.unwrap_or_default(),
        })
    })
}

/// The options, and how many bytes a body may have.
fn read(value: &JsValue) -> Result<(PreflightOptions, usize), Failure> {
    let mut bag = Bag::open("options", "", value)?;
    let told = Told::take(&mut bag)?;
    let limits = limits(&bag.any("limits"))?;
    let most = limits.bytes;
    let options = PreflightOptions::new()
        .with_mode(named(&mut bag, "mode", "'report', 'repair' or 'strict'")?.unwrap_or_default())
        .with_api(bag.take("api", NAME)?)
        .with_provider(bag.take("provider", NAME)?)
        .with_model(bag.take("model", NAME)?)
        .with_path(bag.take("path", NAME)?)
        .with_profile(profile(&mut bag)?)
        .with_results(named(&mut bag, "results", "'first' or 'last'")?.unwrap_or_default())
        .with_prefix_changed(bag.take("prefixChanged", BOOLEAN)?.unwrap_or(false))
        .with_adds_headers(bag.take("addsHeaders", BOOLEAN)?.unwrap_or(true))
        .with_include_text(bag.take("includeText", BOOLEAN)?.unwrap_or(false))
        .with_switches(told.switches)
        .with_tools_declared(told.tools_declared)
        .with_id_pattern(told.id_pattern)
        .with_max_id_len(told.max_id_len)
        .with_limits(limits);
    bag.close()?;
    Ok((options, most))
}
