//! The type that the first characters of the base64 tell.

/// How the base64 of a format begins, whatever the rest is. WebP is not told apart, as in the reference: its `RIFF`
/// begins other files, too.
const PREFIXES: [(&[u8], &str); 3] = [
    (b"/9j/", "image/jpeg"),
    (b"iVBOR", "image/png"),
    (b"R0lGOD", "image/gif"),
];

/// The mime type that canonical base64 gives away by its beginning.
pub(super) fn sniff(canonical: &[u8]) -> Option<&'static str> {
    PREFIXES
        .iter()
        .find(|(prefix, _)| canonical.starts_with(prefix))
        .map(|&(_, mime)| mime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_name_the_type() {
        for (text, expected) in [
            ("/9j/", Some("image/jpeg")),
            ("/9j/4AAQ", Some("image/jpeg")),
            ("/9jA", None),
            ("iVBORw0K", Some("image/png")),
            ("iVBO", None),
            ("ivborw0k", None),
            ("R0lGODlh", Some("image/gif")),
            ("R0lGOA==", None),
            ("UklGRg==", None),
            ("Qk0=", None),
        ] {
            assert_eq!(sniff(text.as_bytes()), expected, "{text}");
        }
    }
}
