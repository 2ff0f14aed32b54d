//! The places of an answer, each with every assertion that is made of it.

use serde_json::Value;
use structured_output_validator::core::pattern::Search;
use structured_output_validator::core::pointer::Pointer;
use structured_output_validator::core::schema::{Assertion, JsonType, NodeId, NullMeaning, Schema};
use structured_output_validator::core::validate::Validator;

/// The unions that an assertion stands in, from the outside: where each is, and its keyword.
pub(crate) type Unions = Vec<(String, &'static str)>;

pub(crate) struct Place<'a> {
    pub(crate) pointer: Pointer,
    pub(crate) value: &'a Value,
    pub(crate) asked: Vec<Asked<'a>>,
    /// Whether null is accepted whatever the assertions say, or amounts to nothing at all.
    pub(crate) is_null_special: bool,
}

/// An assertion about a place.
pub(crate) struct Asked<'a> {
    pub(crate) assertion: &'a Assertion,
    pub(crate) unions: Unions,
    /// Whether it belongs to a form of a union of this very place.
    pub(crate) is_of_form: bool,
}

struct Walk<'a> {
    schema: &'a Schema,
    validator: &'a Validator,
    places: Vec<Place<'a>>,
}

/// A value inside of another one, with the nodes that it satisfies.
struct Inside<'a> {
    pointer: Pointer,
    value: &'a Value,
    nodes: Vec<(NodeId, Unions)>,
    null: NullMeaning,
    /// Whether an array must have it as it is, so that a change of it is told of the array, too.
    is_contained: bool,
}

pub(crate) fn places<'a>(schema: &'a Schema, validator: &'a Validator, answer: &'a Value) -> Vec<Place<'a>> {
    let mut walk = Walk { schema, validator, places: Vec::new() };
    walk.visit(Inside {
        pointer: Pointer::root(),
        value: answer,
        nodes: vec![(schema.root(), Vec::new())],
        null: NullMeaning::Value,
        is_contained: false,
    });
    walk.places
}

impl<'a> Walk<'a> {
    fn visit(&mut self, at: Inside<'a>) {
        let mut place = Place {
            pointer: at.pointer.clone(),
            value: at.value,
            asked: Vec::new(),
            is_null_special: at.null == NullMeaning::Absence,
        };
        let mut inside: Vec<Inside<'a>> = match at.value {
            Value::Object(members) => {
                let member = |(name, value): (&String, &'a Value)| (at.pointer.key(name), value);
                members.iter().map(member).map(Inside::new).collect()
            }
            Value::Array(items) => {
                let item = |(index, value): (usize, &'a Value)| (at.pointer.index(index), value);
                items.iter().enumerate().map(item).map(Inside::new).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        };
        for (id, unions) in at.nodes {
            self.ask(id, unions, false, &mut place, &mut inside);
        }
        self.places.push(place);
        inside.into_iter().filter(|inside| !inside.is_contained).for_each(|inside| self.visit(inside));
    }

    /// Collects what a node asks of a place and of the values inside.
    fn ask(
        &self,
        id: NodeId,
        unions: Unions,
        is_of_form: bool,
        place: &mut Place<'a>,
        inside: &mut [Inside<'a>],
    ) {
        let node = self.schema.node(id);
        for assertion in &node.assertions {
            match assertion {
                Assertion::Reference(id) => self.ask(*id, unions.clone(), is_of_form, place, inside),
                Assertion::AllOf(ids) => {
                    ids.iter().for_each(|id| self.ask(*id, unions.clone(), is_of_form, place, inside));
                }
                Assertion::AnyOf(forms) | Assertion::OneOf(forms) => {
                    let form = forms.iter().find(|id| self.validator.accepts(**id, place.value)).unwrap();
                    // Of a value that may also be null is told as if there were no union.
                    let is_null = |id: &&NodeId| {
                        self.schema.node(**id).assertions == [Assertion::Type(JsonType::Null.into())]
                    };
                    if forms.len() == 2 && forms.iter().any(|id| is_null(&id)) {
                        place.is_null_special = true;
                        self.ask(*form, unions.clone(), place.value.is_null(), place, inside);
                        continue;
                    }
                    place.asked.push(Asked { assertion, unions: unions.clone(), is_of_form });
                    let keyword = if matches!(assertion, Assertion::AnyOf(_)) { "anyOf" } else { "oneOf" };
                    let union = (place.pointer.to_json_pointer(), keyword);
                    self.ask(*form, [unions.clone(), vec![union]].concat(), true, place, inside);
                }
                _ => place.asked.push(Asked { assertion, unions: unions.clone(), is_of_form }),
            }
            if let Assertion::Contains(contains) = assertion {
                for item in inside.iter_mut() {
                    item.is_contained |= self.validator.accepts(contains.node, item.value);
                }
            }
        }
        match place.value {
            Value::Object(members) => {
                for (name, inside) in members.keys().zip(inside) {
                    inside.ask_member(node.assertions.as_slice(), name, &unions);
                }
            }
            Value::Array(_) => inside
                .iter_mut()
                .enumerate()
                .for_each(|(index, inside)| inside.ask_item(&node.assertions, index, &unions)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

impl<'a> Inside<'a> {
    fn new((pointer, value): (Pointer, &'a Value)) -> Self {
        Self { pointer, value, nodes: Vec::new(), null: NullMeaning::Value, is_contained: false }
    }

    fn ask_member(&mut self, assertions: &[Assertion], name: &str, unions: &Unions) {
        let mut is_named = false;
        for assertion in assertions {
            match assertion {
                Assertion::Properties(properties) => {
                    if let Some(property) = properties.get(name) {
                        is_named = true;
                        self.null = property.null;
                        self.nodes.push((property.node, unions.clone()));
                    }
                }
                Assertion::PatternProperties(patterns) => {
                    for (_, id) in patterns.iter().filter(|(pattern, _)| pattern.find(name) == Search::Found)
                    {
                        is_named = true;
                        self.nodes.push((*id, unions.clone()));
                    }
                }
                _ => {}
            }
        }
        for assertion in assertions {
            if let (Assertion::AdditionalProperties(id), false) = (assertion, is_named) {
                self.nodes.push((*id, unions.clone()));
            }
        }
    }

    fn ask_item(&mut self, assertions: &[Assertion], index: usize, unions: &Unions) {
        let prefix = assertions.iter().find_map(|assertion| match assertion {
            Assertion::PrefixItems(ids) => ids.get(index),
            _ => None,
        });
        let items = assertions.iter().find_map(|assertion| match assertion {
            Assertion::Items(id) => Some(id),
            _ => None,
        });
        self.nodes.extend(prefix.or(items).map(|id| (*id, unions.clone())));
    }
}
