use super::*;
use crate::{Error, ErrorKind, Limits};

fn parse(text: &str) -> Document<'_> {
    Document::parse(text.as_bytes(), 4, &Limits::default()).expect("valid JSON")
}

fn fault(text: &[u8]) -> (usize, String) {
    let error = Document::parse(text, 4, &Limits::default()).expect_err("invalid JSON");
    assert_eq!(error.kind(), ErrorKind::InvalidJson);
    (
        error.offset().expect("an offset"),
        error.pointer().unwrap_or_default().to_owned(),
    )
}

fn text(document: &Document<'_>, value: Value) -> String {
    String::from_utf8(write(document, value)).expect("UTF-8")
}

#[test]
fn untouched_text_is_the_same_bytes() {
    for source in [
        " [ 1.0 , 1e2, -0, 12345678901234567890, 1E400 ] ",
        "{\"a\":1,\"a\":{\"b\" : [ ] },\"\\ud83d\":\"\\udead\\u00e9é\"}",
        "\"\"",
        "[[[[[[[[{\"deep\":[true,false,null]}]]]]]]]]",
    ] {
        let document = parse(source);
        assert_eq!(text(&document, document.root()), source.trim());
    }
}

#[test]
fn faults_have_their_place() {
    assert_eq!(fault(b""), (0, "".into()));
    assert_eq!(fault(b"[1,]"), (3, "/1".into()));
    assert_eq!(fault(b"[{\"a\":1 2}]"), (8, "/0/a".into()));
    assert_eq!(fault(b"[{\"a/b\":[0,tru]}]"), (11, "/0/a~1b/1".into()));
    assert_eq!(fault(b"[\"\xff\"]"), (2, "/0".into()));
    assert_eq!(fault(b"[\"\xed\xa0\x80\"]"), (2, "/0".into()));
    assert_eq!(fault(b"[\"a\nb\"]"), (3, "/0".into()));
    assert_eq!(fault(b"[01]"), (2, "/0".into()));
    assert_eq!(fault(b"[\"\\u12g4\"]"), (6, "/0".into()));
    assert_eq!(fault(b"[1] x").0, 4);
    assert_eq!(fault(b"{\"a\"").0, 4);
    assert_eq!(fault(b"[1}").0, 2);
    assert_eq!(fault(b"\xef\xbb\xbf[]").0, 0);
}

#[test]
fn every_cut_of_a_text_is_an_error() {
    let source =
        r#"[{"role":"user","content":[{"type":"text","text":"a\u00e9\n"},1.5e-3,true,null]}]"#;
    for end in 0..source.len() {
        assert!(
            Document::parse(&source.as_bytes()[..end], 4, &Limits::default()).is_err(),
            "cut at {end}"
        );
    }
}

#[test]
fn a_million_levels_pass_and_one_more_does_not() {
    let levels = 1_000_000;
    let source = "[".repeat(levels) + &"]".repeat(levels);
    let document = parse(&source);
    assert_eq!(write(&document, document.root()).len(), source.len());
    let deeper = format!("[{source}]");
    let error = Document::parse(deeper.as_bytes(), 4, &Limits::default()).expect_err("too deep");
    assert_eq!(
        (error.kind(), error.limit(), error.offset()),
        (ErrorKind::LimitExceeded, Some("nesting"), Some(levels))
    );
}

#[test]
fn too_many_bytes_is_an_error() {
    let limits = Limits {
        bytes: 3,
        ..Limits::default()
    };
    let error = Document::parse(b"[12]", 4, &limits).expect_err("too long");
    assert_eq!(
        (error.kind(), error.limit()),
        (ErrorKind::LimitExceeded, Some("bytes"))
    );
}

