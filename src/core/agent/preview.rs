//! What the next run would send first, before anything is sent.

use super::conversation::opening;
use super::spending::estimate_read;
use super::task::Task;
use super::words::with_thousands;
use crate::core::cost::{Price, Tokens};
use crate::core::image::Image;
use crate::core::json_text::{JsonText, shorten};
use crate::core::provider::{Call, Connection, Exchange, Family, Format, Message, Mode};

/// What the next run would send first.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The conversation, very long texts shortened.
    pub messages: Vec<Message>,
    /// How the server is told what form the answer must have.
    pub mode: Mode,
    /// What the server gets; none where nothing leaves the page.
    pub request: Option<PreviewedRequest>,
    /// About how many tokens the model reads.
    pub tokens: u64,
    /// The most that the call may cost, in a sentence; empty where it costs nothing.
    pub cost: String,
    /// What is not sent as it was set, a sentence each.
    pub notes: Vec<String>,
}

/// A request that is not sent yet, without its headers, in which the key is.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewedRequest {
    /// Where it goes, and how.
    pub target: String,
    /// Its body, to the letter but for an image, which is shortened.
    pub body: JsonText,
}

impl Preview {
    /// The first call of a task to a server, or to the stand-in model where there is none.
    pub fn new(task: &Task, connection: Option<&Connection>) -> Self {
        let mut call = first_call(task);
        let tokens = estimate_read(&call.messages, call.image.as_ref(), &call.format);
        let cost = cost(task.purse.price, tokens, task.token_limit);
        let mut notes = task.manner.ladder.asking(true).notes;
        if let (Format::Tool(_), false) = (&call.format, task.manner.quirks.strict) {
            notes.push(
                "The tool goes without `strict`: not every server holds the model to its schema.".to_owned(),
            );
        }
        notes.extend(call.image.as_ref().map(|image| image_note(image, connection.is_some())));
        call.image = call.image.as_ref().map(Image::shortened);
        let request = connection.map(|connection| {
            let exchange = Exchange::new(&call, connection);
            let request = exchange.request();
            notes.extend(request.notes.iter().map(|note| (*note).to_owned()));
            let target = match connection.preset.family {
                Family::Browser => "To the browser itself, on this machine".to_owned(),
                Family::ChatCompletions | Family::Anthropic | Family::Ollama => {
                    format!("POST {}", request.url)
                }
            };
            PreviewedRequest { target, body: JsonText::from_compact(&request.body) }
        });
        let mode = call.format.mode();
        let mut messages = call.messages;
        messages.iter_mut().for_each(|message| {
            shorten(&mut message.content);
        });
        Self { mode, messages, request, tokens, cost, notes }
    }
}

/// The first call of a task.
pub fn first_call(task: &Task) -> Call {
    task.manner.call(task, opening(task), task.token_limit)
}

/// What is said of an image that goes along.
fn image_note(image: &Image, has_server: bool) -> String {
    let words = image.words();
    match has_server {
        true => {
            let most = with_thousands(image.most_tokens());
            format!(
                "An image goes with the first user turn, shortened here: {words} · at most {most} tokens."
            )
        }
        false => format!("The simulated model does not look at the image: {words}."),
    }
}

