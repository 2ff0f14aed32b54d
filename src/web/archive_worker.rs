//! The worker's side of the archive: requests come in, replies go out, one after the other. It keeps the runs in the
//! browser's database, and in its own memory where the browser keeps nothing or has no room.

use super::attendant::ARCHIVE;
use super::attending::{Scope, is_meant as is_named, listen};
use super::clock::dated;
use super::database::Database;
use super::task::spawn;
use crate::core::archive::{Archive, Asked, Compared, Entry, ExportFormat, Exported, Reader, Request};
use crate::core::counted::counted;
use crate::core::run_file::RunFile;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use js_sys::{Array, Date};
use serde_json::json;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BroadcastChannel};

/// Where pages tell each other that something was kept or deleted.
const CHANNEL: &str = "structured-output-validator.archive";

/// So many run files are read at once for an export.
const AT_ONCE: usize = 100;

const GONE: &str = "It is not kept any more.";

/// Whether this worker is to be the archive's.
pub fn is_meant() -> bool {
    is_named(ARCHIVE)
}

/// Answers requests until the worker is ended. What is to be seen is drawn when nothing more is asked.
pub fn attend() {
    let (sender, mut messages) = unbounded();
    let hear = {
        let sender = sender.clone();
        move |message: JsValue| {
            let text = message.dyn_ref::<Array>().and_then(|parts| parts.get(0).as_string());
            // They are attended to until the worker is ended.
            let _ = sender.unbounded_send(text.unwrap_or_default());
        }
    };
    let Some(scope) = listen(hear) else { return };
    spawn(async move {
        // What another page has changed is looked at like what this one asks for.
        let mut keeper = Keeper::new(scope, sender).await;
        while let Some(message) = messages.next().await {
            keeper.hear(&message).await;
            while let Ok(message) = messages.try_recv() {
                keeper.hear(&message).await;
            }
            keeper.draw();
        }
    });
}

/// Keeps the runs.
struct Keeper {
    archive: Archive,
    reader: Reader,
    /// The rows that the page draws.
    rows: Range<usize>,
    /// Whether somebody looks at them.
    is_looking: bool,
    /// None where the browser keeps nothing.
    database: Option<Database>,
    /// The run files that could not be kept there, by their ids.
    loose: HashMap<String, String>,
    /// The entries that were deleted last.
    deleted: Vec<Entry>,
    scope: Scope,
    channel: Option<BroadcastChannel>,
    /// Whether another page has kept or deleted something since the entries were read.
    is_stale: Rc<Cell<bool>>,
}

/// What could not be done, in a sentence.
type Problem = String;

impl Keeper {
    async fn new(scope: Scope, sender: UnboundedSender<String>) -> Self {
        let is_stale = Rc::new(Cell::new(true));
        let channel = BroadcastChannel::new(CHANNEL).ok();
        let hear = Closure::<dyn FnMut()>::new({
            let is_stale = is_stale.clone();
            move || {
                is_stale.set(true);
                let _ = sender.unbounded_send(String::new());
            }
        });
        channel.iter().for_each(|channel| channel.set_onmessage(Some(hear.as_ref().unchecked_ref())));
        hear.forget();
        Self {
            archive: Archive::default(),
            reader: Reader::default(),
            rows: 0..0,
            is_looking: false,
            database: Database::open().await.ok(),
            loose: HashMap::new(),
            deleted: Vec::new(),
            scope,
            channel,
            is_stale,
        }
    }

    /// Does what a message asks for; an empty one asks for nothing.
    async fn hear(&mut self, message: &str) {
        self.refresh().await;
        let Some(Asked { request, from, count, is_looking }) = Asked::read(message) else { return };
        (self.rows, self.is_looking) = (from..from.saturating_add(count), is_looking);
        if let Some(request) = self.reader.take(request)
            && let Err(problem) = self.carry_out(request).await
        {
            self.reader.problem = problem;
        }
    }

