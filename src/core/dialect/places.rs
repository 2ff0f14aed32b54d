//! Where each node of a schema stands in the document that is written of it.

pub(super) use crate::core::pointer::escaped;
use crate::core::schema::{Assertion, NodeId, NullMeaning, Schema};
use serde_json::Value;
use std::collections::HashMap;

/// The places of nodes in [`Schema::to_json_schema`].
pub(super) struct Places {
    /// The pointer of each node, and its position in the order of the document.
    found: HashMap<NodeId, (String, usize)>,
}

impl Places {
    /// Finds the place of every node that is written in the document.
    pub(super) fn new(schema: &Schema, document: &Value) -> Self {
        let mut finder = Finder { schema, document, left: vec![(schema.root(), String::new())] };
        let mut found = HashMap::new();
        while let Some((id, place)) = finder.left.pop() {
            if found.contains_key(&id) {
                continue;
            }
            finder.look_into(id, &place);
            found.insert(id, (place, usize::MAX));
        }
        let mut order = HashMap::new();
        number(document, &mut String::new(), &mut order);
        for (place, position) in found.values_mut() {
            *position = order.get(place).copied().unwrap_or(usize::MAX);
        }
        Self { found }
    }

    /// The JSON pointer of a node; that of the root for one that is not written.
    pub(super) fn pointer(&self, id: NodeId) -> String {
        self.found.get(&id).map(|(place, _)| place.clone()).unwrap_or_default()
    }

    /// Whether a node is written at all; what nothing refers to is not.
    pub(super) fn has(&self, id: NodeId) -> bool {
        self.found.contains_key(&id)
    }

    /// Where a node stands among all values of the document.
    pub(super) fn position(&self, id: NodeId) -> usize {
        self.found.get(&id).map_or(usize::MAX, |(_, position)| *position)
    }
}

/// The order of the values of a document: each before what is in it.
fn number(value: &Value, place: &mut String, order: &mut HashMap<String, usize>) {
    order.insert(place.clone(), order.len());
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (escaped(name), member)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (step, part) in parts {
        let length = place.len();
        place.push('/');
        place.push_str(&step);
        number(part, place, order);
        place.truncate(length);
    }
}

struct Finder<'s> {
    schema: &'s Schema,
    document: &'s Value,
    left: Vec<(NodeId, String)>,
}

impl Finder<'_> {
    fn look_into(&mut self, id: NodeId, place: &str) {
        let schema = self.schema;
        for assertion in &schema.node(id).assertions {
            let all = |keyword: &str, ids: &[NodeId]| -> Vec<(String, NodeId)> {
                ids.iter().enumerate().map(|(at, id)| (format!("{keyword}/{at}"), *id)).collect()
            };
            let parts = match assertion {
                Assertion::Reference(next) | Assertion::DynamicReference { otherwise: next, .. } => {
                    let target = self.document.pointer(place).and_then(referred);
                    self.left.extend(target.map(|target| (*next, target)));
                    continue;
                }
                Assertion::Properties(properties) => {
                    for (name, property) in properties {
                        let place = format!("{place}/properties/{}", escaped(name));
                        // A null that counts as missing is put beside the schema as another form of it.
                        let inner = format!("{place}/anyOf/0");
                        let is_wrapped =
                            property.null == NullMeaning::Absence && self.document.pointer(&inner).is_some();
                        self.visit(property.node, if is_wrapped { inner } else { place });
                    }
                    continue;
                }
                Assertion::PatternProperties(patterns) => patterns
                    .iter()
                    .map(|(pattern, id)| (format!("patternProperties/{}", escaped(pattern.source())), *id))
                    .collect(),
                Assertion::DependentSchemas(schemas) => schemas
                    .iter()
                    .map(|(name, id)| (format!("dependentSchemas/{}", escaped(name)), *id))
                    .collect(),
                Assertion::PrefixItems(ids) => all("prefixItems", ids),
                Assertion::AllOf(ids) => all("allOf", ids),
                Assertion::AnyOf(ids) => all("anyOf", ids),
                Assertion::OneOf(ids) => all("oneOf", ids),
                Assertion::Items(id) => vec![("items".to_owned(), *id)],
                Assertion::Contains(contains) => vec![("contains".to_owned(), contains.node)],
                Assertion::UnevaluatedItems(id) => vec![("unevaluatedItems".to_owned(), *id)],
                Assertion::AdditionalProperties(id) => vec![("additionalProperties".to_owned(), *id)],
                Assertion::PropertyNames(id) => vec![("propertyNames".to_owned(), *id)],
                Assertion::UnevaluatedProperties(id) => vec![("unevaluatedProperties".to_owned(), *id)],
                Assertion::Not(id) => vec![("not".to_owned(), *id)],
                Assertion::If { condition, then, otherwise } => {
                    let branches = [("if", Some(*condition)), ("then", *then), ("else", *otherwise)];
                    branches.into_iter().filter_map(|(name, id)| Some((name.to_owned(), id?))).collect()
                }
                Assertion::Never
                | Assertion::Type(_)
                | Assertion::Enum(_)
                | Assertion::Const(_)
                | Assertion::MinLength(_)
                | Assertion::MaxLength(_)
                | Assertion::Pattern(_)
                | Assertion::Format(_)
                | Assertion::ContainsText(_)
                | Assertion::Minimum(_)
                | Assertion::Maximum(_)
                | Assertion::ExclusiveMinimum(_)
                | Assertion::ExclusiveMaximum(_)
                | Assertion::MultipleOf(_)
                | Assertion::MinItems(_)
                | Assertion::MaxItems(_)
                | Assertion::UniqueItems
                | Assertion::Required(_)
                | Assertion::DependentRequired(_)
                | Assertion::MinProperties(_)
                | Assertion::MaxProperties(_) => Vec::new(),
            };
            for (step, id) in parts {
                self.visit(id, format!("{place}/{step}"));
            }
        }
    }

    /// Notes a node that is used at a place, where it is written or referred to.
    fn visit(&mut self, id: NodeId, place: String) {
        let Some(written) = self.document.pointer(&place) else { return };
        let refers = self.schema.node(id).assertions.iter().any(|assertion| {
            matches!(assertion, Assertion::Reference(_) | Assertion::DynamicReference { .. })
        });
        let target = if refers { None } else { referred(written) };
        self.left.push((id, target.unwrap_or(place)));
    }
}

/// The pointer that the `$ref` of a schema leads to.
fn referred(schema: &Value) -> Option<String> {
    let fragment = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    let mut bytes = Vec::new();
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
