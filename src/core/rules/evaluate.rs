//! Evaluates an expression. Every piece of work is counted in steps; where they are spent, or where loops
//! within each other would go too often, the whole is undecided, whatever else is known.

use super::expression::{Expression, Loop, LoopKind};
use super::function::fold;
use super::operator::{negate, not_bool};
use super::value::{Key, Members, Type, Value};
use std::sync::Arc;

/// How often loops within each other may go in all: the product of the sizes of what they go through.
const MOST_NESTED: u64 = 100_000;

/// How many bytes of a text are looked at in one step.
const SCANNED_BYTES: u64 = 256;

/// How many bytes of a text are written, or searched for a pattern, in one step.
const WORKED_BYTES: u64 = 16;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It has none, for this reason.
    Error(String),
    /// It takes too many steps to find out.
    Undecided,
}

/// The evaluation of expressions over the same values, with so many steps for all of them.
pub(super) struct Evaluation<'e> {
    /// What names mean, the innermost last.
    variables: Vec<(&'e str, Value)>,
    steps: u64,
    /// The product of the sizes of what the loops around go through.
    nested: u64,
    /// The last text that was folded, and what it became.
    folded: Option<(Arc<str>, Arc<str>)>,
}

/// The value of an expression, which may use these variables and take so many steps.
///
/// # Errors
/// A [`Failure`], also where the text is no expression.
pub fn evaluate(text: &str, variables: &[(&str, Value)], steps: u64) -> Result<Value, Failure> {
    let expression = Expression::read(text).map_err(|mistake| Failure::Error(mistake.to_string()))?;
    let mut evaluation = Evaluation::new(steps);
    for (name, value) in variables {
        evaluation.bind(name, value.clone());
    }
    evaluation.value(&expression)
}

impl Failure {
    pub(super) fn error(message: String) -> Self {
        Self::Error(message)
    }
}

impl<'e> Evaluation<'e> {
    pub(super) fn new(steps: u64) -> Self {
        Self { variables: Vec::new(), steps, nested: 1, folded: None }
    }

