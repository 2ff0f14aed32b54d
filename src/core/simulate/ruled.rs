//! Answers of which the rules across fields are true as well: drawn again until they are, and with
//! strings out of the document where they must occur in it.

use super::instance::instance;
use crate::core::pointer::Pointer;
use crate::core::provider::{Call, Role};
use crate::core::random::Random;
use crate::core::validate::{Validator, Verdict, Violation};
use serde_json::Value;

/// How often an answer is drawn.
const MOST_DRAWS: usize = 60;

/// How many words of the document are tried at one place.
const MOST_WORDS: usize = 400;

/// How many places of an answer are given words of the document.
const MOST_PLACES: usize = 40;

/// A valid answer about a document; where none is found, the one with the fewest rules broken.
pub fn ruled(validator: &Validator, document: &str, random: &mut Random) -> Value {
    let schema = validator.schema();
    let first = instance(schema, schema.root(), random);
    if validator.rules().is_none() {
        return first;
    }
    let mut best: Option<(usize, Value)> = None;
    for draw in 0..MOST_DRAWS {
        let drawn = if draw == 0 { first.clone() } else { instance(schema, schema.root(), random) };
        let answer = grounded(validator, drawn, document);
        let wrong = count(&validator.validate_with(&answer, document));
        if best.as_ref().is_none_or(|(known, _)| wrong < *known) {
            best = Some((wrong, answer));
        }
        if wrong == 0 {
            break;
        }
    }
    match best {
        Some((0, answer)) => answer,
        // What hardly any answer fulfils by chance, one that the author gave may.
        best => {
            let examples = schema.node(schema.root()).annotations.others.get("examples");
            let examples = examples.and_then(Value::as_array).into_iter().flatten();
            let mut right = examples.filter(|answer| count(&validator.validate_with(answer, document)) == 0);
            right.next().cloned().or(best.map(|(_, answer)| answer)).unwrap_or(first)
        }
    }
}

fn count(verdict: &Verdict) -> usize {
    verdict.violations.len() + verdict.not_judged.len()
}

/// The document that the call is about, between the marks that it stands in.
pub(super) fn document(call: &Call) -> &str {
    let asked = call.messages.iter().find(|message| message.role == Role::User);
    let behind = asked.and_then(|message| message.content.split_once("<input>\n"));
    let document = behind.and_then(|(_, behind)| behind.rsplit_once("\n</input>"));
    document.map_or("", |(document, _)| document)
}

/// The answer with words of the document where a string must occur in it.
fn grounded(validator: &Validator, mut answer: Value, document: &str) -> Value {
    let places = validator.validate_with(&answer, document).violations;
    let places = places.into_iter().filter(Violation::is_grounding).map(|violation| violation.pointer);
    for place in places.take(MOST_PLACES) {
        let words =
            document.split_whitespace().map(|word| word.trim_matches([',', ';', ':', '.', '(', ')', '"']));
        let fitting = words.filter(|word| !word.is_empty()).take(MOST_WORDS).find_map(|word| {
            let tried = with(&answer, &place, word)?;
            let violations = validator.validate_with(&tried, document).violations;
            violations.iter().all(|violation| violation.pointer != place).then_some(tried)
        });
        answer = fitting.unwrap_or(answer);
    }
    answer
}

fn with(answer: &Value, place: &Pointer, word: &str) -> Option<Value> {
    let mut answer = answer.clone();
    *answer.pointer_mut(&place.to_json_pointer())? = word.into();
    Some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::provider::Message;
    use crate::core::schema::Schema;
    use serde_json::json;

    #[test]
    fn rules_are_true_of_what_is_answered() {
        let form = json!({
            "rules": [
                "self.replicas <= 5 || self.cpu >= 1.0",
                {"rule": "self.timeout < self.interval", "message": "x"}
            ],
            "fields": {
                "replicas": {"type": "integer", "min": 1, "max": 20},
                "cpu": {"type": "number", "min": 0.1, "max": 8.0},
                "timeout": {"type": "integer", "min": 1}, "interval": {"type": "integer", "min": 5},
                "ids": {"type": "array", "minItems": 1, "maxItems": 2, "grounded": true,
                        "items": {"type": "string", "pattern": "^CVE-[0-9]{4}-[0-9]+$"}}
            }
        });
        let schema = Schema::from_fields(&form).unwrap();
        let text = "Say it.\n\n<input>\nFixes CVE-2024-1, and (CVE-2023-22).\n</input>";
        let call = Call { messages: vec![Message::user(text)], token_limit: 9, ..Call::default() };
        for seed in 0..20 {
            let answer = ruled(&Validator::new(&schema), document(&call), &mut Random::new(seed));
            let verdict = Validator::new(&schema).validate_with(&answer, document(&call));
            assert_eq!(verdict.violations, [], "{answer}");
        }
    }
}
