//! What a model id tells: families of models, by the spelling of their ids.
//!
//! Every predicate lower-cases the id and trims it as JavaScript does; an empty id is of no family.

use crate::text::{JsStr, lower_case};

/// The text without the white space around it, as JavaScript's `trim` knows white space.
pub(crate) fn trim(text: &str) -> &str {
    // Trimming takes whole characters away, so what is left of well-formed text is well-formed.
    JsStr::from(text).trim().to_str().unwrap_or_default()
}

/// The text trimmed and lower-cased.
pub(crate) fn lower(text: &str) -> String {
    lower_case(trim(text))
}

/// In the id of every Claude model.
const CLAUDE: &str = "claude";

/// Claude generations, by name, that accept thinking of earlier turns.
const THINKING_KEPT_BY_NAME: [&str; 4] = ["fable-5", "opus-4", "sonnet-4", "haiku-4"];

/// Stands before the generation number in ids such as `claude-5` and `claude-10-x`.
const CLAUDE_GENERATION: &str = "claude-";

/// Models outside the owned providers whose reasoning goes back to them. Source: OpenClaw 2026.7.2-beta.4.
const REASONING_REPLAYED: [&str; 13] = [
    "kimi-for-coding",
    "kimi-k2.5",
    "kimi-k2.6",
    "kimi-k2.7-code",
    "kimi-k2.7-code-highspeed",
    "kimi-k3",
    "kimi-k2-thinking",
    "kimi-k2-thinking-turbo",
    "mimo-v2-pro",
    "mimo-v2-omni",
    "mimo-v2.5",
    "mimo-v2.5-pro",
    "mimo-v2.6-pro",
];

/// How the ids of Mistral's models begin at OpenRouter. Source: OpenClaw 2026.7.2-beta.4.
const OPENROUTER_MISTRAL: [&str; 9] = [
    "mistralai/",
    "mistral/",
    "mistral-",
    "codestral-",
    "devstral-",
    "ministral-",
    "mixtral-",
    "pixtral-",
    "voxtral-",
];

/// In the ids of Mistral's models wherever they are served (profile `strict`).
const MISTRAL_ANYWHERE: [&str; 8] = [
    "mistral",
    "mixtral",
    "codestral",
    "pixtral",
    "devstral",
    "ministral",
    "magistral",
    "voxtral",
];

/// Whether the id names a Claude model: it contains `claude`.
pub(crate) fn is_claude(id: &str) -> bool {
    lower(id).contains(CLAUDE)
}

/// Whether the id names a Claude model that accepts thinking of earlier turns: generation 4 by name, or 5 and later.
pub(crate) fn keeps_thinking(id: &str) -> bool {
    let id = lower(id);
    id.contains(CLAUDE)
        && (THINKING_KEPT_BY_NAME.iter().any(|name| id.contains(name))
            || id
                .match_indices(CLAUDE_GENERATION)
                .any(|(at, found)| is_late_generation(&id.as_bytes()[at + found.len()..])))
}

/// Whether the text begins with a generation number of 5 to 9, or one of two digits.
fn is_late_generation(number: &[u8]) -> bool {
    match number {
        [b'5'..=b'9', ..] => true,
        [tens, ones, ..] => tens.is_ascii_digit() && ones.is_ascii_digit(),
        _ => false,
    }
}

/// Whether the id names a Claude model that refuses thinking of earlier turns.
pub(crate) fn drops_thinking(id: &str) -> bool {
    is_claude(id) && !keeps_thinking(id)
}

/// Whether `claude` stands in the id as a word: between the ends of the id or any of `. / : _ -`.
pub(crate) fn claude_token(id: &str) -> bool {
    const BORDERS: [char; 5] = ['.', '/', ':', '_', '-'];
    let id = lower(id);
    id.match_indices(CLAUDE).any(|(at, found)| {
        let (before, after) = (&id[..at], &id[at + found.len()..]);
        (before.is_empty() || before.ends_with(BORDERS))
            && (after.is_empty() || after.starts_with(BORDERS))
    })
}

/// Whether the id names a Gemini model: it contains `gemini`.
pub(crate) fn is_gemini(id: &str) -> bool {
    lower(id).contains("gemini")
}

