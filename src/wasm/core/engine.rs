//! What the exports call. The rooms that do the work take their own types; here the boundary's become theirs.

use super::deliver::{deliver, deliver_list};
use super::options::{
    BlockOptions, Door, PolicyOptions, PreRequestOptions, RequestOptions, SanitizeOptions,
    StripOptions,
};
use crate::images::Pixels;
use crate::json::{Document, quoted, write_whole};
use crate::outbound::{self, REQUEST_LEVELS};
use crate::policy::Policy;
use crate::replay::{self, Advice, AppendEntry, ReplayOptions, sanitize_image_blocks};
use crate::report::Report;
use crate::text::JsStr;
use crate::transcript::Transcript;
use crate::wasm::buffers::Answer;
use crate::wasm::failure::Failure;
use crate::wasm::jobs;
use crate::wasm::target::Target;
use crate::{Error, Limits, rule};

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

/// Bytes are the caller's; all other text the shim's encoder wrote.
fn transcript<'i>(input: &'i [u8], limits: &Limits, door: Door) -> Result<Transcript<'i>, Error> {
    match door {
        Door::Bytes => Transcript::parse(input, limits),
        Door::Values | Door::String => Transcript::parse_encoded(input, limits),
    }
}

pub(super) fn sanitize(
    input: &[u8],
    target: &Target,
    options: &SanitizeOptions,
    door: Door,
    pixels: Pixels,
) -> Result<Answer, Failure> {
    let mut transcript = transcript(input, &options.call.limits, door)?;
    let outcome = replay::sanitize(
        &mut transcript,
        &target.for_policy(),
        &replay_options(options).with_pixels(pixels),
    )?;
    if outcome.pixels.is_waiting() {
        return Ok(jobs::answer(outcome.pixels));
    }
    let entries: Vec<String> = outcome
        .append_entries
        .iter()
        .map(AppendEntry::to_json)
        .collect();
    let advice: Vec<String> = outcome.advice.iter().map(Advice::to_json).collect();
    let report = outcome
        .report_json()
        .map_or(String::new(), |report| format!(r#","report":{report}"#));
    let meta = format!(
        r#"{{"changed":{},"appendEntries":[{}],"advice":[{}]{report}}}"#,
        !transcript.is_unchanged(),
        entries.join(","),
        advice.join(",")
    );
    Ok(deliver(transcript, meta, door))
}

pub(super) fn check(
    input: &[u8],
    target: &Target,
    options: &SanitizeOptions,
) -> Result<String, Failure> {
    let mut transcript = Transcript::parse(input, &options.call.limits)?;
    let options = replay_options(options)
        .with_pixels(Pixels::Nobody)
        .with_report(true);
    let outcome = replay::sanitize(&mut transcript, &target.for_policy(), &options)?;
    Ok(outcome.report_json().unwrap_or_default())
}

pub(super) fn sanitize_images(
    input: &[u8],
    options: &BlockOptions,
    mut pixels: Pixels,
) -> Result<Answer, Failure> {
    const LEVELS: usize = 2;
    let mut document = Document::parse(input, LEVELS, &options.limits)?;
    let list = document.root();
    let label = options.label.as_str().into();
    let blocks = sanitize_image_blocks(&mut document, list, label, &options.policy, &mut pixels);
    if pixels.is_waiting() {
        return Ok(jobs::answer(pixels));
    }
    Ok(deliver_list(&document, list, blocks.as_deref()))
}

fn replay_options(options: &SanitizeOptions) -> ReplayOptions {
    ReplayOptions::new()
        .with_resolution(options.policy.resolve)
        .with_policy(options.policy.explicit)
        .with_allowed_tool_names(options.allowed_tool_names.clone().unwrap_or_default())
        .with_preserve_latest_assistant_thinking(options.preserve_latest_assistant_thinking)
        .with_images(options.images.clone())
        .with_now(options.now)
        .with_validate_turns(options.validate_turns)
        .with_local_offset_minutes(options.local_offset_minutes)
        .with_session_entries(options.session_entries.clone())
        .with_strip_result_details(options.strip_result_details)
        .with_zero_stale_usage(options.zero_stale_usage)
        .with_ensure_usage_snapshots(options.ensure_usage_snapshots)
        .with_report(options.call.report)
        .with_include_text(options.call.include_text)
        .with_limits(options.call.limits)
}

pub(super) fn sanitize_request(
    input: &[u8],
    target: &Target,
    options: &RequestOptions,
) -> Result<Answer, Failure> {
    let call = &options.call;
    let mut document = Document::parse(input, REQUEST_LEVELS, &call.limits)?;
    let given = outbound::RequestOptions::new()
        .with_profile(options.profile)
        .with_base_url(options.base_url.clone())
        .with_thinking_level(options.thinking_level.clone())
        .with_report(call.report)
        .with_include_text(call.include_text)
        .with_limits(call.limits);
    let outcome = outbound::sanitize_request(&mut document, &target.for_policy(), &given)?;
    let meta = format!(
        r#"{{"changed":{},"removed":{}{}}}"#,
        outcome.changed,
        outcome.removed,
        report_member(outcome.report.as_ref())
    );
    let output = if outcome.changed {
        let mut output = Vec::with_capacity(input.len());
        write_whole(&document, outcome.value, &mut output);
        output
    } else {
        Vec::new()
    };
    Ok(Answer { meta, output })
}

pub(super) fn pre_request(
    input: &[u8],
    target: &Target,
    options: &PreRequestOptions,
    door: Door,
) -> Result<Answer, Failure> {
    let call = &options.call;
    let mut transcript = transcript(input, &call.limits, door)?;
    let given = outbound::PreRequestOptions::new()
        .with_prune_seen_images(options.prune_seen_images)
        .with_resolution(options.policy.resolve)
        .with_policy(options.policy.explicit)
        .with_allowed_tool_names(options.allowed_tool_names.clone().unwrap_or_default())
        .with_now(options.now)
        .with_report(call.report)
        .with_include_text(call.include_text)
        .with_limits(call.limits);
    let report = outbound::pre_request(&mut transcript, &target.for_policy(), &given)?;
    Ok(deliver_reported(transcript, report.as_ref(), door))
}

/// A transcript with what is told of it: whether it changed, and the report.
fn deliver_reported(transcript: Transcript<'_>, report: Option<&Report>, door: Door) -> Answer {
    let changed = !transcript.is_unchanged();
    let meta = format!(r#"{{"changed":{changed}{}}}"#, report_member(report));
    deliver(transcript, meta, door)
}

fn report_member(report: Option<&Report>) -> String {
    report.map_or(String::new(), |report| {
        format!(r#","report":{}"#, report.to_json(None))
    })
}

pub(super) fn strip_all_thinking(
    input: &[u8],
    options: &StripOptions,
    door: Door,
) -> Result<Answer, Failure> {
    let call = &options.call;
    let mut transcript = transcript(input, &call.limits, door)?;
    let report = replay::strip_all_thinking(&mut transcript, call.report, call.include_text);
    Ok(deliver_reported(transcript, report.as_ref(), door))
}

pub(super) fn is_thinking_replay_error(input: &[u8]) -> Result<bool, Failure> {
    let document = Document::parse(input, 1, &Limits::default())?;
    let texts: Vec<_> = document
        .entries(document.root())
        .filter_map(|entry| document.string(entry.value))
        .collect();
    Ok(outbound::is_thinking_error(
        texts.iter().map(|text| JsStr::from_wtf8(text)),
    ))
}

pub(super) fn rejections(input: &[u8]) -> Result<String, Failure> {
    let found: Vec<String> = rule::rejections(&String::from_utf8_lossy(input))
        .iter()
        .map(|found| {
            let rule = found.rule.map(|rule| ("rule", rule.id));
            let members = [
                ("api", found.constraint.scope.name()),
                ("constraint", found.constraint.id),
                ("fragment", found.fragment),
            ];
            let members = rule.into_iter().chain(members);
            let members: Vec<String> = members
                .map(|(key, text)| format!("\"{key}\":{}", quoted(text)))
                .collect();
            format!("{{{}}}", members.join(","))
        })
        .collect();
    Ok(format!("[{}]", found.join(",")))
}
