//! Texts with placeholders, from which the loop puts together what it tells the model.
//!
//! `{{errors}}` stands for a value. A paragraph (what stands between blank lines) in which a value is empty is left
//! out, unless the value that the template must hold is in it too. Values are put in as they are: what a model has
//! written stays text, whatever braces are in it.

mod kind;
mod placeholder;

pub use kind::TemplateKind;
pub use placeholder::Placeholder;

use std::fmt::{self, Display, Formatter};

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// A template that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
    required: Placeholder,
}

/// A template of every kind: those of the page, unless they are changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// Of the system prompt.
    pub system: Template,
    /// Of the correction after an answer with errors.
    pub correction: Template,
    /// Of the nudge after a reply without an answer.
    pub nudge: Template,
}

/// What is wrong with a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    kind: TemplateKind,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// On this line, braces are opened and not closed.
    Unclosed(usize),
    /// On this line stands a placeholder that this kind has none of.
    Unknown(usize, String),
    /// It lacks what it must hold.
    Missing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Value(Placeholder),
    /// What comes before it and after it are paragraphs of their own.
    Break,
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(kind: TemplateKind, text: &str) -> Result<Self, TemplateError> {
        match Self::read(kind, text) {
            (template, None) => Ok(template),
            (_, Some(fault)) => Err(TemplateError { kind, fault }),
        }
    }

    /// The template of this kind as the page brings it.
    fn of(kind: TemplateKind) -> Self {
        Self::read(kind, kind.default_text()).0
    }

    /// Reads a template as far as it goes, and what is wrong with it.
    fn read(kind: TemplateKind, text: &str) -> (Self, Option<Fault>) {
        let (mut pieces, mut fault) = (Vec::new(), None);
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() {
                pieces.push(Piece::Break);
                continue;
            }
            if pieces.last().is_some_and(|last| *last != Piece::Break) {
                pieces.push(Piece::Text("\n".to_owned()));
            }
            if let Err(found) = read_line(kind, line, number, &mut pieces) {
                fault = fault.or(Some(found));
            }
        }
        let required = kind.required();
        if !pieces.contains(&Piece::Value(required)) {
            fault = fault.or(Some(Fault::Missing));
        }
        (Self { pieces, required }, fault)
    }

    /// The text with these values; one that is not among them is empty.
    pub(super) fn render(&self, values: &[(Placeholder, &str)]) -> String {
        let mut text = String::new();
        for pieces in self.pieces.split(|piece| *piece == Piece::Break) {
            let paragraph = self.paragraph(pieces, values);
            if !text.is_empty() && !paragraph.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(&paragraph);
        }
        text
    }

    /// A paragraph; empty where it is left out.
    fn paragraph(&self, pieces: &[Piece], values: &[(Placeholder, &str)]) -> String {
        let must_stand = pieces.contains(&Piece::Value(self.required));
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value(placeholder) => {
                    let value = values.iter().find(|(name, _)| name == placeholder);
                    match value.map_or("", |(_, value)| value) {
                        "" if must_stand => text.truncate(text.trim_end().len()),
                        "" => return String::new(),
                        value => text.push_str(value),
                    }
                }
                Piece::Break => {}
            }
        }
        text
    }
}

fn read_line(kind: TemplateKind, line: &str, number: usize, pieces: &mut Vec<Piece>) -> Result<(), Fault> {
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let closed = after.split_once(CLOSE).filter(|(name, _)| !name.contains(OPEN));
        let (name, behind) = closed.ok_or(Fault::Unclosed(number))?;
        let name = name.trim();
        let placeholder = kind.placeholders().iter().find(|placeholder| placeholder.name() == name);
        let placeholder = placeholder.ok_or_else(|| Fault::Unknown(number, name.to_owned()))?;
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Value(*placeholder));
        rest = behind;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(())
}

impl Default for Templates {
    fn default() -> Self {
        Self {
            system: Template::of(TemplateKind::System),
            correction: Template::of(TemplateKind::Correction),
            nudge: Template::of(TemplateKind::Nudge),
        }
    }
}

impl Display for TemplateError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let noun = self.kind.noun();
        match &self.fault {
            Fault::Unclosed(line) => {
                write!(formatter, "The {noun}, line {line}: {OPEN} is opened and not closed by {CLOSE}.")
            }
            Fault::Unknown(line, name) => {
                write!(formatter, "The {noun}, line {line}: there is no {OPEN}{name}{CLOSE}.")
            }
            Fault::Missing => write!(formatter, "The {noun} must hold {}.", self.kind.required()),
        }
    }
}

#[cfg(test)]
mod tests;