#[test]
fn the_last_of_two_members_counts_and_is_written() {
    let mut document = parse(r#"{"a":1,"b":2,"a":3}"#);
    let root = document.root();
    let a = document.get(root, "a").expect("a");
    assert_eq!(document.number(a), Some(3.0));
    let four = document.fresh_number(4.0);
    let edited = document.with_member(root, "a", four);
    assert_eq!(text(&document, edited), r#"{"a":1,"b":2,"a":4}"#);
    let without = document.without_members(edited, &["a"]);
    assert_eq!(text(&document, without), r#"{"b":2}"#);
}

#[test]
fn keys_are_compared_decoded() {
    let document = parse(r#"{"ro\u006ce":"\u0075ser"}"#);
    assert!(document.member_is(document.root(), "role", "user"));
    assert!(!document.member_is(document.root(), "rol", "user"));
}

#[test]
fn new_members_take_over_the_white_space() {
    let mut document = parse("{\n  \"a\": [\n    1,\n    2\n  ]\n}");
    let root = document.root();
    let a = document.get(root, "a").expect("a");
    let three = document.fresh_number(3.0);
    let mut elements = document.elements(a).to_vec();
    elements.remove(0);
    elements.push(Entry::element(three, 0));
    let a = document.with_elements(a, &elements);
    let edited = document.with_member(root, "a", a);
    let edited = document.with_member(edited, "b", three);
    assert_eq!(
        text(&document, edited),
        "{\n  \"a\": [\n    2,\n    3\n  ],\n  \"b\": 3\n}"
    );
}

#[test]
fn moved_elements_keep_their_text() {
    let mut document = parse("[ 1.0,2 , {\"x\" : 0}]");
    let root = document.root();
    let mut elements = document.elements(root).to_vec();
    elements.rotate_right(1);
    let edited = document.with_elements(root, &elements);
    assert_eq!(
        text(&document, edited),
        "[{\"x\" : 0}, 1.0,2]".replace("[{", "[ {")
    );
    let none = document.with_elements(root, &[]);
    assert_eq!(text(&document, none), "[]");
}

#[test]
fn fresh_values_can_be_edited_again() {
    let mut document = parse("[]");
    let turn = document.fresh(r#"{"role":"user","content":[{"type":"text","text":"x"}],"n":1}"#);
    let turn = document.without_members(turn, &["n"]);
    let role = document.fresh_string("tool".into());
    let turn = document.with_member(turn, "role", role);
    let turn = document.with_member(turn, "more", role);
    let all = document.with_elements(
        document.root(),
        &[Entry::element(turn, 0), Entry::element(role, 0)],
    );
    assert_eq!(
        text(&document, all),
        r#"[{"role":"tool","content":[{"type":"text","text":"x"}],"more":"tool"},"tool"]"#
    );
}

#[test]
fn values_below_the_listed_depth_read_the_same() {
    let source = r#"{"a":{"b":{"c":[1,{"d":"x"}]},"e":[]}}"#;
    for depth in 0..6 {
        let mut document =
            Document::parse(source.as_bytes(), depth, &Limits::default()).expect("valid JSON");
        let a = document.get(document.root(), "a").expect("a");
        let b = document.get(a, "b").expect("b");
        let c = document.get(b, "c").expect("c");
        assert_eq!(document.entries(c).count(), 2, "depth {depth}");
        let five = document.fresh_number(5.0);
        let b = document.with_member(b, "c", five);
        let a = document.with_member(a, "b", b);
        let root = document.with_member(document.root(), "a", a);
        assert_eq!(
            text(&document, root),
            r#"{"a":{"b":{"c":5},"e":[]}}"#,
            "depth {depth}"
        );
    }
}

#[test]
fn deep_equality_is_that_of_values() {
    let document = parse(
        r#"[{"a":1.0,"b":"\u0061"},{"b":"a","a":1},{"a":1},[1,[2]],[1,[2]],[1,2],{"a":0,"b":"a","a":1}]"#,
    );
    let at = |i: usize| document.elements(document.root())[i].value;
    assert!(document.deep_equal(at(0), at(1)));
    assert!(!document.deep_equal(at(0), at(2)));
    assert!(document.deep_equal(at(3), at(4)));
    assert!(!document.deep_equal(at(3), at(5)));
    assert!(document.deep_equal(at(1), at(6)));
}

#[test]
fn truthiness_is_javascripts() -> Result<(), Error> {
    let document = parse(r#"[null,false,0,-0.0,"",true,1,"0",[],{}]"#);
    let truthy: Vec<bool> = document
        .entries(document.root())
        .map(|e| document.is_truthy(e.value))
        .collect();
    assert_eq!(
        truthy,
        [
            false, false, false, false, false, true, true, true, true, true
        ]
    );
    Ok(())
}

#[test]
fn white_space_around_the_value_stays() {
    let mut document = parse("\n [1, 2] \r\n");
    let elements = document.elements(document.root())[..1].to_vec();
    let root = document.with_elements(document.root(), &elements);
    let mut out = Vec::new();
    write_whole(&document, root, &mut out);
    assert_eq!(out, b"\n [1] \r\n");
}

#[test]
fn keys_of_one_tag_are_told_apart() {
    // Equal length, first, middle and last letter.
    let document = parse(r#"{"abxcd":1,"aBxcd":2,"":3,"a":4}"#);
    let number = |key| {
        document
            .get(document.root(), key)
            .and_then(|value| document.number(value))
    };
    assert_eq!((number("abxcd"), number("aBxcd")), (Some(1.0), Some(2.0)));
    assert_eq!(
        (number(""), number("a"), number("acxcd")),
        (Some(3.0), Some(4.0), None)
    );
}

#[test]
fn fresh_keys_that_need_escapes_are_found_again() {
    let mut document = parse("{}");
    let one = document.fresh_number(1.0);
    let edited = document.with_member(document.root(), "a\"\n", one);
    assert_eq!(text(&document, edited), r#"{"a\"\n":1}"#);
    assert_eq!(document.get(edited, "a\"\n"), Some(one));
}
