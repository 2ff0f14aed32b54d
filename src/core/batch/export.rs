//! What came of a batch, for other programs: valid answers as JSON lines or as a table, and what failed as JSON lines
//! that can be run again.

use super::input::BatchInput;
use super::job::{Arm, Job, Place};
use super::message::Exporting;
use super::row::{Detail, Row};
use super::source::OWN;
use crate::core::archive::RunOutcome;
use crate::core::csv::{csv_line, is_formula};
use crate::core::json_text::JsonText;
use crate::core::pointer::Pointer;
use crate::core::run_file::RunFile;
use indexmap::IndexSet;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The most columns of a table: what stands beyond is left out, and said.
const MOST_COLUMNS: usize = 1_000;

/// The column of answers that hold no other values, and have no pointer therefore.
const WHOLE: &str = "answer";

/// A file that is being written, run by run. A table is given all of them twice: first so that its columns are known.
#[derive(Clone, Debug)]
pub struct Export {
    what: Exporting,
    /// The pointers of what stands in the answers, in the order in which they first come.
    pointers: IndexSet<String>,
    has_more_columns: bool,
    has_formulas: bool,
    is_head_written: bool,
    text: String,
    /// How many runs were written.
    pub count: usize,
}

impl Export {
    /// A file without runs.
    pub fn new(what: Exporting) -> Self {
        Self {
            what,
            pointers: IndexSet::new(),
            has_more_columns: false,
            has_formulas: false,
            is_head_written: false,
            text: String::new(),
            count: 0,
        }
    }

    /// The name of the file.
    pub fn file_name(&self) -> &'static str {
        match self.what {
            Exporting::ValidLines => "valid.jsonl",
            Exporting::ValidTable => "valid.csv",
            Exporting::FailedLines => "failures.jsonl",
            Exporting::Calls => "calls.jsonl",
        }
    }

    /// Whether a run with this outcome belongs into it.
    pub fn takes(&self, row: &Row) -> bool {
        match self.what {
            Exporting::ValidLines | Exporting::ValidTable => row.outcome == RunOutcome::Valid,
            Exporting::FailedLines => row.outcome != RunOutcome::Valid,
            Exporting::Calls => false,
        }
    }

    /// Whether it has to be shown all runs first.
    pub fn looks_first(&self) -> bool {
        self.what == Exporting::ValidTable
    }

    /// Whether it tells inputs that stand in the files of the runs alone: where the batch has none of its own, they are
    /// typed, or the schema's example.
    pub fn reads_runs(&self, job: &Job) -> bool {
        self.what == Exporting::FailedLines && job.files.is_empty()
    }

    /// Looks at a run, for the columns it needs.
    pub fn look(&mut self, detail: &Detail) {
        for (pointer, _) in flat(detail) {
            if self.pointers.len() < MOST_COLUMNS {
                self.pointers.insert(pointer);
            } else if !self.pointers.contains(&pointer) {
                self.has_more_columns = true;
            }
        }
    }

    /// Writes a run, with the input that it was of.
    pub fn write(&mut self, job: &Job, row: &Row, detail: &Detail, input: &BatchInput) {
        let Some(place) = job.place(row.cell) else { return };
        match self.what {
            Exporting::ValidLines => self.line(valid(job, place, row, detail, input)),
            Exporting::FailedLines => self.line(failed(job, place, row, detail, input)),
            Exporting::ValidTable => self.table_line(job, place, row, detail, input),
            Exporting::Calls => {}
        }
        self.count += 1;
    }

    /// What was written since this was last called.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// What is to be said of it beside how much there is; empty where that is nothing.
    pub fn remark(&self) -> String {
        let columns = match (self.what, self.has_more_columns) {
            (_, true) => {
                "Nested values stand in columns named by their JSON pointers; of those only the first 1,000."
            }
            (Exporting::ValidTable, false) => "Nested values stand in columns named by their JSON pointers.",
            (Exporting::ValidLines | Exporting::FailedLines | Exporting::Calls, false) => "",
        };
        let formulas = match self.has_formulas {
            true => {
                " Texts that begin with = + - @ have an apostrophe before them; the JSONL has them as they are."
            }
            false => "",
        };
        format!("{columns}{formulas}")
    }

    fn line(&mut self, members: Map<String, Value>) {
        self.text += &format!("{}\n", Value::Object(members));
    }

    fn table_line(&mut self, job: &Job, place: Place, row: &Row, detail: &Detail, input: &BatchInput) {
        let facts = facts(job, place, row, input);
        if !self.is_head_written {
            let head = |pointer: &String| if pointer.is_empty() { WHOLE } else { pointer }.to_owned();
            self.add_line(facts.keys().cloned().chain(self.pointers.iter().map(head)).collect());
            self.is_head_written = true;
        }
        let cells: HashMap<_, _> = flat(detail).into_iter().collect();
        let cells = self.pointers.iter().map(|pointer| cells.get(pointer).map(plain).unwrap_or_default());
        self.add_line(facts.values().map(plain).chain(cells).collect());
    }

    fn add_line(&mut self, cells: Vec<String>) {
        self.has_formulas |= cells.iter().any(|cell| is_formula(cell));
        self.text += &csv_line(cells);
    }
}

