//! The core from a command line: JSON lines in, a verdict a line out, in order.
//!
//! In: `{"id": any, "text": "raw reply"}` or `{"id": any, "value": any}`, with an optional `"schema"`
//! in the field form. Out: what was found and what is wrong with it, or `{"id", "error"}` for a line
//! or schema that cannot be used; a bad line never ends the program.
//! `--repeat N` adds the median time of N passes over each step, in nanoseconds.

use serde_json::{Map, Value, json};
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;
use structured_output_validator::core::extract::extract;
use structured_output_validator::core::judge::{Judgement, judge};
use structured_output_validator::core::schema::Schema;
use structured_output_validator::core::validate::{Verdict, Violation, validate};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let repeat = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => 0,
        ["--repeat", count] => count.parse().unwrap_or_else(|_| usage()),
        _ => usage(),
    };
    let mut output = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        writeln!(output, "{}", judged_line(&line, repeat))?;
    }
    output.flush()
}

fn usage() -> ! {
    eprintln!("usage: judge [--repeat N] < lines.jsonl");
    std::process::exit(2);
}

/// The answer to one line.
fn judged_line(line: &[u8], repeat: usize) -> Value {
    let line: Value = match serde_json::from_slice(line) {
        Ok(line) => line,
        Err(error) => return json!({"id": null, "error": format!("the line is not JSON: {error}")}),
    };
    let id = line.get("id").cloned().unwrap_or_default();
    match judged(&line, repeat) {
        Ok(mut fields) => {
            fields.shift_insert(0, "id".into(), id);
            Value::Object(fields)
        }
        Err(error) => json!({"id": id, "error": error}),
    }
}

fn judged(line: &Value, repeat: usize) -> Result<Map<String, Value>, String> {
    let form = line.get("schema").filter(|form| !form.is_null());
    let schema = form.map(Schema::from_fields).transpose().map_err(|error| error.to_string())?;
    let schema = schema.as_ref();
    match line.get("formats").map(Value::as_str) {
        None | Some(Some("assert" | "annotate")) => {}
        Some(_) => return Err("\"formats\" must be \"assert\" or \"annotate\"".into()),
    }
    let mut fields = match (line.get("text"), line.get("value")) {
        (Some(Value::String(text)), None) => of_text(&judge(text, schema)),
        (None, Some(value)) => of_value(value, schema),
        _ => return Err("a line needs either \"text\", a string, or \"value\"".into()),
    };
    if repeat > 0 {
        let nanoseconds = json!({
            "extract": line.get("text").and_then(Value::as_str).map(|text| median(repeat, || extract(text))),
            "compile": form.map(|form| median(repeat, || Schema::from_fields(form))),
            "validate": schema.map(|schema| {
                let value = fields.get("value").cloned().unwrap_or_default();
                median(repeat, || validate(schema, &value))
            }),
        });
        fields.insert("ns".into(), nanoseconds);
    }
    Ok(fields)
}

fn of_text(judgement: &Judgement) -> Map<String, Value> {
    let strategy = judgement.answer.as_ref().map(|answer| answer.candidate.strategy.name());
    let notices = judgement.notices.iter().map(|notice| {
        json!({
            "kind": notice.kind.name(),
            "pointer": notice.pointer.to_json_pointer(),
            "message": notice.kind.message(),
        })
    });
    Map::from_iter([
        ("found".into(), judgement.answer.is_some().into()),
        ("value".into(), judgement.value().cloned().unwrap_or_default()),
        ("strategy".into(), strategy.into()),
        ("candidates".into(), judgement.extraction.candidates.len().into()),
        ("truncated".into(), (judgement.answer.is_none() && judgement.extraction.open.is_some()).into()),
        ("repairs".into(), json!([])),
        ("violations".into(), violations(judgement.violations())),
        ("notices".into(), notices.collect()),
        ("valid".into(), judgement.is_valid().into()),
    ])
}

fn of_value(value: &Value, schema: Option<&Schema>) -> Map<String, Value> {
    let verdict = schema.map_or_else(Verdict::default, |schema| validate(schema, value));
    Map::from_iter([
        ("found".into(), true.into()),
        ("value".into(), value.clone()),
        ("strategy".into(), Value::Null),
        ("candidates".into(), 1.into()),
        ("truncated".into(), false.into()),
        ("repairs".into(), json!([])),
        ("violations".into(), violations(&verdict.violations)),
        ("notices".into(), json!([])),
        ("valid".into(), verdict.violations.is_empty().into()),
    ])
}

fn violations(violations: &[Violation]) -> Value {
    let violation = |violation: &Violation| {
        json!({
            "pointer": violation.pointer.to_json_pointer(),
            "rule": violation.rule(),
            "level": violation.level().name(),
            "severity": violation.severity.name(),
            "message": violation.to_string(),
        })
    };
    violations.iter().map(violation).collect()
}

/// The median time of some passes, in nanoseconds.
fn median<T>(passes: usize, mut pass: impl FnMut() -> T) -> u64 {
    let mut times: Vec<_> = (0..passes)
        .map(|_| {
            let start = Instant::now();
            black_box(pass());
            u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
        })
        .collect();
    times.sort_unstable();
    times.get(passes / 2).copied().unwrap_or_default()
}