/// The most that a call may cost which reads so many tokens and may write so many.
fn cost(price: Option<Price>, read: u64, token_limit: u32) -> String {
    match price {
        None => "There is no price for this model.".to_owned(),
        Some(price) if price.is_free() => String::new(),
        Some(price) => {
            let most = price.of(Tokens { input: read, output: token_limit.into(), cached: 0 });
            format!("It costs at most about {most} (estimate), by the token limit.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::{AttemptLimit, Ladder, Manner, Purse};
    use crate::core::dialect::Dialect;
    use crate::core::image::MediaType;
    use crate::core::judge::LoweredText;
    use crate::core::provider::{BaseUrl, Provider, Sampling, Secret, Thinking};
    use crate::core::time::Millis;
    use serde_json::json;

    fn task(input: &str, wanted: Mode) -> Task {
        let document = r#"{"type":"object"}"#.to_owned();
        let lowered = LoweredText { name: "place".into(), document, ..LoweredText::default() };
        let ladder = Ladder::new(&[wanted], Some((Dialect::Generic, Ok(&lowered))));
        Task {
            schema_text: "As JSON.".into(),
            prompt: "Where?".into(),
            input: input.into(),
            attempts: AttemptLimit::new(1),
            sampling: Sampling { temperature: None, seed: Some(7) },
            token_limit: 100,
            silence: Millis(1),
            stream: false,
            manner: Manner { ladder, thinking: Thinking::Low, ..Manner::default() },
            ..Task::default()
        }
    }

    #[test]
    fn what_would_be_sent_is_what_an_exchange_writes() {
        let base_url = BaseUrl::parse("http://host:1").unwrap();
        let connection =
            Connection::new(Provider::Ollama.preset(), base_url, "m", Secret::new("planted-key"));
        let preview = Preview::new(&task("", Mode::Strict), Some(&connection));
        let body = json!({
            "model": "m",
            "messages": [{"role": "system", "content": "As JSON."}, {"role": "user", "content": "Where?"}],
            "format": {"type": "object"},
            "think": "low",
            "options": {"num_predict": 100, "seed": 7},
            "stream": false
        });
        let request = preview.request.clone().unwrap();
        let target = "POST http://host:1/api/chat";
        assert_eq!((request.target.as_str(), request.body), (target, JsonText::of(&body)));
        assert_eq!((preview.mode, preview.tokens, preview.notes.len()), (Mode::Strict, 19, 0));
        assert!(!format!("{preview:?}").contains("planted-key"));
    }

    #[test]
    fn what_is_not_sent_as_it_was_set_is_told() {
        let connection = Connection::new(
            Provider::Anthropic.preset(),
            BaseUrl::parse("http://host:1").unwrap(),
            "m",
            None,
        );
        let notes = Preview::new(&task("", Mode::Tool), Some(&connection)).notes;
        assert_eq!(
            notes,
            [
                "Thinking is turned off: this server refuses it together with a forced tool.",
                "The seed is left out: this server takes none."
            ]
        );
        assert_eq!(Preview::new(&task("", Mode::Prompt), None).request, None);
    }

    #[test]
    fn an_image_is_told_of_and_shortened() {
        let connection =
            Connection::new(Provider::Custom.preset(), BaseUrl::parse("http://host:1").unwrap(), "m", None);
        let image = Image::new(MediaType::Jpeg, "a.jpg", [640, 480], &[7; 9_000]);
        let task = Task { image, ..task("", Mode::Prompt) };
        let preview = Preview::new(&task, Some(&connection));
        let body = preview.request.unwrap().body;
        assert!(
            body.as_str().contains(
                r#"{"url":"data:image/jpeg;base64,BwcHBwcHBwcHBwcHBwcHBwcH… (11,976 bytes more)"}"#
            )
        );
        assert_eq!(preview.tokens, 1_133);
        let words = "a.jpg · 640 × 480 pixels · JPEG · 9.0 kB";
        let note = format!(
            "An image goes with the first user turn, shortened here: {words} · at most 1,120 tokens."
        );
        assert!(preview.notes.contains(&note), "{:?}", preview.notes);
        let note = format!("The simulated model does not look at the image: {words}.");
        assert_eq!(Preview::new(&task, None).notes.last(), Some(&note));
    }

    #[test]
    fn very_long_texts_are_shortened_where_they_are_shown() {
        let base_url = BaseUrl::parse("http://host:1").unwrap();
        let connection = Connection::new(Provider::Custom.preset(), base_url, "m", None);
        let input = "ä".repeat(10_000);
        let preview = Preview::new(&task(&input, Mode::Prompt), Some(&connection));
        let body = preview.request.unwrap().body;
        let told = &preview.messages[1].content;
        let (_, end) = told.split_once('…').unwrap();
        assert_eq!(end, " (12,217 bytes more)");
        assert!(body.as_str().contains(&input));
    }

    #[test]
    fn the_most_that_a_call_may_cost_is_told() {
        for (price, expected) in [
            (None, "There is no price for this model."),
            (Some(Price::FREE), ""),
            (
                crate::core::cost::price("m 1 10", "custom", "m"),
                "It costs at most about $0.0011 (estimate), by the token limit.",
            ),
        ] {
            let task = task("", Mode::Prompt);
            let task = Task { purse: Purse { price, ..Purse::default() }, token_limit: 107, ..task };
            assert_eq!(Preview::new(&task, None).cost, expected);
        }
    }
}
