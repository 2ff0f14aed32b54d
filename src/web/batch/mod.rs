//! The worker that makes many runs: it carries out what the scheduler asks for, keeps what comes of it, and has the page
//! draw what is to be seen. Owns the requests in flight, the alarm and the clock; which run calls when it does not decide.

mod files;
mod prepared;
mod runs;
mod setup;
mod store;

use super::attendant::BATCH;
use super::attending::{Scope, is_meant as is_named, listen};
use super::clock::{Alarm, now};
use super::fetch::AbortOnDrop;
use super::judge::Judge;
use super::lock::Lock;
use super::object;
use super::task::spawn;
use crate::core::agent::{CallId, Came};
use crate::core::batch::{
    Asked, BatchInput, Board, Cell, Looked, Pace, Plan, Request, Scheduler, Standing, draw_figures, look,
};
use crate::core::cost::Money;
use crate::core::judge::Limits;
use crate::core::members::Members;
use crate::core::settings::Settings;
use crate::core::time::Millis;
use files::Mail;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use js_sys::Array;
use serde_json::{Value, json};
use setup::{Keys, Listed, Ready};
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};
use store::{Kind, Store};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

/// How often what is to be seen is drawn at the most while runs are made.
const DRAWN_EVERY: Millis = Millis(500);

/// The same of the figures, for which every run is looked at.
const FIGURES_EVERY: Millis = Millis(2_000);

/// So many inputs are looked at to say what a run may take.
const SAMPLE: usize = 50;

/// Whether this worker is to be the one that makes many runs.
pub fn is_meant() -> bool {
    is_named(BATCH)
}

/// Does what is asked until the worker is ended.
pub fn attend() {
    let (sender, mut inputs) = unbounded();
    let hear = {
        let sender = sender.clone();
        move |message| tell(&sender, Input::Asked(message))
    };
    let Some(scope) = listen(hear) else { return };
    spawn(async move {
        let mut clerk = Clerk::new(scope, sender).await;
        while let Some(input) = inputs.next().await {
            clerk.take(input).await;
            while let Ok(input) = inputs.try_recv() {
                clerk.take(input).await;
            }
            clerk.draw_in_time();
        }
    });
}

enum Input {
    /// The page asks for something.
    Asked(JsValue),
    /// Something came of a call, or of a question, of this run of the batch.
    Came(String, Cell, CallId, Box<Came>),
    Time,
    Draw,
}

fn tell(sender: &UnboundedSender<Input>, input: Input) {
    // They are attended to until the worker is ended.
    let _ = sender.unbounded_send(input);
}

/// What is under way of a run.
#[derive(Default)]
struct Flight {
    request: AbortOnDrop,
    calls: u32,
}

/// Makes the runs of one batch, and shows it.
struct Clerk {
    scope: Scope,
    sender: UnboundedSender<Input>,
    store: Store,
    judge: Judge,
    board: Board,
    /// What is set on the page, and its keys behind their origins.
    settings: Option<Settings>,
    keys: Keys,
    /// The setups of the batch that runs; empty where none does.
    ready: Vec<Ready>,
    scheduler: Option<Scheduler>,
    /// Keeps other pages from making the same runs.
    lock: Option<Lock>,
    /// What is wrong with what was typed, by its field.
    wrong: HashMap<&'static str, String>,
    /// Which models take images, as far as their servers were asked.
    listed: Listed,
    /// What goes by file, where calls do.
    mail: Mail,
    flights: HashMap<Cell, Flight>,
    alarm: Option<Alarm>,
    /// The rows that the page draws, and whether somebody looks at them.
    range: Range<usize>,
    is_looking: bool,
    is_drawing: Option<Alarm>,
    drawn: Millis,
    /// How fast it goes.
    pace: Pace,
    /// The figures and what else is above the rows, and when they were drawn.
    figures: (Millis, Value),
}

impl Clerk {
    async fn new(scope: Scope, sender: UnboundedSender<Input>) -> Self {
        let script = object::get(&object::get(&js_sys::global(), "location"), "href").as_string();
        let mut clerk = Self {
            scope,
            sender,
            store: Store::open().await,
            judge: Judge::new(script.unwrap_or_default(), Limits::default()),
            board: Board::default(),
            settings: None,
            keys: Vec::new(),
            ready: Vec::new(),
            scheduler: None,
            lock: None,
            wrong: HashMap::new(),
            listed: Listed::default(),
            mail: Mail::default(),
            flights: HashMap::new(),
            alarm: None,
            range: 0..0,
            is_looking: false,
            is_drawing: None,
            drawn: Millis(0),
            pace: Pace::default(),
            figures: (Millis(0), Value::Null),
        };
        clerk.list().await;
        let newest = clerk.board.kept.first().map(|(id, _)| id.clone());
        match newest {
            Some(id) => clerk.open(&id).await,
            None => clerk.prepare().await,
        }
        clerk
    }

