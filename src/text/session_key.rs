//! Session keys: `agent:<id>:<rest>`.

use super::{JsStr, JsString};

/// An agent's session key in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSessionKey {
    /// The agent.
    pub agent_id: JsString,
    /// All behind the agent.
    pub rest: JsString,
}

/// Segments after which a room's name keeps its case.
const ROOMS: [&str; 2] = ["channel", "group"];

/// Reads an agent's session key in lower case; `None` when it is none.
///
/// Peer ids keep their case: the segment after `signal:group:`, trimmed; and, when `matrix:channel:` or
/// `matrix:group:` starts the key behind its leading `agent:<id>:` pairs, all behind it but a last `:thread:`.
pub fn agent_session_key(key: JsStr<'_>) -> Option<AgentSessionKey> {
    let key = in_lower_case(key.trim());
    let mut parts = key.as_js().as_bytes().splitn(3, |&b| b == b':');
    let mut next = || parts.next().map(JsStr::from_wtf8);
    let (agent, id, rest) = (next()?, next()?, next()?);
    let agent_id = id.trim();
    // The third segment, and not only what is left, must have something in it.
    (agent == "agent" && !agent_id.is_empty() && !rest.is_empty() && !rest.starts_with(":")).then(
        || AgentSessionKey {
            agent_id: agent_id.to_owned(),
            rest: rest.to_owned(),
        },
    )
}

fn segments(key: JsStr<'_>) -> Vec<JsStr<'_>> {
    key.as_bytes()
        .split(|&b| b == b':')
        .map(JsStr::from_wtf8)
        .collect()
}

fn in_lower_case(key: JsStr<'_>) -> JsString {
    // As a whole, since the case of a sigma hangs on what is behind it, a colon or not.
    let lowered = key.to_lowercase();
    let (written, lower) = (segments(key), segments(lowered.as_js()));
    let is = |at: usize, name: &str| lower.get(at).is_some_and(|segment| *segment == *name);
    let mut start = 0;
    while is(start, "agent") && lower.len() > start + 2 {
        start += 2;
        while is(start, "") {
            start += 1;
        }
    }
    let is_room = is(start, "matrix") && ROOMS.iter().any(|room| is(start + 1, room));
    let opaque_from = if is_room { start + 2 } else { lower.len() };
    let thread = (opaque_from + 1..lower.len().saturating_sub(1))
        .rev()
        .find(|&at| is(at, "thread"));
    let mut out = JsString::new();
    for (at, (written, lower)) in written.iter().zip(&lower).enumerate() {
        if at > 0 {
            out.push_str(":");
        }
        let is_group_id = at >= 2 && is(at - 2, "signal") && is(at - 1, "group");
        if is_group_id {
            out.push(written.trim());
        } else if at >= opaque_from && Some(at) != thread {
            out.push(*written);
        } else {
            out.push(*lower);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(key: &str) -> Option<String> {
        agent_session_key(key.into()).map(|key| key.rest.as_js().to_string_lossy())
    }

    #[test]
    fn peer_ids_keep_their_case() {
        assert_eq!(
            rest("Agent:A:Signal:GROUP: AbC :X").unwrap(),
            "signal:group:AbC:x"
        );
        assert_eq!(
            rest("agent:a:matrix:channel:!R:H:THREAD:$T").unwrap(),
            "matrix:channel:!R:H:thread:$T"
        );
        assert_eq!(
            rest("agent:a:x:matrix:channel:!R").unwrap(),
            "x:matrix:channel:!r"
        );
        assert_eq!(rest("agent:a"), None);
    }
}
