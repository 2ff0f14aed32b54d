//! Where an answer is wrong, place by place, and what becomes of each place in what is to be returned.

use crate::core::pointer::{Pointer, Segment};
use crate::core::rules::at;
use crate::core::schema::{NodeId, Schema, Severity, Shape};
use crate::core::validate::{Expected, Limit, Nearest, Validator, Violation};
use serde_json::Value;
use std::collections::HashMap;

/// What becomes of a place; of several fates the last one in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    /// It stays; something in it bears on a rule that is broken.
    AroundRead,
    /// It stays, but bears on a rule that is broken.
    Read,
    /// Something in it is wrong.
    AroundWrong,
    /// It stays, and something is to be added.
    TooFew,
    /// It must be written again, or was left out.
    Wrong,
    /// It must not be there.
    Stray,
}

/// What is wrong at one place, or in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    /// What becomes of the place.
    pub(super) fate: Fate,
    /// The keys that it lacks, in the order in which they are told.
    pub(super) missing: Vec<String>,
    /// The forms of unions that the value comes closest to.
    forms: Vec<NodeId>,
}

/// All faults of an answer.
#[derive(Debug, Default)]
pub(super) struct Faults(HashMap<Pointer, Fault>);

impl Faults {
    /// The faults that these errors tell of.
    pub(super) fn of(errors: &[&Violation], answer: &Value) -> Self {
        let mut faults = Self::default();
        errors.iter().for_each(|violation| faults.add(violation, answer));
        faults
    }

    /// What is wrong at a place or in it, if anything.
    pub(super) fn get(&self, pointer: &Pointer) -> Option<&Fault> {
        self.0.get(pointer)
    }

    /// What becomes of a place where something is wrong at it or in it.
    pub(super) fn fate(&self, pointer: &Pointer) -> Option<Fate> {
        self.get(pointer).map(|fault| fault.fate)
    }

    /// What is meant to stand at a place, by what stands there and by what it comes closest to.
    pub(super) fn shape<'s>(
        &self,
        validator: &'s Validator,
        pointer: &Pointer,
        nodes: &[NodeId],
        value: &Value,
    ) -> Shape<'s> {
        let forms = self.get(pointer).map_or(&[][..], |fault| &fault.forms);
        validator.settled(nodes, value, |open| nearest(validator.schema(), open, forms))
    }

    fn add(&mut self, violation: &Violation, answer: &Value) {
        let pointer = &violation.pointer;
        match &violation.expected {
            Expected::Present | Expected::PresentWith(_) => self.add_missing(pointer),
            Expected::Absent { .. } | Expected::NoItem { .. } | Expected::Name(_) => {
                self.mark(pointer, Fate::Stray);
            }
            Expected::Nothing if *pointer == Pointer::root() => self.mark(pointer, Fate::Wrong),
            Expected::Nothing => self.mark(pointer, Fate::Stray),
            Expected::MinItems(_) | Expected::MinContains { .. } | Expected::MinProperties(_) => {
                self.mark(pointer, Fate::TooFew);
            }
            Expected::OneForm(form) => match &form.nearest {
                Nearest::Form { node, lacks, .. } => {
                    let mut lacks = lacks.iter().filter(|lack| lack.severity == Severity::Error).peekable();
                    if lacks.peek().is_none() {
                        self.mark(pointer, Fate::Wrong);
                    }
                    self.at(pointer, Fate::AroundWrong).forms.push(*node);
                    lacks.for_each(|lack| self.add(lack, answer));
                }
                Nearest::Types(_) => self.mark(pointer, Fate::Wrong),
            },
            Expected::Rule(_) | Expected::Decidable(Limit::Rule { .. }) => self.add_rule(violation, answer),
            Expected::Type(_)
            | Expected::OneOf(_)
            | Expected::Constant(_)
            | Expected::MinLength(_)
            | Expected::MaxLength(_)
            | Expected::ContainsText(_)
            | Expected::Pattern(_)
            | Expected::Format(_)
            | Expected::Minimum(_)
            | Expected::Maximum(_)
            | Expected::ExclusiveMinimum(_)
            | Expected::ExclusiveMaximum(_)
            | Expected::MultipleOf(_)
            | Expected::MaxItems(_)
            | Expected::Unique
            | Expected::MaxContains { .. }
            | Expected::MaxProperties(_)
            | Expected::OnlyOneForm(_)
            | Expected::Not(_)
            | Expected::Decidable(Limit::Pattern(_) | Limit::Steps | Limit::Depth)
            | Expected::Criterion(_) => {
                self.mark(pointer, Fate::Wrong);
            }
        }
    }

    /// A rule is broken by a leaf that it is told of, or else by the leaves that it reads: those that are there,
    /// or that could be. What else it reads stays, unless it reads nothing else.
    fn add_rule(&mut self, violation: &Violation, answer: &Value) {
        let value = |pointer: &&Pointer| at(answer, &pointer.segments());
        let is_leaf = |pointer: &&Pointer| value(pointer).is_some_and(|value| !is_container(value));
        if is_leaf(&&violation.pointer) {
            return self.mark(&violation.pointer, Fate::Wrong);
        }
        let read = || violation.related.iter();
        if read().any(|pointer| is_leaf(&pointer)) {
            for pointer in read() {
                match value(&pointer) {
                    Some(value) if is_container(value) => self.mark(pointer, Fate::Read),
                    Some(_) => self.mark(pointer, Fate::Wrong),
                    None => {}
                }
            }
            return;
        }
        let absent = |pointer: &&Pointer| value(pointer).is_none();
        if read().any(|pointer| absent(&pointer)) {
            read().filter(absent).for_each(|pointer| self.add_missing(pointer));
        } else if read().next().is_some() {
            read().for_each(|pointer| self.mark(pointer, Fate::Wrong));
        } else if absent(&&violation.pointer) {
            self.add_missing(&violation.pointer);
        } else {
            self.mark(&violation.pointer, Fate::Wrong);
        }
    }

    /// Something must stand where nothing does, or null that counts as nothing.
    fn add_missing(&mut self, pointer: &Pointer) {
        self.mark(pointer, Fate::Wrong);
        let segments = pointer.segments();
        if let Some((Segment::Key(key), way)) = segments.split_last() {
            let fault = self.at(&Pointer::from_segments(way), Fate::AroundWrong);
            if !fault.missing.contains(key) {
                fault.missing.push(key.clone());
            }
        }
    }

    fn mark(&mut self, pointer: &Pointer, fate: Fate) {
        self.at(pointer, fate);
        let around = if fate <= Fate::Read { Fate::AroundRead } else { Fate::AroundWrong };
        let segments = pointer.segments();
        let mut above = Pointer::root();
        for segment in &segments {
            self.at(&above, around);
            match segment {
                Segment::Key(key) => above.push_key(key),
                Segment::Index(index) => above.push_index(*index),
            }
        }
    }

    fn at(&mut self, pointer: &Pointer, fate: Fate) -> &mut Fault {
        let nothing = || Fault { fate, missing: Vec::new(), forms: Vec::new() };
        let fault = self.0.entry(pointer.clone()).or_insert_with(nothing);
        fault.fate = fault.fate.max(fate);
        fault
    }
}

/// Of the forms of a union, the only one, or that which a value comes closest to.
fn nearest(schema: &Schema, open: &[NodeId], forms: &[NodeId]) -> Option<NodeId> {
    match open {
        [only] => Some(*only),
        open => open.iter().copied().find(|id| forms.contains(&schema.target(*id))),
    }
}

/// Whether other values stand in a value, or could.
fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}
