//! A case that fails, without all that it fails without.

use crate::tree::Tree;

/// The smallest JSON text of those that `fails` says yes to, by taking away one place after the other.
pub(crate) fn smallest(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut tree = Tree::parse(text);
    // Spelling may be what it fails for.
    if !fails(&tree.text()) {
        return text.into();
    }
    loop {
        let (mut at, mut is_smaller) = (0, false);
        loop {
            let mut without = tree.clone();
            if !remove(&mut without, &mut { at }) {
                break;
            }
            // What stood behind it has its number now.
            if fails(&without.text()) {
                (tree, is_smaller) = (without, true);
            } else {
                at += 1;
            }
        }
        if !is_smaller {
            return tree.text();
        }
    }
}

/// Takes away an element or member by its number in the text, counting `at` down to it; false when there are not as many.
fn remove(tree: &mut Tree, at: &mut usize) -> bool {
    let count = match tree {
        Tree::Scalar(_) => 0,
        Tree::Array(elements) => elements.len(),
        Tree::Object(members) => members.len(),
    };
    for index in 0..count {
        if *at == 0 {
            match tree {
                Tree::Array(elements) => drop(elements.remove(index)),
                Tree::Object(members) => drop(members.remove(index)),
                Tree::Scalar(_) => {}
            }
            return true;
        }
        *at -= 1;
        let inner = match tree {
            Tree::Array(elements) => &mut elements[index],
            Tree::Object(members) => &mut members[index].1,
            Tree::Scalar(_) => return false,
        };
        if remove(inner, at) {
            return true;
        }
    }
    false
}
