//! Images: type, base64, header, size and number.

use crate::images::{Format, TakerLimits, probe};
use crate::validate::finding::{Constraint, Findings};
use crate::validate::shape::Shape;
use crate::validate::wire::{Image, Part, Turn};
use crate::validate::{IMG_01, IMG_02, IMG_03, IMG_04, IMG_05, IMG_06, IMG_07, IMG_08};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Media types that providers take, with the format that each names.
const TAKEN: [(&[u8], Format); 4] = [
    (b"image/jpeg", Format::Jpeg),
    (b"image/png", Format::Png),
    (b"image/gif", Format::Gif),
    (b"image/webp", Format::WebP),
];

/// Media types that Gemini takes besides, and not GIF.
const TAKEN_BY_GEMINI: [&[u8]; 2] = [b"image/heic", b"image/heif"];

/// Long edge above which the server scales down.
pub(crate) const SCALED_ABOVE: u32 = 1568;

pub(super) fn check(findings: &mut Findings<'_>, turns: &[Turn<'_>], shape: Shape) {
    let parts = turns.iter().flat_map(|turn| &turn.parts);
    let all = parts.flat_map(|part| std::iter::once(part).chain(&part.inner));
    let images: Vec<(&Part<'_>, &Image<'_>)> = all
        .filter_map(|part| Some((part, part.image.as_ref()?)))
        .collect();
    let limits = shape.image_limits();
    for (at, (part, image)) in images.iter().enumerate() {
        if at >= limits.max_images {
            findings.error(&IMG_07, part.place, "");
        }
        let (faults, side) = faults(image, shape, limits, images.len());
        for fault in &faults {
            findings.error(fault, part.place, "");
        }
        if side > SCALED_ABOVE && !faults.contains(&&IMG_06) {
            findings.warn(&IMG_08, part.place, "");
        }
    }
}

/// What providers refuse an image for, and its longest side, when that can be read. `images` are in the request.
pub(crate) fn faults(
    image: &Image<'_>,
    shape: Shape,
    limits: &TakerLimits,
    images: usize,
) -> (Vec<&'static Constraint>, u32) {
    let mut faults: Vec<&'static Constraint> = Vec::new();
    // Gemini takes other media in the same place.
    if shape == Shape::Gemini && !image.media.starts_with(b"image/") {
        return (faults, 0);
    }
    let jpg = *image.media == *b"image/jpg" && matches!(shape, Shape::Chat | Shape::Converse);
    let named = if jpg {
        &b"image/jpeg"[..]
    } else {
        &image.media
    };
    let format = TAKEN
        .iter()
        .find(|(media, _)| *media == named)
        .map(|(_, format)| *format);
    let gemini = shape == Shape::Gemini && TAKEN_BY_GEMINI.contains(&named);
    let refused = match format {
        Some(format) => shape == Shape::Gemini && format == Format::Gif,
        None => !gemini,
    };
    if refused {
        faults.push(&IMG_01);
    }
    let Some(data) = image.data.as_deref() else {
        faults.push(&IMG_02);
        return (faults, 0);
    };
    if data.len() > limits.max_base64_chars {
        faults.push(&IMG_05);
    }
    let Ok(bytes) = STANDARD.decode(data) else {
        faults.push(&IMG_02);
        return (faults, 0);
    };
    if bytes.len() as u64 > limits.max_bytes {
        faults.push(&IMG_07);
    }
    let Some(header) = probe(&bytes) else {
        faults.push(&IMG_03);
        return (faults, 0);
    };
    if format.is_some_and(|format| format != header.format) {
        faults.push(&IMG_04);
    }
    let side = header.width.max(header.height);
    if side > limits.side_among(images) {
        faults.push(&IMG_06);
    }
    (faults, side)
}
