//! Email addresses: RFC 5321, and RFC 6531 where any script is allowed. Asks no server.

use super::{Repertoire, host, ip};

/// The most octets of an address: what RFC 5321 leaves of a path without its angle brackets.
const ADDRESS: usize = 254;

/// The most octets of the part before the `@`.
const LOCAL_PART: usize = 64;

/// Whether a text is a `Mailbox`: a local part, `@`, and a domain or an address literal.
pub fn is_email(text: &str, repertoire: Repertoire) -> bool {
    text.len() <= ADDRESS
        && split(text, repertoire)
            .is_some_and(|(local, domain)| local.len() <= LOCAL_PART && is_domain(domain, repertoire))
}

/// The valid local part and what follows its `@`.
fn split(text: &str, repertoire: Repertoire) -> Option<(&str, &str)> {
    if text.starts_with('"') {
        let (local, rest) = text.split_at_checked(quoted_length(text, repertoire)?)?;
        return Some((local, rest.strip_prefix('@')?));
    }
    let (local, domain) = text.split_once('@')?;
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(|each| is_atom_text(each, repertoire));
    local.split('.').all(is_atom).then_some((local, domain))
}

/// The `atext` of RFC 5322.
fn is_atom_text(character: char, repertoire: Repertoire) -> bool {
    character.is_ascii_alphanumeric()
        || "!#$%&'*+-/=?^_`{|}~".contains(character)
        || repertoire.has_beyond_ascii(character)
}

/// How many octets the quoted string takes that a text begins with; none where it is not closed or holds
/// what it may not.
fn quoted_length(text: &str, repertoire: Repertoire) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((position, character)) = characters.next() {
        match character {
            '"' => return Some(position + 1),
            '\\' => {
                characters.next().filter(|(_, escaped)| matches!(escaped, ' '..='~'))?;
            }
            ' '..='~' => {}
            other if repertoire.has_beyond_ascii(other) => {}
            _ => return None,
        }
    }
    None
}

fn is_domain(domain: &str, repertoire: Repertoire) -> bool {
    match domain.strip_prefix('[').map(|rest| rest.strip_suffix(']')) {
        Some(literal) => literal.is_some_and(is_address_literal),
        None => match repertoire {
            Repertoire::Ascii => host::is_hostname(domain),
            Repertoire::Unicode => host::is_idn_hostname(domain),
        },
    }
}

/// The two literals that have been registered; their tag is read in any case.
fn is_address_literal(literal: &str) -> bool {
    match literal.split_once(':') {
        Some((tag, address)) => tag.eq_ignore_ascii_case("IPv6") && ip::is_ipv6(address),
        None => ip::is_ipv4(literal),
    }
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn addresses() {
        check(
            Format::Email,
            &[
                "ada@example.com",
                "a.b+c@sub.example.org",
                "!#$%&'*+-/=?^_`{|}~@x.y",
                "x@localhost",
                r#""a b"@example.com"#,
                r#""a\"@\\b"@example.com"#,
                r#"""@example.com"#,
                "x@[192.0.2.1]",
                "x@[ipv6:2001:db8::1]",
            ],
            &[
                "",
                "@",
                "ada",
                "ada@",
                "@example.com",
                "a@b@example.com",
                ".a@example.com",
                "a.@example.com",
                "a..b@example.com",
                "a b@example.com",
                "ada@example.com.",
                "ada@-x.com",
                "ada@exa_mple.com",
                r#""a@example.com"#,
                r#""a"b@example.com"#,
                "\"a\nb\"@example.com",
                r#""a\"#,
                "x@[192.0.2.256]",
                "x@[192.0.2.1",
                "x@[2001:db8::1]",
                "x@[tag:text]",
                "ada@bücher.example",
                "adä@example.com",
                "Ada <ada@example.com>",
                "ada@example.com\n",
            ],
        );
    }

    #[test]
    fn addresses_in_any_script() {
        check(
            Format::IdnEmail,
            &["ada@example.com", "ада@пример.рф", "\"ада л\"@bücher.example", "用户@例子。测试"],
            &["ада", "ада@", "а да@пример.рф", "ада@-пример.рф", "ада＠пример.рф"],
        );
    }

    #[test]
    fn lengths() {
        let domain = ["d".repeat(60), "d".repeat(60), "d".repeat(60)].join(".");
        let address =
            |local: usize, last: usize| format!("{}@{domain}.{}", "l".repeat(local), "d".repeat(last));
        assert!(Format::Email.accepts(&address(64, 1)));
        assert!(!Format::Email.accepts(&address(65, 1)));
        assert!(Format::Email.accepts(&address(60, 254 - 244)));
        assert!(!Format::Email.accepts(&address(60, 255 - 244)));
    }
}
