//! How long a conversation is that is too long.

use super::super::error_body::ErrorBody;
use super::Complaint;

/// Too long, with the numbers that the server gives apart or in its words.
pub(super) fn overflow(words: &str, error: &ErrorBody) -> Complaint {
    let ahead = [
        "> ",
        "context length is ",
        "context length of only ",
        "context length of ",
        "context size (",
        "prompt length is ",
        "tokens allowed (",
        "too large for model with ",
        "n_ctx (",
        "model length of ",
        "must be <= ",
        "limit of ",
        "limit ",
    ];
    let number = |text: &str| {
        let digits: String =
            text.chars().take_while(|character| character.is_ascii_digit() || *character == ',').collect();
        digits.replace(',', "").parse::<u64>().ok()
    };
    let limit =
        error.limit.or_else(|| ahead.into_iter().find_map(|ahead| number(words.split_once(ahead)?.1)));
    // Digits in names are no numbers.
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | ',');
    let numbers = words.split(|character| !is_part(character));
    let numbers =
        numbers.filter(|part| !part.contains(|part: char| part.is_ascii_lowercase() || part == '_'));
    let numbers = numbers.filter_map(number);
    let used = error.used.or_else(|| numbers.max()).filter(|used| limit.is_some_and(|limit| *used > limit));
    Complaint::ContextOverflow { used, limit }
}
