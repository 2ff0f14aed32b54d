//! What somebody who looks through the kept runs has chosen, and what is drawn of it.

use super::compared::{Compared, Fact};
use super::export::ExportFormat;
use super::filter::Filter;
use super::message::Request;
use super::outcome::RunOutcome;
use super::shelf::{Archive, Shelf, ShelfRow};
use super::statistics::{Bar, Statistics, Table};
use crate::core::counted::counted;
use crate::core::drawn::{
    badge_class, button, choice as drawn_choice, drawn, figures, line, nothing, plot, plot_bar, scrolled,
    text,
};
use crate::core::judge::Comparison;
use crate::core::time::Millis;
use serde_json::{Value, json};
use std::ops::Range;

/// What somebody who looks through the kept runs has chosen.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// Which are looked for.
    pub filter: Filter,
    /// The ids of those that are to be compared: two at the most.
    pub chosen: Vec<String>,
    /// Two runs side by side, where that was asked for.
    pub compared: Option<Compared>,
    /// How many were deleted last, and can be brought back.
    pub deleted: usize,
    /// What could not be done; empty where nothing was.
    pub problem: String,
    /// Whether it is asked before all are deleted.
    is_clearing: bool,
    /// How many were found when that was last said.
    told: String,
}

impl Reader {
    /// Takes what was chosen, where a request is no more than that; else gives the request back, to be carried out.
    pub fn take(&mut self, request: Request) -> Option<Request> {
        let filter = &mut self.filter;
        match request {
            Request::Look => {}
            Request::Words(words) => filter.words = words,
            Request::Schema(schema) => filter.schema = schema,
            Request::Model(model) => filter.model = model,
            Request::Outcome(outcome) => filter.outcome = outcome,
            Request::OnlyPinned => filter.is_pinned = !filter.is_pinned,
            Request::CountSimulated => filter.counts_simulated = !filter.counts_simulated,
            Request::Tick(id) => self.tick(id),
            Request::CloseComparison => self.compared = None,
            Request::AskBeforeClearing => self.is_clearing = true,
            Request::Cancel => self.is_clearing = false,
            request @ (Request::Keep(_)
            | Request::Compare
            | Request::Pin(_)
            | Request::Delete(_)
            | Request::ClearUnpinned
            | Request::ClearAll
            | Request::Restore
            | Request::Open(_)
            | Request::Export(_)) => {
                self.problem = String::new();
                self.is_clearing = false;
                return Some(request);
            }
        }
        None
    }

    /// Chooses a run, or does not any more; the two that were chosen last are.
    fn tick(&mut self, id: String) {
        match self.chosen.iter().position(|chosen| *chosen == id) {
            Some(place) => drop(self.chosen.remove(place)),
            None => self.chosen.push(id),
        }
        let surplus = self.chosen.len().saturating_sub(2);
        self.chosen.drain(..surplus);
    }

    /// All that is to be seen: `{parts, from, rows, found}`, and what is to be said to those who cannot see it.
    /// `remark` says how the runs are kept, `date` how a time is written.
    pub fn draw(
        &mut self,
        archive: &Archive,
        rows: Range<usize>,
        remark: &str,
        date: impl Fn(Millis) -> String,
    ) -> Value {
        // One that another page has deleted is not chosen any more.
        self.chosen.retain(|id| archive.get(id).is_some());
        let shelf = archive.look(&self.filter, rows, date);
        let said = if self.told.is_empty() || self.told == shelf.count { "" } else { &shelf.count };
        let rows: Vec<_> = shelf
            .rows
            .iter()
            .enumerate()
            .map(|(place, row)| self.row(shelf.from + place, shelf.found, row))
            .collect();
        let json = json!({
            "parts": [
                self.filters(&shelf),
                statistics(&shelf.statistics, self.filter.counts_simulated),
                self.head(&shelf, remark),
            ],
            "from": shelf.from,
            "rows": rows,
            "found": shelf.found,
            "say": said,
        });
        self.told = shelf.count;
        json
    }

    fn filters(&self, shelf: &Shelf) -> Value {
        let Filter { schema, model, outcome, is_pinned, .. } = &self.filter;
        let outcomes = RunOutcome::ALL.map(|outcome| outcome.name().to_owned());
        drawn("div")
            .class("history__choices")
            .child(choice("Schema", "schema", &shelf.schemas, schema))
            .child(choice("Model", "model", &shelf.models, model))
            .child(choice("Outcome", "outcome", &outcomes, outcome.map_or("", RunOutcome::name)))
            .child(check("Pinned only", "only pinned", *is_pinned))
            .view()
    }

