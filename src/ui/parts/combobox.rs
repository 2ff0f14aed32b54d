//! A text field over a list of what it may hold, after the W3C's pattern for comboboxes: the field keeps the
//! focus, the keys go through the list, and any other text may stay in it.

use super::{dynamic, dynamic_text, element, icon, label, nothing, several, text};
use crate::core::combobox::{Shown, Step, step};
use crate::ui::live::Live;
use crate::web::{browser, frame, keys};
use leptos::ev::Event;
use leptos::prelude::*;
use std::sync::Arc;

/// A labelled text field with a list.
pub struct Combobox {
    /// Its id in the page.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// What stands in it while it is empty.
    pub placeholder: &'static str,
    /// How its list stands.
    pub list: &'static ListState,
    /// The text.
    pub value: Box<dyn Fn() -> String + Send + Sync>,
    /// What the list holds.
    pub options: Box<dyn Fn() -> Vec<ListOption> + Send + Sync>,
    /// Takes the text with every key, or from the list.
    pub input: Box<dyn Fn(String) + Send + Sync>,
    /// Is called when the person comes to it.
    pub enter: Box<dyn Fn() + Send + Sync>,
    /// Takes what is to be said of the list after every key.
    pub say: Box<dyn Fn(String) + Send + Sync>,
}

/// What the list of a combobox holds.
pub struct ListOption {
    /// The text that the field takes.
    pub text: String,
    /// What is known of it, in a few words.
    pub remarks: String,
    /// Whether it stands out.
    pub is_marked: bool,
}

/// How the list of a combobox stands.
#[derive(Default)]
pub struct ListState {
    /// What the list is searched for; none while it is closed.
    searched: Live<Option<String>>,
    /// The row that the keys have gone to.
    active: Live<Option<usize>>,
}

impl ListState {
    fn show(&self, searched: Option<&str>, active: Option<usize>) {
        self.searched.set(searched.map(str::to_owned));
        self.active.set(active);
    }

    fn close(&self) {
        self.show(None, None);
    }
}

impl Combobox {
    /// The field with its label and its list.
    pub fn view(self) -> AnyView {
        let name = label(self.id, self.label);
        let this = Arc::new(self);
        let combobox = element("div").class("combobox").child(this.field()).child(this.popup()).view();
        element("div").class("field").child(name).child(combobox).view()
    }

    fn field(self: &Arc<Self>) -> AnyView {
        let (id, list) = (self.id, self.list);
        let [value, expanded, typed, entered, clicked, pressed] = std::array::from_fn(|_| self.clone());
        element("input")
            .attribute("id", id)
            .attribute("type", "text")
            .attribute("role", "combobox")
            .attribute("aria-autocomplete", "list")
            .attribute("aria-controls", &format!("{id}-list"))
            .attribute_of("aria-expanded", move || {
                expanded.shown().is_some_and(|shown| !shown.rows.is_empty()).to_string()
            })
            .attribute_of("aria-activedescendant", move || {
                list.active.with(|active| active.map(|row| row_id(id, row)).unwrap_or_default())
            })
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute("placeholder", self.placeholder)
            .value(Box::new(move || (value.value)()))
            .on("input", move |event| typed.search(event_target_value(&event)))
            .on("focus", move |_| (entered.enter)())
            .on("click", move |_| clicked.open())
            .on("keydown", move |event| pressed.press(&event))
            .on("blur", move |_| list.close())
            .view()
    }

    fn popup(self: &Arc<Self>) -> AnyView {
        let [closed, rows, more, count] = std::array::from_fn(|_| self.clone());
        let rows = move || rows.shown().map_or_else(nothing, |shown| rows.rows(&shown));
        let rows = element("ul")
            .attribute("id", &format!("{}-list", self.id))
            .attribute("role", "listbox")
            .attribute("aria-label", self.label)
            .class("combobox__rows")
            .child(dynamic(rows));
        let words = |text: Box<dyn Fn() -> String + Send>| {
            element("p").class("hint").child(dynamic_text(text)).view()
        };
        element("div")
            .class("combobox__list")
            .hidden(move || closed.shown().is_none())
            // The field keeps the focus.
            .on("mousedown", |event| event.prevent_default())
            .child(rows.view())
            .child(words(Box::new(move || more.shown().map(|shown| shown.more).unwrap_or_default())))
            .child(words(Box::new(move || count.shown().map(|shown| shown.count).unwrap_or_default())))
            .view()
    }

    fn rows(self: &Arc<Self>, shown: &Shown) -> AnyView {
        let (id, list, options) = (self.id, self.list, (self.options)());
        let options = shown.rows.iter().filter_map(|place| options.get(*place));
        let row = |(row, option): (usize, &ListOption)| {
            let (this, taken) = (self.clone(), option.text.clone());
            element("li")
                .attribute("id", &row_id(id, row))
                .attribute("role", "option")
                .attribute_of("aria-selected", move || (list.active.get() == Some(row)).to_string())
                .on("click", move |_| this.take(taken.clone()))
                .child(if option.is_marked { icon("combobox__mark", "● ") } else { nothing() })
                .text(&option.text)
                .child(text("hint", &option.remarks))
                .view()
        };
        several(options.enumerate().map(row).collect())
    }

    /// What is shown of the list; none while it is closed or there is nothing in it.
    fn shown(&self) -> Option<Shown> {
        let searched = self.list.searched.get()?;
        let options = (self.options)();
        let names = options.iter().map(|option| option.text.as_str());
        (!options.is_empty()).then(|| Shown::of(names, &searched))
    }

    /// Opens the list with everything in it, at what stands in the field.
    fn open(&self) {
        let (id, list, value) = (self.id, self.list, untrack(&self.value));
        list.show(Some(""), untrack(&self.options).iter().position(|option| option.text == value));
        frame::before_next(move || reveal(id, list));
    }

    /// Takes what was typed, and shows what of the list it is in.
    fn search(&self, typed: String) {
        self.list.show(Some(&typed), None);
        (self.input)(typed);
        (self.say)(untrack(|| self.shown()).map(|shown| shown.count).unwrap_or_default());
    }

    fn take(&self, text: String) {
        (self.input)(text);
        self.list.close();
    }

    fn press(&self, event: &Event) {
        let (list, shown) = (self.list, untrack(|| self.shown()));
        let rows = shown.as_ref().map_or(0, |shown| shown.rows.len());
        let active = list.active.get_untracked();
        let Some(step) = step(&keys::pressed(event), shown.is_some(), active, rows) else { return };
        event.prevent_default();
        event.stop_propagation();
        match step {
            Step::Open => self.open(),
            Step::Close => list.close(),
            Step::Go(row) => {
                list.active.set(Some(row));
                reveal(self.id, list);
            }
            Step::Take(row) => {
                let place = shown.and_then(|shown| shown.rows.get(row).copied());
                if let Some(option) = place.and_then(|place| untrack(&self.options).into_iter().nth(place)) {
                    self.take(option.text);
                }
            }
        }
    }
}

fn row_id(id: &str, row: usize) -> String {
    format!("{id}-{row}")
}

/// Scrolls to the row that the keys have gone to.
fn reveal(id: &str, list: &ListState) {
    if let Some(row) = list.active.get_untracked() {
        browser::reveal(&row_id(id, row));
    }
}
