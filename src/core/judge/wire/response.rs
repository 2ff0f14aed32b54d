//! Responses.

use super::advice::{advice, read_advice};
use super::again::{again, read_again};
use super::check::{checked, read_checked, read_window, window};
use super::critique::{opinion, read_opinion};
use super::growth::{growth, read_growth};
use super::outline::{completion, edited, outlined, read_completion, read_edited, read_outlined};
use super::setup::{offer, read_offer, read_shared, shared};
use super::{object, optional, text};
use crate::core::judge::{Critiqued, Description, Judgement, LoweredText, Response};
use crate::core::link::Opened;
use crate::core::provider::{FinishReason, Reply, Usage};
use crate::core::simulate::Simulated;
use crate::core::time::Millis;
use serde_json::Value;

impl Response {
    /// The response as JSON.
    pub fn to_json(&self) -> Value {
        let (name, value) = match self {
            Self::Described(Ok(description)) => ("described", description.to_json()),
            Self::Described(Err(error)) => ("misdescribed", error.as_str().into()),
            Self::Judged(judgement) => ("judged", judgement.to_json()),
            Self::Critiqued(critiqued) => ("critiqued", critiqued.to_json()),
            Self::Opined(opined) => ("opined", opinion(opined)),
            Self::Lowered(Ok(text)) => ("lowered", lowered(text)),
            Self::Lowered(Err(error)) => ("unlowered", error.as_str().into()),
            Self::Simulated(Simulated::Reply(whole)) => ("replied", reply(whole)),
            Self::Simulated(Simulated::Cut(part)) => ("cut", reply(part)),
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
            Self::Grown(grown) => ("grown", growth(grown)),
            Self::Drawn(drawn) => ("drawn", drawn.clone()),
            Self::Advised(advised) => ("advised", advice(advised)),
            Self::Checked(outcome) => ("checked", checked(outcome)),
            Self::Windowed(rows) => ("windowed", rows.as_ref().map(window).into()),
            Self::Outlined(outline) => ("outlined", outlined(outline)),
            Self::Edited(Ok(text)) => ("edited", edited(text)),
            Self::Edited(Err(error)) => ("unedited", error.as_str().into()),
            Self::Completed(found) => ("completed", completion(found)),
            Self::Again(Ok(run)) => ("again", again(run)),
            Self::Again(Err(error)) => ("unopened", error.as_str().into()),
            Self::Inferred(Ok(schema)) => ("inferred", schema.as_str().into()),
            Self::Inferred(Err(error)) => ("uninferred", error.as_str().into()),
            Self::Shared(setup) => ("shared", shared(setup)),
            Self::Opened(Opened::Offer(setup)) => ("offered", offer(setup)),
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
            "described" => Some(Self::Described(Ok(Description::from_json(value)?))),
            "misdescribed" => Some(Self::Described(Err(value.as_str()?.to_owned()))),
            "judged" => Some(Self::Judged(Judgement::from_json(value)?)),
            "critiqued" => Some(Self::Critiqued(Critiqued::from_json(value)?)),
            "opined" => Some(Self::Opined(read_opinion(value)?)),
            "lowered" => Some(Self::Lowered(Ok(read_lowered(value)?))),
            "unlowered" => Some(Self::Lowered(Err(value.as_str()?.to_owned()))),
            "replied" => Some(Self::Simulated(Simulated::Reply(read_reply(value)?))),
            "cut" => Some(Self::Simulated(Simulated::Cut(read_reply(value)?))),
            "failed" => Some(Self::Simulated(Simulated::Error {
                status: value.get("status")?.as_u64()?.try_into().ok()?,
                message: text(value, "message")?,
                wait: optional(value, "wait", Value::as_u64)?.map(Millis),
            })),
            "unreachable" => Some(Self::Simulated(Simulated::Unreachable)),
            "silent" => Some(Self::Simulated(Simulated::Silence)),
            "grown" => Some(Self::Grown(read_growth(value)?)),
            "drawn" => Some(Self::Drawn(value.clone())),
            "advised" => Some(Self::Advised(read_advice(value)?)),
            "checked" => Some(Self::Checked(read_checked(value)?)),
            "windowed" if value.is_null() => Some(Self::Windowed(None)),
            "windowed" => Some(Self::Windowed(Some(read_window(value)?))),
            "outlined" => Some(Self::Outlined(read_outlined(value)?)),
            "edited" => Some(Self::Edited(Ok(read_edited(value)?))),
            "unedited" => Some(Self::Edited(Err(value.as_str()?.to_owned()))),
            "completed" => Some(Self::Completed(read_completion(value)?)),
            "again" => Some(Self::Again(Ok(read_again(value)?))),
            "unopened" => Some(Self::Again(Err(value.as_str()?.to_owned()))),
            "inferred" => Some(Self::Inferred(Ok(value.as_str()?.to_owned()))),
            "uninferred" => Some(Self::Inferred(Err(value.as_str()?.to_owned()))),
            "shared" => Some(Self::Shared(read_shared(value)?)),
            "offered" => Some(Self::Opened(Opened::Offer(read_offer(value)?))),
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

fn lowered(lowered: &LoweredText) -> Value {
    object([
        ("name", lowered.name.as_str().into()),
        ("document", lowered.document.as_str().into()),
        ("difference", lowered.difference.clone()),
    ])
}

fn read_lowered(json: &Value) -> Option<LoweredText> {
    Some(LoweredText {
        name: text(json, "name")?,
        document: text(json, "document")?,
        difference: json.get("difference")?.clone(),
    })
}

fn reply(reply: &Reply) -> Value {
    let usage = |usage: Usage| {
        let Usage { input, output, cached, reasoning } = usage;
        object([
            ("input", input.into()),
            ("output", output.into()),
            ("cached", cached.into()),
            ("reasoning", reasoning.into()),
        ])
    };
    object([
        ("text", reply.text.as_str().into()),
        ("reasoning", reply.reasoning.as_str().into()),
        ("finishReason", finish_reason(&reply.finish_reason)),
        ("usage", reply.usage.map(usage).into()),
        ("cost", reply.cost.into()),
    ])
}

fn read_reply(json: &Value) -> Option<Reply> {
    let number = |json: &Value, name| json.get(name)?.as_u64();
    let usage = |json: &Value| {
        Some(Usage {
            input: number(json, "input")?,
            output: number(json, "output")?,
            cached: number(json, "cached")?,
            reasoning: number(json, "reasoning")?,
        })
    };
    Some(Reply {
        text: text(json, "text")?,
        reasoning: text(json, "reasoning")?,
        finish_reason: read_finish_reason(json.get("finishReason")?)?,
        usage: optional(json, "usage", usage)?,
        cost: optional(json, "cost", Value::as_u64)?,
    })
}

const NAMED: [FinishReason; 5] = [
    FinishReason::Stop,
    FinishReason::Length,
    FinishReason::Refusal,
    FinishReason::ContentFilter,
    FinishReason::Unknown,
];

/// The reason's word; a server's own word stands in a list, since it may be any.
fn finish_reason(reason: &FinishReason) -> Value {
    match reason {
        FinishReason::Other(word) => vec![word.as_str()].into(),
        FinishReason::Stop
        | FinishReason::Length
        | FinishReason::Refusal
        | FinishReason::ContentFilter
        | FinishReason::Unknown => reason.word().into(),
    }
}

fn read_finish_reason(json: &Value) -> Option<FinishReason> {
    match json.get(0) {
        Some(word) => Some(FinishReason::Other(word.as_str()?.to_owned())),
        None => NAMED.into_iter().find(|reason| json.as_str() == Some(reason.word())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::critique::{Finding, Opinion};
    use crate::core::drawn::drawn;
    use crate::core::extract::{Strategy, SyntaxError};
    use crate::core::json_text::JsonText;
    use crate::core::judge::{
        Advice, Answer, Case, Checked, Desk, Feedback, Growth, Hopeless, Ledger, NotJudgedReport, Notice,
        NoticeKind, Piece, Question, Rejected, RepairReport, SchemaSource, TextRow, ViolationReport, Window,
    };
    use crate::core::link::{Offer, Shared};
    use crate::core::pointer::Pointer;
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
        let others = ["stop", "", "length"].map(|word| FinishReason::Other(word.into()));
        for finish_reason in NAMED.into_iter().chain(others) {
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
        for text in ["null", "{}", "\"ready\"", "{\"sung\": 1}", "{\"judged\": {}}", "{\"unusable\": 1}"] {
            assert_eq!(Response::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
