//! The state of the page, and what can be done with it.

use super::live::Live;
use super::parts::{ListState, nothing};
use crate::core::agent::{
    Arrived, Arriving, Attempt, AttemptLimit, Ending, Event, Phase, Pipeline, Preview, Section, Summary,
    Task, opening, title,
};
use crate::core::json_text::JsonText;
use crate::core::judge::{
    Case, Difference, Growth, Judgement, Kind, Limits, Lowering, Progress, Reading, Repaired, Undecided,
};
use crate::core::link::Link;
use crate::core::provider::{
    Advice, BaseUrl, Call, Change, Connection, Fault, Keys, LocalServer, Model, Provider, Sampling, Secret,
};
use crate::core::schema::Example;
use crate::core::settings::{OwnSchema, Settings, Unready};
use crate::core::simulate::Behaviour;
use crate::web::driver::{self, Backend, Handle, Jury, Shown};
use crate::web::fetch::AbortOnDrop;
use crate::web::judge::Judge;
use crate::web::{browser, built_in, clock, fetch, frame, probe, storage, task};
use leptos::prelude::*;
use std::sync::Arc;

/// The state, as it is handed around: there is one, as long as the page is open.
pub type Page = &'static State;

/// Everything the views share.
pub struct State {
    /// What the person has set.
    pub settings: Live<Settings>,
    /// Whether it can be kept for the next visit.
    pub settings_kept: Live<bool>,
    /// Who is asked; set with the settings.
    pub provider: Live<Provider>,
    /// Whether the browser has a model of its own; none until that is known.
    pub has_built_in: Live<Option<bool>>,
    /// Whether that model is among the providers: it is there, or it is chosen all the same.
    pub is_built_in_listed: Live<bool>,
    /// Whether the chosen one is the person's own; set with the settings.
    pub is_own_schema: Live<bool>,
    /// The chosen one, as far as it was read; set with the settings.
    pub schema: Live<Reading>,
    /// What a server is given of it, as far as that was asked.
    pub lowering: Live<Lowering>,
    /// Whether the person looks at what the next run would send.
    pub is_previewed: Live<bool>,
    /// What came of the last examples.
    pub inference: Live<Inference>,
    /// An answer that the schema is tried on.
    pub trial: Live<Trial>,
    /// What is known of the server's models.
    pub models: Live<Models>,
    /// How their list stands under its field.
    pub model_list: ListState,
    /// What came of the last test of the connection.
    pub test: Live<Test>,
    /// What was found on this machine.
    pub local: Live<LocalSearch>,
    /// A link that waits for the person's word.
    pub link: Live<Option<Link>>,
    /// What keeps the last Run from beginning; empty if nothing does.
    pub problem: Live<String>,
    /// The current run.
    pub run: Live<CurrentRun>,
    /// Its attempts, each in its place.
    pub rows: [Row; AttemptLimit::MOST as usize],
    /// What is in the current reply so far.
    pub growth: Live<Growth>,
    /// What is to be seen of the reply on its way; set once a frame.
    pub arrived: Live<Arrived>,
    /// What the screen reader is told.
    pub announcement: Live<String>,
    /// The reply on its way. No view follows it: it changes far more often than anything is drawn.
    arriving: Live<Arriving>,
    /// Whether what arrived since the last frame waits for the next one.
    is_frame_awaited: Live<bool>,
    judge: Judge,
    keys: Live<Keys>,
    handle: Live<Option<Handle>>,
}

/// What came of examples in the field of the person's own schema.
#[derive(Default)]
pub struct Inference {
    /// Those whose schema took their place; empty if there are none.
    pub examples: String,
    /// Why there is no schema; empty if there is one.
    pub problem: String,
}

/// An answer that the schema is tried on.
#[derive(Default)]
pub struct Trial {
    /// As typed or made up.
    pub text: String,
    /// What it is worth, or why that is not known; nothing while there is no answer or no schema.
    pub verdict: Option<Result<Judgement, String>>,
    /// How many were made up.
    made_up: u64,
}

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

