//! The playground: assembled from the page, the built package and the samples, then served.

use crate::build::{Profile, build_package};
use crate::files;
use crate::run::{Result, program, root, succeed};
use crate::serve::Server;
use crate::tools::ensure_npm_packages;
use crate::webchat;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Bundles the page with the package, which must have been built, and its npm libraries from the lock file.
pub fn assemble() -> Result<PathBuf> {
    let page = root().join("www/playground");
    let site = root().join("www/dist/playground");
    if site.exists() {
        std::fs::remove_dir_all(&site)?;
    }
    ensure_npm_packages(&page)?;
    bundle(&page, &site)?;
    files::copy(&page, &site, |name| PLAIN_FILES.contains(&name))?;
    files::copy(&root().join("www/samples"), &site.join("samples"), |_| true)?;
    files::copy(&root().join("pkg/wasm"), &site.join("wasm"), |name| {
        name.ends_with(".wasm")
    })?;
    bundle_service_worker(&page, &site)?;
    // Behind it, for the service worker keeps the playground alone.
    webchat::assemble(&site.join("webchat"))?;
    Ok(site)
}

/// What is served as it is.
const PLAIN_FILES: &[&str] = &["index.html", "icon.svg", "manifest.webmanifest"];

/// What the page and its worker begin with, and what comes before the page is drawn.
const ENTRIES: &[&str] = &["main.js", "engine-worker.js", "theme-early.js", "page.css"];

/// Everything lies in one folder, since the package finds its modules beside the code that asks for them.
fn bundle(page: &Path, site: &Path) -> Result<()> {
    let out = format!("--outdir={}", site.display());
    let mut command = esbuild(page, ENTRIES);
    command.args(["--bundle", "--splitting"]);
    command.args(["--entry-names=[name]", "--chunk-names=[name]-[hash]", &out]);
    succeed(&mut command)
}

/// The service worker keeps the files that are there now, under a name that changes with them.
fn bundle_service_worker(page: &Path, site: &Path) -> Result<()> {
    let mut names = vec![String::from("\"./\"")];
    let mut hash = DefaultHasher::new();
    for file in files::below(site)? {
        std::fs::read(site.join(&file))?.hash(&mut hash);
        names.push(format!("{:?}", format!("./{}", file.display())));
    }
    let mut command = esbuild(page, &["service-worker.js"]);
    command.arg(format!("--define:FILES=[{}]", names.join(",")));
    command.arg(format!("--define:BUILD=\"{:x}\"", hash.finish()));
    command.arg(format!("--outdir={}", site.display()));
    succeed(&mut command)
}

/// The bundler of the page's lock file, with what all its runs share.
fn esbuild(page: &Path, entries: &[&str]) -> Command {
    let mut command = program(page.join("node_modules/.bin/esbuild"));
    command.args(entries.iter().map(|entry| page.join(entry)));
    command.args(["--format=esm", "--minify", "--log-level=warning"]);
    command
}
