//! What the caller says of a body and of the server it goes to.

use crate::images::Pixels;
use crate::options::options;
use crate::policy::Profile;
use crate::validate::{Grammar, LintOptions};
use crate::{Error, ErrorKind, Limits};
use std::str::FromStr;

/// What is done with a body that would be refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It is told what would be refused. Nothing changes.
    Report,
    /// What would be refused is mended.
    #[default]
    Repair,
    /// The same, and the outcome says to refuse what stays broken.
    Strict,
}

impl FromStr for Mode {
    type Err = Error;

    fn from_str(name: &str) -> Result<Mode, Error> {
        match name {
            "report" => Ok(Mode::Report),
            "repair" => Ok(Mode::Repair),
            "strict" => Ok(Mode::Strict),
            _ => Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("no mode is called {name:?}"),
            )),
        }
    }
}

/// Which of several results of one call stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Results {
    /// The first one.
    #[default]
    First,
    /// The last one.
    Last,
}

impl FromStr for Results {
    type Err = Error;

    fn from_str(name: &str) -> Result<Results, Error> {
        match name {
            "first" => Ok(Results::First),
            "last" => Ok(Results::Last),
            _ => Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("no result is called {name:?}"),
            )),
        }
    }
}

options! {
    /// Options of [`preflight`](super::preflight).
    pub struct PreflightOptions {
        /// What is done. Default `repair`.
        mode, with_mode: Mode = Mode::Repair;
        /// The wire shape (`anthropic`, `chat`, `responses`, `gemini`, `converse`) or a known API of a target. Default
        /// none: the path tells, else the body.
        api, with_api: Option<String> = None;
        /// The provider. Default none, which is unknown.
        provider, with_provider: Option<String> = None;
        /// The model. Default none: what the body says, else the path.
        model, with_model: Option<String> = None;
        /// Path of the request's address. Default none.
        path, with_path: Option<String> = None;
        /// Of `compat` only the text of a missing result differs, on OpenAI Responses. Default `strict`.
        profile, with_profile: Profile = Profile::Strict;
        /// Which of several results of one call stays. Default the first.
        results, with_results: Results = Results::First;
        /// What stands before signed thinking is not what it was issued behind, as after a compaction. Default false.
        prefix_changed, with_prefix_changed: bool = false;
        /// The host sends the headers that the outcome names. Without that stale thinking is dropped instead. Default
        /// true.
        adds_headers, with_adds_headers: bool = true;
        /// Options of the checks that are on or off, by name, over what is known of the target. Default none.
        switches, with_switches: Vec<(&'static str, bool)> = Vec::new();
        /// Whether the request declares tools. Default none: what a Converse body says, else unknown.
        tools_declared, with_tools_declared: Option<bool> = None;
        /// Grammar of tool-call ids in a chat. Default none: by target.
        id_pattern, with_id_pattern: Option<Grammar> = None;
        /// Longest tool-call id in a chat. Default none: by target.
        max_id_len, with_max_id_len: Option<usize> = None;
        /// Whether changes hold the JSON before and after. Default false.
        include_text, with_include_text: bool = false;
        /// Bounds on the body; `turns` counts its messages. Default [`Limits::default`].
        limits, with_limits: Limits = Limits::default();
        /// Who works on the pixels of images that are too large or of a format that is not taken. Default: this crate, if
        /// it is built with its codecs.
        pixels, with_pixels: Pixels = Pixels::default();
        /// Ids of rules that are left out. For tests of what a rule is good for. Default none.
        without_rules, with_without_rules: Vec<String> = Vec::new();
    }
}

impl PreflightOptions {
    /// What the server asks for, given what is known of the target.
    pub(super) fn lint(&self, lint: LintOptions) -> LintOptions {
        lint.told(
            &self.switches,
            self.tools_declared,
            self.id_pattern,
            self.max_id_len,
        )
    }
}
