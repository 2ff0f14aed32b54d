//! Differences, drawn as a text: what stands on the left, on the right, and what is said of it.

use super::*;
use crate::core::dialect::{Dialect, lower};
use crate::core::schema::BuiltIn;
use std::fmt::Write;

fn difference(dialect: Dialect, document: &Value) -> Difference {
    let schema = Schema::from_json_schema(document).unwrap();
    Difference::new(&schema, &lower(&schema, dialect).unwrap())
}

/// A line for each row, with the mark that an equal one has; those that are folded are indented.
fn drawn(difference: &Difference) -> String {
    let mut text = String::new();
    for Stretch { heading, rows } in &difference.stretches {
        if !heading.is_empty() {
            let _ = writeln!(text, "{heading}");
        }
        for Row { own, sent, is_equal, remark, fate: _ } in rows {
            let line = match (own, sent) {
                (Some(own), Some(_)) if *is_equal => own.clone(),
                (Some(own), Some(sent)) => format!("{own} | {sent}"),
                (Some(line), None) | (None, Some(line)) => line.clone(),
                (None, None) => panic!("a row without a line"),
            };
            let folded = if heading.is_empty() { "" } else { "…" };
            let line = if remark.is_empty() { line } else { format!("{line}   {remark}") };
            let _ = writeln!(text, "{folded}{line}");
        }
    }
    text
}

#[track_caller]
fn check(dialect: Dialect, document: Value, expected: &str) {
    let difference = difference(dialect, &document);
    assert_eq!(format!("{}\n{}", difference.summary, drawn(&difference)), expected);
}

#[test]
fn what_became_of_each_constraint_is_told_at_its_line() {
    check(
        Dialect::OpenAiStrict,
        json!({
            "type": "object",
            "properties": {"a": {"minLength": 2, "type": "string"}, "b": {"type": "integer", "minimum": 0}},
            "required": ["a"]
        }),
        r##"The server enforces 6 of 7 constraints; it would refuse 1. All are checked here.
  {   only the named fields can be given
    "type": "object",   ✓ enforced
    "properties": {   ✓ enforced
      "a": {
−       "minLength": 2,   ✕ would be refused, checked here
+       "description": "at least 2 characters",
        "type": "string"   ✓ enforced
      },
      "b": {   null stands for it where it is left out
−       "type": "integer", | +       "type": ["integer", "null"],   ✓ enforced
        "minimum": 0   ✓ enforced
      }
    },
−   "required": ["a"] | +   "required": ["a", "b"],   ✓ enforced
+   "additionalProperties": false
  }
"##,
    );
}

#[test]
fn what_is_put_around_the_whole_moves_nothing() {
    check(
        Dialect::OpenAiStrict,
        json!({
            "type": "array",
            "maxItems": 9,
            "items": {"$ref": "#/$defs/Pet"},
            "contains": {"type": "object"},
            "$defs": {"Pet": {
                "type": "object", "additionalProperties": false,
                "properties": {"name": {"type": "string"}, "mother": {"$ref": "#/$defs/Pet"}},
                "required": ["name", "mother"],
            }}
        }),
        r##"The server enforces 10 of 11 constraints; it would refuse 1. All are checked here.
+ {
+   "type": "object",
+   "properties": {
− { | +     "answer": {   asked for in the field "answer" of an object
+       "description": "at least 1 item of this kind: an object",
    "type": "array",   ✓ enforced
    "maxItems": 9,   ✓ enforced
    "items": {   ✓ enforced
      "$ref": "#/$defs/Pet"   ✓ enforced
    },
−   "contains": {   ✕ would be refused, checked here
−     "type": "object"
−   },
+     }
+   },
+   "required": ["answer"],
+   "additionalProperties": false,
    "$defs": {
      "Pet": {
… 11 equal lines
…        "type": "object",   ✓ enforced
…        "additionalProperties": false,   ✓ enforced
…        "properties": {   ✓ enforced
…          "name": {
…            "type": "string"   ✓ enforced
…          },
…          "mother": {
…            "$ref": "#/$defs/Pet"   ✓ enforced
…          }
…        },
…        "required": ["name", "mother"]   ✓ enforced
      }
    }
− }
+ }
"##,
    );
}

