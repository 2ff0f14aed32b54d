//! Changes an answer in one place so that one keyword is broken, keyword by keyword.

use crate::oracle;
use crate::place::{Asked, Place, Unions, places};
use serde_json::{Map, Value, json};
use structured_output_validator::core::pointer::Pointer;
use structured_output_validator::core::random::Random;
use structured_output_validator::core::schema::{Assertion, NodeId, NullMeaning, Schema};
use structured_output_validator::core::simulate::instance;
use structured_output_validator::core::validate::Validator;

/// An answer with one change, and what must be told of it.
pub(crate) struct Mutation {
    pub(crate) answer: Value,
    pub(crate) expected: Vec<(String, &'static str)>,
}

/// What a place is changed to, where it is then wrong, and by which rule.
struct Change {
    value: Value,
    pointer: Pointer,
    rule: &'static str,
}

struct Mutator<'a> {
    schema: &'a Schema,
    validator: &'a Validator,
    place: &'a Place<'a>,
}

/// Every change to a valid answer that breaks just one keyword of its schema.
pub(crate) fn mutations(schema: &Schema, validator: &Validator, answer: &Value) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for place in places(schema, validator, answer) {
        let mutator = Mutator { schema, validator, place: &place };
        for asked in &place.asked {
            for change in mutator.changes(asked) {
                let mut answer = answer.clone();
                *answer.pointer_mut(&place.pointer.to_json_pointer()).unwrap() = change.value;
                let mut expected: Unions = asked.unions.clone();
                expected.push((change.pointer.to_json_pointer(), change.rule));
                mutations.push(Mutation { answer, expected });
            }
        }
    }
    mutations
}

