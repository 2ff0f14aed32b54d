//! JSON Schema's `format`: what kind of text a string must be, judged as its specification says.
//!
//! One file a family; this one names them. Resolves, looks up and expands nothing.

mod code_points;
mod date_time;
mod email;
mod exported;
mod host;
mod idna;
mod ip;
mod pointer;
mod punycode;
mod regex;
mod sample;
mod uri;
mod uri_template;
mod uuid;

/// A kind of text that JSON Schema has a name for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `date-time` of RFC 3339.
    DateTime,
    /// `full-date` of RFC 3339.
    Date,
    /// `full-time` of RFC 3339: with an offset from UTC.
    Time,
    /// `duration` of RFC 3339, appendix A.
    Duration,
    /// `Mailbox` of RFC 5321.
    Email,
    /// `Mailbox` of RFC 6531.
    IdnEmail,
    /// A host name of RFC 1123, Punycode included.
    Hostname,
    /// A host name of RFC 1123 or RFC 5890.
    IdnHostname,
    /// A dotted quad of RFC 2673.
    Ipv4,
    /// An address of RFC 4291.
    Ipv6,
    /// `URI` of RFC 3986: with a scheme.
    Uri,
    /// `URI-reference` of RFC 3986.
    UriReference,
    /// `IRI` of RFC 3987: with a scheme.
    Iri,
    /// `IRI-reference` of RFC 3987.
    IriReference,
    /// A template of RFC 6570.
    UriTemplate,
    /// A UUID of RFC 4122, of any version.
    Uuid,
    /// A pointer of RFC 6901.
    JsonPointer,
    /// A relative JSON pointer, as draft 2020-12 refers to it.
    RelativeJsonPointer,
    /// A regular expression of ECMA-262.
    Regex,
}

/// The characters that a text may be written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repertoire {
    /// ASCII only.
    Ascii,
    /// All of Unicode.
    Unicode,
}

impl Repertoire {
    /// Whether a character is beyond ASCII, and this repertoire has it.
    fn has_beyond_ascii(self, character: char) -> bool {
        self == Self::Unicode && !character.is_ascii()
    }
}

impl Format {
    /// Every format, in the order of JSON Schema's specification.
    pub const ALL: [Self; 19] = [
        Self::DateTime,
        Self::Date,
        Self::Time,
        Self::Duration,
        Self::Email,
        Self::IdnEmail,
        Self::Hostname,
        Self::IdnHostname,
        Self::Ipv4,
        Self::Ipv6,
        Self::Uri,
        Self::UriReference,
        Self::Iri,
        Self::IriReference,
        Self::UriTemplate,
        Self::Uuid,
        Self::JsonPointer,
        Self::RelativeJsonPointer,
        Self::Regex,
    ];

