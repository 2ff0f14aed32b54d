//! Times and lengths of time, in nanoseconds: read, written and taken apart. Asks no clock, and knows
//! no time zone by name.

use crate::core::format::Format;
use std::fmt;

const SECOND: i128 = 1_000_000_000;
const MINUTE: i128 = 60 * SECOND;
const HOUR: i128 = 60 * MINUTE;
const DAY: i128 = 24 * HOUR;

/// The years that there are times in.
const YEARS: std::ops::RangeInclusive<i64> = 1..=9999;

/// The longest time, in nanoseconds: about 292 years.
const LONGEST: i128 = i64::MAX as i128;

/// A time, counted from the beginning of 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(i128);

/// A length of time, forwards or backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(i128);

/// A part of a time, as a clock and a calendar show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    FullYear,
    /// From 0.
    Month,
    /// From 0.
    DayOfMonth,
    /// From 1.
    Date,
    /// From 0 for Sunday.
    DayOfWeek,
    /// From 0.
    DayOfYear,
    Hours,
    Minutes,
    Seconds,
    Milliseconds,
}

impl Timestamp {
    /// Reads a `date-time` or a `date`, which means its midnight in UTC.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (date, clock) = if Format::Date.accepts(text) {
            (text, "00:00:00Z")
        } else if Format::DateTime.accepts(text) {
            text.split_once(['T', 't'])?
        } else {
            return None;
        };
        let number = |text: &str, from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
        let days = days_before(number(date, 0, 4)?, number(date, 5, 7)?, number(date, 8, 10)?);
        let seconds = number(clock, 0, 2)? * 3600 + number(clock, 3, 5)? * 60 + number(clock, 6, 8)?;
        let rest = clock.get(8..)?;
        let end = rest.find(['Z', 'z', '+', '-'])?;
        let (fraction, offset) = rest.split_at_checked(end)?;
        let local = i128::from(days) * DAY + i128::from(seconds) * SECOND + nanoseconds(fraction)?;
        let offset = if offset.eq_ignore_ascii_case("z") { 0 } else { read_offset(offset)? };
        Self::at(local - offset)
    }

    pub(in crate::core) fn from_seconds(seconds: i64) -> Option<Self> {
        Self::at(i128::from(seconds) * SECOND)
    }

    /// The whole seconds since the beginning of 1970.
    pub(super) fn seconds(self) -> i64 {
        self.0.div_euclid(SECOND) as i64
    }

    fn at(nanoseconds: i128) -> Option<Self> {
        let day = i64::try_from(nanoseconds.div_euclid(DAY)).ok()?;
        YEARS.contains(&civil(day).0).then_some(Self(nanoseconds))
    }

    pub(super) fn plus(self, duration: Duration) -> Option<Self> {
        Self::at(self.0.checked_add(duration.0)?)
    }

    pub(super) fn minus(self, duration: Duration) -> Option<Self> {
        Self::at(self.0.checked_sub(duration.0)?)
    }

    pub(super) fn since(self, earlier: Self) -> Option<Duration> {
        Duration::of(self.0 - earlier.0)
    }

    /// A part of the time in a time zone: `UTC` or an offset from it, such as `+02:00`.
    pub(super) fn part(self, part: Part, zone: &str) -> Option<i64> {
        let local = self.0 + if zone.is_empty() || zone == "UTC" { 0 } else { read_offset(zone)? };
        let (day, of_day) = (local.div_euclid(DAY) as i64, local.rem_euclid(DAY));
        let (year, month, date) = civil(day);
        Some(match part {
            Part::FullYear => year,
            Part::Month => month - 1,
            Part::DayOfMonth => date - 1,
            Part::Date => date,
            // The first day of 1970 was a Thursday.
            Part::DayOfWeek => (day + 4).rem_euclid(7),
            Part::DayOfYear => day - days_before(year, 1, 1),
            Part::Hours => (of_day / HOUR) as i64,
            Part::Minutes => (of_day % HOUR / MINUTE) as i64,
            Part::Seconds => (of_day % MINUTE / SECOND) as i64,
            Part::Milliseconds => (of_day % SECOND / 1_000_000) as i64,
        })
    }
}

