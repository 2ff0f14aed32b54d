//! A schema in memory: an arena of nodes, each a conjunction of assertions.
//! Every draft is read into this one form, whose keywords mean what they mean in JSON Schema 2020-12.

use super::parts::Part;
use super::rule::Rule;
use super::types::{JsonType, TypeSet};
use crate::core::format::Format;
use crate::core::pattern::Pattern;
use indexmap::IndexMap;
use serde_json::{Map, Number, Value};
use std::sync::Arc;

/// A compiled schema. The nodes refer to each other by [`NodeId`], so a schema may be recursive.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The name people know it by.
    pub label: String,
    /// What could be asked for such an answer.
    pub example: Example,
    /// What of its source was left aside, and what its author should know of that.
    pub notes: Vec<Note>,
    nodes: Vec<Node>,
    root: NodeId,
    /// The dynamic anchors of each resource.
    resources: Vec<IndexMap<String, NodeId>>,
}

/// What could be asked for an answer of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// The prompt; empty where the author of the schema gave none.
    pub prompt: String,
    /// The document that the answer is about; empty where it is about none.
    pub input: String,
}

/// Something about one place of a schema's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The dotted path of the place; empty for the whole schema.
    pub path: String,
    /// What is to be known of it, as the rest of a sentence that begins with the path.
    pub message: String,
}

/// One node of the [`Schema`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

/// One schema resource of the [`Schema`] that made it: a part with a URI of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResourceId(usize);

/// Annotations, and assertions that must all hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The resource it belongs to.
    pub resource: ResourceId,
    /// The name by which other nodes refer to it: the last part of its place among the definitions.
    pub name: Option<String>,
    /// What it says of itself, for people and models.
    pub annotations: Annotations,
    /// In the order of the source.
    pub assertions: Vec<Assertion>,
    /// Rules that must be true of the value as well, unless it is null; in the order of the source.
    pub rules: Vec<Rule>,
}

/// What a node says beside its assertions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// `title`
    pub title: Option<String>,
    /// What the value means, for people and models.
    pub description: Option<String>,
    /// `default`, `examples`, and every keyword that is not known, as they stand in the source.
    pub others: Map<String, Value>,
}

/// One keyword, with its meaning in JSON Schema 2020-12.
/// A keyword about one type of value holds for every value of another type.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    /// `false`: no value at all is right here.
    Never,
    /// `type`: the value is of one of these.
    Type(TypeSet),
    /// `enum`: the value equals one of these.
    Enum(Arc<[Value]>),
    /// `const`: the value equals this one.
    Const(Arc<Value>),
    /// `minLength`, in Unicode code points.
    MinLength(u64),
    /// `maxLength`, in Unicode code points.
    MaxLength(u64),
    /// `pattern`: some part of the string matches.
    Pattern(Pattern),
    /// `format`
    Format(Format),
    /// The field form's `contains`: the string has this text in it.
    ContainsText(Arc<str>),
    /// `minimum`, inclusive.
    Minimum(Number),
    /// `maximum`, inclusive.
    Maximum(Number),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Number),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Number),
    /// `multipleOf`, of a number above 0.
    MultipleOf(Number),
    /// `prefixItems`: what holds for the items at the beginning, one by one.
    PrefixItems(Vec<NodeId>),
    /// `items`: what holds for the items after those of `prefixItems`.
    Items(NodeId),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// `uniqueItems: true`
    UniqueItems,
    /// `contains`, with `minContains` and `maxContains`.
    Contains(Contains),
    /// `unevaluatedItems`
    UnevaluatedItems(NodeId),
    /// `properties`, in the order an answer should have them.
    Properties(IndexMap<String, Property>),
    /// `patternProperties`
    PatternProperties(Vec<(Pattern, NodeId)>),
    /// `additionalProperties`: what holds for properties that the two above do not name.
    AdditionalProperties(NodeId),
    /// `propertyNames`
    PropertyNames(NodeId),
    /// `required`
    Required(Vec<String>),
    /// `dependentRequired`: where the first is there, the others are.
    DependentRequired(IndexMap<String, Vec<String>>),
    /// `dependentSchemas`: where the property is there, the whole object satisfies the node.
    DependentSchemas(IndexMap<String, NodeId>),
    /// `minProperties`
    MinProperties(u64),
    /// `maxProperties`
    MaxProperties(u64),
    /// `unevaluatedProperties`
    UnevaluatedProperties(NodeId),
    /// `$ref`: the value satisfies that node too.
    Reference(NodeId),
    /// `$dynamicRef`, and `$recursiveRef` under the empty name.
    DynamicReference {
        /// The dynamic anchor that is looked for.
        anchor: String,
        /// The node that is meant where no resource on the way has the anchor.
        otherwise: NodeId,
    },
    /// `allOf`
    AllOf(Vec<NodeId>),
    /// `anyOf`
    AnyOf(Vec<NodeId>),
    /// `oneOf`
    OneOf(Vec<NodeId>),
    /// `not`
    Not(NodeId),
    /// `if`, with `then` and `else`.
    If {
        /// `if`
        condition: NodeId,
        /// `then`
        then: Option<NodeId>,
        /// `else`
        otherwise: Option<NodeId>,
    },
}

