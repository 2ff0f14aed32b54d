//! What a crash of the page may tell: where it was and of what kind, and nothing that a person or a model wrote.

/// What stands between backticks in a message of the standard library and is no data.
const KNOWN: [&str; 5] = ["Option::unwrap()", "Result::unwrap()", "None", "Err", "Some"];

/// A panic's message as it may be shown to others: what it quotes is left out, and so is what follows an error
/// that was not expected, for both may be data.
pub fn redacted(message: &str) -> String {
    let kind = message.split_once("value: ").map_or(message, |(kind, _)| kind);
    let mut pieces = kind.split('`');
    let mut told = without_quotes(pieces.next().unwrap_or_default());
    while let Some(quoted) = pieces.next() {
        told.push_str(if KNOWN.contains(&quoted) { quoted } else { "…" });
        told.push_str(&without_quotes(pieces.next().unwrap_or_default()));
    }
    told
}

/// A text with `…` in the place of what stands between double quotes, and of what follows a single one.
fn without_quotes(text: &str) -> String {
    let outside = text.split('"').enumerate();
    let told: Vec<_> = outside.map(|(position, piece)| if position % 2 == 0 { piece } else { "…" }).collect();
    told.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_tells_nothing_that_was_written() {
        for (message, told) in [
            ("already borrowed", "already borrowed"),
            ("called `Option::unwrap()` on a `None` value", "called Option::unwrap() on a None value"),
            (
                "called `Result::unwrap()` on an `Err` value: Key(\"sk-123\")",
                "called Result::unwrap() on an Err ",
            ),
            (
                "byte index 5 is not a char boundary; it is inside 'ü' (bytes 4..6) of `sk-1ü23`",
                "byte index 5 is not a char boundary; it is inside 'ü' (bytes 4..6) of …",
            ),
            (
                "range end index 9 out of range for slice of length 3",
                "range end index 9 out of range for slice of length 3",
            ),
            ("no key \"sk-123\" in `{\"a\": 1}`", "no key … in …"),
            ("an open \"sk-123", "an open …"),
            ("an open `sk-123", "an open …"),
            ("", ""),
        ] {
            assert_eq!(redacted(message), told);
        }
    }
}
