//! The way back: an answer in the form that was sent becomes one in the form of the author's schema.
//!
//! Only what the lowering itself brought in is taken out: a null that stands for a field that is not
//! there, the object around a wrapped answer, and the array that stands for an object of any keys.
//! A null that the author's schema allows stays.
//!
//! Of the forms of a union, those count that the author's schema accepts once the answer is read by
//! them; of these the one that takes the fewest nulls out, so that a null stays where any fitting form
//! allows it. Where none is accepted, the answer has another fault, and the first form counts that it
//! has the outline of: the same keys and types. Where there is none either, it is left as it is.

use super::cell::{Body, Cell, CellId, Edge, Null, ObjectBody, OthersBody, PAIR, PairsBody};
use super::lower::AcceptsAll;
use super::lowered::Lowered;
use crate::core::pointer::Pointer;
use crate::core::schema::JsonType;
use crate::core::validate::Validator;
use crate::core::value;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// How many values are looked at by as many cells; beyond that an answer is left as it is.
const MOST_STEPS: u32 = 200_000;

/// How many cells within each other are looked into; beyond that an answer is left as it is.
const MOST_DEPTH: u32 = 256;

/// Something that was taken out of an answer, or turned back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Where it stood in the answer as it was given.
    pub pointer: Pointer,
}

/// How answers are read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The author's schema and the cells made of it; none where answers need no reading.
    judge: Option<Validator>,
    cells: Vec<Cell>,
    root: CellId,
}

/// An answer, or a part of one, as it is read.
#[derive(Clone)]
struct Read {
    value: Value,
    restored: Vec<Restored>,
}

/// Reads an answer to a lowered schema as one to the author's schema, with what was turned back for it.
pub fn restore(answer: &Value, lowered: &Lowered) -> (Value, Vec<Restored>) {
    let reading = &lowered.reading;
    let mut reader = Reader { reading, steps: MOST_STEPS, depth: 0, known: HashMap::new() };
    let inner = lowered.wrapper.and_then(|wrapper| {
        let members = answer.as_object().filter(|members| members.len() == 1)?;
        Some((members.get(wrapper.field)?, Pointer::root().key(wrapper.field)))
    });
    let (value, place) = inner.unwrap_or((answer, Pointer::root()));
    let read = reader.read(reading.root, value, &place);
    let unwrapped = (place != Pointer::root()).then(|| Restored { pointer: Pointer::root() });
    (read.value, unwrapped.into_iter().chain(read.restored).collect())
}

impl Reading {
    pub(super) fn new(judge: Validator, cells: Vec<Cell>, root: CellId) -> Self {
        Self { judge: Some(judge), cells, root }
    }

    /// That of answers which are what they are.
    pub(super) fn plain() -> Self {
        Self { judge: None, cells: Vec::new(), root: CellId(0) }
    }
}

struct Reader<'r> {
    reading: &'r Reading,
    steps: u32,
    depth: u32,
    /// What is known of a value by a union; the value is told by where it is held.
    known: HashMap<(CellId, *const Value), Read>,
}

