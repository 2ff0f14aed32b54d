//! URIs and their references: RFC 3986, and RFC 3987 where any script is allowed. Resolves nothing.

use std::str::Chars;

use super::{Repertoire, ip};

/// Whether a text is a URI or IRI: a scheme, then the rest.
pub fn is_uri(text: &str, repertoire: Repertoire) -> bool {
    scheme(text).is_some_and(|(scheme, rest)| is_scheme(scheme) && is_after_scheme(rest, repertoire))
}

/// Whether a text is a URI or IRI, or refers to one relative to another.
pub fn is_reference(text: &str, repertoire: Repertoire) -> bool {
    match scheme(text) {
        Some(_) => is_uri(text, repertoire),
        None => is_after_scheme(text, repertoire),
    }
}

/// What stands before and after a colon in the first segment, where no relative reference may have one.
fn scheme(text: &str) -> Option<(&str, &str)> {
    text.split_once(':').filter(|(scheme, _)| !scheme.contains(['/', '?', '#']))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|each| each.is_ascii_alphanumeric() || "+-.".contains(each))
}

/// Authority, path, query and fragment.
fn is_after_scheme(text: &str, repertoire: Repertoire) -> bool {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let (authority, path) = match text.strip_prefix("//") {
        Some(rest) => rest.split_once('/').unwrap_or((rest, "")),
        None => ("", text),
    };
    let private = |each: char| repertoire == Repertoire::Unicode && is_private(each);
    is_authority(authority, repertoire)
        && is_made_of(path, |each| is_path(each, repertoire))
        && is_made_of(query, |each| each == '?' || is_path(each, repertoire) || private(each))
        && is_made_of(fragment, |each| each == '?' || is_path(each, repertoire))
}

/// A host, perhaps after user information and before a port; it may be empty.
fn is_authority(text: &str, repertoire: Repertoire) -> bool {
    let is_name = |each: char| is_unreserved(each, repertoire) || is_sub_delimiter(each);
    let (user, rest) = text.split_once('@').unwrap_or(("", text));
    is_made_of(user, |each| each == ':' || is_name(each))
        && match rest.strip_prefix('[') {
            Some(rest) => {
                rest.split_once(']').is_some_and(|(address, port)| is_literal(address) && is_port(port))
            }
            None => {
                let (host, port) = rest.split_at(rest.find(':').unwrap_or(rest.len()));
                is_made_of(host, is_name) && is_port(port)
            }
        }
}

/// An address in brackets: IPv6, or one of a version yet to come.
fn is_literal(text: &str) -> bool {
    match text.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.')) {
        None => ip::is_ipv6(text),
        Some((version, address)) => {
            let is_address =
                |each: char| each == ':' || is_unreserved(each, Repertoire::Ascii) || is_sub_delimiter(each);
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && address.chars().all(is_address)
        }
    }
}

/// Nothing, or a colon and any number of digits.
fn is_port(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether all characters are allowed, and each `%` begins an encoded octet.
fn is_made_of(text: &str, allows: impl Fn(char) -> bool) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if !(allows(character) || character == '%' && takes_octet(&mut characters)) {
            return false;
        }
    }
    true
}

/// Takes the two hexadecimal digits that follow a `%`; false where they do not.
pub fn takes_octet(characters: &mut Chars<'_>) -> bool {
    let mut takes_digit = || characters.next().is_some_and(|digit| digit.is_ascii_hexdigit());
    takes_digit() && takes_digit()
}

/// A `pchar` or the slash between two segments.
fn is_path(character: char, repertoire: Repertoire) -> bool {
    "/:@".contains(character) || is_unreserved(character, repertoire) || is_sub_delimiter(character)
}

fn is_unreserved(character: char, repertoire: Repertoire) -> bool {
    character.is_ascii_alphanumeric()
        || "-._~".contains(character)
        || repertoire == Repertoire::Unicode && is_international(character)
}

fn is_sub_delimiter(character: char) -> bool {
    "!$&'()*+,;=".contains(character)
}

/// The `ucschar` of RFC 3987: beyond ASCII, neither a control, nor private, nor a noncharacter.
pub fn is_international(character: char) -> bool {
    match character {
        '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}' => true,
        '\u{10000}'..='\u{DFFFF}' | '\u{E1000}'..='\u{EFFFF}' => u32::from(character) & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// The `iprivate` of RFC 3987.
pub fn is_private(character: char) -> bool {
    matches!(
        character,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}'
    )
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn uris() {
        check(
            Format::Uri,
            &[
                "https://example.com",
                "https://user:pass@example.com:8080/a;b/c%20d?e=f/g?h#i/j?k",
                "http://[2001:db8::1]:/",
                "http://[v1.a:b]",
                "file:///etc/hosts",
                "mailto:ada@example.com",
                "urn:isbn:0451450523",
                "a:",
                "a+b-c.1:d",
                "http://",
                "http://300.1.1.1/",
            ],
            &[
                "",
                ":",
                "example.com",
                "//example.com",
                "/a:b",
                "1a:b",
                "a_b:c",
                "http://a b",
                "http://example.com/%2",
                "http://example.com/%",
                "http://example.com/%é0",
                "http://example.com/é",
                "http://example.com/a\\b",
                "http://example.com/[a]",
                "http://example.com/{a}",
                "http://example.com#a#b",
                "http://example.com:80a",
                "http://a@b@c",
                "http://2001:db8::1/",
                "http://[2001:db8::1",
                "http://[2001:db8::1]a",
                "http://[::1%25eth0]/",
                "http://[v.a]",
                "http://[v1.]",
                "http://[v1]",
                "http://[]",
                "http://example.com/\n",
            ],
        );
    }

    #[test]
    fn uri_references() {
        check(
            Format::UriReference,
            &[
                "",
                "a/b",
                "../a?b#c",
                "/a:b",
                "./a:b",
                "?a:b",
                "#a:b",
                "//example.com/a",
                "https://example.com",
            ],
            &["a b", "1:b", "é", "%", "a\\b", "//[a]", "//a:b/", "#a#", "/[a]"],
        );
    }

    #[test]
    fn iris() {
        check(
            Format::Iri,
            &[
                "https://bücher.example/größe?ä=ö#ü",
                "https://例子.测试/%E4%BD%A0",
                "a:\u{10000}",
                "a:?\u{E000}\u{F0000}",
            ],
            &["größe", "a:\u{80}", "a:\u{E000}", "a:#\u{E000}", "a:\u{FFFE}", "a:\u{1FFFE}", "ä:b", "a:b c"],
        );
    }

    #[test]
    fn iri_references() {
        check(
            Format::IriReference,
            &["", "größe", "../größe#ä", "//bücher.example"],
            &["grö ße", "ä:b", "ä\\"],
        );
    }
}
