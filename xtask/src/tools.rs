//! Tools that a fresh machine may lack, each installed on first need.

use crate::run::{Result, output_of, program, root, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The oldest Node that runs the tests: the first 20 with `import.meta.dirname`.
const MINIMUM_NODE: (u32, u32) = (20, 11);

/// Inside `node_modules`: a copy of the lock file that it was installed from.
const INSTALLED_LOCK: &str = ".installed-package-lock.json";

/// A browser that the tests drive.
struct Browser {
    /// As `tests/hosts/find-browser.mjs` knows it; in capitals, the variable that names its place.
    name: &'static str,
    debian_package: &'static str,
}

const BROWSERS: &[Browser] = &[
    Browser {
        name: "chromium",
        debian_package: "chromium",
    },
    Browser {
        name: "firefox",
        debian_package: "firefox-esr",
    },
];

/// Adds the wasm target to the toolchain unless its library is already there.
pub fn ensure_wasm_target() -> Result<()> {
    let arguments = ["--print", "target-libdir", "--target", WASM_TARGET];
    let library = output_of(program("rustc").args(arguments)).unwrap_or_default();
    if Path::new(library.trim()).is_dir() {
        return Ok(());
    }
    succeed(program("rustup").args(["target", "add", WASM_TARGET]))
}

/// Adds what rustup's minimal profile leaves out.
pub fn ensure_rust_components() -> Result<()> {
    for (component, probe) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        if output_of(program(probe).arg("--version")).is_none() {
            succeed(program("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// Installs the npm packages of a folder from its lock file, unless that very lock is installed.
pub fn ensure_npm_packages(folder: &Path) -> Result<()> {
    ensure_node()?;
    let wanted = std::fs::read(folder.join("package-lock.json"))?;
    let installed = folder.join("node_modules").join(INSTALLED_LOCK);
    if std::fs::read(&installed).is_ok_and(|lock| lock == wanted) {
        return Ok(());
    }
    succeed(program("npm").arg("ci").current_dir(folder))?;
    std::fs::create_dir_all(folder.join("node_modules"))?;
    Ok(std::fs::write(installed, wanted)?)
}

fn ensure_node() -> Result<()> {
    let version = output_of(program("node").arg("--version")).unwrap_or_default();
    let mut numbers = version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= MINIMUM_NODE => Ok(()),
        _ => {
            let (major, minor) = MINIMUM_NODE;
            Err(format!("Node {major}.{minor} or newer is missing (and npm with it)").into())
        }
    }
}

/// Node 24 from the test tools: a host of its own, and the one with a global `WebSocket`.
pub fn node24() -> PathBuf {
    test_tool("node")
}

/// A program that `npm ci` put in place.
pub fn test_tool(name: &str) -> PathBuf {
    root().join("tests/node_modules/.bin").join(name)
}

/// Installs the browsers that are missing where the system's package manager may be used.
pub fn ensure_browsers() -> Result<()> {
    for browser in BROWSERS {
        if !is_installed(browser) {
            apt_install(browser.debian_package);
        }
        if !is_installed(browser) {
            let Browser { name, .. } = browser;
            let variable = name.to_uppercase();
            return Err(
                format!("{name} is missing: install it, or set {variable} to its path").into(),
            );
        }
    }
    Ok(())
}

fn is_installed(browser: &Browser) -> bool {
    output_of(program("node").args(["tests/hosts/find-browser.mjs", browser.name])).is_some()
}

/// Tries; whether the package is there afterwards is what counts.
fn apt_install(package: &str) {
    for arguments in [
        &["update"][..],
        &["install", "-y", "--no-install-recommends", package],
    ] {
        let Some(mut apt) = as_administrator("apt-get") else {
            return;
        };
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
        if let Err(error) = succeed(&mut apt) {
            println!("{error}");
        }
    }
}

/// `name` with the rights to install, when they can be had without asking a person.
fn as_administrator(name: &str) -> Option<Command> {
    output_of(program(name).arg("--version"))?;
    if output_of(program("id").arg("-u"))?.trim() == "0" {
        return Some(program(name));
    }
    output_of(program("sudo").args(["-n", "true"]))?;
    let mut command = program("sudo");
    command.args(["-n", name]);
    Some(command)
}
