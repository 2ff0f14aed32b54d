//! What opens files.

use super::{Element, Markup, element};
use crate::web::file::{self, File};

/// Gives the file that a person chooses; `accept` says which are offered, in HTML's words.
pub fn file_button(
    class: &'static str,
    label: &str,
    accept: &str,
    take: Box<dyn Fn(Option<File>)>,
) -> Markup {
    let field = field(accept).on("change", move |event| take(file::chosen(&event).into_iter().next()));
    element("label").class(class).text(label).child(field.view()).view()
}

/// Gives all files that a person chooses; see above.
pub fn files_button(class: &'static str, label: &str, accept: &str, take: Box<dyn Fn(Vec<File>)>) -> Markup {
    let field = field(accept).attribute("multiple", "").on("change", move |event| take(file::chosen(&event)));
    element("label").class(class).text(label).child(field.view()).view()
}

fn field(accept: &str) -> Element {
    element("input").attribute("type", "file").class("visually-hidden").attribute("accept", accept)
}
