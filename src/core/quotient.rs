//! Sums that are divided among how many there are.

use super::thousands::with_thousands;

/// What stands where nothing can be divided.
pub const NONE: &str = "–";

/// `1.7`, or a dash where there is nothing to divide by.
pub fn per(sum: u64, count: u64) -> String {
    match count {
        0 => NONE.to_owned(),
        _ => {
            let tenths = rounded(sum.saturating_mul(10), count);
            format!("{}.{}", with_thousands(tenths / 10), tenths % 10)
        }
    }
}

/// The nearest whole number; nothing where there is nothing to divide by.
pub fn rounded(sum: u64, count: u64) -> u64 {
    sum.saturating_add(count / 2).checked_div(count).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_divided() {
        for (sum, count, whole, words) in [
            (0, 0, 0, "–"),
            (5, 0, 0, "–"),
            (5, 3, 2, "1.7"),
            (4, 3, 1, "1.3"),
            (1, 2, 1, "0.5"),
            (123_456, 10, 12_346, "12,345.6"),
            (u64::MAX, 1, u64::MAX, "1,844,674,407,370,955,161.5"),
        ] {
            assert_eq!((rounded(sum, count), per(sum, count).as_str()), (whole, words), "{sum} / {count}");
        }
    }
}
