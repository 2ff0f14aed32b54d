//! What the page is put together from: plain functions that give erased views.

mod button;
mod choice;
mod copy_button;
mod pieces;
mod text_area;
mod text_field;

pub use button::button;
pub use choice::Choice;
pub use copy_button::copy_button;
pub use pieces::{bullets, dynamic, group, heading, nothing, paragraph, preformatted, region, text};
pub use text_area::TextArea;
pub use text_field::TextField;
