//! Judging a reply: extract, then validate.

use super::changes::changes;
use super::feedback::{Feedback, form};
use super::ledger::Ledger;
use super::question::Case;
use super::rejected::{Rejected, Repaired};
use super::report::{NotJudgedReport, RepairReport, ViolationReport};
use super::restoring::restored;
use super::tried::Tried;
use crate::core::dialect::Lowered;
use crate::core::extract::{
    Candidate, Extraction, Loss, LossKind, RepairKind, Strategy, SyntaxError, extract, extract_with_positions,
};
use crate::core::json_text::JsonText;
use crate::core::pointer::Pointer;
use crate::core::time::Micros;
use crate::core::validate::{Validator, Verdict, Violation};
use serde_json::Value;

/// What was found out about one reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// The value that was judged and the verdict on it; none if there is no JSON in the reply, or none
    /// that is accepted.
    pub answer: Option<Answer>,
    /// What is wrong with the JSON in the reply, where it had to be repaired and that is not accepted.
    pub rejected: Option<Rejected>,
    /// The form of an answer, with typed holes for all that is to be written; empty where there is an answer.
    pub form: String,
    /// How many JSON values there are in the reply.
    pub candidates: usize,
    /// Whether a value is still open at the end of the reply.
    pub is_open: bool,
    /// Why the first thing that looked like JSON was not.
    pub syntax_error: Option<SyntaxError>,
    /// What is worth knowing beside the verdict.
    pub notices: Vec<Notice>,
    /// How long it took to read and to judge the reply; nothing where no clock was at hand.
    pub took: Micros,
}

/// The value that was taken from the reply, and the verdict on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The value.
    pub value: JsonText,
    /// How it was found.
    pub strategy: Strategy,
    /// What had to be repaired to read it; none where it is strict JSON.
    pub repairs: Vec<RepairReport>,
    /// All that is wrong, in the order of the document; warnings are among it. What a critique objects to comes
    /// last.
    pub violations: Vec<ViolationReport>,
    /// The rules that were not judged, since something they read is wrong.
    pub not_judged: Vec<NotJudgedReport>,
    /// How many rules were judged and hold.
    pub passed: usize,
    /// What a model is told of it; none where no error makes it invalid.
    pub feedback: Option<Feedback>,
    /// What became of what was wrong with the answer before, if there was one.
    pub ledger: Option<Ledger>,
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
    /// A key stands twice in an object.
    DuplicateKey,
    /// An integer is too large to be kept exactly.
    RoundedInteger,
}

impl NoticeKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::LowerCandidateTaken, Self::DuplicateKey, Self::RoundedInteger];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::LowerCandidateTaken => "lowerCandidateTaken",
            Self::DuplicateKey => "duplicateKey",
            Self::RoundedInteger => "roundedInteger",
        }
    }

    /// What it means, in a sentence.
    pub fn message(self) -> &'static str {
        match self {
            Self::LowerCandidateTaken => {
                "The reply holds several JSON values; the first is invalid, and this is the only valid one"
            }
            Self::DuplicateKey => "A key stands twice in an object; its last value counts",
            Self::RoundedInteger => "An integer is too large to be kept exactly, and was rounded",
        }
    }
}

impl From<Loss> for Notice {
    fn from(Loss { kind, pointer }: Loss) -> Self {
        let kind = match kind {
            LossKind::DuplicateKey => NoticeKind::DuplicateKey,
            LossKind::RoundedInteger => NoticeKind::RoundedInteger,
        };
        Self { kind, pointer }
    }
}

