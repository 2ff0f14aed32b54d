//! The extraction cases: replies as models write them, with the value that should come of each.
//!
//! Runs where the cases lie beside the checkout (`EXTRACTION_CASES`, or `../shared/cases/extraction`), and
//! has nothing to do elsewhere. `EXTRACTION_FAILURES=1` prints what fails.
//!
//! What is left is damage whose reading needs more than the text: a quote or bracket that is lost so far
//! before the place where that shows that what stands between could be meant as it is written.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use structured_output_validator::core::extract::{Candidate, Extraction, extract};

/// One reply with what is expected of it.
struct Case {
    id: String,
    kind: String,
    input: String,
    /// The value; none where there is no JSON to find.
    expected: Option<Value>,
    accepted: Vec<Option<Value>>,
    is_contested: bool,
    is_truncated: bool,
}

fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/extraction");
    let folder = std::env::var_os("EXTRACTION_CASES").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn cases(folder: &Path) -> Vec<Case> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let texts: Vec<_> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    texts
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| case(&serde_json::from_str(line).unwrap()))
        .collect()
}

fn case(line: &Value) -> Case {
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let accepted = line["accept"].as_array().into_iter().flatten();
    Case {
        id: text("id"),
        kind: text("kind"),
        input: text("input"),
        expected: (line["outcome"] == "value").then(|| line["expected"].clone()),
        accepted: accepted.map(|other| other.get("value").cloned()).collect(),
        is_contested: line["contested"] == true,
        is_truncated: line["truncated"] == true,
    }
}

/// Whether two values are the same, numbers by what they are worth.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        _ => one == other,
    }
}

fn matches(found: Option<&Value>, wanted: Option<&Value>) -> bool {
    match (found, wanted) {
        (Some(found), Some(wanted)) => same(found, wanted),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

#[derive(Default)]
struct Count {
    right: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, is_right: bool) {
        self.all += 1;
        self.right += usize::from(is_right);
    }

    fn percent(&self) -> f64 {
        self.right as f64 * 100.0 / self.all as f64
    }
}

#[test]
fn replies_give_the_value_that_was_meant() {
    let Some(folder) = folder() else { return };
    let prints = std::env::var_os("EXTRACTION_FAILURES").is_some();
    let mut kinds: BTreeMap<String, [Count; 2]> = BTreeMap::new();
    let mut totals = [Count::default(), Count::default()];
    let mut silent = Vec::new();
    for case in cases(&folder) {
        let Extraction { candidates, open, .. } = extract(&case.input);
        let taken: Option<&Candidate> = candidates.first().or(open.as_ref());
        let value = taken.map(|candidate| &candidate.value);
        let accepts = |other: &Option<Value>| matches(value, other.as_ref());
        let is_right = accepts(&case.expected) || (case.is_contested && case.accepted.iter().any(accepts));
        let contested = usize::from(case.is_contested);
        kinds.entry(case.kind.clone()).or_default()[contested].add(is_right);
        totals[contested].add(is_right);
        if prints && !is_right {
            println!(
                "{} {} {}\n  {:?}\n  expected {:?}\n  found    {:?}",
                case.id,
                case.kind,
                if case.is_contested { "contested" } else { "" },
                case.input,
                case.expected.map(|value| value.to_string()),
                value.map(Value::to_string),
            );
        }
        if case.is_truncated && value.is_some() && !(candidates.is_empty() && open.is_some()) {
            silent.push(format!("{}: cut, but not flagged: {:?}", case.id, case.input));
        }
        let is_flagged = taken.is_none_or(|taken| !taken.repairs.is_empty()) || candidates.is_empty();
        if !is_right && !case.is_contested && !is_flagged {
            silent.push(format!("{}: wrong without a repair: {:?}", case.id, case.input));
        }
        for candidate in candidates.iter().chain(&open) {
            let text = &case.input[candidate.range.clone()];
            let strict = serde_json::from_str::<Value>(text).ok();
            if candidate.repairs.is_empty() && strict.as_ref() != Some(&candidate.value) {
                silent.push(format!("{}: changed without a repair: {text:?}", case.id));
            }
        }
    }
    for (kind, [plain, contested]) in &kinds {
        println!(
            "{kind:18} {:4} of {:4}   contested {:4} of {:4}",
            plain.right, plain.all, contested.right, contested.all
        );
    }
    let [plain, contested] = &totals;
    println!(
        "{} of {} ({:.1} %), contested {} of {} ({:.1} %)",
        plain.right,
        plain.all,
        plain.percent(),
        contested.right,
        contested.all,
        contested.percent()
    );
    assert_eq!(silent, Vec::<String>::new());
    assert!(plain.percent() >= 99.0 && contested.percent() >= 95.0);
}
