//! Runs as files: handing out the one on the page, opening another, and judging its replies again.

use super::{Asked, CurrentRun, State};
use crate::core::agent::{Attempt, Outcome};
use crate::core::judge::{JudgedBy, Judgement, Kind, Progress, SchemaSource, Undecided};
use crate::core::provider::{BaseUrl, Connection};
use crate::core::run_file::{Again, Now, RunFile, Served, Verdict, verdicts};
use crate::core::view::View;
use crate::web::file::File;
use crate::web::{browser, file, task};
use leptos::prelude::*;
use std::sync::Arc;

/// What the replies of a run come to when they are judged again.
#[derive(Clone, Default)]
pub struct JudgedAgain {
    /// The verdicts of the run itself.
    pub then: Vec<Option<Verdict>>,
    /// By its own schema, where it was opened.
    pub own: Option<Again>,
    /// By the schema that is chosen now, where that is another.
    pub chosen: Option<Again>,
    /// The schema that is chosen now, as far as it was asked.
    source: SchemaSource,
}

impl JudgedAgain {
    fn column(&mut self, by: JudgedBy) -> &mut Option<Again> {
        match by {
            JudgedBy::OwnSchema => &mut self.own,
            JudgedBy::ChosenSchema => &mut self.chosen,
        }
    }
}

impl State {
    /// The run that is on the page, once it is over.
    pub fn run_file(&self) -> Option<RunFile> {
        let run = self.run.get();
        let requests = self.rows.iter().filter(|row| row.is_there.get()).map(|row| self.curl(row));
        Some(RunFile {
            ending: run.ending?,
            attempts: self.attempts().iter().map(|attempt| Attempt::clone(attempt)).collect(),
            requests: requests.collect(),
            ..run.file
        })
    }

    /// Offers the run on the page for download.
    pub fn save_run_file(&self) {
        if let Some(run) = untrack(|| self.run_file()) {
            file::download(&run.file_name(), &run.to_json().to_string());
        }
    }

    /// Opens the file that a person has chosen.
    pub fn open_file(&'static self, file: Option<File>) {
        task::spawn(async move {
            match file::text_of(file).await {
                Some((_, text)) => self.open_run_file(&text),
                None => self.unopened.set("This is not a run file.".to_owned()),
            }
        });
    }

    /// Opens a run from the text of its file, unless another is under way. Nobody is asked anything for it but the
    /// judge.
    pub fn open_run_file(&'static self, text: &str) {
        if self.run.with_untracked(CurrentRun::is_running) {
            return self.unopened.set("A run is under way: stop it first.".to_owned());
        }
        match RunFile::read(text) {
            Ok(file) => self.open_run(file),
            Err(error) => self.unopened.set(error.to_string()),
        }
        browser::set_fragment(View::Run.fragment());
    }

    fn open_run(&'static self, mut file: RunFile) {
        self.clear();
        self.unopened.set(String::new());
        self.announcement.set("The run was opened".to_owned());
        let attempts: Vec<_> = std::mem::take(&mut file.attempts).into_iter().map(Arc::new).collect();
        let then = verdicts(&attempts);
        let own = Again::new("its own schema".to_owned(), &then);
        self.again.set(JudgedAgain { then, own: Some(own), ..JudgedAgain::default() });
        self.run.update(|run| {
            run.asked =
                Some(file.served.as_ref().and_then(connection).map_or(Asked::Simulated, Asked::Server));
            run.is_opened = true;
            run.ending = Some(file.ending.clone());
            run.file = file;
        });
        for (row, attempt) in self.rows.iter().zip(attempts) {
            if let Some(Outcome::CallFailed(fault)) = attempt.outcome() {
                self.advise_on_card(row, fault.clone());
            }
            row.attempt.set(Some(attempt));
            row.is_there.set(true);
        }
        self.judge_again(JudgedBy::OwnSchema);
        self.judge_by_chosen();
    }

