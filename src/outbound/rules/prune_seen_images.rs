use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{Block, BlockKind, Fate, Role, Transcript, Turn, text_block};

declare_rule! {
    /// ## What it does
    /// Replaces images, and references to media, of turns that the model has answered long ago.
    /// ## Who refuses without it
    /// Nobody by a rule, but every request carries every image again: bodies grow beyond 32 MB, and images beyond 100.
    /// ## Exact rule
    /// With `pruneSeenImages` alone.
    /// 1. A turn of the conversation begins with a user turn, or with a result where none has begun, and is completed by
    ///    the assistant turn that follows. With three completed ones or fewer nothing happens; else user turns and
    ///    results before the third last are pruned.
    /// 2. `image` blocks become the text `[image data removed - already processed by model]`.
    /// 3. In text `[media attached: …]` (also ` 1/2` before the colon), `[Image: source: …]` and `media://inbound/…`
    ///    become `[media reference removed - already processed by model]`.
    /// 4. A user turn that stores media loses only references to these, by path or address with `/` for `\`; then the
    ///    stored fields go and `__openclaw.mediaImagePruned` says so. Where it says so already, text stays.
    /// 5. Where an image went, `__openclaw.mediaImageBlockFactIndexes` and `mediaImageLayout` go, and `__openclaw` when
    ///    nothing else is in it.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":[{"type":"image","data":"R0lGODlhAQABAAAA","mimeType":"image/gif"}]},{"role":"assistant","content":[{"type":"text","text":"a dot"}]},{"role":"user","content":"b"},{"role":"assistant","content":[{"type":"text","text":"b"}]},{"role":"user","content":"c"},{"role":"assistant","content":[{"type":"text","text":"c"}]},{"role":"user","content":"d"},{"role":"assistant","content":[{"type":"text","text":"d"}]},{"role":"user","content":"e"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"[image data removed - already processed by model]"}]},{"role":"assistant","content":[{"type":"text","text":"a dot"}]},{"role":"user","content":"b"},{"role":"assistant","content":[{"type":"text","text":"b"}]},{"role":"user","content":"c"},{"role":"assistant","content":[{"type":"text","text":"c"}]},{"role":"user","content":"d"},{"role":"assistant","content":[{"type":"text","text":"d"}]},{"role":"user","content":"e"}]
    /// ```
    /// ## Never touches
    /// Assistant turns, and the last three completed turns with all that follows.
    /// ## Order
    /// First: what it leaves is text like any other.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, before each model call.
    pub(crate) static PRUNE_SEEN_IMAGES = {
        id: "prune-seen-images",
        summary: "images that the model answered long ago are not sent again",
        effects: [Edits],
        rejects: [IMG_07],
        since: "0.1.0",
    }
}

/// Completed turns whose images stay.
const KEPT_TURNS: usize = 3;

const IMAGE_REMOVED: &str = "[image data removed - already processed by model]";
const REFERENCE_REMOVED: &str = "[media reference removed - already processed by model]";

/// Where hosts keep their own members of a turn.
const OWN: &str = "__openclaw";

/// What the host's own members say of media.
const OWN_MEDIA: &str = "media";

/// Set once references were taken away.
const PRUNED: &str = "mediaImagePruned";

/// Members of the host's own that speak of image blocks by their place.
const LAYOUT: [&str; 2] = ["mediaImageBlockFactIndexes", "mediaImageLayout"];

/// Members in which a user turn stores media.
const STORED: [&str; 9] = [
    "media",
    "MediaPath",
    "MediaPaths",
    "MediaUrl",
    "MediaUrls",
    "MediaType",
    "MediaTypes",
    "MediaTranscribedIndexes",
    "MediaWorkspaceDir",
];

/// Those that say where the media are: a string, a list of strings, or a list of objects with these members.
const PLACES: [&str; 5] = ["media", "MediaPath", "MediaPaths", "MediaUrl", "MediaUrls"];
const PLACE_MEMBERS: [&str; 2] = ["path", "url"];

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..first_kept(&transcript.turns) {
        let turn = transcript.turns[index];
        if matches!(turn.role, Role::User | Role::ToolResult) {
            prune(transcript, index, turn);
        }
    }
}

/// The index of the first turn that is not pruned: everything before has been seen.
fn first_kept(turns: &[Turn]) -> usize {
    let mut completed = Vec::new();
    let mut begun = None;
    let mut is_open = false;
    for (at, turn) in turns.iter().enumerate() {
        match turn.role {
            Role::ToolResult if begun.is_some() => {}
            Role::User | Role::ToolResult => {
                begun = Some(at);
                is_open = true;
            }
            Role::Assistant if is_open => {
                completed.extend(begun);
                is_open = false;
            }
            _ => {}
        }
    }
    match completed.len() {
        count if count > KEPT_TURNS => completed[count - KEPT_TURNS],
        _ => 0,
    }
}

