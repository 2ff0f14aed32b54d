//! What is to stand at a place of an answer, in the place of a value: a typed hole, `<integer from 1 to 20>`.
//! Says what the schema says, in the words of the prompt; never a value that could be taken for the answer.

use super::words::{Style, clipped};
use crate::core::schema::node::{NodeId, Schema};

/// The most characters of a hole.
const MOST_CHARACTERS: usize = 400;

/// What leads over to an example, where a format is described by one.
const EXAMPLES: [&str; 2] = [", like ", " (like "];

impl Schema {
    /// The hole for a value that satisfies all of the nodes, on one line.
    pub fn hole(&self, ids: &[NodeId]) -> String {
        let text = self.words_of(ids, Style::Words);
        let text = ["a ", "an "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(&text);
        format!("<{}>", clipped(&without_examples(text), MOST_CHARACTERS))
    }
}

/// A text without the examples that stand in brackets: a model would copy them.
fn without_examples(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((start, lead)) =
        EXAMPLES.iter().filter_map(|lead| Some((rest.find(lead)?, lead))).min_by_key(|(start, _)| *start)
    {
        let (before, example) = rest.split_at(start);
        let Some((_, behind)) = example.split_once(')') else { break };
        plain.push_str(before);
        if lead.starts_with(',') {
            plain.push(')');
        }
        rest = behind;
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn holes() {
        for (document, expected) in [
            (json!({"type": "integer", "minimum": 1, "maximum": 20}), "<integer from 1 to 20>"),
            (json!({"type": "number", "exclusiveMinimum": 0}), "<number above 0>"),
            (json!({"type": "string", "minLength": 3}), "<string of at least 3 characters>"),
            (json!({"type": "string", "pattern": "^a"}), "<string that matches the pattern ^a>"),
            (json!({"type": "boolean"}), "<true or false>"),
            (json!({"type": ["boolean", "null"]}), "<true or false or null>"),
            (json!({"enum": ["sunny", "cloudy"]}), r#"<one of "sunny", "cloudy">"#),
            (json!({"enum": (0..50).collect::<Vec<_>>()}), &hole_of_numbers()),
            (json!({"const": "card"}), r#"<"card">"#),
            (json!({"format": "date", "type": "string"}), "<date (YYYY-MM-DD)>"),
            (json!({"format": "date-time", "type": "string"}), "<date and time with an offset (RFC 3339)>"),
            (json!({"format": "ipv4", "type": ["string", "null"]}), "<IPv4 address or null>"),
            (json!({"format": "email", "maxLength": 30}), "<email address, at most 30 characters>"),
            (
                json!({"type": "array", "minItems": 2, "items": {"type": "string"}}),
                "<array of at least 2 items, each item a string>",
            ),
            (json!({"type": "object"}), "<object>"),
            (json!({}), "<anything>"),
            (json!({"type": ["string", "integer"], "minimum": 5}), "<string or an integer at least 5>"),
            (
                json!({"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}]}),
                "<string of at least 2 characters or null>",
            ),
        ] {
            let schema = Schema::from_json_schema(&document).unwrap();
            assert_eq!(schema.hole(&[schema.root()]), expected, "{document}");
        }
    }

    fn hole_of_numbers() -> String {
        let numbers: Vec<_> = (0..40).map(|number| number.to_string()).collect();
        format!("<one of {}, …>", numbers.join(", "))
    }

    #[test]
    fn no_format_is_told_by_an_example() {
        for format in crate::core::format::Format::ALL {
            let hole = without_examples(format.description());
            assert!(!hole.contains("like") && !hole.contains("of("), "{hole}");
            assert_eq!(hole.matches('(').count(), hole.matches(')').count(), "{hole}");
        }
    }
}
