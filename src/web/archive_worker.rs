//! The worker's side of the archive: requests come in, replies go out, one after the other. It keeps the runs in the
//! browser's database, and in its own memory where the browser keeps nothing or has no room.

use super::archive::NAME;
use super::database::Database;
use super::task::spawn;
use crate::core::archive::{Archive, Compared, Entry, ExportFormat, Exported, Filter, Reply, Request, Shelf};
use crate::core::counted::counted;
use crate::core::run_file::RunFile;
use crate::core::time::Millis;
use futures::StreamExt;
use futures::channel::mpsc::unbounded;
use js_sys::{Array, Date};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BroadcastChannel, DedicatedWorkerGlobalScope, MessageEvent};

/// Where pages tell each other that something was kept or deleted.
const CHANNEL: &str = "structured-output-validator.archive";

/// So many run files are read at once for an export.
const AT_ONCE: usize = 100;

const GONE: &str = "It is not kept any more.";

/// Whether this worker is to be the archive's.
pub fn is_meant() -> bool {
    scope().is_some_and(|scope| scope.name() == NAME)
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Answers requests until the worker is ended.
pub fn attend() {
    let Some(scope) = scope() else { return };
    let (sender, mut requests) = unbounded();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        // They are attended to until the worker is ended.
        let _ = sender.unbounded_send(event.data());
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
    spawn(async move {
        let mut keeper = Keeper::new(&scope).await;
        while let Some(message) = requests.next().await {
            let message: Array = message.unchecked_into();
            let request = message.get(1).as_string().and_then(|text| serde_json::from_str(&text).ok());
            let (reply, file) = match request.as_ref().and_then(Request::from_json) {
                Some(request) => keeper.answer(request).await,
                None => (Reply::Refused("The archive was asked nothing it knows.".to_owned()), None),
            };
            let file = file.map_or(JsValue::NULL, JsValue::from);
            let answer = Array::of3(&message.get(0), &reply.to_json().to_string().into(), &file);
            // Texts and files can always be sent.
            let _ = scope.post_message(&answer);
        }
    });
}

/// Keeps the runs.
struct Keeper {
    archive: Archive,
    /// None where the browser keeps nothing.
    database: Option<Database>,
    /// The run files that could not be kept there, by their ids.
    loose: HashMap<String, String>,
    /// The entries that were deleted last.
    deleted: Vec<Entry>,
    channel: Option<BroadcastChannel>,
    /// Whether another page has kept or deleted something since the entries were read.
    is_stale: Rc<Cell<bool>>,
}

impl Keeper {
    async fn new(scope: &DedicatedWorkerGlobalScope) -> Self {
        let is_stale = Rc::new(Cell::new(true));
        let channel = BroadcastChannel::new(CHANNEL).ok();
        let hear = Closure::<dyn FnMut()>::new({
            let (scope, is_stale) = (scope.clone(), is_stale.clone());
            move || {
                is_stale.set(true);
                // An empty list can always be sent.
                let _ = scope.post_message(&Array::new());
            }
        });
        channel.iter().for_each(|channel| channel.set_onmessage(Some(hear.as_ref().unchecked_ref())));
        hear.forget();
        Self {
            archive: Archive::default(),
            database: Database::open().await.ok(),
            loose: HashMap::new(),
            deleted: Vec::new(),
            channel,
            is_stale,
        }
    }

    async fn answer(&mut self, request: Request) -> (Reply, Option<Blob>) {
        self.refresh().await;
        let reply = match request {
            Request::Keep { text } => self.keep(text).await,
            Request::Look { filter, from, count, is_whole } => {
                let shelf = self.archive.look(&filter, from..from.saturating_add(count), is_whole, date);
                Reply::Shelf(Shelf { remark: self.remark(), ..shelf })
            }
            Request::Pin { id, is_pinned } => self.pin(&id, is_pinned).await,
            Request::Delete { id } => self.delete(|entry| entry.id == id).await,
            Request::Clear { with_pinned } => self.delete(|entry| with_pinned || !entry.is_pinned).await,
            Request::Restore => self.restore().await,
            Request::Open { id } => match self.runs(&[id]).await.pop() {
                Some(text) => Reply::Run(text),
                None => refused(GONE),
            },
            Request::Compare { one, other } => self.compare(&one, &other).await,
            Request::Export { filter, format } => return self.export(&filter, format).await,
        };
        (reply, None)
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

    async fn keep(&mut self, text: String) -> Reply {
        let run = match RunFile::read(&text) {
            Ok(run) => run,
            Err(error) => return Reply::Refused(error.to_string()),
        };
        let mut entry = Entry::of(&run);
        entry.is_pinned = self.archive.get(&entry.id).is_some_and(|kept| kept.is_pinned);
        let id = entry.id.clone();
        self.archive.put(entry);
        self.loose.insert(id, text);
        self.put_loose().await;
        self.tell();
        Reply::Done { count: 1 }
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

    async fn pin(&mut self, id: &str, is_pinned: bool) -> Reply {
        let Some(entry) = self.archive.pin(id, is_pinned) else { return refused(GONE) };
        let text = entry.to_json().to_string();
        if let Some(database) = self.database.as_ref().filter(|_| !self.loose.contains_key(id)) {
            // Where there is no room, it is pinned until the page is closed.
            let _ = database.put(id, &text, None).await;
        }
        self.tell();
        Reply::Done { count: 1 }
    }

    async fn delete(&mut self, is_meant: impl Fn(&Entry) -> bool) -> Reply {
        for gone in std::mem::take(&mut self.deleted) {
            if self.archive.get(&gone.id).is_none() {
                self.loose.remove(&gone.id);
            }
        }
        self.deleted = self.archive.take(is_meant);
        let ids: Vec<_> = self.deleted.iter().map(|entry| entry.id.clone()).collect();
        if let Some(database) = &self.database
            && database.delete(&ids).await.is_err()
        {
            self.is_stale.set(true);
            return refused("The browser does not delete it.");
        }
        self.put_loose().await;
        self.tell();
        Reply::Done { count: ids.len() }
    }

    async fn restore(&mut self) -> Reply {
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
        match count {
            0 => refused("It cannot be brought back any more."),
            count => Reply::Done { count },
        }
    }

    async fn compare(&self, one: &str, other: &str) -> Reply {
        let run = async |id: &str| RunFile::read(&self.runs(&[id.to_owned()]).await.pop()?).ok();
        match (run(one).await, run(other).await) {
            (Some(one), Some(other)) => {
                let (one, other) = if other.began < one.began { (other, one) } else { (one, other) };
                let began = [date(one.began), date(other.began)];
                Reply::Compared(Compared::new(&one, &other, began))
            }
            (None, _) | (_, None) => refused(GONE),
        }
    }

    async fn export(&self, filter: &Filter, format: ExportFormat) -> (Reply, Option<Blob>) {
        let mut exported = Exported::new(format);
        let parts = Array::new();
        for ids in self.archive.found(filter).chunks(AT_ONCE) {
            for run in self.runs(ids).await.iter().filter_map(|text| RunFile::read(text).ok()) {
                let began = Date::new(&(run.began.0 as f64).into()).to_iso_string();
                exported.write(&run, &began.as_string().unwrap_or_default());
            }
            parts.push(&exported.take().into());
        }
        parts.push(&exported.take().into());
        match Blob::new_with_str_sequence(&parts) {
            Ok(file) => (Reply::File { count: exported.count }, Some(file)),
            Err(_) => (refused("The browser makes no files."), None),
        }
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

fn refused(reason: &str) -> Reply {
    Reply::Refused(reason.to_owned())
}

/// `2026-11-30 22:41`, where the person is.
fn date(time: Millis) -> String {
    let date = Date::new(&(time.0 as f64).into());
    format!(
        "{}-{:02}-{:02} {:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes()
    )
}
