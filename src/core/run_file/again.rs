//! The replies of a run judged again, by its own schema and by another, and how that compares with the verdicts then.
//! No model is asked for it.

use super::RunFile;
use super::verdict::Verdict;
use crate::core::agent::{Attempt, Outcome, Phase};
use crate::core::counted::counted;
use crate::core::drawn::{drawn, text};
use crate::core::judge::{Case, Judgement};
use serde_json::Value;

/// A run whose replies were judged again.
#[derive(Clone, Debug, PartialEq)]
pub struct Again {
    /// The run, as it comes out now: the text of its file.
    pub file: String,
    /// What was found now in each of its replies, by its own schema; none where there was nothing to judge.
    pub judgements: Vec<Option<Judgement>>,
    /// How the verdicts compare, as it is drawn: a line for each schema, and a table where any is another.
    pub drawn: Value,
}

/// A schema that replies are judged by: what it is called, and what it says of each of them; none where there was
/// nothing to judge.
pub struct Column {
    /// What it is called.
    pub by: String,
    /// What it says.
    pub judged: Vec<Option<Result<Judgement, String>>>,
}

impl RunFile {
    /// What each reply is judged by, and the critique that belongs to it; none where there was nothing to judge.
    pub fn cases(&self) -> Vec<Option<(Case, Option<String>)>> {
        let case = |position: usize| {
            let attempts = self.attempts.get(..=position)?;
            let attempt = attempts.last().filter(|attempt| attempt.judgement.is_some())?;
            let case = Attempt::case(attempts, &self.input, self.repaired);
            Some((case, attempt.critique().map(str::to_owned)))
        };
        (0..self.attempts.len()).map(case).collect()
    }

    /// The run with what its own schema says now, where it was asked, beside what another one says.
    pub fn judged_again(mut self, own: Option<Column>, chosen: Option<Column>) -> Again {
        let then: Vec<_> =
            self.attempts.iter().map(|attempt| attempt.judgement.as_deref().map(Verdict::of)).collect();
        let columns: Vec<_> = [&own, &chosen]
            .into_iter()
            .flatten()
            .map(|column| (column.by.as_str(), column.judged.iter().map(now).collect::<Vec<_>>()))
            .collect();
        let lines = columns.iter().map(|(by, now)| format!("Judged again by {by}: {}", compared(&then, now)));
        let drawn = drawn("div").class("again__verdicts").children(lines.map(|line| text("p", "", &line)));
        let drawn = drawn.children(table(&then, &columns)).view();
        let judged = own.map(|own| own.judged).unwrap_or_default();
        let judgements = judged.into_iter().enumerate().map(|(position, judged)| {
            let judged = judged?;
            self.take(position, judged.as_ref());
            judged.ok()
        });
        let judgements = judgements.collect();
        Again { file: self.into_json().to_string(), judgements, drawn }
    }

    /// Its attempts with what the judge says of their replies now: a run can go on with them.
    pub fn restored(mut self, judgements: Vec<Option<Judgement>>) -> Vec<Attempt> {
        for (position, judgement) in judgements.into_iter().enumerate() {
            if let Some(judgement) = judgement {
                self.take(position, Ok(&judgement));
            }
        }
        self.attempts
    }

    /// Takes what the judge says of an attempt's reply, or why it says nothing, in place of what the file says: a file
    /// is not believed that an answer is valid.
    pub(in crate::core) fn take(&mut self, position: usize, judged: Result<&Judgement, &String>) {
        let Some(attempt) = self.attempts.get_mut(position) else { return };
        let Phase::Over { outcome, .. } = &mut attempt.phase else { return };
        match judged {
            Ok(judgement) => {
                match outcome {
                    Outcome::Valid | Outcome::Invalid if judgement.is_valid() => *outcome = Outcome::Valid,
                    Outcome::Valid | Outcome::Invalid => *outcome = Outcome::Invalid,
                    Outcome::Hopeless
                    | Outcome::NoJson
                    | Outcome::Rejected
                    | Outcome::Truncated
                    | Outcome::Runaway(_)
                    | Outcome::Empty
                    | Outcome::OnlyReasoning
                    | Outcome::Refused
                    | Outcome::TimedOut
                    | Outcome::Cut
                    | Outcome::CallFailed(_)
                    | Outcome::Undecided(_)
                    | Outcome::Stopped => {}
                }
                attempt.judgement = Some(judgement.clone().into());
            }
            Err(reason) => *outcome = Outcome::Undecided(reason.clone()),
        }
        self.mend_ending();
    }
}

/// A verdict of now: nothing, or one, or why there is none.
type Now = Option<Result<Verdict, String>>;

fn now(judged: &Option<Result<Judgement, String>>) -> Now {
    Some(judged.as_ref()?.as_ref().map(Verdict::of).map_err(String::clone))
}

/// Whether a verdict of now is another than then.
fn is_changed(then: &Option<Verdict>, now: &Now) -> bool {
    now.as_ref().is_some_and(|now| match (then, now) {
        (Some(then), Ok(now)) => !now.is_like(then),
        (None, _) | (_, Err(_)) => true,
    })
}

/// How the verdicts compare, in a few words.
fn compared(then: &[Option<Verdict>], now: &[Now]) -> String {
    let judged = now.iter().flatten().count();
    let changed = then.iter().zip(now).filter(|(then, now)| is_changed(then, now)).count();
    match (judged, changed) {
        (0, _) => "there is no reply to judge".to_owned(),
        (1, 0) => "the same verdict".to_owned(),
        (_, 0) => "the same verdicts".to_owned(),
        (judged, changed) => format!("{changed} of {} changed", counted(judged, "verdict")),
    }
}

/// The verdicts side by side; nothing where all are the same.
fn table(then: &[Option<Verdict>], columns: &[(&str, Vec<Now>)]) -> Vec<Value> {
    if columns.iter().all(|(_, now)| !then.iter().zip(now).any(|(then, now)| is_changed(then, now))) {
        return Vec::new();
    }
    let head = ["Attempt", "Then"].into_iter().chain(columns.iter().map(|(by, _)| *by));
    let head = drawn("tr").children(head.map(|name| text("th", "", name)));
    let row = |(position, then): (usize, &Option<Verdict>)| {
        let words = then.as_ref().map_or_else(|| "–".to_owned(), Verdict::words);
        let now = columns.iter().filter_map(|(_, verdicts)| {
            let now = verdicts.get(position)?;
            let words = match now {
                None => "–".to_owned(),
                Some(Ok(verdict)) => verdict.words(),
                Some(Err(reason)) => format!("undecided: {reason}"),
            };
            Some(text("td", if is_changed(then, now) { "again__changed" } else { "" }, &words))
        });
        let row =
            drawn("tr").child(text("td", "", &(position + 1).to_string())).child(text("td", "", &words));
        row.children(now).view()
    };
    let body = drawn("tbody").children(then.iter().enumerate().map(row));
    let table = drawn("table").class("again__table").child(drawn("thead").child(head.view()).view());
    let table = drawn("div").class("again__frame").child(table.child(body.view()).view());
    vec![table.view(), text("p", "hint", "No model was asked again: these are the same replies.")]
}
