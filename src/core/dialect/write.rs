//! Writes cells as one JSON Schema.

use super::cell::{ArrayBody, Body, Cell, CellId, Edge, ObjectBody, OthersBody, PAIR, PairsBody};
use super::error::LowerError;
use super::keyword::Keyword;
use super::lowered::Wrapper;
use super::table::{Anything, Nulls, References, Table, Treatment};
use crate::core::schema::JsonType;
use crate::core::value;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

/// How deep what is written may be nested; named parts begin anew.
const MOST_DEPTH: usize = 100;

/// How many cells are written; where there may be no references, each is written wherever it is used.
const MOST_WRITTEN: usize = 20_000;

pub(super) struct Writer<'c> {
    table: &'static Table,
    cells: &'c [Cell],
    /// The reference to each cell that is not written where it is used.
    references: HashMap<CellId, String>,
    written: usize,
    depth: usize,
    /// How deep it became.
    deepest: usize,
}

impl<'c> Writer<'c> {
    pub(super) fn new(table: &'static Table, cells: &'c [Cell]) -> Self {
        Self { table, cells, references: HashMap::new(), written: 0, depth: 0, deepest: 0 }
    }

    /// The whole schema; in the field of an object where the answer is put into one.
    pub(super) fn document(mut self, root: &Edge, wrapper: Option<Wrapper>) -> Result<Value, LowerError> {
        let defined = self.define(root.cell, wrapper.is_some());
        let mut document = match wrapper {
            None => self.written(root.cell, Some(root)),
            Some(Wrapper { field }) => {
                let answer = self.used(root);
                object(json!({field: answer}), json!([field]))
            }
        };
        let definitions: Map<String, Value> =
            defined.into_iter().map(|(name, id)| (name, Value::Object(self.written(id, None)))).collect();
        if self.deepest > MOST_DEPTH {
            return Err(LowerError::TooDeep { levels: self.deepest, most: MOST_DEPTH });
        }
        if self.written >= MOST_WRITTEN {
            let (count, most) = (self.written, MOST_WRITTEN);
            return Err(LowerError::TooMany { what: "parts", count, most });
        }
        if !definitions.is_empty() {
            document.insert("$defs".to_owned(), definitions.into());
        }
        Ok(document.into())
    }

    /// Decides which cells are written under `$defs`, with their names, in the order in which they are met.
    fn define(&mut self, root: CellId, is_wrapped: bool) -> Vec<(String, CellId)> {
        if self.table.references == References::Nowhere {
            return Vec::new();
        }
        let mut uses: HashMap<CellId, usize> = HashMap::new();
        let (mut order, mut left) = (Vec::new(), vec![root]);
        while let Some(id) = left.pop() {
            let count = uses.entry(id).or_default();
            *count += 1;
            if *count == 1 {
                order.push(id);
                let next = self.cells.get(id.0).map(|cell| cell.body.uses()).unwrap_or_default();
                left.extend(next.into_iter().rev().map(|(id, _)| id));
            }
        }
        let (mut defined, mut taken) = (Vec::new(), HashSet::new());
        for id in order {
            let Some(cell) = self.cells.get(id.0) else { continue };
            let is_shared = uses.get(&id).is_some_and(|count| *count > 1);
            if id == root && !is_wrapped {
                self.references.insert(id, "#".to_owned());
                continue;
            }
            if !is_shared && cell.name.is_none() {
                continue;
            }
            let name = unused(cell.name.as_deref().unwrap_or("Part"), &mut taken);
            self.references.insert(id, format!("#/$defs/{name}"));
            defined.push((name, id));
        }
        defined
    }

