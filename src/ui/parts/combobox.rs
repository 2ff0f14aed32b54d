//! A text field over a list of what it may hold, after the W3C's pattern for comboboxes: the field keeps the
//! focus, the keys go through the list, and any other text may stay in it.

use super::{Markup, dynamic, element, group, label, nothing, paragraph, text};
use crate::core::combobox::{Shown, Step, step};
use crate::ui::live::Live;
use crate::web::{browser, frame, keys};
use leptos::ev::Event;
use leptos::prelude::*;

/// A labelled text field with a list.
#[derive(Clone, Copy)]
pub struct Combobox {
    /// Its id in the page.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// What stands in it while it is empty.
    pub placeholder: &'static str,
    /// How its list stands.
    pub list: &'static ListState,
    /// What stands in it, and in its list.
    pub source: &'static dyn ListSource,
}

/// What a combobox shows, and where it goes.
pub trait ListSource: Sync {
    /// The text.
    fn value(&self) -> String;
    /// What the list holds.
    fn options(&self) -> Vec<ListOption>;
    /// Takes the text with every key, or from the list.
    fn take(&'static self, text: String);
    /// Is called when the person comes to the field.
    fn enter(&'static self);
    /// Takes what is to be said of the list after every key.
    fn say(&self, words: String);
}

/// What the list of a combobox holds.
pub struct ListOption {
    /// The text that the field takes.
    pub text: String,
    /// What is known of it, in a few words.
    pub remarks: String,
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
    fn show(&self, searched: Option<String>, active: Option<usize>) {
        self.searched.set(searched);
        self.active.set(active);
    }

    fn close(&self) {
        self.show(None, None);
    }
}

impl Combobox {
    /// The field with its label and its list.
    pub fn view(self) -> Markup {
        let list = dynamic(move || self.shown().map_or_else(nothing, |shown| self.popup(&shown)));
        let combobox = group("combobox", vec![self.field(), list]);
        group("field", vec![label(self.id, self.label), combobox])
    }

    fn field(self) -> Markup {
        element("input")
            .attribute("id", self.id)
            .attribute("role", "combobox")
            .attribute("aria-autocomplete", "list")
            .attribute("aria-controls", &list_id(self.id))
            .attribute_of("aria-expanded", move || {
                self.shown().is_some_and(|shown| !shown.rows.is_empty()).to_string()
            })
            .attribute_of("aria-activedescendant", move || {
                self.list.active.get().map(|row| row_id(self.id, row)).unwrap_or_default()
            })
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute("placeholder", self.placeholder)
            .value(Box::new(move || self.source.value()))
            .on("input", move |event| untrack(|| self.search(event_target_value(&event))))
            .on("focus", move |_| self.source.enter())
            .on("click", move |_| untrack(|| self.open()))
            .on("keydown", move |event| untrack(|| self.press(&event)))
            .on("blur", move |_| self.list.close())
            .view()
    }

    fn popup(self, shown: &Shown) -> Markup {
        let options = self.source.options();
        let options = shown.rows.iter().filter_map(|place| options.get(*place));
        let row = |(row, option): (usize, &ListOption)| {
            let taken = option.text.clone();
            element("li")
                .attribute("id", &row_id(self.id, row))
                .attribute("role", "option")
                .attribute_of("aria-selected", move || (self.list.active.get() == Some(row)).to_string())
                .on("click", move |_| self.take(taken.clone()))
                .text(&option.text)
                .child(text("hint", &option.remarks))
                .view()
        };
        let rows = element("ul")
            .class("combobox__rows")
            .attribute("id", &list_id(self.id))
            .attribute("role", "listbox")
            .attribute("aria-label", self.label)
            .children(options.enumerate().map(row).collect());
        element("div")
            .class("combobox__list")
            // The field keeps the focus.
            .on("mousedown", |event| event.prevent_default())
            .children(vec![rows.view(), paragraph("hint", &shown.more), paragraph("hint", &shown.count)])
            .view()
    }

    /// What is shown of the list; none while it is closed or there is nothing in it.
    fn shown(self) -> Option<Shown> {
        let searched = self.list.searched.get()?;
        let options = self.source.options();
        let names = options.iter().map(|option| option.text.as_str());
        (!options.is_empty()).then(|| Shown::of(names, &searched))
    }

    /// Opens the list with everything in it, at what stands in the field.
    fn open(self) {
        let value = self.source.value();
        let place = self.source.options().iter().position(|option| option.text == value);
        self.list.show(Some(String::new()), place);
        frame::before_next(move || self.reveal());
    }

    /// Takes what was typed, and shows what of the list it is in.
    fn search(self, typed: String) {
        self.source.take(typed.clone());
        self.list.show(Some(typed), None);
        self.source.say(self.shown().map(|shown| shown.count).unwrap_or_default());
    }

    fn take(self, text: String) {
        self.source.take(text);
        self.list.close();
    }

    fn press(self, event: &Event) {
        let shown = self.shown();
        let rows = shown.as_ref().map_or(0, |shown| shown.rows.len());
        let active = self.list.active.get_untracked();
        let Some(step) = step(&keys::pressed(event), shown.is_some(), active, rows) else { return };
        event.prevent_default();
        event.stop_propagation();
        match step {
            Step::Open => self.open(),
            Step::Close => self.list.close(),
            Step::Go(row) => {
                self.list.active.set(Some(row));
                self.reveal();
            }
            Step::Take(row) => {
                let place = shown.and_then(|shown| shown.rows.get(row).copied());
                if let Some(option) = place.and_then(|place| self.source.options().into_iter().nth(place)) {
                    self.take(option.text);
                }
            }
        }
    }

    /// Scrolls to the row that the keys have gone to.
    fn reveal(self) {
        if let Some(row) = self.list.active.get_untracked() {
            browser::reveal(&row_id(self.id, row));
        }
    }
}

fn list_id(id: &str) -> String {
    format!("{id}-list")
}

fn row_id(id: &str, row: usize) -> String {
    format!("{id}-{row}")
}
