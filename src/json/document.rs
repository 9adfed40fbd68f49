//! Text with spans over it, and immutable values that are edited by making new ones.
//!
//! A [`Value`] is an address range, plus the number of its child list when its children are known. Addresses below
//! the length of the source lie in the source; those above lie in the *fresh* text that rules write. Child lists are
//! never changed: an edit makes a new list and a new value, so the state before a step stays readable for nothing,
//! and what nobody edits is never copied. Writing out copies the stretches of source text that are still in use.

use super::lists::Lists;
use super::number::{number_text, parse_number};
use super::scan::{Index, Spelling, Work, check_len, scan, skip_space, skip_string, skip_value};
use super::string::{decode_string, write_string};
use crate::order::sort_stably;
use crate::text::{JsStr, find_bytes};
use crate::{Error, ErrorKind, Limits};
use std::borrow::Cow;
use std::ops::Range;

/// In [`Value::list`]: the children are not listed (a scalar, an empty container, or one not looked into yet).
pub(super) const NO_LIST: u32 = u32::MAX;

/// A JSON value of a [`Document`]: four words to copy, meaningless without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) list: u32,
}

impl Value {
    pub(super) const fn new(start: u32, end: u32, list: u32) -> Self {
        Value { start, end, list }
    }

    /// Where its text begins. Stays the same when the value is edited, so it tells which value this was.
    pub const fn address(self) -> u32 {
        self.start
    }

    /// Bytes of the text that it was read from, which an edit does not change.
    pub const fn source_len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// A member of an object, or an element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// In an object the address of the key. In an array a mark that is free for the caller to set; 0 at first.
    pub(super) key: u32,
    /// The value.
    pub value: Value,
}

impl Entry {
    /// An array element with a mark of the caller's.
    pub const fn element(value: Value, mark: u32) -> Self {
        Entry { key: mark, value }
    }

    /// The mark of an array element.
    pub const fn mark(self) -> u32 {
        self.key
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// a number
    Number,
    /// a string
    String,
    /// an array
    Array,
    /// an object
    Object,
}

impl Kind {
    /// The kind with its article, as errors name it.
    pub const fn described(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }
}

/// Most keys that are remembered.
const MADE_KEYS: usize = 32;

/// A JSON text and the values made from it.
#[derive(Clone, Debug)]
pub struct Document<'s> {
    pub(super) source: &'s [u8],
    pub(super) fresh: Vec<u8>,
    lists: Lists,
    /// Lists below this number were found in the source, so their values are as they were.
    source_lists: u32,
    spelling: Spelling,
    work: Work,
    /// Whether it is known that the source is UTF-8.
    encoded: bool,
    /// Where keys that were made stand: most are made again for every turn.
    made_keys: Vec<u32>,
    root: Value,
}

impl<'s> Document<'s> {
    /// Checks that `source` is one JSON value and looks into it `depth` levels deep.
    ///
    /// # Errors
    /// `invalid-json` with offset and pointer; `limit-exceeded` for `bytes` and `nesting`.
    pub fn parse(source: &'s [u8], depth: usize, limits: &Limits) -> Result<Self, Error> {
        Document::read(source, depth, limits, false)
    }

    /// The same for text that an encoder just wrote, which is UTF-8 for sure and is not looked at for that again. Of other
    /// bytes the strings would be what no JavaScript string is.
    ///
    /// # Errors
    /// Those of [`Document::parse`].
    pub fn parse_encoded(source: &'s [u8], depth: usize, limits: &Limits) -> Result<Self, Error> {
        Document::read(source, depth, limits, true)
    }

    fn read(source: &'s [u8], depth: usize, limits: &Limits, encoded: bool) -> Result<Self, Error> {
        let mut document = Document::unread(source);
        document.root = document.scan(source, 0, depth, limits, encoded)?;
        document.source_lists = document.lists.len() as u32;
        document.work = Work::default();
        Ok(document)
    }

    /// A document of many values, of which none was read yet: see [`Document::read_part`].
    pub(crate) fn of_parts(source: &'s [u8]) -> Self {
        Document {
            // To look through all of it at once is quicker than through each string.
            encoded: simdutf8::basic::from_utf8(source).is_ok(),
            ..Document::unread(source)
        }
    }

