//! Reads the schemas of a document, keyword by keyword, into nodes.
//! Older drafts are put into the words of 2020-12 here and nowhere else.

use super::index::{Index, below, last};
use crate::core::format::Format;
use crate::core::pattern::Pattern;
use crate::core::pointer::Segment;
use crate::core::schema::cycle;
use crate::core::schema::draft::Draft;
use crate::core::schema::error::SchemaError;
use crate::core::schema::keywords::{Keyword as Known, Role, keyword};
use crate::core::schema::node::{
    Annotations, Assertion, Contains, Node, NodeId, Note, NullMeaning, Property, ResourceId, Schema,
};
use crate::core::schema::rule::{Rule, RuleError};
use crate::core::schema::types::{JsonType, TypeSet};
use indexmap::IndexMap;
use serde_json::{Map, Number, Value};
use std::collections::HashMap;
use std::sync::Arc;

impl Schema {
    /// Reads a JSON Schema of any draft from 04 to 2020-12, told apart by `$schema`.
    /// OpenAPI's `nullable` and `example` are understood. What is not known is kept as an annotation
    /// and listed in [`Schema::notes`].
    ///
    /// # Errors
    /// A [`SchemaError`] that names the first part that cannot be meant, such as a `$ref` that leads
    /// out of the document.
    pub fn from_json_schema(document: &Value) -> Result<Self, SchemaError> {
        let reader = Reader::read_all(document)?;
        cycle::refuse(&reader.schema, |id| reader.path_of(id))?;
        let mut schema = reader.schema;
        let text = |name: &str| document.get(name).and_then(Value::as_str).map(str::to_owned);
        schema.label = text("title").unwrap_or_default();
        Ok(schema)
    }
}

/// Where the nodes stand that are read from a document, as JSON pointers into it.
pub(in crate::core::schema) fn places(document: &Value) -> HashMap<NodeId, String> {
    let nodes = Reader::read_all(document).map(|reader| reader.nodes).unwrap_or_default();
    nodes.into_iter().map(|(place, id)| (id, place)).collect()
}

struct Reader<'d> {
    index: Index<'d>,
    schema: Schema,
    /// The nodes that are known by their place.
    nodes: HashMap<String, NodeId>,
    /// The places that are still to be read.
    left: Vec<(NodeId, String)>,
    knows_dynamic_anchors: bool,
}

/// A keyword, where it stands.
struct Keyword<'d> {
    name: &'d str,
    value: &'d Value,
    /// The place of the keyword itself.
    place: String,
}

impl<'d> Reader<'d> {
    fn read_all(document: &'d Value) -> Result<Self, SchemaError> {
        let mut reader = Self::new(document);
        reader.note_draft();
        let root = reader.node("");
        reader.schema.set_root(root);
        while let Some((id, place)) = reader.left.pop() {
            let node = reader.read(&place)?;
            reader.schema.replace(id, node);
        }
        Ok(reader)
    }

    fn new(document: &'d Value) -> Self {
        let index = Index::new(document);
        let mut schema = Schema::empty();
        for _ in &index.resources {
            schema.add_resource();
        }
        Self { index, schema, nodes: HashMap::new(), left: Vec::new(), knows_dynamic_anchors: false }
    }

    fn note_draft(&mut self) {
        if let Some(uri) = self.index.document.get("$schema").and_then(Value::as_str)
            && Draft::from_uri(uri).is_none()
        {
            self.note("/$schema", "names no draft that is known, so it is read as 2020-12".to_owned());
        }
    }

    fn note(&mut self, place: &str, message: String) {
        let path = self.index.dotted(place);
        self.schema.notes.push(Note { path, message });
    }

    fn error(&self, place: &str, message: impl Into<String>) -> SchemaError {
        SchemaError::new(self.index.dotted(place), message)
    }

    fn path_of(&self, id: NodeId) -> String {
        let place = self.nodes.iter().find(|(_, known)| **known == id).map(|(place, _)| place);
        place.map_or_else(String::new, |place| self.index.dotted(place))
    }

    /// The node of a place, which is read in its turn.
    fn node(&mut self, place: &str) -> NodeId {
        if let Some(id) = self.nodes.get(place) {
            return *id;
        }
        let id = self.schema.add(Node::default());
        self.nodes.insert(place.to_owned(), id);
        self.left.push((id, place.to_owned()));
        id
    }

