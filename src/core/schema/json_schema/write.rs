//! JSON Schema out: the nodes of any schema as one document of draft 2020-12.
//! Says what the nodes say, and knows nothing of what a server understands of it.

use super::absence;
use super::definitions::Definitions;
use crate::core::schema::keywords::{Keyword, Role, keyword};
use crate::core::schema::node::{
    Annotations, Assertion, Contains, Node, NodeId, NullMeaning, Property, Schema,
};
use crate::core::schema::rule::Rule;
use crate::core::schema::types::{JsonType, TypeSet};
use indexmap::IndexMap;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The draft that is written.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// One assertion as it is written: its keywords, which belong together.
type Keywords = Vec<(&'static str, Value)>;

impl Schema {
    /// The schema as JSON Schema 2020-12, whatever it was read from. It judges every value alike.
    ///
    /// Keywords and properties keep their order; the label becomes the `title` where there is none.
    /// A node that others refer to, or that is used twice, stands under `$defs`; everything else stands
    /// where it is used. Not kept are definitions that nothing refers to, the URIs and anchors of the
    /// source, and keywords that its draft does not know though 2020-12 does. Where dynamic references
    /// could mean one of several nodes, each resource gets a new URI, `resource-1` and so on; where they
    /// cannot, they are plain ones.
    pub fn to_json_schema(&self) -> Value {
        let asks_items = |(_, node): (NodeId, &Node)| {
            node.assertions.iter().any(|assertion| matches!(assertion, Assertion::UnevaluatedItems(_)))
        };
        let writer = Writer {
            schema: self,
            definitions: Definitions::new(self),
            asks_items: self.nodes().any(asks_items),
        };
        writer.document()
    }
}

struct Writer<'s> {
    schema: &'s Schema,
    definitions: Definitions<'s>,
    /// Whether it matters anywhere which items are evaluated.
    asks_items: bool,
}

