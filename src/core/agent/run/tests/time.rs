//! The time of a whole run.

use super::*;
use crate::core::cost::{Budget, OverBudget};

fn timed(millis: u64) -> Scenario {
    let mut scenario = Scenario::new(5);
    scenario.run.task.purse.budget = Budget { time: Some(Millis(millis)), ..Budget::default() };
    scenario
}

fn over(attempts: usize, millis: u64) -> Ending {
    Ending::OverBudget { attempts, over: OverBudget::Time(Millis(millis)) }
}

#[test]
fn no_call_follows_when_the_time_is_over() {
    // Every call takes 100 ms.
    let mut scenario = timed(250);
    let script = [INVALID, r#"{"city": "Oslo"}"#, r#"{"age": 7}"#].map(text);
    assert_eq!(scenario.play(script), over(3, 250));
    assert_eq!(scenario.drafts, [""; 0], "nor is one offered");
    let mut scenario = timed(300);
    let script = [INVALID, r#"{"city": "Oslo"}"#].map(text).into_iter().chain([text(VALID)]);
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 3 });
}

#[test]
fn a_call_that_is_under_way_is_broken_off() {
    let mut scenario = timed(3_000);
    assert_eq!(scenario.play([text(INVALID), Answer::Silence]), over(2, 3_000));
    assert_eq!(scenario.outcomes(), [&Outcome::Invalid, &Outcome::TimedOut]);
    assert_eq!(scenario.now, Millis(4_000), "before the silence was too long");
}

#[test]
fn a_rest_that_is_longer_than_what_is_left_is_not_waited_for() {
    let mut scenario = timed(3_000);
    assert_eq!(scenario.play([busy(Some(1_000)), busy(Some(2_500))]), over(1, 3_000));
    assert_eq!(scenario.now, Millis(1_000 + 100 + 1_000 + 100));
}

#[test]
fn what_the_person_takes_does_not_count() {
    let mut scenario = timed(350);
    scenario.run.task.reviewing = Reviewing::EachCorrection;
    scenario.answers = [Some("Again."), Some("Again.")].into();
    assert_eq!(
        scenario.play([text(INVALID), text(r#"{"city": "P"}"#), text(VALID)]),
        Ending::Valid { attempts: 3 }
    );
    assert!(scenario.now > Millis(120_000));
}
