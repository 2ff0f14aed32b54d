//! Kept runs as tests make them: from run files.

use super::*;
use crate::core::run_file::RunFile;
use crate::core::time::Millis;
use serde_json::{Value, json};

/// The run of a file with these members beside those that every file has.
pub(super) fn run(members: Value) -> RunFile {
    let mut file = json!({
        "format": "structured-output-validator run",
        "version": 1,
        "id": "r1",
        "began": 1_000,
        "setup": {},
        "schemaName": "Invoice",
        "server": {"provider": "ollama", "baseUrl": "http://localhost:11434", "model": "qwen3"},
        "prompt": "Read\n  the invoice.",
        "input": "INVOICE No. 7",
        "ending": {"name": "failed"},
    });
    members.as_object().into_iter().flatten().for_each(|(name, value)| file[name] = value.clone());
    RunFile::read(&file.to_string()).unwrap()
}

/// A violation as it stands in a file.
fn violation(pointer: &[Value], rule: &str, severity: &str) -> Value {
    json!({
        "pointer": pointer, "rule": rule, "level": "constraint", "severity": severity,
        "message": format!("\"total\" breaks {rule}, says =1+1"), "related": [], "isGrounding": false,
    })
}

/// An attempt with an answer.
pub(super) fn attempt(outcome: &str, answer: &str, violations: &[Value]) -> Value {
    json!({
        "outcome": {"name": outcome},
        "latency": 1_500,
        "reply": {"text": answer},
        "verdict": {"valid": outcome == "valid", "answer": answer, "passed": 2, "violations": violations},
        "spent": {"usage": {"input": 100, "output": 20, "cached": 50}, "cost": {"nanoDollars": 10_000_000}},
    })
}

fn two_attempts() -> RunFile {
    let lines = |place: u64| [json!("lines"), json!(place), json!("price")];
    let wrong = [
        violation(&lines(0), "minimum", "error"),
        violation(&lines(1), "minimum", "error"),
        violation(&[], "rules[0]", "error"),
        violation(&[json!("note")], "maxLength", "warning"),
    ];
    run(json!({
        "ending": {"name": "valid"},
        "attempts": [
            attempt("invalid", "{\"total\":-1}", &wrong),
            json!({"outcome": {"name": "truncated"}, "latency": 500, "reply": {"text": "{\"total"}}),
            attempt("valid", "{\"total\":1}", &wrong[3..]),
        ],
    }))
}

#[test]
fn an_entry_holds_what_is_known_of_a_run() {
    let entry = Entry::of(&two_attempts());
    let broken: Vec<_> = entry.broken.iter().map(|broken| (broken.what.as_str(), broken.attempts)).collect();
    assert_eq!(broken, [("/lines/*/price · minimum", 1), ("the answer · rules[0]", 1), ("truncated", 1)]);
    assert_eq!(
        entry.row("then".into()),
        ShelfRow {
            id: "r1".into(),
            is_pinned: false,
            outcome: RunOutcome::Valid,
            began: "then".into(),
            schema: "Invoice".into(),
            model: "qwen3".into(),
            prompt: "Read the invoice.".into(),
            figures: "3 attempts · 200 → 40 tokens · $0.02 · 3.5 s".into(),
        }
    );
    assert_eq!(entry.words, "invoice\nqwen3\nread\n  the invoice.\ninvoice no. 7\n{\"total\":1}");
    assert_eq!((entry.is_valid_at_once, entry.is_simulated), (false, false));
}

#[test]
fn entries_come_out_as_they_went_in() {
    let simulated = run(json!({"server": null, "attempts": [attempt("valid", "1", &[])]}));
    let nothing = run(json!({"ending": {"name": "stopped"}, "prompt": "\u{1F600}".repeat(2_000)}));
    for run in [two_attempts(), simulated, nothing] {
        let entry = Entry { is_pinned: run.id.len() == 2, ..Entry::of(&run) };
        assert_eq!(Entry::from_json(&entry.to_json()), Some(entry));
    }
    for json in [json!(null), json!({}), json!({"id": ""}), json!({"id": "1", "took": -1})] {
        assert_eq!(Entry::from_json(&json), None, "{json}");
    }
}

#[test]
fn a_run_ended_in_one_of_these_ways() {
    let answered = || json!([attempt("invalid", "1", &[])]);
    let refused = || json!([{"outcome": {"name": "refused"}}]);
    for (ending, attempts, expected, is_judged) in [
        ("valid", json!([attempt("valid", "1", &[])]), RunOutcome::Valid, true),
        ("failed", answered(), RunOutcome::Invalid, true),
        ("failed", refused(), RunOutcome::Unanswered, false),
        ("stalled", answered(), RunOutcome::Circles, true),
        ("stopped", answered(), RunOutcome::Stopped, false),
        ("over time budget", answered(), RunOutcome::OverBudget, false),
    ] {
        let run = run(json!({"ending": {"name": ending}, "attempts": attempts}));
        let outcome = RunOutcome::of(&run.ending, &run.attempts);
        assert_eq!((outcome, outcome.is_judged()), (expected, is_judged), "{ending}");
        assert_eq!(RunOutcome::from_name(outcome.name()), Some(outcome));
    }
}

