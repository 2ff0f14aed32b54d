//! How corrections are put, by the strategy and by what the run has seen.

use super::*;
use crate::core::judge::Ledger;

/// What follows an invalid answer, by how corrections are put.
fn follow_up(history: History, has_scaffold: bool) -> Vec<Message> {
    let mut scenario = Scenario::new(2);
    let correcting = Correcting::By(Strategy { history, has_scaffold });
    scenario.run = Run::new(Task { correcting, ..scenario.run.task.clone() });
    scenario.play([text(r#"{"city": "Oslo", "age": "7"}"#), text(VALID)]);
    let strategies: Vec<_> = scenario.run.attempts().iter().map(|attempt| attempt.strategy).collect();
    assert_eq!(strategies, [Some(Strategy { history, has_scaffold }), None]);
    scenario.calls[1].messages[1..].to_vec()
}

const EVIDENCE: &str = "Take every value from the original input again and make it agree with it: an earlier answer is no evidence.";
const ONLY_JSON: &str = "Return only the complete corrected JSON: no explanation, no code fence.";
const SCAFFOLD: &str = "Return this JSON with each <...> replaced by what it stands for:\n\
                        {\n  \"city\": \"Oslo\",\n  \"age\": <integer at least 0>\n}";

#[test]
fn each_strategy_has_its_words() {
    let answer = Message::assistant(r#"{"city": "Oslo", "age": "7"}"#);
    let error = "\"age\" must be an integer, got string \"7\"";
    let told = format!("Your JSON has 1 error. Fix exactly these:\n- {error}");
    let avoid = format!("Where?\n\nAn earlier answer to this had 1 error. Avoid exactly these:\n- {error}");
    for (history, has_scaffold, expected) in [
        (
            History::Conversation,
            false,
            vec![
                Message::user("Where?"),
                answer.clone(),
                Message::user(format!(
                    "{told}\n\nRight, and to stay in its place and form: city.\n\n{EVIDENCE}\n\n{ONLY_JSON}"
                )),
            ],
        ),
        (
            History::Conversation,
            true,
            vec![
                Message::user("Where?"),
                answer,
                Message::user(format!("{told}\n\n{SCAFFOLD}\n\n{EVIDENCE}\n\n{ONLY_JSON}")),
            ],
        ),
        (History::Fresh, false, vec![Message::user(format!("{avoid}\n\n{EVIDENCE}\n\n{ONLY_JSON}"))]),
        (
            History::Fresh,
            true,
            vec![Message::user(format!("{avoid}\n\n{SCAFFOLD}\n\n{EVIDENCE}\n\n{ONLY_JSON}"))],
        ),
    ] {
        assert_eq!(follow_up(history, has_scaffold), expected);
    }
}

#[test]
fn what_was_changed_although_it_was_right_is_said() {
    let mut scenario = Scenario::new(3);
    let script =
        [text(r#"{"city": "Oslo", "age": -1}"#), text(r#"{"city": "Rome", "age": "7"}"#), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 3 });
    let [first, second, third] = scenario.run.attempts() else { panic!("three attempts") };
    let words = |attempt: &Attempt| {
        let answer = attempt.judgement.as_deref().and_then(|judgement| judgement.answer.as_ref());
        answer.and_then(|answer| answer.ledger.as_ref()).map(Ledger::words)
    };
    assert_eq!(words(first), None);
    assert_eq!(words(second).as_deref(), Some("1 fixed · 1 newly wrong · 1 changed although it was right"));
    assert_eq!(words(third).as_deref(), Some("1 fixed · 1 changed although it was right"));
    let told = &scenario.calls[2].messages[3].content;
    assert!(told.contains("\n\nYou changed this although it was right: city.\n\n"), "{told}");
}

#[test]
fn a_run_in_circles_is_corrected_otherwise_and_then_ends() {
    let other = r#"{"city": "P"}"#;
    let stalled = |attempts| Ending::Stalled { attempts };
    for (script, ending, roles) in [
        // The same again: told otherwise once, and then given up.
        (vec![INVALID, INVALID, INVALID], stalled(3), vec![2, 2, 4]),
        (vec![INVALID, other, INVALID], stalled(3), vec![2, 2, 4]),
        (vec![INVALID, "{\"age\": -1}", INVALID, "{\"age\": -1}"], stalled(4), vec![2, 2, 2, 4]),
        // The attempts are spent with that.
        (
            vec![INVALID, "[]", "{\"city\": 1}", "[]", "[]"],
            Ending::Failed { attempts: 5 },
            vec![2, 2, 2, 2, 4],
        ),
        // Each is wrong otherwise.
        (
            vec![INVALID, "[]", "{\"city\": 1}", "{\"age\": -1}", "1"],
            Ending::Failed { attempts: 5 },
            vec![2, 2, 2, 2, 2],
        ),
    ] {
        let mut scenario = Scenario::new(5);
        scenario.run = Run::new(Task { correcting: Correcting::Auto, ..scenario.run.task.clone() });
        assert_eq!(scenario.play(script.iter().copied().map(text)), ending, "{script:?}");
        let told: Vec<_> = scenario.calls.iter().map(|call| call.messages.len()).collect();
        assert_eq!(told, roles, "{script:?}");
    }
}

#[test]
fn what_holds_no_json_is_no_answer_that_was_cut_and_two_in_a_row_are_shown_its_form() {
    let mut scenario = Scenario::new(4);
    let script = [cut("It is Oslo, and"), text("Well."), text(r#"{"city": "O"}"#), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 4 });
    assert_eq!(scenario.outcomes(), [&Outcome::NoJson, &Outcome::NoJson, &Outcome::Invalid, &Outcome::Valid]);
    let corrections: Vec<_> =
        scenario.run.attempts().iter().filter_map(|attempt| attempt.correction.as_deref()).collect();
    assert_eq!(
        corrections[..2],
        [
            "There is no JSON in your reply.\n\n\
             Answer again with only the JSON, complete and valid: no explanation, no code fence.",
            "There is no JSON in your reply.\n\n\
             Return this JSON with each <...> replaced by what it stands for:\n\
             {\n  \"city\": <string of at least 2 characters>,\n  \"age\": <integer at least 0>\n}\n\n\
             Return only the JSON: no explanation, no code fence.",
        ]
    );
    assert_eq!(scenario.calls.iter().map(|call| call.token_limit).collect::<Vec<_>>(), [100; 4]);
}
