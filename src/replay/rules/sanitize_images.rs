use crate::images::{ImageLimits, Outcome, REPLAY_LABEL, sanitize_block};
use crate::json::Document;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript, text_block};

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
    ///    and GIF.
    /// 3. At most `imageMaxDimensionPx` (default 1200) on each side, 5 MiB and 25 megapixels: passes with that text.
    /// 4. Else the pixels would have to change. Without the module that changes them a text says that.
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
    /// OpenClaw 2026.7.2-beta.4, step C; vectors `images`, `sanitize_images`.
    pub(crate) static SANITIZE_IMAGES = {
        id: "sanitize-images",
        summary: "image payloads can be read, have their true type and keep the limits",
        effects: [Edits],
        rejects: [IMG_01, IMG_02, IMG_03, IMG_04, IMG_05, IMG_06],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, limits: &ImageLimits) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if !matches!(turn.role, Role::User | Role::Assistant | Role::ToolResult)
            || !turn.has(KindSet::IMAGES)
        {
            continue;
        }
        if let Some(blocks) =
            transcript.map_blocks(turn, |document, block| {
                sanitize(document, block, REPLAY_LABEL.into(), limits)
            })
        {
            transcript.set_blocks(index, &blocks);
        }
    }
}

/// What becomes of one block; `label` begins the text that takes the place of an image.
pub(crate) fn sanitize(
    document: &mut Document<'_>,
    block: Block,
    label: JsStr<'_>,
    limits: &ImageLimits,
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
            limits,
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
