//! Brackets in prose: one pass that knows strings and escapes.

use std::ops::Range;

/// Something in a text that begins like a JSON object or array.
pub(super) enum Bracketed {
    /// It ends where its brackets balance, or where they contradict each other.
    Balanced(Range<usize>),
    /// It is still open at the end of the whole text.
    Open(usize),
}

/// What begins like an object or array in a part of a text, in order and without overlap.
/// A bracket that no JSON could follow is prose.
pub(super) fn bracketed(text: &str, part: Range<usize>) -> Vec<Bracketed> {
    let bytes = &text.as_bytes()[..part.end];
    let mut found = Vec::new();
    let mut position = part.start;
    while let Some(start) = next_opening(bytes, position) {
        match closing(bytes, start) {
            Some(end) => {
                found.push(Bracketed::Balanced(start..end));
                position = end;
            }
            None if part.end == text.len() => {
                found.push(Bracketed::Open(start));
                break;
            }
            None => break,
        }
    }
    found
}

fn next_opening(bytes: &[u8], from: usize) -> Option<usize> {
    let mut position = from;
    loop {
        let offset = bytes.get(position..)?.iter().position(|byte| matches!(byte, b'{' | b'['))?;
        let start = position + offset;
        let inside = bytes.get(start + 1..).unwrap_or_default();
        let spaces = inside.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let plausible = match (bytes.get(start), inside.get(spaces)) {
            (_, None) => true,
            (Some(b'{'), Some(next)) => matches!(next, b'"' | b'}'),
            (_, Some(next)) => {
                matches!(next, b'{' | b'[' | b']' | b'"' | b'-' | b't' | b'f' | b'n') || next.is_ascii_digit()
            }
        };
        if plausible {
            return Some(start);
        }
        position = start + 1 + spaces;
    }
}

/// The end of the value whose bracket opens at `start`, if it ends.
/// At a bracket that closes another kind than was opened the text stops being JSON: that is an end too.
fn closing(bytes: &[u8], start: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut in_string = false;
    let mut escaped = false;
    for (offset, byte) in bytes[start..].iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' => {
                let matches = open.pop() == Some(*byte);
                if !matches || open.is_empty() {
                    return Some(start + offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}
