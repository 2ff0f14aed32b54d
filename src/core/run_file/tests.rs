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
    let over = |over| Ending::OverBudget { attempts: 0, over };
    for ending in [
        Ending::Failed { attempts: 0 },
        Ending::Stalled { attempts: 0 },
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
    let then = [Some(valid.clone()), None, Some(Verdict::default())];
    let now = |first: Now, last: Now| Again { by: "S".into(), verdicts: vec![first, Now::Nothing, last] };
    assert_eq!(Again::new("S".into(), &then), now(Now::Pending, Now::Pending));
    let (same, nothing) = (Now::Verdict(valid.clone()), Now::Verdict(Verdict::default()));
    for (now, words) in [
        (now(Now::Pending, nothing.clone()), "judging again…"),
        (now(same.clone(), nothing.clone()), "the same verdicts"),
        (now(Now::Verdict(other), nothing.clone()), "1 of 2 verdicts changed"),
        (now(Now::Undecided("too long".into()), same), "2 of 2 verdicts changed"),
        (Again { by: String::new(), verdicts: vec![Now::Nothing] }, "there was no reply to judge"),
    ] {
        assert_eq!(now.words(&then), words, "{now:?}");
    }
}

/// A file that says of a reply that it is valid is not believed.
#[test]
fn what_the_judge_says_now_holds() {
    let file = |text: &str, name: &str| {
        let attempt = json!({"outcome": {"name": name}, "reply": {"text": text},
            "verdict": {"valid": name == "valid", "answer": text, "passed": 9, "violations": []}});
        let ending = json!({"name": if name == "valid" { "valid" } else { "failed" }});
        let schema = json!({"text": r#"{"type": "integer"}"#, "component": null, "formats": "assert"});
        let file = json!({"format": FORMAT, "version": 1, "setup": {}, "schema": schema,
            "ending": ending, "attempts": [attempt]});
        RunFile::read(&file.to_string()).unwrap()
    };
    let judged = |file: &RunFile| {
        let compiled = file.schema.read().unwrap();
        Ok(crate::core::judge::judge_case(&file.case(0).unwrap(), Some(&compiled.validator), None))
    };
    let (valid, failed) = (Ending::Valid { attempts: 1 }, Ending::Failed { attempts: 1 });
    for (text, name, ending, words) in [
        ("1", "valid", &valid, "valid"),
        ("1", "invalid", &valid, "valid"),
        ("\"1\"", "valid", &failed, "1 error"),
        ("\"1\"", "invalid", &failed, "1 error"),
        ("one", "valid", &failed, "no answer"),
    ] {
        let mut file = file(text, name);
        file.take(0, judged(&file));
        let verdict = verdicts(&file.attempts).remove(0).unwrap();
        assert_eq!((&file.ending, verdict.words().as_str()), (ending, words), "{text} {name}");
    }
    let nothing = json!({"format": FORMAT, "version": 1, "ending": {"name": "valid"}});
    assert_eq!(RunFile::read(&nothing.to_string()).unwrap().ending, Ending::Failed { attempts: 0 });
    let claimed = json!({"format": FORMAT, "version": 1, "ending": {"name": "valid"},
        "attempts": [{"outcome": {"name": "valid"}}]});
    let mut claimed = RunFile::read(&claimed.to_string()).unwrap();
    claimed.take(0, judged(&file("", "valid")));
    assert_eq!(claimed.ending, failed);
    let mut undecided = file("1", "valid");
    undecided.take(0, Err("it took too long".into()));
    assert_eq!(undecided.ending, failed);
}
