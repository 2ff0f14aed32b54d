//! What fails in kept runs: how many are valid at once and in the end, by schema and by model, what was wrong most
//! often, and what a valid answer takes. Counts, with their numbers beside every share.

use super::entry::Entry;
use super::outcome::RunOutcome;
use crate::core::counted::{capital, counted};
use crate::core::quotient::{NONE, per, rounded};
use crate::core::schema::clipped;
use crate::core::thousands::with_thousands;

/// What fails in kept runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Which of them are counted, in a sentence or two.
    pub counted: String,
    /// What was counted.
    pub tables: Vec<Table>,
}

/// Something that was counted, with its plot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub name: String,
    /// What its bars show.
    pub note: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub bars: Vec<Bar>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// What it is about.
    pub name: String,
    /// How long its bars are, in hundredths of the longest there can be: from nothing.
    pub shares: Vec<u64>,
    /// What stands in the columns.
    pub cells: Vec<String>,
}

/// The most rows of a table.
const MOST_ROWS: usize = 12;

/// The most characters of a name.
const LONGEST_NAME: usize = 80;

/// What fails in these runs; those of the stand-in model count only where that is said.
pub fn statistics(entries: &[&Entry], counts_simulated: bool) -> Statistics {
    let wanted: Vec<_> =
        entries.iter().copied().filter(|entry| counts_simulated || !entry.is_simulated).collect();
    let judged: Vec<_> = wanted.iter().copied().filter(|entry| entry.outcome.is_judged()).collect();
    let mut sentences = vec![format!("{} counted.", capital(&counted(judged.len(), "run")))];
    let without_verdict = wanted.len() - judged.len();
    if without_verdict > 0 {
        let words = counted(without_verdict, "run");
        sentences.push(format!(
            "{} without a verdict left out: stopped, over budget, or never answered.",
            capital(&words)
        ));
    }
    let simulated = entries.len() - wanted.len();
    if simulated > 0 {
        sentences.push(format!("{} left out.", capital(&counted(simulated, "simulated run"))));
    }
    let tables = match judged.is_empty() {
        true => Vec::new(),
        false => vec![
            validity("Valid answers by schema", "Schema", &judged, |entry| &entry.schema),
            validity("Valid answers by model", "Model", &judged, |entry| &entry.model),
            faults(&judged),
        ],
    };
    Statistics { counted: sentences.join(" "), tables }
}

/// How many of the runs of a group were valid, and what a valid answer took.
fn validity(name: &str, what: &str, entries: &[&Entry], group: fn(&Entry) -> &String) -> Table {
    let mut sorted = entries.to_vec();
    sorted.sort_by(|one, other| group(one).cmp(group(other)));
    let groups = sorted.chunk_by(|one, other| group(one) == group(other)).map(<[_]>::to_vec).collect();
    let columns = [
        what,
        "Runs",
        "Valid at the first attempt",
        "Valid in the end",
        "Attempts per valid answer",
        "Tokens per valid answer",
    ];
    let bar = |entries: &Vec<&Entry>| {
        let name = entries.first().map_or("", |entry| group(entry));
        let count =
            |is_counted: fn(&Entry) -> bool| entries.iter().filter(|entry| is_counted(entry)).count() as u64;
        let at_once = count(|entry| entry.is_valid_at_once);
        let in_the_end = count(|entry| entry.outcome == RunOutcome::Valid);
        let attempts = entries.iter().map(|entry| entry.attempts).sum();
        let tokens = entries.iter().fold(0_u64, |sum, entry| {
            let usage = entry.spent.usage;
            sum.saturating_add(usage.input).saturating_add(usage.output)
        });
        let about = if entries.iter().any(|entry| entry.spent.is_estimate) { "≈ " } else { "" };
        let all = entries.len() as u64;
        Bar {
            name: clipped(name, LONGEST_NAME),
            shares: vec![percent(at_once, all), percent(in_the_end, all)],
            cells: vec![
                with_thousands(all),
                share(at_once, all),
                share(in_the_end, all),
                per(attempts, in_the_end),
                match in_the_end {
                    0 => NONE.to_owned(),
                    valid => format!("{about}{}", with_thousands(rounded(tokens, valid))),
                },
            ],
        }
    };
    let note = "Bars: valid at the first attempt, and below it in the end, of the runs of each line";
    table([name, note], &columns, groups, |entries| entries.len() as u64, bar)
}

/// What was wrong most often.
fn faults(entries: &[&Entry]) -> Table {
    let mut faults: Vec<(&str, u64, u64)> = Vec::new();
    // Sorted, since there may be many in many runs.
    let mut all: Vec<_> = entries
        .iter()
        .flat_map(|entry| entry.broken.iter().map(|broken| (broken.what.as_str(), broken.attempts)))
        .collect();
    all.sort_unstable();
    for (what, attempts) in all {
        match faults.last_mut() {
            Some((last, in_attempts, in_runs)) if *last == what => {
                *in_attempts += attempts;
                *in_runs += 1;
            }
            Some(_) | None => faults.push((what, attempts, 1)),
        }
    }
    let attempts = entries.iter().map(|entry| entry.attempts).sum();
    let bar = |(what, in_attempts, in_runs): &(&str, u64, u64)| Bar {
        name: clipped(what, LONGEST_NAME),
        shares: vec![percent(*in_attempts, attempts)],
        cells: vec![
            share(*in_attempts, attempts),
            format!("{} of {}", with_thousands(*in_runs), with_thousands(entries.len() as u64)),
        ],
    };
    let columns = ["What was wrong", "Attempts", "Runs"];
    let note = "Bars: in how many of all attempts";
    table(["What was wrong most often", note], &columns, faults, |(_, attempts, _)| *attempts, bar)
}