    /// A cell where it is used: itself, or the reference to it.
    fn used(&mut self, edge: &Edge) -> Value {
        let Some(reference) = self.references.get(&edge.cell) else {
            return self.written(edge.cell, Some(edge)).into();
        };
        let reference = json!({"$ref": reference});
        let adds_null = edge.adds_null && !self.allows_null(edge.cell);
        if edge.title.is_none() && edge.description.is_none() && !adds_null {
            return reference;
        }
        let mut forms = vec![reference];
        forms.extend(adds_null.then(null_alone));
        let mut written = texts(edge.title.as_deref(), edge.description.clone());
        written.insert("anyOf".to_owned(), forms.into());
        written.into()
    }

    fn allows_null(&self, id: CellId) -> bool {
        self.cells.get(id.0).is_some_and(|cell| cell.nullable || matches!(cell.body, Body::Null | Body::Any))
    }

    /// A cell itself; nothing where there is too much already.
    fn written(&mut self, id: CellId, edge: Option<&Edge>) -> Map<String, Value> {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let has_room = self.written < MOST_WRITTEN && self.depth <= MOST_DEPTH;
        let cell = self.cells.get(id.0).filter(|_| has_room);
        let written = cell.map(|cell| self.whole(cell, edge)).unwrap_or_default();
        self.depth -= 1;
        written
    }

    fn whole(&mut self, cell: &Cell, edge: Option<&Edge>) -> Map<String, Value> {
        self.written += 1;
        let title = edge.and_then(|edge| edge.title.as_deref()).or(cell.title.as_deref());
        let description = edge.and_then(|edge| edge.description.as_deref()).or(cell.description.as_deref());
        let description = described(description, &cell.told);
        let is_nullable = cell.nullable || edge.is_some_and(|edge| edge.adds_null);
        if let Body::Union(forms) = &cell.body
            && let [only] = forms.as_slice()
        {
            let title = title.map(str::to_owned);
            let only = Edge { cell: *only, title, description, adds_null: is_nullable };
            return match self.used(&only) {
                Value::Object(written) => written,
                _ => Map::new(),
            };
        }
        let mut body = self.body(&cell.body);
        if is_nullable && !matches!(cell.body, Body::Null | Body::Any) {
            body = self.or_null(body);
        }
        let mut written = texts(title, description);
        written.extend(body);
        written
    }

    fn body(&mut self, body: &Body) -> Map<String, Value> {
        match body {
            Body::Any => self.anything(),
            // Only what may be left out is never anything, and that is left out.
            Body::Never | Body::Null => typed(JsonType::Null),
            Body::Boolean => typed(JsonType::Boolean),
            Body::Constants(values) => self.constants(values),
            Body::Scalar(json_type, keywords) => with(typed(*json_type), keywords),
            Body::Array(array) => self.array(array),
            Body::Object(object) => self.object(object),
            Body::Pairs(pairs) => self.pairs(pairs),
            Body::Union(forms) => {
                let forms = forms.iter().map(|form| {
                    self.used(&Edge { cell: *form, title: None, description: None, adds_null: false })
                });
                let forms: Vec<_> = forms.collect();
                Map::from_iter([("anyOf".to_owned(), forms.into())])
            }
        }
    }

    /// The schema of all values.
    fn anything(&self) -> Map<String, Value> {
        let types = JsonType::ALL.iter().filter(|json_type| **json_type != JsonType::Integer);
        match self.table.anything {
            Anything::Unsaid | Anything::EmptySchema => Map::new(),
            Anything::EveryType => {
                Map::from_iter([("type".to_owned(), types.map(|json_type| json_type.name()).collect())])
            }
        }
    }

    /// The schema of all values, where it must be said that there may be some.
    fn anything_said(&self) -> Option<Value> {
        (self.table.anything != Anything::Unsaid).then(|| self.anything().into())
    }

    /// The schema of the same values and null.
    fn or_null(&self, mut schema: Map<String, Value>) -> Map<String, Value> {
        if let Some(Value::Array(forms)) = schema.get_mut("anyOf") {
            if !forms.contains(&null_alone()) {
                forms.push(null_alone());
            }
            return schema;
        }
        match (self.table.nulls, schema.get("type").cloned()) {
            (Nulls::Type, Some(Value::String(name))) => {
                schema.insert("type".to_owned(), json!([name, "null"]));
                if let Some(Value::Array(values)) = schema.get_mut("enum") {
                    values.push(Value::Null);
                }
                schema
            }
            (Nulls::Type | Nulls::Form, _) => {
                Map::from_iter([("anyOf".to_owned(), json!([schema, null_alone()]))])
            }
        }
    }

