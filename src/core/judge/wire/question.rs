//! Questions.

use super::check::{check, read_check};
use super::failure::{failure, read_failure};
use super::tried::{read_tried, tried};
use super::{flag, list, object, optional, optional_text, read_list, size, text};
use crate::core::code::{Language, SentCall};
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Check, Question, Repaired, SchemaSource, SchemaText, Text};
use crate::core::link::Form;
use crate::core::provider::{Call, Message, Provider, Role, Sampling};
use crate::core::report::ReportKind;
use crate::core::schema::BuiltIn;
use crate::core::simulate::{Behaviour, Faults, Rate};
use crate::core::validate::Formats;
use serde_json::Value;

impl Question {
    /// The question as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Describe { schema } => object([("ask", "describe".into()), ("schema", schema.to_json())]),
            Self::Judge { schema, case } => {
                object([("ask", "judge".into()), ("schema", schema.to_json()), ("case", case_json(case))])
            }
            Self::Critique { schema, case, critique } => object([
                ("ask", "critique".into()),
                ("schema", schema.to_json()),
                ("case", case_json(case)),
                ("critique", critique.as_str().into()),
            ]),
            Self::Opinion { text } => object([("ask", "opinion".into()), ("text", text.as_str().into())]),
            Self::Lower { schema, dialect } => object([
                ("ask", "lower".into()),
                ("schema", schema.to_json()),
                ("dialect", dialect.id().into()),
            ]),
            Self::Simulate { schema, faults, earlier_calls, call: asked } => object([
                ("ask", "simulate".into()),
                ("schema", schema.to_json()),
                ("behaviour", behaviour_number(faults.behaviour).into()),
                ("rate", faults.rate.percent().into()),
                ("earlierCalls", (*earlier_calls).into()),
                ("call", call(asked)),
            ]),
            Self::Grow { schema, dialect, before, chunk } => object([
                ("ask", "grow".into()),
                ("schema", schema.to_json()),
                ("dialect", dialect.map(Dialect::id).into()),
                ("before", (*before).into()),
                ("chunk", chunk.as_str().into()),
            ]),
            Self::Diagnose { schema, input, attempts } => object([
                ("ask", "diagnose".into()),
                ("schema", schema.to_json()),
                ("input", input.as_str().into()),
                ("attempts", list(attempts, tried)),
            ]),
            Self::Compare { before, after } => {
                object([("ask", "compare".into()), ("before", tried(before)), ("after", tried(after))])
            }
            Self::Advise { failure: failed } => {
                object([("ask", "advise".into()), ("failure", failure(failed))])
            }
            Self::Check { schema, check: checked } => object([
                ("ask", "check".into()),
                ("schema", schema.to_json()),
                ("case", case_json(&checked.case)),
                ("check", check(checked)),
            ]),
            Self::Window { number, text, from, count } => object([
                ("ask", "window".into()),
                ("number", (*number).into()),
                ("text", text.name().into()),
                ("from", (*from).into()),
                ("count", (*count).into()),
            ]),
            Self::Outline { schema, answer, input, repaired } => object([
                ("ask", "outline".into()),
                ("schema", schema.to_json()),
                ("answer", answer.as_str().into()),
                ("input", input.as_str().into()),
                ("acceptRepaired", repaired.is_accepted().into()),
            ]),
            Self::Edit { schema, edit, value } => object([
                ("ask", "edit".into()),
                ("schema", schema.to_json()),
                ("edit", edit.as_str().into()),
                ("value", value.as_str().into()),
            ]),
            Self::Complete { text, caret } => object([
                ("ask", "complete".into()),
                ("text", text.as_str().into()),
                ("caret", (*caret).into()),
            ]),
            Self::Again { file, by_own, chosen } => object([
                ("ask", "again".into()),
                ("file", file.as_str().into()),
                ("byOwn", (*by_own).into()),
                ("schema", chosen.as_ref().map(|(schema, _)| schema.to_json()).into()),
                ("name", chosen.as_ref().map(|(_, name)| name.as_str()).into()),
            ]),
            Self::Infer { text } => object([("ask", "infer".into()), ("text", text.as_str().into())]),
            Self::Share { settings, with_input } => object([
                ("ask", "share".into()),
                ("settings", settings.clone()),
                ("withInput", (*with_input).into()),
            ]),
            Self::Open { settings, form, text } => object([
                ("ask", "open".into()),
                ("settings", settings.clone()),
                ("form", form_number(*form).into()),
                ("text", text.as_str().into()),
            ]),
            Self::Code { schema, language, sent: call, dialect, attempts } => object([
                ("ask", "code".into()),
                ("schema", schema.to_json()),
                ("language", language.name().into()),
                ("sent", sent(call)),
                ("dialect", dialect.map(Dialect::id).into()),
                ("attempts", (*attempts).into()),
            ]),
            Self::Report { text, kind } => object([
                ("ask", "report".into()),
                ("text", text.as_str().into()),
                ("kind", kind.name().into()),
            ]),
        }
    }

    /// The question in the JSON; none if there is no such question in it.
    pub fn from_json(json: &Value) -> Option<Self> {
        let schema = || SchemaSource::from_json(json.get("schema")?);
        match json.get("ask")?.as_str()? {
            "describe" => Some(Self::Describe { schema: schema()? }),
            "judge" => Some(Self::Judge { schema: schema()?, case: read_case(json.get("case")?)? }),
            "critique" => Some(Self::Critique {
                schema: schema()?,
                case: read_case(json.get("case")?)?,
                critique: text(json, "critique")?,
            }),
            "opinion" => Some(Self::Opinion { text: text(json, "text")? }),
            "lower" => {
                let dialect = read_dialect(json.get("dialect")?)?;
                Some(Self::Lower { schema: schema()?, dialect })
            }
            "simulate" => Some(Self::Simulate {
                schema: schema()?,
                faults: Faults {
                    behaviour: Behaviour::ALL.into_iter().nth(size(json, "behaviour")?)?,
                    rate: Rate::new(json.get("rate")?.as_u64()?),
                },
                earlier_calls: json.get("earlierCalls")?.as_u64()?.try_into().ok()?,
                call: read_call(json.get("call")?)?,
            }),
            "grow" => Some(Self::Grow {
                schema: schema()?,
                dialect: optional(json, "dialect", read_dialect)?,
                before: size(json, "before")?,
                chunk: text(json, "chunk")?,
            }),
            "diagnose" => Some(Self::Diagnose {
                schema: schema()?,
                input: text(json, "input")?,
                attempts: read_list(json, "attempts", read_tried)?,
            }),
            "compare" => Some(Self::Compare {
                before: read_tried(json.get("before")?)?,
                after: read_tried(json.get("after")?)?,
            }),
            "advise" => Some(Self::Advise { failure: read_failure(json.get("failure")?)? }),
            "check" => {
                let case = read_case(json.get("case")?)?;
                Some(Self::Check {
                    schema: schema()?,
                    check: Check { case, ..read_check(json.get("check")?)? },
                })
            }
            "window" => {
                let name = json.get("text")?.as_str()?;
                Some(Self::Window {
                    number: json.get("number")?.as_u64()?,
                    text: Text::ALL.into_iter().find(|text| text.name() == name)?,
                    from: size(json, "from")?,
                    count: size(json, "count")?,
                })
            }
            "outline" => Some(Self::Outline {
                schema: schema()?,
                answer: text(json, "answer")?,
                input: text(json, "input")?,
                repaired: Repaired::accepted_if(flag(json, "acceptRepaired")?),
            }),
            "edit" => {
                Some(Self::Edit { schema: schema()?, edit: text(json, "edit")?, value: text(json, "value")? })
            }
            "complete" => Some(Self::Complete { text: text(json, "text")?, caret: size(json, "caret")? }),
            "again" => Some(Self::Again {
                file: text(json, "file")?,
                by_own: flag(json, "byOwn")?,
                chosen: match optional(json, "schema", SchemaSource::from_json)? {
                    Some(schema) => Some((schema, text(json, "name")?)),
                    None => None,
                },
            }),
            "infer" => Some(Self::Infer { text: text(json, "text")? }),
            "share" => Some(Self::Share {
                settings: json.get("settings")?.clone(),
                with_input: flag(json, "withInput")?,
            }),
            "open" => Some(Self::Open {
                settings: json.get("settings")?.clone(),
                form: Form::ALL.into_iter().nth(size(json, "form")?)?,
                text: text(json, "text")?,
            }),
            "report" => {
                let name = json.get("kind")?.as_str()?;
                let kind = ReportKind::ALL.into_iter().find(|kind| kind.name() == name)?;
                Some(Self::Report { text: text(json, "text")?, kind })
            }
            "code" => {
                let name = json.get("language")?.as_str()?;
                Some(Self::Code {
                    schema: schema()?,
                    language: Language::ALL.into_iter().find(|language| language.name() == name)?,
                    sent: read_sent(json.get("sent")?)?,
                    dialect: optional(json, "dialect", read_dialect)?,
                    attempts: json.get("attempts")?.as_u64()?.try_into().ok()?,
                })
            }
            _ => None,
        }
    }
}

