//! A type as it is written, with what its comment says.

/// A type, on one line or on several.
pub(super) struct Type {
    pub(super) text: String,
    pub(super) notes: Vec<String>,
    /// Whether it must be put in brackets before anything is put behind it.
    pub(super) is_compound: bool,
}

impl Type {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), notes: Vec::new(), is_compound: false }
    }

    pub(super) fn is_line(&self) -> bool {
        !self.text.contains('\n')
    }

    /// Whether it stands on a line that needs no comment.
    pub(super) fn is_bare(&self) -> bool {
        self.is_line() && self.notes.is_empty()
    }

    /// Whether it is a list of forms, one a line.
    pub(super) fn is_list(&self) -> bool {
        self.text.starts_with('\n')
    }

    /// The type in brackets, if it needs them.
    pub(super) fn grouped(&self, indent: usize) -> String {
        match (self.is_compound, self.is_list()) {
            (false, _) => self.text.clone(),
            (true, false) => format!("({})", self.text),
            (true, true) => format!("({}\n{})", self.text, pad(indent)),
        }
    }

    /// This type or null.
    pub(super) fn or_null(self, indent: usize) -> Self {
        let null = if self.is_list() { format!("\n{}| null", pad(indent + 1)) } else { " | null".to_owned() };
        Self { text: self.text + &null, notes: self.notes, is_compound: true }
    }

    /// Arrays of this type. On several lines they say what they are at once, not at their end.
    pub(super) fn array(self, indent: usize) -> Self {
        let text = match (self.is_line(), self.is_list()) {
            (true, _) => format!("{}[]", self.grouped(indent)),
            (false, true) => format!("Array<{}\n{}>", self.text, pad(indent)),
            (false, false) => format!("Array<{}>", self.text),
        };
        let said = self.notes.join("; ");
        let notes = if said.is_empty() { Vec::new() } else { vec![format!("each item: {said}")] };
        Self { notes, ..Self::plain(text) }
    }
}

/// The space before a line.
pub(super) fn pad(indent: usize) -> String {
    "  ".repeat(indent)
}
