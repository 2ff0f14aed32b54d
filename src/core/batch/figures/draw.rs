//! All figures of a batch, as they are drawn.

use super::super::job::{Job, JobSetup, Plan};
use super::super::lines::Lines;
use super::super::row::Row;
use super::comparison::comparison;
use super::differences::differences;
use super::recovery::recovery;
use super::share::Share;
use super::tally::{Tally, Wrong};
use super::wilson::{Interval, wilson};
use crate::core::archive::RunOutcome;
use crate::core::counted::{capital, counted};
use crate::core::drawn::{drawn, figures, line, nothing, plot, plot_bar, several, text};
use crate::core::quotient::NONE;
use crate::core::schema::clipped;
use crate::core::thousands::with_thousands;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most lines of the table of what was wrong.
const MOST_WRONG: usize = 12;

/// The most attempts that have a line of their own.
const MOST_ATTEMPTS: u64 = 12;

/// The most characters of a name.
const LONGEST: usize = 80;

/// All figures of a batch, by its runs that are over, in any order. `names` are those of its inputs.
pub fn draw<'r>(job: &'r Job, rows: impl IntoIterator<Item = &'r Row>, names: &'r [String]) -> Value {
    let lines = Lines::new(job, rows, names);
    let tallies: Vec<_> = (0..lines.sides.len()).map(|side| Tally::of(lines.side(side))).collect();
    if tallies.iter().all(|tally| tally.over() == 0) {
        return drawn("section")
            .class("empty")
            .child(text("h2", "", "No figures yet"))
            .child(text("p", "", "They come with the first run that is over, and grow with every other."))
            .view();
    }
    let sum = text("p", "batch__sum", &counts(&lines, &tallies));
    let first = match &job.plan {
        Plan::Grid { .. } => {
            let failed = text("p", "batch__sum", &failed(&tallies));
            let views = validity(job, &lines, &tallies);
            section("Valid answers", [sum, failed].into_iter().chain(views).chain(comparison(&lines)))
        }
        Plan::Recovery { .. } => {
            section("Does the feedback help?", [sum].into_iter().chain(recovery(job, &lines)))
        }
    };
    let optional =
        |name: &str, table: Option<Value>| table.map_or_else(nothing, |table| section(name, [table]));
    several([
        first,
        section("How many attempts it took", [attempts(job, &lines, &tallies)]),
        optional("What was wrong most often", wrong(&lines, &tallies)),
        optional("Where they differ, input by input", differences(&lines)),
    ])
}

fn section(name: &str, inside: impl IntoIterator<Item = Value>) -> Value {
    drawn("section")
        .class("panel batch__figures")
        .attribute("aria-label", name)
        .child(text("h2", "panel__title", name))
        .children(inside)
        .view()
}

/// How many runs are over, and which of them do not count.
fn counts(lines: &Lines<'_>, tallies: &[Tally<'_>]) -> String {
    let over: u64 = tallies.iter().map(Tally::over).sum();
    let judged: u64 = tallies.iter().map(|tally| tally.judged).sum();
    let mut sentences = vec![format!("{} of {} over.", with_thousands(over), counted(lines.count(), "run"))];
    let kinds = RunOutcome::ALL.into_iter().filter(|outcome| !outcome.is_judged()).filter_map(|outcome| {
        let count: u64 = tallies.iter().map(|tally| tally.ended(outcome)).sum();
        (count > 0).then(|| format!("{} {}", with_thousands(count), outcome.name().to_lowercase()))
    });
    let kinds: Vec<_> = kinds.collect();
    if !kinds.is_empty() {
        let without = counted(usize::try_from(over - judged).unwrap_or(usize::MAX), "run");
        let kinds = kinds.join(", ");
        sentences.push(format!("{} without a verdict left out of the shares: {kinds}.", capital(&without)));
    }
    sentences.join(" ")
}

/// How many first attempts failed, and what became of these runs.
fn failed(tallies: &[Tally<'_>]) -> String {
    let (failed, recovered) = tallies.iter().fold((0, 0), |(failed, recovered), tally| {
        let Share { part, whole } = tally.at_once();
        (failed + whole - part, recovered + tally.valid() - part)
    });
    let count = counted(usize::try_from(failed).unwrap_or(usize::MAX), "first attempt");
    let became = match failed {
        0 => String::new(),
        _ => format!("; {} of these runs ended valid", with_thousands(recovered)),
    };
    format!("{} failed{became}.", capital(&count))
}

/// How many answers are valid and what they take: by setup, and by model and schema where some setups share one.
fn validity(job: &Job, lines: &Lines<'_>, tallies: &[Tally<'_>]) -> Vec<Value> {
    let named = |name: &str| text("span", "figures__name", &clipped(name, LONGEST));
    let by_setup = job.setups.iter().zip(tallies).map(|(setup, tally)| {
        let what = text("span", "hint", &format!("{} · {}", setup.model, setup.schema));
        validity_line(vec![named(&setup.name), what], tally)
    });
    let by_group = |what: &str, group: fn(&JobSetup) -> &String| {
        let mut sides: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (side, setup) in job.setups.iter().enumerate() {
            sides.entry(group(setup)).or_default().push(side);
        }
        let says_more = sides.len() > 1 && sides.len() < job.setups.len();
        let line = |(name, sides): (&str, Vec<usize>)| {
            let tally = Tally::of(sides.into_iter().flat_map(|side| lines.side(side)));
            validity_line(vec![named(name)], &tally)
        };
        says_more.then(|| validity_table(what, sides.into_iter().map(line)))
    };
    let mut views = vec![validity_table("Setup", by_setup)];
    views.extend(by_group("Model", |setup| &setup.model));
    views.extend(by_group("Schema", |setup| &setup.schema));
    views.push(text("p", "hint", &remark(job)));
    views
}