impl BatchInput {
    /// The input of a run as it was run.
    pub fn of_run(run: &RunFile) -> Self {
        Self { text: run.input.clone(), ..Self::default() }
    }
}

/// Which run it was: its input, and its setup, seed and way where there are several.
fn facts(job: &Job, place: Place, row: &Row, input: &BatchInput) -> Map<String, Value> {
    let mut facts = Map::new();
    facts.insert("row".to_owned(), (place.input + 1).into());
    if !input.name.is_empty() {
        facts.insert("input".to_owned(), input.name.as_str().into());
    }
    facts.extend(which(job, place));
    facts.extend(took(row));
    facts
}

/// What a run took.
fn took(row: &Row) -> [(String, Value); 3] {
    let usage = row.spent.usage;
    [
        ("attempts".to_owned(), row.attempts.into()),
        ("input_tokens".to_owned(), usage.input.into()),
        ("output_tokens".to_owned(), usage.output.into()),
    ]
}

fn which(job: &Job, place: Place) -> Map<String, Value> {
    let mut which = Map::new();
    if job.setups.len() > 1
        && let Some(setup) = job.setups.get(place.setup)
    {
        which.insert("setup".to_owned(), setup.name.as_str().into());
    }
    if let Some(seed) = place.seed {
        which.insert("seed".to_owned(), seed.into());
    }
    if let Some((_, arm)) = place.arm {
        which.insert("feedback".to_owned(), Arm::name(arm).into());
    }
    which
}

fn value(answer: Option<&JsonText>) -> Value {
    answer.and_then(|answer| serde_json::from_str(answer.as_str()).ok()).unwrap_or_default()
}

fn valid(job: &Job, place: Place, row: &Row, detail: &Detail, input: &BatchInput) -> Map<String, Value> {
    let mut members = facts(job, place, row, input);
    members.insert("answer".to_owned(), value(detail.answer.as_ref()));
    members
}

/// The input as it was read, so that it is read again, and beside it what came of it.
fn failed(job: &Job, place: Place, row: &Row, detail: &Detail, input: &BatchInput) -> Map<String, Value> {
    let mut members: Map<String, Value> =
        input.columns.iter().map(|column| (column.name.clone(), column.text.as_str().into())).collect();
    if input.columns.is_empty() {
        members.insert("input".to_owned(), input.text.as_str().into());
    }
    if let Some(image) = &input.image {
        // To be run again, it is added again.
        members.insert("image".to_owned(), image.name.as_str().into());
    }
    let mut own = Map::new();
    own.insert("row".to_owned(), (place.input + 1).into());
    own.extend(which(job, place));
    own.insert("outcome".to_owned(), row.outcome.name().to_lowercase().into());
    own.extend(took(row));
    own.insert("errors".to_owned(), detail.errors.iter().map(String::as_str).collect());
    own.insert("answer".to_owned(), value(detail.answer.as_ref()));
    members.insert(OWN.to_owned(), own.into());
    members
}

/// What stands in an answer that holds nothing else, by its JSON pointer, in order.
fn flat(detail: &Detail) -> Vec<(String, Value)> {
    let mut leaves = Vec::new();
    if detail.answer.is_some() {
        flatten(&value(detail.answer.as_ref()), &Pointer::root(), &mut leaves);
    }
    leaves
}

fn flatten(value: &Value, pointer: &Pointer, leaves: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            members.iter().for_each(|(name, value)| flatten(value, &pointer.key(name), leaves));
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().for_each(|(place, value)| flatten(value, &pointer.index(place), leaves));
        }
        leaf => leaves.push((pointer.to_json_pointer(), leaf.clone())),
    }
}

