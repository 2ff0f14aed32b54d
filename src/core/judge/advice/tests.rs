//! What a person is told of faults.

use super::words::LATER;
use super::{Advice, LOOK_AT_LOG};
use crate::core::judge::Failure;
use crate::core::provider::{BaseUrl, Complaint, Connection, Fault, NetworkFault, Provider};
use crate::core::time::Millis;

fn connection(provider: Provider, base_url: &str) -> Connection {
    Connection::new(provider.preset(), BaseUrl::parse(base_url).unwrap(), "m", None)
}

fn advice(fault: &Fault, connection: &Connection, page_origin: &str) -> Advice {
    Advice::new(&Failure::new(fault, connection, page_origin.to_owned()))
}

fn complaint(complaint: Complaint, status: u16, message: &str) -> Fault {
    Fault::Server { complaint, status, message: message.into(), wait: None }
}

#[test]
fn advice_names_the_switch_with_the_pages_own_origin() {
    let fault = Fault::Network(NetworkFault::CorsRefused);
    for (provider, base_url, origin, expected) in [
        (Provider::LmStudio, "http://localhost:1234/v1", "https://me.example", "lms server start --cors"),
        (
            Provider::Ollama,
            "http://localhost:11434",
            "https://me.example",
            "launchctl setenv OLLAMA_ORIGINS \"https://me.example\"",
        ),
        (Provider::Ollama, "http://localhost:11434", "null", "OLLAMA_ORIGINS=*"),
        (
            Provider::LlamaCpp,
            "http://127.0.0.1:8080/v1",
            "https://me.example",
            "--cors-origins https://me.example",
        ),
        (
            Provider::Vllm,
            "http://localhost:8000/v1",
            "https://me.example",
            "--allowed-origins '[\"https://me.example\"]'",
        ),
    ] {
        let advice = advice(&fault, &connection(provider, base_url), origin);
        assert_eq!(
            advice.title,
            format!("{base_url} is up, but does not let this page ({origin}) read its answers (CORS)")
        );
        assert!(advice.steps.iter().any(|step| step.contains(expected)), "{:?}", advice.steps);
    }
}

#[test]
fn advice_quotes_the_server() {
    let fault = complaint(Complaint::KeyRefused, 401, "Incorrect API key provided");
    assert_eq!(
        advice(&fault, &connection(Provider::OpenAi, "https://api.openai.com/v1"), "https://me.example"),
        Advice {
            title: "OpenAI refused the key (HTTP 401)".into(),
            quote: "Incorrect API key provided".into(),
            is_guess: false,
            steps: vec!["Check the API key; keys are made at https://platform.openai.com/api-keys".into()],
        }
    );
}

#[test]
fn a_wrong_path_comes_with_the_likely_one() {
    for (provider, base_url, expected) in [
        (
            Provider::LmStudio,
            "http://host:1/api",
            "Check the base URL: http://host:1/api (likely http://host:1/v1)",
        ),
        (
            Provider::Groq,
            "https://api.groq.com/v2",
            "Check the base URL: https://api.groq.com/v2 (likely https://api.groq.com/openai/v1)",
        ),
        (Provider::Ollama, "http://host:1/x", "Check the base URL: http://host:1/x (likely http://host:1)"),
        (
            Provider::Ollama,
            "http://host:1",
            "Check the base URL: http://host:1 (usually http://localhost:11434)",
        ),
        (
            Provider::Custom,
            "http://host:1/v1",
            "Check the base URL: http://host:1/v1 (it usually ends in /v1)",
        ),
    ] {
        let fault = complaint(Complaint::WrongPath, 404, "");
        let advice = advice(&fault, &connection(provider, base_url), "");
        assert_eq!(
            (advice.title.as_str(), advice.steps),
            ("There is no such endpoint (HTTP 404)", vec![expected.to_owned()])
        );
    }
}

#[test]
fn numbers_and_commands_are_exact() {
    let overflow = Complaint::ContextOverflow { used: Some(5000), limit: Some(4096) };
    let forbidden = "CORS requests are not allowed for this Organization because of its settings";
    for (provider, fault, title, step) in [
        (
            Provider::LlamaCpp,
            complaint(overflow, 400, ""),
            "The conversation is longer than the model can read: 5000 tokens, and 4096 are allowed (HTTP 400)",
            "Start llama-server with a larger context, for example: -c 16384",
        ),
        (
            Provider::Ollama,
            complaint(Complaint::ImagesRefused, 500, ""),
            "\"m\" takes no images (HTTP 500)",
            "Choose a model that does, or remove the image from the input.",
        ),
        (
            Provider::Ollama,
            complaint(Complaint::UnknownModel, 404, ""),
            "There is no model \"m\" here (HTTP 404)",
            "Fetch the model with: ollama pull m",
        ),
        (
            Provider::LmStudio,
            complaint(Complaint::NoModelLoaded, 400, ""),
            "LM Studio has no model loaded (HTTP 400)",
            "Load a model in LM Studio, or run: lms load m",
        ),
        (
            Provider::DeepSeek,
            complaint(Complaint::NoCredit, 402, ""),
            "There is no credit left at DeepSeek (HTTP 402)",
            "It is paid at https://platform.deepseek.com/top_up",
        ),
        (
            Provider::Anthropic,
            complaint(Complaint::NoPermission, 401, forbidden),
            "Anthropic does not allow calls from pages (HTTP 401)",
            "Some Anthropic organisations forbid calls from pages: use a key of one that does not, \
             or the same model by OpenRouter.",
        ),
    ] {
        let advice = advice(&fault, &connection(provider, "http://host"), "https://me.example");
        assert_eq!(advice.title, title);
        assert!(advice.steps.iter().any(|found| found == step), "{:?}", advice.steps);
    }
}

