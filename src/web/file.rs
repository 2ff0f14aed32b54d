//! Files: reading what is dropped, and downloads.

use super::object;
use js_sys::{Array, JsString};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
pub use web_sys::{Blob, File};
use web_sys::{BlobPropertyBag, DragEvent, Event, FileList, HtmlAnchorElement, HtmlInputElement, Url};

/// The first file that was dropped.
pub fn dropped(event: &Event) -> Option<File> {
    all_dropped(event).into_iter().next()
}

/// All files that were dropped.
pub fn all_dropped(event: &Event) -> Vec<File> {
    all(event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer).and_then(|carried| carried.files()))
}

fn all(files: Option<FileList>) -> Vec<File> {
    let files = files.as_ref();
    (0..files.map_or(0, FileList::length)).filter_map(|place| files?.get(place)).collect()
}

/// Whether files are dragged or dropped, and nobody has taken them.
pub fn are_free(event: &Event) -> bool {
    let types = object::get(&object::get(event, "dataTransfer"), "types");
    let has_files = object::result_of(&types, "includes", &[&"Files".into()]);
    has_files.is_ok_and(|has_files| has_files.is_truthy()) && !event.default_prevented()
}

/// Lets what a person has taken up be carried: some browsers carry nothing without a text.
pub fn carry(event: &Event) {
    if let Some(carried) = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) {
        // Where it is not possible, nothing is carried.
        let _ = carried.set_data("text/plain", "");
    }
}

/// The files that were chosen in a file field, which has none then, so that the same can be chosen again.
pub fn chosen(event: &Event) -> Vec<File> {
    let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(field) = field else { return Vec::new() };
    let files = all(field.files());
    field.set_value("");
    files
}

/// A file that is pasted, or a text that is too long to be typed in.
pub enum Pasted {
    /// The file.
    File(File),
    /// The text, outside the memory of the page.
    Text(JsString),
}

impl Pasted {
    /// It as a file; none where the browser makes no files. To make one of a long text takes its time.
    pub fn into_file(self) -> Option<File> {
        match self {
            Self::File(file) => Some(file),
            Self::Text(text) => of_js_text("pasted text", &text),
        }
    }
}

/// The file that is pasted, or the text if it is longer than this, in UTF-16 units; other texts paste themselves.
pub fn pasted(event: &Event, longest: u32) -> Option<Pasted> {
    let clipboard = object::get(event, "clipboardData");
    let text: JsString = object::result_of(&clipboard, "getData", &[&"text".into()]).ok()?.dyn_into().ok()?;
    if let Ok(file) = object::get(&object::get(&clipboard, "files"), "0").dyn_into::<File>()
        // Spreadsheets and word processors put a picture of what was copied beside its text.
        && (text.length() == 0 || !is_image(&file))
    {
        return Some(Pasted::File(file));
    }
    (text.length() > longest).then_some(Pasted::Text(text))
}

/// A text as a file; none where the browser makes no files.
pub fn of_text(name: &str, text: &str) -> Option<File> {
    of_js_text(name, &text.into())
}

fn of_js_text(name: &str, text: &JsString) -> Option<File> {
    File::new_with_str_sequence(&Array::of1(text), name).ok()
}

/// Whether a file says that it is an image.
pub fn is_image(file: &File) -> bool {
    file.type_().starts_with("image/")
}

/// How large a file is, in bytes.
pub fn size(file: &File) -> u64 {
    file.size() as u64
}

/// The name and the text of a file; none if it cannot be read as text.
pub async fn text_of(file: Option<File>) -> Option<(String, String)> {
    let file = file?;
    let text = JsFuture::from(file.text()).await.ok()?.as_string()?;
    // A NUL character is in no text a person means to give, and in nearly every other file.
    (!text.contains('\0')).then(|| (file.name(), text))
}

/// Offers a text for download, as JSON where its name says so. A browser that forbids it says so itself.
pub fn download(name: &str, text: &str) {
    let _ = try_download(name, text);
}

fn try_download(name: &str, text: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type(if name.ends_with(".json") { "application/json" } else { "text/plain" });
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()?;
    offer(name, &blob)
}

/// Offers a file for download that was made elsewhere.
pub fn download_file(name: &str, file: &Blob) {
    // A browser that forbids it says so itself.
    let _ = offer(name, file);
}

fn offer(name: &str, file: &Blob) -> Option<()> {
    let url = Url::create_object_url_with_blob(file).ok()?;
    let document = web_sys::window()?.document()?;
    let anchor: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url).ok()
}