#[test]
fn attempts_are_rows_for_other_programs() {
    let run = two_attempts();
    let write = |format| {
        let mut exported = Exported::new(format);
        let head = exported.take();
        exported.write(&run, "1970-01-01T00:00:01.000Z");
        (head, exported.take(), exported.count)
    };
    let (head, lines, count) = write(ExportFormat::JsonLines);
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((head.as_str(), rows.len(), count), ("", 3, 3));
    let warning = json!({
        "pointer": "/note", "rule": "maxLength", "level": "constraint", "severity": "warning",
        "message": "\"total\" breaks maxLength, says =1+1",
    });
    let expected = json!({
        "run": "r1", "began": "1970-01-01T00:00:01.000Z", "schema": "Invoice", "model": "qwen3",
        "simulated": false, "attempt": 3, "outcome": "valid", "input_tokens": 100, "output_tokens": 20,
        "tokens_estimated": false, "passed": true, "violations": [warning], "critique": null,
    });
    assert_eq!(rows[2], expected);
    let second = ["outcome", "input_tokens", "passed", "violations"].map(|name| rows[1][name].clone());
    assert_eq!(second, [json!("truncated"), json!(null), json!(false), json!([])]);

    let (head, table, _) = write(ExportFormat::Csv);
    assert_eq!(
        head,
        "run,began,schema,model,simulated,attempt,outcome,input_tokens,output_tokens,tokens_estimated,passed,\
         violations,critique\r\n"
    );
    let last = "r1,1970-01-01T00:00:01.000Z,Invoice,qwen3,false,3,valid,100,20,false,true,\
                \"\"\"total\"\" breaks maxLength, says =1+1\",\r\n";
    assert!(table.ends_with(last), "{table}");
    assert_eq!(table.matches("\r\n").count(), 3);
}

#[test]
fn two_runs_stand_side_by_side() {
    let one = run(json!({"attempts": [attempt("invalid", "{\"total\":-1}", &[])]}));
    let other = run(json!({
        "id": "r2",
        "schemaName": "Receipt",
        "setup": {"temperature": "0.7", "stream": false},
        "ending": {"name": "valid"},
        "attempts": [attempt("valid", "{\"total\":2}", &[])],
    }));
    let Compared { facts, answers } = Compared::new(&one, &other, ["then".into(), "later".into()]);
    let facts: Vec<_> =
        facts.iter().map(|fact| [fact.name.as_str(), fact.one.as_str(), fact.other.as_str()]).collect();
    assert_eq!(
        facts,
        [
            ["Began", "then", "later"],
            ["Outcome", "Invalid", "Valid"],
            ["Attempts", "1 attempt", "1 attempt"],
            ["Tokens", "100 → 20 tokens", "100 → 20 tokens"],
            ["Cost", "$0.01", "$0.01"],
            ["Time", "1.5 s", "1.5 s"],
            ["Schema", "Invoice", "Receipt"],
            ["Stream the reply", "on", "off"],
            ["Temperature", "server default", "0.7"],
        ]
    );
    let places: Vec<_> = answers.places.iter().map(|place| place.place.as_str()).collect();
    assert_eq!(places, ["total"]);
    let none = run(json!({"attempts": [{"outcome": {"name": "refused"}}]}));
    assert_eq!(Compared::new(&one, &none, Default::default()).answers, Default::default());
}

/// What is drawn looks after itself that the page knows it.
#[test]
fn nothing_is_drawn_that_the_page_does_not_know() {
    let mut archive = Archive::default();
    let second = RunFile { id: "<b>r2".into(), began: Millis(2_000), ..two_attempts() };
    for run in [two_attempts(), second] {
        archive.put(Entry::of(&run));
    }
    let compared = Compared::new(&two_attempts(), &two_attempts(), Default::default());
    let mut reader = Reader::default();
    reader.take(Request::AskBeforeClearing);
    (reader.compared, reader.deleted, reader.problem) = (Some(compared), 2, "No.".into());
    let draw = |reader: &mut Reader, archive: &Archive| {
        let drawn = reader.draw(archive, 0..9, "Kept.", |time| time.0.to_string());
        ["parts", "rows"].map(|name| drawn[name].as_array().unwrap().len())
    };
    assert_eq!(draw(&mut reader, &archive), [3, 2]);
    assert_eq!(draw(&mut reader, &Archive::default()), [3, 0]);
}

#[test]
fn what_is_chosen_is_the_readers_and_all_else_is_carried_out() {
    let mut reader = Reader::default();
    for id in ["a", "b", "c", "c", "b", "d"] {
        assert_eq!(reader.take(Request::Tick(id.into())), None);
    }
    assert_eq!(reader.chosen, ["d"]);
    for request in [
        Request::Words("x".into()),
        Request::Schema("Invoice".into()),
        Request::Model("qwen3".into()),
        Request::Outcome(Some(RunOutcome::Valid)),
        Request::OnlyPinned,
        Request::CountSimulated,
        Request::Look,
    ] {
        assert_eq!(reader.take(request), None);
    }
    let filter = Filter {
        words: "x".into(),
        schema: "Invoice".into(),
        model: "qwen3".into(),
        outcome: Some(RunOutcome::Valid),
        is_pinned: true,
        counts_simulated: true,
    };
    assert_eq!(reader.filter, filter);
    reader.problem = "No.".into();
    assert_eq!(reader.take(Request::Restore), Some(Request::Restore));
    assert_eq!(reader.problem, "");
}

#[test]
fn how_many_are_found_is_said_when_that_changes() {
    let mut archive = Archive::default();
    let mut reader = Reader::default();
    let said = |reader: &mut Reader, archive: &Archive| {
        reader.draw(archive, 0..9, "", |_| String::new())["say"].as_str().unwrap().to_owned()
    };
    assert_eq!(said(&mut reader, &archive), "");
    archive.put(Entry::of(&two_attempts()));
    assert_eq!(said(&mut reader, &archive), "1 run");
    assert_eq!(said(&mut reader, &archive), "");
    reader.take(Request::Words("nothing".into()));
    assert_eq!(said(&mut reader, &archive), "0 of 1 run");
}
