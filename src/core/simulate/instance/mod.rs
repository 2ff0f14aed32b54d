//! Valid answers for any schema: plausible ones, that look as if somebody had meant them.
//! A value is drawn from its shape and kept if the validator accepts it; knows nothing of flaws.

mod array;
mod choice;
mod height;
mod number;
mod object;
mod text;

use crate::core::random::Random;
use crate::core::schema::{Kind, NodeId, Schema};
use crate::core::validate::{Limits, Validator};
use crate::core::value;
use height::{ENDLESS, Heights};
use serde_json::{Map, Value};

/// How often one value is drawn until it is accepted.
const MOST_DRAWS: u32 = 48;

/// How many kinds of value are tried where any will do.
const ANYTHINGS: u32 = 6;

/// How many values an answer has before only what is needed is added.
const USUAL_VALUES: usize = 300;

/// How deep an answer is before only what is needed is added.
const USUAL_DEPTH: usize = 6;

/// How many values are drawn in all, so that it ends where nothing can be accepted.
const MOST_VALUES: usize = 20_000;

/// How many values are drawn in vain before no more are judged.
const MOST_FAILURES: u32 = 500;

/// For how many such values one counts of which even that cannot be decided: to find that out takes longest.
const UNDECIDED: u32 = 50;

/// How many nodes are judged to find out whether one value is accepted.
const MOST_STEPS: u64 = 20_000;

/// How deep an answer may become at all.
const MOST_DEPTH: usize = 100;

/// A value that a node of the schema accepts, with its optional members; those that lead into
/// themselves again are left out soon. The best effort where no value is found that is accepted.
pub fn instance(schema: &Schema, id: NodeId, random: &mut Random) -> Value {
    let (Ok(value) | Err(value)) = Writer::new(schema, random).write(&[id], &[]);
    value
}

struct Writer<'a> {
    schema: &'a Schema,
    validator: Validator,
    heights: Heights,
    random: &'a mut Random,
    /// The nodes of the values that the one at hand stands in.
    around: Vec<NodeId>,
    depth: usize,
    /// How many values may still be added to the answer for its beauty.
    room: usize,
    /// How many values may still be drawn.
    left: usize,
    /// How many values may still be drawn in vain; after that each is taken as it comes.
    patience: u32,
}

impl<'a> Writer<'a> {
    fn new(schema: &'a Schema, random: &'a mut Random) -> Self {
        let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
        Self {
            schema,
            validator: Validator::new(schema).with_limits(limits),
            heights: Heights::new(schema),
            random,
            around: Vec::new(),
            depth: 0,
            room: USUAL_VALUES,
            left: MOST_VALUES,
            patience: MOST_FAILURES,
        }
    }

    /// A value that satisfies all of the nodes and is none of the known ones; or the first that was drawn.
    fn write(&mut self, nodes: &[NodeId], known: &[Value]) -> Result<Value, Value> {
        let room = self.room;
        let mut first = None;
        for draw in 0..MOST_DRAWS {
            self.room = room;
            let drawn = self.draw(nodes, draw);
            if self.patience == 0 {
                return Ok(drawn);
            }
            let is_right = self.accept(nodes, &drawn);
            if is_right && !known.iter().any(|known| value::equal(known, &drawn)) {
                return Ok(drawn);
            }
            self.patience = self.patience.saturating_sub(1);
            first.get_or_insert(drawn);
            if self.left == 0 {
                break;
            }
        }
        Err(first.unwrap_or_default())
    }

    /// Whether all of the nodes accept a value. Where that cannot be decided, patience is lost.
    fn accept(&mut self, nodes: &[NodeId], value: &Value) -> bool {
        nodes.iter().all(|id| {
            let decided = self.validator.decides(*id, value);
            if decided.is_none() {
                self.patience = self.patience.saturating_sub(UNDECIDED);
            }
            decided == Some(true)
        })
    }

    /// A value of the shape of the nodes. The first draw is the most usual one, later ones vary.
    fn draw(&mut self, nodes: &[NodeId], draw: u32) -> Value {
        self.left = self.left.saturating_sub(1);
        self.room = self.room.saturating_sub(1);
        if self.left == 0 || self.depth >= MOST_DEPTH {
            return Value::Null;
        }
        if draw >= MOST_DRAWS - ANYTHINGS {
            // A schema that names no type speaks of one and accepts all others.
            return self.anything(draw);
        }
        let is_brief = self.is_brief(nodes);
        if draw == 0
            && let Some(value) = self.said(nodes, is_brief)
        {
            return value;
        }
        let (nodes, shape) = self.settle(nodes, is_brief, draw);
        if is_brief && shape.nullable && self.heights.of_kind(&shape.kind) > 0 {
            return Value::Null;
        }
        if self.heights.of_kind(&shape.kind) == ENDLESS {
            return self.anything(draw);
        }
        let outside = self.around.len();
        self.around.extend(nodes);
        self.depth += 1;
        let value = self.value(shape.kind, is_brief, draw);
        self.depth -= 1;
        self.around.truncate(outside);
        value
    }

    fn value(&mut self, kind: Kind, is_brief: bool, draw: u32) -> Value {
        match kind {
            Kind::Object(shape) => self.object(&shape, draw),
            Kind::Array(shape) => self.array(&shape),
            Kind::String(shape) => text::text(&shape, draw, self.random).into(),
            Kind::Number(shape) => number::number(&shape, draw, self.random),
            Kind::Boolean => Value::Bool(self.random.below(2) == 1),
            Kind::Enum(values) => self.random.pick(&values).map_or(Value::Null, |value| (*value).clone()),
            Kind::Types(mut kinds) => {
                if is_brief {
                    let lowest = kinds.into_iter().min_by_key(|kind| self.heights.of_kind(kind));
                    return lowest.map_or(Value::Null, |kind| self.value(kind, is_brief, draw));
                }
                let position = usize::try_from(self.random.below(kinds.len() as u64)).unwrap_or(0);
                kinds.truncate(position + 1);
                kinds.pop().map_or(Value::Null, |kind| self.value(kind, is_brief, draw))
            }
            Kind::Null | Kind::Never => Value::Null,
            // Every choice is settled here, so a union says no more.
            Kind::Union(_) | Kind::Any => self.anything(draw),
        }
    }

    /// A word at first, and then a value of another type each time.
    fn anything(&mut self, draw: u32) -> Value {
        match draw % ANYTHINGS {
            0 => text::word(self.random).into(),
            1 => Value::from(self.random.below(100)),
            2 => Value::Bool(self.random.below(2) == 1),
            3 => Value::Object(Map::new()),
            4 => Value::Array(Vec::new()),
            _ => Value::Null,
        }
    }

    /// One of the values that the schema itself gives for the nodes, if they are right.
    fn said(&mut self, nodes: &[NodeId], is_brief: bool) -> Option<Value> {
        let shape = self.schema.shape_of(nodes);
        let mut values = shape.examples;
        // A default that stands for nothing is no example of what could be there.
        values.extend(shape.default.filter(|value| !is_empty(value)));
        values.retain(|value| {
            !(is_brief && (value.is_object() || value.is_array()))
                && nodes.iter().all(|id| self.validator.accepts(*id, value))
        });
        if values.is_empty() { None } else { self.random.pick(&values).map(|value| (*value).clone()) }
    }

    /// Whether only what is needed is written: in values that stand in their like, or deep, or among many.
    fn is_brief(&self, nodes: &[NodeId]) -> bool {
        self.room == 0 || self.depth > USUAL_DEPTH || nodes.iter().any(|id| self.around.contains(id))
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests;