    fn read(&mut self, place: &str) -> Result<Node, SchemaError> {
        let (resource, draft) = self.index.resource_of(place);
        let mut node = Node { resource: ResourceId::at(resource), ..Node::default() };
        let id = self.nodes.get(place);
        node.name = id.and_then(|id| self.schema.node(*id).name.clone());
        let keywords = match self.index.document.pointer(place) {
            Some(Value::Bool(true)) => return Ok(node),
            Some(Value::Bool(false)) => {
                node.assertions.push(Assertion::Never);
                return Ok(node);
            }
            Some(Value::Object(keywords)) => keywords,
            Some(_) | None => return Err(self.error(place, "must be an object, true or false")),
        };
        if let Some(reference) = keywords.get("$ref").filter(|_| draft.reference_stands_alone()) {
            let reference = Keyword { name: "$ref", value: reference, place: below(place, "$ref") };
            node.assertions.push(self.reference(&reference)?);
            // What stands beside it is out of force, but what it says of the value still helps people;
            // rules are no part of the draft that says so.
            for (name, value) in keywords {
                match name.as_str() {
                    "title" | "description" => node.annotations.say(name, value),
                    "x-rules" | "x-kubernetes-validations" => {
                        node.rules.extend(self.rules(&Keyword { name, value, place: below(place, name) })?);
                    }
                    _ => {}
                }
            }
            return Ok(node);
        }
        for (name, value) in keywords {
            let keyword = Keyword { name, value, place: below(place, name) };
            self.keyword(&keyword, keywords, draft, &mut node)?;
        }
        if is_on(keywords, "nullable") {
            let types = node.assertions.iter_mut().find_map(|assertion| match assertion {
                Assertion::Type(types) => Some(types),
                _ => None,
            });
            match types {
                Some(types) => *types = types.with(JsonType::Null),
                None => self.note(
                    &below(place, "nullable"),
                    "allows no null, as OpenAPI has it, since no type stands beside it".to_owned(),
                ),
            }
        }
        Ok(node)
    }

