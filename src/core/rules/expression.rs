//! An expression as it is evaluated: every name of a function is resolved, every macro is a loop.

use super::function::Function;
use super::value::Value;
use crate::core::pattern::Pattern;

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Literal(Value),
    /// `self`, `input`, or what a loop names.
    Variable(String),
    Select(Box<Expression>, String),
    /// `has(operand.field)`
    Has(Box<Expression>, String),
    Index(Box<[Expression; 2]>),
    Not(Box<Expression>),
    Negate(Box<Expression>),
    And(Box<[Expression; 2]>),
    Or(Box<[Expression; 2]>),
    /// `condition ? then : otherwise`
    Conditional(Box<[Expression; 3]>),
    Binary(Operator, Box<[Expression; 2]>),
    /// The arguments, the receiver first.
    Call(Function, Vec<Expression>),
    /// `operand.matches("pattern")`, with a pattern that is known beforehand.
    Matches(Box<Expression>, Pattern),
    List(Vec<Expression>),
    Map(Vec<(Expression, Expression)>),
    Loop(Box<Loop>),
}

/// The operators between two values that are both evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
}

/// What a macro says of the items of a list or the keys of a map.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) kind: LoopKind,
    /// What one of them is called.
    pub(super) variable: String,
    pub(super) range: Expression,
    pub(super) body: Expression,
}

/// What becomes of the body's values.
#[derive(Clone, Debug)]
pub(super) enum LoopKind {
    /// `all`: whether each is true.
    All,
    /// `exists`: whether one is true.
    Exists,
    /// `exists_one`: whether exactly one is true.
    ExistsOne,
    /// `map` and `filter`: a list of them, of the items for which the condition is true.
    Collect(Option<Expression>),
}

impl Operator {
    /// Every operator, with the parser's name for it.
    const NAMED: [(&str, Self); 12] = [
        ("_+_", Self::Add),
        ("_-_", Self::Subtract),
        ("_*_", Self::Multiply),
        ("_/_", Self::Divide),
        ("_%_", Self::Remainder),
        ("_==_", Self::Equal),
        ("_!=_", Self::NotEqual),
        ("_<_", Self::Less),
        ("_<=_", Self::LessOrEqual),
        ("_>_", Self::Greater),
        ("_>=_", Self::GreaterOrEqual),
        ("@in", Self::In),
    ];

    /// The operator of a name of the parser's.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, operator)| operator)
    }
}

impl Expression {
    /// The path that the expression writes, if it is one: `self.resources.cpu_limit`.
    pub(super) fn path(&self) -> Option<String> {
        match self {
            Self::Variable(name) => Some(name.clone()),
            Self::Select(operand, field) => Some(format!("{}.{field}", operand.path()?)),
            Self::Index(parts) => match parts.as_ref() {
                [list, Self::Literal(Value::Int(index))] => Some(format!("{}[{index}]", list.path()?)),
                [_, _] => None,
            },
            Self::Literal(_)
            | Self::Has(..)
            | Self::Not(_)
            | Self::Negate(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Conditional(_)
            | Self::Binary(..)
            | Self::Call(..)
            | Self::Matches(..)
            | Self::List(_)
            | Self::Map(_)
            | Self::Loop(_) => None,
        }
    }
}
