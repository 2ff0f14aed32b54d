//! The bodies of cells, one file a kind of value.

mod array;
mod constants;
mod number;
mod object;
mod pattern;
mod text;
mod union;
