//! How a server is asked: as it is known, as it has taught, and as a person has set it.

use super::Settings;
use crate::core::provider::{BaseUrl, Change, Control, Origin, Preset, Provider, Quirks};
use serde_json::Value;

/// What a person has changed of how a server is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    provider: Provider,
    origin: Origin,
    change: Change,
}

impl Changed {
    /// As it is kept; null where nobody could have set it.
    pub(super) fn to_json(&self) -> Value {
        Control::of_change(self.change)
            .map(|(control, word)| {
                [self.provider.preset().id, self.origin.as_str(), control.id, word].map(Value::from).to_vec()
            })
            .into()
    }

    /// Reads what was kept; none where it says nothing, or nothing but what is known anyway.
    pub(super) fn from_json(kept: &Value) -> Option<Self> {
        let text = |position: usize| kept.get(position).and_then(Value::as_str);
        let provider = Provider::from_id(text(0)?)?;
        let origin = BaseUrl::parse(text(1)?).ok()?.origin().clone();
        let change = Control::change(text(2)?, text(3)?)?;
        differs(provider.preset(), change).then_some(Self { provider, origin, change })
    }
}

/// Whether a change makes a difference to what is known of a server.
fn differs(preset: &Preset, change: Change) -> bool {
    preset.quirks.with(change) != preset.quirks
}

impl Settings {
    /// How the server deviates: as it is known, but for what it has taught, but for what a person has set.
    pub fn quirks(&self) -> Quirks {
        self.with_changes(self.learned_changes().into_iter().fold(self.preset().quirks, Quirks::with))
    }

    /// How the server deviates but for what it has taught: what can be asked of it is to be seen and set,
    /// even where the model that is chosen refused it.
    pub fn set_quirks(&self) -> Quirks {
        self.with_changes(self.preset().quirks)
    }

    fn with_changes(&self, quirks: Quirks) -> Quirks {
        self.changes().fold(quirks, Quirks::with)
    }

    /// What a person has changed of the server that is set.
    fn changes(&self) -> impl Iterator<Item = Change> {
        let origin = self.origin();
        let is_here = move |changed: &&Changed| {
            changed.provider == self.provider && Some(&changed.origin) == origin.as_ref()
        };
        self.changes.iter().filter(is_here).map(|changed| changed.change)
    }

    /// What the server that is set has taught of its model and makes a difference.
    fn learned_changes(&self) -> Vec<Change> {
        let Some(origin) = self.origin() else { return Vec::new() };
        let model = self.server().model;
        let learned = self.learned.of(&origin, model.trim());
        learned.filter(|change| differs(self.preset(), *change)).collect()
    }

    fn origin(&self) -> Option<Origin> {
        Some(self.base_url().ok()?.origin().clone())
    }

    /// What a person has chosen by a control; empty where that is left as it is known.
    pub fn chosen(&self, control: &Control) -> &'static str {
        let change = self.changes().find(|change| control.has(*change));
        change.and_then(Control::of_change).map_or("", |(_, word)| word)
    }

    /// Takes what a person has chosen by a control; what is no word of it leaves that as it is known.
    pub fn choose(&mut self, control: &Control, word: &str) {
        let Some(origin) = self.origin() else { return };
        let provider = self.provider;
        self.changes.retain(|changed| {
            !(changed.provider == provider && changed.origin == origin && control.has(changed.change))
        });
        let change = Control::change(control.id, word).filter(|change| differs(self.preset(), *change));
        self.changes.extend(change.map(|change| Changed { provider, origin, change }));
    }

    /// Leaves how the server that is set is asked to what is known of it.
    pub fn reset_asking(&mut self) {
        let Some(origin) = self.origin() else { return };
        let provider = self.provider;
        self.changes.retain(|changed| !(changed.provider == provider && changed.origin == origin));
        let model = self.server().model;
        self.learned.forget(&origin, model.trim());
    }

    /// What was changed of how the server is asked, and what it has taught, a few words each.
    pub fn asking_words(&self) -> Vec<String> {
        let words = |how: &'static str, changes: Vec<Change>| {
            let controls = changes.into_iter().filter_map(Control::of_change);
            controls
                .map(move |(control, word)| format!("{how}: {} {word}", control.label))
                .collect::<Vec<_>>()
        };
        let learned = self.learned_changes().into_iter();
        // What a person has set holds whatever was learned.
        let learned = learned.filter(|learned| !self.changes().any(|change| change.is_like(*learned)));
        [words("Changed", self.changes().collect()), words("Learned", learned.collect())].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::provider::{Family, Modes};
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
        let origin = settings.origin().unwrap();
        settings.learned.add(&origin, "m", change);
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
        assert_eq!((settings.quirks(), settings.changes.len()), (usual, 0));
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
        let good = json!(["custom", "http://host:1", "strict-parameter", "left out"]);
        for (kept, expected) in [
            (json!([good, ["custom", "http://host:1", "colour", "red"]]), json!([good])),
            (json!([["custom", "http://host:1", "strict-parameter", "sideways"], good, 7]), json!([good])),
            (json!([["gone", "http://host:1", "strict-parameter", "left out"]]), json!([])),
            (json!([["custom", "no where", "strict-parameter", "left out"]]), json!([])),
            (json!([["custom", "http://host:1", "strict-parameter", "sent"], ["custom"]]), json!([])),
            (json!({"formats": 1}), json!([])),
        ] {
            let settings = Settings::from_json(&json!({ "changes": kept }));
            assert_eq!(settings.to_json().get("changes"), Some(&expected), "{kept}");
        }
    }
}