    /// Gives a name a meaning.
    pub(super) fn bind(&mut self, name: &'e str, value: Value) {
        self.variables.retain(|(known, _)| *known != name);
        self.variables.push((name, value));
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &'e Expression) -> Result<Value, Failure> {
        self.step(1)?;
        match expression {
            Expression::Literal(value) => Ok(value.clone()),
            Expression::Variable(name) => {
                let known = self.variables.iter().rev().find(|(known, _)| known == name);
                known
                    .map(|(_, value)| value.clone())
                    .ok_or_else(|| Failure::error(format!("there is no \"{name}\"")))
            }
            Expression::Select(operand, field) => match self.value(operand)? {
                Value::Map(members) => {
                    let member = members.get(&Key::Text(field.as_str().into())).cloned();
                    member.ok_or_else(|| Failure::error(is_missing(expression, field)))
                }
                other => Err(Failure::error(format!("{} has no \"{field}\"", other.kind().name()))),
            },
            Expression::Has(operand, field) => match self.value(operand)? {
                Value::Map(members) => {
                    Ok(Value::Bool(members.contains_key(&Key::Text(field.as_str().into()))))
                }
                other => Err(Failure::error(format!("{} has no \"{field}\"", other.kind().name()))),
            },
            Expression::Index(parts) => self.index(expression, parts),
            Expression::Not(operand) => match self.value(operand)? {
                Value::Bool(value) => Ok(Value::Bool(!value)),
                other => Err(not_bool("what stands behind \"!\"", other.kind())),
            },
            Expression::Negate(operand) => negate(&self.value(operand)?),
            Expression::And(parts) => self.junction("\"&&\"", parts, false),
            Expression::Or(parts) => self.junction("\"||\"", parts, true),
            Expression::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                match self.value(condition)? {
                    Value::Bool(true) => self.value(then),
                    Value::Bool(false) => self.value(otherwise),
                    other => Err(not_bool("what stands before \"?\"", other.kind())),
                }
            }
            Expression::Binary(operator, parts) => {
                let [left, right] = &**parts;
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.operate(*operator, &left, &right)
            }
            Expression::Call(function, arguments) => {
                let values = self.values(arguments)?;
                self.call(*function, &values)
            }
            Expression::Matches(operand, pattern) => match self.value(operand)? {
                Value::Text(text) => self.matches(&text, pattern),
                other => Err(Failure::error(format!("matches() does not apply to {}", other.kind().name()))),
            },
            Expression::List(items) => self.values(items).map(Value::list),
            Expression::Map(entries) => {
                let mut members = Members::new();
                for (key, value) in entries {
                    let (key, value) = (self.value(key)?, self.value(value)?);
                    let name = key.key().filter(|_| key.kind() != Type::Double).ok_or_else(|| {
                        Failure::error(format!("{} cannot name a member of a map", key.kind().name()))
                    })?;
                    if members.insert(name, value).is_some() {
                        return Err(Failure::error("a map has two members of the same name".to_owned()));
                    }
                }
                Ok(Value::map(members))
            }
            Expression::Loop(each) => self.each(each),
        }
    }

    fn values(&mut self, expressions: &'e [Expression]) -> Result<Vec<Value>, Failure> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    fn index(&mut self, whole: &'e Expression, parts: &'e [Expression; 2]) -> Result<Value, Failure> {
        let [operand, index] = parts;
        let (operand, index) = (self.value(operand)?, self.value(index)?);
        let key = index.key();
        let found = match (&operand, &key) {
            (Value::List(items), Some(Key::Int(position))) => {
                usize::try_from(*position).ok().and_then(|position| items.get(position).cloned())
            }
            (Value::Map(members), Some(key)) => members.get(key).cloned(),
            (operand, _) => {
                let (operand, index) = (operand.kind().name(), index.kind().name());
                return Err(Failure::error(format!("{operand} has no index of type {index}")));
            }
        };
        let name = match key {
            Some(Key::Int(number)) => format!("[{number}]"),
            Some(Key::Bool(value)) => format!("[{value}]"),
            Some(Key::Text(text)) => text.to_string(),
            None => String::new(),
        };
        found.ok_or_else(|| Failure::error(is_missing(whole, &name)))
    }

    /// `&&` and `||`: what one side decides stands, even where the other has no value.
    fn junction(
        &mut self,
        symbol: &str,
        parts: &'e [Expression; 2],
        decisive: bool,
    ) -> Result<Value, Failure> {
        let mut failure = None;
        for part in parts {
            match self.value(part) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(Value::Bool(value)),
                Ok(Value::Bool(_)) => {}
                Ok(other) => {
                    let wrong = || not_bool(&format!("what stands beside {symbol}"), other.kind());
                    failure = failure.or_else(|| Some(wrong()));
                }
                Err(Failure::Undecided) => return Err(Failure::Undecided),
                Err(error @ Failure::Error(_)) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    fn each(&mut self, each: &'e Loop) -> Result<Value, Failure> {
        let items = match self.value(&each.range)? {
            Value::List(items) => items,
            Value::Map(members) => Arc::new(members.keys().map(Value::from).collect::<Vec<_>>()),
            other => {
                return Err(Failure::error(format!("{} is no list to go through", other.kind().name())));
            }
        };
        let outside = self.nested;
        self.nested = outside.saturating_mul(items.len().max(1) as u64);
        if self.nested > MOST_NESTED {
            return Err(Failure::Undecided);
        }
        self.variables.push((&each.variable, Value::Null));
        let result = self.gathered(each, &items);
        self.variables.pop();
        self.nested = outside;
        result
    }

    fn gathered(&mut self, each: &'e Loop, items: &[Value]) -> Result<Value, Failure> {
        let (mut failure, mut count, mut collected) = (None, 0, Vec::new());
        for item in items {
            if let Some((_, value)) = self.variables.last_mut() {
                *value = item.clone();
            }
            match &each.kind {
                LoopKind::All | LoopKind::Exists => {
                    let decisive = matches!(each.kind, LoopKind::Exists);
                    match self.truth(&each.body) {
                        Ok(truth) if truth == decisive => return Ok(Value::Bool(truth)),
                        Ok(_) => {}
                        Err(Failure::Undecided) => return Err(Failure::Undecided),
                        Err(error @ Failure::Error(_)) => failure = failure.or(Some(error)),
                    }
                }
                LoopKind::ExistsOne => count += usize::from(self.truth(&each.body)?),
                LoopKind::Collect(condition) => {
                    let is_wanted = condition.as_ref().map_or(Ok(true), |condition| self.truth(condition))?;
                    if is_wanted {
                        collected.push(self.value(&each.body)?);
                    }
                }
            }
        }
        match (&each.kind, failure) {
            (_, Some(failure)) => Err(failure),
            (LoopKind::All, None) => Ok(Value::Bool(true)),
            (LoopKind::Exists, None) => Ok(Value::Bool(false)),
            (LoopKind::ExistsOne, None) => Ok(Value::Bool(count == 1)),
            (LoopKind::Collect(_), None) => Ok(Value::list(collected)),
        }
    }

    fn truth(&mut self, expression: &'e Expression) -> Result<bool, Failure> {
        match self.value(expression)? {
            Value::Bool(value) => Ok(value),
            other => Err(not_bool("what is asked of each item", other.kind())),
        }
    }

    /// A text in lower case, with one space for each run of white space.
    pub(super) fn folded(&mut self, text: &Arc<str>) -> Result<Arc<str>, Failure> {
        if let Some((known, folded)) = &self.folded
            && Arc::ptr_eq(known, text)
        {
            return Ok(folded.clone());
        }
        self.step_bytes(text.len())?;
        let folded: Arc<str> = fold(text).into();
        self.folded = Some((text.clone(), folded.clone()));
        Ok(folded)
    }

    /// Counts steps.
    pub(super) fn step(&mut self, steps: u64) -> Result<(), Failure> {
        match self.steps.checked_sub(steps) {
            Some(left) => self.steps = left,
            None => {
                self.steps = 0;
                return Err(Failure::Undecided);
            }
        }
        Ok(())
    }

    /// Counts the steps of looking at a text.
    pub(super) fn step_text(&mut self, text: &str) -> Result<(), Failure> {
        self.step(text.len() as u64 / SCANNED_BYTES)
    }

    /// Counts the steps of writing a text, or of searching it for a pattern.
    pub(super) fn step_bytes(&mut self, bytes: usize) -> Result<(), Failure> {
        self.step(bytes as u64 / WORKED_BYTES)
    }
}

fn is_missing(expression: &Expression, name: &str) -> String {
    match expression.path() {
        Some(path) => format!("{path} is not there"),
        None => format!("\"{name}\" is not there"),
    }
}
