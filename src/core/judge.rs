//! Judging a reply: extract, then validate. The one way from a text to a verdict,
//! for the page, the loop and the command line alike.

use super::extract::{Candidate, Extraction, extract};
use super::pointer::Pointer;
use super::schema::Schema;
use super::validate::{Verdict, Violation, validate};
use serde_json::Value;

/// What was found out about one reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What was found in it.
    pub extraction: Extraction,
    /// The value that was judged and the verdict on it; none if there is no JSON in the reply.
    pub answer: Option<Answer>,
    /// What is worth knowing beside the verdict.
    pub notices: Vec<Notice>,
}

/// The candidate that was taken, and the verdict on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The candidate.
    pub candidate: Candidate,
    /// The verdict; nothing to check means nothing wrong.
    pub verdict: Verdict,
}

/// Something a person should know that is no violation.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The place in the value.
    pub pointer: Pointer,
}

/// The kinds of [`Notice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Another candidate than the first was taken, since it alone is valid.
    LowerCandidateTaken,
}

impl NoticeKind {
    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::LowerCandidateTaken => "lowerCandidateTaken",
        }
    }

    /// What it means, in a sentence.
    pub fn message(self) -> &'static str {
        match self {
            Self::LowerCandidateTaken => {
                "The reply holds several JSON values; the first is invalid, and this is the only valid one"
            }
        }
    }
}

impl Judgement {
    /// Whether there is an answer and nothing wrong with it.
    pub fn is_valid(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.verdict.violations.is_empty())
    }

    /// What is wrong with the answer; empty also where there is none.
    pub fn violations(&self) -> &[Violation] {
        self.answer.as_ref().map_or(&[], |answer| &answer.verdict.violations)
    }

    /// The value that was judged.
    pub fn value(&self) -> Option<&Value> {
        self.answer.as_ref().map(|answer| &answer.candidate.value)
    }
}

/// Judges a reply. The first candidate counts; a lower one is taken only if it alone is valid.
/// Without a schema every value is valid.
pub fn judge(text: &str, schema: Option<&Schema>) -> Judgement {
    let extraction = extract(text);
    let mut notices = Vec::new();
    let mut answers = extraction.candidates.iter().map(|candidate| Answer {
        candidate: candidate.clone(),
        verdict: schema.map_or_else(Verdict::default, |schema| validate(schema, &candidate.value)),
    });
    let mut answer = answers.next();
    if answer.as_ref().is_some_and(|first| !first.verdict.violations.is_empty()) {
        let mut valid = answers.filter(|answer| answer.verdict.violations.is_empty());
        if let (Some(only), None) = (valid.next(), valid.next()) {
            notices.push(Notice { kind: NoticeKind::LowerCandidateTaken, pointer: Pointer::root() });
            answer = Some(only);
        }
    }
    Judgement { extraction, answer, notices }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_lower_candidate_is_taken_only_if_it_alone_is_valid() {
        let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer"}}})).unwrap();
        for (text, expected, noticed) in [
            (r#"{"a": 1} or {"a": 2}"#, json!({"a": 1}), false),
            (r#"{"a": "x"} or {"a": 2}"#, json!({"a": 2}), true),
            (r#"{"a": "x"} or {"a": 2} or {"a": 3}"#, json!({"a": "x"}), false),
            (r#"{"a": "x"} or {"a": "y"}"#, json!({"a": "x"}), false),
        ] {
            let judgement = judge(text, Some(&schema));
            assert_eq!(judgement.value(), Some(&expected), "{text}");
            assert_eq!(!judgement.notices.is_empty(), noticed, "{text}");
            assert_eq!(judgement.is_valid(), expected["a"].is_i64(), "{text}");
        }
    }

    #[test]
    fn without_json_there_is_no_answer() {
        let judgement = judge("Sunny, I think.", None);
        assert_eq!((judgement.is_valid(), judgement.value(), judgement.violations()), (false, None, &[][..]));
    }

    #[test]
    fn without_a_schema_any_value_is_valid() {
        assert!(judge("[1]", None).is_valid());
    }
}
