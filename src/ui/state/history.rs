//! The runs that are kept: keeping one, looking for some, and what is done with those that are found.

use super::State;
use crate::core::archive::{
    Choices, Compared, ExportFormat, Filter, Reply, Request, Shelf, ShelfRow, Statistics,
};
use crate::core::counted::counted;
use crate::core::scroller::Scroller;
use crate::core::shortcuts::step;
use crate::core::view::View;
use crate::ui::live::Live;
use crate::web::archive::Archive;
use crate::web::file::{self, Blob};
use crate::web::{browser, frame, scroll, task};

/// The id of the box in which the list is scrolled.
pub const RUNS_ID: &str = "runs";

/// The id of what is as high as a row of the list.
pub const RUN_RULER_ID: &str = "run-ruler";

/// How many rows are asked for before it is known how many there are.
const FIRST_ROWS: usize = 40;

/// The kept runs, as far as they are looked at.
pub struct History {
    /// Which are looked for.
    pub filter: Live<Filter>,
    /// What is to be said of how they are kept.
    pub remark: Live<String>,
    /// How many there are, in words; empty until that is known.
    pub count: Live<String>,
    /// How many there are in all.
    pub kept: Live<usize>,
    /// What can be chosen in the filter.
    pub choices: Live<Choices>,
    /// What fails in those that are found.
    pub statistics: Live<Statistics>,
    /// The rows that are drawn, and the place of the first.
    pub rows: Live<(usize, Vec<ShelfRow>)>,
    /// Where the list is scrolled to.
    pub scroller: Live<Scroller>,
    /// The ids of those that are chosen to be compared: two at the most.
    pub chosen: Live<Vec<String>>,
    /// What came of comparing them, where that was asked for.
    pub compared: Live<Option<Compared>>,
    /// What can be brought back; empty where that is nothing.
    pub deleted: Live<String>,
    /// Whether the person is asked before all are deleted.
    pub is_clearing: Live<bool>,
    /// What went wrong last; empty where nothing did.
    pub problem: Live<String>,
    archive: Archive,
    looking: Live<Looking>,
    is_frame_awaited: Live<bool>,
}

/// What the archive is asked to show.
#[derive(Clone, Copy, Default)]
struct Looking {
    /// Whether it was asked and has not answered.
    is_under_way: bool,
    /// What is to be asked as soon as it has: whether that is all, and not the rows alone.
    next: Option<bool>,
}

impl History {
    /// Nothing is known yet of what the archive keeps whose worker has this script.
    pub(super) fn new(script: String) -> Self {
        Self {
            filter: Live::default(),
            remark: Live::default(),
            count: Live::default(),
            kept: Live::default(),
            choices: Live::default(),
            statistics: Live::default(),
            rows: Live::default(),
            scroller: Live::default(),
            chosen: Live::default(),
            compared: Live::default(),
            deleted: Live::default(),
            is_clearing: Live::default(),
            problem: Live::default(),
            archive: Archive::new(script),
            looking: Live::default(),
            is_frame_awaited: Live::default(),
        }
    }
}

/// The id of a control of a row.
pub fn control_id(row: usize, control: &str) -> String {
    format!("run-{row}-{control}")
}

/// The row of a control, and which control it is.
fn control_of(id: &str) -> Option<(usize, &str)> {
    let (row, control) = id.strip_prefix("run-")?.split_once('-')?;
    Some((row.parse().ok()?, control))
}

impl State {
    /// Keeps a run, by the text of its run file, in place of what was kept of it before.
    pub fn keep_run(&'static self, text: String) {
        self.ask_archive(Request::Keep { text }, move |_, _| {});
    }

    /// Opens a kept run as it was.
    pub fn open_run(&'static self, id: String) {
        self.ask_archive(Request::Open { id }, move |reply, _| {
            if let Reply::Run(text) = reply {
                let _ = text; // open_run_file
            }
        });
    }

