//! The environment variable that holds the key, as the provider's own documentation names it.

use crate::core::provider::Provider;

/// The name of the variable.
pub(super) fn variable(provider: Provider) -> &'static str {
    match provider {
        Provider::LmStudio => "LM_API_TOKEN",
        Provider::Ollama => "OLLAMA_API_KEY",
        Provider::LlamaCpp => "LLAMA_API_KEY",
        Provider::Vllm => "VLLM_API_KEY",
        Provider::OpenAi => "OPENAI_API_KEY",
        Provider::Anthropic => "ANTHROPIC_API_KEY",
        Provider::Gemini => "GEMINI_API_KEY",
        Provider::OpenRouter => "OPENROUTER_API_KEY",
        Provider::Mistral => "MISTRAL_API_KEY",
        Provider::Groq => "GROQ_API_KEY",
        Provider::DeepSeek => "DEEPSEEK_API_KEY",
        Provider::Xai => "XAI_API_KEY",
        Provider::Together => "TOGETHER_API_KEY",
        Provider::Custom | Provider::Simulated | Provider::Browser => "API_KEY",
    }
}
