//! What replay reads from the entries of a stored session, and what it adds to them.

use crate::json::{Document, Kind, Value, write_string};
use crate::policy::Target;
use crate::text::JsStr;
use crate::{Error, Limits};

/// Type of the entry that remembers which model a session spoke to.
const MODEL_SNAPSHOT: &str = "model-snapshot";

/// Type of the entry that remembers that a user turn was put first.
const BOOTSTRAP_MARKER: &str = "google-turn-ordering-bootstrap";

/// An entry for the host to store: `{type: "custom", customType, data}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppendEntry {
    /// `model-snapshot` or `google-turn-ordering-bootstrap`.
    pub custom_type: &'static str,
    /// The data, as JSON.
    pub data: String,
}

impl AppendEntry {
    /// `{"customType":…,"data":…}`.
    pub fn to_json(&self) -> String {
        format!(
            r#"{{"customType":"{}","data":{}}}"#,
            self.custom_type, self.data
        )
    }

    /// The mark that a user turn was put first.
    pub(crate) fn bootstrap_marker(timestamp: &str) -> AppendEntry {
        let data = match timestamp {
            "" => "{}".into(),
            timestamp => format!(r#"{{"timestamp":{timestamp}}}"#),
        };
        AppendEntry {
            custom_type: BOOTSTRAP_MARKER,
            data,
        }
    }

    /// Which model the session speaks to now.
    pub(crate) fn model_snapshot(target: &Target, timestamp: &str) -> AppendEntry {
        let mut members = Vec::new();
        if !timestamp.is_empty() {
            members.push(format!(r#""timestamp":{timestamp}"#));
        }
        for ((key, value), null) in target_members(target).into_iter().zip(target.nulls()) {
            let mut text = Vec::new();
            match value {
                Some(value) => write_string(&mut text, value.into()),
                None if null => text.extend_from_slice(b"null"),
                None => continue,
            }
            members.push(format!(r#""{key}":{}"#, String::from_utf8_lossy(&text)));
        }
        AppendEntry {
            custom_type: MODEL_SNAPSHOT,
            data: format!("{{{}}}", members.join(",")),
        }
    }
}

fn target_members(target: &Target) -> [(&'static str, Option<&str>); 3] {
    [
        ("provider", target.provider()),
        ("modelApi", target.model_api()),
        ("modelId", target.model_id()),
    ]
}

/// What the stored entries say.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SessionState {
    /// An entry says that a user turn was put first.
    pub(crate) has_bootstrap_marker: bool,
    /// An entry remembers a model.
    pub(crate) has_snapshot: bool,
    /// The remembered model is another one than the target's.
    pub(crate) snapshot_differs: bool,
}

impl SessionState {
    /// Reads a JSON array of entries; entries of other kinds and shapes do not count.
    pub(crate) fn read(
        entries: Option<&str>,
        target: &Target,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let Some(entries) = entries else {
            return Ok(SessionState::default());
        };
        let document = Document::parse(entries.as_bytes(), 2, limits)?;
        let mut state = SessionState::default();
        for entry in document.entries(document.root()) {
            if !document.member_is(entry.value, "type", "custom") {
                continue;
            }
            let kind = document
                .get_string(entry.value, "customType")
                .unwrap_or_default();
            let kind = JsStr::from_wtf8(&kind);
            state.has_bootstrap_marker |= kind.trim() == BOOTSTRAP_MARKER;
            let data = document
                .get(entry.value, "data")
                .filter(|data| document.is_object_like(*data));
            if let Some(data) = data.filter(|_| kind == MODEL_SNAPSHOT) {
                // The last one counts.
                state.has_snapshot = true;
                state.snapshot_differs = differs(&document, data, target);
            }
        }
        Ok(state)
    }
}

fn differs(document: &Document<'_>, data: Value, target: &Target) -> bool {
    target_members(target).iter().any(|(key, value)| {
        let value = value.unwrap_or_default();
        match document.get_non_null(data, key) {
            None => !value.is_empty(),
            Some(prior) => {
                document.kind(prior) != Kind::String || !document.is_string(prior, value)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_keeps_null_members_and_omits_absent_ones() {
        let target = Target::new()
            .with_provider("p")
            .with_nulls([false, true, false]);
        let entry = AppendEntry::model_snapshot(&target, "5");
        assert_eq!(
            entry.data,
            r#"{"timestamp":5,"provider":"p","modelApi":null}"#
        );
    }

    #[test]
    fn the_last_snapshot_that_is_an_object_counts() {
        let target = Target::new().with_provider("p");
        let read = |entries: &str| {
            SessionState::read(Some(entries), &target, &Limits::default()).expect("valid JSON")
        };
        let entry = |data: &str| {
            format!(r#"{{"type":"custom","customType":"model-snapshot","data":{data}}}"#)
        };
        let (same, other) = (entry(r#"{"provider":"p"}"#), entry(r#"{"provider":5}"#));
        assert!(read(&format!("[{same},{other}]")).snapshot_differs);
        assert!(!read(&format!("[{other},{same},{}]", entry("null"))).snapshot_differs);
        assert!(!read("[]").has_snapshot);
    }
}