    /// What is to be said, how many there are, and what can be done with them.
    fn head(&self, shelf: &Shelf, remark: &str) -> Value {
        let problem = match self.problem.as_str() {
            "" => nothing(),
            problem => drawn("p")
                .class("history__remark history__remark--bad")
                .attribute("role", "alert")
                .text(problem)
                .view(),
        };
        let remark = if remark.is_empty() { nothing() } else { text("p", "history__remark", remark) };
        let is_kept = shelf.kept > 0;
        drawn("div")
            .class("history__head")
            .children([problem, remark])
            .child(if is_kept { self.actions(shelf) } else { nothing() })
            .child(self.deleted())
            .child(if self.is_clearing && is_kept { clearing() } else { nothing() })
            .child(self.compared.as_ref().map_or_else(nothing, compared))
            .child(empty(shelf))
            .view()
    }

    fn actions(&self, shelf: &Shelf) -> Value {
        let quiet = |label: &str, asks: &str, of: &str| button("button button--quiet", label, asks, of);
        let compare = quiet("Compare two", "compare", "").attribute("title", "Tick two runs");
        let compare =
            if self.chosen.len() == 2 { compare } else { compare.attribute("disabled", "disabled") };
        let export = |format: ExportFormat| {
            quiet(&format!("Export {}", format.name()), "export", format.name()).view()
        };
        drawn("div")
            .class("history__actions")
            .child(text("h2", "history__count", &shelf.count))
            .child(compare.view())
            .children(ExportFormat::ALL.map(export))
            .child(quiet("Delete all…", "clear", "").view())
            .view()
    }

    fn deleted(&self) -> Value {
        if self.deleted == 0 {
            return nothing();
        }
        drawn("div")
            .class("history__notice")
            .attribute("role", "status")
            .child(text("span", "", &format!("{} deleted", counted(self.deleted, "run"))))
            .child(button("button button--quiet", "Undo", "restore", "").view())
            .view()
    }

    fn row(&self, place: usize, all: usize, row: &ShelfRow) -> Value {
        let name = format!("{}, {}, {}", row.schema, row.model, row.began);
        let id = |control: &str| format!("run-{place}-{control}");
        let tick = drawn("input")
            .attribute("type", "checkbox")
            .attribute("id", &id("tick"))
            .attribute("aria-label", &format!("Compare {name}"))
            .checked(self.chosen.contains(&row.id))
            .asks("tick", &row.id);
        let open = drawn("button")
            .attribute("type", "button")
            .attribute("id", &id("open"))
            .class("run__open")
            .asks("open", &row.id)
            .child(text("span", badge_class(row.outcome.tone()), row.outcome.name()))
            .child(text("span", "run__schema", &row.schema))
            .child(text("span", "run__model", &row.model))
            .child(text("span", "run__prompt", &row.prompt))
            .child(text("span", "run__figures", &row.figures))
            .child(text("span", "run__began", &row.began));
        let control = |control: &str, sign: &str, verb: &str| {
            button("button button--quiet run__control", sign, control, &row.id)
                .attribute("id", &id(control))
                .attribute("aria-label", &format!("{verb} {name}"))
        };
        let (sign, is_pressed) = if row.is_pinned { ("★", "true") } else { ("☆", "false") };
        drawn("li")
            .class("run")
            .attribute("aria-posinset", &(place + 1).to_string())
            .attribute("aria-setsize", &all.to_string())
            .child(drawn("label").class("run__tick").child(tick.view()).view())
            .child(open.view())
            .child(control("pin", sign, "Pin").attribute("aria-pressed", is_pressed).view())
            .child(control("delete", "✕", "Delete").view())
            .view()
    }
}

/// A choice among names, or any of them.
fn choice(label: &str, asks: &str, names: &[String], chosen: &str) -> Value {
    let any = ("".to_owned(), "Any".to_owned());
    // What is looked for stands there though no run is like that any more.
    let lost = (!chosen.is_empty() && !names.iter().any(|name| name == chosen)).then_some(chosen);
    let names = names.iter().map(String::as_str).chain(lost);
    let options = [any].into_iter().chain(names.map(|name| (name.to_owned(), name.to_owned())));
    drawn_choice(&format!("history-{asks}"), label, asks, chosen, options)
}

