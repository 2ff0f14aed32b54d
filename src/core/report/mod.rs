//! Reports: what came of a run that is over, to be read elsewhere. Markdown for people, JSON for programs; the
//! verdict, and what it means, comes first. A report cannot be opened again: that is what a run file is for.
//!
//! Whatever a person or a model wrote is quoted, and never becomes a part of the report's own form.

mod json;
mod markdown;
mod quote;

#[cfg(test)]
mod tests;

use super::agent::{Attempt, Ending, Outcome, Summary};
use super::json_text::JsonText;
use super::judge::Advice;
use super::rules::Timestamp;
use super::run_file::RunFile;
use super::time::Millis;

/// What a report is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// Markdown, as GitHub reads it.
    Markdown,
    /// JSON.
    Json,
    /// The file of the run: no report, but all of it.
    Run,
}

impl ReportKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Markdown, Self::Json, Self::Run];

    /// Its name, as a file's name ends.
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Json => "json",
            Self::Run => "run.json",
        }
    }
}

/// The report of a run; `rules` are those of its schema, a line each.
pub fn report(run: &RunFile, rules: &[String], kind: ReportKind) -> String {
    match kind {
        ReportKind::Markdown => markdown::markdown(run, rules),
        ReportKind::Json => format!("{:#}\n", json::json(run, rules)),
        ReportKind::Run => run.clone().into_json().to_string(),
    }
}

/// A run in a few words.
fn summary(run: &RunFile) -> Summary {
    Summary::new(&run.attempts, &run.ending, run.is_simulated())
}

/// The answer of a run that ended with one.
fn answer(run: &RunFile) -> Option<&JsonText> {
    match run.ending {
        Ending::Valid { .. } => run.attempts.last().and_then(Attempt::value),
        Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. } | Ending::Stopped => None,
    }
}

/// Why an attempt gave nothing to judge; empty where it did.
fn explanation(attempt: &Attempt) -> String {
    match attempt.outcome() {
        Some(Outcome::CallFailed(fault)) => Advice::plain(fault).title,
        Some(_) | None => attempt.explanation(),
    }
}

/// When something was, in UTC and to the second; nothing where that is no time.
fn when(time: Millis) -> Option<String> {
    const MILLIS_OF_SECOND: u64 = 1_000;
    let seconds = i64::try_from(time.0 / MILLIS_OF_SECOND).ok().filter(|seconds| *seconds > 0)?;
    Some(Timestamp::from_seconds(seconds)?.to_string())
}
