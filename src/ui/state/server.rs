//! Who is asked: keys, models, the test of the connection, and what is learned of a server.

use super::{Asked, State};
use crate::core::judge::{Advice, AdvisedPlace};
use crate::core::provider::{BaseUrl, Change, Connection, Keys, LocalServer, Model, Provider, Secret};
use crate::core::settings::{Settings, Unready};
use crate::web::fetch::AbortOnDrop;
use crate::web::{browser, built_in, fetch, probe, storage, task};
use leptos::prelude::*;

/// What is known of a server's models.
#[derive(Clone, PartialEq)]
pub enum Models {
    /// It was not asked.
    Unknown,
    /// It is asked.
    Asking,
    /// Its answer.
    Listed(Vec<Model>),
    /// It gave none, in words a person can act on.
    Failed(Advice),
}

/// What came of a test of the connection.
pub enum Test {
    /// There was none.
    Unknown,
    /// It is under way: its number, which tells it apart from others, and its requests.
    UnderWay(u64, #[expect(dead_code, reason = "they are held for their drop")] AbortOnDrop),
    /// This model answered; the name is empty where the server has only one.
    Answered(String),
    /// No call is answered, in words a person can act on.
    Failed(Advice),
}

/// The search for servers on this machine.
#[derive(Clone, PartialEq)]
pub enum LocalSearch {
    /// There was none.
    Unknown,
    /// It is under way.
    UnderWay,
    /// What answered.
    Over(Vec<LocalServer>),
}

impl State {
    /// Asks the browser whether it has a model of its own.
    pub(super) fn look_for_built_in(&'static self) {
        task::spawn(async move {
            let is_there = built_in::is_there().await;
            self.has_built_in.set(Some(is_there));
            if is_there {
                self.list_built_in();
            }
        });
    }

    /// Has the browser's model be among the providers: once, for that builds their list anew.
    fn list_built_in(&self) {
        if !self.is_built_in_listed.get_untracked() {
            self.is_built_in_listed.set(true);
        }
    }

    /// The key for the server that is set, if there is one.
    pub fn key(&self) -> Option<Secret> {
        let base_url = self.settings.with(Settings::base_url).ok()?;
        self.keys.with(|keys| keys.get(base_url.origin()))
    }

    /// Takes a key for the server that is set, and for no other.
    pub fn set_key(&self, text: &str) {
        if let Ok(base_url) = self.settings.with_untracked(Settings::base_url) {
            self.keys.update(|keys| keys.set(base_url.origin(), Secret::new(text)));
            self.remember_key(self.keys.with_untracked(|keys| keys.is_remembered(base_url.origin())));
        }
    }

    /// Whether the key for the server that is set is remembered.
    pub fn is_key_remembered(&self) -> bool {
        let base_url = self.settings.with(Settings::base_url);
        base_url.is_ok_and(|base_url| self.keys.with(|keys| keys.is_remembered(base_url.origin())))
    }

    /// Keeps the key for the server that is set on this computer, or only in memory.
    pub fn remember_key(&self, is_remembered: bool) {
        let Ok(base_url) = self.settings.with_untracked(Settings::base_url) else { return };
        let origin = base_url.origin();
        let key = self.keys.with_untracked(|keys| keys.get(origin));
        let is_kept = match key.filter(|_| is_remembered) {
            Some(key) => {
                let is_kept = storage::save_key(origin, &key);
                self.settings_kept.set(is_kept);
                is_kept
            }
            None => {
                storage::forget_key(origin);
                false
            }
        };
        self.keys.update(|keys| keys.remember(origin, is_kept));
    }

    /// Whether there is any key, for whatever server.
    pub fn has_keys(&self) -> bool {
        self.keys.with(|keys| !keys.is_empty())
    }

    /// Forgets every key, in memory and on this computer.
    pub fn forget_keys(&self) {
        self.keys.set(Keys::default());
        storage::forget_keys();
        self.announcement.set("Every key is forgotten".to_owned());
    }

    /// Looks for servers at this machine's usual addresses.
    pub fn find_local(&'static self) {
        self.local.set(LocalSearch::UnderWay);
        task::spawn(async move {
            let key = |base_url: &BaseUrl| self.keys.with_untracked(|keys| keys.get(base_url.origin()));
            let found = probe::find_local(key).await;
            self.announcement.set(format!("Local servers found: {}", found.len()));
            self.local.set(LocalSearch::Over(found));
        });
    }

    /// Takes a server that was found: provider, address and model.
    pub fn choose_local(&'static self, server: &LocalServer) {
        self.settings.update(|settings| {
            settings.provider = server.provider;
            settings.change_server(|set| {
                set.base_url = server.base_url.to_string();
                set.model.clone_from(&server.model);
            });
        });
        self.choose_provider(server.provider);
    }

