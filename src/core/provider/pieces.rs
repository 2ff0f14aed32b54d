//! Pieces of an answer of which nobody says whether each is the next piece, or all of the answer so far.

/// What has come, and what is known of it.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    form: Form,
    /// All of them, one after the other, as long as their form is not known.
    joined: String,
    /// The last one, as long as it may be all so far.
    last: String,
}

#[derive(Debug, Default)]
enum Form {
    #[default]
    Unknown,
    /// Each is the next piece.
    Next,
    /// Each is all so far.
    SoFar,
}

/// A piece that begins with so many bytes that were there before is no next piece.
const SURE: usize = 8;

impl Pieces {
    /// Takes a piece, and gives what is new as far as that is known.
    pub(super) fn push(&mut self, piece: String) -> String {
        let rest = piece.strip_prefix(&self.last).filter(|rest| !rest.is_empty() || piece.is_empty());
        match (&self.form, rest) {
            (Form::Next, _) | (_, None) => {
                self.form = Form::Next;
                std::mem::take(&mut self.joined) + &piece
            }
            (Form::SoFar, Some(rest)) => {
                let rest = rest.to_owned();
                self.last = piece;
                rest
            }
            (Form::Unknown, Some(_)) if self.last.len() >= SURE => {
                self.form = Form::SoFar;
                self.joined.clear();
                self.last.clone_from(&piece);
                piece
            }
            (Form::Unknown, Some(_)) => {
                self.joined.push_str(&piece);
                self.last = piece;
                String::new()
            }
        }
    }

    /// What was held back: a short answer is taken for one whose pieces are all so far.
    pub(super) fn finish(&mut self) -> String {
        match self.form {
            Form::Unknown => std::mem::take(&mut self.last),
            Form::Next | Form::SoFar => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_told_apart() {
        for (pieces, expected) in [
            (&["{\"city\":", " \"Oslo\"", "}"][..], &["", "{\"city\": \"Oslo\"", "}", ""][..]),
            (
                &["{", "{\"city\": \"Oslo", "{\"city\": \"Oslo, Norway", "{\"city\": \"Oslo, Norway\"}"],
                &["", "", "{\"city\": \"Oslo, Norway", "\"}", ""],
            ),
            // What repeats is no sign of it, nor is a next piece that happens to begin alike.
            (&["ha", "ha", "ha"], &["", "haha", "ha", ""]),
            (&["[", "[1", "]", "]"], &["", "", "[[1]", "]", ""]),
            // What is short to its end has been all so far.
            (&["4", "42"], &["", "", "42"]),
            (&["42"], &["", "42"]),
            (&["", "42", "!"], &["", "", "42!", ""]),
            (&["äöäöäö", "äöäöäö, and so on", "äöäöäö, and so on!"], &["", "äöäöäö, and so on", "!", ""]),
            (
                &["in one piece", "in one piece, and", "otherwise"],
                &["", "in one piece, and", "otherwise", ""],
            ),
            (&[], &[""]),
        ] {
            let mut all = Pieces::default();
            let mut given: Vec<_> = pieces.iter().map(|piece| all.push((*piece).to_owned())).collect();
            given.push(all.finish());
            assert_eq!(given, expected, "{pieces:?}");
        }
    }
}
