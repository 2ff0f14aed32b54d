//! Parameters that set the page up: provider, base URL, model, whether repaired JSON is accepted, and how the
//! server is asked. People write such links by hand; they change what they name.
//!
//! `#provider=llama.cpp&base_url=http%3A%2F%2F127.0.0.1%3A8090%2Fv1&model=smollm2&accept_repaired=false`

use crate::core::judge::Repaired;
use crate::core::provider::{BaseUrl, Mode, Provider, Thinking};
use crate::core::settings::format_of;

/// What the parameters of a link ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
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

impl Parameters {
    /// Reads a fragment, with or without its `#`. None if it is no such link, or asks for an address
    /// that is none: a link is untrusted.
    pub fn parse(fragment: &str) -> Option<Self> {
        let mut provider = None;
        let mut parameters = Self {
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
                "base_url" => parameters.base_url = Some(BaseUrl::parse(&value).ok()?),
                "model" => parameters.model = Some(value),
                "accept_repaired" => parameters.repaired = Some(Repaired::accepted_if(value.parse().ok()?)),
                "response_format" => parameters.response_format = Some(format_of(&value)?),
                "thinking" => parameters.thinking = Some(Thinking::from_name(&value)?),
                "context_length" => parameters.context_length = Some(value.parse().ok()?),
                _ => {}
            }
        }
        Some(Self { provider: provider?, ..parameters })
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
        let plain = || Parameters {
            provider: Provider::OpenAi,
            base_url: None,
            model: None,
            repaired: None,
            response_format: None,
            thinking: None,
            context_length: None,
        };
        let parameters = |repaired| Some(Parameters { repaired, ..plain() });
        for (fragment, expected) in [
            (
                "#provider=llama.cpp&base_url=http%3A%2F%2F127.0.0.1%3a8090/v1&model=a%20b",
                Some(Parameters {
                    provider: Provider::LlamaCpp,
                    base_url: url("http://127.0.0.1:8090/v1"),
                    model: Some("a b".into()),
                    ..plain()
                }),
            ),
            ("#provider=openai", parameters(None)),
            ("#provider=openai&accept_repaired=true", parameters(Some(Repaired::Accept))),
            ("#provider=openai&accept_repaired=false", parameters(Some(Repaired::Reject))),
            ("#provider=openai&accept_repaired=no", None),
            (
                "#provider=openai&response_format=tool&thinking=high&context_length=8192",
                Some(Parameters {
                    response_format: Some(Some(Mode::Tool)),
                    thinking: Some(Thinking::High),
                    context_length: Some(8_192),
                    ..plain()
                }),
            ),
            (
                "#provider=openai&response_format=auto&thinking=server%20default",
                Some(Parameters {
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
            assert_eq!(Parameters::parse(fragment), expected, "{fragment}");
        }
    }
}
