//! What a valid answer looks like: one [`Schema`], read from the declarative field form,
//! shown as a [`Shape`], written as a prompt text and as a preview. Knows no provider.

mod catalogue;
mod form;
mod import;
mod keywords;
mod node;
mod shape;
mod text;

pub use catalogue::{Entry, catalogue};
pub use form::SchemaError;
pub use import::{Form, ImportError, Imported, SourceCode, import};
pub use node::{Assertion, JsonType, Node, NodeId, NullMeaning, Property, Schema};
pub use shape::{Kind, Member, Shape};
pub use text::PreviewLine;