impl<'r> Reader<'r> {
    fn cell(&mut self, id: CellId) -> Option<&'r Cell> {
        self.steps = self.steps.checked_sub(1)?;
        self.reading.cells.get(id.0)
    }

    fn read(&mut self, id: CellId, value: &Value, place: &Pointer) -> Read {
        self.depth += 1;
        let cell = self.cell(id).filter(|_| self.depth <= MOST_DEPTH);
        let read = cell.map(|cell| self.read_by(id, cell, value, place));
        self.depth -= 1;
        read.unwrap_or_else(|| Read { value: value.clone(), restored: Vec::new() })
    }

    fn read_by(&mut self, id: CellId, cell: &Cell, value: &Value, place: &Pointer) -> Read {
        let as_it_is = || Read { value: value.clone(), restored: Vec::new() };
        match (&cell.body, value) {
            (Body::Object(body), Value::Object(members)) => self.object(cell, body, members, place),
            (Body::Pairs(body), Value::Array(items)) => {
                self.pairs(body, items, place).unwrap_or_else(as_it_is)
            }
            (Body::Array(body), Value::Array(items)) => {
                let mut read = Read { value: Value::Null, restored: Vec::new() };
                let items = items.iter().enumerate().map(|(position, item)| {
                    match body.prefix.get(position).or(body.items.as_ref()) {
                        Some(edge) => self.part(edge, item, &place.index(position), &mut read.restored),
                        None => item.clone(),
                    }
                });
                read.value = items.collect();
                read
            }
            (Body::Union(forms), Value::Object(_) | Value::Array(_)) => {
                let key = (id, std::ptr::from_ref(value));
                if let Some(known) = self.known.get(&key) {
                    return known.clone();
                }
                let read = self.union(forms, value, place).unwrap_or_else(as_it_is);
                self.known.insert(key, read.clone());
                read
            }
            (_, _) => as_it_is(),
        }
    }

    fn part(&mut self, edge: &Edge, value: &Value, place: &Pointer, restored: &mut Vec<Restored>) -> Value {
        let read = self.read(edge.cell, value, place);
        restored.extend(read.restored);
        read.value
    }

    fn object(
        &mut self,
        cell: &Cell,
        body: &ObjectBody,
        members: &Map<String, Value>,
        place: &Pointer,
    ) -> Read {
        let (mut kept, mut restored, mut doubtful) = (Map::new(), Vec::new(), Vec::new());
        for (name, value) in members {
            let member = body.members.get(name);
            match member.map_or(Null::Itself, |member| member.null) {
                Null::Nothing if value.is_null() => {
                    restored.push(Restored { pointer: place.key(name) });
                    continue;
                }
                Null::NothingUnlessItFits if value.is_null() => doubtful.push(name),
                Null::Itself | Null::Nothing | Null::NothingUnlessItFits => {}
            }
            let read = match (member, &body.others) {
                (Some(member), _) => self.part(&member.edge, value, &place.key(name), &mut restored),
                (None, OthersBody::Of(edge)) => self.part(edge, value, &place.key(name), &mut restored),
                (None, OthersBody::Unsaid | OthersBody::Forbidden | OthersBody::Any) => value.clone(),
            };
            kept.insert(name.clone(), read);
        }
        let mut value = Value::Object(kept);
        if !doubtful.is_empty() && !self.accepts(cell, &value) {
            for name in doubtful {
                restored.push(Restored { pointer: place.key(name) });
                value.as_object_mut().into_iter().for_each(|kept| drop(kept.shift_remove(name)));
            }
        }
        Read { value, restored }
    }

    /// Whether the author's schema accepts a value where the cell is.
    fn accepts(&self, cell: &Cell, value: &Value) -> bool {
        self.reading.judge.as_ref().is_some_and(|judge| judge.accepts_all(&cell.place, value))
    }

    /// The object that an array of keys and values stands for; none where it does not stand for one.
    fn pairs(&mut self, body: &PairsBody, items: &[Value], place: &Pointer) -> Option<Read> {
        let [key_name, value_name] = PAIR;
        let (mut kept, mut restored) = (Map::new(), vec![Restored { pointer: place.clone() }]);
        for (position, item) in items.iter().enumerate() {
            let pair = item.as_object().filter(|pair| pair.len() == PAIR.len())?;
            let (key, value) = (pair.get(key_name)?.as_str()?, pair.get(value_name)?);
            let place = place.index(position).key(value_name);
            let read = self.part(&body.value, value, &place, &mut restored);
            if kept.insert(key.to_owned(), read).is_some() {
                return None;
            }
        }
        Some(Read { value: kept.into(), restored })
    }

    fn union(&mut self, forms: &[CellId], value: &Value, place: &Pointer) -> Option<Read> {
        let mut accepted: Option<Read> = None;
        let mut outlined: Option<Read> = None;
        for form in forms {
            let read = self.read(*form, value, place);
            let cell = self.cell(*form)?;
            let is_accepted = self.accepts(cell, &read.value);
            if is_accepted {
                let is_closer = |known: &Read| read.restored.len() < known.restored.len();
                if accepted.as_ref().is_none_or(is_closer) {
                    accepted = Some(read);
                }
            } else if accepted.is_none() && outlined.is_none() && self.has_outline(*form, value) {
                outlined = Some(read);
            }
        }
        accepted.or(outlined)
    }

    /// Whether a value has the keys and the types that were asked for.
    fn has_outline(&mut self, id: CellId, value: &Value) -> bool {
        self.depth += 1;
        let cell = self.cell(id).filter(|_| self.depth <= MOST_DEPTH);
        let has_outline = cell.is_some_and(|cell| self.outlines(cell, value));
        self.depth -= 1;
        has_outline
    }

    fn outlines(&mut self, cell: &Cell, value: &Value) -> bool {
        if value.is_null() && cell.nullable {
            return true;
        }
        match (&cell.body, value) {
            (Body::Never, _) => false,
            (Body::Any, _) | (Body::Null, Value::Null) | (Body::Boolean, Value::Bool(_)) => true,
            (Body::Constants(values), _) => values.iter().any(|known| value::equal(known, value)),
            (Body::Scalar(JsonType::String, _), Value::String(_)) => true,
            (Body::Scalar(JsonType::Integer, _), Value::Number(number)) => value::is_integer(number),
            (Body::Scalar(JsonType::Number, _), Value::Number(_)) => true,
            (Body::Array(body), Value::Array(items)) => items.iter().enumerate().all(|(position, item)| {
                let edge = body.prefix.get(position).or(body.items.as_ref());
                edge.is_none_or(|edge| self.has_outline(edge.cell, item))
            }),
            (Body::Object(body), Value::Object(members)) => {
                let has_all = body
                    .members
                    .iter()
                    .all(|(name, member)| !member.is_required || members.contains_key(name));
                has_all
                    && members.iter().all(|(name, value)| match (body.members.get(name), &body.others) {
                        (Some(member), _) => {
                            member.edge.adds_null && value.is_null()
                                || self.has_outline(member.edge.cell, value)
                        }
                        (None, OthersBody::Forbidden) => false,
                        (None, OthersBody::Unsaid | OthersBody::Any) => true,
                        (None, OthersBody::Of(edge)) => self.has_outline(edge.cell, value),
                    })
            }
            (Body::Pairs(_), Value::Array(items)) => items.iter().all(|item| {
                item.as_object().is_some_and(|pair| PAIR.iter().all(|name| pair.contains_key(*name)))
            }),
            (Body::Union(forms), _) => forms.iter().any(|form| self.has_outline(*form, value)),
            (
                Body::Null
                | Body::Boolean
                | Body::Scalar(_, _)
                | Body::Array(_)
                | Body::Object(_)
                | Body::Pairs(_),
                _,
            ) => false,
        }
    }
}
