//! The core from a command line: JSON lines in, a verdict a line out, in order.
//!
//! In: `{"id": any, "text": "raw reply"}` or `{"id": any, "value": any}`, with an optional `"schema"`
//! in any form that can be pasted into the page, `"formats"`, `"assert"` or `"annotate"`, `"rules"`, which
//! join those of the schema's root, `"input"`, the document that the answer is about, and
//! `"accept_repaired"`, false where JSON that has to be repaired is no answer: then `"faults"` says what is
//! wrong with it. Out: what was found and what is wrong with it, or `{"id", "error"}` for a line or schema
//! that cannot be used; a bad line never ends the program.
//! `--repeat N` adds the median time of N passes over each step, in nanoseconds.

use serde::Serialize;
use serde_json::Value;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;
use structured_output_validator::core::extract::{RepairKind, extract};
use structured_output_validator::core::judge::{
    Judgement, NotJudgedReport, Notice, RepairReport, Repaired, SchemaSource, SchemaText, ViolationReport,
    judge,
};
use structured_output_validator::core::schema::Schema;
use structured_output_validator::core::validate::{Formats, Validator, Verdict};

/// The answer to a line that can be used.
#[derive(Serialize)]
struct Judged {
    id: Value,
    found: bool,
    value: Value,
    strategy: Option<&'static str>,
    candidates: usize,
    truncated: bool,
    repairs: Vec<RepairLine>,
    /// What is wrong with JSON that is not accepted, in the words a model is told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<String>,
    violations: Vec<ViolationLine>,
    #[serde(rename = "notJudged")]
    not_judged: Vec<NotJudgedLine>,
    notices: Vec<NoticeLine>,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ns: Option<Nanoseconds>,
}

/// A departure from strict JSON.
#[derive(Serialize)]
struct RepairLine {
    kind: String,
    start: usize,
    end: usize,
    message: String,
}

#[derive(Serialize)]
struct ViolationLine {
    pointer: String,
    rule: String,
    level: &'static str,
    severity: &'static str,
    message: String,
}

/// A rule that was not judged, since what stands at `because` is wrong.
#[derive(Serialize)]
struct NotJudgedLine {
    pointer: String,
    rule: String,
    because: String,
    message: String,
}

#[derive(Serialize)]
struct NoticeLine {
    kind: &'static str,
    pointer: String,
    message: &'static str,
}

/// The median time of each step, in nanoseconds; none for a step that the line does not need.
#[derive(Serialize)]
struct Nanoseconds {
    extract: Option<u64>,
    compile: Option<u64>,
    validate: Option<u64>,
}

/// The answer to a line or schema that cannot be used.
#[derive(Serialize)]
struct Unusable {
    id: Value,
    error: String,
}

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
        serde_json::to_writer(&mut output, &judged_line(&line, repeat))?;
        writeln!(output)?;
    }
    output.flush()
}

fn usage() -> ! {
    eprintln!("usage: judge [--repeat N] < lines.jsonl");
    std::process::exit(2);
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Judged(Box<Judged>),
    Unusable(Unusable),
}

fn judged_line(line: &[u8], repeat: usize) -> Answer {
    let unusable = |id: Value, error: String| Answer::Unusable(Unusable { id, error });
    match serde_json::from_slice::<Value>(line) {
        Ok(line) => match judged(&line, repeat) {
            Ok(judged) => Answer::Judged(Box::new(judged)),
            Err(error) => unusable(id(&line), error),
        },
        Err(error) => unusable(Value::Null, format!("the line is not JSON: {error}")),
    }
}

fn id(line: &Value) -> Value {
    line.get("id").cloned().unwrap_or_default()
}

fn judged(line: &Value, repeat: usize) -> Result<Judged, String> {
    let formats = formats(line)?;
    let source = source(line, formats);
    let rules = line.get("rules").filter(|rules| !rules.is_null());
    let validator = validator(source.as_ref(), rules, formats)?;
    let validator = validator.as_ref();
    let input = match line.get("input").filter(|input| !input.is_null()) {
        None => "",
        Some(input) => input.as_str().ok_or("\"input\" must be a string")?,
    };
    let text = line.get("text").and_then(Value::as_str);
    let mut judged = match (line.get("text"), text, line.get("value")) {
        (Some(_), Some(text), None) => {
            of_text(id(line), text, judge(text, validator, input, repaired(line)?))
        }
        (None, None, Some(value)) => of_value(id(line), value, validator, input),
        _ => return Err("a line needs either \"text\", a string, or \"value\"".into()),
    };
    if repeat > 0 {
        judged.ns = Some(Nanoseconds {
            extract: text.map(|text| median(repeat, || extract(text))),
            compile: source.map(|source| median(repeat, || source.read())),
            validate: validator
                .map(|validator| median(repeat, || validator.validate_with(&judged.value, input))),
        });
    }
    Ok(judged)
}

/// What formats mean in a line.
fn formats(line: &Value) -> Result<Formats, &'static str> {
    let Some(name) = line.get("formats") else { return Ok(Formats::Assert) };
    name.as_str().and_then(Formats::from_name).ok_or("\"formats\" must be \"assert\" or \"annotate\"")
}

