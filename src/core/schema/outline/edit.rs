//! What can be done to a schema by its form.

use super::field::{Constraint, FieldKind, Flag};

/// A change of a schema's text. Fields and rules are meant by their positions in the outline of that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Of a field.
    Field(usize, FieldEdit),
    /// Of a rule.
    Rule(usize, RuleEdit),
    /// Another rule for the whole answer.
    AddRule(String),
    /// Nothing but the white space.
    Format,
    /// The schema alone, as JSON, without what it stands in.
    Unwrap,
}

/// A change of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldEdit {
    /// Puts another field into it, behind those that are there.
    Add,
    /// Takes it out.
    Remove,
    /// Puts it before the one before it.
    Up,
    /// Puts it behind the one behind it.
    Down,
    /// Puts it where another one stands that is in the same object.
    MoveTo(usize),
    /// Gives it another name.
    Rename(String),
    /// Makes its values of another kind. What the form shows of the old kind goes.
    Kind(FieldKind),
    /// Says something of it, or does not.
    Flag(Flag, bool),
    /// Sets a constraint as it was typed; empty takes it away.
    Constrain(Constraint, String),
    /// Says what it is; empty says nothing.
    Describe(String),
}

/// A change of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleEdit {
    /// Takes it out.
    Remove,
    /// Another expression.
    Rule(String),
    /// What is said where it is not true; empty says what the rule does.
    Message(String),
}
