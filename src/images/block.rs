//! What becomes of one image block, pixels included.

use super::decide::{Decision, decide};
use super::limits::ImageLimits;
use super::probe::Header;
use super::texts::Omission;
use crate::text::{JsStr, JsString};

/// What an image block becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An image block with all its own members.
    Keep {
        /// What `data` becomes; `None` if it stays.
        data: Option<String>,
        /// What `mimeType` becomes; `None` if it stays.
        mime: Option<&'static str>,
    },
    /// A text block.
    Omit {
        /// Its text.
        text: JsString,
    },
}

/// Makes an image block sendable, given its `data` and `mimeType` (`None` where these are no strings).
///
/// What [`decide`] leaves to be re-encoded becomes a JPEG with the feature `images`, and a text that says that nothing
/// can do that without it. `label` says in the texts where the image was.
///
/// ```
/// use transcript_hygiene::images::{ImageLimits, Outcome, sanitize_block};
///
/// let outcome = sanitize_block(
///     Some("R0lGODlhAgADAAA".into()),
///     Some("image/png".into()),
///     "session:history".into(),
///     &ImageLimits::default(),
/// );
/// let data = Some("R0lGODlhAgADAAA=".to_owned());
/// assert_eq!(outcome, Outcome::Keep { data, mime: Some("image/gif") });
/// ```
pub fn sanitize_block(
    data: Option<JsStr<'_>>,
    mime: Option<JsStr<'_>>,
    label: JsStr<'_>,
    limits: &ImageLimits,
) -> Outcome {
    match decide(data, mime, label, limits) {
        Decision::Keep { canonical, mime } => Outcome::Keep {
            data: canonical,
            mime,
        },
        Decision::Omit { text } => Outcome::Omit { text },
        Decision::Reencode { bytes, header } => match reencode(&bytes, &header, limits) {
            Ok((data, jpeg)) => Outcome::Keep {
                data: Some(data),
                mime: Some(jpeg).filter(|&jpeg| mime.is_none_or(|mime| mime != jpeg)),
            },
            Err(omission) => Outcome::Omit {
                text: omission.text(label),
            },
        },
    }
}

/// The re-encoded image as base64, and its media type.
#[cfg(feature = "images")]
fn reencode(
    bytes: &[u8],
    header: &Header,
    limits: &ImageLimits,
) -> Result<(String, &'static str), Omission> {
    let fitted = super::fit::reencode(bytes, header, limits)?;
    Ok((super::base64_text::write(&fitted.bytes), fitted.mime))
}

#[cfg(not(feature = "images"))]
fn reencode(_: &[u8], _: &Header, _: &ImageLimits) -> Result<(String, &'static str), Omission> {
    Err(Omission::Unavailable)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A GIF of 1 × 2 pixels.
    const GIF: &str = "R0lGODlhAQACAIAAAP8AAAAAACwAAAAAAQACAAACAoQKADs=";

    fn within_one_pixel(mime: &str) -> Outcome {
        let limits = ImageLimits::from_numbers(Some(1.0), None);
        sanitize_block(Some(GIF.into()), Some(mime.into()), "L".into(), &limits)
    }

    #[cfg(feature = "images")]
    #[test]
    fn pixels_are_changed() {
        let Outcome::Keep {
            data: Some(data),
            mime: Some("image/jpeg"),
        } = within_one_pixel("image/gif")
        else {
            panic!("a JPEG was to be had");
        };
        assert!(data.starts_with("/9j/"), "{data}");
        assert_eq!(
            within_one_pixel("image/jpeg"),
            Outcome::Keep {
                data: Some(data),
                mime: None
            }
        );
    }

    #[cfg(not(feature = "images"))]
    #[test]
    fn pixels_that_would_change_become_a_text() {
        assert_eq!(
            within_one_pixel("image/gif"),
            Outcome::Omit {
                text: Omission::Unavailable.text("L".into())
            }
        );
    }

    #[test]
    fn what_is_decided_without_pixels_stays_so() {
        let outcome = sanitize_block(None, None, "L".into(), &ImageLimits::default());
        assert_eq!(
            outcome,
            Outcome::Omit {
                text: Omission::Missing.text("L".into())
            }
        );
    }
}
