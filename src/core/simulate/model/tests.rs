//! What the stand-in model comes to, behaviour by behaviour.

use super::*;
use crate::core::judge::{Repaired, ViolationReport, judge};
use crate::core::provider::{Message, Reply, Sampling};
use crate::core::schema::{BuiltIn, Schema};
use crate::core::simulate::{Rate, instance};
use crate::core::validate::validate;

fn call(seed: u64, messages: Vec<Message>) -> Call {
    Call {
        messages,
        sampling: Sampling { temperature: None, seed: Some(seed) },
        token_limit: 4096,
        ..Call::default()
    }
}

/// What it replies whose fault shows in the first call.
#[track_caller]
fn reply(schema: &Schema, behaviour: Behaviour, earlier_calls: u32, call: &Call) -> Reply {
    match simulate(&Validator::new(schema), Faults::always(behaviour), earlier_calls, call) {
        Simulated::Reply(reply) => reply,
        other => panic!("{other:?}"),
    }
}

/// What is asked for an answer about a document.
fn about(input: &str) -> Vec<Message> {
    vec![Message::user(format!("x\n\n<input>\n{input}\n</input>").as_str())]
}

fn first_schema() -> Schema {
    BuiltIn::default().schema().unwrap()
}

/// The rules that an answer breaks.
fn rules(violations: &[ViolationReport]) -> Vec<&str> {
    violations.iter().map(|violation| violation.rule.as_str()).collect()
}

#[test]
fn every_schema_of_the_catalogue_gets_valid_answers() {
    for built_in in BuiltIn::ALL {
        let schema = built_in.schema().unwrap();
        for seed in 0..200 {
            let input = &schema.example.input;
            let reply = reply(&schema, Behaviour::NoFaults, 0, &call(seed, about(input)));
            let answer = serde_json::from_str(&reply.text).unwrap();
            let verdict = Validator::new(&schema).validate_with(&answer, input);
            assert_eq!(verdict.violations, [], "{} {answer}", built_in.id());
        }
    }
}

#[test]
fn narrow_schemas_get_valid_answers() {
    let form = serde_json::json!({"fields": {
        "code": {"type": "string", "minLength": 9, "maxLength": 9, "contains": "-x-"},
        "exact": {"type": "string", "contains": "whole", "maxLength": 5},
        "long": {"type": "string", "minLength": 90},
        "empty": {"type": "string", "maxLength": 0},
        "one": {"type": "integer", "min": 7, "max": 7},
        "part": {"type": "number", "min": 0.01, "max": 0.02},
        "deep": {"type": "integer", "max": -1000},
        "ratio": {"type": "number", "min": 2.5},
        "big": {"type": "integer", "min": 9007199254740993i64, "max": 9007199254740999i64}
    }});
    let schema = Schema::from_fields(&form).unwrap();
    for seed in 0..200 {
        let answer = instance(&schema, schema.root(), &mut Random::new(seed));
        assert_eq!(validate(&schema, &answer).violations, [], "{answer}");
    }
}

#[test]
fn every_schema_can_be_broken_in_every_way_and_is_judged_for_it() {
    for built_in in BuiltIn::ALL {
        let schema = built_in.schema().unwrap();
        for seed in 0..50 {
            for (behaviour, rules) in [
                (Behaviour::MissingField, &["required"][..]),
                (Behaviour::WrongType, &["type"]),
                // What is cut short may lose the text it must contain as well.
                (
                    Behaviour::OutOfRange,
                    &["minimum", "maximum", "exclusiveMinimum", "minLength", "minItems", "contains"],
                ),
                (Behaviour::EnumCase, &["enum", "type"]),
            ] {
                let input = &schema.example.input;
                let reply = reply(&schema, behaviour, 0, &call(seed, about(input)));
                let judgement = judge(&reply.text, Some(&Validator::new(&schema)), input, Repaired::Accept);
                let mut broken = self::rules(judgement.violations());
                // A rule across fields may no longer be true of what was broken.
                broken.retain(|rule| !rule.starts_with("rules["));
                let as_ordered = !broken.is_empty() && broken.iter().all(|rule| rules.contains(rule));
                assert!(as_ordered, "{} {behaviour:?} {seed}: {broken:?}", built_in.id());
            }
        }
    }
}

