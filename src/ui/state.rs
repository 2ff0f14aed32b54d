//! The state of the page, and what can be done with it.

use crate::core::agent::{Attempt, AttemptLimit, Ending, Event, Pipeline, Section, Summary};
use crate::core::link::Link;
use crate::core::provider::{Advice, BaseUrl, Delta, Fault, Keys, Preset, Provider, Secret};
use crate::core::schema::{Entry, Schema, catalogue};
use crate::core::settings::{Settings, Unready};
use crate::core::simulate::{Behaviour, SimulatedModel};
use crate::ui::parts::nothing;
use crate::web::driver::{self, Backend, Handle, Shown};
use crate::web::{browser, fetch, storage};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use std::sync::Arc;

/// Everything the views share.
#[derive(Clone, Copy)]
pub struct Page {
    /// What the person has set.
    pub settings: RwSignal<Settings>,
    /// Whether it can be kept for the next visit.
    pub settings_kept: RwSignal<bool>,
    /// Whether the stand-in model is asked; set with the provider.
    pub is_simulated: RwSignal<bool>,
    /// The schemas that can be chosen.
    pub catalogue: StoredValue<Vec<Entry>>,
    /// The chosen one.
    pub schema: Memo<Arc<Schema>>,
    /// What is known of the server's models.
    pub models: RwSignal<Models>,
    /// A link that waits for the person's word.
    pub link: RwSignal<Option<Link>>,
    /// What keeps the last Run from beginning; empty if nothing does.
    pub problem: RwSignal<String>,
    /// The current run.
    pub run: RwSignal<CurrentRun>,
    /// Its attempts, each in its place.
    pub rows: [Row; AttemptLimit::MOST as usize],
    /// What has arrived of the current reply.
    pub arriving: RwSignal<String>,
    /// What the screen reader is told.
    pub announcement: RwSignal<String>,
    keys: RwSignal<Keys>,
    handle: StoredValue<Option<Handle>>,
}

/// What is known of a server's models.
#[derive(Clone, PartialEq)]
pub enum Models {
    /// It was not asked.
    Unknown,
    /// It is asked.
    Asking,
    /// Its answer.
    Listed(Vec<String>),
    /// It gave none, in words a person can act on.
    Failed(Advice),
}

/// The current run, as far as it is not in its attempts.
#[derive(Clone, Default)]
pub struct CurrentRun {
    /// Which it is, so that what belongs to an earlier one is left aside.
    pub number: u32,
    /// Who is asked; none before the first run.
    pub asked: Option<Asked>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// Who is asked in a run.
#[derive(Clone, PartialEq)]
pub enum Asked {
    /// The stand-in model.
    Simulated,
    /// A server.
    Server(&'static Preset, BaseUrl),
}

/// The place of one attempt in the log.
#[derive(Clone, Copy)]
pub struct Row {
    /// Which attempt it is for, from 1.
    pub number: usize,
    /// Whether the attempt was made.
    pub is_there: RwSignal<bool>,
    /// Whether its card is open.
    pub is_open: RwSignal<bool>,
    /// What its card shows.
    pub section: RwSignal<Section>,
    attempt: RwSignal<Option<Attempt>>,
}

impl CurrentRun {
    /// Whether it is under way.
    pub fn is_running(&self) -> bool {
        self.asked.is_some() && self.ending.is_none()
    }
}

impl Row {
    fn new(number: usize) -> Self {
        Self {
            number,
            is_there: RwSignal::new(false),
            is_open: RwSignal::new(true),
            section: RwSignal::new(Section::Parsed),
            attempt: RwSignal::new(None),
        }
    }

    /// What is to be read of the attempt; the usual where there is none any more.
    pub fn with<T: Default>(self, read: impl FnOnce(&Attempt) -> T) -> T {
        self.attempt.with(|attempt| attempt.as_ref().map(read).unwrap_or_default())
    }

    /// What is to be shown of the attempt; nothing where there is none any more.
    pub fn view(self, show: impl FnOnce(&Attempt) -> AnyView) -> AnyView {
        self.attempt.with(|attempt| attempt.as_ref().map(show)).unwrap_or_else(nothing)
    }