    /// Asks the archive to do something, takes what it answers and the file beside it, and shows what is kept then.
    fn ask_archive(&'static self, request: Request, take: impl FnOnce(Reply, Option<Blob>) + 'static) {
        self.ask_and_take(request, Box::new(take));
    }

    fn ask_and_take(&'static self, request: Request, take: Box<dyn FnOnce(Reply, Option<Blob>)>) {
        task::spawn(async move {
            let problem = match self.history.archive.ask(&request).await {
                Ok((Reply::Refused(reason), _)) => reason,
                Ok((reply, file)) => {
                    take(reply, file);
                    String::new()
                }
                Err(reason) => unreached(&reason),
            };
            self.history.problem.set(problem);
            self.look_again();
        });
    }

    /// Begins to look at the kept runs.
    pub fn open_history(&'static self) {
        self.history.archive.when_changed(Box::new(move || self.look_again()));
        self.measure_runs();
        self.look_at_runs(true);
    }

    /// Looks for other runs.
    pub fn set_filter(&'static self, change: impl FnOnce(&mut Filter)) {
        self.history.filter.update(change);
        scroll::go_to(RUNS_ID, 0);
        self.history.scroller.update(|scroller| scroller.top = 0);
        self.look_at_runs(true);
    }

    fn look_again(&'static self) {
        if self.view.get_untracked() == View::History {
            self.look_at_runs(true);
        }
    }

    /// Asks for the rows that are to be drawn now; one question at a time.
    fn look_at_runs(&'static self, is_whole: bool) {
        let history = &self.history;
        if history.looking.with_untracked(|looking| looking.is_under_way) {
            return history
                .looking
                .update(|looking| looking.next = Some(is_whole || looking.next == Some(true)));
        }
        history.looking.set(Looking { is_under_way: true, next: None });
        let rows = history.scroller.with_untracked(|scroller| scroller.drawn());
        let (from, count) = (rows.start, rows.len().max(FIRST_ROWS));
        let filter = history.filter.get_untracked();
        task::spawn(async move {
            let answer = history.archive.ask(&Request::Look { filter, from, count, is_whole }).await;
            let next = history.looking.with_untracked(|looking| looking.next);
            history.looking.set(Looking::default());
            match answer {
                Ok((Reply::Shelf(shelf), _)) => self.show_shelf(shelf),
                Ok((Reply::Refused(reason), _)) => history.problem.set(reason),
                Ok(_) => {}
                Err(reason) => {
                    return history.problem.set(unreached(&reason));
                }
            }
            if let Some(is_whole) = next {
                self.look_at_runs(is_whole);
            }
        });
    }

    fn show_shelf(&'static self, shelf: Shelf) {
        let history = &self.history;
        let held = browser::focused();
        history.scroller.update(|scroller| scroller.rows = shelf.found);
        history.kept.set(shelf.kept);
        if history.count.with_untracked(|count| *count != shelf.count) {
            self.announcement.set(shelf.count.clone());
            history.count.set(shelf.count);
        }
        put(&history.remark, shelf.remark);
        shelf.choices.into_iter().for_each(|choices| put(&history.choices, choices));
        shelf.statistics.into_iter().for_each(|statistics| put(&history.statistics, statistics));
        history.rows.set((shelf.from, shelf.rows));
        // The same elements show other rows now: the focus goes along with its row, as long as that is drawn.
        frame::before_next(move || {
            if control_of(&held).is_some() && browser::focused() != held && !browser::focus_quietly(&held) {
                browser::focus_quietly(RUNS_ID);
            }
        });
        self.follow_runs();
    }

    /// Finds out how high a row is.
    pub fn measure_runs(&'static self) {
        frame::before_next(move || {
            if let Some((_, height)) = scroll::size(RUN_RULER_ID) {
                self.history.scroller.update(|scroller| scroller.row_height = height);
                self.follow_runs();
            }
        });
    }

