//! Which of the kept runs are looked for.

use super::entry::Entry;
use super::outcome::RunOutcome;

/// Which of the kept runs are looked for. All, to begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that must all occur in what a run was about.
    pub words: String,
    /// The name of a schema; empty for any.
    pub schema: String,
    /// The name of a model; empty for any.
    pub model: String,
    /// How they ended; none for any way.
    pub outcome: Option<RunOutcome>,
    /// Whether only pinned ones are.
    pub is_pinned: bool,
    /// Whether runs of the stand-in model are counted too, where it is counted what fails.
    pub counts_simulated: bool,
}

impl Filter {
    /// Those of some entries that are looked for.
    pub fn found<'e>(&self, entries: &'e [Entry]) -> Vec<&'e Entry> {
        let words = self.words.to_lowercase();
        let words: Vec<_> = words.split_whitespace().collect();
        entries.iter().filter(|entry| self.takes(entry, &words)).collect()
    }

    fn takes(&self, entry: &Entry, words: &[&str]) -> bool {
        let is = |wanted: &str, name: &str| wanted.is_empty() || wanted == name;
        is(&self.schema, &entry.schema)
            && is(&self.model, &entry.model)
            && self.outcome.is_none_or(|outcome| outcome == entry.outcome)
            && (!self.is_pinned || entry.is_pinned)
            && words.iter().all(|word| entry.words.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, schema: &str, model: &str, outcome: RunOutcome, words: &str) -> Entry {
        let text = str::to_owned;
        let (id, schema, model, words) = (text(id), text(schema), text(model), text(words));
        Entry { is_pinned: id == "b", id, schema, model, outcome, words, ..Entry::default() }
    }

    #[test]
    fn a_run_is_found_by_what_it_was_about_and_how_it_ended() {
        let entries = [
            entry("a", "Invoice", "qwen3", RunOutcome::Valid, "invoice qwen3 größe of the order"),
            entry("b", "Invoice", "gpt-5", RunOutcome::Invalid, "invoice gpt-5 an order"),
            entry("c", "Contact", "qwen3", RunOutcome::Stopped, "contact qwen3 ada"),
        ];
        let all = Filter::default();
        let words = |words: &str| Filter { words: words.to_owned(), ..Filter::default() };
        for (filter, expected) in [
            (all.clone(), "abc"),
            (words("ORDER"), "ab"),
            (words("  order\tGRÖSSE "), ""),
            (words("order größe"), "a"),
            (words("ada order"), ""),
            (Filter { schema: "Invoice".into(), ..all.clone() }, "ab"),
            (Filter { model: "qwen3".into(), ..all.clone() }, "ac"),
            (Filter { model: "qwen".into(), ..all.clone() }, ""),
            (Filter { outcome: Some(RunOutcome::Stopped), ..all.clone() }, "c"),
            (Filter { is_pinned: true, ..all.clone() }, "b"),
            (Filter { model: "qwen3".into(), ..words("invoice") }, "a"),
        ] {
            let found: String = filter.found(&entries).iter().map(|entry| entry.id.as_str()).collect();
            assert_eq!(found, expected, "{filter:?}");
        }
    }
}
