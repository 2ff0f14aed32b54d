//! A schema as its editor shows it: a form of rows (`row`), which controls they have (`drawn`), what each control
//! does (`handle`), and with the rules tried and what is wrong at its place the whole of it (`outlined`).

mod drawn;
mod handle;
mod outlined;
mod row;

pub(super) use handle::edited;
pub use outlined::{Outlined, Problem};
pub use row::{Control, ControlKind, EditedText, FormRow};
