//! Brings an image within limits.

mod ladder;

use std::borrow::Cow;

use super::decide::fits;
use super::limits::{ImageLimits, JPEG_QUALITIES, MAX_INPUT_BYTES};
use super::options::{Background, ImagePolicy};
use super::pixels::{Orientation, Picture, decode, encode};
use super::probe::{Format, Header, probe};
use super::texts::Omission;

/// An image within limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted<'a> {
    /// The image: the bytes that were given, or a JPEG.
    pub bytes: Cow<'a, [u8]>,
    /// Its media type.
    pub mime: &'static str,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The width that the header of the given image says; the orientation that a JPEG may ask for is not applied.
    pub original_width: u32,
    /// The height that the header of the given image says.
    pub original_height: u32,
    /// True for a new image, false for the given one.
    pub changed: bool,
}

/// Gives an image back if the policy takes it as it is, else a smaller JPEG of it: turned as its EXIF data says, on the
/// background where it is transparent, of an animation the first frame.
///
/// The first side and quality that are small enough are taken: each of the sides from the wanted one down to 800
/// pixels, each with the qualities of [`JPEG_QUALITIES`]. Pixels are decoded once.
///
/// ```
/// use transcript_hygiene::images::{ImageLimits, Omission, fit};
///
/// let gif = b"GIF89a\x02\x00\x03\x00";
/// let policy = ImageLimits::default().into();
/// assert!(!fit(gif, &policy).unwrap().changed);
/// let refused = fit(b"GIF89a\xFF\xFF\xFF\xFF", &policy).unwrap_err();
/// assert_eq!(refused, Omission::TooManyPixels { width: 65_535, height: 65_535 });
/// ```
///
/// # Errors
/// [`Omission::TooLarge`], [`Omission::NoDimensions`] and [`Omission::TooManyPixels`] before anything is allocated;
/// [`Omission::Unavailable`] for HEIF, AVIF and rare kinds of TIFF, [`Omission::CannotDecode`] for what is damaged,
/// [`Omission::CannotReduce`] when no step is small enough.
pub fn fit<'a>(bytes: &'a [u8], policy: &ImagePolicy) -> Result<Fitted<'a>, Omission> {
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        return Err(Omission::TooLarge);
    }
    let header = probe(bytes).ok_or(Omission::NoDimensions)?;
    let mime = header.format.mime();
    if !fits(&header, bytes.len(), &policy.limits)? || !policy.takes(&header, mime.into()) {
        return reencode(bytes, &header, &policy.limits, policy.background);
    }
    if policy.verify_pixels && header.format.can_be_decoded() {
        decode(bytes, &header, (1, 1), policy.background)?;
    }
    Ok(Fitted {
        bytes: bytes.into(),
        mime,
        width: header.width,
        height: header.height,
        original_width: header.width,
        original_height: header.height,
        changed: false,
    })
}

