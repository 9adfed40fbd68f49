//! The two promises a caller can choose between.

use std::str::FromStr;

use crate::{Error, ErrorKind};

/// What the output is promised to be. Default [`Strict`](Profile::Strict).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Every documented rule, and cures until the provider accepts the result; a second run changes nothing.
    #[default]
    Strict,
    /// Exactly what OpenClaw 2026.7.2-beta.4 does, its defects included.
    Compat,
}

impl Profile {
    /// Both profiles, the default first.
    pub const ALL: [Profile; 2] = [Profile::Strict, Profile::Compat];

    /// The name that options and reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Profile::Strict => "strict",
            Profile::Compat => "compat",
        }
    }
}

impl FromStr for Profile {
    type Err = Error;

    /// Reads the name back.
    ///
    /// # Errors
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for anything but the two names.
    fn from_str(name: &str) -> Result<Self, Error> {
        Profile::ALL
            .into_iter()
            .find(|profile| profile.as_str() == name)
            .ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    format!("unknown profile {name:?}, expected \"strict\" or \"compat\""),
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_their_profile() {
        for profile in Profile::ALL {
            assert_eq!(profile.as_str().parse(), Ok(profile));
        }
    }

    #[test]
    fn an_unknown_profile_is_an_error_that_names_it() {
        let error = "Strict".parse::<Profile>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("\"Strict\""), "{error}");
    }
}
