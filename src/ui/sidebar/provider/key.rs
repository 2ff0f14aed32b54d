//! The key for a server: masked, for one exact origin, and forgotten with the page unless asked otherwise.

use crate::core::provider::Provider;
use crate::ui::parts::{Markup, TextField, button, checkbox, dynamic, element, nothing, paragraph, several};
use crate::ui::state::Page;

/// The field, and how long what is in it is kept.
pub fn key_field(page: Page, provider: Provider) -> Markup {
    let key = TextField {
        id: "key",
        label: "API key",
        kind: "password",
        placeholder: provider.preset().key.hint(),
        value: Box::new(move || page.key().map(|key| key.expose().to_owned()).unwrap_or_default()),
        input: Box::new(move |text| page.set_key(&text)),
        done: Box::new(move || page.list_models()),
    };
    let hint = move || match page.is_key_remembered() {
        true => paragraph(
            "hint hint--bad",
            "Kept unencrypted in this browser: whoever uses it, and every extension that may read this page, \
             can read the key.",
        ),
        false => {
            paragraph("hint", "Kept in memory until you close the page, and sent to this base URL only.")
        }
    };
    let remember = checkbox(
        "Remember this key on this computer",
        move || page.is_key_remembered(),
        move |is_remembered| page.remember_key(is_remembered),
    );
    let remember = element("div").hidden(move || page.key().is_none()).child(remember).view();
    let forget = move || match page.has_keys() {
        true => button("link", "Forget every key", move || page.forget_keys()),
        false => nothing(),
    };
    several(vec![key.view(), dynamic(hint), remember, dynamic(forget)])
}
