//! What a run of a batch is to do: what is set for all of its setup, with what its input says in place of placeholders.

use super::input::BatchInput;
use super::job::{Job, Place};
use crate::core::agent::Task;

impl Job {
    /// The text of an input that stands where a single run has the Input; none where the setup's own stays.
    pub fn text_of<'i>(&self, input: &'i BatchInput) -> Option<&'i str> {
        let column = || input.columns.iter().find(|column| column.name == self.column);
        match (self.files.is_empty(), input.columns.is_empty()) {
            (true, _) => None,
            (false, true) => Some(&input.text),
            (false, false) => Some(column().map_or("", |column| column.text.as_str())),
        }
    }

    /// The task of one of its runs, by that of its setup.
    pub fn task(&self, place: Place, input: &BatchInput, of_setup: &Task) -> Task {
        let mut task = of_setup.clone();
        task.prompt = input.fill(&task.prompt);
        task.system = input.fill(&task.system);
        if let Some(text) = self.text_of(input) {
            text.clone_into(&mut task.input);
        }
        if input.image.is_some() {
            task.image.clone_from(&input.image);
        }
        if place.seed.is_some() {
            task.sampling.seed = place.seed;
        }
        if let Some((_, arm)) = place.arm {
            task.correcting = arm.correcting();
        }
        task
    }
}

impl BatchInput {
    /// A text with what the columns say in place of `{{their names}}`. What is put in is not looked through again.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Placeholder(name, written) => {
                    let column = self.columns.iter().find(|column| column.name == name);
                    filled.push_str(column.map_or(written, |column| &column.text));
                }
            }
        }
        filled
    }
}

/// What the prompt names and no column is called: a sentence; none where there is nothing.
pub fn missing(texts: &[&str], columns: &[String]) -> Option<String> {
    let named = texts.iter().flat_map(|text| pieces(text)).find_map(|piece| match piece {
        Piece::Placeholder(name, written) if !columns.iter().any(|column| column == name) => Some(written),
        Piece::Placeholder(..) | Piece::Text(_) => None,
    })?;
    let has = match columns {
        [] => "the inputs have no columns".to_owned(),
        columns => format!("the columns are {}", columns.join(", ")),
    };
    Some(format!("The prompt names {named}, but {has}."))
}

enum Piece<'t> {
    Text(&'t str),
    /// The name, and all of it as it is written.
    Placeholder(&'t str, &'t str),
}

/// A text in its pieces. Braces that no name stands between on one line are text.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = name(after) else {
            let (skipped, left) = rest.split_at(before.len() + 2);
            pieces.push(Piece::Text(skipped));
            rest = left;
            continue;
        };
        pieces.push(Piece::Text(before));
        let written = rest.get(before.len()..rest.len() - behind.len()).unwrap_or_default();
        pieces.push(Piece::Placeholder(name, written));
        rest = behind;
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The name that a text begins with, and what comes behind its braces. No name goes beyond the next brace or its line, so
/// nothing is looked at more than twice.
fn name(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_at(text.find(['{', '}', '\n'])?);
    let name = Some(name.trim()).filter(|name| !name.is_empty())?;
    rest.strip_prefix("}}").map(|behind| (name, behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::Correcting;
    use crate::core::batch::{Arm, Cell, Column};

    fn input(columns: &[(&str, &str)]) -> BatchInput {
        let column = |(name, text): &(&str, &str)| Column { name: (*name).into(), text: (*text).into() };
        BatchInput { columns: columns.iter().map(column).collect(), ..BatchInput::default() }
    }

    #[test]
    fn columns_stand_in_place_of_their_names() {
        let input = input(&[("a", "1"), ("b c", "{{a}}"), ("d", "")]);
        for (text, expected) in [
            ("", ""),
            ("no braces", "no braces"),
            ("{{a}}", "1"),
            ("<{{ a }}{{b c}}|{{d}}>", "<1{{a}}|>"),
            ("{{x}} stays", "{{x}} stays"),
            ("{ {a}} {{}} {{a", "{ {a}} {{}} {{a"),
            ("{{{a}}} {{a\n}}", "{{{a}}} {{a\n}}"),
            ("{{ä}} {{a}}", "{{ä}} 1"),
        ] {
            assert_eq!(input.fill(text), expected, "{text}");
        }
    }

    /// Work that grew with the square of the length would not end here.
    #[test]
    fn braces_without_end_are_text() {
        let input = input(&[("a", "1")]);
        for unit in ["{", "{{a", "{{a}", "{{ ", "{{}} "] {
            let text = unit.repeat(1_000_000 / unit.len());
            assert!(input.fill(&text) == text, "{unit}");
        }
    }

    #[test]
    fn what_no_column_says_is_told_before_anything_is_sent() {
        let columns = ["a".to_owned(), "b".to_owned()];
        for (texts, columns, expected) in [
            (["{{a}}", "{{ b }}"], &columns[..], None),
            (["x", "{{c}}"], &columns[..], Some("The prompt names {{c}}, but the columns are a, b.")),
            (["{{a}}", ""], &[], Some("The prompt names {{a}}, but the inputs have no columns.")),
        ] {
            assert_eq!(missing(&texts, columns).as_deref(), expected);
        }
    }

    #[test]
    fn a_run_is_told_what_its_input_says() {
        let setup = Task { prompt: "Who is {{name}}?".into(), input: "its own".into(), ..Task::default() };
        let place = Place { input: 0, seed: Some(7), setup: 0, arm: Some((Cell(0), Arm::AskedAgain)) };
        let row = input(&[("name", "Ada"), ("text", "born 1815")]);
        let text = BatchInput { text: "a file".into(), ..BatchInput::default() };
        let files = || vec!["f".to_owned()];
        for (job, input, expected) in [
            (Job::default(), &BatchInput::default(), ("Who is {{name}}?", "its own")),
            (Job { files: files(), ..Job::default() }, &text, ("Who is {{name}}?", "a file")),
            (Job { files: files(), ..Job::default() }, &row, ("Who is Ada?", "")),
            (
                Job { files: files(), column: "text".into(), ..Job::default() },
                &row,
                ("Who is Ada?", "born 1815"),
            ),
        ] {
            let task = job.task(place, input, &setup);
            assert_eq!((task.prompt.as_str(), task.input.as_str()), expected);
            assert_eq!((task.sampling.seed, task.correcting), (Some(7), Correcting::AskAgain));
        }
    }
}
