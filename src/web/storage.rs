//! What is kept between visits. Storage may be blocked or full: then nothing is kept, and nothing fails.

use crate::core::settings::Settings;
use serde_json::Value;

/// Everything that is kept, by its key.
enum Key {
    Settings,
}

impl Key {
    fn name(&self) -> &'static str {
        match self {
            Self::Settings => "structured-output-validator.settings",
        }
    }
}

/// The settings of the last visit; the usual ones where there are none that can be read.
pub fn load_settings() -> Settings {
    storage()
        .and_then(|storage| storage.get_item(Key::Settings.name()).ok()?)
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .map_or_else(Settings::default, |kept| Settings::from_json(&kept))
}

/// Keeps the settings; false if that is not possible.
pub fn save_settings(settings: &Settings) -> bool {
    let text = settings.to_json().to_string();
    storage().is_some_and(|storage| storage.set_item(Key::Settings.name(), &text).is_ok())
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}