/// Whether the id names a model, outside the owned providers, whose reasoning goes back to it.
///
/// The last piece between slashes counts, and of that also the first and the last piece between colons:
/// `moonshotai/kimi-k2.5:free` is `kimi-k2.5`.
pub(crate) fn reasoning_replay_id(id: &str) -> bool {
    let id = lower(id);
    let pieces = |text| str::split(text, ':').filter(|piece| !piece.is_empty());
    let name = id
        .rsplit('/')
        .find(|piece| !piece.is_empty())
        .unwrap_or(&id);
    // A name of one piece that has a colon ("kimi-k3:") counts only as it stands.
    let (first, last) = match pieces(name).count() {
        0 | 1 => (None, None),
        _ => (pieces(name).next(), pieces(name).next_back()),
    };
    [Some(name), first, last]
        .into_iter()
        .flatten()
        .any(|candidate| REASONING_REPLAYED.contains(&candidate))
}

/// Whether the id names, at OpenRouter, a model of Mistral: by how it begins, after one `openrouter/`.
pub(crate) fn openrouter_mistral(id: &str) -> bool {
    let id = lower(id);
    let id = id.strip_prefix("openrouter/").unwrap_or(&id);
    OPENROUTER_MISTRAL
        .iter()
        .any(|prefix| id.starts_with(prefix))
}

/// Whether the id names a model of Mistral under any provider: by a product name anywhere in it.
///
/// Profile `strict` gives such models nine-character tool-call ids.
pub(crate) fn is_mistral_model_id(id: &str) -> bool {
    let id = lower(id);
    MISTRAL_ANYWHERE.iter().any(|name| id.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts which ids the predicate takes and which it leaves.
    fn check(predicate: fn(&str) -> bool, takes: &[&str], leaves: &[&str]) {
        for id in takes {
            assert!(predicate(id), "{id:?} should be taken");
        }
        for id in leaves.iter().chain(&["", " "]) {
            assert!(!predicate(id), "{id:?} should be left");
        }
    }

    #[test]
    fn claude_is_known_anywhere_in_the_id_in_any_case() {
        check(
            is_claude,
            &["Claude-Sonnet-4-6", "my-claude", "claudette"],
            &["gpt-4"],
        );
    }

    #[test]
    fn thinking_is_dropped_before_generation_four() {
        check(
            drops_thinking,
            &[
                "claude-3-opus",
                "claude-2.1",
                "claude-instant",
                "anthropic/claude-3.7-sonnet",
                "claude-4",
                "claude-1x",
            ],
            &[
                "claude-opus-4-1",
                "claude-10",
                "claude-5",
                "x/claude-3/claude-6",
                "claude-fable-5",
                "gpt-4",
                "sonnet-4",
            ],
        );
        check(
            keeps_thinking,
            &["claude-haiku-4-5"],
            &["opus-4", "claude-"],
        );
    }

    #[test]
    fn claude_as_a_word_needs_borders_on_both_sides() {
        check(
            claude_token,
            &[
                "x.claude",
                "CLAUDE",
                "a/claude:b",
                "my_claude-x",
                "claudette-claude",
            ],
            &["xclaude3", "myclaude-x", "claudette", "claude3"],
        );
    }

    #[test]
    fn reasoning_goes_back_to_models_known_by_their_last_piece() {
        check(
            reasoning_replay_id,
            &[
                " KIMI-K2.5 ",
                "moonshotai/kimi-k2.5:free",
                "free:kimi-k3",
                "x:y:kimi-k3",
                "kimi-k3/",
                "a//mimo-v2-pro",
            ],
            &[
                "kimi-k2",
                "kimi-k2.5-x",
                "x:kimi-k3:y",
                "kimi-k3:",
                "kimi-k3/x",
                "/",
                "//",
                ":",
            ],
        );
    }

    #[test]
    fn openrouter_knows_mistral_by_how_the_id_begins() {
        check(
            openrouter_mistral,
            &[
                " MistralAI/X ",
                "OpenRouter/Codestral-x",
                "openrouter/mistralai/mistral-large",
            ],
            &[
                "nousresearch/hermes-mistral",
                "magistral-medium",
                "openrouter/openrouter/mistral-x",
            ],
        );
    }

    #[test]
    fn mistral_is_known_anywhere_in_the_id() {
        check(
            is_mistral_model_id,
            &[
                "nousresearch/hermes-mistral",
                "Magistral-Medium",
                "eu.mistral.pixtral-large",
            ],
            &["mistra", "claude-3-opus"],
        );
    }

    #[test]
    fn white_space_is_what_javascript_takes_it_for() {
        assert_eq!(lower("\u{FEFF} Anthropic\u{3000}"), "anthropic");
        assert_eq!(lower("\u{85}a"), "\u{85}a");
    }
}
