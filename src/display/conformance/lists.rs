//! Operations on a list of rows.

use super::super::project_rows;
use super::super::row::records;
use super::super::rules::*;
use super::super::track::{Row, edit_rows, sources, values};
use super::Request;
use crate::json::Value;
use crate::policy::Profile;

pub(super) fn answer(request: &mut Request<'_, '_>, operation: &str) -> Option<Value> {
    let rows = request.rows("messages");
    stepped(request, operation, &rows).or_else(|| projected(request, operation, &rows))
}

fn stepped(request: &mut Request<'_, '_>, operation: &str, rows: &[Value]) -> Option<Value> {
    let options = request.display_options();
    let session_start = request.option_number("sessionStartedAt");
    let document = &mut *request.document;
    let compat = Profile::Compat;
    let rows = match operation {
        "messages.strip_envelope" => values(&edit_rows(&sources(rows), |row| {
            Some(strip_envelopes::strip_envelope(document, row))
        })),
        "messages.mirror_tool_replies" => {
            values(&mirror_tool_replies::apply(document, &sources(rows)))
        }
        "messages.sanitize" => values(&edit_rows(&sources(rows), |row| {
            sanitize_rows::apply(document, Row::made(row), compat, options.max_chars)
        })),
        "messages.project_errors" => {
            let rows = records(document, rows);
            values(&edit_rows(&sources(&rows), |row| {
                Some(project_failed_turns::apply(document, row, compat))
            }))
        }
        "messages.project_inter_session" => {
            let rows = records(document, rows);
            values(&edit_rows(&sources(&rows), |row| {
                Some(project_forwarded_turns::apply(document, row, compat))
            }))
        }
        "messages.merge_tts" => {
            let rows = records(document, rows);
            values(&merge_speech_supplements::apply(document, &sources(&rows)))
        }
        "messages.drop_pre_session_announce" => {
            drop_pre_session_announcements::apply(document, rows, session_start)
        }
        "messages.project_recent" => project_rows(document, rows, &options).rows,
        _ => return None,
    };
    let rows = request.array(&rows);
    Some(request.object(&[("messages", rows)]))
}

fn projected(request: &mut Request<'_, '_>, operation: &str, rows: &[Value]) -> Option<Value> {
    let options = request.display_options().with_max_rows(None);
    let document = &mut *request.document;
    let (shown, pending) = match operation {
        "messages.project" => {
            let shown = project_rows(document, rows, &options);
            (shown.rows, shown.turn_boundary_pending)
        }
        "messages.filter_visible" => {
            let rows = records(document, rows);
            let mut course = options.course();
            let rows = sources(&rows);
            let shown = hide_internal_rows::apply(document, &rows, &mut course, Profile::Compat);
            (values(&shown), course.turn_boundary_pending)
        }
        "messages.project_identity" => {
            let shown = project_rows(document, rows, &options).rows;
            let mut identity = Vec::new();
            for row in shown {
                let place = rows.iter().position(|&known| known == row);
                identity.push(request.number(place.map_or(-1.0, |place| place as f64)));
            }
            let identity = request.array(&identity);
            let same = request.bool(false);
            return Some(request.object(&[("identity", identity), ("sameArray", same)]));
        }
        _ => return None,
    };
    let shown = request.array(&shown);
    let pending = request.bool(pending);
    Some(request.object(&[("messages", shown), ("turnBoundaryPending", pending)]))
}
