//! The words for each fault: every one has its own, and none can be forgotten.

use super::help::help;
use super::{Advice, LOOK_AT_LOG, owned};
use crate::core::judge::Failure;
use crate::core::provider::{Complaint, Family, Fault, KeyUse, NetworkFault, Preset};

impl Advice {
    /// The words for a call that failed.
    pub fn new(failure: &Failure) -> Self {
        let Failure { fault, provider, model, page_origin, .. } = failure;
        let preset = provider.preset();
        let (title, steps) = match fault {
            Fault::Network(fault) => network(*fault, failure),
            Fault::Cut { .. } => {
                ("The connection broke while the answer was on its way".to_owned(), owned(&[LOOK_AT_LOG]))
            }
            Fault::Server { complaint, .. } if preset.family == Family::Browser => built_in(*complaint),
            Fault::Server { complaint, status, message, wait } => {
                let (title, mut steps) = server(*complaint, failure);
                if let Some(first) = steps.first_mut().filter(|step| *step == LATER)
                    && let Some(wait) = wait.filter(|wait| wait.0 > 0)
                {
                    *first = format!("It asks to be called again in {wait}.");
                }
                if *complaint == Complaint::NoPermission && message.contains("CORS") {
                    let title = format!("{} does not allow calls from pages", preset.name);
                    (format!("{title} (HTTP {status})"), owned(help(*provider).browser_switch))
                } else {
                    (format!("{title} (HTTP {status})"), steps)
                }
            }
        };
        // A page from a file has no origin that could be allowed by its name.
        let origin = if page_origin == "null" { "*" } else { page_origin };
        let model = if model.is_empty() { "MODEL" } else { model };
        let filled = |step: String| step.replace("{origin}", origin).replace("{model}", model);
        Self {
            title,
            quote: fault.message().to_owned(),
            is_guess: fault.is_guess(),
            steps: steps.into_iter().filter(|step| !step.is_empty()).map(filled).collect(),
        }
    }
}

pub(super) const LATER: &str = "Run again in a while.";

fn network(fault: NetworkFault, failure: &Failure) -> (String, Vec<String>) {
    let Failure { provider, base_url, page_origin, .. } = failure;
    let (preset, help) = (provider.preset(), help(*provider));
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
            let mut steps = owned(help.browser_switch);
            let is_ours = !preset.is_hosted();
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
            let start = if help.start.is_empty() { "Check that the server is running." } else { help.start };
            let blocked =
                "An ad blocker, a firewall or the browser's permission for local networks can block it too.";
            let steps = vec![start.to_owned(), check_url(failure), blocked.to_owned()];
            (format!("Nothing answered at {base_url}"), steps)
        }
    }
}

fn server(complaint: Complaint, failure: &Failure) -> (String, Vec<String>) {
    let Failure { provider, base_url, model, .. } = failure;
    let (preset, help) = (provider.preset(), help(*provider));
    let name = preset.name;
    let log = log(preset);
    let or = |text: &'static str, other: &'static str| if text.is_empty() { other } else { text };
    match complaint {
        Complaint::KeyRefused => {
            let step = match preset.key {
                KeyUse::Needed => format!("Check the API key; keys are made at {}", help.key),
                KeyUse::Optional => "Check the API key: this server asks for one.".to_owned(),
            };
            (format!("{name} refused the key"), vec![step])
        }
        Complaint::NoPermission => {
            let mut steps = owned(&["The key may lack the right to this model, or the server forbids this \
                                     country or page."]);
            if !help.key.is_empty() {
                steps.push(format!("The rights of a key are set at {}", help.key));
            }
            (format!("{name} does not allow this"), steps)
        }
        Complaint::NoCredit => {
            let mut steps = owned(&["Or choose a model that costs nothing."]);
            if !help.billing.is_empty() {
                steps.insert(0, format!("It is paid at {}", help.billing));
            }
            (format!("There is no credit left at {name}"), steps)
        }
        Complaint::UnknownModel => {
            let title = match model.as_str() {
                "" => "There is no such model here".to_owned(),
                model => format!("There is no model \"{model}\" here"),
            };
            (title, owned(&["Choose a model from the server's list.", help.load]))
        }
        Complaint::NoModelLoaded => {
            let smaller = "If it does not fit into memory, choose a smaller one.";
            (format!("{name} has no model loaded"), owned(&[or(help.load, "Load a model."), smaller]))
        }
        Complaint::ModelLoading => (format!("{name} is still loading the model"), owned(&[LATER])),
        Complaint::ContextOverflow { used, limit } => {
            let shorten = "Shorten the input or the prompt, or lower the token limit.";
            let widen = match preset.is_hosted() {
                true => "Or choose a model that reads more.",
                false => {
                    or(help.widen, "Or choose a model that reads more, or load it with a larger context.")
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
        Complaint::ImagesRefused => {
            let title = match model.as_str() {
                "" => "This model takes no images".to_owned(),
                model => format!("\"{model}\" takes no images"),
            };
            (title, owned(&["Choose a model that does, or remove the image from the input."]))
        }
        Complaint::ContentFiltered => {
            (format!("A filter of {name} withheld the answer"), owned(&["Change the prompt or the input."]))
        }
        Complaint::WrongPath => ("There is no such endpoint".to_owned(), vec![check_url(failure)]),
        Complaint::WebPage => {
            let others = "A sign-in page or a proxy in between answers like this too.".to_owned();
            (format!("{base_url} answered with a web page, not with JSON"), vec![check_url(failure), others])
        }
        Complaint::Unreadable => {
            let other = "Or choose another provider: the server speaks a language of its own.".to_owned();
            (format!("The server's answer is not in the format of {name}"), vec![check_url(failure), other])
        }
        Complaint::Empty => {
            let memory = "Local servers answer like this when the model does not fit into memory or the \
                          context is full.";
            let steps: &[_] = if preset.is_hosted() { &[LATER] } else { &[log, memory] };
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
        | Complaint::ImagesRefused
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
    if preset.is_hosted() { "" } else { LOOK_AT_LOG }
}

/// What the base URL is, and what it likely should be.
fn check_url(failure: &Failure) -> String {
    let Failure { provider, base_url, .. } = failure;
    let preset = provider.preset();
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
