//! How a server is asked: as it is known, as it has taught, and as a person has set it.

use super::Settings;
use crate::core::provider::{BaseUrl, Change, Changes, Control, Quirks};
use serde_json::Value;

/// Reads the changes that were kept: those that are known, each as the server's name and the words of its
/// control.
pub(super) fn changes_from_json(kept: Option<&Value>) -> Changes {
    let change = |kept: &Value| {
        let text = |position: usize| kept.get(position).and_then(Value::as_str);
        Some((text(0)?.to_owned(), Control::change(text(1)?, text(2)?)?))
    };
    Changes(kept.and_then(Value::as_array).into_iter().flatten().filter_map(change).collect())
}

impl Settings {
    /// The changes as they are kept.
    pub(super) fn changes_to_json(&self) -> Value {
        let change = |(name, change): &(String, Change)| {
            let (control, word) = Control::of_change(*change)?;
            Some(Value::from(vec![name.as_str(), control.id, word]))
        };
        self.changes.0.iter().filter_map(change).collect()
    }

    /// What was changed of the server that is set, each as the words of its control.
    pub(super) fn asking_to_json(&self) -> Value {
        let changed = self.changed().into_iter().filter_map(Control::of_change);
        changed.map(|(control, word)| Value::from(vec![control.id, word])).collect()
    }

    /// Takes how the server that is set is asked, as far as it is known.
    pub(super) fn take_asking(&mut self, asking: Option<&Value>) {
        let Some(name) = self.name() else { return };
        self.changes.forget(&name);
        for change in asking.and_then(Value::as_array).into_iter().flatten() {
            let text = |position: usize| change.get(position).and_then(Value::as_str);
            if let Some(change) = text(0).zip(text(1)).and_then(|(id, word)| Control::change(id, word)) {
                self.changes.add(&name, change);
            }
        }
    }

    /// How the server deviates: as it is known, but for what it has taught, but for what a person has set.
    pub fn quirks(&self) -> Quirks {
        self.learned().into_iter().chain(self.changed()).fold(self.preset().quirks, Quirks::with)
    }

    /// How the server deviates but for what it has taught: what can be asked of it is to be seen and set,
    /// even where the model that is chosen refused it.
    pub fn set_quirks(&self) -> Quirks {
        self.changed().into_iter().fold(self.preset().quirks, Quirks::with)
    }

    /// What a person has changed of the server that is set.
    fn changed(&self) -> Vec<Change> {
        self.differing(&self.changes, self.name())
    }

    /// What the server that is set has taught of the model that is.
    fn learned(&self) -> Vec<Change> {
        self.differing(&self.learned, self.model_name())
    }

    /// The changes for this name that make a difference to what is known.
    fn differing(&self, changes: &Changes, name: Option<String>) -> Vec<Change> {
        let mut changes = changes.of(&name.unwrap_or_default());
        changes.retain(|change| self.preset().quirks.with(*change) != self.preset().quirks);
        changes
    }

    /// What changes of the server that is set are kept by.
    fn name(&self) -> Option<String> {
        Some(name(&self.base_url().ok()?, self.preset().id))
    }

    /// What is learned of the model that is set is kept by.
    fn model_name(&self) -> Option<String> {
        Some(name(&self.base_url().ok()?, self.server().model.trim()))
    }

    /// What a person has chosen by a control; empty where that is left as it is known.
    pub fn chosen(&self, control: &Control) -> &'static str {
        let change = self.changed().into_iter().find(|change| control.has(*change));
        change.and_then(Control::of_change).map_or("", |(_, word)| word)
    }

    /// Takes what a person has chosen by a control: one of its words, or none to leave it as it is known.
    pub fn choose(&mut self, control: &Control, word: &str) {
        let word = if word.is_empty() { control.known(self.preset().quirks) } else { word };
        if let (Some(name), Some(change)) = (self.name(), Control::change(control.id, word)) {
            self.changes.add(&name, change);
            // Only what makes a difference is kept.
            let quirks = self.preset().quirks;
            self.changes.0.retain(|(of, change)| *of != name || quirks.with(*change) != quirks);
        }
    }

    /// Keeps what a model has taught at this address.
    pub fn learn(&mut self, base_url: &BaseUrl, model: &str, change: Change) {
        self.learned.add(&name(base_url, model), change);
    }

    /// Leaves how the server that is set is asked to what is known of it.
    pub fn reset_asking(&mut self) {
        if let (Some(name), Some(model_name)) = (self.name(), self.model_name()) {
            self.changes.forget(&name);
            self.learned.forget(&model_name);
        }
    }

    /// What was changed of how the server is asked, and what it has taught, a few words each.
    pub fn asking_words(&self) -> Vec<String> {
        let changed = self.changed();
        let mut learned = self.learned();
        // What a person has set holds whatever was learned.
        learned.retain(|learned| !changed.iter().any(|change| change.is_like(*learned)));
        let changed = words(&changed).into_iter().map(|words| format!("Changed: {words}"));
        changed.chain(words(&learned).into_iter().map(|words| format!("Learned: {words}"))).collect()
    }

    /// What was changed of how the server is asked, a few words each.
    pub(super) fn changed_words(&self) -> Vec<String> {
        words(&self.changed())
    }
}