    fn keyword(
        &mut self,
        keyword: &Keyword<'d>,
        beside: &'d Map<String, Value>,
        draft: Draft,
        node: &mut Node,
    ) -> Result<(), SchemaError> {
        if self.is_annotation(keyword, draft) {
            node.annotations.say(keyword.name, keyword.value);
            return Ok(());
        }
        let assertion = match keyword.name {
            "$ref" => self.reference(keyword)?,
            "$dynamicRef" => self.dynamic_reference(keyword)?,
            "$recursiveRef" => self.recursive_reference(keyword),
            "type" => Assertion::Type(self.types(keyword)?),
            "enum" => Assertion::Enum(self.array(keyword)?.as_slice().into()),
            "const" => Assertion::Const(Arc::new(keyword.value.clone())),
            "minLength" => Assertion::MinLength(self.count(keyword)?),
            "maxLength" => Assertion::MaxLength(self.count(keyword)?),
            "pattern" => Assertion::Pattern(self.pattern(&keyword.place, self.text(keyword)?)?),
            "format" => match Format::from_name(self.text(keyword)?) {
                Some(format) => Assertion::Format(format),
                None => return self.unknown_format(keyword, node),
            },
            "minimum" if is_on(beside, "exclusiveMinimum") => {
                Assertion::ExclusiveMinimum(self.number(keyword)?)
            }
            "maximum" if is_on(beside, "exclusiveMaximum") => {
                Assertion::ExclusiveMaximum(self.number(keyword)?)
            }
            "minimum" => Assertion::Minimum(self.number(keyword)?),
            "maximum" => Assertion::Maximum(self.number(keyword)?),
            // Draft-04 and OpenAPI 3.0 only say whether the bound beside it is itself outside.
            "exclusiveMinimum" | "exclusiveMaximum" if keyword.value.is_boolean() => return Ok(()),
            "exclusiveMinimum" => Assertion::ExclusiveMinimum(self.number(keyword)?),
            "exclusiveMaximum" => Assertion::ExclusiveMaximum(self.number(keyword)?),
            "multipleOf" => {
                let number = self.number(keyword)?;
                if number.as_f64().is_none_or(|number| number <= 0.0) {
                    return Err(self.error(&keyword.place, "must be a number above 0"));
                }
                Assertion::MultipleOf(number)
            }
            "prefixItems" => Assertion::PrefixItems(self.nodes(keyword)?),
            // Until 2019-09 a list stood for the first items, and `additionalItems` for the others.
            "items" if keyword.value.is_array() && beside.contains_key("prefixItems") => {
                return Err(
                    self.error(&keyword.place, "must be one schema, since prefixItems stands beside it")
                );
            }
            "items" if keyword.value.is_array() => Assertion::PrefixItems(self.nodes(keyword)?),
            "items" => Assertion::Items(self.node(&keyword.place)),
            "additionalItems" => match beside.get("items") {
                Some(Value::Array(_)) => Assertion::Items(self.node(&keyword.place)),
                Some(_) | None => return Ok(()),
            },
            "minItems" => Assertion::MinItems(self.count(keyword)?),
            "maxItems" => Assertion::MaxItems(self.count(keyword)?),
            "uniqueItems" => match keyword.value {
                Value::Bool(true) => Assertion::UniqueItems,
                Value::Bool(false) => return Ok(()),
                _ => return Err(self.error(&keyword.place, "must be true or false")),
            },
            "contains" => self.contains(keyword, beside, draft)?,
            // Read with `contains`.
            "minContains" | "maxContains" => return Ok(()),
            "unevaluatedItems" => Assertion::UnevaluatedItems(self.node(&keyword.place)),
            "properties" => Assertion::Properties(self.properties(keyword)?),
            "patternProperties" => {
                let mut patterns = Vec::new();
                for name in self.object(keyword)?.keys() {
                    let place = below(&keyword.place, name);
                    patterns.push((self.pattern(&place, name)?, self.node(&place)));
                }
                Assertion::PatternProperties(patterns)
            }
            "additionalProperties" => Assertion::AdditionalProperties(self.node(&keyword.place)),
            "propertyNames" => Assertion::PropertyNames(self.node(&keyword.place)),
            "unevaluatedProperties" => Assertion::UnevaluatedProperties(self.node(&keyword.place)),
            "required" => Assertion::Required(self.names(keyword.value, &keyword.place)?),
            "minProperties" => Assertion::MinProperties(self.count(keyword)?),
            "maxProperties" => Assertion::MaxProperties(self.count(keyword)?),
            "dependentRequired" => {
                let mut needed = IndexMap::new();
                for (name, names) in self.object(keyword)? {
                    needed.insert(name.clone(), self.names(names, &below(&keyword.place, name))?);
                }
                Assertion::DependentRequired(needed)
            }
            "dependentSchemas" => {
                let names = self.object(keyword)?.keys();
                let node = |name: &String| (name.clone(), self.node(&below(&keyword.place, name)));
                Assertion::DependentSchemas(names.map(node).collect())
            }
            "dependencies" => return self.dependencies(keyword, node),
            "allOf" => Assertion::AllOf(self.nodes(keyword)?),
            "anyOf" => Assertion::AnyOf(self.nodes(keyword)?),
            "oneOf" => Assertion::OneOf(self.nodes(keyword)?),
            "not" => Assertion::Not(self.node(&keyword.place)),
            "if" => {
                let mut part = |name: &str| {
                    let place = sibling(&keyword.place, name);
                    beside.contains_key(name).then(|| self.node(&place))
                };
                let (then, otherwise) = (part("then"), part("else"));
                Assertion::If { condition: self.node(&keyword.place), then, otherwise }
            }
            "x-rules" | "x-kubernetes-validations" => {
                node.rules.extend(self.rules(keyword)?);
                return Ok(());
            }
            // Read with `if`, with `type`, by the index, or only when something refers to them.
            _ => return Ok(()),
        };
        node.assertions.push(assertion);
        Ok(())
    }

    /// Whether the keyword asserts nothing in this draft; what is not known at all is noted.
    fn is_annotation(&mut self, word: &Keyword, draft: Draft) -> bool {
        match keyword(word.name) {
            Some(Known { since, .. }) if draft < since => {
                let message = format!("is no keyword of {} and is ignored", draft.name());
                self.note(&word.place, message);
                true
            }
            // It is judged where it is known.
            Some(Known { role: Role::Annotation, .. }) => word.name != "format",
            Some(Known { role: Role::Structure | Role::Assertion, .. }) => false,
            None => {
                if !word.name.starts_with("x-") {
                    self.note(&word.place, "is no keyword of JSON Schema and is ignored".to_owned());
                }
                true
            }
        }
    }

