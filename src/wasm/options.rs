//! Options that operations of several modules take.

use super::convert::Bag;
use super::failure::Failure;
use crate::policy::Profile;
use crate::{Error, Limits};
use std::str::FromStr;
use wasm_bindgen::JsValue;

pub(super) const BOOLEAN: &str = "a boolean";
pub(super) const NAME: &str = "a string";
/// The largest whole number that JavaScript keeps exactly, 2^53 − 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// An option whose values have names.
pub(super) fn named<T: FromStr<Err = Error>>(
    bag: &mut Bag,
    name: &'static str,
    expected: &str,
) -> Result<Option<T>, Failure> {
    match bag.take::<String>(name, expected)? {
        None => Ok(None),
        Some(text) => match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(bag.mismatch(name, expected, &text.into())),
        },
    }
}

/// The same for values that have their names here.
#[cfg(feature = "wasm-history")]
pub(super) fn named_choice<T: Copy>(
    bag: &mut Bag,
    name: &'static str,
    expected: &str,
    choices: &[(&str, T)],
) -> Result<Option<T>, Failure> {
    let Some(text) = bag.take::<String>(name, expected)? else {
        return Ok(None);
    };
    match choices.iter().find(|(known, _)| *known == text) {
        Some((_, value)) => Ok(Some(*value)),
        None => Err(bag.mismatch(name, expected, &text.into())),
    }
}

pub(super) fn profile(bag: &mut Bag) -> Result<Profile, Failure> {
    Ok(named(bag, "profile", "'strict' or 'compat'")?.unwrap_or_default())
}

/// What every operation on text takes.
#[derive(Debug, Default)]
pub(super) struct CallOptions {
    pub(super) report: bool,
    pub(super) include_text: bool,
    pub(super) limits: Limits,
}

impl CallOptions {
    pub(super) fn take(bag: &mut Bag) -> Result<Self, Failure> {
        Ok(CallOptions {
            report: bag.take("report", BOOLEAN)?.unwrap_or(false),
            include_text: bag.take("includeText", BOOLEAN)?.unwrap_or(false),
            limits: limits(&bag.any("limits"))?,
        })
    }
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
    const WHOLE: &str = "a whole number that is not negative";
    match bag.take::<f64>(name, WHOLE)? {
        None => Ok(default),
        Some(n) if n.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER).contains(&n) => Ok(n as usize),
        Some(n) => Err(bag.mismatch(name, WHOLE, &n.into())),
    }
}

/// A number, or nothing for whatever else stands there.
pub(super) fn finite(value: &JsValue) -> Option<f64> {
    value.as_f64().filter(|n| n.is_finite())
}

/// The caller's clock in milliseconds. The release reads its own where none is given, so `compat` does, too.
pub(super) fn clock(bag: &mut Bag, profile: Profile) -> Option<f64> {
    let given = finite(&bag.any("now"));
    match profile {
        Profile::Strict => given,
        Profile::Compat => given.or_else(|| Some(js_sys::Date::now())),
    }
}
