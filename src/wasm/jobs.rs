//! Jobs on pixels on their way to the images module, and the answers on their way back.

use crate::images::{Answer, Job, Pixels, Task};
use crate::json::quoted;
use crate::wasm::buffers;
use crate::wasm::convert::member;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};

/// Who works on pixels: the host, when it has answers or an empty list of them.
pub(in crate::wasm) fn read_answers(answers: &JsValue) -> Pixels {
    match answers.dyn_ref::<Array>() {
        None => Pixels::Nobody,
        Some(answers) => Pixels::of_host(answers.iter().map(|answer| read(&answer)).collect()),
    }
}

fn read(answer: &JsValue) -> Answer {
    let text = |name| member(answer, name).as_string();
    match (text("jpeg"), text("refused")) {
        (Some(data), _) => Answer::Jpeg(data),
        (None, Some(sentence)) => Answer::Refused(sentence),
        (None, None) => Answer::Readable,
    }
}

/// The envelope of a call that found jobs: how long each image is, and what is to be done with it.
pub(in crate::wasm) fn answer(pixels: Pixels) -> buffers::Answer {
    let Pixels::Host(jobs) = pixels else {
        return buffers::Answer {
            meta: r#"{"jobs":[]}"#.into(),
            output: Vec::new(),
        };
    };
    let list: Vec<String> = jobs.open().iter().map(job_json).collect();
    buffers::Answer {
        meta: [r#"{"jobs":["#, &list.join(","), "]}"].concat(),
        output: jobs.into_bytes(),
    }
}

fn job_json(job: &Job) -> String {
    let task = match job.task {
        Task::Verify => r#"{"verify":true}"#.into(),
        Task::Reencode { limits, background } => format!(
            r#"{{"maxDimensionPx":{},"maxBytes":{},"background":{}}}"#,
            limits.max_dimension_px,
            limits.max_bytes,
            quoted(&background.text())
        ),
    };
    format!(r#"{{"length":{},"task":{task}}}"#, job.len)
}