    fn unknown_format(&mut self, keyword: &Keyword, node: &mut Node) -> Result<(), SchemaError> {
        // OpenAPI's, which say how a number is held or how a text is shown.
        let is_usual = ["int32", "int64", "float", "double", "byte", "binary", "password"];
        if !keyword.value.as_str().is_some_and(|name| is_usual.contains(&name)) {
            self.note(&keyword.place, format!("{} is not known and is not judged", keyword.value));
        }
        node.annotations.say(keyword.name, keyword.value);
        Ok(())
    }

    fn reference(&mut self, keyword: &Keyword) -> Result<Assertion, SchemaError> {
        let reference = self.text(keyword)?;
        let target = self.index.target(&keyword.place, reference);
        let target = target.ok_or_else(|| self.leads_nowhere(keyword, reference))?;
        Ok(Assertion::Reference(self.referred(&target.place)))
    }

    fn dynamic_reference(&mut self, keyword: &Keyword) -> Result<Assertion, SchemaError> {
        let reference = self.text(keyword)?;
        let target = self.index.target(&keyword.place, reference);
        let target = target.ok_or_else(|| self.leads_nowhere(keyword, reference))?;
        let otherwise = self.referred(&target.place);
        Ok(match target.dynamic_anchor {
            Some(anchor) => {
                self.read_dynamic_anchors();
                Assertion::DynamicReference { anchor, otherwise }
            }
            None => Assertion::Reference(otherwise),
        })
    }

    fn recursive_reference(&mut self, keyword: &Keyword) -> Assertion {
        let (place, is_anchor) = self.index.recursive_target(&keyword.place);
        let otherwise = self.referred(&place);
        if !is_anchor {
            return Assertion::Reference(otherwise);
        }
        self.read_dynamic_anchors();
        Assertion::DynamicReference { anchor: String::new(), otherwise }
    }

    fn leads_nowhere(&self, keyword: &Keyword, reference: &str) -> SchemaError {
        let quoted = Value::from(reference);
        let message = if reference.starts_with('#') {
            format!("refers to {quoted}, which is not in the schema")
        } else {
            format!("refers to {quoted}, which is outside of this schema; put what it means under $defs")
        };
        self.error(&keyword.place, message)
    }

    /// The node that a reference means, which gets a name by it.
    fn referred(&mut self, place: &str) -> NodeId {
        let id = self.node(place);
        let name = if place.is_empty() { "Answer".to_owned() } else { last(place) };
        self.schema.name(id, name);
        id
    }

    fn read_dynamic_anchors(&mut self) {
        if std::mem::replace(&mut self.knows_dynamic_anchors, true) {
            return;
        }
        for position in 0..self.index.resources.len() {
            let anchors = self.index.resources.get(position).map(|resource| resource.dynamic_anchors.clone());
            for (anchor, place) in anchors.unwrap_or_default() {
                let id = self.node(&place);
                self.schema.add_dynamic_anchor(ResourceId::at(position), &anchor, id);
            }
        }
    }

