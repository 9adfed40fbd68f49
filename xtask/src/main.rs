//! Everything the README names runs through `cargo xtask …`.

mod bench;
mod build;
mod files;
mod generate;
mod play;
mod run;
mod serve;
mod test;
mod tools;
mod webchat;

use run::Result;
use std::process::ExitCode;

struct Task {
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const TASKS: &[Task] = &[
    Task {
        name: "play",
        usage: "[--port N]",
        help: "builds the package and serves the playground on this machine",
        run: play::task,
    },
    Task {
        name: "test",
        usage: "[--dev] [rust|js|packaging|worker|browser|vectors …]",
        help: "sets up what it lacks and runs every suite, or the parts named\n\
               --dev           on a package built without optimisation",
        run: test::task,
    },
    Task {
        name: "build",
        usage: "[--dev] [--conformance]",
        help: "the wasm modules and their glue, into pkg/wasm\n\
               --dev           little optimisation, for quick rounds\n\
               --conformance   into tests/conformance/wasm, with single steps exported",
        run: build::task,
    },
    Task {
        name: "bench",
        usage: "[ARGUMENT …]",
        help: "measures the built package against its peers",
        run: bench::task,
    },
    Task {
        name: "gen",
        usage: "[--check]",
        help: "writes the generated files\n\
               --check         only tells which are stale",
        run: generate::task,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map(String::as_str);
    let Some(task) = TASKS.iter().find(|task| Some(task.name) == wanted) else {
        return usage(wanted);
    };
    match (task.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Help was asked for, or the task is missing or unknown.
fn usage(wanted: Option<&str>) -> ExitCode {
    let asked = matches!(wanted, Some("help" | "--help" | "-h"));
    if let (Some(name), false) = (wanted, asked) {
        eprintln!("error: there is no task `{name}`\n");
    }
    println!("cargo xtask TASK [ARGUMENT …]\n");
    for task in TASKS {
        println!("  {} {}", task.name, task.usage);
        for line in task.help.lines() {
            println!("      {line}");
        }
    }
    if asked {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    }
}
