//! A schema line by line, for the person who chooses it: one field a line, its parts below it.

use super::names::{Names, Place};
use super::words::{Style, clipped, pattern_text, told};
use crate::core::schema::node::{NodeId, Schema};
use crate::core::schema::shape::{ArrayShape, Kind, ObjectShape, Others, Shape};
use serde_json::Value;
use std::collections::HashSet;

/// The most lines there are.
const MOST_LINES: usize = 400;

/// How deep values are shown within each other.
const MOST_NESTING: usize = 32;

/// The most values of a list that are shown.
const MOST_VALUES: usize = 40;

/// The most characters of one value that are shown.
const LONGEST_VALUE: usize = 80;

/// How deep the constraints of items within items are told.
const MOST_PARTS_OF_CONSTRAINT: usize = 2;

/// One field as the preview shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLine {
    /// How many others it stands in, below the root.
    pub depth: usize,
    /// Its key, or what else it is called: `[0]` for an item, `[key]` for fields of any name.
    pub name: String,
    /// Its type in a word or two: `string`, `integer or null`, `enum`, `array of Person`, `one of 3`.
    pub kind: String,
    /// What else must hold, in a few words; empty when nothing must.
    pub constraint: String,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it means, in its author's words.
    pub description: Option<String>,
}

impl PreviewLine {
    fn heading(name: &str, kind: String, depth: usize) -> Self {
        let (constraint, optional, description) = (String::new(), false, None);
        Self { depth, name: name.to_owned(), kind, constraint, optional, description }
    }
}

impl Schema {
    /// The fields in order, one line each; at most 400, of which the last says how many more there are.
    pub fn preview(&self) -> Vec<PreviewLine> {
        let mut preview = Preview {
            schema: self,
            names: &Names::new(self),
            shown: HashSet::new(),
            nesting: 0,
            lines: Vec::new(),
        };
        let root = self.shape(self.root());
        let has_fields = matches!(root.kind, Kind::Object(_)) && !root.kind.is_any_object();
        let has_only_rules = preview.constraints(&root, 0).len() == root.rules.len();
        if has_fields && !root.nullable && has_only_rules {
            preview.parts(&[self.root()], 0);
            for rule in &root.rules {
                let heading = PreviewLine::heading("rule", String::new(), 0);
                preview.lines.push(PreviewLine { constraint: told(&rule.words()), ..heading });
            }
        } else {
            preview.field("the answer", &[self.root()], false, 0);
        }
        let mut lines = preview.lines;
        if lines.len() > MOST_LINES {
            let more = lines.len() + 1 - MOST_LINES;
            lines.truncate(MOST_LINES - 1);
            lines.push(PreviewLine::heading("…", format!("{more} more"), 0));
        }
        lines
    }
}

struct Preview<'s, 'n> {
    schema: &'s Schema,
    names: &'n Names,
    /// The named parts whose fields are among the lines already.
    shown: HashSet<Place>,
    /// How many values the lines now being written stand in.
    nesting: usize,
    lines: Vec<PreviewLine>,
}

impl Preview<'_, '_> {
    /// The line of a field, and those of its parts below it.
    fn field(&mut self, name: &str, ids: &[NodeId], optional: bool, depth: usize) {
        let shape = self.schema.shape_of(ids);
        self.lines.push(PreviewLine {
            depth,
            name: told(name),
            kind: self.kind(ids, &shape),
            constraint: self.constraints(&shape, 0).join(", "),
            optional,
            description: shape.description.map(told),
        });
        self.parts(ids, depth + 1);
    }

    /// The lines of what stands in a value; those of a named part only once.
    fn parts(&mut self, ids: &[NodeId], depth: usize) {
        let place = self.schema.place(ids);
        if self.nesting > MOST_NESTING
            || !self.names.has_room_for(self.schema, &place)
            || self.names.get(&place).is_some() && !self.shown.insert(place)
        {
            return;
        }
        self.nesting += 1;
        let shape = self.schema.shape_of(ids);
        self.parts_of_kind(&shape.kind, depth);
        for forms in self.unions_with_parts(&shape) {
            if shape.kind.is_any_object() {
                self.forms(forms, depth);
            } else {
                self.lines.push(PreviewLine::heading("and", format!("one of {}", forms.len()), depth));
                self.forms(forms, depth + 1);
            }
        }
        self.nesting -= 1;
    }