    /// A document of which nothing was read yet.
    fn unread(source: &'s [u8]) -> Self {
        Document {
            source,
            fresh: Vec::new(),
            // A transcript has about one entry for every forty bytes.
            lists: Lists::with_capacity(source.len() / 40),
            source_lists: 0,
            spelling: Spelling::default(),
            work: Work::default(),
            encoded: false,
            made_keys: Vec::new(),
            root: Value::new(0, 0, NO_LIST),
        }
    }

    /// Reads a value from text that stands at `address`.
    fn scan(
        &mut self,
        text: &[u8],
        address: u32,
        depth: usize,
        limits: &Limits,
        encoded: bool,
    ) -> Result<Value, Error> {
        let mut index = Index {
            lists: &mut self.lists,
            spelling: &mut self.spelling,
            encoded,
        };
        scan(text, address, depth, limits, &mut index, &mut self.work)
    }

    /// Forgets all values and reads the one that is a part of the source, which is the root then. A text of many values
    /// that are looked at one after the other takes memory for one of them.
    ///
    /// # Errors
    /// Those of [`Document::parse`], with offsets in the part.
    pub(crate) fn read_part(
        &mut self,
        part: Range<usize>,
        depth: usize,
        limits: &Limits,
    ) -> Result<(), Error> {
        self.lists.clear();
        self.fresh.clear();
        self.made_keys.clear();
        self.spelling = Spelling::default();
        let text = &self.source[part.clone()];
        let encoded = self.encoded;
        self.root = self.scan(text, part.start as u32, depth, limits, encoded)?;
        self.source_lists = self.lists.len() as u32;
        Ok(())
    }

    /// Reads a text of one JSON value a line; gives the values in order, and how many lines are none.
    ///
    /// The text is split at LF. Lines that are blank, at the ends of the text also what ECMAScript trims, are no values
    /// and do not count. The document's [root](Document::root) is the first value.
    ///
    /// # Errors
    /// `limit-exceeded` for `bytes` and `nesting`.
    pub fn parse_lines(
        source: &'s [u8],
        depth: usize,
        limits: &Limits,
    ) -> Result<(Self, Vec<Value>, usize), Error> {
        let mut document = Document::unread(source);
        check_len(source, limits)?;
        let (mut values, mut skipped) = (Vec::new(), 0);
        let text = JsStr::from_wtf8(source);
        let mut at = source.len() - text.trim_start().len();
        let end = at + text.trim().len();
        while at < end {
            let rest = &source[at..end];
            let line = &rest[..find_bytes(rest, b"\n").unwrap_or(rest.len())];
            match document.scan_line(line, at, depth, limits) {
                Ok(value) => values.push(value),
                Err(error) if error.kind() == ErrorKind::LimitExceeded => return Err(error),
                Err(_) if JsStr::from_wtf8(line).is_blank() => {}
                Err(_) => skipped += 1,
            }
            at += line.len() + 1;
        }
        document.source_lists = document.lists.len() as u32;
        if let Some(first) = values.first() {
            document.root = *first;
        }
        Ok((document, values, skipped))
    }

    /// Scans a line of the source; one that is no UTF-8 as a decoder reads it, in the fresh text.
    fn scan_line(
        &mut self,
        line: &[u8],
        at: usize,
        depth: usize,
        limits: &Limits,
    ) -> Result<Value, Error> {
        let decoded = String::from_utf8_lossy(line);
        let (line, at) = match &decoded {
            Cow::Borrowed(_) => (line, at),
            Cow::Owned(text) => {
                let (start, _) = self.push_fresh(|out| out.extend_from_slice(text.as_bytes()));
                (text.as_bytes(), start as usize)
            }
        };
        self.scan(line, at as u32, depth, limits, false)
    }

    /// The whole text's value.
    pub fn root(&self) -> Value {
        self.root
    }

