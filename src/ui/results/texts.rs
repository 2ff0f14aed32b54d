//! The texts of a card: each under its name, with buttons that copy it and download it whole, however much is drawn.

use crate::core::agent::{Marked, Piece, Section};
use crate::core::excerpt::{beginning, remark};
use crate::ui::parts::{
    Markup, button, copy_button, element, group, lines, nothing, paragraph, preformatted, several,
    subheading, text,
};
use crate::ui::state::Row;

/// A text of an attempt, as it is shown, under its name.
pub fn titled(row: &'static Row, section: Section, hint: &str, shown: Markup) -> Markup {
    let mut head = vec![subheading("panel__title", section.name())];
    if !hint.is_empty() {
        head.push(text("hint", hint));
    }
    head.push(buttons(row, section));
    named("panel", section.name(), vec![group("panel__head", head), shown])
}

/// Copies a text of an attempt, or downloads it.
pub fn buttons(row: &'static Row, section: Section) -> Markup {
    let copy = copy_button("Copy", move || row.text(section));
    let download = button("button button--quiet", "Download", move || row.download(section));
    group("panel__buttons", vec![copy, download])
}

/// Views that belong together under a name.
pub fn named(class: &'static str, name: &str, views: Vec<Markup>) -> Markup {
    let group = element("div").class(class).attribute("role", "group").attribute("aria-label", name);
    group.children(views).view()
}

/// The beginning of a text, and how much that is.
pub fn long_text(class: &'static str, name: &str, words: &str) -> Markup {
    several(vec![preformatted(class, name, beginning(words)), rest(&remark(words))])
}

/// What is said of what is not drawn.
pub fn rest(words: &str) -> Markup {
    if words.is_empty() { nothing() } else { paragraph("hint panel__rest", words) }
}

/// A text as it came, with the repairs marked.
pub fn marked_view(name: &str, marked: &Marked) -> Markup {
    let text = lines(name).class("raw");
    let text = text.children(marked.pieces.iter().map(piece_view).collect()).view();
    several(vec![text, rest(&marked.rest)])
}

fn piece_view(piece: &Piece) -> Markup {
    if piece.repair.is_empty() {
        return text("", piece.text);
    }
    // What has nothing to be seen has a sign in its place.
    let class = if piece.text.trim().is_empty() { "repair repair--point" } else { "repair" };
    element("mark").class(class).attribute("title", &piece.repair).text(piece.text).view()
}
