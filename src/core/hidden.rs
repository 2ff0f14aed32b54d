//! Characters that are not what they seem: in a program or a report they could pass for something else.

/// Whether a character ends a line, cannot be seen, or changes how others are seen.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' |
            '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden() {
        for (text, expected) in
            [("aä天\u{1F600} ~", false), ("\0\n\r\t\u{7f}\u{85}", true), ("\u{2028}\u{202e}\u{feff}", true)]
        {
            assert!(text.chars().all(|character| is_hidden(character) == expected), "{text:?}");
        }
    }
}
