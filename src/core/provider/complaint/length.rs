//! How long a conversation is that is too long.

use super::super::error_body::ErrorBody;
use super::Complaint;

/// What stands ahead of how long it may be.
const AHEAD: [&str; 11] = [
    "> ",
    "length is ",
    "length of only ",
    "length of ",
    "size (",
    "allowed (",
    "model with ",
    "n_ctx (",
    "must be <= ",
    "limit of ",
    "limit ",
];

/// Too long, with the numbers that the server gives apart or in its words.
pub(super) fn overflow(words: &str, error: &ErrorBody) -> Complaint {
    let limit =
        error.limit.or_else(|| AHEAD.into_iter().find_map(|ahead| number(words.split_once(ahead)?.1)));
    // Digits in names are no numbers.
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | ',');
    let numbers = words.split(|character| !is_part(character));
    let numbers = numbers.filter(|part| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',')));
    let used = error.used.or_else(|| numbers.filter_map(number).max());
    let used = used.filter(|used| limit.is_some_and(|limit| *used > limit));
    Complaint::ContextOverflow { used, limit }
}

/// The number at the beginning of a text, with or without commas.
fn number(text: &str) -> Option<u64> {
    let mut number: Option<u64> = None;
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => {
                let before = number.unwrap_or_default().saturating_mul(10);
                number = Some(before.saturating_add(u64::from(byte - b'0')));
            }
            b',' => {}
            _ => break,
        }
    }
    number
}