    fn clear(self) {
        self.is_there.set(false);
        self.is_open.set(true);
        self.section.set(Section::Parsed);
        self.attempt.set(None);
    }
}

impl Page {
    /// The page as it is opened.
    pub fn new() -> Self {
        let settings = storage::load_settings();
        let is_simulated = RwSignal::new(settings.provider == Provider::Simulated);
        let settings = RwSignal::new(settings);
        let catalogue = StoredValue::new(catalogue());
        let schema = Memo::new(move |_| {
            catalogue.with_value(|catalogue| Arc::new(settings.with(|settings| settings.schema(catalogue))))
        });
        Self {
            settings,
            settings_kept: RwSignal::new(true),
            is_simulated,
            catalogue,
            schema,
            models: RwSignal::new(Models::Unknown),
            link: RwSignal::new(Link::parse(&browser::fragment())),
            problem: RwSignal::new(String::new()),
            run: RwSignal::new(CurrentRun::default()),
            rows: std::array::from_fn(|position| Row::new(position + 1)),
            arriving: RwSignal::new(String::new()),
            announcement: RwSignal::new(String::new()),
            keys: RwSignal::new(Keys::default()),
            handle: StoredValue::new(None),
        }
    }

    /// The attempts of the current run, oldest first.
    fn attempts(self) -> Vec<Attempt> {
        self.rows.into_iter().filter_map(|row| row.attempt.get()).collect()
    }

    /// How the current run stands.
    pub fn pipeline(self) -> Pipeline {
        let attempts = self.attempts();
        self.run.with(|run| Pipeline::new(attempts.last(), run.ending.as_ref()))
    }

    /// The current run in a few words, once it is over.
    pub fn summary(self, ending: &Ending) -> Summary {
        let simulated = self.run.with(|run| run.asked == Some(Asked::Simulated));
        Summary::new(&self.attempts(), ending, simulated)
    }

    /// The answer of a run that ended with one.
    pub fn valid_answer(self) -> Option<Value> {
        match self.run.with(|run| run.ending.clone())? {
            Ending::Valid { .. } => self.attempts().pop()?.judgement?.value().cloned(),
            Ending::Failed { .. } | Ending::Stopped => None,
        }
    }

    /// The words for a fault of the current run.
    pub fn advice(self, fault: &Fault) -> Option<Advice> {
        match self.run.with(|run| run.asked.clone())? {
            Asked::Simulated => None,
            Asked::Server(preset, base_url) => {
                Some(Advice::new(fault, preset, &base_url, &browser::page_origin()))
            }
        }
    }

    /// The key for the server that is set, if there is one.
    pub fn key(self) -> Option<Secret> {
        let base_url = self.settings.with(Settings::base_url).ok()?;
        self.keys.with(|keys| keys.get(base_url.origin()))
    }

    /// Takes a key for the server that is set, and for no other.
    pub fn set_key(self, text: &str) {
        if let Ok(base_url) = self.settings.with_untracked(Settings::base_url) {
            self.keys.update(|keys| keys.set(base_url.origin(), Secret::new(text)));
        }
    }

    /// Chooses a provider and, at the person's word, asks it for its models.
    pub fn choose_provider(self, provider: Provider) {
        self.problem.set(String::new());
        self.settings.update(|settings| settings.provider = provider);
        self.is_simulated.set(provider == Provider::Simulated);
        self.list_models();
    }

    /// Takes the address of the provider's server.
    pub fn set_base_url(self, text: String) {
        self.settings.update(|settings| settings.change_server(|server| server.base_url = text));
    }

    /// Takes the name of the model.
    pub fn set_model(self, name: String) {
        self.settings.update(|settings| settings.change_server(|server| server.model = name));
    }

    /// Asks the server for its models if that was not done yet.
    pub fn list_models_once(self) {
        if self.models.with_untracked(|models| *models == Models::Unknown) {
            self.list_models();
        }
    }