    /// The unions beside a kind that are more than conditions.
    fn unions_with_parts<'s>(&self, shape: &Shape<'s>) -> Vec<&'s [NodeId]> {
        let has_parts = |forms: &&[NodeId]| self.schema.in_short(forms).is_none();
        shape.unions.iter().copied().filter(has_parts).collect()
    }

    fn parts_of_kind(&mut self, kind: &Kind, depth: usize) {
        match kind {
            Kind::Object(object) => self.members(object, depth),
            Kind::Array(array) => self.items(array, depth),
            Kind::Union(ids) => match ids.as_slice() {
                [only] => self.parts(&[*only], depth),
                forms if self.is_plain(forms) => {}
                forms => self.forms(forms, depth),
            },
            Kind::Types(kinds) => kinds.iter().for_each(|kind| self.parts_of_kind(kind, depth)),
            Kind::String(_)
            | Kind::Number(_)
            | Kind::Boolean
            | Kind::Null
            | Kind::Enum(_)
            | Kind::Never
            | Kind::Any => {}
        }
    }

    fn members(&mut self, object: &ObjectShape, depth: usize) {
        for member in &object.members {
            self.field(member.name, &member.nodes, !member.required, depth);
        }
        for (pattern, id) in &object.patterns {
            self.field(&format!("[{}]", pattern_text(pattern.source())), &[*id], true, depth);
        }
        if let Others::Of(id) = object.others {
            self.field("[key]", &[id], true, depth);
        }
    }

    /// The parts of the items, which need no line of their own where all of them are alike.
    fn items(&mut self, array: &ArrayShape, depth: usize) {
        for (position, id) in array.prefix.iter().enumerate() {
            let optional = array.min.is_some_and(|min| position as u64 >= min);
            self.field(&format!("[{position}]"), &[*id], optional, depth);
        }
        match array.items {
            Others::Of(_) if array.is_closed_tuple() => {}
            Others::Of(id) if array.prefix.is_empty() => self.parts(&[id], depth),
            Others::Of(id) => self.field("[…]", &[id], true, depth),
            Others::Unsaid | Others::Forbidden => {}
        }
    }

    fn forms(&mut self, forms: &[NodeId], depth: usize) {
        for (position, id) in forms.iter().enumerate() {
            let name = self.schema.form_name(*id, position);
            self.field(&name, &[*id], false, depth);
        }
    }

    /// Whether the forms are so plain that their kinds say it all.
    fn is_plain(&self, forms: &[NodeId]) -> bool {
        let is_plain = |id: &NodeId| {
            let shape = self.schema.shape(*id);
            shape.unions.is_empty() && shape.kind.is_leaf() && shape.description.is_none()
        };
        forms.len() <= 3 && forms.iter().all(is_plain)
    }

    fn kind(&self, ids: &[NodeId], shape: &Shape) -> String {
        let place = self.schema.place(ids);
        if !self.names.has_room_for(self.schema, &place) {
            return "…".to_owned();
        }
        let name = self.names.get(&place).map(str::to_owned);
        let text = match (name, self.unions_with_parts(shape).as_slice()) {
            (Some(name), _) => name,
            (None, [forms]) if shape.kind.is_any_object() => format!("one of {}", forms.len()),
            (None, _) => self.kind_text(&place, &shape.kind),
        };
        if shape.nullable { text + " or null" } else { text }
    }

    fn kind_text(&self, place: &Place, kind: &Kind) -> String {
        let of = |id: NodeId| self.kind(&[id], &self.schema.shape(id));
        match kind {
            Kind::Object(_) => self.schema.definition_name(place).unwrap_or_else(|| "object".to_owned()),
            Kind::Array(array) if !array.prefix.is_empty() => "tuple".to_owned(),
            Kind::Array(array) => match array.items {
                Others::Of(id) => format!("array of {}", of(id)),
                Others::Unsaid => "array".to_owned(),
                Others::Forbidden => "empty array".to_owned(),
            },
            Kind::Union(ids) => match ids.as_slice() {
                [only] => of(*only),
                forms if self.is_plain(forms) => {
                    forms.iter().map(|id| of(*id)).collect::<Vec<_>>().join(" or ")
                }
                forms => format!("one of {}", forms.len()),
            },
            Kind::Types(kinds) => {
                kinds.iter().map(|kind| self.kind_text(&Place::new(), kind)).collect::<Vec<_>>().join(" or ")
            }
            Kind::String(_) => "string".to_owned(),
            Kind::Number(number) if number.integer => "integer".to_owned(),
            Kind::Number(_) => "number".to_owned(),
            Kind::Boolean => "boolean".to_owned(),
            Kind::Null => "null".to_owned(),
            Kind::Enum(_) => "enum".to_owned(),
            Kind::Never => "never".to_owned(),
            Kind::Any => "any".to_owned(),
        }
    }

    fn constraints(&self, shape: &Shape, depth: usize) -> Vec<String> {
        let of = |id: NodeId| match depth {
            MOST_PARTS_OF_CONSTRAINT.. => Vec::new(),
            depth => self.constraints(&self.schema.shape(id), depth + 1),
        };
        let mut said = Style::Signs.constraints(self.schema, &shape.kind, 0);
        match &shape.kind {
            Kind::Enum(values) => said.push(values_text(values)),
            Kind::Array(array) => {
                if let Others::Of(id) = array.items
                    && array.prefix.is_empty()
                {
                    let each = of(id).join(", ");
                    said.extend(
                        Some(each).filter(|each| !each.is_empty()).map(|each| format!("each {each}")),
                    );
                }
            }
            Kind::Union(ids) => match ids.as_slice() {
                [only] => said.extend(of(*only)),
                forms if self.is_plain(forms) => said.extend(forms.iter().flat_map(|id| of(*id))),
                _ => {}
            },
            Kind::Object(_)
            | Kind::String(_)
            | Kind::Number(_)
            | Kind::Boolean
            | Kind::Null
            | Kind::Types(_)
            | Kind::Never
            | Kind::Any => {}
        }
        let also = shape.unions.iter().filter_map(|forms| self.schema.in_short(forms));
        said.extend(also.map(|forms| format!("also {forms}")));
        said.extend(shape.rules.iter().map(|rule| told(&rule.words())));
        if shape.is_partial {
            said.push("further conditions".to_owned());
        }
        said
    }
}

