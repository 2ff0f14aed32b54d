//! A violation as data: where, what was expected, what was found. Its words are in `text`.

use crate::core::format::Format;
use crate::core::pattern::Pattern;
use crate::core::pointer::Pointer;
use crate::core::rules;
pub use crate::core::schema::Severity;
use crate::core::schema::{NodeId, Rule, TypeSet};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// The longest text that is kept of what was found, in characters.
pub(super) const KEPT_CHARACTERS: usize = 80;

/// One rule that a value breaks at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The place; for a missing or stray key, that key's own.
    pub pointer: Pointer,
    /// What the rule asks for.
    pub expected: Expected,
    /// What stood there instead.
    pub found: Found,
    /// Whether the answer is invalid because of it.
    pub severity: Severity,
    /// The other places the rule read.
    pub related: Vec<Pointer>,
}

/// What a rule asks for, one variant a keyword.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// `required`
    Present,
    /// `dependentRequired`: present, since another key is.
    PresentWith(String),
    /// `additionalProperties` and `unevaluatedProperties`: no such key.
    Absent {
        /// Which of the two.
        stray: Stray,
        /// The allowed key that is missing and nearly the same.
        nearest: Option<String>,
    },
    /// `items` and `unevaluatedItems` where they allow none: no such item.
    NoItem {
        /// Which of the two.
        stray: Stray,
        /// How many items are allowed.
        allowed: usize,
    },
    /// `false`: no value.
    Nothing,
    /// `type`
    Type(TypeSet),
    /// `enum`
    OneOf(Arc<[Value]>),
    /// `const`
    Constant(Arc<Value>),
    /// `minLength`
    MinLength(u64),
    /// `maxLength`
    MaxLength(u64),
    /// `contains` of the field form
    ContainsText(Arc<str>),
    /// `pattern`
    Pattern(Pattern),
    /// `format`
    Format(Format),
    /// `minimum`
    Minimum(Number),
    /// `maximum`
    Maximum(Number),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Number),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Number),
    /// `multipleOf`
    MultipleOf(Number),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// `uniqueItems`: not the same as the item that is related.
    Unique,
    /// `contains` and `minContains`: at least so many items of a kind.
    MinContains {
        /// The fewest.
        least: u64,
        /// The kind, in short.
        what: Arc<str>,
        /// How many there are.
        count: u64,
    },
    /// `maxContains`: at most so many items of a kind.
    MaxContains {
        /// The most.
        most: u64,
        /// The kind, in short.
        what: Arc<str>,
        /// How many there are.
        count: u64,
    },
    /// `minProperties`
    MinProperties(u64),
    /// `maxProperties`
    MaxProperties(u64),
    /// `propertyNames`: what the name itself must satisfy.
    Name(Box<Expected>),
    /// `anyOf` and `oneOf` where none of the forms fits.
    OneForm(Box<Form>),
    /// `oneOf` where several forms fit: only one of these.
    OnlyOneForm(Vec<Arc<str>>),
    /// `not`: anything but this, in short.
    Not(Arc<str>),
    /// A rule across fields
    Rule(Box<BrokenRule>),
    /// No answer within the limits of what a verdict may take.
    Decidable(Limit),
    /// What a person asks for in words, as a critique says that it fails.
    Criterion(String),
}

/// The keyword by which a key or an item is one too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stray {
    /// `additionalProperties`, or `items`
    Additional,
    /// `unevaluatedProperties`, or `unevaluatedItems`
    Unevaluated,
}

/// How a value misses every form of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The keyword of the union.
    pub keyword: &'static str,
    /// How many forms there are.
    pub forms: usize,
    /// What comes closest to fitting.
    pub nearest: Nearest,
}

/// What comes closest to fitting a union.
#[derive(Clone, Debug, PartialEq)]
pub enum Nearest {
    /// Nothing, since the value is of none of the types that the forms ask for.
    Types(TypeSet),
    /// One of the forms.
    Form {
        /// Its node.
        node: NodeId,
        /// What it is called.
        name: Arc<str>,
        /// What the value lacks of it.
        lacks: Vec<Violation>,
    },
}

/// A limit of what a verdict may take.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// The steps of one pattern.
    Pattern(Pattern),
    /// The nodes judged in all.
    Steps,
    /// The nodes judged within each other.
    Depth,
    /// The steps of the rules across fields.
    Rule {
        /// Its position among the rules of its node.
        position: usize,
        /// What it asks for.
        words: String,
    },
}

/// A rule across fields that is not known to be true.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenRule {
    /// Its position among the rules of its node.
    pub position: usize,
    /// The rule.
    pub rule: Arc<Rule>,
    /// Whether it asks no more than that one string occurs in the input.
    pub is_grounding: bool,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a rule across fields that is not known to be true.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is not true, and this is what it has to say.
    Said(String),
    /// It is not true of the values that it read.
    Untrue(Vec<(Pointer, Found)>),
    /// A string does not occur in the input.
    Ungrounded(Vec<(Pointer, Found)>),
    /// It is neither true nor false, for this reason.
    Failed(String),
}

