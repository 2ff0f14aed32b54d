//! A schema as text: for the system prompt, and line by line for the preview.

use super::node::{NodeId, Schema};
use super::shape::{Kind, Shape};
use serde_json::Value;

/// One field as the preview shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLine {
    /// How many objects it stands in, below the root.
    pub depth: usize,
    /// Its key.
    pub name: String,
    /// Its type in a word or two: `string`, `integer`, `enum`.
    pub kind: String,
    /// What else must hold, in a few words; empty when nothing must.
    pub constraint: String,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it means, in its author's words.
    pub description: Option<String>,
}

impl Schema {
    /// The fields in order, one line each.
    pub fn preview(&self) -> Vec<PreviewLine> {
        let mut lines = Vec::new();
        self.preview_members(self.root(), 0, &mut lines);
        lines
    }

    fn preview_members(&self, id: NodeId, depth: usize, lines: &mut Vec<PreviewLine>) {
        let Kind::Object(members) = self.shape(id).kind else { return };
        for member in members {
            let shape = self.shape(member.node);
            lines.push(PreviewLine {
                depth,
                name: member.name.to_owned(),
                kind: kind_word(&shape),
                constraint: preview_constraint(&shape.kind),
                optional: !member.required,
                description: shape.description.map(str::to_owned),
            });
            self.preview_members(member.node, depth + 1, lines);
        }
    }

    /// The part of the system prompt that says what a valid answer is.
    pub fn prompt_text(&self) -> String {
        format!(
            "Answer with one JSON value of exactly this form:\n\n{}\n\n\
             Return only the JSON: no explanation, no comments, no code fence.",
            self.type_text(self.root(), 0)
        )
    }

    /// The node as a TypeScript-like type, its constraints as comments.
    fn type_text(&self, id: NodeId, depth: usize) -> String {
        let shape = self.shape(id);
        let text = match &shape.kind {
            Kind::Object(members) => {
                let indent = "  ".repeat(depth + 1);
                let mut text = String::from("{\n");
                for (position, member) in members.iter().enumerate() {
                    let shape = self.shape(member.node);
                    let mark = if member.required { "" } else { "?" };
                    let comma = if position + 1 < members.len() { "," } else { "" };
                    let name = Value::from(member.name);
                    let member_type = self.type_text(member.node, depth + 1);
                    text.push_str(&format!("{indent}{name}{mark}: {member_type}{comma}"));
                    let notes: Vec<String> = shape
                        .description
                        .map(one_line)
                        .into_iter()
                        .chain(Some(prompt_constraint(&shape.kind)).filter(|words| !words.is_empty()))
                        .collect();
                    if !notes.is_empty() {
                        text.push_str(&format!(" // {}", notes.join("; ")));
                    }
                    text.push('\n');
                }
                text + &"  ".repeat(depth) + "}"
            }
            Kind::Enum(values) => {
                values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" | ")
            }
            Kind::String { .. } | Kind::Number { .. } | Kind::Boolean | Kind::Any => {
                type_word(&shape.kind).into()
            }
        };
        if shape.nullable { text + " | null" } else { text }
    }
}

fn type_word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Object(_) => "object",
        Kind::String { .. } => "string",
        Kind::Number { integer: true, .. } => "integer",
        Kind::Number { integer: false, .. } => "number",
        Kind::Boolean => "boolean",
        Kind::Enum(_) => "enum",
        Kind::Any => "any",
    }
}

fn kind_word(shape: &Shape) -> String {
    let word = type_word(&shape.kind);
    if shape.nullable { format!("{word} or null") } else { word.to_owned() }
}

/// The constraint as the preview puts it: `0 … 100`, `≥ 2 characters`.
fn preview_constraint(kind: &Kind) -> String {
    match kind {
        Kind::String { min_length, max_length, contains } => {
            let length = range(*min_length, *max_length, "…");
            let length = if length.is_empty() { length } else { format!("{length} characters") };
            let contains = contains.map(|text| format!("contains {}", Value::from(text)));
            [Some(length).filter(|words| !words.is_empty()), contains]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ")
        }
        Kind::Number { minimum, maximum, .. } => range(*minimum, *maximum, "…"),
        Kind::Enum(values) => values
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(" · "),
        Kind::Object(_) | Kind::Boolean | Kind::Any => String::new(),
    }
}

/// The constraint in the words a model reads: `from 0 to 100`, `at least 2 characters`.
fn prompt_constraint(kind: &Kind) -> String {
    match kind {
        Kind::String { min_length, max_length, contains } => {
            let contains = contains.map(|text| format!("contains {}", Value::from(text)));
            [range_words(*min_length, *max_length).map(|words| words + " characters"), contains]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ")
        }
        Kind::Number { minimum, maximum, .. } => range_words(*minimum, *maximum).unwrap_or_default(),
        Kind::Object(_) | Kind::Boolean | Kind::Enum(_) | Kind::Any => String::new(),
    }
}

fn range<T: ToString>(low: Option<T>, high: Option<T>, between: &str) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{} {between} {}", low.to_string(), high.to_string()),
        (Some(low), None) => format!("≥ {}", low.to_string()),
        (None, Some(high)) => format!("≤ {}", high.to_string()),
        (None, None) => String::new(),
    }
}

fn range_words<T: ToString>(low: Option<T>, high: Option<T>) -> Option<String> {
    match (low, high) {
        (Some(low), Some(high)) => Some(format!("from {} to {}", low.to_string(), high.to_string())),
        (Some(low), None) => Some(format!("at least {}", low.to_string())),
        (None, Some(high)) => Some(format!("at most {}", high.to_string())),
        (None, None) => None,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Schema {
        Schema::from_fields(&json!({"fields": {
            "city": {"type": "string", "minLength": 2, "description": "Where,\nin short"},
            "code": {"type": "string", "maxLength": 8, "contains": "-"},
            "temperature_c": {"type": "number", "min": -90, "max": 60},
            "wind": {"type": "integer", "min": 0, "optional": true},
            "condition": {"type": "enum", "values": ["sunny", "rainy"], "nullable": true},
            "alert": {"type": "boolean"}
        }}))
        .unwrap()
    }

    #[test]
    fn prompt_text_is_a_type_with_comments() {
        let expected = r#"Answer with one JSON value of exactly this form:

{
  "city": string, // Where, in short; at least 2 characters
  "code": string, // at most 8 characters, contains "-"
  "temperature_c": number, // from -90 to 60
  "wind"?: integer, // at least 0
  "condition": "sunny" | "rainy" | null,
  "alert": boolean
}

Return only the JSON: no explanation, no comments, no code fence."#;
        assert_eq!(schema().prompt_text(), expected);
    }

    #[test]
    fn preview_lines() {
        let lines: Vec<_> = schema()
            .preview()
            .into_iter()
            .map(|line| {
                format!(
                    "{}{} {} {}",
                    line.name,
                    if line.optional { "?" } else { "" },
                    line.kind,
                    line.constraint
                )
            })
            .collect();
        assert_eq!(
            lines,
            [
                "city string ≥ 2 characters",
                "code string ≤ 8 characters, contains \"-\"",
                "temperature_c number -90 … 60",
                "wind? integer ≥ 0",
                "condition enum or null sunny · rainy",
                "alert boolean ",
            ]
        );
    }
}