fn words(changes: &[Change]) -> Vec<String> {
    let known = changes.iter().filter_map(|change| Control::of_change(*change));
    known.map(|(control, word)| format!("{} {word}", control.label)).collect()
}

/// What changes are kept by: of all of a provider's models at an address, or of one of any provider's.
fn name(base_url: &BaseUrl, what: &str) -> String {
    format!("{} {what}", base_url.origin().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::provider::{Family, Modes, Provider};
    use serde_json::json;

    fn settings(base_url: &str) -> Settings {
        let mut settings = Settings { provider: Provider::Custom, ..Settings::default() };
        settings.change_server(|server| {
            server.base_url = base_url.into();
            server.model = " m ".into();
        });
        settings
    }

    fn control(id: &str) -> &'static Control {
        Control::of(Family::ChatCompletions).find(|control| control.id == id).unwrap()
    }

    fn learn(settings: &mut Settings, change: Change) {
        let base_url = settings.base_url().unwrap();
        settings.learn(&base_url, "m", change);
    }

    #[test]
    fn a_change_holds_for_its_provider_at_its_origin() {
        let mut settings = settings("http://host:1/v1");
        settings.choose(control("strict-parameter"), "left out");
        settings.choose(control("limit-parameter"), "max_completion_tokens");
        settings.choose(control("strict-parameter"), "sent");
        settings.choose(control("seed-parameter"), "left out");
        settings.choose(control("seed-parameter"), "random_seed");
        let usual = Provider::Custom.preset().quirks;
        let changed = Quirks { limit: "max_completion_tokens", seed: Some("random_seed"), ..usual };
        let chosen = |settings: &Settings| {
            ["limit-parameter", "strict-parameter", "seed-parameter"].map(|id| settings.chosen(control(id)))
        };
        assert_eq!(chosen(&settings), ["max_completion_tokens", "", "random_seed"]);
        for (base_url, expected) in [
            ("http://host:1/v2", changed),
            ("http://host:2/v1", usual),
            ("no where", usual),
            ("http://host:1/v1", changed),
        ] {
            settings.change_server(|server| server.base_url = base_url.into());
            assert_eq!(settings.quirks(), expected, "{base_url}");
        }
        let connection = settings.connection(None).unwrap();
        assert_eq!(connection.quirks, changed);
        let kept = Settings::from_json(&settings.to_json());
        assert_eq!(kept, settings);
        settings.reset_asking();
        assert_eq!((settings.quirks(), settings.changes), (usual, Changes::default()));
    }

    #[test]
    fn what_was_learned_holds_until_a_person_says_otherwise() {
        let mut settings = settings("http://host:1/v1");
        let usual = Provider::Custom.preset().quirks;
        let without = Modes { strict: false, ..Modes::ALL };
        for change in [Change::Temperature(false), Change::Modes(without), Change::Strict(true)] {
            learn(&mut settings, change);
        }
        assert_eq!(settings.quirks(), Quirks { temperature: false, modes: without, ..usual });
        assert_eq!(settings.set_quirks(), usual);
        assert_eq!(
            settings.asking_words(),
            ["Learned: Temperature parameter left out", "Learned: Formats tool, JSON"]
        );
        settings.choose(control("formats"), "prompt only");
        let none = Modes { strict: false, tool: false, json: false };
        assert_eq!(settings.quirks(), Quirks { temperature: false, modes: none, ..usual });
        assert_eq!(
            settings.asking_words(),
            ["Changed: Formats prompt only", "Learned: Temperature parameter left out"]
        );
        // It is not kept, and it is of one model.
        assert_eq!(Settings::from_json(&settings.to_json()).quirks(), Quirks { modes: none, ..usual });
        let mut other = settings.clone();
        other.change_server(|server| server.model = "n".into());
        assert_eq!(other.quirks(), Quirks { modes: none, ..usual });
        settings.reset_asking();
        assert_eq!((settings.quirks(), settings.asking_words()), (usual, vec![]));
    }

    #[test]
    fn what_was_kept_is_read_as_far_as_it_is_known() {
        let good = json!(["http://host:1 custom", "strict-parameter", "left out"]);
        for (kept, expected) in [
            (json!([good, ["http://host:1 custom", "colour", "red"]]), json!([good])),
            (json!([["http://host:1 custom", "strict-parameter", "sideways"], good, 7]), json!([good])),
            (json!([["http://host:1 custom"], [1, 2, 3], "strict-parameter"]), json!([])),
            (json!({"formats": 1}), json!([])),
        ] {
            let settings = Settings::from_json(&json!({ "changes": kept }));
            assert_eq!(settings.to_json().get("changes"), Some(&expected), "{kept}");
        }
        // What a later version knows by itself is no change any more.
        let known = json!({"changes": [["http://host:1 custom", "strict-parameter", "sent"]]});
        let mut settings = Settings { provider: Provider::Custom, ..Settings::from_json(&known) };
        settings.change_server(|server| server.base_url = "http://host:1/v1".into());
        assert_eq!((settings.chosen(control("strict-parameter")), settings.asking_words()), ("", vec![]));
    }
}