/// A box to tick, with its label.
fn check(label: &str, asks: &str, is_checked: bool) -> Value {
    let field = drawn("input").attribute("type", "checkbox").checked(is_checked).asks(asks, "");
    drawn("label").class("check").child(field.view()).child(text("span", "", label)).view()
}

/// The question before all are deleted.
fn clearing() -> Value {
    drawn("section")
        .class("history__notice")
        .attribute("aria-label", "Delete all runs")
        .child(text("p", "", "Delete every run that is kept, whatever is looked for?"))
        .child(button("button", "Delete all but the pinned", "clear unpinned", "").view())
        .child(button("button button--stop", "Delete all", "clear all", "").view())
        .child(button("button", "Cancel", "cancel", "").view())
        .view()
}

/// What is to be said where nothing is found.
fn empty(shelf: &Shelf) -> Value {
    let (title, words) = match (shelf.kept, shelf.found) {
        (0, _) => (
            "No runs are kept yet",
            "Every run is kept in this browser when it is over, and nowhere else: its settings, its messages, its \
             answers and its verdicts.",
        ),
        (_, 0) => ("No run is like that", "Take other words, or choose \"Any\" in the fields above."),
        (_, _) => return nothing(),
    };
    drawn("section").class("empty").child(text("h2", "", title)).child(text("p", "", words)).view()
}

/// The fold of what fails: which runs are counted, then a table with bars for each thing that was counted.
fn statistics(statistics: &Statistics, counts_simulated: bool) -> Value {
    let counted = drawn("div")
        .class("history__counted")
        .child(text("p", "hint", &statistics.counted))
        .child(check("Include simulated", "count simulated", counts_simulated));
    let fold = drawn("details")
        .class("fold")
        .child(text("summary", "", "What fails"))
        .child(counted.view())
        .children(statistics.tables.iter().map(table));
    drawn("div").class("panel").child(fold.view()).view()
}

fn table(table: &Table) -> Value {
    figures(&table.name, &table.note, &table.columns, table.bars.iter().map(bar))
}

fn bar(bar: &Bar) -> Value {
    let name = [text("span", "figures__name", &bar.name), bars(&bar.shares)];
    line(name, bar.cells.iter().map(|cell| text("td", "", cell)))
}

/// How far it is from a bar to the next one.
const BAR_STEP: usize = 8;

/// A bar for each share, one below the other: from nothing to the whole.
fn bars(shares: &[u64]) -> Value {
    let bars = shares.iter().enumerate().flat_map(|(place, share)| {
        let class = if place + 1 == shares.len() { "plot__bar plot__bar--last" } else { "plot__bar" };
        let top = place * BAR_STEP;
        [plot_bar("plot__whole", top, 100), plot_bar(class, top, *share)]
    });
    plot(shares.len() * BAR_STEP, bars)
}

/// Two runs side by side: what came of each and was set otherwise, then the difference of their last answers.
fn compared(compared: &Compared) -> Value {
    let title = drawn("h2").class("panel__title").attribute("id", "compared").attribute("tabindex", "-1");
    let title = title.text("Two runs side by side");
    let head = drawn("div")
        .class("panel__head")
        .child(title.view())
        .child(button("button button--quiet", "Close", "close", "").view());
    let facts = drawn("table")
        .class("figures figures--facts")
        .child(drawn("tbody").children(compared.facts.iter().map(fact)).view());
    drawn("section")
        .class("panel")
        .attribute("aria-label", "Comparison")
        .child(head.view())
        .child(scrolled("Both runs", facts.view()))
        .child(answers(&compared.answers))
        .view()
}

fn fact(fact: &Fact) -> Value {
    let class = if fact.one == fact.other { "" } else { "figures__other" };
    let value = |words: &str| text("td", class, if words.is_empty() { "–" } else { words });
    let name = drawn("th").attribute("scope", "row").text(&fact.name).view();
    drawn("tr").child(name).children([value(&fact.one), value(&fact.other)]).view()
}

fn answers(answers: &Comparison) -> Value {
    match (answers.places.is_empty(), answers.stretches.is_empty()) {
        (true, true) => text("p", "hint", "Their answers cannot be compared: one of them has none."),
        (true, false) => text("p", "hint", "Their last answers are the same."),
        (false, _) => answers.draw(),
    }
}