/// The current run, as far as it is not in its attempts.
#[derive(Clone, Default)]
pub struct CurrentRun {
    /// Which it is, so that what belongs to an earlier one is left aside.
    pub number: u32,
    /// Whether it begins as soon as the schema was read.
    pub is_awaited: bool,
    /// Who is asked; none before the first run.
    pub asked: Option<Asked>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// Who is asked in a run.
#[derive(Clone)]
pub enum Asked {
    /// The stand-in model.
    Simulated,
    /// A server.
    Server(Connection),
}

/// The place of one attempt in the log.
pub struct Row {
    /// Which attempt it is for, from 1.
    pub number: usize,
    /// Whether the attempt was made.
    pub is_there: Live<bool>,
    /// Whether its card is open.
    pub is_open: Live<bool>,
    /// What its card shows.
    pub section: Live<Section>,
    attempt: Live<Option<Arc<Attempt>>>,
}

impl CurrentRun {
    /// Whether it is under way.
    pub fn is_running(&self) -> bool {
        self.is_awaited || self.asked.is_some() && self.ending.is_none()
    }
}

impl Row {
    fn new(number: usize) -> Self {
        Self {
            number,
            is_there: Live::new(false),
            is_open: Live::new(true),
            section: Live::new(Section::Parsed),
            attempt: Live::new(None),
        }
    }

    /// What is to be read of the attempt; the usual where there is none any more.
    pub fn with<T: Default>(&self, read: impl FnOnce(&Attempt) -> T) -> T {
        self.attempt.with(|attempt| attempt.as_deref().map(read).unwrap_or_default())
    }

    /// What is to be shown of the attempt; nothing where there is none any more.
    pub fn view(&self, show: impl FnOnce(&Attempt) -> AnyView) -> AnyView {
        self.attempt.with(|attempt| attempt.as_deref().map(show)).unwrap_or_else(nothing)
    }