    /// Asks the server that is set for its models, unless something is to be set first.
    pub fn list_models(self) {
        let settings = self.settings.get_untracked();
        self.models.set(Models::Unknown);
        if settings.provider == Provider::Simulated {
            return;
        }
        let Ok(connection) = settings.connection(untrack(|| self.key())) else { return };
        self.models.set(Models::Asking);
        spawn_local(async move {
            let answer = fetch::models(&connection).await;
            // The person may have gone on to another server meanwhile.
            let current = self.settings.with_untracked(Settings::base_url);
            if current.as_ref() != Ok(&connection.base_url) {
                return;
            }
            if let Some(first) = answer.as_ref().ok().and_then(|names| names.first()) {
                self.settings.update(|settings| settings.suggest_model(first));
            }
            self.models.set(match answer {
                Ok(names) => Models::Listed(names),
                Err(fault) => Models::Failed(Advice::new(
                    &fault,
                    connection.preset,
                    &connection.base_url,
                    &browser::page_origin(),
                )),
            });
        });
    }

    /// Follows the link the page was opened with.
    pub fn follow_link(self) {
        if let Some(link) = self.link.get_untracked() {
            self.settings.update(|settings| settings.follow(&link));
            self.drop_link();
            self.choose_provider(link.provider);
        }
    }

    /// Leaves the link the page was opened with aside.
    pub fn drop_link(self) {
        self.link.set(None);
        browser::clear_fragment();
    }

    /// Begins a run, unless one is under way or something is to be set first.
    pub fn start(self) {
        if self.run.with_untracked(CurrentRun::is_running) {
            return;
        }
        if let Err(unready) = self.try_start() {
            self.problem.set(unready.message());
        }
    }

    fn try_start(self) -> Result<(), Unready> {
        let settings = self.settings.get_untracked();
        let task = settings.task(self.schema.get_untracked())?;
        let (backend, asked) = if settings.provider == Provider::Simulated {
            let behaviour = Behaviour::from_model_name(&settings.server().model);
            (Backend::Simulated(SimulatedModel::new(task.schema.clone(), behaviour)), Asked::Simulated)
        } else {
            let connection = settings.run_connection(untrack(|| self.key()))?;
            let asked = Asked::Server(connection.preset, connection.base_url.clone());
            (Backend::Remote(connection), asked)
        };
        self.clear();
        self.run.update(|run| run.asked = Some(asked));
        let number = self.run.with_untracked(|run| run.number);
        let handle = driver::drive(task, backend, Box::new(move |shown| self.show(number, shown)));
        self.handle.set_value(Some(handle));
        Ok(())
    }

    /// Ends the run that is under way.
    pub fn stop(self) {
        self.handle.with_value(|handle| {
            if let Some(handle) = handle {
                handle.stop();
            }
        });
    }

    /// Ends the run that is under way and clears the results.
    pub fn reset(self) {
        self.stop();
        self.clear();
        self.announcement.set("Results cleared".to_owned());
    }

    fn clear(self) {
        self.run.update(|run| *run = CurrentRun { number: run.number + 1, ..CurrentRun::default() });
        self.problem.set(String::new());
        self.arriving.set(String::new());
        self.rows.into_iter().for_each(Row::clear);
    }

    fn show(self, number: u32, shown: Shown) {
        if self.run.with_untracked(|run| run.number) != number {
            return;
        }
        match shown {
            Shown::Event(Event::Delta(Delta::Text(text) | Delta::Reasoning(text))) => {
                self.arriving.update(|arriving| arriving.push_str(&text));
            }
            Shown::Event(Event::Attempt(attempt)) => self.show_attempt(*attempt),
            Shown::Ended(ending) => {
                self.announcement.set(ending.headline());
                self.run.update(|run| run.ending = Some(ending));
            }
        }
    }

    fn show_attempt(self, attempt: Attempt) {
        self.announcement.set(attempt.announcement());
        self.arriving.set(String::new());
        let position = attempt.number.saturating_sub(1);
        let Some(row) = self.rows.get(position) else { return };
        row.attempt.set(Some(attempt));
        if !row.is_there.get_untracked() {
            row.is_there.set(true);
            // The newest card is open, and so is the failure it follows; earlier ones fold.
            if let Some(earlier) = position.checked_sub(2).and_then(|position| self.rows.get(position)) {
                earlier.is_open.set(false);
            }
        }
    }
}
