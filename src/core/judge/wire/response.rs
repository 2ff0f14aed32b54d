//! Responses.

use super::critique::{opinion, read_opinion};
use super::{object, optional, text};
use crate::core::judge::{LoweredText, Response};
use crate::core::link::Opened;
use crate::core::members::{Members, Object};
use crate::core::simulate::Simulated;
use crate::core::time::Millis;
use serde_json::Value;

impl Response {
    /// The response as JSON.
    pub fn to_json(&self) -> Value {
        let (name, value) = match self {
            Self::Described(Ok(description)) => ("described", written(description)),
            Self::Described(Err(error)) => ("misdescribed", error.as_str().into()),
            Self::Judged(judgement) => ("judged", written(judgement)),
            Self::Critiqued(critiqued) => ("critiqued", written(critiqued)),
            Self::Opined(opined) => ("opined", opinion(opined)),
            Self::Lowered(Ok(text)) => ("lowered", written(text)),
            Self::Lowered(Err(error)) => ("unlowered", error.as_str().into()),
            Self::Simulated(Simulated::Reply(whole)) => ("replied", written(whole)),
            Self::Simulated(Simulated::Cut(part)) => ("cut", written(part)),
            Self::Simulated(Simulated::Error { status, message, wait }) => (
                "failed",
                object([
                    ("status", (*status).into()),
                    ("message", message.as_str().into()),
                    ("wait", wait.map(|wait| wait.0).into()),
                ]),
            ),
            Self::Simulated(Simulated::Unreachable) => ("unreachable", Value::Null),
            Self::Simulated(Simulated::Silence) => ("silent", Value::Null),
            Self::Grown(grown) => ("grown", written(grown)),
            Self::Drawn(drawn) => ("drawn", drawn.clone()),
            Self::Advised(advised) => ("advised", written(advised)),
            Self::Checked(outcome) => ("checked", written(outcome)),
            Self::Windowed(rows) => ("windowed", rows.as_ref().map(written).into()),
            Self::Outlined(outline) => ("outlined", written(&**outline)),
            Self::Edited(Ok(text)) => ("edited", written(text)),
            Self::Edited(Err(error)) => ("unedited", error.as_str().into()),
            Self::Completed(found) => ("completed", written(found)),
            Self::Again(Ok(run)) => ("again", written(run)),
            Self::Again(Err(error)) => ("unopened", error.as_str().into()),
            Self::Inferred(Ok(schema)) => ("inferred", schema.as_str().into()),
            Self::Inferred(Err(error)) => ("uninferred", error.as_str().into()),
            Self::Shared(setup) => ("shared", written(setup)),
            Self::Opened(Opened::Offer(setup)) => ("offered", written(setup)),
            Self::Opened(Opened::Run) => ("run", Value::Null),
            Self::Opened(Opened::Refused(words)) => ("refused", words.as_str().into()),
            Self::Coded(code) => ("coded", code.as_str().into()),
            Self::Reported(Ok(report)) => ("reported", report.as_str().into()),
            Self::Reported(Err(error)) => ("unreported", error.as_str().into()),
            Self::Unusable(error) => ("unusable", error.as_str().into()),
        };
        object([(name, value)])
    }

