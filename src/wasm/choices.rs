//! Options of the modules that change something: choices by name, and the clock.

use super::convert::Bag;
use super::failure::Failure;
#[cfg(any(feature = "wasm-core", feature = "wasm-history"))]
use super::options::finite;
use crate::Error;
use crate::policy::Profile;
use std::str::FromStr;

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

/// The caller's clock in milliseconds. The release reads its own where none is given, so `compat` does, too.
#[cfg(any(feature = "wasm-core", feature = "wasm-history"))]
pub(super) fn clock(bag: &mut Bag, profile: Profile) -> Option<f64> {
    let given = finite(&bag.any("now"));
    match profile {
        Profile::Strict => given,
        Profile::Compat => given.or_else(|| Some(js_sys::Date::now())),
    }
}