/// How the figures are to be read.
fn remark(job: &Job) -> String {
    let mut sentences = vec![
        "The line across a bar, and the numbers below it, say between which shares the true one lies, 95 times of 100.",
        "What a valid answer takes is all that was spent, also on runs that gave none, divided by the valid answers.",
    ];
    if job.grid().1.len() > 1 {
        sentences.push(
            "Runs of one input are alike, so that with few inputs and many seeds it is less sure than that.",
        );
    }
    sentences.join(" ")
}

fn validity_table(what: &str, lines: impl IntoIterator<Item = Value>) -> Value {
    let columns = [
        what,
        "Runs",
        "Valid at the first attempt",
        "Valid within the attempts allowed",
        "Tokens per valid answer",
        "Cost per valid answer",
        "Time per valid answer",
    ];
    figures(&format!("By {}", what.to_lowercase()), "", columns, lines)
}

fn validity_line(name: Vec<Value>, tally: &Tally<'_>) -> Value {
    let cells = [
        text("td", "", &with_thousands(tally.judged)),
        share_cell(tally.at_once(), true),
        share_cell(tally.in_the_end(), true),
        text("td", "", &tally.tokens_per_valid()),
        text("td", "", &tally.cost_per_valid()),
        text("td", "", &tally.time_per_valid()),
    ];
    line(name, cells)
}

/// At which attempt runs were valid.
fn attempts(job: &Job, lines: &Lines<'_>, tallies: &[Tally<'_>]) -> Value {
    let first = match job.plan {
        Plan::Grid { .. } => 1,
        // The first attempt was another run's, and failed.
        Plan::Recovery { .. } => 2,
    };
    let last = tallies.iter().filter_map(Tally::last_valid).max().unwrap_or(first).min(MOST_ATTEMPTS);
    let row = |name: &str, share: &dyn Fn(&Tally<'_>) -> Share| {
        let cells = tallies.iter().map(|tally| share_cell(share(tally), false));
        line([text("span", "figures__name", name)], cells)
    };
    let at = (first..=last).map(|attempt| row(&format!("At attempt {attempt}"), &|tally| tally.at(attempt)));
    let columns = ["Valid"].into_iter().chain(lines.sides.iter().copied());
    let never = row("Never", &|tally| tally.never());
    figures("Attempts", "of the runs with a verdict", columns, at.chain([never]))
}

/// What was wrong most often; nothing where nothing was.
fn wrong(lines: &Lines<'_>, tallies: &[Tally<'_>]) -> Option<Value> {
    let mut all: BTreeMap<&str, Wrong<'_>> = BTreeMap::new();
    for (what, wrong) in tallies.iter().flat_map(|tally| &tally.wrong) {
        all.entry(what).or_insert(Wrong { attempts: 0, ..*wrong }).attempts += wrong.attempts;
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(what, wrong)| (Reverse(wrong.attempts), *what));
    let row = |(what, wrong): &(&str, Wrong<'_>)| {
        let shares = tallies.iter().map(|tally| share_cell(tally.wrong(what), false));
        let example = text("td", "batch__example", wrong.example);
        line([text("span", "figures__name", &clipped(what, LONGEST))], shares.chain([example]))
    };
    let note = match all.len() {
        ..=MOST_WRONG => "in how many attempts".to_owned(),
        kinds => format!("{MOST_WRONG} of {}, in how many attempts", with_thousands(kinds as u64)),
    };
    let columns = ["What was wrong"].into_iter().chain(lines.sides.iter().copied()).chain(["Example"]);
    let table = figures("Rules and replies", &note, columns, all.iter().take(MOST_WRONG).map(row));
    (!all.is_empty()).then_some(table)
}

/// A share in a cell, with its bar; and how sure it is, with a line across the bar.
pub(super) fn share_cell(share: Share, is_sure: bool) -> Value {
    let Share { part, whole } = share;
    if whole == 0 {
        return text("td", "", NONE);
    }
    let hundredths = |share: f64| format!("{:.1}", 100.0 * share);
    let bar = hundredths(part.min(whole) as f64 / whole as f64);
    let mut shapes = vec![plot_bar("plot__whole", 0, 100), plot_bar("plot__bar", 0, bar)];
    let words = format!("{} ({})", share.counts(), share.percent());
    let cell = drawn("td").child(text("span", "figures__name", &words));
    if !is_sure {
        return cell.child(plot(6, shapes)).view();
    }
    let Interval { low, high } = wilson(part, whole);
    let [low, high] = [low, high].map(hundredths);
    let whisker = format!("M{low} 0v6M{low} 3H{high}M{high} 0v6");
    shapes.push(drawn("path").class("plot__whisker").attribute("d", &whisker).view());
    cell.child(plot(6, shapes)).child(text("span", "hint", &share.interval())).view()
}
