//! Errors on their way out: a plain object that the shim makes a `HygieneError` of.

use super::convert;
use crate::{Error, ErrorKind};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// What an export throws.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Failure {
    /// An argument that cannot be used.
    pub(super) fn argument(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::InvalidArgument, message).into()
    }

    /// An image that cannot be brought within limits.
    #[cfg(feature = "wasm-images")]
    pub(super) fn unusable_image(reason: &'static str, message: String) -> Self {
        Failure {
            code: "unusable-image",
            reason: Some(reason),
            ..Failure::argument(message)
        }
    }

    /// Names the option that is to blame.
    pub(super) fn of_option(mut self, name: impl Into<String>) -> Self {
        self.option = Some(name.into());
        self
    }

    /// Names the known option that was probably meant.
    pub(super) fn nearest(mut self, name: String) -> Self {
        self.nearest = Some(name);
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure {
            code: error.kind().code(),
            message: error.to_string(),
            pointer: error.pointer().map(str::to_owned),
            offset: error.offset(),
            limit: error.limit(),
            option: error.limit().map(|limit| format!("limits.{limit}")),
            nearest: None,
            reason: None,
        }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        convert::to_value(&failure)
    }
}