/// The rules that the first answer breaks.
#[track_caller]
fn check_first(behaviour: Behaviour, expected: &[&str]) {
    let schema = first_schema();
    let reply = reply(&schema, behaviour, 0, &call(1, vec![Message::user("x")]));
    let judgement = judge(&reply.text, Some(&Validator::new(&schema)), "", Repaired::Accept);
    assert_eq!(rules(judgement.violations()), expected, "{}", reply.text);
}

#[test]
fn answers_are_broken_to_order() {
    check_first(Behaviour::MissingField, &["required"]);
    check_first(Behaviour::WrongType, &["type"]);
    check_first(Behaviour::EnumCase, &["enum"]);
    check_first(Behaviour::NoFaults, &[]);
    for behaviour in [Behaviour::NoJson, Behaviour::Truncated] {
        let reply = reply(&first_schema(), behaviour, 0, &call(1, vec![Message::user("x")]));
        assert_eq!(judge(&reply.text, None, "", Repaired::Accept).answer, None, "{}", reply.text);
    }
}

#[test]
fn a_correction_mends_only_what_it_names() {
    let schema = first_schema();
    let answer = |earlier, messages| reply(&schema, Behaviour::Mixed, earlier, &call(1, messages));
    let first = answer(0, vec![Message::user("x")]);
    let wrong = judge(&first.text, Some(&Validator::new(&schema)), "", Repaired::Accept);
    let texts: Vec<_> = wrong.violations().iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    let told =
        |text: &str| vec![Message::user("x"), Message::assistant(first.text.as_str()), Message::user(text)];
    let half = judge(&answer(1, told(&texts[0])).text, Some(&Validator::new(&schema)), "", Repaired::Accept);
    assert_eq!(half.violations(), &wrong.violations()[1..]);
    let whole =
        judge(&answer(2, told(&texts.join("\n"))).text, Some(&Validator::new(&schema)), "", Repaired::Accept);
    assert_eq!(whole.violations(), []);
}

