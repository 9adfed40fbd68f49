//! The history view: its page, with the package and a sample in its folder.

use crate::files;
use crate::run::{Result, root};
use std::path::Path;

/// Puts the view into a folder of the site; the package must have been built.
pub fn assemble(folder: &Path) -> Result<()> {
    files::copy(&root().join("www/webchat"), folder, |_| true)?;
    files::copy(&root().join("pkg"), &folder.join("pkg"), |name| {
        !name.ends_with(".d.ts")
    })?;
    let samples = root().join("www/samples");
    files::copy(&samples, &folder.join("samples"), |name| {
        name == "session.jsonl"
    })
}
