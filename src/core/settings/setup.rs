//! A setup: what shapes a run and can be handed on. Of the settings it leaves out what is one person's own: the
//! look of the page, prices, other schemas, other servers. Never a key.
//!
//! A setup is whole: what it does not name is as usual. So the same setup is the same run for everybody.

use super::{OwnSchema, Server, Settings};
use crate::core::counted::counted;
use crate::core::judge::SchemaSource;
use crate::core::provider::{BaseUrl, Mode, Provider};
use crate::core::schema::BuiltIn;
use crate::core::validate::Formats;
use serde_json::{Map, Value};

/// What a setup would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupChange {
    /// What the page calls it.
    pub label: String,
    /// What is set, in words.
    pub from: String,
    /// What would be set, in words.
    pub to: String,
}

/// A setting that a setup carries.
struct Carried {
    /// What setups call it.
    name: &'static str,
    /// What the page calls it.
    label: &'static str,
    /// What it means where it is empty.
    empty: &'static str,
}

const fn carried(name: &'static str, label: &'static str, empty: &'static str) -> Carried {
    Carried { name, label, empty }
}

const NONE: &str = "none";
const SERVER_DEFAULT: &str = "server default";
const AS_KNOWN: &str = "as known";
const BY_THE_PAGE: &str = "as the page brings it";

/// What a setup carries, in the order in which its changes are told: first where everything would go.
const CARRIED: [Carried; 33] = [
    carried("provider", "Provider", NONE),
    carried("base_url", "Base URL", NONE),
    carried("model", "Model", NONE),
    carried("asking", "How this server is asked", AS_KNOWN),
    carried("response_format", "Response format", NONE),
    carried("thinking", "Thinking", SERVER_DEFAULT),
    carried("context_length", "Context length", SERVER_DEFAULT),
    carried("schema", "Schema", NONE),
    carried("prompt", "Prompt", NONE),
    carried("input", "Input", NONE),
    carried("system", "System prompt", NONE),
    carried("system_template", "System template", BY_THE_PAGE),
    carried("correction_template", "Correction template", BY_THE_PAGE),
    carried("nudge_template", "Reminder template", BY_THE_PAGE),
    carried("attempts", "Max attempts", NONE),
    carried("corrections", "Corrections", NONE),
    carried("accept_repaired", "Accept repaired JSON", NONE),
    carried("stream", "Stream the reply", NONE),
    carried("stop_hopeless", "Stop replies that cannot become valid", NONE),
    carried("temperature", "Temperature", SERVER_DEFAULT),
    carried("token_limit", "Token limit", NONE),
    carried("seed", "Seed", NONE),
    carried("silence_seconds", "Time limit (s)", NONE),
    carried("token_budget", "Token budget", NONE),
    carried("dollar_budget", "Dollar budget", NONE),
    carried("time_budget", "Time budget (s)", NONE),
    carried("review_corrections", "Review corrections before they are sent", NONE),
    carried("critique", "Critique valid answers", NONE),
    carried("criteria", "What the critique looks for", NONE),
    carried("critic_model", "Critic", "the model that answers"),
    carried("opinion", "Ask the model to review it", NONE),
    carried("fault_rate", "Fault rate", NONE),
    carried("speed", "Speed", NONE),
];

/// What stands for a prompt or an input that nobody has written.
const EXAMPLE: &str = "the schema's example";

/// How much of a text is told of a change.
const TOLD_CHARACTERS: usize = 200;

impl Settings {
    /// The setup that is set: an object. The input goes along only if that is wanted.
    pub fn setup(&self, with_input: bool) -> Value {
        let mut kept = self.to_json();
        let Server { base_url, model } = self.server();
        let mut setup = Map::new();
        for Carried { name, .. } in &CARRIED {
            let value = match *name {
                "base_url" => base_url.as_str().into(),
                "model" => model.as_str().into(),
                "asking" => self.asking_to_json(),
                "schema" => self.schema_to_json(),
                "input" if !with_input => continue,
                name => kept.get_mut(name).map(Value::take).unwrap_or_default(),
            };
            setup.insert((*name).to_owned(), value);
        }
        setup.into()
    }

    /// These settings with a setup in place of their own, as far as it can be read. A schema of one's own that is
    /// there already, word for word, is chosen.
    #[must_use]
    pub fn with_setup(&self, setup: &Value) -> Self {
        let text = |name: &str| setup.get(name).and_then(Value::as_str).map(str::to_owned);
        let mut settings = Self {
            servers: self.servers.clone(),
            changes: self.changes.clone(),
            learned: self.learned.clone(),
            own_schemas: self.own_schemas.clone(),
            prices: self.prices.clone(),
            theme: self.theme,
            input: text("input"),
            ..Self::from_json(setup)
        };
        let usual = settings.preset().base_url;
        let base_url = text("base_url").unwrap_or_else(|| usual.to_owned());
        let model = text("model").unwrap_or_default();
        settings.change_server(|server| *server = Server { base_url, model });
        settings.take_asking(setup.get("asking"));
        settings.take_schema(setup.get("schema"));
        settings
    }

