//! What is doubtful about a schema before anything is sent: rules that contradict each other, values of
//! its own that it refuses, and fields that leave a model no way to say that it does not know.
//! Never refuses a schema, and says nothing where it is not sure.

mod bounds;
mod claims;
mod conflict;
mod members;
mod places;
mod unknown;
mod values;
mod warnings;

pub(super) use places::member;
