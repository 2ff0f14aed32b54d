//! Where questions are answered: the one place that turns a schema's text into a schema.

use super::advice::Advice;
use super::check::Kept;
use super::comparison::Comparison;
use super::critique::{Critiqued, opinion};
use super::description::Description;
use super::diagnosis::Diagnosis;
use super::form::{DrawnSchema, Outlined, edited};
use super::growth::Grower;
use super::judgement::{Judgement, judge_case};
use super::lowered_text::LoweredText;
use super::question::{Case, Question, Response};
use super::satisfiable::satisfiable;
use super::source::{Compiled, SchemaSource};
use crate::core::code::{Criteria, curl, program};
use crate::core::link::{Opened, Shared};
use crate::core::report::{ReportKind, report};
use crate::core::run_file::{Again, Column, RunFile};
use crate::core::schema::{ReadError, complete, infer};
use crate::core::simulate::simulate;
use crate::core::time::Micros;

/// Answers questions. Remembers the schema of the last one, since a run asks of the same schema many times,
/// the reply that is being written, and the one that was checked last.
#[derive(Default)]
pub struct Desk {
    last: Option<(SchemaSource, Result<Compiled, ReadError>)>,
    /// The reply that is being written.
    grower: Grower,
    clock: Option<Clock>,
    /// The last check, whose texts are looked at.
    kept: Option<Kept>,
}

/// A clock: the time since any fixed start.
pub type Clock = fn() -> Micros;

/// What takes less time than this is timed several times over: the clocks of browsers are coarse.
const SHORTEST_TIMED: Micros = Micros(1_000);
/// As many times at most.
const MOST_TIMES: u64 = 16;

