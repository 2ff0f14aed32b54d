//! A list that a worker of its own makes and draws, with parts around it: the kept runs, or a batch. Here it is asked
//! for, and what comes is put in its place.

use super::State;
use crate::core::scroller::Scroller;
use crate::core::shortcuts::step;
use crate::core::view::View;
use crate::core::{archive, batch};
use crate::ui::live::Live;
use crate::web::attendant::{ARCHIVE, Attendant, BATCH, Said};
use crate::web::file::File;
use crate::web::{browser, file, frame, scroll};
use serde_json::Value;

/// How many rows are asked for before it is known how many there are.
const FIRST_ROWS: usize = 40;

/// A list, as far as it is looked at.
pub struct Listing {
    /// The view that it is.
    pub view: View,
    /// The id of the box in which the rows are scrolled.
    pub list_id: &'static str,
    /// The id of what is as high as a row.
    pub ruler_id: &'static str,
    /// How the ids of the controls of a row begin; the row and the control follow.
    row_id: &'static str,
    /// What is said where the worker cannot be reached.
    lost: &'static str,
    /// What is drawn above the rows, and between them.
    pub parts: [Live<Value>; 3],
    /// The rows that are drawn, and the place of the first.
    pub rows: Live<(usize, Value)>,
    /// Where the list is scrolled to.
    pub scroller: Live<Scroller>,
    /// What the title of the window says of it; empty where that is nothing.
    pub title: Live<String>,
    /// What gets the focus as soon as it is drawn; empty if nothing does.
    wanted: Live<String>,
    worker: Attendant,
    /// Whether rows were asked for that have not come.
    is_awaited: Live<bool>,
    is_frame_awaited: Live<bool>,
}

impl Listing {
    /// The kept runs.
    pub(super) fn history() -> Self {
        let worker = Attendant::new(ARCHIVE);
        let lost = "The kept runs cannot be reached.";
        Self::new(View::History, ["runs", "run-ruler", "run"], lost, worker)
    }

    /// A batch.
    pub(super) fn batch() -> Self {
        let worker = Attendant::new(BATCH);
        let lost = "The batch has stopped: what was done is kept. Reload the page to go on.";
        Self::new(View::Batch, ["cells", "cell-ruler", "cell"], lost, worker)
    }

    fn new(view: View, ids: [&'static str; 3], lost: &'static str, worker: Attendant) -> Self {
        let [list_id, ruler_id, row_id] = ids;
        Self {
            view,
            list_id,
            ruler_id,
            row_id,
            lost,
            parts: Default::default(),
            rows: Live::default(),
            scroller: Live::default(),
            title: Live::default(),
            wanted: Live::default(),
            worker,
            is_awaited: Live::default(),
            is_frame_awaited: Live::default(),
        }
    }

    /// The row of a control, by its id, and which control it is.
    fn control_of<'i>(&self, id: &'i str) -> Option<(usize, &'i str)> {
        let (row, control) = id.strip_prefix(self.row_id)?.strip_prefix('-')?.split_once('-')?;
        Some((row.parse().ok()?, control))
    }

    /// Takes the person from a control of a row to that of the next one, or of the one before. False where no control
    /// of a row has the focus.
    pub fn step(&self, forward: bool) -> bool {
        let held = browser::focused();
        let Some((row, control)) = self.control_of(&held) else { return false };
        let count = self.scroller.with_untracked(|scroller| scroller.rows);
        if let Some(next) = step(Some(row), count, forward) {
            browser::focus(&format!("{}-{next}-{control}", self.row_id));
        }
        true
    }

    fn show(&self, json: &Value, rows: &Value) {
        let held = browser::focused();
        let number = |name: &str| json.get(name).and_then(Value::as_u64).unwrap_or_default() as usize;
        self.is_awaited.set(false);
        self.scroller.update(|scroller| scroller.rows = number("found"));
        for (place, part) in self.parts.iter().enumerate() {
            if let Some(drawn) = json.get("parts").and_then(|parts| parts.get(place))
                && part.with_untracked(|known| known != drawn)
            {
                part.set(drawn.clone());
            }
        }
        let from = number("from");
        if self.rows.with_untracked(|(known, drawn)| *known != from || drawn != rows) {
            self.rows.set((from, rows.clone()));
        }
        let mut wanted = String::new();
        self.wanted.update(|id| wanted = std::mem::take(id));
        if wanted.is_empty() {
            wanted.clone_from(&held);
        }
        // The same elements show other rows now, and others take the place of those that were drawn: the focus goes
        // along, as long as there is somewhere to go.
        if !wanted.is_empty() {
            let list_id = self.control_of(&held).map_or("", |_| self.list_id);
            frame::before_next(move || {
                if browser::focused() != wanted && !browser::focus_quietly(&wanted) && !list_id.is_empty() {
                    browser::focus_quietly(list_id);
                }
            });
        }
    }
}

