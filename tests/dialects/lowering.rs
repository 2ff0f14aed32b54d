//! A valid answer in the form that a lowered schema asks for, found by walking that schema alone.

use serde_json::{Map, Value, json};
use structured_output_validator::core::schema::{Assertion, JsonType, Node, NodeId, Schema};
use structured_output_validator::core::validate::{Formats, Validator};

/// A lowered schema, read as any other.
pub struct Asked {
    schema: Schema,
    judge: Validator,
    /// Whether a null stands for a field that is not there.
    has_stand_ins: bool,
}

/// An answer in two forms.
#[derive(Clone, Debug)]
pub struct Forms {
    /// As the lowered schema asks for it.
    pub lowered: Value,
    /// As it was, without the fields that the lowered schema does not allow.
    pub own: Value,
}

impl Forms {
    fn same(value: &Value) -> Self {
        Self { lowered: value.clone(), own: value.clone() }
    }
}

impl Asked {
    pub fn new(document: &Value, has_stand_ins: bool) -> Self {
        let schema = Schema::from_json_schema(document).unwrap_or_else(|error| panic!("{error}: {document}"));
        let judge = Validator::with_formats(&schema, Formats::Annotate);
        Self { schema, judge, has_stand_ins }
    }

    pub fn accepts(&self, value: &Value) -> bool {
        self.judge.is_valid(value)
    }

    pub fn complaints(&self, value: &Value) -> Vec<String> {
        self.judge.validate(value).violations.iter().map(ToString::to_string).collect()
    }

    /// An answer in the form that is asked for.
    pub fn forms(&self, value: &Value) -> Forms {
        self.by(self.schema.root(), value)
    }

    fn by(&self, id: NodeId, value: &Value) -> Forms {
        let node = self.schema.node(id);
        for assertion in &node.assertions {
            match assertion {
                Assertion::Reference(next) => return self.by(*next, value),
                Assertion::AnyOf(forms) => {
                    let mut found = forms.iter().map(|form| (*form, self.by(*form, value)));
                    // A form that leaves nothing out is better than one that does.
                    let fitting: Vec<_> = found
                        .by_ref()
                        .filter(|(form, forms)| self.judge.accepts(*form, &forms.lowered))
                        .map(|(_, forms)| forms)
                        .collect();
                    let whole = fitting.iter().find(|forms| forms.own == *value);
                    return whole.or(fitting.first()).cloned().unwrap_or_else(|| Forms::same(value));
                }
                _ => {}
            }
        }
        match value {
            Value::Object(members) if self.is_list(node) => self.pairs(node, members),
            Value::Object(members) => self.object(node, members),
            Value::Array(items) => self.array(node, items),
            _ => Forms::same(value),
        }
    }

    /// Whether the values are arrays that stand for objects.
    fn is_list(&self, node: &Node) -> bool {
        let properties = items(node).and_then(|id| self.schema.node(id).properties());
        let is_array = node
            .assertions
            .iter()
            .any(|assertion| matches!(assertion, Assertion::Type(types) if types.contains(JsonType::Array)));
        is_array && properties.is_some_and(|properties| properties.keys().eq(["key", "value"]))
    }

    fn object(&self, node: &Node, members: &Map<String, Value>) -> Forms {
        let (mut lowered, mut own) = (Map::new(), Map::new());
        let properties = node.properties();
        let others = node.assertions.iter().find_map(|assertion| match assertion {
            Assertion::AdditionalProperties(id) => Some(*id),
            _ => None,
        });
        for (name, value) in members {
            let named = properties.and_then(|properties| properties.get(name)).map(|property| property.node);
            let forms = match named.or(others) {
                Some(id) if self.schema.is_never(id) => continue,
                Some(id) => self.by(id, value),
                None => Forms::same(value),
            };
            lowered.insert(name.clone(), forms.lowered);
            own.insert(name.clone(), forms.own);
        }
        let needed = node.assertions.iter().filter(|_| self.has_stand_ins).filter_map(required);
        for name in needed.flatten() {
            lowered.entry(name.clone()).or_insert(Value::Null);
        }
        Forms { lowered: lowered.into(), own: own.into() }
    }

    fn pairs(&self, node: &Node, members: &Map<String, Value>) -> Forms {
        let value_node = items(node)
            .and_then(|id| self.schema.node(id).properties())
            .and_then(|properties| properties.get("value"))
            .map(|property| property.node);
        let (mut lowered, mut own) = (Vec::new(), Map::new());
        for (name, value) in members {
            let forms = value_node.map_or_else(|| Forms::same(value), |id| self.by(id, value));
            lowered.push(json!({"key": name, "value": forms.lowered}));
            own.insert(name.clone(), forms.own);
        }
        Forms { lowered: lowered.into(), own: own.into() }
    }

    fn array(&self, node: &Node, values: &[Value]) -> Forms {
        let prefix = node.assertions.iter().find_map(|assertion| match assertion {
            Assertion::PrefixItems(ids) => Some(ids.as_slice()),
            _ => None,
        });
        let forms = values.iter().enumerate().map(|(position, value)| {
            let id = prefix.and_then(|prefix| prefix.get(position).copied()).or(items(node));
            id.map_or_else(|| Forms::same(value), |id| self.by(id, value))
        });
        let (lowered, own) = forms.map(|forms| (forms.lowered, forms.own)).unzip();
        Forms { lowered: Value::Array(lowered), own: Value::Array(own) }
    }
}

fn required(assertion: &Assertion) -> Option<&Vec<String>> {
    match assertion {
        Assertion::Required(names) => Some(names),
        _ => None,
    }
}

fn items(node: &Node) -> Option<NodeId> {
    node.assertions.iter().find_map(|assertion| match assertion {
        Assertion::Items(id) => Some(*id),
        _ => None,
    })
}
