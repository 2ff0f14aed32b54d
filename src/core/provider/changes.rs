//! Changes of how servers are asked, each for something that has a name: a server, or one of its models.

use super::quirks::Change;

/// Changes of quirks, by the names of what they are for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes(pub Vec<(String, Change)>);

impl Changes {
    /// Takes a change, in the place of an earlier one of the same quirk.
    pub fn add(&mut self, name: &str, change: Change) {
        self.0.retain(|(of, earlier)| of != name || !earlier.is_like(change));
        self.0.push((name.to_owned(), change));
    }

    /// Those for this name, in the order they came.
    pub fn of(&self, name: &str) -> Vec<Change> {
        self.0.iter().filter(|(of, _)| of == name).map(|(_, change)| *change).collect()
    }

    /// Forgets those for this name.
    pub fn forget(&mut self, name: &str) {
        self.0.retain(|(of, _)| of != name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_belongs_to_a_name_and_takes_the_place_of_its_like() {
        let mut changes = Changes::default();
        changes.add("m", Change::Limit("max_completion_tokens"));
        changes.add("m", Change::Temperature(false));
        changes.add("n", Change::Strict(false));
        changes.add("m", Change::Limit("max_tokens"));
        assert_eq!(changes.of("m"), [Change::Temperature(false), Change::Limit("max_tokens")]);
        assert_eq!(changes.of("n"), [Change::Strict(false)]);
        assert_eq!(changes.of("o"), []);
        changes.forget("m");
        assert_eq!((changes.of("m"), changes.of("n")), (vec![], vec![Change::Strict(false)]));
    }
}
