//! Options of the validator, as lines of cases spell them.

use transcript_hygiene::json::{Document, Kind, Value};
use transcript_hygiene::text::JsStr;
use transcript_hygiene::validate::{Grammar, LintOptions};

/// Options as a case spells them.
pub(crate) fn options(
    document: &Document<'_>,
    given: Option<Value>,
    base: LintOptions,
) -> LintOptions {
    let mut options = base;
    for entry in given.into_iter().flat_map(|given| document.entries(given)) {
        let on = document.kind(entry.value) == Kind::Bool(true);
        let key = document.key(entry).into_owned();
        options = match key.as_slice() {
            b"noPrefill" => options.with_no_prefill(on),
            b"thinkingEnabled" => options.with_thinking_enabled(on),
            b"strictAlternation" | b"alternate" => options.with_strict_alternation(on),
            b"rejectReasoning" => options.with_reject_reasoning(on),
            b"requireReasoning" => options.with_require_reasoning(on),
            b"noMixed" => options.with_no_mixed(on),
            b"gemini3" => options.with_gemini3(on),
            b"noTrailingModel" => options.with_no_trailing_model(on),
            b"noTrailingAssistant" => options.with_no_trailing_assistant(on),
            b"noUserAfterTool" => options.with_no_user_after_tool(on),
            b"midSystem" => options.with_mid_system(on),
            b"toolsDeclared" => options.with_tools_declared(Some(on)),
            b"idPattern" => {
                let pattern = document.string(entry.value).unwrap_or_default();
                let grammar = Grammar::parse(&JsStr::from_wtf8(&pattern).to_string_lossy());
                options.with_id_pattern(Some(grammar.expect("a pattern of one class")))
            }
            other => panic!("unknown option {}", String::from_utf8_lossy(other)),
        };
    }
    options
}
