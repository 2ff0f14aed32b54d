//! The current run and its attempts: beginning, following and ending it.

use super::check::JudgedBy;
use super::{Fold, JudgedAgain, Row, State};
use crate::core::agent::{
    Arrived, Arriving, Attempt, Ending, Event, Outcome, Phase, Pipeline, Preview, Saved, Summary, Task,
    circling, title,
};
use crate::core::image::Image;
use crate::core::json_text::JsonText;
use crate::core::judge::{AdvisedPlace, Growth, Lowering, Progress};
use crate::core::provider::{Connection, Fault, Provider, Secret};
use crate::core::run_file::{RunFile, Served};
use crate::core::settings::Unready;
use crate::core::shortcuts::step;
use crate::core::time::Millis;
use crate::core::view::View;
use crate::web::calls::{Backend, Jury};
use crate::web::driver::{self, Shown};
use crate::web::{browser, clipboard, clock, frame, task};
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;

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
    /// Why it goes in circles, where it does, as it is drawn.
    pub diagnosis: Option<Value>,
    /// Whether an attempt waits for the person's word.
    pub draft: bool,
    /// Whether it was made elsewhere or earlier, and opened.
    pub is_opened: bool,
    /// What else is known of it, but for its attempts and its ending.
    pub(super) file: RunFile,
}

/// Who is asked in a run.
#[derive(Clone)]
pub enum Asked {
    /// The stand-in model.
    Simulated,
    /// A server.
    Server(Connection),
}

impl CurrentRun {
    /// Whether it is under way.
    pub fn is_running(&self) -> bool {
        self.is_awaited || self.asked.is_some() && self.ending.is_none()
    }

    /// The image that went with its question.
    pub fn image(&self) -> Option<&Image> {
        self.file.image.as_ref()
    }

    /// When it began, by the wall clock.
    pub fn began(&self) -> Millis {
        self.file.began
    }
}

impl State {
    /// The attempts of the current run, oldest first.
    pub(super) fn attempts(&self) -> Vec<Arc<Attempt>> {
        self.rows.iter().filter_map(|row| row.attempt.get()).collect()
    }

    /// The title of the window.
    pub fn title(&self) -> String {
        let last = self.rows.iter().rev().find(|row| row.is_there.get());
        let title = |attempt: Option<&Attempt>| self.run.with(|run| title(attempt, run.ending.as_ref()));
        let title =
            last.map_or_else(|| title(None), |row| row.attempt.with(|attempt| title(attempt.as_deref())));
        match self.view.get() {
            View::Run => title,
            View::Batch if self.batch.title.with(|title| !title.is_empty()) => self.batch.title.get(),
            view @ (View::Batch | View::Check | View::History) => format!("{} · {title}", view.name()),
        }
    }

    /// How the current run stands.
    pub fn pipeline(&self) -> Pipeline {
        let attempts = self.attempts();
        self.run.with(|run| Pipeline::new(attempts.last().map(Arc::as_ref), run.ending.as_ref()))
    }

    /// The current run in a few words, once it is over.
    pub fn summary(&self, ending: &Ending) -> Summary {
        let simulated = self.run.with(|run| run.file.is_simulated());
        Summary::new(&self.attempts(), ending, simulated)
    }

    /// What ending early saved.
    pub fn saved(&self) -> Option<Saved> {
        Saved::of(&self.attempts())
    }

