//! A change, and the list of them.

use crate::json::write_string;
use crate::rule::Rule;

/// What happened at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A value changed where it stands.
    Edited,
    /// A turn stands elsewhere.
    Moved,
    /// A turn is new.
    Inserted,
    /// A turn or block is gone.
    Dropped,
    /// The content of a turn went into another one.
    Merged,
}

impl ChangeKind {
    /// The kind as a lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Edited => "edited",
            ChangeKind::Moved => "moved",
            ChangeKind::Inserted => "inserted",
            ChangeKind::Dropped => "dropped",
            ChangeKind::Merged => "merged",
        }
    }
}

/// One change.
#[derive(Clone, Debug)]
pub struct Change {
    /// The rule that asked for it.
    pub rule: &'static Rule,
    /// What happened.
    pub kind: ChangeKind,
    /// JSON pointer into the input; none for what the input does not hold.
    pub input: Option<String>,
    /// JSON pointer into the output; none for what the output does not hold.
    pub output: Option<String>,
    /// Bytes of JSON before.
    pub bytes_before: usize,
    /// Bytes of JSON after.
    pub bytes_after: usize,
    /// Digest of the JSON before, where the report has digests and there was something: the first hexadecimal digits of
    /// its SHA-256.
    pub digest_before: Option<String>,
    /// The same of the JSON after.
    pub digest_after: Option<String>,
    /// JSON before, when text was asked for and there was something.
    pub before: Option<String>,
    /// JSON after, when text was asked for and there is something.
    pub after: Option<String>,
}

impl Change {
    /// One sentence for people.
    pub fn sentence(&self) -> String {
        let what = match self.kind {
            ChangeKind::Edited if self.bytes_before == 0 => "Added",
            ChangeKind::Edited if self.bytes_after == 0 => "Removed",
            ChangeKind::Edited => "Edited",
            ChangeKind::Moved => "Moved",
            ChangeKind::Inserted => "Inserted",
            ChangeKind::Dropped => "Dropped",
            ChangeKind::Merged => "Merged",
        };
        let place = match (&self.input, &self.output) {
            (Some(input), Some(output))
                if self.kind == ChangeKind::Moved || self.kind == ChangeKind::Merged =>
            {
                format!("{input} to {output}")
            }
            (Some(input), _) => input.clone(),
            (None, Some(output)) => format!("{output} of the output"),
            (None, None) => String::new(),
        };
        format!("{what} {place}: {}.", self.rule.summary)
    }

    pub(crate) fn write_json(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"rule\":");
        write_string(out, self.rule.id.into());
        out.extend_from_slice(b",\"kind\":");
        write_string(out, self.kind.name().into());
        for (key, pointer) in [("input", &self.input), ("output", &self.output)] {
            if let Some(pointer) = pointer {
                out.extend_from_slice(format!(",\"{key}\":").as_bytes());
                write_string(out, pointer.as_str().into());
            }
        }
        let sizes = format!(
            ",\"bytesBefore\":{},\"bytesAfter\":{},\"sentence\":",
            self.bytes_before, self.bytes_after
        );
        out.extend_from_slice(sizes.as_bytes());
        write_string(out, self.sentence().as_str().into());
        let digests = [
            ("digestBefore", &self.digest_before),
            ("digestAfter", &self.digest_after),
        ];
        for (key, digest) in digests {
            if let Some(digest) = digest {
                out.extend_from_slice(format!(",\"{key}\":\"{digest}\"").as_bytes());
            }
        }
        for (key, text) in [("before", &self.before), ("after", &self.after)] {
            if let Some(text) = text {
                out.extend_from_slice(format!(",\"{key}\":{text}").as_bytes());
            }
        }
        out.push(b'}');
    }
}

/// Every change of one run, in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The changes.
    pub changes: Vec<Change>,
    /// Turns of the input.
    pub turns_before: usize,
    /// Turns of the output.
    pub turns_after: usize,
    /// Turns of the input that the output holds as they were.
    pub turns_untouched: usize,
}

impl Report {
    /// The report as JSON; `policy` is the JSON of the policy and its origins, put in as it is.
    pub fn to_json(&self, policy: Option<(&str, &str)>) -> String {
        let mut out = Vec::new();
        let head = format!(
            "{{\"repairVersion\":{},\"changed\":{},\"turns\":{{\"before\":{},\"after\":{},\"untouched\":{}}}",
            crate::REPAIR_VERSION,
            !self.changes.is_empty(),
            self.turns_before,
            self.turns_after,
            self.turns_untouched
        );
        out.extend_from_slice(head.as_bytes());
        if let Some((flags, origins)) = policy {
            out.extend_from_slice(format!(",\"policy\":{flags},\"origins\":{origins}").as_bytes());
        }
        out.extend_from_slice(b",\"counts\":{");
        let mut counted: Vec<&str> = Vec::new();
        for change in &self.changes {
            if !counted.contains(&change.rule.id) {
                counted.push(change.rule.id);
            }
        }
        for (at, id) in counted.iter().enumerate() {
            let count = self
                .changes
                .iter()
                .filter(|change| change.rule.id == *id)
                .count();
            let comma = if at > 0 { "," } else { "" };
            out.extend_from_slice(format!("{comma}\"{id}\":{count}").as_bytes());
        }
        out.extend_from_slice(b"},\"changes\":[");
        for (at, change) in self.changes.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            change.write_json(&mut out);
        }
        out.extend_from_slice(b"]}");
        String::from_utf8_lossy(&out).into_owned()
    }
}