impl Desk {
    /// A desk that says how long it takes to judge a reply.
    pub fn with_clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// The answer to a question.
    pub fn answer(&mut self, question: Question) -> Response {
        let clock = self.clock;
        match question {
            Question::Describe { schema } => {
                let described = self.read(schema).map(|compiled| Description::from(&*compiled));
                Response::Described(described.map_err(|error| error.to_string()))
            }
            Question::Outline { schema, answer, input, repaired } => {
                let compiled = self.read(schema.clone());
                let outlined = Outlined::new(&schema, compiled.as_deref(), &answer, &input, repaired);
                Response::Outlined(DrawnSchema::new(&schema, outlined).into())
            }
            Question::Edit { schema, edit, value } => Response::Edited(edited(&schema, &edit, &value)),
            Question::Complete { text, caret } => Response::Completed(complete(&text, caret)),
            Question::Judge { schema, case } => self.by_schema(schema, |compiled| {
                let lowered = case.dialect.and_then(|dialect| compiled.lowered(dialect).ok());
                let judge = || judge_case(&case, Some(&compiled.validator), lowered.as_deref());
                let (judgement, took) = timed(clock, judge);
                Response::Judged(Judgement { took, ..judgement })
            }),
            Question::Critique { schema, case, critique } => self.by_schema(schema, |compiled| {
                let lowered = case.dialect.and_then(|dialect| compiled.lowered(dialect).ok());
                let validator = Some(&compiled.validator);
                let judge = || Critiqued::new(&case, validator, lowered.as_deref(), &critique);
                let (mut critiqued, took) = timed(clock, judge);
                critiqued.judgement.took = took;
                Response::Critiqued(critiqued)
            }),
            Question::Opinion { text } => Response::Opined(opinion(&text)),
            Question::Lower { schema, dialect } => self.by_schema(schema, |compiled| {
                Response::Lowered(match compiled.lowered(dialect) {
                    Ok(lowered) => Ok(LoweredText::new(&compiled.read.schema, &lowered)),
                    Err(error) => Err(error.to_string()),
                })
            }),
            Question::Simulate { schema, faults, earlier_calls, call } => self
                .by_schema(schema, |compiled| {
                    Response::Simulated(simulate(&compiled.validator, faults, earlier_calls, &call))
                }),
            Question::Grow { schema, dialect, before, chunk } => {
                let mut grower = std::mem::take(&mut self.grower);
                if before == 0 {
                    grower = Grower::default();
                }
                if before != grower.length() {
                    return Response::Unusable("the beginning of the reply is not known".to_owned());
                }
                let response = self.by_schema(schema, |compiled| {
                    let lowered = dialect.and_then(|dialect| compiled.lowered(dialect).ok());
                    let form = lowered.map(|lowered| lowered.form).unwrap_or_default();
                    Response::Grown(grower.push(compiled, form, &chunk))
                });
                self.grower = grower;
                response
            }
            Question::Diagnose { schema, input, attempts } => self.by_schema(schema, |compiled| {
                let can_hold = |places: &[_]| satisfiable(compiled, &input, places);
                Response::Drawn(Diagnosis::new(&attempts, &input, can_hold).draw())
            }),
            Question::Compare { before, after } => Response::Drawn(Comparison::new(&before, &after).draw()),
            Question::Advise { failure } => Response::Advised(Advice::new(&failure)),
            Question::Check { schema, check } => {
                let source = schema.clone();
                // What it was about is not looked at any more.
                self.kept = None;
                let mut kept = None;
                let response = self.by_schema(schema, |compiled| {
                    let lowered = check.case.dialect.and_then(|dialect| compiled.lowered(dialect).ok());
                    let (new, checked) = Kept::check(check, &source, compiled, lowered.as_deref());
                    kept = Some(new);
                    Response::Checked(checked)
                });
                self.kept = kept;
                response
            }
            Question::Window { number, text, from, count } => {
                let kept = self.kept.as_mut();
                Response::Windowed(kept.and_then(|kept| kept.window(number, text, from, count)))
            }
            Question::Code { schema, language, sent, dialect, attempts } => {
                let Some(notation) = language.notation() else { return Response::Coded(curl(&sent)) };
                let formats = schema.formats();
                self.by_schema(schema, |compiled| {
                    let lowered = dialect.and_then(|dialect| compiled.lowered(dialect).ok());
                    let (schema, lowered) = (&compiled.read.schema, lowered.as_deref());
                    match program(notation, &sent, Criteria { schema, formats, lowered, attempts }) {
                        Some(code) => Response::Coded(code),
                        None => Response::Unusable("the request has no JSON body".to_owned()),
                    }
                })
            }
            Question::Report { text, kind } => Response::Reported(self.report(&text, kind)),
            Question::Again { file, by_own, chosen } => Response::Again(self.again(&file, by_own, chosen)),
            Question::Infer { text } => Response::Inferred(match infer(&text) {
                // Indented, since somebody is going to edit it.
                Ok(document) => Ok(format!("{document:#}")),
                Err(error) => Err(error.to_string()),
            }),
            Question::Share { settings, with_input } => Response::Shared(Shared::new(&settings, with_input)),
            Question::Open { settings, form, text } => Response::Opened(Opened::of(form, &text, &settings)),
        }
    }

    fn again(
        &mut self,
        file: &str,
        by_own: bool,
        chosen: Option<(SchemaSource, String)>,
    ) -> Result<Again, String> {
        let run = RunFile::received(file).map_err(|error| error.to_string())?;
        let cases = run.cases();
        let own = by_own
            .then(|| Column { by: "its own schema".to_owned(), judged: self.judge_all(&run.schema, &cases) });
        let chosen = chosen.map(|(schema, name)| Column {
            by: format!("“{name}”, chosen now"),
            judged: self.judge_all(&schema, &cases),
        });
        Ok(run.judged_again(own, chosen))
    }

