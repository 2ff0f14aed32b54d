//! What the model is told after a failed attempt: the same words a person reads, error by error.

use super::outcome::Outcome;
use super::watchdog::Runaway;
use super::words::counted;
use crate::core::judge::{Judgement, ViolationReport};

/// The correction after an answer that was invalid, not strict JSON, or no JSON.
pub(super) fn correction(judgement: &Judgement) -> String {
    let errors: Vec<_> = judgement.errors().map(|violation| violation.message.as_str()).collect();
    if !errors.is_empty() {
        return list(&counted(errors.len(), "error"), &errors.join("\n- "));
    }
    if let Some(rejected) = &judgement.rejected {
        return list(&counted(rejected.count(), "syntax error"), &rejected.faults.join("\n- "));
    }
    let fault = match &judgement.syntax_error {
        Some(error) => format!("The JSON in your reply cannot be read: {error}."),
        None => "There is no JSON in your reply.".to_owned(),
    };
    format!("{fault}\n\nAnswer again with only the JSON, complete and valid: no explanation, no code fence.")
}

fn list(count: &str, errors: &str) -> String {
    format!(
        "Your JSON has {count}. Fix exactly these:\n- {errors}\n\n\
         Leave everything else as it is. Return only the complete corrected JSON: no explanation, no code fence."
    )
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
