//! Regular expressions as text: whether one can be compiled. Matches nothing.

/// Whether a text is a pattern of ECMA-262.
pub fn is_regex(_text: &str) -> bool {
    // Every text passes until the compiler of patterns is here.
    true
}
