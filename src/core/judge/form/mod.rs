//! A schema as its editor shows it: a form of rows (`row`), which controls they have (`controls`), what each control
//! does (`handle`), with the rules tried and what is wrong at its place the whole of it (`outlined`), and how all that
//! is drawn (`view`).

mod controls;
mod handle;
mod outlined;
mod row;
mod view;

pub(super) use handle::edited;
pub(super) use outlined::Outlined;
pub use row::EditedText;
pub use view::{DrawnSchema, TO_PLACE};
