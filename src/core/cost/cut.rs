//! Whether a server has cut the prompt. Some do so without a word when it is longer than what the model was
//! loaded for, and the model then answers to the rest of it.
//!
//! Two signs count, both against an estimate that is never exact:
//!
//! - The server read less than half of what was estimated. The estimate is at most a quarter too high for
//!   anything it was measured with, so half is beyond its error.
//! - The server read an exact multiple of 1,024 tokens, and less than was estimated: a prompt that fills a
//!   context to its last token has most likely been cut to fit.
//!
//! Below 1,000 estimated tokens nothing is said, because no server is set up for so few. Nor is anything said
//! where the server read nothing at all, because then it does not count.

use crate::core::thousands::with_thousands;
use std::fmt;

/// The server has probably cut the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutPrompt {
    /// About how many tokens were sent.
    pub estimated: u64,
    /// How many the server says that it read.
    pub reported: u64,
}

/// The fewest estimated tokens of which anything is said.
const FEWEST: u64 = 1_000;

/// Contexts are set up in multiples of this.
const STEP: u64 = 1_024;

/// Whether a server that read so many tokens has probably cut the prompt.
pub fn looks_cut(estimated: u64, reported: u64) -> Option<CutPrompt> {
    let is_far_below = reported < estimated / 2;
    let is_full_context = reported < estimated && reported.is_multiple_of(STEP);
    let is_cut = reported > 0 && estimated >= FEWEST && (is_far_below || is_full_context);
    is_cut.then_some(CutPrompt { estimated, reported })
}

impl fmt::Display for CutPrompt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [estimated, reported] = [self.estimated, self.reported].map(with_thousands);
        write!(
            out,
            "About {estimated} tokens were sent, but the server read only {reported}: it has probably cut the \
             prompt. Load the model with a longer context"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_prompts() {
        for (estimated, reported, expected) in [
            // As estimated, or as far off as estimates are.
            (9_000, 9_000, false),
            (9_000, 12_000, false),
            (9_000, 30_000, false),
            (9_000, 6_000, false),
            (9_000, 4_500, false),
            // Far below.
            (9_000, 4_499, true),
            (9_000, 4_096, true),
            (9_000, 1, true),
            (1_000, 499, true),
            // Filled to the last token.
            (5_000, 4_096, true),
            (4_097, 4_096, true),
            (4_096, 4_096, false),
            (4_000, 4_096, false),
            (5_000, 4_095, false),
            (40_000, 32_768, true),
            // Too little to tell.
            (999, 100, false),
            // The server does not count.
            (9_000, 0, false),
            (0, 0, false),
        ] {
            let expected = expected.then_some(CutPrompt { estimated, reported });
            assert_eq!(looks_cut(estimated, reported), expected, "{estimated} {reported}");
        }
    }

    #[test]
    fn the_warning_says_what_to_do() {
        assert_eq!(
            CutPrompt { estimated: 9_120, reported: 4_096 }.to_string(),
            "About 9,120 tokens were sent, but the server read only 4,096: it has probably cut the prompt. \
             Load the model with a longer context"
        );
    }
}
