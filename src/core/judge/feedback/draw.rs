//! Draws what is to be returned: what was right as it stands, and holes for all else.
//!
//! What is wrong or missing is never filled in, not even with a default: only the model can say what it is.

use super::faults::{Fate, Faults};
use super::sketch::Sketch;
use crate::core::pointer::Pointer;
use crate::core::schema::{ArrayShape, Kind, NodeId, ObjectShape, Others, Schema};
use crate::core::validate::Validator;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The most bytes that are drawn.
const MOST_BYTES: usize = 12_000;

/// How much is drawn: as much as there is room for.
const SCALES: [Scale; 3] =
    [Scale { items: 8, depth: 8 }, Scale { items: 3, depth: 5 }, Scale { items: 1, depth: 3 }];

/// How much is drawn.
#[derive(Clone, Copy)]
struct Scale {
    /// The most items of an array that are right, and that are wrong.
    items: usize,
    /// How deep holes stand in what is missing.
    depth: usize,
}

/// What of an answer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// Only what is wrong.
    Failing,
}

/// The text of what is to be returned for an answer; empty where it would be too long.
pub(super) fn drawn(faults: &Faults, validator: &Validator, answer: &Value, part: Part) -> String {
    for scale in SCALES {
        let mut drawing = Drawing { faults, validator, part, scale, room: MOST_BYTES, above: Vec::new() };
        let sketch = drawing.value(&Pointer::root(), &[validator.schema().root()], answer);
        if drawing.room > 0 {
            return sketch.text();
        }
    }
    String::new()
}

struct Drawing<'a> {
    faults: &'a Faults,
    validator: &'a Validator,
    part: Part,
    scale: Scale,
    /// How many bytes may still be drawn; at none nothing more is.
    room: usize,
    /// The nodes of the holes that the one now drawn stands in.
    above: Vec<Vec<NodeId>>,
}

