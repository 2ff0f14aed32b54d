//! The person's own schemas: each has a name, and one of them may be chosen.

use super::Settings;
use crate::core::schema::BuiltIn;
use crate::core::validate::Formats;
use serde_json::{Map, Value};

/// One of the person's own schemas, and how it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnSchema {
    /// What it is chosen by; never changes.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// As typed or pasted.
    pub text: String,
    /// Which of the schemas in it is meant, where it holds several; empty leaves it open.
    pub component: String,
    /// Whether its formats are checked.
    pub formats: Formats,
}

/// What stood for the one schema of one's own when there was one; and how the ids of all of them begin.
const OWN: &str = "own";

/// What a schema is called before it has another name.
const UNNAMED: &str = "My schema";

impl Settings {
    /// The person's own schema, if one is chosen.
    pub fn own_schema(&self) -> Option<&OwnSchema> {
        self.own_schemas.iter().find(|own| own.id == self.schema)
    }

    /// The same, to be changed.
    pub fn own_schema_mut(&mut self) -> Option<&mut OwnSchema> {
        self.own_schemas.iter_mut().find(|own| own.id == self.schema)
    }

    /// Whether one of the person's own schemas is chosen.
    pub fn is_own_schema(&self) -> bool {
        self.own_schema().is_some()
    }

    /// Makes another one of one's own and chooses it: with this text, and named like another schema if it is
    /// a copy of that.
    pub fn add_own_schema(&mut self, text: String, copied: &str) {
        let mut own = OwnSchema { text, ..self.own_schema().cloned().unwrap_or_default() };
        if own.text.is_empty() {
            own = OwnSchema::default();
        }
        let name = if copied.is_empty() { UNNAMED.to_owned() } else { format!("{copied} copy") };
        self.push_own_schema(own, &name);
    }

    /// Takes the chosen one of one's own out, and chooses the one before it, if there is one. Gives its place, too.
    pub fn remove_own_schema(&mut self) -> Option<(usize, OwnSchema)> {
        let place = self.own_schemas.iter().position(|own| own.id == self.schema)?;
        let removed = self.own_schemas.remove(place);
        let next = self.own_schemas.get(place.saturating_sub(1)).map(|own| own.id.clone());
        self.schema = next.unwrap_or_else(|| BuiltIn::default().id().to_owned());
        Some((place, removed))
    }

    /// Puts one back that was taken out, and chooses it.
    pub fn restore_own_schema(&mut self, place: usize, own: OwnSchema) {
        self.schema.clone_from(&own.id);
        self.own_schemas.insert(place.min(self.own_schemas.len()), own);
    }

    /// Takes a schema from elsewhere and chooses it: where it is there already, word for word, that one.
    pub(super) fn take_own_schema(&mut self, own: OwnSchema) {
        let is_same = |known: &&OwnSchema| {
            (&known.text, &known.component, known.formats) == (&own.text, &own.component, own.formats)
        };
        if let Some(known) = self.own_schemas.iter().find(is_same) {
            self.schema.clone_from(&known.id);
        } else {
            let name = own.name.clone();
            self.push_own_schema(own, &name);
        }
    }

    /// Chooses a schema that gets a name and an id of its own.
    fn push_own_schema(&mut self, mut own: OwnSchema, name: &str) {
        own.name = distinct(name, " ", |name| self.own_schemas.iter().any(|known| known.name == name));
        own.id = distinct(OWN, "-", |id| self.own_schemas.iter().any(|known| known.id == id));
        self.schema.clone_from(&own.id);
        self.own_schemas.push(own);
    }

    pub(super) fn own_schemas_to_json(&self) -> Value {
        self.own_schemas.iter().map(OwnSchema::to_json).collect()
    }
}