/// How many items satisfy a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contains {
    /// The node.
    pub node: NodeId,
    /// The fewest.
    pub min: u64,
    /// The most.
    pub max: Option<u64>,
    /// Whether the items count as evaluated, as they do since 2020-12.
    pub evaluates: bool,
}

/// A named property of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Property {
    /// What its value must satisfy.
    pub node: NodeId,
    /// What a null there amounts to.
    pub null: NullMeaning,
}

/// What a null in a property amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMeaning {
    /// A value like any other, as in JSON Schema.
    Value,
    /// The property counts as missing, as in a field that is not `nullable`.
    Absence,
}

impl Note {
    /// The note as a sentence, without its full stop.
    pub fn sentence(&self) -> String {
        match self.path.as_str() {
            "" => format!("The schema {}", self.message),
            path => format!("{path} {}", self.message),
        }
    }
}

impl NodeId {
    /// Its position among the nodes of its schema.
    pub fn position(self) -> usize {
        self.0
    }
}

impl ResourceId {
    pub(super) fn at(position: usize) -> Self {
        Self(position)
    }
}

impl Schema {
    /// The schema that every JSON value satisfies: a root that asserts nothing.
    pub fn anything() -> Self {
        Self {
            label: "Any JSON".to_owned(),
            example: Example::default(),
            notes: Vec::new(),
            nodes: vec![Node::default()],
            root: NodeId(0),
            resources: vec![IndexMap::new()],
        }
    }

    /// A schema without any node, to which they are added.
    pub(super) fn empty() -> Self {
        Self { label: String::new(), nodes: Vec::new(), resources: Vec::new(), ..Self::anything() }
    }

