//! The providers people point the page at, as data.

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
    /// OpenAI.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Any other server that speaks OpenAI's chat completions.
    Custom,
}

/// The wire format a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// OpenAI's chat completions.
    ChatCompletions,
    /// Anthropic's messages.
    Anthropic,
}

/// Whether calls need a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Every call needs one; the text says where to get it.
    Needed(&'static str),
    /// One is sent if given.
    Optional,
}

/// What is known of a provider's server.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// What people call it.
    pub name: &'static str,
    /// What settings and links call it.
    pub id: &'static str,
    /// The wire format it speaks.
    pub family: Family,
    /// Where it usually is; empty when only the person knows.
    pub base_url: &'static str,
    /// The name of the parameter that limits the tokens of an answer.
    pub token_limit_parameter: &'static str,
    /// Whether calls need a key.
    pub key: KeyUse,
    /// What to switch on so that a page may call it, with `{origin}` for the page's own origin.
    pub browser_switch: &'static str,
}

impl KeyUse {
    /// What stands in the empty field for it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Needed(_) => "needed",
            Self::Optional => "if the server asks for one",
        }
    }
}

impl Provider {
    /// Every provider, in the order they are offered.
    pub const ALL: [Self; 7] = [
        Self::Simulated,
        Self::LmStudio,
        Self::Ollama,
        Self::LlamaCpp,
        Self::OpenAi,
        Self::Anthropic,
        Self::Custom,
    ];

    /// The provider that settings and links call by this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.preset().id == id)
    }

    /// What is known of its server. For the simulated model that is no more than a name.
    pub fn preset(self) -> &'static Preset {
        match self {
            Self::Simulated => &Preset {
                name: "Simulated model",
                id: "simulated",
                family: Family::ChatCompletions,
                base_url: "",
                token_limit_parameter: "max_tokens",
                key: KeyUse::Optional,
                browser_switch: "",
            },
            Self::LmStudio => &Preset {
                name: "LM Studio",
                id: "lm-studio",
                family: Family::ChatCompletions,
                base_url: "http://localhost:1234/v1",
                token_limit_parameter: "max_tokens",
                key: KeyUse::Optional,
                browser_switch: "In LM Studio, open Developer, Server Settings and turn on \"Enable CORS\", \
                                 or start the server with: lms server start --cors",
            },
            Self::Ollama => &Preset {
                name: "Ollama",
                id: "ollama",
                family: Family::ChatCompletions,
                base_url: "http://localhost:11434/v1",
                token_limit_parameter: "max_tokens",
                key: KeyUse::Optional,
                browser_switch: "Start Ollama with the environment variable OLLAMA_ORIGINS={origin}",
            },
            Self::LlamaCpp => &Preset {
                name: "llama.cpp",
                id: "llama.cpp",
                family: Family::ChatCompletions,
                base_url: "http://127.0.0.1:8080/v1",
                token_limit_parameter: "max_tokens",
                key: KeyUse::Optional,
                browser_switch: "Start llama-server with: --cors-origins {origin}",
            },
            Self::OpenAi => &Preset {
                name: "OpenAI",
                id: "openai",
                family: Family::ChatCompletions,
                base_url: "https://api.openai.com/v1",
                token_limit_parameter: "max_completion_tokens",
                key: KeyUse::Needed("https://platform.openai.com/api-keys"),
                browser_switch: "OpenAI allows calls from pages; an error reply may still come without leave to \
                                 read it, often for a wrong key or model",
            },
            Self::Anthropic => &Preset {
                name: "Anthropic",
                id: "anthropic",
                family: Family::Anthropic,
                base_url: "https://api.anthropic.com",
                token_limit_parameter: "max_tokens",
                key: KeyUse::Needed("https://console.anthropic.com/settings/keys"),
                browser_switch: "Some Anthropic organisations forbid calls from pages: use a key of one that does not",
            },
            Self::Custom => &Preset {
                name: "Custom (OpenAI-compatible)",
                id: "custom",
                family: Family::ChatCompletions,
                base_url: "",
                token_limit_parameter: "max_tokens",
                key: KeyUse::Optional,
                browser_switch: "Allow the origin {origin} in the server's CORS settings",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique() {
        for provider in Provider::ALL {
            let id = provider.preset().id;
            assert_eq!(Provider::from_id(id), Some(provider));
        }
        assert_eq!(Provider::from_id("nobody"), None);
    }
}