impl Writer<'_> {
    fn document(&self) -> Value {
        let mut resources = self.definitions.resources();
        let (uri, defined) = resources.next().unwrap_or_default();
        let mut definitions = self.definitions_of(defined);
        for (uri, defined) in resources {
            definitions.insert(uri.clone(), json!({"$id": uri, "$defs": self.definitions_of(defined)}));
        }
        let mut document = Map::from_iter([("$schema".to_owned(), json!(DRAFT))]);
        if self.definitions.is_split() {
            document.insert("$id".to_owned(), uri.into());
        }
        let root = self.written(self.schema.root());
        if !self.schema.label.is_empty() && root.get("title").is_none() {
            document.insert("title".to_owned(), self.schema.label.as_str().into());
        }
        match root {
            Value::Object(keywords) => document.extend(keywords),
            is_allowed if document.len() == 1 && definitions.is_empty() => return is_allowed,
            is_allowed if is_allowed == false => drop(document.insert("not".to_owned(), json!({}))),
            _ => {}
        }
        if !definitions.is_empty() {
            document.insert("$defs".to_owned(), definitions.into());
        }
        document.into()
    }

    fn definitions_of(&self, defined: Vec<(&String, NodeId)>) -> Map<String, Value> {
        defined.into_iter().map(|(name, id)| (name.clone(), self.written(id))).collect()
    }

    /// A node where it is used: itself, or the reference to it.
    fn node(&self, id: NodeId) -> Value {
        self.definitions.reference(id).map_or_else(|| self.written(id), |uri| json!({"$ref": uri}))
    }

    fn nodes(&self, ids: &[NodeId]) -> Value {
        ids.iter().map(|id| self.node(*id)).collect()
    }

    /// A node itself. Nodes within each other that are all written where they are used nest no deeper
    /// than their source did; whatever leads back to a node that is being written is a reference.
    fn written(&self, id: NodeId) -> Value {
        let node = self.schema.node(id);
        let mut written = Map::new();
        if let Some(anchor) = self.definitions.anchor(id) {
            written.insert("$dynamicAnchor".to_owned(), anchor.into());
        }
        let Annotations { title, description, others } = &node.annotations;
        let texts = [("title", title), ("description", description)];
        let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?)));
        written.extend(texts.map(|(name, text)| (name.to_owned(), text.into())));
        if written.is_empty()
            && others.is_empty()
            && node.rules.is_empty()
            && node.assertions == [Assertion::Never]
        {
            return false.into();
        }
        // A keyword that stands there already is put beside it as a schema of its own.
        let mut apart = Vec::new();
        for assertion in &node.assertions {
            let keywords = self.assertion(assertion, node);
            if keywords.iter().any(|(name, _)| written.contains_key(*name)) {
                apart.push(keywords.into_iter().collect());
            } else {
                written.extend(keywords.into_iter().map(|(name, value)| (name.to_owned(), value)));
            }
        }
        if !node.rules.is_empty() {
            written.insert("x-rules".to_owned(), node.rules.iter().map(Rule::to_json).collect());
        }
        if !apart.is_empty() {
            let all = written.entry("allOf").or_insert_with(|| json!([]));
            all.as_array_mut().into_iter().for_each(|all| all.append(&mut apart));
        }
        for (name, value) in others {
            if is_still_annotation(name) {
                written.entry(name).or_insert_with(|| value.clone());
            }
        }
        if written.is_empty() { true.into() } else { written.into() }
    }

    fn assertion(&self, assertion: &Assertion, node: &Node) -> Keywords {
        let (name, value) = match assertion {
            Assertion::Never => ("not", json!({})),
            Assertion::Type(types) => ("type", type_names(*types)),
            Assertion::Enum(values) => ("enum", values.to_vec().into()),
            Assertion::Const(value) => ("const", Value::clone(value)),
            Assertion::MinLength(length) => ("minLength", json!(length)),
            Assertion::MaxLength(length) => ("maxLength", json!(length)),
            Assertion::Pattern(pattern) => ("pattern", pattern.source().into()),
            Assertion::Format(format) => ("format", format.name().into()),
            Assertion::ContainsText(text) => ("pattern", text_pattern(text).into()),
            Assertion::Minimum(number) => ("minimum", json!(number)),
            Assertion::Maximum(number) => ("maximum", json!(number)),
            Assertion::ExclusiveMinimum(number) => ("exclusiveMinimum", json!(number)),
            Assertion::ExclusiveMaximum(number) => ("exclusiveMaximum", json!(number)),
            Assertion::MultipleOf(number) => ("multipleOf", json!(number)),
            Assertion::PrefixItems(ids) => ("prefixItems", self.nodes(ids)),
            Assertion::Items(id) => ("items", self.node(*id)),
            Assertion::MinItems(count) => ("minItems", json!(count)),
            Assertion::MaxItems(count) => ("maxItems", json!(count)),
            Assertion::UniqueItems => ("uniqueItems", true.into()),
            Assertion::Contains(contains) => return self.contains(contains),
            Assertion::UnevaluatedItems(id) => ("unevaluatedItems", self.node(*id)),
            Assertion::Properties(properties) => ("properties", self.properties(properties, node)),
            Assertion::PatternProperties(patterns) => {
                let patterns =
                    patterns.iter().map(|(pattern, id)| (pattern.source().to_owned(), self.node(*id)));
                ("patternProperties", patterns.collect())
            }
            Assertion::AdditionalProperties(id) => ("additionalProperties", self.node(*id)),
            Assertion::PropertyNames(id) => ("propertyNames", self.node(*id)),
            Assertion::Required(names) => ("required", json!(names)),
            Assertion::DependentRequired(names) => {
                let names = names.iter().map(|(name, needed)| (name.clone(), json!(needed)));
                ("dependentRequired", names.collect())
            }
            Assertion::DependentSchemas(schemas) => {
                let schemas = schemas.iter().map(|(name, id)| (name.clone(), self.node(*id)));
                ("dependentSchemas", schemas.collect())
            }
            Assertion::MinProperties(count) => ("minProperties", json!(count)),
            Assertion::MaxProperties(count) => ("maxProperties", json!(count)),
            Assertion::UnevaluatedProperties(id) => ("unevaluatedProperties", self.node(*id)),
            Assertion::Reference(id) => ("$ref", self.definitions.reference(*id).into()),
            Assertion::DynamicReference { otherwise, .. } => {
                match self.definitions.dynamic_reference(*otherwise) {
                    Some(uri) => ("$dynamicRef", uri.into()),
                    None => ("$ref", self.definitions.reference(*otherwise).into()),
                }
            }
            Assertion::AllOf(ids) => ("allOf", self.nodes(ids)),
            Assertion::AnyOf(ids) => ("anyOf", self.nodes(ids)),
            Assertion::OneOf(ids) => ("oneOf", self.nodes(ids)),
            Assertion::Not(id) => ("not", self.node(*id)),
            Assertion::If { condition, then, otherwise } => {
                let branches =
                    [("if", Some(condition)), ("then", then.as_ref()), ("else", otherwise.as_ref())];
                return branches.into_iter().filter_map(|(name, id)| Some((name, self.node(*id?)))).collect();
            }
        };
        vec![(name, value)]
    }

    fn contains(&self, contains: &Contains) -> Keywords {
        let Contains { node, min, max, evaluates } = contains;
        let mut keywords = vec![("contains", self.node(*node))];
        if *min != 1 {
            keywords.push(("minContains", json!(min)));
        }
        if let Some(max) = max {
            keywords.push(("maxContains", json!(max)));
        }
        if *evaluates || !self.asks_items {
            return keywords;
        }
        // Until 2019-09 the items count as not evaluated, as does everything inside of a `not`.
        vec![("not", json!({"not": keywords.into_iter().collect::<Value>()}))]
    }

    fn properties(&self, properties: &IndexMap<String, Property>, node: &Node) -> Value {
        let required = node.assertions.iter().filter_map(|assertion| match assertion {
            Assertion::Required(names) => Some(names),
            _ => None,
        });
        let required: HashSet<_> = required.flatten().collect();
        let property = |(name, property): (&String, &Property)| {
            let written = self.node(property.node);
            let written = match property.null {
                NullMeaning::Value => written,
                NullMeaning::Absence if required.contains(name) => absence::refused(written),
                NullMeaning::Absence => absence::allowed(written),
            };
            (name.clone(), written)
        };
        properties.iter().map(property).collect()
    }
}

