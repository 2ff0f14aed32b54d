//! What a schema amounts to, for whoever has no schema in memory: what is shown of it and said of it.

use super::source::Compiled;
use crate::core::drawn::{drawn, nothing, several, text};
use crate::core::schema::{Example, Note, PreviewLine, ReadSchema};
use serde_json::Value;

/// What is shown and said of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// Its name for people; may be empty.
    pub label: String,
    /// What could be asked for an answer of it.
    pub example: Example,
    /// The part of the system prompt that says what a valid answer is.
    pub prompt_text: String,
    /// Its fields in order, one line each, as they are drawn: the first of them where there are very many.
    pub preview: Value,
    /// How it was read, a sentence each; and what its author should know before anything is sent: which rules
    /// make no sense, what contradicts itself, and what must be invented. As it is drawn.
    pub remarks: Value,
    /// The names of the schemas in the document, where it holds several.
    pub components: Vec<String>,
    /// Which of them this is.
    pub component: Option<String>,
}

impl From<&Compiled> for Description {
    fn from(compiled: &Compiled) -> Self {
        let ReadSchema { schema, remarks, components, component } = &compiled.read;
        let notes = remarks.iter().map(|note| text("p", "hint", note));
        Self {
            label: schema.label.clone(),
            example: schema.example.clone(),
            prompt_text: schema.prompt_text(),
            preview: several(schema.preview().iter().map(line)),
            remarks: several(notes.chain([warnings(&compiled.warnings())])),
            components: components.clone(),
            component: component.clone(),
        }
    }
}

/// A field.
fn line(line: &PreviewLine) -> Value {
    let optional = if line.optional { "optional " } else { "" };
    drawn("li")
        .number("--depth", line.depth)
        .child(text("span", "preview__name", &line.name))
        .child(text("span", "preview__type", &line.kind))
        .child(text("span", "preview__constraint", &format!("{optional}{}", line.constraint)))
        .child(text("span", "preview__description", line.description.as_deref().unwrap_or_default()))
        .view()
}

fn warnings(warnings: &[Note]) -> Value {
    if warnings.is_empty() {
        return nothing();
    }
    let warning = |warning: &Note| {
        let sign = drawn("span").class("schema__sign").attribute("aria-hidden", "true").text("⚠").view();
        let path = text("span", "schema__path", &warning.path);
        drawn("li").children([sign, path, text("span", "", &warning.message)]).view()
    };
    drawn("ul")
        .class("schema__warnings")
        .attribute("aria-label", "Schema warnings")
        .children(warnings.iter().map(warning))
        .view()
}

#[cfg(test)]
mod tests {
    use super::super::source::SchemaSource;
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_and_doubts_are_drawn() {
        let text = r#"{"fields": {
            "a": {"type": "object", "fields": {"b": {"type": "integer", "min": 1, "optional": true}}}
        }, "rules": ["self.c > 1"]}"#;
        let description = Description::from(&SchemaSource::of_text(text).read().unwrap());
        let line = |depth: usize, name: &str, kind: &str, constraint: &str| {
            json!(["li", {"--depth": depth}, [
                ["span", {"class": "preview__name"}, [name]],
                ["span", {"class": "preview__type"}, [kind]],
                ["span", {"class": "preview__constraint"}, [constraint]],
                ["span", {"class": "preview__description"}, [""]],
            ]])
        };
        let preview = json!([
            line(0, "a", "object", ""),
            line(1, "b", "integer", "optional ≥ 1"),
            line(0, "rule", "", "must satisfy: self.c > 1"),
        ]);
        assert_eq!(description.preview, preview);
        let warning = json!(["li", {}, [
            ["span", {"class": "schema__sign", "aria-hidden": "true"}, ["⚠"]],
            ["span", {"class": "schema__path"}, ["rules[0].rule"]],
            ["span", {}, ["column 6: there is no \"c\""]],
        ]]);
        let remarks =
            json!([["ul", {"class": "schema__warnings", "aria-label": "Schema warnings"}, [warning]]]);
        assert_eq!(description.remarks, remarks);
    }
}
