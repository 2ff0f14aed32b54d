//! What a worker has drawn, as data: elements and texts. It is put together there, so that the page needs no code for
//! each part of it, but one that draws whatever comes.
//!
//! On its way an element is `[tag, {attribute: value}, [child]]`, a text is a text, and several are a list of them.
//! Tags and attributes are of these lists and no others: nothing that comes can lead anywhere, load anything or run.

mod figures;

pub use figures::{figures, line, plot, plot_bar, scrolled};

use crate::core::agent::Tone;
use serde_json::{Map, Value, json};

/// The elements that there are.
pub const TAGS: [&str; 26] = [
    "bdi", "button", "caption", "code", "del", "details", "div", "h2", "h3", "input", "ins", "label", "li",
    "option", "p", "section", "select", "span", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul",
];

/// The elements of plots, which are in a namespace of their own.
pub const SHAPES: [&str; 2] = ["svg", "path"];

/// The attributes that there are.
pub const ATTRIBUTES: [&str; 24] = [
    "aria-hidden",
    "aria-label",
    "aria-posinset",
    "aria-pressed",
    "aria-setsize",
    "autocomplete",
    "class",
    "d",
    "disabled",
    "draggable",
    "for",
    "id",
    "popover",
    "popovertarget",
    "preserveAspectRatio",
    "role",
    "scope",
    "spellcheck",
    "tabindex",
    "title",
    "type",
    "viewBox",
    "open",
    "hidden",
];

/// The whole numbers that the style of an element may go by.
pub const NUMBERS: [&str; 2] = ["--depth", "--line"];

/// The attribute that says what is asked when the element is pressed, or something else is chosen in it.
pub const ASKS: &str = "asks";

/// The attribute that says of what that is asked; of what is chosen where there is none.
pub const OF: &str = "of";

/// The attribute that says that a box is ticked, or is not.
pub const CHECKED: &str = "checked";

/// The attribute that says which of its options is chosen, or what stands in a field.
pub const VALUE: &str = "value";

/// The attribute of a field that asks with every key, and not only when the person is done with it.
pub const TYPED: &str = "typed";

/// What is asked when an element is taken up to be moved; as an attribute it says of what that is asked.
pub const DRAG: &str = "dragstart";

/// What is asked when another one is let go on an element; as an attribute it says of what that is asked.
pub const DROP: &str = "drop";

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

/// The class of a badge that says this at first sight.
pub fn badge_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Running => "badge badge--running",
        Tone::Good => "badge badge--valid",
        Tone::Bad => "badge badge--failed",
        Tone::Neutral => "badge",
    }
}

/// A list of which one is chosen, with its label: what each is asked by, and what people read.
pub fn choice(
    id: &str,
    label: &str,
    asks: &str,
    chosen: &str,
    options: impl IntoIterator<Item = (String, String)>,
) -> Value {
    let option =
        |(value, words): (String, String)| drawn("option").attribute(VALUE, &value).text(&words).view();
    let list = drawn("select")
        .attribute("id", id)
        .attribute(ASKS, asks)
        .attribute(VALUE, chosen)
        .children(options.into_iter().map(option));
    let name = drawn("label").attribute("for", id).text(label).view();
    drawn("div").class("field").child(name).child(list.view()).view()
}

/// Texts that can be opened, under a summary.
pub fn fold(summary: &str, inside: impl IntoIterator<Item = Value>) -> Value {
    drawn("details").class("fold").child(text("summary", "", summary)).children(inside).view()
}

/// Several one after another. Texts that are empty are left out, and others cannot be the first.
pub fn several(views: impl IntoIterator<Item = Value>) -> Value {
    views.into_iter().filter(|view| *view != nothing()).collect()
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
        let others = [ASKS, OF, VALUE, TYPED, DRAG, DROP];
        debug_assert!(ATTRIBUTES.contains(&name) || others.contains(&name), "{name}");
        self.attributes.insert(name.to_owned(), value.into());
        self
    }

    /// Gives its style a number to go by.
    pub fn number(mut self, name: &str, number: usize) -> Self {
        debug_assert!(NUMBERS.contains(&name), "{name}");
        self.attributes.insert(name.to_owned(), number.into());
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
