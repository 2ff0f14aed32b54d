//! What came out, strategy by strategy.

/// A strategy and its runs.
pub struct Row {
    /// The strategy.
    pub name: &'static str,
    /// How many attempts each run took; none where it ended without a valid answer.
    attempts: Vec<Option<usize>>,
}

impl Row {
    pub fn new(name: &'static str) -> Self {
        Self { name, attempts: Vec::new() }
    }

    pub fn push(&mut self, attempts: Option<usize>) {
        self.attempts.push(attempts);
    }

    pub fn runs(&self) -> usize {
        self.attempts.len()
    }

    /// How many runs ended with a valid answer.
    pub fn valid(&self) -> usize {
        self.within(usize::MAX)
    }

    fn within(&self, most: usize) -> usize {
        self.attempts.iter().flatten().filter(|attempts| **attempts <= most).count()
    }
}

/// Prints the table.
pub fn print(rows: &[Row]) {
    println!(
        "{:<24} {:>22} {:>22} {:>22}",
        "strategy", "valid at once", "within 2 attempts", "within 3 attempts"
    );
    for row in rows {
        let share = |most| share(row.within(most), row.runs());
        println!("{:<24} {:>22} {:>22} {:>22}", row.name, share(1), share(2), share(3));
    }
}

/// `18 of 72 (16–36 %)`: how many of all, and between which shares the true one lies.
pub fn share(some: usize, all: usize) -> String {
    let (low, high) = interval(some, all);
    format!("{some} of {all} ({:.0}–{:.0} %)", 100.0 * low, 100.0 * high)
}

/// Between which shares the true one lies, 95 times of 100, by Wilson's score interval.
fn interval(some: usize, all: usize) -> (f64, f64) {
    const Z: f64 = 1.96;
    let all = all.max(1) as f64;
    let share = some as f64 / all;
    let middle = share + Z * Z / (2.0 * all);
    let spread = Z * (share * (1.0 - share) / all + Z * Z / (4.0 * all * all)).sqrt();
    let whole = 1.0 + Z * Z / all;
    ((middle - spread) / whole, (middle + spread) / whole)
}
