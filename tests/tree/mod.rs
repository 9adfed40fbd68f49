//! A plain JSON tree that keeps spelling: an independent reader, next to which the crate's own is judged.

use transcript_hygiene::json::{decode_string, number_text, parse_number, write_string};
use transcript_hygiene::text::JsStr;

/// A JSON value. Scalars and keys are kept as they are spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// The text of a string, a number, `true`, `false` or `null`.
    Scalar(String),
    Array(Vec<Tree>),
    /// Keys with their quotes.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Reads JSON text, which must be correct.
    pub(crate) fn parse(text: &str) -> Tree {
        let mut reader = Reader { text, at: 0 };
        let tree = reader.value();
        reader.skip_space();
        assert_eq!(reader.at, text.len(), "more than one value in {text}");
        tree
    }

    /// A string.
    pub(crate) fn string(text: &str) -> Tree {
        Tree::Scalar(quoted(text.into()))
    }

    /// A value from JSON text.
    pub(crate) fn raw(json: &str) -> Tree {
        Tree::Scalar(json.into())
    }

    /// An object.
    pub(crate) fn object(members: Vec<(&str, Tree)>) -> Tree {
        Tree::Object(
            members
                .into_iter()
                .map(|(key, value)| (quoted(key.into()), value))
                .collect(),
        )
    }

    /// Adds a member, or sets the last one of this name.
    pub(crate) fn set(&mut self, key: &str, value: Tree) {
        let Tree::Object(members) = self else { return };
        match members
            .iter_mut()
            .rev()
            .find(|(name, _)| decoded(name) == key)
        {
            Some((_, was)) => *was = value,
            None => members.push((quoted(key.into()), value)),
        }
    }

    /// Removes the members of this name.
    pub(crate) fn remove(&mut self, key: &str) {
        if let Tree::Object(members) = self {
            members.retain(|(name, _)| decoded(name) != key);
        }
    }

    /// The member of an object, the last one of this name.
    pub(crate) fn get(&self, key: &str) -> Option<&Tree> {
        let Tree::Object(members) = self else {
            return None;
        };
        members
            .iter()
            .rev()
            .find(|(name, _)| decoded(name) == key)
            .map(|(_, value)| value)
    }

    /// The elements of an array; none for other values.
    pub(crate) fn elements(&self) -> &[Tree] {
        match self {
            Tree::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The text of a string, with U+FFFD for unpaired surrogates.
    pub(crate) fn as_text(&self) -> Option<String> {
        match self {
            Tree::Scalar(text) if text.starts_with('"') => Some(decoded(text)),
            _ => None,
        }
    }

    /// What a JSON pointer points to.
    pub(crate) fn at(&self, pointer: &str) -> Option<&Tree> {
        pointer
            .split('/')
            .skip(1)
            .try_fold(self, |tree, token| match tree {
                Tree::Array(elements) => elements.get(token.parse::<usize>().ok()?),
                _ => tree.get(&unescaped(token)),
            })
    }

    /// The same, to be changed.
    pub(crate) fn at_mut(&mut self, pointer: &str) -> Option<&mut Tree> {
        pointer
            .split('/')
            .skip(1)
            .try_fold(self, |tree, token| match tree {
                Tree::Array(elements) => elements.get_mut(token.parse::<usize>().ok()?),
                Tree::Object(members) => {
                    let key = unescaped(token);
                    members
                        .iter_mut()
                        .rev()
                        .find(|(name, _)| decoded(name) == key)
                        .map(|(_, value)| value)
                }
                Tree::Scalar(_) => None,
            })
    }

    /// JSON text without white space.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, &mut |_| {});
        out
    }

    /// Appends JSON text; `space` may add white space wherever it is allowed.
    pub(crate) fn write(&self, out: &mut String, space: &mut impl FnMut(&mut String)) {
        space(out);
        match self {
            Tree::Scalar(text) => out.push_str(text),
            Tree::Array(elements) => {
                out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    element.write(out, space);
                }
                space(out);
                out.push(']');
            }
            Tree::Object(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    space(out);
                    out.push_str(key);
                    space(out);
                    out.push(':');
                    value.write(out, space);
                }
                space(out);
                out.push('}');
            }
        }
    }

    /// One text for all spellings of one value: keys sorted, the last of one name, numbers as JavaScript prints them.
    pub(crate) fn canonical(&self) -> String {
        match self {
            Tree::Scalar(text) => match text.as_bytes()[0] {
                b'"' => quoted(JsStr::from_wtf8(&decode_string(text.as_bytes()))),
                b'-' | b'0'..=b'9' => number_text(parse_number(text.as_bytes())),
                _ => text.clone(),
            },
            Tree::Array(elements) => {
                let elements: Vec<String> = elements.iter().map(Tree::canonical).collect();
                format!("[{}]", elements.join(","))
            }
            Tree::Object(members) => {
                let key = |key: &String| quoted(JsStr::from_wtf8(&decode_string(key.as_bytes())));
                let members: std::collections::BTreeMap<String, String> = members
                    .iter()
                    .map(|(name, value)| (key(name), value.canonical()))
                    .collect();
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("{key}:{value}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }
}

/// The elements of an array as they stand in its text.
pub(crate) fn element_texts(array: &str) -> Vec<&str> {
    let mut reader = Reader { text: array, at: 0 };
    let mut elements = Vec::new();
    reader.sequence(b'[', b']', |reader| {
        reader.skip_space();
        let start = reader.at;
        reader.value();
        elements.push(&array[start..reader.at]);
    });
    elements
}

fn quoted(text: JsStr<'_>) -> String {
    let mut out = Vec::new();
    write_string(&mut out, text);
    String::from_utf8(out).expect("a JSON string is UTF-8")
}

fn decoded(json: &str) -> String {
    JsStr::from_wtf8(&decode_string(json.as_bytes())).to_string_lossy()
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// Reads correct JSON, depth first.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn skip_space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
            .count();
    }

    /// The next byte after white space; stays before it.
    fn next(&mut self) -> u8 {
        self.skip_space();
        *self
            .text
            .as_bytes()
            .get(self.at)
            .unwrap_or_else(|| panic!("cut short: {}", self.text))
    }

    fn expect(&mut self, byte: u8) {
        assert_eq!(self.next(), byte, "at {} in {}", self.at, self.text);
        self.at += 1;
    }

    fn sequence(&mut self, open: u8, close: u8, mut item: impl FnMut(&mut Self)) {
        self.expect(open);
        if self.next() != close {
            item(self);
            while self.next() == b',' {
                self.at += 1;
                item(self);
            }
        }
        self.expect(close);
    }

    fn value(&mut self) -> Tree {
        match self.next() {
            b'[' => {
                let mut elements = Vec::new();
                self.sequence(b'[', b']', |reader| elements.push(reader.value()));
                Tree::Array(elements)
            }
            b'{' => {
                let mut members = Vec::new();
                self.sequence(b'{', b'}', |reader| {
                    reader.skip_space();
                    let key = reader.string();
                    reader.expect(b':');
                    members.push((key.into(), reader.value()));
                });
                Tree::Object(members)
            }
            b'"' => Tree::Scalar(self.string().into()),
            _ => {
                let rest = &self.text[self.at..];
                let length = rest
                    .find([',', ']', '}', ' ', '\n', '\r', '\t'])
                    .unwrap_or(rest.len());
                self.at += length;
                let scalar = &rest[..length];
                let is_number = scalar.starts_with(|c: char| c == '-' || c.is_ascii_digit());
                assert!(
                    is_number || ["true", "false", "null"].contains(&scalar),
                    "no JSON: {scalar:?} in {}",
                    self.text
                );
                Tree::Scalar(scalar.into())
            }
        }
    }

    fn string(&mut self) -> &'t str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while bytes[self.at] != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        &self.text[start..self.at]
    }
}
