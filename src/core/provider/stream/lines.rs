//! Bytes into lines that end in LF, CR or CRLF.

/// Collects bytes until a line is complete.
#[derive(Debug, Default)]
pub(super) struct Lines {
    line: Vec<u8>,
    /// Whether a CR came last: an LF after it belongs to it.
    after_cr: bool,
    /// Whether the first line is over: before that a byte order mark can stand.
    is_begun: bool,
}

impl Lines {
    /// Takes bytes, and hands every line that they complete to `take`, without its end.
    pub(super) fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&str)) {
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                rest = after;
                continue;
            }
            let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                return self.line.extend_from_slice(rest);
            };
            let (line, ending) = rest.split_at(end);
            self.line.extend_from_slice(line);
            self.after_cr = ending.starts_with(b"\r");
            rest = ending.get(1..).unwrap_or_default();
            take(&self.take_line());
        }
    }

    /// The line that no end came for; none if there is nothing left.
    pub(super) fn finish(mut self) -> Option<String> {
        (!self.line.is_empty()).then(|| self.take_line())
    }

    fn take_line(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        let text = if self.is_begun { &text } else { text.strip_prefix('\u{FEFF}').unwrap_or(&text) };
        self.is_begun = true;
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> (Vec<String>, Option<String>) {
        let (mut lines, mut found) = (Lines::default(), Vec::new());
        for piece in pieces {
            lines.push(piece, &mut |line| found.push(line.to_owned()));
        }
        (found, lines.finish())
    }

    #[test]
    fn lines_end_in_three_ways() {
        for (text, expected, left) in [
            ("a\nb\n", vec!["a", "b"], None),
            ("a\r\nb\r\n", vec!["a", "b"], None),
            ("a\rb\r", vec!["a", "b"], None),
            ("a\n\nb", vec!["a", ""], Some("b")),
            ("a\r\n\r\nb", vec!["a", ""], Some("b")),
            ("a\r\rb", vec!["a", ""], Some("b")),
            ("a\n\rb", vec!["a", ""], Some("b")),
            ("\u{FEFF}a\n\u{FEFF}b\n", vec!["a", "\u{FEFF}b"], None),
            ("\u{FEFF}a", vec![], Some("a")),
            ("h\u{e4}\u{1F600}\n", vec!["h\u{e4}\u{1F600}"], None),
            ("", vec![], None),
        ] {
            let whole = lines(&[text.as_bytes()]);
            assert_eq!(whole, (expected.into_iter().map(str::to_owned).collect(), left.map(str::to_owned)));
            let single: Vec<_> = text.as_bytes().chunks(1).collect();
            assert_eq!(lines(&single), whole, "{text:?} byte by byte");
        }
    }
}
