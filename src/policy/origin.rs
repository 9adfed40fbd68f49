//! Where the value of a flag came from.

use std::fmt;

/// Which part of the resolution decided a flag. Its text (`family native-anthropic`) is what reports show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Nobody named the flag: its default stands.
    Default,
    /// The family of the provider that owns the target; holds the family's name.
    Family(&'static str),
    /// Nobody owns the provider, and the API decided; holds the name of the API group.
    Fallback(&'static str),
    /// A rule of profile `strict` that goes by the model id; holds its name.
    ModelRule(&'static str),
    /// The caller, on top of a resolved policy.
    Override,
    /// The caller, with a policy of their own.
    Explicit,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::Family(name) => write!(f, "family {name}"),
            Origin::Fallback(group) => write!(f, "fallback {group}"),
            Origin::ModelRule(name) => write!(f, "model rule {name}"),
            Origin::Override => f.write_str("override"),
            Origin::Explicit => f.write_str("explicit"),
        }
    }
}
