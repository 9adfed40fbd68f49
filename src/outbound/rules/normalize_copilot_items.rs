use crate::json::{Document, Value};
use crate::outbound::body::{map_list, replaced};
use crate::outbound::request::RequestContext;
use crate::rule::declare_rule;
use crate::text::{JsStr, sha256_hex_prefix};
use crate::transcript::Fate;

declare_rule! {
    /// ## What it does
    /// Takes what is bound to one connection out of the items of a Responses body for GitHub Copilot.
    /// ## Who refuses without it
    /// GitHub Copilot, which knows item ids and encrypted reasoning only on the connection that made them.
    /// ## Exact rule
    /// Provider `github-copilot`, API `openai-responses`; each item of `input`:
    /// 1. Type `reasoning`: the item goes when `id` is there and is no string of 1 to 64 UTF-16 units; else
    ///    `encrypted_content` goes.
    /// 2. Another type, with an `id` that looks bound to a connection: the id becomes `fc_` (type `function_call`) or
    ///    `msg_` (all others) and the first 16 hex digits of its SHA-256.
    /// 3. Bound is an id of 24 or more of `A–Z a–z 0–9 + / _ -` and closing `=`, of which base64 makes at least 16
    ///    bytes, and that is not `rs_`, `msg_` or `fc_` and one or more of `A–Z a–z 0–9 _ -`.
    /// ## Example
    /// ```json target
    /// {"provider":"github-copilot","modelApi":"openai-responses","modelId":"gpt-5.2"}
    /// ```
    /// ```json before
    /// {"input":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"e"},{"type":"function_call","id":"AAAAAAAAAAAAAAAAAAAAAA==","call_id":"call_1","name":"ls","arguments":"{}"}]}
    /// ```
    /// ```json after
    /// {"input":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"function_call","id":"fc_2a76bda1b6807f08","call_id":"call_1","name":"ls","arguments":"{}"}]}
    /// ```
    /// ## Never touches
    /// `call_id`, ids of OpenAI's own form, text.
    /// ## Order
    /// Any: no other rule is for this target.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, provider `github-copilot`.
    pub(crate) static NORMALIZE_COPILOT_ITEMS = {
        id: "normalize-copilot-items",
        summary: "no item is bound to an earlier connection",
        effects: [Edits, Drops],
        rejects: [OR_13],
        since: "0.1.0",
    }
}

/// Longest id of a reasoning item, in UTF-16 units.
const MAX_REASONING_ID: usize = 64;

/// Shortest id that may be bound to a connection, in UTF-16 units.
const MIN_BOUND_ID: usize = 24;

/// Fewest bytes that such an id decodes to.
const MIN_BOUND_BYTES: usize = 16;

/// How OpenAI's own item ids begin.
const ITEM_PREFIXES: [&str; 3] = ["rs_", "msg_", "fc_"];

/// Hexadecimal digits of a new id.
const HASH_DIGITS: usize = 16;

pub(crate) fn applies(context: &RequestContext<'_>) -> bool {
    context.target.provider() == Some("github-copilot")
        && context.target.model_api() == Some("openai-responses")
}

pub(crate) fn apply(document: &mut Document<'_>, body: Value) -> Value {
    map_list(document, body, "input", |document, item| {
        match document.member_is(item, "type", "reasoning") {
            true => reasoning(document, item),
            false => other(document, item),
        }
    })
}

fn reasoning(document: &mut Document<'_>, item: Value) -> Fate {
    let legal = document.get(item, "id").is_none_or(|id| {
        document.string(id).is_some_and(|id| {
            (1..=MAX_REASONING_ID).contains(&JsStr::from_wtf8(&id).utf16_len())
        })
    });
    if !legal {
        return Fate::Drop;
    }
    let open = document.without_members(item, &["encrypted_content"]);
    replaced(item, open)
}

fn other(document: &mut Document<'_>, item: Value) -> Fate {
    let Some(id) = document.get_string(item, "id") else {
        return Fate::Keep;
    };
    let id = JsStr::from_wtf8(&id);
    if !is_connection_bound(id) {
        return Fate::Keep;
    }
    let prefix = match document.member_is(item, "type", "function_call") {
        true => "fc_",
        false => "msg_",
    };
    let id = format!("{prefix}{}", sha256_hex_prefix(id, HASH_DIGITS));
    let id = document.fresh_string(id.as_str().into());
    Fate::Replace(document.with_member(item, "id", id))
}

