//! Host names: RFC 1123, and RFC 5890 to 5893 for names in any script. Looks nothing up.

use super::{idna, punycode};

/// The most octets of a name in its ASCII form, without the root's empty label.
const NAME: usize = 253;

/// What a label in Punycode begins with.
const PREFIX: &str = "xn--";

/// Whether a text is a host name in ASCII; its labels in Punycode must stand for valid ones.
///
/// A dotted quad passes: its syntax is that of a name.
pub fn is_hostname(text: &str) -> bool {
    text.is_ascii() && is_name(text.split('.'))
}

/// Whether a text is a host name in any script, its labels set apart by any of the four dots of IDNA.
pub fn is_idn_hostname(text: &str) -> bool {
    is_name(text.split(['.', '。', '．', '｡']))
}

fn is_name<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let mut length = 0;
    let mut labels = Vec::new();
    for text in texts {
        let Some((label, octets)) = label(text) else { return false };
        length += octets + 1;
        if length > NAME + 1 {
            return false;
        }
        labels.push(label);
    }
    idna::is_readable_in_order(&labels)
}

/// A valid label in Unicode, and the octets of its ASCII form.
fn label(text: &str) -> Option<(String, usize)> {
    if text.is_ascii() {
        return Some((ascii_label(text)?, text.len()));
    }
    // The code comes first: it bounds the length of what is looked at closely.
    let code = punycode::encode(text).filter(|_| idna::is_label(text))?;
    let octets = PREFIX.len() + code.len();
    (octets <= punycode::LABEL).then(|| (text.to_owned(), octets))
}

/// What a label of letters, digits and hyphens stands for: itself, or what its Punycode says.
fn ascii_label(text: &str) -> Option<String> {
    let is_right = (1..=punycode::LABEL).contains(&text.len())
        && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphanumeric())
        && !text.starts_with('-')
        && !text.ends_with('-');
    let lower = is_right.then(|| text.to_ascii_lowercase())?;
    let Some(code) = lower.strip_prefix(PREFIX) else { return Some(lower) };
    let label = punycode::decode(code).filter(|label| !label.is_ascii() && idna::is_label(label))?;
    // One text has one code; the decoder also reads others.
    punycode::encode(&label).is_some_and(|only| only == code).then_some(label)
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn names() {
        check(
            Format::Hostname,
            &[
                "localhost",
                "a.b-c.d1",
                "3com.example",
                "A.EXAMPLE",
                "a--b.example",
                "192.0.2.1",
                "xn--bcher-kva.example",
            ],
            &["", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "bücher.example", "a。b", "a.example\n"],
        );
    }

    #[test]
    fn codes() {
        check(
            Format::Hostname,
            &["XN--BCHER-KVA", "xn--fsqu00a.xn--0zwm56d"],
            &["xn--", "xn--a", "xn--a-", "xn---tda", "xn--99999999", "xn--bcher-kvA1"],
        );
    }

    #[test]
    fn names_in_any_script() {
        check(
            Format::IdnHostname,
            &[
                "bücher.example",
                "例子.测试",
                "例子。测试",
                "пример．рф",
                "localhost",
                "xn--bcher-kva",
                "fußball.example",
            ],
            &[
                "",
                "。",
                "例子。",
                "Bücher.example",
                "bü cher",
                "bü_cher",
                "-bücher",
                "bücher-",
                "bü--cher",
                "ﬁ",
                "x²",
                "\u{301}a",
                "bücher.-a",
                "☃",
            ],
        );
    }

    #[test]
    fn lengths() {
        let name = |last: usize| format!("{0}.{0}.{0}.{1}", "a".repeat(63), "b".repeat(last));
        for format in [Format::Hostname, Format::IdnHostname] {
            assert!(format.accepts(&name(61)));
            assert!(!format.accepts(&name(62)));
            assert!(!format.accepts(&"a".repeat(64)));
        }
        assert!(Format::IdnHostname.accepts(&"例".repeat(40)));
        assert!(!Format::IdnHostname.accepts(&"例".repeat(60)));
    }
}
