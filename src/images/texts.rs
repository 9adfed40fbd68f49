//! The texts that stand in for an image that cannot be sent.
//!
//! They are what a reader of older transcripts already finds there, so they match the reference to the letter, the
//! names of its components included.

use std::fmt;

use super::limits::{MAX_INPUT_BYTES, MAX_PIXELS};
use crate::text::{JsStr, JsString};

/// The largest whole number that a double counts exactly; beyond it the reference does not print a pixel count.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Why an image is replaced by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// `data` or `mimeType` is not a string.
    Missing,
    /// The base64 stands for more than [`MAX_INPUT_BYTES`].
    TooLarge,
    /// `data` holds white space alone, or nothing.
    Empty,
    /// `data` is not base64.
    InvalidBase64,
    /// No format's header gives a width and a height.
    NoDimensions,
    /// Width times height is more than [`MAX_PIXELS`].
    TooManyPixels {
        /// Width in pixels, as the header says.
        width: u32,
        /// Height in pixels, as the header says.
        height: u32,
    },
    /// The pixels are damaged or incomplete.
    CannotDecode,
    /// Nothing here can decode this format.
    Unavailable,
    /// No step of the ladder is small enough.
    CannotReduce {
        /// The bytes that were allowed.
        max_bytes: u64,
        /// The bytes of the smallest candidate.
        smallest: u64,
    },
}

impl Omission {
    /// The text for this reason; `label` says where the image was and is taken as it is.
    pub fn text(self, label: JsStr<'_>) -> JsString {
        labelled(label, &self.sentence())
    }

    /// The reason in kebab-case, for programs.
    pub const fn reason(self) -> &'static str {
        match self {
            Omission::Missing => "missing",
            Omission::TooLarge => "too-large",
            Omission::Empty => "empty",
            Omission::InvalidBase64 => "invalid-base64",
            Omission::NoDimensions => "no-dimensions",
            Omission::TooManyPixels { .. } => "too-many-pixels",
            Omission::CannotDecode => "cannot-decode",
            Omission::Unavailable => "unavailable",
            Omission::CannotReduce { .. } => "cannot-reduce",
        }
    }

    /// The text without a label.
    pub fn sentence(self) -> String {
        match self {
            Omission::Empty => "omitted empty image payload".into(),
            Omission::Missing => because("missing data or mimeType"),
            Omission::TooLarge => because(&format!(
                "image exceeds input size limit ({})",
                size_text(MAX_INPUT_BYTES)
            )),
            Omission::InvalidBase64 => because("invalid base64"),
            Omission::NoDimensions => because(
                "RastermillError: Unable to determine image dimensions; refusing to process",
            ),
            Omission::TooManyPixels { width, height } => because(&too_many_pixels(width, height)),
            Omission::CannotDecode => {
                because("RastermillError: Unable to decode image with Photon")
            }
            Omission::Unavailable => because(
                "ImageProcessorUnavailableError: Image processor unavailable for jpeg encoding; \
                 tried: photon, imagemagick, graphicsmagick, ffmpeg",
            ),
            Omission::CannotReduce {
                max_bytes,
                smallest,
            } => because(&format!(
                "Error: Image could not be reduced below {}MB (got {}MB)",
                to_fixed(max_bytes, MIB, 0),
                to_fixed(smallest, MIB, 2)
            )),
        }
    }
}

/// What happened, for people: the texts speak as the reference does.
impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Omission::Missing => f.write_str("the image has no data or no media type"),
            Omission::TooLarge => {
                write!(f, "the image has more than {}", size_text(MAX_INPUT_BYTES))
            }
            Omission::Empty => f.write_str("the image is empty"),
            Omission::InvalidBase64 => f.write_str("the image is not base64"),
            Omission::NoDimensions => {
                f.write_str("no header of a known format gives a width and a height")
            }
            Omission::TooManyPixels { width, height } => {
                let most = grouped(MAX_PIXELS);
                write!(f, "{width} × {height} are more than {most} pixels")
            }
            Omission::CannotDecode => f.write_str("the pixels are damaged or incomplete"),
            Omission::Unavailable => f.write_str("nothing here can decode this format"),
            Omission::CannotReduce {
                max_bytes,
                smallest,
            } => write!(
                f,
                "no JPEG of it has at most {} (the smallest has {})",
                size_text(max_bytes),
                size_text(smallest)
            ),
        }
    }
}

impl std::error::Error for Omission {}

/// The text that takes the place of an image: where it was, and why it is not there.
pub(super) fn labelled(label: JsStr<'_>, sentence: &str) -> JsString {
    let mut text = JsString::from("[");
    text.push(label);
    text.push_str("] ");
    text.push_str(sentence);
    text
}

/// The text in the place of an image that is one too many for a request.
pub(crate) fn too_many_images(label: JsStr<'_>) -> JsString {
    labelled(label, &because("more images than a request may hold"))
}

fn because(reason: &str) -> String {
    format!("omitted image payload: {reason}")
}

fn too_many_pixels(width: u32, height: u32) -> String {
    let mut text = format!(
        "RastermillError: Image dimensions exceed the {} pixel input limit: {width}x{height}",
        grouped(MAX_PIXELS)
    );
    let pixels = u64::from(width) * u64::from(height);
    if pixels <= MAX_SAFE_INTEGER {
        text.push_str(&format!(" ({pixels} pixels)"));
    }
    text
}

