//! Violations of one cause that repeat over the items of arrays, told as one.

use super::violation::{BrokenRule, Expected, Form, Nearest, Outcome, Violation};
use crate::core::places::Places;

/// Violations of one cause, in the order of the document. `Display` is what is told of all of them.
#[derive(Clone, Debug)]
pub struct Group<'v> {
    /// The violations; at least one.
    pub(super) violations: Vec<&'v Violation>,
    /// Where they are.
    pub(super) places: Places,
}

impl<'v> Group<'v> {
    /// One violation alone.
    pub(super) fn of(violation: &'v Violation) -> Self {
        Self { violations: vec![violation], places: Places::from(&violation.pointer) }
    }

    /// How many violations they are.
    pub fn count(&self) -> usize {
        self.violations.len()
    }

    /// The violations, in the order of the document.
    pub fn violations(&self) -> &[&'v Violation] {
        &self.violations
    }

    /// The first of them, which has the cause of all.
    pub(super) fn first(&self) -> Option<&'v Violation> {
        self.violations.first().copied()
    }

    /// The same of what each of them lacks of a form, at one position of the list.
    pub(super) fn lack(&self, position: usize) -> Option<Self> {
        let lack = |violation: &&'v Violation| lacks(violation).get(position);
        let violations: Vec<_> = self.violations.iter().filter_map(lack).collect();
        let segments = violations.first()?.pointer.segments();
        let places = self.places.below(segments.get(self.places.depth()..).unwrap_or_default());
        Some(Self { violations, places })
    }

    fn has_cause_of(&self, other: &Self) -> bool {
        let (Some(left), Some(right)) = (self.first(), other.first()) else { return false };
        have_one_cause(left, right)
    }
}

/// Violations by their causes, in the order of the first of each. Takes time by the square of their number.
pub fn grouped<'v>(violations: impl Iterator<Item = &'v Violation>) -> Vec<Group<'v>> {
    let mut groups: Vec<_> = violations.map(Group::of).collect();
    let deepest = groups.iter().map(|group| group.places.array_steps().len()).max().unwrap_or_default();
    for level in 0..deepest {
        groups = joined(groups, level);
    }
    groups
}

/// Joins those that differ only by positions in one array, which is the innermost but so many.
fn joined(groups: Vec<Group>, level: usize) -> Vec<Group> {
    let mut joined: Vec<Group> = Vec::new();
    for group in groups {
        let step = group.places.array_steps().get(level).copied();
        let is_same = |other: &&mut Group, step: usize| {
            other.places.differ_only_at(&group.places, step) && other.has_cause_of(&group)
        };
        let same = step.and_then(|step| Some((joined.iter_mut().find(|other| is_same(other, step))?, step)));
        match same {
            Some((other, step)) => {
                other.violations.extend(group.violations);
                other.places.join(group.places, step);
            }
            None => joined.push(group),
        }
    }
    joined
}

/// Whether two violations, at places that differ only by positions, say the same of them.
fn have_one_cause(left: &Violation, right: &Violation) -> bool {
    left.severity == right.severity
        && match (&left.expected, &right.expected) {
            (Expected::OneForm(form), Expected::OneForm(other)) => {
                have_one_form(form, other)
                    && lacks(left).iter().zip(lacks(right)).all(|(lack, other)| {
                        is_alike_below(left, lack, right, other) && have_one_cause(lack, other)
                    })
            }
            (Expected::Rule(broken), Expected::Rule(other)) => are_broken_alike(broken, other),
            (expected, other) => expected == other,
        }
}

/// Whether values miss the same form, and lack equally many things of it.
fn have_one_form(left: &Form, right: &Form) -> bool {
    let is_nearest = match (&left.nearest, &right.nearest) {
        (Nearest::Types(types), Nearest::Types(others)) => types == others,
        (Nearest::Form { node, lacks, .. }, Nearest::Form { node: other, lacks: others, .. }) => {
            node == other && lacks.len() == others.len()
        }
        (Nearest::Types(_) | Nearest::Form { .. }, _) => false,
    };
    left.keyword == right.keyword && left.forms == right.forms && is_nearest
}

/// Whether what is lacking stands at the same place below either value.
fn is_alike_below(left: &Violation, lack: &Violation, right: &Violation, other: &Violation) -> bool {
    let depth = left.pointer.segments().len();
    depth == right.pointer.segments().len()
        && lack.pointer.segments().get(depth..) == other.pointer.segments().get(depth..)
}

fn are_broken_alike(left: &BrokenRule, right: &BrokenRule) -> bool {
    let is_outcome = match (&left.outcome, &right.outcome) {
        (Outcome::Said(_), Outcome::Said(_))
        | (Outcome::Untrue(_), Outcome::Untrue(_))
        | (Outcome::Ungrounded(_), Outcome::Ungrounded(_)) => true,
        (Outcome::Failed(reason), Outcome::Failed(other)) => reason == other,
        (Outcome::Said(_) | Outcome::Untrue(_) | Outcome::Ungrounded(_) | Outcome::Failed(_), _) => false,
    };
    left.position == right.position && left.rule == right.rule && is_outcome
}

