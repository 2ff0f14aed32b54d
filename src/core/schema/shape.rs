//! What a schema amounts to, derived from its assertions: the one view that preview, prompt text
//! and simulation read. References and `allOf` are followed, so a shape speaks for all of them.
//! It may say less than the assertions do, which alone decide what is valid.

use super::node::{Annotations, Assertion, Contains, NodeId, NullMeaning, Schema};
use super::rule::Rule;
use super::types::{JsonType, TypeSet};
use crate::core::format::Format;
use crate::core::pattern::{Pattern, Search};
use crate::core::value;
use indexmap::IndexMap;
use serde_json::{Number, Value};
use std::cmp::Ordering;

/// The largest integer that every JSON reader holds exactly; exporters bound every integer by it.
const SAFE_INTEGER: i64 = 9_007_199_254_740_991;

/// What the values of one node look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<'s> {
    /// What the value is called.
    pub title: Option<&'s str>,
    /// What the value means.
    pub description: Option<&'s str>,
    /// The value it has where none is given.
    pub default: Option<&'s Value>,
    /// Values that it may have.
    pub examples: Vec<&'s Value>,
    /// Whether null is a value too.
    pub nullable: bool,
    /// What any other value is.
    pub kind: Kind<'s>,
    /// Unions that hold beside the kind: of each, one of the nodes is satisfied too.
    pub unions: Vec<&'s [NodeId]>,
    /// Nodes that hold or not, and what follows from it.
    pub conditions: Vec<Condition>,
    /// The rules that are true of the value.
    pub rules: Vec<&'s Rule>,
    /// Whether the assertions say more than the shape does.
    pub is_partial: bool,
}

/// An `if`: what else is satisfied, by whether a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The node that decides.
    pub node: NodeId,
    /// What is satisfied where it is.
    pub then: Option<NodeId>,
    /// What is satisfied where it is not.
    pub otherwise: Option<NodeId>,
}

/// The kinds of [`Shape`].
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'s> {
    /// An object.
    Object(ObjectShape<'s>),
    /// An array.
    Array(ArrayShape),
    /// A string.
    String(StringShape<'s>),
    /// A number.
    Number(NumberShape<'s>),
    /// `true` or `false`.
    Boolean,
    /// Nothing but null.
    Null,
    /// One of these values; null is not among them.
    Enum(Vec<&'s Value>),
    /// What one of these nodes says; a node for nothing but null is not among them.
    Union(Vec<NodeId>),
    /// Of one of these kinds.
    Types(Vec<Kind<'s>>),
    /// No value at all.
    Never,
    /// Anything: the schema does not say.
    Any,
}

/// What an object looks like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectShape<'s> {
    /// The named members, in the order an answer should have them.
    pub members: Vec<Member<'s>>,
    /// Members by a pattern of their names.
    pub patterns: Vec<(&'s Pattern, NodeId)>,
    /// What other members are allowed to be.
    pub others: Others,
    /// What names must satisfy.
    pub names: Option<NodeId>,
    /// The fewest members.
    pub min: Option<u64>,
    /// The most members.
    pub max: Option<u64>,
    /// Members that are needed where another one is there.
    pub dependent: Vec<(&'s str, &'s [String])>,
    /// Nodes that the whole object satisfies where a member is there.
    pub dependent_nodes: Vec<(&'s str, NodeId)>,
}

/// What members an object may have beside those it names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// Any: the schema does not say.
    #[default]
    Unsaid,
    /// None.
    Forbidden,
    /// Those that satisfy a node.
    Of(NodeId),
}

/// A named member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member<'s> {
    /// Its key.
    pub name: &'s str,
    /// The nodes its value satisfies, all of them; none where nothing is said of it.
    pub nodes: Vec<NodeId>,
    /// Whether it may not be left out.
    pub required: bool,
    /// What a null there amounts to.
    pub null: NullMeaning,
}

/// What an array looks like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArrayShape {
    /// The items at the beginning, one by one.
    pub prefix: Vec<NodeId>,
    /// The items after those.
    pub items: Others,
    /// The fewest items.
    pub min: Option<u64>,
    /// The most items.
    pub max: Option<u64>,
    /// Whether no two are equal.
    pub unique: bool,
    /// Items that must be among them.
    pub contains: Vec<Contains>,
}

/// What a string looks like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StringShape<'s> {
    /// The fewest code points.
    pub min_length: Option<u64>,
    /// The most code points.
    pub max_length: Option<u64>,
    /// Texts it has in it.
    pub contains: Vec<&'s str>,
    /// Patterns it matches, without those that say no more than the format does.
    pub patterns: Vec<&'s Pattern>,
    /// Its format.
    pub format: Option<Format>,
}

/// What a number looks like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberShape<'s> {
    /// Whether it may have no fraction.
    pub integer: bool,
    /// The least it may be, without the bound that only says what every reader can hold.
    pub minimum: Option<Bound<'s>>,
    /// The most it may be, likewise.
    pub maximum: Option<Bound<'s>>,
    /// The numbers it is a multiple of.
    pub multiples: Vec<&'s Number>,
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound<'s> {
    /// The number.
    pub number: &'s Number,
    /// Whether the number itself is outside.
    pub exclusive: bool,
}

