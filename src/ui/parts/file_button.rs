//! What opens a file.

use super::{Markup, element};
use crate::web::file::{self, File};

/// Gives the file that a person chooses; `accept` says which are offered, in HTML's words.
pub fn file_button(
    class: &'static str,
    label: &str,
    accept: &str,
    take: Box<dyn Fn(Option<File>)>,
) -> Markup {
    let field = element("input")
        .attribute("type", "file")
        .class("visually-hidden")
        .attribute("accept", accept)
        .on("change", move |event| take(file::chosen(&event)));
    element("label").class(class).text(label).child(field.view()).view()
}
