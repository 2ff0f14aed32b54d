//! What a person can do about a fault: every fault has its words here, and none can be forgotten.

use super::complaint::Complaint;
use super::connection::Connection;
use super::fault::Fault;
use super::network::NetworkFault;
use super::preset::{Family, KeyUse, Preset};
use crate::core::time::Millis;

/// A fault in words a person can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What happened, in a sentence.
    pub title: String,
    /// The server's own words, where it had some.
    pub quote: String,
    /// Whether the steps are what it may be, and no one of them is certain.
    pub is_guess: bool,
    /// What to do, the likeliest first.
    pub steps: Vec<String>,
}

impl Advice {
    /// The words for a fault of a call by this connection from a page of `page_origin`.
    pub fn new(fault: &Fault, connection: &Connection, page_origin: &str) -> Self {
        let (title, steps) = match fault {
            Fault::Network(fault) => network(*fault, connection, page_origin),
            Fault::Cut { .. } => {
                ("The connection broke while the answer was on its way".to_owned(), owned(&[LOOK_AT_LOG]))
            }
            Fault::Server { complaint, .. } if connection.preset.family == Family::Browser => {
                built_in(*complaint)
            }
            Fault::Server { complaint, status, message, wait } => {
                let (title, mut steps) = server(*complaint, connection);
                if let Some(first) = steps.first_mut().filter(|step| *step == LATER)
                    && let Some(wait) = wait.filter(|wait| wait.0 > 0)
                {
                    *first = format!("It asks to be called again in {wait}.");
                }
                if *complaint == Complaint::NoPermission && message.contains("CORS") {
                    let title = format!("{} does not allow calls from pages", connection.preset.name);
                    (format!("{title} (HTTP {status})"), owned(connection.preset.browser_switch))
                } else {
                    (format!("{title} (HTTP {status})"), steps)
                }
            }
        };
        // A page from a file has no origin that could be allowed by its name.
        let origin = if page_origin == "null" { "*" } else { page_origin };
        let model = if connection.model.is_empty() { "MODEL" } else { &connection.model };
        let filled = |step: String| step.replace("{origin}", origin).replace("{model}", model);
        Self {
            title,
            quote: fault.message().to_owned(),
            is_guess: fault.is_guess(),
            steps: steps.into_iter().filter(|step| !step.is_empty()).map(filled).collect(),
        }
    }
}

impl Advice {
    /// The words for a server that said nothing for this long.
    pub fn on_silence(silence: Millis) -> Self {
        Self {
            title: format!("There was no answer within {silence}"),
            quote: String::new(),
            is_guess: false,
            steps: owned(&["A slow model may need a higher time limit.", LOOK_AT_LOG]),
        }
    }
}

const LATER: &str = "Run again in a while.";
const LOOK_AT_LOG: &str = "Look at the server's own log.";

fn owned(steps: &[&str]) -> Vec<String> {
    steps.iter().map(|step| (*step).to_owned()).collect()
}

fn network(fault: NetworkFault, connection: &Connection, page_origin: &str) -> (String, Vec<String>) {
    let Connection { preset, base_url, .. } = connection;
    match fault {
        NetworkFault::Offline => {
            ("The browser is offline".to_owned(), owned(&["Connect to the network, then run again."]))
        }
        NetworkFault::MixedContent => {
            let here = "Or open this page from http://localhost.";
            let steps: &[_] = if base_url.is_loopback() {
                &["Use Chrome, Edge or Firefox: Safari lets no https page call this machine.", here]
            } else {
                let leave = "Chrome and Edge may ask for leave to reach the local network: allow it.";
                &["Put the server behind https.", here, leave]
            };
            let title =
                format!("This page is served by https, and the browser may not call {base_url} from it");
            (title, owned(steps))
        }
        NetworkFault::LocalNetworkDenied => (
            format!("The browser forbids this page to reach {base_url} on the local network"),
            owned(&[
                "Open the site's settings beside the address bar, and allow it to reach apps on this device \
                 and the local network.",
                "Then reload the page.",
            ]),
        ),
        NetworkFault::CorsRefused => {
            let mut steps = owned(preset.browser_switch);
            let is_ours = !is_hosted(preset);
            let same = "If that is done already, a wrong key or path can look the same.";
            steps.extend(is_ours.then(|| same.to_owned()));
            let title = format!(
                "{base_url} is up, but does not let this page ({page_origin}) read its answers (CORS)"
            );
            (title, steps)
        }
        NetworkFault::Withheld => {
            let mut steps = vec![
                "A wrong key, or an error of its own: some servers send errors without leave \
                                  to read them. Check the API key and the model."
                    .to_owned(),
            ];
            let header = match preset.family {
                Family::Anthropic => "x-api-key, anthropic-version",
                Family::ChatCompletions | Family::Ollama | Family::Browser => "Authorization",
            };
            steps.push(format!(
                "CORS settings that are too narrow: calls are POST, with the headers Content-Type, {header}."
            ));
            steps.extend((!log(preset).is_empty()).then(|| LOOK_AT_LOG.to_owned()));
            let title =
                format!("{base_url} lets this page read its lists, but did not let it read this answer");
            (title, steps)
        }
        NetworkFault::Unreachable => {
            let start =
                if preset.start.is_empty() { "Check that the server is running." } else { preset.start };
            let blocked =
                "An ad blocker, a firewall or the browser's permission for local networks can block it too.";
            let steps = vec![start.to_owned(), check_url(connection), blocked.to_owned()];
            (format!("Nothing answered at {base_url}"), steps)
        }
    }
}

