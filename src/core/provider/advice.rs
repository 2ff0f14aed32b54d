//! What a person can do about a fault: every fault has its words here, and none can be forgotten.

use super::connection::BaseUrl;
use super::fault::{Fault, NetworkFault};
use super::preset::{KeyUse, Preset};

/// A fault in words a person can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What happened, in a sentence.
    pub title: String,
    /// The server's own words, where it had some.
    pub quote: String,
    /// What to do, the likeliest first.
    pub steps: Vec<String>,
}

impl Advice {
    /// The words for a fault of a call to `base_url` from a page of `page_origin`.
    pub fn new(fault: &Fault, preset: &Preset, base_url: &BaseUrl, page_origin: &str) -> Self {
        let name = preset.name;
        let switch = preset.browser_switch.replace("{origin}", page_origin);
        let check_url = format!("Check the base URL: {base_url}{}", usual(preset));
        let (title, quote, steps) = match fault {
            Fault::Network(NetworkFault::Offline) => {
                ("The browser is offline".to_owned(), "", vec!["Connect to the network, then run again.".to_owned()])
            }
            Fault::Network(NetworkFault::MixedContent) => (
                format!("This page is served by https, and the browser may not call {base_url} from it"),
                "",
                vec![
                    "Put the server behind https.".to_owned(),
                    "Or open this page from http://localhost.".to_owned(),
                ],
            ),
            Fault::Network(NetworkFault::CorsRefused) => (
                format!("{base_url} is up, but does not let this page ({page_origin}) read its answers (CORS)"),
                "",
                vec![switch, "If that is done already, a wrong key or path can look the same.".to_owned()],
            ),
            Fault::Network(NetworkFault::Unreachable) => (
                format!("Nothing answered at {base_url}"),
                "",
                vec![
                    "Check that the server is running.".to_owned(),
                    check_url,
                    "An ad blocker, a firewall or the browser's permission for local networks can block it too."
                        .to_owned(),
                ],
            ),
            Fault::Cut => (
                "The connection broke while the answer was on its way".to_owned(),
                "",
                vec!["Look at the server's own log.".to_owned()],
            ),
            Fault::KeyRefused { status, message } => {
                let get_one = match preset.key {
                    KeyUse::Needed(place) => format!("Check the API key; keys are made at {place}"),
                    KeyUse::Optional => "Check the API key: this server asks for one.".to_owned(),
                };
                (format!("{name} refused the key (HTTP {status})"), message.as_str(), vec![get_one])
            }
            Fault::NotFound { message } => (
                "There is no such model or endpoint (HTTP 404)".to_owned(),
                message.as_str(),
                vec!["Check the model's name against the server's list.".to_owned(), check_url],
            ),
            Fault::ContextOverflow { message } => (
                "The conversation is longer than the model can read".to_owned(),
                message.as_str(),
                vec![
                    "Shorten the input or the prompt.".to_owned(),
                    "Or load the model with a larger context.".to_owned(),
                ],
            ),
            Fault::Busy { status, message, .. } => (
                format!("{name} is busy or failed for now (HTTP {status})"),
                message.as_str(),
                vec!["Run again in a while.".to_owned()],
            ),
            Fault::Rejected { status, message } => (
                format!("{name} did not accept the request (HTTP {status})"),
                message.as_str(),
                vec!["Its own words above name the cause: often the model, the temperature or the token limit."
                    .to_owned()],
            ),
            Fault::WebPage { status } => (
                format!("{base_url} answered with a web page, not with JSON (HTTP {status})"),
                "",
                vec![check_url, "A sign-in page or a proxy in between answers like this too.".to_owned()],
            ),
            Fault::Unreadable { status, excerpt } => (
                format!("The server's answer is not in the format of {name} (HTTP {status})"),
                excerpt.as_str(),
                vec![check_url],
            ),
            Fault::EmptyBody { status } => (
                format!("The server answered with nothing at all (HTTP {status})"),
                "",
                vec![
                    "Look at the server's own log.".to_owned(),
                    "Local servers answer like this when the model does not fit into memory or the context is full."
                        .to_owned(),
                ],
            ),
        };
        Self {
            title,
            quote: quote.to_owned(),
            steps: steps.into_iter().filter(|step| !step.is_empty()).collect(),
        }
    }
}

fn usual(preset: &Preset) -> String {
    match preset.base_url {
        "" => " (it usually ends in /v1)".to_owned(),
        usual => format!(" (usually {usual})"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::preset::Provider;
    use super::*;

    #[test]
    fn advice_names_the_switch_with_the_pages_own_origin() {
        let base_url = BaseUrl::parse("http://localhost:11434/v1").unwrap();
        let fault = Fault::Network(NetworkFault::CorsRefused);
        let advice = Advice::new(&fault, Provider::Ollama.preset(), &base_url, "https://me.example");
        assert_eq!(
            advice,
            Advice {
                title: "http://localhost:11434/v1 is up, but does not let this page (https://me.example) read its \
                        answers (CORS)"
                    .into(),
                quote: String::new(),
                steps: vec![
                    "Start Ollama with the environment variable OLLAMA_ORIGINS=https://me.example".into(),
                    "If that is done already, a wrong key or path can look the same.".into(),
                ],
            }
        );
    }

    #[test]
    fn advice_quotes_the_server() {
        let base_url = BaseUrl::parse("https://api.openai.com/v1").unwrap();
        let fault = Fault::KeyRefused { status: 401, message: "Incorrect API key provided".into() };
        assert_eq!(
            Advice::new(&fault, Provider::OpenAi.preset(), &base_url, "https://me.example"),
            Advice {
                title: "OpenAI refused the key (HTTP 401)".into(),
                quote: "Incorrect API key provided".into(),
                steps: vec![
                    "Check the API key; keys are made at https://platform.openai.com/api-keys".into()
                ],
            }
        );
    }
}