    /// The text that the document was made from.
    pub fn source(&self) -> &'s [u8] {
        self.source
    }

    /// All text from an address to the end of its region.
    #[inline]
    pub(super) fn text_from(&self, address: u32) -> &[u8] {
        let at = address as usize;
        match at.checked_sub(self.source.len()) {
            None => &self.source[at..],
            Some(at) => &self.fresh[at..],
        }
    }

    /// All text of an address's region up to it.
    pub(super) fn text_before(&self, address: u32) -> &[u8] {
        let at = address as usize;
        match at.checked_sub(self.source.len()) {
            None | Some(0) => &self.source[..at],
            Some(at) => &self.fresh[..at],
        }
    }

    #[inline]
    pub(super) fn text_between(&self, start: u32, end: u32) -> &[u8] {
        &self.text_from(start)[..(end - start) as usize]
    }

    /// True when the value is as it was in the source.
    pub fn is_source(&self, value: Value) -> bool {
        (value.start as usize) < self.source.len()
            && (value.list == NO_LIST || value.list < self.source_lists)
    }

    /// What the value is.
    pub fn kind(&self, value: Value) -> Kind {
        match self.text_from(value.start).first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't') => Kind::Bool(true),
            Some(b'f') => Kind::Bool(false),
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// True for an object or an array, which is what JavaScript calls an object.
    pub fn is_object_like(&self, value: Value) -> bool {
        matches!(self.text_from(value.start).first(), Some(b'{' | b'['))
    }

    /// JavaScript truthiness: not `null`, `false`, zero or the empty string.
    pub fn is_truthy(&self, value: Value) -> bool {
        match self.kind(value) {
            Kind::Null => false,
            Kind::Bool(b) => b,
            Kind::Number => self.number(value).is_some_and(|n| n != 0.0),
            Kind::String => value.end - value.start > 2,
            Kind::Array | Kind::Object => true,
        }
    }

    /// The string's text, if the value is a string.
    pub fn string(&self, value: Value) -> Option<Cow<'_, [u8]>> {
        let text = self.text_between(value.start, value.end);
        (text.first() == Some(&b'"')).then(|| decode_string(text))
    }

    /// True when some string of the text is spelled with an escape of half a surrogate pair.
    pub fn spells_surrogates(&self) -> bool {
        self.spelling.surrogates
    }

    /// True when the value is a string of nothing but white space.
    pub fn is_blank_string(&self, value: Value) -> bool {
        match self.spelling(value) {
            // How it starts nearly always says enough, without decoding what follows.
            Some([b'"', b'\\', b'"' | b'\\' | b'/' | b'b', ..]) => false,
            Some([b'"', first, ..])
                if first.is_ascii_graphic() && !matches!(first, b'"' | b'\\') =>
            {
                false
            }
            Some([b'"', rest @ ..])
                if rest.first().is_some_and(|first| !first.is_ascii())
                    && !JsStr::from_wtf8(rest).starts_with_space() =>
            {
                false
            }
            Some(_) => self
                .string(value)
                .is_some_and(|text| JsStr::from_wtf8(&text).is_blank()),
            None => false,
        }
    }

    /// The string as JSON spells it, quotes and escapes included, if the value is a string.
    pub fn spelling(&self, value: Value) -> Option<&[u8]> {
        let text = self.text_between(value.start, value.end);
        (text.first() == Some(&b'"')).then_some(text)
    }

    /// True when the value is the string `text`.
    pub fn is_string(&self, value: Value, text: &str) -> bool {
        let bytes = self.text_between(value.start, value.end);
        match bytes
            .strip_prefix(b"\"")
            .and_then(|rest| rest.strip_suffix(b"\""))
        {
            Some(inner) if inner == text.as_bytes() => true,
            Some(inner) => {
                inner.len() > text.len()
                    && inner.contains(&b'\\')
                    && *decode_string(bytes) == *text.as_bytes()
            }
            None => false,
        }
    }

    /// True for a number that JavaScript can hold; one with too large an exponent is infinite there.
    pub fn is_finite(&self, value: Value) -> bool {
        /// Digits up to which a number without an exponent is finite.
        const FINITE_DIGITS: usize = 300;
        let text = self.text_between(value.start, value.end);
        let is_small =
            text.len() <= FINITE_DIGITS && !text.iter().any(|b| matches!(b, b'e' | b'E'));
        self.kind(value) == Kind::Number
            && (is_small || self.number(value).is_some_and(f64::is_finite))
    }

    /// The number, if the value is one. Too large is infinite, as in JavaScript.
    pub fn number(&self, value: Value) -> Option<f64> {
        match self.kind(value) {
            Kind::Number => Some(parse_number(self.text_between(value.start, value.end))),
            _ => None,
        }
    }

    /// Members of an object, elements of an array; nothing for other values.
    pub fn entries(&self, value: Value) -> Entries<'_> {
        if value.list != NO_LIST {
            return Entries::Listed(self.listed(value).iter());
        }
        match self.text_from(value.start).first() {
            Some(&bracket @ (b'{' | b'[')) => {
                let text = self.text_between(value.start, value.end);
                Entries::Walked {
                    text,
                    base: value.start,
                    at: 1,
                    object: bracket == b'{',
                }
            }
            _ => Entries::Listed([].iter()),
        }
    }

    #[inline]
    fn listed(&self, value: Value) -> &[Entry] {
        self.lists.get(value.list)
    }

    /// The listed children, when there is a list; marks can be set through [`Document::mark`].
    pub fn elements(&self, value: Value) -> &[Entry] {
        if value.list == NO_LIST {
            &[]
        } else {
            self.listed(value)
        }
    }

    /// Sets the mark of the element at `index` of a listed array.
    pub fn mark(&mut self, array: Value, index: usize, mark: u32) {
        if array.list != NO_LIST {
            self.lists.get_mut(array.list, index).key = mark;
        }
    }

    /// The key of an object's member.
    pub fn key(&self, entry: Entry) -> Cow<'_, [u8]> {
        let text = self.key_text(entry);
        match self.spelling.escaped_keys {
            true => decode_string(text),
            false => Cow::Borrowed(
                text.get(1..text.len().saturating_sub(1))
                    .unwrap_or_default(),
            ),
        }
    }

    /// The key of an object's member as its JSON text.
    pub fn key_text(&self, entry: Entry) -> &[u8] {
        let text = self.text_from(entry.key);
        &text[..skip_string(text, 0)]
    }

    /// True when the member's key is `key`.
    #[inline]
    pub fn key_is(&self, entry: Entry, key: &str) -> bool {
        self.key_equals(entry, key.as_bytes())
    }

    fn key_equals(&self, entry: Entry, key: &[u8]) -> bool {
        let text = &self.text_from(entry.key)[1..];
        if text.get(key.len()) == Some(&b'"') && text[..key.len()] == *key {
            return true;
        }
        self.spelling.escaped_keys && *self.key(entry) == *key
    }

    /// The member `key` of an object. When it stands twice the last one counts, as in JavaScript.
    pub fn get(&self, object: Value, key: &str) -> Option<Value> {
        if object.list != NO_LIST {
            let is_object = self.text_from(object.start).first() == Some(&b'{');
            let members = if is_object { self.listed(object) } else { &[] };
            let Spelling {
                escaped_keys,
                spaced_members,
                ..
            } = self.spelling;
            let (bytes, end) = (key.as_bytes(), key.len() + 1);
            let mut members = members.iter().rev();
            let found = if object.list < self.source_lists && !escaped_keys && !spaced_members {
                // Two quotes and a colon are all there is beside the key, so its length says nearly everything.
                let gap = key.len() as u32 + 3;
                members.find(|entry| {
                    entry.value.start - entry.key == gap && self.key_equals(**entry, bytes)
                })
            } else {
                // Where this key would end, nearly every other key of the source has something else than a quote.
                members.find(|entry| match self.source.get(entry.key as usize + end) {
                    Some(b'"') | None => self.key_equals(**entry, bytes),
                    Some(_) => escaped_keys && self.key_equals(**entry, bytes),
                })
            };
            return found.map(|entry| entry.value);
        }
        match self.entries(object) {
            entries @ Entries::Walked { object: true, .. } => entries
                .filter(|entry| self.key_is(*entry, key))
                .last()
                .map(|entry| entry.value),
            _ => None,
        }
    }

    /// The member `key`, unless it is `null`.
    pub fn get_non_null(&self, object: Value, key: &str) -> Option<Value> {
        self.get(object, key)
            .filter(|value| self.kind(*value) != Kind::Null)
    }

    /// The member `key`, if it is a string.
    pub fn get_string(&self, object: Value, key: &str) -> Option<Cow<'_, [u8]>> {
        self.get(object, key).and_then(|value| self.string(value))
    }

    /// True when the object has the member `key` and it is the string `text`.
    pub fn member_is(&self, object: Value, key: &str, text: &str) -> bool {
        self.get(object, key)
            .is_some_and(|value| self.is_string(value, text))
    }

    /// Lists the children of a container that is not listed yet.
    fn list(&mut self, value: Value) -> Value {
        if value.list != NO_LIST {
            return value;
        }
        let children: Vec<Entry> = self.entries(value).collect();
        self.with_children(value, &children)
    }

    fn with_children(&mut self, value: Value, children: &[Entry]) -> Value {
        let list = self.lists.push(children.iter().copied());
        Value { list, ..value }
    }

    /// The same array with these elements.
    pub fn with_elements(&mut self, array: Value, elements: &[Entry]) -> Value {
        self.with_children(array, elements)
    }

    /// The value as JavaScript's spread makes it an object: of an array, its elements under their indexes.
    pub fn spread(&mut self, value: Value) -> Value {
        if self.kind(value) != Kind::Array {
            return value;
        }
        let elements: Vec<Value> = self.entries(value).map(|entry| entry.value).collect();
        let keys: Vec<String> = (0..elements.len()).map(|index| index.to_string()).collect();
        let members: Vec<(&str, Value)> = keys.iter().map(String::as_str).zip(elements).collect();
        self.fresh_object(&members)
    }

    /// The same object with `key` set to `value`: in place when it is there (the last one, when it stands twice),
    /// else as the last member. An array is [spread](Document::spread) first.
    pub fn with_member(&mut self, object: Value, key: &str, value: Value) -> Value {
        let object = self.spread(object);
        let object = self.list(object);
        let mut members = self.listed(object).to_vec();
        match members.iter().rposition(|entry| self.key_is(*entry, key)) {
            Some(at) => members[at].value = value,
            None => members.push(Entry {
                key: self.fresh_key(key),
                value,
            }),
        }
        self.with_children(object, &members)
    }

    /// The same object without the members that `drop` names, every one of them when a key stands twice.
    pub fn without_members(&mut self, object: Value, keys: &[&str]) -> Value {
        let goes = |entry: &Entry| keys.iter().any(|key| self.key_is(*entry, key));
        if !self.entries(object).any(|entry| goes(&entry)) {
            return object;
        }
        let kept: Vec<Entry> = self.entries(object).filter(|entry| !goes(entry)).collect();
        self.with_children(object, &kept)
    }

    fn push_fresh(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> (u32, u32) {
        let start = self.source.len() + self.fresh.len();
        write(&mut self.fresh);
        (start as u32, (self.source.len() + self.fresh.len()) as u32)
    }

    fn fresh_key(&mut self, key: &str) -> u32 {
        let is_key = |made: &&u32| {
            let rest = self.text_from(**made)[1..].strip_prefix(key.as_bytes());
            rest.is_some_and(|rest| rest.starts_with(b"\":"))
        };
        if let Some(made) = self.made_keys.iter().find(is_key) {
            return *made;
        }
        let (start, end) = self.push_fresh(|out| {
            write_string(out, JsStr::from(key));
            out.push(b':');
        });
        // Two quotes and the colon are all that is longer, unless something had to be escaped.
        let is_escaped = (end - start) as usize != key.len() + 3;
        self.spelling.escaped_keys |= is_escaped;
        if !is_escaped && self.made_keys.len() < MADE_KEYS {
            self.made_keys.push(start);
        }
        start
    }

    /// A new value from JSON text that the caller wrote, with everything in it listed.
    ///
    /// Text that is no JSON becomes `null`; that would be a mistake in the caller, and a test would see it.
    pub fn fresh(&mut self, json: &str) -> Value {
        let (start, end) = self.push_fresh(|out| out.extend_from_slice(json.as_bytes()));
        let at = start as usize - self.source.len();
        let text = &self.fresh[at..];
        let mut index = Index {
            lists: &mut self.lists,
            spelling: &mut self.spelling,
            encoded: true,
        };
        let (limits, work) = (Limits::default(), &mut self.work);
        match scan(text, start, usize::MAX, &limits, &mut index, work) {
            // White space around the value is not part of it.
            Ok(value) => value,
            Err(_) => {
                debug_assert!(false, "fresh text must be JSON: {json}");
                let (start, _) = (end, self.fresh.extend_from_slice(b"null"));
                Value::new(start, start + 4, NO_LIST)
            }
        }
    }

    /// A new string value.
    pub fn fresh_string(&mut self, text: JsStr<'_>) -> Value {
        let (start, end) = self.push_fresh(|out| write_string(out, text));
        Value::new(start, end, NO_LIST)
    }

    /// A new number value, printed as JavaScript prints it.
    pub fn fresh_number(&mut self, n: f64) -> Value {
        let (start, end) = self.push_fresh(|out| out.extend_from_slice(number_text(n).as_bytes()));
        Value::new(start, end, NO_LIST)
    }

    /// A new array of these elements.
    pub fn fresh_array(&mut self, elements: &[Entry]) -> Value {
        let (start, end) = self.push_fresh(|out| out.extend_from_slice(b"[]"));
        self.with_children(Value::new(start, end, NO_LIST), elements)
    }

    /// A new object of these members; the values may be old or new.
    pub fn fresh_object(&mut self, members: &[(&str, Value)]) -> Value {
        let entries: Vec<Entry> = members
            .iter()
            .map(|(key, value)| Entry {
                key: self.fresh_key(key),
                value: *value,
            })
            .collect();
        let (start, end) = self.push_fresh(|out| out.extend_from_slice(b"{}"));
        self.with_children(Value::new(start, end, NO_LIST), &entries)
    }

    /// Deep equality of values, not of text: numbers as doubles, strings decoded, keys in any order, the last of
    /// two members of one name. No recursion.
    pub fn deep_equal(&self, a: Value, b: Value) -> bool {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a == b {
                continue;
            }
            let kind = self.kind(a);
            if kind != self.kind(b) {
                return false;
            }
            match kind {
                Kind::Null | Kind::Bool(_) => {}
                Kind::Number => {
                    if self.number(a) != self.number(b) {
                        return false;
                    }
                }
                Kind::String => {
                    if self.string(a) != self.string(b) {
                        return false;
                    }
                }
                Kind::Array => {
                    let (mut x, mut y) = (self.entries(a), self.entries(b));
                    loop {
                        match (x.next(), y.next()) {
                            (Some(x), Some(y)) => pairs.push((x.value, y.value)),
                            (None, None) => break,
                            _ => return false,
                        }
                    }
                }
                Kind::Object => {
                    let (x, y) = (self.sorted_members(a), self.sorted_members(b));
                    if x.len() != y.len() || x.iter().zip(&y).any(|(x, y)| x.0 != y.0) {
                        return false;
                    }
                    pairs.extend(x.iter().zip(&y).map(|(x, y)| (x.1, y.1)));
                }
            }
        }
        true
    }

    fn sorted_members(&self, object: Value) -> Vec<(Cow<'_, [u8]>, Value)> {
        let mut members: Vec<_> = self
            .entries(object)
            .map(|entry| (self.key(entry), entry.value))
            .collect();
        // Stable, so of equal keys the one that stood last is the last of its run.
        sort_stably(&mut members, |x, y| x.0.cmp(&y.0));
        members.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = later.1;
            }
            same
        });
        members
    }

    /// First address after the key at `key` and its colon, which is where a member's own value stood.
    pub(super) fn after_key(&self, key: u32) -> u32 {
        let text = self.text_from(key);
        let colon = skip_space(text, skip_string(text, 0));
        key + skip_space(text, colon + 1) as u32
    }
}

