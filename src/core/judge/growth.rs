//! A reply that is still being written: the value in it so far, what of it is open, and whether anything can
//! still make it valid. Each question brings the next piece; what came before is remembered here.

use super::report::ViolationReport;
use super::source::Compiled;
use crate::core::cost::estimate;
use crate::core::dialect::AnswerForm;
use crate::core::extract::{Growing, SoFar, Unclosed};
use crate::core::random::Random;
use crate::core::simulate::instance;
use crate::core::validate::{Nulls, Prefix};

/// What can be said of a reply that is still being written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Growth {
    /// The value so far, indented; only its end where it is long, and empty where there is none yet.
    pub value: String,
    /// The innermost place that is being written; none where nothing is open.
    pub open: Option<String>,
    /// Why nothing that follows can make it valid.
    pub hopeless: Option<Hopeless>,
}

/// Why a reply cannot become valid any more.
#[derive(Clone, Debug, PartialEq)]
pub struct Hopeless {
    /// What no continuation can mend.
    pub violation: ViolationReport,
    /// About how many tokens were still to come, by what a valid answer takes.
    pub rest: u64,
}

/// The most characters of a value that are shown.
const MOST_SHOWN: usize = 4_000;

/// The longest reply whose value is shown while it is written: to read it again and again costs what it holds.
const LONGEST_SHOWN: usize = 200_000;

/// What is remembered of a reply that is still being written.
#[derive(Default)]
pub(super) struct Grower {
    growing: Growing,
    start: Start,
    prefix: Option<Prefix>,
    hopeless: Option<Hopeless>,
}

/// Where the value begins that is judged while it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Start {
    /// Where the answer begins, behind what the model thought.
    answer: usize,
    /// How far it was looked for the value, or how much of it was judged.
    position: usize,
}

impl Grower {
    /// How much was taken, in bytes.
    pub(super) fn length(&self) -> usize {
        self.growing.text().len()
    }

    /// Takes the next piece. The schema and the form that was asked for are the same each time.
    pub(super) fn push(&mut self, compiled: &Compiled, form: AnswerForm, chunk: &str) -> Growth {
        self.growing.push(chunk);
        match form {
            AnswerForm::AsWritten => self.judge(compiled, Nulls::Values),
            AnswerForm::WithStandIns => self.judge(compiled, Nulls::MayBeAbsent),
            // A part of it is not yet a part of an answer in the author's form.
            AnswerForm::Rebuilt => {}
        }
        let shown = if self.length() > LONGEST_SHOWN { None } else { self.growing.so_far() };
        let (value, open) = shown.map_or_else(Default::default, |SoFar { candidate, unclosed }| {
            (end_of(format!("{:#}", candidate.value)), unclosed.last().map(place))
        });
        Growth { value, open, hopeless: self.hopeless.clone() }
    }

    fn judge(&mut self, compiled: &Compiled, nulls: Nulls) {
        let Some(answer) = self.growing.answer() else { return };
        if answer != self.start.answer {
            self.start = Start { answer, position: answer };
            self.prefix = None;
        }
        let text = self.growing.text();
        if self.prefix.is_none() {
            let Some(begin) = begin(text, self.start) else { return };
            self.start.position = begin;
            self.prefix = Some(Prefix::new(nulls));
        }
        let (Some(prefix), None) = (&mut self.prefix, &self.hopeless) else { return };
        let piece = text.get(self.start.position..).unwrap_or_default();
        if let Some(violation) = prefix.push(&compiled.validator, piece) {
            let schema = &compiled.read.schema;
            let whole = format!("{:#}", instance(schema, schema.root(), &mut Random::new(0)));
            let written = text.get(answer..).unwrap_or_default();
            let rest = estimate(&whole).saturating_sub(estimate(written));
            self.hopeless = Some(Hopeless { violation: ViolationReport::from(&violation), rest });
        }
        self.start.position = text.len();
    }
}

/// Where an object or array begins that is the whole answer, or stands in its first code fence. What stands in
/// the middle of prose may be an example, and is not judged before the reply is complete.
fn begin(text: &str, start: Start) -> Option<usize> {
    let answer = text.get(start.answer..)?;
    let inside = match answer.find("```") {
        _ if answer.trim_start().starts_with(['{', '[']) => answer,
        Some(fence) => {
            let (_language, inside) = answer.get(fence..)?.split_once('\n')?;
            inside
        }
        None => return None,
    };
    let begun = inside.trim_start();
    begun.starts_with(['{', '[']).then(|| text.len() - begun.len())
}

/// As much of the end of a text as is shown.
fn end_of(text: String) -> String {
    match text.char_indices().rev().nth(MOST_SHOWN) {
        Some((position, character)) => {
            let end = text.get(position + character.len_utf8()..).unwrap_or_default();
            // A line that is not whole is of no use.
            format!("…\n{}", end.split_once('\n').map_or(end, |(_, lines)| lines))
        }
        None => text,
    }
}

