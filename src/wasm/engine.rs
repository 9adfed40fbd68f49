//! What the exports call. The rooms that do the work take their own types; here the boundary's become theirs.

use super::buffers::Answer;
use super::failure::Failure;
use super::options::{
    Door, PolicyOptions, PreRequestOptions, RequestOptions, SanitizeOptions, StripOptions, Target,
};
use crate::{Error, ErrorKind, Limits};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

pub(super) fn admit(bytes: usize, limits: &Limits) -> Result<(), Failure> {
    if bytes <= limits.bytes {
        return Ok(());
    }
    let message = format!(
        "the input has {bytes} bytes or more, over the limit of {}; the option \"limits.bytes\" raises it",
        limits.bytes
    );
    Err(Error::new(ErrorKind::LimitExceeded, message).into())
}

pub(super) fn resolve_policy(_: &Target, _: &PolicyOptions) -> Result<String, Failure> {
    Ok("{}".into())
}

pub(super) fn sanitize(
    input: &[u8],
    _: &Target,
    options: &SanitizeOptions,
    _: Door,
) -> Result<Answer, Failure> {
    transcript(input, &options.call.limits)?;
    unchanged(r#"{"changed":false,"appendEntries":[],"advice":[]}"#)
}

pub(super) fn check(
    input: &[u8],
    _: &Target,
    options: &SanitizeOptions,
) -> Result<String, Failure> {
    transcript(input, &options.call.limits)?;
    Ok(r#"{"changed":false,"changes":[]}"#.into())
}

pub(super) fn sanitize_request(
    input: &[u8],
    _: &Target,
    options: &RequestOptions,
) -> Result<Answer, Failure> {
    let body = document(input, &options.call.limits)?;
    if !body.get().starts_with('{') {
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
    transcript(input, &options.call.limits)?;
    unchanged(r#"{"changed":false}"#)
}

pub(super) fn strip_all_thinking(
    input: &[u8],
    options: &StripOptions,
    _: Door,
) -> Result<Answer, Failure> {
    transcript(input, &options.call.limits)?;
    unchanged(r#"{"changed":false}"#)
}

pub(super) fn is_thinking_replay_error(input: &[u8]) -> Result<bool, Failure> {
    transcript(input, &Limits::default())?;
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

fn document<'a>(input: &'a [u8], limits: &Limits) -> Result<&'a RawValue, Failure> {
    admit(input.len(), limits)?;
    let text = std::str::from_utf8(input).map_err(|error| {
        Error::new(ErrorKind::InvalidJson, "not UTF-8").at_offset(error.valid_up_to())
    })?;
    serde_json::from_str(text).map_err(|error| {
        let line: usize = text
            .split_inclusive('\n')
            .take(error.line().max(1) - 1)
            .map(str::len)
            .sum();
        Error::new(ErrorKind::InvalidJson, "not JSON")
            .at_offset(line + error.column().saturating_sub(1))
            .into()
    })
}

fn transcript(input: &[u8], limits: &Limits) -> Result<(), Failure> {
    let text = document(input, limits)?.get();
    let turns: Vec<IgnoredAny> = match text.starts_with('[') {
        true => serde_json::from_str(text).unwrap_or_default(),
        false => {
            return Err(Error::new(ErrorKind::NotATranscript, "expected an array of turns").into());
        }
    };
    if turns.len() > limits.turns {
        let message = "too many turns; the option \"limits.turns\" raises the limit";
        return Err(Error::new(ErrorKind::LimitExceeded, message).into());
    }
    Ok(())
}
