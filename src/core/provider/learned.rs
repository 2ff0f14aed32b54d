//! What servers have taught of their models since the page was opened.

use super::base_url::Origin;
use super::quirks::Change;

/// Changes of quirks, each for a model at an origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned(Vec<(Origin, String, Change)>);

impl Learned {
    /// Takes a change, in the place of an earlier one of the same quirk.
    pub fn add(&mut self, origin: &Origin, model: &str, change: Change) {
        self.0.retain(|(of, name, earlier)| !(of == origin && name == model && earlier.is_like(change)));
        self.0.push((origin.clone(), model.to_owned(), change));
    }

    /// What was learned of a model, in the order it was.
    pub fn of(&self, origin: &Origin, model: &str) -> impl Iterator<Item = Change> {
        self.0.iter().filter(move |(of, name, _)| of == origin && name == model).map(|(.., change)| *change)
    }

    /// Forgets what was learned of a model.
    pub fn forget(&mut self, origin: &Origin, model: &str) {
        self.0.retain(|(of, name, _)| !(of == origin && name == model));
    }
}

#[cfg(test)]
mod tests {
    use super::super::base_url::BaseUrl;
    use super::*;

    #[test]
    fn what_is_learned_belongs_to_a_model_at_an_origin() {
        let origin = |text: &str| BaseUrl::parse(text).unwrap().origin().clone();
        let (here, there) = (origin("http://localhost:1"), origin("http://localhost:2"));
        let mut learned = Learned::default();
        learned.add(&here, "m", Change::Limit("max_completion_tokens"));
        learned.add(&here, "m", Change::Temperature(false));
        learned.add(&here, "n", Change::Strict(false));
        learned.add(&here, "m", Change::Limit("max_tokens"));
        let of = |learned: &Learned, origin, model| learned.of(origin, model).collect::<Vec<_>>();
        assert_eq!(of(&learned, &here, "m"), [Change::Temperature(false), Change::Limit("max_tokens")]);
        assert_eq!(of(&learned, &here, "n"), [Change::Strict(false)]);
        assert_eq!(of(&learned, &there, "m"), []);
        learned.forget(&here, "m");
        assert_eq!(of(&learned, &here, "m"), []);
        assert_eq!(of(&learned, &here, "n"), [Change::Strict(false)]);
    }
}
