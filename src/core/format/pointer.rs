//! JSON pointers as text: RFC 6901 and the relative pointers that draft 2020-12 names. Follows none.

/// Whether a text is a JSON pointer: nothing, or parts that each begin with a slash.
pub fn is_json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && text.split('~').skip(1).all(|escaped| escaped.starts_with(['0', '1']))
}

/// Whether a text is how many levels up, perhaps how many places along the array, then `#` or a pointer.
pub fn is_relative_json_pointer(text: &str) -> bool {
    let Some(rest) = after_number(text, 0) else { return false };
    let rest = match rest.strip_prefix(['+', '-']) {
        Some(shift) => after_number(shift, 1),
        None => Some(rest),
    };
    rest.is_some_and(|rest| rest == "#" || is_json_pointer(rest))
}

/// What follows a number of at least 0 or 1, written without leading zeros.
fn after_number(text: &str, least: u8) -> Option<&str> {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let number = text.strip_suffix(rest)?;
    let is_number = if number.starts_with('0') { least == 0 && number == "0" } else { !number.is_empty() };
    is_number.then_some(rest)
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn pointers() {
        check(
            Format::JsonPointer,
            &["", "/", "//", "/a/0", "/a~0b~1c", "/ü \n", "/%"],
            &["a", "#/a", "/~", "/~2", "/a~/b", "/~0~", "0"],
        );
    }

    #[test]
    fn relative_pointers() {
        check(
            Format::RelativeJsonPointer,
            &["0", "1", "10/a", "0#", "2/a~0", "0//", "0+1", "1-12/a", "0-1#"],
            &[
                "", "/a", "#", "01", "-1", "+1/a", "1a", "0##", "0#/a", "0/~", "0+", "0+0", "0-01", "0+1+1",
                "١", "1 ",
            ],
        );
    }
}
