//! What is no run file, and what is one that does not suit.

use super::*;
use crate::core::judge::{Desk, Question, Response};
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
        (
            attempts(json!({"verdict": {"violations": [{"pointer": 0}]}})),
            "attempts[1].verdict.violations[0].pointer",
        ),
        (attempts(json!({"second": [{"finding": {"name": "rhyme"}}]})), "attempts[1].second[0].finding.name"),
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

#[test]
fn an_image_comes_back_unless_it_is_none() {
    let image = crate::core::image::tests::image();
    let file = RunFile { setup: json!({}), image: Some(image), ..RunFile::default() };
    let mut json = file.clone().into_json();
    assert_eq!(RunFile::read(&json.to_string()), Ok(file.clone()));
    json["image"]["mediaType"] = "image/svg+xml".into();
    assert_eq!(RunFile::read(&json.to_string()), Ok(RunFile { image: None, ..file }));
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
        assert_eq!(RunFile::read(&file.clone().into_json().to_string()), Ok(file));
    }
}

/// A file with attempts of these outcomes and replies, each judged valid where it says so.
fn file(schema: &str, attempts: &[(&str, &str)]) -> String {
    let attempt = |(outcome, text): &(&str, &str)| {
        let verdict = json!({"valid": *outcome == "valid", "answer": text, "passed": 1, "violations": []});
        json!({"outcome": {"name": outcome}, "reply": {"text": text}, "verdict": verdict})
    };
    let schema = json!({"text": schema, "component": null, "formats": "assert"});
    let last = attempts.last().map_or("", |(outcome, _)| outcome);
    let ending = if last == "valid" { "valid" } else { "failed" };
    let attempts: Vec<_> = attempts.iter().map(attempt).collect();
    json!({"format": FORMAT, "version": 1, "schema": schema, "ending": {"name": ending}, "attempts": attempts})
        .to_string()
}

const NUMBER: &str = r#"{"type": "number"}"#;

/// The file is judged by its own schema, and by another: what is said of it.
#[track_caller]
fn judged(file: String, chosen: Option<&str>) -> Again {
    let chosen = chosen.map(|text| (SchemaSource::of_text(text), "S".to_owned()));
    match Desk::default().answer(Question::Again { file, by_own: true, chosen }) {
        Response::Again(Ok(again)) => again,
        other => panic!("{other:?}"),
    }
}

#[test]
fn verdicts_are_compared() {
    let attempts = [("valid", "1"), ("stopped", "{}")];
    for (schema, chosen, lines, table) in [
        (
            NUMBER,
            None,
            vec!["its own schema: 1 of 2 verdicts changed"],
            vec!["Attempt|Then|its own schema", "1|valid|valid", "2|valid|1 error*"],
        ),
        ("true", None, vec!["its own schema: the same verdicts"], vec![]),
        (
            NUMBER,
            Some(r#"{"type": "object"}"#),
            vec!["its own schema: 1 of 2 verdicts changed", "“S”, chosen now: 1 of 2 verdicts changed"],
            vec![
                "Attempt|Then|its own schema|“S”, chosen now",
                "1|valid|valid|1 error*",
                "2|valid|1 error*|valid",
            ],
        ),
        (
            "{",
            None,
            vec!["its own schema: 2 of 2 verdicts changed"],
            vec![
                "Attempt|Then|its own schema",
                "1|valid|undecided: This is not JSON: at line 1, column 1, the text ends inside an object.*",
                "2|valid|undecided: This is not JSON: at line 1, column 1, the text ends inside an object.*",
            ],
        ),
    ] {
        let expected: Vec<_> = lines.iter().map(|line| format!("Judged again by {line}")).collect();
        assert_eq!(
            shown(&judged(file(schema, &attempts), chosen).drawn),
            (expected, table.iter().map(|row| (*row).to_owned()).collect())
        );
    }
    let same = judged(file(NUMBER, &[("valid", "1")]), Some(r#"{"type": "integer"}"#));
    let lines = [
        "Judged again by its own schema: the same verdict",
        "Judged again by “S”, chosen now: the same verdict",
    ];
    assert_eq!(shown(&same.drawn), (lines.map(str::to_owned).into(), Vec::new()));
    let lines = ["Judged again by its own schema: there is no reply to judge"];
    assert_eq!(shown(&judged(file(NUMBER, &[]), None).drawn), (lines.map(str::to_owned).into(), Vec::new()));
}

/// The lines that are drawn, but for the last, and the rows of the table, where changed cells have a star.
fn shown(drawn: &Value) -> (Vec<String>, Vec<String>) {
    let children = |node: &Value| node[2].as_array().unwrap().clone();
    let words = |node: &Value| {
        let changed = if node[1]["class"] == "again__changed" { "*" } else { "" };
        format!("{}{changed}", node[2][0].as_str().unwrap())
    };
    let (lines, tables): (Vec<_>, Vec<_>) =
        children(drawn).into_iter().partition(|node| node[0] == "p" && node[1]["class"] != "hint");
    let rows = tables
        .iter()
        .take(1)
        .flat_map(|frame| children(&children(frame)[0]))
        .flat_map(|part| children(&part));
    let row = |row: Value| children(&row).iter().map(words).collect::<Vec<_>>().join("|");
    (lines.iter().map(words).collect(), rows.map(row).collect())
}

/// A file that says of a reply that it is valid is not believed.
#[test]
fn what_the_judge_says_now_holds() {
    let (valid, failed) = (Ending::Valid { attempts: 1 }, Ending::Failed { attempts: 1 });
    for (schema, text, outcome, ending) in [
        (NUMBER, "1", "valid", &valid),
        (NUMBER, "1", "invalid", &valid),
        (NUMBER, "\"1\"", "valid", &failed),
        (NUMBER, "\"1\"", "invalid", &failed),
        (NUMBER, "one", "valid", &failed),
        ("{", "1", "valid", &failed),
    ] {
        let again = judged(file(schema, &[(outcome, text)]), None);
        assert_eq!(RunFile::read(&again.file).unwrap().ending, *ending, "{text} {outcome}");
    }
    let claim = |attempts: Value| {
        let file = json!({"format": FORMAT, "version": 1, "ending": {"name": "valid"}, "attempts": attempts});
        RunFile::read(&judged(file.to_string(), None).file).unwrap().ending
    };
    assert_eq!(claim(json!([])), Ending::Failed { attempts: 0 });
    assert_eq!(claim(json!([{"outcome": {"name": "valid"}}])), failed);
}
