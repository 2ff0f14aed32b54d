//! The providers people point the page at, as data: one file each.

mod anthropic;
mod browser;
mod custom;
mod deepseek;
mod gemini;
mod groq;
mod llama_cpp;
mod lm_studio;
mod mistral;
mod ollama;
mod openai;
mod openrouter;
mod simulated;
mod together;
mod vllm;
mod xai;

use super::base_url::BaseUrl;
use super::quirks::Quirks;
use crate::core::dialect::Dialect;

/// Which provider answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provider {
    /// The stand-in model in the page itself.
    #[default]
    Simulated,
    /// LM Studio on this machine.
    LmStudio,
    /// Ollama on this machine.
    Ollama,
    /// llama.cpp's `llama-server` on this machine.
    LlamaCpp,
    /// vLLM on this machine.
    Vllm,
    /// OpenAI.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Google's Gemini, by its endpoint that is compatible with OpenAI.
    Gemini,
    /// OpenRouter, a gateway to many.
    OpenRouter,
    /// Mistral.
    Mistral,
    /// Groq.
    Groq,
    /// DeepSeek.
    DeepSeek,
    /// xAI.
    Xai,
    /// Together.
    Together,
    /// Any other server that speaks OpenAI's chat completions.
    Custom,
    /// The model that comes with the browser.
    Browser,
}

/// The wire format a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// OpenAI's chat completions.
    ChatCompletions,
    /// Anthropic's messages.
    Anthropic,
    /// Ollama's own chat.
    Ollama,
    /// No wire at all: the browser's own model is called.
    Browser,
}

/// Whether calls need a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Every call needs one.
    Needed,
    /// One is sent if given.
    Optional,
}

/// Where a server's list of models says more than their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoreOnModels {
    /// Nowhere else.
    Nothing,
    /// LM Studio's own list says what is loaded, and with which context.
    LmStudio,
    /// Ollama says which models are running.
    Ollama,
    /// llama.cpp says which context it was started with.
    LlamaCpp,
}

/// What is known of a provider's server.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// What people call it.
    pub name: &'static str,
    /// What settings and links call it.
    pub id: &'static str,
    /// Whose it is.
    pub provider: Provider,
    /// The wire format it speaks.
    pub family: Family,
    /// Where it usually is; empty when only the person knows.
    pub base_url: &'static str,
    /// Where it may be instead.
    pub other_urls: &'static [&'static str],
    /// How it deviates from its family.
    pub quirks: Quirks,
    /// The dialect that its schemas are lowered to, by a word in the model's name: the first that fits.
    pub dialects: &'static [(&'static str, Dialect)],
    /// Where it says more of its models.
    pub more_on_models: MoreOnModels,
    /// Whether calls need a key.
    pub key: KeyUse,
}

impl Preset {
    /// What is true of most servers that are somebody else's.
    const HOSTED: Self = Self {
        name: "",
        id: "",
        provider: Provider::Custom,
        family: Family::ChatCompletions,
        base_url: "",
        other_urls: &[],
        quirks: Quirks::USUAL,
        dialects: &[],
        more_on_models: MoreOnModels::Nothing,
        key: KeyUse::Optional,
    };
}

impl Preset {
    /// Whether the server is somebody else's, who wants a key, and to be paid.
    pub fn is_hosted(&self) -> bool {
        self.key == KeyUse::Needed
    }

    /// What stands in the empty field for the model: a local server has one loaded.
    pub fn model_hint(&self) -> &'static str {
        match self.key {
            KeyUse::Needed => "needed",
            KeyUse::Optional => "the one that is loaded",
        }
    }

    /// The dialect in which a model is given a schema.
    pub fn dialect(&self, model: &str) -> Dialect {
        let model = model.to_ascii_lowercase();
        let fitting = self.dialects.iter().find(|(word, _)| model.contains(word));
        fitting.map_or(Dialect::Generic, |(_, dialect)| *dialect)
    }
}

impl KeyUse {
    /// What stands in the empty field for it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Needed => "needed",
            Self::Optional => "if the server asks for one",
        }
    }
}

impl Provider {
    /// Every provider, in the order they are offered.
    pub const ALL: [Self; 16] = [
        Self::Simulated,
        Self::LmStudio,
        Self::Ollama,
        Self::LlamaCpp,
        Self::Vllm,
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::OpenRouter,
        Self::Mistral,
        Self::Groq,
        Self::DeepSeek,
        Self::Xai,
        Self::Together,
        Self::Custom,
        Self::Browser,
    ];

