//! What is kept between visits, or until the tab is closed. Storage may be blocked or full: then nothing is kept, and nothing fails.

use crate::core::provider::{BaseUrl, Keys, Origin, Secret};
use crate::core::settings::Settings;
use serde_json::Value;

/// Everything that is kept, by its key.
enum Key<'k> {
    Settings,
    /// The API key for an origin, which the person wants remembered.
    ApiKey(&'k Origin),
}

/// How the names of remembered API keys begin; the origin follows.
const API_KEY: &str = "structured-output-validator.key ";

impl Key<'_> {
    fn name(&self) -> String {
        match self {
            Self::Settings => "structured-output-validator.settings".to_owned(),
            Self::ApiKey(origin) => format!("{API_KEY}{}", origin.as_str()),
        }
    }
}

/// What is typed and is no setting. It is kept as long as the tab, so that a reload does not lose it.
#[derive(Clone, Copy)]
pub enum Typed {
    /// The reply that is checked by hand.
    Reply,
    /// The answer that the schema is tried on.
    Answer,
}

impl Typed {
    fn name(self) -> &'static str {
        match self {
            Self::Reply => "structured-output-validator.reply",
            Self::Answer => "structured-output-validator.answer",
        }
    }
}

/// Keeps what was typed, where that is possible.
pub fn save_typed(typed: Typed, text: &str) {
    if let Some(storage) = tab_storage() {
        // Where it cannot be kept, it stands in the page nevertheless.
        let _ = storage.set_item(typed.name(), text);
    }
}

/// What was typed before; empty if nothing was.
pub fn load_typed(typed: Typed) -> String {
    tab_storage().and_then(|storage| storage.get_item(typed.name()).ok()?).unwrap_or_default()
}

/// The settings of the last visit; the usual ones where there are none that can be read.
pub fn load_settings() -> Settings {
    storage()
        .and_then(|storage| storage.get_item(&Key::Settings.name()).ok()?)
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .map_or_else(Settings::default, |kept| Settings::from_json(&kept))
}

/// Keeps the settings; false if that is not possible.
pub fn save_settings(settings: &Settings) -> bool {
    let text = settings.to_json().to_string();
    storage().is_some_and(|storage| storage.set_item(&Key::Settings.name(), &text).is_ok())
}

/// The API keys that were remembered.
pub fn load_keys() -> Keys {
    let mut keys = Keys::default();
    let Some(storage) = storage() else { return keys };
    for name in api_key_names(&storage) {
        let url = name.strip_prefix(API_KEY).and_then(|origin| BaseUrl::parse(origin).ok());
        let secret = storage.get_item(&name).ok().flatten().and_then(|text| Secret::new(&text));
        if let Some(url) = url
            && secret.is_some()
        {
            keys.set(url.origin(), secret);
            keys.remember(url.origin(), true);
        }
    }
    keys
}

/// Remembers the API key for an origin; false if that is not possible.
pub fn save_key(origin: &Origin, key: &Secret) -> bool {
    storage().is_some_and(|storage| storage.set_item(&Key::ApiKey(origin).name(), key.expose()).is_ok())
}

/// Forgets the API key for an origin.
pub fn forget_key(origin: &Origin) {
    if let Some(storage) = storage() {
        // What is not there need not be forgotten.
        let _ = storage.remove_item(&Key::ApiKey(origin).name());
    }
}

/// Forgets every API key.
pub fn forget_keys() {
    if let Some(storage) = storage() {
        for name in api_key_names(&storage) {
            // What is not there need not be forgotten.
            let _ = storage.remove_item(&name);
        }
    }
}

fn api_key_names(storage: &web_sys::Storage) -> Vec<String> {
    let names = (0..storage.length().unwrap_or(0)).filter_map(|position| storage.key(position).ok()?);
    names.filter(|name| name.starts_with(API_KEY)).collect()
}

fn tab_storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}
