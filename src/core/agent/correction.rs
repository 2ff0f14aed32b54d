//! What the model is told after a failed attempt, put into the templates: the same words a person reads, error by
//! error. Never the corrected answer, and never the whole schema again.

use super::outcome::Outcome;
use super::strategy::{Correcting, History, Strategy};
use super::template::{Placeholder, Templates};
use super::watchdog::Runaway;
use super::words::counted;
use crate::core::judge::{Judgement, ViolationReport};
use crate::core::pointer::Pointer;

const ONLY_JSON: &str = "Return only the complete corrected JSON: no explanation, no code fence.";
const ANSWER_AGAIN: &str =
    "Answer again with only the JSON, complete and valid: no explanation, no code fence.";

const FILL_IN: &str = "Return this JSON with each <...> replaced by what it stands for:";

/// The most places that are named of those that were changed although they were right.
const MOST_UNDONE: usize = 10;

/// How a correction is to be put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    /// The words around it.
    pub(super) templates: &'a Templates,
    /// The way.
    pub(super) strategy: Strategy,
    /// Whether the run goes in circles, so that the form of what is wrong is to be shown.
    pub(super) is_firm: bool,
}

/// What a model would be told first of a reply that was judged; none where there is nothing to correct.
pub fn first_correction(
    judgement: &Judgement,
    templates: &Templates,
    correcting: Correcting,
) -> Option<String> {
    let told = Told { templates, strategy: correcting.strategy(0), is_firm: false };
    (!judgement.is_valid()).then(|| correction(judgement, told))
}

/// The correction after an answer that was invalid, not strict JSON, or no JSON.
pub(super) fn correction(judgement: &Judgement, told: Told<'_>) -> String {
    let is_fresh = told.strategy.history == History::Fresh;
    let answer = judgement.answer.as_ref();
    let Some(feedback) = answer.and_then(|answer| answer.feedback.as_ref()) else {
        return no_answer(judgement, told);
    };
    let scaffold = if told.strategy.has_scaffold { feedback.scaffold.as_str() } else { "" };
    let skeleton = if told.is_firm && scaffold.is_empty() { feedback.skeleton.as_str() } else { "" };
    let kept = if is_fresh || !scaffold.is_empty() { String::new() } else { feedback.kept.join(", ") };
    let ledger = answer.and_then(|answer| answer.ledger.as_ref());
    let undone = ledger.filter(|_| !is_fresh).map_or(&[][..], |ledger| &ledger.undone);
    let undone: Vec<_> = undone.iter().take(MOST_UNDONE).map(Pointer::to_string).collect();
    let count = counted(judgement.errors().count(), "error");
    told.templates.correction.render(&[
        (Placeholder::Opening, &opening(&count, is_fresh)),
        (Placeholder::Count, &count),
        (Placeholder::Errors, &list(&feedback.errors)),
        (Placeholder::Kept, &kept),
        (Placeholder::Undone, &undone.join(", ")),
        (Placeholder::Scaffold, scaffold),
        (Placeholder::Skeleton, skeleton),
    ])
}

/// What is said after a reply in which there is no answer that counts.
fn no_answer(judgement: &Judgement, told: Told<'_>) -> String {
    let is_fresh = told.strategy.history == History::Fresh;
    let form = if told.is_firm { judgement.form.as_str() } else { "" };
    let again = || if form.is_empty() { ANSWER_AGAIN.to_owned() } else { filled_in(form) };
    let whose = if is_fresh { "an earlier reply to this" } else { "your reply" };
    let (problem, request) = match (&judgement.rejected, &judgement.syntax_error) {
        (Some(rejected), _) => {
            let opening = opening(&counted(rejected.count(), "syntax error"), is_fresh);
            let rest = if is_fresh { "" } else { "Leave everything else as it is. " };
            (format!("{opening}\n{}", list(&rejected.faults)), format!("{rest}{ONLY_JSON}"))
        }
        (None, Some(error)) => (format!("The JSON in {whose} cannot be read: {error}."), again()),
        (None, None) => (format!("There is no JSON in {whose}."), again()),
    };
    told.templates.nudge.render(&[(Placeholder::Problem, &problem), (Placeholder::Request, &request)])
}

/// What is asked for after two replies without an answer.
fn filled_in(form: &str) -> String {
    format!("{FILL_IN}\n{form}\n\nReturn only the JSON: no explanation, no code fence.")
}

