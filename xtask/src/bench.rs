//! The benchmarks: ratios against peers, measured in one run.

use crate::build::{Profile, build_conformance, build_package};
use crate::run::{Result, program, root, succeed};
use crate::tools::{ensure_npm_packages, node24};

/// The jobs on images, whose peers are packages of their own.
const IMAGES: &str = "benches/images";

/// `cargo xtask bench`: further arguments go to the benchmarks. `cargo xtask bench images` runs the jobs on images, and
/// takes their numbers.
pub fn task(arguments: &[String]) -> Result<()> {
    if let Some((first, jobs)) = arguments.split_first()
        && first == "images"
    {
        ensure_npm_packages(&root().join(IMAGES))?;
        build_package(Profile::Release)?;
        let script = format!("{IMAGES}/run.mjs");
        return succeed(program(node24()).arg(script).args(jobs));
    }
    ensure_npm_packages(&root().join("tests"))?;
    build_package(Profile::Release)?;
    // Single functions are measured in a build of their own.
    if arguments.is_empty() || arguments.iter().any(|name| name == "hostileText") {
        build_conformance(Profile::Release)?;
    }
    succeed(program(node24()).arg("benches/run.mjs").args(arguments))
}
