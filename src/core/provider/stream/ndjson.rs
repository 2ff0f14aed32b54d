//! One JSON value a line.

use super::lines::Lines;

/// Collects bytes until a line is complete.
#[derive(Debug, Default)]
pub(in super::super) struct Ndjson(Lines);

impl Ndjson {
    /// Takes bytes, and hands every line that they complete to `take`, but for blank ones.
    pub(in super::super) fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&str)) {
        self.0.push(bytes, &mut |line| {
            if !line.trim().is_empty() {
                take(line);
            }
        });
    }

    /// Hands the line that no end came for to `take`.
    pub(in super::super) fn finish(self, take: &mut dyn FnMut(&str)) {
        if let Some(line) = self.0.finish().filter(|line| !line.trim().is_empty()) {
            take(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (text, expected) in [
            ("{}\n[]\n", vec!["{}", "[]"]),
            ("{}\r\n\r\n\n[]", vec!["{}", "[]"]),
            (" \n", vec![]),
            ("", vec![]),
        ] {
            let (mut ndjson, mut found) = (Ndjson::default(), Vec::new());
            let mut take = |line: &str| found.push(line.to_owned());
            for piece in text.as_bytes().chunks(1) {
                ndjson.push(piece, &mut take);
            }
            ndjson.finish(&mut take);
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
