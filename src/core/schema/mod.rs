//! What a valid answer looks like: one [`Schema`], read from the declarative field form or from
//! JSON Schema, which may be inferred from examples; shown as a [`Shape`], written as JSON Schema, as a
//! prompt text and as a preview. Knows no provider.

mod catalogue;
mod check;
mod cycle;
mod draft;
mod error;
mod form;
mod import;
mod infer;
mod json_schema;
mod keywords;
mod node;
mod open;
mod order;
mod outline;
mod parts;
mod read;
mod rule;
mod shape;
mod sources;
mod text;
mod told_rules;
mod types;
mod typing;

pub use catalogue::BuiltIn;
pub use error::SchemaError;
pub use import::{Form, ImportError, Imported, SourceCode, import};
pub use infer::{ExampleKind, Examples, InferError, infer};
pub use json_schema::text_pattern;
pub use node::{
    Annotations, Assertion, Contains, Example, Node, NodeId, Note, NullMeaning, Property, ResourceId, Schema,
};
pub use order::in_order_of;
pub use outline::{
    Completion, Constraint, Edit, Edited, Entry, FieldEdit, FieldKind, FieldRow, Flag, Outline, Place,
    RuleEdit, RuleRow, Suggestion, complete, place_of, place_of_line,
};
pub use read::{ReadError, ReadSchema};
pub use rule::{Rule, Severity};
pub use shape::{
    ArrayShape, Bound, Condition, Kind, Member, NumberShape, ObjectShape, Others, Shape, StringShape,
};
pub use sources::Sources;
pub use text::{PreviewLine, clipped, on_one_line};
pub use types::{JsonType, TypeSet};
pub use typing::{MemberTyping, Typing};
