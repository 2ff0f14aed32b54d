//! The attempt log: the place of each attempt, what of its card is open, and following the newest.

use super::{Asked, CurrentRun, State};
use crate::core::agent::{Attempt, Section};
use crate::core::code::curl_of;
use crate::core::judge::{Advice, Tried, Undecided};
use crate::ui::live::Live;
use crate::ui::parts::{Markup, nothing};
use crate::web::{browser, file, frame, task};
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// The place of one attempt in the log.
pub struct Row {
    /// Which attempt it is for, from 1.
    pub number: usize,
    /// Whether the attempt was made.
    pub is_there: Live<bool>,
    /// Whether its card is open.
    pub is_open: Live<bool>,
    /// What can be done about its call, where that failed; none until that is known.
    pub advice: Live<Option<Advice>>,
    /// What changed since the answer before, as far as that was asked, or why that cannot be said.
    pub comparison: Live<Option<Result<Value, String>>>,
    /// Which of its violations are pointed at, by their positions.
    pub pointed: Live<Vec<usize>>,
    pub(super) attempt: Live<Option<Arc<Attempt>>>,
    folds: [Live<bool>; Fold::ALL.len()],
}

/// The id of what stands behind the newest attempt.
pub const NEWEST: &str = "newest";

/// What on a card is opened by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The model's reasoning.
    Reasoning,
    /// What changed since the answer before.
    Changes,
    /// The messages that were sent.
    Messages,
    /// The request, as a command.
    Request,
}

impl Fold {
    /// Every one, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::Reasoning, Self::Changes, Self::Messages, Self::Request];

    /// What people read on it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reasoning => "Reasoning",
            Self::Changes => "Changes since the answer before",
            Self::Messages => "Messages sent",
            Self::Request => "Request as cURL",
        }
    }
}

impl Row {
    pub(super) fn new(number: usize) -> Self {
        Self {
            number,
            is_there: Live::new(false),
            is_open: Live::new(true),
            advice: Live::new(None),
            comparison: Live::new(None),
            pointed: Live::default(),
            attempt: Live::new(None),
            folds: Fold::ALL.map(|_| Live::new(false)),
        }
    }

    /// Whether this is open.
    pub fn fold_of(&self, fold: Fold) -> &Live<bool> {
        &self.folds[fold as usize]
    }

    /// What is to be read of the attempt; the usual where there is none any more.
    pub fn with<T: Default>(&self, read: impl FnOnce(&Attempt) -> T) -> T {
        self.attempt.with(|attempt| attempt.as_deref().map(read).unwrap_or_default())
    }

    /// What is to be shown of the attempt; nothing where there is none any more.
    pub fn view(&self, show: impl FnOnce(&Attempt) -> Markup) -> Markup {
        self.attempt.with(|attempt| attempt.as_deref().map(show)).unwrap_or_else(nothing)
    }

    /// One of the attempt's texts, whole, as it is now.
    pub fn text(&self, section: Section) -> String {
        untrack(|| self.with(|attempt| attempt.section_text(section)))
    }

    /// Offers one of the attempt's texts for download.
    pub fn download(&self, section: Section) {
        file::download(&section.file_name(self.number), &self.text(section));
    }

    pub(super) fn clear(&self) {
        self.is_there.set(false);
        self.is_open.set(true);
        self.advice.set(None);
        self.comparison.set(None);
        self.pointed.set(Vec::new());
        self.attempt.set(None);
        self.folds.iter().for_each(|is_open| is_open.set(false));
    }
}

impl State {
    /// Opens what on a card is opened by itself, or closes it.
    pub fn turn(&'static self, row: &'static Row, fold: Fold) {
        row.fold_of(fold).update(|is_open| *is_open = !*is_open);
        if fold == Fold::Changes && row.fold_of(fold).get_untracked() {
            self.compare(row);
        }
    }

    /// Whether there is an answer before that of this attempt.
    pub fn has_changes(&self, row: &Row) -> bool {
        row.with(|attempt| attempt.value().is_some()) && self.before(row).is_some()
    }

    /// The answer before, and what is wrong with it.
    fn before(&self, row: &Row) -> Option<Tried> {
        let earlier = self.rows.iter().take_while(|other| other.number < row.number);
        let answers =
            earlier.filter_map(|other| other.with(|attempt| attempt.value().map(|_| Tried::of(attempt))));
        answers.last()
    }

    /// Has the judge say what changed since the answer before.
    fn compare(&'static self, row: &'static Row) {
        let Some(before) = untrack(|| self.before(row)) else { return };
        let after = untrack(|| row.with(Tried::of));
        let CurrentRun { number, .. } = self.run.get_untracked();
        row.comparison.set(None);
        task::spawn(async move {
            let compared = match self.judge.compare(row.number, before, after).await {
                Err(Undecided::Superseded) => return,
                compared => compared.map_err(|undecided| undecided.to_string()),
            };
            if self.run.with_untracked(|run| run.number) == number {
                row.comparison.set(Some(compared));
            }
        });
    }

    /// The request of an attempt as a command for a shell; nothing where none left the page.
    pub fn curl(&self, row: &Row) -> String {
        let command = self.run.with(|run| match &run.asked {
            _ if run.is_opened => run.file.requests.get(row.number - 1).cloned(),
            Some(Asked::Server(connection)) => row.with(|attempt| curl_of(attempt, connection)),
            Some(Asked::Simulated) | None => None,
        });
        command.unwrap_or_default()
    }

    /// Takes note of whether the page is scrolled to the newest.
    pub fn look_for_newest(&self) {
        let is_newest_reached = browser::is_reached(NEWEST);
        if self.is_newest_reached.get_untracked() != is_newest_reached {
            self.is_newest_reached.set(is_newest_reached);
        }
    }

    /// Goes along with what has come, where the newest was in sight. Once the run is over, or waits for the person,
    /// what is to be seen stands at the top.
    pub fn follow(&'static self) {
        self.arrived.with(|_| {});
        self.growth.with(|_| {});
        self.attempts();
        let (is_running, is_asked, is_top) =
            self.run.with(|run| (run.is_running(), run.asked.is_some(), run.draft || run.ending.is_some()));
        if is_asked && self.is_newest_reached.get_untracked() {
            frame::before_next(move || match (is_top, is_running) {
                (true, _) => browser::go_to("results"),
                (false, true) => browser::reveal(NEWEST),
                (false, false) => {}
            });
        }
    }

    /// Goes to the newest, and along with it from then on.
    pub fn jump_to_newest(&self) {
        browser::reveal(NEWEST);
        self.look_for_newest();
    }

    /// Whether the newest is out of sight while there is something new.
    pub fn is_newest_hidden(&self) -> bool {
        self.run.with(CurrentRun::is_running) && !self.is_newest_reached.get()
    }
}
