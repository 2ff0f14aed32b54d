//! A schema as the person gave it: a text and how to read it. What the page holds and what travels.

use crate::core::dialect::{Dialect, LowerError, Lowered, lower};
use crate::core::random::Random;
use crate::core::rules::RuleMistake;
use crate::core::schema::{BuiltIn, ImportError, Note, ReadError, ReadSchema};
use crate::core::simulate::instance;
use crate::core::validate::{Formats, Validator};
use std::sync::Arc;

/// On how many made up values a rule is tried.
const TRIALS: u64 = 3;

/// A schema that was not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaSource {
    /// A built-in one.
    BuiltIn(BuiltIn),
    /// The person's own.
    Own(SchemaText),
}

/// A schema as the person gave it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaText {
    /// The text, as it was written or pasted.
    pub text: String,
    /// Which of the schemas in it is meant, where it holds several. A name that is not among theirs
    /// leaves it open: it may be left from an earlier text.
    pub component: Option<String>,
    /// What the formats in it mean.
    pub formats: Formats,
}

/// No schema: an empty text.
impl Default for SchemaSource {
    fn default() -> Self {
        Self::Own(SchemaText::default())
    }
}

/// A schema that was read, and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The schema, and what is to be said of its text.
    pub read: ReadSchema,
    /// The same, made ready for judging.
    pub validator: Validator,
    /// The same in the dialect that was last asked for.
    lowered: Option<(Dialect, Result<Arc<Lowered>, LowerError>)>,
}

impl SchemaSource {
    /// Reads the schema.
    ///
    /// # Errors
    /// A [`ReadError`] that says what the text is instead, or names the first part that cannot be meant.
    pub fn read(&self) -> Result<Compiled, ReadError> {
        let (text, component) = self.text();
        let read = match ReadSchema::of(text, component) {
            Err(ReadError::Import(ImportError::UnknownComponent { .. })) => ReadSchema::of(text, None),
            read => read,
        }?;
        let validator = Validator::with_formats(&read.schema, self.formats());
        Ok(Compiled { read, validator, lowered: None })
    }

    /// The text it stands in, and which of the schemas there is meant.
    pub fn text(&self) -> (&str, Option<&str>) {
        match self {
            Self::BuiltIn(built_in) => (built_in.source(), None),
            Self::Own(own) => (own.text.as_str(), own.component.as_deref()),
        }
    }

    /// What the formats in it mean.
    pub fn formats(&self) -> Formats {
        match self {
            Self::BuiltIn(_) => Formats::Assert,
            Self::Own(own) => own.formats,
        }
    }

    /// A text that is no component of another, its formats asserted.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self::Own(SchemaText { text: text.into(), ..SchemaText::default() })
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::BuiltIn(_) => false,
            Self::Own(own) => own.text.trim().is_empty(),
        }
    }
}

impl Compiled {
    /// The schema in a dialect, which is remembered: a run judges by the same one many times.
    ///
    /// # Errors
    /// A [`LowerError`] where the dialect cannot say it.
    pub fn lowered(&mut self, dialect: Dialect) -> Result<Arc<Lowered>, LowerError> {
        let last = self.lowered.take().filter(|(known, _)| *known == dialect);
        let lower = || (dialect, lower(&self.read.schema, dialect).map(Arc::new));
        let (_, lowered) = self.lowered.insert(last.unwrap_or_else(lower));
        lowered.clone()
    }

    /// What its author should know before anything is sent.
    pub fn warnings(&self) -> Vec<Note> {
        let mistakes = self.rule_mistakes().into_iter().map(Note::from);
        mistakes.chain(self.read.schema.warnings()).collect()
    }

    /// What is wrong with the rules across fields, which are tried on valid values made up for it.
    pub fn rule_mistakes(&self) -> Vec<RuleMistake> {
        let schema = &self.read.schema;
        let example = |node, seed| instance(schema, node, &mut Random::new(seed));
        let examples = |node| (0..TRIALS).map(|seed| example(node, seed)).collect();
        self.validator.rules().map_or_else(Vec::new, |rules| rules.mistakes(examples))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, component: Option<&str>, expected: Result<(&str, Option<&str>), &str>) {
        let component = component.map(str::to_owned);
        let source = SchemaSource::Own(SchemaText { text: text.into(), component, ..SchemaText::default() });
        let compiled = source.read().map_err(|error| error.to_string());
        let found = compiled
            .as_ref()
            .map(|compiled| (compiled.read.schema.label.as_str(), compiled.read.component.as_deref()));
        assert_eq!(found, expected.map_err(str::to_owned).as_ref().copied());
    }

    #[test]
    fn a_text_is_read_by_the_component_that_is_meant() {
        let both = r#"{"$defs": {"A": {"title": "First", "type": "string"}, "B": {"title": "Second", "type": "null"}}}"#;
        check(both, None, Ok(("A", Some("A"))));
        check(both, Some("B"), Ok(("B", Some("B"))));
        check(both, Some("C"), Ok(("A", Some("A"))));
        check(r#"{"title": "T", "type": "object"}"#, Some("C"), Ok(("T", None)));
    }

    #[test]
    fn formats_are_judged_unless_they_are_remarks() {
        for (formats, expected) in [(Formats::Assert, false), (Formats::Annotate, true)] {
            let text = r#"{"type": "string", "format": "date"}"#.to_owned();
            let source = SchemaSource::Own(SchemaText { text, formats, ..SchemaText::default() });
            assert_eq!(source.read().unwrap().validator.is_valid(&"x".into()), expected);
        }
    }
}
