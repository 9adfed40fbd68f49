//! What the caller says about images, and what a run goes by.

use super::limits::ImageLimits;
use super::probe::{Format, Header};
use super::takers::{Taker, TakerLimits};
use crate::options::options;
use crate::text::JsStr;

/// What shows where an image is transparent once it is a JPEG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// A colour: red, green, blue.
    Over([u8; 3]),
    /// Whatever colour the transparent pixels have. So does the reference.
    Bare,
}

impl Background {
    /// What is taken unless the caller says otherwise.
    pub const WHITE: Background = Background::Over([255; 3]);

    /// Reads `#rrggbb`, or `none` for [`Background::Bare`].
    ///
    /// ```
    /// use transcript_hygiene::images::Background;
    ///
    /// assert_eq!(Background::parse("#ff8000"), Some(Background::Over([255, 128, 0])));
    /// assert_eq!(Background::parse("none"), Some(Background::Bare));
    /// assert_eq!(Background::parse("white"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Background::Bare);
        }
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Background::Over([red, green, blue]))
    }

    /// The text that [`Background::parse`] reads.
    pub fn text(self) -> String {
        match self {
            Background::Bare => "none".into(),
            Background::Over([red, green, blue]) => format!("#{red:02x}{green:02x}{blue:02x}"),
        }
    }
}

options! {
    /// What the caller says about images.
    pub struct ImageOptions {
        /// Longest side in pixels. Default 1200.
        max_dimension_px, with_max_dimension_px: Option<f64> = None;
        /// Bytes of an image. Default 5 MiB.
        max_bytes, with_max_bytes: Option<f64> = None;
        /// Characters of its base64 text, for providers that count these. Default: what providers take in `strict`,
        /// no bound in `compat`.
        max_base64_chars, with_max_base64_chars: Option<f64> = None;
        /// Whether the media type follows the bytes for every format, not for JPEG, PNG and GIF alone. Default: in
        /// `strict`.
        sniff_all_formats, with_sniff_all_formats: Option<bool> = None;
        /// Whether the pixels of images that could stay are read, so that damaged ones are omitted. Default false.
        verify_pixels, with_verify_pixels: bool = false;
        /// Whether formats that the target does not take become JPEG, or a text where they cannot be read. Default: in
        /// `strict`.
        convert_unsupported, with_convert_unsupported: Option<bool> = None;
        /// What shows through transparent pixels. Default white.
        background, with_background: Background = Background::WHITE;
    }
}

/// Which formats stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formats {
    /// All of them.
    Any,
    /// JPEG, PNG, GIF and WebP.
    Common,
    /// JPEG, PNG, WebP, HEIC and HEIF.
    Gemini,
}

/// Media types of box files that Gemini takes.
const GEMINI_BOX_TYPES: [&str; 2] = ["image/heic", "image/heif"];

impl Formats {
    fn takes(self, format: Format, mime: JsStr<'_>) -> bool {
        match format {
            Format::Jpeg | Format::Png | Format::WebP => true,
            Format::Gif => self != Formats::Gemini,
            Format::Bmff if self == Formats::Gemini => {
                GEMINI_BOX_TYPES.iter().any(|taken| mime == *taken)
            }
            Format::Bmp | Format::Tiff | Format::Bmff => self == Formats::Any,
        }
    }
}

/// What the image step goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImagePolicy {
    /// What an image may measure.
    pub limits: ImageLimits,
    /// What a request of the taker may hold, where that is asked for.
    pub request: Option<&'static TakerLimits>,
    /// Whether the media type follows the bytes for every format.
    pub sniff_all_formats: bool,
    /// Whether the pixels of images that could stay are read.
    pub verify_pixels: bool,
    /// Which formats stay.
    pub formats: Formats,
    /// What shows through transparent pixels.
    pub background: Background,
}

