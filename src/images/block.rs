//! What becomes of one image block, pixels included.

use super::decide::{Decision, decide};
use super::jobs::{Answer, Pixels, Task};
use super::options::ImagePolicy;
use super::probe::Format;
use super::texts::labelled;
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
/// What [`decide`] leaves to be re-encoded or verified is up to `pixels`; an image that still waits for that stays as it
/// is. `label` says in the texts where the image was.
///
/// ```
/// use transcript_hygiene::images::{ImageLimits, Outcome, Pixels, sanitize_block};
///
/// let outcome = sanitize_block(
///     Some("R0lGODlhAgADAAA".into()),
///     Some("image/png".into()),
///     "session:history".into(),
///     &ImageLimits::default().into(),
///     &mut Pixels::default(),
/// );
/// let data = Some("R0lGODlhAgADAAA=".to_owned());
/// assert_eq!(outcome, Outcome::Keep { data, mime: Some("image/gif") });
/// ```
pub fn sanitize_block(
    data: Option<JsStr<'_>>,
    mime: Option<JsStr<'_>>,
    label: JsStr<'_>,
    policy: &ImagePolicy,
    pixels: &mut Pixels,
) -> Outcome {
    const JPEG: &str = Format::Jpeg.mime();
    let (answer, stays) = match decide(data, mime, label, policy) {
        Decision::Keep { canonical, mime } => {
            return Outcome::Keep {
                data: canonical,
                mime,
            };
        }
        Decision::Omit { text } => return Outcome::Omit { text },
        Decision::Reencode { bytes, .. } => {
            let answer = pixels.work(bytes, Task::reencode(policy));
            (answer, (None, None))
        }
        Decision::Verify {
            bytes,
            canonical,
            mime,
            ..
        } => (pixels.work(bytes, Task::Verify), (canonical, mime)),
    };
    match answer {
        Some(Answer::Jpeg(data)) => Outcome::Keep {
            data: Some(data),
            mime: Some(JPEG).filter(|&jpeg| mime.is_none_or(|mime| mime != jpeg)),
        },
        Some(Answer::Refused(sentence)) => Outcome::Omit {
            text: labelled(label, &sentence),
        },
        Some(Answer::Readable) | None => Outcome::Keep {
            data: stays.0,
            mime: stays.1,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::{ImageLimits, Omission};

    /// A GIF of 1 × 2 pixels.
    const GIF: &str = "R0lGODlhAQACAIAAAP8AAAAAACwAAAAAAQACAAACAoQKADs=";

    fn within_one_pixel(mime: &str, pixels: &mut Pixels) -> Outcome {
        let limits = ImageLimits::from_numbers(Some(1.0), None);
        let (data, mime) = (Some(GIF.into()), Some(mime.into()));
        sanitize_block(data, mime, "L".into(), &limits.into(), pixels)
    }

    #[cfg(feature = "images")]
    #[test]
    fn pixels_are_changed() {
        let Outcome::Keep {
            data: Some(data),
            mime: Some("image/jpeg"),
        } = within_one_pixel("image/gif", &mut Pixels::Here)
        else {
            panic!("a JPEG was to be had");
        };
        assert!(data.starts_with("/9j/"), "{data}");
        assert_eq!(
            within_one_pixel("image/jpeg", &mut Pixels::Here),
            Outcome::Keep {
                data: Some(data),
                mime: None
            }
        );
    }

    #[test]
    fn pixels_that_nobody_changes_become_a_text() {
        assert_eq!(
            within_one_pixel("image/gif", &mut Pixels::Nobody),
            Outcome::Omit {
                text: Omission::Unavailable.text("L".into())
            }
        );
    }

    #[test]
    fn a_host_is_asked_and_its_answer_taken() {
        let mut first = Pixels::of_host(Vec::new());
        let unchanged = Outcome::Keep {
            data: None,
            mime: None,
        };
        assert_eq!(within_one_pixel("image/gif", &mut first), unchanged);
        assert!(first.is_waiting());
        let answers = ["AAAA", "BBBB"].map(|data| Answer::Jpeg(data.into()));
        let mut second = Pixels::of_host(answers.to_vec());
        for data in ["AAAA", "BBBB"] {
            let expected = Outcome::Keep {
                data: Some(data.into()),
                mime: Some("image/jpeg"),
            };
            assert_eq!(within_one_pixel("image/gif", &mut second), expected);
        }
        assert!(!second.is_waiting());
        let mut refusing = Pixels::of_host(vec![Answer::Refused("omitted".into())]);
        let text = "[L] omitted".into();
        assert_eq!(
            within_one_pixel("image/gif", &mut refusing),
            Outcome::Omit { text }
        );
    }

    #[test]
    fn what_is_decided_without_pixels_stays_so() {
        let limits = ImageLimits::default().into();
        let outcome = sanitize_block(None, None, "L".into(), &limits, &mut Pixels::Nobody);
        assert_eq!(
            outcome,
            Outcome::Omit {
                text: Omission::Missing.text("L".into())
            }
        );
    }
}