fn place(unclosed: &Unclosed) -> String {
    match unclosed.pointer.to_string() {
        place if place.is_empty() => "the answer".to_owned(),
        place => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::SchemaSource;

    fn compiled() -> Compiled {
        let fields = r#"{"fields": {
            "city": {"type": "string", "maxLength": 6},
            "sky": {"type": "enum", "values": ["clear", "cloudy"]},
            "days": {"type": "array", "maxItems": 2, "items": {"type": "integer", "min": 0}}
        }}"#;
        SchemaSource::of_text(fields).read().unwrap()
    }

    /// Feeds the pieces; gives the last thing that was open, and each thing that was said to be hopeless with
    /// the number of the piece after which it was.
    #[track_caller]
    fn check(pieces: &[&str], open: Option<&str>, hopeless: Option<(usize, &str)>) {
        let compiled = compiled();
        let mut grower = Grower::default();
        let mut growths = Vec::new();
        for piece in pieces {
            growths.push(grower.push(&compiled, AnswerForm::AsWritten, piece));
        }
        let said = growths.iter().position(|growth| growth.hopeless.is_some());
        let last = growths.pop().unwrap();
        let words = last.hopeless.map(|hopeless| hopeless.violation.message);
        assert_eq!((last.open.as_deref(), said.zip(words.as_deref())), (open, hopeless), "{pieces:?}");
    }

    #[test]
    fn replies_are_told_hopeless_as_soon_as_they_are() {
        let long = "\"city\" must be ≤ 6 characters (got 7: \"Reykjav\")";
        check(&["{\"city\": \"Oslo", "\", \"days\": [1"], Some("days[0]"), None);
        check(&["{\"city\": \"Rey", "kjav", "ik\"}"], None, Some((1, long)));
        check(
            &["{\"city\": \"Oslo\", \"days\": [1, 2, ", "3,"],
            Some("days"),
            Some((1, "\"days\" must have ≤ 2 items (got 3)")),
        );
        check(
            &["{\"city\": \"Oslo\", \"days\": [-1", ","],
            Some("days"),
            Some((1, "\"days[0]\" must be ≥ 0 (got -1)")),
        );
        check(&["[", "{"], Some("[0]"), Some((0, "The answer must be an object, got an array")));
        // In a fence, however it comes in.
        check(
            &["Sure:\n\n``", "`js", "on\n{\"city\": 7", ", "],
            Some("the answer"),
            Some((3, "\"city\" must be a string, got number 7")),
        );
        // Behind what the model thinks.
        check(&["<think>{\"city\": 7, </think>", "{\"city\": \"O"], Some("city"), None);
        check(
            &["<think>Hm</think>{\"city\": 7", ","],
            Some("the answer"),
            Some((1, "\"city\" must be a string, got number 7")),
        );
    }

    #[test]
    fn of_what_may_be_an_example_or_is_no_strict_json_nothing_is_said() {
        check(&["As in {\"city\": 7, ", "\"sky\": 1"], Some("sky"), None);
        check(&["{'city': 7, ", "'sky': 1,"], Some("the answer"), None);
        check(&["{\"city\": \"Oslo\"}", " {\"city\": 7, "], Some("the answer"), None);
        check(&["It is sunny."], None, None);
    }

    #[test]
    fn the_value_so_far_is_shown_up_to_its_newest_part() {
        let (compiled, mut grower) = (compiled(), Grower::default());
        let mut push = |piece: &str| grower.push(&compiled, AnswerForm::AsWritten, piece).value;
        assert_eq!(push("Sure: "), "");
        assert_eq!(push("{\"city\": \"Os"), "{\n  \"city\": \"Os\"\n}");
        let value = push(&format!("\", \"days\": [{}", "1,".repeat(5_000)));
        assert!(value.starts_with("…\n    1,\n") && value.ends_with("1\n  ]\n}"), "{value}");
        assert!(value.chars().count() <= MOST_SHOWN + 2);
    }

    #[test]
    fn what_was_still_to_come_is_estimated_by_a_valid_answer() {
        let (compiled, mut grower) = (compiled(), Grower::default());
        let whole = instance(&compiled.read.schema, compiled.read.schema.root(), &mut Random::new(0));
        let growth = grower.push(&compiled, AnswerForm::AsWritten, "{\"city\": 7,");
        let rest = estimate(&format!("{whole:#}")) - estimate("{\"city\": 7,");
        assert_eq!(growth.hopeless.map(|hopeless| hopeless.rest), Some(rest));
    }

    #[test]
    fn what_the_form_that_was_asked_for_may_explain_is_not_judged() {
        let compiled = compiled();
        for (text, form, expected) in [
            ("{\"days\": [null,", AnswerForm::AsWritten, true),
            ("{\"days\": [null,", AnswerForm::WithStandIns, false),
            ("{\"days\": [-1,", AnswerForm::WithStandIns, true),
            ("{\"days\": [-1,", AnswerForm::Rebuilt, false),
        ] {
            let growth = Grower::default().push(&compiled, form, text);
            assert_eq!(growth.hopeless.is_some(), expected, "{text} {form:?}");
        }
    }
}
