//! Exact arithmetic on numbers as they are written: `0.3` is a multiple of `0.1`.

use serde_json::Number;

/// A number as `digits × 10^exponent`, its sign left aside.
struct Decimal {
    digits: u64,
    exponent: i32,
}

/// Whether a number is a multiple of another one, which is above 0.
pub(super) fn is_multiple(number: &Number, of: &Number) -> bool {
    if let (Some(number), Some(of)) = (number.as_i64(), of.as_i64()) {
        return of != 0 && number % of == 0;
    }
    match (Decimal::read(number), Decimal::read(of)) {
        (Some(number), Some(of)) => number.is_multiple(&of),
        (_, _) => false,
    }
}

impl Decimal {
    /// Reads the shortest text of the number; serde_json has at most twenty digits there.
    fn read(number: &Number) -> Option<Self> {
        let text = number.to_string();
        let text = text.trim_start_matches('-');
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut exponent: i32 = exponent.trim_start_matches('+').parse().ok()?;
        exponent -= i32::try_from(fraction.len()).ok()?;
        let mut digits = format!("{whole}{fraction}");
        while digits.len() > 1 && digits.ends_with('0') {
            digits.pop();
            exponent += 1;
        }
        Some(Self { digits: digits.parse().ok()?, exponent })
    }

    fn is_multiple(&self, of: &Self) -> bool {
        if self.digits == 0 || of.digits == 0 {
            return self.digits == 0 && of.digits != 0;
        }
        let shift = self.exponent - of.exponent;
        if shift >= 0 {
            let modulus = u128::from(of.digits);
            let power = (0..shift).fold(1 % modulus, |power, _| power * 10 % modulus);
            u128::from(self.digits) % modulus * power % modulus == 0
        } else {
            // The other one has zeros at its end that this one would need too.
            let power = 10u128.checked_pow(shift.unsigned_abs());
            let unit = power.and_then(|power| power.checked_mul(of.digits.into()));
            unit.is_some_and(|unit| u128::from(self.digits) % unit == 0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::from_str;

    #[test]
    fn multiples_are_exact() {
        for (number, of, expected) in [
            ("10", "2", true),
            ("7", "2", false),
            ("0.3", "0.1", true),
            ("0.35", "0.1", false),
            ("4.5", "1.5", true),
            ("35", "1.5", false),
            ("0.0075", "0.0001", true),
            ("0.00751", "0.0001", false),
            ("19.99", "0.01", true),
            ("1e308", "0.123456789", false),
            ("1e308", "0.5", true),
            ("12391239123", "1e-8", true),
            ("0", "0.01", true),
            ("-0.0", "3", true),
            ("-9", "3", true),
            ("100", "1e2", true),
            ("5", "1e300", false),
            ("1e300", "1e300", true),
            ("18446744073709551615", "5", true),
            ("9007199254740993", "2", false),
        ] {
            let read = |text: &str| from_str::<Number>(text).unwrap();
            assert_eq!(is_multiple(&read(number), &read(of)), expected, "{number} of {of}");
        }
    }
}
