//! Which rows are found, and what stands in them.

use super::look;
use crate::core::archive::RunOutcome;
use crate::core::batch::figures::tests::{job, row};
use crate::core::batch::{Arm, Board, Cell, Filter, Plan, Row};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Three setups on four inputs, of which the last is not over.
fn board() -> Board {
    use RunOutcome::{Circles, Invalid, OverBudget, Stopped, Unanswered, Valid};
    let outcomes = [Valid, Valid, Valid, Valid, Circles, Invalid, Unanswered, OverBudget, Stopped, Valid];
    let rows = outcomes.into_iter().enumerate().map(|(cell, outcome)| (Cell(cell), row(cell, outcome, 2)));
    Board {
        job: job(&["A", "B", "C"], Plan::Grid { inputs: 4, seeds: Vec::new() }),
        names: ["Größe.txt", "b.txt", "c.txt", "größe 2.txt"].map(str::to_owned).into(),
        rows: rows.collect(),
        ..Board::default()
    }
}

/// The names of the rows that are drawn, what can be chosen, and the count.
fn found(board: &Board, range: std::ops::Range<usize>) -> (String, String, usize, Vec<String>) {
    let looked = look(board, &BTreeSet::new(), range.clone());
    let text = |view: &Value| view[2][0].as_str().unwrap().to_owned();
    let names = looked.rows.iter().map(|row| text(&row[2][0])).collect::<Vec<_>>().join(" ");
    let options = looked.choice[2][1][2].as_array().unwrap().iter().map(text).collect();
    assert_eq!(looked.rows.len(), range.len().min(looked.found - looked.from));
    (names, looked.count, looked.from, options)
}

#[test]
fn inputs_are_found_by_what_came_of_them_and_by_name() {
    use RunOutcome::{Circles, Invalid, OverBudget, Stopped, Unanswered, Valid};
    for (filter, words, names, count) in [
        (Filter::Any, "", "Größe.txt b.txt c.txt größe 2.txt", "4 inputs"),
        (Filter::Any, "TXT größe", "Größe.txt größe 2.txt", "2 of 4 inputs"),
        (Filter::Ended(Valid), "", "Größe.txt b.txt größe 2.txt", "3 of 4 inputs"),
        (Filter::Ended(Valid), "b", "b.txt", "1 of 4 inputs"),
        (Filter::Ended(Invalid), "", "b.txt", "1 of 4 inputs"),
        (Filter::Ended(Circles), "", "b.txt", "1 of 4 inputs"),
        (Filter::Ended(Unanswered), "", "c.txt", "1 of 4 inputs"),
        (Filter::Ended(OverBudget), "", "c.txt", "1 of 4 inputs"),
        (Filter::Ended(Stopped), "größe", "", "0 of 4 inputs"),
        (Filter::Open, "", "größe 2.txt", "1 of 4 inputs"),
        (Filter::Differs, "", "b.txt", "1 of 4 inputs"),
    ] {
        let board = Board { filter, words: words.into(), ..board() };
        let (found, said, from, _) = found(&board, 0..9);
        assert_eq!((found.as_str(), said.as_str(), from), (names, count, 0), "{filter:?} {words}");
    }
    let (names, _, from, options) = found(&board(), 1..3);
    assert_eq!((names.as_str(), from), ("b.txt c.txt", 1));
    let all = "Any (4), Valid (3), Invalid (1), In circles (1), No answer (1), Over budget (1), Stopped (1), \
               Not over (1), Setups differ (1)";
    assert_eq!(options.join(", "), all);
    assert_eq!(found(&board(), 7..9).2, 4);
}

#[test]
fn each_run_is_a_button_that_opens_it() {
    let waiting = |side: &str, words: &str| json!(["span", {"class": "batch__waiting"}, [["span", {"class": "visually-hidden"}, [side]], words]]);
    let looked = look(&board(), &BTreeSet::from([Cell(11)]), 3..4);
    let run = json!(["button", {
        "type": "button",
        "class": "batch__run",
        "id": "cell-3-0",
        "title": "said of 9",
        "asks": "open run",
        "of": "9",
    }, [
        ["span", {"class": "visually-hidden"}, ["A, größe 2.txt: "]],
        ["span", {"class": "badge badge--valid"}, ["Valid"]],
        ["span", {"class": "batch__attempts"}, ["2 attempts"]],
        ["span", {"class": "batch__said"}, ["said of 9"]],
    ]]);
    let row = json!(["li", {"class": "batch__row", "aria-posinset": "4", "aria-setsize": "4"}, [
        ["span", {"class": "batch__input"}, ["größe 2.txt"]],
        ["div", {"class": "batch__runs"}, [run, waiting("B: ", "waiting"), waiting("C: ", "under way")]],
    ]]);
    assert_eq!(looked.rows, [row]);
}

#[test]
fn rows_are_called_by_what_tells_them_apart() {
    let arms = vec![Arm::AskedAgain];
    let (failed, of) = (vec![Cell(1), Cell(4)], String::from("a"));
    for (setups, plan, names, count) in [
        (1, Plan::Grid { inputs: 2, seeds: vec![7] }, "x y", "2 inputs"),
        (
            1,
            Plan::Grid { inputs: 1, seeds: vec![7, 8] },
            "x · seed 7 x · seed 8",
            "2 inputs, once for each seed",
        ),
        (
            2,
            Plan::Recovery { of: of.clone(), inputs: 2, seeds: vec![7, 8], failed, arms: arms.clone() },
            "x · seed 7 · B y · seed 7 · A",
            "2 failed first attempts",
        ),
        (
            1,
            Plan::Recovery { of, inputs: 2, seeds: vec![7], failed: vec![Cell(1)], arms },
            "y",
            "1 failed first attempt",
        ),
    ] {
        let board = Board {
            job: job(&["A", "B"][..setups], plan),
            names: vec!["x".into(), "y".into()],
            ..Board::default()
        };
        let (found, said, ..) = found(&board, 0..9);
        assert_eq!((found.as_str(), said.as_str()), (names, count));
    }
}

#[test]
fn where_nothing_is_found_that_is_said() {
    let empty = |board: &Board| look(board, &BTreeSet::new(), 0..9).head[2][0][2][0].clone();
    assert_eq!(empty(&Board::default()), "No runs");
    assert_eq!(empty(&Board { words: "nothing".into(), ..board() }), "No input is like that");
}

/// Rows of another batch, as a kept one may hold, are nobody's.
#[test]
fn rows_of_no_run_are_left_out() {
    let mut board = board();
    board.rows.insert(Cell(99), Row { cell: Cell(99), ..Row::default() });
    assert_eq!(look(&board, &BTreeSet::new(), 0..9), look(&self::board(), &BTreeSet::new(), 0..9));
}
