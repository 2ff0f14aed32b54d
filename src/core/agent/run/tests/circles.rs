//! What came of attempts, and whether they go in circles; and what is saved where a run ends early.

use super::*;
use crate::core::agent::{Saved, Stall, circling};
use crate::core::judge::Tried;
use crate::core::provider::Usage;

/// What came of an attempt in short: the answer with the number of its violations, a text, or nothing.
fn in_short(tried: &Tried) -> String {
    match tried {
        Tried::Judged(answer, violations) => format!("{answer} {}", violations.len()),
        Tried::Unread(text) => format!("unread {text}"),
        Tried::Nothing => "nothing".to_owned(),
    }
}

#[track_caller]
fn check(script: impl IntoIterator<Item = Answer>, expected: &[(&str, Option<Stall>)]) {
    let mut scenario = Scenario::new(5);
    scenario.play(script);
    let tries: Vec<_> = scenario.run.attempts().iter().map(Tried::of).collect();
    let stalls = (1..=tries.len()).map(|made| Stall::of(&tries[..made]));
    assert!(scenario.run.attempts().iter().map(|attempt| attempt.stall).eq(stalls.clone()));
    let found: Vec<_> = tries.iter().map(in_short).zip(stalls).collect();
    let expected: Vec<_> = expected.iter().map(|(tried, stall)| ((*tried).to_owned(), *stall)).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_came_of_attempts() {
    use Stall::{BackAgain, SameAnswer, SameViolations};
    // White space and prose do not make it another answer, but repaired JSON and a refused one count.
    check(
        [text(INVALID), text("Sure: {\"city\":\"O\"}"), text("{'city': 'P'}")],
        &[
            ("{\"city\":\"O\"} 2", None),
            ("{\"city\":\"O\"} 2", Some(SameAnswer)),
            ("{\"city\":\"P\"} 2", Some(SameViolations)),
        ],
    );
    check(
        [text(INVALID), text("{\"city\":\"P\"}"), text("Oslo"), text(VALID)],
        &[
            ("{\"city\":\"O\"} 2", None),
            ("{\"city\":\"P\"} 2", Some(SameViolations)),
            ("unread Oslo", None),
            ("{\"city\":\"Oslo\",\"age\":7} 0", None),
        ],
    );
    check(
        [
            cut(" {\"city\": "),
            cut("{\"city\": \"O"),
            text(""),
            text(" "),
            reasoning("Hm.", FinishReason::Stop),
        ],
        &[
            ("unread {\"city\":", None),
            ("unread {\"city\": \"O", None),
            ("unread ", None),
            ("unread ", Some(SameAnswer)),
            ("unread Hm.", None),
        ],
    );
    let broken = || Answer::Fault(Fault::Cut { reply: Box::default() });
    check(
        [broken(), broken(), Answer::Silence, text(INVALID), broken()],
        &[
            ("nothing", None),
            ("nothing", None),
            ("nothing", None),
            ("{\"city\":\"O\"} 2", None),
            ("nothing", None),
        ],
    );
    check(
        [text(INVALID), text("Oslo"), text(INVALID), text("Oslo")],
        &[
            ("{\"city\":\"O\"} 2", None),
            ("unread Oslo", None),
            ("{\"city\":\"O\"} 2", Some(BackAgain)),
            ("unread Oslo", Some(BackAgain)),
        ],
    );
}

#[test]
fn a_run_is_diagnosed_where_it_goes_in_circles_to_the_end() {
    for (script, expected) in [
        (&[VALID][..], None),
        (&[INVALID, INVALID, VALID], None),
        (&["Oslo", "Oslo", "Oslo"], Some(vec!["unread Oslo".to_owned(); 3])),
        (&[INVALID, INVALID, INVALID], Some(vec!["{\"city\":\"O\"} 2".to_owned(); 3])),
    ] {
        let mut scenario = Scenario::new(5);
        scenario.play(script.iter().copied().map(text));
        let tried = circling(scenario.run.attempts());
        assert_eq!(tried.map(|tried| tried.iter().map(in_short).collect::<Vec<_>>()), expected, "{script:?}");
    }
}

#[test]
fn what_is_saved_is_what_the_attempts_took_on_average() {
    let taking = |input, output| {
        let usage = Some(Usage { input, output, ..Usage::default() });
        Answer::Reply(Reply { text: INVALID.into(), usage, ..Reply::default() })
    };
    let refused = || {
        Answer::Reply(Reply {
            finish_reason: FinishReason::Refusal,
            usage: Some(Usage { input: 800, ..Usage::default() }),
            ..Reply::default()
        })
    };
    for (script, expected) in [
        (vec![taking(1_000, 200), refused()], Some("Stopping early saved 3 attempts, about 3,000 tokens.")),
        (
            vec![taking(1_000, 200), taking(1_000, 300), taking(1_000, 400)],
            Some("Stopping early saved 2 attempts, about 2,600 tokens."),
        ),
    ] {
        let mut scenario = Scenario::new(5);
        scenario.play(script);
        assert_eq!(Saved::of(scenario.run.attempts()).map(Saved::words).as_deref(), expected);
    }
    let mut spent = Scenario::new(1);
    spent.play([taking(1, 1)]);
    assert_eq!(Saved::of(spent.run.attempts()), None);
    assert_eq!(Saved::of(&[] as &[Attempt]), None);
    assert_eq!(Saved { attempts: 2, tokens: 0 }.words(), "Stopping early saved 2 attempts.");
}
