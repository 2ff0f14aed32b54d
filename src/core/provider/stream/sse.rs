//! Server-sent events, as the standard reads them; and the field `error`, which it does not know.

use super::lines::Lines;

/// One event: its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Event<'e> {
    /// Of an event of any kind: what kind it is stands in its data, too.
    Data(&'e str),
    /// Of an event that is an error by its name or field, whatever its data looks like.
    Error(&'e str),
}

/// Collects bytes until an event is complete.
#[derive(Debug, Default)]
pub(in super::super) struct Sse {
    lines: Lines,
    fields: Fields,
}

/// The fields of the event that is not complete yet.
#[derive(Debug, Default)]
struct Fields {
    data: Option<String>,
    is_error: bool,
}

impl Sse {
    /// Takes bytes, and hands every event that they complete to `take`.
    pub(in super::super) fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(Event)) {
        let Self { lines, fields } = self;
        lines.push(bytes, &mut |line| fields.push(line, take));
    }

    /// Hands the event that no blank line came for to `take`.
    pub(in super::super) fn finish(self, take: &mut dyn FnMut(Event)) {
        let Self { lines, mut fields } = self;
        if let Some(line) = lines.finish() {
            fields.push(&line, take);
        }
        fields.push("", take);
    }
}

impl Fields {
    fn push(&mut self, line: &str, take: &mut dyn FnMut(Event)) {
        if line.is_empty() {
            let Self { data, is_error } = std::mem::take(self);
            return match data {
                Some(data) if is_error => take(Event::Error(&data)),
                Some(data) => take(Event::Data(&data)),
                None => {}
            };
        }
        // A line that begins with a colon is a comment: its field has no name.
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => self.is_error = value == "error",
            // Old servers of llama.cpp say so what went wrong.
            "error" => *self = Self { data: Some(value.to_owned()), is_error: true },
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events() {
        let (data, error) = (Event::Data, Event::Error);
        for (text, expected) in [
            ("data: a\n\ndata: b\n\n", vec![data("a"), data("b")]),
            ("data:a\r\n\r\ndata:  b\r\n\r\n", vec![data("a"), data(" b")]),
            ("data: a\r\rdata: b\r\r", vec![data("a"), data("b")]),
            ("\u{FEFF}data: a\n\n", vec![data("a")]),
            ("data: a\ndata: b\ndata\n\n", vec![data("a\nb\n")]),
            (": PROCESSING\n\n:\n:\n\ndata: a\n: ping\n\n", vec![data("a")]),
            ("event: delta\nid: 7\nretry: 9\ndata: a\n\nevent: ping\n\n", vec![data("a")]),
            ("event: error\ndata: a\n\ndata: b\n\n", vec![error("a"), data("b")]),
            ("error: {\"code\":500}\n\n", vec![error("{\"code\":500}")]),
            ("data: a\n\ndata: [DONE]", vec![data("a"), data("[DONE]")]),
            ("data: a\n", vec![data("a")]),
            ("\n\n\n", vec![]),
            ("{\"data\": 1,\n\"error\": 2}", vec![]),
            ("", vec![]),
        ] {
            for size in [1, 2, 3, text.len().max(1)] {
                let (mut sse, mut found) = (Sse::default(), Vec::new());
                let mut take = |event: Event| found.push(format!("{event:?}"));
                for piece in text.as_bytes().chunks(size) {
                    sse.push(piece, &mut take);
                }
                sse.finish(&mut take);
                let expected: Vec<_> = expected.iter().map(|event| format!("{event:?}")).collect();
                assert_eq!(found, expected, "{text:?} by {size}");
            }
        }
    }
}
