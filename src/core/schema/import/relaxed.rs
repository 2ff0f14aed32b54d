//! JSON as people keep it in files: with comments and with commas before a closing bracket.
//! What is not JSON is overwritten with spaces, so that every other byte keeps its place.

/// A text of the same length that is JSON where the original was JSON with comments.
pub(super) struct Relaxed {
    /// The text, in UTF-8.
    pub bytes: Vec<u8>,
    /// Whether it had comments.
    pub comments: bool,
    /// Whether it had commas before a closing bracket.
    pub commas: bool,
}

/// A part of a text.
enum Piece {
    Space,
    Comment,
    /// A string, or one byte of anything else.
    Token,
}

/// Overwrites `//` and `/* */` comments and trailing commas. One pass; strings are left alone.
pub(super) fn relaxed(text: &str) -> Relaxed {
    let source = text.as_bytes();
    let mut relaxed = Relaxed { bytes: source.to_vec(), comments: false, commas: false };
    // A comma behind a value, while only white space and comments have followed it.
    let mut pending_comma = None;
    let mut previous = b'[';
    let mut position = 0;
    while let Some((piece, length)) = source.get(position..).and_then(piece) {
        match piece {
            Piece::Space => {}
            Piece::Comment => {
                relaxed.comments = true;
                relaxed.blank(position, length);
            }
            Piece::Token => {
                let byte = source.get(position).copied().unwrap_or_default();
                if let (b'}' | b']', Some(comma)) = (byte, pending_comma) {
                    relaxed.commas = true;
                    relaxed.blank(comma, 1);
                }
                let follows_value = !matches!(previous, b'[' | b'{' | b',' | b':');
                pending_comma = (byte == b',' && follows_value).then_some(position);
                previous = byte;
            }
        }
        position += length;
    }
    relaxed
}

/// The piece that a text begins with, and its length. None at the end, and at a comment that never ends:
/// what comes behind that cannot matter.
fn piece(text: &[u8]) -> Option<(Piece, usize)> {
    match text {
        [] => None,
        [b'"', ..] => Some((Piece::Token, string_length(text))),
        [b'/', b'/', ..] => {
            let end = text.iter().position(|byte| *byte == b'\n');
            Some((Piece::Comment, end.unwrap_or(text.len())))
        }
        [b'/', b'*', inside @ ..] => {
            let end = inside.windows(2).position(|pair| pair == b"*/")?;
            Some((Piece::Comment, b"/*".len() + end + b"*/".len()))
        }
        [byte, ..] if byte.is_ascii_whitespace() => Some((Piece::Space, 1)),
        [_, ..] => Some((Piece::Token, 1)),
    }
}

impl Relaxed {
    /// Overwrites all but line breaks.
    fn blank(&mut self, start: usize, length: usize) {
        for byte in self.bytes.iter_mut().skip(start).take(length) {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
}

/// The length of the string that the text begins with; all of the text if it never ends.
fn string_length(text: &[u8]) -> usize {
    let mut escaped = false;
    for (position, byte) in text.iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return position + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, comments: bool, commas: bool) {
        let relaxed = relaxed(text);
        assert_eq!(String::from_utf8(relaxed.bytes).unwrap(), expected);
        assert_eq!((relaxed.comments, relaxed.commas), (comments, commas), "{text}");
    }

    #[test]
    fn comments_become_spaces() {
        check("{} // é\n", "{}      \n", true, false);
        check("/* a\n */[1]", "    \n   [1]", true, false);
        check("[1/**/]", "[1    ]", true, false);
        check("{\"a\":\"// b\"}", "{\"a\":\"// b\"}", false, false);
        check("{\"a\\\"\": 1 /* \" */}", "{\"a\\\"\": 1        }", true, false);
    }

    #[test]
    fn commas_before_a_closing_bracket_become_spaces() {
        check("[1,]", "[1 ]", false, true);
        check("{\"a\":[1, // x\n],}", "{\"a\":[1      \n] }", true, true);
        check("\",]\"", "\",]\"", false, false);
    }

    #[test]
    fn what_is_no_json_either_way_stays() {
        check("[,]", "[,]", false, false);
        check("[1,,]", "[1,,]", false, false);
        check("{\"a\":,}", "{\"a\":,}", false, false);
        check("[1] /* open", "[1] /* open", false, false);
        check("\"open, ]", "\"open, ]", false, false);
        check("/", "/", false, false);
        check("/*/", "/*/", false, false);
    }
}
