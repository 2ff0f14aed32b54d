//! The worker that makes many runs: it carries out what the scheduler asks for, keeps what comes of it, and has the page
//! draw what is to be seen. Owns the requests in flight, the alarm and the clock; which run calls when it does not decide.

use super::attendant::BATCH;
use super::attending::{Scope, is_meant as is_named, listen};
use super::batch_setup::Ready;
use super::batch_store::{Kind, Store};
use super::calls::{self, Tell};
use super::clock::{Alarm, dated, now, unix_time};
use super::fetch::AbortOnDrop;
use super::judge::Judge;
use super::object;
use super::task::spawn;
use crate::core::agent::{Attempt, CallId, Came, Ending};
use crate::core::batch::{
    Asked, BatchInput, Board, Cell, Detail, Earlier, Job, JobSetup, Judged, Loaded, MOST_SETUPS, Output,
    Place, Plan, Prospect, Request, Row, Scheduler, Standing, Target, letter, missing,
};
use crate::core::code::curl_of;
use crate::core::judge::{self, Limits};
use crate::core::run_file::RunFile;
use crate::core::settings::Settings;
use crate::core::time::Millis;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use js_sys::Array;
use serde_json::json;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

/// How often what is to be seen is drawn at the most while runs are made.
const DRAWN_EVERY: Millis = Millis(500);

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
    Came(String, Cell, CallId, Came),
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
    keys: Vec<(String, String)>,
    /// The setups of the batch that runs; empty where none does.
    ready: Vec<Ready>,
    scheduler: Option<Scheduler>,
    flights: HashMap<Cell, Flight>,
    alarm: Option<Alarm>,
    /// The rows that the page draws, and whether somebody looks at them.
    range: Range<usize>,
    is_looking: bool,
    is_drawing: Option<Alarm>,
    drawn: Millis,
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
            flights: HashMap::new(),
            alarm: None,
            range: 0..0,
            is_looking: false,
            is_drawing: None,
            drawn: Millis(0),
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
                    scheduler.handle(cell, id, came, now());
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
            self.board.problem = String::new();
        }
        if let Err(problem) = self.do_what_is_asked(request, files).await {
            self.board.problem = problem;
        }
        self.is_drawing = None;
        self.drawn = Millis(0);
    }

    async fn do_what_is_asked(&mut self, request: Request, files: Vec<File>) -> Result<(), String> {
        match request {
            Request::Look => {}
            Request::Settings => self.look_ahead().await,
            Request::Files => self.take_files(files).await?,
            Request::ClearInputs => {
                let id = self.board.job.id.clone();
                self.store.delete(&[Kind::Input], &id).await;
                self.change(|job| {
                    (job.files, job.columns, job.column) = Default::default();
                    job.plan = Plan::Grid { inputs: 1, seeds: job.grid().1.to_vec() };
                })
                .await;
            }
            Request::Column(column) => self.change(|job| job.column = column).await,
            Request::Repeats(text) => {
                let repeats: u64 = whole(&text, 1..=1_000, "Runs of each input")?;
                let seeds = if repeats == 1 { Vec::new() } else { (1..=repeats).collect() };
                self.change(|job| job.plan = Plan::Grid { inputs: job.grid().0, seeds }).await;
            }
            Request::AtOnce(text) => {
                let at_once = whole(&text, 1..=64, "Calls at once")?;
                self.change(|job| job.limits.at_once = at_once as usize).await;
            }
            Request::TokenBudget(text) => {
                let tokens = optional(&text, |text| whole(text, 1..=u64::MAX, "Token budget"))?;
                self.change(|job| job.limits.tokens = tokens).await;
            }
            Request::DollarBudget(text) => {
                let wrong = "Dollar budget: an amount of dollars like 0.10, or empty";
                let money = optional(&text, |text| {
                    crate::core::cost::Money::parse(text).map_err(|_| wrong.to_owned())
                })?;
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
            Request::Export(_) => {}
        }
        Ok(())
    }

    /// Lists the batches that are kept, the newest first.
    async fn list(&mut self) {
        let texts = self.store.all(Kind::Job, None).await;
        let read = |(_, text): &(usize, String)| Job::from_json(&serde_json::from_str(text).ok()?);
        let mut jobs: Vec<_> = texts.iter().filter_map(read).collect();
        // What is prepared comes before all.
        jobs.sort_by_key(|job| std::cmp::Reverse(if job.is_begun() { job.began.0 } else { u64::MAX }));
        self.board.kept = jobs.iter().map(|job| (job.id.clone(), title(job))).collect();
    }

    /// Shows a batch that is kept.
    async fn open(&mut self, id: &str) {
        let Some(text) = self.store.get(Kind::Job, id, 0).await else { return self.prepare().await };
        let job = serde_json::from_str(&text).ok().and_then(|json| Job::from_json(&json));
        let Some(job) = job else { return self.prepare().await };
        self.show(job).await;
    }

    /// Prepares another batch: like the one before, where that has no inputs of its own.
    async fn prepare(&mut self) {
        let prepared = self.board.kept.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
        for id in prepared {
            if let Some(text) = self.store.get(Kind::Job, &id, 0).await
                && let Some(job) = serde_json::from_str(&text).ok().and_then(|json| Job::from_json(&json))
                && !job.is_begun()
            {
                return self.show(job).await;
            }
        }
        let id = format!("{:x}", super::browser::random_number());
        let job = Job { id, plan: Plan::Grid { inputs: 1, seeds: Vec::new() }, ..Job::default() };
        self.show(job).await;
    }

    async fn show(&mut self, job: Job) {
        let inputs = self.store.all(Kind::Input, Some(job.of())).await;
        let name = |(_, text): &(usize, String)| input_of(text).name;
        let names = inputs.iter().map(name).collect();
        let rows = self.store.all(Kind::Row, Some(&job.id)).await;
        let read = |(_, text): &(usize, String)| Row::from_json(&serde_json::from_str(text).ok()?);
        let rows: std::collections::BTreeMap<_, _> =
            rows.iter().filter_map(read).map(|row| (row.cell, row)).collect();
        let is_over = rows.len() == job.count();
        let kept = std::mem::take(&mut self.board.kept);
        self.board = Board {
            standing: if is_over && job.is_begun() { Standing::Done } else { Standing::Resting },
            job,
            names,
            rows,
            kept,
            ..Board::default()
        };
        self.look_ahead().await;
    }

    /// Lets go of the batch that runs.
    async fn leave(&mut self) {
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.stop(now());
        }
        self.carry_out().await;
        self.scheduler = None;
        self.flights.clear();
        self.alarm = None;
        self.ready.clear();
    }

    /// Changes what is prepared.
    async fn change(&mut self, change: impl FnOnce(&mut Job)) {
        change(&mut self.board.job);
        let limits = self.board.job.limits;
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.set_limits(limits, now());
        }
        self.keep_job().await;
        self.look_ahead().await;
    }

    async fn keep_job(&mut self) {
        let text = self.board.job.to_json().to_string();
        let id = self.board.job.id.clone();
        self.store.put(vec![(Kind::Job, &id, 0, text)]).await;
        self.list().await;
    }

    /// Finds out what the setups amount to that are prepared.
    async fn look_ahead(&mut self) {
        if self.board.job.is_begun() {
            return;
        }
        let mut sample = Vec::new();
        for number in 0..SAMPLE.min(self.board.names.len()) {
            sample.extend(
                self.store.get(Kind::Input, &self.board.job.id, number).await.map(|text| input_of(&text)),
            );
        }
        let mut prospects = Vec::new();
        for settings in self.all_settings() {
            prospects.push(self.ready(settings).await.map(|ready| {
                let job = &self.board.job;
                Prospect {
                    schema: ready.schema_name.clone(),
                    model: ready.model().to_owned(),
                    is_local: ready.is_local(),
                    ..Prospect::new(job, &ready.task, &sample)
                }
            }));
        }
        self.board.prospects = prospects;
    }

    /// What is kept for setups, and what is set on the page where that is another.
    fn all_settings(&self) -> Vec<Settings> {
        let setups = &self.board.job.setups;
        let mut all: Vec<_> = setups.iter().map(|setup| Settings::from_json(&setup.settings)).collect();
        let is_new =
            |settings: &&Settings| !all.iter().any(|known| known.setup(true) == settings.setup(true));
        let live = self.settings.as_ref().filter(|settings| all.is_empty() || is_new(settings)).cloned();
        all.extend(live.filter(|_| all.len() < MOST_SETUPS));
        all
    }

    /// A setup, made ready, for which the inputs have what its prompt names.
    async fn ready(&self, settings: Settings) -> Result<Ready, String> {
        let ready = Ready::new(settings, &self.judge, &self.keys).await?;
        let task = &ready.task;
        match missing(&[&task.prompt, &task.system], &self.board.job.columns) {
            Some(problem) if !self.board.job.files.is_empty() => Err(problem),
            Some(_) | None => Ok(ready),
        }
    }

    async fn add_setup(&mut self) -> Result<(), String> {
        let settings = self.settings.clone().ok_or("Nothing is set yet.")?;
        let ready = self.ready(settings).await?;
        let setup = JobSetup { name: String::new(), ..setup_of(&ready) };
        self.change(|job| {
            if job.setups.len() < MOST_SETUPS && !job.setups.contains(&setup) {
                job.setups.push(setup);
            }
        })
        .await;
        Ok(())
    }

    /// Begins the batch that is prepared.
    async fn start(&mut self) -> Result<(), String> {
        if self.board.job.is_begun() {
            return Ok(());
        }
        let mut setups = Vec::new();
        for settings in self.all_settings() {
            setups.push(setup_of(&self.ready(settings).await?));
        }
        if setups.is_empty() {
            return Err("Nothing is set yet.".to_owned());
        }
        name_setups(&mut setups);
        self.board.job.setups = setups;
        self.board.job.began = unix_time();
        self.keep_job().await;
        self.resume().await
    }

    /// Goes on with the batch that was begun.
    async fn resume(&mut self) -> Result<(), String> {
        if self.scheduler.is_none() {
            self.ready_all().await?;
            let earlier = self.earlier().await;
            let targets = self.targets();
            self.scheduler = Some(Scheduler::new(self.board.job.clone(), targets, earlier));
        }
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.resume(now());
        }
        Ok(())
    }

    async fn ready_all(&mut self) -> Result<(), String> {
        let mut all = Vec::new();
        for setup in &self.board.job.setups {
            let ready = self.ready(Settings::from_json(&setup.settings)).await;
            all.push(ready.map_err(|problem| format!("{}: {problem}", setup.name))?);
        }
        self.ready = all;
        Ok(())
    }

    /// What is kept of the batch from before.
    async fn earlier(&self) -> Earlier {
        let id = &self.board.job.id;
        let mut earlier = Earlier {
            finished: self.board.rows.keys().copied().collect(),
            spent: self.board.rows.values().map(|row| row.spent).sum(),
            ..Earlier::default()
        };
        for number in self.store.numbers(Kind::Run, id).await {
            let cell = Cell(number);
            if earlier.finished.contains(&cell) {
                continue;
            }
            let run = self.store.get(Kind::Run, id, number).await.and_then(|text| RunFile::read(&text).ok());
            let attempts = run.map(|run| run.attempts).unwrap_or_default();
            earlier.begun.insert(cell, attempts.iter().filter_map(|attempt| attempt.spent).sum());
        }
        earlier
    }

    fn targets(&self) -> Vec<Target> {
        let origins: Vec<_> = self.ready.iter().map(Ready::origin).collect();
        let server =
            |origin: &Option<&str>| origins.iter().position(|other| other == origin).unwrap_or_default();
        let target = |ready: &Ready| Target { server: server(&ready.origin()), is_local: ready.is_local() };
        self.ready.iter().map(target).collect()
    }

    /// Prepares and begins the batch that follows the failed first attempts of this one in every way.
    async fn recover(&mut self) -> Result<(), String> {
        let job = &self.board.job;
        let (inputs, seeds) = job.grid();
        let failed = |row: &&Row| row.outcome.is_judged() && !row.is_valid_at_once;
        let plan = Plan::Recovery {
            of: job.id.clone(),
            inputs,
            seeds: seeds.to_vec(),
            failed: self.board.rows.values().filter(failed).map(|row| row.cell).collect(),
            arms: crate::core::batch::Arm::all().collect(),
        };
        let id = format!("{:x}", super::browser::random_number());
        let job = Job { id, plan, began: unix_time(), ..job.clone() };
        self.leave().await;
        self.show(job).await;
        self.keep_job().await;
        self.resume().await
    }

    async fn take_files(&mut self, _files: Vec<File>) -> Result<(), String> {
        Ok(())
    }

    /// Does what the scheduler asks for, one thing after the other.
    async fn carry_out(&mut self) {
        while let Some(output) = self.scheduler.as_mut().and_then(Scheduler::poll) {
            match output {
                Output::Load(cell) => match self.load(cell).await {
                    Ok(loaded) => self.scheduler.iter_mut().for_each(|scheduler| {
                        scheduler.handle_loaded(cell, loaded.clone(), now());
                    }),
                    Err(problem) => self.scheduler.iter_mut().for_each(|scheduler| {
                        scheduler.handle_unready(cell, problem.clone(), now());
                    }),
                },
                Output::Send { cell, id, second, call } => {
                    let tell = self.teller(cell, id);
                    let Some(ready) = self.ready_of(cell) else { continue };
                    let (backend, jury) = (ready.backend.clone(), self.jury(cell, ready));
                    let flight = self.flights.entry(cell).or_default();
                    flight.request = AbortOnDrop::new();
                    backend.call(call, second, flight.calls, &jury, flight.request.signal(), tell);
                    flight.calls += 1;
                }
                Output::Judge(cell, judged) => self.judge(cell, judged),
                Output::Keep(cell) => self.keep(cell).await,
                Output::Finish(cell) => self.finish(cell).await,
                Output::Release(cell) => {
                    if let Some(flight) = self.flights.get_mut(&cell) {
                        flight.request = AbortOnDrop::default();
                    }
                }
                Output::Learn(cell, change) => {
                    if let Some(place) = self.board.job.place(cell)
                        && let Some(ready) = self.ready.get_mut(place.setup)
                    {
                        ready.learn(change);
                    }
                }
                Output::WaitUntil(time) => {
                    let sender = self.sender.clone();
                    self.alarm = Some(Alarm::at(time, move || tell(&sender, Input::Time)));
                }
                Output::Stands => {
                    if let Some(scheduler) = &self.scheduler {
                        self.board.standing = scheduler.standing().clone();
                    }
                    self.drawn = Millis(0);
                }
            }
        }
    }

    fn teller(&self, cell: Cell, id: CallId) -> Tell {
        let (sender, job) = (self.sender.clone(), self.board.job.id.clone());
        Rc::new(move |came| tell(&sender, Input::Came(job.clone(), cell, id, came)))
    }

    fn ready_of(&self, cell: Cell) -> Option<&Ready> {
        self.ready.get(self.board.job.place(cell)?.setup)
    }

    fn jury(&self, cell: Cell, ready: &Ready) -> calls::Jury {
        calls::Jury { place: Some(cell.0), ..ready.jury.clone() }
    }

    fn judge(&self, cell: Cell, judged: Judged) {
        let Some(ready) = self.ready_of(cell) else { return };
        let jury = self.jury(cell, ready);
        match judged {
            Judged::Reply(id, case) => spawn(calls::judge(case, jury, self.teller(cell, id))),
            Judged::Critique(id, case, text) => {
                spawn(calls::judge_critique(case, text, jury, self.teller(cell, id)));
            }
            Judged::Opinion(id, text) => spawn(calls::read_opinion(text, jury, self.teller(cell, id))),
            Judged::Growth { id, dialect, before, chunk } => {
                spawn(calls::grow(dialect, before, chunk, jury, self.teller(cell, id)));
            }
        }
    }

    /// What a run is to do, and what there is of it.
    async fn load(&self, cell: Cell) -> Result<Loaded, String> {
        let job = &self.board.job;
        let (Some(place), Some(ready)) = (job.place(cell), self.ready_of(cell)) else {
            return Err("There is no such run.".to_owned());
        };
        let input = self.input(place).await;
        let mut task = job.task(place, &input, &ready.task);
        task.rest_seed = super::browser::random_number();
        let own = self.store.get(Kind::Run, &job.id, cell.0).await;
        let (text, is_first) = match (own, place.arm) {
            (Some(text), _) => (Some(text), false),
            (None, Some((of, _))) => (self.store.get(Kind::Run, job.of(), of.0).await, true),
            (None, None) => (None, false),
        };
        let Some(text) = text else { return Ok(Loaded { task, attempts: Vec::new() }) };
        let mut run = RunFile::read(&text).map_err(|error| error.to_string())?;
        if is_first {
            run.attempts.truncate(1);
        }
        let text = run.clone().into_json().to_string();
        let kind = judge::Kind::Batch(cell.0);
        let again = self.judge.again(kind, text, true, None).await;
        let again = again.map_err(|undecided| format!("{undecided}."))??;
        let run = RunFile::read(&again.file).map_err(|error| error.to_string())?;
        Ok(Loaded { task, attempts: run.restored(again.judgements) })
    }

    async fn input(&self, place: Place) -> BatchInput {
        let text = self.store.get(Kind::Input, self.board.job.of(), place.input).await;
        text.map(|text| input_of(&text)).unwrap_or_default()
    }

    /// The run file of a run with these attempts.
    async fn run_file(&self, cell: Cell, attempts: Vec<Attempt>, ending: Ending) -> Option<RunFile> {
        let job = &self.board.job;
        let (place, ready) = (job.place(cell)?, self.ready_of(cell)?);
        let input = self.input(place).await;
        let task = job.task(place, &input, &ready.task);
        let mut settings = ready.settings.clone();
        settings.prompt = Some(task.prompt.clone());
        settings.input = Some(task.input.clone());
        settings.system.clone_from(&task.system);
        settings.correcting = task.correcting;
        settings.seed = task.sampling.seed.map(|seed| seed.to_string()).unwrap_or_default();
        let request = |attempt: &Attempt| {
            ready.connection().and_then(|connection| curl_of(attempt, connection)).unwrap_or_default()
        };
        Some(RunFile {
            id: format!("{}-{}", job.id, cell.0),
            began: unix_time(),
            setup: settings.setup(true),
            schema: ready.jury.schema.clone(),
            schema_name: ready.schema_name.clone(),
            served: ready.served.clone(),
            prompt: task.prompt,
            input: task.input,
            repaired: task.repaired,
            ending,
            requests: attempts.iter().map(request).collect(),
            attempts,
        })
    }

    async fn keep(&mut self, cell: Cell) {
        let attempts = self.scheduler.as_ref().map(|scheduler| scheduler.attempts(cell).to_vec());
        let Some(run) = self.run_file(cell, attempts.unwrap_or_default(), Ending::Stopped).await else {
            return;
        };
        let id = self.board.job.id.clone();
        self.store.put(vec![(Kind::Run, &id, cell.0, run.into_json().to_string())]).await;
    }

    async fn finish(&mut self, cell: Cell) {
        self.flights.remove(&cell);
        let Some((attempts, ending)) = self.scheduler.as_mut().and_then(|scheduler| scheduler.take(cell))
        else {
            return;
        };
        let Some(run) = self.run_file(cell, attempts, ending).await else { return };
        let (row, detail) = (Row::of(cell, &run), Detail::of(&run));
        let id = self.board.job.id.clone();
        let texts = vec![
            (Kind::Row, id.as_str(), cell.0, row.to_json().to_string()),
            (Kind::Detail, id.as_str(), cell.0, detail.to_json().to_string()),
            (Kind::Run, id.as_str(), cell.0, run.into_json().to_string()),
        ];
        self.store.put(texts).await;
        self.board.rows.insert(cell, row);
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
        self.drawn = now();
        self.is_drawing = None;
        self.board.progress = self.progress();
        let title = if self.board.standing == Standing::Running { self.board.progress.as_str() } else { "" };
        if !self.is_looking {
            return self.scope.say(&json!({"title": title}), &JsValue::NULL);
        }
        self.board.remark = match self.store.is_lasting() {
            true => String::new(),
            false => "This browser keeps no more: the batch is gone when the page is closed.".to_owned(),
        };
        let [head, form] = self.board.parts();
        let json = json!({
            "parts": [head, form, ""],
            "from": self.range.start,
            "rows": [],
            "found": 0,
            "title": title,
        });
        self.scope.say(&json, &JsValue::NULL);
    }

    fn progress(&self) -> String {
        let (done, all) = (self.board.rows.len(), self.board.job.count());
        format!("{done} of {all} runs")
    }
}