    /// The response in the JSON; none if there is no such response in it.
    pub fn from_json(json: &Value) -> Option<Self> {
        let (name, value) = json.as_object()?.iter().next()?;
        match name.as_str() {
            "described" => Some(Self::Described(Ok(read(value)?))),
            "misdescribed" => Some(Self::Described(Err(value.as_str()?.to_owned()))),
            "judged" => Some(Self::Judged(read(value)?)),
            "critiqued" => Some(Self::Critiqued(read(value)?)),
            "opined" => Some(Self::Opined(read_opinion(value)?)),
            "lowered" => Some(Self::Lowered(Ok(read(value)?))),
            "unlowered" => Some(Self::Lowered(Err(value.as_str()?.to_owned()))),
            "replied" => Some(Self::Simulated(Simulated::Reply(read(value)?))),
            "cut" => Some(Self::Simulated(Simulated::Cut(read(value)?))),
            "failed" => Some(Self::Simulated(Simulated::Error {
                status: value.get("status")?.as_u64()?.try_into().ok()?,
                message: text(value, "message")?,
                wait: optional(value, "wait", Value::as_u64)?.map(Millis),
            })),
            "unreachable" => Some(Self::Simulated(Simulated::Unreachable)),
            "silent" => Some(Self::Simulated(Simulated::Silence)),
            "grown" => Some(Self::Grown(read(value)?)),
            "drawn" => Some(Self::Drawn(value.clone())),
            "advised" => Some(Self::Advised(read(value)?)),
            "checked" => Some(Self::Checked(read(value)?)),
            "windowed" if value.is_null() => Some(Self::Windowed(None)),
            "windowed" => Some(Self::Windowed(Some(read(value)?))),
            "outlined" => Some(Self::Outlined(Box::new(read(value)?))),
            "edited" => Some(Self::Edited(Ok(read(value)?))),
            "unedited" => Some(Self::Edited(Err(value.as_str()?.to_owned()))),
            "completed" => Some(Self::Completed(read(value)?)),
            "again" => Some(Self::Again(Ok(read(value)?))),
            "unopened" => Some(Self::Again(Err(value.as_str()?.to_owned()))),
            "inferred" => Some(Self::Inferred(Ok(value.as_str()?.to_owned()))),
            "uninferred" => Some(Self::Inferred(Err(value.as_str()?.to_owned()))),
            "shared" => Some(Self::Shared(read(value)?)),
            "offered" => Some(Self::Opened(Opened::Offer(read(value)?))),
            "run" => Some(Self::Opened(Opened::Run)),
            "refused" => Some(Self::Opened(Opened::Refused(value.as_str()?.to_owned()))),
            "coded" => Some(Self::Coded(value.as_str()?.to_owned())),
            "reported" => Some(Self::Reported(Ok(value.as_str()?.to_owned()))),
            "unreported" => Some(Self::Reported(Err(value.as_str()?.to_owned()))),
            "unusable" => Some(Self::Unusable(value.as_str()?.to_owned())),
            _ => None,
        }
    }
}

impl Object for LoweredText {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("name", &mut self.name)
            .member("document", &mut self.document)
            .member("difference", &mut self.difference);
    }
}

/// An object as it travels.
fn written(object: &(impl Object + Clone)) -> Value {
    Members::write(&mut object.clone())
}