    /// Has the replies be judged by the schema that is chosen now, where that is another than that of the run and
    /// can be read.
    pub fn judge_by_chosen(&'static self) {
        let Some((file, source, name)) = untrack(|| {
            let file = self.run_file()?;
            self.schema.with(|reading| match reading.progress() {
                Progress::Done => Some((file, reading.source().clone(), reading.description().label.clone())),
                Progress::Empty | Progress::UnderWay | Progress::Wrong(_) | Progress::Undecided(_) => None,
            })
        }) else {
            return;
        };
        if self.again.with_untracked(|again| again.source == source) {
            return;
        }
        let is_other = source != file.schema;
        self.again.update(|again| {
            if again.then.is_empty() {
                again.then = verdicts(&file.attempts);
            }
            again.chosen = is_other.then(|| Again::new(format!("“{name}”, chosen now"), &again.then));
            again.source = source;
        });
        if is_other {
            self.judge_again(JudgedBy::ChosenSchema);
        }
    }

    /// Has the replies of the run be judged, one after the other. Another run, or another schema, ends it.
    fn judge_again(&'static self, by: JudgedBy) {
        let Some(mut file) = untrack(|| self.run_file()) else { return };
        let number = self.run.with_untracked(|run| run.number);
        let source = match by {
            JudgedBy::OwnSchema => file.schema.clone(),
            JudgedBy::ChosenSchema => self.again.with_untracked(|again| again.source.clone()),
        };
        task::spawn(async move {
            for position in 0..file.attempts.len() {
                let judged = match self.judgement(by, &source, &file, position).await {
                    None => continue,
                    Some(Err(Undecided::Superseded)) => return,
                    Some(judged) => judged.map_err(|undecided| undecided.to_string()),
                };
                let is_current = self.run.with_untracked(|run| run.number) == number
                    && (by == JudgedBy::OwnSchema
                        || self.again.with_untracked(|again| again.source == source));
                if !is_current {
                    return;
                }
                let now = match &judged {
                    Ok(judgement) => Now::Verdict(Verdict::of(judgement)),
                    Err(reason) => Now::Undecided(reason.clone()),
                };
                self.again.update(|again| {
                    let verdicts = again.column(by).iter_mut().flat_map(|again| &mut again.verdicts);
                    verdicts.skip(position).take(1).for_each(|verdict| *verdict = now.clone());
                });
                if by == JudgedBy::OwnSchema {
                    file.take(position, judged);
                    self.show_judged(&file, position);
                }
            }
            if by == JudgedBy::OwnSchema {
                self.diagnose(number);
            }
        });
    }

    /// What an attempt's reply is worth by a schema; none where there is nothing to judge.
    async fn judgement(
        &self,
        by: JudgedBy,
        source: &SchemaSource,
        file: &RunFile,
        position: usize,
    ) -> Option<Result<Judgement, Undecided>> {
        let case = file.case(position)?;
        let critique = file.attempts.get(position).and_then(Attempt::critique).map(str::to_owned);
        Some(match critique {
            Some(critique) => self
                .judge
                .critique(Kind::Again(by), source.clone(), case, critique)
                .await
                .map(|critiqued| critiqued.judgement),
            None => self.judge.judge(Kind::Again(by), source.clone(), case).await,
        })
    }

    /// Shows what the judge says of an attempt.
    fn show_judged(&self, file: &RunFile, position: usize) {
        let (Some(row), Some(attempt)) = (self.rows.get(position), file.attempts.get(position)) else {
            return;
        };
        row.attempt.set(Some(Arc::new(attempt.clone())));
        if self.run.with_untracked(|run| run.ending.as_ref() != Some(&file.ending)) {
            self.run.update(|run| run.ending = Some(file.ending.clone()));
        }
    }
}

/// A connection to the server that was asked, of which its faults are told; nothing is sent there. None where its
/// address is none.
fn connection(served: &Served) -> Option<Connection> {
    let preset = served.provider.preset();
    let base_url = BaseUrl::typed(&served.base_url, preset).ok()?;
    Some(Connection::new(preset, base_url, &served.model, None))
}
