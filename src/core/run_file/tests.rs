//! What is no run file, and what is one that does not suit.

use super::*;
use serde_json::json;

#[track_caller]
fn check(text: &str, expected: Result<(), &str>) {
    let found = RunFile::read(text).map(drop).map_err(|error| error.to_string());
    assert_eq!(found, expected.map_err(str::to_owned), "{text}");
}

#[test]
fn what_cannot_be_opened_says_why() {
    let none = Err("This is not a run file.");
    for text in ["", "{", "null", "[]", "{}", r#"{"format": "structured-output-validator setup"}"#] {
        check(text, none);
    }
    check(&"[".repeat(100_000), none);
    check(&format!(r#"{{"format": "{FORMAT}", "version": 1, "setup": {}}}"#, "[".repeat(200)), none);
    let file = |members: Value| {
        let mut file = json!({"format": FORMAT, "version": VERSION});
        members.as_object().into_iter().flatten().for_each(|(name, value)| file[name] = value.clone());
        file.to_string()
    };
    check(&file(json!({})), Ok(()));
    check(&file(json!({"later": {"x": [1]}})), Ok(()));
    check(
        &file(json!({"version": 2})),
        Err("A newer version of this page made this run file (format 2). Reload the page to get it."),
    );
    let attempts = |attempt: Value| json!({"attempts": [{}, attempt]});
    for (members, path) in [
        (json!({"version": "1"}), "version"),
        (json!({"id": 1}), "id"),
        (json!({"began": -1}), "began"),
        (json!({"setup": []}), "setup"),
        (json!({"schema": {"builtIn": "nobody's"}}), "schema"),
        (json!({"server": {"provider": "nobody"}}), "server.provider"),
        (json!({"server": []}), "server"),
        (json!({"ending": {"name": "happily"}}), "ending.name"),
        (json!({"attempts": [{}, {}, {}, {}, {}, {}]}), "attempts"),
        (attempts(json!({"outcome": {"name": "call failed", "fault": "sung"}})), "attempts[1].outcome.fault"),
        (attempts(json!({"of": 256})), "attempts[1].of"),
        (attempts(json!({"messages": [{"role": "root"}]})), "attempts[1].messages[0].role"),
        (attempts(json!({"reply": {"usage": {"input": 1.5}}})), "attempts[1].reply.usage.input"),
        (attempts(json!({"verdict": {"violations": [{"pointer": 0}]}})), "attempts[1].verdict.violations"),
        (attempts(json!({"second": [{}, {}, {}]})), "attempts[1].second"),
        (json!({"requests": [1]}), "requests"),
    ] {
        check(&file(members), Err(&format!("This run file is broken: {path} cannot be read.")));
    }
}

#[test]
fn attempts_are_counted_by_their_places() {
    let text = json!({"format": FORMAT, "version": 1, "attempts": [{}, {"number": 7}, {}]}).to_string();
    let numbers: Vec<_> =
        RunFile::read(&text).unwrap().attempts.iter().map(|attempt| attempt.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
}

/// Every ending there is comes back as it was.
#[test]
fn endings_come_back() {
    use crate::core::cost::{Cost, Money, OverBudget};
    let money = Money::from_nano_dollars(u64::MAX);
    let over = |over| Ending::OverBudget { attempts: 2, over };
    for ending in [
        Ending::Valid { attempts: 1 },
        Ending::Failed { attempts: 5 },
        Ending::Stalled { attempts: 3 },
        Ending::Stopped,
        over(OverBudget::Tokens { budget: 1, spent: 2, next: u64::MAX }),
        over(OverBudget::Money { budget: money, spent: Cost::estimated(money), next: Money::ZERO }),
        over(OverBudget::Money { budget: money, spent: Cost::UNKNOWN, next: money }),
        over(OverBudget::Time(Millis(1))),
        over(OverBudget::NoPrice(money)),
        over(OverBudget::SpentUnknown(Money::ZERO)),
    ] {
        let file = RunFile { setup: json!({}), ending, ..RunFile::default() };
        assert_eq!(RunFile::read(&file.to_json().to_string()), Ok(file));
    }
}

#[test]
fn judging_again_is_compared_in_every_part() {
    let valid = Verdict { answer: Some("1".into()), passed: 3, is_valid: true, violations: Vec::new() };
    let other = Verdict { passed: 4, ..valid.clone() };
    let nothing = Verdict::default();
    for (then, now, words, is_same) in [
        (&valid, &valid, ["valid", "valid"], true),
        (&valid, &other, ["valid", "valid"], false),
        (&nothing, &valid, ["no answer", "valid"], false),
    ] {
        let again = Again { attempt: 2, words: words.map(str::to_owned), is_same };
        assert_eq!(Again::new(2, then, now), again);
    }
}