fn case_json(case: &Case) -> Value {
    object([
        ("text", case.text.as_str().into()),
        ("input", case.input.as_str().into()),
        ("acceptRepaired", case.repaired.is_accepted().into()),
        ("dialect", case.dialect.map(Dialect::id).into()),
        ("before", tried(&case.before)),
    ])
}

fn read_case(json: &Value) -> Option<Case> {
    Some(Case {
        text: text(json, "text")?,
        input: text(json, "input")?,
        repaired: Repaired::accepted_if(flag(json, "acceptRepaired")?),
        dialect: optional(json, "dialect", read_dialect)?,
        before: read_tried(json.get("before")?)?,
    })
}

fn sent(sent: &SentCall) -> Value {
    let header = |(name, value): &(String, String)| Value::from(vec![name.as_str(), value.as_str()]);
    object([
        ("provider", sent.provider.preset().id.into()),
        ("url", sent.url.as_str().into()),
        ("headers", list(&sent.headers, header)),
        ("body", sent.body.as_str().into()),
        ("image", sent.image.as_deref().into()),
    ])
}

fn read_sent(json: &Value) -> Option<SentCall> {
    let part = |json: &Value, position: usize| Some(json.get(position)?.as_str()?.to_owned());
    Some(SentCall {
        provider: Provider::from_id(json.get("provider")?.as_str()?)?,
        url: text(json, "url")?,
        headers: read_list(json, "headers", |header| Some((part(header, 0)?, part(header, 1)?)))?,
        body: text(json, "body")?,
        image: optional_text(json, "image")?,
    })
}