fn server(complaint: Complaint, connection: &Connection) -> (String, Vec<String>) {
    let Connection { preset, base_url, model, .. } = connection;
    let name = preset.name;
    let log = log(preset);
    let or = |text: &'static str, other: &'static str| if text.is_empty() { other } else { text };
    match complaint {
        Complaint::KeyRefused => {
            let step = match preset.key {
                KeyUse::Needed(place) => format!("Check the API key; keys are made at {place}"),
                KeyUse::Optional => "Check the API key: this server asks for one.".to_owned(),
            };
            (format!("{name} refused the key"), vec![step])
        }
        Complaint::NoPermission => {
            let mut steps = owned(&["The key may lack the right to this model, or the server forbids this \
                                     country or page."]);
            if let KeyUse::Needed(place) = preset.key {
                steps.push(format!("The rights of a key are set at {place}"));
            }
            (format!("{name} does not allow this"), steps)
        }
        Complaint::NoCredit => {
            let mut steps = owned(&["Or choose a model that costs nothing."]);
            if !preset.billing.is_empty() {
                steps.insert(0, format!("It is paid at {}", preset.billing));
            }
            (format!("There is no credit left at {name}"), steps)
        }
        Complaint::UnknownModel => {
            let title = match model.as_str() {
                "" => "There is no such model here".to_owned(),
                model => format!("There is no model \"{model}\" here"),
            };
            (title, owned(&["Choose a model from the server's list.", preset.load]))
        }
        Complaint::NoModelLoaded => {
            let smaller = "If it does not fit into memory, choose a smaller one.";
            (format!("{name} has no model loaded"), owned(&[or(preset.load, "Load a model."), smaller]))
        }
        Complaint::ModelLoading => (format!("{name} is still loading the model"), owned(&[LATER])),
        Complaint::ContextOverflow { used, limit } => {
            let shorten = "Shorten the input or the prompt, or lower the token limit.";
            let widen = match is_hosted(preset) {
                true => "Or choose a model that reads more.",
                false => {
                    or(preset.widen, "Or choose a model that reads more, or load it with a larger context.")
                }
            };
            (too_long(used, limit), owned(&[shorten, widen]))
        }
        Complaint::RateLimited => {
            let title = format!("{name} limits how often it is called");
            (title, owned(&[LATER, "Or choose another model or plan."]))
        }
        Complaint::Overloaded => (format!("{name} has too much to do"), owned(&[LATER])),
        Complaint::TimedOut => {
            let title = format!("{name} gave up waiting for the model");
            (title, owned(&[LATER, "A smaller model or a lower token limit takes less time."]))
        }
        Complaint::Failed => (format!("{name} failed"), owned(&[LATER, log])),
        Complaint::ModeRefused { parameter } => {
            let title = format!("{name} refused how the form of the answer was asked for: `{parameter}`");
            (title, owned(&["Choose another response format: with the last one, only the prompt says it."]))
        }
        Complaint::ParameterRefused { parameter: "role" } => {
            let title = format!("{name} refused how the turns of the conversation follow each other");
            (
                title,
                owned(&[
                    "Empty the system prompt, or choose another model: its template takes no such turns.",
                ]),
            )
        }
        Complaint::ParameterRefused { parameter } => {
            let title = format!("{name} refused `{parameter}`");
            (title, owned(&["Its own words above name the cause. Empty the setting, or change it."]))
        }
        Complaint::ContentFiltered => {
            (format!("A filter of {name} withheld the answer"), owned(&["Change the prompt or the input."]))
        }
        Complaint::WrongPath => ("There is no such endpoint".to_owned(), vec![check_url(connection)]),
        Complaint::WebPage => {
            let others = "A sign-in page or a proxy in between answers like this too.".to_owned();
            (
                format!("{base_url} answered with a web page, not with JSON"),
                vec![check_url(connection), others],
            )
        }
        Complaint::Unreadable => {
            let other = "Or choose another provider: the server speaks a language of its own.".to_owned();
            (
                format!("The server's answer is not in the format of {name}"),
                vec![check_url(connection), other],
            )
        }
        Complaint::Empty => {
            let memory = "Local servers answer like this when the model does not fit into memory or the \
                          context is full.";
            let steps: &[_] = if is_hosted(preset) { &[LATER] } else { &[log, memory] };
            ("The server answered with nothing at all".to_owned(), owned(steps))
        }
        Complaint::Rejected => {
            let cause =
                "Its own words above name the cause: often the model, the temperature or the token limit.";
            (format!("{name} did not accept the request"), owned(&[cause]))
        }
    }
}

