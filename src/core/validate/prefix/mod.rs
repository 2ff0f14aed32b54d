//! Judging an answer while it is being written: says so as soon as nothing that follows can make it valid.
//!
//! Takes for granted that the answer goes on as strict JSON and repeats no key; of any other text it says
//! nothing. What it says is certain: of a schema's keywords it asks those that more text cannot mend.

mod branches;
mod reader;

use super::plan::{Plan, Rest, Rule, Validator, ValueRule};
use super::violation::{Expected, Found, Severity, Stray, Violation};
use crate::core::pattern::Search;
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{JsonType, NodeId, NullMeaning};
use branches::{Branch, Branches, Growth};
use reader::{Event, Reader};
use serde_json::{Map, Value};
use std::ops::ControlFlow::{self, Break, Continue};

/// The most nodes that one value is judged by as it is written; where there are more, nothing is said.
const MOST_NODES: usize = 256;

/// How deep an object or array may lie to be judged when it ends. Those further in are judged with the one
/// around them, so that no value is walked more often than this.
const JUDGED_DEPTH: usize = 32;

/// An answer as far as it is written, and what may still become of it.
#[derive(Debug)]
pub struct Prefix {
    reader: Reader,
    open: Vec<Open>,
    branches: Branches,
    /// Whether nothing is said any more.
    is_mute: bool,
    nulls: Nulls,
}

/// What a null in an answer may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nulls {
    /// A value like any other.
    #[default]
    Values,
    /// Perhaps a stand-in for a field that is left out: never judged.
    MayBeAbsent,
}

/// An object or array that is being written.
#[derive(Debug)]
struct Open {
    holder: Holder,
    /// What it is judged by: of the nodes that were asked of it, all that they lead to.
    nodes: Vec<Wanted>,
    /// How many of them were asked of it.
    asked: usize,
    /// The branches before it began.
    growth: Growth,
    /// How many of its members may be none.
    absent: usize,
}

#[derive(Debug)]
enum Holder {
    /// Its members, and the key of the one that is to come.
    Object(Map<String, Value>, String),
    Array(Vec<Value>),
}

/// A node that a value is to satisfy, unless its branch falls.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    node: NodeId,
    branch: Branch,
    /// What a null there amounts to.
    null: NullMeaning,
}

/// Goes on, until no answer can be valid any more.
type Hope<T = ()> = ControlFlow<Violation, T>;

impl Prefix {
    /// An answer of which nothing is written yet.
    pub fn new(nulls: Nulls) -> Self {
        Self { reader: Reader::default(), open: Vec::new(), branches: Branches::new(), is_mute: false, nulls }
    }

    /// Takes what was written next. Says by which violation no continuation can be valid by the schema
    /// that the validator was made of, which is the same at every call; says it once.
    pub fn push(&mut self, validator: &Validator, text: &str) -> Option<Violation> {
        // Where nodes are found by how the answer was entered, a part does not stand for itself.
        if self.is_mute || !validator.anchors.is_empty() {
            return None;
        }
        let mut events = Vec::new();
        self.reader.read(text, &mut events);
        let judge = Judge { validator, prefix: self };
        match judge.take(events) {
            Continue(()) => {
                self.is_mute |= self.reader.is_done();
                None
            }
            Break(violation) => {
                self.is_mute = true;
                Some(violation)
            }
        }
    }

    fn pointer(&self) -> Pointer {
        self.open.iter().fold(Pointer::root(), |pointer, open| match &open.holder {
            Holder::Object(_, key) => pointer.key(key),
            Holder::Array(items) => pointer.index(items.len()),
        })
    }
}

/// One look at a prefix, by a schema.
struct Judge<'v, 'p> {
    validator: &'v Validator,
    prefix: &'p mut Prefix,
}

