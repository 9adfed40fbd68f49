//! The examples of the rules of repair come true.

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, stringify, write};
use transcript_hygiene::repair::{RepairOptions, plan};
use transcript_hygiene::rule::{HEADINGS, RULES, Rule, documentation};

/// Where the rules of repair are declared.
const REPAIR_RULES: &str = "src/repair/rules/";

/// The header in front of every example.
const HEADER: &str = "{\"type\":\"session\",\"version\":3,\"id\":\"s\"}\n";

fn repair_rules() -> impl Iterator<Item = &'static Rule> {
    RULES
        .iter()
        .copied()
        .filter(|rule| rule.file.starts_with(REPAIR_RULES))
}

/// A file of the records of a JSON array; a string among them is a line as it stands.
fn file(records: &str) -> Vec<u8> {
    let document = Document::parse(records.as_bytes(), 1, &Limits::default()).expect("JSON");
    let mut file = HEADER.as_bytes().to_vec();
    for record in document.entries(document.root()) {
        match document.string(record.value) {
            Some(line) => file.extend_from_slice(&line),
            None => {
                let json = write(&document, record.value);
                file.extend(stringify(&json, &Limits::default()).expect("JSON"));
            }
        }
        file.push(b'\n');
    }
    file
}

#[test]
fn examples_of_repair_rules_come_true_through_their_rule() {
    let mut count = 0;
    for rule in repair_rules() {
        let example = documentation(rule);
        let options = RepairOptions::new().with_relink(rule.id == "relink-orphans");
        let before = file(&example.before);
        let plan = plan(&before, &options);
        let after = plan.apply(&before);
        assert_eq!(
            String::from_utf8_lossy(&after),
            String::from_utf8_lossy(&file(&example.after)),
            "{}",
            rule.id
        );
        assert!(
            plan.report()
                .changes
                .iter()
                .all(|change| change.rule == rule)
                && plan.rewrites(),
            "{}: {}",
            rule.id,
            plan.report().to_json()
        );
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn every_repair_rule_has_all_headings() {
    for rule in repair_rules() {
        let sections = documentation(rule).sections;
        let headings: Vec<&str> = sections
            .iter()
            .map(|(heading, _)| heading.as_str())
            .collect();
        assert_eq!(headings, HEADINGS, "{}", rule.id);
    }
}
