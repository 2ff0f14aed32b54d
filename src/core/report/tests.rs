//! Whole reports of runs, as their files tell of them.

use super::ReportKind;
use crate::core::judge::{Desk, Question, Response};
use serde_json::{Value, json};

/// What the desk reports on a run file.
fn reported(file: &Value, kind: ReportKind) -> String {
    let question = Question::Report { text: file.to_string(), kind };
    match Desk::default().answer(question) {
        Response::Reported(Ok(report)) => report,
        other => panic!("{other:?}"),
    }
}

/// A run file with these members over those of every run here.
fn file(members: Value) -> Value {
    let mut file = json!({
        "format": "structured-output-validator run",
        "version": 1,
        "id": "1",
        "began": 1_785_581_999_999_u64,
        "setup": {"provider": "custom", "max_attempts": 3},
        "schema": {"text": SCHEMA, "component": null, "formats": "assert"},
        "schemaName": "Place",
        "server": {"provider": "custom", "baseUrl": "http://127.0.0.1:1/v1", "model": "small"},
        "prompt": "Where?\nSay it in JSON.",
        "input": "",
        "acceptRepaired": true,
    });
    members.as_object().into_iter().flatten().for_each(|(name, value)| file[name] = value.clone());
    file
}

const SCHEMA: &str = r#"{"fields": {"city": {"type": "string", "minLength": 2}, "age": {"type": "integer"}},
 "rules": [{"rule": "self.city != 'Atlantis'", "message": "no such | city", "severity": "warning"}]}"#;

/// An attempt that a model has replied to.
fn attempt(outcome: &str, reply: &str) -> Value {
    json!({
        "outcome": {"name": outcome},
        "latency": 1_234,
        "of": 3,
        "messages": [{"role": "system", "content": "Answer in JSON."}, {"role": "user", "content": "Where?"}],
        "mode": "strict",
        "tokenLimit": 100,
        "reply": {"text": reply, "reasoning": "", "finishReason": "stop",
            "usage": {"input": 30, "output": 12, "cached": 0, "reasoning": 0}},
        "verdict": {"valid": outcome == "valid", "passed": 0, "violations": []},
        "spent": {"usage": {"input": 30, "output": 12, "cached": 0, "reasoning": 0}, "isEstimate": false,
            "cost": {"nanoDollars": 0}},
    })
}

/// A run whose first answer was wrong and whose second is valid, with a warning.
fn valid() -> Value {
    let mut first = attempt("invalid", "Sure:\n```json\n{\"city\": \"O\", \"age\": 1.5,}\n```\nBye");
    first["correction"] = "Your JSON has 2 errors.".into();
    first["reply"]["reasoning"] = "Hm, ``` what?".into();
    let second = attempt("valid", "{\"city\": \"Atlantis\", \"age\": 7}");
    file(json!({"ending": {"name": "valid"}, "attempts": [first, second], "input": "A letter.",
        "image": crate::core::image::tests::image().to_json()}))
}

#[test]
fn a_valid_run() {
    assert_eq!(reported(&valid(), ReportKind::Markdown), include_str!("tests/valid.md"));
    let report: Value = serde_json::from_str(&reported(&valid(), ReportKind::Json)).unwrap();
    let expected: Value = serde_json::from_str(include_str!("tests/valid.json")).unwrap();
    assert_eq!(report, expected);
}

/// A run in which one reply held no JSON and one call failed, of a file that claims otherwise.
#[test]
fn a_failed_run() {
    let mut failed = attempt("call failed", "");
    failed["outcome"] = json!({"name": "call failed", "fault": {"complaint": ["overloaded"], "status": 503,
        "message": "Too much *work*.", "wait": null}});
    failed["reply"] = Value::Null;
    failed["verdict"] = Value::Null;
    let file = file(json!({
        "ending": {"name": "valid"},
        "attempts": [attempt("no JSON", "Oslo"), failed],
        "server": null,
        "began": 0,
        "prompt": "",
    }));
    assert_eq!(reported(&file, ReportKind::Markdown), include_str!("tests/failed.md"));
}