impl Duration {
    /// Reads numbers with their units: `1h30m`, `-1.5s`, `100ms`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (sign, mut rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        if rest == "0" {
            return Some(Self(0));
        }
        let mut sum = 0_i128;
        while !rest.is_empty() || sum == 0 && text.len() < 2 {
            let end = rest.find(|character: char| !character.is_ascii_digit() && character != '.')?;
            let (number, behind) = rest.split_at_checked(end)?;
            let units = [("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000)];
            let units = units.into_iter().chain([("h", HOUR), ("m", MINUTE), ("s", SECOND)]);
            let mut fitting = units.filter_map(|(name, unit)| Some((behind.strip_prefix(name)?, unit)));
            let (behind, unit) = fitting.next()?;
            sum = sum.checked_add(times(number, unit)?)?;
            rest = behind;
        }
        Self::of(sign * sum)
    }

    /// Reads a `duration` of RFC 3339 that has the same length whenever it begins: without years and months.
    pub(super) fn read_iso(text: &str) -> Option<Self> {
        if !Format::Duration.accepts(text) {
            return None;
        }
        let (date, clock) = text.strip_prefix('P')?.split_once('T').unwrap_or((text.strip_prefix('P')?, ""));
        let mut sum = 0_i128;
        for (parts, units) in [
            (date, [('W', 7 * DAY), ('D', DAY), ('D', DAY)]),
            (clock, [('H', HOUR), ('M', MINUTE), ('S', SECOND)]),
        ] {
            for part in parts.split_inclusive(|character: char| !character.is_ascii_digit()) {
                let (end, letter) = part.char_indices().last()?;
                let (_, unit) = units.into_iter().find(|(name, _)| *name == letter)?;
                sum = sum.checked_add(part.get(..end)?.parse::<i64>().ok().map(i128::from)? * unit)?;
            }
        }
        Self::of(sum)
    }

    fn of(nanoseconds: i128) -> Option<Self> {
        (-LONGEST..=LONGEST).contains(&nanoseconds).then_some(Self(nanoseconds))
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        Self::of(self.0 + other.0)
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        Self::of(self.0 - other.0)
    }

    /// The whole of the length in one unit; of the milliseconds only those beyond the seconds.
    pub(super) fn part(self, part: Part) -> Option<i64> {
        match part {
            Part::Hours => Some((self.0 / HOUR) as i64),
            Part::Minutes => Some((self.0 / MINUTE) as i64),
            Part::Seconds => Some((self.0 / SECOND) as i64),
            Part::Milliseconds => Some((self.0 % SECOND / 1_000_000) as i64),
            Part::FullYear
            | Part::Month
            | Part::DayOfMonth
            | Part::Date
            | Part::DayOfWeek
            | Part::DayOfYear => None,
        }
    }
}

/// `2024-02-29T12:30:00.5Z`
impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, date) = civil(self.0.div_euclid(DAY) as i64);
        let of_day = self.0.rem_euclid(DAY);
        let (hours, minutes) = ((of_day / HOUR) as i64, (of_day % HOUR / MINUTE) as i64);
        let seconds = (of_day % MINUTE / SECOND) as i64;
        write!(out, "{year:04}-{month:02}-{date:02}T{hours:02}:{minutes:02}:{seconds:02}")?;
        write!(out, "{}Z", fraction(of_day % SECOND))
    }
}

/// `90s`, `-1.5s`
impl fmt::Display for Duration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, length) = (if self.0 < 0 { "-" } else { "" }, self.0.abs());
        write!(out, "{sign}{}{}s", (length / SECOND) as i64, fraction(length % SECOND))
    }
}