    /// Tests the connection with a call of its own, unless something is to be set first.
    pub fn test_connection(&'static self) {
        let settings = self.settings.get_untracked();
        self.problem.set(String::new());
        let connection = match settings.run_connection(untrack(|| self.key())) {
            Ok(connection) => connection,
            // The list of models may tell one.
            Err(Unready::Model) => match settings.connection(untrack(|| self.key())) {
                Ok(connection) => connection,
                Err(unready) => return self.problem.set(unready.message()),
            },
            Err(unready) => return self.problem.set(unready.message()),
        };
        let silence = match settings.silence() {
            Ok(silence) => silence,
            Err(unready) => return self.problem.set(unready.message()),
        };
        let in_flight = AbortOnDrop::new();
        let signal = in_flight.signal();
        let number = browser::random_number();
        self.models.set(Models::Unknown);
        self.test.set(Test::UnderWay(number, in_flight));
        task::spawn(async move {
            let trial = probe::test(connection.clone(), silence, signal).await;
            // The person may have stopped it, or gone on to another server, meanwhile.
            let is_awaited = || {
                let is_current = |test: &_| matches!(test, Test::UnderWay(current, _) if *current == number);
                self.test.with_untracked(is_current) && self.is_set(&connection)
            };
            if !is_awaited() {
                return;
            }
            if let Some(models) = trial.models {
                self.take_models(models);
            }
            let test = match trial.verdict {
                Some(Ok(())) => Test::Answered(trial.model),
                Some(Err(fault)) => match self.advise(AdvisedPlace::Test, &fault, &connection).await {
                    Some(advice) if is_awaited() => Test::Failed(advice),
                    Some(_) | None => return,
                },
                None => Test::Failed(Advice::on_silence(silence)),
            };
            self.announcement.set(match &test {
                Test::Failed(advice) => advice.title.clone(),
                Test::Unknown | Test::UnderWay(..) | Test::Answered(_) => "The connection works".to_owned(),
            });
            self.test.set(test);
        });
    }

    /// Ends the test of the connection that is under way, and its requests.
    pub fn stop_test(&self) {
        self.test.set(Test::Unknown);
    }

    /// Leaves how the server is asked to what is known of it.
    pub fn reset_asking(&self) {
        self.settings.update(Settings::reset_asking);
        self.announcement.set("The server is asked as it is known".to_owned());
    }

    /// Keeps what the server that is asked has taught, as long as the page is open.
    pub(super) fn learn(&self, change: Change) {
        if let Some(Asked::Server(Connection { base_url, model, .. })) =
            self.run.with_untracked(|run| run.asked.clone())
        {
            self.settings.update(|settings| settings.learn(&base_url, &model, change));
        }
    }

    /// Whether this is still the server that is set.
    fn is_set(&self, connection: &Connection) -> bool {
        self.settings.with_untracked(Settings::base_url).as_ref() == Ok(&connection.base_url)
    }

    fn take_models(&self, models: Vec<Model>) {
        if let Some(first) = models.first() {
            self.settings.update(|settings| settings.suggest_model(&first.id));
        }
        self.models.set(Models::Listed(models));
    }

    /// Chooses a provider and, at the person's word, asks it for its models.
    pub fn choose_provider(&'static self, provider: Provider) {
        self.problem.set(String::new());
        if provider == Provider::Browser {
            self.list_built_in();
        }
        self.settings.update(|settings| settings.provider = provider);
        self.provider.set(provider);
        self.list_models();
    }

    /// Takes the address of the provider's server.
    pub fn set_base_url(&self, text: String) {
        self.settings.update(|settings| settings.change_server(|server| server.base_url = text));
    }

    /// Takes the name of the model.
    pub fn set_model(&self, name: String) {
        self.settings.update(|settings| settings.change_server(|server| server.model = name));
    }

    /// Asks the server for its models if that was not done yet.
    pub fn list_models_once(&'static self) {
        if self.models.with_untracked(|models| *models == Models::Unknown) {
            self.list_models();
        }
    }

    /// Asks the server that is set for its models, unless something is to be set first.
    pub fn list_models(&'static self) {
        let settings = self.settings.get_untracked();
        self.models.set(Models::Unknown);
        self.stop_test();
        if settings.provider == Provider::Simulated {
            return self.begin_if_awaited();
        }
        let Ok(connection) = settings.connection(untrack(|| self.key())) else {
            return self.begin_if_awaited();
        };
        self.models.set(Models::Asking);
        self.models_for.set(connection.model.clone());
        task::spawn(async move {
            let answer = fetch::models(&connection, None).await;
            // The person may have gone on to another server, or to its test, meanwhile.
            let is_awaited =
                || self.is_set(&connection) && self.models.with_untracked(|models| *models == Models::Asking);
            if !is_awaited() {
                return;
            }
            match answer {
                Ok(models) => self.take_models(models),
                Err(fault) => match self.advise(AdvisedPlace::Models, &fault, &connection).await {
                    Some(advice) if is_awaited() => self.models.set(Models::Failed(advice)),
                    Some(_) | None => return,
                },
            }
            self.begin_if_awaited();
        });
    }
}