    /// The node that the whole answer must satisfy.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node with this id. Ids come from the schema itself, so there always is one.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// Every node with its id, in the order of the arena.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(position, node)| (NodeId(position), node))
    }

    /// Every node that a resource marks with a dynamic anchor, by the name of the anchor.
    pub fn dynamic_anchors(&self) -> Vec<(ResourceId, String, NodeId)> {
        let of_resource = |(position, anchors): (usize, &IndexMap<String, NodeId>)| {
            let anchor = |(name, id): (&String, &NodeId)| (ResourceId(position), name.clone(), *id);
            anchors.iter().map(anchor).collect::<Vec<_>>()
        };
        self.resources.iter().enumerate().flat_map(of_resource).collect()
    }

    /// Of each node, whether it has rules, or a value that it judges may come to be judged by one that has,
    /// or a part of the value may.
    pub fn leading_to_rules(&self) -> Vec<bool> {
        let mut referring = vec![Vec::new(); self.nodes.len()];
        let mut refer = |from: NodeId, to: NodeId| {
            if let Some(referring) = referring.get_mut(to.0) {
                referring.push(from);
            }
        };
        // Any of its anchors may answer a dynamic reference.
        let anchors = self.dynamic_anchors();
        for (id, assertion) in
            self.nodes().flat_map(|(id, node)| node.assertions.iter().map(move |it| (id, it)))
        {
            for (part, next) in assertion.parts() {
                if !matches!(part, Part::Asked | Part::Names) {
                    refer(id, next);
                }
            }
            if matches!(assertion, Assertion::DynamicReference { .. }) {
                anchors.iter().for_each(|(_, _, anchor)| refer(id, *anchor));
            }
        }
        let mut leading = vec![false; self.nodes.len()];
        let mut left: Vec<_> =
            self.nodes().filter(|(_, node)| !node.rules.is_empty()).map(|(id, _)| id).collect();
        while let Some(id) = left.pop() {
            if let (Some(known), Some(referring)) = (leading.get_mut(id.0), referring.get(id.0))
                && !std::mem::replace(known, true)
            {
                left.extend(referring);
            }
        }
        leading
    }

    /// Whether no value at all satisfies the node, by its own word.
    pub fn is_never(&self, id: NodeId) -> bool {
        self.node(id).assertions.contains(&Assertion::Never)
    }

    /// The same with every node changed.
    pub fn changed(&self, change: impl FnMut(&mut Node)) -> Self {
        let mut schema = self.clone();
        schema.nodes.iter_mut().for_each(change);
        schema
    }

    pub(super) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    pub(super) fn add_resource(&mut self) {
        self.resources.push(IndexMap::new());
    }

    pub(super) fn add_dynamic_anchor(&mut self, resource: ResourceId, anchor: &str, node: NodeId) {
        if let Some(anchors) = self.resources.get_mut(resource.0) {
            anchors.insert(anchor.to_owned(), node);
        }
    }

    pub(super) fn replace(&mut self, id: NodeId, node: Node) {
        self.nodes[id.0] = node;
    }

    pub(super) fn name(&mut self, id: NodeId, name: String) {
        self.nodes[id.0].name.get_or_insert(name);
    }

    /// Takes what stood around a node for its description, where it has none of its own.
    pub(super) fn describe(&mut self, id: NodeId, description: String) {
        self.nodes[id.0].annotations.description.get_or_insert(description);
    }

    pub(super) fn set_root(&mut self, id: NodeId) {
        self.root = id;
    }
}

impl Node {
    /// The properties the node names, if it speaks of properties.
    pub fn properties(&self) -> Option<&IndexMap<String, Property>> {
        self.assertions.iter().find_map(|assertion| match assertion {
            Assertion::Properties(properties) => Some(properties),
            _ => None,
        })
    }
}

impl Assertion {
    /// The type of value that it is about; none for what is about all of them.
    pub fn implied_type(&self) -> Option<JsonType> {
        match self {
            Self::MinLength(_)
            | Self::MaxLength(_)
            | Self::Pattern(_)
            | Self::Format(_)
            | Self::ContainsText(_) => Some(JsonType::String),
            Self::Minimum(_)
            | Self::Maximum(_)
            | Self::ExclusiveMinimum(_)
            | Self::ExclusiveMaximum(_)
            | Self::MultipleOf(_) => Some(JsonType::Number),
            Self::PrefixItems(_)
            | Self::Items(_)
            | Self::MinItems(_)
            | Self::MaxItems(_)
            | Self::UniqueItems
            | Self::Contains(_)
            | Self::UnevaluatedItems(_) => Some(JsonType::Array),
            Self::Properties(_)
            | Self::PatternProperties(_)
            | Self::AdditionalProperties(_)
            | Self::PropertyNames(_)
            | Self::Required(_)
            | Self::DependentRequired(_)
            | Self::DependentSchemas(_)
            | Self::MinProperties(_)
            | Self::MaxProperties(_)
            | Self::UnevaluatedProperties(_) => Some(JsonType::Object),
            Self::Never
            | Self::Type(_)
            | Self::Enum(_)
            | Self::Const(_)
            | Self::Reference(_)
            | Self::DynamicReference { .. }
            | Self::AllOf(_)
            | Self::AnyOf(_)
            | Self::OneOf(_)
            | Self::Not(_)
            | Self::If { .. } => None,
        }
    }
}