impl ObjectShape<'_> {
    /// The nodes that a member of this name satisfies, all of them; none where there may be no such member.
    pub fn nodes_of(&self, name: &str) -> Option<Vec<NodeId>> {
        let named = self.members.iter().find(|member| member.name == name);
        let mut nodes = named.map_or_else(Vec::new, |member| member.nodes.clone());
        let matching = self.patterns.iter().filter(|(pattern, _)| pattern.find(name) == Search::Found);
        nodes.extend(matching.map(|(_, id)| *id));
        if nodes.is_empty() { self.others.nodes() } else { Some(nodes) }
    }
}

impl ArrayShape {
    /// The nodes that the item at a position satisfies; none where there may be no such item.
    pub fn nodes_of(&self, index: usize) -> Option<Vec<NodeId>> {
        self.prefix.get(index).map_or_else(|| self.items.nodes(), |id| Some(vec![*id]))
    }
}

impl Others {
    fn nodes(self) -> Option<Vec<NodeId>> {
        match self {
            Self::Unsaid => Some(Vec::new()),
            Self::Forbidden => None,
            Self::Of(id) => Some(vec![id]),
        }
    }
}

impl Schema {
    /// The shape of one node.
    pub fn shape(&self, id: NodeId) -> Shape<'_> {
        self.shape_of(&[id])
    }

    /// The shape of values that satisfy all of the nodes.
    pub fn shape_of(&self, ids: &[NodeId]) -> Shape<'_> {
        let mut facts = Facts::new(self);
        for id in ids {
            facts.learn_node(*id);
        }
        facts.into_shape()
    }

    /// The node that is meant where a node only refers to another one; its own words may differ.
    pub fn target(&self, id: NodeId) -> NodeId {
        let mut target = id;
        // Readers refuse references in circles; the bound is for safety alone.
        for _ in 0..MOST_FOLLOWED {
            match self.node(target).assertions.as_slice() {
                [Assertion::Reference(next)] => target = *next,
                [Assertion::AllOf(ids)] if ids.len() == 1 => target = ids.first().copied().unwrap_or(target),
                _ => break,
            }
        }
        target
    }
}

/// How many references and `allOf` in a row are followed.
const MOST_FOLLOWED: usize = 64;

struct Facts<'s> {
    schema: &'s Schema,
    followed: usize,
    annotations: Vec<&'s Annotations>,
    never: bool,
    types: Option<TypeSet>,
    implied: TypeSet,
    values: Option<Vec<&'s Value>>,
    unions: Vec<&'s [NodeId]>,
    conditions: Vec<Condition>,
    object: ObjectShape<'s>,
    members: IndexMap<&'s str, Member<'s>>,
    required: Vec<&'s String>,
    array: ArrayShape,
    string: StringShape<'s>,
    number: NumberShape<'s>,
    rules: Vec<&'s Rule>,
    is_partial: bool,
}

impl<'s> Facts<'s> {
    fn new(schema: &'s Schema) -> Self {
        Self {
            schema,
            followed: 0,
            annotations: Vec::new(),
            never: false,
            types: None,
            implied: TypeSet::default(),
            values: None,
            unions: Vec::new(),
            conditions: Vec::new(),
            object: ObjectShape::default(),
            members: IndexMap::new(),
            required: Vec::new(),
            array: ArrayShape::default(),
            string: StringShape::default(),
            number: NumberShape::default(),
            rules: Vec::new(),
            is_partial: false,
        }
    }

