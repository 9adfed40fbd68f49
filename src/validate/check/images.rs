//! Images: type, base64, header, size and number.

use crate::images::{
    Format, MANY_IMAGES, PROVIDER_MAX_BASE64_CHARS, PROVIDER_MAX_SIDE, PROVIDER_MAX_SIDE_OF_MANY,
    probe,
};
use crate::validate::finding::Findings;
use crate::validate::shape::Shape;
use crate::validate::wire::{Image, Part, Place, Turn};
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

/// Most images in a request.
const MAX_IMAGES: usize = 100;

/// Long edge above which the server scales down.
const SCALED_ABOVE: u32 = 1568;

pub(super) fn check(findings: &mut Findings<'_>, turns: &[Turn<'_>], shape: Shape) {
    let parts = turns.iter().flat_map(|turn| &turn.parts);
    let all = parts.flat_map(|part| std::iter::once(part).chain(&part.inner));
    let images: Vec<(&Part<'_>, &Image<'_>)> = all
        .filter_map(|part| Some((part, part.image.as_ref()?)))
        .collect();
    let max_side = if images.len() > MANY_IMAGES {
        PROVIDER_MAX_SIDE_OF_MANY
    } else {
        PROVIDER_MAX_SIDE
    };
    for (at, (part, image)) in images.iter().enumerate() {
        if at >= MAX_IMAGES {
            findings.error(&IMG_07, part.place, "");
        }
        one(findings, part.place, image, shape, max_side);
    }
}

fn one(findings: &mut Findings<'_>, place: Place, image: &Image<'_>, shape: Shape, max_side: u32) {
    // Gemini takes other media in the same place.
    if shape == Shape::Gemini && !image.media.starts_with(b"image/") {
        return;
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
        findings.error(&IMG_01, place, "");
    }
    let Some(data) = image.data.as_deref() else {
        return findings.error(&IMG_02, place, "");
    };
    if data.len() > PROVIDER_MAX_BASE64_CHARS {
        findings.error(&IMG_05, place, "");
    }
    let Ok(bytes) = STANDARD.decode(data) else {
        return findings.error(&IMG_02, place, "");
    };
    let Some(header) = probe(&bytes) else {
        return findings.error(&IMG_03, place, "");
    };
    if format.is_some_and(|format| format != header.format) {
        findings.error(&IMG_04, place, "");
    }
    let side = header.width.max(header.height);
    if side > max_side {
        findings.error(&IMG_06, place, "");
    } else if side > SCALED_ABOVE {
        findings.warn(&IMG_08, place, "");
    }
}