    /// What is to be told of the run in a file: its replies are judged by what its schema says now.
    fn report(&mut self, file: &str, kind: ReportKind) -> Result<String, String> {
        let mut run = RunFile::received(file).map_err(|error| error.to_string())?;
        let judged = match kind {
            // It is judged again where it is opened.
            ReportKind::Run => Vec::new(),
            ReportKind::Markdown | ReportKind::Json => self.judge_all(&run.schema, &run.cases()),
        };
        for (position, judged) in judged.iter().enumerate() {
            if let Some(judged) = judged {
                run.take(position, judged.as_ref());
            }
        }
        let rules = self.read(run.schema.clone()).map(|compiled| compiled.read.schema.told_rules());
        Ok(report(&run, &rules.unwrap_or_default(), kind))
    }

    /// What each reply is worth, with what a critique objects to where there is one.
    fn judge_all(
        &mut self,
        schema: &SchemaSource,
        cases: &[Option<(Case, Option<String>)>],
    ) -> Vec<Option<Result<Judgement, String>>> {
        let mut judge = |case: Case, critique: Option<String>| {
            let schema = schema.clone();
            let answer = match critique {
                Some(critique) => self.answer(Question::Critique { schema, case, critique }),
                None => self.answer(Question::Judge { schema, case }),
            };
            match answer {
                Response::Critiqued(critiqued) => Ok(critiqued.judgement),
                other => other.into_judgement().map_err(|undecided| undecided.to_string()),
            }
        };
        cases.iter().cloned().map(|case| case.map(|(case, critique)| judge(case, critique))).collect()
    }

    fn by_schema(
        &mut self,
        source: SchemaSource,
        answer: impl FnOnce(&mut Compiled) -> Response,
    ) -> Response {
        match self.read(source) {
            Ok(compiled) => answer(compiled),
            Err(error) => Response::Unusable(error.to_string()),
        }
    }

    fn read(&mut self, source: SchemaSource) -> Result<&mut Compiled, ReadError> {
        let last = self.last.take().filter(|(known, _)| *known == source);
        let (_, compiled) = self.last.insert(last.unwrap_or_else(|| {
            let compiled = source.read();
            (source, compiled)
        }));
        compiled.as_mut().map_err(|error| error.clone())
    }
}