    fn learn_node(&mut self, id: NodeId) {
        let node = self.schema.node(id);
        self.annotations.push(&node.annotations);
        self.rules.extend(&node.rules);
        for assertion in &node.assertions {
            self.learn(assertion);
        }
    }

    fn follow(&mut self, id: NodeId) {
        if self.followed < MOST_FOLLOWED {
            self.followed += 1;
            self.learn_node(id);
        } else {
            self.is_partial = true;
        }
    }

    fn learn(&mut self, assertion: &'s Assertion) {
        if let Some(json_type) = assertion.implied_type() {
            self.implied = self.implied.with(json_type);
        }
        match assertion {
            Assertion::Never => self.never = true,
            Assertion::Type(types) => {
                self.types = Some(self.types.map_or(*types, |known| known.intersection(*types)));
            }
            Assertion::Enum(values) => self.allow(values.iter().collect()),
            Assertion::Const(value) => self.allow(vec![value]),
            Assertion::MinLength(length) => raise(&mut self.string.min_length, *length),
            Assertion::MaxLength(length) => lower(&mut self.string.max_length, *length),
            Assertion::Pattern(pattern) => self.string.patterns.push(pattern),
            Assertion::Format(format) => self.string.format = Some(*format),
            Assertion::ContainsText(text) => self.string.contains.push(text),
            Assertion::Minimum(number) => self.at_least(Bound { number, exclusive: false }),
            Assertion::ExclusiveMinimum(number) => self.at_least(Bound { number, exclusive: true }),
            Assertion::Maximum(number) => self.at_most(Bound { number, exclusive: false }),
            Assertion::ExclusiveMaximum(number) => self.at_most(Bound { number, exclusive: true }),
            Assertion::MultipleOf(number) => self.number.multiples.push(number),
            Assertion::PrefixItems(ids) => {
                self.is_partial |= !self.array.prefix.is_empty();
                self.array.prefix.clone_from(ids);
            }
            Assertion::Items(id) => self.array.items = self.others(*id),
            // Speaks only of what nothing else speaks of.
            Assertion::UnevaluatedItems(id) => {
                if self.array.items == Others::Unsaid {
                    self.array.items = self.others(*id);
                }
            }
            Assertion::MinItems(count) => raise(&mut self.array.min, *count),
            Assertion::MaxItems(count) => lower(&mut self.array.max, *count),
            Assertion::UniqueItems => self.array.unique = true,
            Assertion::Contains(contains) => self.array.contains.push(*contains),
            Assertion::Properties(properties) => {
                for (name, property) in properties {
                    let member = self.members.entry(name).or_insert(Member {
                        name,
                        nodes: Vec::new(),
                        required: false,
                        null: property.null,
                    });
                    member.nodes.push(property.node);
                }
            }
            Assertion::PatternProperties(patterns) => {
                self.object.patterns.extend(patterns.iter().map(|(pattern, id)| (pattern, *id)));
            }
            Assertion::AdditionalProperties(id) => self.object.others = self.others(*id),
            Assertion::UnevaluatedProperties(id) => {
                if self.object.others == Others::Unsaid {
                    self.object.others = self.others(*id);
                }
            }
            Assertion::PropertyNames(id) => self.object.names = Some(*id),
            Assertion::Required(names) => self.required.extend(names),
            Assertion::DependentRequired(names) => {
                let names = names.iter().map(|(name, others)| (name.as_str(), others.as_slice()));
                self.object.dependent.extend(names);
            }
            Assertion::MinProperties(count) => raise(&mut self.object.min, *count),
            Assertion::MaxProperties(count) => lower(&mut self.object.max, *count),
            Assertion::Reference(id) | Assertion::DynamicReference { otherwise: id, .. } => self.follow(*id),
            Assertion::AllOf(ids) => ids.iter().for_each(|id| self.follow(*id)),
            Assertion::AnyOf(ids) | Assertion::OneOf(ids) => self.unions.push(ids),
            Assertion::DependentSchemas(schemas) => {
                self.object.dependent_nodes.extend(schemas.iter().map(|(name, id)| (name.as_str(), *id)));
                self.is_partial = true;
            }
            Assertion::If { condition: node, then, otherwise } => {
                self.conditions.push(Condition { node: *node, then: *then, otherwise: *otherwise });
                self.is_partial = true;
            }
            Assertion::Not(_) => self.is_partial = true,
        }
    }

