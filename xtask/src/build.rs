//! The wasm modules and their glue: cargo, wasm-bindgen and, when it is installed, wasm-opt.

use crate::run::{Result, cargo, program, root, succeed, switches, target_dir};
use crate::tools::{WASM_TARGET, ensure_wasm_target};
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// One wasm module of the package: the crate with some of its features.
struct Module {
    /// The name of the glue file; the module is `NAME_bg.wasm` beside it.
    name: &'static str,
    features: &'static [&'static str],
    /// How much code LLVM copies into its callers; without it what `.cargo/config.toml` says, which makes replay quick.
    inline_threshold: Option<u32>,
    /// Loops over pixels gain from level 3, where the profile says another.
    is_loops: bool,
}

/// Of modules that are small first and quick second.
const SMALL: Option<u32> = Some(25);

/// What the package ships: hosts load what they call.
const MODULES: &[Module] = &[
    Module {
        name: "core",
        features: &["wasm-core"],
        inline_threshold: None,
        is_loops: false,
    },
    Module {
        name: "history",
        features: &["wasm-history"],
        inline_threshold: None,
        is_loops: false,
    },
    Module {
        name: "images",
        features: &["wasm-images"],
        inline_threshold: None,
        is_loops: true,
    },
    Module {
        name: "validate",
        features: &["wasm-validate"],
        inline_threshold: SMALL,
        is_loops: false,
    },
];

const CONFORMANCE: Module = Module {
    name: "core",
    features: &["wasm-core", "conformance"],
    inline_threshold: None,
    is_loops: false,
};

/// The features that the modules use, named so that wasm-opt neither refuses nor adds any.
const WASM_OPT_FLAGS: &[&str] = &[
    "-O3",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-mutable-globals",
];

#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    /// Quick to build, slow to run.
    Dev,
    Release,
}

impl Profile {
    /// The name of the cargo profile, which is also its folder's.
    fn name(self) -> &'static str {
        match self {
            Profile::Dev => "wasm-dev",
            Profile::Release => "release",
        }
    }
}

/// `cargo xtask build`.
pub fn task(arguments: &[String]) -> Result<()> {
    let [dev, conformance] = switches(arguments, ["--dev", "--conformance"])?;
    let profile = if dev { Profile::Dev } else { Profile::Release };
    if conformance {
        build_conformance(profile)
    } else {
        build_package(profile)
    }
}

/// What the package ships, into `pkg/wasm`.
pub fn build_package(profile: Profile) -> Result<()> {
    build(profile, MODULES, &root().join("pkg/wasm"))
}

/// The same code with single steps exported, into `tests/conformance/wasm`.
pub fn build_conformance(profile: Profile) -> Result<()> {
    build(
        profile,
        &[CONFORMANCE],
        &root().join("tests/conformance/wasm"),
    )
}

fn build(profile: Profile, modules: &[Module], out_dir: &Path) -> Result<()> {
    ensure_wasm_target()?;
    // What is there stays whole until all of the new one is.
    let fresh = out_dir.with_extension("new");
    remove(&fresh)?;
    for module in modules {
        bind(module, &compile(profile, module)?, &fresh)?;
        if profile == Profile::Release {
            optimise(&wasm_file(&fresh, module))?;
        }
    }
    remove(out_dir)?;
    std::fs::rename(&fresh, out_dir)?;
    let built: Vec<PathBuf> = modules
        .iter()
        .map(|module| wasm_file(out_dir, module))
        .collect();
    print_sizes(&built)
}

fn wasm_file(dir: &Path, module: &Module) -> PathBuf {
    dir.join(format!("{}_bg.wasm", module.name))
}

fn remove(dir: &Path) -> Result<()> {
    if dir.exists() {
        std::fs::remove_dir_all(dir)?;
    }
    Ok(())
}

fn compile(profile: Profile, module: &Module) -> Result<PathBuf> {
    let name = profile.name();
    let mut build = cargo("build --locked --package transcript-hygiene --lib");
    build.args(["--target", WASM_TARGET, "--profile", name]);
    build.args(["--features", &module.features.join(",")]);
    if let Some(threshold) = module.inline_threshold {
        build.env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            format!(
                "-Ctarget-feature=+simd128,+bulk-memory -Cllvm-args=-inline-threshold={threshold}"
            ),
        );
    }
    if module.is_loops && profile == Profile::Release {
        build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "3");
    }
    succeed(&mut build)?;
    Ok(target_dir()
        .join(WASM_TARGET)
        .join(name)
        .join("transcript_hygiene.wasm"))
}

fn bind(module: &Module, wasm: &Path, out_dir: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(module.name)
        .typescript(true)
        .remove_producers_section(true)
        // A trap leaves an instance that can't be trusted: the shim makes a new one through this.
        .reset_state_function(true);
    bindgen.web(true)?;
    bindgen.generate(out_dir)?;
    Ok(())
}

/// The module works the same without this step, so that the package can be built without npm.
fn optimise(wasm: &Path) -> Result<()> {
    let wasm_opt = root().join("tests/node_modules/binaryen/bin/wasm-opt");
    if !wasm_opt.exists() {
        println!(
            "wasm-opt is not installed (npm ci in tests/): {} stays as it is",
            wasm.display()
        );
        return Ok(());
    }
    succeed(
        program("node")
            .arg(wasm_opt)
            .args(WASM_OPT_FLAGS)
            .arg(wasm)
            .arg("-o")
            .arg(wasm),
    )
}

/// Raw, gzip and brotli sizes; without Node only the first.
fn print_sizes(files: &[PathBuf]) -> Result<()> {
    let script = ["--input-type=module", "--eval", include_str!("sizes.mjs")];
    if succeed(program("node").args(script).args(files)).is_ok() {
        return Ok(());
    }
    for file in files {
        println!(
            "{}  {} bytes",
            file.display(),
            std::fs::metadata(file)?.len()
        );
    }
    Ok(())
}
