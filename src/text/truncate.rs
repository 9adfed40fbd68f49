//! Cutting a text to a number of UTF-16 units.

use super::{JsStr, JsString};

/// What stands behind a text that was cut.
pub const TRUNCATION_MARK: &str = "\n...(truncated)...";

/// The first `units` UTF-16 units (their floor; nothing when negative), or one less where that would split a character.
pub fn truncate_utf16(text: JsStr<'_>, units: f64) -> JsStr<'_> {
    let units = units.max(0.0).floor();
    // A unit takes three bytes at most, and no text has fewer bytes than units.
    if text.len() as f64 <= units {
        return text;
    }
    let mut left = units as usize;
    for (at, c) in text.code_points() {
        let width = if c >= 0x10000 { 2 } else { 1 };
        if width > left {
            return text.head(at);
        }
        left -= width;
    }
    text
}

/// The text cut to `max` UTF-16 units with [`TRUNCATION_MARK`] behind it; `None` when it is not longer than that.
///
/// A fraction counts in the comparison and not in the cut.
pub fn truncate_marked(text: JsStr<'_>, max: f64) -> Option<JsString> {
    if text.len() as f64 <= max || text.utf16_len() as f64 <= max {
        return None;
    }
    let mut out = truncate_utf16(text, max).to_owned();
    out.push_str(TRUNCATION_MARK);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_never_splits_a_character() {
        assert_eq!(truncate_utf16("a😀b".into(), 2.0), "a");
        assert_eq!(truncate_utf16("a😀b".into(), 3.9), "a😀");
        assert_eq!(truncate_utf16("a😀b".into(), -1.0), "");
        assert_eq!(truncate_utf16("é€".into(), 2.0), "é€");
    }

    #[test]
    fn a_fraction_counts_in_the_comparison_alone() {
        assert_eq!(truncate_marked("ab".into(), 2.0), None);
        let cut = truncate_marked("ab".into(), 1.5).unwrap();
        assert_eq!(cut.as_js(), "a\n...(truncated)...");
    }
}
