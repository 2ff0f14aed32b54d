//! Where calls go: base URL, model, key, and what the server deviates in.

use super::base_url::{BaseUrl, Origin};
use super::preset::{Preset, Provider};
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
pub struct Keys(Vec<Key>);

/// A key, and whether it is to outlive the page.
#[derive(Clone, Debug)]
struct Key {
    origin: Origin,
    secret: Secret,
    is_remembered: bool,
}

impl Connection {
    /// A connection to a server that deviates as its preset has it.
    pub fn new(preset: &'static Preset, base_url: BaseUrl, model: &str, key: Option<Secret>) -> Self {
        Self { preset, quirks: preset.quirks, base_url, model: model.trim().to_owned(), key }
    }

    /// What stands for a connection to the stand-in model, of which faults can be told as of a server's.
    pub fn simulated() -> Option<Self> {
        let base_url = BaseUrl::parse("http://simulated.invalid/v1").ok()?;
        Some(Self::new(Provider::Simulated.preset(), base_url, "", None))
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
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key for exactly this origin.
    pub fn get(&self, origin: &Origin) -> Option<Secret> {
        self.of(origin).map(|key| key.secret.clone())
    }

    /// All of them, each with its origin.
    pub fn all(&self) -> impl Iterator<Item = (&Origin, &Secret)> {
        self.0.iter().map(|key| (&key.origin, &key.secret))
    }

    /// Whether the key for this origin is to outlive the page.
    pub fn is_remembered(&self, origin: &Origin) -> bool {
        self.of(origin).is_some_and(|key| key.is_remembered)
    }

    /// Gives an origin another key, or none. What was remembered goes on being so.
    pub fn set(&mut self, origin: &Origin, secret: Option<Secret>) {
        let is_remembered = self.is_remembered(origin);
        self.0.retain(|key| key.origin != *origin);
        self.0.extend(secret.map(|secret| Key { origin: origin.clone(), secret, is_remembered }));
    }

    /// Says whether the key for this origin is to outlive the page.
    pub fn remember(&mut self, origin: &Origin, is_remembered: bool) {
        if let Some(key) = self.0.iter_mut().find(|key| key.origin == *origin) {
            key.is_remembered = is_remembered;
        }
    }

    fn of(&self, origin: &Origin) -> Option<&Key> {
        self.0.iter().find(|key| key.origin == *origin)
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
    fn a_key_is_remembered_only_where_that_was_said() {
        let origin = |text: &str| BaseUrl::parse(text).unwrap().origin().clone();
        let (mine, other) = (origin("https://a.example"), origin("https://b.example"));
        let mut keys = Keys::default();
        keys.remember(&mine, true);
        keys.set(&mine, Secret::new("k"));
        keys.set(&other, Secret::new("o"));
        assert!(!keys.is_remembered(&mine));
        keys.remember(&mine, true);
        keys.set(&mine, Secret::new("l"));
        assert_eq!([&mine, &other].map(|origin| keys.is_remembered(origin)), [true, false]);
        keys.set(&mine, None);
        keys.set(&mine, Secret::new("k"));
        assert!(!keys.is_remembered(&mine));
    }

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::new(" sk-abc ").unwrap();
        assert_eq!((format!("{secret:?}").as_str(), secret.expose()), ("Secret(…)", "sk-abc"));
        assert!(Secret::new("  ").is_none());
    }
}
