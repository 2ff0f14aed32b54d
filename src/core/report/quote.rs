//! Texts of others in Markdown: as code, which nothing in them can end.

use crate::core::hidden::is_hidden;

/// A text as a part of a line.
pub(super) fn inline(text: &str) -> String {
    let line: String =
        text.chars().map(|character| if is_hidden(character) { ' ' } else { character }).collect();
    if line.trim().is_empty() {
        return "(blank)".to_owned();
    }
    let fence = "`".repeat(longest_run(&line) + 1);
    // One space within the fence on either side is not part of the text.
    let is_at_edge = |edge: char| matches!(edge, '`' | ' ');
    match line.starts_with(is_at_edge) || line.ends_with(is_at_edge) {
        true => format!("{fence} {line} {fence}"),
        false => format!("{fence}{line}{fence}"),
    }
}

/// A text on lines of its own, in a language.
pub(super) fn block(language: &str, text: &str) -> String {
    const SHORTEST: usize = 3;
    let fence = "`".repeat(SHORTEST.max(longest_run(text) + 1));
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// How many backticks there are in a row.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_own_quotation() {
        for (text, expected) in [
            ("plain | *text* <b> @you #1", "`plain | *text* <b> @you #1`"),
            ("a `b` c", "``a `b` c``"),
            ("`", "`` ` ``"),
            ("```", "```` ``` ````"),
            (" padded ", "`  padded  `"),
            ("two\nlines\r\n", "`two lines  `"),
            ("", "(blank)"),
            ("\n", "(blank)"),
        ] {
            let expected = if text.ends_with("\r\n") { "` two lines   `" } else { expected };
            assert_eq!(inline(text), expected, "{text:?}");
        }
        for (text, expected) in [
            ("{}", "```json\n{}\n```\n"),
            ("{}\n", "```json\n{}\n```\n"),
            ("", "```json\n```\n"),
            ("```\n# Valid\n", "````json\n```\n# Valid\n````\n"),
            ("a `````` b", "```````json\na `````` b\n```````\n"),
        ] {
            assert_eq!(block("json", text), expected, "{text:?}");
        }
    }
}
