//! What the model is told after a failed attempt: the same words a person reads, error by error.

use super::outcome::Outcome;
use super::words::errors;
use crate::core::judge::Judgement;

/// The correction after an answer that was invalid, or no JSON.
pub(super) fn correction(judgement: &Judgement) -> String {
    let lines: Vec<_> = judgement.errors().map(|violation| format!("- {violation}")).collect();
    if !lines.is_empty() {
        return format!(
            "Your JSON has {}. Fix exactly these:\n{}\n\n\
             Leave everything else as it is. Return only the complete corrected JSON: no explanation, no code fence.",
            errors(lines.len()),
            lines.join("\n")
        );
    }
    let fault = match &judgement.syntax_error {
        Some(error) => format!("The JSON in your reply cannot be read: {error}."),
        None => "There is no JSON in your reply.".to_owned(),
    };
    format!("{fault}\n\nAnswer again with only the JSON, complete and valid: no explanation, no code fence.")
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
        Outcome::Valid
        | Outcome::Invalid
        | Outcome::NoJson
        | Outcome::Empty
        | Outcome::Refused
        | Outcome::TimedOut
        | Outcome::Cut
        | Outcome::CallFailed(_)
        | Outcome::Undecided(_)
        | Outcome::Stopped => "Your last answer was empty. Answer with only the JSON.",
    }
}
