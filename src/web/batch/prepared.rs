//! Which batch is shown, how it is prepared, and its beginning.

use super::setup::Ready;
use super::store::Kind;
use super::{Clerk, SAMPLE, input_of};
use crate::core::batch::{
    Arm, Board, Cell, Earlier, Job, JobSetup, MOST_SETUPS, Plan, Prospect, Row, Scheduler, Standing, Target,
    Way, failed_first_attempts, missing, name_setups,
};
use crate::core::counted::counted;
use crate::core::run_file::RunFile;
use crate::core::settings::Settings;
use crate::web::browser::random_number;
use crate::web::clock::{dated, now, unix_time};
use crate::web::lock::Lock;
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Clerk {
    /// Lists the batches that are kept, the newest first.
    pub(super) async fn list(&mut self) {
        let texts = self.store.all(Kind::Job, None).await;
        let read = |(_, text): &(usize, String)| Job::from_json(&serde_json::from_str(text).ok()?);
        let mut jobs: Vec<_> = texts.iter().filter_map(read).collect();
        // What is prepared comes before all.
        jobs.sort_by_key(|job| Reverse(if job.is_begun() { job.began.0 } else { u64::MAX }));
        self.board.kept = jobs.iter().map(|job| (job.id.clone(), title(job))).collect();
    }

    /// Shows a batch that is kept.
    pub(super) async fn open(&mut self, id: &str) {
        let Some(text) = self.store.get(Kind::Job, id, 0).await else { return self.prepare().await };
        let job = serde_json::from_str(&text).ok().and_then(|json| Job::from_json(&json));
        let Some(job) = job else { return self.prepare().await };
        self.show(job).await;
    }

    /// Prepares another batch: like the one before, where that has no inputs of its own.
    pub(super) async fn prepare(&mut self) {
        let prepared = self.board.kept.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
        for id in prepared {
            if let Some(text) = self.store.get(Kind::Job, &id, 0).await
                && let Some(job) = serde_json::from_str(&text).ok().and_then(|json| Job::from_json(&json))
                && !job.is_begun()
            {
                return self.show(job).await;
            }
        }
        let id = format!("{:x}", random_number());
        let job = Job { id, plan: Plan::Grid { inputs: 1, seeds: Vec::new() }, ..Job::default() };
        self.show(job).await;
    }

    pub(super) async fn show(&mut self, job: Job) {
        let names = self.store.get(Kind::Names, job.of(), 0).await.unwrap_or_default();
        let names = serde_json::from_str(&names).unwrap_or_default();
        let rows = self.store.all(Kind::Row, Some(&job.id)).await;
        let read = |(_, text): &(usize, String)| Row::from_json(&serde_json::from_str(text).ok()?);
        let rows: BTreeMap<_, _> = rows.iter().filter_map(read).map(|row| (row.cell, row)).collect();
        let is_over = rows.len() == job.count() || job.way == Way::Files;
        let waiting = if job.way == Way::Files { job.count() - rows.len().min(job.count()) } else { 0 };
        let kept = std::mem::take(&mut self.board.kept);
        self.board = Board {
            standing: if is_over && job.is_begun() { Standing::Done } else { Standing::Resting },
            job,
            names,
            rows,
            kept,
            waiting,
            ..Board::default()
        };
        (self.pace, self.figures, self.wrong) = Default::default();
        self.look_ahead().await;
    }

    /// Lets go of the batch that runs.
    pub(super) async fn leave(&mut self) {
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.stop(now());
        }
        self.carry_out().await;
        self.scheduler = None;
        self.flights.clear();
        self.alarm = None;
        self.ready.clear();
        self.lock = None;
    }

    /// Changes what is prepared.
    pub(super) async fn change(&mut self, change: impl FnOnce(&mut Job)) {
        change(&mut self.board.job);
        let limits = self.board.job.limits;
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.set_limits(limits, now());
        }
        self.keep_job().await;
        self.look_ahead().await;
    }

    pub(super) async fn keep_job(&mut self) {
        let text = self.board.job.to_json().to_string();
        let id = self.board.job.id.clone();
        self.store.put(vec![(Kind::Job, &id, 0, text)]).await;
        self.list().await;
    }

    /// Finds out what the setups amount to that are prepared.
    pub(super) async fn look_ahead(&mut self) {
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
        let is_local = |prospect: &Result<Prospect, _>| prospect.as_ref().is_ok_and(|known| known.is_local);
        self.board.job.pace(prospects.iter().all(is_local));
        self.board.prospects = prospects;
    }

    /// What is kept for setups, and what is set on the page where that is another.
    pub(super) fn all_settings(&self) -> Vec<Settings> {
        let setups = &self.board.job.setups;
        let mut all: Vec<_> = setups.iter().map(|setup| Settings::from_json(&setup.settings)).collect();
        let is_new =
            |settings: &&Settings| !all.iter().any(|known| known.setup(true) == settings.setup(true));
        let live = self.settings.as_ref().filter(|settings| all.is_empty() || is_new(settings)).cloned();
        all.extend(live.filter(|_| all.len() < MOST_SETUPS));
        all
    }

    /// A setup, made ready, for which the inputs have what its prompt names.
    pub(super) async fn ready(&self, settings: Settings) -> Result<Ready, String> {
        let is_called = self.board.job.way == Way::Here;
        let ready = Ready::new(settings, &self.judge, is_called.then_some(&self.keys)).await?;
        if !is_called {
            ready.engine()?;
        }
        if self.board.job.has_images {
            ready.may_send_images(&self.listed).await?;
        }
        let task = &ready.task;
        match missing(&[&task.prompt, &task.system], &self.board.job.columns) {
            Some(problem) if !self.board.job.files.is_empty() => Err(problem),
            Some(_) | None => Ok(ready),
        }
    }

    pub(super) async fn add_setup(&mut self) -> Result<(), String> {
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
    pub(super) async fn start(&mut self) -> Result<(), String> {
        if self.board.job.is_begun() {
            return Ok(());
        }
        if let Some(problem) = self.wrong.values().next() {
            return Err(problem.clone());
        }
        self.lock().await?;
        let kept = self.store.get(Kind::Job, &self.board.job.id, 0).await;
        let kept = kept.and_then(|text| Job::from_json(&serde_json::from_str(&text).ok()?));
        if let Some(begun) = kept.filter(Job::is_begun) {
            self.show(begun).await;
            return Err("This batch was begun in another tab.".to_owned());
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

    /// Keeps other pages from making these runs.
    pub(super) async fn lock(&mut self) -> Result<(), String> {
        if self.lock.is_none() {
            let lock = Lock::take(&format!("batch {}", self.board.job.id)).await;
            self.lock = Some(lock.ok_or("This batch runs in another tab.")?);
        }
        Ok(())
    }

    /// Goes on with the batch that was begun.
    pub(super) async fn resume(&mut self) -> Result<(), String> {
        self.lock().await?;
        // A key may have been put right meanwhile.
        self.ready_all().await?;
        if self.scheduler.is_none() {
            self.open_mail()?;
            let earlier = self.earlier().await;
            let targets = self.targets();
            self.scheduler = Some(Scheduler::new(self.board.job.clone(), targets, earlier));
        }
        self.pace.begin(now());
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.resume(now());
        }
        Ok(())
    }

    pub(super) async fn ready_all(&mut self) -> Result<(), String> {
        let mut all = Vec::new();
        for setup in &self.board.job.setups {
            let ready = self.ready(Settings::from_json(&setup.settings)).await;
            all.push(ready.map_err(|problem| format!("{}: {problem}", setup.name))?);
        }
        self.ready = all;
        Ok(())
    }

    /// What is kept of the batch from before.
    pub(super) async fn earlier(&self) -> Earlier {
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

    pub(super) fn targets(&self) -> Vec<Target> {
        let origins: Vec<_> = self.ready.iter().map(Ready::origin).collect();
        let server =
            |origin: &Option<&str>| origins.iter().position(|other| other == origin).unwrap_or_default();
        let target = |ready: &Ready| Target { server: server(&ready.origin()), is_local: ready.is_local() };
        self.ready.iter().map(target).collect()
    }

    /// Prepares and begins the batch that follows the failed first attempts of this one in every way.
    pub(super) async fn recover(&mut self) -> Result<(), String> {
        let job = &self.board.job;
        let (inputs, seeds) = job.grid();
        let plan = Plan::Recovery {
            of: job.id.clone(),
            inputs,
            seeds: seeds.to_vec(),
            failed: failed_first_attempts(job, self.board.rows.values()),
            arms: Arm::all().collect(),
        };
        let id = format!("{:x}", random_number());
        let job = Job { id, plan, began: unix_time(), ..job.clone() };
        self.leave().await;
        self.show(job).await;
        self.keep_job().await;
        self.resume().await
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

/// What a batch is called in the list of those that are kept.
fn title(job: &Job) -> String {
    if !job.is_begun() {
        return "New batch".to_owned();
    }
    let what = match &job.plan {
        Plan::Grid { .. } => counted(job.count(), "run"),
        Plan::Recovery { .. } => "Does the feedback help?".to_owned(),
    };
    format!("{} · {what}", dated(job.began))
}