impl OwnSchema {
    /// Reads what was kept, also when there was only one of them.
    pub(super) fn all_from_json(kept: &Value) -> Vec<Self> {
        let Some(all) = kept.get("own_schemas").and_then(Value::as_array) else {
            let is_chosen = kept.get("schema").and_then(Value::as_str) == Some(OWN);
            let only = Self {
                id: OWN.to_owned(),
                name: UNNAMED.to_owned(),
                text: text(kept, "own_schema"),
                ..Self::from_json(kept)
            };
            return (is_chosen || !only.text.is_empty()).then_some(only).into_iter().collect();
        };
        let mut schemas: Vec<Self> = Vec::new();
        for own in all.iter().map(Self::from_json) {
            if !own.id.is_empty() && schemas.iter().all(|known| known.id != own.id) {
                schemas.push(own);
            }
        }
        schemas
    }

    /// It as it is kept.
    pub(super) fn to_json(&self) -> Value {
        let Self { id, name, text, component, formats } = self;
        let texts = [("id", id), ("name", name), ("text", text), ("component", component)];
        let mut kept: Map<_, _> =
            texts.into_iter().map(|(name, text)| (name.to_owned(), text.as_str().into())).collect();
        kept.insert("formats".to_owned(), formats.name().into());
        Value::Object(kept)
    }

    pub(super) fn from_json(kept: &Value) -> Self {
        Self {
            id: text(kept, "id"),
            name: text(kept, "name"),
            text: text(kept, "text"),
            component: text(kept, "component"),
            formats: Formats::from_name(&text(kept, "formats")).unwrap_or_default(),
        }
    }
}

fn text(kept: &Value, name: &str) -> String {
    kept.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The text, with the first number behind it with which it is not taken, if it is.
fn distinct(text: &str, between: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut found = text.to_owned();
    let mut number = 1;
    while is_taken(&found) {
        number += 1;
        found = format!("{text}{between}{number}");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names(settings: &Settings) -> (Vec<&str>, &str) {
        (settings.own_schemas.iter().map(|own| own.name.as_str()).collect(), &settings.schema)
    }

    #[test]
    fn schemas_are_made_copied_taken_out_and_put_back() {
        let mut settings = Settings::default();
        settings.add_own_schema(String::new(), "");
        settings.add_own_schema(String::new(), "");
        settings.own_schema_mut().unwrap().formats = Formats::Annotate;
        settings.add_own_schema("{}".into(), "My schema 2");
        assert_eq!(names(&settings), (vec!["My schema", "My schema 2", "My schema 2 copy"], "own-3"));
        assert_eq!(settings.own_schema().map(|own| own.formats), Some(Formats::Annotate));
        settings.schema = "own-2".into();
        let (place, removed) = settings.remove_own_schema().unwrap();
        assert_eq!(names(&settings), (vec!["My schema", "My schema 2 copy"], "own"));
        settings.restore_own_schema(place, removed);
        assert_eq!(names(&settings), (vec!["My schema", "My schema 2", "My schema 2 copy"], "own-2"));
        for _ in 0..3 {
            settings.remove_own_schema();
        }
        assert_eq!(names(&settings), (vec![], BuiltIn::default().id()));
        assert_eq!(settings.remove_own_schema(), None);
    }

    #[test]
    fn what_was_kept_when_there_was_one_is_still_read() {
        let only = |text: &str| OwnSchema {
            id: "own".into(),
            name: "My schema".into(),
            text: text.into(),
            component: "Pet".into(),
            formats: Formats::Annotate,
        };
        for (kept, expected) in [
            (json!({"own_schema": "{}", "component": "Pet", "formats": "annotate"}), vec![only("{}")]),
            (json!({"schema": "own", "component": "Pet", "formats": "annotate"}), vec![only("")]),
            (json!({"own_schema": ""}), vec![]),
            (
                json!({"own_schemas": [{"name": "nameless"}, 7, {"id": "own", "name": "A"}, {"id": "own"}]}),
                vec![OwnSchema { id: "own".into(), name: "A".into(), ..OwnSchema::default() }],
            ),
        ] {
            assert_eq!(Settings::from_json(&kept).own_schemas, expected, "{kept}");
        }
    }
}
