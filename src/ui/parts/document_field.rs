//! A field for a document: typed, pasted, chosen as a file or dropped on it.

use super::{Element, Markup, TextArea, dynamic_text, element, file_button, group, label};
use crate::ui::live::Live;
use crate::web::file::File;
use crate::web::{file, task};
use std::rc::Rc;
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
    /// What becomes of a text that is too long for it.
    pub overlong: Overlong,
    /// Takes images; nothing where only texts are of use.
    pub images: Option<Box<dyn Fn(File)>>,
}

/// What becomes of a text that is too long for a field.
pub enum Overlong {
    /// None is.
    Taken,
    /// One that is longer than this, in UTF-16 units, is given as a file.
    Given(u32, Box<dyn Fn(File)>),
}

/// Takes a file.
type Take = Rc<dyn Fn(Option<File>)>;

/// The name of the file that was taken, or why one was not; empty if there was none.
type Note = Arc<Live<String>>;

impl DocumentField {
    /// The field with its label, and all that belongs to files.
    pub fn view(self) -> Markup {
        self.view_with(Element::view)
    }

    /// The same, with more about the field itself.
    pub fn view_with(self, around: impl FnOnce(Element) -> Markup) -> Markup {
        let Self { area, label: name, open, accept, remark, overlong, images } = self;
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
        let longest = match overlong {
            Overlong::Taken => u32::MAX,
            Overlong::Given(longest, _) => longest,
        };
        let take: Take = {
            let note = note.clone();
            Rc::new(move |file: Option<File>| match (file, &overlong) {
                (Some(file), _) if images.is_some() && file::is_image(&file) => {
                    note.set(String::new());
                    images.iter().for_each(|take| take(file.clone()));
                }
                (Some(file), Overlong::Given(longest, give)) if file::size(&file) > u64::from(*longest) => {
                    give(file);
                }
                (file, Overlong::Given(..) | Overlong::Taken) => {
                    task::spawn(read(file, note.clone(), take.clone()));
                }
            })
        };
        let [chosen, dropped, pasted] = [take.clone(), take.clone(), take];
        let open = file_button("link file-button", open, accept, Box::new(move |file| chosen(file)));
        let words = {
            let note = note.clone();
            dynamic_text(move || format!("{} {}", note.get(), remark()))
        };
        let [over, left, end] = [is_over.clone(), is_over.clone(), is_over.clone()];
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
                end.set(false);
                dropped(file::dropped(&event));
            })
            .on("paste", move |event| {
                if let Some(content) = file::pasted(&event, longest) {
                    event.prevent_default();
                    let take = pasted.clone();
                    task::spawn(async move {
                        // To bring it here took its time.
                        task::give_way().await;
                        take(content.into_file());
                    });
                }
            })
            .child(group("document__head", vec![label(id, name), open]))
            .child(around(area.element()))
            .child(element("p").class("hint").child(words).view())
            .view()
    }
}

async fn read(file: Option<File>, note: Note, take: Arc<dyn Fn(String)>) {
    match file::text_of(file).await {
        Some((name, text)) => {
            note.set(name);
            take(text);
        }
        None => note.set("Only text files can be read: .txt, .md, .csv, .json".to_owned()),
    }
}