fn prune(transcript: &mut Transcript<'_>, index: usize, turn: Turn) {
    let document = &transcript.document;
    let own = document.get(turn.value, OWN);
    let own_member = |key| document.get(own?, key);
    let stores = turn.role == Role::User
        && (own_member(OWN_MEDIA).is_some()
            || STORED
                .iter()
                .any(|key| document.get(turn.value, key).is_some()));
    let is_pruned = own_member(PRUNED).is_some_and(|flag| document.is_truthy(flag));
    let owned = stores.then(|| places(document, turn.value));
    let references = match (is_pruned, &owned) {
        (true, _) => References::None,
        (false, None) => References::All,
        (false, Some(owned)) => References::To(owned),
    };
    let lost_image = prune_content(transcript, index, references);
    if lost_image {
        without_layout(transcript, index);
    }
    if stores {
        without_media(transcript, index);
    }
}

/// Replaces images and references; says whether an image went.
fn prune_content(transcript: &mut Transcript<'_>, index: usize, references: References<'_>) -> bool {
    let turn = transcript.turns[index];
    if turn.blocks.is_none() {
        let text = transcript.document.get_string(turn.value, "content");
        let pruned = text.and_then(|text| references.replaced(JsStr::from_wtf8(&text)));
        if let Some(text) = pruned {
            let text = transcript.document.fresh_string(text.as_js());
            transcript.set_member(index, "content", text);
        }
        return false;
    }
    let mut lost_image = false;
    let blocks = transcript.map_blocks(turn, |document, block| match block.kind {
        BlockKind::Image => {
            lost_image = true;
            Fate::Replace(text_block(document, IMAGE_REMOVED.into()).value)
        }
        BlockKind::Text => prune_text(document, block, references),
        _ => Fate::Keep,
    });
    if let Some(blocks) = blocks {
        transcript.set_blocks(index, &blocks);
    }
    lost_image
}

fn prune_text(document: &mut Document<'_>, block: Block, references: References<'_>) -> Fate {
    let text = document.get_string(block.value, "text");
    match text.and_then(|text| references.replaced(JsStr::from_wtf8(&text))) {
        None => Fate::Keep,
        Some(text) => {
            let text = document.fresh_string(text.as_js());
            Fate::Replace(document.with_member(block.value, "text", text))
        }
    }
}

/// What speaks of the places of images is wrong once one went.
fn without_layout(transcript: &mut Transcript<'_>, index: usize) {
    let turn = transcript.turns[index];
    let document = &mut transcript.document;
    let Some(own) = document.get(turn.value, OWN) else {
        return;
    };
    if LAYOUT.iter().all(|key| document.get(own, key).is_none()) {
        return;
    }
    let rest = document.without_members(own, &LAYOUT);
    let value = match document.entries(rest).next() {
        None => document.without_members(turn.value, &[OWN]),
        Some(_) => document.with_member(turn.value, OWN, rest),
    };
    transcript.replace(index, value);
}

/// Stored media go, and the turn says that they did.
fn without_media(transcript: &mut Transcript<'_>, index: usize) {
    let turn = transcript.turns[index];
    let document = &mut transcript.document;
    let mut value = turn.value;
    if STORED.iter().any(|key| document.get(value, key).is_some()) {
        value = document.without_members(value, &STORED);
    }
    let own = document
        .get(value, OWN)
        .filter(|own| document.is_object_like(*own));
    let said = own.is_some_and(|own| document.get(own, PRUNED).is_some());
    if !said {
        let yes = document.fresh("true");
        let own = match own {
            Some(own) => document.with_member(own, PRUNED, yes),
            None => document.fresh_object(&[(PRUNED, yes)]),
        };
        value = document.with_member(value, OWN, own);
    }
    if value != turn.value {
        transcript.replace(index, value);
    }
}

/// Paths and addresses of the media that a turn stores.
fn places(document: &Document<'_>, turn: Value) -> Vec<Vec<u8>> {
    let own = document
        .get(turn, OWN)
        .and_then(|own| document.get(own, OWN_MEDIA));
    let stored = PLACES.iter().filter_map(|key| document.get(turn, key));
    let mut found = Vec::new();
    for value in stored.chain(own) {
        note_places(document, value, &mut found);
        for entry in document.entries(value) {
            note_places(document, entry.value, &mut found);
        }
    }
    found
}

