//! Usage and cost: only the numbers that are known, in one order.

use crate::json::{Document, Kind, Value};

/// The numbers of `usage` that people see, in this order; `cost` comes behind them.
pub const USAGE: [&str; 17] = [
    "input",
    "output",
    "total",
    "totalTokens",
    "inputTokens",
    "outputTokens",
    "promptTokens",
    "completionTokens",
    "cacheRead",
    "cacheWrite",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "input_tokens",
    "output_tokens",
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
];
/// The numbers of `cost` that people see, in this order.
pub const COST: [&str; 5] = ["input", "output", "cacheRead", "cacheWrite", "total"];

/// True for usage of nothing but numbers that people see, which is shown as it is.
pub(super) fn is_shown_usage(document: &Document<'_>, usage: Value) -> bool {
    let is_shown = |object: Value, keys: &[&str], inner: &dyn Fn(Value) -> bool| {
        let mut entries = document.entries(object).peekable();
        document.kind(object) == Kind::Object
            && entries.peek().is_some()
            && entries.all(|entry| {
                let key = document.key(entry);
                match document.kind(entry.value) {
                    Kind::Number => keys.iter().any(|known| known.as_bytes() == &*key),
                    _ => &*key == b"cost" && inner(entry.value),
                }
            })
    };
    is_shown(usage, &USAGE, &|cost| is_shown(cost, &COST, &|_| false))
}

/// The usage that people see; none when no number is known.
pub(super) fn usage_view(document: &mut Document<'_>, usage: Value) -> Option<Value> {
    let mut members = numbers(document, usage, &USAGE);
    if let Some(cost) = document.get(usage, "cost")
        && let Some(cost) = cost_view(document, cost)
    {
        members.push(("cost", cost));
    }
    (!members.is_empty()).then(|| document.fresh_object(&members))
}

/// The cost that people see; none when no number is known.
pub(super) fn cost_view(document: &mut Document<'_>, cost: Value) -> Option<Value> {
    let members = numbers(document, cost, &COST);
    (!members.is_empty()).then(|| document.fresh_object(&members))
}

/// The members that are finite numbers, in the order of the keys.
fn numbers(
    document: &Document<'_>,
    object: Value,
    keys: &[&'static str],
) -> Vec<(&'static str, Value)> {
    let mut found: Vec<Option<Value>> = vec![None; keys.len()];
    if document.kind(object) == Kind::Object {
        for entry in document.entries(object) {
            let key = document.key(entry);
            let known = keys.iter().position(|known| known.as_bytes() == &*key);
            if let Some(place) = known {
                found[place] = Some(entry.value).filter(|&value| document.is_finite(value));
            }
        }
    }
    let known = keys.iter().zip(found);
    known
        .filter_map(|(&key, value)| Some((key, value?)))
        .collect()
}
