//! URI templates: the syntax of RFC 6570. Expands nothing.

use super::uri::{is_international, is_private, takes_octet};

/// Whether a text is literals and expressions in braces.
pub fn is_uri_template(text: &str) -> bool {
    let mut parts = text.split('{');
    parts.next().is_some_and(is_literal)
        && parts.all(|part| {
            part.split_once('}')
                .is_some_and(|(expression, literal)| is_expression(expression) && is_literal(literal))
        })
}

/// Erratum 6937 lets the apostrophe in.
fn is_literal(text: &str) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let is_right = match character {
            '%' => takes_octet(&mut characters),
            '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
            '!'..='~' => true,
            other => is_international(other) || is_private(other),
        };
        if !is_right {
            return false;
        }
    }
    true
}

/// Variables after perhaps an operator, one of those that are reserved included.
fn is_expression(text: &str) -> bool {
    let variables = text.strip_prefix(|first: char| "+#./;?&=,!@|".contains(first)).unwrap_or(text);
    variables.split(',').all(is_variable)
}

/// A name, perhaps with a longest length from 1 to 9999 or a star.
fn is_variable(text: &str) -> bool {
    match text.split_once(':') {
        Some((name, length)) => {
            is_name(name)
                && (1..=4).contains(&length.len())
                && !length.starts_with('0')
                && length.bytes().all(|byte| byte.is_ascii_digit())
        }
        None => is_name(text.strip_suffix('*').unwrap_or(text)),
    }
}

/// Letters, digits, underscores and encoded octets, with single dots between them.
fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let mut characters = part.chars();
        while let Some(character) = characters.next() {
            let is_right = match character {
                '%' => takes_octet(&mut characters),
                other => other == '_' || other.is_ascii_alphanumeric(),
            };
            if !is_right {
                return false;
            }
        }
        !part.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn templates() {
        check(
            Format::UriTemplate,
            &[
                "",
                "https://example.com/a",
                "/{a}/{b}",
                "{+a,b_1.c:20,d*}",
                "{?q,page}{&rest*}",
                "{%20}",
                "größe/{a}",
                "it's%20",
                "{=a}",
                "a:?\u{E000}",
            ],
            &[
                "{",
                "}",
                "{}",
                "{+}",
                "{a",
                "a}",
                "{{a}}",
                "{a}}",
                "{a b}",
                "{a,}",
                "{,,a}",
                "{.a.}",
                "{a:0}",
                "{a:}",
                "{a:10000}",
                "{a:1*}",
                "{a**}",
                "{*}",
                "{ä}",
                "{%2}",
                "a b",
                "%",
                "%g0",
                "a|b",
                "\u{7F}",
                "\u{80}",
            ],
        );
    }
}
