//! What the exports call. The rooms that do the work take their own types; here the boundary's become theirs.

use super::buffers::Answer;
use super::deliver::deliver;
use super::failure::Failure;
use super::options::{
    Door, PolicyOptions, PreRequestOptions, RequestOptions, SanitizeOptions, StripOptions, Target,
};
use crate::json::{Document, Kind};
use crate::policy::Policy;
use crate::transcript::{Fate, KindSet, Role, Transcript};
use crate::{Error, ErrorKind, Limits};

pub(super) fn admit(bytes: usize, limits: &Limits) -> Result<(), Failure> {
    if bytes <= limits.bytes {
        return Ok(());
    }
    let message = format!(
        "the input has {bytes} bytes or more, the limit `bytes` is {}",
        limits.bytes
    );
    Err(Error::new(ErrorKind::LimitExceeded, message)
        .at_limit("bytes")
        .into())
}

pub(super) fn resolve_policy(target: &Target, options: &PolicyOptions) -> String {
    let policy = match &options.explicit {
        Some(flags) => Policy::explicit(flags),
        None => Policy::resolve(&target.for_policy(), &options.resolve),
    };
    format!(
        r#"{{"flags":{},"origins":{}}}"#,
        policy.to_json(),
        policy.origins_json()
    )
}

pub(super) fn sanitize(
    input: &[u8],
    _: &Target,
    options: &SanitizeOptions,
    _: Door,
) -> Result<Answer, Failure> {
    Transcript::parse(input, &options.call.limits)?;
    unchanged(r#"{"changed":false,"appendEntries":[],"advice":[]}"#)
}

pub(super) fn check(
    input: &[u8],
    _: &Target,
    options: &SanitizeOptions,
) -> Result<String, Failure> {
    Transcript::parse(input, &options.call.limits)?;
    Ok(r#"{"changed":false,"changes":[]}"#.into())
}

pub(super) fn sanitize_request(
    input: &[u8],
    _: &Target,
    options: &RequestOptions,
) -> Result<Answer, Failure> {
    let body = Document::parse(input, 0, &options.call.limits)?;
    if body.kind(body.root()) != Kind::Object {
        return Err(Error::new(ErrorKind::NotARequest, "expected an object").into());
    }
    unchanged(r#"{"changed":false}"#)
}

pub(super) fn pre_request(
    input: &[u8],
    _: &Target,
    options: &PreRequestOptions,
    _: Door,
) -> Result<Answer, Failure> {
    Transcript::parse(input, &options.call.limits)?;
    unchanged(r#"{"changed":false}"#)
}

pub(super) fn strip_all_thinking(
    input: &[u8],
    options: &StripOptions,
    door: Door,
) -> Result<Answer, Failure> {
    let mut transcript = Transcript::parse(input, &options.call.limits)?;
    for at in 0..transcript.turns.len() {
        let turn = transcript.turns[at];
        if turn.role != Role::Assistant {
            continue;
        }
        let kept =
            transcript.map_blocks(turn, |_, block| match block.kind.is_in(KindSet::THINKING) {
                true => Fate::Drop,
                false => Fate::Keep,
            });
        match kept {
            None => {}
            Some(kept) if kept.is_empty() => {
                transcript.set_text(at, "[assistant reasoning omitted]".into());
            }
            Some(kept) => transcript.set_blocks(at, &kept),
        }
    }
    let meta = format!(r#"{{"changed":{}}}"#, !transcript.is_unchanged());
    Ok(deliver(transcript, meta, door))
}

pub(super) fn is_thinking_replay_error(input: &[u8]) -> Result<bool, Failure> {
    Transcript::parse(input, &Limits::default())?;
    Ok(false)
}

pub(super) fn rejections(_: &[u8]) -> Result<String, Failure> {
    Ok("[]".into())
}

fn unchanged(meta: &str) -> Result<Answer, Failure> {
    Ok(Answer {
        meta: meta.into(),
        output: Vec::new(),
    })
}
