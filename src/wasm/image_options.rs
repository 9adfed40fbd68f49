//! Options of images as the caller may write them.

use super::convert::Bag;
use super::failure::Failure;
use super::options::{BOOLEAN, finite};
use crate::images::{Background, ImageOptions};

const COLOR: &str = "a colour such as \"#ffffff\", or \"none\"";

/// The options of images in a bag that may hold others, too.
pub(super) fn take_image_options(bag: &mut Bag) -> Result<ImageOptions, Failure> {
    let mut options = ImageOptions::new()
        .with_max_dimension_px(finite(&bag.any("maxDimensionPx")))
        .with_max_bytes(finite(&bag.any("maxBytes")))
        .with_max_base64_chars(finite(&bag.any("maxBase64Chars")))
        .with_sniff_all_formats(bag.take("sniffAllFormats", BOOLEAN)?)
        .with_verify_pixels(bag.take("verifyPixels", BOOLEAN)?.unwrap_or(false))
        .with_convert_unsupported(bag.take("convertUnsupported", BOOLEAN)?);
    if let Some(background) = take_background(bag)? {
        options = options.with_background(background);
    }
    Ok(options)
}

pub(super) fn take_background(bag: &mut Bag) -> Result<Option<Background>, Failure> {
    const NAME: &str = "background";
    let Some(text) = bag.take::<String>(NAME, COLOR)? else {
        return Ok(None);
    };
    match Background::parse(&text) {
        None => Err(bag.mismatch(NAME, COLOR, &text.into())),
        background => Ok(background),
    }
}
