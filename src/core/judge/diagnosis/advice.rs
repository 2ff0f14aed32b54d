//! What to do about a run that goes in circles: for each cause its next steps, and what they all come to.

use super::history::History;
use super::{Cause, MOST_TOLD, Unheeded};
use crate::core::pointer::Pointer;
use crate::core::validate::Level;

/// The next steps, by the cause and the rules in which it shows.
pub(super) fn advice(cause: &Cause, histories: &[&History]) -> Vec<String> {
    let last = histories.iter().map(|history| history.last);
    let has_level = |level| last.clone().any(|report| report.level == level);
    let mut steps = Vec::new();
    let needs_work = match cause {
        Cause::Oscillating { shared, satisfiable } => {
            steps.push(match (satisfiable, shared.as_slice()) {
                (Some(false), _) => {
                    "No answer can satisfy all of these rules: change one of them in the schema.".to_owned()
                }
                (Some(true), []) => "One answer can satisfy all of these rules, and they have no field in common: \
                                     the model loses one while it puts another right. Ask for fewer fields at \
                                     once, or take a larger model."
                    .to_owned(),
                (None, []) => "These rules have no field in common, so they are hardly in conflict: the model loses \
                               one while it puts another right. Ask for fewer fields at once, or take a larger model."
                    .to_owned(),
                (Some(true), shared) => format!(
                    "One answer can satisfy all of these rules: say in the prompt how they go together at {}, and \
                     show such an answer.",
                    named(shared)
                ),
                (None, shared) => format!(
                    "These rules bear on {}. If no value there can satisfy them all, change one of the rules; if \
                     one can, say in the prompt how they go together.",
                    named(shared)
                ),
            });
            if last.clone().any(|report| report.is_grounding) {
                steps.push(
                    "A text must occur in the input. Look whether the input holds one that the other rules allow."
                        .to_owned(),
                );
            }
            "schema or the prompt"
        }
        Cause::MissingKnowledge => {
            let places: Vec<_> = last.clone().map(|report| report.pointer.clone()).collect();
            steps.push(format!(
                "Put what is known into Input: the model is asked for {}, and cannot find it there.",
                named(&places)
            ));
            steps.push(
                "Where it may be unknown, make the field optional or nullable, so that nothing must be made up."
                    .to_owned(),
            );
            "input or the schema"
        }
        Cause::NotFollowing(Unheeded::GiveJson) => {
            steps.push(
                "Choose a Response format in which the server enforces the schema, or at least JSON, if it can."
                    .to_owned(),
            );
            steps.push(
                "Say less in the prompt, and nothing of how to explain the answer; or take a model that is made to \
                 follow instructions."
                    .to_owned(),
            );
            "prompt or the model"
        }
        Cause::NotFollowing(Unheeded::Change) => {
            steps.push(
                "Set a higher temperature or another seed, so that another answer can come; or take a larger model."
                    .to_owned(),
            );
            "prompt or the model"
        }
        Cause::Stuck => {
            steps.push(
                "Say in the prompt, in plain words and with an example, what is asked for here; or relax the schema \
                 where it asks for more than you need."
                    .to_owned(),
            );
            "schema or the prompt"
        }
    };
    if matches!(cause, Cause::NotFollowing(Unheeded::Change) | Cause::Stuck) {
        if has_level(Level::Structure) {
            steps.push(
                "Choose a Response format in which the server enforces the schema: then fields and types come right."
                    .to_owned(),
            );
        }
        if has_level(Level::Rule) {
            steps.push(
                "A rule that an answer may break gets \"severity\": \"warning\": it is told, and the answer is valid."
                    .to_owned(),
            );
        }
        if has_level(Level::Semantic) {
            steps.push(
                "Make the criteria of the critique more exact, or turn it off: it may be wrong.".to_owned(),
            );
        }
    }
    steps.push(format!("The {needs_work} needs work, not the number of attempts."));
    steps
}

/// `"a", "b.c" and "d[0]"`, and how many more there are where they are many.
fn named(places: &[Pointer]) -> String {
    let mut names: Vec<_> = places.iter().take(MOST_TOLD).map(quoted).collect();
    let others = places.len().saturating_sub(MOST_TOLD);
    names.extend((others > 0).then(|| format!("{others} more")));
    listed(&names)
}

fn quoted(place: &Pointer) -> String {
    match place.to_string() {
        path if path.is_empty() => "the answer".to_owned(),
        path => format!("\"{path}\""),
    }
}

/// `a`, `a and b`, `a, b and c`
pub(super) fn listed(words: &[String]) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