impl<'a> Drawing<'a> {
    fn schema(&self) -> &'a Schema {
        self.validator.schema()
    }

    /// Takes the room that a text needs.
    fn take(&mut self, text: String) -> String {
        self.room = self.room.saturating_sub(text.len() + 4);
        text
    }

    fn value(&mut self, pointer: &Pointer, nodes: &[NodeId], value: &Value) -> Sketch {
        if self.faults.fate(pointer) == Some(Fate::Wrong) {
            return self.hole(nodes);
        }
        match value {
            Value::Object(members) => self.object(pointer, nodes, value, members),
            Value::Array(items) => self.array(pointer, nodes, value, items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Sketch::Leaf(self.take(value.to_string()))
            }
        }
    }

    /// Whether a place of this fate is drawn.
    fn draws(&self, fate: Option<Fate>) -> bool {
        match fate {
            Some(Fate::Stray) => false,
            Some(Fate::AroundWrong | Fate::TooFew | Fate::Wrong) => true,
            Some(Fate::AroundRead | Fate::Read) | None => self.part == Part::Whole,
        }
    }

    /// What of an object was right and what was not, in the order of the schema.
    fn object(
        &mut self,
        pointer: &Pointer,
        nodes: &[NodeId],
        value: &Value,
        members: &Map<String, Value>,
    ) -> Sketch {
        let shape = self.faults.shape(self.validator, pointer, nodes, value);
        let unsaid = ObjectShape::default();
        let object = shape.kind.each().iter().find_map(|kind| match kind {
            Kind::Object(object) => Some(object),
            _ => None,
        });
        let object = object.unwrap_or(&unsaid);
        let fault = self.faults.get(pointer);
        let named = object.members.iter().map(|member| member.name);
        let missing = fault.iter().flat_map(|fault| &fault.missing).map(String::as_str);
        let mut known = HashSet::new();
        let mut drawn = Vec::new();
        for name in named.chain(members.keys().map(String::as_str)).chain(missing) {
            let place = pointer.key(name);
            let fate = self.faults.fate(&place);
            if self.room == 0 || !known.insert(name) || !self.draws(fate) {
                continue;
            }
            let nodes = object.nodes_of(name).unwrap_or_default();
            let member = match (members.get(name), fate) {
                (Some(member), _) => self.value(&place, &nodes, member),
                (None, Some(Fate::Wrong)) => self.hole(&nodes),
                (None, _) => continue,
            };
            drawn.push((self.take(name.to_owned()), member));
        }
        if fault.is_some_and(|fault| fault.fate == Fate::TooFew) {
            drawn.push((String::new(), self.rest(&shape.kind)));
        }
        // Only what must not be there was wrong.
        if drawn.is_empty() && self.part == Part::Failing { self.hole(nodes) } else { Sketch::Object(drawn) }
    }

    /// The first items of an array that were right, and the first that were not.
    fn array(&mut self, pointer: &Pointer, nodes: &[NodeId], value: &Value, items: &[Value]) -> Sketch {
        let shape = self.faults.shape(self.validator, pointer, nodes, value);
        let unsaid = ArrayShape::default();
        let array = shape.kind.each().iter().find_map(|kind| match kind {
            Kind::Array(array) => Some(array),
            _ => None,
        });
        let array = array.unwrap_or(&unsaid);
        let (mut drawn, mut right, mut wrong, mut skipped) = (Vec::new(), 0, 0, 0);
        for (index, item) in items.iter().enumerate() {
            let place = pointer.index(index);
            let fate = self.faults.fate(&place);
            if self.room == 0 || !self.draws(fate) {
                continue;
            }
            let drawn_alike = if fate.is_some() { &mut wrong } else { &mut right };
            if *drawn_alike == self.scale.items {
                skipped += 1;
                continue;
            }
            *drawn_alike += 1;
            self.skip(&mut skipped, &mut drawn);
            let room = self.room;
            let item = self.value(&place, &array.nodes_of(index).unwrap_or_default(), item);
            if self.part == Part::Failing && drawn.contains(&item) {
                // The same is wrong with it as with another one.
                self.room = room;
                *drawn_alike -= 1;
                continue;
            }
            drawn.push(item);
        }
        self.skip(&mut skipped, &mut drawn);
        if self.faults.fate(pointer) == Some(Fate::TooFew) {
            drawn.push(self.hole(&array.nodes_of(items.len()).unwrap_or_default()));
            drawn.push(self.rest(&shape.kind));
        }
        if self.part == Part::Whole {
            return Sketch::Array(drawn);
        }
        if drawn.is_empty() {
            return self.hole(nodes);
        }
        if !matches!(drawn.last(), Some(Sketch::Rest(_))) && items.len() > 1 {
            drawn.push(Sketch::rest(""));
        }
        Sketch::Array(drawn)
    }

    /// Says how many items were left out, if some were.
    fn skip(&mut self, skipped: &mut usize, drawn: &mut Vec<Sketch>) {
        let words = match std::mem::take(skipped) {
            0 => return,
            _ if self.part == Part::Failing => String::new(),
            1 => "1 more item".to_owned(),
            count => format!("{count} more items"),
        };
        drawn.push(Sketch::rest(&words));
    }

    /// What stands for more of a kind, with what must hold of all of it.
    fn rest(&mut self, kind: &Kind) -> Sketch {
        let words = self.schema().constraint_words(kind).join(", ");
        let words = if words.is_empty() { words } else { format!("({words})") };
        Sketch::rest(&self.take(words))
    }

    /// What is to be written: of an object its required members, of an array one item, of all else a word.
    fn hole(&mut self, nodes: &[NodeId]) -> Sketch {
        let place: Vec<_> = nodes.iter().map(|id| self.schema().target(*id)).collect();
        if self.room > 0 && self.above.len() < self.scale.depth && !self.above.contains(&place) {
            self.above.push(place);
            let opened = self.opened(nodes);
            self.above.pop();
            if let Some(opened) = opened {
                return opened;
            }
        }
        Sketch::Hole(self.take(self.schema().hole(nodes)))
    }

    /// What stands in a hole, where that can be said.
    fn opened(&mut self, nodes: &[NodeId]) -> Option<Sketch> {
        let mut nodes = nodes.to_vec();
        let mut shape = self.schema().shape_of(&nodes);
        while let Some([only]) = shape.open_union(&nodes).as_deref() {
            nodes.push(*only);
            shape = self.schema().shape_of(&nodes);
        }
        match &shape.kind {
            Kind::Object(object) => {
                let mut drawn = Vec::new();
                for member in object.members.iter().filter(|member| member.required) {
                    if self.room == 0 {
                        break;
                    }
                    let name = self.take(member.name.to_owned());
                    drawn.push((name, self.hole(&object.nodes_of(member.name).unwrap_or_default())));
                }
                (!drawn.is_empty()).then_some(Sketch::Object(drawn))
            }
            Kind::Array(array) => {
                let mut drawn: Vec<_> = array.prefix.iter().map(|id| self.hole(&[*id])).collect();
                if let (Others::Of(id), false) = (array.items, array.is_closed_tuple()) {
                    drawn.push(self.hole(&[id]));
                    if array.max != Some(drawn.len() as u64) {
                        drawn.push(self.rest(&shape.kind));
                    }
                }
                (!drawn.is_empty()).then_some(Sketch::Array(drawn))
            }
            Kind::String(_)
            | Kind::Number(_)
            | Kind::Boolean
            | Kind::Null
            | Kind::Enum(_)
            | Kind::Union(_)
            | Kind::Types(_)
            | Kind::Never
            | Kind::Any => None,
        }
    }
}
