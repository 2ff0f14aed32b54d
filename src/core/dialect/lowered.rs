//! A schema as a server gets it, with all that is to be known of it.

use super::kept::Kept;
use super::restore::Reading;
use super::table::Dialect;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A schema in a dialect.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The dialect.
    pub dialect: Dialect,
    /// The JSON Schema to send.
    pub document: Value,
    /// What became of each keyword, in the order of the schema as it is written.
    pub kept: Vec<Kept>,
    /// The places where the server allows less than the schema does.
    pub narrowed: Vec<Narrowed>,
    /// The JSON pointers of the properties of which a null stands for an absent one, in the schema as it
    /// is written.
    pub stand_ins: Vec<String>,
    /// What the whole answer is put into, if it is.
    pub wrapper: Option<Wrapper>,
    /// How an answer of the form that is sent may differ from one of the author's.
    pub form: AnswerForm,
    /// How answers are read.
    pub(super) reading: Arc<Reading>,
}

/// An object that the whole answer is put into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapper {
    /// The name of its only field, which holds the answer.
    pub field: &'static str,
}

/// How answers to a lowered schema may differ from those to the author's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerForm {
    /// Not at all.
    #[default]
    AsWritten,
    /// By nulls that stand for fields which are left out.
    WithStandIns,
    /// By what is around them, or by lists that stand for objects.
    Rebuilt,
}

/// A place where the server allows less than the schema does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    /// The JSON pointer of the place in the schema as it is written.
    pub pointer: String,
    /// What is not allowed.
    pub what: Narrowing,
}

/// What a server does not allow though the schema does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Narrowing {
    /// Fields that are not named.
    Strays,
    /// Values of another type than those that the keywords speak of.
    OtherTypes,
    /// Items after those that are spoken of one by one.
    OtherItems,
    /// Another form of a field that is named only under a condition than the one it has there.
    OtherForms,
}

impl fmt::Display for Narrowing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Strays => "only the named fields can be given",
            Self::OtherTypes => "only the types that the keywords speak of can be given",
            Self::OtherItems => "only the items that are spoken of one by one can be given",
            Self::OtherForms => "only the form that it has under its condition can be given",
        })
    }
}