    /// Values that are listed, those of each type together.
    fn constants(&self, values: &[Value]) -> Map<String, Value> {
        let mut forms: Vec<Map<String, Value>> = Vec::new();
        for value in values {
            let written = self.constant(value);
            if forms.contains(&written) {
                continue;
            }
            let same = forms.iter_mut().find(|form| {
                form.contains_key("enum")
                    && written.contains_key("enum")
                    && form.get("type") == written.get("type")
            });
            match (same.and_then(|form| form.get_mut("enum")), written.get("enum")) {
                (Some(Value::Array(known)), Some(Value::Array(new))) => known.extend(new.iter().cloned()),
                (_, _) => forms.push(written),
            }
        }
        match forms.pop() {
            Some(only) if forms.is_empty() => only,
            last => {
                forms.extend(last);
                Map::from_iter([("anyOf".to_owned(), json!(forms))])
            }
        }
    }

    fn constant(&self, value: &Value) -> Map<String, Value> {
        match value {
            Value::Null => typed(JsonType::Null),
            Value::Bool(_) if !self.table.takes_boolean_enums => typed(JsonType::Boolean),
            Value::Bool(_) => with(typed(JsonType::Boolean), &[("enum", json!([value]))]),
            Value::String(_) => with(typed(JsonType::String), &[("enum", json!([value]))]),
            Value::Number(number) => {
                let json_type = if value::is_integer(number) { JsonType::Integer } else { JsonType::Number };
                with(typed(json_type), &[("enum", json!([value]))])
            }
            Value::Array(items) => {
                let mut written = typed(JsonType::Array);
                let kinds = if items.is_empty() { typed(JsonType::Null) } else { self.constants(items) };
                written.insert("items".to_owned(), kinds.into());
                for keyword in [Keyword::MinItems, Keyword::MaxItems] {
                    if (self.table.treatment)(keyword).holds_counts() {
                        written.insert(keyword.name().to_owned(), items.len().into());
                    }
                }
                written
            }
            Value::Object(members) => {
                let properties =
                    members.iter().map(|(name, member)| (name.clone(), self.constant(member).into()));
                object(Value::Object(properties.collect()), members.keys().cloned().collect())
            }
        }
    }

    fn is_never(&self, edge: &Edge) -> bool {
        self.cells.get(edge.cell.0).is_some_and(|cell| matches!(cell.body, Body::Never))
    }

    fn array(&mut self, array: &ArrayBody) -> Map<String, Value> {
        let mut written = typed(JsonType::Array);
        let end = array.prefix.iter().position(|edge| self.is_never(edge));
        let items = array.items.as_ref().filter(|_| end.is_none());
        let ends = end.or_else(|| items.filter(|edge| self.is_never(edge)).map(|_| array.prefix.len()));
        let prefix: Vec<_> =
            array.prefix.iter().take(ends.unwrap_or(usize::MAX)).map(|edge| self.used(edge)).collect();
        let most = array.keywords.iter().find(|(name, _)| *name == Keyword::MaxItems.name());
        let is_full =
            most.is_some_and(|(_, most)| most.as_u64().is_some_and(|most| most <= prefix.len() as u64));
        let is_tuple = !prefix.is_empty();
        if is_tuple {
            written.insert("prefixItems".to_owned(), prefix.into());
        }
        match items {
            Some(edge) if ends.is_none() => drop(written.insert("items".to_owned(), self.used(edge))),
            // Every array needs them, even one that is always empty.
            _ if self.table.needs_types => drop(written.insert("items".to_owned(), null_alone())),
            _ if ends.is_some() || is_tuple && is_full => {}
            _ => written.extend(self.anything_said().map(|any| ("items".to_owned(), any))),
        }
        let mut written = with(written, &array.keywords);
        if let Some(end) = ends
            && (self.table.treatment)(Keyword::MaxItems) != Treatment::Refuses
        {
            let most = written.get("maxItems").and_then(Value::as_u64);
            let most = most.map_or(end as u64, |most| most.min(end as u64));
            written.insert("maxItems".to_owned(), most.into());
        }
        written
    }

