//! Where calls go: base URL, model, key, and what the server deviates in.

use super::base_url::{BaseUrl, Origin};
use super::preset::Preset;
use super::quirks::Quirks;
use std::fmt;

/// Everything that is needed to reach a model.
#[derive(Clone, Debug)]
pub struct Connection {
    /// What is known of the server.
    pub preset: &'static Preset,
    /// How it deviates: as the preset has it, or as it was learned.
    pub quirks: Quirks,
    /// Where the server is.
    pub base_url: BaseUrl,
    /// Which model is asked; empty where the server has only one.
    pub model: String,
    /// The key for this origin.
    pub key: Option<Secret>,
}

/// A key. Never printed, stored or compared by accident: only [`Secret::expose`] gives it out.
#[derive(Clone)]
pub struct Secret(String);

/// The keys that were given, each for one origin.
#[derive(Clone, Debug, Default)]
pub struct Keys(Vec<(Origin, Secret)>);

impl Connection {
    /// A connection to a server that deviates as its preset has it.
    pub fn new(preset: &'static Preset, base_url: BaseUrl, model: &str, key: Option<Secret>) -> Self {
        Self { preset, quirks: preset.quirks, base_url, model: model.trim().to_owned(), key }
    }
}

impl Secret {
    /// A key from what was typed; none if it is blank.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The key itself: for the header of a request to its own origin, and the field it was typed in.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl Keys {
    /// The key for exactly this origin.
    pub fn get(&self, origin: &Origin) -> Option<Secret> {
        self.0.iter().find(|(owner, _)| owner == origin).map(|(_, key)| key.clone())
    }

    /// Gives an origin another key, or none.
    pub fn set(&mut self, origin: &Origin, key: Option<Secret>) {
        self.0.retain(|(owner, _)| owner != origin);
        self.0.extend(key.map(|key| (origin.clone(), key)));
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_belongs_to_one_exact_origin() {
        let origin = |text: &str| BaseUrl::parse(text).unwrap().origin().clone();
        let (mine, mut keys) = (origin("https://api.example.com/v1"), Keys::default());
        keys.set(&mine, Secret::new("k"));
        for (url, expected) in [
            ("https://api.example.com", Some("k")),
            ("https://api.example.com:443/v2", Some("k")),
            ("http://api.example.com/v1", None),
            ("https://api.example.com:444/v1", None),
            ("https://example.com/v1", None),
            ("https://api.example.com.evil.example/v1", None),
        ] {
            assert_eq!(keys.get(&origin(url)).as_ref().map(Secret::expose), expected, "{url}");
        }
        keys.set(&mine, None);
        assert!(keys.get(&mine).is_none());
    }

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::new(" sk-abc ").unwrap();
        assert_eq!((format!("{secret:?}").as_str(), secret.expose()), ("Secret(…)", "sk-abc"));
        assert!(Secret::new("  ").is_none());
    }
}
