//! JSON that had to be repaired, where that is not accepted: what is wrong with it, and where.

use super::report::RepairReport;
use crate::core::extract::{Repair, RepairKind, without_thinking};

/// Whether an answer that had to be repaired to be read counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repaired {
    /// It does, and the repairs are told.
    #[default]
    Accept,
    /// It does not: only strict JSON is an answer.
    Reject,
}

impl Repaired {
    /// The one that accepts, or the one that does not.
    pub fn accepted_if(is_accepted: bool) -> Self {
        if is_accepted { Self::Accept } else { Self::Reject }
    }

    /// Whether it is the one that accepts.
    pub fn is_accepted(self) -> bool {
        self == Self::Accept
    }
}

/// JSON that is no answer, since it had to be repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// What would have to be repaired; their messages name the faults.
    pub repairs: Vec<RepairReport>,
    /// All faults, as a person reads them and the model is told: `line 3, column 14: a trailing comma`.
    pub faults: Vec<String>,
}

/// How many faults of a kind are told by their places; the others only by their number.
const MOST_OF_A_KIND: usize = 5;

impl Rejected {
    /// What is wrong with what was read from the text by these repairs.
    pub(super) fn new(text: &str, repairs: &[Repair]) -> Self {
        let repairs = RepairReport::of(repairs, fault);
        let mut told = repairs.clone();
        told.iter_mut().for_each(|report| report.offsets.truncate(2 * MOST_OF_A_KIND));
        let mut place = Place::of_answer(text);
        let mut faults = Vec::new();
        for (range, words) in RepairReport::places(&told) {
            place.go_to(text, range.start);
            faults.push(format!("line {}, column {}: {words}", place.line, place.column));
        }
        for report in &repairs {
            let others = report.count().saturating_sub(MOST_OF_A_KIND);
            if others > 0 {
                faults.push(format!("{others} more times: {}", report.message));
            }
        }
        Self { repairs, faults }
    }

    /// How many faults there are.
    pub fn count(&self) -> usize {
        self.repairs.iter().map(RepairReport::count).sum()
    }
}

/// A place in a text as people count, lines and characters from 1.
struct Place {
    offset: usize,
    line: usize,
    column: usize,
}

impl Place {
    /// The start of what the model meant to be read, since that is what it is shown again.
    fn of_answer(text: &str) -> Self {
        Self { offset: text.len() - without_thinking(text).len(), line: 1, column: 1 }
    }

    /// Goes on to a later place. Where that is in the thinking, it is counted from the start of the text.
    fn go_to(&mut self, text: &str, offset: usize) {
        if offset < self.offset {
            *self = Self { offset: 0, line: 1, column: 1 };
        }
        for byte in text.as_bytes().get(self.offset..offset).unwrap_or_default() {
            match byte {
                b'\n' => (self.line, self.column) = (self.line + 1, 1),
                // What goes on a character.
                0b1000_0000..0b1100_0000 => {}
                _ => self.column += 1,
            }
        }
        self.offset = offset;
    }
}

/// What is wrong where a repair of this kind is needed.
fn fault(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::TrailingComma => "a trailing comma",
        RepairKind::MissingComma => "a comma is missing",
        RepairKind::SurplusComma => "a comma too many",
        RepairKind::MissingColon => "a colon is missing",
        RepairKind::Punctuation => "a sign that stands for a colon or comma",
        RepairKind::MissingValue => "a value is missing",
        RepairKind::QuoteStyle => "a quote that is not JSON's \"",
        RepairKind::TripleQuotes => "triple quotes",
        RepairKind::EscapedQuotes => "a backslash before a quote that begins or ends a string",
        RepairKind::MissingQuote => "a quote is missing",
        RepairKind::SurplusQuote => "a quote too many",
        RepairKind::UnescapedQuote => "a quote within a string without a backslash",
        RepairKind::BareKey => "a key without quotes",
        RepairKind::BareValue => "a text without quotes",
        RepairKind::Literal => "a literal that JSON does not have",
        RepairKind::NumberForm => "a number that is not written as in JSON",
        RepairKind::Comment => "a comment",
        RepairKind::Ellipsis => "an ellipsis",
        RepairKind::Concatenation => "strings that are joined",
        RepairKind::Escape => "a backslash that starts no JSON escape",
        RepairKind::LoneSurrogate => "half of a surrogate pair",
        RepairKind::ControlCharacter => "a control character in a string that is not escaped",
        RepairKind::WhiteSpace => "a sign that is no white space in JSON",
        RepairKind::MissingBracket => "a bracket is missing",
        RepairKind::WrongBracket => "a bracket of the wrong kind",
        RepairKind::SurplusBracket => "a bracket too many",
        RepairKind::Tuple => "a tuple or set",
        RepairKind::Call => "a function call",
        RepairKind::StrayText => "stray text",
        RepairKind::JsonInString => "JSON within a string",
        RepairKind::Cut => "the value is not closed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::judge;

    /// What is said to be wrong with a reply where only strict JSON counts.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let judgement = judge(text, None, "", Repaired::Reject);
        let faults = judgement.rejected.map(|rejected| rejected.faults).unwrap_or_default();
        assert_eq!(faults, expected, "{text}");
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        check(
            "{\n  \"a\": 1,\n  \"b\": [1, 2,],\n}",
            &["line 3, column 13: a trailing comma", "line 3, column 15: a trailing comma"],
        );
        check(
            "{\"ä\": True, \"b\" 1}",
            &["line 1, column 7: a literal that JSON does not have", "line 1, column 17: a colon is missing"],
        );
        check("Sure:\n```json\n{a: 1}\n```", &["line 3, column 2: a key without quotes"]);
    }

    #[test]
    fn places_are_those_of_what_the_model_is_shown_again() {
        check("<think>\nhm\n</think>\n\n{a: 1}", &["line 1, column 2: a key without quotes"]);
        check("<think>\n{a: 1}\n</think>\n", &["line 2, column 2: a key without quotes"]);
    }

    #[test]
    fn many_faults_of_a_kind_are_counted_and_hide_no_other_kind() {
        let quoted = "'x', ".repeat(4);
        check(
            &format!("[{quoted}1 2]"),
            &[
                "line 1, column 2: a quote that is not JSON's \"",
                "line 1, column 7: a quote that is not JSON's \"",
                "line 1, column 12: a quote that is not JSON's \"",
                "line 1, column 17: a quote that is not JSON's \"",
                "line 1, column 24: a comma is missing",
            ],
        );
        let quoted = "'x', ".repeat(1_000);
        check(
            &format!("[{quoted}1 2]"),
            &[
                "line 1, column 2: a quote that is not JSON's \"",
                "line 1, column 7: a quote that is not JSON's \"",
                "line 1, column 12: a quote that is not JSON's \"",
                "line 1, column 17: a quote that is not JSON's \"",
                "line 1, column 22: a quote that is not JSON's \"",
                "line 1, column 5004: a comma is missing",
                "995 more times: a quote that is not JSON's \"",
            ],
        );
    }

    #[test]
    fn every_kind_has_its_own_words() {
        let mut words = RepairKind::ALL.map(fault);
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "{words:?}");
    }
}