    /// The answer of a run that ended with one.
    pub fn valid_answer(&self) -> Option<JsonText> {
        match self.run.with(|run| run.ending.clone())? {
            Ending::Valid { .. } => self.attempts().pop()?.judgement.as_deref()?.value().cloned(),
            Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. } | Ending::Stopped => {
                None
            }
        }
    }

    /// Takes the person to the result, where there is one.
    pub fn go_to_result(&self) {
        if self.run.with_untracked(|run| run.ending.is_none()) {
            self.announcement.set("There is no result yet".to_owned());
        }
        browser::focus("result");
    }

    /// Takes the person to the next attempt, or to the one before.
    pub fn go_to_attempt(&self, forward: bool) {
        let count = self.rows.iter().filter(|row| row.is_there.get_untracked()).count();
        let number = |position: usize| format!("attempt-{}-head", position + 1);
        let at = (0..count).find(|position| browser::has_focus(&number(*position)));
        if let Some(position) = step(at, count, forward) {
            browser::focus(&number(position));
        }
    }

    /// Copies the answer of a run that ended with one, and says whether it did.
    pub fn copy_result(&'static self) {
        let Some(answer) = untrack(|| self.valid_answer()) else {
            return self.announcement.set("There is no valid answer to copy".to_owned());
        };
        task::spawn(async move {
            let copied = clipboard::copy(&answer.pretty()).await;
            let words = if copied { "JSON copied" } else { "Copying failed" };
            self.announcement.set(words.to_owned());
        });
    }

    /// What the next run would send first, or what is to be set first.
    pub fn preview(&self) -> Result<(Preview, Value), Unready> {
        let (task, connection) = self.next_run()?;
        let source = self.schema.with(|reading| reading.source().clone());
        let difference = task.manner.ladder.dialect().and_then(|dialect| {
            self.lowering.with(|lowering| Some(lowering.of(&source, dialect)?.ok()?.difference.clone()))
        });
        Ok((Preview::new(&task, connection.as_ref()), difference.unwrap_or_default()))
    }

    /// What the next run is to do, and who is asked if it is a server, or what is to be set first. It is only shown: a
    /// key that is needed may still be missing.
    pub(super) fn next_run(&self) -> Result<(Task, Option<Connection>), Unready> {
        let settings = self.settings.get();
        let mut task = self
            .schema
            .with(|reading| self.lowering.with(|lowering| settings.run_task(reading, lowering)))?;
        task.image = self.image_for(&settings)?;
        let connection = match settings.provider == Provider::Simulated {
            true => None,
            false => Some(match settings.run_connection(self.key()) {
                Err(Unready::Key) => settings.run_connection(Secret::new("…"))?,
                connection => connection?,
            }),
        };
        Ok((task, connection))
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

    pub(super) fn begin_if_awaited(&'static self) {
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
            Err(Unready::Listing) => {
                self.problem.set(String::new());
                self.run.update(|run| run.is_awaited = true);
                self.announcement.set("The run begins when the server has told of its models".to_owned());
            }
            Err(unready) => self.problem.set(unready.message()),
        }
    }

    fn try_begin(&'static self) -> Result<(), Unready> {
        let settings = self.settings.get_untracked();
        let mut task = self.schema.with_untracked(|reading| {
            self.lowering.with_untracked(|lowering| settings.run_task(reading, lowering))
        })?;
        task.rest_seed = browser::random_number();
        if settings.provider == Provider::Browser && self.has_built_in.get_untracked() == Some(false) {
            return Err(Unready::NoBuiltInModel);
        }
        let (backend, asked, served) = if let Some(simulation) = settings.simulation() {
            (Backend::Simulated(simulation), Asked::Simulated, None)
        } else {
            let connection = settings.run_connection(untrack(|| self.key()))?;
            let served = Served {
                provider: settings.provider,
                base_url: connection.base_url.to_string(),
                model: connection.model.clone(),
            };
            // What is only shown needs no key, but to know that there is one.
            let key = connection.key.as_ref().and_then(|_| Secret::new("…"));
            let asked = Asked::Server(Connection { key, ..connection.clone() });
            (Backend::Remote(connection), asked, Some(served))
        };
        if self.ask_for_images(&settings) {
            return Err(Unready::Listing);
        }
        task.image = untrack(|| self.image_for(&settings))?;
        self.prepare_archive();
        self.clear();
        // What is shown of the run before it goes with the next frame.
        self.is_newest_reached.set(false);
        frame::before_next(move || self.look_for_newest());
        let (schema, schema_name) = self
            .schema
            .with_untracked(|reading| (reading.source().clone(), reading.description().label.clone()));
        self.run.update(|run| {
            run.asked = Some(asked);
            run.file = RunFile {
                id: format!("{:x}", browser::random_number()),
                began: clock::unix_time(),
                setup: RunFile::unreduced(&settings),
                schema: schema.clone(),
                schema_name,
                served,
                prompt: task.prompt.clone(),
                input: task.input.clone(),
                image: task.image.clone(),
                repaired: task.repaired,
                ..RunFile::default()
            };
        });
        let number = self.run.with_untracked(|run| run.number);
        let jury =
            Jury { judge: self.judge.clone(), schema, critic_model: settings.critic_model(), place: None };
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

    /// Makes the attempt that waits for the person's word.
    pub fn approve(&self) {
        let correction = self.draft.get_untracked();
        self.run.update(|run| (run.draft, run.ending, run.diagnosis) = (false, None, None));
        self.handle.with_untracked(|handle| {
            if let Some(handle) = handle {
                handle.approve(correction);
            }
        });
    }

    /// Ends the run that is under way and clears the results.
    pub fn reset(&self) {
        self.stop();
        self.clear();
        self.announcement.set("Results cleared".to_owned());
    }

    pub(super) fn clear(&self) {
        self.run.update(|run| *run = CurrentRun { number: run.number + 1, ..CurrentRun::default() });
        self.handle.set(None);
        self.problem.set(String::new());
        self.again.set(JudgedAgain::default());
        self.exported.set(String::new());
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
            Shown::Event(Event::Draft(draft)) => {
                self.draft.set(draft.correction);
                self.announcement.set("A correction waits for you".to_owned());
                self.run.update(|run| run.draft = true);
            }
            Shown::Event(Event::Attempt(attempt)) => self.show_attempt(attempt),
            Shown::Ended(ending) => {
                self.announcement.set(ending.headline());
                self.run.update(|run| (run.ending, run.diagnosis) = (Some(ending), None));
                self.diagnose(number);
                self.keep_run();
            }
        }
    }

    /// Has the reply of an attempt be looked into, by what it was judged by.
    pub fn open_in_check(&'static self, row: &'static Row) {
        let RunFile { schema, input, .. } = self.run.with_untracked(|run| run.file.clone());
        let (reply, dialect) = row.attempt.with_untracked(|attempt| match attempt.as_deref() {
            Some(attempt) => (attempt.section_text(attempt.judged_section()), attempt.dialect),
            None => Default::default(),
        });
        self.check_attempt(reply, JudgedBy { attempt: row.number, schema, input, dialect });
    }

    /// Has the judge say why the run goes in circles, where it does.
    pub(super) fn diagnose(&'static self, number: u32) {
        let Some(attempts) = circling(&untrack(|| self.attempts())) else { return };
        let RunFile { schema, input, .. } = self.run.with_untracked(|run| run.file.clone());
        task::spawn(async move {
            // Where that cannot be said, the attempts are there to be read.
            let diagnosis = self.judge.diagnose(schema, input, attempts).await.ok();
            if self.run.with_untracked(|run| run.number) == number {
                self.run.update(|run| run.diagnosis = diagnosis);
            }
        });
    }

    /// Has the judge say what can be done about a fault of the current run, for the card of the attempt.
    pub(super) fn advise_on_card(&'static self, row: &'static Row, fault: Fault) {
        let CurrentRun { number, asked, .. } = self.run.get_untracked();
        let connection = match asked {
            Some(Asked::Server(connection)) => Some(connection),
            Some(Asked::Simulated) | None => Connection::simulated(),
        };
        let Some(connection) = connection else { return };
        task::spawn(async move {
            let advice = self.advise(AdvisedPlace::Attempt(row.number), &fault, &connection).await;
            if advice.is_some() && self.run.with_untracked(|run| run.number) == number {
                row.advice.set(advice);
            }
        });
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

    fn show_attempt(&'static self, attempt: Arc<Attempt>) {
        self.announcement.set(attempt.announcement());
        if attempt.phase == Phase::Calling && attempt.timing.pieces.is_none() {
            self.arriving.set(Arriving::new(attempt.timing.sent));
            self.arrived.set(Arrived::default());
            self.growth.set(Growth::default());
        }
        let position = attempt.number.saturating_sub(1);
        let Some(row) = self.rows.get(position) else { return };
        if let Some(Outcome::CallFailed(fault)) = attempt.outcome() {
            self.advise_on_card(row, fault.clone());
        }
        if attempt.is_from_reasoning() && row.fold_of(Fold::Reasoning).with_untracked(|is_open| !is_open) {
            row.fold_of(Fold::Reasoning).set(true);
        }
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
