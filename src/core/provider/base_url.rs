//! Base URLs: read strictly where a program wrote them, forgivingly where a person did.
//!
//! A key belongs to one exact origin. What is read here is written out anew, so that what is taken for
//! the origin is what the browser connects to.

use super::preset::{Family, Preset};
use std::fmt;

/// An absolute http or https URL without a trailing slash, below which a server's endpoints lie; or the
/// place of the browser's own model, which no text stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    origin: Origin,
    path: String,
}

/// Scheme, host and port: what a key belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin(String);

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

    /// Where the browser's own model is.
    pub fn in_browser() -> Self {
        Self { origin: Origin("browser://localhost".to_owned()), path: String::new() }
    }

    /// Reads what a person typed or pasted for a server: with or without the scheme, the version that
    /// the preset has at the end, or a whole endpoint.
    ///
    /// # Errors
    /// When what is left of it is no base URL.
    pub fn typed(text: &str, preset: &Preset) -> Result<Self, UrlError> {
        if preset.family == Family::Browser {
            return Ok(Self::in_browser());
        }
        // Browsers drop these, too: they come with what is copied from several lines.
        let text: String =
            text.trim().chars().filter(|character| !matches!(character, '\t' | '\n' | '\r')).collect();
        let text = match text.trim_start_matches('/') {
            "" => return Err(UrlError::Empty),
            rest if rest.contains("://") => rest.to_owned(),
            rest => format!("{}{rest}", scheme_for(rest)),
        };
        let mut url = Self::parse(&text)?;
        if let Some(port) = url.origin.0.strip_prefix("http://0.0.0.0") {
            // Servers say that they listen at this address; no browser connects to it.
            url.origin = Origin(format!("http://127.0.0.1{port}"));
        }
        let endpoint = ENDPOINTS.into_iter().find(|endpoint| url.path.ends_with(endpoint));
        if let Some(path) = endpoint.and_then(|endpoint| url.path.strip_suffix(endpoint)) {
            url.path = path.to_owned();
        }
        // Whoever pastes this one says exactly where it is.
        if endpoint != Some(CHAT_COMPLETIONS)
            || preset.family != Family::ChatCompletions
            || !url.path.is_empty()
        {
            url.path = url.fitting_path(preset);
        }
        Ok(url)
    }

    /// Its path, with the version at its end that the preset has there, or without one.
    fn fitting_path(&self, preset: &Preset) -> String {
        let usual = match Self::parse(preset.base_url) {
            Ok(usual) => usual,
            Err(_) => Self { origin: self.origin.clone(), path: "/v1".to_owned() },
        };
        let is_beginning = usual.path.strip_prefix(&self.path).is_some_and(|rest| rest.starts_with('/'));
        let is_at_home = usual.origin == self.origin && self.path == "/v1";
        if usual.path.is_empty() {
            let without = ["/v1", "/api"].into_iter().find_map(|end| self.path.strip_suffix(end));
            without.unwrap_or(&self.path).to_owned()
        } else if is_beginning || is_at_home {
            usual.path
        } else {
            self.path.clone()
        }
    }

    /// The origin it lies in.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The URL of an endpoint below it; `path` begins with a slash.
    pub fn endpoint(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// The URL of an endpoint below its origin, whatever its path; `path` begins with a slash.
    pub fn root_endpoint(&self, path: &str) -> String {
        format!("{}{path}", self.origin.0)
    }

    /// Whether it points at this very machine.
    pub fn is_loopback(&self) -> bool {
        let host = host(self.origin.0.split("://").nth(1).unwrap_or_default());
        host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]"
    }

    /// Whether it points at this machine or at one beside it, as far as its name tells.
    pub fn is_local(&self) -> bool {
        let host = host(self.origin.0.split("://").nth(1).unwrap_or_default());
        let second = host.split('.').nth(1).and_then(|part| part.parse::<u8>().ok());
        let is_private = match host.split('.').next() {
            Some("10") => true,
            Some("192") => second == Some(168),
            Some("169") => second == Some(254),
            Some("172") => second.is_some_and(|part| (16..32).contains(&part)),
            Some(_) | None => ["[fc", "[fd", "[fe8"].iter().any(|start| host.starts_with(start)),
        };
        let is_name = host.ends_with(".local") || !host.contains(['.', ':']);
        self.is_loopback() || is_private && second.is_some() | host.starts_with('[') || is_name
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

const CHAT_COMPLETIONS: &str = "/chat/completions";

/// What people paste together with the base URL, the longest first.
const ENDPOINTS: [&str; 15] = [
    CHAT_COMPLETIONS,
    "/completions",
    "/api/chat",
    "/chat",
    "/responses",
    "/embeddings",
    "/messages",
    "/api/v0/models",
    "/api/v0",
    "/api/generate",
    "/api/tags",
    "/api/ps",
    "/api/version",
    "/models",
    "/props",
];

/// The scheme that was left out: what runs on this machine, or is reached by a number or by a name that holds only
/// nearby, has no certificate.
fn scheme_for(text: &str) -> &'static str {
    let host = host(text.split('/').next().unwrap_or_default()).to_ascii_lowercase();
    let is_number = host.starts_with('[') || host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_local = host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local");
    let is_nearby = !host.contains('.');
    if is_number || is_local || is_nearby { "http://" } else { "https://" }
}

