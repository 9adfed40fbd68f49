//! The one error type of the crate.

use std::fmt;

/// What went wrong, for programs. Kinds are stable; in JavaScript they appear in kebab-case as `code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is not JSON (or not UTF-8).
    InvalidJson,
    /// The input is JSON, but not an array of turns.
    NotATranscript,
    /// The input is JSON, but not a request body of the kind that was named.
    NotARequest,
    /// A [limit](crate::Limits) was hit.
    LimitExceeded,
    /// An argument or an option is unknown or of the wrong type.
    InvalidArgument,
    /// The result would be refused by the provider, and no rule may mend it.
    InvalidReplayTranscript,
    /// A session file holds a record on which the reference release fails; in the compatible profile alone.
    InvalidSession,
}

impl ErrorKind {
    /// The kind in kebab-case, as JavaScript sees it.
    pub const fn code(self) -> &'static str {
        match self {
            ErrorKind::InvalidJson => "invalid-json",
            ErrorKind::NotATranscript => "not-a-transcript",
            ErrorKind::NotARequest => "not-a-request",
            ErrorKind::LimitExceeded => "limit-exceeded",
            ErrorKind::InvalidArgument => "invalid-argument",
            ErrorKind::InvalidReplayTranscript => "invalid-replay-transcript",
            ErrorKind::InvalidSession => "invalid-session",
        }
    }
}

/// An error with its place in the input, when the input has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    pointer: Option<String>,
    offset: Option<usize>,
    limit: Option<&'static str>,
}

impl Error {
    /// A new error; `message` is one lower-case sentence without a full stop.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error {
            kind,
            message: message.into(),
            pointer: None,
            offset: None,
            limit: None,
        }
    }

    /// Adds the JSON pointer of the value that caused it.
    pub fn at_pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Adds the byte offset in the input.
    pub fn at_offset(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Names the limit that was hit, which is also the option that raises it.
    pub fn at_limit(mut self, limit: &'static str) -> Self {
        self.limit = Some(limit);
        self
    }

    /// What went wrong, for programs.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What went wrong, for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// JSON pointer of the value that caused it.
    pub fn pointer(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    /// Byte offset in the input.
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// The limit that was hit, which is also the option that raises it.
    pub fn limit(&self) -> Option<&'static str> {
        self.limit
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match (&self.pointer, self.offset) {
            (Some(pointer), Some(offset)) => write!(f, " at {pointer:?}, byte {offset}"),
            (Some(pointer), None) => write!(f, " at {pointer:?}"),
            (None, Some(offset)) => write!(f, " at byte {offset}"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
