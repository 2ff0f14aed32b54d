//! A plausible text of each format, for the simulated model. Draws only from what it is given.

use super::Format;

const WORDS: [&str; 8] = ["alder", "birch", "cedar", "elm", "hazel", "juniper", "maple", "willow"];
const TOP: [&str; 3] = ["com", "org", "net"];

impl Format {
    /// A text of this format, as people would write it. `draw(n)` gives a number below `n`.
    pub fn sample(self, draw: &mut dyn FnMut(u64) -> u64) -> String {
        match self {
            Self::DateTime => format!("{}T{}", date(draw), time(draw)),
            Self::Date => date(draw),
            Self::Time => time(draw),
            Self::Duration => duration(draw),
            Self::Email | Self::IdnEmail => {
                format!("{}.{}@example.{}", pick(draw, &WORDS), pick(draw, &WORDS), pick(draw, &TOP))
            }
            Self::Hostname | Self::IdnHostname => host(draw),
            // Addresses that are set aside for documentation.
            Self::Ipv4 => {
                let network = pick(draw, &["192.0.2", "198.51.100", "203.0.113"]);
                format!("{network}.{}", 1 + draw(254))
            }
            Self::Ipv6 => format!("2001:db8::{:x}:{:x}", 1 + draw(0xFFFF), 1 + draw(0xFFFF)),
            Self::Uri | Self::Iri => format!("https://{}{}", host(draw), path(draw)),
            Self::UriReference | Self::IriReference => path(draw),
            Self::UriTemplate => format!("https://{}/{}/{{id}}", host(draw), pick(draw, &WORDS)),
            Self::Uuid => uuid(draw),
            Self::JsonPointer => format!("/{}/{}", pick(draw, &WORDS), draw(10)),
            Self::RelativeJsonPointer => format!("{}/{}", draw(4), pick(draw, &WORDS)),
            Self::Regex => format!("^{}-[0-9]{{{}}}$", pick(draw, &WORDS), 1 + draw(6)),
        }
    }
}

fn pick(draw: &mut dyn FnMut(u64) -> u64, texts: &[&'static str]) -> &'static str {
    let position = draw(texts.len() as u64);
    usize::try_from(position).ok().and_then(|position| texts.get(position)).copied().unwrap_or_default()
}

/// A day that every month has.
fn date(draw: &mut dyn FnMut(u64) -> u64) -> String {
    format!("{}-{:02}-{:02}", 2000 + draw(30), 1 + draw(12), 1 + draw(28))
}

/// Minutes come in fives, as in most appointments.
fn time(draw: &mut dyn FnMut(u64) -> u64) -> String {
    format!("{:02}:{:02}:00Z", draw(24), 5 * draw(12))
}

fn duration(draw: &mut dyn FnMut(u64) -> u64) -> String {
    match draw(3) {
        0 => format!("P{}D", 1 + draw(30)),
        1 => format!("PT{}M", 5 + 5 * draw(11)),
        _ => format!("PT{}H{}M", 1 + draw(12), 5 * draw(12)),
    }
}

fn host(draw: &mut dyn FnMut(u64) -> u64) -> String {
    format!("{}.example.{}", pick(draw, &WORDS), pick(draw, &TOP))
}

fn path(draw: &mut dyn FnMut(u64) -> u64) -> String {
    format!("/{}/{}", pick(draw, &WORDS), 1 + draw(1000))
}

/// Version 4: all digits drawn but those that tell the version and the variant.
fn uuid(draw: &mut dyn FnMut(u64) -> u64) -> String {
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        draw(1 << 32),
        draw(1 << 16),
        draw(1 << 12),
        0x8000 + draw(1 << 14),
        draw(1 << 48)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::format::draws;

    #[test]
    fn samples_are_accepted() {
        let mut draw = draws(11);
        for _ in 0..2_000 {
            for format in Format::ALL {
                let sample = format.sample(&mut draw);
                assert!(format.accepts(&sample), "{} {sample:?}", format.name());
            }
        }
    }

    #[test]
    fn samples_are_what_the_draws_say() {
        let of = |format: Format| format.sample(&mut |_| 0);
        assert_eq!(of(Format::DateTime), "2000-01-01T00:00:00Z");
        assert_eq!(of(Format::Email), "alder.alder@example.com");
        assert_eq!(of(Format::Uuid), "00000000-0000-4000-8000-000000000000");
        assert_eq!(of(Format::Uri), "https://alder.example.com/alder/1");
    }
}