/// A rule across fields that was not judged, since something it reads is wrong already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotJudged {
    /// Its name: `rules[i]`.
    pub rule: String,
    /// What it asks for.
    pub words: String,
    /// The place it would have been told of.
    pub pointer: Pointer,
    /// The place that is wrong.
    pub because: Pointer,
}

/// What stood at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// No value at all.
    Nothing,
    /// A string, or as much of its beginning as is worth showing.
    Text {
        /// The beginning.
        start: String,
        /// The length of the whole, in code points.
        length: u64,
    },
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// An object with so many members.
    Object(usize),
    /// An array with so many items.
    Array(usize),
}

/// The kind of rule, from the form of the answer to its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Which values stand where: types and keys.
    Structure,
    /// What one value must satisfy.
    Constraint,
    /// What several values must satisfy together.
    Rule,
    /// What a person asks for in words.
    Semantic,
}

impl Violation {
    /// The keyword that is broken, or the rule as `rules[i]`.
    pub fn rule(&self) -> Cow<'static, str> {
        Cow::Borrowed(match &self.expected {
            Expected::Present => "required",
            Expected::PresentWith(_) => "dependentRequired",
            Expected::Absent { stray: Stray::Additional, .. } => "additionalProperties",
            Expected::Absent { stray: Stray::Unevaluated, .. } => "unevaluatedProperties",
            Expected::NoItem { stray: Stray::Additional, .. } => "items",
            Expected::NoItem { stray: Stray::Unevaluated, .. } => "unevaluatedItems",
            Expected::Nothing => "false",
            Expected::Type(_) => "type",
            Expected::OneOf(_) => "enum",
            Expected::Constant(_) => "const",
            Expected::MinLength(_) => "minLength",
            Expected::MaxLength(_) => "maxLength",
            Expected::ContainsText(_) => "contains",
            Expected::Pattern(_) => "pattern",
            Expected::Format(_) => "format",
            Expected::Minimum(_) => "minimum",
            Expected::Maximum(_) => "maximum",
            Expected::ExclusiveMinimum(_) => "exclusiveMinimum",
            Expected::ExclusiveMaximum(_) => "exclusiveMaximum",
            Expected::MultipleOf(_) => "multipleOf",
            Expected::MinItems(_) => "minItems",
            Expected::MaxItems(_) => "maxItems",
            Expected::Unique => "uniqueItems",
            Expected::MinContains { .. } => "contains",
            Expected::MaxContains { .. } => "maxContains",
            Expected::MinProperties(_) => "minProperties",
            Expected::MaxProperties(_) => "maxProperties",
            Expected::Name(_) => "propertyNames",
            Expected::OneForm(form) => form.keyword,
            Expected::OnlyOneForm(_) => "oneOf",
            Expected::Not(_) => "not",
            Expected::Decidable(Limit::Pattern(_)) => "pattern",
            Expected::Decidable(Limit::Steps | Limit::Depth) => "limit",
            Expected::Criterion(_) => "critique",
            Expected::Rule(broken) => return Cow::Owned(rules::name(broken.position)),
            Expected::Decidable(Limit::Rule { position, .. }) => return Cow::Owned(rules::name(*position)),
        })
    }

    /// Whether the rule asks no more than that one string occurs in the input.
    pub fn is_grounding(&self) -> bool {
        matches!(&self.expected, Expected::Rule(broken) if broken.is_grounding)
    }

    /// The kind of rule it is.
    pub fn level(&self) -> Level {
        match self.expected {
            Expected::Present
            | Expected::PresentWith(_)
            | Expected::Absent { .. }
            | Expected::NoItem { .. }
            | Expected::Nothing
            | Expected::Type(_)
            | Expected::Name(_)
            | Expected::OneForm(_)
            | Expected::OnlyOneForm(_)
            | Expected::Not(_) => Level::Structure,
            Expected::OneOf(_)
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
            | Expected::MinItems(_)
            | Expected::MaxItems(_)
            | Expected::Unique
            | Expected::MinContains { .. }
            | Expected::MaxContains { .. }
            | Expected::MinProperties(_)
            | Expected::MaxProperties(_)
            | Expected::Decidable(Limit::Pattern(_) | Limit::Steps | Limit::Depth) => Level::Constraint,
            Expected::Rule(_) | Expected::Decidable(Limit::Rule { .. }) => Level::Rule,
            Expected::Criterion(_) => Level::Semantic,
        }
    }
}

impl Level {
    /// Every kind, in this order.
    pub const ALL: [Self; 4] = [Self::Structure, Self::Constraint, Self::Rule, Self::Semantic];

    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Constraint => "constraint",
            Self::Rule => "rule",
            Self::Semantic => "semantic",
        }
    }
}

impl From<&Value> for Found {
    fn from(value: &Value) -> Self {
        match value {
            Value::Object(members) => Self::Object(members.len()),
            Value::Array(items) => Self::Array(items.len()),
            Value::String(text) => {
                let end = match text.len() {
                    length @ 0..KEPT_CHARACTERS => length,
                    length => text.char_indices().nth(KEPT_CHARACTERS).map_or(length, |(end, _)| end),
                };
                let start = text.get(..end).unwrap_or(text).to_owned();
                Self::Text { start, length: text.chars().count() as u64 }
            }
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Number(number) => Self::Number(number.clone()),
        }
    }
}
