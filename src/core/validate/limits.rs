//! How much work a verdict may take, counted in steps, so that it never depends on the machine.

/// The limits of one verdict. Where one is met, the value is neither valid nor invalid but undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many nodes may be judged within each other: the nesting of the value and of the schema together.
    pub depth: u32,
    /// How many nodes may be judged in all.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 512, steps: 20_000_000 }
    }
}