fn read_dialect(json: &Value) -> Option<Dialect> {
    Dialect::from_id(json.as_str()?)
}

/// A behaviour's place among all: its name is for settings and links.
fn behaviour_number(behaviour: Behaviour) -> usize {
    Behaviour::ALL.into_iter().take_while(|other| *other != behaviour).count()
}

/// A form's place among all: its name is for people.
fn form_number(form: Form) -> usize {
    Form::ALL.into_iter().take_while(|other| *other != form).count()
}

impl SchemaSource {
    /// The schema as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::BuiltIn(built_in) => object([("builtIn", built_in.id().into())]),
            Self::Own(own) => object([
                ("text", own.text.as_str().into()),
                ("component", own.component.as_deref().into()),
                ("formats", own.formats.name().into()),
            ]),
        }
    }

    /// The schema in the JSON; none if there is none in it.
    pub fn from_json(json: &Value) -> Option<Self> {
        if let Some(id) = json.get("builtIn") {
            return BuiltIn::from_id(id.as_str()?).map(Self::BuiltIn);
        }
        Some(Self::Own(SchemaText {
            text: text(json, "text")?,
            component: optional_text(json, "component")?,
            formats: Formats::from_name(json.get("formats")?.as_str()?)?,
        }))
    }
}

/// A call as the stand-in model is told it: what only a server understands does not travel.
fn call(call: &Call) -> Value {
    let message = |message: &Message| {
        object([("role", message.role.name().into()), ("content", message.content.as_str().into())])
    };
    object([
        ("messages", list(&call.messages, message)),
        ("temperature", call.sampling.temperature.into()),
        ("seed", call.sampling.seed.into()),
        ("tokenLimit", call.token_limit.into()),
    ])
}

