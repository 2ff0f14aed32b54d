//! Kept runs for other programs: a row an attempt, as JSON lines or as CSV (RFC 4180).

use super::entry::model;
use crate::core::agent::{Attempt, Outcome, SecondCall, SecondFinding};
use crate::core::critique::Finding;
use crate::core::csv::csv_line;
use crate::core::judge::ViolationReport;
use crate::core::run_file::RunFile;
use serde_json::{Value, json};

/// What the attempts of kept runs are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A JSON object on every line.
    JsonLines,
    /// A table, its columns divided by commas.
    Csv,
}

impl ExportFormat {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::JsonLines, Self::Csv];

    /// What people read, and what it is asked by.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "JSONL",
            Self::Csv => "CSV",
        }
    }

    /// The name of the file.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::JsonLines => "runs.jsonl",
            Self::Csv => "runs.csv",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// The columns, in their order.
const COLUMNS: [&str; 13] = [
    "run",
    "began",
    "schema",
    "model",
    "simulated",
    "attempt",
    "outcome",
    "input_tokens",
    "output_tokens",
    "tokens_estimated",
    "passed",
    "violations",
    "critique",
];

/// A file that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    format: ExportFormat,
    /// What was written since it was last taken.
    text: String,
    /// How many attempts were written.
    pub count: usize,
}

impl Exported {
    /// A file without rows.
    pub fn new(format: ExportFormat) -> Self {
        let text = match format {
            ExportFormat::JsonLines => String::new(),
            ExportFormat::Csv => csv_line(COLUMNS.map(str::to_owned)),
        };
        Self { format, text, count: 0 }
    }

    /// Writes the attempts of a run; `began` is when it began.
    pub fn write(&mut self, run: &RunFile, began: &str) {
        for attempt in &run.attempts {
            let values = values(run, attempt, began);
            self.text += &match self.format {
                ExportFormat::JsonLines => json_line(values),
                ExportFormat::Csv => csv_line(values.map(|value| plain(&value))),
            };
            self.count += 1;
        }
    }

    /// What was written since this was last called.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

/// What stands in the columns for an attempt.
fn values(run: &RunFile, attempt: &Attempt, began: &str) -> [Value; COLUMNS.len()] {
    let usage = attempt.spent.map(|spent| spent.usage);
    [
        run.id.as_str().into(),
        began.into(),
        run.schema_name.as_str().into(),
        model(run).into(),
        run.is_simulated().into(),
        attempt.number.into(),
        attempt.badge().word().to_lowercase().into(),
        usage.map(|usage| usage.input).into(),
        usage.map(|usage| usage.output).into(),
        attempt.spent.map(|spent| spent.is_estimate).into(),
        (attempt.outcome() == Some(&Outcome::Valid)).into(),
        attempt.violations().iter().map(violation).collect(),
        attempt.second.iter().find_map(critique).into(),
    ]
}

fn violation(violation: &ViolationReport) -> Value {
    json!({
        "pointer": violation.pointer.to_json_pointer(),
        "rule": violation.rule,
        "level": violation.level.name(),
        "severity": if violation.is_error() { "error" } else { "warning" },
        "message": violation.message,
    })
}

/// What came of the critique, if this call is one.
fn critique(second: &SecondCall) -> Option<String> {
    match &second.finding {
        SecondFinding::Critique(finding) => finding.as_ref().map(Finding::words),
        SecondFinding::Opinion(_) => None,
    }
}

fn json_line(values: [Value; COLUMNS.len()]) -> String {
    let members = COLUMNS.into_iter().map(str::to_owned).zip(values);
    format!("{}\n", Value::Object(members.collect()))
}

/// A value in a cell of a table: a list of violations as their messages, a line each.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
        Value::Array(violations) => {
            let messages = violations.iter().filter_map(|violation| violation.get("message")?.as_str());
            messages.collect::<Vec<_>>().join("\n")
        }
    }
}
