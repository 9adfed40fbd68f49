//! Whether the base64 of an image can be an image: the alphabet, the padding, and the signature of a known format.

use super::options::RepairOptions;
use crate::text::JsStr;

/// Characters that are decoded to look for a signature: 96 bytes.
const SIGNATURE_CHARS: usize = 128;

/// Signatures at offset 0.
const SIGNATURES: [&[u8]; 5] = [
    b"\x89PNG\r\n\x1A\n",
    b"\xFF\xD8\xFF",
    b"GIF87a",
    b"GIF89a",
    b"BM",
];

/// Brands that make an ISO media file HEIC or HEIF.
const HEIF_BRANDS: [&[u8; 4]; 10] = [
    b"heic", b"heix", b"hevc", b"hevx", b"heis", b"heim", b"hevm", b"hevs", b"mif1", b"msf1",
];

/// Brands of AVIF, which the reference release takes for damage.
const AVIF_BRANDS: [&[u8; 4]; 2] = [b"avif", b"avis"];

/// TIFF signatures, little and big endian.
const TIFF_SIGNATURES: [&[u8]; 2] = [b"II*\0", b"MM\0*"];

/// True when the data of an image block is damaged.
pub(super) fn is_corrupt(data: JsStr<'_>, options: &RepairOptions) -> bool {
    match signature_bytes(data.as_bytes()) {
        Some(head) => !is_image(&head) && (options.is_compat() || !is_other_image(&head)),
        None => true,
    }
}

/// The first decoded bytes, when the text is base64 throughout. Control characters and spaces do not count.
fn signature_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let (mut digits, mut padding) = (0usize, 0usize);
    let mut head = Vec::with_capacity(SIGNATURE_CHARS / 4 * 3);
    let mut bits = 0u32;
    for &byte in text {
        let value = match byte {
            ..=b' ' => continue,
            b'=' => {
                padding += 1;
                continue;
            }
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        if padding > 0 {
            return None;
        }
        if digits < SIGNATURE_CHARS {
            bits = bits << 6 | u32::from(value);
            // Every digit but the first of four completes a byte.
            match digits % 4 {
                0 => {}
                1 => head.push((bits >> 4) as u8),
                2 => head.push((bits >> 2) as u8),
                _ => head.push(bits as u8),
            }
        }
        digits += 1;
    }
    let length_fits = match padding {
        0 => digits % 4 != 1,
        1 | 2 => (digits + padding).is_multiple_of(4),
        _ => false,
    };
    (digits + padding > 0 && length_fits).then_some(head)
}

fn is_image(head: &[u8]) -> bool {
    let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    is_webp
        || SIGNATURES
            .iter()
            .any(|signature| head.starts_with(signature))
        || has_brand(head, &HEIF_BRANDS)
}

/// DIFFERENCE: AVIF, TIFF and SVG are images too (vectors `img-sig-avif`, `img-sig-tiff`, `img-mime-svg`).
fn is_other_image(head: &[u8]) -> bool {
    TIFF_SIGNATURES
        .iter()
        .any(|signature| head.starts_with(signature))
        || has_brand(head, &AVIF_BRANDS)
        || is_svg(head)
}

/// True when an ISO media file names one of the brands, within what was decoded.
fn has_brand(head: &[u8], brands: &[&[u8; 4]]) -> bool {
    let names = |brand: &[u8]| brands.iter().any(|known| known.as_slice() == brand);
    head.len() >= 12 && head.get(4..8) == Some(b"ftyp") && head[8..].chunks_exact(4).any(names)
}

/// True when the text begins like an SVG document: white space, then a prolog, a comment or the root element.
fn is_svg(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let head = head.trim_ascii_start();
    [b"<svg".as_slice(), b"<?xml", b"<!DOCTYPE svg", b"<!--"]
        .iter()
        .any(|opening| head.starts_with(opening))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Profile;

    fn is_corrupt_in(data: &str, profile: Profile) -> bool {
        is_corrupt(data.into(), &RepairOptions::new().with_profile(profile))
    }

    #[test]
    fn padding_and_alphabet_are_checked_to_the_end() {
        for (data, corrupt) in [
            ("iVBORw0KGgo=", false),
            ("iVBORw0KGgo", false),
            (" iVBO\nRw0KGgo= ", false),
            ("iVBORw0KGgo==", true),
            ("iVBORw0KGgoA=AAA", true),
            ("iVBORw0KGgoAAA-_", true),
            ("iVBORw0KGgoAA", true),
            ("====", true),
            ("", true),
            ("Qk0=", false),
        ] {
            assert_eq!(is_corrupt_in(data, Profile::Compat), corrupt, "{data:?}");
        }
    }

    #[test]
    fn healthy_avif_tiff_and_svg_stay_by_default_alone() {
        for data in [
            "AAAAGGZ0eXBhdmlmAAAAAA==",
            "SUkqAAgAAAA=",
            "PHN2Zz48L3N2Zz4=",
        ] {
            assert!(is_corrupt_in(data, Profile::Compat), "{data}");
            assert!(!is_corrupt_in(data, Profile::Strict), "{data}");
        }
    }
}
