//! The browser's database in which runs are kept: the entry of each run, and its run file. All of it as texts.

use idb::{DatabaseEvent, Error, Factory, ObjectStore, ObjectStoreParams, Transaction, TransactionMode};
use std::collections::HashSet;
use wasm_bindgen::JsValue;

const NAME: &str = "structured-output-validator";
const VERSION: u32 = 1;

/// The entries of runs, by their ids.
const ENTRIES: &str = "entries";
/// Their run files, by the same ids.
const RUNS: &str = "runs";
/// Those that were deleted last, and can be brought back: a list of ids.
const DELETED: &str = "deleted";
const ALL: [&str; 3] = [ENTRIES, RUNS, DELETED];

/// The key of that list.
const LAST: &str = "last";

/// The database.
pub(super) struct Database(idb::Database);

impl Database {
    /// Opens it. What was deleted before is gone then.
    ///
    /// # Errors
    /// When the browser keeps nothing.
    pub async fn open() -> Result<Self, Error> {
        let mut request = Factory::new()?.open(NAME, Some(VERSION))?;
        request.on_upgrade_needed(|event| {
            if let Ok(database) = event.database() {
                for store in ALL {
                    // What cannot be made is missed as soon as it is used.
                    let _ = database.create_object_store(store, ObjectStoreParams::new());
                }
            }
        });
        let database = Self(request.await?);
        database.purge().await?;
        Ok(database)
    }

    /// Every entry but those that were deleted.
    pub async fn entries(&self) -> Result<Vec<String>, Error> {
        let transaction = self.0.transaction(&ALL, TransactionMode::ReadOnly)?;
        let deleted = deleted(&transaction).await?;
        let store = transaction.object_store(ENTRIES)?;
        let texts = |values: Vec<JsValue>| values.into_iter().filter_map(|value| value.as_string());
        if deleted.is_empty() {
            return Ok(texts(store.get_all(None, None)?.await?).collect());
        }
        let keys = store.get_all_keys(None, None)?.await?;
        let values = store.get_all(None, None)?.await?;
        let deleted: HashSet<_> = deleted.into_iter().collect();
        let is_kept = |key: &JsValue| key.as_string().is_none_or(|key| !deleted.contains(&key));
        let kept = keys.iter().zip(values).filter(|(key, _)| is_kept(key));
        Ok(texts(kept.map(|(_, value)| value).collect()).collect())
    }

    /// Keeps an entry, and its run file where there is one to be kept: both or neither.
    pub async fn put(&self, id: &str, entry: &str, run: Option<&str>) -> Result<(), Error> {
        let transaction = self.0.transaction(&ALL, TransactionMode::ReadWrite)?;
        let mut deleted = deleted(&transaction).await?;
        let key = JsValue::from(id);
        drop(transaction.object_store(ENTRIES)?.put(&entry.into(), Some(&key))?);
        if let Some(run) = run {
            drop(transaction.object_store(RUNS)?.put(&run.into(), Some(&key))?);
        }
        if deleted.iter().any(|deleted| deleted == id) {
            deleted.retain(|deleted| deleted != id);
            set_deleted(&transaction, &deleted)?;
        }
        done(transaction).await
    }

    /// The run files of some ids, as far as they are kept.
    pub async fn runs(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        let transaction = self.0.transaction(&[RUNS], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(RUNS)?;
        // All are asked for at once.
        let requests: Vec<_> =
            ids.iter().filter_map(|id| Some(store.get(JsValue::from(id)).ok()?.into_future())).collect();
        let mut runs = Vec::new();
        for request in requests {
            runs.extend(request.await?.and_then(|value| value.as_string()));
        }
        Ok(runs)
    }

    /// Deletes some runs: they can be brought back until others are.
    pub async fn delete(&self, ids: &[String]) -> Result<(), Error> {
        let transaction = self.0.transaction(&ALL, TransactionMode::ReadWrite)?;
        remove(&transaction, &deleted(&transaction).await?)?;
        set_deleted(&transaction, ids)?;
        done(transaction).await
    }

    /// Brings back those of some runs that were deleted last. Gives their ids.
    pub async fn restore(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        let ids: HashSet<_> = ids.iter().map(String::as_str).collect();
        let transaction = self.0.transaction(&ALL, TransactionMode::ReadWrite)?;
        let (back, left): (Vec<_>, Vec<_>) =
            deleted(&transaction).await?.into_iter().partition(|deleted| ids.contains(deleted.as_str()));
        set_deleted(&transaction, &left)?;
        done(transaction).await?;
        Ok(back)
    }

    /// Makes room: what was deleted cannot be brought back any more.
    pub async fn purge(&self) -> Result<(), Error> {
        self.delete(&[]).await
    }
}

/// The ids of those that can be brought back.
async fn deleted(transaction: &Transaction) -> Result<Vec<String>, Error> {
    let list = transaction.object_store(DELETED)?.get(JsValue::from(LAST))?.await?;
    let text = list.and_then(|list| list.as_string()).unwrap_or_default();
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

fn set_deleted(transaction: &Transaction, ids: &[String]) -> Result<(), Error> {
    let list = serde_json::Value::from(ids).to_string();
    transaction.object_store(DELETED)?.put(&list.into(), Some(&LAST.into())).map(drop)
}

fn remove(transaction: &Transaction, ids: &[String]) -> Result<(), Error> {
    let stores: [Result<ObjectStore, Error>; 2] = [ENTRIES, RUNS].map(|name| transaction.object_store(name));
    for store in stores {
        let store = store?;
        for id in ids {
            drop(store.delete(JsValue::from(id))?);
        }
    }
    Ok(())
}

/// Waits until all of a transaction is on the disk.
async fn done(transaction: Transaction) -> Result<(), Error> {
    match transaction.await?.is_committed() {
        true => Ok(()),
        false => Err(Error::DomExceptionNotFound),
    }
}
