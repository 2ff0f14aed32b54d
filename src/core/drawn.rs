//! What a worker has drawn, as data: elements and texts. It is put together there, so that the page needs no code for
//! each part of it, but one that draws whatever comes.
//!
//! On its way an element is `[tag, {attribute: value}, [child]]`, and a text is a text. Tags and attributes are of
//! these lists and no others: nothing that comes can lead anywhere, load anything or run.

use serde_json::{Map, Value, json};

/// The elements that there are.
pub const TAGS: [&str; 26] = [
    "bdi", "button", "caption", "code", "del", "details", "div", "h2", "h3", "input", "ins", "label", "li",
    "option", "p", "section", "select", "span", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul",
];

/// The elements of plots, which are in a namespace of their own.
pub const SHAPES: [&str; 2] = ["svg", "path"];

/// The attributes that there are.
pub const ATTRIBUTES: [&str; 21] = [
    "aria-hidden",
    "aria-label",
    "aria-posinset",
    "aria-pressed",
    "aria-setsize",
    "class",
    "d",
    "disabled",
    "for",
    "id",
    "popover",
    "popovertarget",
    "preserveAspectRatio",
    "role",
    "scope",
    "tabindex",
    "title",
    "type",
    "viewBox",
    "open",
    "hidden",
];

/// The attribute that says what is asked when the element is pressed, or something else is chosen in it.
pub const ASKS: &str = "asks";

/// The attribute that says of what that is asked; of what is chosen where there is none.
pub const OF: &str = "of";

/// The attribute that says that a box is ticked, or is not.
pub const CHECKED: &str = "checked";

/// The attribute that says which of its options is chosen.
pub const VALUE: &str = "value";

/// An element that is put together.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    tag: &'static str,
    attributes: Map<String, Value>,
    children: Vec<Value>,
}

/// An element with neither attributes nor children.
pub fn drawn(tag: &'static str) -> Drawn {
    debug_assert!(TAGS.contains(&tag) || SHAPES.contains(&tag), "{tag}");
    Drawn { tag, attributes: Map::new(), children: Vec::new() }
}

/// An element of a certain class with a text in it.
pub fn text(tag: &'static str, class: &str, text: &str) -> Value {
    drawn(tag).class(class).text(text).view()
}

/// A button that asks for something.
pub fn button(class: &str, label: &str, asks: &str, of: &str) -> Drawn {
    drawn("button").attribute("type", "button").class(class).asks(asks, of).text(label)
}

/// Texts that can be opened, under a summary.
pub fn fold(summary: &str, inside: impl IntoIterator<Item = Value>) -> Value {
    drawn("details").class("fold").child(text("summary", "", summary)).children(inside).view()
}

/// What stands where there is nothing, so that what follows it stays in its place.
pub fn nothing() -> Value {
    "".into()
}

impl Drawn {
    /// Gives it a class, or several.
    pub fn class(self, class: &str) -> Self {
        if class.is_empty() { self } else { self.attribute("class", class) }
    }

    /// Gives it an attribute.
    pub fn attribute(mut self, name: &str, value: &str) -> Self {
        debug_assert!(ATTRIBUTES.contains(&name) || [ASKS, OF, VALUE].contains(&name), "{name}");
        self.attributes.insert(name.to_owned(), value.into());
        self
    }

    /// Ticks it, or does not.
    pub fn checked(mut self, is_checked: bool) -> Self {
        self.attributes.insert(CHECKED.to_owned(), is_checked.into());
        self
    }

    /// Has it ask for something when it is pressed.
    pub fn asks(self, asks: &str, of: &str) -> Self {
        self.attribute(ASKS, asks).attribute(OF, of)
    }

    /// Puts something into it, behind what is there.
    pub fn child(mut self, child: Value) -> Self {
        self.children.push(child);
        self
    }

    /// Puts several things into it, behind what is there.
    pub fn children(mut self, children: impl IntoIterator<Item = Value>) -> Self {
        self.children.extend(children);
        self
    }

    /// Puts a text into it, behind what is there.
    pub fn text(self, text: &str) -> Self {
        self.child(text.into())
    }

    /// It as it travels.
    pub fn view(self) -> Value {
        json!([self.tag, self.attributes, self.children])
    }
}
