//! Grammars of ids and names: which letters, and how many.

/// Letters that may stand in a text and how many there may be. ASCII alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    first: u128,
    rest: u128,
    least: usize,
    most: usize,
}

const fn set(letters: &[u8]) -> u128 {
    let mut bits = 0;
    let mut at = 0;
    while at < letters.len() {
        bits |= 1 << letters[at];
        at += 1;
    }
    bits
}

const fn range(from: u8, to: u8) -> u128 {
    let mut bits = 0;
    let mut at = from;
    while at <= to {
        bits |= 1 << at;
        at += 1;
    }
    bits
}

const LETTERS: u128 = range(b'a', b'z') | range(b'A', b'Z');
const ALPHANUMERIC: u128 = LETTERS | range(b'0', b'9');
const WORD: u128 = ALPHANUMERIC | set(b"_-");

impl Grammar {
    /// `^[a-zA-Z0-9_-]{least,most}$`
    pub const fn word(least: usize, most: usize) -> Self {
        Grammar {
            first: WORD,
            rest: WORD,
            least,
            most,
        }
    }

    /// `^[a-zA-Z0-9]{9}$`, which Mistral asks of tool-call ids.
    pub const NINE: Grammar = Grammar {
        first: ALPHANUMERIC,
        rest: ALPHANUMERIC,
        least: 9,
        most: 9,
    };

    /// `^[a-zA-Z0-9_.:-]{1,64}$`, Bedrock's tool-use ids.
    pub(crate) const CONVERSE_ID: Grammar = Grammar {
        first: WORD | set(b".:"),
        rest: WORD | set(b".:"),
        least: 1,
        most: 64,
    };

    /// `^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`, Bedrock's tool names.
    pub(crate) const CONVERSE_NAME: Grammar = Grammar {
        first: LETTERS,
        rest: WORD,
        least: 1,
        most: 64,
    };

    /// `^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$`, Gemini's function names.
    pub(crate) const GEMINI_NAME: Grammar = Grammar {
        first: LETTERS | set(b"_"),
        rest: WORD | set(b".:"),
        least: 1,
        most: 128,
    };

    /// Reads `^[…]{n}$`, `^[…]{n,m}$`, `^[…]+$`: one class of ASCII letters and ranges. None for anything else.
    ///
    /// ```
    /// use transcript_hygiene::validate::Grammar;
    /// assert_eq!(Grammar::parse("^[a-zA-Z0-9]{9}$"), Some(Grammar::NINE));
    /// assert_eq!(Grammar::parse("a|b"), None);
    /// ```
    pub fn parse(pattern: &str) -> Option<Grammar> {
        let inner = pattern.strip_prefix("^[")?.strip_suffix('$')?;
        let (class, count) = inner.rsplit_once(']')?;
        let class = class.as_bytes();
        if !class.is_ascii() || class.contains(&b'\\') || class.first() == Some(&b'^') {
            return None;
        }
        let mut bits = 0;
        let mut at = 0;
        while at < class.len() {
            match class.get(at..at + 3) {
                Some(&[from, b'-', to]) if from <= to => {
                    bits |= range(from, to);
                    at += 3;
                }
                _ => {
                    bits |= 1u128 << class[at];
                    at += 1;
                }
            }
        }
        let (least, most) = match count {
            "+" => (1, usize::MAX),
            _ => {
                let count = count.strip_prefix('{')?.strip_suffix('}')?;
                let (least, most) = count.split_once(',').unwrap_or((count, count));
                (
                    least.parse().ok()?,
                    if most.is_empty() {
                        usize::MAX
                    } else {
                        most.parse().ok()?
                    },
                )
            }
        };
        Some(Grammar {
            first: bits,
            rest: bits,
            least,
            most,
        })
    }

    /// True when the text is one of the grammar.
    pub fn holds(&self, text: &[u8]) -> bool {
        let is_in = |set: u128, byte: u8| byte < 128 && set >> byte & 1 == 1;
        (self.least..=self.most).contains(&text.len())
            && text.split_first().is_none_or(|(first, rest)| {
                is_in(self.first, *first) && rest.iter().all(|byte| is_in(self.rest, *byte))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_lengths_count() {
        assert!(Grammar::NINE.holds(b"AbCdEf123"));
        assert!(!Grammar::NINE.holds(b"AbCdEf12") && !Grammar::NINE.holds(b"AbCdEf12_"));
        assert!(Grammar::CONVERSE_NAME.holds(b"a-1") && !Grammar::CONVERSE_NAME.holds(b"1a"));
        assert!(!Grammar::word(1, 4).holds("é".as_bytes()) && !Grammar::word(1, 4).holds(b""));
    }

    #[test]
    fn patterns_of_one_class_are_read() {
        let read = Grammar::parse("^[a-z_-]{2,3}$").unwrap();
        assert!(read.holds(b"a-_") && !read.holds(b"a") && !read.holds(b"A_"));
        for pattern in ["", "^[a-z]$", "^[^a]+$", "[a]+", "^[a]{x}$", "^[é]+$"] {
            assert_eq!(Grammar::parse(pattern), None, "{pattern}");
        }
    }
}
