//! A rule as its author wrote it: a CEL expression that must be true of the value it stands at.
//! Reads and writes its form, in Kubernetes' words; whether the expression makes sense is not known here.

use crate::core::pointer::{Pointer, Segment};
use serde_json::{Map, Value};

/// A rule across fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The expression, over `self`, the value at the place of the rule, and `input`.
    pub rule: String,
    /// What is said where it is not true.
    pub message: Option<String>,
    /// An expression for what is said instead, with the values.
    pub message_expression: Option<String>,
    /// The place that a violation is told of, from the place of the rule.
    pub field_path: Option<Pointer>,
    /// Whether the answer is invalid where it is not true.
    pub severity: Severity,
}

/// What a violation means for the verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    /// The answer is invalid.
    #[default]
    Error,
    /// The answer may be valid all the same.
    Warning,
}

/// What is wrong with the form of a list of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleError {
    /// Where: the position of the rule and perhaps its key; nowhere for the list itself.
    pub(super) place: Vec<Segment>,
    pub(super) message: String,
}

impl Severity {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Error, Self::Warning];

    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Rule {
    /// The rule of this expression, without anything else.
    pub fn new(rule: impl Into<String>) -> Self {
        let (message, message_expression, field_path) = (None, None, None);
        Self { rule: rule.into(), message, message_expression, field_path, severity: Severity::Error }
    }

    /// The rule that a string occurs in the document the answer is about.
    pub(super) fn grounding() -> Self {
        Self::new("self.within(input)")
    }

    /// What the rule asks for, in a line. Its message is what is said where it is not true, which may
    /// read as the rule or as what breaks it.
    pub fn words(&self) -> String {
        match &self.message {
            Some(message) => format!("must satisfy: {} (otherwise: {message})", self.rule),
            None if *self == Self::grounding() => "must occur in the input".to_owned(),
            None => format!("must satisfy: {}", self.rule),
        }
    }

    /// Reads a list of rules, each an object or the expression alone.
    pub(super) fn read_all(rules: &Value) -> Result<Vec<Self>, RuleError> {
        let error = |place: &[Segment], message: &str| RuleError {
            place: place.to_vec(),
            message: message.to_owned(),
        };
        let rules = rules.as_array().ok_or_else(|| error(&[], "must be an array of rules"))?;
        let read = |(position, rule): (usize, &Value)| {
            let position = Segment::Index(position);
            match rule {
                Value::String(rule) => Ok(Self::new(rule.as_str())),
                Value::Object(keys) => Self::read(keys).map_err(|(key, message)| {
                    let key = key.map(|key| Segment::Key(key.to_owned()));
                    let place: Vec<_> = [position].into_iter().chain(key).collect();
                    error(&place, &message)
                }),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                    Err(error(&[position], "must be a rule: an object or an expression"))
                }
            }
        };
        rules.iter().enumerate().map(read).collect()
    }

    fn read(keys: &Map<String, Value>) -> Result<Self, (Option<&str>, String)> {
        let mut read = Self::new("");
        for (key, value) in keys {
            let text = value.as_str().map(str::to_owned);
            let text = text.ok_or_else(|| (Some(key.as_str()), "must be a string".to_owned()));
            match key.as_str() {
                "rule" => read.rule = text?,
                "message" => read.message = Some(text?),
                "messageExpression" => read.message_expression = Some(text?),
                "fieldPath" => {
                    let path = read_path(&text?);
                    let message = "must be a path like .a.b[0] or ['a b']".to_owned();
                    read.field_path = Some(path.ok_or((Some(key.as_str()), message))?);
                }
                "severity" => {
                    let name = text?;
                    let known = Severity::ALL.into_iter().find(|known| known.name() == name);
                    let message = "must be one of: error, warning".to_owned();
                    read.severity = known.ok_or((Some(key.as_str()), message))?;
                }
                // Kubernetes' word for programs, which nobody here has a use for.
                "reason" => drop(text?),
                _ => return Err((Some(key), "is not a key of a rule".to_owned())),
            }
        }
        if !keys.contains_key("rule") {
            return Err((None, "needs rule".to_owned()));
        }
        Ok(read)
    }

    /// The rule as an object.
    pub(super) fn to_json(&self) -> Value {
        let Self { rule, message, message_expression, field_path, severity } = self;
        let severity = (*severity != Severity::Error).then(|| severity.name().to_owned());
        let members = [
            ("rule", Some(rule.clone())),
            ("message", message.clone()),
            ("messageExpression", message_expression.clone()),
            ("fieldPath", field_path.as_ref().map(path_text)),
            ("severity", severity),
        ];
        let written = members.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?.into())));
        Value::Object(written.collect())
    }
}

