//! Images of any bytes: never a panic, never more memory than is bounded, and what comes out keeps what was asked for.

use cap::Cap;
use std::alloc::System;
use transcript_hygiene::images::{
    Background, Format, ImageLimits, ImageOptions, ImagePolicy, Outcome, Pixels, Taker, fit, probe,
    sanitize_block,
};
use transcript_hygiene::text::JsStr;

/// An allocation above this fails, and so does the run: the largest picture as RGBA, what a decoder keeps beside it, and
/// the file itself.
const MOST_BYTES: usize = 320 << 20;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MOST_BYTES);

/// Pictures above this are left to tests: to decode one takes longer than to find something new.
const MOST_PIXELS: u64 = 1 << 20;

/// Longest side of what is asked for.
const SIDE: u32 = 16;

/// Bytes that are no picture of this format, or a large one, prove nothing here.
fn is_worth_a_try(bytes: &[u8], format: Format) -> bool {
    probe(bytes).is_some_and(|header| header.format == format && header.pixels() <= MOST_PIXELS)
}

/// A picture of one format becomes a small JPEG, or is refused.
pub fn image(bytes: &[u8], format: Format) {
    if !is_worth_a_try(bytes, format) {
        return;
    }
    let policy: ImagePolicy = ImageLimits {
        max_dimension_px: SIDE,
        max_bytes: u64::MAX,
    }
    .into();
    let policy = ImagePolicy {
        verify_pixels: true,
        ..policy
    };
    let Ok(fitted) = fit(bytes, &policy) else {
        return;
    };
    assert!(fitted.width <= SIDE && fitted.height <= SIDE);
    let header = probe(&fitted.bytes).expect("the header of a new picture");
    if fitted.changed {
        assert_eq!((header.width, header.height), (fitted.width, fitted.height));
        assert_eq!(header.format, Format::Jpeg);
        let again = fit(&fitted.bytes, &policy).expect("a new picture can be read");
        assert!(!again.changed);
    }
}

/// A block whose first byte chooses the options: what stays stays when it is looked at again.
pub fn image_block(bytes: &[u8]) {
    let Some((&choices, data)) = bytes.split_first() else {
        return;
    };
    if probe(data).is_some_and(|header| header.pixels() > MOST_PIXELS) {
        return;
    }
    let taker = [
        Taker::Release,
        Taker::Provider,
        Taker::Gemini,
        Taker::Bedrock,
    ][usize::from(choices & 3)];
    let options = ImageOptions::new()
        .with_max_dimension_px(Some(f64::from(choices >> 2)))
        .with_verify_pixels(choices & 4 != 0)
        .with_background(match choices & 8 {
            0 => Background::WHITE,
            _ => Background::Bare,
        });
    let policy = ImagePolicy::new(&options, taker);
    // Bytes that are no text are an image themselves, others are taken for base64.
    let text = match str::from_utf8(data) {
        Ok(text) => text.to_owned(),
        Err(_) => base64(data),
    };
    let run = |data: &str| {
        sanitize_block(
            Some(JsStr::from(data)),
            Some("image/png".into()),
            "L".into(),
            &policy,
            &mut Pixels::Here,
        )
    };
    if let Outcome::Keep {
        data: Some(new), ..
    } = run(&text)
    {
        let again = run(&new);
        assert!(
            matches!(again, Outcome::Keep { data: None, .. }),
            "{again:?}"
        );
    }
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|at| u32::from(group.get(at).copied().unwrap_or(0)));
        let bits = (a << 16) | (b << 8) | c;
        for at in 0..=group.len() {
            text.push(char::from(ALPHABET[(bits >> (18 - 6 * at)) as usize & 63]));
        }
    }
    text
}
