//! The parts of the test task, cheap ones first. A suite whose folder does not exist is not listed.

use super::Need;
use super::summary::{Format, Summary};
use crate::generate;
use crate::play::{assemble, has_playground};
use crate::run::{Result, cargo, program, root, succeed};
use crate::serve::Server;
use crate::tools::{WASM_TARGET, ensure_rust_components, ensure_wasm_target, node24, test_tool};
use std::path::PathBuf;
use std::process::Command;

pub struct Part {
    pub name: &'static str,
    pub needs: &'static [Need],
    pub run: fn(&mut Summary),
}

pub const PARTS: &[Part] = &[
    Part {
        name: "rust",
        needs: &[],
        run: rust,
    },
    Part {
        name: "js",
        needs: &[Need::NpmPackages, Need::Package],
        run: js,
    },
    Part {
        name: "worker",
        needs: &[Need::NpmPackages, Need::Package],
        run: worker,
    },
    Part {
        name: "browser",
        needs: &[Need::NpmPackages, Need::Package, Need::Browsers],
        run: browser,
    },
    // Its bundles run in Chromium.
    Part {
        name: "packaging",
        needs: &[Need::NpmPackages, Need::Package, Need::Browsers],
        run: packaging,
    },
    Part {
        name: "vectors",
        needs: &[Need::NpmPackages, Need::Package, Need::Conformance],
        run: vectors,
    },
];

const PACKAGE: &str = "transcript-hygiene";

/// The kinds of vectors that are answered so far.
const VECTOR_KINDS: &str = "policy,replay,step";

fn rust(summary: &mut Summary) {
    let no_warnings = ["--", "-D", "warnings"];
    summary.check("rustfmt and clippy are installed", ensure_rust_components);
    summary.check("cargo fmt", || {
        succeed(&mut cargo(&["fmt", "--all", "--check"]))
    });
    summary.check("clippy, native", || {
        let what = ["clippy", "--locked", "--workspace", "--all-targets"];
        succeed(cargo(&what).args(no_warnings))
    });
    summary.check("clippy, wasm32", || {
        ensure_wasm_target()?;
        let what = [
            "clippy",
            "--locked",
            "--package",
            PACKAGE,
            "--lib",
            "--all-features",
        ];
        succeed(
            cargo(&what)
                .args(["--target", WASM_TARGET])
                .args(no_warnings),
        )
    });
    summary.check("rustdoc", || {
        let what = ["doc", "--locked", "--package", PACKAGE, "--no-deps"];
        succeed(cargo(&what).env("RUSTDOCFLAGS", "-D warnings"))
    });
    let tests = ["test", "--locked", "--no-fail-fast", "--package"];
    summary.suite(
        "cargo test, the crate",
        Format::Cargo,
        cargo(&tests).arg(PACKAGE),
    );
    // The profile in which xtask is already built.
    summary.suite(
        "cargo test, xtask",
        Format::Cargo,
        cargo(&tests).args(["xtask", "--profile", "dev"]),
    );
    if generate::has_generator() {
        summary.check("generated files", || generate::task(&["--check".into()]));
    }
    if root().join("fuzz/Cargo.toml").exists() {
        let check = ["check", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
        summary.check("fuzz targets compile", || succeed(&mut cargo(&check)));
    }
}

fn js(summary: &mut Summary) {
    if test_files("js").is_empty() {
        return;
    }
    host(
        summary,
        "Node (system)",
        program("node").arg("tests/hosts/local.mjs"),
    );
    host(
        summary,
        "Node 24",
        program(node24()).arg("tests/hosts/local.mjs"),
    );
    // Without the two switches Deno looks for packages of its own.
    let deno = [
        "run",
        "--allow-all",
        "--no-remote",
        "--node-modules-dir=manual",
        "hosts/local.mjs",
    ];
    host(
        summary,
        "Deno",
        program(test_tool("deno"))
            .args(deno)
            .current_dir(root().join("tests")),
    );
    host(
        summary,
        "Bun",
        program(test_tool("bun")).arg("tests/hosts/local.mjs"),
    );
}

fn packaging(summary: &mut Summary) {
    node_tests(summary, "packaging", &[]);
}

fn worker(summary: &mut Summary) {
    if !test_files("js").is_empty() {
        host(
            summary,
            "workerd",
            program(node24()).arg("tests/hosts/workerd.mjs"),
        );
    }
    node_tests(summary, "worker", &[]);
}

fn browser(summary: &mut Summary) {
    if !test_files("js").is_empty() {
        host(
            summary,
            "Chromium",
            program(node24()).arg("tests/hosts/chromium.mjs"),
        );
        host(
            summary,
            "Firefox",
            program(node24()).arg("tests/hosts/firefox.mjs"),
        );
    }
    if !has_playground() {
        return;
    }
    match serve_playground() {
        Ok(origin) => node_tests(summary, "browser", &[("PLAYGROUND", &origin)]),
        Err(error) => summary.fail("tests/browser", &error.to_string()),
    }
}

/// The playground as `cargo xtask play` serves it, until this process ends.
fn serve_playground() -> Result<String> {
    let server = Server::bind(&assemble()?, 0)?;
    let origin = server.origin()?;
    std::thread::spawn(|| server.run());
    Ok(origin)
}

/// The recorded vectors, answered by the built package: all of them where they lie beside the
/// repository, and the repository's own copy.
fn vectors(summary: &mut Summary) {
    if !root().join("tests/answer.mjs").exists() {
        return;
    }
    for (name, checker) in [
        ("vectors, all", "../shared/vectors/check.mjs"),
        ("vectors, own copy", "tests/vectors/check.mjs"),
    ] {
        if root().join(checker).exists() {
            let answer = ["--only", VECTOR_KINDS, "--", "node", "tests/answer.mjs"];
            summary.suite(
                name,
                Format::Vectors,
                program("node").arg(checker).args(answer),
            );
        }
    }
}

fn host(summary: &mut Summary, host: &str, command: &mut Command) {
    summary.suite(&format!("tests/js on {host}"), Format::Line, command);
}

/// The `*.test.mjs` files of a folder in `tests`, with `node:test` on Node 24.
fn node_tests(summary: &mut Summary, folder: &str, environment: &[(&str, &str)]) {
    if !root().join("tests").join(folder).is_dir() {
        return;
    }
    let mut command = program(node24());
    command
        .args(["--test", "--test-reporter=spec"])
        .args(test_files(folder));
    command.envs(environment.iter().copied());
    summary.suite(&format!("tests/{folder}"), Format::NodeTest, &mut command);
}

fn test_files(folder: &str) -> Vec<PathBuf> {
    let folder = root().join("tests").join(folder);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    files
}
