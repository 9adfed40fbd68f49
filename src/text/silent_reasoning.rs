//! Silence after reasoning: form D of [`silent`](super::silent).
//!
//! `T` is the silent token, `W` is ECMAScript white space, case is ignored for ASCII letters, `A` is form A.
//!
//! - `TAG` = (`antml:` | `mm:`)? (`think` | `thinking` | `thought`) | `antthinking`.
//!   Opening = `<` W* TAG `\b` [^<>]* `>`. Closing = `<` W* `/` W* TAG W* `>`. The two names need not agree.
//! - **D1**: take `Opening … Closing W*` away from the start as often as possible, each time to the nearest closing tag.
//!   If that took anything: silent when the rest is `A`, or its *final* is empty or an *intent*.
//! - **D2**: else, if an opening tag starts the text: silent when the rest after it is `A` or *plain*.
//! - **D3**: else, if (`think` | `thinking` | `thought` | `analysis` | `reasoning`) W* `:`? W* CR? LF starts the text,
//!   as far as that can reach: the same for the rest after it.
//! - *final*(x): x without (start | one of W, `*`, `.`) `T` W* at its end, trimmed; none without such an end.
//! - *plain*(x): final(x) exists and is empty, an *intent* or a *placeholder*; or its last line is an intent, and no
//!   *cue* is in the lines before.
//! - *intent*: subject W+ predicate, then any of `.`, `!`, `?`; see `INTENTS`. *placeholder*: see `PLACEHOLDER`.
//! - *cue*: a word that shows that somebody is being addressed, see `CUES`.

use super::silent::{is_silent_reply, trim_punctuation_end};
use super::{JsStr, is_space, is_word};

/// Prefixes of tag names, and the names that take them.
const TAG_PREFIXES: [&str; 2] = ["antml:", "mm:"];
const TAG_NAMES: [&str; 3] = ["think", "thinking", "thought"];
/// The tag name that takes no prefix.
const BARE_TAG_NAME: &str = "antthinking";

/// Headings that open reasoning without a tag.
const HEADINGS: [&str; 5] = ["thinking", "think", "thought", "analysis", "reasoning"];

/// Alternatives for one place in a sentence: words with one space for any white space, `""` for nothing.
type Slot = &'static [&'static str];

const SUBJECT: Slot = &[
    "i",
    "i'll",
    "i will",
    "i'm",
    "i am",
    "we",
    "we'll",
    "we will",
    "the assistant",
    "assistant",
    "the bot",
    "bot",
    "openclaw",
];

const PLACE: Slot = &[
    "",
    "here",
    "for now",
    "on this",
    "in this chat",
    "in this thread",
    "in this channel",
    "in this conversation",
];

/// Sentences that say that no answer will come.
const INTENTS: [&[Slot]; 3] = [
    &[
        SUBJECT,
        &["", "will"],
        &["stay", "remain", "keep", "be"],
        &["quiet", "silent"],
        PLACE,
    ],
    &[
        SUBJECT,
        &[
            "do not",
            "don't",
            "dont",
            "will not",
            "won't",
            "would not",
            "should not",
        ],
        &["reply", "respond"],
        PLACE,
    ],
    &[
        SUBJECT,
        &["have", "has"],
        &["nothing"],
        &["to", "for"],
        &["say", "add", "reply", "respond"],
    ],
];

/// What stands in for reasoning that is not shown.
const PLACEHOLDER: &[Slot] = &[
    &["", "internal", "private"],
    &["reasoning", "thinking", "thought", "thoughts", "analysis"],
    &["", "note", "notes"],
];

/// Words of the longest sentence above (`the assistant should not respond in this conversation`).
const MAX_WORDS: usize = 8;

/// Cues, at word borders on both sides. The border after `no,` asks for a word right behind the comma.
const CUES: [&str; 19] = [
    "answer",
    "here's",
    "here is",
    "tell them",
    "you should",
    "you can",
    "you could",
    "you need",
    "you must",
    "please",
    "try",
    "use",
    "send",
    "service is",
    "resolved",
    "retry",
    "yes",
    "no,",
    "sure",
];

/// True when the trimmed text is reasoning and then silence.
pub(super) fn is_silent_after_reasoning(text: JsStr<'_>, token: &str) -> bool {
    if !ends_with_token(text, token) {
        return false;
    }
    let spoken = after_closed_reasoning(text);
    if spoken.len() < text.len() {
        return is_silent_reply(spoken, token)
            || before_final_token(spoken, token)
                .is_some_and(|before| before.is_empty() || is_intent(before));
    }
    after_opening_tag(text)
        .or_else(|| after_heading(text))
        .is_some_and(|rest| is_silent_reply(rest, token) || is_plain(rest, token))
}

