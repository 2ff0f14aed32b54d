//! The patterns that exporters write beside a format: those of Zod 4, from 4.0 to 4.6.
//! Compiles none of them.

use super::Format;

impl Format {
    /// Whether a pattern, in the source text of ECMA-262, is one that an exporter writes beside this format
    /// by itself, so that it tells a reader nothing that the format does not.
    ///
    /// It may still be a little stricter or looser than the format. One that an author asked for, such as
    /// a precision in seconds, is not among them.
    pub fn is_said_by(self, pattern: &str) -> bool {
        let Some(body) = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) else {
            return false;
        };
        match self {
            Self::Date => body == DATE,
            Self::DateTime => body.strip_prefix(DATE).is_some_and(|time| TIMES_AFTER_DATE.contains(&time)),
            Self::Duration => body == DURATION,
            Self::Email => EMAILS.contains(&body),
            Self::Hostname => body == HOSTNAME,
            Self::Ipv4 => body == IPV4,
            Self::Ipv6 => IPV6.contains(&body),
            Self::Uuid => UUIDS.contains(&body) || is_uuid_of_version(body),
            // Zod's pattern for a time allows no offset, which the format demands: it says something.
            Self::Time => false,
            Self::IdnEmail
            | Self::IdnHostname
            | Self::Uri
            | Self::UriReference
            | Self::Iri
            | Self::IriReference
            | Self::UriTemplate
            | Self::JsonPointer
            | Self::RelativeJsonPointer
            | Self::Regex => false,
        }
    }
}

/// Zod's template for the UUIDs of one version, from 1 to 8.
fn is_uuid_of_version(body: &str) -> bool {
    body.strip_prefix("([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-")
        .and_then(|rest| rest.strip_suffix("[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})"))
        .is_some_and(|version| matches!(version.as_bytes(), [b'1'..=b'8']))
}

const DATE: &str = concat!(
    r"(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:",
    r"(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|",
    r"(?:02)-(?:0[1-9]|1\d|2[0-8])))",
);

/// With an offset or without, local times or not; until 4.4 and since.
const TIMES_AFTER_DATE: [&str; 6] = [
    r"T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z))",
    r"T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))",
    r"T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|))",
    r"T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z||([+-](?:[01]\d|2[0-3]):[0-5]\d)))",
    r"T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))",
    r"T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))",
];

const DURATION: &str =
    r"P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)";

/// The present one and the one before it; then those of HTML, RFC 5322 and Unicode that Zod offers.
const EMAILS: [&str; 5] = [
    r"(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}",
    r"(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}",
    concat!(
        r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
        r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*",
    ),
    concat!(
        r#"(([^<>()\[\]\\.,;:\s@"]+(\.[^<>()\[\]\\.,;:\s@"]+)*)|(".+"))@"#,
        r"((\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}])|(([a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,}))",
    ),
    r#"[^\s@"]{1,64}@[^\s@]{1,255}"#,
];

const HOSTNAME: &str = concat!(
    r"(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
    r"(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?",
);

const IPV4: &str = concat!(
    r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}",
    r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])",
);

/// The present one and that of 4.0.
const IPV6: [&str; 2] = [
    concat!(
        "(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|",
        "([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|",
        "([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|",
        "([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|",
        ":((:[0-9a-fA-F]{1,4}){1,7}|:))",
    ),
    "(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|::|([0-9a-fA-F]{1,4})?::([0-9a-fA-F]{1,4}:?){0,6})",
];

/// Those of any version, the present one and that of 4.0; then the mere shape.
const UUIDS: [&str; 3] = [
    concat!(
        "([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}",
        "|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)",
    ),
    concat!(
        "([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}",
        "|00000000-0000-0000-0000-000000000000)",
    ),
    "([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: Format, pattern: &str, expected: bool) {
        assert_eq!(format.is_said_by(pattern), expected, "{} {pattern}", format.name());
    }

    #[test]
    fn patterns_of_exporters() {
        let ipv4 = concat!(
            r"^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}",
            r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$",
        );
        let email = concat!(
            r"^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]",
            r"@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$",
        );
        let version_4 = concat!(
            "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}",
            "-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$",
        );
        let utc = format!(r"^{DATE}T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$");
        check(Format::Ipv4, ipv4, true);
        check(Format::Email, email, true);
        check(Format::Uuid, version_4, true);
        check(Format::Date, &format!("^{DATE}$"), true);
        check(Format::DateTime, &utc, true);
    }

    #[test]
    fn patterns_of_authors() {
        let milliseconds = format!(r"^{DATE}T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{{3}}(?:Z))$");
        check(Format::DateTime, &milliseconds, false);
        check(Format::Date, &format!("^{DATE}"), false);
        check(Format::DateTime, &format!("^{DATE}$"), false);
        check(Format::Time, r"^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$", false);
        check(Format::Uuid, "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-9[0-9a-fA-F]{3}-", false);
        for format in Format::ALL {
            for pattern in ["", "^", "$", "^$", ".*", "^a$", r"@example\.com$"] {
                check(format, pattern, false);
            }
        }
    }
}
