//! A server that refuses how it is asked: what is asked instead, and what is said of it.

use super::*;
use crate::core::agent::{Asking, Ladder};
use crate::core::dialect::Dialect;
use crate::core::judge::LoweredText;
use crate::core::provider::{Mode, Modes, Quirks, Thinking, ThinkingForm};

fn refused(complaint: Complaint, message: &str) -> Answer {
    Answer::Fault(Fault::Server { complaint, status: 400, message: message.into(), wait: None })
}

fn mode_refused(parameter: &'static str) -> Answer {
    refused(Complaint::ModeRefused { parameter }, "not here")
}

fn parameter_refused(parameter: &'static str) -> Answer {
    refused(Complaint::ParameterRefused { parameter }, "unknown")
}

/// A run that asks by these modes, of a server with these quirks.
fn asking(modes: &[Mode], attempts: u8, quirks: Quirks) -> Scenario {
    let mut scenario = Scenario::new(attempts);
    let lowered = LoweredText { document: r#"{"type":"object"}"#.into(), ..LoweredText::default() };
    let ladder = Ladder::new(modes, Some((Dialect::OpenAiStrict, Ok(&lowered))));
    let manner = Manner { ladder, thinking: Thinking::Low, context_length: Some(8), quirks };
    scenario.run = Run::new(Task { manner, ..scenario.run.task.clone() });
    scenario
}

fn modes(scenario: &Scenario) -> Vec<Mode> {
    scenario.calls.iter().map(|call| call.format.mode()).collect()
}

fn notes(scenario: &Scenario) -> Vec<Vec<String>> {
    scenario.run.attempts().iter().map(|attempt| attempt.asking.notes.clone()).collect()
}

/// A server that knows everything.
fn local() -> Quirks {
    Quirks {
        thinking: ThinkingForm::ReasoningEffort,
        context_length: Some("num_ctx"),
        strict: true,
        ..Quirks::default()
    }
}

/// The same, but for `strict`.
fn lenient() -> Quirks {
    Quirks { strict: false, ..local() }
}

#[test]
fn a_refused_mode_is_left_for_the_next_one_within_the_attempt() {
    let mut scenario = asking(&Mode::ALL, 1, lenient());
    let script = [
        mode_refused("response_format"),
        mode_refused("tools"),
        mode_refused("response_format"),
        text(VALID),
    ];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 1 });
    assert_eq!(modes(&scenario), Mode::ALL);
    assert_eq!(
        notes(&scenario),
        [[
            "The server refused `response_format`: asked for a forced tool call instead.",
            "The server refused `tools`: asked for any JSON object instead.",
            "The server refused `response_format`: only the prompt says what is asked for.",
        ]]
    );
    let [attempt] = scenario.run.attempts() else { panic!("one attempt") };
    assert_eq!((attempt.asking.mode, attempt.badge()), (Mode::Prompt, Badge::Valid));
    assert_eq!(attempt.notices(), attempt.asking.notes);
}

#[test]
fn what_was_learned_holds_for_the_attempts_that_follow() {
    let mut scenario = asking(&[Mode::Strict, Mode::Json, Mode::Prompt], 2, lenient());
    let script = [mode_refused("response_format"), parameter_refused("seed"), text(INVALID), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 2 });
    assert_eq!(modes(&scenario), [Mode::Strict, Mode::Json, Mode::Json, Mode::Json]);
    let without_strict = Modes { strict: false, ..Modes::ALL };
    assert_eq!(scenario.learned, [Change::Modes(without_strict), Change::Seed(None)]);
    assert_eq!(
        notes(&scenario),
        [
            vec![
                "The server refused `response_format`: asked for any JSON object instead.",
                "The server refused `seed`: left out."
            ],
            vec![]
        ]
    );
    assert_eq!(scenario.run.attempts()[1].asking, Asking { mode: Mode::Json, notes: Vec::new() });
}

#[test]
fn what_is_said_of_the_schema_is_learned_for_this_run_only() {
    let of_schema = refused(Complaint::ModeRefused { parameter: "grammar" }, "the grammar is too large");
    let mut scenario = asking(&Mode::ALL, 1, lenient());
    let script = [of_schema, parameter_refused("seed"), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 1 });
    let without_strict = Modes { strict: false, ..Modes::ALL };
    assert_eq!(scenario.learned, [Change::Modes(without_strict), Change::Seed(None)]);
    assert_eq!(scenario.kept, [Change::Seed(None)]);
}

