//! Where batches are kept: in a database of the browser, and in memory where there is none, or no room. All of it as
//! texts, by the id of the batch and a number.

use idb::{DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

const NAME: &str = "structured-output-validator.batches";
const VERSION: u32 = 1;

/// What is kept of batches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What a batch is to do.
    Job,
    /// The names of its inputs.
    Names,
    /// Its inputs.
    Input,
    /// The run files of its runs.
    Run,
    /// What those came to.
    Row,
    /// The same in full.
    Detail,
}

const ALL: [Kind; 6] = [Kind::Job, Kind::Names, Kind::Input, Kind::Run, Kind::Row, Kind::Detail];

/// A text that is to be kept: what it is, of which batch, its number, and itself.
pub(super) type Kept<'t> = (Kind, &'t str, usize, String);

/// Where batches are kept.
pub(super) struct Store {
    database: Option<idb::Database>,
    /// What is not in the database.
    loose: BTreeMap<(Kind, String), String>,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Job => "jobs",
            Self::Names => "names",
            Self::Input => "inputs",
            Self::Run => "runs",
            Self::Row => "rows",
            Self::Detail => "details",
        }
    }
}

impl Store {
    /// Opens it.
    pub async fn open() -> Self {
        Self { database: open().await.ok(), loose: BTreeMap::new() }
    }

    /// Whether it outlives the page.
    pub fn is_lasting(&self) -> bool {
        self.database.is_some() && self.loose.is_empty()
    }

    /// Keeps texts: all or none in the database, else in memory.
    pub async fn put(&mut self, texts: Vec<Kept<'_>>) {
        if let Some(database) = &self.database
            && put(database, &texts).await.is_ok()
        {
            for (kind, job, number, _) in &texts {
                self.loose.remove(&(*kind, key(job, *number)));
            }
            return;
        }
        for (kind, job, number, text) in texts {
            self.loose.insert((kind, key(job, number)), text);
        }
    }

    /// A text.
    pub async fn get(&self, kind: Kind, job: &str, number: usize) -> Option<String> {
        let key = key(job, number);
        if let Some(text) = self.loose.get(&(kind, key.clone())) {
            return Some(text.clone());
        }
        get(self.database.as_ref()?, kind, &key).await.ok()?
    }

    /// All texts of a kind, of one batch or of all, in their order, each with its number.
    pub async fn all(&self, kind: Kind, job: Option<&str>) -> Vec<(usize, String)> {
        let mut texts: BTreeMap<String, String> = match &self.database {
            Some(database) => all(database, kind, job).await.unwrap_or_default().into_iter().collect(),
            None => BTreeMap::new(),
        };
        let is_meant = |key: &str| job.is_none_or(|job| key.starts_with(&format!("{job}/")));
        let loose = self.loose.iter().filter(|((loose, key), _)| *loose == kind && is_meant(key));
        texts.extend(loose.map(|((_, key), text)| (key.clone(), text.clone())));
        texts.into_iter().map(|(key, text)| (number(&key), text)).collect()
    }

    /// The numbers of all texts of a kind and of one batch.
    pub async fn numbers(&self, kind: Kind, job: &str) -> Vec<usize> {
        let mut keys = match &self.database {
            Some(database) => keys(database, kind, job).await.unwrap_or_default(),
            None => Vec::new(),
        };
        let begins = format!("{job}/");
        let loose = self.loose.keys().filter(|(loose, key)| *loose == kind && key.starts_with(&begins));
        keys.extend(loose.map(|(_, key)| key.clone()));
        let mut numbers: Vec<_> = keys.iter().map(|key| number(key)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Deletes all of some kinds that there is of a batch.
    pub async fn delete(&mut self, kinds: &[Kind], job: &str) {
        if let Some(database) = &self.database {
            for kind in kinds {
                // What cannot be deleted stays until it can.
                let _ = delete(database, *kind, job).await;
            }
        }
        let begins = format!("{job}/");
        self.loose.retain(|(kind, key), _| !kinds.contains(kind) || !key.starts_with(&begins));
    }

    /// Deletes all that there is of a batch.
    pub async fn delete_all(&mut self, job: &str) {
        self.delete(&ALL, job).await;
    }
}

/// Keys stand in the order of their numbers.
fn key(job: &str, number: usize) -> String {
    format!("{job}/{number:08}")
}

fn number(key: &str) -> usize {
    key.rsplit('/').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Where all keys of a batch stand.
fn range(job: &str) -> Result<Query, Error> {
    let [first, last] = ["/", "0"].map(|end| JsValue::from(format!("{job}{end}")));
    Ok(KeyRange::bound(&first, &last, None, Some(true))?.into())
}

async fn open() -> Result<idb::Database, Error> {
    let mut request = Factory::new()?.open(NAME, Some(VERSION))?;
    request.on_upgrade_needed(|event| {
        if let Ok(database) = event.database() {
            for kind in ALL {
                // What cannot be made is missed as soon as it is used.
                let _ = database.create_object_store(kind.name(), ObjectStoreParams::new());
            }
        }
    });
    request.await
}

async fn put(database: &idb::Database, texts: &[Kept<'_>]) -> Result<(), Error> {
    let kinds: Vec<_> = ALL.into_iter().filter(|kind| texts.iter().any(|(used, ..)| used == kind)).collect();
    let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
    let transaction = database.transaction(&names, TransactionMode::ReadWrite)?;
    for (kind, job, number, text) in texts {
        let store = transaction.object_store(kind.name())?;
        drop(store.put(&text.into(), Some(&key(job, *number).into()))?);
    }
    match transaction.await?.is_committed() {
        true => Ok(()),
        false => Err(Error::DomExceptionNotFound),
    }
}

async fn get(database: &idb::Database, kind: Kind, key: &str) -> Result<Option<String>, Error> {
    let transaction = database.transaction(&[kind.name()], TransactionMode::ReadOnly)?;
    let value = transaction.object_store(kind.name())?.get(JsValue::from(key))?.await?;
    Ok(value.and_then(|value| value.as_string()))
}

async fn all(
    database: &idb::Database,
    kind: Kind,
    job: Option<&str>,
) -> Result<Vec<(String, String)>, Error> {
    let transaction = database.transaction(&[kind.name()], TransactionMode::ReadOnly)?;
    let store = transaction.object_store(kind.name())?;
    let range = || job.map(range).transpose();
    let keys = store.get_all_keys(range()?, None)?.await?;
    let values = store.get_all(range()?, None)?.await?;
    let both = keys.iter().zip(&values);
    Ok(both.filter_map(|(key, value)| Some((key.as_string()?, value.as_string()?))).collect())
}

async fn keys(database: &idb::Database, kind: Kind, job: &str) -> Result<Vec<String>, Error> {
    let transaction = database.transaction(&[kind.name()], TransactionMode::ReadOnly)?;
    let keys = transaction.object_store(kind.name())?.get_all_keys(Some(range(job)?), None)?.await?;
    Ok(keys.iter().filter_map(JsValue::as_string).collect())
}

async fn delete(database: &idb::Database, kind: Kind, job: &str) -> Result<(), Error> {
    let transaction = database.transaction(&[kind.name()], TransactionMode::ReadWrite)?;
    drop(transaction.object_store(kind.name())?.delete(range(job)?)?);
    transaction.await.map(drop)
}
