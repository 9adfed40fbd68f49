//! The playground: assembled from the page, the built package and the samples, then served.

use crate::build::{Profile, build_package};
use crate::files;
use crate::run::{Result, program, root, succeed};
use crate::serve::Server;
use crate::tools::ensure_npm_packages;
use crate::webchat;
use std::path::{Path, PathBuf};

const DEFAULT_PORT: u16 = 8420;

/// `cargo xtask play`.
pub fn task(arguments: &[String]) -> Result<()> {
    let wanted = port(arguments)?;
    build_package(Profile::Release)?;
    let site = assemble()?;
    let server = match wanted {
        Some(port) => Server::bind(&site, port)?,
        None => Server::bind(&site, DEFAULT_PORT).or_else(|_| Server::bind(&site, 0))?,
    };
    let origin = server.origin()?;
    println!(
        "\nThe playground is at {origin}/ and the history view at {origin}/webchat/ (Ctrl+C ends them)"
    );
    server.run();
    Ok(())
}

fn port(arguments: &[String]) -> Result<Option<u16>> {
    match arguments {
        [] => Ok(None),
        [name, number] if name == "--port" => match number.parse() {
            Ok(port) => Ok(Some(port)),
            Err(_) => Err(format!("`{number}` is no port").into()),
        },
        _ => Err("the one argument of `play` is `--port N`".into()),
    }
}

/// Whether there is a page to serve.
pub fn has_playground() -> bool {
    root().join("www/playground").is_dir()
}

/// Puts the page, the package and the samples together; the package must have been built.
pub fn assemble() -> Result<PathBuf> {
    let page = root().join("www/playground");
    let site = root().join("www/dist/playground");
    if site.exists() {
        std::fs::remove_dir_all(&site)?;
    }
    files::copy(&page, &site, |name| !name.starts_with("package"))?;
    files::copy(&root().join("pkg"), &site.join("pkg"), |name| {
        !name.ends_with(".d.ts")
    })?;
    let samples = root().join("www/samples");
    if samples.is_dir() {
        files::copy(&samples, &site.join("samples"), |_| true)?;
    }
    bundle_libraries(&page, &site)?;
    webchat::assemble(&site.join("webchat"))?;
    Ok(site)
}

/// The page's npm libraries, from its lock file, in one file. `libraries.js` re-exports what the page uses.
fn bundle_libraries(page: &Path, site: &Path) -> Result<()> {
    if !page.join("package.json").exists() {
        return Ok(());
    }
    ensure_npm_packages(page)?;
    let esbuild = page.join("node_modules/.bin/esbuild");
    let out = format!("--outfile={}", site.join("libraries.js").display());
    let how = [
        "--bundle",
        "--format=esm",
        "--minify",
        "--log-level=warning",
        &out,
        "--allow-overwrite",
    ];
    succeed(program(esbuild).arg(page.join("libraries.js")).args(how))
}
