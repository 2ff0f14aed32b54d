//! Further calls about an answer: the model's opinion, and the critique.

use super::*;
use crate::core::agent::{Critic, SecondFinding};
use crate::core::cost::{Budget, price};
use crate::core::critique::{Critique, Finding, Opinion};

const OBJECTS: &str = r#"{"objections": [{"place": "city", "problem": "It is not in the input."}]}"#;
const AGREES: &str = r#"{"objections": []}"#;

fn criticised(attempts: u8) -> Scenario {
    let mut scenario = Scenario::new(attempts);
    let critique = Critique::new("The city is in the input.").unwrap();
    scenario.run.task.critic = Some(Critic { critique, price: Some(Price::FREE) });
    scenario
}

/// What came of the further calls of each attempt.
fn findings(scenario: &Scenario) -> Vec<Vec<SecondFinding>> {
    let attempts = scenario.run.attempts().iter();
    attempts.map(|attempt| attempt.second.iter().map(|second| second.finding.clone()).collect()).collect()
}

fn critique(finding: Finding) -> SecondFinding {
    SecondFinding::Critique(Some(finding))
}

fn unusable(reason: &str) -> SecondFinding {
    critique(Finding::Unusable(reason.into()))
}

#[test]
fn a_critique_that_objects_is_corrected_like_any_violation() {
    let mut scenario = criticised(3);
    assert_eq!(
        scenario.play([text(VALID), text(OBJECTS), text(r#"{"city": "Rome", "age": 7}"#), text(AGREES)]),
        Ending::Valid { attempts: 2 }
    );
    let objections = critique(Finding::Objections { told: 1, more: 0 });
    assert_eq!(findings(&scenario), [vec![objections], vec![critique(Finding::Nothing)]]);
    assert_eq!(scenario.outcomes(), [&Outcome::Invalid, &Outcome::Valid]);
    let correction = scenario.calls[2].messages.last().unwrap();
    assert_eq!(
        correction.content,
        "Your JSON has 1 error. Fix exactly these:\n\
         - \"city\": It is not in the input.\n\n\
         Right, and to stay in its place and form: age.\n\n\
         Take every value from the original input again and make it agree with it: \
         an earlier answer is no evidence.\n\n\
         Return only the complete corrected JSON: no explanation, no code fence."
    );
    // The second critique knows of the second answer alone.
    let asked = &scenario.calls[3].messages;
    assert_eq!(asked.len(), 2);
    assert!(asked[1].content.contains("Rome") && !asked[1].content.contains("Oslo"));
    assert!(!asked.iter().any(|message| message.content.contains("It is not in the input.")));
}

#[test]
fn what_the_validator_rejects_is_not_criticised() {
    let mut scenario = criticised(2);
    assert_eq!(scenario.play([text(INVALID), text("no")]), Ending::Failed { attempts: 2 });
    assert_eq!(findings(&scenario), [vec![], vec![]]);
}

#[test]
fn a_critique_that_is_none_counts_for_nothing() {
    for (answer, reason) in [
        (text("It is fine."), "there is no JSON in it"),
        (Answer::Fault(server_fault(Complaint::KeyRefused, None)), "the call failed: slow down"),
        (Answer::Silence, "the server was silent for too long"),
    ] {
        let mut scenario = criticised(3);
        assert_eq!(scenario.play([text(VALID), answer]), Ending::Valid { attempts: 1 });
        assert_eq!(findings(&scenario), [[unusable(reason)]]);
    }
}

#[test]
fn a_busy_critic_is_waited_for() {
    let mut scenario = criticised(3);
    assert_eq!(scenario.play([text(VALID), busy(Some(2_000)), text(AGREES)]), Ending::Valid { attempts: 1 });
    assert_eq!(findings(&scenario), [[critique(Finding::Nothing)]]);
}

#[test]
fn an_objection_to_the_last_attempt_ends_the_run() {
    let mut scenario = criticised(1);
    assert_eq!(scenario.play([text(VALID), text(OBJECTS)]), Ending::Failed { attempts: 1 });
}

#[test]
fn further_calls_are_paid_from_the_same_budget() {
    let usage = |answer: &str, output| {
        let usage = crate::core::provider::Usage { input: 100, output, ..Default::default() };
        Answer::Reply(Reply { text: answer.into(), usage: Some(usage), ..Reply::default() })
    };
    let mut scenario = criticised(3);
    scenario.run.task.critic.as_mut().unwrap().price = price("m 10 100", "custom", "m");
    scenario.play([usage(VALID, 10), usage(AGREES, 5)]);
    let spent = scenario.run.attempts()[0].spent.unwrap();
    assert_eq!((spent.usage.input, spent.usage.output), (200, 15));
    assert_eq!(spent.cost(), "about $0.0015 (estimate)");

    let mut scenario = criticised(3);
    scenario.run.task.purse.budget = Budget { tokens: Some(250), ..Budget::default() };
    assert_eq!(scenario.play([usage(VALID, 10)]), Ending::Valid { attempts: 1 });
    let second = &scenario.run.attempts()[0].second[0];
    let SecondFinding::Critique(Some(Finding::Unusable(reason))) = &second.finding else {
        panic!("{:?}", second.finding)
    };
    assert!(reason.ends_with("110 of 250 are spent"), "{reason}");
}

#[test]
fn an_opinion_is_asked_for_and_changes_nothing() {
    let looks_good = r#"{"looks_good": true}"#;
    let mut scenario = Scenario::new(2);
    scenario.run.task.has_opinion = true;
    assert_eq!(
        scenario.play([text(INVALID), text(looks_good), text(VALID), text("Well.")]),
        Ending::Valid { attempts: 2 }
    );
    let opinion = |opinion| vec![SecondFinding::Opinion(Some(opinion))];
    assert_eq!(
        findings(&scenario),
        [
            opinion(Opinion::Clear { approves: true, reason: String::new() }),
            opinion(Opinion::Unclear("there is no JSON in it".into())),
        ]
    );
    let told: Vec<_> = scenario.run.attempts()[0].findings().into_iter().map(|(_, words)| words).collect();
    assert!(told.contains(&"Model: looks good. Validator: 2 errors".to_owned()), "{told:?}");
    assert_eq!(scenario.roles(2), CONVERSATION);
    assert!(!scenario.calls[2].messages.iter().any(|message| message.content.contains("looks_good")));
}

#[test]
fn an_opinion_comes_before_the_critique_and_can_be_stopped() {
    let mut scenario = criticised(2);
    scenario.run.task.has_opinion = true;
    assert_eq!(
        scenario.play([text(VALID), text(r#"{"looks_good": false}"#), text(AGREES)]),
        Ending::Valid { attempts: 1 }
    );
    let kinds: Vec<_> =
        findings(&scenario)[0].iter().map(|finding| matches!(finding, SecondFinding::Opinion(_))).collect();
    assert_eq!(kinds, [true, false]);
    scenario.run.stop(scenario.now);
    assert_eq!(scenario.run.poll(), None);
}
