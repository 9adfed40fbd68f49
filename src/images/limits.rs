//! Every bound on an image, fixed or chosen by the caller.

use super::takers::TakerLimits;

/// Longest side of an image that passes as it is, in pixels, unless the caller says otherwise.
pub const DEFAULT_MAX_DIMENSION_PX: u32 = 1200;

/// Size of an image that passes as it is, in bytes of the image (not of its base64): 5 MiB.
pub const DEFAULT_MAX_BYTES: u64 = 5 << 20;

/// Size beyond which an image is not even decoded from base64: 10 MiB. No option changes it.
pub const MAX_INPUT_BYTES: u64 = 10 << 20;

/// Pixels that an image may have, before and after re-encoding.
pub const MAX_PIXELS: u64 = 25_000_000;

/// JPEG qualities tried at each side, in this order.
pub const JPEG_QUALITIES: [u8; 6] = [85, 75, 65, 55, 45, 35];

/// Longest sides tried after the first, in pixels.
pub const SIDE_SEEDS: [u32; 6] = [1800, 1600, 1400, 1200, 1000, 800];

/// Characters of base64 that stand for [`BASE64_GROUP_BYTES`] bytes.
const BASE64_GROUP: u64 = 4;

/// Bytes that a group of base64 characters stands for.
const BASE64_GROUP_BYTES: u64 = 3;

/// The label that replay puts into the texts.
pub const REPLAY_LABEL: &str = "session:history";

/// What an image may measure and still pass as it is. Both bounds are inclusive and at least 1.
///
/// Smaller sides cost the model fewer tokens, larger ones keep detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageLimits {
    /// Longest side in pixels. Default [`DEFAULT_MAX_DIMENSION_PX`].
    pub max_dimension_px: u32,
    /// Bytes of the image. Default [`DEFAULT_MAX_BYTES`].
    ///
    /// A provider that counts base64 characters instead takes three quarters of its limit here: 5 MiB of characters
    /// are 3,932,160 bytes.
    pub max_bytes: u64,
}

impl ImageLimits {
    /// Reads the options as JavaScript gives them: a finite number is floored and raised to at least 1, everything
    /// else (`None` stands for what is no number) means the default.
    ///
    /// ```
    /// use transcript_hygiene::images::ImageLimits;
    ///
    /// let limits = ImageLimits::from_numbers(Some(300.9), Some(f64::NAN));
    /// assert_eq!(limits.max_dimension_px, 300);
    /// assert_eq!(limits.max_bytes, 5_242_880);
    /// ```
    pub fn from_numbers(max_dimension_px: Option<f64>, max_bytes: Option<f64>) -> Self {
        // Casts saturate: no image has a longer side or more bytes than fit.
        ImageLimits {
            max_dimension_px: at_least_one(max_dimension_px)
                .map_or(DEFAULT_MAX_DIMENSION_PX, |n| n as u32),
            max_bytes: at_least_one(max_bytes).map_or(DEFAULT_MAX_BYTES, |n| n as u64),
        }
    }

    /// The same limits for who counts characters of base64 text; a number that is not finite means no such bound.
    ///
    /// ```
    /// use transcript_hygiene::images::ImageLimits;
    ///
    /// let limits = ImageLimits::default().within_base64_chars(Some(1_000_003.0));
    /// assert_eq!(limits.max_bytes, 750_000);
    /// ```
    pub fn within_base64_chars(mut self, chars: Option<f64>) -> Self {
        if let Some(chars) = at_least_one(chars) {
            let bytes = chars as u64 / BASE64_GROUP * BASE64_GROUP_BYTES;
            self.max_bytes = self.max_bytes.min(bytes.max(1));
        }
        self
    }

    /// The same limits for a request of so many images.
    pub(crate) fn within(mut self, request: &TakerLimits, images: usize) -> Self {
        self = self.within_base64_chars(Some(request.max_base64_chars as f64));
        self.max_bytes = self.max_bytes.min(request.max_bytes);
        // Reports have it that among many a side of exactly the limit is refused.
        let side = request.side_among(images) - u32::from(images > request.many);
        self.max_dimension_px = self.max_dimension_px.min(side);
        self
    }
}

fn at_least_one(number: Option<f64>) -> Option<f64> {
    number.filter(|n| n.is_finite()).map(|n| n.max(1.0))
}

impl Default for ImageLimits {
    fn default() -> Self {
        ImageLimits::from_numbers(None, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(number: f64) -> u32 {
        ImageLimits::from_numbers(Some(number), None).max_dimension_px
    }

    fn bytes(number: f64) -> u64 {
        ImageLimits::from_numbers(None, Some(number)).max_bytes
    }

    #[test]
    fn finite_numbers_are_floored_and_raised_to_one() {
        assert_eq!(
            [0.0, -0.0, -5.0, 0.9, 1.0, 300.9].map(side),
            [1, 1, 1, 1, 1, 300]
        );
        assert_eq!([0.0, -1e300, 1.99, 20_000.0].map(bytes), [1, 1, 1, 20_000]);
    }

    #[test]
    fn what_is_no_finite_number_means_the_default() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(side(number), 1200);
            assert_eq!(bytes(number), 5_242_880);
        }
        assert_eq!(
            ImageLimits::default(),
            ImageLimits {
                max_dimension_px: 1200,
                max_bytes: 5_242_880
            }
        );
    }

    #[test]
    fn huge_numbers_saturate() {
        assert_eq!(side(1e300), u32::MAX);
        assert_eq!(bytes(1e300), u64::MAX);
    }
}
