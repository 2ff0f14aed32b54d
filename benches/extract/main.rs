//! How fast the JSON in a reply is found, beside `serde_json` and two crates that repair JSON in the same
//! run: `make bench`. Fails where a ceiling is broken.

#[path = "../measure/mod.rs"]
mod measure;
mod samples;

use criterion::Criterion;
use measure::{measure, median};
use samples::{Sample, TRAPS, Trap, samples};
use serde_json::Value;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use structured_output_validator::core::extract::extract;

/// The most that strict JSON may take, as a multiple of what `serde_json` takes.
const STRICT_RATIO: f64 = 2.0;
/// The most that other replies may take, in ns a byte.
const NS_A_BYTE: f64 = 15.0;
/// The sizes of texts that may lead astray, the most that the larger one may take, and how much more than
/// the smaller one a byte of it may.
const SIZES: [usize; 2] = [128 << 10, 1 << 20];
const TRAP_TIME: Duration = Duration::from_millis(200);
const TRAP_GROWTH: f64 = 2.0;
/// What takes less time than this says nothing about growth.
const SHORT: Duration = Duration::from_millis(2);

/// Who is measured: each gives the value that it finds, if any.
type Finder = fn(&str) -> Option<Value>;
const FINDERS: [(&str, Finder); 4] = [
    ("ours", |text| extract(text).candidates.into_iter().next().map(|first| first.value)),
    ("serde_json", |text| serde_json::from_str(text).ok()),
    ("jsonrepair", |text| jsonrepair::loads(text, &jsonrepair::Options::default()).ok()),
    ("llm_json", |text| llm_json::loads(text, &llm_json::RepairOptions::default()).ok()),
];

fn main() -> ExitCode {
    let mut criterion = measure::criterion();
    let samples = samples();
    for sample in &samples {
        measure_all(&mut criterion, sample);
    }
    criterion.final_summary();
    println!("\nns a byte of 100 KB; `wrong` is another value than the one written, `none` is no value");
    let names: String = FINDERS.iter().map(|(name, _)| format!("{name:>16}")).collect();
    println!("{:32}{names}", "");
    let mut broken = samples.iter().filter(|sample| !is_within(sample)).count();
    println!("\nms for texts that lead astray, and how many times more a byte of the larger one takes");
    println!("{:32}{:>16}{:>16}{:>16}", "", "128 KB", "1 MB", "growth");
    broken += TRAPS.iter().filter(|trap| !is_passed(trap)).count();
    println!("\n{broken} of {} break their ceiling", samples.len() + TRAPS.len());
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn measure_all(criterion: &mut Criterion, sample: &Sample) {
    for (whose, find) in FINDERS {
        measure(criterion, sample.name, whose, || find(&sample.text));
    }
}

fn said(is_within: bool) -> &'static str {
    if is_within { "holds" } else { "BROKEN" }
}

/// Prints what a sample took, and whether its ceiling holds.
fn is_within(sample: &Sample) -> bool {
    let ns = |whose: &str| median(sample.name, whose).map(|median| median / sample.text.len() as f64);
    let cells: String = FINDERS
        .iter()
        .map(|(whose, find)| {
            let outcome = match find(&sample.text) {
                Some(value) if value == sample.value => "",
                Some(_) => " wrong",
                None => " none",
            };
            let time = ns(whose).map_or_else(String::new, |time| format!("{time:.1}"));
            format!("{:>16}", format!("{time}{outcome}"))
        })
        .collect();
    let (Some(ours), Some(strict)) = (ns("ours"), ns("serde_json")) else { return true };
    let is_strict = serde_json::from_str::<Value>(&sample.text).is_ok();
    let (is_within, ceiling) = if is_strict {
        let ratio = ours / strict;
        (ratio <= STRICT_RATIO, format!("{ratio:.2} times serde_json's, at most {STRICT_RATIO}"))
    } else {
        (ours <= NS_A_BYTE, format!("{ours:.1}, at most {NS_A_BYTE}"))
    };
    println!("{:32}{cells}   {}: {ceiling}", sample.name, said(is_within));
    is_within
}

/// Prints what a text takes that may lead astray, and whether its ceilings hold.
fn is_passed(trap: &Trap) -> bool {
    let [small, large] = SIZES.map(|bytes| {
        let text = (trap.text)(bytes);
        (time(&text), text.len() as f64)
    });
    let a_byte = |(time, bytes): (Duration, f64)| time.as_secs_f64() / bytes;
    let growth = a_byte(large) / a_byte(small);
    let is_passed = large.0 <= TRAP_TIME && (growth <= TRAP_GROWTH || large.0 <= SHORT);
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{:32}{:>16.2}{:>16.2}{growth:>16.2}   {}: at most {} ms, growth {TRAP_GROWTH}",
        trap.name,
        ms(small.0),
        ms(large.0),
        said(is_passed),
        TRAP_TIME.as_millis(),
    );
    is_passed
}

/// The shortest time of a few: the first one may wait for memory. Only one where that is very long.
fn time(text: &str) -> Duration {
    let once = || {
        let start = Instant::now();
        black_box(extract(black_box(text)));
        start.elapsed()
    };
    let first = once();
    if first > 10 * TRAP_TIME {
        first
    } else {
        (0..5).map(|_| once()).min().map_or(first, |best| best.min(first))
    }
}
