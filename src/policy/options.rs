//! What a caller may say about how a policy is resolved.

use std::str::FromStr;

use super::flags::PolicyOverrides;
use super::profile::Profile;
use crate::{Error, ErrorKind};

/// When the provider ids that are only hook aliases (`google-antigravity`, `gemini-cli`, `azure-openai`) reach the
/// provider that owns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AliasResolution {
    /// Only when the model id selects the owner: a host that loads provider plugins on demand.
    Lookup,
    /// Always: a host in which every bundled plugin is active.
    Loaded,
}

impl AliasResolution {
    /// Both ways.
    pub const ALL: [AliasResolution; 2] = [AliasResolution::Lookup, AliasResolution::Loaded];

    /// The name that options use.
    pub const fn as_str(self) -> &'static str {
        match self {
            AliasResolution::Lookup => "lookup",
            AliasResolution::Loaded => "loaded",
        }
    }
}

impl FromStr for AliasResolution {
    type Err = Error;

    /// Reads the name back.
    ///
    /// # Errors
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for anything but the two names.
    fn from_str(name: &str) -> Result<Self, Error> {
        AliasResolution::ALL
            .into_iter()
            .find(|way| way.as_str() == name)
            .ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    format!("unknown alias resolution {name:?}, expected \"lookup\" or \"loaded\""),
                )
            })
    }
}

/// How [`Policy::resolve`](super::Policy::resolve) goes about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResolveOptions {
    profile: Profile,
    alias_resolution: Option<AliasResolution>,
    external_owners: bool,
    overrides: PolicyOverrides,
}

impl ResolveOptions {
    /// Profile `strict`, its alias resolution, no external owners, no overrides.
    pub fn new() -> Self {
        Self::default()
    }

    /// The profile. Default [`Profile::Strict`].
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// How hook aliases find their owner. Default [`Loaded`](AliasResolution::Loaded) in `strict`,
    /// [`Lookup`](AliasResolution::Lookup) in `compat`.
    pub fn with_alias_resolution(mut self, way: AliasResolution) -> Self {
        self.alias_resolution = Some(way);
        self
    }

    /// Whether providers that ship as separate plugins (`deepseek`, `moonshot`, `amazon-bedrock`, …) have their own
    /// policy family. Default `false`: they use the rules of unknown providers.
    pub fn with_external_owners(mut self, on: bool) -> Self {
        self.external_owners = on;
        self
    }

    /// Flags that win over the resolved ones. Default none.
    pub fn with_overrides(mut self, overrides: PolicyOverrides) -> Self {
        self.overrides = overrides;
        self
    }

    /// The profile.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// How hook aliases find their owner; what the profile says when the caller says nothing.
    pub fn alias_resolution(&self) -> AliasResolution {
        self.alias_resolution.unwrap_or(match self.profile {
            Profile::Strict => AliasResolution::Loaded,
            Profile::Compat => AliasResolution::Lookup,
        })
    }

    /// Whether separately distributed providers have their own family.
    pub fn external_owners(&self) -> bool {
        self.external_owners
    }

    /// Flags that win over the resolved ones.
    pub fn overrides(&self) -> &PolicyOverrides {
        &self.overrides
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alias_resolution_follows_the_profile_until_it_is_given() {
        let strict = ResolveOptions::new();
        let compat = ResolveOptions::new().with_profile(Profile::Compat);
        assert_eq!(strict.alias_resolution(), AliasResolution::Loaded);
        assert_eq!(compat.alias_resolution(), AliasResolution::Lookup);
        assert_eq!(
            compat
                .with_alias_resolution(AliasResolution::Loaded)
                .alias_resolution(),
            AliasResolution::Loaded
        );
    }

    #[test]
    fn names_read_back_as_their_alias_resolution() {
        for way in AliasResolution::ALL {
            assert_eq!(way.as_str().parse(), Ok(way));
        }
        assert!("always".parse::<AliasResolution>().is_err());
    }
}
