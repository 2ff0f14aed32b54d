//! Where in a schema's document the rule stands that a value breaks.

use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{NodeId, Schema, Sources, Typing};
use crate::core::validate::{BrokenRule, Expected, Limit, Validator, Violation};
use serde_json::Value;

/// The schema, and the document it was read from.
#[derive(Clone, Copy)]
pub(super) struct Origin<'s> {
    pub(super) validator: &'s Validator,
    pub(super) sources: &'s Sources,
    pub(super) document: &'s Value,
}

/// What the field form calls a keyword.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("minimum", "min"),
    ("maximum", "max"),
    ("exclusiveMinimum", "exclusiveMin"),
    ("exclusiveMaximum", "exclusiveMax"),
    ("enum", "values"),
    ("additionalProperties", "additional"),
    // Where it says nothing of others, it allows those that it names.
    ("additionalProperties", "fields"),
    ("dependentRequired", "dependencies"),
    ("items", "additionalItems"),
];

impl Origin<'_> {
    /// The JSON pointer of the keyword that is broken, or of the schema that it would stand in.
    pub(super) fn place(self, violation: &Violation, value: &Value) -> Option<String> {
        match &violation.expected {
            Expected::Rule(broken) => self.rule_place(&violation.pointer, broken),
            // Nothing in the schema is broken there.
            Expected::Decidable(Limit::Steps | Limit::Depth | Limit::Rule { .. })
            | Expected::Criterion(_) => None,
            Expected::Present
            | Expected::PresentWith(_)
            | Expected::Absent { .. }
            | Expected::NoItem { .. }
            | Expected::Name(_) => self.keyword_place(violation, value, true),
            Expected::Nothing
            | Expected::Type(_)
            | Expected::OneOf(_)
            | Expected::Constant(_)
            | Expected::MinLength(_)
            | Expected::MaxLength(_)
            | Expected::ContainsText(_)
            | Expected::Pattern(_)
            | Expected::Format(_)
            | Expected::Minimum(_)
            | Expected::Maximum(_)
            | Expected::ExclusiveMinimum(_)
            | Expected::ExclusiveMaximum(_)
            | Expected::MultipleOf(_)
            | Expected::MinItems(_)
            | Expected::MaxItems(_)
            | Expected::Unique
            | Expected::MinContains { .. }
            | Expected::MaxContains { .. }
            | Expected::MinProperties(_)
            | Expected::MaxProperties(_)
            | Expected::OneForm(_)
            | Expected::OnlyOneForm(_)
            | Expected::Not(_)
            | Expected::Decidable(Limit::Pattern(_)) => self.keyword_place(violation, value, false),
        }
    }

    /// The place of a keyword about the value itself, or about what holds it.
    fn keyword_place(self, violation: &Violation, value: &Value, is_of_holder: bool) -> Option<String> {
        let keyword = violation.rule();
        let own = self.typing(&violation.pointer);
        let asked = if is_of_holder { self.typing(&holder(&violation.pointer)) } else { own.clone() };
        let mut names = vec![&*keyword];
        names.extend(OTHER_NAMES.iter().filter(|(known, _)| *known == keyword).map(|(_, other)| *other));
        let mut found = Vec::new();
        for id in asked.nodes() {
            let Some(place) = self.sources.of(*id) else { continue };
            let keywords = names.iter().map(|name| format!("{place}/{name}"));
            found.extend(
                keywords.filter(|place| self.document.pointer(place).is_some()).map(|place| (*id, place)),
            );
        }
        // Of several that have the keyword, the one by which the value is wrong.
        let at = violation.pointer.to_json_pointer();
        let is_broken = |(id, _): &&(NodeId, String)| match value.pointer(&at) {
            Some(scalar) if !scalar.is_object() && !scalar.is_array() => self.breaks(*id, scalar, violation),
            Some(_) | None => false,
        };
        let broken = if found.len() > 1 { found.iter().find(is_broken) } else { None };
        let found = broken.or(found.first()).map(|(_, place)| place.clone());
        found.or_else(|| own.nodes().iter().find_map(|id| self.sources.of(*id)).map(str::to_owned))
    }

    /// Whether a value breaks the same rule by a node alone.
    fn breaks(self, id: NodeId, value: &Value, violation: &Violation) -> bool {
        let verdict = self.validator.validate_by(id, value);
        verdict.violations.iter().any(|broken| broken.expected == violation.expected)
    }

    /// The place of a rule across fields, which stands at what holds the place that it is told of, or there.
    fn rule_place(self, pointer: &Pointer, broken: &BrokenRule) -> Option<String> {
        let mut pointer = pointer.clone();
        loop {
            for id in self.typing(&pointer).nodes() {
                let (Some(place), Some(rule)) =
                    (self.sources.of(*id), self.schema().node(*id).rules.get(broken.position))
                else {
                    continue;
                };
                if *rule == *broken.rule {
                    let lists = ["rules", "x-rules", "x-kubernetes-validations"];
                    let lists = lists.map(|list| format!("{place}/{list}/{}", broken.position));
                    let places = lists.into_iter().chain([format!("{place}/grounded")]);
                    let is_there = |place: &String| self.document.pointer(place).is_some();
                    return Some({ places }.find(is_there).unwrap_or_else(|| place.to_owned()));
                }
            }
            if pointer == Pointer::root() {
                return None;
            }
            pointer = holder(&pointer);
        }
    }

    /// What the schema says of the value at a place.
    fn typing(&self, pointer: &Pointer) -> Typing<'_> {
        let schema = self.schema();
        let whole = Typing::new(schema, [schema.root()]);
        pointer.segments().iter().fold(whole, |typing, segment| match segment {
            Segment::Key(key) => typing.member(key).value,
            Segment::Index(index) => typing.item(*index),
        })
    }

    fn schema(&self) -> &Schema {
        self.validator.schema()
    }
}

/// The place of what holds a value.
pub(super) fn holder(pointer: &Pointer) -> Pointer {
    let segments = pointer.segments();
    Pointer::from_segments(segments.split_last().map_or(&[], |(_, holder)| holder))
}