    /// Has the page draw what is to be seen.
    fn draw(&mut self) {
        if self.is_looking {
            let remark = self.remark();
            let drawn = self.reader.draw(&self.archive, self.rows.clone(), &remark, dated);
            self.scope.say(&drawn, &JsValue::NULL);
        }
    }

    async fn carry_out(&mut self, request: Request) -> Result<(), Problem> {
        match request {
            Request::Keep(text) => self.keep(text).await,
            Request::Pin(id) => self.pin(&id).await,
            Request::Delete(id) => self.delete(|entry| entry.id == id).await,
            Request::ClearUnpinned => self.delete(|entry| !entry.is_pinned).await,
            Request::ClearAll => self.delete(|_| true).await,
            Request::Restore => self.restore().await,
            Request::Open(id) => {
                let text = self.run(&id).await?;
                self.scope.say(&json!({"open": text}), &JsValue::NULL);
                Ok(())
            }
            Request::Compare => self.compare().await,
            Request::Export(format) => self.export(format).await,
            // What is no more than chosen is the reader's.
            Request::Look
            | Request::Words(_)
            | Request::Schema(_)
            | Request::Model(_)
            | Request::Outcome(_)
            | Request::OnlyPinned
            | Request::CountSimulated
            | Request::Tick(_)
            | Request::CloseComparison
            | Request::AskBeforeClearing
            | Request::Cancel => Ok(()),
        }
    }

    /// Reads the entries, unless nothing has changed since that was last done.
    async fn refresh(&mut self) {
        let Some(database) = self.database.as_ref().filter(|_| self.is_stale.get()) else { return };
        self.is_stale.set(false);
        let Ok(texts) = database.entries().await else { return };
        let read = |text: String| Entry::from_json(&serde_json::from_str(&text).ok()?);
        let loose = self.archive.take(|entry| self.loose.contains_key(&entry.id));
        self.archive.fill(texts.into_iter().filter_map(read).collect());
        loose.into_iter().for_each(|entry| self.archive.put(entry));
    }

    async fn keep(&mut self, text: String) -> Result<(), Problem> {
        let run = RunFile::received(&text).map_err(|error| error.to_string())?;
        let mut entry = Entry::of(&run);
        entry.is_pinned = self.archive.get(&entry.id).is_some_and(|kept| kept.is_pinned);
        let id = entry.id.clone();
        self.archive.put(entry);
        self.loose.insert(id, run.into_json().to_string());
        self.put_loose().await;
        self.tell();
        Ok(())
    }

    /// Puts what is only in memory into the database, as far as there is room.
    async fn put_loose(&mut self) {
        let Some(database) = &self.database else { return };
        for id in self.loose.keys().cloned().collect::<Vec<_>>() {
            let (Some(entry), Some(run)) = (self.archive.get(&id), self.loose.get(&id)) else { continue };
            let text = entry.to_json().to_string();
            let mut kept = database.put(&id, &text, Some(run)).await;
            if kept.is_err() && database.purge().await.is_ok() {
                kept = database.put(&id, &text, Some(run)).await;
            }
            if kept.is_err() {
                return;
            }
            self.loose.remove(&id);
        }
    }

    async fn pin(&mut self, id: &str) -> Result<(), Problem> {
        let entry = self.archive.pin(id).ok_or(GONE)?;
        let text = entry.to_json().to_string();
        if let Some(database) = self.database.as_ref().filter(|_| !self.loose.contains_key(id)) {
            // Where there is no room, it is pinned until the page is closed.
            let _ = database.put(id, &text, None).await;
        }
        self.tell();
        Ok(())
    }

    async fn delete(&mut self, is_meant: impl Fn(&Entry) -> bool) -> Result<(), Problem> {
        for gone in std::mem::take(&mut self.deleted) {
            if self.archive.get(&gone.id).is_none() {
                self.loose.remove(&gone.id);
            }
        }
        self.deleted = self.archive.take(is_meant);
        self.reader.deleted = self.deleted.len();
        let ids: Vec<_> = self.deleted.iter().map(|entry| entry.id.clone()).collect();
        if let Some(database) = &self.database
            && database.delete(&ids).await.is_err()
        {
            self.is_stale.set(true);
            return Err("The browser does not delete it.".to_owned());
        }
        self.put_loose().await;
        self.tell();
        Ok(())
    }

