//! What a person has set: kept between visits, and turned into a task and a connection here,
//! so that the page only shows and asks. Holds no key.

mod asking;
mod own_schemas;
mod reviews;
#[cfg(test)]
pub mod sample;
mod setup;
mod simulating;
mod spending;
mod templates;

use super::agent::{AttemptLimit, Correcting, Ladder, Manner, OnHopeless, Task, TemplateError};
use super::dialect::Dialect;
use super::judge::{Lowering, Progress, Reading, Repaired, SchemaSource, SchemaText, Undecided};
use super::link::Parameters;
use super::members::{Member, Members, Object};
use super::provider::{
    BaseUrl, Changes, Connection, Images, KeyUse, Mode, Preset, Provider, Sampling, Secret, Thinking,
    ThinkingForm, UrlError,
};
use super::schema::{BuiltIn, Example};
use super::simulate::{Rate, Speed};
use super::time::Millis;
pub use own_schemas::OwnSchema;
pub use reviews::Reviews;
use serde_json::Value;
pub use setup::SetupChange;
pub use templates::TemplateTexts;

/// Everything a person sets, but for the key.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which provider answers.
    pub provider: Provider,
    /// The address and model of each provider where they were changed.
    pub servers: Vec<(Provider, Server)>,
    /// What was changed of how servers are asked.
    pub changes: Changes,
    /// What servers have taught. It is not kept: it is as old as the page.
    pub learned: Changes,
    /// The id of the chosen schema: in the catalogue, or among the person's own.
    pub schema: String,
    /// The person's own schemas.
    pub own_schemas: Vec<OwnSchema>,
    /// The person's own prompt; none as long as the schema's example stands.
    pub prompt: Option<String>,
    /// The document the answer is about; none as long as the schema's example stands.
    pub input: Option<String>,
    /// Standing instructions before what is said of the schema.
    pub system: String,
    /// How often the model may answer, from 1 to 5.
    pub attempts: u8,
    /// Whether an answer that had to be repaired counts.
    pub repaired: Repaired,
    /// How the server is told what form the answer must have; none for the surest way it has.
    pub response_format: Option<Mode>,
    /// How much the model thinks, where a call can say so.
    pub thinking: Thinking,
    /// As typed, where a call can say so: how many tokens the model shall be able to read.
    pub context_length: String,
    /// Whether replies come in pieces.
    pub stream: bool,
    /// As typed: empty leaves it to the server.
    pub temperature: String,
    /// As typed: empty leaves it to the server.
    pub seed: String,
    /// As typed: the most tokens of an answer.
    pub token_limit: String,
    /// As typed: how many seconds a call may be silent.
    pub silence_seconds: String,
    /// As typed: the most tokens of a run; empty sets no limit.
    pub token_budget: String,
    /// As typed: the most dollars of a run; empty sets no limit.
    pub dollar_budget: String,
    /// As typed: the most seconds of a run; empty sets no limit.
    pub time_budget: String,
    /// The person's own prices, as typed: a model and what it costs on every line.
    pub prices: String,
    /// What becomes of a reply that nothing can make valid any more.
    pub hopeless: OnHopeless,
    /// How corrections are put.
    pub correcting: Correcting,
    /// How often the stand-in model fails.
    pub fault_rate: Rate,
    /// How fast the stand-in model writes.
    pub speed: Speed,
    /// Who looks at corrections and answers besides the validator.
    pub reviews: Reviews,
    /// As typed: the templates that were changed.
    pub templates: TemplateTexts,
    /// The look of the page.
    pub theme: Theme,
}

/// Where a provider's server is, and which of its models is asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Server {
    /// As typed.
    pub base_url: String,
    /// As typed or chosen.
    pub model: String,
}

/// The look of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// As the system has it.
    System,
}

/// Why a run cannot begin: what is to be set first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unready {
    /// There is no schema.
    NoSchema,
    /// The schema is wrong, and this is what is wrong with it.
    Schema(String),
    /// The schema could not be read, for this reason.
    Judge(Undecided),
    /// The schema is being read: the run begins when that is done.
    Reading,
    /// The prompt and the input are empty.
    Prompt,
    /// The base URL cannot be used.
    BaseUrl(UrlError),
    /// This provider needs a key.
    Key,
    /// This provider needs a model's name.
    Model,
    /// The browser has no model of its own.
    NoBuiltInModel,
    /// A critique is wanted, and nothing is said of what it is to look for.
    Criteria,
    /// The server is asked for its models: the run begins when it has answered.
    Listing,
    /// An image is set, and the model takes none, or nobody says that it does.
    Images(NoImages),
    /// A number cannot be read: its label, and what it may be.
    Number(&'static str, &'static str),
    /// A template cannot be used.
    Template(TemplateError),
}

