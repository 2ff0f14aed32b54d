//! Whether one answer can satisfy a whole schema.

use super::source::Compiled;
use crate::core::pointer::Pointer;
use crate::core::random::Random;
use crate::core::simulate::ruled;

/// How many answers are made up.
const TRIALS: u64 = 8;

/// Whether one answer can satisfy all rules of a schema: yes where one is made up that does, no where the
/// schema contradicts itself at one of these places, and otherwise nobody knows. The document is the one that
/// the answer is about.
pub(super) fn satisfiable(compiled: &Compiled, document: &str, places: &[Pointer]) -> Option<bool> {
    let schema = &compiled.read.schema;
    if places.iter().any(|place| schema.is_contradictory_at(place)) {
        return Some(false);
    }
    let answer = |seed| ruled(&compiled.validator, document, &mut Random::new(seed));
    let is_right = |seed| compiled.validator.validate_with(&answer(seed), document).is_valid();
    (0..TRIALS).any(is_right).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::SchemaSource;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(schema: Value, document: &str, expected: Option<bool>) {
        let compiled = SchemaSource::of_text(schema.to_string()).read().unwrap();
        let places = [Pointer::root().key("a")];
        assert_eq!(satisfiable(&compiled, document, &places), expected, "{schema}");
    }

    #[test]
    fn rules_hold_together_where_an_answer_shows_it_and_not_where_they_contradict_each_other() {
        let digit = json!({"type": "integer", "min": 0, "max": 9});
        let fields = json!({"a": digit, "b": digit});
        check(json!({"fields": fields}), "", Some(true));
        check(
            json!({"fields": fields, "rules": ["self.a + self.b == 10", "self.a > self.b"]}),
            "",
            Some(true),
        );
        // That no numbers do this, only a person sees.
        check(json!({"fields": fields, "rules": ["self.a > self.b", "self.a < self.b"]}), "", None);
        let none = json!({"type": "integer", "minimum": 9, "maximum": 1});
        check(json!({"required": ["a"], "properties": {"a": none}}), "", Some(false));
        // A contradiction at another place says nothing of this one.
        check(json!({"type": "object", "required": ["b"], "properties": {"a": {}, "b": none}}), "", None);
        let grounded =
            json!({"fields": {"a": {"type": "string", "grounded": true, "pattern": "^C-[0-9]+$"}}});
        check(grounded.clone(), "It is C-7.", Some(true));
        check(grounded, "It is unknown.", None);
    }
}
