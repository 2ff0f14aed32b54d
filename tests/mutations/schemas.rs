//! Schemas as people import them, richer than the field form can say.

use serde_json::{Value, json};

pub(crate) fn all() -> [(&'static str, Value); 5] {
    [
        ("order", order()),
        ("drawing", drawing()),
        ("folder", folder()),
        ("settings", settings()),
        ("track", track()),
    ]
}

/// Nested objects and arrays, formats, patterns and money.
fn order() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Order",
        "type": "object",
        "properties": {
            "id": {"type": "string", "pattern": "^ORD-[0-9]{6}$"},
            "placed": {"type": "string", "format": "date-time"},
            "customer": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "minLength": 2, "maxLength": 60},
                    "email": {"type": "string", "format": "email"},
                    "birthday": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
                },
                "required": ["name", "email"],
                "additionalProperties": false
            },
            "lines": {
                "type": "array",
                "minItems": 1,
                "maxItems": 5,
                "items": {
                    "type": "object",
                    "properties": {
                        "sku": {"type": "string", "minLength": 4},
                        "quantity": {"type": "integer", "minimum": 1, "maximum": 99},
                        "price": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01},
                        "tags": {
                            "type": "array",
                            "items": {"enum": ["fragile", "gift", "bulky", "cold"]},
                            "uniqueItems": true,
                            "maxItems": 3
                        }
                    },
                    "required": ["sku", "quantity", "price"],
                    "additionalProperties": false
                }
            },
            "currency": {"const": "EUR"},
            "discount": {"type": "number", "minimum": 0, "exclusiveMaximum": 1}
        },
        "required": ["id", "placed", "customer", "lines", "currency"],
        "additionalProperties": false
    })
}

/// Unions: told apart by a tag, by their types, and beside what all of them share.
fn drawing() -> Value {
    json!({
        "type": "object",
        "required": ["shapes", "background"],
        "properties": {
            "background": {"oneOf": [
                {"type": "string", "pattern": "^#[0-9a-f]{6}$"},
                {"type": "integer", "minimum": 0, "maximum": 255},
                {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}, "minItems": 3, "maxItems": 3}
            ]},
            "shapes": {"type": "array", "minItems": 2, "items": {
                "type": "object",
                "required": ["layer"],
                "properties": {"layer": {"type": "integer", "minimum": 0}},
                "anyOf": [{"$ref": "#/$defs/circle"}, {"$ref": "#/$defs/path"}]
            }}
        },
        "$defs": {
            "circle": {
                "type": "object",
                "required": ["kind", "radius"],
                "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "exclusiveMinimum": 0}}
            },
            "path": {
                "type": "object",
                "required": ["kind", "points", "closed"],
                "properties": {
                    "kind": {"const": "path"},
                    "closed": {"type": "boolean"},
                    "points": {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/point"}}
                }
            },
            "point": {
                "type": "array",
                "prefixItems": [{"type": "number"}, {"type": "number"}],
                "items": false,
                "minItems": 2
            }
        }
    })
}

/// Recursion, through arrays and through a value that may be null.
fn folder() -> Value {
    json!({
        "$ref": "#/definitions/folder",
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {
            "folder": {
                "type": "object",
                "required": ["name", "folders", "newest"],
                "additionalProperties": false,
                "properties": {
                    "name": {"type": "string", "minLength": 1, "maxLength": 40},
                    "folders": {"type": "array", "items": {"$ref": "#/definitions/folder"}, "maxItems": 4},
                    "newest": {"anyOf": [{"$ref": "#/definitions/file"}, {"type": "null"}]}
                }
            },
            "file": {
                "type": "object",
                "required": ["size", "kind"],
                "properties": {
                    "size": {"type": "integer", "minimum": 0},
                    "kind": {"type": "string", "enum": ["text", "image", "other"]},
                    "checksum": {"type": "string", "format": "uuid"},
                    "inside": {"$ref": "#/definitions/folder"}
                }
            }
        }
    })
}

/// Records, names of members, and parts put together.
fn settings() -> Value {
    json!({
        "type": "object",
        "required": ["limits", "hosts"],
        "allOf": [{"$ref": "#/$defs/owned"}],
        "properties": {
            "limits": {
                "type": "object",
                "additionalProperties": {"type": "integer", "minimum": 0},
                "propertyNames": {"pattern": "^[a-z_]+$"},
                "minProperties": 1,
                "maxProperties": 4
            },
            "hosts": {
                "type": "object",
                "patternProperties": {"^host-[0-9]+$": {"type": "string", "format": "hostname"}},
                "additionalProperties": false,
                "minProperties": 2
            },
            "user": {"type": "string"},
            "password": {"type": "string", "minLength": 8},
            "retries": {"type": ["integer", "null"], "maximum": 9}
        },
        "dependentRequired": {"user": ["password"]},
        "unevaluatedProperties": false,
        "$defs": {
            "owned": {
                "properties": {"owner": {"type": "string", "pattern": "^[A-Z]"}},
                "required": ["owner"]
            }
        }
    })
}

/// Arrays in arrays, tuples, and items that must be among the others.
fn track() -> Value {
    json!({
        "type": "object",
        "required": ["positions", "legs", "stops"],
        "properties": {
            "positions": {"type": "array", "minItems": 2, "items": {
                "type": "array", "minItems": 2, "maxItems": 3,
                "items": {"type": "number", "minimum": -180, "maximum": 180}
            }},
            "legs": {"type": "array", "items": {
                "type": "array",
                "prefixItems": [{"enum": ["walk", "ride", 3]}, {"type": "integer", "minimum": 5, "multipleOf": 5}],
                "items": false,
                "minItems": 2
            }},
            "stops": {
                "type": "array",
                "items": {"type": "string", "minLength": 3},
                "contains": {"const": "home"},
                "maxContains": 2,
                "minItems": 3
            },
            "codes": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "integer", "exclusiveMaximum": 0}}
        }
    })
}
