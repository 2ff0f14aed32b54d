//! A schema as the person gave it: a text and how to read it. What the page holds and what travels.

use crate::core::schema::{Schema, SchemaError};

/// A schema that was not read yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaSource {
    /// The text, as it was written or pasted.
    pub text: String,
    /// Which of the schemas in it is meant, where it holds several. A name that is not among theirs
    /// leaves it open: it may be left from an earlier text.
    pub component: Option<String>,
    /// What the formats in it mean.
    pub formats: Formats,
}

/// Whether a `format` is a rule, or only a remark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// A string that breaks its format is invalid.
    #[default]
    Assert,
    /// Formats are not checked.
    Annotate,
}

/// A schema that was read, and what is to be said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    /// The schema.
    pub schema: Schema,
}

impl SchemaSource {
    /// Reads the schema.
    ///
    /// # Errors
    /// A [`SchemaError`] that names the first part that cannot be meant.
    pub fn read(&self) -> Result<Compiled, SchemaError> {
        let form = serde_json::from_str(&self.text)
            .map_err(|error| SchemaError { path: String::new(), message: format!("is not JSON: {error}") })?;
        Ok(Compiled { schema: Schema::from_fields(&form)? })
    }
}

impl Formats {
    /// Both meanings.
    pub const ALL: [Self; 2] = [Self::Assert, Self::Annotate];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assert => "assert",
            Self::Annotate => "annotate",
        }
    }

    /// The meaning of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formats| formats.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_by_where_it_stands() {
        for (text, expected) in [
            ("{", "The schema is not JSON: EOF while parsing an object at line 1 column 1"),
            ("{}", "The schema needs fields"),
            (
                r#"{"fields": {"a": {"type": "text"}}}"#,
                "fields.a.type must be one of: string, number, integer, boolean, enum",
            ),
        ] {
            let source = SchemaSource { text: text.into(), ..SchemaSource::default() };
            assert_eq!(source.read().map_err(|error| error.to_string()), Err(expected.into()));
        }
    }
}