impl Mutator<'_> {
    fn changes(&self, asked: &Asked) -> Vec<Change> {
        let here = |rule: &'static str, value: Option<Value>| {
            let change = |value| Change { value, pointer: self.place.pointer.clone(), rule };
            value.map(change).into_iter().collect::<Vec<_>>()
        };
        if let Some(rule) = oracle::rule(asked.assertion) {
            return here(rule, self.other_value(asked));
        }
        match (asked.assertion, self.place.value) {
            (Assertion::AnyOf(forms), _) => here("anyOf", self.of_no_form(forms, asked)),
            (Assertion::OneOf(forms), _) => here("oneOf", self.of_no_form(forms, asked)),
            (assertion, Value::Object(members)) => self.members_changed(assertion, members),
            (assertion, Value::Array(items)) => self.items_changed(assertion, items),
            (_, _) => Vec::new(),
        }
    }

    /// A value that breaks this one keyword about the place, and no other.
    fn other_value(&self, asked: &Asked) -> Option<Value> {
        if asked.is_of_form && matches!(asked.assertion, Assertion::Type(_)) {
            // The value may have another one of the forms then.
            return None;
        }
        self.candidates().into_iter().find(|value| {
            !(value.is_null() && self.place.is_null_special)
                && oracle::breaks(asked.assertion, value)
                && self.breaks_only(asked, value)
        })
    }

    fn breaks_only(&self, asked: &Asked, value: &Value) -> bool {
        let is_of_type = |asked: &Asked| {
            !matches!(asked.assertion, Assertion::Type(_)) || !oracle::breaks(asked.assertion, value)
        };
        let has_type = self.place.asked.iter().all(is_of_type);
        self.place.asked.iter().filter(|other| !std::ptr::eq(*other, asked)).all(|other| {
            match other.assertion {
                // What is of the wrong type is not told to be another value, too.
                Assertion::Enum(_) | Assertion::Const(_) if !has_type => true,
                // A form of a union is lost together with the type of the value.
                Assertion::AnyOf(_) | Assertion::OneOf(_) => has_type,
                assertion => !oracle::breaks(assertion, value),
            }
        })
    }

    /// A value whose type none of the forms has.
    fn of_no_form(&self, forms: &[NodeId], asked: &Asked) -> Option<Value> {
        let types = |id: &NodeId| {
            self.schema.node(self.schema.target(*id)).assertions.iter().find_map(
                |assertion| match assertion {
                    Assertion::Type(types) => Some(*types),
                    _ => None,
                },
            )
        };
        let outside: Vec<_> = self.place.asked.iter().filter(|other| !other.is_of_form).collect();
        self.candidates().into_iter().find(|value| {
            forms.iter().all(|id| types(id).is_some_and(|types| !oracle::is_of(value, types)))
                && outside
                    .iter()
                    .filter(|other| !std::ptr::eq(**other, asked))
                    .all(|other| !oracle::breaks(other.assertion, value))
        })
    }

    /// Values on either side of what the keywords about the place allow.
    fn candidates(&self) -> Vec<Value> {
        let mut values =
            vec![json!(true), json!("x"), json!(12), json!(1.5), json!([]), json!({}), json!(null)];
        let text = self.place.value.as_str().unwrap_or_default();
        values.extend([format!("{text}_").into(), text.to_uppercase().into(), "~".repeat(10).into()]);
        if let Some(number) = self.place.value.as_f64() {
            values.extend([number + 0.5, number + 0.001, number + 1.0, number + 1000.0].map(Value::from));
        }
        let parts: Vec<&str> = self.place.asked.iter().filter_map(|asked| part(asked.assertion)).collect();
        for asked in &self.place.asked {
            match asked.assertion {
                Assertion::MinLength(least) => {
                    let short = |text: &str| {
                        text.chars().take((*least as usize).saturating_sub(1)).collect::<String>()
                    };
                    values.push(short(text).into());
                    values.extend(parts.iter().map(|part| Value::from(short(part))));
                }
                Assertion::MaxLength(most) => {
                    let last = text.chars().next_back().unwrap_or('x').to_string();
                    values.push((text.to_owned() + &last.repeat(*most as usize + 1)).into());
                }
                Assertion::ContainsText(part) => values.push(text.replace(&**part, "xxxxxxx").into()),
                Assertion::Minimum(bound)
                | Assertion::Maximum(bound)
                | Assertion::ExclusiveMinimum(bound)
                | Assertion::ExclusiveMaximum(bound) => {
                    let bound = bound.as_f64().unwrap();
                    let beside = [-5.0, -1.0, 0.0, 1.0, 5.0].map(|by| bound + by);
                    // Whole numbers as they are written.
                    values.extend(
                        beside.map(
                            |value| if value.fract() == 0.0 { json!(value as i64) } else { json!(value) },
                        ),
                    );
                }
                _ => {}
            }
        }
        values
    }

    fn members_changed(&self, assertion: &Assertion, members: &Map<String, Value>) -> Vec<Change> {
        let change = |members: Map<String, Value>, name: &str, rule| Change {
            value: members.into(),
            pointer: self.place.pointer.key(name),
            rule,
        };
        let here = |members: Map<String, Value>, rule| Change {
            value: members.into(),
            pointer: self.place.pointer.clone(),
            rule,
        };
        let without = |name: &str| {
            let mut members = members.clone();
            members.shift_remove(name);
            members
        };
        let with = |name: &str, value: Value| {
            let mut members = members.clone();
            members.insert(name.to_owned(), value);
            members
        };
        let any = members.values().next().cloned().unwrap_or(json!(1));
        let stray = "zz_stray";
        match assertion {
            Assertion::Required(names) => {
                let mut changes = Vec::new();
                for name in names.iter().filter(|name| self.is_needed_once(name)) {
                    changes.push(change(without(name), name, "required"));
                    if self.null_meaning(name) == NullMeaning::Absence {
                        changes.push(change(with(name, Value::Null), name, "required"));
                    }
                }
                changes
            }
            Assertion::AdditionalProperties(id) if self.schema.is_never(*id) => {
                vec![change(with(stray, any), stray, "additionalProperties")]
            }
            Assertion::UnevaluatedProperties(id) if self.schema.is_never(*id) => {
                vec![change(with(stray, any), stray, "unevaluatedProperties")]
            }
            Assertion::PropertyNames(id) => {
                let name = "NO SUCH NAME";
                let is_wrong = !self.validator.accepts(*id, &name.into());
                is_wrong.then(|| change(with(name, any), name, "propertyNames")).into_iter().collect()
            }
            Assertion::MinProperties(least) => {
                let few = members.iter().take(*least as usize - 1);
                vec![here(few.map(|(name, value)| (name.clone(), value.clone())).collect(), "minProperties")]
            }
            Assertion::MaxProperties(most) => {
                let mut many = members.clone();
                for letter in ('a'..='z').take(*most as usize + 1 - members.len()) {
                    many.insert(format!("zz_{letter}"), any.clone());
                }
                vec![here(many, "maxProperties")]
            }
            Assertion::DependentRequired(dependent) => {
                let is_there = |name: &String| members.contains_key(name);
                let needed =
                    dependent.iter().filter(|(name, _)| is_there(name)).flat_map(|(_, needed)| needed);
                needed.map(|name| change(without(name), name, "dependentRequired")).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a name is needed by one keyword only, so that one violation tells that it is missing.
    fn is_needed_once(&self, name: &str) -> bool {
        let needs = |asked: &&Asked| matches!(asked.assertion, Assertion::Required(names) if names.iter().any(|known| known == name));
        self.place.asked.iter().filter(needs).count() == 1
    }

    fn null_meaning(&self, name: &str) -> NullMeaning {
        let properties = self.place.asked.iter().find_map(|asked| match asked.assertion {
            Assertion::Properties(properties) => properties.get(name),
            _ => None,
        });
        properties.map_or(NullMeaning::Value, |property| property.null)
    }

    fn items_changed(&self, assertion: &Assertion, items: &[Value]) -> Vec<Change> {
        let at = |items: Vec<Value>, index: usize, rule| Change {
            value: items.into(),
            pointer: self.place.pointer.index(index),
            rule,
        };
        let here = |items: Vec<Value>, rule| Change {
            value: items.into(),
            pointer: self.place.pointer.clone(),
            rule,
        };
        match assertion {
            Assertion::MinItems(least) => {
                // What must be among the items is kept.
                let mut kept: Vec<_> = items.to_vec();
                kept.sort_by_key(|item| !self.is_contained(item));
                kept.truncate(*least as usize - 1);
                if !kept.is_empty()
                    && self
                        .place
                        .asked
                        .iter()
                        .any(|asked| matches!(asked.assertion, Assertion::PrefixItems(_)))
                {
                    kept = items[..kept.len()].to_vec();
                }
                vec![here(kept, "minItems")]
            }
            Assertion::MaxItems(most) => {
                let mut many = items.to_vec();
                let fresh = (0..1000).filter_map(|seed| self.fresh_item(seed));
                for item in fresh {
                    if many.len() as u64 > *most {
                        break;
                    }
                    if !self.asks_unique() || !many.contains(&item) {
                        many.push(item);
                    }
                }
                if many.len() as u64 > *most { vec![here(many, "maxItems")] } else { Vec::new() }
            }
            Assertion::UniqueItems => {
                let (Some(first), 2..) = (items.first(), items.len()) else { return Vec::new() };
                let mut repeated = items.to_vec();
                repeated[1] = first.clone();
                vec![at(repeated, 1, "uniqueItems")]
            }
            Assertion::Items(id) if self.schema.is_never(*id) && self.has_room(items) => {
                let mut longer = items.to_vec();
                longer.push(json!(1));
                vec![at(longer, items.len(), "items")]
            }
            Assertion::Contains(contains) => {
                let others = |seed| self.fresh_item(seed).filter(|item| !self.is_contained(item));
                let other = (0..1000).find_map(others).unwrap();
                let replaced = items.iter().map(|item| if self.is_contained(item) { &other } else { item });
                let mut changes = vec![here(replaced.cloned().collect(), "contains")];
                if let Some(most) = contains.max {
                    let contained = items.iter().find(|item| self.is_contained(item)).unwrap();
                    let mut many = items.to_vec();
                    many.extend(std::iter::repeat_n(contained.clone(), most as usize));
                    changes.push(here(many, "maxContains"));
                }
                changes
            }
            _ => Vec::new(),
        }
    }

    /// One more item that could follow the others.
    fn fresh_item(&self, seed: u64) -> Option<Value> {
        self.place.asked.iter().find_map(|asked| match asked.assertion {
            Assertion::Items(id) if !self.schema.is_never(*id) => {
                Some(instance(self.schema, *id, &mut Random::new(seed)))
            }
            _ => None,
        })
    }

    /// Whether the array may be longer.
    fn has_room(&self, items: &[Value]) -> bool {
        let is_full = |asked: &Asked| matches!(asked.assertion, Assertion::MaxItems(most) if items.len() as u64 >= *most);
        !self.place.asked.iter().any(is_full)
    }

    fn asks_unique(&self) -> bool {
        self.place.asked.iter().any(|asked| *asked.assertion == Assertion::UniqueItems)
    }

    /// Whether an item is one of those that must be among them.
    fn is_contained(&self, item: &Value) -> bool {
        self.place.asked.iter().any(|asked| {
            matches!(asked.assertion, Assertion::Contains(contains) if self.validator.accepts(contains.node, item))
        })
    }
}

/// A text that must be in the value.
fn part(assertion: &Assertion) -> Option<&str> {
    match assertion {
        Assertion::ContainsText(part) => Some(part),
        _ => None,
    }
}
