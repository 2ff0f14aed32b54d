//! Figures in a table, and bars beside them.

use super::{drawn, text};
use serde_json::Value;

/// How high a bar is.
const BAR_HEIGHT: usize = 6;

/// A table of figures in a box that scrolls: its name, what is to be said of it, the heads of its columns, its lines.
pub fn figures(
    name: &str,
    note: &str,
    columns: impl IntoIterator<Item = impl AsRef<str>>,
    lines: impl IntoIterator<Item = Value>,
) -> Value {
    let head = |column: &str| drawn("th").attribute("scope", "col").text(column).view();
    let heads = drawn("tr").children(columns.into_iter().map(|column| head(column.as_ref())));
    let caption = drawn("caption").text(name).child(text("span", "figures__note", note));
    let table = drawn("table")
        .class("figures")
        .child(caption.view())
        .child(drawn("thead").child(heads.view()).view())
        .child(drawn("tbody").children(lines).view());
    scrolled(name, table.view())
}

/// A line of a table: what it is about, and what stands in the columns.
pub fn line(name: impl IntoIterator<Item = Value>, cells: impl IntoIterator<Item = Value>) -> Value {
    let name = drawn("th").attribute("scope", "row").children(name).view();
    drawn("tr").child(name).children(cells).view()
}

/// A box that scrolls by keyboard too.
pub fn scrolled(name: &str, inside: Value) -> Value {
    drawn("div")
        .class("figures__box")
        .attribute("role", "region")
        .attribute("tabindex", "0")
        .attribute("aria-label", name)
        .child(inside)
        .view()
}

/// What is drawn on a ground of this height that is 100 wide. It says what a figure says, and nothing else.
pub fn plot(height: usize, shapes: impl IntoIterator<Item = Value>) -> Value {
    drawn("svg")
        .class("plot")
        .attribute("viewBox", &format!("0 0 100 {height}"))
        .attribute("preserveAspectRatio", "none")
        .attribute("aria-hidden", "true")
        .children(shapes)
        .view()
}

/// A bar from the left, of so many hundredths.
pub fn plot_bar(class: &str, top: usize, share: impl std::fmt::Display) -> Value {
    drawn("path").class(class).attribute("d", &format!("M0 {top}h{share}v{BAR_HEIGHT}H0z")).view()
}
