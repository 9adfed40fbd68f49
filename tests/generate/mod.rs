//! Transcripts, targets and options made from bytes: realistic ones, and the same damaged.

mod choices;
pub(crate) mod damage;
mod options;
mod spelling;
mod target;
mod transcript;

pub(crate) use choices::Choices;

use std::fmt;

use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::ReplayOptions;

use crate::tree::Tree;

/// One thing to be replayed.
pub(crate) struct Replay {
    /// The transcript as JSON text, with white space and spelling of its own.
    pub(crate) text: String,
    pub(crate) target: Target,
    pub(crate) options: ReplayOptions,
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{:?}\n{:?}", self.text, self.target, self.options)
    }
}

/// A transcript with a target and options; one transcript in two is damaged.
pub(crate) fn replay(bytes: &[u8]) -> Replay {
    make(bytes, true)
}

/// A transcript as agents store them, with a target and options.
pub(crate) fn realistic(bytes: &[u8]) -> Replay {
    make(bytes, false)
}

fn make(bytes: &[u8], may_be_damaged: bool) -> Replay {
    let mut choices = Choices::new(bytes);
    let target = target::target(&mut choices);
    let options = options::options(&mut choices);
    let spaced = choices.once_in(3);
    let damaged = choices.once_in(2);
    let mut turns = transcript::turns(&mut choices);
    if damaged && may_be_damaged {
        damage::damage(&mut turns, &mut choices);
    }
    let text = spelling::write(&Tree::Array(turns), spaced, &mut choices);
    Replay {
        text,
        target,
        options,
    }
}