    /// What a setup would change, in the words of the page.
    pub fn changes_by(&self, setup: &Value) -> Vec<SetupChange> {
        self.changes_to(&self.with_setup(setup))
    }

    /// What other settings would change of the setup, in the words of the page.
    pub fn changes_to(&self, other: &Self) -> Vec<SetupChange> {
        let [before, after] = [self.setup(true), other.setup(true)];
        let change = |carried: &Carried| {
            let words = |settings: &Self, setup: &Value| carried.words(settings, setup.get(carried.name));
            let [from, to] = [words(self, &before), words(other, &after)];
            (before.get(carried.name) != after.get(carried.name)).then_some(SetupChange {
                label: carried.label.to_owned(),
                from,
                to,
            })
        };
        CARRIED.iter().filter_map(change).collect()
    }

    /// These settings before a setup was used, which has made them what `used` is. What was changed since and is in
    /// no setup stays.
    #[must_use]
    pub fn back_to(mut self, before: Self, used: &Self) -> Self {
        let was_there = |own: &OwnSchema| before.own_schemas.iter().any(|known| known.id == own.id);
        self.own_schemas.retain(|own| was_there(own) || !used.own_schemas.contains(own));
        let Self { own_schemas, learned, prices, theme, .. } = self;
        Self { own_schemas, learned, prices, theme, ..before }
    }

    /// Who would be asked, and where, in a few words: `OpenAI at https://api.openai.com/v1`. Look-alikes show: the
    /// address is written as browsers write it, and one that is not the provider's own is called that.
    pub fn target(&self) -> String {
        let preset = self.preset();
        match (self.provider, self.base_url()) {
            (Provider::Browser, _) => "the model built into this browser".to_owned(),
            (Provider::Simulated, _) => "the simulated model, which is in the page".to_owned(),
            (_, Err(_)) => format!("{}, without an address", preset.name),
            (_, Ok(base_url)) => {
                let is_its_own = |usual: &BaseUrl| usual.origin() == base_url.origin();
                let is_strange =
                    preset.is_hosted() && !BaseUrl::parse(preset.base_url).as_ref().is_ok_and(is_its_own);
                let name = preset.name;
                let remark = if is_strange { format!(", not {name}'s own address") } else { String::new() };
                format!("{name} at {base_url}{remark}")
            }
        }
    }

    /// The id of a built-in schema, or all there is of one's own.
    fn schema_to_json(&self) -> Value {
        let mut schema = match (self.own_schema(), self.schema()) {
            (Some(own), _) => own.to_json(),
            (None, SchemaSource::BuiltIn(built_in)) => return built_in.id().into(),
            (None, SchemaSource::Own(_)) => return Value::Null,
        };
        if let Some(schema) = schema.as_object_mut() {
            // What it is chosen by is the business of these settings alone.
            schema.shift_remove("id");
        }
        schema
    }

    fn take_schema(&mut self, schema: Option<&Value>) {
        let built_in = schema.and_then(Value::as_str).and_then(BuiltIn::from_id).unwrap_or_default();
        match schema {
            Some(schema @ Value::Object(_)) => self.take_own_schema(OwnSchema::from_json(schema)),
            Some(_) | None => self.schema = built_in.id().to_owned(),
        }
    }
}

impl Carried {
    /// What a setting is, in words.
    fn words(&self, settings: &Settings, value: Option<&Value>) -> String {
        let words = match value {
            None | Some(Value::Null) => EXAMPLE.to_owned(),
            Some(Value::Bool(is_on)) => if *is_on { "on" } else { "off" }.to_owned(),
            Some(Value::Number(number)) if self.name == "fault_rate" => format!("{number} %"),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Array(_)) => settings.changed_words().join(", "),
            Some(Value::Object(own)) => {
                let text = |name: &str| own.get(name).and_then(Value::as_str).unwrap_or_default();
                let [name, component] = [text("name"), text("component")];
                let [open, close] = if component.is_empty() { ["", ""] } else { [" (", ")"] };
                let size = counted(text("text").chars().count(), "character");
                let is_checked = Formats::from_name(text("formats")) != Some(Formats::Annotate);
                let formats = if is_checked { "" } else { ", formats not checked" };
                format!("{name}{open}{component}{close}, {size}{formats}")
            }
            Some(Value::String(text)) => self.words_of_text(settings, text).to_owned(),
        };
        if words.is_empty() { self.empty.to_owned() } else { clipped(words) }
    }

    fn words_of_text<'t>(&self, settings: &Settings, text: &'t str) -> &'t str {
        match self.name {
            "provider" => settings.preset().name,
            "response_format" => Mode::from_name(text).map_or(text, |mode| mode.words()),
            "schema" => BuiltIn::from_id(text).map_or(text, |built_in| built_in.label()),
            _ => text,
        }
    }
}

/// The beginning of a long text, and how long it is.
fn clipped(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(TOLD_CHARACTERS) {
        let size = counted(text.chars().count(), "character");
        text.truncate(end);
        text = format!("{text}… ({size})");
    }
    text
}

#[cfg(test)]
mod tests;
