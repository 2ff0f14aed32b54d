//! Unions: each form together with all that is said beside it.

use crate::core::dialect::cell::{Body, Cell};
use crate::core::dialect::conjunction::{Conjunction, Place, Union};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::lower::Builder;
use crate::core::schema::{Assertion, JsonType, NodeId, TypeSet};
use crate::core::value;
use serde_json::Value;
use std::collections::HashMap;

/// Of how many forms it is found out whether two may fit.
const MOST_COMPARED: usize = 40;

/// What tells the values of one form from those of others.
struct Marks<'s> {
    types: Option<TypeSet>,
    values: Option<Vec<&'s Value>>,
    /// The listed values of members that must be there.
    members: HashMap<&'s str, Vec<&'s Value>>,
}

impl<'s> Builder<'s> {
    pub(in crate::core::dialect) fn union(&mut self, place: &Place, union: &Union<'s>, cell: &mut Cell) {
        let (fate, why) = match union.keyword {
            Keyword::OneOf if self.is_exclusive(union.forms) => {
                (Fate::Enforced, "sent as anyOf, which says the same")
            }
            Keyword::OneOf => (Fate::Dropped, "sent as anyOf: more than one form may fit"),
            _ => (Fate::Enforced, ""),
        };
        self.mark(union.origin, union.keyword, fate, why);
        let of_form = |form: &NodeId| {
            let mut place = place.clone();
            place.chosen.push((union.origin, union.position, *form));
            place
        };
        // Where nothing is said beside the union, a form is itself, and may be referred to.
        let is_alone = place.chosen.is_empty()
            && place.only.is_none()
            && !place.refuses_null
            && place.ids == [union.origin]
            && self.schema.node(union.origin).assertions.len() == 1;
        if !is_alone {
            // It is told with each form.
            cell.told.clear();
        }
        let mut cells = Vec::new();
        for form in union.forms {
            let cell = if is_alone { self.use_of(Place::of([*form])).cell } else { self.cell(of_form(form)) };
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cell.body = Body::Union(cells);
    }

    /// Whether no value can have two of the forms.
    fn is_exclusive(&self, forms: &[NodeId]) -> bool {
        if forms.len() > MOST_COMPARED {
            return false;
        }
        let marks: Vec<_> = forms.iter().map(|form| self.marks(*form)).collect();
        let pairs = marks
            .iter()
            .enumerate()
            .flat_map(|(at, left)| marks.iter().skip(at + 1).map(move |right| (left, right)));
        pairs.into_iter().all(|(left, right)| left.excludes(right))
    }

    fn marks(&self, form: NodeId) -> Marks<'s> {
        let (schema, mut marks) = (self.schema, Marks { types: None, values: None, members: HashMap::new() });
        let mut required: Vec<&str> = Vec::new();
        for member in Conjunction::new(schema, &Place::of([form])).members {
            for assertion in &schema.node(member.id).assertions {
                match assertion {
                    Assertion::Type(types) => {
                        marks.types = Some(marks.types.map_or(*types, |known| known.intersection(*types)));
                    }
                    Assertion::Enum(values) => marks.values = Some(values.iter().collect()),
                    Assertion::Const(value) => marks.values = Some(vec![value]),
                    Assertion::Required(names) => required.extend(names.iter().map(String::as_str)),
                    Assertion::Properties(properties) => {
                        for (name, property) in properties {
                            let place = Place::of([property.node]);
                            let members = Conjunction::new(schema, &place).members;
                            let assertions =
                                members.iter().flat_map(|member| &schema.node(member.id).assertions);
                            let mut listed = assertions.filter_map(|assertion| match assertion {
                                Assertion::Enum(values) => Some(values.iter().collect()),
                                Assertion::Const(value) => Some(vec![&**value]),
                                _ => None,
                            });
                            marks.members.extend(listed.next().map(|listed| (name.as_str(), listed)));
                        }
                    }
                    _ => {}
                }
            }
        }
        let is_object = marks.types.is_some_and(|types| types.single() == Some(JsonType::Object));
        marks.members.retain(|name, _| is_object && required.contains(name));
        marks
    }
}

impl Marks<'_> {
    fn excludes(&self, other: &Self) -> bool {
        let are_apart = |left: &[&Value], right: &[&Value]| {
            !left.iter().any(|left| right.iter().any(|right| value::equal(left, right)))
        };
        let by_type =
            self.types.zip(other.types).is_some_and(|(left, right)| left.intersection(right).is_empty());
        let by_value = self.values.as_ref().zip(other.values.as_ref());
        by_type
            || by_value.is_some_and(|(left, right)| are_apart(left, right))
            || self
                .members
                .iter()
                .any(|(name, left)| other.members.get(name).is_some_and(|right| are_apart(left, right)))
    }
}
