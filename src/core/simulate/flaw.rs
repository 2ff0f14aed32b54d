//! Ways to break a valid answer, as models break them.

use super::random::Random;
use crate::core::schema::Schema;
use serde_json::Value;

/// One way to break an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// A required field is left out.
    MissingField,
    /// A value of another type stands in a field.
    WrongType,
    /// A number or a length is outside its range.
    OutOfRange,
    /// An enum value is written in another case.
    EnumCase,
}

/// Breaks an answer in this way, in one field that can be broken so; false if there is none.
pub(super) fn break_answer(_answer: &mut Value, _schema: &Schema, _flaw: Flaw, _random: &mut Random) -> bool {
    false
}
