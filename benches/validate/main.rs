//! How fast values are judged, beside the `jsonschema` crate in the same run: `make bench`.
//! Fails where we are slower. Our side makes every violation as data; the crate's counts its errors.

#[path = "../measure/mod.rs"]
mod measure;
mod samples;

use criterion::Criterion;
use measure::{measure, median};
use samples::{Sample, samples};
use std::process::ExitCode;
use structured_output_validator::core::schema::Schema;
use structured_output_validator::core::validate::Validator;

fn main() -> ExitCode {
    let mut criterion = measure::criterion();
    let samples = samples();
    let mut lines = Vec::new();
    for sample in &samples {
        lines.extend(measure_all(&mut criterion, sample));
    }
    criterion.final_summary();
    table(&lines)
}

/// Measures all there is to do with a sample; gives the names of what was measured.
fn measure_all(criterion: &mut Criterion, sample: &Sample) -> Vec<String> {
    let ours = || Validator::new(&Schema::from_json_schema(&sample.schema).unwrap());
    let theirs = || jsonschema::options().should_validate_formats(true).build(&sample.schema).unwrap();
    let mut names = vec![compare(criterion, format!("{} compile", sample.name), ours, theirs)];
    let (ours, theirs) = (ours(), theirs());
    for (kind, value) in [("valid", &sample.valid), ("invalid", &sample.invalid)] {
        let (found, known) = (ours.validate(value).violations, theirs.iter_errors(value).count());
        assert_eq!(found.is_empty(), kind == "valid", "{}: {found:#?}", sample.name);
        assert_eq!(known == 0, found.is_empty(), "{}", sample.name);
        let name = format!("{} {kind}", sample.name);
        names.push(compare(criterion, name, || ours.validate(value), || theirs.iter_errors(value).count()));
        let name = format!("{} {kind} in short", sample.name);
        names.push(compare(criterion, name, || ours.is_valid(value), || theirs.is_valid(value)));
    }
    names
}

fn compare<A, B>(
    criterion: &mut Criterion,
    name: String,
    ours: impl Fn() -> A,
    theirs: impl Fn() -> B,
) -> String {
    measure(criterion, &name, "ours", ours);
    measure(criterion, &name, "theirs", theirs);
    name
}

/// Prints both medians of each line and their ratio.
fn table(names: &[String]) -> ExitCode {
    println!("{:40} {:>12} {:>12} {:>6}", "", "ours, ns", "theirs, ns", "ratio");
    let mut slower = 0;
    for name in names {
        let (Some(ours), Some(theirs)) = (median(name, "ours"), median(name, "theirs")) else { continue };
        slower += usize::from(ours > theirs);
        println!("{name:40} {ours:12.0} {theirs:12.0} {:6.2}", ours / theirs);
    }
    println!("{slower} of {} are slower than the crate", names.len());
    if slower == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
