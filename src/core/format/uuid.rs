//! UUIDs: the text form of RFC 4122, of any version. Makes none.

/// Whether a text is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
pub fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(position, byte)| match position {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn uuids() {
        check(
            Format::Uuid,
            &["123e4567-e89b-12d3-a456-426614174000", "FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF"],
            &[
                "",
                "123e4567e89b12d3a456426614174000",
                "123e4567-e89b-12d3-a456-42661417400",
                "123e4567-e89b-12d3-a456-4266141740000",
                "123e4567-e89b-12d3-a4564-26614174000",
                "123e4567-e89b-12d3-a456-42661417400g",
                "123e4567-e89b-12d3-a456-4266141740é",
                "{123e4567-e89b-12d3-a456-42661417400}",
                "urn:uuid:123e4567-e89b-12d3-a456-426614174000",
            ],
        );
    }
}
