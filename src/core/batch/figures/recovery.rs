//! Does the feedback help? What became of failed first attempts, by how they were followed, beside asking again.

use super::super::job::{Arm, Cell, Job, JobSetup, Plan};
use super::super::lines::Lines;
use super::super::row::Row;
use super::comparison::measure;
use super::draw::share_cell;
use super::paired::Paired;
use super::tally::Tally;
use crate::core::drawn::{figures, line, text};
use crate::core::quotient::{NONE, per};
use crate::core::thousands::with_thousands;
use serde_json::Value;
use std::cmp::Ordering;

/// The runs of a grid that have a verdict and whose first attempt was not valid: these can be followed in other ways.
pub fn failed_first_attempts<'r>(job: &Job, rows: impl IntoIterator<Item = &'r Row>) -> Vec<Cell> {
    let Plan::Grid { .. } = job.plan else { return Vec::new() };
    let count = job.count();
    let is_failed = |row: &&Row| row.outcome.is_judged() && !row.is_valid_at_once && row.cell.0 < count;
    let mut cells: Vec<_> = rows.into_iter().filter(is_failed).map(|row| row.cell).collect();
    cells.sort_unstable();
    cells
}

/// A way to follow failed first attempts, and what came of it.
struct Followed<'r> {
    arm: Arm,
    tally: Tally<'r>,
    /// Beside asking again, where that is another way: asking again is the first of the two.
    beside: Option<Paired>,
}

/// For each setup a sentence and a table; nothing where the batch is no comparison of ways.
pub(super) fn recovery(job: &Job, lines: &Lines<'_>) -> Vec<Value> {
    let Plan::Recovery { arms, .. } = &job.plan else { return Vec::new() };
    let setups: Vec<_> = (0..).map_while(|line| Some(job.place(lines.first(line))?.setup)).collect();
    let again = arms.iter().position(|arm| *arm == Arm::AskedAgain);
    let mut views = Vec::new();
    for (setup, named) in job.setups.iter().enumerate().filter(|(setup, _)| setups.contains(setup)) {
        let is_its = |line: usize| setups.get(line) == Some(&setup);
        let followed = |(side, arm): (usize, &Arm)| {
            let its = lines.iter().enumerate().filter(|(line, _)| is_its(*line));
            let other = again.filter(|again| *again != side);
            Followed {
                arm: *arm,
                tally: Tally::of(its.filter_map(|(_, runs)| runs.get(side).copied().flatten())),
                beside: other.map(|again| Paired::of(lines, [again, side], &is_its)),
            }
        };
        let followed: Vec<_> = arms.iter().enumerate().map(followed).collect();
        let comparisons = comparisons(&followed);
        views.push(text("p", "batch__sum", &sum_up(&followed)));
        views.push(table(named, &followed));
        if comparisons > 0 {
            views.push(text("p", "hint", &measure(comparisons)));
        }
    }
    views
}

