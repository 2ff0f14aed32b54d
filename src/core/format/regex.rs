//! Regular expressions as text: whether one can be compiled. Matches nothing.

use crate::core::pattern::Pattern;

/// Whether a text is a pattern of ECMA-262.
pub fn is_regex(text: &str) -> bool {
    Pattern::compile(text).is_ok()
}