/// A setup as it is kept with a batch.
fn setup_of(ready: &Ready) -> JobSetup {
    JobSetup {
        name: String::new(),
        schema: ready.schema_name.clone(),
        model: ready.model().to_owned(),
        settings: ready.kept(),
    }
}

/// Gives each setup a name of its own, by what is asked.
fn name_setups(setups: &mut [JobSetup]) {
    let is_alone = setups.len() == 1;
    for (place, setup) in setups.iter_mut().enumerate() {
        setup.name = match is_alone {
            true => setup.model.clone(),
            false => format!("{} · {}", letter(place), setup.model),
        };
    }
}

/// What a batch is called in the list of those that are kept.
fn title(job: &Job) -> String {
    if !job.is_begun() {
        return "New batch".to_owned();
    }
    let what = match &job.plan {
        Plan::Grid { .. } => crate::core::counted::counted(job.count(), "run"),
        Plan::Recovery { .. } => "Does the feedback help?".to_owned(),
    };
    format!("{} · {what}", dated(job.began))
}

fn input_of(text: &str) -> BatchInput {
    let mut input = BatchInput::default();
    if let Ok(json) = serde_json::from_str(text) {
        // What cannot be read of it is left out.
        let _ = crate::core::members::Members::read(&mut input, &json);
    }
    input
}

/// A whole number within bounds.
fn whole(text: &str, bounds: std::ops::RangeInclusive<u64>, label: &str) -> Result<u64, String> {
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
