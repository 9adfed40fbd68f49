//! Images that are refused: cleaned where that suffices, encoded again where that helps, else replaced by a text that says
//! what was there.

use crate::images::{
    Answer, Background, Header, Format, ImageLimits, MAX_INPUT_BYTES, Task, probe,
};
use crate::json::{js_quoted, quoted};
use crate::preflight::edits::{Edits, Path};
use crate::preflight::view::View;
use crate::preflight::wire::text;
use crate::text::{JsStr, find_bytes};
use crate::validate::wire::{Image, Part, Speaker};
use crate::validate::{Constraint, SCALED_ABOVE, Shape, image_faults};
use crate::validate::{IMG_01, IMG_02, IMG_03, IMG_05, IMG_06, IMG_07};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let mut images: Vec<(Speaker, &Part<'_>, &Image<'_>)> = Vec::new();
    for turn in &view.turns {
        for part in &turn.parts {
            let both = std::iter::once(part).chain(&part.inner);
            images.extend(both.filter_map(|part| Some((turn.speaker, part, part.image.as_ref()?))));
        }
    }
    let (shape, count) = (view.shape(), images.len());
    let limits = shape.image_limits();
    // The newest ones are asked about.
    let too_many = count.saturating_sub(limits.max_images);
    let sent = count - too_many;
    for (at, (speaker, part, image)) in images.into_iter().enumerate() {
        if at < too_many {
            omit(view, edits, speaker, part, TOO_MANY);
            continue;
        }
        let faults = |image: &Image<'_>| image_faults(image, shape, limits, sent).0;
        let Some(fault) = faults(image).first().map(|fault| note(fault)) else { continue };
        let keeps = |new: &Image<'_>| faults(new).is_empty();
        match cleaned(image) {
            Some(clean) if keeps(&clean.image) => set(view, edits, part, image, &clean.image),
            Some(clean) => match encoded_again(view, clean) {
                Encoded::Later => {}
                Encoded::Now(new) if keeps(&new) => set(view, edits, part, image, &new),
                Encoded::Now(_) | Encoded::Never => omit(view, edits, speaker, part, fault),
            },
            None => omit(view, edits, speaker, part, fault),
        }
    }
}

/// An image with the very pixels that it has, as clean base64 under its true type.
struct Clean {
    image: Image<'static>,
    bytes: Vec<u8>,
    header: Header,
}

