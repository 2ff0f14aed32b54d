//! What a person can do at each provider: where keys are made, what is to be switched on, started or loaded.

use crate::core::provider::Provider;

/// What a person can do at a provider. The steps may hold `{origin}` for the page's own origin and `{model}`
/// for the model that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Help {
    /// Where keys are made; empty if none is needed.
    pub key: &'static str,
    /// What to switch on so that a page may call it.
    pub browser_switch: &'static [&'static str],
    /// How it is started; empty if it is somebody else's.
    pub start: &'static str,
    /// How a model is loaded; empty if that is not for the person to do.
    pub load: &'static str,
    /// How its models are made to read more; empty if that is not for the person to do.
    pub widen: &'static str,
    /// Where it is paid; empty if it costs nothing.
    pub billing: &'static str,
}

/// What is true of most servers that are somebody else's.
const HOSTED: Help = Help {
    key: "",
    browser_switch: &[
        "It allows calls from pages as a rule: an error of its own can come without leave to read it, \
         often for a wrong key or model.",
    ],
    start: "",
    load: "",
    widen: "",
    billing: "",
};

/// What a person can do at this provider.
pub(super) const fn help(provider: Provider) -> Help {
    match provider {
        Provider::Simulated => Help { browser_switch: &[], ..HOSTED },
        Provider::LmStudio => Help {
            browser_switch: &["In LM Studio, open Developer, Server Settings and turn on \"Enable CORS\", \
                              or start the server with: lms server start --cors"],
            start: "Start LM Studio's server: the Developer page, or: lms server start --cors",
            load: "Load a model in LM Studio, or run: lms load {model}",
            widen: "In LM Studio, load the model again with a larger context length.",
            ..HOSTED
        },
        Provider::Ollama => Help {
            browser_switch: &[
                "Start Ollama with the environment variable OLLAMA_ORIGINS={origin}",
                "macOS: run launchctl setenv OLLAMA_ORIGINS \"{origin}\" and restart Ollama.",
                "Linux: run sudo systemctl edit ollama, add the lines [Service] and \
                 Environment=\"OLLAMA_ORIGINS={origin}\", then sudo systemctl restart ollama.",
                "Windows: set OLLAMA_ORIGINS to {origin} in your account's environment variables and restart Ollama.",
            ],
            start: "Start Ollama: open the app, or run: ollama serve",
            load: "Fetch the model with: ollama pull {model}",
            widen: "Raise the context length here, or start Ollama with a larger OLLAMA_CONTEXT_LENGTH.",
            ..HOSTED
        },
        Provider::LlamaCpp => Help {
            browser_switch: &["Start llama-server with: --cors-origins {origin}"],
            start: "Start it with: llama-server -m model.gguf --port 8080 (newer versions listen at 9931 by default)",
            load: "Start llama-server with a model: llama-server -m model.gguf",
            widen: "Start llama-server with a larger context, for example: -c 16384",
            ..HOSTED
        },
        Provider::Vllm => Help {
            browser_switch: &["Start vLLM with: --allowed-origins '[\"{origin}\"]'"],
            start: "Start it with: vllm serve {model}",
            load: "Start vLLM with the model: vllm serve {model}",
            widen: "Start vLLM with a larger --max-model-len.",
            ..HOSTED
        },
        Provider::OpenAi => Help {
            key: "https://platform.openai.com/api-keys",
            billing: "https://platform.openai.com/settings/organization/billing",
            ..HOSTED
        },
        Provider::Anthropic => Help {
            key: "https://console.anthropic.com/settings/keys",
            browser_switch: &[
                "Some Anthropic organisations forbid calls from pages: use a key of one that does not, \
                 or the same model by OpenRouter.",
            ],
            billing: "https://console.anthropic.com/settings/billing",
            ..HOSTED
        },
        Provider::Gemini => Help {
            key: "https://aistudio.google.com/apikey",
            billing: "https://aistudio.google.com/apikey",
            ..HOSTED
        },
        Provider::OpenRouter => Help {
            key: "https://openrouter.ai/settings/keys",
            billing: "https://openrouter.ai/settings/credits",
            ..HOSTED
        },
        Provider::Mistral => Help {
            key: "https://console.mistral.ai/api-keys",
            billing: "https://admin.mistral.ai/organization/billing",
            ..HOSTED
        },
        Provider::Groq => Help {
            key: "https://console.groq.com/keys",
            billing: "https://console.groq.com/settings/billing",
            ..HOSTED
        },
        Provider::DeepSeek => Help {
            key: "https://platform.deepseek.com/api_keys",
            billing: "https://platform.deepseek.com/top_up",
            ..HOSTED
        },
        Provider::Xai => Help { key: "https://console.x.ai", billing: "https://console.x.ai", ..HOSTED },
        Provider::Together => Help {
            key: "https://api.together.ai/settings/api-keys",
            billing: "https://api.together.ai/settings/billing",
            ..HOSTED
        },
        Provider::Custom => {
            Help { browser_switch: &["Allow the origin {origin} in the server's CORS settings"], ..HOSTED }
        }
        Provider::Browser => Help { browser_switch: &[], ..HOSTED },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosted_providers_say_where_keys_and_credit_are_had() {
        for provider in Provider::ALL {
            let (preset, help) = (provider.preset(), help(provider));
            let is_place = |text: &str| text.starts_with("https://");
            let is_hosted = preset.is_hosted();
            assert_eq!(
                (is_place(help.key), is_place(help.billing)),
                (is_hosted, is_hosted),
                "{}",
                preset.name
            );
            let is_local = preset.base_url.starts_with("http://");
            assert_eq!(
                (help.start.is_empty(), help.load.is_empty()),
                (!is_local, !is_local),
                "{}",
                preset.name
            );
        }
    }
}