#[test]
fn the_browser_speaks_of_itself_and_of_no_server() {
    let overflow = Complaint::ContextOverflow { used: Some(9_000), limit: Some(6_144) };
    for (complained, title, step) in [
        (
            overflow,
            "The conversation is longer than the model can read: 9000 tokens, and 6144 are allowed",
            "Shorten the input, the prompt or the schema.",
        ),
        (
            Complaint::NoPermission,
            "The browser does not let this page use its model",
            "Press Run once more: the browser fetches its model only at the press of a button.",
        ),
        (
            Complaint::NoModelLoaded,
            "The browser could not start its model",
            "It needs room: for Chrome's about 22 GB on the disk, and 16 GB of memory or a graphics card.",
        ),
        (
            Complaint::ContentFiltered,
            "A filter of the browser withheld the answer",
            "Change the prompt or the input.",
        ),
        (
            Complaint::ModeRefused { parameter: "responseConstraint" },
            "The browser's model refused the language, or the form of the answer",
            "Ask in English for an answer in English: it knows few languages.",
        ),
        (Complaint::Failed, "The browser's model failed", LATER),
    ] {
        let here = connection(Provider::Browser, "http://host");
        let advice = advice(&complaint(complained, 0, "No."), &here, "https://me.example");
        let first = advice.steps.first().map(String::as_str);
        assert_eq!((advice.title.as_str(), advice.quote.as_str(), first), (title, "No.", Some(step)));
    }
}

#[test]
fn what_an_answer_leaves_open_is_said_as_a_guess() {
    let lists = "http://host:1/v1 lets this page read its lists, but did not let it read this answer";
    let narrow = "CORS settings that are too narrow: calls are POST, with the headers Content-Type, ";
    let hidden = "A wrong key, or an error of its own: some servers send errors without leave to read \
                  them. Check the API key and the model.";
    for (fault, provider, is_guess, title, steps) in [
        (
            NetworkFault::Withheld,
            Provider::Custom,
            true,
            lists.to_owned(),
            vec![hidden.to_owned(), format!("{narrow}Authorization."), LOOK_AT_LOG.to_owned()],
        ),
        (
            NetworkFault::Withheld,
            Provider::Anthropic,
            true,
            lists.to_owned(),
            vec![hidden.to_owned(), format!("{narrow}x-api-key, anthropic-version.")],
        ),
        (
            NetworkFault::Offline,
            Provider::Custom,
            false,
            "The browser is offline".to_owned(),
            vec!["Connect to the network, then run again.".to_owned()],
        ),
    ] {
        let advice = advice(&Fault::Network(fault), &connection(provider, "http://host:1/v1"), "");
        assert_eq!(advice, Advice { title, quote: String::new(), is_guess, steps });
    }
}

#[test]
fn a_server_that_says_when_is_called_again_then() {
    let fault = |complaint, wait| Fault::Server {
        complaint,
        status: 429,
        message: String::new(),
        wait: Some(Millis(wait)),
    };
    for (fault, expected) in [
        (fault(Complaint::RateLimited, 3_600_000), "It asks to be called again in 60 min 0 s."),
        (fault(Complaint::Overloaded, 7_000), "It asks to be called again in 7.0 s."),
        (fault(Complaint::Failed, 0), LATER),
        (fault(Complaint::WrongPath, 7_000), "Check the base URL: http://host/v1 (it usually ends in /v1)"),
    ] {
        let advice = advice(&fault, &connection(Provider::Custom, "http://host/v1"), "");
        assert_eq!(advice.steps.first().map(String::as_str), Some(expected));
    }
}

#[test]
fn without_the_judge_the_servers_own_words_are_said() {
    for (fault, title) in [
        (complaint(Complaint::Failed, 500, "It broke."), "The call failed: It broke"),
        (complaint(Complaint::Empty, 200, ""), "The call failed"),
        (Fault::Network(NetworkFault::Offline), "The call failed"),
    ] {
        assert_eq!(Advice::plain(&fault), Advice { title: title.into(), ..Advice::default() });
    }
}