    /// The provider that settings and links call by this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.preset().id == id)
    }

    /// What is known of its server. For the simulated model that is no more than a name.
    pub fn preset(self) -> &'static Preset {
        match self {
            Self::Simulated => &simulated::PRESET,
            Self::LmStudio => &lm_studio::PRESET,
            Self::Ollama => &ollama::PRESET,
            Self::LlamaCpp => &llama_cpp::PRESET,
            Self::Vllm => &vllm::PRESET,
            Self::OpenAi => &openai::PRESET,
            Self::Anthropic => &anthropic::PRESET,
            Self::Gemini => &gemini::PRESET,
            Self::OpenRouter => &openrouter::PRESET,
            Self::Mistral => &mistral::PRESET,
            Self::Groq => &groq::PRESET,
            Self::DeepSeek => &deepseek::PRESET,
            Self::Xai => &xai::PRESET,
            Self::Together => &together::PRESET,
            Self::Custom => &custom::PRESET,
            Self::Browser => &browser::PRESET,
        }
    }
}

/// Where servers usually are on this machine, in the order they are asked whether they are there.
pub fn local_servers() -> Vec<(Provider, BaseUrl)> {
    let at = |provider: Provider| {
        let preset = provider.preset();
        let urls = [preset.base_url].into_iter().chain(preset.other_urls.iter().copied());
        urls.filter_map(move |url| Some((provider, BaseUrl::parse(url).ok().filter(BaseUrl::is_loopback)?)))
    };
    Provider::ALL.into_iter().flat_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique() {
        for provider in Provider::ALL {
            let preset = provider.preset();
            assert_eq!((Provider::from_id(preset.id), preset.provider), (Some(provider), provider));
        }
        assert_eq!(Provider::from_id("nobody"), None);
    }

    #[test]
    fn local_servers_are_looked_for_where_they_usually_are() {
        let found: Vec<_> =
            local_servers().into_iter().map(|(provider, url)| (provider, url.to_string())).collect();
        let expected = [
            (Provider::LmStudio, "http://localhost:1234/v1"),
            (Provider::Ollama, "http://localhost:11434"),
            (Provider::LlamaCpp, "http://127.0.0.1:8080/v1"),
            (Provider::LlamaCpp, "http://127.0.0.1:9931/v1"),
            (Provider::Vllm, "http://localhost:8000/v1"),
        ];
        assert_eq!(found, expected.map(|(provider, url)| (provider, url.to_owned())));
    }

    /// The table of what is known, so that a change of a preset is a change of it.
    #[test]
    fn what_each_server_is_known_to_want() {
        let known: Vec<_> = Provider::ALL
            .into_iter()
            .map(|provider| {
                let Preset { name, quirks, .. } = provider.preset();
                let modes: Vec<_> = quirks.modes.iter().map(super::super::call::Mode::name).collect();
                let strict = if quirks.strict { "strict" } else { "-" };
                let temperature = if quirks.temperature { "temperature" } else { "-" };
                let usage = if quirks.stream_usage { "usage" } else { "-" };
                format!(
                    "{name}: {} {} {temperature} {} {strict} {usage}",
                    modes.join("+"),
                    quirks.limit,
                    quirks.seed.unwrap_or("-"),
                )
            })
            .collect();
        assert_eq!(
            known,
            [
                "Simulated model: prompt max_tokens temperature seed strict usage",
                "LM Studio: strict+tool+prompt max_tokens temperature seed strict usage",
                "Ollama: strict+json+prompt num_predict temperature seed - -",
                "llama.cpp: strict+tool+json+prompt max_tokens temperature seed strict usage",
                "vLLM: strict+tool+json+prompt max_tokens temperature seed strict usage",
                "OpenAI: strict+tool+json+prompt max_completion_tokens temperature seed strict usage",
                "Anthropic: strict+tool+prompt max_tokens - - - -",
                "Gemini: strict+tool+json+prompt max_tokens temperature - - usage",
                "OpenRouter: strict+tool+json+prompt max_completion_tokens temperature seed strict usage",
                "Mistral: strict+tool+json+prompt max_tokens temperature random_seed strict -",
                "Groq: strict+tool+json+prompt max_completion_tokens temperature seed - usage",
                "DeepSeek: json+prompt max_tokens temperature - - usage",
                "xAI: strict+tool+json+prompt max_tokens temperature seed strict usage",
                "Together: strict+tool+json+prompt max_tokens temperature seed - -",
                "Custom (OpenAI-compatible): strict+tool+json+prompt max_tokens temperature seed strict usage",
                "Built into this browser: strict+json+prompt max_tokens - - - -",
            ]
        );
    }

    #[test]
    fn hosted_providers_need_a_key_and_the_name_of_a_model() {
        for provider in Provider::ALL {
            let preset = provider.preset();
            let is_hosted = preset.base_url.starts_with("https://");
            let is_needed = preset.model_hint() == "needed";
            assert_eq!((preset.is_hosted(), is_needed), (is_hosted, is_hosted), "{}", preset.name);
        }
    }
}