/// Whether an answer counts in a line that had to be repaired.
fn repaired(line: &Value) -> Result<Repaired, &'static str> {
    let Some(is_accepted) = line.get("accept_repaired") else { return Ok(Repaired::Accept) };
    is_accepted.as_bool().map(Repaired::accepted_if).ok_or("\"accept_repaired\" must be true or false")
}

/// The schema of a line, as a person would paste it.
fn source(line: &Value, formats: Formats) -> Option<SchemaSource> {
    let schema = line.get("schema").filter(|schema| !schema.is_null())?;
    Some(SchemaSource::Own(SchemaText { text: schema.to_string(), component: None, formats }))
}

/// What a line is judged by: its schema, with its own rules.
fn validator(
    source: Option<&SchemaSource>,
    rules: Option<&Value>,
    formats: Formats,
) -> Result<Option<Validator>, String> {
    let compiled = source.map(SchemaSource::read).transpose().map_err(|error| error.to_string())?;
    let Some(rules) = rules else { return Ok(compiled.map(|compiled| compiled.validator)) };
    let mut schema = compiled.map_or_else(Schema::anything, |compiled| compiled.read.schema);
    schema.add_rules(rules).map_err(|error| error.to_string())?;
    Ok(Some(Validator::with_formats(&schema, formats)))
}

/// What a reply amounts to. A value still open at its end is shown as far as it goes, and never judged.
fn of_text(id: Value, text: &str, judgement: Judgement) -> Judged {
    let open = if judgement.is_truncated() { extract(text).open } else { None };
    let found = match (&judgement.answer, &open) {
        (Some(answer), _) => {
            Some((serde_json::from_str(answer.value.as_str()).unwrap_or_default(), answer.strategy))
        }
        (None, Some(open)) => Some((open.value.clone(), open.strategy)),
        (None, None) => None,
    };
    let reports = match (&judgement.answer, &judgement.rejected, &open) {
        (Some(answer), ..) => answer.repairs.clone(),
        (None, Some(rejected), _) => rejected.repairs.clone(),
        (None, None, Some(open)) => RepairReport::of(&open.repairs, RepairKind::message),
        (None, None, None) => Vec::new(),
    };
    let lines = |RepairReport { kind, message, offsets }: &RepairReport| {
        let line = |place: &[usize]| match place {
            [start, end] => {
                Some(RepairLine { kind: kind.clone(), start: *start, end: *end, message: message.clone() })
            }
            [] | [_] | [_, _, _, ..] => None,
        };
        offsets.chunks(2).filter_map(line).collect::<Vec<_>>()
    };
    let mut repairs: Vec<_> = reports.iter().flat_map(lines).collect();
    repairs.sort_by_key(|line| (line.start, line.end));
    let notice = |notice: &Notice| NoticeLine {
        kind: notice.kind.name(),
        pointer: notice.pointer.to_json_pointer(),
        message: notice.kind.message(),
    };
    Judged {
        id,
        found: found.is_some(),
        value: found.as_ref().map(|(value, _)| value.clone()).unwrap_or_default(),
        strategy: found.map(|(_, strategy): (Value, _)| strategy.name()),
        candidates: judgement.candidates,
        truncated: judgement.is_truncated(),
        repairs,
        faults: judgement.rejected.as_ref().map_or_else(Vec::new, |rejected| rejected.faults.clone()),
        violations: violations(judgement.violations()),
        not_judged: judgement.answer.as_ref().map_or_else(Vec::new, |answer| not_judged(&answer.not_judged)),
        notices: judgement.notices.iter().map(notice).collect(),
        valid: judgement.is_valid(),
        ns: None,
    }
}

fn of_value(id: Value, value: &Value, validator: Option<&Validator>, input: &str) -> Judged {
    let verdict = validator.map_or_else(Verdict::default, |validator| validator.validate_with(value, input));
    Judged {
        id,
        found: true,
        value: value.clone(),
        strategy: None,
        candidates: 1,
        truncated: false,
        repairs: Vec::new(),
        faults: Vec::new(),
        violations: violations(&verdict.violations.iter().map(ViolationReport::from).collect::<Vec<_>>()),
        not_judged: not_judged(&verdict.not_judged.iter().map(NotJudgedReport::from).collect::<Vec<_>>()),
        notices: Vec::new(),
        valid: verdict.is_valid(),
        ns: None,
    }
}

fn violations(violations: &[ViolationReport]) -> Vec<ViolationLine> {
    let violation = |violation: &ViolationReport| ViolationLine {
        pointer: violation.pointer.to_json_pointer(),
        rule: violation.rule.clone(),
        level: violation.level.name(),
        severity: violation.severity.name(),
        message: violation.message.clone(),
    };
    violations.iter().map(violation).collect()
}

fn not_judged(rules: &[NotJudgedReport]) -> Vec<NotJudgedLine> {
    let line = |rule: &NotJudgedReport| NotJudgedLine {
        pointer: rule.pointer.to_json_pointer(),
        rule: rule.rule.clone(),
        because: rule.because.to_json_pointer(),
        message: rule.message.clone(),
    };
    rules.iter().map(line).collect()
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