/// An object that has travelled.
fn read<T: Object>(json: &Value) -> Option<T> {
    let mut object = T::blank();
    Members::read(&mut object, json).ok()?;
    Some(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::critique::{Finding, Opinion};
    use crate::core::drawn::drawn;
    use crate::core::extract::{Strategy, SyntaxError};
    use crate::core::json_text::JsonText;
    use crate::core::judge::{
        Advice, Answer, Case, Checked, Critiqued, Description, Desk, Feedback, Growth, Hopeless, Judgement,
        Ledger, NotJudgedReport, Notice, NoticeKind, Piece, Question, Rejected, RepairReport, SchemaSource,
        TextRow, ViolationReport, Window,
    };
    use crate::core::link::{Offer, Shared};
    use crate::core::pointer::Pointer;
    use crate::core::provider::{FinishReason, Reply, Usage};
    use crate::core::run_file::Again;
    use crate::core::schema::{BuiltIn, Example};
    use crate::core::time::Micros;
    use crate::core::validate::{Level, Severity};
    use serde_json::json;

    #[track_caller]
    fn check(response: Response) {
        let travelled = serde_json::from_str(&response.to_json().to_string()).unwrap();
        assert_eq!(Response::from_json(&travelled), Some(response));
    }

    #[test]
    fn descriptions_come_out_as_they_went_in() {
        check(Response::Described(Err("fields.a.type must be \"x\"".into())));
        check(Response::Described(Ok(Description::default())));
        check(Response::Described(Ok(Description {
            label: "Pets".into(),
            example: Example { prompt: "Which?".into(), input: "This one.".into() },
            prompt_text: "Answer\nso.".into(),
            preview: drawn("li").number("--depth", 2).text("näme").view(),
            remarks: "Taken out of an OpenAPI document.".into(),
            components: vec!["Pet".into(), "Order".into()],
            component: Some("Pet".into()),
        })));
    }

    #[test]
    fn judgements_come_out_as_they_went_in() {
        check(Response::Judged(Judgement::default()));
        let violation = ViolationReport {
            pointer: Pointer::root().key("0").index(0).key("a/b~"),
            rule: "enum".into(),
            level: Level::Constraint,
            severity: Severity::Error,
            message: "\"a\" must be ≥ 1".into(),
            related: vec![Pointer::root(), Pointer::root().index(7)],
            is_grounding: false,
        };
        for open in [None, Some("a[0]".to_owned())] {
            let hopeless = Hopeless { violation: violation.clone(), rest: u64::MAX };
            let value = "{\n}".to_owned();
            check(Response::Grown(Growth { value, open, hopeless: Some(hopeless) }));
        }
        check(Response::Grown(Growth::default()));
        check(Response::Drawn(drawn("p").text("\u{1F600}").view()));
        check(Response::Advised(Advice::default()));
        check(Response::Advised(Advice {
            title: "The key was refused".into(),
            quote: "\u{1F600}\n".into(),
            is_guess: true,
            steps: vec!["Do this.".into(), String::new()],
        }));
        let repairs =
            vec![RepairReport { kind: "x".into(), message: "y".into(), offsets: vec![3, 3, 5, usize::MAX] }];
        let faults = vec!["line 1, column 2: \"".into(), String::new()];
        check(Response::Judged(Judgement {
            rejected: Some(Rejected { repairs: repairs.clone(), faults }),
            ..Judgement::default()
        }));
        for strategy in Strategy::ALL {
            check(Response::Judged(Judgement {
                rejected: None,
                form: "<string>".into(),
                answer: Some(Answer {
                    value: JsonText::of(&json!({"b": [1, 1.5, -0.0, u64::MAX, null], "a": "\u{1F600}\n"})),
                    strategy,
                    repairs: repairs.clone(),
                    violations: vec![
                        violation.clone(),
                        ViolationReport { level: Level::Structure, ..violation.clone() },
                        ViolationReport {
                            level: Level::Rule,
                            severity: Severity::Warning,
                            is_grounding: true,
                            ..violation.clone()
                        },
                        ViolationReport { level: Level::Semantic, ..violation.clone() },
                    ],
                    not_judged: vec![NotJudgedReport {
                        rule: "rules[1]".into(),
                        message: "Not judged".into(),
                        pointer: Pointer::root(),
                        because: Pointer::root().key("a").index(1),
                    }],
                    passed: 3,
                    feedback: Some(Feedback {
                        errors: vec!["\"a\" must be ≥ 3".into()],
                        kept: vec!["b[0..3]".into(), String::new()],
                        scaffold: "{\n  \"a\": <integer>\n}".into(),
                        skeleton: String::new(),
                    }),
                    ledger: Some(Ledger {
                        fixed: 1,
                        still: 0,
                        new: usize::MAX,
                        undone: vec![Pointer::root(), Pointer::root().key("0").index(0)],
                    }),
                }),
                candidates: 2,
                is_open: true,
                syntax_error: Some(SyntaxError { line: 1, column: 2, message: "expected value".into() }),
                notices: NoticeKind::ALL
                    .map(|kind| Notice { kind, pointer: Pointer::root().key("x") })
                    .into(),
                took: Micros(7),
            }));
        }
    }

    #[test]
    fn setups_come_out_as_they_went_in() {
        check(Response::Shared(Shared::default()));
        check(Response::Shared(Shared {
            text: "{\u{1F600}\0".into(),
            file: "{\n}".into(),
            name: "my.setup.json".into(),
            problem: "No.".into(),
        }));
        check(Response::Opened(Opened::Run));
        check(Response::Opened(Opened::Refused("No.".into())));
        check(Response::Opened(Opened::Offer(Offer::default())));
        check(Response::Opened(Opened::Offer(Offer {
            question: "Use it?".into(),
            changes: vec!["\u{1F600}"].into(),
            settings: json!({"seed": "7", "own_schemas": [{"text": "{\"a\": 1}"}]}),
        })));
    }

    #[test]
    fn critiques_and_opinions_come_out_as_they_went_in() {
        let unusable = || Finding::Unusable("there is no JSON in it".into());
        for finding in [Finding::Nothing, Finding::Objections { told: 20, more: usize::MAX }, unusable()] {
            let judgement = Judgement { candidates: 3, ..Judgement::default() };
            check(Response::Critiqued(Critiqued { judgement, finding }));
        }
        for approves in [true, false] {
            check(Response::Opined(Opinion::Clear { approves, reason: "\u{1F600}".into() }));
        }
        check(Response::Opined(Opinion::Unclear(String::new())));
    }

    #[test]
    fn the_deepest_value_that_can_be_read_travels_too() {
        let depth = 127;
        let text = "[".repeat(depth) + &"]".repeat(depth);
        let schema = SchemaSource::BuiltIn(BuiltIn::default());
        let response =
            Desk::default().answer(Question::Judge { schema, case: Case { text, ..Case::default() } });
        assert!(matches!(&response, Response::Judged(judgement) if judgement.answer.is_some()));
        check(response);
    }

    #[test]
    fn lowered_schemas_come_out_as_they_went_in() {
        check(Response::Lowered(Err("there are 6000 properties, and 5000 can be sent".into())));
        check(Response::Lowered(Ok(LoweredText::default())));
        check(Response::Lowered(Ok(LoweredText {
            name: "Tägs".into(),
            document: "{\"type\":\"object\"}".into(),
            difference: drawn("p").text("\u{1F600}").view(),
        })));
    }

    #[test]
    fn checks_come_out_as_they_went_in() {
        check(Response::Checked(Checked::default()));
        check(Response::Checked(Checked {
            is_valid: true,
            headline: "Valid".into(),
            remarks: vec!["Found: from a code fence.".into(), String::new()],
            violations: Vec::new(),
            more: 7,
            correction: "\u{1F600}\n".into(),
        }));
        check(Response::Windowed(None));
        check(Response::Windowed(Some(Window::default())));
        let plain = |text: &str| Piece { text: text.into(), ..Piece::default() };
        let pieces = vec![
            plain("a"),
            plain(""),
            Piece { is_aside: true, ..plain("b") },
            Piece { repair: "x".into(), violations: vec![3, 0], ..plain("c") },
        ];
        check(Response::Windowed(Some(Window {
            rows: 9,
            from: 3,
            drawn: vec![TextRow { line: None, pieces }, TextRow { line: Some(4), pieces: Vec::new() }],
            places: vec![None, Some(0)],
        })));
    }

    #[test]
    fn inferred_schemas_come_out_as_they_went_in() {
        check(Response::Again(Err("This is not a run file.".into())));
        for judgements in [vec![], vec![None, Some(Judgement::default())]] {
            let again = Again { file: "{}".into(), judgements, drawn: vec!["x"].into() };
            check(Response::Again(Ok(again)));
        }
        check(Response::Inferred(Ok("{\n  \"type\": \"null\"\n}".into())));
        check(Response::Inferred(Err("The text is empty.".into())));
    }

    #[test]
    fn replies_come_out_as_they_went_in() {
        check(Response::Unusable("The schema needs fields".into()));
        check(Response::Simulated(Simulated::Unreachable));
        check(Response::Simulated(Simulated::Silence));
        for wait in [None, Some(Millis(7))] {
            check(Response::Simulated(Simulated::Error { status: 429, message: "Slow down.".into(), wait }));
        }
        check(Response::Simulated(Simulated::Reply(Reply::default())));
        let others = ["", "tool_calls"].map(|word| FinishReason::Other(word.into()));
        let known = [
            FinishReason::Stop,
            FinishReason::Length,
            FinishReason::Refusal,
            FinishReason::ContentFilter,
            FinishReason::Unknown,
        ];
        for finish_reason in known.into_iter().chain(others) {
            let reply = Reply {
                text: "{\"a\": 1}".into(),
                reasoning: "hm".into(),
                finish_reason,
                usage: Some(Usage { input: u64::MAX, output: 0, cached: 1, reasoning: 2 }),
                cost: Some(3),
            };
            check(Response::Simulated(Simulated::Reply(reply.clone())));
            check(Response::Simulated(Simulated::Cut(reply)));
        }
    }

    #[test]
    fn what_is_no_response_is_none() {
        for text in [
            "null",
            "{}",
            "\"ready\"",
            "{\"sung\": 1}",
            "{\"judged\": []}",
            "{\"judged\": {\"form\": 1}}",
            "{\"unusable\": 1}",
        ] {
            assert_eq!(Response::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