/// Reads a text as one JSON value, as `JSON.parse` would: gives what `read` makes of it, none when it is no JSON.
pub fn parse_text<T>(text: JsStr<'_>, read: impl FnOnce(&Document<'_>, Value) -> T) -> Option<T> {
    // An unpaired surrogate is legal inside a string there, and no caller asks for the strings that hold one.
    let text = text.to_string_lossy();
    let document = Document::parse(text.as_bytes(), 1, &Limits::default()).ok()?;
    Some(read(&document, document.root()))
}

/// Iterator of [`Document::entries`].
#[derive(Clone, Debug)]
pub enum Entries<'a> {
    /// From a list.
    Listed(std::slice::Iter<'a, Entry>),
    /// By walking the text of a container that has no list.
    Walked {
        /// The container's text.
        text: &'a [u8],
        /// Address of its first byte.
        base: u32,
        /// Offset of what comes next.
        at: usize,
        /// Whether it is an object.
        object: bool,
    },
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        match self {
            Entries::Listed(entries) => entries.next().copied(),
            Entries::Walked {
                text,
                base,
                at,
                object,
            } => {
                *at = skip_space(text, *at);
                if text.get(*at) == Some(&b',') {
                    *at = skip_space(text, *at + 1);
                }
                if !text
                    .get(*at)
                    .is_some_and(|byte| !matches!(byte, b'}' | b']'))
                {
                    return None;
                }
                let mut key = 0;
                if *object {
                    key = *base + *at as u32;
                    let colon = skip_space(text, skip_string(text, *at));
                    *at = skip_space(text, colon + 1);
                }
                let start = *at;
                *at = skip_value(text, start);
                Some(Entry {
                    key,
                    value: Value::new(*base + start as u32, *base + *at as u32, NO_LIST),
                })
            }
        }
    }
}
