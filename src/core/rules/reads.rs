//! What of `self` an expression reads, found out without evaluating it.

use super::expression::{Expression, LoopKind};
use super::function::Function;
use super::value::Value;
use crate::core::pointer::{Pointer, Segment};

/// What an expression reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// The places below `self`, each once, in the order of the expression.
    pub(super) places: Vec<Read>,
    /// Those of which it is asked with `has()` whether they are there.
    pub(super) tested: Vec<Vec<Step>>,
    /// The names that mean nothing.
    pub(super) unknown: Vec<String>,
}

/// One place that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    /// The way there from `self`.
    pub(super) steps: Vec<Step>,
    /// Whether all that stands below is read too.
    pub(super) is_whole: bool,
}

/// One step of a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
    /// Into any member or item.
    Each,
}

/// Where a value comes from.
#[derive(Clone, Debug)]
enum Origin {
    /// It is made in the expression, or of the input.
    Elsewhere,
    /// It stands at this place below `self`.
    At(Vec<Step>),
    /// It is a list of such values.
    ListOf(Box<Origin>),
}

impl Reads {
    pub(super) fn of(expression: &Expression) -> Self {
        let mut walk = Walk { reads: Self::default(), variables: Vec::new() };
        walk.used(expression);
        walk.reads
    }

    /// Whether something that is wrong at a place below `self` bears on what is read.
    pub(super) fn touch(&self, place: &[Segment]) -> bool {
        self.places.iter().any(|read| read.touches(place))
    }
}

impl Read {
    fn touches(&self, place: &[Segment]) -> bool {
        let is_same = |(step, segment): (&Step, &Segment)| match (step, segment) {
            (Step::Each, Segment::Key(_) | Segment::Index(_)) => true,
            (Step::Key(step), Segment::Key(key)) => step == key,
            (Step::Index(step), Segment::Index(index)) => step == index,
            (Step::Key(_), Segment::Index(_)) | (Step::Index(_), Segment::Key(_)) => false,
        };
        (self.is_whole || place.len() <= self.steps.len()) && self.steps.iter().zip(place).all(is_same)
    }

    /// The place itself, or where it is one of many, what they all stand in.
    pub(super) fn pointer(&self, from: &Pointer) -> Pointer {
        let mut pointer = from.clone();
        for step in &self.steps {
            pointer = match step {
                Step::Key(key) => pointer.key(key),
                Step::Index(index) => pointer.index(*index),
                Step::Each => break,
            };
        }
        pointer
    }
}

struct Walk<'e> {
    reads: Reads,
    /// What the loops around call their items, and where those come from.
    variables: Vec<(&'e str, Origin)>,
}

impl<'e> Walk<'e> {
    /// Walks what has a value that is used as it is.
    fn used(&mut self, expression: &'e Expression) {
        let origin = self.origin(expression);
        self.uses(origin);
    }

    fn uses(&mut self, origin: Origin) {
        match origin {
            Origin::Elsewhere => {}
            Origin::At(steps) => self.read(steps, true),
            Origin::ListOf(items) => self.uses(*items),
        }
    }

    fn read(&mut self, steps: Vec<Step>, is_whole: bool) {
        match self.reads.places.iter_mut().find(|read| read.steps == steps) {
            Some(known) => known.is_whole |= is_whole,
            None => self.reads.places.push(Read { steps, is_whole }),
        }
    }

    fn all(&mut self, expressions: &'e [Expression]) -> Origin {
        expressions.iter().for_each(|expression| self.used(expression));
        Origin::Elsewhere
    }