    /// The format of a name; none where the name is only an annotation.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            // Draft 03 had these names.
            "host-name" => Some(Self::Hostname),
            "ip-address" => Some(Self::Ipv4),
            _ => Self::ALL.into_iter().find(|format| format.name() == name),
        }
    }

    /// The name that JSON Schema gives it.
    pub fn name(self) -> &'static str {
        match self {
            Self::DateTime => "date-time",
            Self::Date => "date",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Email => "email",
            Self::IdnEmail => "idn-email",
            Self::Hostname => "hostname",
            Self::IdnHostname => "idn-hostname",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Uri => "uri",
            Self::UriReference => "uri-reference",
            Self::Iri => "iri",
            Self::IriReference => "iri-reference",
            Self::UriTemplate => "uri-template",
            Self::Uuid => "uuid",
            Self::JsonPointer => "json-pointer",
            Self::RelativeJsonPointer => "relative-json-pointer",
            Self::Regex => "regex",
        }
    }

    /// What a text of this format is, with its article, in words that a person and a model can act on.
    pub fn description(self) -> &'static str {
        match self {
            Self::DateTime => "a date and time with an offset (RFC 3339, like 2024-05-01T12:30:00Z)",
            Self::Date => "a date (YYYY-MM-DD)",
            Self::Time => "a time with an offset (RFC 3339, like 12:30:00Z)",
            Self::Duration => "a duration (ISO 8601, like P3D or PT1H30M)",
            Self::Email => "an email address",
            Self::IdnEmail => "an email address (any script)",
            Self::Hostname => "a host name (like www.example.com)",
            Self::IdnHostname => "a host name (any script, like bücher.example)",
            Self::Ipv4 => "an IPv4 address (like 192.0.2.1)",
            Self::Ipv6 => "an IPv6 address (like 2001:db8::1)",
            Self::Uri => "a URI with a scheme (like https://example.com/a)",
            Self::UriReference => "a URI or a relative reference (like /a?b=c)",
            Self::Iri => "an IRI with a scheme (like https://example.com/größe)",
            Self::IriReference => "an IRI or a relative reference (like /größe)",
            Self::UriTemplate => "a URI template (RFC 6570, like /users/{id})",
            Self::Uuid => "a UUID (like 123e4567-e89b-42d3-a456-426614174000)",
            Self::JsonPointer => "a JSON pointer (RFC 6901, like /items/0/name)",
            Self::RelativeJsonPointer => "a relative JSON pointer (like 1/name)",
            Self::Regex => "a regular expression (ECMA-262)",
        }
    }

    /// Whether a text is of this format. Takes time in proportion to its length.
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::DateTime => date_time::is_date_time(text),
            Self::Date => date_time::is_date(text),
            Self::Time => date_time::is_time(text),
            Self::Duration => date_time::is_duration(text),
            Self::Email => email::is_email(text, Repertoire::Ascii),
            Self::IdnEmail => email::is_email(text, Repertoire::Unicode),
            Self::Hostname => host::is_hostname(text),
            Self::IdnHostname => host::is_idn_hostname(text),
            Self::Ipv4 => ip::is_ipv4(text),
            Self::Ipv6 => ip::is_ipv6(text),
            Self::Uri => uri::is_uri(text, Repertoire::Ascii),
            Self::UriReference => uri::is_reference(text, Repertoire::Ascii),
            Self::Iri => uri::is_uri(text, Repertoire::Unicode),
            Self::IriReference => uri::is_reference(text, Repertoire::Unicode),
            Self::UriTemplate => uri_template::is_uri_template(text),
            Self::Uuid => uuid::is_uuid(text),
            Self::JsonPointer => pointer::is_json_pointer(text),
            Self::RelativeJsonPointer => pointer::is_relative_json_pointer(text),
            Self::Regex => regex::is_regex(text),
        }
    }
}

/// Asserts which texts a format accepts and which it does not.
#[cfg(test)]
fn check(format: Format, accepted: &[&str], refused: &[&str]) {
    for text in accepted {
        assert!(format.accepts(text), "{} must accept {text:?}", format.name());
    }
    for text in refused {
        assert!(!format.accepts(text), "{} must refuse {text:?}", format.name());
    }
}

/// Numbers from a seed, the same on every machine: a linear congruential generator.
#[cfg(test)]
fn draws(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |end| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 16) % end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert_eq!(Format::from_name("ip-address"), Some(Format::Ipv4));
        assert_eq!(Format::from_name("host-name"), Some(Format::Hostname));
        for name in ["", "Date", "color", "int32", "ipv4 "] {
            assert_eq!(Format::from_name(name), None);
        }
    }

    #[test]
    fn examples_in_descriptions_are_accepted() {
        for format in Format::ALL {
            let Some((_, example)) = format.description().rsplit_once("like ") else { continue };
            for text in example.trim_end_matches(')').split(" or ") {
                check(format, &[text], &[]);
            }
        }
    }

    /// What the formats cut at, and a few that stand for all the rest.
    const PIECES: [&str; 40] = [
        "0",
        "1",
        "9",
        "23",
        "59",
        "60",
        "2024",
        "a",
        "f",
        "l",
        "Z",
        "T",
        "P",
        "D",
        "xn--",
        "-",
        ":",
        "::",
        ".",
        "+",
        "/",
        "//",
        "?",
        "#",
        "@",
        "[",
        "]",
        "{",
        "}",
        "%",
        "%2",
        "~",
        "~1",
        "\"",
        "\\",
        "é",
        "ב",
        "١",
        "\u{200C}",
        "\u{10FFFF}",
    ];

    #[test]
    fn no_text_panics() {
        let mut draw = draws(7);
        for _ in 0..20_000 {
            let length = draw(12);
            let text: String = (0..length).map(|_| PIECES[draw(PIECES.len() as u64) as usize]).collect();
            for format in Format::ALL {
                format.accepts(&text);
            }
        }
        for piece in PIECES {
            for format in Format::ALL {
                format.accepts(&piece.repeat(10_000));
            }
        }
    }
}