/// Makes a JPEG within `limits`. `header` is what [`probe`] says, and has no more pixels than are let in.
pub(super) fn reencode(
    bytes: &[u8],
    header: &Header,
    limits: &ImageLimits,
    background: Background,
) -> Result<Fitted<'static>, Omission> {
    let orientation = match header.format {
        Format::Jpeg => Orientation::of_jpeg(bytes),
        _ => Orientation::default(),
    };
    let size = orientation.apply((header.width, header.height));
    let sizes = ladder::sizes(size, limits.max_dimension_px);
    let mut picture: Option<Picture> = None;
    let mut smallest = u64::MAX;
    for size in sizes {
        let resized = match picture {
            None => {
                decode(bytes, header, orientation.apply(size), background)?.oriented(orientation)
            }
            Some(larger) => larger.resized(size),
        };
        for quality in JPEG_QUALITIES {
            let jpeg = encode(&resized, quality)?;
            if jpeg.len() as u64 <= limits.max_bytes {
                return Ok(Fitted {
                    bytes: jpeg.into(),
                    mime: Format::Jpeg.mime(),
                    width: size.0,
                    height: size.1,
                    original_width: header.width,
                    original_height: header.height,
                    changed: true,
                });
            }
            smallest = smallest.min(jpeg.len() as u64);
        }
        picture = Some(resized);
    }
    Err(Omission::CannotReduce {
        max_bytes: limits.max_bytes,
        smallest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jpeg_encoder::{ColorType, Encoder};

    fn noise((width, height): (u16, u16)) -> Vec<u8> {
        let mut state = 1_u32;
        let pixels: Vec<u8> = (0..usize::from(width) * usize::from(height) * 3)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        let mut bytes = Vec::new();
        Encoder::new(&mut bytes, 90)
            .encode(&pixels, width, height, ColorType::Rgb)
            .unwrap();
        bytes
    }

    fn limits(max_dimension_px: u32, max_bytes: u64) -> ImagePolicy {
        ImageLimits {
            max_dimension_px,
            max_bytes,
        }
        .into()
    }

    #[test]
    fn what_fits_is_given_back() {
        let image = noise((30, 20));
        let fitted = fit(&image, &ImageLimits::default().into()).unwrap();
        assert!(matches!(fitted.bytes, Cow::Borrowed(bytes) if bytes == image));
        assert_eq!((fitted.width, fitted.height), (30, 20));
        assert!(!fitted.changed);
    }

    #[test]
    fn a_new_image_is_within_its_limits_and_says_its_size() {
        let image = noise((300, 200));
        let fitted = fit(&image, &limits(120, u64::MAX)).unwrap();
        assert_eq!((fitted.width, fitted.height), (120, 80));
        assert_eq!((fitted.original_width, fitted.original_height), (300, 200));
        assert_eq!(fitted.mime, "image/jpeg");
        assert!(fitted.changed);
        let header = probe(&fitted.bytes).unwrap();
        assert_eq!((header.format, header.width), (Format::Jpeg, 120));
        assert_eq!(
            fit(&fitted.bytes, &limits(120, u64::MAX)).unwrap().bytes,
            fitted.bytes
        );
    }

    #[test]
    fn quality_goes_down_before_size_does() {
        let image = noise((900, 16));
        let best = fit(&image, &limits(899, u64::MAX)).unwrap();
        let most = best.bytes.len() as u64;
        let worse = fit(&image, &limits(899, most - 1)).unwrap();
        assert_eq!(worse.width, 899);
        assert!((worse.bytes.len() as u64) < most);
        let smallest_of_its_size = (1..)
            .map(|step| most * 9_u64.pow(step) / 10_u64.pow(step))
            .map(|bytes| fit(&image, &limits(899, bytes)).unwrap())
            .find(|fitted| fitted.width < 899)
            .unwrap();
        assert_eq!(smallest_of_its_size.width, 800);
    }

    #[test]
    fn when_nothing_is_small_enough_the_smallest_is_named() {
        let image = noise((100, 100));
        let Err(Omission::CannotReduce {
            max_bytes: 10,
            smallest,
        }) = fit(&image, &limits(1200, 10))
        else {
            panic!("ten bytes hold no JPEG");
        };
        assert!((1000..30_000).contains(&smallest), "{smallest}");
    }

    #[test]
    fn an_orientation_is_applied_and_swaps_the_sides() {
        let sixth = b"\xFF\xE1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let image = noise((64, 32));
        let turned = [&image[..2], sixth, &image[2..]].concat();
        let fitted = fit(&turned, &limits(16, u64::MAX)).unwrap();
        assert_eq!((fitted.width, fitted.height), (8, 16));
        assert_eq!((fitted.original_width, fitted.original_height), (64, 32));
        assert_eq!(probe(&fitted.bytes).unwrap().height, 16);
    }

    #[test]
    fn what_is_no_image_is_refused() {
        let refused = |bytes: &[u8]| fit(bytes, &ImageLimits::default().into()).unwrap_err();
        assert_eq!(refused(b""), Omission::NoDimensions);
        assert_eq!(refused(&vec![0; (10 << 20) + 1]), Omission::TooLarge);
    }
}
