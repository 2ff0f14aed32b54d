//! What the model is told after a failed attempt: the same words a person reads, error by error. Never the
//! corrected answer, and never the whole schema again.

use super::ledger::Ledger;
use super::outcome::Outcome;
use super::strategy::{History, Strategy};
use super::watchdog::Runaway;
use super::words::counted;
use crate::core::judge::{Judgement, ViolationReport};
use crate::core::pointer::Pointer;

const ONLY_JSON: &str = "Return only the complete corrected JSON: no explanation, no code fence.";

/// The most places that are named of those that were changed although they were right.
const MOST_UNDONE: usize = 10;

/// How a correction is to be put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    /// The way.
    pub(super) strategy: Strategy,
    /// What became of what was wrong before, where there was an answer before.
    pub(super) ledger: Option<&'a Ledger>,
    /// Whether the run goes in circles, so that the form of what is wrong is to be shown.
    pub(super) is_firm: bool,
}

/// The correction after an answer that was invalid, not strict JSON, or no JSON.
pub(super) fn correction(judgement: &Judgement, told: Told<'_>) -> String {
    let is_fresh = told.strategy.history == History::Fresh;
    let feedback = judgement.answer.as_ref().and_then(|answer| answer.feedback.as_ref());
    let Some(feedback) = feedback else { return no_answer(judgement, is_fresh) };
    let count = counted(judgement.errors().count(), "error");
    let mut parts = vec![list(&count, &feedback.errors, is_fresh)];
    let shown = if told.strategy.has_scaffold { feedback.scaffold.as_str() } else { "" };
    if !is_fresh {
        if shown.is_empty() && !feedback.kept.is_empty() {
            let kept = feedback.kept.join(", ");
            parts.push(format!("Right, and to stay in its place and form: {kept}."));
        }
        let undone = told.ledger.map_or(&[][..], |ledger| &ledger.undone);
        if !undone.is_empty() {
            let places = undone.iter().take(MOST_UNDONE).map(Pointer::to_string).collect::<Vec<_>>();
            parts.push(format!("You changed this although it was right: {}.", places.join(", ")));
        }
    }
    if !shown.is_empty() {
        parts.push(format!("Return this JSON with each <...> replaced by what it stands for:\n{shown}"));
    } else if told.is_firm && !feedback.skeleton.is_empty() {
        parts.push(format!("What is wrong has this form:\n{}", feedback.skeleton));
    }
    parts.push(
        "Take every value from the original input again and make it agree with it: an earlier answer is no evidence."
            .to_owned(),
    );
    parts.push(ONLY_JSON.to_owned());
    parts.join("\n\n")
}

/// The correction after a reply in which there is no answer that counts.
fn no_answer(judgement: &Judgement, is_fresh: bool) -> String {
    if let Some(rejected) = &judgement.rejected {
        let count = counted(rejected.count(), "syntax error");
        let rest = if is_fresh { "" } else { "Leave everything else as it is. " };
        return format!("{}\n\n{rest}{ONLY_JSON}", list(&count, &rejected.faults, is_fresh));
    }
    let whose = if is_fresh { "an earlier reply to this" } else { "your reply" };
    let fault = match &judgement.syntax_error {
        Some(error) => format!("The JSON in {whose} cannot be read: {error}."),
        None => format!("There is no JSON in {whose}."),
    };
    format!("{fault}\n\nAnswer again with only the JSON, complete and valid: no explanation, no code fence.")
}

fn list(count: &str, errors: &[String], is_fresh: bool) -> String {
    let errors = errors.join("\n- ");
    if is_fresh {
        format!("An earlier answer to this had {count}. Avoid exactly these:\n- {errors}")
    } else {
        format!("Your JSON has {count}. Fix exactly these:\n- {errors}")
    }
}

/// The correction after a reply that was stopped, and that the model is not shown again.
pub(super) fn early_correction(violation: &ViolationReport) -> String {
    format!(
        "Your last answer was stopped before its end, since nothing more could have made it valid:\n- {violation}\n\n\
         Answer again with only the JSON, complete and valid: no explanation, no code fence."
    )
}

/// The stricter word after an attempt whose answer is not worth showing to the model again.
pub(super) fn nudge(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Truncated => {
            "Your last answer was cut off before its JSON was complete. Answer with only the JSON, as short as possible."
        }
        Outcome::OnlyReasoning => {
            "Your last answer held no JSON, only reasoning. Do not deliberate: answer with only the JSON, now."
        }
        Outcome::Runaway(Runaway::WhiteSpace) => {
            "Your last answer ran into white space without end. Answer with only the JSON, begin at once, and stop when it is complete."
        }
        Outcome::Runaway(Runaway::Repetition) => {
            "Your last answer repeated itself without end. Answer with only the JSON, and stop when it is complete."
        }
        Outcome::Valid
        | Outcome::Invalid
        | Outcome::Hopeless
        | Outcome::NoJson
        | Outcome::Rejected
        | Outcome::Empty
        | Outcome::Refused
        | Outcome::TimedOut
        | Outcome::Cut
        | Outcome::CallFailed(_)
        | Outcome::Undecided(_)
        | Outcome::Stopped => "Your last answer was empty. Answer with only the JSON.",
    }
}
