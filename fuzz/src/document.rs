//! The lossless document.

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, Entry, Kind, Value, write};

use crate::generate::Choices;
use crate::tree::Tree;

/// Levels up to which a text is read by the tests' own reader too, which goes down the stack.
const COMPARED_NESTING: usize = 100;

/// Levels that are listed at most.
const LISTED: usize = 6;

/// Any bytes: what is read as JSON is written as the same bytes, and an edit keeps everything else.
pub fn document(bytes: &[u8]) {
    let depth = usize::from(bytes.len() as u8 % LISTED as u8);
    let Ok(document) = Document::parse(bytes, depth, &Limits::default()) else {
        return;
    };
    let text = std::str::from_utf8(bytes)
        .expect("what is read is UTF-8")
        .trim_ascii();
    assert_eq!(write(&document, document.root()), text.as_bytes());

    let shallow = Limits {
        nesting: COMPARED_NESTING,
        ..Limits::default()
    };
    let Ok(mut document) = Document::parse(bytes, depth, &shallow) else {
        return;
    };
    let mut tree = Tree::parse(text);
    let mut choices = Choices::new(bytes);
    let mut root = document.root();
    for _ in 0..3 {
        root = edit(&mut document, root, &mut tree, &mut choices);
        let written = String::from_utf8(write(&document, root)).expect("written JSON is UTF-8");
        assert_eq!(Tree::parse(&written), tree, "{written}");
    }
}

/// Edits one place of the document, and the same place of the tree.
fn edit(
    document: &mut Document<'_>,
    root: Value,
    tree: &mut Tree,
    choices: &mut Choices<'_>,
) -> Value {
    // The containers on the way down, each with the index at which the way goes on.
    let mut way: Vec<(Value, usize)> = Vec::new();
    let mut place = root;
    let mut here = tree;
    loop {
        let entries: Vec<Entry> = document.entries(place).collect();
        if entries.is_empty() || choices.once_in(3) {
            break;
        }
        let at = choices.below(entries.len().min(256));
        if document.kind(place) == Kind::Object && name(document, &entries, at).is_none() {
            break;
        }
        way.push((place, at));
        place = entries[at].value;
        here = match here {
            Tree::Array(elements) => &mut elements[at],
            Tree::Object(members) => &mut members[at].1,
            Tree::Scalar(_) => panic!("the document sees children in a scalar"),
        };
    }
    let mut edited = match (document.kind(place), choices.below(3)) {
        (Kind::Object, 0) => {
            here.set("edited", Tree::raw("1"));
            let value = document.fresh_number(1.0);
            document.with_member(place, "edited", value)
        }
        (Kind::Object, 1) => {
            here.remove("a");
            document.without_members(place, &["a"])
        }
        (Kind::Array, 0) => {
            let Tree::Array(elements) = here else {
                panic!("the document sees an array")
            };
            elements.push(Tree::string("new"));
            let mut entries: Vec<Entry> = document.entries(place).collect();
            entries.push(Entry::element(document.fresh_string("new".into()), 0));
            document.with_elements(place, &entries)
        }
        _ => {
            *here = Tree::parse("{\"new\":[null]}");
            document.fresh("{\"new\":[null]}")
        }
    };
    while let Some((container, at)) = way.pop() {
        let mut entries: Vec<Entry> = document.entries(container).collect();
        edited = match document.kind(container) {
            Kind::Array => {
                entries[at].value = edited;
                document.with_elements(container, &entries)
            }
            _ => match name(document, &entries, at) {
                Some(key) => document.with_member(container, &key, edited),
                None => panic!("the way leads through members that can be named"),
            },
        };
    }
    edited
}

/// The key of a member that can be set by name: no unpaired surrogate is in it, and no later member has the same.
fn name(document: &Document<'_>, entries: &[Entry], at: usize) -> Option<String> {
    let key = document.key(entries[at]).into_owned();
    let last_of_name = entries
        .iter()
        .rposition(|entry| *document.key(*entry) == *key)
        == Some(at);
    String::from_utf8(key).ok().filter(|_| last_of_name)
}
