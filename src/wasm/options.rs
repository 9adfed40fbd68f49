//! Options that operations of several modules take.

use super::convert::Bag;
use super::failure::Failure;
use crate::Limits;
use wasm_bindgen::JsValue;

pub(super) const BOOLEAN: &str = "a boolean";
#[cfg(any(
    feature = "wasm-core",
    feature = "wasm-history",
    feature = "wasm-validate"
))]
pub(super) const NAME: &str = "a string";
/// The largest whole number that JavaScript keeps exactly, 2^53 − 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// A number, or nothing for whatever else stands there.
#[cfg(any(
    feature = "wasm-core",
    feature = "wasm-history",
    feature = "wasm-images"
))]
pub(super) fn finite(value: &JsValue) -> Option<f64> {
    value.as_f64().filter(|n| n.is_finite())
}

pub(super) fn limits(value: &JsValue) -> Result<Limits, Failure> {
    let mut bag = Bag::open("\"limits\"", "limits.", value)?;
    let defaults = Limits::default();
    let limits = Limits {
        bytes: limit(&mut bag, "bytes", defaults.bytes)?,
        nesting: limit(&mut bag, "nesting", defaults.nesting)?,
        turns: limit(&mut bag, "turns", defaults.turns)?,
    };
    bag.close()?;
    Ok(limits)
}

pub(super) fn limit(bag: &mut Bag, name: &'static str, default: usize) -> Result<usize, Failure> {
    Ok(whole(bag, name)?.unwrap_or(default))
}

/// A number of things.
pub(super) fn whole(bag: &mut Bag, name: &'static str) -> Result<Option<usize>, Failure> {
    const WHOLE: &str = "a whole number that is not negative";
    match bag.take::<f64>(name, WHOLE)? {
        None => Ok(None),
        Some(n) if n.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER).contains(&n) => {
            Ok(Some(n as usize))
        }
        Some(n) => Err(bag.mismatch(name, WHOLE, &n.into())),
    }
}