impl Answer {
    fn new(
        candidate: &Candidate,
        turned: Vec<RepairReport>,
        verdict: &Verdict,
        validator: Option<&Validator>,
        before: &Tried,
    ) -> Self {
        let feedback = |validator| Feedback::new(validator, &candidate.value, &verdict.violations);
        let violations: Vec<_> = verdict.violations.iter().map(ViolationReport::from).collect();
        let mut repairs = RepairReport::of(&candidate.repairs, RepairKind::message);
        repairs.extend(turned);
        Self {
            value: JsonText::of(&candidate.value),
            strategy: candidate.strategy,
            repairs,
            ledger: ledger(before, &violations, &candidate.value),
            violations,
            not_judged: verdict.not_judged.iter().map(NotJudgedReport::from).collect(),
            passed: verdict.passed,
            feedback: validator.and_then(feedback),
        }
    }

    /// Whether every rule was judged, and none that makes an answer invalid is broken.
    pub fn is_valid(&self) -> bool {
        self.errors().next().is_none() && self.not_judged.is_empty()
    }

    /// What makes the answer invalid.
    pub fn errors(&self) -> impl Iterator<Item = &ViolationReport> {
        self.violations.iter().filter(|violation| violation.is_error())
    }

    /// How many faults of the model's JSON were repaired to read it.
    pub fn repair_count(&self) -> usize {
        self.repairs.iter().filter(|repair| !repair.is_of_form()).map(RepairReport::count).sum()
    }

    /// Whether the model's JSON had a fault that was repaired.
    pub fn is_repaired(&self) -> bool {
        self.repairs.iter().any(|repair| !repair.is_of_form())
    }

    /// How many rules were judged, whether they hold or not.
    pub fn checks(&self) -> usize {
        self.passed + self.violations.len()
    }
}

impl Judgement {
    /// Whether there is an answer and nothing wrong with it but warnings.
    pub fn is_valid(&self) -> bool {
        self.answer.as_ref().is_some_and(Answer::is_valid)
    }

    /// How it turned out, in a line.
    pub fn headline(&self) -> String {
        match (&self.answer, &self.rejected, &self.syntax_error) {
            (Some(answer), _, _) => {
                let word = if self.is_valid() { "Valid" } else { "Invalid" };
                let repaired = if answer.is_repaired() { ", repaired" } else { "" };
                format!("{word}{repaired}: {} of {} checks passed", answer.passed, answer.checks())
            }
            (None, Some(rejected), _) => format!("Not JSON: {}", rejected.faults.join("; ")),
            (None, None, Some(error)) => {
                format!("Not JSON: line {}, column {}: {}", error.line, error.column, error.message)
            }
            (None, None, None) => "There is no JSON in it".to_owned(),
        }
    }

    /// Whether the reply ends before its only value does.
    pub fn is_truncated(&self) -> bool {
        self.answer.is_none() && self.rejected.is_none() && self.is_open
    }

    /// What is worth knowing beside the verdict, a sentence each: notices, repairs, and rules that were not judged.
    pub fn remarks(&self) -> Vec<String> {
        let answer = self.answer.as_ref();
        let mut remarks: Vec<_> =
            self.notices.iter().map(|notice| format!("{}.", notice.kind.message())).collect();
        remarks.extend(answer.iter().flat_map(|answer| &answer.repairs).map(RepairReport::sentence));
        remarks.extend(
            answer.iter().flat_map(|answer| &answer.not_judged).map(|rule| format!("{}.", rule.message)),
        );
        remarks
    }

    /// What makes the answer invalid; nothing also where there is none.
    pub fn errors(&self) -> impl Iterator<Item = &ViolationReport> {
        self.answer.iter().flat_map(Answer::errors)
    }

    /// What is wrong with the answer, warnings included; empty also where there is none.
    pub fn violations(&self) -> &[ViolationReport] {
        self.answer.as_ref().map_or(&[], |answer| &answer.violations)
    }

    /// The value that was judged.
    pub fn value(&self) -> Option<&JsonText> {
        self.answer.as_ref().map(|answer| &answer.value)
    }
}

/// What became of what was wrong before, if there was an answer.
fn ledger(before: &Tried, violations: &[ViolationReport], value: &Value) -> Option<Ledger> {
    let Tried::Judged(text, earlier) = before else { return None };
    let changed = serde_json::from_str(text).map_or_else(|_| Vec::new(), |before| changes(&before, value));
    Some(Ledger::new(earlier, violations, &changed))
}