    fn clear(&self) {
        self.is_there.set(false);
        self.is_open.set(true);
        self.section.set(Section::Parsed);
        self.attempt.set(None);
    }
}

/// The words for a fault of a call from this page.
fn advice(fault: &Fault, connection: &Connection) -> Advice {
    Advice::new(fault, connection, &browser::page_origin())
}

/// The state of the page as it is opened.
pub fn open() -> Page {
    let settings = storage::load_settings();
    let state = State {
        settings_kept: Live::new(true),
        provider: Live::new(settings.provider),
        has_built_in: Live::new(None),
        is_built_in_listed: Live::new(settings.provider == Provider::Browser),
        is_own_schema: Live::new(settings.is_own_schema()),
        schema: Live::default(),
        settings: Live::new(settings),
        lowering: Live::default(),
        is_previewed: Live::new(false),
        inference: Live::default(),
        trial: Live::default(),
        models: Live::new(Models::Unknown),
        model_list: ListState::default(),
        test: Live::new(Test::Unknown),
        local: Live::new(LocalSearch::Unknown),
        link: Live::new(Link::parse(&browser::fragment())),
        problem: Live::default(),
        run: Live::default(),
        rows: std::array::from_fn(|position| Row::new(position + 1)),
        growth: Live::default(),
        arrived: Live::default(),
        announcement: Live::default(),
        arriving: Live::default(),
        is_frame_awaited: Live::default(),
        judge: Judge::new(browser::judge_script(), Limits::default()),
        keys: Live::new(storage::load_keys()),
        handle: Live::default(),
    };
    let page: Page = Box::leak(Box::new(state));
    page.read_schema();
    page.look_for_built_in();
    page
}

impl State {
    /// Asks the browser whether it has a model of its own.
    fn look_for_built_in(&'static self) {
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

    /// The attempts of the current run, oldest first.
    fn attempts(&self) -> Vec<Arc<Attempt>> {
        self.rows.iter().filter_map(|row| row.attempt.get()).collect()
    }

    /// The title of the window.
    pub fn title(&self) -> String {
        let last = self.rows.iter().rev().find(|row| row.is_there.get());
        let title = |attempt: Option<&Attempt>| self.run.with(|run| title(attempt, run.ending.as_ref()));
        last.map_or_else(|| title(None), |row| row.attempt.with(|attempt| title(attempt.as_deref())))
    }

    /// How the current run stands.
    pub fn pipeline(&self) -> Pipeline {
        let attempts = self.attempts();
        self.run.with(|run| Pipeline::new(attempts.last().map(Arc::as_ref), run.ending.as_ref()))
    }

    /// The current run in a few words, once it is over.
    pub fn summary(&self, ending: &Ending) -> Summary {
        let simulated = self.run.with(|run| matches!(run.asked, Some(Asked::Simulated)));
        Summary::new(&self.attempts(), ending, simulated)
    }

    /// The answer of a run that ended with one.
    pub fn valid_answer(&self) -> Option<JsonText> {
        match self.run.with(|run| run.ending.clone())? {
            Ending::Valid { .. } => self.attempts().pop()?.judgement.as_ref()?.value().cloned(),
            Ending::Failed { .. } | Ending::OverBudget { .. } | Ending::Stopped => None,
        }
    }

    /// The words for a fault of the current run.
    pub fn advice(&self, fault: &Fault) -> Option<Advice> {
        match self.run.with(|run| run.asked.clone())? {
            Asked::Simulated => None,
            Asked::Server(connection) => Some(advice(fault, &connection)),
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
            let is_awaited = self
                .test
                .with_untracked(|test| matches!(test, Test::UnderWay(current, _) if *current == number));
            if !is_awaited || !self.is_set(&connection) {
                return;
            }
            if let Some(models) = trial.models {
                self.take_models(models);
            }
            let test = match trial.verdict {
                Some(Ok(())) => Test::Answered(trial.model),
                Some(Err(fault)) => Test::Failed(advice(&fault, &connection)),
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
    fn learn(&self, change: Change) {
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

    /// Chooses a schema by its id.
    pub fn choose_schema(&'static self, id: String) {
        self.problem.set(String::new());
        self.settings.update(|settings| settings.schema = id);
        let is_own = self.settings.with_untracked(Settings::is_own_schema);
        if is_own {
            // What another schema amounts to must not stand for one that cannot be read.
            self.schema.update(Reading::forget);
        }
        self.is_own_schema.set(is_own);
        self.read_schema();
    }

    /// Changes the person's own schema, or how it is read.
    pub fn change_own_schema(&'static self, change: impl FnOnce(&mut OwnSchema)) {
        self.problem.set(String::new());
        self.inference.update(|inference| inference.problem.clear());
        self.settings.update(|settings| change(&mut settings.own_schema));
        self.read_schema();
    }

    /// Has the judge make a schema of the examples that stand where the person's own schema belongs.
    pub fn infer_schema(&'static self) {
        let text = || self.settings.with_untracked(|settings| settings.own_schema.text.clone());
        let examples = text();
        task::spawn(async move {
            let answer = self.judge.infer(examples.clone()).await;
            // The person may have gone on meanwhile.
            if text() != examples {
                return;
            }
            let problem = match answer {
                Ok(Ok(schema)) => {
                    self.change_own_schema(|own| own.text = schema);
                    self.announcement.set("The schema was made".to_owned());
                    return self.inference.update(|inference| inference.examples = examples);
                }
                Ok(Err(problem)) => problem,
                Err(undecided) => Unready::Judge(undecided).message(),
            };
            self.inference.update(|inference| inference.problem = problem);
        });
    }

    /// Puts the examples back where their schema stands.
    pub fn restore_examples(&'static self) {
        let mut examples = String::new();
        self.inference.update(|inference| examples = std::mem::take(&mut inference.examples));
        self.change_own_schema(|own| own.text = examples);
    }

    /// Takes an answer to try the schema on.
    pub fn try_answer(&'static self, text: String) {
        self.trial.update(|trial| trial.text = text);
        self.judge_trial();
    }

    /// Has the judge make up a valid answer to try the schema on, another one every time.
    pub fn make_up_answer(&'static self) {
        let settings = self.settings.get_untracked();
        let task = match self.schema.with_untracked(|reading| settings.task(reading)) {
            Ok(task) => task,
            Err(unready) => {
                return self.trial.update(|trial| trial.verdict = Some(Err(unready.message())));
            }
        };
        let mut seed = 0;
        self.trial.update(|trial| {
            trial.made_up += 1;
            seed = trial.made_up;
        });
        let sampling = Sampling { seed: Some(seed), ..task.sampling };
        let call =
            Call { messages: opening(&task), sampling, token_limit: task.token_limit, ..Call::default() };
        task::spawn(async move {
            let reply =
                self.judge.simulate(Kind::Trial, settings.schema(), Behaviour::NoFaults, 0, call).await;
            if let Ok(reply) = reply {
                self.try_answer(reply.text);
            }
        });
    }

    /// Has the judge say what the answer is worth by the schema and for the input that are set.
    pub fn judge_trial(&'static self) {
        let text = self.trial.with_untracked(|trial| trial.text.clone());
        if text.trim().is_empty() {
            return self.trial.update(|trial| trial.verdict = None);
        }
        let settings = self.settings.get_untracked();
        let input = settings.input(&untrack(|| self.example())).to_owned();
        let case = Case { text, input, repaired: settings.repaired, ..Case::default() };
        task::spawn(async move {
            let verdict = match self.judge.judge(Kind::Trial, settings.schema(), case).await {
                Ok(judgement) => Some(Ok(judgement)),
                Err(Undecided::Superseded) => return,
                // What is wrong with the schema is said where it stands.
                Err(Undecided::Unusable(_)) => None,
                Err(
                    undecided @ (Undecided::TooLong(_) | Undecided::Crashed(_) | Undecided::NotLoaded(_)),
                ) => Some(Err(Unready::Judge(undecided).message())),
            };
            self.trial.update(|trial| trial.verdict = verdict);
        });
    }

    /// Has the judge read the schema that is set, and begins the run that waits for it.
    pub fn read_schema(&'static self) {
        let source = self.settings.with_untracked(|settings| settings.schema());
        let mut asked = None;
        self.schema.update(|reading| asked = reading.begin(source));
        let Some(source) = asked else { return };
        task::spawn(async move {
            let answer = self.judge.describe(source.clone()).await;
            self.schema.update(|reading| reading.finish(&source, answer));
            self.judge_trial();
            let is_read = self.schema.with_untracked(|reading| *reading.progress() != Progress::UnderWay);
            if is_read {
                self.begin_if_awaited();
            }
        });
    }

    /// Has the judge say what the server is given of the schema, if it is given any and that is not known.
    pub fn lower_schema(&'static self) {
        let Some(dialect) = self.settings.with_untracked(Settings::dialect) else { return };
        let source = self.schema.with_untracked(|reading| {
            (*reading.progress() == Progress::Done).then(|| reading.source().clone())
        });
        let Some(source) = source else { return };
        if self.lowering.with_untracked(|lowering| lowering.is_wanted(&source, dialect)) {
            return;
        }
        self.lowering.update(|lowering| lowering.begin(source.clone(), dialect));
        task::spawn(async move {
            let answer = self.judge.lower(source.clone(), dialect).await;
            self.lowering.update(|lowering| lowering.finish(&source, dialect, answer));
            self.begin_if_awaited();
        });
    }

    /// What the next run would send first, or what is to be set first.
    pub fn preview(&self) -> Result<(Preview, Difference), Unready> {
        let settings = self.settings.get();
        let task = self
            .schema
            .with(|reading| self.lowering.with(|lowering| settings.run_task(reading, lowering)))?;
        let connection = match settings.provider == Provider::Simulated {
            true => None,
            false => Some(settings.run_connection(self.key())?),
        };
        let source = self.schema.with(|reading| reading.source().clone());
        let difference = task.manner.ladder.dialect().and_then(|dialect| {
            self.lowering.with(|lowering| Some(lowering.of(&source, dialect)?.ok()?.difference.clone()))
        });
        Ok((Preview::new(&task, connection.as_ref()), difference.unwrap_or_default()))
    }

    /// Takes whether an answer that had to be repaired counts.
    pub fn set_repaired(&'static self, repaired: Repaired) {
        self.settings.update(|settings| settings.repaired = repaired);
        self.judge_trial();
    }

    /// The example of the schema that is set.
    pub fn example(&self) -> Example {
        self.schema.with(|reading| reading.description().example.clone())
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
            return;
        }
        let Ok(connection) = settings.connection(untrack(|| self.key())) else { return };
        self.models.set(Models::Asking);
        task::spawn(async move {
            let answer = fetch::models(&connection, None).await;
            // The person may have gone on to another server, or to its test, meanwhile.
            if !self.is_set(&connection) || self.models.with_untracked(|models| *models != Models::Asking) {
                return;
            }
            match answer {
                Ok(models) => self.take_models(models),
                Err(fault) => self.models.set(Models::Failed(advice(&fault, &connection))),
            }
        });
    }

    /// Follows the link the page was opened with.
    pub fn follow_link(&'static self) {
        if let Some(link) = self.link.get_untracked() {
            self.settings.update(|settings| settings.follow(&link));
            self.judge_trial();
            self.drop_link();
            self.choose_provider(link.provider);
        }
    }

    /// Leaves the link the page was opened with aside.
    pub fn drop_link(&self) {
        self.link.set(None);
        browser::clear_fragment();
    }

    /// Begins a run, unless one is under way or something is to be set first.
    pub fn start(&'static self) {
        if self.run.with_untracked(CurrentRun::is_running) {
            return;
        }
        // The judge may be there again that was not there before.
        if self.schema.with_untracked(|reading| matches!(reading.progress(), Progress::Undecided(_))) {
            self.read_schema();
        }
        self.lowering.update(Lowering::forget_undecided);
        self.begin();
    }

    fn begin_if_awaited(&'static self) {
        if self.run.with_untracked(|run| run.is_awaited) {
            self.run.update(|run| run.is_awaited = false);
            self.begin();
        }
    }

    fn begin(&'static self) {
        self.lower_schema();
        match self.try_begin() {
            Ok(()) => {}
            Err(Unready::Reading) => {
                self.problem.set(String::new());
                self.run.update(|run| run.is_awaited = true);
                self.announcement.set("The run begins when the schema was read".to_owned());
            }
            Err(unready) => self.problem.set(unready.message()),
        }
    }

    fn try_begin(&'static self) -> Result<(), Unready> {
        let settings = self.settings.get_untracked();
        let task = self.schema.with_untracked(|reading| {
            self.lowering.with_untracked(|lowering| settings.run_task(reading, lowering))
        })?;
        let task = Task { rest_seed: browser::random_number(), ..task };
        if settings.provider == Provider::Browser && self.has_built_in.get_untracked() == Some(false) {
            return Err(Unready::NoBuiltInModel);
        }
        let (backend, asked) = if settings.provider == Provider::Simulated {
            let behaviour = Behaviour::from_model_name(&settings.server().model);
            (Backend::Simulated(behaviour), Asked::Simulated)
        } else {
            let connection = settings.run_connection(untrack(|| self.key()))?;
            // What is only shown needs no key.
            let asked = Asked::Server(Connection { key: None, ..connection.clone() });
            (Backend::Remote(connection), asked)
        };
        self.clear();
        self.run.update(|run| run.asked = Some(asked));
        let number = self.run.with_untracked(|run| run.number);
        let schema = self.schema.with_untracked(|reading| reading.source().clone());
        let jury = Jury { judge: self.judge.clone(), schema };
        let handle = driver::drive(task, backend, jury, Box::new(move |shown| self.show(number, shown)));
        self.handle.set(Some(handle));
        Ok(())
    }

    /// Ends the run that is under way, or is about to be.
    pub fn stop(&self) {
        self.run.update(|run| run.is_awaited = false);
        self.handle.with_untracked(|handle| {
            if let Some(handle) = handle {
                handle.stop();
            }
        });
    }

    /// Ends the run that is under way and clears the results.
    pub fn reset(&self) {
        self.stop();
        self.clear();
        self.announcement.set("Results cleared".to_owned());
    }

    fn clear(&self) {
        self.run.update(|run| *run = CurrentRun { number: run.number + 1, ..CurrentRun::default() });
        self.problem.set(String::new());
        self.growth.set(Growth::default());
        self.arrived.set(Arrived::default());
        self.rows.iter().for_each(Row::clear);
    }

    fn show(&'static self, number: u32, shown: Shown) {
        if self.run.with_untracked(|run| run.number) != number {
            return;
        }
        match shown {
            Shown::Event(Event::Delta(delta)) => {
                self.arriving.update(|arriving| arriving.push(&delta, clock::now()));
                self.draw_arriving();
            }
            Shown::Event(Event::Growth(growth)) => self.growth.set(*growth),
            Shown::Event(Event::Learned(change)) => self.learn(change),
            Shown::Event(Event::Attempt(attempt)) => self.show_attempt(attempt),
            Shown::Ended(ending) => {
                self.announcement.set(ending.headline());
                self.run.update(|run| run.ending = Some(ending));
            }
        }
    }

    /// Has what arrived be seen in the next frame, together with what arrives until then.
    fn draw_arriving(&'static self) {
        if self.is_frame_awaited.get_untracked() {
            return;
        }
        self.is_frame_awaited.set(true);
        frame::before_next(move || {
            self.is_frame_awaited.set(false);
            self.arrived.set(self.arriving.with_untracked(Arriving::shown));
        });
    }

    fn show_attempt(&self, attempt: Arc<Attempt>) {
        self.announcement.set(attempt.announcement());
        if attempt.phase == Phase::Calling && attempt.timing.pieces.is_none() {
            self.arriving.set(Arriving::new(attempt.timing.sent));
            self.arrived.set(Arrived::default());
            self.growth.set(Growth::default());
        }
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
