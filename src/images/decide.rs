//! What becomes of one image block, as far as its header tells.

use super::base64_text::{self, Canonical};
use super::limits::{ImageLimits, MAX_PIXELS};
use super::options::ImagePolicy;
use super::probe::{Format, Header, probe};
use super::sniff::sniff;
use super::texts::Omission;
use crate::text::{JsStr, JsString};

/// Groups of base64 that are decoded in the hope of a header: 72 KiB of image. A JPEG's size may stand behind a
/// thumbnail or colour profile of up to 64 KiB; in most files it is within the first few hundred bytes.
const HEAD_GROUPS: usize = 72 * 1024 / 3;

/// What becomes of an image block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The image stays.
    Keep {
        /// What `data` becomes; `None` if it is canonical base64 already.
        canonical: Option<String>,
        /// What `mimeType` becomes; `None` if it stays.
        mime: Option<&'static str>,
    },
    /// The block is replaced by a text block.
    Omit {
        /// The text.
        text: JsString,
    },
    /// The image stays if its pixels can be read.
    Verify {
        /// The image, decoded from base64.
        bytes: Vec<u8>,
        /// What its header says.
        header: Header,
        /// What `data` becomes then.
        canonical: Option<String>,
        /// What `mimeType` becomes then.
        mime: Option<&'static str>,
    },
    /// The image is too large in some way, or of a format that is not taken: its pixels have to be encoded again.
    Reencode {
        /// The image, decoded from base64.
        bytes: Vec<u8>,
        /// What its header says.
        header: Header,
    },
}

/// Decides about an image block from its `data` and `mimeType` (`None` where these are no strings).
///
/// Header and size decide alone, unless the policy asks for the pixels: an image within its limits stays whatever these
/// are, and none with more than [`MAX_PIXELS`] is handed on to be decoded. `label` says in the texts where the image was.
///
/// ```
/// use transcript_hygiene::images::{Decision, ImageLimits, decide};
///
/// let gif = "R0lGODlhAgADAAAA";
/// let decision = decide(
///     Some(gif.into()),
///     Some("image/png".into()),
///     "session:history".into(),
///     &ImageLimits::default().into(),
/// );
/// assert_eq!(decision, Decision::Keep { canonical: None, mime: Some("image/gif") });
/// ```
pub fn decide(
    data: Option<JsStr<'_>>,
    mime: Option<JsStr<'_>>,
    label: JsStr<'_>,
    policy: &ImagePolicy,
) -> Decision {
    judge(data, mime, policy).unwrap_or_else(|omission| Decision::Omit {
        text: omission.text(label),
    })
}

fn judge(
    data: Option<JsStr<'_>>,
    mime: Option<JsStr<'_>>,
    policy: &ImagePolicy,
) -> Result<Decision, Omission> {
    let (Some(data), Some(mime)) = (data, mime) else {
        return Err(Omission::Missing);
    };
    let canonical = base64_text::read(data)?;
    let header = header(&canonical)?;
    let fits = fits(&header, canonical.decoded_len(), &policy.limits)?;
    if !fits || !policy.takes(&header, mime) {
        return match header.format.can_be_decoded() {
            true => Ok(Decision::Reencode {
                bytes: canonical.decode()?,
                header,
            }),
            false => Err(Omission::Unavailable),
        };
    }
    let verified = match policy.verify_pixels && header.format.can_be_decoded() {
        true => Some(canonical.decode()?),
        false => None,
    };
    let mime = true_type(&canonical, &header, policy).filter(|&found| mime != found);
    let canonical = match canonical {
        Canonical::Unchanged(_) => None,
        Canonical::Rewritten(text) => Some(text),
    };
    Ok(match verified {
        None => Decision::Keep { canonical, mime },
        Some(bytes) => Decision::Verify {
            bytes,
            header,
            canonical,
            mime,
        },
    })
}

/// The media type that the bytes tell, as far as they are asked. Of the box files the header knows only the family.
fn true_type(
    canonical: &Canonical<'_>,
    header: &Header,
    policy: &ImagePolicy,
) -> Option<&'static str> {
    match policy.sniff_all_formats && header.format != Format::Bmff {
        true => Some(header.format.mime()),
        false => sniff(canonical.as_bytes()),
    }
}

