//! IP addresses as text: the dotted quad of RFC 2673 and the IPv6 forms of RFC 4291.
//! No zone, no prefix length, no port.

use ::core::net::{Ipv4Addr, Ipv6Addr};

/// Whether a text is four decimal octets, none with a leading zero.
pub fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// Whether a text is an IPv6 address, its last 32 bits perhaps written as an IPv4 address.
pub fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn version_4() {
        check(
            Format::Ipv4,
            &["0.0.0.0", "255.255.255.255", "192.0.2.10"],
            &[
                "",
                "1.2.3",
                "1.2.3.4.5",
                "256.1.1.1",
                "01.2.3.4",
                "1.2.3.4 ",
                "1.2.3.4/8",
                "1..2.3",
                "0x1.2.3.4",
                "१.2.3.4",
                "+1.2.3.4",
                "::1",
            ],
        );
    }

    #[test]
    fn version_6() {
        check(
            Format::Ipv6,
            &[
                "::",
                "::1",
                "1::",
                "2001:DB8::a",
                "1:2:3:4:5:6:7:8",
                "1:2:3:4:5:6:7::",
                "::ffff:192.0.2.1",
                "1:2:3:4:5:6:192.0.2.1",
            ],
            &[
                "",
                ":",
                ":::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "1::2::3",
                "12345::",
                "g::",
                "::1.2.3",
                "::01.2.3.4",
                "1.2.3.4",
                "1.2.3.4::",
                "fe80::1%eth0",
                "::1/128",
                "[::1]",
                " ::1",
            ],
        );
    }
}