#[test]
fn a_refused_parameter_is_asked_otherwise() {
    for (parameter, change, note) in [
        (
            "max_tokens",
            Change::Limit("max_completion_tokens"),
            "The server refused `max_tokens`: sent as `max_completion_tokens`.",
        ),
        ("temperature", Change::Temperature(false), "The server refused `temperature`: left out."),
        ("num_ctx", Change::ContextLength(None), "The server refused `num_ctx`: left out."),
        (
            "reasoning_effort",
            Change::Thinking(ThinkingForm::Absent),
            "The server refused `reasoning_effort`: left out.",
        ),
    ] {
        let mut scenario = asking(&[Mode::Prompt], 1, local());
        assert_eq!(scenario.play([parameter_refused(parameter), text(VALID)]), Ending::Valid { attempts: 1 });
        assert_eq!(
            (scenario.learned.as_slice(), notes(&scenario)),
            (&[change][..], vec![vec![note.to_owned()]])
        );
        let [first, second] = scenario.calls.as_slice() else { panic!("two calls") };
        assert_eq!(first, second, "the call stays, only how it is written changes");
    }
}

#[test]
fn strictness_goes_before_the_schema_does() {
    let mut scenario = asking(&Mode::ALL, 1, local());
    let script = [mode_refused("strict"), mode_refused("response_format"), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 1 });
    assert_eq!(modes(&scenario), [Mode::Strict, Mode::Strict, Mode::Tool]);
    assert_eq!(scenario.learned[0], Change::Strict(false));
}

#[test]
fn a_refusal_that_teaches_nothing_ends_the_run() {
    for (modes, fault, badge) in [
        (&[Mode::Prompt][..], Complaint::ModeRefused { parameter: "response_format" }, Badge::CallFailed),
        (&[Mode::Json], Complaint::ModeRefused { parameter: "response_format" }, Badge::CallFailed),
        (&Mode::ALL, Complaint::ParameterRefused { parameter: "require_parameters" }, Badge::CallFailed),
        (&Mode::ALL, Complaint::KeyRefused, Badge::KeyRefused),
        (&Mode::ALL, Complaint::Rejected, Badge::CallFailed),
    ] {
        let mut scenario = asking(modes, 3, lenient());
        assert_eq!(scenario.play([refused(fault, "no")]), Ending::Failed { attempts: 1 }, "{fault:?}");
        assert_eq!((scenario.badges(), scenario.learned.len()), (vec![badge], 0));
    }
}

#[test]
fn a_server_that_wants_it_one_way_and_then_the_other_is_given_up() {
    let mut scenario = asking(&[Mode::Prompt], 3, local());
    let script = ["max_tokens", "max_completion_tokens"].into_iter().cycle().take(9).map(parameter_refused);
    assert_eq!(scenario.play(script), Ending::Failed { attempts: 1 });
    assert_eq!((scenario.calls.len(), scenario.learned.len()), (9, 8));
}

#[test]
fn the_judge_is_told_by_which_dialect_the_answer_was_asked_for() {
    for (modes, expected) in [(&Mode::ALL[..], Some(Dialect::OpenAiStrict)), (&[Mode::Json], None)] {
        let mut scenario = asking(modes, 1, local());
        scenario.play([text(VALID)]);
        assert_eq!(scenario.dialects, [expected]);
    }
}

/// A further call is asked for in the way in which answers are; where that is refused, only the prompt says what
/// form its reply must have, and answers are asked for as before.
#[test]
fn a_further_call_has_the_format_of_the_answers() {
    use Mode::{Json, Prompt, Strict, Tool};
    for (has, script, expected) in [
        (&Mode::ALL[..], vec![text(INVALID), text(APPROVES), text(VALID), text(APPROVES)], vec![Strict; 4]),
        (&[Tool, Prompt], vec![text(VALID), text(APPROVES)], vec![Tool, Tool]),
        (&[Json, Prompt], vec![text(VALID), text(APPROVES)], vec![Json, Json]),
        (&[Prompt], vec![text(VALID), text(APPROVES)], vec![Prompt, Prompt]),
        (
            &Mode::ALL,
            vec![text(INVALID), mode_refused("response_format"), text(APPROVES), text(VALID), text(APPROVES)],
            vec![Strict, Strict, Prompt, Strict, Strict],
        ),
        (&Mode::ALL, vec![text(VALID), mode_refused("a"), mode_refused("a")], vec![Strict, Strict, Prompt]),
    ] {
        let mut scenario = asking(has, 2, lenient());
        scenario.run.task.has_opinion = true;
        assert!(matches!(scenario.play(script), Ending::Valid { .. }));
        assert_eq!((modes(&scenario), scenario.learned.as_slice()), (expected, &[][..]));
    }
}

const APPROVES: &str = r#"{"looks_good": true, "reason": ""}"#;
