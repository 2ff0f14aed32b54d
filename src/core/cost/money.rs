//! Money: US dollars as people write and read them, kept in whole billionths.

use std::fmt;

/// An amount of US dollars, in whole billionths; never less than nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(u64);

/// Why a text is no amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyError {
    /// It is not a number with or without a point.
    NotAnAmount,
    /// It has more places after the point than are kept.
    TooFine,
    /// It is more than can be counted.
    TooMuch,
}

const PLACES: u32 = 9;
const DOLLAR: u64 = 1_000_000_000;
const CENT: u64 = DOLLAR / 100;
/// A hundredth of a cent.
const PART: u64 = CENT / 100;

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The least that is shown as a number.
    pub(super) const LEAST_SHOWN: Self = Self(PART);

    /// An amount in billionths of a dollar.
    pub const fn from_nano_dollars(nano_dollars: u64) -> Self {
        Self(nano_dollars)
    }

    /// The amount in billionths of a dollar.
    pub const fn nano_dollars(self) -> u64 {
        self.0
    }

    /// An amount that a server gives as a number, to the nearest billionth; none if it cannot be one.
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        // What is not a number is in no range.
        (0.0..1e10).contains(&dollars).then_some(Self((dollars * DOLLAR as f64 + 0.5) as u64))
    }

    /// Reads what people type: `0.10`, `$0.10`, `.5`, `3`.
    ///
    /// # Errors
    /// When the text is anything else, finer than a billionth, or too much.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let text = text.trim_ascii();
        let text = text.strip_prefix('$').map_or(text, str::trim_ascii_start);
        let (mut amount, mut digits, mut places) = (0_u64, 0, None);
        for byte in text.bytes() {
            match byte {
                // Noughts behind the last place that is kept say nothing.
                b'0' if places == Some(PLACES) => {}
                b'0'..=b'9' => {
                    digits += 1;
                    places = places.map(|places| places + 1);
                    amount = append(amount, byte - b'0')?;
                }
                b'.' if places.is_none() => places = Some(0),
                _ => return Err(MoneyError::NotAnAmount),
            }
        }
        let places = places.unwrap_or(0);
        match (digits, places) {
            (0, _) => Err(MoneyError::NotAnAmount),
            (_, 0..=PLACES) => (places..PLACES).try_fold(amount, |amount, _| append(amount, 0)).map(Self),
            (_, _) => Err(MoneyError::TooFine),
        }
    }
}

impl std::ops::Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// `$0`, `< $0.0001`, `$0.0123`, `$0.10`, `$1.20`.
impl fmt::Display for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => out.write_str("$0"),
            1..PART => out.write_str("< $0.0001"),
            nano_dollars => {
                let parts = rounded(nano_dollars, PART);
                if parts >= 10_000 || parts.is_multiple_of(100) {
                    let cents = rounded(nano_dollars, CENT);
                    write!(out, "${}.{:02}", cents / 100, cents % 100)
                } else if parts.is_multiple_of(10) {
                    write!(out, "$0.{:03}", parts / 10)
                } else {
                    write!(out, "$0.{parts:04}")
                }
            }
        }
    }
}

impl fmt::Display for MoneyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NotAnAmount => "is no amount of dollars; write it like 0.10",
            Self::TooFine => "has more than nine digits after the point",
            Self::TooMuch => "is more than can be counted",
        })
    }
}

impl std::error::Error for MoneyError {}

/// A number with one more digit behind it, while there is room.
fn append(number: u64, digit: u8) -> Result<u64, MoneyError> {
    if number < u64::MAX / 10 { Ok(number * 10 + u64::from(digit)) } else { Err(MoneyError::TooMuch) }
}

/// How many of a unit an amount is, to the nearest.
fn rounded(nano_dollars: u64, unit: u64) -> u64 {
    nano_dollars / unit + u64::from(nano_dollars % unit >= unit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_well() {
        for (nano_dollars, expected) in [
            (0, "$0"),
            (1, "< $0.0001"),
            (99_999, "< $0.0001"),
            (100_000, "$0.0001"),
            (149_999, "$0.0001"),
            (150_000, "$0.0002"),
            (12_300_000, "$0.0123"),
            (12_000_000, "$0.012"),
            (10_000_000, "$0.01"),
            (100_000_000, "$0.10"),
            (999_949_999, "$0.9999"),
            (999_950_000, "$1.00"),
            (1_200_000_000, "$1.20"),
            (1_234_567_890, "$1.23"),
            (1_235_000_000, "$1.24"),
            (u64::MAX, "$18446744073.71"),
        ] {
            assert_eq!(Money(nano_dollars).to_string(), expected, "{nano_dollars}");
        }
    }

    #[test]
    fn amounts_are_read_as_people_type_them() {
        for (text, expected) in [
            ("0.10", Ok(100_000_000)),
            ("$0.10", Ok(100_000_000)),
            (" $ 2 ", Ok(2_000_000_000)),
            (".5", Ok(500_000_000)),
            ("5.", Ok(5_000_000_000)),
            ("0", Ok(0)),
            ("0.003625", Ok(3_625_000)),
            ("0.0000000010000", Ok(1)),
            ("0.0000000001", Err(MoneyError::TooFine)),
            ("18446744073.7095516", Ok(18_446_744_073_709_551_600)),
            ("18446744073.709551616", Err(MoneyError::TooMuch)),
            ("99999999999999999999999999", Err(MoneyError::TooMuch)),
            ("", Err(MoneyError::NotAnAmount)),
            ("$", Err(MoneyError::NotAnAmount)),
            (".", Err(MoneyError::NotAnAmount)),
            ("-1", Err(MoneyError::NotAnAmount)),
            ("0,10", Err(MoneyError::NotAnAmount)),
            ("1e3", Err(MoneyError::NotAnAmount)),
            ("1.2.3", Err(MoneyError::NotAnAmount)),
            ("ten", Err(MoneyError::NotAnAmount)),
            ("１", Err(MoneyError::NotAnAmount)),
        ] {
            assert_eq!(Money::parse(text), expected.map(Money), "{text:?}");
        }
    }

    #[test]
    fn figures_of_servers_are_amounts() {
        for (dollars, expected) in [
            (0.0, Some(0)),
            (-0.0, Some(0)),
            (0.000_014, Some(14_000)),
            (1.4e-10, Some(0)),
            (0.1 + 0.2, Some(300_000_000)),
            (-0.01, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (1e30, None),
        ] {
            assert_eq!(Money::from_dollars(dollars), expected.map(Money), "{dollars}");
        }
    }
}
