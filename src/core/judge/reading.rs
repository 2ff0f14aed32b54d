//! A schema on its way from its text to its description: what is known of it meanwhile.

use super::description::Description;
use super::source::SchemaSource;
use super::undecided::Undecided;

/// A schema that is being read, or was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    source: SchemaSource,
    description: Description,
    is_under_way: bool,
    settled: Progress,
}

/// How far reading a schema is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    /// There is nothing to read.
    #[default]
    Empty,
    /// The judge was asked.
    UnderWay,
    /// It was read.
    Done,
    /// It is wrong, and this is what is wrong with it.
    Wrong(String),
    /// The judge gave no answer, for this reason.
    Undecided(Undecided),
}

impl Reading {
    /// Takes a schema to read. What is known of the last one stands until more is known, so that
    /// nothing flickers while somebody types; of an empty text nothing is known.
    /// Gives what the judge is to be asked, if anything.
    pub fn begin(&mut self, source: SchemaSource) -> Option<SchemaSource> {
        self.source = source;
        if self.source.is_empty() {
            self.description = Description::default();
            self.settled = Progress::Empty;
            self.is_under_way = false;
            return None;
        }
        self.is_under_way = true;
        Some(self.source.clone())
    }

    /// Forgets what is known.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes the judge's answer on a schema. One on an earlier schema is left aside.
    pub fn finish(&mut self, source: &SchemaSource, answer: Result<Result<Description, String>, Undecided>) {
        if *source != self.source || !self.is_under_way {
            return;
        }
        self.settled = match answer {
            Ok(Ok(description)) => {
                self.description = description;
                Progress::Done
            }
            Ok(Err(error)) => Progress::Wrong(error),
            // The newer question is answered soon.
            Err(Undecided::Superseded) => return,
            Err(
                undecided @ (Undecided::TooLong(_)
                | Undecided::Crashed(_)
                | Undecided::NotLoaded(_)
                | Undecided::Unusable(_)),
            ) => Progress::Undecided(undecided),
        };
        self.is_under_way = false;
    }

    /// The schema itself.
    pub fn source(&self) -> &SchemaSource {
        &self.source
    }

    /// What the schema amounts to, or what the last one did that could be read.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// How far it is.
    pub fn progress(&self) -> &Progress {
        if self.is_under_way { &Progress::UnderWay } else { &self.settled }
    }

    /// How far it is, or how far the last one came while this one is under way.
    pub fn settled(&self) -> &Progress {
        &self.settled
    }

    /// Whether the description is of an earlier schema.
    pub fn is_stale(&self) -> bool {
        match self.progress() {
            Progress::Empty | Progress::Done => false,
            Progress::UnderWay | Progress::Wrong(_) | Progress::Undecided(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> SchemaSource {
        SchemaSource::of_text(text)
    }

    fn description(label: &str) -> Description {
        Description { label: label.into(), ..Description::default() }
    }

    /// What is shown after `a` was read, `b` begun, and this answer came on a schema.
    #[track_caller]
    fn check(
        on: &str,
        answer: Result<Result<Description, String>, Undecided>,
        expected: (&str, Progress, bool),
    ) {
        let mut reading = Reading::default();
        assert_eq!(reading.begin(source("a")), Some(source("a")));
        reading.finish(&source("a"), Ok(Ok(description("A"))));
        assert_eq!((reading.progress(), reading.is_stale()), (&Progress::Done, false));
        assert_eq!(reading.begin(source("b")), Some(source("b")));
        reading.finish(&source(on), answer);
        let (label, progress, is_stale) = expected;
        assert_eq!(reading.source(), &source("b"));
        assert_eq!(
            (reading.description(), reading.progress(), reading.is_stale()),
            (&description(label), &progress, is_stale)
        );
    }

    #[test]
    fn the_last_description_stands_until_there_is_another() {
        check("b", Ok(Ok(description("B"))), ("B", Progress::Done, false));
        check("b", Ok(Err("is odd".into())), ("A", Progress::Wrong("is odd".into()), true));
        let crashed = || Undecided::Crashed("boom".into());
        check("b", Err(crashed()), ("A", Progress::Undecided(crashed()), true));
        check("b", Err(Undecided::Superseded), ("A", Progress::UnderWay, true));
        check("a", Ok(Ok(description("late"))), ("A", Progress::UnderWay, true));
    }

    #[test]
    fn the_last_outcome_stands_while_the_next_is_under_way() {
        let mut reading = Reading::default();
        reading.begin(source("a"));
        assert_eq!((reading.progress(), reading.settled()), (&Progress::UnderWay, &Progress::Empty));
        reading.finish(&source("a"), Ok(Err("is odd".into())));
        reading.begin(source("b"));
        let wrong = Progress::Wrong("is odd".into());
        assert_eq!((reading.progress(), reading.settled()), (&Progress::UnderWay, &wrong));
        reading.forget();
        assert_eq!(reading, Reading::default());
    }

    #[test]
    fn nothing_is_asked_about_nothing() {
        let mut reading = Reading::default();
        reading.begin(source("a"));
        reading.finish(&source("a"), Ok(Ok(description("A"))));
        assert_eq!(reading.begin(source(" \n")), None);
        assert_eq!((reading.description(), reading.progress()), (&Description::default(), &Progress::Empty));
    }
}