/// True for an image that stays as it is. One with too many pixels is refused whatever the limits are.
pub(super) fn fits(header: &Header, bytes: usize, limits: &ImageLimits) -> Result<bool, Omission> {
    if header.pixels() > MAX_PIXELS {
        return Err(Omission::TooManyPixels {
            width: header.width,
            height: header.height,
        });
    }
    Ok(header.width.max(header.height) <= limits.max_dimension_px
        && bytes as u64 <= limits.max_bytes)
}

/// Reads the header from the first bytes when they suffice, so that a large image that stays is not decoded.
fn header(canonical: &Canonical<'_>) -> Result<Header, Omission> {
    match probe(&canonical.decode_head(HEAD_GROUPS)?) {
        Some(header) if header.format.is_settled_by_its_head() => Ok(header),
        _ => probe(&canonical.decode()?).ok_or(Omission::NoDimensions),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::ImageOptions;
    use super::super::takers::Taker;
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    fn png(width: u32, height: u32, len: usize) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec();
        bytes.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
        bytes.resize(len, 0);
        bytes
    }

    fn decide_bytes(bytes: &[u8], limits: &ImageLimits) -> Decision {
        decide(
            Some(JsStr::from(STANDARD.encode(bytes).as_str())),
            Some("image/png".into()),
            "L".into(),
            &(*limits).into(),
        )
    }

    const UNCHANGED: Decision = Decision::Keep {
        canonical: None,
        mime: None,
    };

    fn omitted(omission: Omission) -> Decision {
        Decision::Omit {
            text: omission.text("L".into()),
        }
    }

    #[test]
    fn limits_are_inclusive() {
        let limits = ImageLimits {
            max_dimension_px: 300,
            max_bytes: 50,
        };
        for (width, height, len) in [(300, 300, 50), (1, 300, 24), (300, 1, 24)] {
            assert_eq!(decide_bytes(&png(width, height, len), &limits), UNCHANGED);
        }
        for (width, height, len) in [(301, 1, 24), (1, 301, 24), (1, 1, 51)] {
            let bytes = png(width, height, len);
            let header = Header {
                format: Format::Png,
                width,
                height,
            };
            assert_eq!(
                decide_bytes(&bytes, &limits),
                Decision::Reencode { bytes, header }
            );
        }
    }

    #[test]
    fn too_many_pixels_are_refused_under_any_limits() {
        let limits = ImageLimits::from_numbers(Some(1e9), Some(1e9));
        assert_eq!(decide_bytes(&png(5000, 5000, 24), &limits), UNCHANGED);
        assert_eq!(decide_bytes(&png(25_000_000, 1, 24), &limits), UNCHANGED);
        for (width, height) in [(5000, 5001), (1, 25_000_001), (u32::MAX, u32::MAX)] {
            assert_eq!(
                decide_bytes(&png(width, height, 24), &limits),
                omitted(Omission::TooManyPixels { width, height })
            );
        }
    }

    #[test]
    fn strings_are_required() {
        let decide = |data, mime| decide(data, mime, "L".into(), &ImageLimits::default().into());
        for (data, mime) in [
            (None, None),
            (Some("AAAA".into()), None),
            (None, Some("image/png".into())),
        ] {
            assert_eq!(decide(data, mime), omitted(Omission::Missing));
        }
    }

    #[test]
    fn the_type_follows_the_bytes_only_where_they_tell() {
        let gif = "R0lGODlhAgADAAAA";
        let webp = STANDARD.encode(b"RIFF\x20\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x01\0\0\x01\0\0");
        for (data, mime, expected) in [
            (gif, "image/gif", None),
            (gif, "IMAGE/GIF", Some("image/gif")),
            (gif, "", Some("image/gif")),
            (webp.as_str(), "", None),
            (webp.as_str(), "image/png", None),
        ] {
            let decision = decide(
                Some(data.into()),
                Some(mime.into()),
                "L".into(),
                &ImageLimits::default().into(),
            );
            let kept = Decision::Keep {
                canonical: None,
                mime: expected,
            };
            assert_eq!(decision, kept, "{data} {mime}");
        }
    }

    #[test]
    fn a_respelled_payload_is_handed_back() {
        let decision = decide(
            Some(" R0lG\nODlhAgADAA".into()),
            Some("image/gif".into()),
            "L".into(),
            &ImageLimits::default().into(),
        );
        assert_eq!(
            decision,
            Decision::Keep {
                canonical: Some("R0lGODlhAgADAA==".into()),
                mime: None,
            }
        );
    }

    #[test]
    fn a_header_behind_the_head_is_found() {
        // Two segments of 60 KiB each before the frame.
        let segment = [&[0xFF, 0xE2, 0xF0, 0x00][..], &[0; 0xF000 - 2]].concat();
        let frame = b"\xFF\xC0\0\x0B\x08\0\x02\0\x03\x01\x01\x11\0";
        let jpeg = [b"\xFF\xD8", &segment[..], &segment, frame].concat();
        assert!(jpeg.len() > HEAD_GROUPS * 3);
        let decision = decide_bytes(&jpeg, &ImageLimits::default());
        let kept = Decision::Keep {
            canonical: None,
            mime: Some("image/jpeg"),
        };
        assert_eq!(decision, kept);
    }

    #[test]
    fn a_larger_picture_behind_the_head_counts() {
        fn ispe(side: u32) -> Vec<u8> {
            let side = side.to_be_bytes();
            [b"\0\0\0\x14ispe\0\0\0\0", &side[..], &side].concat()
        }
        let ftyp = b"\0\0\0\x10ftypavif\0\0\0\0";
        // The head ends where this box does.
        let free = HEAD_GROUPS * 3 - ftyp.len() - ispe(1).len();
        let mut bytes = [&ftyp[..], &ispe(8)].concat();
        bytes.extend((free as u32).to_be_bytes());
        bytes.extend(b"free");
        bytes.resize(HEAD_GROUPS * 3, 0);
        assert_eq!(probe(&bytes).unwrap().width, 8);
        bytes.extend(ispe(2000));
        let decision = decide_bytes(&bytes, &ImageLimits::default());
        // 2000 pixels are too many, 8 would not be.
        assert_eq!(decision, omitted(Omission::Unavailable));
    }

    #[test]
    fn a_provider_gets_the_true_type_of_every_format() {
        let webp = STANDARD.encode(b"RIFF\x20\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x01\0\0\x01\0\0");
        let policy = ImagePolicy::new(&ImageOptions::new(), Taker::Provider);
        let decision = decide(
            Some(webp.as_str().into()),
            Some("image/png".into()),
            "L".into(),
            &policy,
        );
        let kept = Decision::Keep {
            canonical: None,
            mime: Some("image/webp"),
        };
        assert_eq!(decision, kept);
    }

    #[test]
    fn formats_that_are_not_taken_are_encoded_again_or_unavailable() {
        let policy = ImagePolicy::new(&ImageOptions::new(), Taker::Gemini);
        let gemini = |data: &str, mime: &str| {
            decide(Some(data.into()), Some(mime.into()), "L".into(), &policy)
        };
        let gif = gemini("R0lGODlhAgADAAAA", "image/gif");
        assert!(matches!(gif, Decision::Reencode { header, .. } if header.format == Format::Gif));
        let avif = STANDARD
            .encode(b"\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x14ispe\0\0\0\0\0\0\0\x08\0\0\0\x08");
        assert_eq!(gemini(&avif, "image/avif"), omitted(Omission::Unavailable));
    }

    #[test]
    fn pixels_are_asked_for_where_they_are_to_be_verified() {
        let options = ImageOptions::new().with_verify_pixels(true);
        let decision = decide(
            Some(" R0lGODlhAgADAAAA".into()),
            Some("image/png".into()),
            "L".into(),
            &ImagePolicy::new(&options, Taker::Release),
        );
        let expected = Decision::Verify {
            bytes: b"GIF89a\x02\0\x03\0\0\0".to_vec(),
            header: Header {
                format: Format::Gif,
                width: 2,
                height: 3,
            },
            canonical: Some("R0lGODlhAgADAAAA".into()),
            mime: Some("image/gif"),
        };
        assert_eq!(decision, expected);
    }

    #[test]
    fn unknown_bytes_have_no_dimensions() {
        for data in ["AA==", "AB==", "AA", "PHN2Zz4="] {
            let decision = decide(
                Some(data.into()),
                Some("image/svg+xml".into()),
                "L".into(),
                &ImageLimits::default().into(),
            );
            assert_eq!(decision, omitted(Omission::NoDimensions), "{data}");
        }
    }
}
