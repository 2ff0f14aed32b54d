//! A schema as a form: what stands in its text is shown field by field, and changed there.
//!
//! The form is a view of the document and no second model. [`Outline`] lists the fields and rules of a text;
//! an [`Edit`] changes the text at one of them, and whatever the form does not show stays as it was written.
//! Both understand JSON Schema and the field form (`notation`). Every text is read as it is written (`written`),
//! finished or not, so that it is also known where something stands (`locate`) and what may be written at the
//! caret (`complete`).

mod apply;
mod complete;
mod edit;
mod field;
mod locate;
mod notation;
mod rows;
mod vocabulary;
mod written;

pub use apply::Edited;
pub use complete::{Completion, Suggestion, complete};
pub use edit::{Edit, FieldEdit, RuleEdit};
pub use field::{Constraint, Entry, FieldKind, FieldRow, Flag, RuleRow};
pub use locate::{Place, place_of, place_of_line};
pub use rows::Outline;

#[cfg(test)]
mod tests;
