//! The list of a server's models, and what the server tells of each.

use super::call::Mode;
use super::connection::Connection;
use super::control::Control;
use super::error_body::ErrorBody;
use super::exchange::is_success;
use super::fault::Fault;
use super::json::put;
use super::preset::{Family, MoreOnModels};
use super::quirks::{Change, Modes};
use super::request::Request;
use super::{anthropic, chat_completions};
use crate::core::thousands::with_thousands;
use serde_json::{Map, Value};

/// A model, as far as its server tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// What calls name it.
    pub id: String,
    /// Whether it is in memory.
    pub is_loaded: bool,
    /// How many tokens it can read.
    pub context_length: Option<u64>,
    /// The modes that it knows.
    pub modes: Option<Modes>,
    /// Whether it takes images.
    pub images: Option<bool>,
}

impl Model {
    /// Whether the list says that the model of this name takes images; without a name it is the one that stands
    /// first, since a server without names has one loaded.
    pub fn takes_images(models: &[Self], name: &str) -> Option<bool> {
        let model = if name.is_empty() { models.first() } else { models.iter().find(|model| model.is(name)) };
        model?.images
    }

    /// Whether a call names it so: Ollama adds a tag where a name has none.
    fn is(&self, name: &str) -> bool {
        self.id == name || self.id.strip_suffix(":latest") == Some(name)
    }

    /// What its server tells of it: `loaded · reads 32,768 tokens · schema, tool · images`; empty where that is nothing.
    pub fn remarks(&self) -> String {
        let loaded = self.is_loaded.then(|| "loaded".to_owned());
        let length = self.context_length.map(|length| format!("reads {} tokens", with_thousands(length)));
        let modes = self.modes.and_then(|modes| Control::of_change(Change::Modes(modes)));
        let modes = modes.map(|(_, word)| word.to_owned());
        let images = (self.images == Some(true)).then(|| "images".to_owned());
        loaded.into_iter().chain(length).chain(modes).chain(images).collect::<Vec<_>>().join(" · ")
    }
}

/// The listing of a server's models: one request that must be answered, and perhaps a second one that
/// tells more.
///
/// Send what [`Listing::poll_request`] gives, hand the answer in, and so on until it gives nothing.
pub struct Listing {
    requests: Vec<(Source, Request)>,
    /// The model that is asked.
    model: String,
    asked: Option<Source>,
    result: Result<Vec<Model>, Fault>,
}

/// What a request of a listing is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The list.
    List,
    /// LM Studio's own list.
    LmStudio,
    /// What Ollama runs.
    OllamaRunning,
    /// What llama.cpp was started with.
    LlamaCppProps,
    /// What Ollama says of the one model that is asked.
    OllamaShow,
}

impl Listing {
    /// The listing of a server's models.
    pub fn new(connection: &Connection) -> Self {
        let Connection { preset, base_url, key, model, .. } = connection;
        let key = key.as_ref();
        let (list, headers) = match preset.family {
            Family::ChatCompletions => ("/models", chat_completions::headers(key)),
            Family::Anthropic => ("/v1/models?limit=1000", anthropic::headers(key)),
            Family::Ollama => ("/api/tags", chat_completions::headers(key)),
            // It has one, and no name for it.
            Family::Browser => {
                return Self {
                    requests: Vec::new(),
                    model: String::new(),
                    asked: None,
                    result: Ok(Vec::new()),
                };
            }
        };
        let more = match preset.more_on_models {
            MoreOnModels::Nothing => None,
            MoreOnModels::LmStudio => Some((Source::LmStudio, base_url.root_endpoint("/api/v0/models"))),
            MoreOnModels::Ollama => Some((Source::OllamaRunning, base_url.endpoint("/api/ps"))),
            MoreOnModels::LlamaCpp => Some((Source::LlamaCppProps, base_url.root_endpoint("/props"))),
        };
        let more = more.map(|(source, url)| (source, Request::get(url, headers.clone())));
        let show = (preset.family == Family::Ollama && !model.is_empty()).then(|| {
            let mut body = Map::new();
            put(&mut body, "model", model.as_str().into());
            let request = Request::post(base_url.endpoint("/api/show"), headers.clone(), body, Vec::new());
            (Source::OllamaShow, request)
        });
        let list = (Source::List, Request::get(base_url.endpoint(list), headers));
        // The last one is asked first.
        let requests = show.into_iter().chain(more).chain([list]).collect();
        Self { requests, model: model.clone(), asked: None, result: Ok(Vec::new()) }
    }

