//! What shows that the JSON in a reply is found, and found as it was meant.
//!
//! `cases` are replies with the value that should come of each; `strict` random values that must come back
//! as they are, `breaking` such values broken in every known way, `anything` texts of any kind.
//! Every run draws the same random cases. More and others:
//! `PROPTEST_CASES=100000 PROPTEST_RNG_SEED=7 cargo test --release --test extraction`.

mod anything;
mod breaking;
mod breaks;
mod cases;
mod document;
mod invariants;
mod mutate;
mod peers;
mod strict;
mod ways;

use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// So many random cases, the same ones in every run unless the environment asks for others.
fn config(cases: u32) -> Config {
    let mut config =
        Config { failure_persistence: None, rng_algorithm: RngAlgorithm::XorShift, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0);
    }
    config
}
