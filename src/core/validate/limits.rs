//! How much work a verdict may take, counted in steps, so that it never depends on the machine.

/// How many nodes may be judged within each other; the nesting of the value and of the schema together.
pub(super) const MOST_DEPTH: u32 = 512;

/// How many nodes may be judged in all.
pub(super) const MOST_STEPS: u64 = 50_000_000;