    async fn restore(&mut self) -> Result<(), Problem> {
        self.reader.deleted = 0;
        let deleted = std::mem::take(&mut self.deleted);
        let ids: Vec<_> = deleted.iter().map(|entry| entry.id.clone()).collect();
        let back: HashSet<_> = match &self.database {
            Some(database) => database.restore(&ids).await.unwrap_or_default().into_iter().collect(),
            None => HashSet::new(),
        };
        let mut count = 0;
        for entry in deleted {
            if back.contains(&entry.id) || self.loose.contains_key(&entry.id) {
                self.archive.put(entry);
                count += 1;
            }
        }
        self.tell();
        if count == 0 { Err("It cannot be brought back any more.".to_owned()) } else { Ok(()) }
    }

    /// Puts the chosen runs side by side: the older one first.
    async fn compare(&mut self) -> Result<(), Problem> {
        let [one, other] = self.reader.chosen.as_slice() else { return Ok(()) };
        let read = |text: String| RunFile::read(&text).map_err(|error| error.to_string());
        let (one, other) = (read(self.run(one).await?)?, read(self.run(other).await?)?);
        let (one, other) = if other.began < one.began { (other, one) } else { (one, other) };
        let began = [dated(one.began), dated(other.began)];
        self.reader.compared = Some(Compared::new(&one, &other, began));
        self.scope.say(&json!({"focus": "compared"}), &JsValue::NULL);
        Ok(())
    }

    /// Makes a file of the runs that are found, and has the page offer it.
    async fn export(&self, format: ExportFormat) -> Result<(), Problem> {
        let mut exported = Exported::new(format);
        let parts = Array::new();
        for ids in self.archive.found(&self.reader.filter).chunks(AT_ONCE) {
            for run in self.runs(ids).await.iter().filter_map(|text| RunFile::read(text).ok()) {
                let began = Date::new(&(run.began.0 as f64).into()).to_iso_string();
                exported.write(&run, &began.as_string().unwrap_or_default());
            }
            parts.push(&exported.take().into());
        }
        parts.push(&exported.take().into());
        let file = Blob::new_with_str_sequence(&parts).map_err(|_| "The browser makes no files.")?;
        let said = format!("{} exported", counted(exported.count, "attempt"));
        self.scope.say(&json!({"file": format.file_name(), "say": said}), &file);
        Ok(())
    }

    /// The run file of a run.
    async fn run(&self, id: &str) -> Result<String, Problem> {
        self.runs(&[id.to_owned()]).await.pop().ok_or_else(|| GONE.to_owned())
    }

    /// The run files of some runs, in their order, as far as they are kept.
    async fn runs(&self, ids: &[String]) -> Vec<String> {
        let loose = ids.iter().filter_map(|id| self.loose.get(id).cloned());
        let others: Vec<_> = ids.iter().filter(|id| !self.loose.contains_key(*id)).cloned().collect();
        let kept = match &self.database {
            Some(database) if !others.is_empty() => database.runs(&others).await.unwrap_or_default(),
            Some(_) | None => Vec::new(),
        };
        loose.chain(kept).collect()
    }

    /// What is to be said of how the runs are kept.
    fn remark(&self) -> String {
        match (&self.database, self.loose.len()) {
            (None, _) => "This browser does not keep runs: they are gone when the page is closed.".to_owned(),
            (Some(_), 0) => String::new(),
            (Some(_), count) => format!(
                "This browser has no room for {}: gone when the page is closed. Delete others, or export them.",
                counted(count, "run")
            ),
        }
    }

    /// Tells other pages that something was kept or deleted.
    fn tell(&self) {
        if let Some(channel) = &self.channel {
            // Where it cannot be told, they see it when they are opened again.
            let _ = channel.post_message(&JsValue::NULL);
        }
    }
}
