//! A schema as a server gets it, for whoever has no schema in memory: the text that is sent, and in lines
//! what the server holds the model to and what it does not.

use crate::core::dialect::{Kept, Lowered, Narrowed};

/// A lowered schema in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoweredText {
    /// What the schema is called; may be empty.
    pub name: String,
    /// The JSON Schema that is sent.
    pub document: String,
    /// What became of the author's schema.
    pub parts: Vec<LoweredPart>,
}

/// Some of what became of a schema: all of it that has the same fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredPart {
    /// What they have in common.
    pub heading: String,
    /// One line each.
    pub lines: Vec<String>,
}

/// How many lines of a part are told; the others only by their number.
const MOST_LINES: usize = 100;

impl LoweredText {
    /// The words for a lowered schema of this name.
    pub(super) fn new(name: &str, lowered: &Lowered) -> Self {
        let mut parts: Vec<_> = lowered
            .by_fate()
            .into_iter()
            .map(|(fate, kept)| LoweredPart {
                heading: fate.heading().to_owned(),
                lines: bounded(kept.len(), kept.into_iter().map(kept_line)),
            })
            .collect();
        let mut more = |heading: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                parts.push(LoweredPart { heading: heading.to_owned(), lines });
            }
        };
        let narrowed = lowered.narrowed.iter().map(narrowed_line);
        more("Narrower than the schema", bounded(lowered.narrowed.len(), narrowed));
        let stand_ins = lowered.stand_ins.iter().map(|pointer| place(pointer).to_owned());
        more("Null stands for a field that is left out", bounded(lowered.stand_ins.len(), stand_ins));
        let wrapped =
            lowered.wrapper.map(|wrapper| format!("in the field \"{}\" of an object", wrapper.field));
        more("The whole answer is asked for", wrapped.into_iter().collect());
        Self { name: name.to_owned(), document: lowered.document.to_string(), parts }
    }
}

fn bounded(count: usize, lines: impl Iterator<Item = String>) -> Vec<String> {
    let others = count.saturating_sub(MOST_LINES);
    let rest = (others > 0).then(|| format!("and {others} more"));
    lines.take(MOST_LINES).chain(rest).collect()
}

fn kept_line(kept: &Kept) -> String {
    let why = if kept.why.is_empty() { String::new() } else { format!(": {}", kept.why) };
    format!("{} · {}{why}", place(&kept.pointer), kept.keyword.name())
}

fn narrowed_line(narrowed: &Narrowed) -> String {
    format!("{}: {}", place(&narrowed.pointer), narrowed.what)
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the answer" } else { pointer }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::dialect::{Dialect, lower};
    use crate::core::schema::Schema;
    use serde_json::json;

    fn text(dialect: Dialect, document: serde_json::Value) -> LoweredText {
        let schema = Schema::from_json_schema(&document).unwrap();
        LoweredText::new("Tags", &lower(&schema, dialect).unwrap())
    }

    #[test]
    fn what_became_of_a_schema_is_told_by_fate() {
        let document = json!({
            "type": "object",
            "properties": {"a": {"type": "string", "minLength": 2}, "b": {"type": "integer", "minimum": 0}},
            "required": ["a"]
        });
        let shown: Vec<_> = text(Dialect::OpenAiStrict, document)
            .parts
            .into_iter()
            .map(|LoweredPart { heading, lines }| (heading, lines.join("; ")))
            .collect();
        let expected = [
            (
                "Enforced by the server",
                "the answer · type; the answer · properties; the answer · required; /properties/a · type; \
                 /properties/b · type; /properties/b · minimum",
            ),
            (
                "Would be refused: moved into the description",
                "/properties/a · minLength: not taken by the server",
            ),
            ("Narrower than the schema", "the answer: only the named fields can be given"),
            ("Null stands for a field that is left out", "/properties/b"),
        ];
        assert_eq!(shown, expected.map(|(heading, lines)| (heading.to_owned(), lines.to_owned())));
    }

    #[test]
    fn very_many_lines_are_counted() {
        let document = json!({"type": "array", "items": {"type": "integer"}});
        let tags = text(Dialect::OpenAiStrict, document);
        let wrapped = LoweredPart {
            heading: "The whole answer is asked for".into(),
            lines: vec!["in the field \"answer\" of an object".into()],
        };
        assert_eq!((tags.name.as_str(), tags.parts.last()), ("Tags", Some(&wrapped)));
        let names = (0..103).map(|number| (format!("f{number}"), json!({"type": "null"})));
        let properties: serde_json::Map<_, _> = names.collect();
        let many = text(Dialect::LlamaCpp, json!({"type": "object", "properties": properties}));
        let lines = &many.parts[0].lines;
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (101, Some("and 5 more")));
    }
}
