//! Where a run is, as four stages: LLM call, parse JSON, validate, and retry or done.

use super::attempt::{Attempt, Phase};
use super::outcome::{Ending, Outcome};
use super::words::counted;

/// The four stages, as they stand for the newest attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// In the order an attempt goes through them.
    pub stages: [Stage; 4],
    /// How often the loop went back to the first stage.
    pub retries: usize,
}

/// One stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// How it stands.
    pub state: StageState,
    /// A few words on what came of it.
    pub detail: String,
}

/// How a stage stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageState {
    /// Not reached.
    Waiting,
    /// Under way.
    Active,
    /// Behind us, well.
    Passed,
    /// Behind us, with an error.
    Failed,
}

impl Pipeline {
    /// The stages for the newest attempt and the run's ending, if they are there yet.
    pub fn new(attempt: Option<&Attempt>, ending: Option<&Ending>) -> Self {
        use StageState::{Active, Failed, Passed, Waiting};
        let Some(attempt) = attempt else {
            return Self::of([Waiting; 4], ["", "", "", ""].map(str::to_owned), 0);
        };
        let judgement = attempt.judgement.as_deref();
        let answer = judgement.and_then(|judgement| judgement.answer.as_ref());
        let states = match attempt.outcome() {
            None => match attempt.phase {
                Phase::Judging => [Passed, Active, Waiting, Waiting],
                Phase::Second(_) => [Passed, Passed, Active, Waiting],
                Phase::Calling | Phase::Fetching(_) | Phase::Resting(_) | Phase::Over { .. } => {
                    [Active, Waiting, Waiting, Waiting]
                }
            },
            Some(Outcome::Valid) => [Passed, Passed, Passed, Passed],
            Some(Outcome::Invalid | Outcome::Hopeless) => [Passed, Passed, Failed, last(ending)],
            Some(
                Outcome::NoJson
                | Outcome::Rejected
                | Outcome::Truncated
                | Outcome::Runaway(_)
                | Outcome::Empty
                | Outcome::OnlyReasoning,
            ) => [Passed, Failed, Waiting, last(ending)],
            Some(Outcome::Undecided(_)) if attempt.reply.is_some() => [Passed, Waiting, Failed, last(ending)],
            Some(
                Outcome::Refused
                | Outcome::TimedOut
                | Outcome::Cut
                | Outcome::CallFailed(_)
                | Outcome::Undecided(_),
            ) => [Failed, Waiting, Waiting, last(ending)],
            Some(Outcome::Stopped) => [Waiting; 4],
        };
        let call = match (&attempt.phase, attempt.latency()) {
            (Phase::Resting(rest), _) => rest.cause.words().to_owned(),
            (Phase::Fetching(_), _) => "fetching the model".to_owned(),
            (_, Some(latency)) => latency.to_string(),
            (Phase::Calling, None) if attempt.timing.pieces.is_some() => "the reply is arriving".to_owned(),
            (Phase::Calling, None) => "waiting for the model".to_owned(),
            (Phase::Judging | Phase::Second(_) | Phase::Over { .. }, None) => String::new(),
        };
        let parse = answer.map(|answer| answer.strategy.words().to_owned()).unwrap_or_else(|| match attempt
            .outcome()
        {
            Some(Outcome::Rejected) => "not strict JSON".to_owned(),
            Some(_) | None if states[1] == Failed => "no JSON".to_owned(),
            Some(_) | None => String::new(),
        });
        let unjudged = || match attempt.outcome() {
            Some(Outcome::Hopeless) => "stopped early".to_owned(),
            Some(_) | None if states[2] == Failed => "undecided".to_owned(),
            Some(_) | None => String::new(),
        };
        let validate = answer.map_or_else(unjudged, |answer| {
            let errors = answer.errors().count();
            let checks = answer.checks();
            let warned = answer.violations.len() - errors;
            if errors == 0 && warned > 0 {
                format!("{checks} checks, {}", counted(warned, "warning"))
            } else if errors == 0 {
                format!("{checks} checks")
            } else {
                format!("{errors} of {checks} checks failed")
            }
        });
        let done = format!("attempt {} of {}", attempt.number, attempt.of);
        Self::of(states, [call, parse, validate, done], attempt.number.saturating_sub(1))
    }

    fn of(states: [StageState; 4], details: [String; 4], retries: usize) -> Self {
        let [call, parse, validate, done] = states;
        let done_name = match done {
            StageState::Passed => "Valid",
            StageState::Failed => "Failed",
            StageState::Active => "Retry",
            StageState::Waiting => "Retry or done",
        };
        let [call_detail, parse_detail, validate_detail, done_detail] = details;
        Self {
            stages: [
                Stage { name: "LLM call", state: call, detail: call_detail },
                Stage { name: "Parse JSON", state: parse, detail: parse_detail },
                Stage { name: "Validate", state: validate, detail: validate_detail },
                Stage { name: done_name, state: done, detail: done_detail },
            ],
            retries,
        }
    }
}

fn last(ending: Option<&Ending>) -> StageState {
    match ending {
        Some(Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. }) => {
            StageState::Failed
        }
        Some(Ending::Valid { .. } | Ending::Stopped) => StageState::Waiting,
        None => StageState::Active,
    }
}
