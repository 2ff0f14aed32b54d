//! The rules across fields as lines of words.

use super::node::Schema;
use super::rule::{Rule, Severity};

impl Schema {
    /// Every rule with its place, in the order of the source: `lines[].name: must occur in the input`.
    pub fn told_rules(&self) -> Vec<String> {
        let places = self.places();
        let rules =
            places.iter().flat_map(|(id, path)| self.node(*id).rules.iter().map(move |rule| (path, rule)));
        rules.map(|(path, rule)| told(path, rule)).collect()
    }
}

fn told(path: &str, rule: &Rule) -> String {
    let place = if path.is_empty() { "the answer" } else { path };
    let words = match (&rule.message, &rule.message_expression) {
        (None, Some(expression)) => format!("{} (otherwise: {expression})", rule.words()),
        (Some(_) | None, _) => rule.words(),
    };
    let warning = match rule.severity {
        Severity::Error => "",
        Severity::Warning => " (a warning)",
    };
    format!("{place}: {words}{warning}")
}