/// Judges a reply. The first candidate counts; a lower one is taken only if it alone is valid, and what is
/// not accepted is not. Without a schema every value is valid. `input` is the document that the answer is
/// about; may be empty.
pub fn judge(text: &str, validator: Option<&Validator>, input: &str, repaired: Repaired) -> Judgement {
    let case = Case { text: text.to_owned(), input: input.to_owned(), repaired, ..Case::default() };
    judge_case(&case, validator, None)
}

/// The same for a reply to a lowered schema: each candidate is first brought into the form of the author's.
/// That mends no fault, and so it is accepted whether repairs are or not.
pub fn judge_case(case: &Case, validator: Option<&Validator>, lowered: Option<&Lowered>) -> Judgement {
    judge_with(case, validator, lowered, &|_| Vec::new())
}

/// The same with what else is wrong with the answer that is taken.
pub(super) fn judge_with(
    case: &Case,
    validator: Option<&Validator>,
    lowered: Option<&Lowered>,
    objections: &dyn Fn(&Value) -> Vec<Violation>,
) -> Judgement {
    let text = &case.text;
    let extraction = if lowered.is_some() { extract_with_positions(text) } else { extract(text) };
    judge_extracted(extraction, case, validator, lowered, objections).judgement
}

/// A judgement, and what it was made of.
pub(super) struct Judged {
    pub(super) judgement: Judgement,
    /// What was taken from the reply, be it accepted or not, as it was written.
    pub(super) taken: Option<Candidate>,
    /// All that is wrong with it, as it was found.
    pub(super) violations: Vec<Violation>,
}