fn note_places(document: &Document<'_>, value: Value, found: &mut Vec<Vec<u8>>) {
    let members = PLACE_MEMBERS.iter().filter_map(|key| document.get(value, key));
    let texts = std::iter::once(value).chain(members);
    found.extend(texts.filter_map(|value| document.string(value)).map(|text| slashed(&text)));
}

fn slashed(text: &[u8]) -> Vec<u8> {
    let slash = |&byte: &u8| if byte == b'\\' { b'/' } else { byte };
    text.iter().map(slash).collect()
}

/// Which references in text go.
#[derive(Clone, Copy)]
enum References<'a> {
    None,
    All,
    /// Those to one of these places.
    To(&'a [Vec<u8>]),
}

impl References<'_> {
    /// The text without its references; none when nothing changes.
    fn replaced(self, text: JsStr<'_>) -> Option<JsString> {
        if matches!(self, References::None) {
            return None;
        }
        let bytes = text.as_bytes();
        let mut new = JsString::new();
        let (mut at, mut copied) = (0, 0);
        // Once no bracket closes, none will further on.
        let mut closes = true;
        while at < bytes.len() {
            let found = match bytes[at] {
                b'[' if closes => bracketed(&bytes[at..], &mut closes),
                b'm' if !ends_with_word(&bytes[..at]) => address(&bytes[at..]),
                _ => None,
            };
            match found {
                Some(found) if self.includes(found.place) => {
                    new.push(text.slice(copied, at));
                    new.push_str(REFERENCE_REMOVED);
                    at += found.len;
                    copied = at;
                }
                _ => at += 1,
            }
        }
        if copied == 0 {
            return None;
        }
        new.push(text.tail(copied));
        Some(new)
    }

    fn includes(self, place: &[u8]) -> bool {
        match self {
            References::None => false,
            References::All => true,
            References::To(owned) => {
                let place = slashed(place);
                spellings(&place).any(|spelling| owned.iter().any(|owned| owned == spelling))
            }
        }
    }
}

/// A reference may say more behind the place: its type in brackets, or its address behind a bar.
fn spellings(place: &[u8]) -> impl Iterator<Item = &[u8]> {
    const ENDS: [&[u8]; 3] = [b"", b" (", b" | "];
    ENDS.iter().filter_map(move |end| {
        let cut = match end.is_empty() {
            true => Some(place.len()),
            false => place.windows(end.len()).position(|window| window == *end),
        };
        cut.map(|cut| place[..cut].trim_ascii())
    })
}

/// A reference at the start of a text.
struct Reference<'t> {
    len: usize,
    place: &'t [u8],
}

/// `[media attached: …]`, `[media attached 1/2: …]` or `[Image: source: …]`.
fn bracketed<'t>(text: &'t [u8], closes: &mut bool) -> Option<Reference<'t>> {
    let place = attached(text).or_else(|| image_source(text))?;
    let Some(len) = place.iter().position(|&byte| byte == b']') else {
        *closes = false;
        return None;
    };
    (len > 0).then(|| Reference {
        len: text.len() - place.len() + len + 1,
        place: &place[..len],
    })
}

fn attached(text: &[u8]) -> Option<&[u8]> {
    let rest = without_prefix(text, b"[media attached")?;
    rest.strip_prefix(b":").or_else(|| {
        let rest = digits(rest.strip_prefix(b" ")?)?.strip_prefix(b"/")?;
        digits(rest)?.strip_prefix(b":")
    })
}

fn image_source(text: &[u8]) -> Option<&[u8]> {
    without_prefix(without_prefix(text, b"[image:")?.trim_ascii_start(), b"source:")
}

/// `media://inbound/…`, up to what ends a name.
fn address(text: &[u8]) -> Option<Reference<'_>> {
    const SCHEME: &[u8] = b"media://inbound/";
    let name = text.strip_prefix(SCHEME)?;
    let end = JsStr::from_wtf8(name)
        .code_points()
        .find(|&(_, c)| ends_name(c));
    let len = end.map_or(name.len(), |(at, _)| at);
    (len > 0).then(|| Reference {
        len: SCHEME.len() + len,
        place: &text[..SCHEME.len() + len],
    })
}

fn ends_name(c: u32) -> bool {
    matches!(char::from_u32(c), Some(']' | '/' | '\\')) || crate::text::is_space(c)
}

fn without_prefix<'t>(text: &'t [u8], prefix: &[u8]) -> Option<&'t [u8]> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// The text behind one or more digits.
fn digits(text: &[u8]) -> Option<&[u8]> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (len > 0).then(|| &text[len..])
}