    /// The request for the list without the key: what every page may send, if any page may.
    pub fn request_without_key(connection: &Connection) -> Option<Request> {
        Self::new(&Connection { key: None, ..connection.clone() }).poll_request()
    }

    /// The next request; none when there is nothing more to ask.
    pub fn poll_request(&mut self) -> Option<Request> {
        if self.result.is_err() {
            return None;
        }
        let (source, request) = self.requests.pop()?;
        self.asked = Some(source);
        Some(request)
    }

    /// Takes the response to the last request.
    pub fn handle_response(&mut self, status: u16, body: &[u8]) {
        let Some(source) = self.asked.take() else { return };
        let answer = read(status, &String::from_utf8_lossy(body));
        match (source, answer) {
            (Source::List, answer) => self.result = answer.and_then(|list| list_models(&list, status)),
            // What only tells more can be missing.
            (
                Source::LmStudio | Source::OllamaRunning | Source::LlamaCppProps | Source::OllamaShow,
                Err(_),
            ) => {}
            (source, Ok(more)) => {
                if let Ok(models) = &mut self.result {
                    enrich(models, source, &self.model, &more);
                }
            }
        }
    }

    /// Takes the fault that came instead of a response to the last request.
    pub fn handle_fault(&mut self, fault: Fault) {
        if self.asked.take() == Some(Source::List) {
            self.result = Err(fault);
        }
    }

    /// The models, those that are loaded first and otherwise in the server's order, without those that
    /// only embed.
    ///
    /// # Errors
    /// The [`Fault`] the response amounts to when it is no list of models.
    pub fn finish(self) -> Result<Vec<Model>, Fault> {
        let (mut models, others): (Vec<_>, Vec<_>) =
            self.result?.into_iter().partition(|model| model.is_loaded);
        models.extend(others);
        Ok(models)
    }
}

fn read(status: u16, text: &str) -> Result<Value, Fault> {
    let unreadable = || Fault::from_unreadable(status, None, text);
    if !is_success(status) {
        return Err(
            ErrorBody::parse(text).map_or_else(unreadable, |error| Fault::from_error(status, None, error))
        );
    }
    let value = serde_json::from_str(text.trim()).map_err(|_| unreadable())?;
    match ErrorBody::find(&value) {
        Some(error) => Err(Fault::from_error(status, None, error)),
        None => Ok(value),
    }
}

fn list_models(list: &Value, status: u16) -> Result<Vec<Model>, Fault> {
    // Together sends the bare array.
    let models = ["data", "models"].into_iter().find_map(|key| list.get(key)).unwrap_or(list);
    let models = models.as_array().ok_or_else(|| Fault::from_unreadable(status, None, &list.to_string()))?;
    Ok(models.iter().filter(|model| !is_embedding(model)).filter_map(model).collect())
}

fn model(model: &Value) -> Option<Model> {
    let context_length = [
        "/context_length",
        "/max_context_length",
        "/max_model_len",
        "/max_input_tokens",
        "/context_window",
        "/meta/n_ctx",
        "/meta/n_ctx_train",
    ];
    Some(Model {
        id: id(model)?.to_owned(),
        is_loaded: is_loaded(model),
        context_length: context_length.into_iter().find_map(|pointer| model.pointer(pointer)?.as_u64()),
        modes: modes(model),
        images: images(model),
    })
}

fn id(model: &Value) -> Option<&str> {
    ["id", "model", "name"].into_iter().find_map(|key| model.get(key)?.as_str())
}

fn is_loaded(model: &Value) -> bool {
    let state = model.get("state").or_else(|| model.pointer("/status/value"));
    state.and_then(Value::as_str) == Some("loaded")
}

