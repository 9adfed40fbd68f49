use crate::images::{
    ImagePolicy, MANY_IMAGES, Outcome, Pixels, REPLAY_LABEL, sanitize_block,
};
use crate::json::{Document, Entry, Value};
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript, Turn, text_block};

declare_rule! {
    /// ## What it does
    /// Makes image payloads sendable: clean base64, the media type of the bytes, within limits; else a text says
    /// why the image is not there.
    /// ## Who refuses without it
    /// Every provider with vision: broken base64, a media type that the bytes do not have, too many bytes or pixels.
    /// One such image refuses every later request of the session.
    /// ## Exact rule
    /// In user turns and tool results and assistant turns with array content, for each `image` block:
    /// 1. `data` or `mimeType` is no string, more than 10 MiB, empty, or not base64: a text block in its place that
    ///    begins `[session:history] omitted`.
    /// 2. Base64 is made canonical: no white space, padded. The media type follows the first bytes for JPEG, PNG
    ///    and GIF; with `images.sniffAllFormats` (on by default) for all formats.
    /// 3. At most `images.maxDimensionPx` (default 1200) on each side, `images.maxBytes` (5 MiB),
    ///    `images.maxBase64Chars` and 25 megapixels, in a format that is taken: passes with that text. The default
    ///    profile takes no more than the provider does: 5,242,880 characters (Bedrock 3,750,000 bytes), 8000 pixels,
    ///    1999 where more than 20 images are sent, JPEG, PNG, GIF and WebP (Gemini HEIC and HEIF, no GIF).
    /// 4. Else the images module makes a JPEG of it: the first of the sides 1800, 1600, 1400, 1200, 1000 and 800 below
    ///    the limit and the qualities 85 to 35 by tens that is small enough, turned as EXIF says, white or
    ///    `images.background` where it was transparent. Damaged images, formats that nothing here reads, and images
    ///    that stay too large become a text. So do all of them where that module is not there.
    /// 5. In the body of a request an image that is refused keeps its pixels where its base64 and media type are all that
    ///    is wrong; else a JPEG of at most 1568 pixels a side takes its place, or a text.
    /// 6. With `images.verifyPixels` images that could pass are decoded, and damaged ones become a text.
    /// ## Example
    /// ```json before
    /// [{"role":"user","content":[{"type":"image","data":"%%%","mimeType":"image/png"},{"type":"text","text":"what is this?"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"[session:history] omitted image payload: invalid base64"},{"type":"text","text":"what is this?"}]}]
    /// ```
    /// ## Never touches
    /// Other blocks, other members of the image block.
    /// ## Order
    /// With blank text, before anything is paired or merged.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step C; vectors `images`, `sanitize_images`. Limits of providers: the default profile.
    pub(crate) static SANITIZE_IMAGES = {
        id: "sanitize-images",
        summary: "image payloads can be read, have their true type and keep the limits",
        effects: [Edits],
        rejects: [IMG_01, IMG_02, IMG_03, IMG_04, IMG_05, IMG_06],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, policy: &ImagePolicy, pixels: &mut Pixels) {
    let policy = match holds_many(transcript) {
        true => policy.of_many(),
        false => *policy,
    };
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if !may_hold_images(turn) {
            continue;
        }
        let changed = transcript.map_blocks(turn, |document, block| {
            sanitize(document, block, REPLAY_LABEL.into(), &policy, pixels)
        });
        if let Some(blocks) = changed {
            transcript.set_blocks(index, &blocks);
        }
    }
}

fn may_hold_images(turn: Turn) -> bool {
    matches!(turn.role, Role::User | Role::Assistant | Role::ToolResult)
        && turn.has(KindSet::IMAGES)
}

/// Whether so many images are sent that providers take smaller ones only.
fn holds_many(transcript: &Transcript<'_>) -> bool {
    let turns = transcript.turns.iter().copied();
    turns
        .filter(|turn| may_hold_images(*turn))
        .flat_map(|turn| transcript.blocks(turn))
        .filter(|block| block.kind == BlockKind::Image)
        .nth(MANY_IMAGES)
        .is_some()
}

/// Makes the images of a list of content blocks sendable: the new members of the list, or none when nothing changes.
/// `label` begins the text that takes the place of an image. Where `pixels` [is waiting](Pixels::is_waiting) afterwards,
/// the result is none yet.
///
/// ```
/// use transcript_hygiene::images::{ImageOptions, ImagePolicy, Pixels, Taker};
/// use transcript_hygiene::json::{Document, write};
/// use transcript_hygiene::replay::sanitize_image_blocks;
///
/// let blocks = br#"[{"type":"image","data":"R0lGODlhAgADAAAA","mimeType":"image/png"}]"#;
/// let mut document = Document::parse(blocks, 2, &Default::default())?;
/// let list = document.root();
/// let policy = ImagePolicy::new(&ImageOptions::new(), Taker::Provider);
/// let pixels = &mut Pixels::default();
/// let new = sanitize_image_blocks(&mut document, list, "photo".into(), &policy, pixels).unwrap();
/// assert!(write(&document, new[0].value).ends_with(br#""image/gif"}"#));
/// # Ok::<(), transcript_hygiene::Error>(())
/// ```
pub fn sanitize_image_blocks(
    document: &mut Document<'_>,
    list: Value,
    label: JsStr<'_>,
    policy: &ImagePolicy,
    pixels: &mut Pixels,
) -> Option<Vec<Entry>> {
    let mut blocks: Vec<Entry> = document.entries(list).collect();
    let mut changed = false;
    for entry in &mut blocks {
        let kind = BlockKind::of(document, entry.value);
        let block = Block {
            value: entry.value,
            kind,
        };
        if let Fate::Replace(value) = sanitize(document, block, label, policy, pixels) {
            *entry = Entry::element(value, 0);
            changed = true;
        }
    }
    changed.then_some(blocks)
}

/// What becomes of one block; `label` begins the text that takes the place of an image.
fn sanitize(
    document: &mut Document<'_>,
    block: Block,
    label: JsStr<'_>,
    policy: &ImagePolicy,
    pixels: &mut Pixels,
) -> Fate {
    if block.kind != BlockKind::Image {
        return Fate::Keep;
    }
    let outcome = {
        let data = document.get_string(block.value, "data");
        let mime = document.get_string(block.value, "mimeType");
        sanitize_block(
            data.as_deref().map(JsStr::from_wtf8),
            mime.as_deref().map(JsStr::from_wtf8),
            label,
            policy,
            pixels,
        )
    };
    match outcome {
        Outcome::Keep {
            data: None,
            mime: None,
        } => Fate::Keep,
        Outcome::Keep { data, mime } => {
            let mut image = block.value;
            for (key, text) in [("data", data.as_deref()), ("mimeType", mime)] {
                if let Some(text) = text {
                    let text = document.fresh_string(text.into());
                    image = document.with_member(image, key, text);
                }
            }
            Fate::Replace(image)
        }
        Outcome::Omit { text } => Fate::Replace(text_block(document, text.as_js()).value),
    }
}
