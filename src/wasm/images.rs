//! Exports of the images module: codecs, and nothing that knows of transcripts.

use super::buffers::{self, Answer};
use super::convert::{Bag, to_value};
use super::failure::Failure;
use super::image_options::{take_background, take_image_options};
use super::options::finite;
use crate::images::{
    self, Background, ImageLimits, ImagePolicy, MAX_INPUT_BYTES, Omission, Taker, Task,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Refuses an image that has too many bytes, before it is copied.
#[wasm_bindgen(js_name = admitImage)]
pub fn admit_image(bytes: f64) -> Result<(), Failure> {
    match bytes > MAX_INPUT_BYTES as f64 {
        true => Err(refused(Omission::TooLarge)),
        false => Ok(()),
    }
}

/// An image within limits. The envelope says what it is; the result buffer holds it when it is another one.
#[wasm_bindgen(js_name = fitImage)]
pub fn fit_image(len: usize, limits: JsValue) -> Result<String, Failure> {
    let mut bag = Bag::open("the limits", "", &limits)?;
    let options = take_image_options(&mut bag)?;
    bag.close()?;
    let policy = ImagePolicy::new(&options, Taker::Release);
    buffers::answer(len, |bytes| {
        let fitted = images::fit(bytes, &policy).map_err(refused)?;
        let meta = format!(
            r#"{{"changed":{},"mimeType":"{}","width":{},"height":{},"originalWidth":{},"originalHeight":{}}}"#,
            fitted.changed,
            fitted.mime,
            fitted.width,
            fitted.height,
            fitted.original_width,
            fitted.original_height
        );
        let output = match fitted.changed {
            true => fitted.bytes.into_owned(),
            false => Vec::new(),
        };
        Ok(Answer { meta, output })
    })
}

/// What came of a job, as the core module reads it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Done {
    Jpeg(String),
    Refused(String),
    Readable(bool),
}

/// Does a job that the core module handed out.
#[wasm_bindgen(js_name = doImageJob)]
pub fn do_image_job(len: usize, task: JsValue) -> Result<JsValue, Failure> {
    let task = read_task(&task)?;
    buffers::with_input(len, |bytes| {
        Ok(to_value(&match images::answer(bytes, task) {
            images::Answer::Jpeg(data) => Done::Jpeg(data),
            images::Answer::Refused(text) => Done::Refused(text),
            images::Answer::Readable => Done::Readable(true),
        }))
    })
}

fn read_task(value: &JsValue) -> Result<Task, Failure> {
    let mut bag = Bag::open("the task", "", value)?;
    if bag.any("verify").is_truthy() {
        return Ok(Task::Verify);
    }
    let side = finite(&bag.any("maxDimensionPx"));
    let bytes = finite(&bag.any("maxBytes"));
    Ok(Task::Reencode {
        limits: ImageLimits::from_numbers(side, bytes),
        background: take_background(&mut bag)?.unwrap_or(Background::WHITE),
    })
}

fn refused(omission: Omission) -> Failure {
    Failure::unusable_image(omission.reason(), omission.to_string())
}
