//! Writes every generated file below the folder that is named: `cargo run --example generate -- OUT_DIR`.
//!
//! `cargo xtask gen` puts them into the repository, `cargo xtask gen --check` compares.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use transcript_hygiene::json::write_string;
use transcript_hygiene::policy::{Flag, known_apis, known_providers};
use transcript_hygiene::rule::{rules_json, rules_page};
use transcript_hygiene::validate::constraints_json;

fn main() -> io::Result<()> {
    let Some(out) = env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "usage: generate OUT_DIR",
        ));
    };
    let rules = rules_json();
    write(&out, "pkg/rules.js", &module(&rules))?;
    write(&out, "pkg/rules.json", &rules)?;
    let constraints = constraints_json();
    write(&out, "pkg/constraints.js", &module(&constraints))?;
    write(&out, "pkg/constraints.json", &constraints)?;
    write(
        &out,
        "pkg/known.js",
        &format!("export default {};\n", known()),
    )?;
    write(&out, "docs/rules.md", &rules_page())
}

fn write(out: &Path, path: &str, text: &str) -> io::Result<()> {
    let path = out.join(path);
    fs::create_dir_all(path.parent().unwrap_or(out))?;
    fs::write(path, text)
}

/// A module that holds the JSON as text, so that importing it parses nothing.
fn module(json: &str) -> String {
    format!("export default {};\n", quoted(json))
}

/// What pickers offer: providers, APIs, and what each policy flag does.
fn known() -> String {
    let list =
        |items: &mut dyn Iterator<Item = &str>| items.map(quoted).collect::<Vec<_>>().join(", ");
    let flags: Vec<String> = Flag::ALL
        .iter()
        .map(|flag| {
            format!(
                "    {{ \"name\": {}, \"description\": {} }}",
                quoted(flag.json_name()),
                quoted(flag.description())
            )
        })
        .collect();
    format!(
        "{{\n  \"providers\": [{}],\n  \"apis\": [{}],\n  \"flags\": [\n{}\n  ]\n}}",
        list(&mut known_providers()),
        list(&mut known_apis()),
        flags.join(",\n")
    )
}

fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    write_string(&mut out, text.into());
    String::from_utf8_lossy(&out).into_owned()
}