#[test]
fn a_correction_may_name_one_cause_at_several_places() {
    let form = serde_json::json!({"fields": {"list": {"type": "array", "minItems": 3, "maxItems": 3,
        "items": {"type": "integer"}}}});
    let schema = Schema::from_fields(&form).unwrap();
    let wrong = r#"{"list": ["a", "b", 3]}"#;
    let mended = |told: &str| {
        let messages = vec![Message::user("x"), Message::assistant(wrong), Message::user(told)];
        let reply = reply(&schema, Behaviour::Mixed, 1, &call(1, messages));
        validate(&schema, &serde_json::from_str(&reply.text).unwrap()).violations.len()
    };
    assert_eq!(mended("Wrong."), 2);
    assert_eq!(mended(r#""list[1]" must be an integer, got string "b""#), 1);
    assert_eq!(mended(r#""list[0, 1]" must be an integer, got string "a", string "b""#), 0);
}

#[test]
fn the_seed_determines_the_answer() {
    let answer = |seed| reply(&first_schema(), Behaviour::Mixed, 0, &call(seed, vec![]));
    assert_eq!(answer(7), answer(7));
    assert_ne!(answer(7), answer(8));
}

/// A schema that leaves room for every fault.
fn roomy() -> Schema {
    let form = serde_json::json!({
        "rules": [
            "self.least < self.most",
            {"rule": "self.most < 50", "message": "That is much", "severity": "warning"}
        ],
        "fields": {
            "name": {"type": "string", "grounded": true},
            "state": {"type": "enum", "values": ["open", "done"]},
            "least": {"type": "integer", "min": 0, "max": 100},
            "most": {"type": "integer", "min": 0, "max": 100}
        }
    });
    Schema::from_fields(&form).unwrap()
}

#[test]
fn every_fault_of_an_answer_is_the_one_that_was_ordered() {
    let schema = roomy();
    let validator = Validator::new(&schema);
    for seed in 0..30 {
        for (behaviour, expected) in [
            (Behaviour::MissingField, &["required"][..]),
            (Behaviour::WrongType, &["type"]),
            (Behaviour::UnknownKey, &["additionalProperties"]),
            (Behaviour::Mixed, &["enum", "maximum"]),
            (Behaviour::OutOfRange, &["maximum"]),
            (Behaviour::EnumCase, &["enum"]),
            (Behaviour::NotInInput, &["rules[0]"]),
            (Behaviour::BrokenRule, &["rules[0]"]),
            (Behaviour::OnlyWarning, &["rules[1]"]),
            (Behaviour::Oscillates, &["enum"]),
            (Behaviour::NeverLearns, &["enum", "maximum"]),
            (Behaviour::NeverMends, &["enum", "maximum"]),
            (Behaviour::Hopeless, &["type"]),
            (Behaviour::NoFaults, &[]),
        ] {
            let reply = reply(&schema, behaviour, 0, &call(seed, about("Ada wrote this")));
            assert_eq!((reply.reasoning.as_str(), &reply.finish_reason), ("", &FinishReason::Stop));
            let judgement = judge(&reply.text, Some(&validator), "Ada wrote this", Repaired::Accept);
            let mut broken = rules(judgement.violations());
            // What is not in its range may break a rule as well.
            if !expected.iter().any(|rule| rule.starts_with("rules[")) {
                broken.retain(|rule| !rule.starts_with("rules["));
            }
            broken.sort_unstable();
            assert_eq!(broken, expected, "{behaviour:?} {}", reply.text);
        }
    }
}

#[test]
fn a_fault_for_which_there_is_no_place_is_made_otherwise_and_that_is_said() {
    let schema = Schema::from_fields(&serde_json::json!({"fields": {"a": {"type": "integer"}}})).unwrap();
    let first = |behaviour| reply(&schema, behaviour, 0, &call(1, about("")));
    for behaviour in
        [Behaviour::EnumCase, Behaviour::OutOfRange, Behaviour::BrokenRule, Behaviour::NotInInput]
    {
        assert_eq!(first(behaviour).reasoning, OTHERWISE, "{behaviour:?}");
        let judgement = judge(&first(behaviour).text, Some(&Validator::new(&schema)), "", Repaired::Accept);
        assert_eq!(rules(judgement.violations()), ["type"], "{behaviour:?}");
    }
    assert_eq!(first(Behaviour::WrongType).reasoning, "");
}

/// What a call comes to, in a few words.
fn words(simulated: Simulated) -> String {
    match simulated {
        Simulated::Reply(Reply { text, reasoning, finish_reason, .. }) => {
            let text = if text.len() > 60 { format!("{:.40}… {}", text, text.len()) } else { text };
            format!("{text} [{}] {reasoning}", finish_reason.word())
        }
        Simulated::Cut(reply) => format!("{} [cut]", reply.text),
        Simulated::Error { status, message, wait } => {
            format!("{status} {message} {}", wait.map(|wait| wait.to_string()).unwrap_or_default())
        }
        Simulated::Unreachable => "unreachable".to_owned(),
        Simulated::Silence => "silence".to_owned(),
    }
}

#[test]
fn what_comes_in_place_of_an_answer() {
    let schema =
        Schema::from_fields(&serde_json::json!({"fields": {"a": {"type": "integer", "min": 7, "max": 7}}}));
    let schema = schema.unwrap();
    let right = "{\n  \"a\": 7\n} [stop] ";
    // What is told, after which the next call is answered as it should be.
    for (behaviour, expected, told) in [
        (
            Behaviour::NearJson,
            "{\n  \"a\": 7, // as far as I know\n} [stop] ",
            "Your JSON has 1 syntax error.",
        ),
        (
            Behaviour::NoJson,
            "Of course! As far as I can tell, the a is 7. [stop] ",
            "There is no JSON in your reply.",
        ),
        (Behaviour::Truncated, "{\n  \"a [length] ", ""),
        (Behaviour::Talkative, "```json\n{\n  \"a\": 7\n}\n```\n\nA few words on… 76 [length] ", ""),
        (Behaviour::Empty, " [stop] ", "Your last answer was empty."),
        (
            Behaviour::OnlyReasoning,
            " [stop] The person wants JSON by a schema. Let me think it over. Of course! As far as I can tell, \
             the a is 7. But is that so? Let me think again.",
            "It held no JSON, only reasoning.",
        ),
        (Behaviour::Refusal, "I'm sorry, but I can't help with that request. [refusal] ", ""),
        (Behaviour::ContentFilter, "{\n  [content filter] ", ""),
        (Behaviour::Cut, "{\n  \"a [cut]", ""),
        (Behaviour::TimedOut, "silence", ""),
        (Behaviour::RateLimited, "429 Rate limit reached for requests. Please slow down. 2.0 s", ""),
        (Behaviour::Busy, "503 The server is overloaded. Please try again later. ", ""),
        (
            Behaviour::Overflow,
            "400 This model's maximum context length is 2048 tokens. However, you requested 4097 tokens. \
             Please reduce the length of the messages. ",
            "",
        ),
        (Behaviour::KeyRefused, "401 Incorrect API key provided. ", ""),
        (Behaviour::Unreachable, "unreachable", ""),
    ] {
        let come = |number, told: &str| {
            words(simulate(
                &Validator::new(&schema),
                Faults::always(behaviour),
                number,
                &call(1, vec![Message::user(told)]),
            ))
        };
        assert_eq!(come(0, "x"), expected, "{behaviour:?}");
        assert_eq!(come(1, told), right, "{behaviour:?}");
        if !told.is_empty() {
            assert_eq!(come(1, "x"), expected, "{behaviour:?}: it does not know what it should do otherwise");
        }
    }
}

#[test]
fn a_loop_that_goes_nowhere_does_so_in_three_ways() {
    let schema = first_schema();
    let answers = |behaviour| {
        [0, 1, 2].map(|number| reply(&schema, behaviour, number, &call(1, vec![Message::user("x")])).text)
    };
    let wrong = |text: &str| {
        let judgement = judge(text, Some(&Validator::new(&schema)), "", Repaired::Accept);
        let places = judgement
            .violations()
            .iter()
            .map(|violation| (violation.pointer.clone(), violation.rule.clone()));
        places.collect::<Vec<_>>()
    };
    let [first, second, third] = answers(Behaviour::NeverLearns);
    assert!(first == second && second == third && wrong(&first).len() == 2);
    let [first, second, third] = answers(Behaviour::NeverMends);
    assert!(first != second && second != third && first != third);
    assert!(wrong(&first) == wrong(&second) && wrong(&second) == wrong(&third) && wrong(&first).len() == 2);
    let [first, second, third] = answers(Behaviour::Oscillates);
    assert!(first == third && wrong(&first) != wrong(&second));
    assert_eq!([wrong(&first).len(), wrong(&second).len()], [1, 1]);
}

#[test]
fn the_seed_and_the_rate_say_which_runs_fail() {
    let schema = first_schema();
    let faults = Faults { behaviour: Behaviour::EnumCase, rate: Rate::new(50) };
    let is_wrong = |seed| {
        let Simulated::Reply(reply) = simulate(&Validator::new(&schema), faults, 0, &call(seed, about("")))
        else {
            panic!()
        };
        !judge(&reply.text, Some(&Validator::new(&schema)), "", Repaired::Accept).is_valid()
    };
    let wrong = (0..100).filter(|seed| is_wrong(*seed)).count();
    assert!((30..70).contains(&wrong), "{wrong}");
    assert!((0..100).all(|seed| is_wrong(seed) == faults.strike(seed, 0)));
}