impl State {
    /// Has the archive be ready for a run that begins, so that it is kept as soon as it is over.
    pub(super) fn prepare_archive(&'static self) {
        self.ask(&self.history, archive::LOOK, "");
    }

    /// Keeps the run on the page, in place of what was kept of it before.
    pub(super) fn keep_run(&'static self) {
        self.ask(&self.history, archive::KEEP, &self.run_text());
    }

    /// Asks the worker of a list for something, and of what.
    pub fn ask(&'static self, listing: &'static Listing, asks: &str, of: &str) {
        self.ask_with(listing, asks, of, Vec::new());
    }

    /// Gives files to the batch.
    pub fn give_batch(&'static self, files: Vec<File>) {
        if !files.is_empty() {
            self.ask_with(&self.batch, batch::FILES, "", files);
        }
    }

    fn ask_with(&'static self, listing: &'static Listing, asks: &str, of: &str, files: Vec<File>) {
        let rows = listing.scroller.with_untracked(|scroller| scroller.drawn());
        let (from, count) = (rows.start, rows.len().max(FIRST_ROWS));
        let is_looking = self.view.get_untracked() == listing.view;
        let mut request: Vec<Value> =
            vec![asks.into(), of.into(), from.into(), count.into(), is_looking.into()];
        if asks == batch::SETTINGS {
            request.push(self.settings.with_untracked(|settings| settings.to_json()));
            request.push(self.keys.with_untracked(|keys| {
                keys.all().map(|(origin, key)| Value::from(vec![origin.as_str(), key.expose()])).collect()
            }));
        }
        let hear = move |said| self.hear(listing, said);
        let request = Value::from(request).to_string();
        listing.worker.ask(&browser::judge_script(), request, files, Box::new(hear));
    }

    /// Tells the batch what is set, now and whenever that changes.
    pub fn follow_settings(&'static self) {
        self.settings.with(|_| {});
        self.keys.with(|_| {});
        self.ask(&self.batch, batch::SETTINGS, "");
    }

    /// Begins to look at a list.
    pub fn open_listing(&'static self, listing: &'static Listing) {
        self.measure_rows(listing);
        self.ask(listing, archive::LOOK, "");
    }

    fn hear(&'static self, listing: &'static Listing, said: Said) {
        let (text, file) = match said {
            Ok(said) => said,
            Err(reason) => {
                let words = format!("{} {reason}", listing.lost);
                listing.is_awaited.set(false);
                listing.title.set(String::new());
                self.announcement.set(words.clone());
                let [.., last] = &listing.parts;
                return last.set(words.into());
            }
        };
        let json: Value = serde_json::from_str(&text).unwrap_or_default();
        let text = |name: &str| json.get(name).and_then(Value::as_str);
        let said = |name: &str| text(name).filter(|text| !text.is_empty());
        if let Some(words) = said("say") {
            self.announcement.set(words.to_owned());
        }
        if let Some(words) = text("title")
            && listing.title.with_untracked(|title| title != words)
        {
            listing.title.set(words.to_owned());
        }
        if let Some((name, file)) = said("file").zip(file) {
            file::download_file(name, &file);
        }
        if let Some(id) = said("focus") {
            listing.wanted.set(id.to_owned());
        }
        if let Some(run) = said("open") {
            self.open_run_file(run.to_owned());
        }
        if let Some(rows) = json.get("rows") {
            listing.show(&json, rows);
            self.follow_rows(listing);
        }
    }

    /// Finds out how high a row is.
    pub fn measure_rows(&'static self, listing: &'static Listing) {
        frame::before_next(move || {
            if let Some((_, height)) = scroll::size(listing.ruler_id) {
                listing.scroller.update(|scroller| scroller.row_height = height);
                self.follow_rows(listing);
            }
        });
    }

    /// Has the rows be drawn to which a list was scrolled.
    pub fn follow_rows(&'static self, listing: &'static Listing) {
        if listing.is_frame_awaited.get_untracked() {
            return;
        }
        listing.is_frame_awaited.set(true);
        frame::before_next(move || {
            listing.is_frame_awaited.set(false);
            let Some((top, sight)) = scroll::position(listing.list_id) else { return };
            listing.scroller.update(|scroller| *scroller = Scroller { top, sight, ..*scroller });
            let wanted = listing.scroller.with_untracked(|scroller| scroller.in_sight());
            let is_drawn = listing.rows.with_untracked(|(from, rows)| {
                let count = rows.as_array().map_or(0, Vec::len);
                *from <= wanted.start && wanted.end <= from + count
            });
            if !is_drawn && !listing.is_awaited.get_untracked() {
                listing.is_awaited.set(true);
                self.ask(listing, archive::LOOK, "");
            }
        });
    }
}
