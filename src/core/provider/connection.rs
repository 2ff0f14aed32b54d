//! Where calls go: base URL, origin, model and key.
//!
//! A key belongs to one exact origin. The reading of URLs is strict, so that what is taken for the
//! origin here is what the browser connects to.

use super::preset::Preset;
use std::fmt;

/// Everything that is needed to reach a model.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The deviations of the server.
    pub preset: &'static Preset,
    /// Where the server is.
    pub base_url: BaseUrl,
    /// Which model is asked; empty where the server has only one.
    pub model: String,
    /// The key for this origin.
    pub key: Option<Secret>,
}

/// An absolute http or https URL without a trailing slash, below which a server's endpoints lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    origin: Origin,
    path: String,
}

/// Scheme, host and port: what a key belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin(String);

/// A key. Never printed, stored or compared by accident: only [`Secret::expose`] gives it out.
#[derive(Clone)]
pub struct Secret(String);

/// The keys that were given, each for one origin.
#[derive(Clone, Debug, Default)]
pub struct Keys(Vec<(Origin, Secret)>);

/// Why a text is no base URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlError {
    /// There is nothing.
    Empty,
    /// It does not begin with `http://` or `https://`.
    Scheme,
    /// What stands for host and port cannot be one.
    Host,
    /// It has a query, a fragment or white space.
    Extra,
}

impl BaseUrl {
    /// Reads a base URL.
    ///
    /// # Errors
    /// When the text is no plain absolute http or https URL; user names in it are refused too.
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(UrlError::Empty);
        }
        let lower = text.to_ascii_lowercase();
        let scheme = ["https://", "http://"]
            .into_iter()
            .find(|scheme| lower.starts_with(scheme))
            .ok_or(UrlError::Scheme)?;
        if text.contains(|character: char| character.is_whitespace() || matches!(character, '?' | '#' | '\\'))
        {
            return Err(UrlError::Extra);
        }
        let (_, rest) = text.split_at(scheme.len());
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if !is_authority(authority) {
            return Err(UrlError::Host);
        }
        let authority = authority.to_ascii_lowercase();
        let default_port = if scheme == "https://" { ":443" } else { ":80" };
        let authority = authority.strip_suffix(default_port).unwrap_or(&authority);
        Ok(Self {
            origin: Origin(format!("{scheme}{authority}")),
            path: path.trim_end_matches('/').to_owned(),
        })
    }

    /// The origin it lies in.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The URL of an endpoint below it; `path` begins with a slash.
    pub fn endpoint(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// Whether it points at this very machine.
    pub fn is_loopback(&self) -> bool {
        let authority = self.origin.0.split("://").nth(1).unwrap_or_default();
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            Some(_) | None => authority,
        };
        host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]"
    }

    /// Whether it is reached without encryption.
    pub fn is_plain_http(&self) -> bool {
        self.origin.0.starts_with("http://")
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.origin.0, self.path)
    }
}

impl Origin {
    /// The origin as browsers write it.
    pub fn as_str(&self) -> &str {
        &self.0
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

impl fmt::Display for UrlError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Empty => "Give the server's base URL, for example http://localhost:1234/v1",
            Self::Scheme => "The base URL must begin with http:// or https://",
            Self::Host => "The base URL's host cannot be read; it looks like http://localhost:1234/v1",
            Self::Extra => "The base URL must be plain: no spaces, no ? and no #",
        })
    }
}

impl std::error::Error for UrlError {}

fn is_authority(text: &str) -> bool {
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => {
            let is_address =
                address.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'));
            (is_address && address.contains(':'), port)
        }
        None => {
            let (host, port) = text.split_at(text.find(':').unwrap_or(text.len()));
            let is_name =
                host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
            (is_name && !host.is_empty(), port)
        }
    };
    let is_port = match port.strip_prefix(':') {
        None => port.is_empty(),
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u16>().is_ok(),
    };
    host && is_port
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls() {
        for (text, expected) in [
            ("http://localhost:1234/v1", Ok(("http://localhost:1234", "http://localhost:1234/v1"))),
            (" https://API.example.com/v1/ ", Ok(("https://api.example.com", "https://api.example.com/v1"))),
            ("HTTPS://api.example.com:443", Ok(("https://api.example.com", "https://api.example.com"))),
            ("http://[::1]:8080/v1", Ok(("http://[::1]:8080", "http://[::1]:8080/v1"))),
            ("http://127.0.0.1:80/a/b//", Ok(("http://127.0.0.1", "http://127.0.0.1/a/b"))),
            ("", Err(UrlError::Empty)),
            ("localhost:1234", Err(UrlError::Scheme)),
            ("ftp://example.com", Err(UrlError::Scheme)),
            ("javascript://example.com", Err(UrlError::Scheme)),
            ("http://", Err(UrlError::Host)),
            ("http://user:pass@example.com", Err(UrlError::Host)),
            ("http://good.example@evil.example", Err(UrlError::Host)),
            ("http://good.example\\@evil.example", Err(UrlError::Extra)),
            ("http://exa mple.com", Err(UrlError::Extra)),
            ("http://example.com:99999", Err(UrlError::Host)),
            ("http://example.com:", Err(UrlError::Host)),
            ("http://[::1", Err(UrlError::Host)),
            ("http://example.com/v1?key=1", Err(UrlError::Extra)),
        ] {
            let parsed = BaseUrl::parse(text);
            let parsed = parsed.as_ref().map(|url| (url.origin().as_str().to_owned(), url.to_string()));
            let expected = expected.map(|(origin, url)| (origin.to_owned(), url.to_owned()));
            assert_eq!(parsed.map_err(|error| *error), expected, "{text:?}");
        }
    }

    #[test]
    fn loopback() {
        for (text, expected) in [
            ("http://localhost:1234/v1", true),
            ("http://127.0.0.1", true),
            ("http://[::1]:8080", true),
            ("http://[::1]", true),
            ("http://192.168.1.5:1234", false),
            ("https://localhost.example.com", false),
        ] {
            assert_eq!(BaseUrl::parse(text).map(|url| url.is_loopback()), Ok(expected), "{text}");
        }
    }

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