fn comparisons(followed: &[Followed<'_>]) -> usize {
    followed.iter().filter(|followed| followed.beside.is_some()).count()
}

fn table(setup: &JobSetup, followed: &[Followed<'_>]) -> Value {
    let columns = [
        "How it was followed",
        "Runs",
        "Recovered",
        "Further attempts per recovered answer",
        "Further tokens per recovered answer",
        "Only this way",
        "Only asked again",
        "By chance alone in",
    ];
    let row = |Followed { arm, tally, beside }: &Followed<'_>| {
        let plain = |words: &str| text("td", "", words);
        let beside = match beside.filter(|beside| beside.count() > 0) {
            Some(beside) => {
                [with_thousands(beside.only_second), with_thousands(beside.only_first), beside.chance_words()]
            }
            None => [NONE, NONE, NONE].map(str::to_owned),
        };
        let own = [
            plain(&with_thousands(tally.judged)),
            share_cell(tally.in_the_end(), true),
            plain(&per(tally.later_attempts, tally.valid())),
            plain(&tally.later_tokens_per_valid()),
        ];
        let cells = own.into_iter().chain(beside.iter().map(|words| plain(words)));
        line([text("span", "figures__name", arm.name())], cells)
    };
    let name = format!("Failed first attempts of {}", setup.name);
    figures(&name, &format!("{} · {}", setup.model, setup.schema), columns, followed.iter().map(row))
}

/// Whether it helps, as far as that can be told.
fn sum_up(followed: &[Followed<'_>]) -> String {
    let Some(again) = followed.iter().find(|followed| followed.arm == Arm::AskedAgain) else {
        return "Nothing was asked again without feedback, so it cannot be told whether feedback helps."
            .to_owned();
    };
    let all = comparisons(followed);
    let names = |wanted: Ordering| {
        let is_wanted = |followed: &&Followed<'_>| {
            followed.beside.and_then(|beside| beside.second_to_first(all)) == Some(wanted)
        };
        let named = |Followed { arm, tally, .. }: &Followed<'_>| {
            format!("“{}” ({})", arm.name(), tally.in_the_end().counts())
        };
        followed.iter().filter(is_wanted).map(named).collect::<Vec<_>>().join(", ")
    };
    let asking = format!("asking again ({})", again.tally.in_the_end().counts());
    let [more, fewer, alike] = [Ordering::Greater, Ordering::Less, Ordering::Equal].map(names);
    let mut sentences = Vec::new();
    if !more.is_empty() {
        sentences.push(format!("Feedback helps here: {more} recovered more than {asking}."));
    }
    if !fewer.is_empty() {
        sentences.push(format!("Feedback does harm here: {fewer} recovered fewer than {asking}."));
    }
    if !alike.is_empty() {
        sentences.push(format!("This cannot be told apart from {asking}: {alike}."));
    }
    if sentences.is_empty() {
        sentences.push("Whether feedback helps cannot be told yet: too little is over.".to_owned());
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::Strategy;
    use crate::core::archive::RunOutcome;
    use crate::core::batch::figures::tests::{job, row};

    /// A comparison of asking again and one correction, after so many failed first attempts of which each was
    /// recovered in both ways, only by asking again, only by the correction, and in none.
    fn followed([both, again, corrected, neither]: [usize; 4]) -> (Job, Vec<Row>) {
        let outcomes =
            [(both, [true, true]), (again, [true, false]), (corrected, [false, true]), (neither, [false; 2])];
        let lines: Vec<_> = outcomes.into_iter().flat_map(|(count, line)| vec![line; count]).collect();
        let plan = Plan::Recovery {
            of: "a".into(),
            inputs: lines.len(),
            seeds: Vec::new(),
            failed: (0..lines.len()).map(Cell).collect(),
            arms: vec![Arm::AskedAgain, Arm::Corrected(Strategy::ALL[3])],
        };
        let rows = lines.concat().into_iter().enumerate().map(|(cell, is_valid)| {
            row(cell, if is_valid { RunOutcome::Valid } else { RunOutcome::Invalid }, 2)
        });
        (job(&["A"], plan), rows.collect())
    }

    #[test]
    fn whether_feedback_helps_is_said_only_where_it_can_be_told() {
        let said = |job: &Job, rows: &[Row]| {
            let views = recovery(job, &Lines::new(job, rows, &[]));
            views.first().and_then(|view| view[2][0].as_str()).unwrap_or_default().to_owned()
        };
        for (counts, expected) in [
            (
                [10, 2, 20, 8],
                "Feedback helps here: “fresh, scaffold” (30 of 40) recovered more than asking again (12 of 40).",
            ),
            (
                [10, 20, 2, 8],
                "Feedback does harm here: “fresh, scaffold” (12 of 40) recovered fewer than asking again (30 of 40).",
            ),
            (
                [3, 1, 4, 2],
                "This cannot be told apart from asking again (4 of 10): “fresh, scaffold” (7 of 10).",
            ),
            ([0, 0, 0, 0], ""),
        ] {
            let (job, rows) = followed(counts);
            assert_eq!(said(&job, &rows), expected, "{counts:?}");
        }
        let (mut job, rows) = followed([3, 1, 4, 2]);
        assert_eq!(said(&job, &[]), "Whether feedback helps cannot be told yet: too little is over.");
        if let Plan::Recovery { arms, .. } = &mut job.plan {
            arms.remove(0);
        }
        assert_eq!(
            said(&job, &rows),
            "Nothing was asked again without feedback, so it cannot be told whether feedback helps."
        );
    }

    #[test]
    fn failed_first_attempts_are_those_with_a_verdict() {
        use RunOutcome::{Circles, Invalid, OverBudget, Stopped, Unanswered, Valid};
        let grid = job(&["A"], Plan::Grid { inputs: 7, seeds: Vec::new() });
        let ends = [
            (Valid, 1),
            (Valid, 2),
            (Invalid, 3),
            (Circles, 2),
            (Unanswered, 1),
            (OverBudget, 1),
            (Stopped, 2),
        ];
        let mut rows: Vec<_> = ends
            .into_iter()
            .enumerate()
            .map(|(cell, (outcome, attempts))| row(cell, outcome, attempts))
            .collect();
        rows.push(row(99, Invalid, 3));
        rows.reverse();
        assert_eq!(failed_first_attempts(&grid, &rows), [Cell(1), Cell(2), Cell(3)]);
        let (recovery, rows) = followed([1, 1, 1, 1]);
        assert_eq!(failed_first_attempts(&recovery, &rows), []);
    }
}
