//! At which lines of a value what is wrong with it is told.

use super::report::ViolationReport;
use crate::core::json_text::Line;
use crate::core::pointer::Pointer;

/// Of each line that is drawn, the violations that are told at it, by their positions: at the places where they can be
/// put right, and where nothing stands there, such as a missing field, at what it is missing in.
pub fn told_lines(lines: &[Line], violations: &[ViolationReport]) -> Vec<Vec<usize>> {
    let mut told = vec![Vec::new(); lines.len()];
    for (position, violation) in violations.iter().enumerate() {
        for place in violation.places() {
            let at = line_of(lines, place).and_then(|line| told.get_mut(line));
            at.into_iter().filter(|told| told.last() != Some(&position)).for_each(|told| told.push(position));
        }
    }
    told
}

/// The line of a place, or of the nearest one around it. Lines come in the order of the document: what is around a
/// place stands before it, the nearest last.
fn line_of(lines: &[Line], place: &Pointer) -> Option<usize> {
    let holds = |line: &Line| line.pointer.as_ref().is_some_and(|pointer| pointer.holds(place));
    lines.iter().rposition(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::json_text::JsonText;
    use crate::core::judge::{Repaired, judge};
    use crate::core::schema::Schema;
    use crate::core::validate::Validator;
    use serde_json::json;

    #[test]
    fn what_is_wrong_is_told_where_it_can_be_put_right() {
        let form = json!({
            "rules": [{"rule": "self.replicas <= 5 || self.limits.cpu >= 1.0", "message": "x"}],
            "fields": {
                "replicas": {"type": "integer"},
                "limits": {"type": "object", "fields": {
                    "cpu": {"type": "number"}, "memory": {"type": "integer"},
                }},
                "tags": {"type": "array", "items": {"type": "string", "minLength": 2}}
            }
        });
        let schema = Schema::from_fields(&form).unwrap();
        let shown = |answer| {
            let text = JsonText::of(&answer);
            let judgement = judge(text.as_str(), Some(&Validator::new(&schema)), "", Repaired::Accept);
            let lines = text.excerpt().0;
            let told = told_lines(&lines, judgement.violations()).into_iter().enumerate();
            told.filter(|(_, told)| !told.is_empty()).collect::<Vec<_>>()
        };
        // A rule at all it reads, an item at its own line.
        let answer = json!({"replicas": 9, "limits": {"cpu": 0.5, "memory": 1}, "tags": ["ab", "c"]});
        assert_eq!(shown(answer), [(1, vec![0]), (3, vec![0]), (8, vec![1])]);
        // A missing field at the object that lacks it.
        let answer = json!({"limits": {"cpu": 0.5}, "tags": [1, "c"]});
        assert_eq!(shown(answer), [(0, vec![0]), (1, vec![1]), (5, vec![2]), (6, vec![3])]);
        assert_eq!(shown(json!({"replicas": 1, "limits": {"cpu": 1, "memory": 1}, "tags": []})), []);
    }

    #[test]
    fn what_is_behind_the_lines_that_are_drawn_is_told_at_what_it_is_in() {
        let text = JsonText::of(&json!({"tags": vec!["ab"; 400]}));
        let pointer = Pointer::root().key("tags").index(399);
        assert_eq!(line_of(&text.excerpt().0, &pointer), Some(1));
    }
}