/// Why an image is not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoImages {
    /// The browser's own model is asked by text only.
    BuiltIn,
    /// The person says that the server takes none.
    Refused,
    /// The server's list says that this model takes none; its name is empty where the server has only one.
    Listed(String),
    /// Nobody says that this model takes any.
    Untold(String),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            provider: Provider::default(),
            servers: Vec::new(),
            changes: Changes::default(),
            learned: Changes::default(),
            schema: BuiltIn::default().id().to_owned(),
            own_schemas: Vec::new(),
            prompt: None,
            input: None,
            system: String::new(),
            attempts: AttemptLimit::default().get(),
            repaired: Repaired::default(),
            response_format: None,
            thinking: Thinking::default(),
            context_length: String::new(),
            stream: true,
            temperature: String::new(),
            seed: String::new(),
            token_limit: "4096".to_owned(),
            silence_seconds: "120".to_owned(),
            token_budget: String::new(),
            dollar_budget: "0.10".to_owned(),
            time_budget: String::new(),
            prices: String::new(),
            hopeless: OnHopeless::default(),
            correcting: Correcting::default(),
            fault_rate: Rate::default(),
            speed: Speed::default(),
            reviews: Reviews::default(),
            templates: TemplateTexts::default(),
            theme: Theme::default(),
        }
    }
}

/// The settings as they are kept.
impl Object for Settings {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        for (name, text) in self.texts() {
            members.member(name, text);
        }
        let ids = &mut Provider::ALL.into_iter().map(|provider| provider.preset().id);
        if let Some(chosen) = members.choice("provider", Some(self.preset().id), ids) {
            self.provider = Provider::ALL.into_iter().nth(chosen).unwrap_or_default();
        }
        if let Some(chosen) =
            members.choice("theme", Some(self.theme.name()), &mut Theme::ALL.into_iter().map(Theme::name))
        {
            self.theme = Theme::ALL.into_iter().nth(chosen).unwrap_or_default();
        }
        members.as_value("own_schemas", || self.own_schemas_to_json());
        let mut attempts = u64::from(self.attempts);
        let mut accepts_repaired = self.repaired.is_accepted();
        let mut format = format_name(self.response_format).to_owned();
        let mut stops = self.hopeless == OnHopeless::Stop;
        let mut rate = u64::from(self.fault_rate.percent());
        let mut speed = self.speed.name().to_owned();
        members
            .member("attempts", &mut attempts)
            .member("accept_repaired", &mut accepts_repaired)
            .member("response_format", &mut format);
        let thinking = &mut Thinking::ALL.into_iter().map(Thinking::name);
        if let Some(chosen) = members.choice("thinking", Some(self.thinking.name()), thinking) {
            self.thinking = Thinking::ALL.into_iter().nth(chosen).unwrap_or_default();
        }
        let ways = &mut Correcting::all().map(Correcting::name);
        members.member("stop_hopeless", &mut stops);
        if let Some(chosen) = members.choice("corrections", Some(self.correcting.name()), ways) {
            self.correcting = Correcting::all().nth(chosen).unwrap_or_default();
        }
        members
            .member("stream", &mut self.stream)
            .member("fault_rate", &mut rate)
            .member("speed", &mut speed)
            .member("prompt", &mut self.prompt)
            .member("input", &mut self.input)
            .member("servers", &mut self.servers);
        if let Some(json) = members.as_value("changes", || self.changes_to_json()) {
            self.changes = asking::changes_from_json(Some(json));
        }
        self.reviews.describe(members);
        self.attempts = AttemptLimit::new(attempts.try_into().unwrap_or(AttemptLimit::MOST)).get();
        self.repaired = Repaired::accepted_if(accepts_repaired);
        self.response_format = Mode::from_name(&format);
        self.hopeless = if stops { OnHopeless::Stop } else { OnHopeless::Wait };
        self.fault_rate = Rate::new(rate);
        self.speed = Speed::from_name(&speed);
        self.input = self.input.take().filter(|input| !input.is_empty());
    }
}

/// By the ids of their providers.
impl Member for Vec<(Provider, Server)> {
    fn write(&mut self) -> Value {
        let server = |(provider, server): &mut (Provider, Server)| {
            (provider.preset().id.to_owned(), Members::write(server))
        };
        Value::Object(self.iter_mut().map(server).collect())
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        for (id, json) in json.as_object().into_iter().flatten() {
            let mut server = Server::default();
            if let (Some(provider), Ok(())) = (Provider::from_id(id), Members::read(&mut server, json)) {
                self.push((provider, server));
            }
        }
        Ok(())
    }
}

impl Object for Server {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("base_url", &mut self.base_url).member("model", &mut self.model);
    }
}

impl Settings {
    /// The settings as they are kept.
    pub fn to_json(&self) -> Value {
        Members::write(&mut self.clone())
    }