/// What came of an image whose pixels have to change.
enum Encoded {
    /// The host has still to do it.
    Later,
    /// A smaller one.
    Now(Image<'static>),
    /// It cannot be read, or nobody is there to do it.
    Never,
}

fn encoded_again(view: &View<'_>, clean: Clean) -> Encoded {
    let Clean { bytes, header, .. } = clean;
    if !header.format.can_be_decoded() || bytes.len() as u64 > MAX_INPUT_BYTES {
        return Encoded::Never;
    }
    let limits = ImageLimits {
        // Servers scale what is larger down to that themselves.
        max_dimension_px: SCALED_ABOVE,
        ..ImageLimits::default().within(view.shape().image_limits(), 1)
    };
    let task = Task::Reencode {
        limits,
        background: Background::WHITE,
    };
    match view.context.pixels.borrow_mut().work(bytes, task) {
        None => Encoded::Later,
        Some(Answer::Jpeg(data)) => Encoded::Now(Image {
            media: Cow::Borrowed(Format::Jpeg.mime().as_bytes()),
            data: Some(Cow::Owned(data.into_bytes())),
        }),
        Some(Answer::Readable | Answer::Refused(_)) => Encoded::Never,
    }
}

/// None when it has no base64 or is no image.
fn cleaned(image: &Image<'_>) -> Option<Clean> {
    let mut data = image.data.as_deref()?;
    if data.starts_with(b"data:") {
        data = &data[find_bytes(data, b";base64,")? + b";base64,".len()..];
    }
    let mut clean: Vec<u8> = data.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    for byte in &mut clean {
        match byte {
            b'-' => *byte = b'+',
            b'_' => *byte = b'/',
            _ => {}
        }
    }
    while !clean.len().is_multiple_of(4) {
        clean.push(b'=');
    }
    let bytes = STANDARD.decode(&clean).ok()?;
    let header = probe(&bytes)?;
    let image = Image {
        media: Cow::Borrowed(header.format.mime().as_bytes()),
        data: Some(Cow::Owned(clean)),
    };
    Some(Clean {
        image,
        bytes,
        header,
    })
}

/// Sets what is another one in the image's own members.
fn set(view: &View<'_>, edits: &mut Edits, part: &Part<'_>, old: &Image<'_>, new: &Image<'_>) {
    let media = String::from_utf8_lossy(&new.media);
    let data = new.data.as_deref().unwrap_or_default();
    let data_json = || js_quoted(JsStr::from_wtf8(data));
    let url = || {
        let mut url = format!("data:{media};base64,").into_bytes();
        url.extend_from_slice(data);
        js_quoted(JsStr::from_wtf8(&url))
    };
    let (media_path, data_path): (Path, Path) = match view.shape() {
        Shape::Anthropic => (&["source", "media_type"], &["source", "data"]),
        Shape::Converse => (&["image", "format"], &["image", "source", "bytes"]),
        Shape::Gemini if view.document.get_non_null(part.value, "inlineData").is_some() => {
            let data = view.document.get(part.value, "inlineData");
            let camel = data.is_some_and(|data| view.document.get(data, "mime_type").is_none());
            match camel {
                true => (&["inlineData", "mimeType"], &["inlineData", "data"]),
                false => (&["inlineData", "mime_type"], &["inlineData", "data"]),
            }
        }
        Shape::Gemini => {
            let data = view.document.get(part.value, "inline_data");
            let snake = data.is_some_and(|data| view.document.get(data, "mimeType").is_none());
            match snake {
                true => (&["inline_data", "mime_type"], &["inline_data", "data"]),
                false => (&["inline_data", "mimeType"], &["inline_data", "data"]),
            }
        }
        Shape::Chat => {
            let holder = view.document.get(part.value, "image_url");
            let is_url = holder.is_some_and(|holder| view.document.string(holder).is_some());
            let path: Path = if is_url { &["image_url"] } else { &["image_url", "url"] };
            return edits.set(part.place, path, url());
        }
        Shape::Responses => return edits.set(part.place, &["image_url"], url()),
    };
    if old.media != new.media {
        let name = match view.shape() {
            Shape::Converse => media.strip_prefix("image/").unwrap_or(&media),
            _ => &media,
        };
        edits.set(part.place, media_path, quoted(name));
    }
    if old.data != new.data {
        edits.set(part.place, data_path, data_json());
    }
}

/// Puts a text in the place of an image, or nothing where only images may stand.
fn omit(
    view: &View<'_>,
    edits: &mut Edits,
    speaker: Speaker,
    part: &Part<'_>,
    note: &'static str,
) {
    if view.shape() == Shape::Gemini && part.place.inner.is_some() {
        return edits.drop(part.place);
    }
    edits.replace(part.place, text(view.shape(), speaker, note.into()));
}

/// The text in the place of an image that is one too many.
const TOO_MANY: &str = "[image omitted: there are too many images]";

fn note(fault: &'static Constraint) -> &'static str {
    const NOTES: [(&Constraint, &str); 6] = [
        (&IMG_01, "[image omitted: its format is not taken here]"),
        (&IMG_02, "[image omitted: its data is no base64]"),
        (&IMG_03, "[image omitted: it cannot be read]"),
        (&IMG_05, "[image omitted: it has too many bytes]"),
        (&IMG_06, "[image omitted: it has too many pixels]"),
        (&IMG_07, "[image omitted: it has too many bytes]"),
    ];
    let found = NOTES.iter().find(|(constraint, _)| *constraint == fault);
    found.map_or("[image omitted]", |(_, note)| note)
}