    async fn take(&mut self, input: Input) {
        match input {
            Input::Asked(message) => self.hear(&message).await,
            Input::Came(job, cell, id, came) if job == self.board.job.id => {
                if let Some(scheduler) = &mut self.scheduler {
                    scheduler.handle(cell, id, *came, now());
                }
            }
            // It is of a batch that is shown no more.
            Input::Came(..) => {}
            Input::Time => {
                if let Some(scheduler) = &mut self.scheduler {
                    scheduler.handle_time(now());
                }
            }
            Input::Draw => {
                self.is_drawing = None;
                self.draw();
            }
        }
        self.carry_out().await;
    }

    async fn hear(&mut self, message: &JsValue) {
        let Some(parts) = message.dyn_ref::<Array>() else { return };
        let Some(asked) = parts.get(0).as_string().and_then(|text| Asked::read(&text)) else { return };
        let files = parts.iter().skip(1).filter_map(|file| file.dyn_into().ok()).collect();
        let Asked { request, from, count, is_looking, settings, keys } = asked;
        (self.range, self.is_looking) = (from..from.saturating_add(count), is_looking);
        if let Some(settings) = settings {
            self.settings = Some(Settings::from_json(&settings));
            self.keys = keys;
        }
        if !matches!(request, Request::Look | Request::Settings) {
            (self.board.problem, self.board.notice) = Default::default();
        }
        if let Err(problem) = self.do_what_is_asked(request, files).await {
            self.board.problem = problem;
        }
        self.is_drawing = None;
        self.drawn = Millis(0);
    }

    async fn do_what_is_asked(&mut self, request: Request, files: Vec<File>) -> Result<(), String> {
        if self.board.job.is_begun() && request.is_preparing() {
            return Err("This batch has begun. Prepare a new one for that.".to_owned());
        }
        match request {
            Request::Look => {}
            Request::Settings => self.look_ahead().await,
            Request::Files => self.take_files(files).await?,
            Request::ClearInputs => {
                let id = self.board.job.id.clone();
                self.store.delete(&[Kind::Input, Kind::Names], &id).await;
                self.change(|job| {
                    (job.files, job.bytes, job.columns, job.column) = Default::default();
                    job.has_images = false;
                    job.plan = Plan::Grid { inputs: 1, seeds: job.grid().1.to_vec() };
                })
                .await;
            }
            Request::Column(column) => self.change(|job| job.column = column).await,
            Request::Repeats(text) => {
                let repeats = whole(&text, 1..=1_000, "Runs of each input");
                let repeats = self.typed("Runs of each input", repeats)?;
                let seeds = if repeats == 1 { Vec::new() } else { (1..=repeats).collect() };
                self.change(|job| job.plan = Plan::Grid { inputs: job.grid().0, seeds }).await;
            }
            Request::AtOnce(text) => {
                let at_once = self.typed("Calls at once", whole(&text, 1..=64, "Calls at once"))?;
                self.change(|job| (job.limits.at_once, job.is_paced) = (at_once as usize, true)).await;
            }
            Request::TokenBudget(text) => {
                let tokens = optional(&text, |text| whole(text, 1..=u64::MAX, "Token budget"));
                let tokens = self.typed("Token budget", tokens)?;
                self.change(|job| job.limits.tokens = tokens).await;
            }
            Request::DollarBudget(text) => {
                let wrong = "Dollar budget: an amount of dollars like 0.10, or empty";
                let money = optional(&text, |text| Money::parse(text).map_err(|_| wrong.to_owned()));
                let money = self.typed("Dollar budget", money)?;
                self.change(|job| job.limits.money = money).await;
            }
            Request::Way(way) => self.change(|job| job.way = way).await,
            Request::AddSetup => self.add_setup().await?,
            Request::RemoveSetup(place) => {
                self.change(|job| {
                    if place < job.setups.len() {
                        job.setups.remove(place);
                    }
                })
                .await;
            }
            Request::Start => self.start().await?,
            Request::Resume => self.resume().await?,
            Request::Pause => self.scheduler.iter_mut().for_each(|scheduler| scheduler.pause(now())),
            Request::Stop => self.scheduler.iter_mut().for_each(|scheduler| scheduler.stop(now())),
            Request::New => {
                self.leave().await;
                self.prepare().await;
            }
            Request::Open(id) => {
                self.leave().await;
                self.open(&id).await;
            }
            Request::Delete => {
                self.leave().await;
                self.lock().await?;
                self.lock = None;
                let id = std::mem::take(&mut self.board.job.id);
                self.store.delete_all(&id).await;
                self.list().await;
                match self.board.kept.first().map(|(id, _)| id.clone()) {
                    Some(id) => self.open(&id).await,
                    None => self.prepare().await,
                }
            }
            Request::Outcome(filter) => self.board.filter = filter,
            Request::Words(words) => self.board.words = words,
            Request::OpenRun(cell) => {
                let id = self.board.job.id.clone();
                let text = self.store.get(Kind::Run, &id, cell.0).await.ok_or("This run has not begun.")?;
                self.scope.say(&json!({"open": text}), &JsValue::NULL);
            }
            Request::Recover => self.recover().await?,
            Request::Export(what) => self.export(what).await?,
        }
        Ok(())
    }