/// The nanoseconds of a second as it is written behind it: nothing, or `.5`.
fn fraction(nanoseconds: i128) -> String {
    if nanoseconds == 0 {
        return String::new();
    }
    format!(".{:09}", nanoseconds as i64).trim_end_matches('0').to_owned()
}

/// The nanoseconds of a fraction of a second, cut to those that there are.
fn nanoseconds(fraction: &str) -> Option<i128> {
    let digits = fraction.strip_prefix('.').unwrap_or_default();
    let digits: String = digits.chars().chain("000000000".chars()).take(9).collect();
    digits.parse::<i64>().ok().map(i128::from)
}

/// A decimal number of a unit, cut to whole nanoseconds.
fn times(number: &str, unit: i128) -> Option<i128> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + decimals.len() == 0 || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? };
    let decimals = decimals.get(..decimals.len().min(15)).unwrap_or_default();
    let part = if decimals.is_empty() { 0 } else { decimals.parse::<i64>().ok()? };
    Some(i128::from(whole) * unit + i128::from(part) * unit / 10_i128.pow(decimals.len() as u32))
}

/// How far a time zone is ahead of UTC: `+02:00`, `-08:30`, `02:00`.
fn read_offset(text: &str) -> Option<i128> {
    let (sign, clock) = match text.strip_prefix('-') {
        Some(clock) => (-1, clock),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (hours, minutes) = clock.split_once(':')?;
    let number = |digits: &str, end: i64| {
        let is_pair = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<i64>().ok().filter(|number| is_pair && *number < end).map(i128::from)
    };
    Some(sign * (number(hours, 24)? * HOUR + number(minutes, 60)? * MINUTE))
}

/// The days from the beginning of 1970 to a date; months and dates count from 1.
fn days_before(year: i64, month: i64, date: i64) -> i64 {
    // Years are taken to begin in March, so that the day which is not in every year is their last.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = (153 * ((month + 9) % 12) + 2) / 5 + date - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

/// The year, month and date of a day, counted from the beginning of 1970.
fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year + i64::from(month <= 2), month, date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, expected) in [
            ("2024-02-29", Some("2024-02-29T00:00:00Z")),
            ("1969-12-31T23:59:59.25Z", Some("1969-12-31T23:59:59.25Z")),
            ("2024-03-01t01:30:00+02:00", Some("2024-02-29T23:30:00Z")),
            ("2016-12-31T23:59:60Z", Some("2017-01-01T00:00:00Z")),
            ("0001-01-01T00:00:00Z", Some("0001-01-01T00:00:00Z")),
            ("0001-01-01T00:00:00+01:00", None),
            ("0000-12-31", None),
            ("9999-12-31T23:59:59.9999999999Z", Some("9999-12-31T23:59:59.999999999Z")),
            ("2023-02-29", None),
            ("2024-02-29T12:30:00", None),
            ("", None),
        ] {
            let found = Timestamp::read(text).map(|time| time.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_day_comes_out_as_it_went_in() {
        for day in (-719_162..2_932_897).step_by(61) {
            let (year, month, date) = civil(day);
            assert_eq!(days_before(year, month, date), day);
        }
    }

    #[test]
    fn lengths_are_read_and_written() {
        for (text, expected) in [
            ("0", Some("0s")),
            ("1h30m", Some("5400s")),
            ("-1.5s", Some("-1.5s")),
            ("100ms2us3ns", Some("0.100002003s")),
            (".5h", Some("1800s")),
            ("9223372037s", None),
            ("99999999999999999999s", None),
            ("", None),
            ("-", None),
            ("5", None),
            ("s", None),
            ("1.2.3s", None),
            ("1d", None),
        ] {
            let found = Duration::read(text).map(|duration| duration.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("PT1H30M", Some("5400s")),
            ("P2W", Some("1209600s")),
            ("P1DT1S", Some("86401s")),
            ("P1M", None),
            ("P1Y", None),
            ("P99999999999999999999D", None),
            ("1h", None),
        ] {
            let found = Duration::read_iso(text).map(|duration| duration.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
