//! How long a server asks to wait: in two headers, or in its words.

use super::exchange::Head;
use crate::core::time::Millis;
use serde_json::Value;

/// What the headers ask for.
pub(super) fn in_headers(head: &Head) -> Option<Millis> {
    let exact =
        head.retry_after_ms.as_deref().and_then(read_number).map(|millis| Millis(millis.max(0.0) as u64));
    let asked = head.retry_after.as_deref();
    let in_seconds = || asked.and_then(read_number).map(millis);
    let until = || asked.and_then(seconds_since_1970).map(|time| Millis(time * 1_000).since(head.unix_time));
    exact.or_else(in_seconds).or_else(until)
}

/// What the words of a server ask for: `Please try again in 1m30.5s`.
pub(super) fn in_words(message: &str) -> Option<Millis> {
    let lower = message.to_ascii_lowercase();
    let (_, rest) =
        ["again in ", "retry in ", "retry after "].into_iter().find_map(|words| lower.split_once(words))?;
    duration(rest)
}

/// A length of time at the beginning of a text: `20s`, `1m30.5s`, `250ms`, `20 seconds`.
pub(super) fn duration(text: &str) -> Option<Millis> {
    let (mut rest, mut seconds) = (text, None);
    loop {
        let digits = rest.find(|character: char| !character.is_ascii_digit() && character != '.');
        let (number, after) = rest.split_at(digits.unwrap_or(rest.len()));
        let Some(number) = read_number(number) else { break };
        let after = after.strip_prefix(' ').unwrap_or(after);
        let letters = after.find(|character: char| !character.is_ascii_alphabetic());
        let (unit, after) = after.split_at(letters.unwrap_or(after.len()));
        let length = match unit {
            "ms" | "milliseconds" => 0.001,
            "m" | "min" | "minute" | "minutes" => 60.0,
            "h" | "hour" | "hours" => 3_600.0,
            "d" | "day" | "days" => 86_400.0,
            _ => 1.0,
        };
        seconds = Some(seconds.unwrap_or_default() + number * length);
        rest = after;
    }
    seconds.map(millis)
}

fn read_number(text: &str) -> Option<f64> {
    serde_json::from_str::<Value>(text.trim().trim_end_matches('.')).ok()?.as_f64()
}

fn millis(seconds: f64) -> Millis {
    Millis((seconds.max(0.0) * 1_000.0).round() as u64)
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The time that an HTTP date names: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn seconds_since_1970(text: &str) -> Option<u64> {
    let mut parts = text.split_ascii_whitespace().skip(1);
    let day: u64 = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64;
    let year: u64 = parts.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let mut clock = parts.next()?.split(':').map(|part| part.parse::<u64>().ok());
    let mut next = || clock.next().flatten();
    let (hours, minutes, seconds) = (next()?, next()?, next()?);
    // Counted in years that begin in March, a leap day comes last.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
    let since_1970 = days.checked_sub(719_469)?;
    Some(((since_1970 * 24 + hours) * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        // Sun, 06 Nov 1994 08:49:00 GMT
        let unix_time = Millis(784_111_740_000);
        for (retry_after, retry_after_ms, expected) in [
            (Some("7"), None, Some(7_000)),
            (Some(" 1.5 "), None, Some(1_500)),
            (Some("7"), Some("250"), Some(250)),
            (Some("7"), Some("x"), Some(7_000)),
            (Some("-1"), None, Some(0)),
            (Some("Sun, 06 Nov 1994 08:49:37 GMT"), None, Some(37_000)),
            (Some("Sat, 05 Nov 1994 08:49:37 GMT"), None, Some(0)),
            (Some("Mon, 07 Nov 1994 08:49:00 GMT"), None, Some(86_400_000)),
            (Some("soon"), None, None),
            (Some("Sun, 06 Foo 1994 08:49:37 GMT"), None, None),
            (None, None, None),
        ] {
            let text = |text: Option<&str>| text.map(str::to_owned);
            let head = Head {
                status: 429,
                retry_after: text(retry_after),
                retry_after_ms: text(retry_after_ms),
                unix_time,
            };
            assert_eq!(in_headers(&head), expected.map(Millis), "{retry_after:?} {retry_after_ms:?}");
        }
    }

    #[test]
    fn dates() {
        for (text, expected) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(784_111_777)),
            ("Tue, 29 Feb 2000 23:59:59 GMT", Some(951_868_799)),
            ("Fri, 01 Mar 2024 00:00:00 GMT", Some(1_709_251_200)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", None),
            ("Thu, 01 Jan 1969 00:00:00 GMT", None),
            ("", None),
        ] {
            assert_eq!(seconds_since_1970(text), expected, "{text}");
        }
    }

    #[test]
    fn words() {
        for (text, expected) in [
            ("Rate limit reached. Please try again in 20s. Visit the site", Some(20_000)),
            ("Please try again in 7.66s.", Some(7_660)),
            ("try again in 250ms", Some(250)),
            ("Please try again in 6m0s", Some(360_000)),
            ("Try again in 1h2m3.5s", Some(3_723_500)),
            ("Please retry in 53.1s", Some(53_100)),
            ("retry after 20 seconds", Some(20_000)),
            ("retry after 3", Some(3_000)),
            ("Try again in 3.", Some(3_000)),
            ("try again in a while", None),
            ("slow down", None),
        ] {
            assert_eq!(in_words(text), expected.map(Millis), "{text}");
        }
    }
}
