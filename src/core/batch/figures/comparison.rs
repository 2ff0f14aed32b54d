//! Every two setups side by side, on the inputs that both had.

use super::super::lines::Lines;
use super::paired::Paired;
use crate::core::drawn::{drawn, figures, line, text};
use crate::core::thousands::with_thousands;
use serde_json::Value;

/// Two of the sides, and how often each was valid.
struct Pair<'r> {
    names: [&'r str; 2],
    paired: Paired,
}

/// Every two setups: a table, and what it says; nothing where there is one.
pub(super) fn comparison(lines: &Lines<'_>) -> Vec<Value> {
    let sides = lines.sides.iter().enumerate();
    let pairs: Vec<_> = sides
        .clone()
        .flat_map(|(place, first)| sides.clone().skip(place + 1).map(move |second| ((place, first), second)))
        .map(|((place, first), (other, second))| Pair {
            names: [first, second],
            paired: Paired::of(lines, [place, other], &|_| true),
        })
        .collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    let columns = ["First and second", "Both valid", "Only the first", "Only the second", "Neither"];
    let cell = |count: u64| text("td", "", &with_thousands(count));
    let row = |Pair { names: [first, second], paired }: &Pair<'_>| {
        let Paired { both, only_first, only_second, neither } = *paired;
        let name = text("span", "figures__name", &format!("{first} / {second}"));
        line([name], [both, only_first, only_second, neither].map(cell))
    };
    let note = "Where both have a verdict";
    let words = |pair: &Pair<'_>| text("li", "", &pair.paired.words(pair.names, pairs.len()));
    vec![
        figures("Setups on the same inputs", note, columns, pairs.iter().map(row)),
        drawn("ul").class("batch__words").children(pairs.iter().map(words)).view(),
        text("p", "hint", &measure(pairs.len())),
    ]
}

/// From when on two are told apart.
pub(super) fn measure(comparisons: usize) -> String {
    format!(
        "Two are told apart where chance alone would show such a difference in fewer than 1 of {} batches.",
        Paired::one_of(comparisons)
    )
}