    fn origin(&mut self, expression: &'e Expression) -> Origin {
        match expression {
            Expression::Literal(_) => Origin::Elsewhere,
            Expression::Variable(name) => self.variable(name),
            Expression::Select(operand, field) => match self.origin(operand) {
                Origin::At(steps) => Origin::At(behind(steps, Step::Key(field.clone()))),
                Origin::Elsewhere | Origin::ListOf(_) => Origin::Elsewhere,
            },
            Expression::Has(operand, field) => {
                if let Origin::At(steps) = self.origin(operand) {
                    let steps = behind(steps, Step::Key(field.clone()));
                    self.reads.tested.push(steps.clone());
                    self.read(steps, false);
                }
                Origin::Elsewhere
            }
            Expression::Index(parts) => {
                let [operand, index] = &**parts;
                self.used(index);
                match self.origin(operand) {
                    Origin::At(steps) => Origin::At(behind(steps, step(index))),
                    Origin::ListOf(items) => *items,
                    Origin::Elsewhere => Origin::Elsewhere,
                }
            }
            Expression::Not(operand) | Expression::Negate(operand) | Expression::Matches(operand, _) => {
                self.used(operand);
                Origin::Elsewhere
            }
            Expression::And(parts) | Expression::Or(parts) | Expression::Binary(_, parts) => {
                self.all(&**parts)
            }
            Expression::Conditional(parts) => self.all(&**parts),
            Expression::Call(Function::Dyn, arguments) => match arguments.as_slice() {
                [only] => self.origin(only),
                arguments => self.all(arguments),
            },
            Expression::Call(_, arguments) => self.all(arguments),
            Expression::List(items) => self.all(items),
            Expression::Map(entries) => {
                for (key, value) in entries {
                    self.used(key);
                    self.used(value);
                }
                Origin::Elsewhere
            }
            Expression::Loop(each) => {
                let item = match self.origin(&each.range) {
                    Origin::At(steps) => {
                        self.read(steps.clone(), false);
                        Origin::At(behind(steps, Step::Each))
                    }
                    Origin::ListOf(items) => *items,
                    Origin::Elsewhere => Origin::Elsewhere,
                };
                self.variables.push((&each.variable, item));
                let origin = match &each.kind {
                    LoopKind::All | LoopKind::Exists | LoopKind::ExistsOne => {
                        self.used(&each.body);
                        Origin::Elsewhere
                    }
                    LoopKind::Collect(condition) => {
                        condition.iter().for_each(|condition| self.used(condition));
                        Origin::ListOf(Box::new(self.origin(&each.body)))
                    }
                };
                self.variables.pop();
                origin
            }
        }
    }

    fn variable(&mut self, name: &str) -> Origin {
        if let Some((_, origin)) = self.variables.iter().rev().find(|(known, _)| *known == name) {
            return origin.clone();
        }
        match name {
            "self" => Origin::At(Vec::new()),
            "input" => Origin::Elsewhere,
            _ => {
                if !self.reads.unknown.iter().any(|known| known == name) {
                    self.reads.unknown.push(name.to_owned());
                }
                Origin::Elsewhere
            }
        }
    }
}

fn step(index: &Expression) -> Step {
    match index {
        Expression::Literal(Value::Int(index)) => usize::try_from(*index).map_or(Step::Each, Step::Index),
        Expression::Literal(Value::Text(key)) => Step::Key(key.to_string()),
        _ => Step::Each,
    }
}

fn behind(mut steps: Vec<Step>, step: Step) -> Vec<Step> {
    steps.push(step);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_found_without_evaluating() {
        for (text, expected) in [
            ("true", ""),
            ("self.replicas <= 5 || self.resources.cpu >= 1.0", "replicas.., resources.cpu.."),
            ("self == null", ".."),
            ("has(self.a.b) && self.a.b > 1 && self.c[0]['d'] > 1", "a.b.., c[0].d.."),
            ("has(self.a)", "a"),
            ("self.items.all(i, i.qty * i.price > 0)", "items, items[*].qty.., items[*].price.."),
            ("sum(self.items.map(i, i.qty * 2)) == self.total", "items, items[*].qty.., total.."),
            ("self.items.filter(i, i.a).all(j, j.b)", "items, items[*].a.., items[*].b.."),
            ("size(self.items) > 1 && self.ids.all(id, id.within(input))", "items.., ids, ids[*].."),
            ("self.m.all(k, self.m[k] > 0)", "m, m[*].."),
            ("self.map(self, self.a).all(x, x > 1)", ", [*].a.."),
        ] {
            let reads = Reads::of(&Expression::read(text).unwrap());
            let told: Vec<_> = reads.places.iter().map(told).collect();
            assert_eq!(told.join(", "), expected, "{text}");
        }
        let reads = Reads::of(&Expression::read("slef.a > 1 && slef.b > x").unwrap());
        assert_eq!(reads.unknown, ["slef", "x"]);
    }

    fn told(read: &Read) -> String {
        let step = |step: &Step| match step {
            Step::Key(key) => format!(".{key}"),
            Step::Index(index) => format!("[{index}]"),
            Step::Each => "[*]".to_owned(),
        };
        let path: String = read.steps.iter().map(step).collect();
        path.trim_start_matches('.').to_owned() + if read.is_whole { ".." } else { "" }
    }
}
