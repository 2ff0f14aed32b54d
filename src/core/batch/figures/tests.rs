//! What is drawn of a batch, as people read it.

use super::draw;
use crate::core::agent::{Spent, Strategy};
use crate::core::archive::RunOutcome;
use crate::core::batch::{Arm, Broken, Cell, Job, JobSetup, Plan, Row};
use crate::core::cost::{Cost, Money};
use crate::core::provider::Usage;
use crate::core::time::Millis;
use serde_json::Value;

/// A batch of setups of these names.
pub(in crate::core::batch) fn job(setups: &[&str], plan: Plan) -> Job {
    let setup = |name: &&str| JobSetup {
        name: (*name).to_owned(),
        schema: "Invoice".into(),
        model: if *name == "C" { "gpt-5" } else { "qwen3" }.into(),
        ..JobSetup::default()
    };
    Job { id: "b".into(), setups: setups.iter().map(setup).collect(), plan, ..Job::default() }
}

/// What a run came to that ended so, with so many attempts of 110 tokens, a cent and two seconds each.
pub(in crate::core::batch) fn row(cell: usize, outcome: RunOutcome, attempts: u64) -> Row {
    let spent = |attempts: u64| Spent {
        usage: Usage { input: 100 * attempts, output: 10 * attempts, ..Usage::default() },
        is_estimate: false,
        cost: Cost::told(Money::from_nano_dollars(10_000_000 * attempts)),
    };
    Row {
        cell: Cell(cell),
        outcome,
        attempts,
        is_valid_at_once: outcome == RunOutcome::Valid && attempts == 1,
        spent: spent(attempts),
        first: spent(1),
        took: Millis(2_000 * attempts),
        said: format!("said of {cell}"),
        ..Row::default()
    }
}

