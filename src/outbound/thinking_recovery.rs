//! When a provider refuses replayed thinking: how to tell, and when to look.

use crate::policy::Policy;
use crate::text::{JsStr, is_thinking_error_text};

/// Whether one of the texts says that replayed thinking was refused.
///
/// Give every string of the error value, and of what is reached from it through `cause`, `error`, `rawError`,
/// `errorMessage`, `errorBody` and `message`. Each text is looked at line by line, in any case: `thinking` (or
/// `redacted_thinking`) and later `cannot be modified`, `signature`, `invalid`, `missing`, `empty` or `blank`; or one
/// of the last five and later `thinking`.
///
/// ```
/// use transcript_hygiene::outbound::is_thinking_error;
///
/// assert!(is_thinking_error(["400".into(), "Invalid signature in thinking block".into()]));
/// assert!(!is_thinking_error(["think signature".into()]));
/// ```
pub fn is_thinking_error<'t>(texts: impl IntoIterator<Item = JsStr<'t>>) -> bool {
    texts.into_iter().any(is_thinking_error_text)
}

/// Whether a refused request may be tried again without thinking: only where the policy has to do with thinking.
///
/// One retry for each request, and only while nothing of the answer was passed on. When the retry ends well, the stored
/// transcript may be repaired the same way.
pub fn recovery_armed(policy: &Policy) -> bool {
    policy.preserve_signatures()
        || policy.drop_thinking_blocks()
        || policy.drop_reasoning_from_history()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::PolicyOverrides;

    #[test]
    fn any_text_of_the_error_decides() {
        let is_error =
            |texts: &[&'static str]| is_thinking_error(texts.iter().map(|t| (*t).into()));
        assert!(!is_error(&[]));
        assert!(!is_error(&["thinking", "Missing\nthinking"]));
        assert!(is_error(&[
            "overloaded",
            "thinking blocks CANNOT be modified"
        ]));
        assert!(is_error(&["missing thinking"]));
    }

    #[test]
    fn recovery_is_armed_by_each_flag_about_thinking_and_by_no_other() {
        let armed = |flags: PolicyOverrides| recovery_armed(&Policy::explicit(&flags));
        let none = PolicyOverrides::new;
        assert!(!armed(none()));
        assert!(!armed(none().with_validate_anthropic_turns(true)));
        assert!(armed(none().with_preserve_signatures(true)));
        assert!(armed(none().with_drop_thinking_blocks(true)));
        assert!(armed(none().with_drop_reasoning_from_history(true)));
    }
}
