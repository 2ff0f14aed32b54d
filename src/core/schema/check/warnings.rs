//! All that is doubtful about a schema, in the order of its nodes.

use super::claims::{Claims, MOST_TAKEN};
use super::values::Trial;
use super::{bounds, members, unknown, values};
use crate::core::schema::node::{Note, Schema};
use indexmap::IndexSet;

impl Schema {
    /// What its author should know before anything is sent: contradictions, which no answer can satisfy;
    /// values of its own that it refuses; and, as the last and for the whole schema, the required fields
    /// that leave a model no way to say that it does not know.
    ///
    /// The path of a note is that of the value a node judges, with `[]` for any item and `{}` for any
    /// other property, and begins with `$defs` for a node that others refer to.
    /// What only follows from several branches of a union is not found, nor what would take long to find.
    pub fn warnings(&self) -> Vec<Note> {
        let mut trial = Trial::new(self);
        let mut left_to_take = MOST_TAKEN;
        let mut notes = IndexSet::new();
        let mut inventions = IndexSet::new();
        for (id, path) in self.places() {
            let mut messages = Vec::new();
            // What only refers to another node says no more than that one.
            if self.target(id) == id {
                let claims = Claims::of(self, &[id], &mut left_to_take);
                match values::types(&claims) {
                    Some(message) => messages.push(message),
                    None => {
                        messages.extend(bounds::of_numbers(&claims));
                        messages.extend(bounds::of_counts(self, &claims));
                        messages.extend(members::required_but_forbidden(self, &claims));
                        messages.extend(trial.listed(id, &claims));
                        messages.extend(values::null_left_out(self, id));
                    }
                }
                inventions.extend(unknown::inventions(self, &claims, &path, &mut left_to_take));
            }
            messages.extend(trial.shown(self, id));
            notes.extend(messages.into_iter().map(|message| (path.clone(), message)));
        }
        notes.extend(unknown::remark(&inventions).map(|message| (String::new(), message)));
        notes.into_iter().map(|(path, message)| Note { path, message }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::BuiltIn;
    use serde_json::{Value, json};

    fn lines(schema: &Schema) -> Vec<String> {
        let line = |note: Note| format!("{} {}", note.path, note.message).trim().to_owned();
        schema.warnings().into_iter().map(line).collect()
    }

    #[track_caller]
    fn check(schema: Value, expected: &[&str]) {
        assert_eq!(lines(&Schema::from_json_schema(&schema).unwrap()), expected, "{schema}");
    }

    #[test]
    fn ranges_of_numbers() {
        for (schema, expected) in [
            (json!({"minimum": 9, "maximum": 1}), "minimum 9 is above maximum 1, so no number is right"),
            (
                json!({"type": "integer", "minimum": 5, "exclusiveMaximum": 5}),
                "minimum 5 meets exclusiveMaximum 5, so no number is right",
            ),
            (
                json!({"exclusiveMinimum": 0.5, "minimum": 0, "maximum": 0.25}),
                "exclusiveMinimum 0.5 is above maximum 0.25, so no number is right",
            ),
            (
                json!({"type": ["integer", "null"], "exclusiveMinimum": 1, "exclusiveMaximum": 2}),
                "exclusiveMinimum 1 and exclusiveMaximum 2 have no integer between them",
            ),
            (
                json!({"type": "integer", "minimum": 0.1, "maximum": 0.9}),
                "minimum 0.1 and maximum 0.9 have no integer between them",
            ),
            (
                json!({"minimum": 9, "allOf": [{"maximum": 1}]}),
                "minimum 9 is above maximum 1, so no number is right",
            ),
            (
                json!({"allOf": [{"minimum": 9}, {"maximum": 1}]}),
                "minimum 9 is above maximum 1, so no number is right",
            ),
        ] {
            check(schema, &[expected]);
        }
    }

    #[test]
    fn lengths_and_counts() {
        for (schema, expected) in [
            (
                json!({"minLength": 9, "maxLength": 1}),
                "minLength 9 is above maxLength 1, so no string is right",
            ),
            (json!({"minItems": 3, "maxItems": 2}), "minItems 3 is above maxItems 2, so no array is right"),
            (
                json!({"minProperties": 3, "maxProperties": 2}),
                "minProperties 3 is above maxProperties 2, so no object is right",
            ),
            (
                json!({"contains": {"const": 1}, "minContains": 3, "maxContains": 1}),
                "minContains 3 is above maxContains 1, so no array is right",
            ),
            (
                json!({"contains": {"const": 1}, "minContains": 3, "maxItems": 2}),
                "minContains 3 is above maxItems 2, so no array is right",
            ),
            (
                json!({"prefixItems": [true, true], "items": false, "minItems": 3}),
                "minItems 3 is above the 2 items allowed, so no array is right",
            ),
            (
                json!({"type": "array", "items": false, "minItems": 1}),
                "minItems 1 is above the 0 items allowed, so no array is right",
            ),
            (
                json!({"properties": {"a": true, "b": false}, "additionalProperties": false, "minProperties": 2}),
                "minProperties 2 is above the 1 property allowed, so no object is right",
            ),
            (
                json!({"required": ["a", "b", "a", "c"], "maxProperties": 2}),
                "required with 3 names is above maxProperties 2, so no object is right",
            ),
        ] {
            check(schema, &[expected]);
        }
    }

    #[test]
    fn required_properties_that_are_forbidden() {
        for (schema, expected) in [
            (
                json!({"required": ["a"], "properties": {"a": false}}),
                r#"required "a" has the schema false, so no object is right"#,
            ),
            (
                json!({"required": ["a b"], "properties": {"c": true}, "additionalProperties": false}),
                r#"required "a b" is forbidden by additionalProperties, so no object is right"#,
            ),
            (
                json!({"required": ["ab"], "patternProperties": {"^a": false}}),
                r#"required "ab" is forbidden by patternProperties "^a", so no object is right"#,
            ),
            (
                json!({"allOf": [
                    {"required": ["a"], "properties": {"a": true}},
                    {"properties": {"b": true}, "additionalProperties": false}
                ]}),
                r#"required "a" is forbidden by additionalProperties, so no object is right"#,
            ),
            (
                json!({"allOf": [{"required": ["a"]}, {"properties": {"a": {"$ref": "#/$defs/no"}}}], "$defs": {"no": false}}),
                r#"required "a" has the schema false, so no object is right"#,
            ),
        ] {
            check(schema, &[expected]);
        }
    }

    #[test]
    fn types_and_values() {
        for (schema, expected) in [
            (
                json!({"type": "string", "allOf": [{"type": ["integer", "null"]}]}),
                "type string and type integer or null exclude each other, so no value is right",
            ),
            (
                json!({"allOf": [{"type": ["string", "null"]}, {"type": ["null", "array"]}, {"type": "string"}]}),
                "type null and type string exclude each other, so no value is right",
            ),
            (json!({"enum": []}), "enum lists no value, so no value is right"),
            (
                json!({"type": "string", "enum": [1, 2]}),
                "every value of enum breaks type, so no value is right",
            ),
            (
                json!({"enum": ["a", "bb"], "minLength": 3}),
                "every value of enum breaks minLength, so no value is right",
            ),
            (
                json!({"enum": ["a", 5], "minLength": 3, "maximum": 4}),
                "every value of enum breaks minLength or maximum, so no value is right",
            ),
            (json!({"const": 5, "maximum": 4}), "const breaks maximum, so no value is right"),
            (
                json!({"const": 5, "allOf": [{"enum": [6, 7]}]}),
                "const breaks enum, so no value is right; every value of enum breaks const, so no value is right",
            ),
            (
                json!({"type": "string", "nullable": true, "enum": ["a", "b"]}),
                "type allows null, but enum does not list it, so null is not right",
            ),
            (json!({"type": "integer", "default": "a"}), r#"default "a" breaks type"#),
            (
                json!({"minimum": 0, "multipleOf": 2, "default": -1}),
                "default -1 breaks minimum and multipleOf",
            ),
            (json!({"type": "integer", "examples": [1, 2.5]}), "examples[1] 2.5 breaks type"),
            (
                json!({"maxLength": 3, "example": "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij"}),
                "examples[0] \"abcdefghijabcdefghijabcdefghijabcdefghi… breaks maxLength",
            ),
        ] {
            check(schema, &expected.split("; ").collect::<Vec<_>>());
        }
    }

    #[test]
    fn each_is_told_once_where_it_stands() {
        let wrong = json!({"minimum": 9, "maximum": 1});
        check(
            json!({
                "properties": {
                    "lines": {"items": {"properties": {"unit price": wrong}}},
                    "pair": {"prefixItems": [true, wrong]},
                    "sizes": {"additionalProperties": wrong},
                    "form": {"anyOf": [{"type": "string"}, wrong]},
                    "one": {"$ref": "#/$defs/range"},
                    "two": {"allOf": [{"$ref": "#/$defs/range"}, {"minimum": 5}]},
                    "three": {"$ref": "#/$defs/fine", "maximum": 1, "default": 2}
                },
                "$defs": {
                    "range": {"minimum": 3, "maximum": 2},
                    "fine": {"minimum": 3, "properties": {"next": {"$ref": "#/$defs/fine"}, "a": wrong}}
                }
            }),
            &[
                r#"lines[]["unit price"] minimum 9 is above maximum 1, so no number is right"#,
                "pair[1] minimum 9 is above maximum 1, so no number is right",
                "sizes{} minimum 9 is above maximum 1, so no number is right",
                "form minimum 9 is above maximum 1, so no number is right",
                "two minimum 5 is above maximum 2, so no number is right",
                "three minimum 3 is above maximum 1, so no number is right",
                "three default 2 breaks minimum and maximum",
                "$defs.range minimum 3 is above maximum 2, so no number is right",
                "$defs.fine.a minimum 9 is above maximum 1, so no number is right",
            ],
        );
    }

    #[test]
    fn what_can_be_satisfied_is_no_contradiction() {
        for schema in [
            json!(true),
            json!({}),
            json!({"minimum": 1, "maximum": 1}),
            json!({"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 2}),
            json!({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3}),
            json!({"type": "integer", "minimum": -1e300, "maximum": 1e300}),
            json!({"type": "integer", "minimum": 0.5, "maximum": 1}),
            json!({"type": "string", "minimum": 9, "maximum": 1}),
            json!({"type": "string", "minItems": 9, "maxItems": 1, "required": ["a"], "maxProperties": 0}),
            json!({"type": "null", "required": ["a"], "properties": {"a": false}}),
            json!({"minLength": 3, "maxLength": 3, "minItems": 0, "maxItems": 0}),
            json!({"prefixItems": [true, true], "items": false, "minItems": 2}),
            json!({"prefixItems": [true, true], "items": {"not": {}}, "minItems": 2}),
            json!({"contains": {"const": 1}, "minContains": 0, "maxContains": 0}),
            json!({"required": ["a"], "properties": {"a": true}, "additionalProperties": false}),
            json!({"required": ["a"], "patternProperties": {"^a$": true}, "additionalProperties": false}),
            json!({"required": ["a"], "properties": {"b": false}, "patternProperties": {"b": false}}),
            json!({"patternProperties": {"^a": true}, "additionalProperties": false, "minProperties": 9}),
            json!({"required": ["a"], "allOf": [{"properties": {"a": true}}]}),
            json!({"required": ["a", "a"], "maxProperties": 1}),
            json!({"type": "number", "allOf": [{"type": "integer"}]}),
            json!({"type": ["string", "null"], "allOf": [{"type": ["null", "array"]}]}),
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
            json!({"minimum": 9, "anyOf": [{"maximum": 1}, {"type": "string"}]}),
            json!({"not": {"minimum": 9, "maximum": 1}}),
            json!({"if": {"required": ["a"], "properties": {"a": false}}, "then": true}),
            json!({"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}, "else": {"properties": {"b": false}}}),
            json!({"dependentSchemas": {"a": {"properties": {"b": false}}}}),
            json!({"enum": ["a", "bbb"], "minLength": 3}),
            json!({"type": "string", "enum": ["a", 1]}),
            json!({"type": ["string", "null"], "enum": ["a", null]}),
            json!({"type": "null", "enum": [null]}),
            json!({"const": null}),
            json!({"type": ["string", "null"], "default": null, "examples": ["a", null]}),
            json!({"type": "object", "default": {}, "properties": {"a": {"default": 1}}}),
            json!({"properties": {"next": {"$ref": "#"}}, "additionalProperties": false, "default": {"next": {}}}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "maxItems": 3}}, "minItems": 1}),
            json!({"$dynamicAnchor": "a", "items": {"$dynamicRef": "#a"}, "minItems": 1}),
        ] {
            check(schema, &[]);
        }
    }

    #[test]
    fn fields_that_must_be_invented() {
        let object = |properties: Value| {
            let names: Vec<_> = properties.as_object().unwrap().keys().cloned().collect();
            json!({"type": "object", "properties": properties, "required": names})
        };
        check(
            object(json!({"city": {"type": "string"}})),
            &["1 required field leaves no way to say \"unknown\", so a model must invent what the input \
                does not say: \"city\". Allow null, or make it optional."],
        );
        let mut several = object(json!({
            "city": {"type": "string"},
            "open": {"type": "boolean"},
            "mood": {"enum": ["good", "bad"]},
            "lines": {"items": object(json!({"qty": {"type": "integer"}, "rate": {"$ref": "#/$defs/rate"}}))},
            "size": {"type": ["number", "string"]}
        }));
        several["$defs"] = json!({"rate": {"type": "number"}});
        check(
            several,
            &["6 required fields leave no way to say \"unknown\", so a model must invent what the input \
                does not say: \"city\", \"open\", \"mood\", \"size\", \"lines[].qty\", … Allow null, or make \
                them optional."],
        );
        check(
            json!({"allOf": [
                {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]},
                {"required": ["b"]}
            ]}),
            &["2 required fields leave no way to say \"unknown\", so a model must invent what the input \
                does not say: \"b\", \"a\". Allow null, or make them optional."],
        );
        for property in [
            json!(true),
            json!({"type": ["string", "null"]}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"enum": ["good", "bad", null]}),
            json!({"enum": ["good", "bad", "N/A"]}),
            json!({"type": "string", "enum": ["good", "bad", "Not specified"]}),
            json!({"const": "good"}),
            json!({"enum": ["good"]}),
            json!({"type": "array"}),
            json!({"type": "object"}),
        ] {
            check(object(json!({"a": property})), &[]);
        }
        check(json!({"properties": {"a": {"type": "string"}}}), &[]);
    }

    #[test]
    fn fields_in_the_field_form() {
        let form = json!({"fields": {
            "a": {"type": "string"},
            "b": {"type": "number", "optional": true},
            "c": {"type": "boolean", "nullable": true},
            "d": {"type": "enum", "values": ["x", "unknown"]}
        }});
        assert_eq!(
            lines(&Schema::from_fields(&form).unwrap()),
            ["1 required field leaves no way to say \"unknown\", so a model must invent what the input \
                does not say: \"a\". Allow null, or make it optional."]
        );
        for built_in in BuiltIn::ALL {
            let lines = lines(&built_in.schema().unwrap());
            assert!(lines.iter().all(|line| line.contains("no way to say")), "{}: {lines:?}", built_in.id());
        }
    }
}
