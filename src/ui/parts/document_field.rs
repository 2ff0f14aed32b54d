//! A field for a document: typed, pasted, chosen as a file or dropped on it.

use super::{Element, TextArea, dynamic_text, element, group, label};
use crate::ui::live::Live;
use crate::web::{file, task};
use leptos::prelude::*;
use std::sync::Arc;

/// A labelled field for a document.
pub struct DocumentField {
    /// The field itself.
    pub area: TextArea,
    /// Its accessible name.
    pub label: &'static str,
    /// What stands on the control that opens a file.
    pub open: &'static str,
    /// Which files it offers, in HTML's words.
    pub accept: &'static str,
    /// What is said under it, behind the name of the file it is from.
    pub remark: Box<dyn Fn() -> String + Send>,
}

/// The name of the file that was taken, or why one was not; empty if there was none.
type Note = Arc<Live<String>>;

impl DocumentField {
    /// The field with its label, and all that belongs to files.
    pub fn view(self) -> AnyView {
        self.view_with(Element::view)
    }

    /// The same, with more about the field itself.
    pub fn view_with(self, around: impl FnOnce(Element) -> AnyView) -> AnyView {
        let Self { area, label: name, open, accept, remark } = self;
        let id = area.id;
        let note = Note::default();
        let is_over = Arc::new(Live::new(false));
        let take: Arc<dyn Fn(String)> = Arc::from(area.input);
        let typed = {
            let (note, take) = (note.clone(), take.clone());
            move |text| {
                note.set(String::new());
                take(text);
            }
        };
        let area = TextArea { input: Box::new(typed), ..area };
        let file = element("input")
            .attribute("type", "file")
            .class("visually-hidden")
            .attribute("accept", accept)
            .on("change", {
                let (note, take) = (note.clone(), take.clone());
                move |event| task::spawn(read(file::chosen(&event), note.clone(), take.clone()))
            });
        let open = element("label").class("link document__file").text(open).child(file.view()).view();
        let words = {
            let note = note.clone();
            dynamic_text(move || format!("{} {}", note.get(), remark()))
        };
        let [over, left, dropped] = [is_over.clone(), is_over.clone(), is_over.clone()];
        element("div")
            .attribute_of("class", move || match is_over.get() {
                true => "document document--over".to_owned(),
                false => "document".to_owned(),
            })
            .on("dragover", move |event| {
                event.prevent_default();
                over.set(true);
            })
            .on("dragleave", move |_| left.set(false))
            .on("drop", move |event| {
                event.prevent_default();
                dropped.set(false);
                task::spawn(read(file::dropped(&event), note.clone(), take.clone()));
            })
            .child(group("document__head", vec![label(id, name), open]))
            .child(around(area.element()))
            .child(element("p").class("hint").child(words).view())
            .view()
    }
}

async fn read(file: Option<file::File>, note: Note, take: Arc<dyn Fn(String)>) {
    match file::text_of(file).await {
        Some((name, text)) => {
            note.set(name);
            take(text);
        }
        None => note.set("Only text files can be read: .txt, .md, .csv, .json".to_owned()),
    }
}