impl ImagePolicy {
    /// What the caller says, within what the taker takes.
    ///
    /// ```
    /// use transcript_hygiene::images::{ImageOptions, ImagePolicy, Taker};
    ///
    /// let policy = ImagePolicy::new(&ImageOptions::new(), Taker::Provider);
    /// assert_eq!(policy.limits.max_bytes, 3_932_160);
    /// ```
    pub fn new(options: &ImageOptions, taker: Taker) -> Self {
        let request = taker.limits();
        let strict = request.is_some();
        let mut limits = ImageLimits::from_numbers(options.max_dimension_px, options.max_bytes)
            .within_base64_chars(options.max_base64_chars);
        if let Some(request) = request {
            limits = limits.within(request, 1);
        }
        let formats = match taker {
            _ if !options.convert_unsupported.unwrap_or(strict) => Formats::Any,
            Taker::Gemini => Formats::Gemini,
            _ => Formats::Common,
        };
        ImagePolicy {
            limits,
            request,
            sniff_all_formats: options.sniff_all_formats.unwrap_or(strict),
            verify_pixels: options.verify_pixels,
            formats,
            background: options.background,
        }
    }

    /// The policy for a request of so many images.
    pub fn among(mut self, images: usize) -> Self {
        if let Some(request) = self.request {
            self.limits = self.limits.within(request, images);
        }
        self
    }

    /// Whether an image with this header and media type stays in its format.
    pub(super) fn takes(&self, header: &Header, mime: JsStr<'_>) -> bool {
        self.formats.takes(header.format, mime)
    }
}

impl From<ImageLimits> for ImagePolicy {
    /// The policy of the recorded release with these limits.
    fn from(limits: ImageLimits) -> Self {
        ImagePolicy {
            limits,
            ..ImagePolicy::new(&ImageOptions::new(), Taker::Release)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(options: ImageOptions, taker: Taker) -> ImagePolicy {
        ImagePolicy::new(&options, taker)
    }

    #[test]
    fn the_release_has_no_bounds_but_its_own() {
        let options = ImageOptions::new().with_max_dimension_px(Some(9000.0));
        let release = policy(options, Taker::Release);
        assert_eq!(release.limits.max_dimension_px, 9000);
        assert_eq!(release.among(21).limits.max_dimension_px, 9000);
        assert_eq!(release.limits.max_bytes, 5 << 20);
        assert_eq!(release.formats, Formats::Any);
    }

    #[test]
    fn providers_bound_what_the_caller_wants() {
        let wide = || {
            ImageOptions::new()
                .with_max_dimension_px(Some(9000.0))
                .with_max_bytes(Some(1e9))
        };
        for (taker, bytes) in [
            (Taker::Provider, 3_932_160),
            (Taker::Gemini, 3_932_160),
            (Taker::Bedrock, 3_750_000),
        ] {
            let policy = policy(wide(), taker);
            assert_eq!(policy.limits.max_dimension_px, 8000);
            assert_eq!(policy.among(20).limits.max_dimension_px, 8000);
            assert_eq!(policy.among(21).limits.max_dimension_px, 1999);
            assert_eq!(policy.limits.max_bytes, bytes);
        }
        let narrow = ImageOptions::new().with_max_base64_chars(Some(400.0));
        assert_eq!(policy(narrow, Taker::Bedrock).limits.max_bytes, 300);
    }

    #[test]
    fn formats_stay_where_they_are_taken() {
        use Format::*;
        for (formats, taken) in [
            (Formats::Any, vec![Png, Gif, WebP, Bmp, Tiff, Bmff, Jpeg]),
            (Formats::Common, vec![Png, Gif, WebP, Jpeg]),
            (Formats::Gemini, vec![Png, WebP, Bmff, Jpeg]),
        ] {
            for format in [Png, Gif, WebP, Bmp, Tiff, Bmff, Jpeg] {
                let takes = formats.takes(format, "image/heic".into());
                assert_eq!(takes, taken.contains(&format), "{formats:?} {format:?}");
            }
        }
        assert!(!Formats::Gemini.takes(Bmff, "image/avif".into()));
    }

    #[test]
    fn colours_are_read_and_written_alike() {
        for text in ["#000000", "#ff8001", "none"] {
            assert_eq!(
                Background::parse(text).map(Background::text).as_deref(),
                Some(text)
            );
        }
        for text in [
            "", "#", "#fff", "ffffff", "#gg0000", "#+12345", "#ffffff ", "None",
        ] {
            assert_eq!(Background::parse(text), None, "{text:?}");
        }
    }
}