/// The modes that a list tells of: OpenRouter's by parameters, Anthropic's by capabilities.
fn modes(model: &Value) -> Option<Modes> {
    if let Some(parameters) = model.get("supported_parameters").and_then(Value::as_array) {
        let knows = |name: &str| parameters.iter().any(|parameter| parameter == name);
        return Some(Modes {
            strict: knows("structured_outputs"),
            tool: knows("tools") && knows("tool_choice"),
            json: knows("response_format"),
        });
    }
    let structured = model.pointer("/capabilities/structured_outputs")?;
    let strict = structured.as_bool().or_else(|| structured.get("supported")?.as_bool())?;
    Some(Modes { strict, ..Modes::ALL.without(Mode::Json) })
}

/// Whether a list says that a model takes images: OpenRouter's by what goes in, Anthropic's and Mistral's by a
/// capability, Ollama's and others by a list of capabilities, LM Studio's by its type.
fn images(model: &Value) -> Option<bool> {
    let has = |list: &Value, word: &str| list.as_array().map(|words| words.iter().any(|known| known == word));
    if let Some(modalities) = model.pointer("/architecture/input_modalities") {
        return has(modalities, "image");
    }
    if let Some(capabilities) = model.get("capabilities").filter(|list| list.is_array()) {
        return has(capabilities, "vision");
    }
    let capability =
        ["/capabilities/vision", "/capabilities/image_input", "/capabilities/image_input/supported"];
    let said = capability.into_iter().find_map(|pointer| model.pointer(pointer)?.as_bool());
    said.or_else(|| match model.get("type")?.as_str()? {
        "vlm" => Some(true),
        "llm" => Some(false),
        _ => None,
    })
}

fn is_embedding(model: &Value) -> bool {
    let says = |pointer: &str, word: &str| {
        let text = model.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        text.to_ascii_lowercase().contains(word)
    };
    says("/id", "embed")
        || says("/name", "embed")
        || says("/type", "embed")
        || says("/details/family", "bert")
}

/// Puts what a second answer tells with the models that it is about.
fn enrich(models: &mut Vec<Model>, source: Source, name: &str, more: &Value) {
    match source {
        Source::List => {}
        Source::LmStudio => {
            each(
                more,
                "data",
                |model, told| {
                    model.is_loaded = is_loaded(told);
                    model.images = images(told);
                    let length = ["loaded_context_length", "max_context_length"].into_iter();
                    model.context_length = length.filter_map(|key| told.get(key)?.as_u64()).next();
                },
                models,
            );
            // Only this list says what a model is for, whatever its name.
            let told = more.get("data").and_then(Value::as_array).into_iter().flatten();
            let embeddings: Vec<_> = told.filter(|told| is_embedding(told)).filter_map(id).collect();
            models.retain(|model| !embeddings.contains(&model.id.as_str()));
        }
        Source::OllamaRunning => each(
            more,
            "models",
            |model, told| {
                model.is_loaded = true;
                model.context_length = told.get("context_length").and_then(Value::as_u64);
            },
            models,
        ),
        // It has one model, and that is in memory.
        Source::LlamaCppProps => {
            if let [model] = models.as_mut_slice() {
                model.is_loaded = true;
                let length = more.pointer("/default_generation_settings/n_ctx").and_then(Value::as_u64);
                model.context_length = length.or(model.context_length);
                let vision = more.pointer("/modalities/vision").and_then(Value::as_bool);
                model.images = vision.or(model.images);
            }
        }
        Source::OllamaShow => {
            if let Some(model) = models.iter_mut().find(|model| model.is(name)) {
                model.images = images(more).or(model.images);
            }
        }
    }
}

