//! The runs that are kept, as far as the page knows them: it asks the archive, and draws what that gives.

use super::State;
use crate::core::archive::{KEEP, LOOK};
use crate::core::scroller::Scroller;
use crate::core::shortcuts::step;
use crate::core::view::View;
use crate::ui::live::Live;
use crate::web::archive::{Archive, Said};
use crate::web::{browser, file, frame, scroll};
use serde_json::Value;

/// The id of the box in which the list is scrolled.
pub const RUNS_ID: &str = "runs";

/// The id of what is as high as a row of the list.
pub const RUN_RULER_ID: &str = "run-ruler";

/// How many rows are asked for before it is known how many there are.
const FIRST_ROWS: usize = 40;

/// The kept runs, as far as they are looked at.
#[derive(Default)]
pub struct History {
    /// What is drawn above the list: the choices, what fails, and what is said and can be done.
    pub parts: [Live<Value>; 3],
    /// The rows that are drawn, and the place of the first.
    pub rows: Live<(usize, Value)>,
    /// Where the list is scrolled to.
    pub scroller: Live<Scroller>,
    /// What gets the focus as soon as it is drawn; empty if nothing does.
    wanted: Live<String>,
    archive: Archive,
    /// Whether the archive was asked for rows and has not given them.
    is_awaited: Live<bool>,
    is_frame_awaited: Live<bool>,
}

/// The row of a control, by its id, and which control it is.
fn control_of(id: &str) -> Option<(usize, &str)> {
    let (row, control) = id.strip_prefix("run-")?.split_once('-')?;
    Some((row.parse().ok()?, control))
}

impl State {
    /// Has the archive be ready for a run that begins, so that it is kept as soon as it is over.
    pub(super) fn prepare_archive(&'static self) {
        self.ask_archive(LOOK, "");
    }

    /// Keeps the run on the page, in place of what was kept of it before.
    pub(super) fn keep_run(&'static self) {
        self.ask_archive(KEEP, &self.run_text());
    }

    /// Asks the archive for something, and of what.
    pub fn ask_archive(&'static self, asks: &str, of: &str) {
        let rows = self.history.scroller.with_untracked(|scroller| scroller.drawn());
        let (from, count) = (rows.start, rows.len().max(FIRST_ROWS));
        let is_looking = self.view.get_untracked() == View::History;
        let request: [Value; 5] = [asks.into(), of.into(), from.into(), count.into(), is_looking.into()];
        let request = Value::from(request.to_vec()).to_string();
        let hear = move |said| self.hear_archive(said);
        self.history.archive.ask(&browser::judge_script(), request, Box::new(hear));
    }

    /// Begins to look at the kept runs.
    pub fn open_history(&'static self) {
        self.measure_runs();
        self.ask_archive(LOOK, "");
    }

    fn hear_archive(&'static self, said: Said) {
        let (text, file) = match said {
            Ok(said) => said,
            Err(reason) => {
                let words = format!("The kept runs cannot be reached. {reason}");
                self.history.is_awaited.set(false);
                self.announcement.set(words.clone());
                let [.., head] = &self.history.parts;
                return head.set(words.into());
            }
        };
        let json: Value = serde_json::from_str(&text).unwrap_or_default();
        let text = |name: &str| json.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        if let Some(words) = text("say") {
            self.announcement.set(words.to_owned());
        }
        if let Some((name, file)) = text("file").zip(file) {
            file::download_file(name, &file);
        }
        if let Some(id) = text("focus") {
            self.history.wanted.set(id.to_owned());
        }
        if let Some(run) = text("open") {
            self.open_run_file(run.to_owned());
        }
        if let Some(rows) = json.get("rows") {
            self.show_runs(&json, rows);
        }
    }

    fn show_runs(&'static self, json: &Value, rows: &Value) {
        let history = &self.history;
        let held = browser::focused();
        let number = |name: &str| json.get(name).and_then(Value::as_u64).unwrap_or_default() as usize;
        history.is_awaited.set(false);
        history.scroller.update(|scroller| scroller.rows = number("found"));
        for (place, part) in history.parts.iter().enumerate() {
            if let Some(drawn) = json.get("parts").and_then(|parts| parts.get(place))
                && part.with_untracked(|known| known != drawn)
            {
                part.set(drawn.clone());
            }
        }
        history.rows.set((number("from"), rows.clone()));
        let mut wanted = String::new();
        history.wanted.update(|id| wanted = std::mem::take(id));
        if !wanted.is_empty() {
            frame::before_next(move || browser::focus(&wanted));
        }
        // The same elements show other rows now: the focus goes along with its row, as long as that is drawn.
        if control_of(&held).is_some() {
            frame::before_next(move || {
                if browser::focused() != held && !browser::focus_quietly(&held) {
                    browser::focus_quietly(RUNS_ID);
                }
            });
        }
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
            history.scroller.update(|scroller| *scroller = Scroller { top, sight, ..*scroller });
            let wanted = history.scroller.with_untracked(|scroller| scroller.in_sight());
            let is_drawn = history.rows.with_untracked(|(from, rows)| {
                let count = rows.as_array().map_or(0, Vec::len);
                *from <= wanted.start && wanted.end <= from + count
            });
            if !is_drawn && !history.is_awaited.get_untracked() {
                history.is_awaited.set(true);
                self.ask_archive(LOOK, "");
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
            browser::focus(&format!("run-{next}-{control}"));
        }
        true
    }
}