/// What a value lacks of the form of a union that it comes closest to.
fn lacks(violation: &Violation) -> &[Violation] {
    if let Expected::OneForm(form) = &violation.expected
        && let Nearest::Form { lacks, .. } = &form.nearest
    {
        return lacks;
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::Schema;
    use crate::core::validate::Validator;
    use serde_json::{Value, json};

    /// What is told of an answer, cause by cause, each with how many violations it is.
    #[track_caller]
    fn check(schema: Value, answer: Value, expected: &[(&str, usize)]) {
        let schema = Schema::from_json_schema(&schema).unwrap();
        let violations = Validator::new(&schema).validate(&answer).violations;
        let groups: Vec<_> =
            grouped(violations.iter()).iter().map(|group| (group.to_string(), group.count())).collect();
        let groups: Vec<_> = groups.iter().map(|(text, count)| (text.as_str(), *count)).collect();
        assert_eq!(groups, expected);
        assert_eq!(groups.iter().map(|(_, count)| count).sum::<usize>(), violations.len());
    }

    #[test]
    fn one_cause_over_many_items_is_one_line() {
        let lines = json!({"properties": {"lines": {"items": {
            "required": ["qty"], "additionalProperties": false,
            "properties": {"sku": {"type": "string", "minLength": 3}, "qty": {"type": "integer"}}
        }}}});
        let skus: Vec<_> =
            (0..18).map(|index| json!({"sku": "abcdefghijklmnopqrs"[index..=index], "qty": 1})).collect();
        check(
            lines.clone(),
            json!({"lines": skus}),
            &[(r#""lines[0..17].sku" must be ≥ 3 characters (got 1: "a", 1: "b", and 16 more)"#, 18)],
        );
        check(
            lines,
            json!({"lines": [{"sku": 1, "qty": 1}, {"sku": "abc", "x": 1}, {"sku": 1, "qty": "1"}, {"sku": 2}]}),
            &[
                (r#""lines[0, 2, 3].sku" must be a string, got number 1, number 2"#, 3),
                (r#"Missing required field: "lines[1, 3].qty""#, 2),
                (r#"Unexpected field: "lines[1].x""#, 1),
                (r#""lines[2].qty" must be an integer, got string "1""#, 1),
            ],
        );
    }

    #[test]
    fn positions_of_two_arrays_are_joined_where_every_combination_is_wrong() {
        let matrix = json!({"items": {"items": {"type": "integer"}}});
        let told = r#""[0, 1][0..2]" must be an integer, got boolean true"#;
        check(matrix.clone(), json!([[true, true, true], [true, true, true]]), &[(told, 6)]);
        check(
            matrix,
            json!([[true, 1], [1, true], [true, 1]]),
            &[
                (r#""[0, 2][0]" must be an integer, got boolean true"#, 2),
                (r#""[1][1]" must be an integer, got boolean true"#, 1),
            ],
        );
    }

    #[test]
    fn forms_are_joined_by_what_they_lack() {
        let form = |kind: &str, size: &str| {
            json!({"title": kind, "type": "object", "required": ["kind", size], "properties": {
                "kind": {"const": kind}, size: {"type": "integer"}}})
        };
        let shapes = json!({"items": {"oneOf": [form("circle", "radius"), form("square", "side")]}});
        let circle = json!({"kind": "circle"});
        check(
            shapes,
            json!([circle, {"kind": "square"}, circle, 1, {"kind": "circle", "radius": "x"}]),
            &[
                (
                    r#""[0, 2]" has none of its 2 forms; closest is circle: Missing required field: "[0, 2].radius""#,
                    2,
                ),
                (
                    r#""[1]" has none of its 2 forms; closest is square: Missing required field: "[1].side""#,
                    1,
                ),
                (r#""[3]" must be an object, got number 1"#, 1),
                (
                    r#""[4]" has none of its 2 forms; closest is circle: "[4].radius" must be an integer, got string "x""#,
                    1,
                ),
            ],
        );
    }

    #[test]
    fn rules_are_joined_and_say_where() {
        let form = json!({"fields": {"pods": {"type": "array", "items": {"type": "object",
        "fields": {"cpu": {"type": "number"}, "most": {"type": "number"}},
        "rules": [
            {"rule": "self.cpu <= self.most", "messageExpression": "'cpu ' + string(self.cpu) + ' is too much'"},
            {"rule": "self.most < 9.0", "message": "most is too much"},
            {"rule": "self.cpu < 7.0"}
        ]}}}});
        let schema = Schema::from_fields(&form).unwrap();
        let answer = json!({"pods": [{"cpu": 2, "most": 1}, {"cpu": 3, "most": 1}, {"cpu": 7, "most": 9}, {"cpu": 8, "most": 9}]});
        let violations = Validator::new(&schema).validate(&answer).violations;
        let groups: Vec<_> = grouped(violations.iter()).iter().map(ToString::to_string).collect();
        assert_eq!(
            groups,
            [
                r#""pods[0, 1]": cpu 2 is too much, cpu 3 is too much"#,
                r#""pods[2, 3]": most is too much"#,
                r#""pods[2, 3]" must satisfy: self.cpu < 7.0 (got pods[2].cpu=7, pods[3].cpu=8)"#,
            ]
        );
    }

    #[test]
    fn items_that_are_not_unique_name_what_they_repeat() {
        check(
            json!({"uniqueItems": true}),
            json!([1, 2, 1, 2, 3, 1]),
            &[(r#""[2, 3, 5]" must be unique (same as "[0]", "[1]")"#, 3)],
        );
    }
}
