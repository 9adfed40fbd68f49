//! The header of a file, found or made.

use super::SessionOptions;
use super::entry::{is_header, is_type};
use crate::IdSource;
use crate::json::{Document, Kind, Value};
use crate::text::{JsStr, iso_timestamp};
use crate::{Error, ErrorKind};

/// The version of session files that headers made here tell.
pub(super) const CURRENT_VERSION: f64 = 3.0;

/// The error of the reference release where it fails for want of a value.
pub(super) const TYPE_ERROR: &str = "TypeError";

/// True when a file begins with a header.
pub(super) fn is_readable(document: &Document<'_>, values: &[Value]) -> bool {
    values
        .first()
        .is_some_and(|first| is_header(document, *first))
}

/// Puts a header in front of the values of a file that does not begin with one: the first one of the file, else a new
/// one. Later headers go.
pub(super) fn recover(
    document: &mut Document<'_>,
    values: &[Value],
    options: &SessionOptions,
    ids: &mut IdSource,
) -> Result<Vec<Value>, Error> {
    if options.is_compat()
        && let Some(null) = values
            .iter()
            .find(|value| document.kind(**value) == Kind::Null)
    {
        return Err(fatal(TYPE_ERROR, *null));
    }
    let found = values
        .iter()
        .copied()
        .find(|value| is_header(document, *value));
    let header = match found {
        Some(header) => header,
        None => fresh(document, options, ids),
    };
    let others = values
        .iter()
        .copied()
        .filter(|value| !is_type(document, *value, "session"));
    Ok(std::iter::once(header).chain(others).collect())
}

fn fresh(document: &mut Document<'_>, options: &SessionOptions, ids: &mut IdSource) -> Value {
    let id = options.session_id.clone().unwrap_or_else(|| ids.next_id());
    let now = iso_timestamp(options.now.unwrap_or(0.0));
    let members = [
        ("type", document.fresh_string("session".into())),
        ("version", document.fresh_number(CURRENT_VERSION)),
        ("id", document.fresh_string(JsStr::from(id.as_str()))),
        (
            "timestamp",
            document.fresh_string(JsStr::from(now.as_str())),
        ),
        (
            "cwd",
            document.fresh_string(JsStr::from(options.cwd.as_str())),
        ),
    ];
    document.fresh_object(&members)
}

/// Where the reference release fails, and with what text.
pub(super) fn fatal(text: &str, entry: Value) -> Error {
    Error::new(ErrorKind::InvalidSession, text).at_offset(entry.address() as usize)
}
