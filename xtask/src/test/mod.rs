//! Every suite on every host, set up first, with one summary at the end.

mod parts;
mod summary;

use crate::build::{Profile, build_conformance, build_package};
use crate::run::{Result, root};
use crate::tools::{ensure_browsers, ensure_npm_packages};
use parts::PARTS;
use summary::Summary;

/// Something that must be there before a part can run; made once, in the order listed here.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    NpmPackages,
    Wrangler,
    Package,
    Conformance,
    Browsers,
}

impl Need {
    fn name(self) -> &'static str {
        match self {
            Need::NpmPackages => "npm packages",
            Need::Wrangler => "npm packages of the Worker",
            Need::Package => "build of the package",
            Need::Conformance => "build with single steps",
            Need::Browsers => "browsers",
        }
    }

    fn meet(self, profile: Profile) -> Result<()> {
        match self {
            Need::NpmPackages => ensure_npm_packages(&root().join("tests")),
            Need::Wrangler => ensure_npm_packages(&root().join("www/worker")),
            Need::Package => build_package(profile),
            Need::Conformance => build_conformance(profile),
            Need::Browsers => ensure_browsers(),
        }
    }
}

/// `cargo xtask test`: the named parts, or all of them.
pub fn task(arguments: &[String]) -> Result<()> {
    let (switches, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|a| a.starts_with('-'));
    let profile = match switches.as_slice() {
        [] => Profile::Release,
        [switch] if *switch == "--dev" => Profile::Dev,
        _ => return Err("the one switch of `test` is `--dev`".into()),
    };
    if let Some(unknown) = names
        .iter()
        .find(|name| PARTS.iter().all(|part| part.name != **name))
    {
        let known: Vec<_> = PARTS.iter().map(|part| part.name).collect();
        return Err(format!("there is no part `{unknown}`; known: {}", known.join(", ")).into());
    }

    let mut summary = Summary::default();
    let mut met: Vec<(Need, bool)> = Vec::new();
    for part in PARTS {
        if !names.is_empty() && !names.iter().any(|name| *name == part.name) {
            continue;
        }
        for &need in part.needs {
            if met.iter().all(|(known, _)| *known != need) {
                met.push((need, summary.check(need.name(), || need.meet(profile))));
            }
        }
        match part
            .needs
            .iter()
            .find(|need| met.contains(&(**need, false)))
        {
            Some(need) => summary.fail(part.name, &format!("not run for want of: {}", need.name())),
            None => (part.run)(&mut summary),
        }
    }
    summary.close()
}
