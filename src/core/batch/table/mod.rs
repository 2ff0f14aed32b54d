//! What came of the runs of a batch: a row an input and seed, with its setups side by side, each of which opens its run.

mod opener;
#[cfg(test)]
mod tests;

pub(super) use opener::opener;

use super::board::Board;
use super::job::{Cell, Job, Plan};
use super::lines::{Lines, differ};
use super::message::Filter;
use super::row::Row;
use crate::core::counted::counted;
use crate::core::drawn::{choice, drawn, text};
use crate::core::thousands::with_thousands;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;

/// What is looked at of the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looked {
    /// How many rows there are of how many: `3,000 inputs`, `12 of 3,000 inputs`.
    pub count: String,
    /// How many rows were found.
    pub found: usize,
    /// The place of the first row that is drawn.
    pub from: usize,
    /// The rows that are drawn, all of one height.
    pub rows: Vec<Value>,
    /// The heads of the columns; or, where nothing was found, what is to be said of that.
    pub head: Value,
    /// The choice of which inputs are shown, with how many there are of each kind.
    pub choice: Value,
}

/// Some of the rows that the board looks for, and all that is to be said of these. Reads every run once.
pub fn look(board: &Board, under_way: &BTreeSet<Cell>, range: Range<usize>) -> Looked {
    let lines = Lines::new(&board.job, board.rows.values(), &board.names);
    let words = board.words.to_lowercase();
    let words: Vec<_> = words.split_whitespace().collect();
    let mut counts: Vec<_> = Filter::all().map(|filter| (filter, 0)).collect();
    let mut found = Vec::new();
    for (place, runs) in lines.iter().enumerate() {
        if !words.is_empty() {
            let name = lines.name(place).to_lowercase();
            if !words.iter().all(|word| name.contains(word)) {
                continue;
            }
        }
        for (_, count) in counts.iter_mut().filter(|(filter, _)| takes(*filter, runs)) {
            *count += 1;
        }
        if takes(board.filter, runs) {
            found.push((place, runs));
        }
    }
    let from = range.start.min(found.len());
    let drawn = found.iter().enumerate().skip(from).take(range.len());
    let all = lines.iter().len();
    Looked {
        count: count(&board.job, found.len(), all),
        found: found.len(),
        from,
        rows: drawn
            .map(|(at, (place, runs))| row(&lines, *place, runs, under_way, [at, found.len()]))
            .collect(),
        head: if found.is_empty() { empty(all) } else { head(&lines) },
        choice: filters(board.filter, &counts),
    }
}

/// Whether a row with these runs is shown.
fn takes(filter: Filter, runs: &[Option<&Row>]) -> bool {
    match filter {
        Filter::Any => true,
        Filter::Ended(outcome) => runs.iter().flatten().any(|row| row.outcome == outcome),
        Filter::Open => runs.iter().any(Option::is_none),
        Filter::Differs => differ(runs),
    }
}

fn filters(chosen: Filter, counts: &[(Filter, u64)]) -> Value {
    let option = |(filter, count): &(Filter, u64)| {
        let words = if *filter == Filter::Any { "Any" } else { filter.name() };
        (filter.name().to_owned(), format!("{words} ({})", with_thousands(*count)))
    };
    choice("batch-outcome", "Outcome", "outcome", chosen.name(), counts.iter().map(option))
}

/// How many rows there are, by what tells them from each other.
fn count(job: &Job, found: usize, all: usize) -> String {
    let (_, seeds) = job.grid();
    let words = match &job.plan {
        Plan::Grid { .. } if seeds.len() > 1 => format!("{}, once for each seed", counted(all, "input")),
        Plan::Grid { .. } => counted(all, "input"),
        Plan::Recovery { .. } => counted(all, "failed first attempt"),
    };
    if found == all { words } else { format!("{} of {words}", with_thousands(found as u64)) }
}

fn empty(all: usize) -> Value {
    let (title, words) = match all {
        0 => ("No runs", "The batch has no inputs, or no setups."),
        _ => ("No input is like that", "Take other words, or choose \"Any\" as the outcome."),
    };
    drawn("section").class("empty").child(text("h2", "", title)).child(text("p", "", words)).view()
}

/// The names of what stands side by side. They are said with each run, too.
fn head(lines: &Lines<'_>) -> Value {
    let sides = lines.sides.iter().map(|side| text("span", "batch__side", side));
    drawn("div")
        .class("batch__row batch__row--head")
        .attribute("aria-hidden", "true")
        .child(text("span", "batch__input", "Input"))
        .child(drawn("div").class("batch__runs").children(sides).view())
        .view()
}

fn row(
    lines: &Lines<'_>,
    place: usize,
    runs: &[Option<&Row>],
    under_way: &BTreeSet<Cell>,
    [at, found]: [usize; 2],
) -> Value {
    let name = lines.name(place);
    let cells = (lines.first(place).0..).map(Cell);
    let sides = lines.sides.iter().enumerate();
    let runs = runs.iter().zip(sides).zip(cells).map(|((run, (place, side)), cell)| match run {
        Some(row) => opener(&format!("cell-{at}-{place}"), row, side, &name)
            .child(text("span", "batch__said", &row.said))
            .view(),
        None => waiting(side, under_way.contains(&cell)),
    });
    drawn("li")
        .class("batch__row")
        .attribute("aria-posinset", &(at + 1).to_string())
        .attribute("aria-setsize", &found.to_string())
        .child(text("span", "batch__input", &name))
        .child(drawn("div").class("batch__runs").children(runs).view())
        .view()
}

/// A run that is not over.
fn waiting(side: &str, is_under_way: bool) -> Value {
    drawn("span")
        .class("batch__waiting")
        .child(text("span", "visually-hidden", &format!("{side}: ")))
        .text(if is_under_way { "under way" } else { "waiting" })
        .view()
}