fn is_connection_bound(id: JsStr<'_>) -> bool {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let is_item_id = ITEM_PREFIXES
        .iter()
        .filter_map(|prefix| id.strip_prefix(prefix))
        .any(|rest| !rest.is_empty() && rest.as_bytes().iter().all(is_word));
    let digits = id.trim_end_byte(b'=').as_bytes();
    let is_base64 = digits
        .iter()
        .all(|b| is_word(b) || matches!(b, b'+' | b'/'));
    // Four digits of base64 make three bytes; what is cut short makes as many whole ones as it holds.
    id.len() >= MIN_BOUND_ID
        && !is_item_id
        && is_base64
        && digits.len() * 3 / 4 >= MIN_BOUND_BYTES
}

#[cfg(test)]
mod tests {
    use super::super::testing::{becomes, compat, run, stays, target};
    use super::is_connection_bound;
    use crate::outbound::RequestOptions;
    use crate::policy::Target;

    fn copilot() -> Target {
        target("github-copilot", "openai-responses", "gpt-5.2")
    }

    #[test]
    fn items_that_are_bound_to_nothing_stay() {
        stays(
            r#"{"input":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"reasoning"},{"type":"message","role":"user","content":"q"},{"type":"function_call","id":"fc_1","call_id":"AAAAAAAAAAAAAAAAAAAAAAAAAAAA"},{"type":"message","id":""}]}"#,
            &copilot(),
            &compat(),
        );
    }

    #[test]
    fn reasoning_loses_its_secret_or_goes() {
        let (text, outcome) = run(
            r#"{"input":[{"type":"reasoning","encrypted_content":"e","n":1.0},{"type":"reasoning","id":null},{"type":"reasoning","id":"","encrypted_content":"e"},{"type":"reasoning","id":7}]}"#,
            &copilot(),
            &compat(),
        );
        assert_eq!(text, r#"{"input":[{"type":"reasoning","n":1.0}]}"#);
        assert_eq!(outcome.removed, 3);
    }

    #[test]
    fn a_reasoning_id_has_at_most_64_units() {
        let body = |units: usize| {
            let id = "\u{1F600}".repeat(units / 2) + &"x".repeat(units % 2);
            format!(r#"{{"input":[{{"type":"reasoning","id":"{id}"}}]}}"#)
        };
        stays(&body(64), &copilot(), &compat());
        becomes(&body(65), r#"{"input":[]}"#, &copilot(), &compat());
    }

    #[test]
    fn a_bound_id_becomes_one_of_its_kind() {
        becomes(
            r#"{"input":[{"type":"message","id":"AAAAAAAAAAAAAAAAAAAAAA=="},{"id":"AAAAAAAAAAAAAAAAAAAAAA==","type":"function_call"},{"id":"AAAAAAAAAAAAAAAAAAAAAA=="}]}"#,
            r#"{"input":[{"type":"message","id":"msg_2a76bda1b6807f08"},{"id":"fc_2a76bda1b6807f08","type":"function_call"},{"id":"msg_2a76bda1b6807f08"}]}"#,
            &copilot(),
            &compat(),
        );
    }

    #[test]
    fn what_looks_bound_is_long_base64_and_no_item_id() {
        let long = "A".repeat(24);
        for bound in [
            "AAAAAAAAAAAAAAAAAAAAAA==".to_owned(),
            "+/_-+/_-+/_-+/_-+/_-+/_-".to_owned(),
            long.clone(),
            format!("rs_{long}+"),
            format!("call_{long}"),
        ] {
            assert!(is_connection_bound(bound.as_str().into()), "{bound}");
        }
        for free in [
            "A".repeat(23),
            "A".repeat(21) + "===",
            format!("msg_{long}"),
            format!("rs_{long}-"),
            format!("{long}."),
            format!("{long}=A"),
            format!("{long}é"),
            "=".repeat(30),
        ] {
            assert!(!is_connection_bound(free.as_str().into()), "{free}");
        }
    }

    #[test]
    fn hostile_bodies_come_back_as_they_are() {
        for body in [
            r#"{"input":"AAAAAAAAAAAAAAAAAAAAAAAA"}"#,
            r#"{"input":null}"#,
            r#"{"input":[null,1e400,["reasoning"],{"id":123456789012345678901234567890},{"id":["x"]}]}"#,
            r#"{"input":[{"type":"message","id":"AAAAAAAAAAAAAAAAAAAAAAAA","id":"x"}]}"#,
        ] {
            stays(body, &copilot(), &compat());
        }
    }

    #[test]
    fn only_copilot_by_its_exact_name_and_api_is_meant() {
        let body = r#"{"input":[{"type":"reasoning","encrypted_content":"e"}]}"#;
        for (provider, api) in [
            ("GitHub-Copilot", "openai-responses"),
            ("github-copilot", "openai-completions"),
            ("openai", "openai-responses"),
        ] {
            stays(body, &target(provider, api, ""), &RequestOptions::new());
        }
    }
}