impl<'v> Judge<'v, '_> {
    fn take(mut self, events: Vec<Event>) -> Hope {
        for event in events {
            if self.prefix.is_mute {
                return Continue(());
            }
            match event {
                Event::ObjectBegins => self.begin(Holder::Object(Map::new(), String::new()))?,
                Event::ArrayBegins => self.begin(Holder::Array(Vec::new()))?,
                Event::Key(key) => self.key(key)?,
                Event::Scalar(value) => self.scalar(value)?,
                Event::Ends => self.end()?,
            }
        }
        match self.prefix.reader.open_text() {
            Some(text) if !self.prefix.is_mute => self.open_text(Value::from(text)),
            Some(_) | None => Continue(()),
        }
    }

    /// The nodes that are asked of the value that comes next.
    fn asked(&mut self) -> Hope<Vec<Wanted>> {
        let Some(open) = self.prefix.open.last() else {
            let root =
                Wanted { node: self.validator.root, branch: Branches::TRUNK, null: NullMeaning::Value };
            return Continue(vec![root]);
        };
        let (mut asked, mut strays) = (Vec::new(), Vec::new());
        for wanted in open.nodes.iter().filter(|wanted| self.prefix.branches.is_alive(wanted.branch)) {
            let Some(plan) = self.plan(wanted.node) else { continue };
            let mut add = |node, null| asked.push(Wanted { node, branch: wanted.branch, null });
            match &open.holder {
                Holder::Object(_, key) => members_nodes(plan, key, &mut add),
                Holder::Array(items) => {
                    let Some(array) = &plan.array else { continue };
                    let count = items.len() as u64 + 1;
                    if let Some(most) = array.max.filter(|most| count > *most) {
                        strays.push((wanted.branch, Expected::MaxItems(most)));
                    }
                    match (array.prefix.get(items.len()), array.items) {
                        (Some(id), _) => add(*id, NullMeaning::Value),
                        (None, Some(Rest::Of(id))) => add(id, NullMeaning::Value),
                        (None, Some(Rest::Forbidden)) => {
                            let allowed = array.prefix.len();
                            let stray = Expected::NoItem { stray: Stray::Additional, allowed };
                            strays.push((wanted.branch, stray));
                        }
                        (None, None) => {}
                    }
                }
            }
        }
        let found = match &open.holder {
            Holder::Object(members, _) => Found::Object(members.len() + 1),
            Holder::Array(items) => Found::Array(items.len() + 1),
        };
        for (branch, expected) in strays {
            let pointer = match expected {
                Expected::MaxItems(_) => self.around(),
                _ => self.prefix.pointer(),
            };
            self.fell(branch, || violation(pointer, found.clone(), expected))?;
        }
        Continue(asked)
    }

    /// The nodes that a value is judged by: those asked of it, and then all that they lead to.
    fn nodes(&mut self, asked: Vec<Wanted>) -> Vec<Wanted> {
        let mut nodes = asked;
        let mut position = 0;
        while let Some(Wanted { node, branch, null }) = nodes.get(position).copied() {
            position += 1;
            if nodes.len() > MOST_NODES {
                self.prefix.is_mute = true;
                return Vec::new();
            }
            let Some(plan) = self.plan(node) else { continue };
            for rule in &plan.any {
                match rule {
                    Rule::Reference(id) => nodes.push(Wanted { node: *id, branch, null }),
                    Rule::AllOf(ids) => nodes.extend(ids.iter().map(|id| Wanted { node: *id, branch, null })),
                    Rule::AnyOf(union) | Rule::OneOf(union) => {
                        let branches = self.prefix.branches.fork(branch, union.forms.len());
                        let forms = union.forms.iter().zip(branches);
                        nodes.extend(forms.map(|(id, branch)| Wanted { node: *id, branch, null }));
                    }
                    // What else there is depends on the whole value.
                    Rule::Across(_)
                    | Rule::Never
                    | Rule::DynamicReference { .. }
                    | Rule::Not(..)
                    | Rule::If { .. } => {}
                }
            }
        }
        nodes
    }

    fn begin(&mut self, holder: Holder) -> Hope {
        self.judge_late_key()?;
        let growth = self.prefix.branches.growth();
        let asked = self.asked()?;
        let count = asked.len();
        let nodes = self.nodes(asked);
        let found = match &holder {
            Holder::Object(..) => Value::Object(Map::new()),
            Holder::Array(_) => Value::Array(Vec::new()),
        };
        self.refuse_kind(&nodes, &found)?;
        self.prefix.open.push(Open { holder, nodes, asked: count, growth, absent: 0 });
        Continue(())
    }

    fn key(&mut self, key: String) -> Hope {
        let Some(Open { holder: Holder::Object(members, next), .. }) = self.prefix.open.last_mut() else {
            return Continue(());
        };
        if members.contains_key(&key) {
            self.prefix.is_mute = true;
            return Continue(());
        }
        next.clone_from(&key);
        match self.prefix.nulls {
            Nulls::Values => self.judge_key(),
            // It may have a null for a value, and then not be there at all.
            Nulls::MayBeAbsent => Continue(()),
        }
    }

    /// Judges a key by the value that begins behind it, where that is what it needs.
    fn judge_late_key(&mut self) -> Hope {
        match self.prefix.nulls {
            Nulls::Values => Continue(()),
            Nulls::MayBeAbsent => self.judge_key(),
        }
    }

    /// Judges the key of the member that is to come.
    fn judge_key(&mut self) -> Hope {
        let Some(Open { holder: Holder::Object(members, key), nodes, absent, .. }) = self.prefix.open.last()
        else {
            return Continue(());
        };
        let count = (members.len() - absent) as u64 + 1;
        let (key, nodes) = (key.clone(), nodes.clone());
        for Wanted { node, branch, .. } in nodes {
            let Some(object) = self.plan(node).and_then(|plan| plan.object.as_deref()) else { continue };
            if let Some(most) = object.max.filter(|most| count > *most) {
                let pointer = self.around();
                let found = || Found::Object(usize::try_from(count).unwrap_or(usize::MAX));
                self.fell(branch, || violation(pointer, found(), Expected::MaxProperties(most)))?;
            }
            let name = Value::from(key.as_str());
            if let Some(id) = object.names
                && !self.validator.accepts(id, &name)
            {
                let pointer = self.prefix.pointer();
                let validator = self.validator;
                self.fell(branch, || {
                    let lack = validator.validate_by(id, &name).violations.into_iter().next();
                    let expected = lack.map_or(Expected::Nothing, |lack| lack.expected);
                    violation(pointer, Found::from(&name), Expected::Name(Box::new(expected)))
                })?;
            }
            let is_named = object.properties.contains_key(&key)
                || object.patterns.iter().any(|(pattern, _)| pattern.find(&key) != Search::NotFound);
            if !is_named && matches!(object.additional, Some(Rest::Forbidden)) {
                let pointer = self.prefix.pointer();
                let expected = Expected::Absent { stray: Stray::Additional, nearest: None };
                self.fell(branch, || violation(pointer, Found::Nothing, expected))?;
            }
        }
        Continue(())
    }

    fn scalar(&mut self, value: Value) -> Hope {
        if !value.is_null() {
            self.judge_late_key()?;
        }
        let asked = self.asked()?;
        self.judge(&asked, &value)?;
        self.put(value);
        Continue(())
    }

    fn end(&mut self) -> Hope {
        let depth = self.prefix.open.len();
        let Some(Open { holder, mut nodes, asked, growth, absent: _ }) = self.prefix.open.pop() else {
            return Continue(());
        };
        let value = match holder {
            Holder::Object(members, _) => Value::Object(members),
            Holder::Array(items) => Value::Array(items),
        };
        // Of the whole answer the judge has the word.
        if (2..=JUDGED_DEPTH).contains(&depth) {
            nodes.truncate(asked);
            self.judge(&nodes, &value)?;
        }
        self.prefix.branches.cut_back(growth);
        self.put(value);
        Continue(())
    }

    /// Judges a complete value.
    fn judge(&mut self, asked: &[Wanted], value: &Value) -> Hope {
        for Wanted { node, branch, null } in asked {
            let is_absent =
                value.is_null() && (*null == NullMeaning::Absence || self.prefix.nulls == Nulls::MayBeAbsent);
            if is_absent
                || self.prefix.nulls == Nulls::MayBeAbsent && holds_null(value)
                || self.validator.accepts(*node, value)
            {
                continue;
            }
            let (validator, place) = (self.validator, self.prefix.pointer());
            let lack = || validator.validate_by(*node, value).violations.into_iter().next();
            let never = || violation(place.clone(), Found::from(value), Expected::Nothing);
            self.fell(*branch, || lack().map_or_else(never, |lack| below(&place, lack)))?;
        }
        Continue(())
    }

    /// Judges a string by as much of it as there is.
    fn open_text(&mut self, start: Value) -> Hope {
        let growth = self.prefix.branches.growth();
        let asked = self.asked()?;
        let nodes = self.nodes(asked);
        self.refuse_kind(&nodes, &start)?;
        for Wanted { node, branch, .. } in nodes {
            let Some(plan) = self.plan(node) else { continue };
            let Some(most) = plan.string.as_ref().and_then(|string| string.max) else { continue };
            let length = start.as_str().map_or(0, |text| text.chars().count() as u64);
            if length > most {
                let pointer = self.prefix.pointer();
                self.fell(branch, || violation(pointer, Found::from(&start), Expected::MaxLength(most)))?;
            }
        }
        self.prefix.branches.cut_back(growth);
        Continue(())
    }

    /// Judges a value by its type, and by whether it may become one of those that are allowed.
    fn refuse_kind(&mut self, nodes: &[Wanted], begun: &Value) -> Hope {
        for Wanted { node, branch, .. } in nodes {
            let Some(plan) = self.plan(*node) else { continue };
            if let Some(expected) = refusal(plan, begun) {
                let pointer = self.prefix.pointer();
                self.fell(*branch, || violation(pointer, Found::from(begun), expected))?;
            }
        }
        Continue(())
    }

    fn put(&mut self, value: Value) {
        let Some(open) = self.prefix.open.last_mut() else { return };
        match &mut open.holder {
            Holder::Object(members, key) => {
                open.absent += usize::from(self.prefix.nulls == Nulls::MayBeAbsent && value.is_null());
                members.insert(std::mem::take(key), value);
            }
            Holder::Array(items) => items.push(value),
        }
    }

    fn fell(&mut self, branch: Branch, why: impl FnOnce() -> Violation) -> Hope {
        if self.prefix.branches.is_alive(branch) && self.prefix.branches.fell(branch) {
            return Break(why());
        }
        Continue(())
    }

    fn plan(&self, id: NodeId) -> Option<&'v Plan> {
        self.validator.plans.get(id.position())
    }

    /// The object or array that is being written.
    fn around(&self) -> Pointer {
        let mut segments = self.prefix.pointer().segments();
        segments.pop();
        Pointer::from_segments(&segments)
    }
}