/// What a calculation comes to, and how long it takes; nothing where there is no clock.
fn timed<T>(clock: Option<Clock>, calculate: impl Fn() -> T) -> (T, Micros) {
    let Some(clock) = clock else { return (calculate(), Micros::default()) };
    let began = clock();
    let result = calculate();
    let mut times = 1;
    loop {
        let took = clock().0.saturating_sub(began.0);
        if took >= SHORTEST_TIMED.0 || times >= MOST_TIMES {
            return (result, Micros(took / times));
        }
        calculate();
        times += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::dialect::Dialect;
    use crate::core::judge::{Growth, Ledger, Repaired, Tried, judge};
    use crate::core::pointer::Pointer;
    use crate::core::provider::{Call, Message};
    use crate::core::simulate::{Behaviour, Faults};
    use std::cell::Cell;

    fn source(text: &str) -> SchemaSource {
        SchemaSource::of_text(text)
    }

    const WRONG: &str = r#"{"fields": {"a": {"type": "text"}}}"#;
    const FIELDS: &str = r#"{"label": "Place", "fields": {"city": {"type": "string"}}}"#;

    #[test]
    fn every_question_is_answered_from_the_text_of_a_schema() {
        let mut desk = Desk::default();
        let compiled = source(FIELDS).read().unwrap();
        let call = Call { messages: vec![Message::user("x")], token_limit: 9, ..Call::default() };
        for _ in 0..2 {
            let described = desk.answer(Question::Describe { schema: source(FIELDS) });
            assert_eq!(described, Response::Described(Ok(Description::from(&compiled))));
            for repaired in [Repaired::Accept, Repaired::Reject] {
                let (text, input) = ("{\"city\": 1,}".to_owned(), "x".to_owned());
                let question = Question::Judge {
                    schema: source(FIELDS),
                    case: Case { text: text.clone(), input, repaired, ..Case::default() },
                };
                let judged = desk.answer(question);
                assert_eq!(judged, Response::Judged(judge(&text, Some(&compiled.validator), "x", repaired)));
            }
            let simulated = desk.answer(Question::Simulate {
                schema: source(FIELDS),
                faults: Faults::always(Behaviour::WrongType),
                earlier_calls: 0,
                call: call.clone(),
            });
            let faults = Faults::always(Behaviour::WrongType);
            let expected = simulate(&compiled.validator, faults, 0, &call);
            assert_eq!(simulated, Response::Simulated(expected));
        }
    }

    #[test]
    fn a_schema_that_is_wrong_is_described_by_what_is_wrong_and_judges_nothing() {
        let mut desk = Desk::default();
        let error =
            "fields.a.type must be one of: string, number, integer, boolean, enum, object, array.".to_owned();
        let described = desk.answer(Question::Describe { schema: source(WRONG) });
        assert_eq!(described, Response::Described(Err(error.clone())));
        let judged = desk.answer(Question::Judge {
            schema: source(WRONG),
            case: Case { text: "1".into(), ..Case::default() },
        });
        assert_eq!(judged, Response::Unusable(error));
    }

    /// What a server is given, and what becomes of an answer that has that form.
    #[test]
    fn an_answer_to_a_lowered_schema_is_judged_as_one_to_the_authors() {
        const OPTIONAL: &str = r#"{"type": "object", "properties": {"a": {"type": "string"},
            "b": {"type": "integer"}, "c": {"type": ["string", "null"]}}, "required": ["a", "c"]}"#;
        const LIST: &str = r#"{"type": "array", "items": {"type": "integer"}}"#;
        let dialect = Dialect::OpenAiStrict;
        let mut desk = Desk::default();
        let lowered = desk.answer(Question::Lower { schema: source(LIST), dialect });
        let document = concat!(
            r#"{"type":"object","properties":{"answer":{"type":"array","items":{"type":"integer"}}},"#,
            r#""required":["answer"],"additionalProperties":false}"#
        );
        let is_expected = matches!(&lowered, Response::Lowered(Ok(text)) if text.document == document);
        assert!(is_expected, "{lowered:?}");
        let any = Question::Lower { schema: source(r#"{"properties": {"a": true}}"#), dialect };
        assert_eq!(
            desk.answer(any),
            Response::Lowered(Err("/properties/a may be of any kind, and the server needs a type".into()))
        );

        let absent = "read null as a field that is left out";
        let out = "took the answer out of the object that the server needs";
        let comma = "removed a trailing comma";
        for (schema, text, dialect, headline, told) in [
            (
                OPTIONAL,
                r#"{"a": "x", "b": null, "c": null}"#,
                Some(dialect),
                "Valid",
                vec![(absent, vec![16, 20])],
            ),
            (OPTIONAL, r#"{"a": "x", "b": null, "c": null}"#, None, "Invalid", vec![]),
            (OPTIONAL, r#"{"a": null, "b": 1, "c": ""}"#, Some(dialect), "Invalid", vec![]),
            (
                OPTIONAL,
                r#"{"a": "", "b": null, "c": "",}"#,
                Some(dialect),
                "Valid, repaired",
                vec![(comma, vec![28, 29]), (absent, vec![15, 19])],
            ),
            (LIST, r#"Here: {"answer": [1]}"#, Some(dialect), "Valid", vec![(out, vec![6, 6])]),
            (LIST, "[1]", Some(dialect), "Valid", vec![]),
            // The server does not write for itself what it was not asked for.
            (LIST, r#"{"answer": [1]}"#, Some(Dialect::LlamaCpp), "Invalid", vec![]),
        ] {
            for repaired in [Repaired::Accept, Repaired::Reject] {
                let question = Question::Judge {
                    schema: source(schema),
                    case: Case { text: text.to_owned(), repaired, dialect, ..Case::default() },
                };
                let Response::Judged(judgement) = desk.answer(question) else { panic!("{text}") };
                let Some(answer) = &judgement.answer else {
                    // What stands in for something is no fault, but the comma is.
                    let faults = judgement.rejected.map(|rejected| rejected.faults.len());
                    assert_eq!((repaired, headline, faults), (Repaired::Reject, "Valid, repaired", Some(1)));
                    continue;
                };
                let repairs: Vec<_> = answer
                    .repairs
                    .iter()
                    .map(|repair| (repair.message.as_str(), repair.offsets.clone()))
                    .collect();
                let words = judgement.headline();
                assert_eq!((words.split(':').next(), repairs), (Some(headline), told.clone()), "{text}");
            }
        }
    }

    #[test]
    fn an_answer_is_compared_with_the_one_before() {
        let ledger = |before: Tried| {
            let question = Question::Judge {
                schema: source(FIELDS),
                case: Case { text: "Sure: {\"city\": 1, \"b\": [1, 2]}".into(), before, ..Case::default() },
            };
            let Response::Judged(judgement) = Desk::default().answer(question) else {
                panic!("no judgement")
            };
            judgement.answer.and_then(|answer| answer.ledger)
        };
        for nothing in [Tried::Nothing, Tried::Unread("{}".into())] {
            assert_eq!(ledger(nothing), None);
        }
        let validator = source(FIELDS).read().unwrap().validator;
        let [city, b] = ["city", "b"].map(|key| Pointer::root().key(key));
        for (before, [fixed, still, new], undone) in [
            (r#"{"city": 1.0, "b": [1, 2]}"#, [0, 2, 0], vec![]),
            (r#"{"city": "Oslo", "b": [1, 3]}"#, [0, 1, 1], vec![city.clone()]),
            (r#"{"b": [1, 2]}"#, [1, 1, 1], vec![]),
            (r#"{"city": "Oslo"}"#, [0, 0, 2], vec![city, b]),
            ("no JSON", [0, 0, 2], vec![]),
        ] {
            let wrong = judge(before, Some(&validator), "", Repaired::Accept).violations().to_vec();
            let expected = Some(Ledger { fixed, still, new, undone });
            assert_eq!(ledger(Tried::Judged(before.to_owned(), wrong)), expected, "{before}");
        }
    }

    #[test]
    fn a_reply_grows_from_question_to_question() {
        let mut desk = Desk::default();
        let mut grow = |before: usize, chunk: &str| {
            let (schema, chunk) = (source(FIELDS), chunk.to_owned());
            desk.answer(Question::Grow { schema, dialect: None, before, chunk })
        };
        let grown = |value: &str, open: &str| {
            Response::Grown(Growth { value: value.to_owned(), open: Some(open.to_owned()), hopeless: None })
        };
        assert_eq!(grow(0, "{"), grown("{}", "the answer"));
        assert_eq!(grow(1, "\"city\": \"O"), grown("{\n  \"city\": \"O\"\n}", "city"));
        // Another reply begins, and of the one before nothing is known any more.
        assert_eq!(grow(0, "{\"city\""), grown("{}", "the answer"));
        let unknown = Response::Unusable("the beginning of the reply is not known".to_owned());
        assert_eq!(grow(11, "\"}"), unknown);
        assert_eq!(grow(7, ": \"B"), unknown);
    }

    /// What is said of the beginning of a reply in the form of a lowered schema.
    #[test]
    fn a_reply_grows_in_the_form_that_was_asked_for() {
        const OPTIONAL: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#;
        const LIST: &str = r#"{"type": "array", "items": {"type": "integer"}}"#;
        const MAP: &str = r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#;
        let open_ai = Some(Dialect::OpenAiStrict);
        for (schema, dialect, chunk, expected) in [
            (OPTIONAL, None, r#"{"a": null,"#, Some("\"a\" must be a string, got null")),
            (OPTIONAL, open_ai, r#"{"a": null,"#, None),
            (OPTIONAL, open_ai, r#"{"a": 1,"#, Some("\"a\" must be a string, got number 1")),
            (OPTIONAL, Some(Dialect::LlamaCpp), r#"{"a": null,"#, Some("\"a\" must be a string, got null")),
            (LIST, None, "{", Some("The answer must be an array, got an object")),
            (LIST, open_ai, r#"{"answer": ["x","#, None),
            (LIST, Some(Dialect::LlamaCpp), r#"["x","#, Some("\"[0]\" must be an integer, got string \"x\"")),
            (MAP, None, "[", Some("The answer must be an object, got an array")),
            (MAP, open_ai, r#"[{"key": "a", "value": "x"},"#, None),
        ] {
            let question =
                Question::Grow { schema: source(schema), dialect, before: 0, chunk: chunk.to_owned() };
            let Response::Grown(growth) = Desk::default().answer(question) else { panic!("{chunk}") };
            let said = growth.hopeless.map(|hopeless| hopeless.violation.message);
            assert_eq!(said.as_deref(), expected, "{schema} {dialect:?} {chunk}");
        }
    }

    #[test]
    fn examples_become_the_text_of_a_schema() {
        let infer = |text: &str| match Desk::default().answer(Question::Infer { text: text.to_owned() }) {
            Response::Inferred(inferred) => inferred,
            other => panic!("{other:?}"),
        };
        let text = concat!(
            "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n",
            "  \"$comment\": \"Inferred from 1 example.\",\n  \"type\": \"boolean\"\n}"
        );
        assert_eq!(infer("true"), Ok(text.to_owned()));
        assert_eq!(infer(FIELDS), Err("This is a schema already.".to_owned()));
    }

    /// How long something takes by clocks of several kinds, and how often it is done for that.
    #[test]
    fn what_is_quick_is_timed_several_times_over() {
        thread_local!(static TIME: Cell<u64> = const { Cell::new(5_000) });
        let exact = || Micros(TIME.get());
        let coarse = || Micros(TIME.get() / 100 * 100);
        let clocks: [Option<Clock>; 3] = [None, Some(exact), Some(coarse)];
        for (took, expected) in [
            (0, [(0, 1), (0, 16), (0, 16)]),
            (40, [(0, 1), (40, 16), (37, 16)]),
            (300, [(0, 1), (300, 4), (300, 4)]),
            (70_000, [(0, 1), (70_000, 1), (70_000, 1)]),
        ] {
            let times = clocks.map(|clock| {
                TIME.set(5_000);
                let count = Cell::new(0);
                let (_, took) = timed(clock, || {
                    TIME.set(TIME.get() + took);
                    count.set(count.get() + 1);
                });
                (took.0, count.get())
            });
            assert_eq!(times, expected, "{took}");
        }
    }

    #[test]
    fn two_answers_are_compared() {
        let validator = source(FIELDS).read().unwrap().validator;
        let tried = |text: &str| {
            let wrong = judge(text, Some(&validator), "", Repaired::Accept).violations().to_vec();
            Tried::Judged(text.to_owned(), wrong)
        };
        let (before, after) = (tried("{\"city\": 1}"), tried("{\"city\": \"Oslo\"}"));
        let expected = Comparison::new(&before, &after);
        let compared = Desk::default().answer(Question::Compare { before, after });
        assert_eq!((compared, expected.places.len()), (Response::Drawn(expected.draw()), 1));
    }

    #[test]
    fn another_schema_takes_the_place_of_the_last_one() {
        let mut desk = Desk::default();
        let numbers = r#"{"fields": {"city": {"type": "number"}}}"#;
        let mut is_valid = |schema: &str| {
            let (schema, text) = (source(schema), "{\"city\": 1}".into());
            let question = Question::Judge { schema, case: Case { text, ..Case::default() } };
            matches!(desk.answer(question), Response::Judged(judgement) if judgement.is_valid())
        };
        assert_eq!([numbers, FIELDS, numbers].map(&mut is_valid), [true, false, true]);
    }
}
