//! A list that stands under a text field: which of its names are shown for what is typed, and what a key does.

/// The most names that are shown at once.
pub const MOST_SHOWN: usize = 200;

/// What is shown of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Where the names that are shown stand in the list.
    pub rows: Vec<usize>,
    /// How many there are, and how many of them are meant.
    pub count: String,
    /// What is said under the last row of a list that goes on; empty where it does not.
    pub more: String,
}

impl Shown {
    /// What is shown of these names: those in which every typed word stands, wherever. Nothing typed means all.
    pub fn of<'n>(names: impl Iterator<Item = &'n str>, typed: &str) -> Self {
        let typed = typed.to_ascii_lowercase();
        let (mut rows, mut total) = (Vec::new(), 0);
        for name in names {
            let name = name.to_ascii_lowercase();
            if typed.split(' ').all(|word| name.contains(word)) {
                rows.push(total);
            }
            total += 1;
        }
        let count = format!("{} of {total}", rows.len());
        let more = match rows.len().saturating_sub(MOST_SHOWN) {
            0 => String::new(),
            more => format!("and {more} more: go on typing"),
        };
        rows.truncate(MOST_SHOWN);
        Self { rows, count, more }
    }
}

/// What a key does with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Opens it.
    Open,
    /// Goes to a row.
    Go(usize),
    /// Takes the name in a row.
    Take(usize),
    /// Closes it.
    Close,
}

/// What a key does, by its name in the browser; nothing where it is for the text field.
/// `active` is the row that the keys have gone to, `rows` how many there are.
pub fn step(key: &str, is_open: bool, active: Option<usize>, rows: usize) -> Option<Step> {
    if !is_open {
        return matches!(key, "ArrowDown" | "ArrowUp").then_some(Step::Open);
    }
    let last = rows.checked_sub(1);
    match key {
        "Escape" => Some(Step::Close),
        "Enter" => active.map(Step::Take),
        "ArrowDown" => last.map(|last| Step::Go(active.filter(|row| *row < last).map_or(0, |row| row + 1))),
        "ArrowUp" => last.map(|last| Step::Go(active.and_then(|row| row.checked_sub(1)).unwrap_or(last))),
        // Without a row to go from these are for the text.
        "Home" => active.map(|_| Step::Go(0)),
        "End" => active.and(last).map(Step::Go),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["qwen/qwen3-4b", "openai/gpt-oss-20b", "Qwen2.5 Coder", "élan"];

    #[test]
    fn names_are_found_by_any_of_their_words() {
        for (typed, rows) in [
            ("", vec![0, 1, 2, 3]),
            ("  ", vec![0, 1, 2, 3]),
            ("qwen", vec![0, 2]),
            ("CODER qwen", vec![2]),
            ("oss", vec![1]),
            ("b 4", vec![0]),
            ("éLAN", vec![3]),
            ("qwen gpt", vec![]),
        ] {
            let count = format!("{} of 4", rows.len());
            let expected = Shown { rows, count, more: String::new() };
            assert_eq!(Shown::of(NAMES.into_iter(), typed), expected, "{typed}");
        }
    }

    #[test]
    fn a_long_list_is_shown_in_part() {
        for (names, rows, more) in
            [(200, 200, ""), (201, 200, "and 1 more: go on typing"), (214, 200, "and 14 more: go on typing")]
        {
            let names = vec!["m"; names];
            let shown = Shown::of(names.iter().copied(), "");
            assert_eq!((shown.rows.len(), shown.more.as_str()), (rows, more));
            assert_eq!(shown.count, format!("{0} of {0}", names.len()));
        }
    }

    #[test]
    fn keys_open_the_list_go_through_it_and_leave_it() {
        use Step::{Close, Go, Open, Take};
        for (key, is_open, active, rows, expected) in [
            ("ArrowDown", false, None, 3, Some(Open)),
            ("ArrowUp", false, Some(1), 3, Some(Open)),
            ("ArrowDown", true, None, 3, Some(Go(0))),
            ("ArrowDown", true, Some(0), 3, Some(Go(1))),
            ("ArrowDown", true, Some(2), 3, Some(Go(0))),
            ("ArrowDown", true, Some(9), 3, Some(Go(0))),
            ("ArrowDown", true, None, 0, None),
            ("ArrowUp", true, None, 3, Some(Go(2))),
            ("ArrowUp", true, Some(0), 3, Some(Go(2))),
            ("ArrowUp", true, Some(2), 3, Some(Go(1))),
            ("ArrowUp", true, None, 0, None),
            ("Home", true, Some(2), 3, Some(Go(0))),
            ("Home", true, None, 3, None),
            ("End", true, Some(0), 3, Some(Go(2))),
            ("End", true, None, 3, None),
            ("Home", false, None, 3, None),
            ("Enter", true, Some(1), 3, Some(Take(1))),
            ("Enter", true, None, 3, None),
            ("Enter", false, Some(1), 3, None),
            ("Escape", true, None, 0, Some(Close)),
            ("Escape", false, None, 3, None),
            ("a", true, Some(1), 3, None),
        ] {
            assert_eq!(step(key, is_open, active, rows), expected, "{key} {is_open} {active:?} {rows}");
        }
    }
}