/// The quick test: in each form the token ends the text, with at most white space and punctuation behind it.
fn ends_with_token(text: JsStr<'_>, token: &str) -> bool {
    trim_punctuation_end(text.trim_end())
        .trim_end()
        .strip_suffix_ignore_case(token)
        .is_some()
}

/// D1: the rest after all leading pairs of tags; the text itself when there is none.
fn after_closed_reasoning(text: JsStr<'_>) -> JsStr<'_> {
    let mut rest = text;
    while let Some(after) = after_opening_tag(rest).and_then(after_next_closing_tag) {
        rest = after.trim_start();
    }
    rest
}

/// The rest after an opening tag at the start.
fn after_opening_tag(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let attributes = after_tag_name(text.trim_start().strip_prefix("<")?.trim_start())?;
    let end = attributes
        .as_bytes()
        .iter()
        .position(|b| matches!(b, b'<' | b'>'))?;
    attributes.tail(end).strip_prefix(">")
}

/// The rest after the nearest closing tag.
fn after_next_closing_tag(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let mut rest = text;
    loop {
        rest = rest.tail(rest.find_byte(b'<')? + 1);
        if let Some(after) = after_closing_tag_body(rest) {
            return Some(after);
        }
    }
}

/// The rest after a closing tag whose `<` is already read.
fn after_closing_tag_body(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let name = text.trim_start().strip_prefix("/")?.trim_start();
    after_tag_name(name)?.trim_start().strip_prefix(">")
}

/// The rest after a tag name that ends at a word border.
pub(super) fn after_tag_name(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let len = word_len(text);
    let prefix = text.as_bytes().get(..=len).unwrap_or_default();
    let (name, len) = match is_one_of(prefix, &TAG_PREFIXES) {
        true => (text.tail(prefix.len()), word_len(text.tail(prefix.len()))),
        false if is_one_of(&text.as_bytes()[..len], &[BARE_TAG_NAME]) => {
            return Some(text.tail(len));
        }
        false => (text, len),
    };
    is_one_of(&name.as_bytes()[..len], &TAG_NAMES).then(|| name.tail(len))
}

/// How many bytes at the start may stand in a word.
fn word_len(text: JsStr<'_>) -> usize {
    text.as_bytes().iter().take_while(|&&b| is_word(b)).count()
}

fn is_one_of(text: &[u8], names: &[&str]) -> bool {
    let is_text = |name: &&str| text.eq_ignore_ascii_case(name.as_bytes());
    names.iter().any(is_text)
}

/// D3: the rest after a heading line and the blank lines that follow it.
fn after_heading(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let after = HEADINGS
        .iter()
        .find_map(|heading| text.strip_prefix_ignore_case(heading))?;
    let body = after.trim_start();
    // A colon counts only when a line ends behind it; else the line must have ended before.
    body.strip_prefix(":")
        .and_then(after_last_blank_line)
        .or_else(|| after_last_blank_line(after))
}

/// The rest after the last LF of the leading white space.
fn after_last_blank_line(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let space = text.head(text.len() - text.trim_start().len());
    let line_feed = space.as_bytes().iter().rposition(|&b| b == b'\n')?;
    Some(text.tail(line_feed + 1))
}

/// *final*: the trimmed text before a token at the end.
fn before_final_token<'a>(text: JsStr<'a>, token: &str) -> Option<JsStr<'a>> {
    let before = text.trim_end().strip_suffix_ignore_case(token)?;
    let parted = before.is_empty()
        || before.ends_with_space()
        || before.ends_with("*")
        || before.ends_with(".");
    // Only the one character that parts the token goes with it.
    parted.then(|| match before.last() {
        Some((at, _)) => before.head(at).trim(),
        None => before,
    })
}

fn is_plain(text: JsStr<'_>, token: &str) -> bool {
    let Some(before) = before_final_token(text, token) else {
        return false;
    };
    if before.is_empty() || is_intent(before) || is_placeholder(before) {
        return true;
    }
    // `before` is trimmed: what precedes its last LF is not blank, and what follows it neither.
    match before.as_bytes().iter().rposition(|&b| b == b'\n') {
        Some(at) => is_intent(before.tail(at + 1)) && !has_cue(before.head(at)),
        None => false,
    }
}

fn is_intent(text: JsStr<'_>) -> bool {
    let text = text.trim();
    let marks = text
        .as_bytes()
        .iter()
        .rev()
        .take_while(|b| matches!(b, b'.' | b'!' | b'?'))
        .count();
    let sentence = text.head(text.len() - marks);
    !sentence.ends_with_space() && INTENTS.iter().any(|pattern| is_sentence(sentence, pattern))
}

