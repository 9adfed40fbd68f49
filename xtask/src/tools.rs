//! Tools that a fresh machine may lack.

use crate::run::{Result, output_of, program, succeed};

pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain unless its library is already there.
pub fn ensure_wasm_target() -> Result<()> {
    let arguments = ["--print", "target-libdir", "--target", WASM_TARGET];
    let library = output_of(program("rustc").args(arguments)).unwrap_or_default();
    if std::path::Path::new(library.trim()).is_dir() {
        return Ok(());
    }
    succeed(program("rustup").args(["target", "add", WASM_TARGET]))
}