/// What is asked of the member of a key.
fn members_nodes(plan: &Plan, key: &str, add: &mut impl FnMut(NodeId, NullMeaning)) {
    let Some(object) = &plan.object else { return };
    let property = object.properties.get(key);
    let mut is_named = property.is_some();
    if let Some(property) = property {
        add(property.node, property.null);
    }
    for (pattern, id) in &object.patterns {
        match pattern.find(key) {
            Search::Found => add(*id, NullMeaning::Value),
            Search::NotFound => continue,
            Search::Undecided => {}
        }
        is_named = true;
    }
    if let (false, Some(Rest::Of(id))) = (is_named, object.additional) {
        add(id, NullMeaning::Value);
    }
}

/// Why a value that begins like this cannot be right: an object or array of which only that is known,
/// or a string that may go on.
fn refusal(plan: &Plan, begun: &Value) -> Option<Expected> {
    if plan.any.iter().any(|rule| matches!(rule, Rule::Never)) {
        return Some(Expected::Nothing);
    }
    let kind = JsonType::of(begun);
    if let Some(types) = plan.types.filter(|types| !types.contains(kind)) {
        return Some(Expected::Type(types));
    }
    let may_become = |value: &Value| match (value.as_str(), begun.as_str()) {
        (Some(text), Some(start)) => text.starts_with(start),
        _ => JsonType::of(value) == kind,
    };
    plan.values.iter().find_map(|rule| match rule {
        ValueRule::Enum(values) if !values.iter().any(may_become) => Some(Expected::OneOf(values.clone())),
        ValueRule::Constant(value) if !may_become(value) => Some(Expected::Constant(value.clone())),
        ValueRule::Enum(_) | ValueRule::Constant(_) => None,
    })
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(members) => members.values().any(holds_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// A violation of a part, as one of the whole.
fn below(place: &Pointer, violation: Violation) -> Violation {
    let moved = |pointer: &Pointer| {
        let segments: Vec<Segment> = place.segments().into_iter().chain(pointer.segments()).collect();
        Pointer::from_segments(&segments)
    };
    Violation {
        pointer: moved(&violation.pointer),
        related: violation.related.iter().map(moved).collect(),
        ..violation
    }
}

fn violation(pointer: Pointer, found: Found, expected: Expected) -> Violation {
    Violation { pointer, expected, found, severity: Severity::Error, related: Vec::new() }
}

#[cfg(test)]
mod tests;
