//! Folders of files.

use crate::run::Result;
use std::path::{Path, PathBuf};

/// Every file below a folder, as paths relative to it, sorted. Folders named `node_modules` are left out.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        for entry in std::fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            if !entry.file_type()?.is_dir() {
                files.push(path);
            } else if entry.file_name() != "node_modules" {
                open.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Copies every file below `from` whose name `wanted` accepts; makes the folders they need.
pub fn copy(from: &Path, to: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
    for file in below(from)? {
        if !file
            .file_name()
            .is_some_and(|name| wanted(&name.to_string_lossy()))
        {
            continue;
        }
        let place = to.join(&file);
        std::fs::create_dir_all(place.parent().unwrap_or(to))?;
        std::fs::copy(from.join(&file), place)?;
    }
    Ok(())
}