/// The same of what was extracted; says what it was made of.
pub(super) fn judge_extracted(
    extraction: Extraction,
    case: &Case,
    validator: Option<&Validator>,
    lowered: Option<&Lowered>,
    objections: &dyn Fn(&Value) -> Vec<Violation>,
) -> Judged {
    let Case { text, input, repaired, before, .. } = case;
    let Extraction { candidates, open, syntax_error, .. } = extraction;
    let count = candidates.len();
    let mut notices = Vec::new();
    let mut judged = candidates.into_iter().map(|mut candidate| {
        let (mut turned, mut written) = (Vec::new(), None);
        if let Some(lowered) = lowered {
            let (value, reports) = restored(&candidate, lowered);
            written = Some(std::mem::replace(&mut candidate.value, value));
            turned = reports;
        }
        let judged = |validator: &Validator| validator.validate_with(&candidate.value, input);
        let is_accepted = repaired.is_accepted() || candidate.repairs.is_empty();
        let verdict = is_accepted.then(|| validator.map_or_else(Verdict::default, judged));
        (candidate, written, turned, verdict)
    });
    let is_valid =
        |(.., verdict): &(_, _, _, Option<Verdict>)| verdict.as_ref().is_some_and(Verdict::is_valid);
    let mut taken = judged.next();
    if taken.as_ref().is_some_and(|first| !is_valid(first)) {
        let mut valid = judged.filter(is_valid);
        if let (Some(only), None) = (valid.next(), valid.next()) {
            notices.push(Notice { kind: NoticeKind::LowerCandidateTaken, pointer: Pointer::root() });
            taken = Some(only);
        }
    }
    let (mut answer, mut rejected, mut violations) = (None, None, Vec::new());
    let taken = taken.map(|(mut candidate, written, turned, verdict)| {
        match verdict {
            Some(mut verdict) => {
                verdict.violations.extend(objections(&candidate.value));
                notices.extend(candidate.losses.drain(..).map(Notice::from));
                answer = Some(Answer::new(&candidate, turned, &verdict, validator, before));
                violations = verdict.violations;
            }
            None => rejected = Some(Rejected::new(text, &candidate.repairs)),
        }
        candidate.value = written.unwrap_or(candidate.value);
        candidate
    });
    let form = validator.filter(|_| answer.is_none() && rejected.is_none()).map(form).unwrap_or_default();
    let (is_open, took) = (open.is_some(), Micros::default());
    let judgement =
        Judgement { answer, rejected, form, candidates: count, is_open, syntax_error, notices, took };
    Judged { judgement, taken, violations }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::Schema;
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
            let judgement = judge(text, Some(&Validator::new(&schema)), "", Repaired::Accept);
            assert_eq!(judgement.value(), Some(&JsonText::of(&expected)), "{text}");
            assert_eq!(!judgement.notices.is_empty(), noticed, "{text}");
            assert_eq!(judgement.is_valid(), expected["a"].is_i64(), "{text}");
        }
    }

    #[test]
    fn how_it_turned_out() {
        let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer"}}})).unwrap();
        for (text, expected) in [
            (r#"{"a": 1}"#, "Valid: 4 of 4 checks passed"),
            (r#"{"a": "x"}"#, "Invalid: 3 of 4 checks passed"),
            (r#"{"a": x}"#, "Invalid, repaired: 3 of 4 checks passed"),
            ("{'a': 1}", "Valid, repaired: 4 of 4 checks passed"),
            (r#"{"a": x"#, "Not JSON: line 1, column 7: expected value"),
            ("Sunny", "There is no JSON in it"),
        ] {
            assert_eq!(
                judge(text, Some(&Validator::new(&schema)), "", Repaired::Accept).headline(),
                expected
            );
        }
    }

    /// What becomes of a reply where only strict JSON counts: the answer, and what is wrong where there is none.
    #[test]
    fn only_what_needs_no_repair_is_accepted_where_repairs_are_not() {
        let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer"}}})).unwrap();
        for (text, value, headline) in [
            (r#"{"a": 1}"#, Some(json!({"a": 1})), "Valid: 4 of 4 checks passed"),
            ("Sure:\n```json\n{\"a\": 1}\n```", Some(json!({"a": 1})), "Valid: 4 of 4 checks passed"),
            ("<think>{a}</think>{\"a\": 1}", Some(json!({"a": 1})), "Valid: 4 of 4 checks passed"),
            (r#"{"a": 1,}"#, None, "Not JSON: line 1, column 8: a trailing comma"),
            (
                r#"{a: 1,}"#,
                None,
                "Not JSON: line 1, column 2: a key without quotes; line 1, column 6: a trailing comma",
            ),
            (r#"{"a": 1,} or {"a": 2}"#, Some(json!({"a": 2})), "Valid: 4 of 4 checks passed"),
            (r#"{"a": 1,} or {"a": "x"}"#, None, "Not JSON: line 1, column 8: a trailing comma"),
            (r#"{"a": "x"} or {"a": 1,}"#, Some(json!({"a": "x"})), "Invalid: 3 of 4 checks passed"),
            (r#""{\"a\": 1}""#, Some(json!("{\"a\": 1}")), "Invalid: 0 of 1 checks passed"),
            (r#"{"a": 1,} {"#, None, "Not JSON: line 1, column 8: a trailing comma"),
        ] {
            let judgement = judge(text, Some(&Validator::new(&schema)), "", Repaired::Reject);
            assert_eq!(
                (judgement.value(), judgement.headline()),
                (value.as_ref().map(JsonText::of).as_ref(), headline.to_owned()),
                "{text}"
            );
            assert_eq!(judgement.rejected.is_some(), value.is_none(), "{text}");
            assert!(!judgement.is_truncated(), "{text}");
        }
    }

    #[test]
    fn without_json_there_is_no_answer() {
        let judgement = judge("Sunny, I think.", None, "", Repaired::Accept);
        assert_eq!((judgement.is_valid(), judgement.value(), judgement.violations()), (false, None, &[][..]));
    }

    #[test]
    fn without_a_schema_any_value_is_valid() {
        assert!(judge("[1]", None, "", Repaired::Accept).is_valid());
    }
}