fn each(more: &Value, key: &str, put: impl Fn(&mut Model, &Value), models: &mut [Model]) {
    for told in more.get(key).and_then(Value::as_array).into_iter().flatten() {
        let name = id(told);
        if let Some(model) = models.iter_mut().find(|model| Some(model.id.as_str()) == name) {
            put(model, told);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::base_url::BaseUrl;
    use super::super::complaint::Complaint;
    use super::super::connection::Secret;
    use super::super::network::NetworkFault;
    use super::super::preset::Provider;
    use super::*;

    fn connection(provider: Provider) -> Connection {
        let preset = provider.preset();
        let url = if preset.base_url.is_empty() { "http://host:1/v1" } else { preset.base_url };
        Connection::new(preset, BaseUrl::parse(url).unwrap(), "", Secret::new("k"))
    }

    /// The addresses that are asked, and what comes of these answers.
    fn list(provider: Provider, answers: &[(u16, &str)]) -> (Vec<String>, Result<Vec<Model>, Fault>) {
        let (mut listing, mut asked) = (Listing::new(&connection(provider)), Vec::new());
        let mut answers = answers.iter();
        while let Some(request) = listing.poll_request() {
            asked.push(request.url);
            match answers.next() {
                Some((status, body)) => listing.handle_response(*status, body.as_bytes()),
                None => listing.handle_fault(Fault::Network(NetworkFault::Unreachable)),
            }
        }
        (asked, listing.finish())
    }

    fn model(id: &str, is_loaded: bool, context_length: Option<u64>) -> Model {
        Model { id: id.into(), is_loaded, context_length, modes: None, images: None }
    }

    #[test]
    fn every_server_tells_in_its_own_way() {
        let told = |id: &str, length, modes| Model { modes: Some(modes), ..model(id, false, Some(length)) };
        for (provider, answers, asked, expected) in [
            (
                Provider::Custom,
                vec![(
                    200,
                    r#"{"data":[{"id":"b"},{"id":"nomic-Embed-text"},{"id":"a","max_model_len":4096},{"x":1}]}"#,
                )],
                vec!["http://host:1/v1/models"],
                vec![model("b", false, None), model("a", false, Some(4096))],
            ),
            (
                Provider::Together,
                vec![(
                    200,
                    r#"[{"id":"a","type":"chat","context_length":8192,"pricing":{}},{"id":"e5","type":"embedding"}]"#,
                )],
                vec!["https://api.together.ai/v1/models"],
                vec![model("a", false, Some(8192))],
            ),
            (
                Provider::OpenRouter,
                vec![(
                    200,
                    r#"{"data":[{"id":"a/b","context_length":9,"supported_parameters":["tools","tool_choice","response_format","structured_outputs"]},{"id":"a/c","context_length":8,"supported_parameters":["tools","max_tokens"]}]}"#,
                )],
                vec!["https://openrouter.ai/api/v1/models"],
                vec![
                    told("a/b", 9, Modes::ALL),
                    told("a/c", 8, Modes { strict: false, tool: false, json: false }),
                ],
            ),
            (
                Provider::Anthropic,
                vec![(
                    200,
                    r#"{"data":[{"type":"model","id":"new","max_input_tokens":200000,"capabilities":{"structured_outputs":{"supported":true}}},{"type":"model","id":"old","max_input_tokens":100,"capabilities":{"structured_outputs":{"supported":false}}}],"has_more":false}"#,
                )],
                vec!["https://api.anthropic.com/v1/models?limit=1000"],
                vec![
                    told("new", 200_000, Modes { strict: true, tool: true, json: false }),
                    told("old", 100, Modes { strict: false, tool: true, json: false }),
                ],
            ),
            (
                Provider::LmStudio,
                vec![
                    (200, r#"{"data":[{"id":"a"},{"id":"text-embedding-x"},{"id":"bge-m3"},{"id":"b"}]}"#),
                    (
                        200,
                        r#"{"data":[{"id":"a","type":"llm","state":"not-loaded","max_context_length":131072},{"id":"b","type":"llm","state":"loaded","max_context_length":32768,"loaded_context_length":4096},{"id":"bge-m3","type":"embeddings","state":"loaded"}]}"#,
                    ),
                ],
                vec!["http://localhost:1234/v1/models", "http://localhost:1234/api/v0/models"],
                vec![
                    Model { images: Some(false), ..model("b", true, Some(4096)) },
                    Model { images: Some(false), ..model("a", false, Some(131_072)) },
                ],
            ),
            // Older ones have no list of their own.
            (
                Provider::LmStudio,
                vec![
                    (200, r#"{"data":[{"id":"a"}]}"#),
                    (200, r#"{"error":"Unexpected endpoint or method."}"#),
                ],
                vec!["http://localhost:1234/v1/models", "http://localhost:1234/api/v0/models"],
                vec![model("a", false, None)],
            ),
            (
                Provider::Ollama,
                vec![
                    (
                        200,
                        r#"{"models":[{"name":"a:latest","model":"a:latest","details":{"family":"llama"}},{"name":"minilm","model":"minilm","details":{"family":"bert"}},{"name":"b:1b","model":"b:1b"}]}"#,
                    ),
                    (200, r#"{"models":[{"name":"b:1b","model":"b:1b","context_length":4096}]}"#),
                ],
                vec!["http://localhost:11434/api/tags", "http://localhost:11434/api/ps"],
                vec![model("b:1b", true, Some(4096)), model("a:latest", false, None)],
            ),
            (
                Provider::Ollama,
                vec![(200, r#"{"models":[]}"#)],
                vec!["http://localhost:11434/api/tags", "http://localhost:11434/api/ps"],
                vec![],
            ),
            (
                Provider::LlamaCpp,
                vec![
                    (
                        200,
                        r#"{"models":[],"object":"list","data":[{"id":"a.gguf","meta":{"n_ctx_train":131072}}]}"#,
                    ),
                    (200, r#"{"default_generation_settings":{"n_ctx":8192},"total_slots":1}"#),
                ],
                vec!["http://127.0.0.1:8080/v1/models", "http://127.0.0.1:8080/props"],
                vec![model("a.gguf", true, Some(8192))],
            ),
            (
                Provider::LlamaCpp,
                vec![(200, r#"{"data":[{"id":"a.gguf","meta":{"n_ctx_train":131072}}]}"#), (401, "")],
                vec!["http://127.0.0.1:8080/v1/models", "http://127.0.0.1:8080/props"],
                vec![model("a.gguf", false, Some(131_072))],
            ),
        ] {
            let (urls, models) = list(provider, &answers);
            assert_eq!(urls, asked);
            assert_eq!(models, Ok(expected), "{answers:?}");
        }
    }

    /// What the answers say of whether "a" takes images.
    #[track_caller]
    fn check_images(provider: Provider, answers: &[&str], expected: Option<bool>) {
        let mut listing = Listing::new(&Connection { model: "a".into(), ..connection(provider) });
        for answer in answers {
            assert!(listing.poll_request().is_some(), "{answer}");
            listing.handle_response(200, answer.as_bytes());
        }
        assert!(listing.poll_request().is_none());
        assert_eq!(Model::takes_images(&listing.finish().unwrap(), "a"), expected, "{answers:?}");
    }

    #[test]
    fn which_models_take_images() {
        let (yes, no) = (Some(true), Some(false));
        let custom = |answer, expected| check_images(Provider::Custom, &[answer], expected);
        custom(r#"{"data":[{"id":"a"}]}"#, None);
        custom(r#"{"data":[]}"#, None);
        custom(r#"{"data":[{"id":"a","architecture":{"input_modalities":["text","image"]}}]}"#, yes);
        custom(r#"{"data":[{"id":"a","architecture":{"input_modalities":["text"]}}]}"#, no);
        custom(r#"{"data":[{"id":"a","architecture":{"input_modalities":"text"}}]}"#, None);
        custom(r#"{"data":[{"id":"a","capabilities":{"vision":true}}]}"#, yes);
        custom(r#"{"data":[{"id":"a","capabilities":{"vision":false}}]}"#, no);
        custom(r#"{"data":[{"id":"a","capabilities":{"image_input":{"supported":true}}}]}"#, yes);
        custom(r#"{"data":[{"id":"a","capabilities":{"image_input":{"supported":false}}}]}"#, no);
        custom(r#"{"data":[{"id":"a","type":"chat"}]}"#, None);
        let studio = |kind: &str| format!(r#"{{"data":[{{"id":"a","type":"{kind}","state":"loaded"}}]}}"#);
        for (kind, expected) in [("vlm", yes), ("llm", no), ("", None)] {
            check_images(Provider::LmStudio, &[r#"{"data":[{"id":"a"}]}"#, &studio(kind)], expected);
        }
        for (props, expected) in [
            (r#"{"modalities":{"vision":true}}"#, yes),
            (r#"{"modalities":{"vision":false}}"#, no),
            ("{}", None),
        ] {
            check_images(Provider::LlamaCpp, &[r#"{"data":[{"id":"a"}]}"#, props], expected);
        }
        let tags = r#"{"models":[{"model":"b"},{"model":"a:latest","capabilities":["completion"]}]}"#;
        for (show, expected) in [
            (r#"{"capabilities":["completion","vision"]}"#, yes),
            (r#"{"capabilities":["completion"]}"#, no),
            ("{}", no),
        ] {
            check_images(Provider::Ollama, &[tags, "{}", show], expected);
        }
    }

    #[test]
    fn a_server_without_names_is_asked_for_the_model_it_has() {
        let of = |images: &[Option<bool>]| {
            let models: Vec<_> =
                images.iter().map(|images| Model { images: *images, ..Model::default() }).collect();
            Model::takes_images(&models, "")
        };
        assert_eq!([of(&[]), of(&[None]), of(&[Some(true), Some(false)])], [None, None, Some(true)]);
    }

    #[test]
    fn what_is_no_list_is_a_fault() {
        let server = |complaint, status, message: &str| Fault::Server {
            complaint,
            status,
            message: message.into(),
            wait: None,
        };
        for (answers, expected) in [
            (vec![(200, "<html>")], server(Complaint::WebPage, 200, "")),
            (vec![(200, r#"{"ok":1}"#)], server(Complaint::Unreadable, 200, r#"{"ok":1}"#)),
            (vec![(401, r#"{"error":"no"}"#)], server(Complaint::KeyRefused, 401, "no")),
            (vec![(401, "{}")], server(Complaint::KeyRefused, 401, "{}")),
            (vec![(200, r#"{"error":"no"}"#)], server(Complaint::Rejected, 200, "no")),
            (vec![], Fault::Network(NetworkFault::Unreachable)),
        ] {
            let (urls, models) = list(Provider::LmStudio, &answers);
            // Nothing more is asked then.
            assert_eq!(urls, ["http://localhost:1234/v1/models"]);
            assert_eq!(models, Err(expected), "{answers:?}");
        }
    }

    #[test]
    fn what_is_told_of_a_model() {
        let schema = Modes { strict: true, tool: false, json: false };
        for (is_loaded, length, modes, expected) in [
            (true, Some(32_768), None, "loaded · reads 32,768 tokens"),
            (true, None, Some(Modes::ALL), "loaded · schema, tool, JSON"),
            (false, Some(4096), Some(schema), "reads 4,096 tokens · schema"),
            (false, None, Some(Modes { strict: false, ..schema }), "prompt only"),
            (false, None, None, ""),
        ] {
            let model = Model { modes, ..model("m", is_loaded, length) };
            assert_eq!(model.remarks(), expected);
            let sees = Model { images: Some(true), ..model };
            let parts: Vec<_> = [expected, "images"].into_iter().filter(|part| !part.is_empty()).collect();
            assert_eq!(sees.remarks(), parts.join(" · "));
        }
    }

    #[test]
    fn a_list_is_asked_for_with_the_key() {
        for (provider, expected) in [
            (Provider::Custom, vec![("Authorization", "Bearer k")]),
            (
                Provider::Anthropic,
                vec![
                    ("x-api-key", "k"),
                    ("anthropic-version", "2023-06-01"),
                    ("anthropic-dangerous-direct-browser-access", "true"),
                ],
            ),
        ] {
            let request = Listing::new(&connection(provider)).poll_request().unwrap();
            let headers: Vec<_> =
                request.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            assert_eq!((headers, request.body.as_str()), (expected, ""));
            let open = Listing::request_without_key(&connection(provider)).unwrap();
            assert_eq!(open.url, request.url);
            assert!(open.headers.iter().all(|(_, value)| !value.contains('k')), "{:?}", open.headers);
        }
    }
}