/// Reads `.a.b[0]`, `['a b']` and `["a b"]`.
fn read_path(text: &str) -> Option<Pointer> {
    let mut pointer = Pointer::root();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('.') {
            let end = behind.find(['.', '[']).unwrap_or(behind.len());
            let (name, behind) = behind.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
            pointer = pointer.key(name);
            rest = behind;
        } else {
            let behind = rest.strip_prefix('[')?;
            let quote = behind.chars().next().filter(|quote| ['\'', '"'].contains(quote));
            let close = quote.map_or_else(|| "]".to_owned(), |quote| format!("{quote}]"));
            let (inside, behind) = behind.get(quote.map_or(0, char::len_utf8)..)?.split_once(&close)?;
            pointer = match quote {
                Some(_) => pointer.key(inside),
                None => pointer.index(inside.parse().ok()?),
            };
            rest = behind;
        }
    }
    Some(pointer)
}

/// A path as [`read_path`] reads it.
fn path_text(pointer: &Pointer) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Index(index) => format!("[{index}]"),
        Segment::Key(key) if key.is_empty() || key.contains(['.', '[', ']', '\'', '"']) => {
            let quote = if key.contains("']") { '"' } else { '\'' };
            format!("[{quote}{key}{quote}]")
        }
        Segment::Key(key) => format!(".{key}"),
    };
    pointer.segments().iter().map(segment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::Schema;
    use serde_json::json;

    #[test]
    fn paths_come_out_as_they_went_in() {
        for (text, expected) in [
            ("", Some("")),
            (".a.b[0]", Some("a.b[0]")),
            (".a['b.c'].d", Some("a[\"b.c\"].d")),
            ("[\"x y\"]", Some("[\"x y\"]")),
            ("[2].größe", Some("[2].größe")),
            ("a.b", None),
            (".", None),
            (".a[", None),
            (".a[x]", None),
            (".a['b", None),
        ] {
            let path = read_path(text);
            assert_eq!(path.as_ref().map(ToString::to_string).as_deref(), expected, "{text}");
            assert_eq!(path.as_ref().map(path_text).and_then(|text| read_path(&text)), path, "{text}");
        }
    }

    #[test]
    fn rules_are_read_from_both_forms_and_written_again() {
        let rules = json!([
            "self.a < self.b",
            {"rule": "self.a > 0", "message": "a is too small", "reason": "FieldValueInvalid"},
            {"rule": "self.a != 3", "messageExpression": "'a=' + string(self.a)", "fieldPath": ".a", "severity": "warning"}
        ]);
        let read = Rule::read_all(&rules).unwrap();
        let form = json!({"rules": rules, "fields": {
            "a": {"type": "integer", "rules": ["self > 0"]},
            "b": {"type": "object", "fields": {"c": {"type": "string", "grounded": true}}, "rules": ["has(self.c)"]},
            "d": {"type": "array", "grounded": true, "items": {"type": "enum", "values": ["x", "y"]}},
            "e": {"ref": "E"}
        }, "definitions": {"E": {"type": "number", "rules": ["self > 1.0"], "nullable": true}}});
        let fields = Schema::from_fields(&form).unwrap();
        assert_eq!(fields.node(fields.root()).rules, read);
        let schema = fields.to_json_schema();
        assert_eq!(schema["x-rules"][2]["severity"], "warning");
        assert_eq!(schema["properties"]["a"]["x-rules"], json!([{"rule": "self > 0"}]));
        assert_eq!(schema["properties"]["b"]["x-rules"], json!([{"rule": "has(self.c)"}]));
        let grounded = json!([{"rule": "self.within(input)"}]);
        assert_eq!(schema["properties"]["b"]["properties"]["c"]["x-rules"], grounded);
        assert_eq!(schema["properties"]["d"]["items"]["x-rules"], grounded);
        assert_eq!(schema["$defs"]["E"]["x-rules"], json!([{"rule": "self > 1.0"}]));
        let again = Schema::from_json_schema(&schema).unwrap();
        assert_eq!(again.to_json_schema(), schema);
        let kubernetes = json!({"type": "object", "x-kubernetes-validations": rules, "x-rules": ["true"]});
        let kubernetes = Schema::from_json_schema(&kubernetes).unwrap();
        assert_eq!(kubernetes.node(kubernetes.root()).rules, [read, vec![Rule::new("true")]].concat());
        let beside = json!({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/A",
            "x-rules": ["self > 1"], "definitions": {"A": {"type": "integer"}}});
        let beside = Schema::from_json_schema(&beside).unwrap();
        assert_eq!(beside.node(beside.root()).rules, [Rule::new("self > 1")]);
    }

    #[test]
    fn mistakes_in_the_form_of_rules_are_named_by_where_they_stand() {
        for (rules, expected) in [
            (json!("self.a > 1"), " must be an array of rules"),
            (json!(["true", 1]), "[1] must be a rule: an object or an expression"),
            (json!([{"message": "x"}]), "[0] needs rule"),
            (json!([{"rule": 1}]), "[0].rule must be a string"),
            (json!([{"rule": "true", "severity": "hint"}]), "[0].severity must be one of: error, warning"),
            (
                json!([{"rule": "true", "fieldPath": "a"}]),
                "[0].fieldPath must be a path like .a.b[0] or ['a b']",
            ),
            (json!([{"rule": "true", "name": "a"}]), "[0].name is not a key of a rule"),
        ] {
            let form = json!({"rules": rules, "fields": {"a": {"const": 1}}});
            let error = Schema::from_fields(&form).unwrap_err().to_string();
            assert_eq!(error, format!("rules{expected}"), "{rules}");
            let form = json!({"fields": {"a": {"type": "string", "rules": rules}}});
            let error = Schema::from_fields(&form).unwrap_err().to_string();
            assert_eq!(error, format!("fields.a.rules{expected}"), "{rules}");
            let schema = json!({"properties": {"a": {"x-rules": rules}}});
            let error = Schema::from_json_schema(&schema).unwrap_err().to_string();
            assert_eq!(error, format!("properties.a[\"x-rules\"]{expected}"), "{rules}");
        }
        for (field, expected) in [
            (
                json!({"type": "integer", "grounded": true}),
                "grounded applies only to strings, and to arrays of strings",
            ),
            (
                json!({"type": "array", "items": {"type": "integer"}, "grounded": true}),
                "grounded applies only to strings, and to arrays of strings",
            ),
            (json!({"type": "string", "grounded": "yes"}), "grounded must be true or false"),
        ] {
            let error = Schema::from_fields(&json!({"fields": {"a": field}})).unwrap_err().to_string();
            assert_eq!(error, format!("fields.a.{expected}"), "{field}");
        }
    }

    #[test]
    fn people_and_models_are_told_of_rules() {
        let schema = Schema::from_fields(&json!({
            "rules": [{"rule": "self.a < self.b", "message": "a is less than b"}, "self.a != 7"],
            "fields": {
                "a": {"type": "integer", "rules": ["self % 2 == 1"]},
                "b": {"ref": "B", "rules": ["self > 1"]},
                "tags": {"type": "array", "items": {"type": "string"}, "grounded": true}
            },
            "definitions": {"B": {"type": "number"}}
        }))
        .unwrap();
        let prompt = schema.prompt_text();
        let form: Vec<_> = prompt.lines().skip(2).take_while(|line| !line.is_empty()).collect();
        assert_eq!(
            form,
            [
                "// must satisfy: self.a < self.b (otherwise: a is less than b); must satisfy: self.a != 7",
                "{",
                "  \"a\": integer, // must satisfy: self % 2 == 1",
                "  \"b\": number, // must satisfy: self > 1",
                "  \"tags\": string[] // each item: must occur in the input",
                "}",
            ]
        );
        let preview = schema
            .preview()
            .into_iter()
            .map(|line| format!("{}: {}: {}", line.name, line.kind, line.constraint));
        assert_eq!(
            preview.collect::<Vec<_>>(),
            [
                "a: integer: must satisfy: self % 2 == 1",
                "b: number: must satisfy: self > 1",
                "tags: array of string: each must occur in the input",
                "rule: : must satisfy: self.a < self.b (otherwise: a is less than b)",
                "rule: : must satisfy: self.a != 7",
            ]
        );
    }
}
