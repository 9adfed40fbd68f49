//! Recorded cases under `tests/vectors`: reading them, and comparing JSON the way they are judged.

pub(crate) mod replay;

use std::fs;
use std::path::{Path, PathBuf};

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, Value, write};
use transcript_hygiene::text::JsStr;

/// Levels of a case that are read: the case, its request or arguments, and the list of turns in it.
const LEVELS: usize = 3;

/// The clock of every recorded case, in milliseconds.
pub(crate) const NOW: f64 = 1_700_000_000_000.0;

/// The lines of all `.jsonl` files of a folder under `tests/vectors`, files in the order of their names.
pub(crate) fn lines(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder entry").path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    files.sort();
    let text = |file: PathBuf| {
        fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
    };
    let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
    files.into_iter().map(text).flat_map(lines).collect()
}

/// Reads a line.
pub(crate) fn parse(line: &str) -> Document<'_> {
    Document::parse(line.as_bytes(), LEVELS, &Limits::default())
        .unwrap_or_else(|e| panic!("{e} in {line}"))
}

/// A member's text, when it is a string without unpaired surrogates that matter.
pub(crate) fn string(document: &Document<'_>, object: Value, key: &str) -> Option<String> {
    document
        .get_string(object, key)
        .map(|text| JsStr::from_wtf8(&text).to_string_lossy())
}

/// A value as JSON text.
pub(crate) fn json(document: &Document<'_>, value: Value) -> String {
    String::from_utf8(write(document, value)).expect("written JSON is UTF-8")
}

/// How far two JSON texts are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    /// The same text but for white space.
    None,
    /// The same values in another spelling, or with keys in another order.
    Text,
    /// Not the same values.
    Value,
}

/// Compares two JSON texts.
pub(crate) fn difference(a: &str, b: &str) -> Difference {
    if without_space(a) == without_space(b) {
        return Difference::None;
    }
    let both = format!("[{a},{b}]");
    let document = Document::parse(both.as_bytes(), 1, &Limits::default())
        .unwrap_or_else(|e| panic!("{e} in {both}"));
    let sides: Vec<Value> = document
        .entries(document.root())
        .map(|entry| entry.value)
        .collect();
    if document.deep_equal(sides[0], sides[1]) {
        Difference::Text
    } else {
        Difference::Value
    }
}

/// The same JSON text without the white space between its tokens.
fn without_space(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            ' ' | '\n' | '\r' | '\t' if !in_string => continue,
            _ => {}
        }
        out.push(c);
    }
    out
}