    fn contains(
        &mut self,
        keyword: &Keyword<'d>,
        beside: &'d Map<String, Value>,
        draft: Draft,
    ) -> Result<Assertion, SchemaError> {
        let count = |name: &'static str| -> Result<Option<u64>, SchemaError> {
            let Some(value) = beside.get(name).filter(|_| draft >= Draft::Draft2019) else { return Ok(None) };
            self.count(&Keyword { name, value, place: sibling(&keyword.place, name) }).map(Some)
        };
        let (min, max) = (count("minContains")?.unwrap_or(1), count("maxContains")?);
        let node = self.node(&keyword.place);
        Ok(Assertion::Contains(Contains { node, min, max, evaluates: draft >= Draft::Draft2020 }))
    }

    fn properties(&mut self, keyword: &Keyword<'d>) -> Result<IndexMap<String, Property>, SchemaError> {
        let names = self.object(keyword)?.keys();
        let property = |name: &String| {
            let node = self.node(&below(&keyword.place, name));
            (name.clone(), Property { node, null: NullMeaning::Value })
        };
        Ok(names.map(property).collect())
    }

    /// `dependencies` is `dependentRequired` and `dependentSchemas` in one.
    fn dependencies(&mut self, keyword: &Keyword<'d>, node: &mut Node) -> Result<(), SchemaError> {
        let (mut required, mut schemas) = (IndexMap::new(), IndexMap::new());
        for (name, value) in self.object(keyword)? {
            let place = below(&keyword.place, name);
            if value.is_array() {
                required.insert(name.clone(), self.names(value, &place)?);
            } else {
                schemas.insert(name.clone(), self.node(&place));
            }
        }
        if !required.is_empty() {
            node.assertions.push(Assertion::DependentRequired(required));
        }
        if !schemas.is_empty() {
            node.assertions.push(Assertion::DependentSchemas(schemas));
        }
        Ok(())
    }

    fn rules(&self, keyword: &Keyword) -> Result<Vec<Rule>, SchemaError> {
        Rule::read_all(keyword.value).map_err(|RuleError { place, message }| {
            let place = place.iter().fold(keyword.place.clone(), |place, segment| match segment {
                Segment::Key(key) => below(&place, key),
                Segment::Index(index) => below(&place, &index.to_string()),
            });
            self.error(&place, message)
        })
    }

    fn types(&self, keyword: &Keyword) -> Result<TypeSet, SchemaError> {
        let one = |value: &Value| value.as_str().and_then(JsonType::from_name);
        let types = match keyword.value {
            Value::Array(names) if !names.is_empty() => names.iter().map(one).collect(),
            value => one(value).map(TypeSet::from),
        };
        types.ok_or_else(|| {
            let names = JsonType::ALL.map(JsonType::name).join(", ");
            self.error(&keyword.place, format!("must be one or several of: {names}"))
        })
    }

    fn nodes(&mut self, keyword: &Keyword) -> Result<Vec<NodeId>, SchemaError> {
        let count = self.array(keyword)?.len();
        Ok((0..count).map(|position| self.node(&below(&keyword.place, &position.to_string()))).collect())
    }

    fn pattern(&self, place: &str, source: &str) -> Result<Pattern, SchemaError> {
        Pattern::compile(source)
            .map_err(|error| self.error(place, format!("is no regular expression: {error}")))
    }

    fn object(&self, keyword: &Keyword<'d>) -> Result<&'d Map<String, Value>, SchemaError> {
        keyword.value.as_object().ok_or_else(|| self.error(&keyword.place, "must be an object"))
    }

    fn array(&self, keyword: &Keyword<'d>) -> Result<&'d Vec<Value>, SchemaError> {
        keyword.value.as_array().ok_or_else(|| self.error(&keyword.place, "must be an array"))
    }

    fn text(&self, keyword: &Keyword<'d>) -> Result<&'d str, SchemaError> {
        keyword.value.as_str().ok_or_else(|| self.error(&keyword.place, "must be a string"))
    }

    fn number(&self, keyword: &Keyword) -> Result<Number, SchemaError> {
        keyword.value.as_number().cloned().ok_or_else(|| self.error(&keyword.place, "must be a number"))
    }

    /// A whole number from 0, also when it is written `2.0`.
    fn count(&self, keyword: &Keyword) -> Result<u64, SchemaError> {
        let written =
            keyword.value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..=1e18).contains(number));
        let count = keyword.value.as_u64().or(written.map(|number| number as u64));
        count.ok_or_else(|| self.error(&keyword.place, "must be a whole number from 0"))
    }

    fn names(&self, value: &Value, place: &str) -> Result<Vec<String>, SchemaError> {
        let names = value
            .as_array()
            .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        names.ok_or_else(|| self.error(place, "must be an array of names"))
    }
}

impl Annotations {
    fn say(&mut self, name: &str, value: &Value) {
        match (name, value) {
            ("title", Value::String(text)) => self.title = Some(text.clone()),
            ("description", Value::String(text)) => self.description = Some(text.clone()),
            // OpenAPI's word for one of the `examples`.
            ("example", _) => {
                drop(self.others.insert("examples".to_owned(), Value::Array(vec![value.clone()])))
            }
            (_, _) => drop(self.others.insert(name.to_owned(), value.clone())),
        }
    }
}

fn is_on(beside: &Map<String, Value>, name: &str) -> bool {
    beside.get(name) == Some(&Value::Bool(true))
}

/// The place of a keyword that stands beside another one.
fn sibling(place: &str, name: &str) -> String {
    let end = place.rfind('/').unwrap_or_default();
    below(place.get(..end).unwrap_or_default(), name)
}
