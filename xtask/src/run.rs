//! Child processes, paths and arguments: what every task needs.

use std::path::{Path, PathBuf};
use std::process::Command;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The repository's root.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Where cargo puts what it builds.
pub fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// The cargo that runs this task, in the repository's root; the arguments are parted by spaces.
pub fn cargo(arguments: &str) -> Command {
    let mut command = program(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(arguments.split_whitespace());
    command
}

/// `program` in the repository's root.
pub fn program(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Runs to the end; anything but success is an error that names the command.
pub fn succeed(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|error| format!("{}: {error}", shown(command)))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`{}` ended with {status}", shown(command)).into())
}

/// What the command prints, or nothing when it can't be run or fails.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    if !output.status.success() {
        return None;
    }
    String::from_utf8(output.stdout).ok()
}

/// The command much as a person would type it, for messages.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Which of the `known` switches were given; any other argument is an error.
pub fn switches<const N: usize>(arguments: &[String], known: [&str; N]) -> Result<[bool; N]> {
    for argument in arguments {
        if !known.contains(&argument.as_str()) {
            return Err(
                format!("unknown argument `{argument}`; known: {}", known.join(", ")).into(),
            );
        }
    }
    Ok(known.map(|switch| arguments.iter().any(|argument| argument == switch)))
}
