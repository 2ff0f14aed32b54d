//! Places in a JSON value that differ only by positions in arrays, told as one: `lines[0..17].sku`.

use super::pointer::{Pointer, Segment, write_key};
use std::fmt;

/// The most stretches of positions that are told one by one.
const MOST_STRETCHES: usize = 6;

/// One or several places: every combination of the positions of each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places(Vec<Step>);

/// One step to them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// Into an object, by key.
    Key(String),
    /// Into an array, by positions from 0, ascending.
    Indexes(Vec<usize>),
}

impl From<&[Segment]> for Places {
    fn from(segments: &[Segment]) -> Self {
        let step = |segment: &Segment| match segment {
            Segment::Key(key) => Step::Key(key.clone()),
            Segment::Index(index) => Step::Indexes(vec![*index]),
        };
        Self(segments.iter().map(step).collect())
    }
}

impl From<&Pointer> for Places {
    fn from(pointer: &Pointer) -> Self {
        Self::from(pointer.segments().as_slice())
    }
}

impl Places {
    /// How many steps lead to each of them.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// Where the steps into arrays are, the deepest first.
    pub fn array_steps(&self) -> Vec<usize> {
        let steps = self.0.iter().enumerate().rev();
        steps.filter(|(_, step)| matches!(step, Step::Indexes(_))).map(|(position, _)| position).collect()
    }

    /// Whether other places are the same but for the positions at one step.
    pub fn differ_only_at(&self, other: &Self, step: usize) -> bool {
        let mut steps = self.0.iter().zip(&other.0).enumerate();
        self.0.len() == other.0.len()
            && steps.all(|(position, (left, right))| match (left, right) {
                (Step::Indexes(_), Step::Indexes(_)) if position == step => true,
                (Step::Key(_) | Step::Indexes(_), _) => left == right,
            })
    }

    /// Adds places that differ only by their later positions at one step.
    pub fn join(&mut self, other: Self, step: usize) {
        let theirs = other.0.into_iter().nth(step);
        if let (Some(Step::Indexes(known)), Some(Step::Indexes(others))) = (self.0.get_mut(step), theirs) {
            known.extend(others);
            known.dedup();
        }
    }

    /// The items of these arrays at some positions, ascending.
    pub fn items(mut self, indexes: Vec<usize>) -> Self {
        self.0.push(Step::Indexes(indexes));
        self
    }

    /// What stands some steps below each of them.
    pub fn below(&self, segments: &[Segment]) -> Self {
        let below = Self::from(segments);
        Self(self.0.iter().cloned().chain(below.0).collect())
    }
}

/// Dotted as a [`Pointer`] is, with the stretches of positions: `lines[0..3, 7].sku`.
impl fmt::Display for Places {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) => write_key(out, key, position == 0)?,
                Step::Indexes(indexes) => write!(out, "[{}]", stretches(indexes))?,
            }
        }
        Ok(())
    }
}

/// `0..3, 7`
fn stretches(indexes: &[usize]) -> String {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for index in indexes {
        match stretches.last_mut() {
            Some((_, end)) if *end + 1 == *index => *end = *index,
            Some(_) | None => stretches.push((*index, *index)),
        }
    }
    let told = |(start, end): &(usize, usize)| match end - start {
        0 => start.to_string(),
        1 => format!("{start}, {end}"),
        _ => format!("{start}..{end}"),
    };
    let mut texts: Vec<_> = stretches.iter().take(MOST_STRETCHES).map(told).collect();
    if stretches.len() > MOST_STRETCHES {
        texts.push("…".to_owned());
    }
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_as_one() {
        let item = |index: usize| Places::from(&Pointer::root().key("lines").index(index).key("unit-price"));
        for (indexes, expected) in [
            (vec![3], r#"lines[3]["unit-price"]"#),
            (vec![0, 1], r#"lines[0, 1]["unit-price"]"#),
            (vec![0, 1, 2, 3, 7], r#"lines[0..3, 7]["unit-price"]"#),
            (vec![0, 2, 4, 6, 8, 10], r#"lines[0, 2, 4, 6, 8, 10]["unit-price"]"#),
            (vec![0, 2, 4, 6, 8, 10, 12, 14], r#"lines[0, 2, 4, 6, 8, 10, …]["unit-price"]"#),
        ] {
            let mut places = item(indexes[0]);
            indexes[1..].iter().for_each(|index| places.join(item(*index), 1));
            assert_eq!(places.to_string(), expected);
        }
        assert_eq!(Places::from(&Pointer::root()).items(vec![0, 1]).to_string(), "[0, 1]");
        assert_eq!(item(2).below(&[Segment::Index(1)]).to_string(), r#"lines[2]["unit-price"][1]"#);
    }

    #[test]
    fn places_differ_at_one_step_or_not() {
        let cell = |row: usize, column: usize| {
            Places::from(&Pointer::root().key("rows").index(row).key("cells").index(column))
        };
        assert_eq!(cell(0, 0).array_steps(), [3, 1]);
        for (left, right, step, expected) in [
            (cell(0, 1), cell(0, 2), 3, true),
            (cell(0, 1), cell(0, 2), 1, false),
            (cell(0, 1), cell(1, 1), 1, true),
            (cell(0, 1), cell(1, 2), 1, false),
            (cell(0, 1), Places::from(&Pointer::root()), 1, false),
        ] {
            assert_eq!(left.differ_only_at(&right, step), expected, "{left} {right} {step}");
        }
    }
}
