//! The benchmarks: ratios against peers, measured in one run.

use crate::build::{Profile, build_conformance, build_package};
use crate::run::{Result, program, root, succeed};
use crate::tools::{ensure_npm_packages, node24};

/// `cargo xtask bench`: further arguments go to the benchmarks.
pub fn task(arguments: &[String]) -> Result<()> {
    ensure_npm_packages(&root().join("tests"))?;
    build_package(Profile::Release)?;
    // Single functions are measured in a build of their own.
    if arguments.is_empty() || arguments.iter().any(|name| name == "hostileText") {
        build_conformance(Profile::Release)?;
    }
    succeed(program(node24()).arg("benches/run.mjs").args(arguments))
}