#[test]
fn what_the_server_takes_no_notice_of_is_told() {
    check(
        Dialect::LlamaCpp,
        json!({
            "type": "object",
            "properties": {
                "price": {"type": "number", "minimum": 0},
                "kind": {"oneOf": [{"const": "a"}, {"type": "string", "minLength": 1}]},
                "if": {"$ref": "#/$defs/code"}
            },
            "$defs": {"code": {"type": "string", "pattern": "a"}}
        }),
        r##"The server enforces 8 of 11 constraints; it ignores 1 and would refuse 2. All are checked here.
  {   only the named fields can be given
    "type": "object",   ✓ enforced
    "properties": {   ✓ enforced
      "price": {
        "type": "number",   ✓ enforced
        "minimum": 0   ○ ignored by the server (only with integers), checked here
      },
      "kind": {
−       "oneOf": [ | +       "anyOf": [   ✕ would be refused (sent as anyOf: more than one form may fit), checked here
          {
+           "type": "string",
−           "const": "a" | +           "enum": ["a"]   ✓ enforced
          },
          {
… 4 equal lines
…            "type": "string",   ✓ enforced
…            "minLength": 1   ✓ enforced
…          }
…        ]
      },
      "if": {
−       "$ref": "#/$defs/code"   ✓ enforced
+       "description": "matches the pattern a",
+       "type": "string"
      }
    },
−   "$defs": {
−     "code": {
−       "type": "string",   ✓ enforced
−       "pattern": "a"   ✕ would be refused (only patterns from ^ to $, without lookaround and back references), checked here
−     }
−   }
+   "additionalProperties": false
  }
"##,
    );
    check(
        Dialect::Generic,
        json!({"type": "string", "x-rules": [{"rule": "self != ''"}], "uniqueItems": true}),
        r##"The server enforces 1 of 3 constraints; it ignores 1 and would refuse 1. All are checked here.
  {
    "type": "string",   ✓ enforced
    "uniqueItems": true,   ○ ignored by the server (not every server knows it), checked here
−   "x-rules": [   ✕ would be refused, checked here
−     {
−       "rule": "self != ''"
−     }
−   ]
+   "description": "must satisfy: self != ''"
  }
"##,
    );
}

/// An object with so many fields, of which the server cannot be told one thing.
fn large(fields: usize) -> Value {
    let names = (0..fields).map(|number| (format!("f{number}"), json!({"type": "null"})));
    let mut properties: serde_json::Map<_, _> = names.collect();
    properties.insert("last".to_owned(), json!({"type": "array", "uniqueItems": true}));
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

#[test]
fn long_runs_of_equal_lines_are_folded() {
    check(
        Dialect::LlamaCpp,
        large(3),
        r##"The server enforces 7 of 8 constraints; it ignores 1. All are checked here.
  {
    "type": "object",   ✓ enforced
    "properties": {   ✓ enforced
… 9 equal lines
…      "f0": {
…        "type": "null"   ✓ enforced
…      },
…      "f1": {
…        "type": "null"   ✓ enforced
…      },
…      "f2": {
…        "type": "null"   ✓ enforced
…      },
      "last": {
        "type": "array",   ✓ enforced
        "uniqueItems": true   ○ ignored by the server, checked here
      }
    },
    "additionalProperties": false   ✓ enforced
  }
"##,
    );
    let stretches = |fields| {
        let stretches = difference(Dialect::LlamaCpp, &large(fields)).stretches;
        let told = stretches.iter().map(|stretch| format!("{} {}", stretch.rows.len(), stretch.heading));
        told.collect::<Vec<_>>()
    };
    assert_eq!(stretches(150), ["3 ", "450 … 450 equal lines", "7 "]);
    // There is no room for them.
    assert_eq!(stretches(2_000), ["3 ", "0 … 6,000 equal lines", "7 "]);
    assert_eq!(
        stretches(8_000),
        ["5 ", "0 … 19,995 equal lines", "0 What is very long was not compared to its end."]
    );
}

#[test]
fn very_many_rows_are_counted() {
    let names = (0..700).map(|number| (format!("f{number}"), json!({"type": "array", "uniqueItems": true})));
    let properties: serde_json::Map<_, _> = names.collect();
    let difference = difference(Dialect::LlamaCpp, &json!({"type": "object", "properties": properties}));
    let shown: Vec<_> =
        difference.stretches.iter().map(|stretch| (stretch.heading.as_str(), stretch.rows.len())).collect();
    assert_eq!(shown, [("", MOST_ROWS), ("… 2,206 more lines", 0)]);
}

#[test]
fn every_line_of_both_is_there_once() {
    for built_in in BuiltIn::ALL {
        let schema = built_in.schema().unwrap();
        for dialect in Dialect::ALL {
            let lowered = lower(&schema, dialect).unwrap();
            let rows: Vec<_> = Difference::new(&schema, &lowered)
                .stretches
                .into_iter()
                .flat_map(|stretch| stretch.rows)
                .collect();
            let side = |line: fn(&Row) -> &Option<String>| -> Value {
                let lines = rows.iter().filter_map(|row| line(row).as_deref());
                let text: String = lines.map(|line| line.chars().skip(1).collect::<String>()).collect();
                serde_json::from_str(&text).unwrap()
            };
            let mut own = schema.to_json_schema();
            own.as_object_mut().unwrap().shift_remove("$schema");
            assert_eq!(side(|row| &row.own), own, "{}", built_in.id());
            assert_eq!(side(|row| &row.sent), lowered.document, "{} {}", built_in.id(), dialect.name());
        }
    }
}