/// What is read of something drawn: a line for each heading, sentence and row, columns apart; buttons with what they ask.
fn read(view: &Value) -> String {
    let mut out = String::new();
    write(view, &mut out);
    out.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

fn write(view: &Value, out: &mut String) {
    let Some(parts) = view.as_array() else { return out.push_str(view.as_str().unwrap()) };
    let all = |parts: &[Value], out: &mut String| parts.iter().for_each(|part| write(part, out));
    let (Some(tag), Some(attributes)) = (parts[0].as_str(), parts.get(1).and_then(Value::as_object)) else {
        return all(parts, out);
    };
    let (before, after) = match tag {
        "h2" => ("\n# ", "\n"),
        "p" | "li" | "tr" | "caption" => ("\n", "\n"),
        "th" | "td" => ("", " | "),
        "svg" => return,
        _ => ("", ""),
    };
    out.push_str(before);
    all(parts[2].as_array().unwrap(), out);
    if let Some(of) = attributes.get("of") {
        out.push_str(&format!(" [{} {}]", attributes["asks"].as_str().unwrap(), of.as_str().unwrap()));
    }
    out.push_str(after);
}

fn drawn(job: &Job, rows: &[Row]) -> String {
    let names: Vec<_> = (0..60).map(|input| format!("input {input}")).collect();
    read(&draw(job, rows, &names))
}

#[test]
fn nothing_is_counted_of_nothing() {
    let expected = "\
# No figures yet
They come with the first run that is over, and grow with every other.
";
    let grid = Plan::Grid { inputs: 3, seeds: Vec::new() };
    for job in [Job::default(), job(&["A"], Plan::default()), job(&["A", "B"], grid)] {
        assert_eq!(drawn(&job, &[]), expected);
    }
}

#[test]
fn a_grid_is_counted_by_hand() {
    use RunOutcome::{Circles, Invalid, Stopped, Unanswered, Valid};
    let broken = |what: &str, attempts: u64| Broken {
        what: what.into(),
        attempts,
        example: format!("{what} is wrong"),
    };
    let grid = job(&["A", "B", "C"], Plan::Grid { inputs: 4, seeds: vec![7, 8] });
    let rows = [
        row(0, Valid, 1),
        row(1, Valid, 1),
        Row {
            broken: vec![broken("/total · minimum", 3), broken("/id · required", 1)],
            ..row(2, Invalid, 3)
        },
        row(3, Valid, 1),
        Row { broken: vec![broken("/total · minimum", 1)], ..row(4, Valid, 2) },
        Row { broken: vec![broken("/id · required", 2)], ..row(5, Circles, 2) },
        row(6, Valid, 3),
        row(7, Unanswered, 1),
        Row { broken: vec![broken("/id · required", 1)], ..row(8, Stopped, 1) },
        Row { broken: vec![broken("/id · required", 3)], ..row(9, Invalid, 3) },
        row(11, Valid, 1),
    ];
    let said = drawn(&grid, &rows);
    assert_eq!(said, EXPECTED_GRID);
    // In any order.
    let mut rows = rows;
    rows.reverse();
    assert_eq!(drawn(&grid, &rows), EXPECTED_GRID);
}

const EXPECTED_GRID: &str = "\
# Valid answers
11 of 24 runs over. 2 runs without a verdict left out of the shares: 1 no answer, 1 stopped.
5 first attempts failed; 2 of these runs ended valid.
By setup
Setup | Runs | Valid at the first attempt | Valid within the attempts allowed | Tokens per valid answer | Cost per valid answer | Time per valid answer |
Aqwen3 · Invoice | 4 | 2 of 4 (50 %)15–85 % | 3 of 4 (75 %)30–95 % | 293 | $0.0267 | 5.3 s |
Bqwen3 · Invoice | 2 | 1 of 2 (50 %)9–91 % | 2 of 2 (100 %)34–100 % | 220 | $0.02 | 4.0 s |
Cgpt-5 · Invoice | 3 | 1 of 3 (33 %)6–79 % | 1 of 3 (33 %)6–79 % | 770 | $0.07 | 14.0 s |
By model
Model | Runs | Valid at the first attempt | Valid within the attempts allowed | Tokens per valid answer | Cost per valid answer | Time per valid answer |
gpt-5 | 3 | 1 of 3 (33 %)6–79 % | 1 of 3 (33 %)6–79 % | 770 | $0.07 | 14.0 s |
qwen3 | 6 | 3 of 6 (50 %)19–81 % | 5 of 6 (83 %)44–97 % | 264 | $0.024 | 4.8 s |
The line across a bar, and the numbers below it, say between which shares the true one lies, 95 times of 100. What a valid answer takes is all that was spent, also on runs that gave none, divided by the valid answers. Runs of one input are alike, so that with few inputs and many seeds it is less sure than that.
Setups on the same inputsWhere both have a verdict
First and second | Both valid | Only the first | Only the second | Neither |
A / B | 2 | 0 | 0 | 0 |
A / C | 0 | 2 | 1 | 0 |
B / C | 0 | 2 | 0 | 0 |
“A” and “B” were valid on the same inputs.
“C” was valid once where “A” was not, and “A” twice where “C” was not; by chance alone, a difference at least as large would come up in more than half of all batches. They cannot be told apart.
“C” was never valid where “B” was not, and “B” twice where “C” was not; by chance alone, a difference at least as large would come up in 1 of 2 batches. They cannot be told apart.
Two are told apart where chance alone would show such a difference in fewer than 1 of 60 batches.
# How many attempts it took
Attemptsof the runs with a verdict
Valid | A | B | C |
At attempt 1 | 2 of 4 (50 %) | 1 of 2 (50 %) | 1 of 3 (33 %) |
At attempt 2 | 0 of 4 (0 %) | 1 of 2 (50 %) | 0 of 3 (0 %) |
At attempt 3 | 1 of 4 (25 %) | 0 of 2 (0 %) | 0 of 3 (0 %) |
Never | 1 of 4 (25 %) | 0 of 2 (0 %) | 2 of 3 (67 %) |
# What was wrong most often
Rules and repliesin how many attempts
What was wrong | A | B | C | Example |
/id · required | 3 of 8 (38 %) | 0 of 3 (0 %) | 3 of 6 (50 %) | /id · required is wrong |
/total · minimum | 0 of 8 (0 %) | 1 of 3 (33 %) | 3 of 6 (50 %) | /total · minimum is wrong |
# Where they differ, input by input
One valid, another not3 in all
Input | A | B | C |
input 0 · seed 7 | A, input 0 · seed 7: Valid1 attempt [open run 0] | B, input 0 · seed 7: Valid1 attempt [open run 1] | C, input 0 · seed 7: Invalid3 attempts [open run 2] |
input 0 · seed 8 | A, input 0 · seed 8: Valid1 attempt [open run 3] | B, input 0 · seed 8: Valid2 attempts [open run 4] | C, input 0 · seed 8: In circles2 attempts [open run 5] |
input 1 · seed 8 | A, input 1 · seed 8: Invalid3 attempts [open run 9] | – | C, input 1 · seed 8: Valid1 attempt [open run 11] |
";

#[test]
fn ways_to_follow_are_counted_by_hand() {
    use RunOutcome::{Invalid, Unanswered, Valid};
    let plan = Plan::Recovery {
        of: "a".into(),
        inputs: 2,
        seeds: Vec::new(),
        failed: vec![Cell(0), Cell(1), Cell(2)],
        arms: vec![Arm::AskedAgain, Arm::Corrected(Strategy::ALL[0])],
    };
    let job = job(&["A", "B"], plan);
    let rows = [
        row(0, Invalid, 3),
        row(1, Valid, 2),
        row(2, Valid, 3),
        row(3, Valid, 2),
        row(4, Unanswered, 1),
        row(5, Valid, 3),
    ];
    let said = drawn(&job, &rows);
    assert_eq!(said, EXPECTED_RECOVERY);
}

const EXPECTED_RECOVERY: &str = "\
# Does the feedback help?
6 of 6 runs over. 1 run without a verdict left out of the shares: 1 no answer.
This cannot be told apart from asking again (0 of 1): “conversation” (2 of 2).
Failed first attempts of Aqwen3 · Invoice
How it was followed | Runs | Recovered | Further attempts per recovered answer | Further tokens per recovered answer | Only this way | Only asked again | By chance alone in |
asked again | 1 | 0 of 1 (0 %)0–79 % | – | – | – | – | – |
conversation | 2 | 2 of 2 (100 %)34–100 % | 1.5 | 165 | 1 | 0 | more than half of all batches |
Two are told apart where chance alone would show such a difference in fewer than 1 of 20 batches.
This cannot be told apart from asking again (1 of 1): “conversation” (1 of 1).
Failed first attempts of Bqwen3 · Invoice
How it was followed | Runs | Recovered | Further attempts per recovered answer | Further tokens per recovered answer | Only this way | Only asked again | By chance alone in |
asked again | 1 | 1 of 1 (100 %)21–100 % | 2.0 | 220 | – | – | – |
conversation | 1 | 1 of 1 (100 %)21–100 % | 1.0 | 110 | 0 | 0 | more than half of all batches |
Two are told apart where chance alone would show such a difference in fewer than 1 of 20 batches.
# How many attempts it took
Attemptsof the runs with a verdict
Valid | asked again | conversation |
At attempt 2 | 0 of 2 (0 %) | 2 of 3 (67 %) |
At attempt 3 | 1 of 2 (50 %) | 1 of 3 (33 %) |
Never | 1 of 2 (50 %) | 0 of 3 (0 %) |
# Where they differ, input by input
One valid, another not1 in all
Input | asked again | conversation |
input 0 · A | asked again, input 0 · A: Invalid3 attempts [open run 0] | conversation, input 0 · A: Valid2 attempts [open run 1] |
";

#[test]
fn what_is_not_known_is_said_to_be() {
    use RunOutcome::{Invalid, Valid};
    let estimate = Spent { is_estimate: true, cost: Cost::UNKNOWN, ..row(0, Valid, 1).spent };
    let about = Cost::estimated(Money::from_nano_dollars(1_000_000));
    for (rows, expected) in [
        (vec![row(0, Valid, 1), row(1, Invalid, 3)], "| 440 | $0.04 | 8.0 s"),
        (vec![Row { spent: estimate, ..row(0, Valid, 1) }], "| ≈ 110 | no price | 2.0 s"),
        (
            vec![Row { spent: Spent { cost: about, ..estimate }, ..row(0, Valid, 1) }],
            "≈ 110 | ≈ $0.001 | 2.0 s",
        ),
        (
            vec![row(0, Valid, 1), Row { spent: estimate, ..row(1, Valid, 1) }],
            "≈ 110 | at least $0.005 | 2.0 s",
        ),
        (vec![row(0, Invalid, 3)], "– | – | –"),
        (vec![Row { spent: estimate, ..row(0, Invalid, 1) }], "– | no price | –"),
    ] {
        let said = drawn(&job(&["A"], Plan::Grid { inputs: 2, seeds: Vec::new() }), &rows);
        let line = said.lines().find(|line| line.starts_with("Aqwen3")).unwrap();
        assert!(line.ends_with(&format!("{expected} |")), "{line}");
    }
}

#[test]
fn long_lists_are_cut_and_their_length_is_said() {
    let rows: Vec<_> = (0..120)
        .map(|cell| {
            let outcome = if cell % 2 == 0 { RunOutcome::Valid } else { RunOutcome::Invalid };
            let what = format!("/field{} · required", cell % 20);
            let broken = vec![Broken { what, attempts: 1, example: String::new() }];
            Row { broken, ..row(cell, outcome, 1) }
        })
        .collect();
    let said = drawn(&job(&["A", "B"], Plan::Grid { inputs: 60, seeds: Vec::new() }), &rows);
    let count = |start: &str| said.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("input "), count("/field")), (50, 12));
    for words in
        ["One valid, another notthe first 50 of 60\n", "Rules and replies12 of 20, in how many attempts\n"]
    {
        assert!(said.contains(words), "{said}");
    }
}
