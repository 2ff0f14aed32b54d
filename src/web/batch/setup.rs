//! A setup of a batch, made ready: its schema is read, its task is known, and so is who is asked.

use crate::core::agent::Task;
use crate::core::batch::Engine;
use crate::core::judge::{Lowering, Reading};
use crate::core::provider::{BaseUrl, Change, Connection, Images, Model, Provider, Secret};
use crate::core::run_file::Served;
use crate::core::settings::{Settings, Unready};
use crate::web::calls::{Backend, Jury};
use crate::web::fetch;
use crate::web::judge::Judge;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashMap;

/// Keys, each behind the origin it belongs to.
pub(super) type Keys = Vec<(String, String)>;

/// What servers have said of whether a model takes images, by where it is and what it is called.
pub(super) type Listed = RefCell<HashMap<(String, String), Option<bool>>>;

/// A setup that runs can be made by.
pub(super) struct Ready {
    pub settings: Settings,
    pub task: Task,
    pub backend: Backend,
    pub jury: Jury,
    pub schema_name: String,
    /// None for the stand-in model.
    pub served: Option<Served>,
    reading: Reading,
    lowering: Lowering,
}

impl Ready {
    /// Makes a setup ready. `keys` stand behind the origins they belong to; there are none where nothing is called.
    ///
    /// # Errors
    /// What is to be done first, in a sentence.
    pub async fn new(settings: Settings, judge: &Judge, keys: Option<&Keys>) -> Result<Self, String> {
        let mut settings = settings;
        // Nobody is there to look at each.
        settings.reviews.review_if(false);
        let mut reading = Reading::default();
        if let Some(source) = reading.begin(settings.schema()) {
            let answer = judge.describe(source.clone()).await;
            reading.finish(&source, answer);
        }
        // What is wrong with the schema is told first.
        settings.task(&reading).map_err(|unready| unready.message())?;
        let mut lowering = Lowering::default();
        if let Some(dialect) = settings.dialect() {
            let source = reading.source().clone();
            lowering.begin(source.clone(), dialect);
            let answer = judge.lower(source.clone(), dialect).await;
            lowering.finish(&source, dialect, answer);
        }
        let task = settings.run_task(&reading, &lowering).map_err(|unready| unready.message())?;
        let (backend, served) = backend(&settings, keys)?;
        let jury = Jury {
            judge: judge.clone(),
            schema: reading.source().clone(),
            critic_model: settings.critic_model(),
            place: None,
        };
        let schema_name = reading.description().label.clone();
        Ok(Self { settings, task, backend, jury, schema_name, served, reading, lowering })
    }

    /// Whether images may be sent by it; the server is asked once, where it may know.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_send_images(&self, known: &Listed) -> Result<(), String> {
        let listed = match self.connection().filter(|_| self.settings.quirks().images == Images::Listed) {
            None => None,
            Some(connection) => {
                let name = (connection.base_url.to_string(), connection.model.clone());
                let told = known.borrow().get(&name).copied();
                match told {
                    Some(told) => told,
                    None => {
                        let models = fetch::models(connection, None).await.unwrap_or_default();
                        let told = Model::takes_images(&models, &connection.model);
                        known.borrow_mut().insert(name, told);
                        told
                    }
                }
            }
        };
        self.settings.may_send_image(listed).map_err(|reason| Unready::Images(reason).message())
    }

    /// Takes what the server has taught, for the runs to come.
    pub fn learn(&mut self, change: Change) {
        self.backend.learn(change);
        if let Backend::Remote(Connection { base_url, model, .. }) = &self.backend {
            self.settings.learn(base_url, model, change);
        }
        if let Ok(task) = self.settings.run_task(&self.reading, &self.lowering) {
            self.task = task;
        }
    }

    /// The server that is called, by its origin; none for the stand-in model.
    pub fn origin(&self) -> Option<&str> {
        match &self.backend {
            Backend::Remote(connection) => Some(connection.base_url.origin().as_str()),
            Backend::Simulated(_) => None,
        }
    }

    /// The connection to the server; none for the stand-in model.
    pub fn connection(&self) -> Option<&Connection> {
        match &self.backend {
            Backend::Remote(connection) => Some(connection),
            Backend::Simulated(_) => None,
        }
    }

    /// The engine that takes its calls by file.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn engine(&self) -> Result<Engine, String> {
        let connection = self.connection().ok_or("The simulated model takes no batch files.")?;
        Engine::of(connection)
    }

    /// Whether whoever answers is on this machine or near it.
    pub fn is_local(&self) -> bool {
        self.connection().is_none_or(|connection| connection.base_url.is_local())
    }

    /// Who is asked, as people read it.
    pub fn model(&self) -> &str {
        match &self.served {
            None => "Simulated",
            Some(Served { provider, model, .. }) if model.is_empty() => provider.preset().name,
            Some(Served { model, .. }) => model,
        }
    }

    /// The settings as they are kept with a batch.
    pub fn kept(&self) -> Value {
        self.settings.to_json()
    }
}

fn backend(settings: &Settings, keys: Option<&Keys>) -> Result<(Backend, Option<Served>), String> {
    if let Some(simulation) = settings.simulation() {
        return Ok((Backend::Simulated(simulation), None));
    }
    if settings.provider == Provider::Browser {
        return Err("The model built into the browser answers in the page only, and in no batch.".to_owned());
    }
    let key = |base_url: &BaseUrl| {
        let Some(keys) = keys else { return Secret::new("…") };
        let key = keys.iter().find(|(origin, _)| origin == base_url.origin().as_str());
        key.and_then(|(_, key)| Secret::new(key))
    };
    let key = settings.base_url().ok().and_then(|base_url| key(&base_url));
    let connection = settings.run_connection(key).map_err(|unready| match unready {
        Unready::Key => format!("{} needs an API key: give it at the left.", settings.preset().name),
        unready => unready.message(),
    })?;
    let served = Served {
        provider: settings.provider,
        base_url: connection.base_url.to_string(),
        model: connection.model.clone(),
    };
    Ok((Backend::Remote(connection), Some(served)))
}