/// The values as people read them, strings without quotes.
fn values_text(values: &[&Value]) -> String {
    let text = |value: &&Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut told: Vec<_> =
        values.iter().take(MOST_VALUES).map(|value| clipped(&text(value), LONGEST_VALUE)).collect();
    if values.len() > MOST_VALUES {
        told.push(format!("… ({} in all)", values.len()));
    }
    told.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(schema: &Schema, expected: &[&str]) {
        let text = |line: PreviewLine| {
            let mark = if line.optional { "?" } else { "" };
            let parts = [
                format!("{}{}{mark}", "  ".repeat(line.depth), line.name),
                line.kind,
                line.constraint,
                line.description.unwrap_or_default(),
            ];
            parts.join(" | ").trim_end_matches([' ', '|']).to_owned()
        };
        assert_eq!(schema.preview().into_iter().map(text).collect::<Vec<_>>(), expected);
    }

    #[track_caller]
    fn check_json_schema(document: Value, expected: &[&str]) {
        check(&Schema::from_json_schema(&document).unwrap(), expected);
    }

    #[test]
    fn one_line_a_field() {
        let schema = Schema::from_fields(&json!({"fields": {
            "city": {"type": "string", "minLength": 2, "description": "Where,\nin short"},
            "code": {"type": "string", "maxLength": 8, "contains": "-"},
            "temperature_c": {"type": "number", "min": -90, "max": 60},
            "wind": {"type": "integer", "min": 0, "optional": true},
            "condition": {"type": "enum", "values": ["sunny", "rainy"], "nullable": true},
            "alert": {"type": "boolean"}
        }}));
        check(
            &schema.unwrap(),
            &[
                "city | string | ≥ 2 characters | Where, in short",
                "code | string | ≤ 8 characters, contains \"-\"",
                "temperature_c | number | -90 … 60",
                "wind? | integer | ≥ 0",
                "condition | enum or null | sunny · rainy",
                "alert | boolean",
            ],
        );
    }

    #[test]
    fn parts_stand_below() {
        check_json_schema(
            json!({
                "type": "object",
                "required": ["lines", "to"],
                "properties": {
                    "lines": {
                        "type": "array", "minItems": 1, "maxItems": 20, "uniqueItems": true,
                        "items": {"$ref": "#/$defs/order_line"}
                    },
                    "to": {"$ref": "#/$defs/address", "description": "Where to"},
                    "bill": {"anyOf": [{"$ref": "#/$defs/address"}, {"type": "null"}]},
                    "tags": {"type": "array", "items": {"type": "string", "minLength": 3}},
                    "counts": {
                        "type": "object",
                        "patternProperties": {"^x-": {"type": "string"}},
                        "additionalProperties": {"type": "integer", "minimum": 0}
                    },
                    "point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}],
                        "minItems": 1, "items": {"type": "string"}},
                    "mixed": {"type": ["string", "integer"], "minimum": 3}
                },
                "$defs": {
                    "order_line": {"type": "object", "properties": {"sku": {"type": "string"}}},
                    "address": {"type": "object", "required": ["street"],
                        "properties": {"street": {"type": "string"}}}
                }
            }),
            &[
                "lines | array of OrderLine | 1 … 20 items, all different",
                "  sku? | string",
                "to | Address |  | Where to",
                "  street | string",
                "bill? | Address or null",
                "tags? | array of string | each ≥ 3 characters",
                "counts? | object",
                "  [^x-]? | string",
                "  [key]? | integer | ≥ 0",
                "point? | tuple | ≥ 1 item",
                "  [0] | number",
                "  [1]? | number",
                "  […]? | string",
                "mixed? | string or integer | ≥ 3",
            ],
        );
    }

    #[test]
    fn one_line_a_form() {
        check_json_schema(
            json!({"type": "object", "properties": {
                "pay": {"oneOf": [
                    {"title": "Card", "type": "object", "properties": {"number": {"type": "string"}}},
                    {"type": "object", "properties": {"kind": {"const": "cash"}}, "required": ["kind"]},
                    {"type": "null"}
                ]},
                "plain": {"anyOf": [{"type": "string"}, {"type": "integer", "maximum": 3}]},
                "both": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}},
                    "oneOf": [
                        {"properties": {"a": {"type": "boolean"}}},
                        {"properties": {"b": {"type": "boolean"}}}
                    ]
                },
                "either": {
                    "type": "object",
                    "properties": {"a": {}, "b": {}},
                    "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
                    "not": {"required": ["c"]}
                }
            }}),
            &[
                "pay? | one of 2 or null",
                "  Card | object",
                "    number? | string",
                "  kind: \"cash\" | object",
                "    kind | enum | cash",
                "plain? | string or integer | ≤ 3",
                "both? | object",
                "  id? | string",
                "  and | one of 2",
                "    form 1 | object",
                "      a? | boolean",
                "    form 2 | object",
                "      b? | boolean",
                "either? | object | also an object with \"a\" or an object with \"b\", further conditions",
                "  a? | any",
                "  b? | any",
            ],
        );
    }

    #[test]
    fn an_answer_that_is_no_object_has_a_line() {
        check_json_schema(
            json!({"type": "array", "items": {"type": "object", "properties": {"x": {"type": "null"}}}}),
            &["the answer | array of object", "  x? | null"],
        );
        check_json_schema(
            json!({"type": "string", "minLength": 2}),
            &["the answer | string | ≥ 2 characters"],
        );
        check_json_schema(json!({"type": "object"}), &["the answer | object"]);
        check_json_schema(json!(true), &["the answer | any"]);
        check_json_schema(
            json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "minProperties": 1}),
            &["the answer | object | ≥ 1 field", "  a? | boolean"],
        );
    }

    #[test]
    fn what_contains_itself_is_named() {
        check_json_schema(
            json!({"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "properties": {
                "left": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
                "others": {"type": "array", "items": {"$ref": "#/$defs/node"}}
            }}}}),
            &["left? | Node or null", "others? | array of Node"],
        );
        check_json_schema(
            json!({"$ref": "#/$defs/list", "$defs": {
                "list": {"type": "array", "items": {"$ref": "#/$defs/list"}}
            }}),
            &["the answer | List"],
        );
    }

    #[test]
    fn the_lines_are_bounded() {
        let field = |position: usize| (format!("field_{position}"), json!({"type": "boolean"}));
        let properties: serde_json::Map<_, _> = (0..500).map(field).collect();
        let schema = Schema::from_json_schema(&json!({"type": "object", "properties": properties})).unwrap();
        let lines = schema.preview();
        assert_eq!(lines.len(), 400);
        assert_eq!(lines[398].name, "field_398");
        assert_eq!(lines[399], PreviewLine::heading("…", "101 more".to_owned(), 0));
        let values: Vec<_> = (0..50).collect();
        let schema = Schema::from_json_schema(&json!({"enum": values})).unwrap();
        assert!(schema.preview()[0].constraint.ends_with(" · 38 · 39 · … (50 in all)"));
    }
}
