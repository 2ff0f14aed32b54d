//! Dates, times and durations: RFC 3339. Knows no time zone and no clock.

/// Whether a text is a `full-date`: year, month and a day which that month has.
pub fn is_date(text: &str) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return false };
    let (Some(century), Some(year), Some(month), Some(day)) =
        (pair(y1, y2), pair(y3, y4), pair(m1, m2), pair(d1, d2))
    else {
        return false;
    };
    (1..=days_in(century * 100 + year, month)).contains(&day)
}

/// How many days a month has, from month 1; none where there is no such month.
fn days_in(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Whether a text is a `date-time`: a date, `T`, and a time.
pub fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

/// Whether a text is a `full-time`: a clock, perhaps a fraction of a second, and an offset from UTC.
///
/// A leap second is one only where UTC reads 23:59.
pub fn is_time(text: &str) -> bool {
    time(text).is_some()
}

fn time(text: &str) -> Option<()> {
    let (clock, rest) = text.split_at_checked(8)?;
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *clock.as_bytes() else { return None };
    let minutes = minutes(h1, h2, m1, m2)?;
    let second = pair(s1, s2)?;
    let offset = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            (offset.len() < fraction.len()).then_some(offset)?
        }
    };
    let utc = (minutes + DAY - minutes_ahead(offset)?) % DAY;
    (second < 60 || second == 60 && utc == DAY - 1).then_some(())
}

/// The minutes of a day.
const DAY: u32 = 24 * 60;

/// How far an offset is ahead of UTC, in minutes round the day: `-00:30` is 23 hours and 30 minutes.
fn minutes_ahead(offset: &str) -> Option<u32> {
    match *offset.as_bytes() {
        [b'Z' | b'z'] => Some(0),
        [b'+', h1, h2, b':', m1, m2] => minutes(h1, h2, m1, m2),
        [b'-', h1, h2, b':', m1, m2] => minutes(h1, h2, m1, m2).map(|behind| (DAY - behind) % DAY),
        _ => None,
    }
}

/// The minutes since midnight of hours below 24 and minutes below 60.
fn minutes(h1: u8, h2: u8, m1: u8, m2: u8) -> Option<u32> {
    let hour = pair(h1, h2).filter(|hour| *hour < 24)?;
    let minute = pair(m1, m2).filter(|minute| *minute < 60)?;
    Some(hour * 60 + minute)
}

/// The number that two ASCII digits write.
fn pair(tens: u8, ones: u8) -> Option<u32> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| u32::from(byte - b'0'));
    Some(digit(tens)? * 10 + digit(ones)?)
}

/// Whether a text is a `duration` of RFC 3339, appendix A: weeks alone, or a run of date units,
/// then perhaps `T` and a run of time units.
pub fn is_duration(text: &str) -> bool {
    let Some(parts) = text.strip_prefix('P') else { return false };
    match parts.split_once('T') {
        None => is_run(parts, "YMD") || is_run(parts, "W"),
        Some((date, time)) => (date.is_empty() || is_run(date, "YMD")) && is_run(time, "HMS"),
    }
}

/// Whether a text is numbers, each with its unit, where the units stand in order and leave no gap.
fn is_run(text: &str, units: &str) -> bool {
    let mut used = String::new();
    for part in text.split_inclusive(|character: char| !character.is_ascii_digit()) {
        let unit = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if unit.is_empty() || unit.len() == part.len() {
            return false;
        }
        used.push_str(unit);
    }
    !used.is_empty() && units.contains(&used)
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn dates() {
        check(
            Format::Date,
            &["2024-02-29", "2000-02-29", "2023-12-31", "0000-01-01", "9999-04-30"],
            &[
                "",
                "2023-02-29",
                "1900-02-29",
                "2024-04-31",
                "2024-13-01",
                "2024-00-10",
                "2024-01-00",
                "2024-1-01",
                "24-01-01",
                "2024/01/01",
                "2024-01-01Z",
                " 2024-01-01",
                "2024-01-0١",
                "２024-01-01",
                "-024-01-01",
            ],
        );
    }

    #[test]
    fn times() {
        check(
            Format::Time,
            &["12:30:00Z", "00:00:00z", "23:59:59.999999999999+23:59", "12:30:00-00:00", "23:59:60Z"],
            &[
                "",
                "12:30Z",
                "12:30:00",
                "24:00:00Z",
                "12:60:00Z",
                "12:30:61Z",
                "12:30:00.Z",
                "12:30:00,5Z",
                "12:30:00+1:00",
                "12:30:00+24:00",
                "12:30:00+01:60",
                "12:30:00+0100",
                "12:30:00 Z",
                "12:30:00ZZ",
                "1२:30:00Z",
                "12:30:60Z",
            ],
        );
    }

    #[test]
    fn leap_seconds_are_in_the_last_minute_of_utc() {
        check(
            Format::Time,
            &["00:59:60+01:00", "18:59:60.5-05:00", "05:29:60+05:30", "22:59:60-01:00"],
            &["23:59:60+01:00", "18:59:60-06:00", "00:00:60Z", "23:58:60Z"],
        );
    }

    #[test]
    fn dates_with_times() {
        check(
            Format::DateTime,
            &["2024-05-01T12:30:00Z", "2024-05-01t12:30:00.25+02:00", "2016-12-31T23:59:60Z"],
            &[
                "2024-05-01",
                "2024-05-01 12:30:00Z",
                "2024-05-01T12:30:00",
                "2024-02-30T12:30:00Z",
                "T12:30:00Z",
                "2024-05-01TT12:30:00Z",
                "2024-05-01T",
            ],
        );
    }

    #[test]
    fn durations() {
        check(
            Format::Duration,
            &["P3D", "P1Y2M3D", "PT36H", "P1M2DT3H4M5S", "PT5S", "P007W", "P0D", "PT1M1S"],
            &[
                "",
                "P",
                "PT",
                "3D",
                "P3",
                "P1DT",
                "P1Y3D",
                "PT1H5S",
                "P1D1M",
                "P1W1D",
                "P1WT1H",
                "P1H",
                "PT1D",
                "P1.5D",
                "P-1D",
                "-P1D",
                "p1d",
                "P1DT1HT1M",
                "P१D",
                "P1D ",
                "PD",
            ],
        );
    }
}
