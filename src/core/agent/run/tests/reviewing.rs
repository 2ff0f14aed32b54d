//! What waits for the person's word: corrections before they are sent, and one more attempt after the end.

use super::*;

const CORRECTION: &str = "Your JSON has 2 errors. Fix exactly these:\n\
     - \"city\" must be ≥ 2 characters (got 1: \"O\")\n\
     - Missing required field: \"age\"\n\n\
     Take every value from the original input again and make it agree with it: \
     an earlier answer is no evidence.\n\n\
     Return only the complete corrected JSON: no explanation, no code fence.";

fn reviewed(answers: impl IntoIterator<Item = Option<&'static str>>) -> Scenario {
    let mut scenario = Scenario::new(3);
    scenario.run.task.reviewing = Reviewing::EachCorrection;
    scenario.answers = answers.into_iter().collect();
    scenario
}

/// The last message of each call.
fn last_messages(scenario: &Scenario) -> Vec<&str> {
    scenario.calls.iter().map(|call| call.messages.last().unwrap().content.as_str()).collect()
}

#[test]
fn a_reviewed_correction_is_sent_as_the_person_leaves_it() {
    let mut scenario = reviewed([Some("Only Oslo or Bergen.\n"), Some(CORRECTION)]);
    assert_eq!(scenario.play([text(INVALID), text(INVALID), text(VALID)]), Ending::Valid { attempts: 3 });
    assert_eq!(scenario.drafts[0], CORRECTION);
    assert_eq!(last_messages(&scenario), ["Where?", "Only Oslo or Bergen.", CORRECTION]);
    let sent: Vec<_> = scenario.run.attempts().iter().map(|attempt| attempt.correction.as_deref()).collect();
    assert_eq!(sent, [Some("Only Oslo or Bergen."), Some(CORRECTION), None]);
    // The person's time is not the run's.
    assert_eq!(scenario.run.attempts()[0].latency(), Some(Millis(100)));
}

#[test]
fn a_person_may_stop_instead_and_still_go_on_later() {
    let mut scenario = reviewed([None]);
    assert_eq!(scenario.play([text(INVALID)]), Ending::Stopped);
    assert_eq!(scenario.badges(), [Badge::Invalid]);
    assert_eq!(scenario.drafts, [CORRECTION, CORRECTION]);
    assert_eq!(scenario.one_more("Do.", [text(VALID)]), Ending::Valid { attempts: 2 });
    assert_eq!(last_messages(&scenario), ["Where?", "Do."]);
}

#[test]
fn what_is_sent_again_without_a_word_is_not_reviewed() {
    let mut scenario = reviewed([]);
    let cut_off = || cut(r#"{"city": "Os"#);
    assert_eq!(scenario.play([cut_off(), Answer::Silence, text(VALID)]), Ending::Valid { attempts: 3 });
    assert_eq!(scenario.drafts, [""; 0]);
}

#[test]
fn a_failed_run_may_have_one_more_attempt_up_to_five() {
    let mut scenario = Scenario::new(1);
    assert_eq!(scenario.play([text(INVALID)]), Ending::Failed { attempts: 1 });
    assert_eq!(scenario.drafts, [CORRECTION]);
    for made in 2..=4 {
        let answer = format!(r#"{{"city": "O", "other": {made}}}"#);
        assert_eq!(scenario.one_more("Again.", [text(&answer)]), Ending::Failed { attempts: made });
        assert_eq!((scenario.drafts.len(), scenario.calls.len()), (made, made));
    }
    assert_eq!(scenario.one_more("Again.", [text(INVALID)]), Ending::Failed { attempts: 5 });
    assert_eq!(scenario.drafts.len(), 4, "no sixth attempt is offered");
    scenario.run.approve("Again.", scenario.now);
    assert_eq!(scenario.run.poll(), None);
    let counted: Vec<_> =
        scenario.run.attempts().iter().map(|attempt| (attempt.number, attempt.of)).collect();
    assert_eq!(counted, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]);
}

#[test]
fn what_failed_or_was_stopped_without_an_answer_is_sent_again_as_it_was() {
    let refused = || Answer::Reply(Reply { finish_reason: FinishReason::Refusal, ..Reply::default() });
    let mut scenario = Scenario::new(3);
    assert_eq!(scenario.play([refused()]), Ending::Failed { attempts: 1 });
    assert_eq!(scenario.drafts, [""]);
    assert_eq!(scenario.one_more("", [refused()]), Ending::Failed { attempts: 2 });
    assert_eq!(scenario.one_more("It is for a test.", [text(VALID)]), Ending::Valid { attempts: 3 });
    assert_eq!(last_messages(&scenario), ["Where?", "Where?", "Where?\n\nIt is for a test."]);

    let mut scenario = Scenario::new(3);
    scenario.run.start(scenario.now);
    scenario.run.stop(scenario.now);
    assert_eq!(scenario.go_on([Answer::Silence]), Ending::Stopped);
    assert_eq!(scenario.one_more("", [text(VALID)]), Ending::Valid { attempts: 2 });
    assert_eq!(last_messages(&scenario), ["Where?", "Where?"]);
}

#[test]
fn a_valid_run_offers_nothing() {
    let mut scenario = Scenario::new(3);
    assert_eq!(scenario.play([text(VALID)]), Ending::Valid { attempts: 1 });
    scenario.run.approve("Again.", scenario.now);
    assert_eq!((scenario.run.poll(), scenario.drafts.len()), (None, 0));
}

#[test]
fn what_the_budget_does_not_allow_is_not_offered() {
    use crate::core::cost::Budget;
    use crate::core::provider::Usage;
    for (budget, offered) in [(5_000, 1), (1_000, 0)] {
        let mut scenario = Scenario::new(1);
        scenario.run.task.purse.budget = Budget { tokens: Some(budget), ..Budget::default() };
        let usage = Some(Usage { input: 900, output: 90, ..Usage::default() });
        let answer = Answer::Reply(Reply { text: INVALID.into(), usage, ..Reply::default() });
        assert_eq!(scenario.play([answer]), Ending::Failed { attempts: 1 });
        assert_eq!(scenario.drafts.len(), offered, "{budget}");
    }
}