    /// Reads what was kept, perhaps by an older or newer version: as far as it goes.
    pub fn from_json(kept: &Value) -> Self {
        let mut settings = Self::default();
        // What is something else than it should be stays as it is by default.
        let _ = Members::read(&mut settings, kept);
        settings.own_schemas = OwnSchema::all_from_json(kept);
        settings
    }

    /// The settings that are plain texts, by the name each is kept under.
    fn texts(&mut self) -> [(&'static str, &mut String); 14] {
        [
            ("schema", &mut self.schema),
            ("system", &mut self.system),
            ("context_length", &mut self.context_length),
            ("temperature", &mut self.temperature),
            ("seed", &mut self.seed),
            ("token_limit", &mut self.token_limit),
            ("silence_seconds", &mut self.silence_seconds),
            ("token_budget", &mut self.token_budget),
            ("dollar_budget", &mut self.dollar_budget),
            ("time_budget", &mut self.time_budget),
            ("prices", &mut self.prices),
            ("system_template", &mut self.templates.system),
            ("correction_template", &mut self.templates.correction),
            ("nudge_template", &mut self.templates.nudge),
        ]
    }

    /// What is known of the provider's server.
    pub fn preset(&self) -> &'static Preset {
        self.provider.preset()
    }

    /// The server of the chosen provider: as set, or as the preset has it.
    pub fn server(&self) -> Server {
        let set = self.servers.iter().find(|(provider, _)| *provider == self.provider);
        set.map_or_else(
            || Server { base_url: self.preset().base_url.to_owned(), model: String::new() },
            |(_, server)| server.clone(),
        )
    }

    /// Changes the server of the chosen provider.
    pub fn change_server(&mut self, change: impl FnOnce(&mut Server)) {
        let mut server = self.server();
        change(&mut server);
        self.servers.retain(|(provider, _)| *provider != self.provider);
        self.servers.push((self.provider, server));
    }

    /// The base URL of the chosen provider.
    ///
    /// # Errors
    /// When what was typed is no base URL.
    pub fn base_url(&self) -> Result<BaseUrl, UrlError> {
        BaseUrl::typed(&self.server().base_url, self.preset())
    }

    /// The chosen schema, or the first of the catalogue where the chosen one is not in it.
    pub fn schema(&self) -> SchemaSource {
        let Some(OwnSchema { text, component, formats, .. }) = self.own_schema().cloned() else {
            return SchemaSource::BuiltIn(BuiltIn::from_id(&self.schema).unwrap_or_default());
        };
        let component = Some(component).filter(|name| !name.is_empty());
        SchemaSource::Own(SchemaText { text, component, formats })
    }

    /// The prompt: the person's own, or the schema's example.
    pub fn prompt<'s>(&'s self, example: &'s Example) -> &'s str {
        self.prompt.as_deref().unwrap_or(&example.prompt)
    }

    /// Takes what was typed as the prompt. The example, or nothing, is no prompt of one's own.
    pub fn set_prompt(&mut self, text: String, example: &Example) {
        self.prompt = (!text.trim().is_empty() && text != example.prompt).then_some(text);
    }

    /// The input: the person's own, or the schema's example.
    pub fn input<'s>(&'s self, example: &'s Example) -> &'s str {
        self.input.as_deref().unwrap_or(&example.input)
    }

    /// Takes what was typed as the input; the example is no input of one's own, but nothing is.
    pub fn set_input(&mut self, text: String, example: &Example) {
        self.input = (text != example.input).then_some(text);
    }

    /// Takes what a slider gives as the number of attempts.
    pub fn set_attempts(&mut self, text: &str) {
        let attempts =
            number(text, Value::as_u64).ok().flatten().and_then(|attempts| u8::try_from(attempts).ok());
        self.attempts = attempts.map_or_else(AttemptLimit::default, AttemptLimit::new).get();
    }

    /// Takes whether replies are stopped that nothing can make valid any more.
    pub fn stop_hopeless_if(&mut self, is_stopped: bool) {
        self.hopeless = if is_stopped { OnHopeless::Stop } else { OnHopeless::Wait };
    }

    /// Takes a model's name where there is none yet.
    pub fn suggest_model(&mut self, name: &str) {
        if self.server().model.is_empty() {
            self.change_server(|server| server.model = name.to_owned());
        }
    }

