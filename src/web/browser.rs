//! The page as the browser sees it: its origin, fragment, title and theme.

use super::object;
use js_sys::Object;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Event, HtmlElement, Node, ScrollIntoViewOptions, ScrollLogicalPosition};

/// The origin of this page, as servers see it.
pub fn page_origin() -> String {
    web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default()
}

/// Whether the browser says that a permission is denied, by any of its names.
pub async fn is_denied(names: &[&str]) -> bool {
    for name in names {
        if permission(name).await.as_deref() == Some("denied") {
            return true;
        }
    }
    false
}

/// The state of a permission; none where the browser does not know it.
async fn permission(name: &str) -> Option<String> {
    let navigator = object::get(&js_sys::global(), "navigator");
    let descriptor = Object::new();
    object::set(&descriptor, "name", &name.into());
    let status = object::call(&object::get(&navigator, "permissions"), "query", &[&descriptor]).await.ok()?;
    object::get(&status, "state").as_string()
}

/// The fragment of the page's address, with its `#`.
pub fn fragment() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// The address of the page, without a fragment.
pub fn page_address() -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Gives the page's address another fragment; an empty one takes it out, so that a reload does not follow it again.
pub fn set_fragment(fragment: &str) {
    if let Some(window) = web_sys::window() {
        // Where it cannot be set, the page is as it was.
        let _ = window.location().set_hash(fragment);
    }
}

/// Where the script of the judge's worker is, relative to the page: the build says so in the page's head.
pub fn judge_script() -> String {
    let meta = document().and_then(|document| document.query_selector("meta[name=judge]").ok()?);
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default()
}

/// A number that is another one every time.
pub fn random_number() -> u64 {
    const NUMBERS: f64 = (1_u64 << 53) as f64;
    (js_sys::Math::random() * NUMBERS) as u64
}

/// Sets the theme that the style sheets go by.
pub fn set_theme(name: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        // Setting a valid attribute cannot fail.
        let _ = root.set_attribute("data-theme", name);
    }
}

/// Sets the title of the window.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Scrolls as far as it takes to see an element.
pub fn reveal(id: &str) {
    scroll_to(id, ScrollLogicalPosition::Nearest);
}

/// Scrolls to the beginning of an element.
pub fn go_to(id: &str) {
    scroll_to(id, ScrollLogicalPosition::Start);
}

fn scroll_to(id: &str, position: ScrollLogicalPosition) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(position);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// How far below what is seen something may be and count as being in sight.
const NEARLY: f64 = 48.0;

/// Whether the page is scrolled so far that an element is in sight, or nearly so.
pub fn is_reached(id: &str) -> bool {
    let seen = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    let element = document().and_then(|document| document.get_element_by_id(id));
    let top = element.map(|element| element.get_bounding_client_rect().top());
    top.zip(seen).is_none_or(|(top, seen)| top <= seen + NEARLY)
}

/// Does something whenever the page was scrolled, as long as it is open.
pub fn when_scrolled(act: impl Fn() + 'static) {
    let act = Closure::<dyn FnMut(Event)>::new(move |_| act()).into_js_value();
    if let Some(window) = web_sys::window() {
        window.set_onscroll(Some(act.unchecked_ref()));
    }
}

/// Whether an element has the focus, or something in it.
pub fn has_focus(id: &str) -> bool {
    let element = document().and_then(|document| document.get_element_by_id(id));
    let active = document().and_then(|document| document.active_element());
    element.is_some_and(|element| element.contains(active.as_deref()))
}

/// The id of what has the focus; empty where that has none.
pub fn focused() -> String {
    let active = document().and_then(|document| document.active_element());
    active.map(|active| active.id()).unwrap_or_default()
}

/// Gives something the focus, and scrolls nothing; false where there is no such thing.
pub fn focus_quietly(id: &str) -> bool {
    let Some(element) = document().and_then(|document| document.get_element_by_id(id)) else { return false };
    let options = Object::new();
    object::set(&options, "preventScroll", &true.into());
    // What cannot take the focus does not.
    object::result_of(&element, "focus", &[&options]).is_ok()
}

/// Takes the person to a field.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // What cannot take the focus does not.
        let _ = element.focus();
    }
}

/// Takes the person to the next of the elements that a selector finds, in the page's order, behind what has the
/// focus: to the first behind the last, and past those that cannot take it.
pub fn focus_next(selector: &str) {
    let Some(document) = document() else { return };
    let Ok(found) = document.query_selector_all(selector) else { return };
    let elements = || (0..found.length()).filter_map(|at| found.get(at)?.dyn_into::<HtmlElement>().ok());
    let active = document.active_element();
    let is_behind = |element: &HtmlElement| {
        active.as_ref().is_some_and(|active| {
            active.compare_document_position(element) & Node::DOCUMENT_POSITION_FOLLOWING != 0
        })
    };
    for element in elements().filter(is_behind).chain(elements()) {
        // What cannot take the focus, in a card that is folded, does not.
        let _ = element.focus();
        if document.active_element().as_ref() == Some(&element) {
            return;
        }
    }
}

/// Shows what stands in front of the page, or puts it away.
pub fn toggle_popover(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // A browser without popovers shows it where it stands.
        let _ = element.toggle_popover();
    }
}

/// Takes away what stood in the page before the app, and gives the place for the app.
pub fn mount_point() -> Option<HtmlElement> {
    let element = document()?.get_element_by_id("app")?.dyn_into::<HtmlElement>().ok()?;
    element.set_inner_html("");
    // What cannot be removed is not there.
    let _ = element.remove_attribute("aria-busy");
    Some(element)
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}
