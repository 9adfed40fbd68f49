//! Everything a host adds to a message for the model alone.

use super::{JsStr, JsString, inbound_metadata, runtime_context};

/// The text without [runtime context](runtime_context::strip) and then without
/// [inbound metadata](inbound_metadata::strip); `None` when nothing changes.
pub fn strip_internal_metadata(text: JsStr<'_>) -> Option<JsString> {
    let without_context = runtime_context::strip(text);
    let current = without_context.as_ref().map_or(text, JsString::as_js);
    inbound_metadata::strip(current).or(without_context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn context_goes_before_metadata() {
        let text = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n\
            [Mon 2026-01-05 10:00] hi";
        assert_eq!(strip_internal_metadata(text.into()).unwrap().as_js(), "hi");
        assert_eq!(strip_internal_metadata(" hi ".into()), None);
    }
}