    /// The task of a run by a schema.
    ///
    /// # Errors
    /// What is to be set first.
    pub fn task(&self, schema: &Reading) -> Result<Task, Unready> {
        match schema.progress() {
            Progress::Done => {}
            Progress::Empty => return Err(Unready::NoSchema),
            Progress::UnderWay => return Err(Unready::Reading),
            Progress::Wrong(error) => return Err(Unready::Schema(error.clone())),
            Progress::Undecided(reason) => return Err(Unready::Judge(reason.clone())),
        }
        let schema = schema.description();
        let prompt = self.prompt(&schema.example).trim().to_owned();
        let input = self.input(&schema.example).to_owned();
        if prompt.is_empty() && input.trim().is_empty() {
            return Err(Unready::Prompt);
        }
        let temperature = number(&self.temperature, Value::as_f64)
            .ok()
            .filter(|temperature| temperature.is_none_or(|temperature| (0.0..=2.0).contains(&temperature)))
            .ok_or(Unready::Number("Temperature", "from 0 to 2, or empty"))?;
        let seed = number(&self.seed, Value::as_u64)
            .map_err(|()| Unready::Number("Seed", "a whole number from 0, or empty"))?;
        let token_limit = within(&self.token_limit, u32::MAX.into())
            .and_then(|limit| u32::try_from(limit).ok())
            .ok_or(Unready::Number("Token limit", "a whole number from 1"))?;
        let quirks = self.set_quirks();
        let context_length = match quirks.context_length.map(|_| self.context_length.trim()) {
            None | Some("") => None,
            Some(text) => Some(
                within(text, u32::MAX.into())
                    .and_then(|length| u32::try_from(length).ok())
                    .ok_or(Unready::Number("Context length", "a whole number from 1, or empty"))?,
            ),
        };
        let is_told = quirks.thinking != ThinkingForm::Absent;
        let thinking = if is_told { self.thinking } else { Thinking::ServerDefault };
        Ok(Task {
            manner: Manner { ladder: Ladder::default(), thinking, context_length, quirks: self.quirks() },
            schema_text: schema.prompt_text.clone(),
            system: self.system.clone(),
            prompt,
            input,
            image: None,
            attempts: AttemptLimit::new(self.attempts),
            sampling: Sampling { temperature, seed },
            token_limit,
            silence: self.run_silence()?,
            repaired: self.repaired,
            purse: self.purse()?,
            hopeless: self.run_hopeless(),
            correcting: self.correcting,
            reviewing: self.reviews.reviewing,
            critic: self.critic()?,
            has_opinion: self.reviews.has_opinion,
            templates: self.templates()?,
            rest_seed: 0,
            stream: self.stream,
        })
    }

    /// How long a server may be silent.
    ///
    /// # Errors
    /// When what was typed is no such time.
    pub fn silence(&self) -> Result<Millis, Unready> {
        let seconds = within(&self.silence_seconds, 86_400);
        let wrong = Unready::Number("Time limit", "seconds from 1 to 86400");
        seconds.map(|seconds| Millis(seconds * 1_000)).ok_or(wrong)
    }

    /// The modes in which the server can be told what form the answer must have, the first one first.
    fn modes(&self) -> Vec<Mode> {
        if self.provider == Provider::Simulated {
            return vec![Mode::Prompt];
        }
        Ladder::modes(self.response_format, self.quirks().modes)
    }

    /// The dialect in which the server is to be given the schema; none where it is given none.
    pub fn dialect(&self) -> Option<Dialect> {
        let has_schema = self.modes().into_iter().any(Mode::has_schema);
        has_schema.then(|| self.preset().dialect(&self.server().model))
    }

    /// The same as [`Settings::task`], and how the server is told what form the answer must have.
    ///
    /// # Errors
    /// What is to be set first, or known.
    pub fn run_task(&self, schema: &Reading, lowering: &Lowering) -> Result<Task, Unready> {
        let mut task = self.task(schema)?;
        let lowered = match self.dialect() {
            None => None,
            Some(dialect) => Some((dialect, lowering.of(schema.source(), dialect).ok_or(Unready::Reading)?)),
        };
        task.manner.ladder = Ladder::new(&self.modes(), lowered);
        Ok(task)
    }

    /// The connection for listing models: all but the model.
    ///
    /// # Errors
    /// What is to be set first.
    pub fn connection(&self, key: Option<Secret>) -> Result<Connection, Unready> {
        let base_url = self.base_url().map_err(Unready::BaseUrl)?;
        if self.preset().key == KeyUse::Needed && key.is_none() {
            return Err(Unready::Key);
        }
        let connection = Connection::new(self.preset(), base_url, &self.server().model, key);
        Ok(Connection { quirks: self.quirks(), ..connection })
    }

    /// The connection for a run. Hosted providers need a model's name; a local server has one loaded.
    ///
    /// # Errors
    /// What is to be set first.
    pub fn run_connection(&self, key: Option<Secret>) -> Result<Connection, Unready> {
        let connection = self.connection(key)?;
        if connection.model.is_empty() && !connection.base_url.is_loopback() {
            return Err(Unready::Model);
        }
        Ok(connection)
    }

    /// Whether an image may be sent, by what the server's list says of the model.
    ///
    /// # Errors
    /// Why not.
    pub fn may_send_image(&self, listed: Option<bool>) -> Result<(), NoImages> {
        let model = || self.server().model;
        match (self.provider, self.quirks().images, listed) {
            // It looks at none.
            (Provider::Simulated, _, _) => Ok(()),
            (Provider::Browser, _, _) => Err(NoImages::BuiltIn),
            (_, Images::Taken, _) | (_, Images::Listed, Some(true)) => Ok(()),
            (_, Images::Refused, _) => Err(NoImages::Refused),
            (_, Images::Listed, Some(false)) => Err(NoImages::Listed(model())),
            (_, Images::Listed, None) => Err(NoImages::Untold(model())),
        }
    }