    fn others(&self, id: NodeId) -> Others {
        if self.schema.is_never(id) {
            Others::Forbidden
        } else if self.schema.node(id).assertions.is_empty() {
            Others::Unsaid
        } else {
            Others::Of(id)
        }
    }

    fn allow(&mut self, values: Vec<&'s Value>) {
        match &mut self.values {
            Some(known) => known.retain(|known| values.iter().any(|value| value::equal(known, value))),
            None => self.values = Some(values),
        }
    }

    fn at_least(&mut self, bound: Bound<'s>) {
        let is_tighter = |known: Bound| match value::compare(bound.number, known.number) {
            Ordering::Greater => true,
            Ordering::Equal => bound.exclusive,
            Ordering::Less => false,
        };
        if self.number.minimum.is_none_or(is_tighter) {
            self.number.minimum = Some(bound);
        }
    }

    fn at_most(&mut self, bound: Bound<'s>) {
        let is_tighter = |known: Bound| match value::compare(bound.number, known.number) {
            Ordering::Less => true,
            Ordering::Equal => bound.exclusive,
            Ordering::Greater => false,
        };
        if self.number.maximum.is_none_or(is_tighter) {
            self.number.maximum = Some(bound);
        }
    }

    /// Whether the node says that its value is null.
    fn is_null_only(&self, id: NodeId) -> bool {
        matches!(self.schema.node(self.schema.target(id)).assertions.as_slice(),
            [Assertion::Type(types)] if types.single() == Some(JsonType::Null))
            || matches!(self.schema.node(id).assertions.as_slice(), [Assertion::Const(value)] if value.is_null())
    }

    fn into_shape(mut self) -> Shape<'s> {
        let said = |what: fn(&'s Annotations) -> Option<&'s str>| {
            self.annotations.iter().find_map(|known| what(known))
        };
        let title = said(|known| known.title.as_deref());
        let description = said(|known| known.description.as_deref());
        let default = self.annotations.iter().find_map(|known| known.others.get("default"));
        let examples = self.annotations.iter().filter_map(|known| known.others.get("examples"));
        let examples = examples.filter_map(Value::as_array).flatten().collect();
        let (kind, nullable) = self.kind();
        Shape {
            title,
            description,
            default,
            examples,
            nullable,
            kind,
            unions: self.unions,
            conditions: self.conditions,
            rules: self.rules,
            is_partial: self.is_partial,
        }
    }

    /// The kind, and whether null is a value too.
    fn kind(&mut self) -> (Kind<'s>, bool) {
        if self.never {
            return (Kind::Never, false);
        }
        let null_by_type = self.types.is_none_or(|types| types.contains(JsonType::Null));
        if let Some(mut values) = self.values.take() {
            let count = values.len();
            values.retain(|value| !value.is_null());
            let nullable = count > values.len() && null_by_type;
            return if values.is_empty() && nullable {
                (Kind::Null, false)
            } else {
                (Kind::Enum(values), nullable)
            };
        }
        let mentioned = self.types.or(Some(self.implied).filter(|types| !types.is_empty()));
        let Some(types) = mentioned else { return self.union() };
        let nullable = self.types.is_some_and(|types| types.contains(JsonType::Null));
        let mut types = types.without(JsonType::Null);
        if types.contains(JsonType::Number) {
            types = types.without(JsonType::Integer);
        }
        let mut kinds: Vec<_> = types.iter().map(|json_type| self.kind_of(json_type)).collect();
        match (kinds.len(), nullable) {
            (0, true) => (Kind::Null, false),
            (0, false) => (Kind::Never, false),
            (1, _) => (kinds.swap_remove(0), nullable),
            _ => (Kind::Types(kinds), nullable),
        }
    }

    /// The kind of a node that says nothing but which others may be satisfied.
    fn union(&mut self) -> (Kind<'s>, bool) {
        if self.unions.is_empty() {
            return (Kind::Any, false);
        }
        let branches = self.unions.remove(0);
        let others: Vec<_> = branches.iter().copied().filter(|id| !self.is_null_only(*id)).collect();
        let nullable = others.len() < branches.len();
        if others.is_empty() { (Kind::Null, false) } else { (Kind::Union(others), nullable) }
    }

