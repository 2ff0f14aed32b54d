//! Links that set the page up: provider, base URL, model, whether repaired JSON is accepted, and how the
//! server is asked, in the fragment. Never a key.
//!
//! `#provider=llama.cpp&base_url=http%3A%2F%2F127.0.0.1%3A8090%2Fv1&model=smollm2&accept_repaired=false`
//!
//! The page asks before it follows one.

use super::judge::Repaired;
use super::provider::{BaseUrl, Mode, Provider, Thinking};
use super::settings::format_of;

/// What a link asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Which provider answers.
    pub provider: Provider,
    /// Where its server is, if not where it usually is.
    pub base_url: Option<BaseUrl>,
    /// Which of its models is asked.
    pub model: Option<String>,
    /// Whether an answer that had to be repaired counts.
    pub repaired: Option<Repaired>,
    /// How the server is told what form the answer must have.
    pub response_format: Option<Option<Mode>>,
    /// How much the model thinks.
    pub thinking: Option<Thinking>,
    /// How many tokens the model shall be able to read.
    pub context_length: Option<u32>,
}

impl Link {
    /// Reads a fragment, with or without its `#`. None if it is no such link, or asks for an address
    /// that is none: a link is untrusted.
    pub fn parse(fragment: &str) -> Option<Self> {
        let mut provider = None;
        let mut link = Self {
            provider: Provider::default(),
            base_url: None,
            model: None,
            repaired: None,
            response_format: None,
            thinking: None,
            context_length: None,
        };
        for pair in fragment.trim_start_matches('#').split('&') {
            let (name, value) = pair.split_once('=')?;
            let value = percent_decoded(value)?;
            match name {
                "provider" => provider = Some(Provider::from_id(&value)?),
                "base_url" => link.base_url = Some(BaseUrl::parse(&value).ok()?),
                "model" => link.model = Some(value),
                "accept_repaired" => link.repaired = Some(Repaired::accepted_if(value.parse().ok()?)),
                "response_format" => link.response_format = Some(format_of(&value)?),
                "thinking" => link.thinking = Some(Thinking::from_name(&value)?),
                "context_length" => link.context_length = Some(value.parse().ok()?),
                _ => {}
            }
        }
        Some(Self { provider: provider?, ..link })
    }

    /// What to ask before it is followed.
    pub fn question(&self) -> String {
        let name = match self.provider {
            Provider::Browser => "the model built into this browser",
            provider => provider.preset().name,
        };
        let place = self.base_url.as_ref().map(|base_url| format!(" at {base_url}")).unwrap_or_default();
        let model = self.model.as_ref().map(|model| format!(" and its model {model}")).unwrap_or_default();
        let repaired = match self.repaired {
            Some(Repaired::Accept) => ", and accepts repaired JSON",
            Some(Repaired::Reject) => ", and accepts no repaired JSON",
            None => "",
        };
        let format = self.response_format.map(|format| {
            let words = format.map_or("auto", Mode::words);
            format!(", with the response format: {words}")
        });
        let thinking = self.thinking.map(|thinking| format!(", with thinking: {}", thinking.name()));
        let context = self.context_length.map(|length| format!(", with a context length of {length}"));
        let more: String = [format, thinking, context].into_iter().flatten().collect();
        format!(
            "This link points the page at {name}{place}{model}{repaired}{more}. Nothing is sent there before you agree."
        )
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [char::from(rest.next()?).to_digit(16)?, char::from(rest.next()?).to_digit(16)?];
            bytes.push(u8::try_from(digits[0] * 16 + digits[1]).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links() {
        let url = |text: &str| BaseUrl::parse(text).ok();
        let plain = || Link {
            provider: Provider::OpenAi,
            base_url: None,
            model: None,
            repaired: None,
            response_format: None,
            thinking: None,
            context_length: None,
        };
        let link = |repaired| Some(Link { repaired, ..plain() });
        for (fragment, expected) in [
            (
                "#provider=llama.cpp&base_url=http%3A%2F%2F127.0.0.1%3a8090/v1&model=a%20b",
                Some(Link {
                    provider: Provider::LlamaCpp,
                    base_url: url("http://127.0.0.1:8090/v1"),
                    model: Some("a b".into()),
                    ..plain()
                }),
            ),
            ("#provider=openai", link(None)),
            ("#provider=openai&accept_repaired=true", link(Some(Repaired::Accept))),
            ("#provider=openai&accept_repaired=false", link(Some(Repaired::Reject))),
            ("#provider=openai&accept_repaired=no", None),
            (
                "#provider=openai&response_format=tool&thinking=high&context_length=8192",
                Some(Link {
                    response_format: Some(Some(Mode::Tool)),
                    thinking: Some(Thinking::High),
                    context_length: Some(8_192),
                    ..plain()
                }),
            ),
            (
                "#provider=openai&response_format=auto&thinking=server%20default",
                Some(Link {
                    response_format: Some(None),
                    thinking: Some(Thinking::ServerDefault),
                    ..plain()
                }),
            ),
            ("#provider=openai&response_format=yaml", None),
            ("#provider=openai&thinking=hard", None),
            ("#provider=openai&context_length=-1", None),
            ("#provider=nobody", None),
            ("#provider=custom&base_url=javascript:alert(1)", None),
            ("#provider=custom&model=%zz", None),
            ("#provider=custom&model=%ff", None),
            ("#model=x", None),
            ("#/run", None),
            ("", None),
        ] {
            assert_eq!(Link::parse(fragment), expected, "{fragment}");
        }
    }

    #[test]
    fn questions() {
        for (fragment, expected) in [
            ("#provider=lm-studio&model=m", "LM Studio and its model m"),
            ("#provider=browser", "the model built into this browser"),
            ("#provider=lm-studio&accept_repaired=true", "LM Studio, and accepts repaired JSON"),
            ("#provider=lm-studio&accept_repaired=false", "LM Studio, and accepts no repaired JSON"),
            (
                "#provider=ollama&response_format=json&thinking=off&context_length=9",
                "Ollama, with the response format: any JSON object, with thinking: off, with a context length of 9",
            ),
        ] {
            let question = Link::parse(fragment).unwrap().question();
            let expected =
                format!("This link points the page at {expected}. Nothing is sent there before you agree.");
            assert_eq!(question, expected, "{fragment}");
        }
    }
}
