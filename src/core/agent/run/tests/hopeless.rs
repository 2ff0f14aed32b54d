//! Replies that are looked into while they come in, and stopped where nothing can make them valid any more.

use super::*;
use crate::core::judge::{Desk, Question, Response, SchemaSource};

const FIELDS: &str = r#"{"fields": {
    "city": {"type": "string", "minLength": 2},
    "age": {"type": "integer", "min": 0}
}}"#;

/// Hands in a reply piece by piece and lets the judge look at each; gives what was shown of its growth.
fn hand_in(run: &mut Run, id: CallId, pieces: &[&str]) -> Vec<Growth> {
    let (mut desk, mut growths) = (Desk::default(), Vec::new());
    for (position, piece) in pieces.iter().enumerate() {
        run.handle_delta(id, Delta::Text((*piece).into()), Millis(1_100 + position as u64));
        while let Some(output) = run.poll() {
            match output {
                Output::Grow { id, dialect, before, chunk } => {
                    let schema = SchemaSource::of_text(FIELDS);
                    let Response::Grown(growth) =
                        desk.answer(Question::Grow { schema, dialect, before, chunk })
                    else {
                        panic!("the judge has no answer");
                    };
                    run.handle_growth(id, Some(growth), Millis(1_150));
                }
                Output::Show(Event::Growth(growth)) => growths.push(*growth),
                Output::Show(Event::Delta(_) | Event::Attempt(_)) | Output::WaitUntil(_) => {}
                Output::Send { .. } => return growths,
                Output::Show(Event::Learned(_) | Event::Draft(_))
                | Output::Judge { .. }
                | Output::JudgeCritique { .. }
                | Output::ReadOpinion { .. }
                | Output::Learn(_)
                | Output::Ended(_) => panic!("the reply goes on"),
            }
        }
    }
    growths
}

fn called_with(hopeless: OnHopeless) -> (Scenario, CallId) {
    let mut scenario = Scenario::new(2);
    scenario.run = Run::new(Task { hopeless, ..scenario.run.task.clone() });
    scenario.run.start(Millis(1_000));
    let id = outputs(&mut scenario.run).into_iter().find_map(sent).unwrap();
    (scenario, id)
}

const PIECES: [&str; 3] = ["{\"city\": \"Os", "lo\", \"age\": -5,", "\"more\": 1}"];
const WRONG: &str = "\"age\" must be ≥ 0 (got -5)";

#[test]
fn a_hopeless_reply_is_stopped_and_corrected_at_once() {
    let (mut scenario, id) = called_with(OnHopeless::Stop);
    let growths = hand_in(&mut scenario.run, id, &PIECES);
    let values: Vec<_> =
        growths.iter().map(|growth| (growth.value.as_str(), growth.open.as_deref())).collect();
    assert_eq!(
        values,
        [
            ("{\n  \"city\": \"Os\"\n}", Some("city")),
            ("{\n  \"city\": \"Oslo\",\n  \"age\": -5\n}", Some("the answer")),
        ]
    );
    let [stopped, second] = scenario.run.attempts() else { panic!("two attempts") };
    assert_eq!((stopped.outcome(), stopped.badge()), (Some(&Outcome::Hopeless), Badge::Invalid));
    assert_eq!(stopped.reply.as_ref().map(|reply| reply.text.clone()), Some(PIECES[..2].concat()));
    assert_eq!(stopped.error_texts(), [WRONG]);
    assert_eq!(stopped.glance(), ["1 error", "stopped early"]);
    let correction = format!(
        "Your last answer was stopped before its end, since nothing more could have made it valid:\n- {WRONG}\n\n\
         Answer again with only the JSON, complete and valid: no explanation, no code fence."
    );
    assert_eq!(stopped.correction.as_ref(), Some(&correction));
    // The answer that has no end is not shown to the model.
    let last = second.messages.last().map(|message| (message.role, message.content.clone()));
    assert_eq!(last, Some((Role::User, format!("Where?\n\n{correction}"))));
    assert_eq!(second.messages.len(), 2);
    outputs(&mut scenario.run);
    // What comes late changes nothing.
    let before = scenario.run.attempts().to_vec();
    scenario.run.handle_delta(id, Delta::Text(PIECES[2].into()), Millis(2_000));
    scenario.run.handle_reply(id, Reply { text: PIECES.concat(), ..Reply::default() }, Millis(2_000));
    scenario.run.handle_growth(id, growths.last().cloned(), Millis(2_000));
    assert_eq!((outputs(&mut scenario.run), scenario.run.attempts()), (vec![], before.as_slice()));
}

#[test]
fn a_hopeless_reply_in_the_last_attempt_ends_the_run() {
    let (mut scenario, first) = called_with(OnHopeless::Stop);
    hand_in(&mut scenario.run, first, &PIECES);
    let growth = Growth { hopeless: scenario.run.attempts()[0].hopeless.clone(), ..Growth::default() };
    // The second call is the one that was sent last.
    let second = CallId(2);
    scenario.run.handle_delta(second, Delta::Text("{".into()), Millis(2_000));
    scenario.run.handle_growth(second, Some(growth), Millis(2_000));
    assert_eq!(outputs(&mut scenario.run).last(), Some(&Output::Ended(Ending::Failed { attempts: 2 })));
    assert_eq!(scenario.outcomes(), [&Outcome::Hopeless, &Outcome::Hopeless]);
}

#[test]
fn what_was_saved_is_told() {
    for (rest, expected) in [
        (
            1_200,
            "The reply was stopped before its end: nothing more could have made it valid. ≈ 1,200 tokens were not written.",
        ),
        (0, "The reply was stopped before its end: nothing more could have made it valid."),
    ] {
        let (mut scenario, id) = called_with(OnHopeless::Stop);
        let mut growth = hand_in(&mut called_with(OnHopeless::Wait).0.run, id, &PIECES).pop().unwrap();
        if let Some(hopeless) = &mut growth.hopeless {
            hopeless.rest = rest;
        }
        scenario.run.handle_growth(id, Some(growth), Millis(1_200));
        assert_eq!(scenario.run.attempts()[0].explanation(), expected);
    }
}

#[test]
fn without_the_switch_the_reply_is_waited_for_and_all_that_is_wrong_is_told() {
    let (mut scenario, id) = called_with(OnHopeless::Wait);
    let growths = hand_in(&mut scenario.run, id, &PIECES);
    let said = growths.iter().filter_map(|growth| growth.hopeless.as_ref());
    let said: Vec<_> = said.map(|hopeless| hopeless.violation.message.as_str()).collect();
    assert_eq!(said, [WRONG, WRONG]);
    assert_eq!(scenario.outcomes(), [] as [&Outcome; 0]);
}

#[test]
fn a_judge_without_an_answer_is_not_asked_again_and_the_reply_goes_on() {
    let (mut scenario, id) = called_with(OnHopeless::Stop);
    scenario.run.handle_delta(id, Delta::Text("{".into()), Millis(1_100));
    scenario.run.handle_growth(id, None, Millis(1_200));
    scenario.run.handle_delta(id, Delta::Text("}".into()), Millis(1_300));
    let asked = outputs(&mut scenario.run).into_iter().filter(|output| matches!(output, Output::Grow { .. }));
    assert_eq!(asked.collect::<Vec<_>>(), [Output::Grow { id, dialect: None, before: 0, chunk: "{".into() }]);
    assert_eq!(scenario.outcomes(), [] as [&Outcome; 0]);
}
