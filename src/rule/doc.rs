//! The text of rules, for people: parsed headings, the rules page, `rules.json`.

use super::registry::RULES;
use super::{Effect, Rule};
use crate::json::quoted;

/// Headings that every rule has, in order.
pub const HEADINGS: [&str; 7] = [
    "What it does",
    "Who refuses without it",
    "Exact rule",
    "Example",
    "Never touches",
    "Order",
    "Source",
];

/// The parts of a rule's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documentation {
    /// Heading and Markdown text, in order.
    pub sections: Vec<(String, String)>,
    /// JSON of the example's target; empty without one.
    pub target: String,
    /// JSON of the example before the rule.
    pub before: String,
    /// JSON of the example after the rule.
    pub after: String,
}

/// Reads the text of a rule.
pub fn documentation(rule: &Rule) -> Documentation {
    let mut documentation = Documentation::default();
    let mut fence: Option<String> = None;
    for line in rule.docs.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if let Some(heading) = line.strip_prefix("## ") {
            documentation.sections.push((heading.into(), String::new()));
            continue;
        }
        let Some((_, text)) = documentation.sections.last_mut() else {
            continue;
        };
        text.push_str(line);
        text.push('\n');
        match line.strip_prefix("```") {
            Some(_) if fence.is_some() => fence = None,
            Some(language) => fence = Some(language.trim().into()),
            None => {
                let part = match fence.as_deref() {
                    Some("json target") => &mut documentation.target,
                    Some("json before") => &mut documentation.before,
                    Some("json after") => &mut documentation.after,
                    _ => continue,
                };
                part.push_str(line);
            }
        }
    }
    for (_, text) in &mut documentation.sections {
        *text = text.trim().into();
    }
    documentation
}

/// Every rule as JSON: an array of objects.
pub fn rules_json() -> String {
    let rules: Vec<String> = RULES.iter().map(|rule| rule_json(rule)).collect();
    format!("[\n{}\n]\n", rules.join(",\n"))
}

fn rule_json(rule: &Rule) -> String {
    let documentation = documentation(rule);
    let rejects: Vec<String> = rule
        .rejects
        .iter()
        .flat_map(|constraint| {
            let fragments = constraint.fragments.iter();
            fragments.map(move |fragment| (constraint, fragment))
        })
        .map(|(constraint, fragment)| {
            format!(
                "{{\"api\":{},\"constraint\":{},\"fragment\":{}}}",
                quoted(constraint.scope.name()),
                quoted(constraint.id),
                quoted(fragment)
            )
        })
        .collect();
    let sections: Vec<String> = documentation
        .sections
        .iter()
        .map(|(heading, text)| format!("{}:{}", quoted(heading), quoted(text)))
        .collect();
    let effects: Vec<String> = rule
        .effects
        .iter()
        .map(|effect| quoted(effect.name()))
        .collect();
    let target = if documentation.target.is_empty() {
        "{}"
    } else {
        &documentation.target
    };
    format!(
        "{{\"id\":{},\"summary\":{},\"effects\":[{}],\"rejects\":[{}],\"since\":{},\"sections\":{{{}}},\"example\":{{\"target\":{target},\"before\":{},\"after\":{}}}}}",
        quoted(rule.id),
        quoted(rule.summary),
        effects.join(","),
        rejects.join(","),
        quoted(rule.since),
        sections.join(","),
        documentation.before,
        documentation.after,
    )
}

/// The rules page: a table of all rules, then the text of each.
pub fn rules_page() -> String {
    let mut page = String::from(
        "# Rules\n\nGenerated from the rules' own declarations by `cargo xtask gen`. In the order of the pipeline.\n\n\
         | rule | what | effects |\n| --- | --- | --- |\n",
    );
    for rule in RULES {
        let effects: Vec<&str> = rule.effects.iter().copied().map(Effect::name).collect();
        page.push_str(&format!(
            "| [`{0}`](#{0}) | {1} | {2} |\n",
            rule.id,
            rule.summary,
            effects.join(", ")
        ));
    }
    for rule in RULES {
        page.push_str(&format!("\n## {}\n", rule.id));
        for (heading, text) in documentation(rule).sections {
            page.push_str(&format!("\n### {heading}\n\n{text}\n"));
        }
        if !rule.rejects.is_empty() {
            page.push_str("\n### Errors that it answers\n\n");
            for constraint in rule.rejects {
                for fragment in constraint.fragments {
                    page.push_str(&format!(
                        "- {}, {}: `{}`\n",
                        constraint.scope.name(),
                        constraint.id,
                        fragment.replace('`', "")
                    ));
                }
            }
        }
    }
    page
}
