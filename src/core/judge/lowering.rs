//! A schema on its way to what a server is given of it: what is known meanwhile.

use super::lowered_text::LoweredText;
use super::source::SchemaSource;
use super::undecided::Undecided;
use crate::core::dialect::Dialect;

/// A schema in a dialect, as far as the judge has said it. Only the newest counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lowering {
    wanted: Option<(SchemaSource, Dialect)>,
    answer: Option<Result<LoweredText, Why>>,
}

/// Why there is no lowered schema.
#[derive(Clone, Debug, PartialEq)]
enum Why {
    /// The dialect cannot say it.
    Unsayable(String),
    /// The judge gave no answer: another time it may.
    Undecided(String),
}

impl Lowering {
    /// Takes what is wanted, of which nothing is known until the judge has answered.
    pub fn begin(&mut self, source: SchemaSource, dialect: Dialect) {
        (self.wanted, self.answer) = (Some((source, dialect)), None);
    }

    /// Whether the judge was asked this last.
    pub fn is_wanted(&self, source: &SchemaSource, dialect: Dialect) -> bool {
        self.wanted.as_ref().is_some_and(|(wanted, other)| wanted == source && *other == dialect)
    }

    /// Takes the judge's answer. One on something else is left aside.
    pub fn finish(
        &mut self,
        source: &SchemaSource,
        dialect: Dialect,
        answer: Result<Result<LoweredText, String>, Undecided>,
    ) {
        if !self.is_wanted(source, dialect) || self.answer.is_some() {
            return;
        }
        self.answer = match answer {
            Ok(answer) => Some(answer.map_err(Why::Unsayable)),
            // The newer question is answered soon.
            Err(Undecided::Superseded) => None,
            Err(
                undecided @ (Undecided::TooLong(_)
                | Undecided::Crashed(_)
                | Undecided::NotLoaded(_)
                | Undecided::Unusable(_)),
            ) => Some(Err(Why::Undecided(undecided.to_string()))),
        };
    }

    /// Forgets an answer that was none, so that the judge is asked again.
    pub fn forget_undecided(&mut self) {
        if matches!(self.answer, Some(Err(Why::Undecided(_)))) {
            *self = Self::default();
        }
    }

    /// The lowered schema, or why there is none; nothing while that is not known.
    pub fn of(&self, source: &SchemaSource, dialect: Dialect) -> Option<Result<&LoweredText, &str>> {
        let answer = self.answer.as_ref().filter(|_| self.is_wanted(source, dialect))?;
        Some(answer.as_ref().map_err(|why| match why {
            Why::Unsayable(reason) | Why::Undecided(reason) => reason.as_str(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Dialect = Dialect::OpenAiStrict;
    const B: Dialect = Dialect::Gemini;

    fn source(text: &str) -> SchemaSource {
        SchemaSource::of_text(text)
    }

    #[test]
    fn an_answer_on_something_else_is_left_aside() {
        let (x, text) = (source("x"), LoweredText::default());
        let mut lowering = Lowering::default();
        lowering.begin(x.clone(), A);
        lowering.finish(&x, B, Ok(Ok(text.clone())));
        lowering.finish(&source("y"), A, Ok(Ok(text.clone())));
        lowering.finish(&x, A, Err(Undecided::Superseded));
        assert_eq!(lowering.of(&x, A), None);
        lowering.finish(&x, A, Ok(Ok(text.clone())));
        lowering.finish(&x, A, Ok(Err("too late".into())));
        assert_eq!((lowering.of(&x, A), lowering.of(&x, B)), (Some(Ok(&text)), None));
        lowering.begin(x.clone(), B);
        assert_eq!((lowering.of(&x, A), lowering.of(&x, B)), (None, None));
    }

    #[test]
    fn only_an_answer_that_was_none_is_asked_for_again() {
        let x = source("x");
        for (answer, why, is_forgotten) in [
            (Ok(Err("no type".to_owned())), "no type", false),
            (Err(Undecided::NotLoaded(String::new())), "the judge could not be loaded", true),
        ] {
            let mut lowering = Lowering::default();
            lowering.begin(x.clone(), A);
            lowering.finish(&x, A, answer);
            assert_eq!(lowering.of(&x, A), Some(Err(why)));
            lowering.forget_undecided();
            assert_eq!(lowering.is_wanted(&x, A), !is_forgotten, "{why}");
        }
    }
}