/// A number of bytes for people: `1023B`, `1.5KB`, `10.00MB`.
pub fn size_text(bytes: u64) -> String {
    if bytes < KIB {
        format!("{bytes}B")
    } else if bytes < MIB {
        format!("{}KB", to_fixed(bytes, KIB, 1))
    } else {
        format!("{}MB", to_fixed(bytes, MIB, 2))
    }
}

/// `(bytes / unit).toFixed(digits)` of ECMAScript: rounds the exact quotient, ties up.
///
/// `unit` is a power of two, so the quotient is a double without error and whole numbers can do the rounding.
/// Rust's own formatting rounds ties to even: 1.125 would become `1.12`.
fn to_fixed(bytes: u64, unit: u64, digits: u32) -> String {
    // In parts, so that no product is too large.
    let scale = 10_u64.pow(digits);
    let rounded = bytes / unit * scale + (bytes % unit * scale + unit / 2) / unit;
    match digits {
        0 => rounded.to_string(),
        _ => format!(
            "{}.{:0width$}",
            rounded / scale,
            rounded % scale,
            width = digits as usize
        ),
    }
}

/// A whole number with a comma between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(omission: Omission, expected: &str) {
        assert_eq!(omission.text(JsStr::from("L")).as_js(), expected);
    }

    #[test]
    fn every_reason_has_its_text() {
        check(
            Omission::Missing,
            "[L] omitted image payload: missing data or mimeType",
        );
        check(
            Omission::TooLarge,
            "[L] omitted image payload: image exceeds input size limit (10.00MB)",
        );
        check(Omission::Empty, "[L] omitted empty image payload");
        check(
            Omission::InvalidBase64,
            "[L] omitted image payload: invalid base64",
        );
        check(
            Omission::NoDimensions,
            "[L] omitted image payload: RastermillError: Unable to determine image dimensions; refusing to process",
        );
        check(
            Omission::CannotDecode,
            "[L] omitted image payload: RastermillError: Unable to decode image with Photon",
        );
        check(
            Omission::Unavailable,
            "[L] omitted image payload: ImageProcessorUnavailableError: Image processor unavailable for jpeg \
             encoding; tried: photon, imagemagick, graphicsmagick, ffmpeg",
        );
        check(
            Omission::CannotReduce {
                max_bytes: 5 << 20,
                smallest: 6_000_000,
            },
            "[L] omitted image payload: Error: Image could not be reduced below 5MB (got 5.72MB)",
        );
    }

    #[test]
    fn pixels_are_counted_while_a_double_counts_them() {
        let start = "[L] omitted image payload: RastermillError: Image dimensions exceed the 25,000,000 pixel input \
                     limit: ";
        check(
            Omission::TooManyPixels {
                width: 60_000,
                height: 60_000,
            },
            &format!("{start}60000x60000 (3600000000 pixels)"),
        );
        // 6361 * 69431 * 20394401 = 2^53 - 1.
        check(
            Omission::TooManyPixels {
                width: 6361 * 69431,
                height: 20_394_401,
            },
            &format!("{start}441650591x20394401 (9007199254740991 pixels)"),
        );
        check(
            Omission::TooManyPixels {
                width: 1 << 30,
                height: 1 << 23,
            },
            &format!("{start}1073741824x8388608"),
        );
    }

    #[test]
    fn labels_are_taken_as_they_are() {
        for label in ["", "a]\n[b", "read:/a b/c.png"] {
            assert_eq!(
                Omission::Empty.text(JsStr::from(label)).as_js(),
                format!("[{label}] omitted empty image payload").as_str()
            );
        }
        let mut half = JsString::new();
        half.push_code_point(0xD83D);
        assert_eq!(
            Omission::Unavailable.text(half.as_js()).as_js().as_bytes()[..5],
            *b"[\xED\xA0\xBD]"
        );
    }

    #[test]
    fn sizes_round_like_to_fixed() {
        for (bytes, expected) in [
            (0, "0B"),
            (1023, "1023B"),
            (1024, "1.0KB"),
            (1024 + 51, "1.0KB"),
            (1024 + 52, "1.1KB"),
            // 1.25 and 1.75 exactly: ties go up.
            (1280, "1.3KB"),
            (1792, "1.8KB"),
            ((1 << 20) - 1, "1024.0KB"),
            (1 << 20, "1.00MB"),
            // 1.125, 1.375 and 1.625 exactly.
            (9 << 17, "1.13MB"),
            (11 << 17, "1.38MB"),
            (13 << 17, "1.63MB"),
            (10 << 20, "10.00MB"),
            ((11 << 20) - 1, "11.00MB"),
        ] {
            assert_eq!(size_text(bytes), expected, "{bytes}");
        }
        // 0.5 and 1.5: ties go up without decimals, too.
        assert_eq!(to_fixed(1 << 19, MIB, 0), "1");
        assert_eq!(to_fixed((1 << 19) - 1, MIB, 0), "0");
        assert_eq!(to_fixed(3 << 19, MIB, 0), "2");
        assert_eq!(to_fixed(u64::MAX, MIB, 0), "17592186044416");
    }
}