fn opening(count: &str, is_fresh: bool) -> String {
    if is_fresh {
        format!("An earlier answer to this had {count}. Avoid exactly these:")
    } else {
        format!("Your JSON has {count}. Fix exactly these:")
    }
}

fn list(errors: &[String]) -> String {
    format!("- {}", errors.join("\n- "))
}

/// The correction after a reply that was stopped, and that the model is not shown again.
pub(super) fn early_correction(violation: &ViolationReport, templates: &Templates) -> String {
    let problem = format!(
        "Your last answer was stopped before its end, since nothing more could have made it valid:\n- {violation}"
    );
    templates.nudge.render(&[(Placeholder::Problem, &problem), (Placeholder::Request, ANSWER_AGAIN)])
}

/// The stricter word after an attempt whose answer is not worth showing to the model again, with the form of an
/// answer where two replies held none.
pub(super) fn nudge(outcome: &Outcome, form: &str, templates: &Templates) -> String {
    let (problem, advice) = match outcome {
        Outcome::Truncated => (
            "Your last answer was cut off before its JSON was complete.",
            "Answer with only the JSON, as short as possible.",
        ),
        Outcome::OnlyReasoning => (
            "Your last answer held no JSON, only reasoning.",
            "Do not deliberate: answer with only the JSON, now.",
        ),
        Outcome::Runaway(Runaway::WhiteSpace) => (
            "Your last answer ran into white space without end.",
            "Answer with only the JSON, begin at once, and stop when it is complete.",
        ),
        Outcome::Runaway(Runaway::Repetition) => (
            "Your last answer repeated itself without end.",
            "Answer with only the JSON, and stop when it is complete.",
        ),
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
        | Outcome::Stopped => ("Your last answer was empty.", "Answer with only the JSON."),
    };
    let request = if form.is_empty() { String::new() } else { filled_in(form) };
    templates.nudge.render(&[
        (Placeholder::Problem, problem),
        (Placeholder::Advice, advice),
        (Placeholder::Request, &request),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::{Repaired, judge};

    #[test]
    fn nudges() {
        for (outcome, expected) in [
            (
                Outcome::Truncated,
                "Your last answer was cut off before its JSON was complete. Answer with only the JSON, as short as possible.",
            ),
            (
                Outcome::OnlyReasoning,
                "Your last answer held no JSON, only reasoning. Do not deliberate: answer with only the JSON, now.",
            ),
            (
                Outcome::Runaway(Runaway::WhiteSpace),
                "Your last answer ran into white space without end. Answer with only the JSON, begin at once, and stop when it is complete.",
            ),
            (
                Outcome::Runaway(Runaway::Repetition),
                "Your last answer repeated itself without end. Answer with only the JSON, and stop when it is complete.",
            ),
            (Outcome::Empty, "Your last answer was empty. Answer with only the JSON."),
        ] {
            assert_eq!(nudge(&outcome, "", &Templates::default()), expected);
        }
    }

    #[test]
    fn replies_without_an_answer() {
        let again = "Answer again with only the JSON, complete and valid: no explanation, no code fence.";
        let unread =
            "The JSON in your reply cannot be read: expected value (line 1, column 10 of the reply).";
        for (reply, repaired, history, expected) in [
            (
                "Oslo",
                Repaired::Accept,
                History::Conversation,
                format!("There is no JSON in your reply.\n\n{again}"),
            ),
            (
                "Oslo",
                Repaired::Accept,
                History::Fresh,
                format!("There is no JSON in an earlier reply to this.\n\n{again}"),
            ),
            ("{\"city\": Oslo", Repaired::Accept, History::Conversation, format!("{unread}\n\n{again}")),
            (
                "[1,]",
                Repaired::Reject,
                History::Conversation,
                format!(
                    "Your JSON has 1 syntax error. Fix exactly these:\n- line 1, column 3: a trailing comma\n\n\
                     Leave everything else as it is. {ONLY_JSON}"
                ),
            ),
            (
                "[1,]",
                Repaired::Reject,
                History::Fresh,
                format!(
                    "An earlier answer to this had 1 syntax error. Avoid exactly these:\n\
                     - line 1, column 3: a trailing comma\n\n{ONLY_JSON}"
                ),
            ),
        ] {
            let told = Told {
                templates: &Templates::default(),
                strategy: Strategy { history, has_scaffold: true },
                is_firm: true,
            };
            assert_eq!(correction(&judge(reply, None, "", repaired), told), expected);
        }
    }
}
