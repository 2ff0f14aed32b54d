//! Measuring two or more ways to do the same in one run, and reading what was measured.

use criterion::Criterion;
use serde_json::Value;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder to which the measurements are written.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("criterion")
}

/// Short measurements: they are compared with each other, not with those of another day.
pub fn criterion() -> Criterion {
    Criterion::default()
        .output_directory(&folder())
        .sample_size(40)
        .nresamples(1_000)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
        .configure_from_args()
}

/// Measures one way to do what the name says.
pub fn measure<T>(criterion: &mut Criterion, name: &str, whose: &str, run: impl Fn() -> T) {
    let mut group = criterion.benchmark_group(name);
    group.bench_function(whose, |bencher| bencher.iter(|| black_box(run())));
    group.finish();
}

/// The median time in ns, where it was measured.
pub fn median(name: &str, whose: &str) -> Option<f64> {
    let path = folder().join(name).join(whose).join("new/estimates.json");
    let estimates: Value = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}