/// The host, without the port.
fn host(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        Some(_) | None => authority,
    }
}

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
    use super::super::preset::Provider;
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
    fn what_people_type() {
        let custom = Provider::Custom;
        for (provider, text, expected) in [
            (custom, " http://host:1/v1/ ", "http://host:1/v1"),
            (custom, "http://host:1", "http://host:1/v1"),
            (custom, "http://host:1/v1/chat/completions", "http://host:1/v1"),
            (custom, "http://host:1/v1/models/", "http://host:1/v1"),
            (custom, "https://host/proxy/v1/responses", "https://host/proxy/v1"),
            (custom, "https://host/chat/completions", "https://host"),
            (custom, "https://host/openai", "https://host/openai"),
            (custom, "https://host/v1/\n", "https://host/v1"),
            (custom, "https://ho\nst/v1", "https://host/v1"),
            (custom, "localhost:1234", "http://localhost:1234/v1"),
            (custom, "localhost", "http://localhost/v1"),
            (custom, "LOCALHOST:1234/v1", "http://localhost:1234/v1"),
            (custom, "127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
            (custom, "192.168.1.5:1234", "http://192.168.1.5:1234/v1"),
            (custom, "[::1]:8080", "http://[::1]:8080/v1"),
            (custom, "[::1]", "http://[::1]/v1"),
            (custom, "mac.local:1234", "http://mac.local:1234/v1"),
            (custom, "//api.example.com", "https://api.example.com/v1"),
            (custom, "api.example.com/v1", "https://api.example.com/v1"),
            (custom, "http://0.0.0.0:8000", "http://127.0.0.1:8000/v1"),
            (Provider::LmStudio, "http://localhost:1234", "http://localhost:1234/v1"),
            (Provider::LmStudio, "http://localhost:1234/api/v0/models", "http://localhost:1234/v1"),
            (Provider::LmStudio, "http://10.0.0.2:1234/v1/chat/completions", "http://10.0.0.2:1234/v1"),
            (Provider::Ollama, "http://localhost:11434", "http://localhost:11434"),
            (Provider::Ollama, "http://localhost:11434/v1", "http://localhost:11434"),
            (Provider::Ollama, "localhost:11434/api/chat", "http://localhost:11434"),
            (Provider::Ollama, "http://localhost:11434/v1/chat/completions", "http://localhost:11434"),
            (Provider::Ollama, "http://localhost:11434/api/tags", "http://localhost:11434"),
            (Provider::Ollama, "https://host/ollama/api", "https://host/ollama"),
            (Provider::Anthropic, "https://api.anthropic.com/v1/messages", "https://api.anthropic.com"),
            (Provider::Anthropic, "api.anthropic.com/v1", "https://api.anthropic.com"),
            (Provider::Groq, "https://api.groq.com", "https://api.groq.com/openai/v1"),
            (Provider::Groq, "https://api.groq.com/openai", "https://api.groq.com/openai/v1"),
            (Provider::Groq, "https://api.groq.com/v1", "https://api.groq.com/openai/v1"),
            (Provider::OpenRouter, "openrouter.ai/api", "https://openrouter.ai/api/v1"),
            (
                Provider::Gemini,
                "https://generativelanguage.googleapis.com/v1beta",
                "https://generativelanguage.googleapis.com/v1beta/openai",
            ),
            (Provider::DeepSeek, "https://api.deepseek.com/chat/completions", "https://api.deepseek.com"),
        ] {
            let typed = BaseUrl::typed(text, provider.preset());
            assert_eq!(typed.map(|url| url.to_string()), Ok(expected.to_owned()), "{text:?}");
        }
        for (text, expected) in [
            (" ", UrlError::Empty),
            ("//", UrlError::Empty),
            ("ftp://host", UrlError::Scheme),
            ("javascript:alert(1)", UrlError::Host),
            ("user:pass@host", UrlError::Host),
            ("no where", UrlError::Extra),
            ("https://host/v1?key=1", UrlError::Extra),
        ] {
            assert_eq!(BaseUrl::typed(text, custom.preset()), Err(expected), "{text:?}");
        }
    }

    #[test]
    fn every_preset_is_at_home_where_it_says() {
        for provider in Provider::ALL {
            let preset = provider.preset();
            let urls = [preset.base_url].into_iter().chain(preset.other_urls.iter().copied());
            for url in urls.filter(|url| !url.is_empty()) {
                let typed = BaseUrl::typed(url, preset);
                assert_eq!(typed.map(|url| url.to_string()), Ok(url.to_owned()), "{}", preset.name);
            }
        }
    }

    #[test]
    fn the_browsers_own_model_is_here_whatever_is_typed() {
        for text in ["", "https://elsewhere.example/v1"] {
            let url = BaseUrl::typed(text, Provider::Browser.preset());
            let is_here = url.as_ref().map(|url| (url.is_loopback(), url.is_local(), url.is_plain_http()));
            assert_eq!(is_here, Ok((true, true, false)), "{text}");
            // No text stands for it, so that no key can.
            assert_eq!(url.and_then(|url| BaseUrl::parse(&url.to_string())), Err(UrlError::Scheme), "{text}");
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
    fn local() {
        for (text, expected) in [
            ("http://localhost:1234/v1", true),
            ("http://10.0.0.2", true),
            ("http://192.168.1.5:1234", true),
            ("http://172.16.0.1", true),
            ("http://172.32.0.1", false),
            ("http://169.254.1.1", true),
            ("http://mac.local:1234", true),
            ("http://my-host:1234", true),
            ("http://[fd00::1]:1234", true),
            ("http://[2001:db8::1]", false),
            ("http://8.8.8.8", false),
            ("http://10.example.com", false),
            ("https://api.example.com", false),
        ] {
            assert_eq!(BaseUrl::parse(text).map(|url| url.is_local()), Ok(expected), "{text}");
        }
    }
}
