//! Letter case as JavaScript has it.

/// `toLowerCase`.
pub(crate) fn lower_case(text: &str) -> String {
    match text.is_ascii() {
        true => text.to_ascii_lowercase(),
        false => host::lower(text),
    }
}

/// `toUpperCase`.
pub(crate) fn upper_case(text: &str) -> String {
    match text.is_ascii() {
        true => text.to_ascii_uppercase(),
        false => host::upper(text),
    }
}

/// JavaScript itself is there, and Rust's tables of cases are larger than all that asks for them.
#[cfg(target_arch = "wasm32")]
mod host {
    use js_sys::JsString;

    pub(super) fn lower(text: &str) -> String {
        JsString::from(text).to_lower_case().into()
    }

    pub(super) fn upper(text: &str) -> String {
        JsString::from(text).to_upper_case().into()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod host {
    pub(super) fn lower(text: &str) -> String {
        text.to_lowercase()
    }

    pub(super) fn upper(text: &str) -> String {
        text.to_uppercase()
    }
}