fn read_call(json: &Value) -> Option<Call> {
    let message = |json: &Value| {
        let name = json.get("role")?.as_str()?;
        let role = Role::ALL.into_iter().find(|role| role.name() == name)?;
        Some(Message { role, content: text(json, "content")? })
    };
    Some(Call {
        messages: read_list(json, "messages", message)?,
        sampling: Sampling {
            temperature: optional(json, "temperature", Value::as_f64)?,
            seed: optional(json, "seed", Value::as_u64)?,
        },
        token_limit: json.get("tokenLimit")?.as_u64()?.try_into().ok()?,
        ..Call::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::Correcting;
    use crate::core::judge::{Tried, ViolationReport};
    use crate::core::pointer::Pointer;
    use crate::core::settings::Settings;
    use crate::core::validate::{Level, Severity};

    #[track_caller]
    fn check(question: Question) {
        let travelled = serde_json::from_str(&question.to_json().to_string()).unwrap();
        assert_eq!(Question::from_json(&travelled), Some(question));
    }

    #[test]
    fn questions_come_out_as_they_went_in() {
        let schema = SchemaSource::Own(SchemaText {
            text: "{\n\"ä\": 1}".into(),
            component: Some("Pet".into()),
            formats: Formats::Annotate,
        });
        check(Question::Describe { schema: schema.clone() });
        check(Question::Describe { schema: SchemaSource::default() });
        check(Question::Describe { schema: SchemaSource::BuiltIn(BuiltIn::Invoice) });
        let violation = ViolationReport {
            pointer: Pointer::root().key("0").index(0),
            rule: "rules[0]".into(),
            level: Level::Rule,
            severity: Severity::Warning,
            message: "\u{1F600}".into(),
            related: vec![Pointer::root()],
            is_grounding: true,
        };
        for repaired in [Repaired::Accept, Repaired::Reject] {
            for dialect in Dialect::ALL.map(Some).into_iter().chain([None]) {
                let case = Case {
                    text: "Sure: {\u{1F600}\0".into(),
                    input: "\u{1F600}\n".into(),
                    repaired,
                    dialect,
                    before: match dialect {
                        Some(_) => Tried::Judged("{\"a\": \"\u{1F600}\"}".into(), vec![violation.clone()]),
                        None => Tried::Nothing,
                    },
                };
                let critique = "{\"objections\": []}\n".to_owned();
                check(Question::Judge { schema: schema.clone(), case: case.clone() });
                check(Question::Critique { schema: schema.clone(), case, critique });
            }
        }
        for dialect in Dialect::ALL {
            check(Question::Lower { schema: schema.clone(), dialect });
        }
        for behaviour in Behaviour::ALL {
            let messages = vec![Message::system("s"), Message::user("u"), Message::assistant("a")];
            let sampling = Sampling { temperature: Some(0.30000000000000004), seed: Some(u64::MAX) };
            let call = Call { messages, sampling, token_limit: u32::MAX, ..Call::default() };
            let faults = Faults::always(behaviour);
            check(Question::Simulate { schema: schema.clone(), faults, earlier_calls: 7, call });
        }
        for rate in Rate::all() {
            let faults = Faults { rate, ..Faults::default() };
            let call = Call::default();
            check(Question::Simulate { schema: schema.clone(), faults, earlier_calls: 0, call });
        }
        for dialect in [None, Some(Dialect::Gemini)] {
            let chunk = "{\"a\": \"\u{1F600}".to_owned();
            check(Question::Grow { schema: SchemaSource::default(), dialect, before: usize::MAX, chunk });
        }
        let (before, after) = (Tried::Judged("{}".into(), vec![violation.clone()]), Tried::Nothing);
        check(Question::Compare { before, after });
        let attempts = vec![
            Tried::Judged("{}".into(), vec![violation]),
            Tried::Judged(String::new(), Vec::new()),
            Tried::Unread("\u{1F600}".into()),
            Tried::Unread(String::new()),
            Tried::Nothing,
        ];
        check(Question::Diagnose { schema: SchemaSource::default(), input: "\u{1F600}".into(), attempts });
        check(Question::Opinion { text: "Good: \u{1F600}".into() });
        check(Question::Check { schema: SchemaSource::default(), check: Check::default() });
        for correcting in Correcting::all() {
            let check_of = Check {
                number: u64::MAX,
                case: Case { text: "{".into(), ..Case::default() },
                columns: 80,
                correcting,
                correction_template: "{{errors}}".into(),
                nudge_template: "\u{1F600}".into(),
            };
            check(Question::Check { schema: SchemaSource::default(), check: check_of });
        }
        for text in Text::ALL {
            check(Question::Window { number: 7, text, from: usize::MAX, count: 0 });
        }
        for chosen in [None, Some((schema.clone(), "\u{1F600}".to_owned()))] {
            for by_own in [false, true] {
                check(Question::Again { file: "{\u{1F600}".into(), by_own, chosen: chosen.clone() });
            }
        }
        check(Question::Infer { text: "a,b\n1,\"2\"".into() });
        let settings = Settings { seed: "7".into(), ..Settings::default() }.to_json();
        for with_input in [true, false] {
            check(Question::Share { settings: settings.clone(), with_input });
        }
        for form in Form::ALL {
            check(Question::Open { settings: settings.clone(), form, text: "{\u{1F600}\0".into() });
        }
        for kind in ReportKind::ALL {
            check(Question::Report { text: "{\n}\u{1F600}".into(), kind });
        }
        for (language, provider) in Language::ALL.into_iter().zip(Provider::ALL.into_iter().skip(1)) {
            let headers = vec![("A".to_owned(), "\u{1F600}".to_owned()), ("B".to_owned(), String::new())];
            let (url, body) = ("http://a/'".to_owned(), "{\"a\":\"\\n\"}".to_owned());
            let sent = SentCall { provider, url, headers, body, image: Some("a.png".into()) };
            for dialect in [None, Some(Dialect::Generic)] {
                let schema = schema.clone();
                check(Question::Code { schema, language, sent: sent.clone(), dialect, attempts: 5 });
            }
        }
    }

    #[test]
    fn what_is_no_question_is_none() {
        let source = r#"{"text": "", "component": null, "formats": "assert"}"#;
        for text in [
            "null".to_owned(),
            "{}".to_owned(),
            format!(r#"{{"ask": "sing", "schema": {source}}}"#),
            format!(r#"{{"ask": "judge", "schema": {source}}}"#),
            r#"{"ask": "describe", "schema": {"text": ""}}"#.to_owned(),
            r#"{"ask": "infer", "text": 1}"#.to_owned(),
        ] {
            assert_eq!(Question::from_json(&serde_json::from_str(&text).unwrap()), None, "{text}");
        }
    }
}