    /// These settings with what the parameters of a link name in place of their own.
    #[must_use]
    pub fn with_parameters(&self, parameters: &Parameters) -> Self {
        let mut settings = Self {
            provider: parameters.provider,
            repaired: parameters.repaired.unwrap_or(self.repaired),
            response_format: parameters.response_format.unwrap_or(self.response_format),
            thinking: parameters.thinking.unwrap_or(self.thinking),
            ..self.clone()
        };
        settings.change_server(|server| {
            if let Some(base_url) = &parameters.base_url {
                server.base_url = base_url.to_string();
            }
            if let Some(model) = &parameters.model {
                server.model.clone_from(model);
            }
        });
        if let Some(context_length) = parameters.context_length {
            settings.context_length = context_length.to_string();
        }
        settings
    }
}

impl Unready {
    /// What to do, in a sentence.
    pub fn message(&self) -> String {
        match self {
            Self::NoSchema => "Paste a schema, or choose one.".to_owned(),
            Self::Schema(error) => format!("The schema has an error: {error}"),
            Self::Judge(reason) => format!("The schema could not be read: {reason}."),
            Self::Reading => "The schema is being read.".to_owned(),
            Self::Prompt => "Write a prompt, or give an input.".to_owned(),
            Self::BaseUrl(error) => format!("{error}."),
            Self::Key => "This provider needs an API key.".to_owned(),
            Self::Model => "Choose a model.".to_owned(),
            Self::Criteria => {
                "Say under Review and critique what the critique is to look for, or switch it off.".to_owned()
            }
            Self::NoBuiltInModel => {
                "This browser has no built-in model. Open this page in a recent Chrome or Edge on \
                                     a computer, or choose another provider."
                    .to_owned()
            }
            Self::Listing => "The server is asked first whether the model takes the image.".to_owned(),
            Self::Images(reason) => reason.message(),
            Self::Number(label, range) => format!("{label} must be {range}."),
            Self::Template(error) => error.to_string(),
        }
    }
}

impl NoImages {
    /// What to do, in a sentence or two.
    fn message(&self) -> String {
        let named = |model: &str| match model {
            "" => "the model".to_owned(),
            model => format!("\"{model}\""),
        };
        match self {
            Self::BuiltIn => {
                "The browser's model is asked by text only. Remove the image, or choose another provider."
                    .to_owned()
            }
            Self::Refused => {
                format!("Remove the image: {SWITCH} is set to \"refused\".")
            }
            Self::Listed(model) => format!(
                "The server's list says that {} takes no images. If that is wrong, set {SWITCH} to \"taken\".",
                named(model)
            ),
            Self::Untold(model) => format!(
                "The server does not say whether {} takes images. If it does, set {SWITCH} to \"taken\".",
                named(model)
            ),
        }
    }
}

/// Where a person says that images are taken.
const SWITCH: &str = "Images under How this server is asked";

impl Theme {
    /// Every one.
    const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::System];

    /// The one that is offered after it.
    pub fn next(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::System,
            Self::System => Self::Dark,
        }
    }

    /// Its name, as the style sheets know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::System => "system",
        }
    }
}

/// What settings and links call a way to tell the server what form the answer must have.
pub fn format_name(format: Option<Mode>) -> &'static str {
    format.map_or(AUTO, Mode::name)
}

/// The way of this name.
pub fn format_of(name: &str) -> Option<Option<Mode>> {
    if name == AUTO { Some(None) } else { Mode::from_name(name).map(Some) }
}

/// The surest way a server has.
const AUTO: &str = "auto";

/// How large an input is, in bytes and about how many tokens: a rule of thumb, four bytes each.
pub fn input_size(text: &str) -> String {
    match text.len() {
        0 => String::new(),
        bytes => format!("{bytes} bytes, about {} tokens", bytes.div_ceil(4)),
    }
}

/// A number as typed: none where nothing was typed, an error where it is not a valid one.
fn number<T>(text: &str, read: impl FnOnce(&Value) -> Option<T>) -> Result<Option<T>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => serde_json::from_str(text).ok().and_then(|value| read(&value)).map(Some).ok_or(()),
    }
}

