//! Generated files that are committed. The crate's example `generate` writes them, each at its
//! place in the repository, below a folder that it is given; here they are compared or put in place.

use crate::run::{Result, cargo, root, succeed, switches, target_dir};
use std::path::{Path, PathBuf};

/// `cargo xtask gen`.
pub fn task(arguments: &[String]) -> Result<()> {
    let [check] = switches(arguments, ["--check"])?;
    let fresh_root = target_dir().join("generated");
    let stale = stale_files(&fresh_root)?;
    if !check {
        for file in &stale {
            let place = root().join(file);
            std::fs::create_dir_all(place.parent().unwrap_or(&place))?;
            std::fs::copy(fresh_root.join(file), place)?;
            println!("wrote {}", file.display());
        }
        return Ok(());
    }
    if stale.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = stale
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    Err(format!(
        "stale: {}; run `cargo xtask gen` and commit",
        names.join(", ")
    )
    .into())
}

/// Whether there is anything to generate.
pub fn has_generator() -> bool {
    root().join("examples/generate.rs").exists()
}

/// Generates everything below `fresh_root`; tells which files the repository has otherwise or not at all.
fn stale_files(fresh_root: &Path) -> Result<Vec<PathBuf>> {
    if !has_generator() {
        return Ok(Vec::new());
    }
    if fresh_root.exists() {
        std::fs::remove_dir_all(fresh_root)?;
    }
    std::fs::create_dir_all(fresh_root)?;
    let mut generate = cargo("run --quiet --locked --example generate --");
    succeed(generate.arg(fresh_root))?;
    let mut stale = Vec::new();
    for file in crate::files::below(fresh_root)? {
        let fresh = std::fs::read(fresh_root.join(&file))?;
        if std::fs::read(root().join(&file)).ok() != Some(fresh) {
            stale.push(file);
        }
    }
    Ok(stale)
}
