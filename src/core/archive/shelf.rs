//! The kept runs, newest first, and the part of them that is looked at.

use super::entry::Entry;
use super::filter::Filter;
use super::outcome::RunOutcome;
use super::statistics::{Statistics, statistics};
use crate::core::counted::counted;
use crate::core::thousands::with_thousands;
use crate::core::time::Millis;
use std::cmp::Ordering;
use std::ops::Range;

/// All kept runs, as far as they are known without being read.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// Newest first; no two have one id.
    entries: Vec<Entry>,
}

/// What is looked at of the kept runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shelf {
    /// How many there are of how many: `no runs`, `12 of 3,000 runs`.
    pub count: String,
    /// How many there are in all.
    pub kept: usize,
    /// How many the filter takes.
    pub found: usize,
    /// The place of the first row that is drawn.
    pub from: usize,
    /// The rows that are drawn.
    pub rows: Vec<ShelfRow>,
    /// The names of all schemas, each once.
    pub schemas: Vec<String>,
    /// The names of all models, each once.
    pub models: Vec<String>,
    /// What fails in the runs that the filter takes.
    pub statistics: Statistics,
}

/// A kept run in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShelfRow {
    /// Its id.
    pub id: String,
    /// Whether it is pinned.
    pub is_pinned: bool,
    /// How it ended.
    pub outcome: RunOutcome,
    /// When it began.
    pub began: String,
    /// By what it was judged.
    pub schema: String,
    /// Who was asked.
    pub model: String,
    /// How its prompt begins.
    pub prompt: String,
    /// What it took.
    pub figures: String,
}

impl Archive {
    /// Puts a run in its place: instead of the one of that id, if there is one.
    pub fn put(&mut self, entry: Entry) {
        self.entries.retain(|kept| kept.id != entry.id);
        let place = self.entries.partition_point(|kept| newest_first(kept, &entry) == Ordering::Less);
        self.entries.insert(place, entry);
    }

    /// Puts many runs in their places, instead of all that were there.
    pub fn fill(&mut self, entries: Vec<Entry>) {
        self.entries = entries;
        self.entries.sort_by(newest_first);
        self.entries.dedup_by(|one, other| one.id == other.id);
    }

    /// The run of an id.
    pub fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Takes runs out, and gives them.
    pub fn take(&mut self, is_taken: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let (taken, left) = std::mem::take(&mut self.entries).into_iter().partition(is_taken);
        self.entries = left;
        taken
    }

    /// Pins a run, or does not any more. Gives it as it is now.
    pub fn pin(&mut self, id: &str) -> Option<&Entry> {
        let entry = self.entries.iter_mut().find(|entry| entry.id == id)?;
        entry.is_pinned = !entry.is_pinned;
        Some(entry)
    }

    /// The ids of those that a filter takes.
    pub fn found(&self, filter: &Filter) -> Vec<String> {
        filter.found(&self.entries).into_iter().map(|entry| entry.id.clone()).collect()
    }

    /// Some rows of those that a filter takes, and all that is to be said of these.
    pub fn look(&self, filter: &Filter, rows: Range<usize>, date: impl Fn(Millis) -> String) -> Shelf {
        let found = filter.found(&self.entries);
        let from = rows.start.min(found.len());
        let drawn = found.iter().skip(from).take(rows.len());
        Shelf {
            count: self.count(found.len()),
            kept: self.entries.len(),
            found: found.len(),
            from,
            rows: drawn.map(|entry| entry.row(date(entry.began))).collect(),
            schemas: self.names(|entry| &entry.schema),
            models: self.names(|entry| &entry.model),
            statistics: statistics(&found, filter.counts_simulated),
        }
    }

    fn count(&self, found: usize) -> String {
        match self.entries.len() {
            kept if kept == found => counted(kept, "run"),
            kept => format!("{} of {}", with_thousands(found as u64), counted(kept, "run")),
        }
    }

    /// The names that entries have, each once.
    fn names(&self, name: fn(&Entry) -> &str) -> Vec<String> {
        let mut names: Vec<_> = self.entries.iter().map(name).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(str::to_owned).collect()
    }
}

fn newest_first(one: &Entry, other: &Entry) -> Ordering {
    other.began.cmp(&one.began).then_with(|| other.id.cmp(&one.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, began: u64) -> Entry {
        Entry { id: id.into(), began: Millis(began), schema: format!("S{}", began % 2), ..Entry::default() }
    }

    fn ids(archive: &Archive) -> String {
        archive.found(&Filter::default()).join(" ")
    }

    #[test]
    fn the_newest_stands_first_and_each_once() {
        let mut archive = Archive::default();
        archive.fill(vec![entry("b", 2), entry("d", 4), entry("a", 1), entry("d", 4), entry("e", 4)]);
        assert_eq!(ids(&archive), "e d b a");
        archive.put(entry("c", 3));
        archive.put(entry("d", 4));
        assert_eq!(ids(&archive), "e d c b a");
        assert!(archive.pin("c").is_some_and(|entry| entry.is_pinned));
        assert_eq!(archive.pin("x"), None);
        let taken = archive.take(|entry| !entry.is_pinned);
        assert_eq!((ids(&archive), taken.len()), ("c".to_owned(), 4));
    }

    #[test]
    fn some_rows_are_looked_at() {
        let mut archive = Archive::default();
        archive.fill((0..2_000).map(|number| entry(&format!("{number:04}"), number)).collect());
        let odd = Filter { schema: "S1".into(), ..Filter::default() };
        for (filter, rows, count, from, ids) in [
            (Filter::default(), 0..2, "2,000 runs", 0, vec!["1999", "1998"]),
            (odd.clone(), 1..3, "1,000 of 2,000 runs", 1, vec!["1997", "1995"]),
            (odd.clone(), 999..1_005, "1,000 of 2,000 runs", 999, vec!["0001"]),
            (odd, 4_000..4_005, "1,000 of 2,000 runs", 1_000, vec![]),
        ] {
            let shelf = archive.look(&filter, rows, |time| format!("at {}", time.0));
            let rows: Vec<_> = shelf.rows.iter().map(|row| row.id.as_str()).collect();
            assert_eq!((shelf.count.as_str(), shelf.from, rows), (count, from, ids));
            let began = |row: &ShelfRow| row.began.trim_start_matches("at ").parse() == row.id.parse::<u64>();
            assert!(shelf.rows.iter().all(began));
            assert_eq!((shelf.schemas, shelf.models), (vec!["S0".into(), "S1".into()], vec![String::new()]));
        }
    }
}
