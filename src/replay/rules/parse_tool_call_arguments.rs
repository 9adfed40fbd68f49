use super::replace_unpaired_surrogates::mended;
use crate::json::{Document, Kind, Value, parse_text};
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, Fate, KindSet, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Makes the arguments of every tool call an object.
    /// ## Who refuses without it
    /// Every API. Constraints AM-14, CC-13, OR-11, GE-11, BC-10.
    /// ## Exact rule
    /// Of `arguments`, else `input`: a string that is the JSON text of an object becomes that object; any other string,
    /// an array, a number, `true` or `false` becomes an object that holds it as `input`; an empty string becomes `{}`.
    /// `null` is no input: such calls go by another rule.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":"{\"path\":\".\"}"},{"type":"toolCall","id":"b","name":"ls","arguments":["."]}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{"path":"."}},{"type":"toolCall","id":"b","name":"ls","arguments":{"input":["."]}}]}]
    /// ```
    /// ## Never touches
    /// Arguments that are objects.
    /// ## Order
    /// Before calls without input are dropped.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static PARSE_TOOL_CALL_ARGUMENTS = {
        id: "parse-tool-call-arguments",
        summary: "the arguments of a tool call are an object",
        effects: [Edits],
        rejects: [AM_14, CC_13, BC_10],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role != Role::Assistant || !turn.has(KindSet::RAW_CALLS) {
            continue;
        }
        if let Some(blocks) = transcript.map_blocks(turn, call) {
            transcript.set_blocks(index, &blocks);
        }
    }
}

fn call(document: &mut Document<'_>, block: Block) -> Fate {
    if !block.is_in(KindSet::RAW_CALLS) {
        return Fate::Keep;
    }
    let given = ["arguments", "input"].into_iter().find_map(|key| Some((key, document.get(block.value, key)?)));
    let Some((key, given)) = given else { return Fate::Keep };
    let object = match document.kind(given) {
        Kind::Object | Kind::Null => return Fate::Keep,
        Kind::String => parsed(document, given),
        _ => None,
    };
    let object = object.unwrap_or_else(|| document.fresh_object(&[("input", given)]));
    Fate::Replace(document.with_member(block.value, key, object))
}

/// The object that a string spells; an empty string spells an empty one.
fn parsed(document: &mut Document<'_>, given: Value) -> Option<Value> {
    let text = JsStr::from_wtf8(&document.string(given)?).to_owned();
    if text.as_js().is_blank() {
        return Some(document.fresh_object(&[]));
    }
    object_text(text.as_js()).map(|object| document.fresh(&object))
}

/// The JSON text of the object that a string spells.
pub(crate) fn object_text(text: JsStr<'_>) -> Option<String> {
    let is_object = parse_text(text, |inner, root| inner.kind(root) == Kind::Object)?;
    is_object.then(|| {
        // The escapes of the inner text were letters of a string until now.
        let mended = mended(text.as_bytes());
        let text = mended.as_deref().map_or(text, JsStr::from_wtf8);
        text.trim().to_string_lossy()
    })
}
