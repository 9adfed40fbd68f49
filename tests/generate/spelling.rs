//! Writing a tree with white space where nobody needs it.

use super::Choices;
use crate::tree::Tree;

/// JSON text of a tree, with white space at odd places when `spaced`.
pub(crate) fn write(tree: &Tree, spaced: bool, choices: &mut Choices<'_>) -> String {
    let mut out = String::new();
    tree.write(&mut out, &mut |out| {
        if spaced && choices.once_in(4) {
            out.push_str(choices.pick(&[" ", "\n  ", "\t", "\r\n"]));
        }
    });
    out
}