    /// Has the rows be drawn to which the list was scrolled.
    pub fn follow_runs(&'static self) {
        let history = &self.history;
        if history.is_frame_awaited.get_untracked() {
            return;
        }
        history.is_frame_awaited.set(true);
        frame::before_next(move || {
            history.is_frame_awaited.set(false);
            let Some((top, sight)) = scroll::position(RUNS_ID) else { return };
            let known = history.scroller.get_untracked();
            let now = Scroller { top, sight, ..known };
            if now != known {
                history.scroller.set(now);
            }
            let wanted = now.in_sight();
            let is_drawn = history
                .rows
                .with_untracked(|(from, rows)| *from <= wanted.start && wanted.end <= from + rows.len());
            if !is_drawn {
                self.look_at_runs(false);
            }
        });
    }

    /// Takes the person from a control of a row to that of the next one, or of the one before. False where no control
    /// of a row has the focus.
    pub fn step_in_runs(&self, forward: bool) -> bool {
        let held = browser::focused();
        let Some((row, control)) = control_of(&held) else { return false };
        let count = self.history.scroller.with_untracked(|scroller| scroller.rows);
        if let Some(next) = step(Some(row), count, forward) {
            browser::focus(&control_id(next, control));
        }
        true
    }

    /// Pins a run, or does not any more.
    pub fn pin_run(&'static self, id: String, is_pinned: bool) {
        self.ask_archive(Request::Pin { id, is_pinned }, |_, _| {});
    }

    /// Deletes a run.
    pub fn delete_run(&'static self, id: String) {
        self.history.chosen.update(|chosen| chosen.retain(|chosen| *chosen != id));
        self.ask_archive(Request::Delete { id }, move |reply, _| self.show_deleted(&reply));
    }

    /// Deletes all runs, but perhaps those that are pinned.
    pub fn clear_runs(&'static self, with_pinned: bool) {
        self.history.is_clearing.set(false);
        self.history.chosen.set(Vec::new());
        self.ask_archive(Request::Clear { with_pinned }, move |reply, _| self.show_deleted(&reply));
    }

    fn show_deleted(&self, reply: &Reply) {
        if let Reply::Done { count } = reply {
            self.history.deleted.set(format!("{} deleted", counted(*count, "run")));
        }
    }

    /// Brings back what was deleted last.
    pub fn restore_runs(&'static self) {
        self.history.deleted.set(String::new());
        self.ask_archive(Request::Restore, |_, _| {});
    }

    /// Chooses a run to be compared, or does not any more: the two that were chosen last are.
    pub fn choose_run(&self, id: &str, is_chosen: bool) {
        self.history.chosen.update(|chosen| {
            chosen.retain(|chosen| chosen != id);
            if is_chosen {
                chosen.push(id.to_owned());
            }
            let surplus = chosen.len().saturating_sub(2);
            chosen.drain(..surplus);
        });
    }

    /// Puts the chosen runs side by side.
    pub fn compare_runs(&'static self) {
        let Ok([one, other]) = <[String; 2]>::try_from(self.history.chosen.get_untracked()) else { return };
        self.ask_archive(Request::Compare { one, other }, move |reply, _| {
            if let Reply::Compared(compared) = reply {
                self.history.compared.set(Some(compared));
                frame::before_next(|| browser::focus(COMPARED_ID));
            }
        });
    }

    /// Offers a file of the attempts of those that are found.
    pub fn export_runs(&'static self, format: ExportFormat) {
        let filter = self.history.filter.get_untracked();
        self.ask_archive(Request::Export { filter, format }, move |reply, file| {
            if let (Reply::File { count }, Some(file)) = (reply, file) {
                file::download_file(format.file_name(), &file);
                self.announcement.set(format!("{} exported", counted(count, "attempt")));
            }
        });
    }
}

/// The id of the heading of a comparison.
pub const COMPARED_ID: &str = "compared";

fn unreached(reason: &str) -> String {
    let reason = if reason.is_empty() { "their worker could not be loaded" } else { reason };
    format!("The kept runs cannot be reached: {reason}.")
}

/// Puts something in the place of what is there, unless it is the same.
fn put<T: PartialEq>(live: &Live<T>, value: T) {
    if live.with_untracked(|known| *known != value) {
        live.set(value);
    }
}
