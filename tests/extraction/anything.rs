//! Texts of any kind: what must hold of every reply holds of them.

use crate::mutate::mutated;
use crate::{config, invariants};
use proptest::collection::vec;
use proptest::prelude::{any, proptest};

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn bytes(bytes in vec(any::<u8>(), 0..96)) {
        invariants::check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn signs_that_mean_something(text in "[{}\\[\\]():;,=\"'`~\\\\/*#<>!a-cu0-9.+_ \n\t“”‘’：，…\u{feff}\u{a0}\u{1}é😀-]{0,64}") {
        invariants::check(&text);
    }

    #[test]
    fn changed_replies(seed in vec(any::<u8>(), 1..64)) {
        invariants::check(&mutated(&seed));
    }
}
