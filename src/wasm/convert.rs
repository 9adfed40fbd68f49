//! The only place where values become Rust's and Rust's become values.

use super::failure::Failure;
use js_sys::{Array, Object, Reflect};
use serde::{Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast, JsValue};

/// A value as plain objects, arrays, strings and numbers, never a `Map`.
pub(super) fn to_value(value: &impl Serialize) -> JsValue {
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
}

/// A member of an object; `undefined` where there is none.
pub(super) fn member(value: &JsValue, name: &str) -> JsValue {
    if value.is_object() {
        Reflect::get(value, &name.into()).unwrap_or(JsValue::UNDEFINED)
    } else {
        JsValue::UNDEFINED
    }
}

/// What a value is, in a person's words.
fn kind(value: &JsValue) -> &'static str {
    if value.is_null() {
        "null"
    } else if Array::is_array(value) {
        "an array"
    } else if value.is_object() {
        "an object"
    } else if value.is_string() {
        "a string"
    } else if value.as_bool().is_some() {
        "a boolean"
    } else {
        "a number"
    }
}

/// An object of options. Each is taken by its name once, and what is left then is unknown.
pub(super) struct Bag {
    /// What precedes the names of the options in errors: empty, or `limits.`.
    prefix: &'static str,
    object: JsValue,
    known: Vec<&'static str>,
}

impl Bag {
    /// Opens an object; `null` and `undefined` are an empty one.
    pub(super) fn open(what: &str, prefix: &'static str, value: &JsValue) -> Result<Self, Failure> {
        let absent = value.is_null() || value.is_undefined();
        if !absent && (!value.is_object() || Array::is_array(value)) {
            let failure =
                Failure::argument(format!("{what} must be an object, found {}", kind(value)));
            return Err(match prefix.strip_suffix('.') {
                Some(option) => failure.of_option(option),
                None => failure,
            });
        }
        Ok(Bag {
            prefix,
            object: value.clone(),
            known: Vec::new(),
        })
    }

    /// The raw value of an option that takes any.
    pub(super) fn any(&mut self, name: &'static str) -> JsValue {
        self.known.push(name);
        member(&self.object, name)
    }

    /// An option of type `T`, described by `expected`; `null` and `undefined` are none.
    pub(super) fn take<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<Option<T>, Failure> {
        let value = self.any(name);
        if value.is_null() || value.is_undefined() {
            return Ok(None);
        }
        match serde_wasm_bindgen::from_value(value.clone()) {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(self.mismatch(name, expected, &value)),
        }
    }

    /// The error for an option of the wrong type.
    pub(super) fn mismatch(&self, name: &str, expected: &str, value: &JsValue) -> Failure {
        let name = format!("{}{name}", self.prefix);
        Failure::argument(format!(
            "{name:?} must be {expected}, found {}",
            kind(value)
        ))
        .of_option(name)
    }

    /// Ends the reading: a member that nobody took is an error that names the nearest known one.
    pub(super) fn close(self) -> Result<(), Failure> {
        let Some(object) = self.object.dyn_ref::<Object>() else {
            return Ok(());
        };
        for key in Object::keys(object)
            .iter()
            .filter_map(|key| key.as_string())
        {
            if !self.known.contains(&key.as_str()) {
                return Err(self.unknown(&key));
            }
        }
        Ok(())
    }

    fn unknown(&self, key: &str) -> Failure {
        let name = format!("{}{key}", self.prefix);
        let nearest = nearest(key, &self.known).map(|near| format!("{}{near}", self.prefix));
        let hint = match &nearest {
            Some(near) => format!("; did you mean {near:?}?"),
            None => String::new(),
        };
        let failure = Failure::argument(format!("{name:?} is not known{hint}")).of_option(name);
        match nearest {
            Some(near) => failure.nearest(near),
            None => failure,
        }
    }
}

/// Longer names are not compared: the time is the product of the lengths.
const LONGEST_NAME: usize = 64;

/// The name with the smallest edit distance, ignoring the case of ASCII letters; of equal ones the first.
fn nearest(name: &str, known: &[&'static str]) -> Option<&'static str> {
    let name: Vec<char> = name
        .to_ascii_lowercase()
        .chars()
        .take(LONGEST_NAME)
        .collect();
    known
        .iter()
        .copied()
        .min_by_key(|candidate| distance(&name, &candidate.to_ascii_lowercase()))
}

/// How many characters must be inserted, removed or replaced to get from one to the other.
fn distance(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, wanted) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &c) in from.iter().enumerate() {
            let replaced = diagonal + usize::from(c != wanted);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[from.len()]
}