/// A whole number as typed, from 1 to the most that it may be.
fn within(text: &str, most: u64) -> Option<u64> {
    number(text, Value::as_u64).ok().flatten().filter(|number| (1..=most).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::{Description, LoweredText};
    use crate::core::provider::{Change, Control};
    use crate::core::validate::Formats;
    use serde_json::json;

    /// The first schema of the catalogue, read with this outcome.
    fn reading(outcome: Result<(), &str>) -> Reading {
        let source = Settings::default().schema();
        let description = Description::from(&source.read().unwrap());
        let mut reading = Reading::default();
        reading.begin(source.clone());
        reading.finish(&source, Ok(outcome.map(|()| description).map_err(str::to_owned)));
        reading
    }

    #[track_caller]
    fn check_task(change: impl FnOnce(&mut Settings), expected: Result<(Sampling, u32, Millis), &str>) {
        let mut settings = Settings::default();
        change(&mut settings);
        let task =
            settings.task(&reading(Ok(()))).map(|task| (task.sampling, task.token_limit, task.silence));
        assert_eq!(task.map_err(|unready| unready.message()), expected.map_err(str::to_owned));
    }

    #[test]
    fn numbers_are_read_as_typed() {
        let sampling = |temperature, seed| Sampling { temperature, seed };
        check_task(|_| {}, Ok((sampling(None, None), 4096, Millis(120_000))));
        check_task(
            |settings| (settings.temperature, settings.seed) = (" 0.7".into(), "42".into()),
            Ok((sampling(Some(0.7), Some(42)), 4096, Millis(120_000))),
        );
        check_task(
            |settings| (settings.token_limit, settings.silence_seconds) = ("96".into(), "5".into()),
            Ok((sampling(None, None), 96, Millis(5_000))),
        );
        let too_hot = "Temperature must be from 0 to 2, or empty.";
        for text in ["3", "-1", "NaN", "warm"] {
            check_task(|settings| settings.temperature = text.into(), Err(too_hot));
        }
        check_task(
            |settings| settings.seed = "1.5".into(),
            Err("Seed must be a whole number from 0, or empty."),
        );
        check_task(
            |settings| settings.token_limit = "0".into(),
            Err("Token limit must be a whole number from 1."),
        );
        check_task(
            |settings| settings.token_limit = "".into(),
            Err("Token limit must be a whole number from 1."),
        );
        check_task(
            |settings| settings.silence_seconds = "0".into(),
            Err("Time limit must be seconds from 1 to 86400."),
        );
    }

    #[test]
    fn a_run_needs_a_schema_that_was_read() {
        let mut under_way = Reading::default();
        under_way.begin(Settings::default().schema());
        let mut undecided = under_way.clone();
        undecided.finish(&undecided.source().clone(), Err(Undecided::NotLoaded(String::new())));
        for (reading, expected) in [
            (Reading::default(), "Paste a schema, or choose one."),
            (under_way, "The schema is being read."),
            (reading(Err("fields names no field.")), "The schema has an error: fields names no field."),
            (undecided, "The schema could not be read: the judge could not be loaded."),
        ] {
            let task = Settings::default().task(&reading);
            assert_eq!(task.map_err(|unready| unready.message()), Err(expected.to_owned()));
        }
    }

    #[test]
    fn an_image_is_sent_where_somebody_says_that_the_model_takes_it() {
        let switch = "Images under How this server is asked";
        let untold = format!(
            "The server does not say whether \"m\" takes images. If it does, set {switch} to \"taken\"."
        );
        let listed = format!(
            "The server's list says that \"m\" takes no images. If that is wrong, set {switch} to \"taken\"."
        );
        let refused = format!("Remove the image: {switch} is set to \"refused\".");
        let built_in =
            "The browser's model is asked by text only. Remove the image, or choose another provider.";
        let control = Control::of_change(Change::Images(Images::Taken)).unwrap().0;
        for (provider, chosen, list, expected) in [
            (Provider::Simulated, "", None, Ok(())),
            (Provider::Browser, "", None, Err(built_in)),
            (Provider::LmStudio, "", Some(true), Ok(())),
            (Provider::LmStudio, "", Some(false), Err(listed.as_str())),
            (Provider::LmStudio, "", None, Err(untold.as_str())),
            (Provider::LmStudio, "taken", None, Ok(())),
            (Provider::LmStudio, "taken", Some(false), Ok(())),
            (Provider::LmStudio, "refused", Some(true), Err(refused.as_str())),
            (Provider::Anthropic, "", None, Ok(())),
            (Provider::Gemini, "", None, Ok(())),
            (Provider::OpenAi, "", None, Err(untold.as_str())),
        ] {
            let mut settings = Settings { provider, ..Settings::default() };
            settings.change_server(|server| server.model = "m".into());
            settings.choose(control, chosen);
            let found = settings.may_send_image(list).map_err(|reason| Unready::Images(reason).message());
            assert_eq!(found, expected.map_err(str::to_owned), "{provider:?} {chosen} {list:?}");
        }
    }

    #[test]
    fn the_prompt_is_the_example_until_one_is_written() {
        let mut settings = Settings::default();
        let example = Example { prompt: "Theirs".into(), input: String::new() };
        for (typed, own, expected) in
            [("My own", Some("My own"), "My own"), ("Theirs", None, "Theirs"), (" ", None, "Theirs")]
        {
            settings.set_prompt(typed.into(), &example);
            assert_eq!((settings.prompt.as_deref(), settings.prompt(&example)), (own, expected));
        }
    }

    #[test]
    fn the_input_is_the_example_until_one_is_written_or_it_is_emptied() {
        let mut settings = Settings::default();
        let example = Example { prompt: String::new(), input: "Theirs".into() };
        for (typed, expected) in [("My own", Some("My own")), ("Theirs", None), ("", Some(""))] {
            settings.set_input(typed.into(), &example);
            assert_eq!(settings.input.as_deref(), expected);
            assert_eq!(settings.input(&example), typed);
        }
        // Nothing is what was kept before there were examples.
        assert_eq!(Settings::from_json(&settings.to_json()).input, None);
    }

    #[test]
    fn the_schema_is_the_chosen_one_or_the_first() {
        for (id, expected) in [("invoice", BuiltIn::Invoice), ("gone", BuiltIn::WeatherReport)] {
            let settings = Settings { schema: id.into(), ..Settings::default() };
            assert_eq!(settings.schema(), SchemaSource::BuiltIn(expected));
        }
        let mut settings = Settings::default();
        settings.add_own_schema("{}".into(), "");
        let own = settings.own_schemas.last_mut().unwrap();
        (own.component, own.formats) = ("Pet".into(), Formats::Annotate);
        let mut expected =
            SchemaText { text: "{}".into(), component: Some("Pet".into()), formats: Formats::Annotate };
        assert_eq!(settings.schema(), SchemaSource::Own(expected.clone()));
        settings.own_schemas.last_mut().unwrap().component.clear();
        expected.component = None;
        assert_eq!(settings.schema(), SchemaSource::Own(expected));
    }

    #[test]
    fn each_provider_keeps_its_own_server() {
        let mut settings = Settings { provider: Provider::LmStudio, ..Settings::default() };
        settings.change_server(|server| server.model = "a".into());
        settings.provider = Provider::Ollama;
        assert_eq!(settings.server(), Server { base_url: "http://localhost:11434".into(), model: "".into() });
        settings.provider = Provider::LmStudio;
        assert_eq!(
            settings.server(),
            Server { base_url: "http://localhost:1234/v1".into(), model: "a".into() }
        );
    }

    #[test]
    fn a_run_needs_what_its_provider_needs() {
        let mut settings = Settings { provider: Provider::OpenAi, ..Settings::default() };
        let key = Secret::new("k");
        assert_eq!(settings.run_connection(None).unwrap_err(), Unready::Key);
        assert_eq!(settings.run_connection(key.clone()).unwrap_err(), Unready::Model);
        settings.change_server(|server| server.model = "m".into());
        assert!(settings.run_connection(key.clone()).is_ok());
        settings.change_server(|server| server.base_url = "no where".into());
        assert_eq!(settings.run_connection(key).unwrap_err(), Unready::BaseUrl(UrlError::Extra));
        for provider in [Provider::LmStudio, Provider::Browser] {
            settings.provider = provider;
            assert!(settings.run_connection(None).is_ok());
        }
    }

    #[test]
    fn the_dialect_is_that_of_the_server_and_its_model() {
        for (provider, model, format, expected) in [
            (Provider::Simulated, "", Some(Mode::Strict), None),
            (Provider::OpenAi, "m", None, Some(Dialect::OpenAiStrict)),
            (Provider::OpenAi, "m", Some(Mode::Json), None),
            (Provider::Anthropic, "m", Some(Mode::Tool), Some(Dialect::Anthropic)),
            (Provider::DeepSeek, "m", None, None),
            (Provider::DeepSeek, "m", Some(Mode::Tool), Some(Dialect::Generic)),
            (Provider::LmStudio, "Qwen3-4B-MLX-4bit", None, Some(Dialect::LmStudioMlx)),
            (Provider::LmStudio, "qwen3-4b", None, Some(Dialect::LlamaCpp)),
            (Provider::OpenRouter, "anthropic/claude", None, Some(Dialect::Anthropic)),
            (Provider::OpenRouter, "qwen/qwen3", None, Some(Dialect::Generic)),
            (Provider::Groq, "openai/gpt-oss-20b", None, Some(Dialect::OpenAiStrict)),
            (Provider::Custom, "m", None, Some(Dialect::Generic)),
            (Provider::Browser, "", None, Some(Dialect::Vllm)),
        ] {
            let mut settings = Settings { provider, response_format: format, ..Settings::default() };
            settings.change_server(|server| server.model = model.into());
            assert_eq!(settings.dialect(), expected, "{provider:?} {model} {format:?}");
        }
    }

    #[test]
    fn a_run_waits_until_it_is_known_what_the_server_is_given() {
        let (reading, mut lowering) = (reading(Ok(())), Lowering::default());
        let mut settings = Settings { provider: Provider::LmStudio, ..Settings::default() };
        let mode = |settings: &Settings, lowering: &Lowering| {
            settings.run_task(&reading, lowering).map(|task| task.manner.ladder.format().mode())
        };
        assert_eq!(mode(&settings, &lowering), Err(Unready::Reading));
        let source = reading.source().clone();
        lowering.begin(source.clone(), Dialect::LlamaCpp);
        assert_eq!(mode(&settings, &lowering), Err(Unready::Reading));
        let document = r#"{"type": "object"}"#.to_owned();
        lowering.finish(
            &source,
            Dialect::LlamaCpp,
            Ok(Ok(LoweredText { document, ..LoweredText::default() })),
        );
        assert_eq!(mode(&settings, &lowering), Ok(Mode::Strict));
        settings.response_format = Some(Mode::Prompt);
        assert_eq!(mode(&settings, &Lowering::default()), Ok(Mode::Prompt));
    }

    #[test]
    fn what_a_server_does_not_take_is_not_asked_of_it() {
        let manner = |provider, context_length: &str| {
            let (thinking, context_length) = (Thinking::High, context_length.to_owned());
            let settings = Settings { provider, thinking, context_length, ..Settings::default() };
            settings
                .task(&reading(Ok(())))
                .map(|task| (task.manner.thinking, task.manner.context_length))
                .map_err(|unready| unready.message())
        };
        assert_eq!(manner(Provider::Ollama, " 8192"), Ok((Thinking::High, Some(8_192))));
        assert_eq!(manner(Provider::Ollama, ""), Ok((Thinking::High, None)));
        assert_eq!(manner(Provider::OpenAi, "8192"), Ok((Thinking::High, None)));
        assert_eq!(manner(Provider::LmStudio, "much"), Ok((Thinking::ServerDefault, None)));
        let wrong = "Context length must be a whole number from 1, or empty.";
        assert_eq!(manner(Provider::Ollama, "much"), Err(wrong.to_owned()));
    }

    #[test]
    fn settings_survive_being_kept() {
        let mut settings = Settings {
            provider: Provider::LlamaCpp,
            prompt: Some("Mine".into()),
            seed: "7".into(),
            attempts: 5,
            repaired: Repaired::Reject,
            response_format: Some(Mode::Tool),
            thinking: Thinking::High,
            context_length: "8192".into(),
            dollar_budget: String::new(),
            prices: "m 1 2\nn 3 4".into(),
            hopeless: OnHopeless::Stop,
            correcting: Correcting::By(crate::core::agent::Strategy::ALL[3]),
            stream: false,
            theme: Theme::System,
            ..Settings::default()
        };
        settings.change_server(|server| server.model = "m".into());
        settings.add_own_schema("{}".into(), "");
        settings.add_own_schema("{\"type\": \"null\"}".into(), "Nothing");
        let own = settings.own_schema_mut().unwrap();
        (own.component, own.formats) = ("Pet".into(), Formats::Annotate);
        assert_eq!(Settings::from_json(&settings.to_json()), settings);
        assert_eq!(Settings::from_json(&Settings::default().to_json()), Settings::default());
    }

    #[test]
    fn what_was_kept_is_read_as_far_as_it_goes() {
        for (kept, expected) in [
            (json!(null), Settings::default()),
            (json!({"seed": "7", "colour": "red"}), Settings { seed: "7".into(), ..Settings::default() }),
            (
                json!({"seed": 7, "provider": "gone", "attempts": 99}),
                Settings { attempts: 5, ..Settings::default() },
            ),
            (json!({"accept_repaired": "no", "stream": 0}), Settings::default()),
            (json!({"response_format": "yaml", "thinking": "hard"}), Settings::default()),
            (json!({"servers": {"gone": {}, "ollama": {"base_url": 1}}}), Settings::default()),
        ] {
            assert_eq!(Settings::from_json(&kept), expected, "{kept}");
        }
    }

    #[test]
    fn a_link_changes_what_it_names_and_nothing_else() {
        let mut settings = Settings { seed: "7".into(), ..Settings::default() };
        settings = settings.with_parameters(&Parameters::parse("#provider=lm-studio&model=m").unwrap());
        assert_eq!((settings.provider, settings.seed.as_str()), (Provider::LmStudio, "7"));
        assert_eq!(
            settings.server(),
            Server { base_url: "http://localhost:1234/v1".into(), model: "m".into() }
        );
        for (fragment, expected) in [
            ("#provider=ollama&accept_repaired=false", Repaired::Reject),
            ("#provider=ollama", Repaired::Reject),
            ("#provider=ollama&accept_repaired=true", Repaired::Accept),
        ] {
            settings = settings.with_parameters(&Parameters::parse(fragment).unwrap());
            assert_eq!(settings.repaired, expected, "{fragment}");
        }
    }
}
