//! Names of files that lie beside a session.

use crate::text::sha256_hex_prefix;

/// Most bytes of a file's name on nearly all file systems.
const MOST_BYTES: usize = 255;

/// Digits of the hash that tells cut names apart.
const HASH_DIGITS: usize = 16;

/// Stands between what is left of a cut name and its hash.
const CUT: char = '~';

/// The key with something behind it. Where the last part of that would be longer than file systems take, the end of the
/// key gives way to a hash of its last part.
pub(super) fn with_suffix(key: &str, suffix: &str) -> String {
    let name_at = key.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let (folder, name) = key.split_at(name_at);
    if name.len() + suffix.len() <= MOST_BYTES {
        return [key, suffix].concat();
    }
    let mut kept = MOST_BYTES
        .saturating_sub(suffix.len() + CUT.len_utf8() + HASH_DIGITS)
        .min(name.len());
    while !name.is_char_boundary(kept) {
        kept -= 1;
    }
    let hash = sha256_hex_prefix(name.into(), HASH_DIGITS);
    format!("{folder}{}{CUT}{hash}{suffix}", &name[..kept])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, is_cut: bool) {
        let named = with_suffix(&format!("/a/{name}"), ".bak-1-2");
        let last = named.strip_prefix("/a/").expect("the folder stays");
        assert!(last.len() <= MOST_BYTES, "{last}");
        assert!(last.ends_with(".bak-1-2"));
        assert_eq!(last != format!("{name}.bak-1-2"), is_cut, "{last}");
    }

    #[test]
    fn names_are_cut_when_they_are_too_long_for_a_file_system() {
        check("s.jsonl", false);
        check(&"s".repeat(247), false);
        check(&"s".repeat(248), true);
        check(&"é".repeat(127), true);
    }

    #[test]
    fn cut_names_differ_where_names_differ() {
        let [a, b] = ["a", "b"].map(|end| with_suffix(&("s".repeat(254) + end), ".bak-1-2"));
        assert_ne!(a, b);
    }

    #[test]
    fn folders_are_never_cut() {
        let folder = "f/".repeat(200);
        assert_eq!(
            with_suffix(&format!("{folder}s"), ".x"),
            format!("{folder}s.x")
        );
        let folder = r"f\".repeat(200);
        assert_eq!(
            with_suffix(&format!("{folder}s"), ".x"),
            format!("{folder}s.x")
        );
    }

    #[test]
    fn a_suffix_that_is_too_long_by_itself_is_survived() {
        assert!(with_suffix("s", &"x".repeat(300)).ends_with('x'));
    }
}