/// A value in a cell: a string as it is, nothing for null.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::batch::{Cell, Column, Inputs, JobSetup, Plan};
    use proptest::prelude::*;
    use serde_json::json;

    fn job(setups: usize, seeds: Vec<u64>) -> Job {
        let setup = |name: &str| JobSetup { name: name.into(), ..JobSetup::default() };
        let setups = ["A", "B"].into_iter().take(setups).map(setup).collect();
        Job { setups, plan: Plan::Grid { inputs: 9, seeds }, ..Job::default() }
    }

    fn run(cell: usize, answer: &str, errors: &[&str]) -> (Row, Detail) {
        let outcome = if errors.is_empty() { RunOutcome::Valid } else { RunOutcome::Invalid };
        let row = Row { cell: Cell(cell), outcome, attempts: 2, ..Row::default() };
        let answer = (!answer.is_empty()).then(|| JsonText::from_compact(answer));
        (row, Detail { answer, errors: errors.iter().map(|error| (*error).to_owned()).collect() })
    }

    fn input(name: &str, columns: &[(&str, &str)], text: &str) -> BatchInput {
        let column = |(name, text): &(&str, &str)| Column { name: (*name).into(), text: (*text).into() };
        let columns = columns.iter().map(column).collect();
        BatchInput { name: name.into(), text: text.into(), columns, ..BatchInput::default() }
    }

    fn written(what: Exporting, job: &Job, runs: &[(Row, Detail)], input: &BatchInput) -> String {
        let mut export = Export::new(what);
        let taken: Vec<_> = runs.iter().filter(|(row, _)| export.takes(row)).cloned().collect();
        if export.looks_first() {
            taken.iter().for_each(|(_, detail)| export.look(detail));
        }
        taken.iter().for_each(|(row, detail)| export.write(job, row, detail, input));
        assert_eq!(export.count, taken.len());
        export.take()
    }

    #[test]
    fn valid_answers_stand_beside_what_they_are_of() {
        let runs = [
            run(0, r#"{"a":{"b":[1,"=x"]},"c":null}"#, &[]),
            run(1, r#"{"a":{},"d/e":true}"#, &[]),
            run(2, "{}", &["no"]),
        ];
        let row = input("rows.csv 1", &[], "");
        for (what, job, expected) in [
            (
                Exporting::ValidLines,
                job(1, vec![]),
                concat!(
                    "{\"row\":1,\"input\":\"rows.csv 1\",\"attempts\":2,\"input_tokens\":0,\"output_tokens\":0,\"answer\":{\"a\":{\"b\":[1,\"=x\"]},\"c\":null}}\n",
                    "{\"row\":2,\"input\":\"rows.csv 1\",\"attempts\":2,\"input_tokens\":0,\"output_tokens\":0,\"answer\":{\"a\":{},\"d/e\":true}}\n",
                ),
            ),
            (
                Exporting::ValidTable,
                job(2, vec![7, 8]),
                concat!(
                    "row,input,setup,seed,attempts,input_tokens,output_tokens,/a/b/0,/a/b/1,/c,/a,/d~1e\r\n",
                    "1,rows.csv 1,A,7,2,0,0,1,'=x,,,\r\n",
                    "1,rows.csv 1,B,7,2,0,0,,,,{},true\r\n",
                ),
            ),
        ] {
            assert_eq!(written(what, &job, &runs, &row), expected);
        }
    }

    /// A table of answers, and what is said of it.
    fn table(answers: &[Value]) -> (String, String) {
        let mut export = Export::new(Exporting::ValidTable);
        let runs: Vec<_> =
            answers.iter().enumerate().map(|(cell, answer)| run(cell, &answer.to_string(), &[])).collect();
        runs.iter().for_each(|(_, detail)| export.look(detail));
        runs.iter()
            .for_each(|(row, detail)| export.write(&job(1, vec![]), row, detail, &BatchInput::default()));
        (export.take(), export.remark())
    }

    #[test]
    fn what_is_changed_for_spreadsheets_is_said() {
        let nested = "Nested values stand in columns named by their JSON pointers.";
        let changed = format!(
            "{nested} Texts that begin with = + - @ have an apostrophe before them; the JSONL has them as they are."
        );
        for (answer, cell, remark) in [
            (json!("Oslo"), "Oslo", nested),
            (json!(-1.5), "-1.5", nested),
            (json!("=1"), "'=1", changed.as_str()),
            (json!("-x"), "'-x", changed.as_str()),
            (json!("@x"), "'@x", changed.as_str()),
            (json!("+1"), "'+1", changed.as_str()),
        ] {
            let expected = format!("row,attempts,input_tokens,output_tokens,answer\r\n1,2,0,0,{cell}\r\n");
            assert_eq!(table(&[answer]), (expected, remark.to_owned()));
        }
    }

    proptest! {
        /// A table says what the answers say, but for the apostrophe before formulas, and is read again as it is.
        #[test]
        fn a_table_is_read_as_it_was_written(
            answers in prop::collection::vec(
                prop::collection::btree_map("[a;,\t\"\n =/~]{0,3}", "[-=+@'a1;,\t\"\r\n ]{0,4}", 0..4),
                1..5,
            ),
        ) {
            let answers: Vec<_> = answers.iter().map(|answer| json!(answer)).collect();
            let (text, remark) = table(&answers);
            let mut read = Inputs::default();
            read.add("valid.csv", &text).unwrap();
            prop_assert_eq!(read.rows.len(), answers.len());
            let mut has_formulas = false;
            for (input, answer) in read.rows.iter().zip(&answers) {
                for column in input.columns.iter().filter(|column| column.name.starts_with('/')) {
                    let said = answer.pointer(&column.name).and_then(Value::as_str).unwrap_or_default();
                    has_formulas |= is_formula(said);
                    let expected = if is_formula(said) { format!("'{said}") } else { said.to_owned() };
                    prop_assert_eq!(&column.text, &expected);
                }
            }
            prop_assert_eq!(remark.contains("apostrophe"), has_formulas);
        }
    }

    #[test]
    fn a_failure_tells_the_input_that_was_run_where_no_file_does() {
        let of_run = BatchInput::of_run(&RunFile { input: "typed".into(), ..RunFile::default() });
        let job = job(1, vec![7, 8]);
        let text = written(Exporting::FailedLines, &job, &[run(1, "", &["Cut"])], &of_run);
        let mut again = Inputs::default();
        again.add("failures.jsonl", &text).unwrap();
        assert_eq!(again.rows, [input("failures.jsonl", &[("input", "typed")], "")]);
        assert_eq!(again.usual_column(), "input");

        let with_files = Job { files: vec!["a.txt".into()], ..job.clone() };
        for (what, job, expected) in [
            (Exporting::FailedLines, &job, true),
            (Exporting::FailedLines, &with_files, false),
            (Exporting::ValidLines, &job, false),
            (Exporting::ValidTable, &job, false),
        ] {
            assert_eq!(Export::new(what).reads_runs(job), expected);
        }
    }

    #[test]
    fn failures_can_be_run_again_as_they_are() {
        let runs = [run(0, "{}", &[]), run(3, r#"{"a":1}"#, &["one", "two"]), run(4, "", &["Cut"])];
        for (row, name) in [
            (input("rows.csv 2", &[("id", "7"), ("text", "a \"b\"")], ""), "failures.jsonl"),
            (input("a.txt", &[], "whole\ntext"), "failures.jsonl"),
        ] {
            let text = written(Exporting::FailedLines, &job(2, vec![]), &runs, &row);
            let mut again = Inputs::default();
            again.add(name, &text).unwrap();
            let columns = match row.columns.as_slice() {
                [] => vec![Column { name: "input".into(), text: row.text.clone() }],
                columns => columns.to_vec(),
            };
            let expected = |place: usize| BatchInput {
                name: format!("{name} {place}"),
                columns: columns.clone(),
                ..BatchInput::default()
            };
            assert_eq!(again.rows, [expected(1), expected(2)]);
            let own: Vec<Value> =
                text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()[OWN].clone()).collect();
            let expected = [
                json!({"row": 2, "setup": "B", "outcome": "invalid", "attempts": 2, "input_tokens": 0, "output_tokens": 0, "errors": ["one", "two"], "answer": {"a": 1}}),
                json!({"row": 3, "setup": "A", "outcome": "invalid", "attempts": 2, "input_tokens": 0, "output_tokens": 0, "errors": ["Cut"], "answer": null}),
            ];
            assert_eq!(own, expected);
        }
    }
}