    fn kind_of(&mut self, json_type: JsonType) -> Kind<'s> {
        match json_type {
            JsonType::String => {
                let mut string = std::mem::take(&mut self.string);
                let format = string.format;
                string
                    .patterns
                    .retain(|pattern| !format.is_some_and(|format| format.is_said_by(pattern.source())));
                Kind::String(string)
            }
            JsonType::Integer | JsonType::Number => {
                let mut number = std::mem::take(&mut self.number);
                number.integer = json_type == JsonType::Integer;
                if number.integer {
                    let is_safe = |bound: &Bound, safe: i64| {
                        !bound.exclusive && value::compare(bound.number, &safe.into()) == Ordering::Equal
                    };
                    number.minimum = number.minimum.filter(|bound| !is_safe(bound, -SAFE_INTEGER));
                    number.maximum = number.maximum.filter(|bound| !is_safe(bound, SAFE_INTEGER));
                }
                Kind::Number(number)
            }
            JsonType::Boolean => Kind::Boolean,
            JsonType::Array => Kind::Array(std::mem::take(&mut self.array)),
            JsonType::Object => {
                let mut object = std::mem::take(&mut self.object);
                for name in &self.required {
                    let unnamed =
                        Member { name, nodes: Vec::new(), required: true, null: NullMeaning::Value };
                    self.members.entry(name).or_insert(unnamed).required = true;
                }
                object.members = std::mem::take(&mut self.members).into_values().collect();
                Kind::Object(object)
            }
            JsonType::Null => Kind::Null,
        }
    }
}

fn raise(known: &mut Option<u64>, least: u64) {
    *known = Some(known.map_or(least, |known| known.max(least)));
}

fn lower(known: &mut Option<u64>, most: u64) {
    *known = Some(known.map_or(most, |known| known.min(most)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(schema: Value, expected: impl FnOnce(Shape) -> bool) {
        let schema = Schema::from_json_schema(&schema).unwrap();
        let shape = schema.shape(schema.root());
        let text = format!("{shape:?}");
        assert!(expected(shape), "{text}");
    }

    #[test]
    fn unevaluated_speaks_only_of_what_nothing_else_speaks_of() {
        let items = json!({"type": "array", "items": {"type": "string"}, "unevaluatedItems": false});
        check(items, |shape| matches!(shape.kind, Kind::Array(ArrayShape { items: Others::Of(_), .. })));
        let members = json!({"type": "object", "additionalProperties": {"type": "string"}, "unevaluatedProperties": false});
        check(members, |shape| matches!(shape.kind, Kind::Object(ObjectShape { others: Others::Of(_), .. })));
    }

    #[test]
    fn an_integer_beside_a_number_is_one_kind() {
        check(json!({"type": ["integer", "number"], "minimum": 1}), |shape| {
            matches!(shape.kind, Kind::Number(NumberShape { integer: false, minimum: Some(_), .. }))
        });
    }

    #[test]
    fn conditions_are_listed_and_the_shape_is_partial() {
        check(json!({"if": {"type": "string"}, "then": {"minLength": 1}}), |shape| {
            shape.is_partial
                && matches!(shape.conditions.as_slice(), [Condition { then: Some(_), otherwise: None, .. }])
        });
    }

    #[test]
    fn members_and_items_satisfy_what_is_said_of_them_by_name_by_pattern_and_of_the_others() {
        let nodes_of = |schema: Value, name: &str| {
            let schema = Schema::from_json_schema(&schema).unwrap();
            match schema.shape(schema.root()).kind {
                Kind::Object(object) => object.nodes_of(name).map(|nodes| nodes.len()),
                kind => panic!("{kind:?}"),
            }
        };
        let object = json!({
            "type": "object",
            "properties": {"ab": {"type": "string"}},
            "patternProperties": {"^a": {"minLength": 1}},
            "additionalProperties": false
        });
        for (name, expected) in [("ab", Some(2)), ("ac", Some(1)), ("b", None)] {
            assert_eq!(nodes_of(object.clone(), name), expected, "{name}");
        }
        assert_eq!(nodes_of(json!({"type": "object"}), "b"), Some(0));
    }
}