    /// What was typed into a field, unless it is wrong: then the batch does not begin until it is put right.
    fn typed<T>(&mut self, field: &'static str, read: Result<T, String>) -> Result<T, String> {
        match &read {
            Ok(_) => drop(self.wrong.remove(field)),
            Err(problem) => drop(self.wrong.insert(field, problem.clone())),
        }
        read
    }

    /// Has the page draw what is to be seen, at once or a little later.
    fn draw_in_time(&mut self) {
        if self.drawn == Millis(0) || now().since(self.drawn) >= DRAWN_EVERY {
            return self.draw();
        }
        if self.is_drawing.is_none() {
            let sender = self.sender.clone();
            self.is_drawing = Some(Alarm::at(self.drawn + DRAWN_EVERY, move || tell(&sender, Input::Draw)));
        }
    }

    fn draw(&mut self) {
        let now = now();
        (self.drawn, self.is_drawing) = (now, None);
        let is_running = self.board.standing == Standing::Running;
        let (over, all) = (self.board.rows.len(), self.board.job.count());
        let progress = self.pace.progress(over, all, now, !is_running);
        let title = if is_running { format!("{} · Batch", progress.title) } else { String::new() };
        self.board.progress = progress.words;
        if !self.is_looking {
            return self.scope.say(&json!({"title": title}), &JsValue::NULL);
        }
        self.board.remark = match self.store.is_lasting() {
            true => String::new(),
            false => "This browser keeps no more: the batch is gone when the page is closed.".to_owned(),
        };
        let under_way = self.scheduler.iter().flat_map(Scheduler::under_way).collect();
        let looked = match self.board.job.is_begun() {
            true => look(&self.board, &under_way, self.range.clone()),
            false => Looked::default(),
        };
        if !is_running || now.since(self.figures.0) >= FIGURES_EVERY {
            let board = &self.board;
            let figures = draw_figures(&board.job, board.rows.values(), &board.names);
            self.figures = (now, board.results(&figures, &looked));
        }
        let [head, form] = self.board.parts();
        let json = json!({
            "parts": [head, form, self.figures.1],
            "from": looked.from,
            "rows": looked.rows,
            "found": looked.found,
            "title": title,
        });
        self.scope.say(&json, &JsValue::NULL);
    }
}

fn input_of(text: &str) -> BatchInput {
    let mut input = BatchInput::default();
    if let Ok(json) = serde_json::from_str(text) {
        // What cannot be read of it is left out.
        let _ = Members::read(&mut input, &json);
    }
    input
}

/// A whole number within bounds.
fn whole(text: &str, bounds: RangeInclusive<u64>, label: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| bounds.contains(number));
    let most = match *bounds.end() {
        u64::MAX => String::new(),
        most => format!(" to {most}"),
    };
    number.ok_or_else(|| format!("{label}: a whole number from {}{most}", bounds.start()))
}

/// What a text says, unless it is empty.
fn optional<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text.trim().is_empty() { Ok(None) } else { read(text).map(Some) }
}
