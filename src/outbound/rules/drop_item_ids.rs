use crate::json::{Document, Kind, Value};
use crate::outbound::body::{is_assistant, map_list, replaced};
use crate::outbound::request::RequestContext;
use crate::outbound::route::is_native_codex;
use crate::rule::declare_rule;
use crate::transcript::Fate;

declare_rule! {
    /// ## What it does
    /// Removes the ids of earlier items from a body for ChatGPT's own Codex.
    /// ## Who refuses without it
    /// ChatGPT's Codex backend, which stores no items and finds none by id.
    /// ## Exact rule
    /// 1. Provider `openai`, API `openai-chatgpt-responses`, and a base address of host `chatgpt.com` with path
    ///    `/backend-api`, `/backend-api/v1`, `/backend-api/codex` or `/backend-api/codex/v1`. In `strict` no base
    ///    address counts as that one.
    /// 2. In `input`, items of type `reasoning`, of type `message` with role `assistant`, and of type
    ///    `function_call` lose `id`.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-chatgpt-responses","modelId":"gpt-5.2-codex","baseUrl":"https://chatgpt.com/backend-api"}
    /// ```
    /// ```json before
    /// {"store":false,"prompt_cache_key":"s","input":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"e"},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"ls","arguments":"{}"}]}
    /// ```
    /// ```json after
    /// {"store":false,"prompt_cache_key":"s","input":[{"type":"reasoning","summary":[],"encrypted_content":"e"},{"type":"function_call","call_id":"call_1","name":"ls","arguments":"{}"}]}
    /// ```
    /// ## Never touches
    /// `call_id`, `encrypted_content`, `prompt_cache_key`, ids of other items.
    /// ## Order
    /// Any: no other rule is for this route.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, OpenAI Responses transport.
    pub(crate) static DROP_ITEM_IDS = {
        id: "drop-item-ids",
        summary: "ids of earlier items stay behind",
        effects: [Edits],
        rejects: [OR_14],
        since: "0.1.0",
    }
}

pub(crate) fn applies(context: &RequestContext<'_>) -> bool {
    is_native_codex(context)
}

pub(crate) fn apply(document: &mut Document<'_>, body: Value) -> Value {
    map_list(document, body, "input", |document, item| {
        if !is_prior_item(document, item) {
            return Fate::Keep;
        }
        let anonymous = document.without_members(item, &["id"]);
        replaced(item, anonymous)
    })
}

/// True for an item of the kinds whose ids are the backend's own.
fn is_prior_item(document: &Document<'_>, item: Value) -> bool {
    let is = |kind| document.member_is(item, "type", kind);
    document.kind(item) == Kind::Object
        && (is("reasoning")
            || is("function_call")
            || is("message") && is_assistant(document, item))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{becomes, compat, stays, target};
    use crate::outbound::RequestOptions;
    use crate::policy::Target;

    fn codex() -> Target {
        target("openai", "openai-chatgpt-responses", "gpt-5.2-codex")
    }

    fn native() -> RequestOptions {
        compat().with_base_url(Some("https://chatgpt.com/backend-api/codex".into()))
    }

    #[test]
    fn a_body_without_prior_ids_stays() {
        stays(
            r#"{"input":[{"type":"reasoning"},{"type":"message","role":"user","id":"msg_1"},{"role":"assistant","id":"x"},{"type":"function_call_output","id":"fco_1","call_id":"c"},{"type":"item_reference","id":"rs_1"}]}"#,
            &codex(),
            &native(),
        );
    }

    #[test]
    fn the_three_kinds_lose_their_id_and_nothing_else() {
        becomes(
            r#"{ "prompt_cache_key": "k", "input": [ { "id": "rs_1", "type": "reasoning", "encrypted_content": "e" }, {"type":"message","role":"assistant","id":null,"phase":"commentary"}, {"type":"function_call","call_id":"call_1","id":{"a":1e2}} ] }"#,
            r#"{ "prompt_cache_key": "k", "input": [ { "type": "reasoning", "encrypted_content": "e" }, {"type":"message","role":"assistant","phase":"commentary"}, {"type":"function_call","call_id":"call_1"} ] }"#,
            &codex(),
            &native(),
        );
    }

    #[test]
    fn an_id_that_stands_twice_goes_twice() {
        becomes(
            r#"{"input":[{"id":"a","type":"reasoning","\u0069d":"b"}]}"#,
            r#"{"input":[{"type":"reasoning"}]}"#,
            &codex(),
            &native(),
        );
    }

    #[test]
    fn hostile_bodies_come_back_as_they_are() {
        for body in [
            r#"{"input":"reasoning"}"#,
            r#"{"input":null,"id":"resp_1"}"#,
            r#"{"input":[null,1e400,"x",["reasoning"],{"type":["reasoning"],"id":1}]}"#,
            r#"{"input":[{"type":"reasoning","type":"x","id":"rs_1"}]}"#,
            r#"{"messages":[{"type":"reasoning","id":"rs_1"}]}"#,
        ] {
            stays(body, &codex(), &native());
        }
    }

    #[test]
    fn other_routes_keep_their_ids() {
        let body = r#"{"input":[{"type":"reasoning","id":"rs_1"}]}"#;
        stays(body, &codex(), &compat());
        becomes(body, r#"{"input":[{"type":"reasoning"}]}"#, &codex(), &RequestOptions::new());
        stays(body, &codex(), &compat().with_base_url(Some("https://api.openai.com/v1".into())));
        stays(body, &target("openai", "openai-responses", ""), &native());
        stays(body, &target("azure", "openai-chatgpt-responses", ""), &native());
    }
}