fn too_long(used: Option<u64>, limit: Option<u64>) -> String {
    let size = match (used, limit) {
        (Some(used), Some(limit)) => format!(": {used} tokens, and {limit} are allowed"),
        (None, Some(limit)) => format!(": {limit} tokens are allowed"),
        (Some(used), None) => format!(": {used} tokens"),
        (None, None) => String::new(),
    };
    format!("The conversation is longer than the model can read{size}")
}

/// The words for what the browser's own model complains of.
fn built_in(complaint: Complaint) -> (String, Vec<String>) {
    let (title, steps) = match complaint {
        Complaint::ContextOverflow { used, limit } => {
            let steps =
                ["Shorten the input, the prompt or the schema.", "Or choose a provider that reads more."];
            return (too_long(used, limit), owned(&steps));
        }
        Complaint::NoPermission => (
            "The browser does not let this page use its model",
            [
                "Press Run once more: the browser fetches its model only at the press of a button.",
                "Its settings can forbid it, too.",
            ],
        ),
        Complaint::NoModelLoaded => (
            "The browser could not start its model",
            [
                "It needs room: for Chrome's about 22 GB on the disk, and 16 GB of memory or a graphics card.",
                "Chrome says at chrome://on-device-internals how it stands.",
            ],
        ),
        Complaint::ContentFiltered => {
            ("A filter of the browser withheld the answer", ["Change the prompt or the input.", ""])
        }
        Complaint::ModeRefused { .. } => (
            "The browser's model refused the language, or the form of the answer",
            [
                "Ask in English for an answer in English: it knows few languages.",
                "Or choose the last response format: then only the prompt says it.",
            ],
        ),
        // The others are said by servers.
        Complaint::KeyRefused
        | Complaint::NoCredit
        | Complaint::UnknownModel
        | Complaint::ModelLoading
        | Complaint::RateLimited
        | Complaint::Overloaded
        | Complaint::TimedOut
        | Complaint::Failed
        | Complaint::ParameterRefused { .. }
        | Complaint::WrongPath
        | Complaint::WebPage
        | Complaint::Unreadable
        | Complaint::Empty
        | Complaint::Rejected => {
            ("The browser's model failed", [LATER, "If this goes on, restart the browser."])
        }
    };
    (title.to_owned(), owned(&steps))
}

/// The log of a server, unless it is not for the person to read.
fn log(preset: &Preset) -> &'static str {
    if is_hosted(preset) { "" } else { LOOK_AT_LOG }
}

/// Whether the server is somebody else's.
fn is_hosted(preset: &Preset) -> bool {
    !preset.billing.is_empty()
}

/// What the base URL is, and what it likely should be.
fn check_url(connection: &Connection) -> String {
    let Connection { preset, base_url, .. } = connection;
    let likely = base_url.root_endpoint(usual_path(preset));
    let given = base_url.to_string();
    match preset.base_url {
        _ if likely != given => format!("Check the base URL: {given} (likely {likely})"),
        "" => format!("Check the base URL: {given} (it usually ends in /v1)"),
        usual => format!("Check the base URL: {given} (usually {usual})"),
    }
}

fn usual_path(preset: &Preset) -> &'static str {
    let path = preset.base_url.split("://").nth(1).and_then(|rest| Some(rest.split_at(rest.find('/')?).1));
    match preset.family {
        Family::ChatCompletions => path.unwrap_or("/v1"),
        Family::Anthropic | Family::Ollama | Family::Browser => path.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::base_url::BaseUrl;
    use super::super::preset::Provider;
    use super::*;
    use crate::core::time::Millis;

    fn connection(provider: Provider, base_url: &str) -> Connection {
        Connection::new(provider.preset(), BaseUrl::parse(base_url).unwrap(), "m", None)
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
            let advice = Advice::new(&fault, &connection(provider, base_url), origin);
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
            Advice::new(
                &fault,
                &connection(Provider::OpenAi, "https://api.openai.com/v1"),
                "https://me.example"
            ),
            Advice {
                title: "OpenAI refused the key (HTTP 401)".into(),
                quote: "Incorrect API key provided".into(),
                is_guess: false,
                steps: vec![
                    "Check the API key; keys are made at https://platform.openai.com/api-keys".into()
                ],
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
            (
                Provider::Ollama,
                "http://host:1/x",
                "Check the base URL: http://host:1/x (likely http://host:1)",
            ),
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
            let advice = Advice::new(&fault, &connection(provider, base_url), "");
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
            let advice = Advice::new(&fault, &connection(provider, "http://host"), "https://me.example");
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
            let advice = Advice::new(&complaint(complained, 0, "No."), &here, "https://me.example");
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
            let advice = Advice::new(&Fault::Network(fault), &connection(provider, "http://host:1/v1"), "");
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
            (
                fault(Complaint::WrongPath, 7_000),
                "Check the base URL: http://host/v1 (it usually ends in /v1)",
            ),
        ] {
            let advice = Advice::new(&fault, &connection(Provider::Custom, "http://host/v1"), "");
            assert_eq!(advice.steps.first().map(String::as_str), Some(expected));
        }
    }
}
