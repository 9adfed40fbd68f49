//! Everything the README names runs through `cargo xtask …`.

use std::process::{Command, exit};

fn main() {
    let status = Command::new(env!("CARGO"))
        .args(["test", "--locked", "--package", "transcript-hygiene"])
        .status();
    exit(status.ok().and_then(|s| s.code()).unwrap_or(1));
}