fn ends_with_word(text: &[u8]) -> bool {
    text.last()
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn replaced(text: &str) -> Option<String> {
        let text = References::All.replaced(text.into())?;
        Some(text.as_js().to_string_lossy())
    }

    #[test]
    fn references_of_each_kind_go() {
        for text in [
            "[media attached: /a/b.png (image/png)]",
            "[MEDIA ATTACHED 1/12: x]",
            "[Image: source: /a b.png]",
            "[image:source:x]",
            "media://inbound/photo-1.jpg",
        ] {
            assert_eq!(replaced(text).as_deref(), Some(REFERENCE_REMOVED), "{text}");
            let within = replaced(&format!("é {text} {text}\n"));
            let expected = format!("é {REFERENCE_REMOVED} {REFERENCE_REMOVED}\n");
            assert_eq!(within.as_deref(), Some(expected.as_str()));
        }
        let named = replaced("media://inbound/é.jpg/x").unwrap();
        assert_eq!(named, format!("{REFERENCE_REMOVED}/x"));
    }

    #[test]
    fn what_only_looks_like_one_stays() {
        for text in [
            "",
            "[media attached:]",
            "[media attached 1: x]",
            "[media attached 1/: x]",
            "[media attached: x",
            "[Image: sources: x]",
            "multimedia://inbound/x",
            "media://inbound/",
            "Media://inbound/x",
            "media://outbound/x",
        ] {
            assert_eq!(replaced(text), None, "{text}");
        }
        let open = "[media attached: ".repeat(100_000);
        assert_eq!(replaced(&open), None);
    }

    fn pruned(first: &str) -> String {
        let rest = r#"{"role":"user","content":"q"},{"role":"assistant","content":[]}"#;
        let list = format!(r#"[{first},{{"role":"assistant","content":[]}},{rest},{rest},{rest}]"#);
        let mut transcript = Transcript::parse(list.as_bytes(), &Limits::default()).unwrap();
        apply(&mut transcript);
        let once = transcript.to_text();
        let mut again = Transcript::parse(&once, &Limits::default()).unwrap();
        apply(&mut again);
        assert_eq!(again.to_text(), once, "a second run changes nothing");
        let text = String::from_utf8(once).unwrap();
        let (turn, _) = text.split_once(r#",{"role":"assistant""#).unwrap();
        turn[1..].to_owned()
    }

    #[test]
    fn owned_references_and_stored_media_go() {
        let turn = r#"{"role":"user","content":"[media attached: C:\\a\\b.png (image/png)] [media attached: /other]","MediaPath":"C:/a/b.png","MediaType":"image/png"}"#;
        let expected = format!(
            r#"{{"role":"user","content":"{REFERENCE_REMOVED} [media attached: /other]","__openclaw":{{"mediaImagePruned":true}}}}"#
        );
        assert_eq!(pruned(turn), expected);
        let own = r#"{"role":"user","content":"media://inbound/a media://inbound/b","__openclaw":{"media":[{"url":"media://inbound/b"}]}}"#;
        let expected = format!(
            r#"{{"role":"user","content":"media://inbound/a {REFERENCE_REMOVED}","__openclaw":{{"media":[{{"url":"media://inbound/b"}}],"mediaImagePruned":true}}}}"#
        );
        assert_eq!(pruned(own), expected);
    }

    #[test]
    fn what_speaks_of_images_goes_with_them() {
        let turn = r#"{"role":"user","content":[{"type":"image"}],"__openclaw":{"mediaImageLayout":1}}"#;
        let expected = format!(
            r#"{{"role":"user","content":[{{"type":"text","text":"{IMAGE_REMOVED}"}}]}}"#
        );
        assert_eq!(pruned(turn), expected);
        let kept = r#"{"role":"user","content":"x","__openclaw":{"mediaImageLayout":1}}"#;
        assert_eq!(pruned(kept), kept);
    }

    #[test]
    fn three_completed_turns_keep_theirs() {
        let image = r#"{"role":"user","content":[{"type":"image"}]}"#;
        let answer = r#"{"role":"assistant","content":[]}"#;
        let result = r#"{"role":"toolResult","content":[{"type":"image"}]}"#;
        let turn = format!("{image},{answer},{result},{answer}");
        for (turns, gone) in [(3, 0), (4, 2), (6, 6)] {
            let list = format!("[{},{image}]", vec![turn.as_str(); turns].join(","));
            let mut transcript = Transcript::parse(list.as_bytes(), &Limits::default()).unwrap();
            apply(&mut transcript);
            let text = String::from_utf8(transcript.to_text()).unwrap();
            assert_eq!(text.matches(IMAGE_REMOVED).count(), gone, "{turns}");
        }
    }
}
