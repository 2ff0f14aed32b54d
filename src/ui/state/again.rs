//! Runs as files: handing out the one on the page, opening another, and having replies judged again.

use super::{Asked, CurrentRun, State};
use crate::core::agent::{Attempt, Outcome};
use crate::core::judge::{Kind, Progress, SchemaSource, Undecided};
use crate::core::provider::{BaseUrl, Connection};
use crate::core::report::ReportKind;
use crate::core::run_file::{Again, RunFile, Served};
use crate::core::settings::Unready;
use crate::core::view::View;
use crate::web::{browser, clipboard, file, task};
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// What is said of the replies of the run on the page, judged again.
#[derive(Clone, Default)]
pub struct JudgedAgain {
    /// How the verdicts compare, as it is drawn; null where nothing was judged again.
    pub drawn: Value,
    /// The schema beside that of the run, as far as it was asked.
    source: Option<SchemaSource>,
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

    /// The text of its file; empty where there is none.
    pub(super) fn run_text(&self) -> String {
        untrack(|| self.run_file()).map(|run| run.into_json().to_string()).unwrap_or_default()
    }

    /// Hands out the run on the page, or a report of it: copied, or as a file.
    pub fn report(&'static self, kind: ReportKind, is_copied: bool) {
        let text = self.run_text();
        task::spawn(async move {
            let report = match self.judge.report(text, kind).await {
                Err(Undecided::Superseded) => return,
                Err(undecided) => Err(Unready::Judge(undecided).message()),
                Ok(report) => report,
            };
            let words = match report {
                Err(why) => why,
                Ok(report) if is_copied && clipboard::copy(&report).await => "Copied ✓".to_owned(),
                Ok(_) if is_copied => "Copying failed".to_owned(),
                Ok(report) => {
                    let name = match kind {
                        ReportKind::Run => self.run.with_untracked(|run| run.file.file_name()),
                        ReportKind::Markdown | ReportKind::Json => format!("report.{}", kind.name()),
                    };
                    file::download(&name, &report);
                    format!("{name} saved")
                }
            };
            self.announcement.set(words.clone());
            self.exported.set(words);
        });
    }

    /// Opens a run from the text of its file, unless another is under way. Nobody is asked for it but the judge, and
    /// nothing is shown of it before the judge has judged it again.
    pub fn open_run_file(&'static self, text: String) {
        browser::set_fragment(View::Run.fragment());
        if self.run.with_untracked(CurrentRun::is_running) {
            return self.refuse_file("A run is under way: stop it first.".to_owned());
        }
        let number = self.run.with_untracked(|run| run.number);
        task::spawn(async move {
            let judged = match self.judge.again(Kind::Again, text, true, None).await {
                Err(Undecided::Superseded) => return,
                Err(undecided) => Err(format!("The run was not opened: {undecided}.")),
                Ok(judged) => judged,
            };
            // Another has begun meanwhile.
            if self.run.with_untracked(|run| run.number) != number {
                return;
            }
            let opened = judged.and_then(|again| match RunFile::read(&again.file) {
                Ok(file) => Ok((again, file)),
                Err(error) => Err(error.to_string()),
            });
            match opened {
                Ok((again, file)) => self.show_run(again, file),
                Err(why) => self.refuse_file(why),
            }
        });
    }

    fn show_run(&'static self, again: Again, mut file: RunFile) {
        self.clear();
        self.take_offer();
        self.announcement.set("The run was opened".to_owned());
        let attempts = std::mem::take(&mut file.attempts);
        let mut judgements = again.judgements.into_iter();
        self.again.set(JudgedAgain { drawn: again.drawn, source: None });
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
            let judgement = judgements.next().flatten().map(Arc::new);
            row.attempt.set(Some(Arc::new(Attempt { judgement, ..attempt })));
            row.is_there.set(true);
        }
        self.diagnose(self.run.with_untracked(|run| run.number));
        self.judge_by_chosen();
    }

    /// Offers the setup of the run on the page, to be used for others.
    pub fn offer_setup(&'static self) {
        let setup = self.run.with_untracked(|run| run.file.setup.to_string());
        self.offer_setup_of(setup);
    }

    /// Has the replies of the run be judged by the schema that is chosen now, where that is another than the run's and
    /// can be read.
    pub fn judge_by_chosen(&'static self) {
        let (number, is_opened, own) =
            self.run.with_untracked(|run| (run.number, run.is_opened, run.file.schema.clone()));
        let chosen = self.schema.with_untracked(|reading| match reading.progress() {
            Progress::Done => Some((reading.source().clone(), reading.description().label.clone())),
            Progress::Empty | Progress::UnderWay | Progress::Wrong(_) | Progress::Undecided(_) => None,
        });
        let Some((source, label)) = chosen else { return };
        let asked = self.again.with_untracked(|again| again.source.clone());
        // The run's own is asked again only in place of another.
        if asked.as_ref() == Some(&source) || asked.is_none() && source == own {
            return;
        }
        self.again.update(|again| again.source = Some(source.clone()));
        let chosen = (source != own).then(|| (source.clone(), label));
        let text = self.run_text();
        task::spawn(async move {
            let Ok(Ok(again)) = self.judge.again(Kind::Again, text, is_opened, chosen).await else { return };
            if self.run.with_untracked(|run| run.number) == number {
                self.again.update(|shown| shown.drawn = again.drawn);
            }
        });
    }
}

/// A connection to the server that was asked, of which its faults are told; nothing is sent there. None where its
/// address is none.
fn connection(served: &Served) -> Option<Connection> {
    let preset = served.provider.preset();
    let base_url = BaseUrl::typed(&served.base_url, preset).ok()?;
    Some(Connection::new(preset, base_url, &served.model, None))
}