/// A table of the largest groups.
fn table<G>(
    [name, note]: [&str; 2],
    columns: &[&str],
    mut groups: Vec<G>,
    size: fn(&G) -> u64,
    bar: impl Fn(&G) -> Bar,
) -> Table {
    groups.sort_by_key(|group| std::cmp::Reverse(size(group)));
    let name = match groups.len() {
        all if all > MOST_ROWS => format!("{name}: {MOST_ROWS} of {}", with_thousands(all as u64)),
        _ => name.to_owned(),
    };
    Table {
        name,
        note: note.to_owned(),
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        bars: groups.iter().take(MOST_ROWS).map(bar).collect(),
    }
}

/// `2 of 3 (67 %)`
fn share(part: u64, whole: u64) -> String {
    format!("{} of {} ({} %)", with_thousands(part), with_thousands(whole), percent(part, whole))
}

fn percent(part: u64, whole: u64) -> u64 {
    (part.saturating_mul(100).saturating_add(whole / 2)).checked_div(whole).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::Spent;
    use crate::core::archive::Broken;
    use crate::core::provider::Usage;

    /// A run of so many attempts that ended so, with what was wrong in how many of them.
    fn entry(schema: &str, model: &str, outcome: RunOutcome, attempts: u64, broken: &[(&str, u64)]) -> Entry {
        Entry {
            schema: schema.into(),
            model: model.into(),
            is_simulated: model == "Simulated",
            outcome,
            attempts,
            is_valid_at_once: outcome == RunOutcome::Valid && attempts == 1,
            spent: Spent {
                usage: Usage { input: 100 * attempts, output: 10, ..Usage::default() },
                ..Spent::default()
            },
            broken: broken
                .iter()
                .map(|(what, attempts)| Broken { what: (*what).into(), attempts: *attempts })
                .collect(),
            ..Entry::default()
        }
    }

    /// Each table: its columns, then its rows with their shares.
    fn drawn(statistics: &Statistics) -> String {
        let mut text = format!("{}\n", statistics.counted);
        for Table { name, columns, bars, .. } in &statistics.tables {
            text += &format!("{name}: {}\n", columns.join(" | "));
            for Bar { name, shares, cells } in bars {
                text += &format!("  {name} {shares:?} {}\n", cells.join(" | "));
            }
        }
        text
    }

    #[test]
    fn what_fails_is_counted_by_hand() {
        use RunOutcome::{Circles, Invalid, Stopped, Unanswered, Valid};
        let entries = [
            entry("Invoice", "a", Valid, 1, &[]),
            entry("Invoice", "a", Valid, 3, &[("/total · minimum", 2), ("no json", 1)]),
            entry("Invoice", "b", Invalid, 3, &[("/total · minimum", 3)]),
            entry("Contact", "b", Circles, 2, &[("required", 1)]),
            entry("Contact", "b", Stopped, 1, &[("required", 1)]),
            entry("Contact", "b", Unanswered, 1, &[]),
            entry("Contact", "Simulated", Valid, 1, &[]),
        ];
        let entries: Vec<_> = entries.iter().collect();
        let expected = "\
4 runs counted. 2 runs without a verdict left out: stopped, over budget, or never answered. 1 simulated run left out.
Valid answers by schema: Schema | Runs | Valid at the first attempt | Valid in the end | Attempts per valid answer | Tokens per valid answer
  Invoice [33, 67] 3 | 1 of 3 (33 %) | 2 of 3 (67 %) | 3.5 | 365
  Contact [0, 0] 1 | 0 of 1 (0 %) | 0 of 1 (0 %) | – | –
Valid answers by model: Model | Runs | Valid at the first attempt | Valid in the end | Attempts per valid answer | Tokens per valid answer
  a [50, 100] 2 | 1 of 2 (50 %) | 2 of 2 (100 %) | 2.0 | 210
  b [0, 0] 2 | 0 of 2 (0 %) | 0 of 2 (0 %) | – | –
What was wrong most often: What was wrong | Attempts | Runs
  /total · minimum [56] 5 of 9 (56 %) | 2 of 4
  no json [11] 1 of 9 (11 %) | 1 of 4
  required [11] 1 of 9 (11 %) | 1 of 4
";
        assert_eq!(drawn(&statistics(&entries, false)), expected);
        let with_simulated = drawn(&statistics(&entries, true));
        assert!(
            with_simulated.contains("  Simulated [100, 100] 1 | 1 of 1 (100 %) | 1 of 1 (100 %) | 1.0 | 110")
        );
    }

    #[test]
    fn nothing_is_counted_of_nothing() {
        let stopped = entry("Invoice", "a", RunOutcome::Stopped, 1, &[]);
        for (entries, words) in [
            (vec![], "No runs counted."),
            (
                vec![&stopped],
                "No runs counted. 1 run without a verdict left out: stopped, over budget, or never answered.",
            ),
        ] {
            assert_eq!(statistics(&entries, false), Statistics { counted: words.into(), tables: Vec::new() });
        }
    }

    #[test]
    fn the_largest_groups_are_shown() {
        let entries: Vec<_> =
            (0..20).map(|number| entry(&format!("s{number}"), "a", RunOutcome::Valid, 1, &[])).collect();
        let statistics = statistics(&entries.iter().collect::<Vec<_>>(), false);
        let first = &statistics.tables[0];
        assert_eq!((first.name.as_str(), first.bars.len()), ("Valid answers by schema: 12 of 20", MOST_ROWS));
    }
}
