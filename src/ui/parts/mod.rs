//! What the page is put together from: plain functions that give erased views.

mod advice;
mod button;
mod checkbox;
mod choice;
mod combobox;
mod copy_button;
mod document_field;
mod drawn;
mod element;
mod file_button;
mod kept;
mod list;
mod markup;
mod picture;
mod pieces;
mod shape;
mod text_area;
mod text_field;

pub use advice::advice_steps;
pub use button::{button, button_with};
pub use checkbox::checkbox;
pub use choice::Choice;
pub use combobox::{Combobox, ListOption, ListSource, ListState};
pub use copy_button::copy_button;
pub use document_field::{DocumentField, Overlong};
pub use drawn::{Ask, Draft, drawn, drawn_form, nobody};
pub use element::{Element, element};
pub use file_button::{file_button, files_button};
pub use list::{list, listing_part};
pub use markup::Markup;
pub use picture::picture;
pub use pieces::{
    bullets, dynamic, dynamic_text, fold, group, heading, icon, label, lines, nothing, paragraph, plain,
    preformatted, region, several, subheading, text,
};
pub use text_area::TextArea;
pub use text_field::TextField;

use kept::Kept;
use shape::shape;
