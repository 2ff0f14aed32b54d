//! Bytes as a text: base64url without padding, that can stand in a link, and base64 as the wire formats have it.

/// Those of base64url.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Those of base64.
const WIRE_LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// How many bits a letter holds.
const BITS: u32 = 6;

/// The text of these bytes that can stand in a link.
pub fn encoded(bytes: &[u8]) -> String {
    written(bytes, LETTERS)
}

/// The text of these bytes as the wire formats have it, padded to whole groups of four letters.
pub fn padded(bytes: &[u8]) -> String {
    let mut text = written(bytes, WIRE_LETTERS);
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

/// How many bytes a padded text stands for; none where it is no such text.
pub fn padded_bytes(text: &str) -> Option<usize> {
    let letters = text.trim_end_matches('=');
    let padding = text.len() - letters.len();
    let is_known = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'+' | b'/');
    let is_sound = text.len().is_multiple_of(4) && padding <= 2 && letters.bytes().all(is_known);
    is_sound.then(|| text.len() / 4 * 3 - padding)
}

fn written(bytes: &[u8], letters: &[u8; 64]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let joined = group.iter().fold(0, |joined, byte| joined << 8 | u32::from(*byte));
        let missing = 3 - group.len();
        let joined = joined << (8 * missing);
        for place in (missing..4).rev() {
            let letter = joined >> (BITS * place as u32) & 63;
            text.push(char::from(letters[letter as usize]));
        }
    }
    text
}

/// The bytes of a text from a link; none where it is no such text.
pub fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut joined, mut bits) = (0_u32, 0);
    for letter in text.bytes() {
        let value = LETTERS.iter().position(|known| *known == letter)?;
        joined = joined << BITS | value as u32;
        bits += BITS;
        if bits >= 8 {
            bits -= 8;
            bytes.push((joined >> bits & 255) as u8);
        }
    }
    // What is left over is less than a byte, unless a letter is missing.
    (bits < BITS).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("\u{3ff}\u{3ff}", "z7_Pvw"),
            (">>>", "Pj4-"),
        ] {
            assert_eq!(encoded(bytes.as_bytes()), text);
            assert_eq!(decoded(text).as_deref(), Some(bytes.as_bytes()));
        }
        for text in ["Z", "Zm9vY", "Zg==", "Zm 9", "Zm9+", "Zm9/", "\u{e9}"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }

    #[test]
    fn padded_texts() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), (">>>", "Pj4+")] {
            assert_eq!(padded(bytes.as_bytes()), text);
            assert_eq!(padded_bytes(text), Some(bytes.len()), "{text}");
        }
        for text in ["Zg", "Zg=", "Z===", "Zm9-", "Zm 9", "Zg==Zg==", "é==="] {
            assert_eq!(padded_bytes(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(padded_bytes(&padded(&bytes)), Some(bytes.len()));
            prop_assert_eq!(decoded(&encoded(&bytes)), Some(bytes));
        }
    }
}
