//! What a schema amounts to, for whoever has no schema in memory: what is shown of it and said of it.

use super::source::Compiled;
use crate::core::schema::{Note, PreviewLine, ReadSchema};

/// What is shown and said of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// Its name for people; may be empty.
    pub label: String,
    /// A prompt that fits it; may be empty.
    pub example_prompt: String,
    /// The part of the system prompt that says what a valid answer is.
    pub prompt_text: String,
    /// Its fields in order, one line each: the first of them where there are very many.
    pub preview: Vec<PreviewLine>,
    /// What its author should know before anything is sent: what contradicts itself, and what must be invented.
    pub warnings: Vec<Note>,
    /// How it was read, a sentence each.
    pub notes: Vec<String>,
    /// The names of the schemas in the document, where it holds several.
    pub components: Vec<String>,
    /// Which of them this is.
    pub component: Option<String>,
}

/// No more is shown of a field's constraint, or of its description, in characters.
const LONGEST: usize = 240;

impl From<&Compiled> for Description {
    fn from(compiled: &Compiled) -> Self {
        let ReadSchema { schema, remarks, components, component } = &compiled.read;
        let mut preview = schema.preview();
        for line in &mut preview {
            clip(&mut line.constraint);
            line.description.iter_mut().for_each(clip);
        }
        Self {
            label: schema.label.clone(),
            example_prompt: schema.example_prompt.clone(),
            prompt_text: schema.prompt_text(),
            preview,
            warnings: schema.warnings(),
            notes: remarks.clone(),
            components: components.clone(),
            component: component.clone(),
        }
    }
}

fn clip(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::SchemaSource;
    use serde_json::{Map, Value, json};

    #[test]
    fn what_is_shown_of_a_large_schema_is_bounded() {
        let long = "ä".repeat(1_000);
        let field = json!({"type": "enum", "values": [long], "description": long});
        let fields: Map<_, _> = (0..1_000).map(|number| (format!("f{number}"), field.clone())).collect();
        let text = json!({"fields": Value::Object(fields)}).to_string();
        let source = SchemaSource { text, ..SchemaSource::default() };
        let description = Description::from(&source.read().unwrap());
        assert_eq!(description.preview.len(), 400);
        let clipped = "ä".repeat(240) + "…";
        assert_eq!(description.preview[398].constraint, clipped);
        assert_eq!(description.preview[398].description.as_deref(), Some(clipped.as_str()));
    }
}