    fn object(&mut self, body: &ObjectBody) -> Map<String, Value> {
        let mut properties = Map::new();
        for (name, member) in &body.members {
            properties.insert(name.clone(), self.used(&member.edge));
        }
        let needs_all = self.table.needs_all;
        let needed = body.members.iter().filter(|(_, member)| member.is_required || needs_all);
        let needed: Vec<_> = needed.map(|(name, _)| name.as_str()).collect();
        let others = match &body.others {
            OthersBody::Unsaid if !properties.is_empty() => None,
            OthersBody::Unsaid => self.anything_said().map(|_| true.into()),
            OthersBody::Forbidden => Some(false.into()),
            OthersBody::Any => Some(true.into()),
            OthersBody::Of(edge) => Some(self.used(edge)),
        };
        let mut written = typed(JsonType::Object);
        if !properties.is_empty() || others == Some(false.into()) {
            written.insert("properties".to_owned(), properties.into());
        }
        if !needed.is_empty() || needs_all {
            written.insert("required".to_owned(), needed.into());
        }
        written.extend(others.map(|others| ("additionalProperties".to_owned(), others)));
        written
    }

    fn pairs(&mut self, pairs: &PairsBody) -> Map<String, Value> {
        let is_empty = self.is_never(&pairs.value);
        let value = self.used(&pairs.value);
        let [key_name, value_name] = PAIR;
        let pair = object(json!({key_name: {"type": "string"}, value_name: value}), json!(PAIR));
        let mut written = typed(JsonType::Array);
        written.insert("items".to_owned(), pair.into());
        let mut written = with(written, &pairs.keywords);
        if is_empty && (self.table.treatment)(Keyword::MaxItems).holds_counts() {
            written.insert("maxItems".to_owned(), 0.into());
        }
        written
    }
}

/// The description, and behind it what is not sent, in words.
pub(super) fn described(description: Option<&str>, told: &[String]) -> Option<String> {
    match (description, told.join(", ")) {
        (None, told) if told.is_empty() => None,
        (None, told) => Some(told),
        (Some(description), told) if told.is_empty() => Some(description.to_owned()),
        (Some(description), told) => Some(format!("{description} ({told})")),
    }
}

fn texts(title: Option<&str>, description: Option<String>) -> Map<String, Value> {
    let texts = [("title", title.map(str::to_owned)), ("description", description)];
    texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?.into()))).collect()
}

fn typed(json_type: JsonType) -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), json_type.name().into())])
}

fn null_alone() -> Value {
    typed(JsonType::Null).into()
}

fn with(mut schema: Map<String, Value>, keywords: &[(&'static str, Value)]) -> Map<String, Value> {
    schema.extend(keywords.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    schema
}

/// An object with just these fields.
fn object(properties: Value, required: Value) -> Map<String, Value> {
    let mut written = typed(JsonType::Object);
    written.insert("properties".to_owned(), properties);
    written.insert("required".to_owned(), required);
    written.insert("additionalProperties".to_owned(), false.into());
    written
}

/// The name in letters that need no escape, with a number behind it where it is taken.
fn unused(name: &str, taken: &mut HashSet<String>) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-.".contains(character);
    let name: String =
        name.chars().map(|character| if is_plain(character) { character } else { '_' }).collect();
    let (mut unused, mut number) = (name.clone(), 1);
    while !taken.insert(unused.clone()) {
        number += 1;
        unused = format!("{name}{number}");
    }
    unused
}
