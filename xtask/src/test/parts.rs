//! The parts of the test task, cheap ones first. A suite whose folder does not exist is not listed.

use super::Need;
use super::summary::{Format, Summary};
use crate::generate;
use crate::play::{assemble, has_playground};
use crate::run::{Result, cargo, program, root, succeed};
use crate::serve::Server;
use crate::tools::{WASM_TARGET, ensure_rust_components, ensure_wasm_target, node24, test_tool};
use std::path::PathBuf;

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
        needs: &[Need::NpmPackages, Need::Package, Need::Conformance],
        run: js,
    },
    Part {
        name: "worker",
        needs: &[Need::NpmPackages, Need::Wrangler, Need::Package],
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
        needs: &[
            Need::NpmPackages,
            Need::Wrangler,
            Need::Package,
            Need::Browsers,
        ],
        run: packaging,
    },
    Part {
        name: "vectors",
        needs: &[Need::NpmPackages, Need::Package, Need::Conformance],
        run: vectors,
    },
];

/// The kinds of vectors that are answered so far.
const VECTOR_KINDS: &str = "policy,replay,step,display,repair,context";

fn rust(summary: &mut Summary) {
    let run = |line: &str| succeed(&mut cargo(line));
    summary.check("rustfmt and clippy", ensure_rust_components);
    summary.check("cargo fmt", || run("fmt --all --check"));
    summary.check("clippy, native", || {
        run("clippy --locked --workspace --all-targets -- -D warnings")
    });
    summary.check("clippy, wasm32", || {
        ensure_wasm_target()?;
        let what = "clippy --locked --package transcript-hygiene --lib --all-features --target";
        succeed(cargo(what).args([WASM_TARGET, "--", "-D", "warnings"]))
    });
    summary.check("rustdoc", || {
        let mut doc = cargo("doc --locked --package transcript-hygiene --no-deps");
        succeed(doc.env("RUSTDOCFLAGS", "-D warnings"))
    });
    for (name, line) in [
        ("cargo test, the crate", "--package transcript-hygiene"),
        // The profile in which xtask is already built.
        ("cargo test, xtask", "--package xtask --profile dev"),
    ] {
        let mut test = cargo("test --locked --no-fail-fast");
        summary.suite(name, Format::Cargo, test.args(line.split(' ')));
    }
    if generate::has_generator() {
        summary.check("generated files", || generate::task(&["--check".into()]));
    }
    if root().join("fuzz/Cargo.toml").exists() {
        summary.check("fuzz targets compile", || {
            run("check --locked --manifest-path fuzz/Cargo.toml")
        });
    }
}

fn js(summary: &mut Summary) {
    // Without the last two switches Deno looks for packages of its own.
    let deno = "run --allow-all --no-remote --node-modules-dir=manual";
    for (host, runtime, switches) in [
        ("Node (system)", "node".into(), ""),
        ("Node 24", node24(), ""),
        ("Deno", test_tool("deno"), deno),
        ("Bun", test_tool("bun"), ""),
    ] {
        run_suite(summary, host, runtime, switches, "local.mjs");
    }
    node_tests(summary, "conformance", &[]);
    node_tests(summary, "files", &[]);
}

fn packaging(summary: &mut Summary) {
    node_tests(summary, "packaging", &[]);
    node_tests(summary, "readme", &[]);
    node_tests(summary, "edges", &[]);
}

fn worker(summary: &mut Summary) {
    run_suite(summary, "workerd", node24(), "", "workerd.mjs");
    node_tests(summary, "worker", &[]);
}

fn browser(summary: &mut Summary) {
    run_suite(summary, "Chromium", node24(), "", "chromium.mjs");
    run_suite(summary, "Firefox", node24(), "", "firefox.mjs");
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
            let mut check = program("node");
            check.args([
                checker,
                "--only",
                VECTOR_KINDS,
                "--",
                "node",
                "tests/answer.mjs",
            ]);
            summary.suite(name, Format::Vectors, &mut check);
        }
    }
    // Pictures are judged by what they show, which takes a decoder.
    let judge = "../shared/vectors/images/score.mjs";
    if root().join(judge).exists() {
        summary.check("vectors, images", || {
            let sharp = root().join("tests/node_modules/sharp/dist/index.mjs");
            let mut score = program("node");
            score.args([judge, "--", "node", "tests/answer.mjs"]);
            succeed(score.env("SHARP_PATH", sharp))
        });
    }
}

/// The files in `tests/js` on a host, by its runner in `tests/hosts`.
fn run_suite(summary: &mut Summary, host: &str, runtime: PathBuf, switches: &str, runner: &str) {
    let mut command = program(runtime);
    command.current_dir(root().join("tests"));
    command.args(switches.split_whitespace());
    command.arg(format!("hosts/{runner}"));
    summary.suite(&format!("tests/js on {host}"), Format::Line, &mut command);
}

/// The `*.test.mjs` files of a folder in `tests`, with `node:test` on Node 24.
fn node_tests(summary: &mut Summary, folder: &str, environment: &[(&str, &str)]) {
    if !root().join("tests").join(folder).is_dir() {
        return;
    }
    let name = format!("tests/{folder}");
    let files = test_files(folder);
    if files.is_empty() {
        // Without files Node would look for tests everywhere.
        return summary.fail(&name, "it holds no *.test.mjs");
    }
    let mut command = program(node24());
    command.args(["--test", "--test-reporter=spec"]).args(files);
    command.envs(environment.iter().copied());
    summary.suite(&name, Format::NodeTest, &mut command);
}

fn test_files(folder: &str) -> Vec<PathBuf> {
    let folder = root().join("tests").join(folder);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    files
}