fn is_placeholder(text: JsStr<'_>) -> bool {
    is_sentence(text, PLACEHOLDER)
}

/// True when the words of the text fill the slots in order.
fn is_sentence(text: JsStr<'_>, slots: &[Slot]) -> bool {
    let mut words = Vec::with_capacity(MAX_WORDS);
    let mut rest = text.trim();
    while !rest.is_empty() {
        if words.len() == MAX_WORDS {
            return false;
        }
        let end = rest
            .code_points()
            .find(|&(_, c)| is_space(c))
            .map_or(rest.len(), |(at, _)| at);
        words.push(rest.head(end));
        rest = rest.tail(end).trim_start();
    }
    // Bit n stands for "the slots so far can have taken n words".
    let mut reached = 1u32;
    for slot in slots {
        let mut next = 0;
        for taken in (0..=words.len()).filter(|taken| reached >> taken & 1 == 1) {
            for phrase in *slot {
                if let Some(count) = count_phrase(&words[taken..], phrase) {
                    next |= 1 << (taken + count);
                }
            }
        }
        reached = next;
    }
    reached >> words.len() & 1 == 1
}

/// How many words the phrase takes, when it starts the list.
fn count_phrase(words: &[JsStr<'_>], phrase: &str) -> Option<usize> {
    let mut count = 0;
    for wanted in phrase.split(' ').filter(|word| !word.is_empty()) {
        let word = words.get(count)?.as_bytes();
        if !word.eq_ignore_ascii_case(wanted.as_bytes()) {
            return None;
        }
        count += 1;
    }
    Some(count)
}

fn has_cue(text: JsStr<'_>) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len())
        .filter(|&at| is_word(bytes[at]) && (at == 0 || !is_word(bytes[at - 1])))
        .any(|at| CUES.iter().any(|cue| starts_with_cue(text.tail(at), cue)))
}

fn starts_with_cue(text: JsStr<'_>, cue: &str) -> bool {
    let mut rest = text;
    for (nth, word) in cue.split(' ').enumerate() {
        let start = rest.trim_start();
        if nth > 0 && start.len() == rest.len() {
            return false;
        }
        match start.strip_prefix_ignore_case(word) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    let ends_in_word = cue.bytes().last().is_some_and(is_word);
    rest.as_bytes().first().copied().is_some_and(is_word) != ends_in_word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn silent(text: &str) -> bool {
        is_silent_after_reasoning(JsStr::from(text), "NO_REPLY")
    }

    #[test]
    fn closed_reasoning_may_end_in_an_intent() {
        assert!(silent("<think>a</think>NO_REPLY"));
        assert!(silent(
            "< THINKING x=1>a</thought>\n<antthinking>b</ mm:think >I'll stay quiet. NO_REPLY"
        ));
        assert!(!silent("<think>a</think>Fine. NO_REPLY"));
        assert!(!silent("<thinker>a</thinker>NO_REPLY"));
    }

    #[test]
    fn open_reasoning_needs_an_intent_without_cue_before_it() {
        assert!(silent(
            "<think>They chat.\nI will not reply in  this thread!\nNO_REPLY"
        ));
        assert!(!silent(
            "<think>You  can do it.\nI will not reply.\nNO_REPLY"
        ));
        assert!(silent("<think>private thoughts notes *NO_REPLY"));
        assert!(!silent("<think>I am quiet ! NO_REPLY"));
    }

    #[test]
    fn a_heading_opens_reasoning() {
        assert!(silent(
            "Thinking :\r\n\r\nThe bot has nothing to add\nNO_REPLY"
        ));
        assert!(!silent("Thinking: NO_REPLY"));
        assert!(!silent("Thinkings\nNO_REPLY"));
    }

    #[test]
    fn cues_stand_at_word_borders() {
        let cue = |text: &'static str| has_cue(JsStr::from(text));
        assert!(cue("Answer it") && cue("x no,w") && cue("here\n is") && cue("é use"));
        assert!(!cue("answers") && !cue("no, w") && !cue("hereis") && !cue("reuse"));
    }

    #[test]
    fn hostile_tags_take_linear_time() {
        assert!(!silent(&format!("{}NO_REPLY", "<think>".repeat(300_000))));
        assert!(!silent(&format!(
            "<think>{} NO_REPLY",
            "</ ".repeat(300_000)
        )));
        assert!(silent(&format!(
            "{}NO_REPLY",
            "<think></think>".repeat(100_000)
        )));
    }
}