fn type_names(types: TypeSet) -> Value {
    match types.single() {
        Some(only) => only.name().into(),
        None => types.iter().map(JsonType::name).collect(),
    }
}

/// A text as a pattern that finds just this text. What is no syntax may not be escaped.
pub fn text_pattern(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if "^$\\.*+?()[]{}|".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// Whether a keyword that said nothing in the draft of its source says nothing in 2020-12 either.
/// A `format` among them is one that is not known.
fn is_still_annotation(name: &str) -> bool {
    match keyword(name) {
        Some(Keyword { role: Role::Annotation, .. }) | None => true,
        Some(Keyword { role: Role::Structure | Role::Assertion, .. }) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::BuiltIn;
    use crate::core::validate::Validator;

    /// Reads a schema, writes it, and compares the whole of it but the `$schema`, which always comes first.
    #[track_caller]
    fn check(schema: Value, expected: Value) {
        let written = Schema::from_json_schema(&schema).unwrap().to_json_schema();
        assert_eq!(without_draft(written), expected.to_string());
    }

    /// The text, since equal objects may differ in the order of their keys.
    fn without_draft(written: Value) -> String {
        match written {
            Value::Object(mut keywords) => {
                let (first, draft) = keywords.shift_remove_entry("$schema").unwrap();
                assert_eq!((first.as_str(), draft), ("$schema", json!(DRAFT)));
                Value::Object(keywords).to_string()
            }
            is_allowed => is_allowed.to_string(),
        }
    }

    #[test]
    fn what_2020_12_says_stays_as_it_is() {
        for schema in [
            json!(true),
            json!(false),
            json!({"title": "T", "type": "object", "required": ["b", "a"], "properties": {"b": true, "a": false}}),
            json!({"description": "D", "type": ["string", "null"], "minLength": 1, "maxLength": 9, "pattern": "^a"}),
            json!({"enum": ["b", "a", null, {"c": 1}], "default": "a", "examples": ["b"], "x-more": {"of": 1}}),
            json!({"title": "T", "const": null, "$comment": "C", "deprecated": true}),
            json!({"exclusiveMaximum": 2, "minimum": 0.5, "multipleOf": 0.25, "format": "int64"}),
            json!({"type": "string", "format": "date"}),
            json!({"prefixItems": [{"type": "string"}, true], "items": false, "minItems": 1, "uniqueItems": true}),
            json!({"contains": {"type": "null"}, "minContains": 0, "maxContains": 2, "maxItems": 3}),
            json!({"contains": {"type": "null"}, "unevaluatedItems": false}),
            json!({"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": {"type": "null"},
                "propertyNames": {"maxLength": 3}, "minProperties": 1, "maxProperties": 2}),
            json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"b": {"required": ["c"]}},
                "unevaluatedProperties": false}),
            json!({"anyOf": [{"type": "null"}, {"type": "string"}], "oneOf": [true], "allOf": [true, {"not": true}]}),
            json!({"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 0}}),
            json!({"if": {"type": "string"}, "else": {"minimum": 0}, "not": {"const": 1}}),
        ] {
            check(schema.clone(), schema);
        }
        check(json!({}), json!(true));
        check(
            json!({"properties": {"a": {}, "b": {"not": {}}}}),
            json!({"properties": {"a": true, "b": {"not": true}}}),
        );
    }

    #[test]
    fn annotations_stand_around_the_assertions() {
        check(
            json!({"default": 1, "minimum": 0, "description": "D", "type": "integer", "title": "T"}),
            json!({"title": "T", "description": "D", "minimum": 0, "type": "integer", "default": 1}),
        );
    }

    #[test]
    fn older_drafts_are_put_into_the_words_of_2020_12() {
        let draft_04 = "http://json-schema.org/draft-04/schema#";
        check(
            json!({"$schema": draft_04, "minimum": 1, "exclusiveMinimum": true, "const": 5, "if": false}),
            json!({"exclusiveMinimum": 1}),
        );
        check(
            json!({"$schema": draft_04, "items": [{"type": "string"}], "additionalItems": false}),
            json!({"prefixItems": [{"type": "string"}], "items": false}),
        );
        check(
            json!({"$schema": draft_04, "dependencies": {"a": ["b"], "c": {"minProperties": 3}}}),
            json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"minProperties": 3}}}),
        );
        check(
            json!({"dependentRequired": {"a": ["b"]}, "allOf": [{"maxProperties": 9}], "dependencies": {"c": ["d"]}}),
            json!({"dependentRequired": {"a": ["b"]}, "allOf": [{"maxProperties": 9}, {"dependentRequired": {"c": ["d"]}}]}),
        );
        check(
            json!({"type": "string", "nullable": true, "example": "a"}),
            json!({"type": ["string", "null"], "examples": ["a"]}),
        );
        let draft_2019 = "https://json-schema.org/draft/2019-09/schema";
        check(
            json!({"$schema": draft_2019, "contains": {"const": 1}, "minContains": 2}),
            json!({"contains": {"const": 1}, "minContains": 2}),
        );
        check(
            json!({"$schema": draft_2019, "contains": {"const": 1}, "minContains": 2, "unevaluatedItems": false}),
            json!({"not": {"not": {"contains": {"const": 1}, "minContains": 2}}, "unevaluatedItems": false}),
        );
    }

    #[test]
    fn what_is_referred_to_is_a_definition() {
        check(
            json!({
                "$ref": "#/definitions/node",
                "definitions": {
                    "node": {"properties": {"next": {"$ref": "#/definitions/node", "description": "D"}}},
                    "unused": {"type": "string"}
                }
            }),
            json!({
                "$ref": "#/$defs/node",
                "$defs": {"node": {"properties": {"next": {"description": "D", "$ref": "#/$defs/node"}}}}
            }),
        );
        check(json!({"items": {"$ref": "#"}}), json!({"items": {"$ref": "#"}}));
        // Names that are used twice, and names that need to be escaped.
        check(
            json!({
                "properties": {"a": {"$ref": "#/$defs/x/$defs/n"}, "b": {"$ref": "#/$defs/n"}, "c": {"$ref": "#/properties/a"}},
                "$defs": {"n": {"minimum": 1}, "x": {"$defs": {"n": {"minimum": 2}}}}
            }),
            json!({
                "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/n2"}, "c": {"$ref": "#/$defs/a"}},
                "$defs": {"a": {"$ref": "#/$defs/n"}, "n": {"minimum": 2}, "n2": {"minimum": 1}}
            }),
        );
        check(
            json!({"$ref": "#/$defs/a~1b~0 %25ä", "$defs": {"a/b~ %ä": false}}),
            json!({"$ref": "#/$defs/a~1b~0%20%25%C3%A4", "$defs": {"a/b~ %ä": false}}),
        );
    }

    #[test]
    fn dynamic_references_stay_only_where_they_need_to() {
        check(
            json!({"$id": "tree", "$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}}),
            json!({"items": {"$ref": "#"}}),
        );
        check(
            json!({
                "$id": "http://a.example/strict", "$dynamicAnchor": "node", "$ref": "tree", "minItems": 1,
                "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}}}
            }),
            json!({
                "$id": "resource-1", "$dynamicAnchor": "node", "$ref": "resource-2#/$defs/tree", "minItems": 1,
                "$defs": {"resource-2": {"$id": "resource-2", "$defs": {
                    "tree": {"$dynamicAnchor": "node", "items": {"$dynamicRef": "resource-2#node"}}
                }}}
            }),
        );
    }

    #[test]
    fn fields_are_put_into_json_schema() {
        let form = json!({"label": "L", "fields": {
            "name": {"type": "string", "contains": "a.b[1]", "description": "D"},
            "age": {"type": "integer", "min": 0, "optional": true},
            "mood": {"type": "enum", "values": ["good", "bad"], "optional": true},
            "size": {"type": "enum", "values": [1, null]},
            "note": {"type": "string", "nullable": true, "optional": true}
        }});
        let expected = json!({
            "title": "L",
            "type": "object",
            "required": ["name", "size"],
            "properties": {
                "name": {"description": "D", "type": "string", "pattern": r"a\.b\[1\]"},
                "age": {"type": ["integer", "null"], "minimum": 0},
                "mood": {"enum": ["good", "bad", null]},
                "size": {"enum": [1]},
                "note": {"type": ["string", "null"]}
            },
            "additionalProperties": false
        });
        let written = Schema::from_fields(&form).unwrap().to_json_schema();
        assert_eq!(without_draft(written), expected.to_string());
    }

    #[test]
    fn the_catalogue_can_be_read_again() {
        for built_in in BuiltIn::ALL {
            let schema = built_in.schema().unwrap();
            let written = schema.to_json_schema();
            let again = Schema::from_json_schema(&written).unwrap();
            assert_eq!((&again.label, again.notes.len()), (&schema.label, 0), "{}", built_in.id());
            assert_eq!(again.to_json_schema().to_string(), written.to_string());
        }
    }

    #[test]
    fn written_fields_judge_alike() {
        let form = json!({"fields": {
            "a": {"type": "string", "contains": "+"},
            "b": {"type": "enum", "values": ["x", null]},
            "c": {"type": "boolean", "optional": true},
            "d": {"type": "number", "nullable": true}
        }});
        let fields = Schema::from_fields(&form).unwrap();
        let written = Schema::from_json_schema(&fields.to_json_schema()).unwrap();
        for (value, expected) in [
            (json!({"a": "1+1", "b": "x", "c": true, "d": 1}), true),
            (json!({"a": "1+1", "b": "x", "c": null, "d": null}), true),
            (json!({"a": "1+1", "b": "x", "d": 1}), true),
            (json!({"a": "11", "b": "x", "d": 1}), false),
            (json!({"a": null, "b": "x", "d": 1}), false),
            (json!({"a": "+", "b": null, "d": 1}), false),
            (json!({"a": "+", "b": "x", "c": 1, "d": 1}), false),
            (json!({"a": "+", "b": "x"}), false),
            (json!({"a": "+", "b": "x", "d": 1, "e": 1}), false),
        ] {
            assert_eq!(Validator::new(&fields).is_valid(&value), expected, "{value} by the fields");
            assert_eq!(Validator::new(&written).is_valid(&value), expected, "{value} as written");
        }
    }
}