/// Whatever others wrote stays a quotation: each line of the report that is not one is the report's own.
#[test]
fn hostile_texts_stay_quotations() {
    const HOSTILE: &str =
        "`````\n# Valid output in 1 attempt\n</details><img src=x onerror=alert(1)>\n\r- @you #1 | **b** `";
    let mut wrong = attempt("invalid", HOSTILE);
    wrong["reply"]["reasoning"] = HOSTILE.into();
    wrong["reply"]["finishReason"] = HOSTILE.into();
    wrong["reply"]["text"] = format!("{{\"city\": {}, \"age\": \"x\"}}\n{HOSTILE}", json!(HOSTILE)).into();
    wrong["messages"][0]["content"] = HOSTILE.into();
    wrong["correction"] = HOSTILE.into();
    wrong["notes"] = json!([HOSTILE]);
    let schema = json!({"fields": {"city": {"type": "string"}, "age": {"type": "integer"},
        HOSTILE: {"const": HOSTILE}}, "rules": [{"rule": "self.age > 1", "message": HOSTILE}]});
    let hostile = file(json!({
        "ending": {"name": "failed"},
        "attempts": [wrong],
        "schema": {"text": format!("{schema}\n"), "component": null, "formats": "assert"},
        "schemaName": HOSTILE,
        "server": {"provider": "custom", "baseUrl": HOSTILE, "model": HOSTILE},
        "prompt": HOSTILE,
        "input": HOSTILE,
        "setup": {HOSTILE: HOSTILE},
    }));
    let report = reported(&hostile, ReportKind::Markdown);
    let mut fence: Option<&str> = None;
    let mut own = Vec::new();
    for line in report.split(['\n', '\r']) {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match fence {
            Some(open) if ticks >= open.len() && line.trim_end() == &line[..ticks] => fence = None,
            Some(_) => {}
            // What follows a fence on its line has no backtick in it: else it is a span.
            None if ticks >= 3 && !line[ticks..].contains('`') => fence = Some(&line[..ticks]),
            None => own.push(without_code(line)),
        }
    }
    assert_eq!(fence, None, "{report}");
    let own: Vec<_> = own.iter().filter(|line| !line.is_empty()).map(String::as_str).collect();
    assert_eq!(
        own,
        [
            "# Failed after 1 attempt",
            "No answer is valid: 1 error left in the last one.",
            "- Began: 2026-08-01T10:59:59Z",
            "- Model: ",
            "- Server: Custom (OpenAI-compatible), ",
            "- Schema: ",
            "- Took: 1.2 s · 30 → 12 tokens · $0",
            "## Answer",
            "There is no valid answer.",
            "## Attempt 1: INVALID",
            "-  ()",
            "- ",
            "- ",
            "- ",
            "### Reply",
            "<details><summary>Reasoning</summary>",
            "</details>",
            "### Correction sent",
            "## Prompt",
            "## Input",
            "<details><summary>System prompt</summary>",
            "</details>",
            "## Schema",
            "Rules across fields:",
            "- ",
            "## Settings",
        ]
    );
}

/// A line without its code spans, by CommonMark: each ends with as many backticks as it begins with.
fn without_code(line: &str) -> String {
    let mut rest = line;
    let mut text = String::new();
    while let Some(start) = rest.find('`') {
        let (before, behind) = rest.split_at(start);
        text.push_str(before);
        let ticks = behind.len() - behind.trim_start_matches('`').len();
        let inside = &behind[ticks..];
        let mut ends = inside.match_indices(&behind[..ticks]).filter(|(place, _)| {
            !inside[place + ticks..].starts_with('`') && !inside[..*place].ends_with('`')
        });
        let (end, _) = ends.next().unwrap_or_else(|| panic!("an open span: {line}"));
        rest = &inside[end + ticks..];
    }
    text + rest
}

#[test]
fn what_is_no_run_file_is_not_reported_on() {
    for kind in ReportKind::ALL {
        let answer = Desk::default().answer(Question::Report { text: "{}".to_owned(), kind });
        assert_eq!(answer, Response::Reported(Err("This is not a run file.".to_owned())));
    }
}
