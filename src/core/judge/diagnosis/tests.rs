use super::*;
use crate::core::judge::{Repaired, judge};
use crate::core::schema::Schema;
use crate::core::validate::{Level, Severity, Validator};
use serde_json::{Value, json};

/// What is diagnosed after these replies to a schema and an input.
fn diagnosis(form: &Value, replies: &[&str], input: &str, satisfiable: Option<bool>) -> Diagnosis {
    let schema = Schema::from_fields(form).unwrap();
    let validator = Validator::new(&schema);
    let judged: Vec<_> =
        replies.iter().map(|reply| judge(reply, Some(&validator), input, Repaired::Accept)).collect();
    let tried: Vec<_> = judged
        .iter()
        .zip(replies)
        .map(|(judgement, reply)| match judgement.value() {
            Some(value) => Tried::Judged(value.as_str().to_owned(), judgement.violations().to_vec()),
            None if reply.is_empty() => Tried::Nothing,
            None => Tried::Unread((*reply).to_owned()),
        })
        .collect();
    Diagnosis::new(&tried, input, |_| satisfiable)
}

fn service() -> Value {
    json!({
        "rules": ["self.replicas <= 5 || self.cpu >= 1.0"],
        "fields": {
            "name": {"type": "string", "minLength": 3},
            "replicas": {"type": "integer", "min": 6},
            "cpu": {"type": "number", "max": 0.5}
        }
    })
}

fn person() -> Value {
    json!({"fields": {
        "name": {"type": "string", "grounded": true},
        "customerNumber": {"type": "string", "pattern": "^C-[0-9]{4}$"},
        "plan": {"type": "enum", "values": ["basic", "plus"]},
        "age": {"type": "integer", "min": 0}
    }})
}

fn lines() -> Value {
    json!({"fields": {"lines": {"type": "array", "items": {"type": "object", "fields": {
        "sku": {"type": "string", "minLength": 3},
        "count": {"type": "integer", "min": 1}
    }}}}})
}

/// The cause, and the rules it shows in with the attempts that broke them.
#[track_caller]
fn check(form: &Value, replies: &[&str], input: &str, cause: &Cause, rules: &[&str]) {
    let diagnosis = diagnosis(form, replies, input, None);
    let told = |rule: &RuleInDiagnosis| format!("{}: {} {}", rule.pointer, rule.rule, rule.figures());
    let found: Vec<_> = diagnosis.rules.iter().map(told).collect();
    assert_eq!(
        (&diagnosis.cause, found),
        (cause, rules.iter().map(ToString::to_string).collect()),
        "{replies:?}"
    );
}

fn at(names: &[&str]) -> Vec<Pointer> {
    names.iter().map(|name| Pointer::root().key(name)).collect()
}

fn oscillating(names: &[&str]) -> Cause {
    Cause::Oscillating { shared: at(names), satisfiable: None }
}

const FEW: &str = r#"{"name": "web", "replicas": 4, "cpu": 0.5}"#;
const MANY: &str = r#"{"name": "web", "replicas": 8, "cpu": 0.5}"#;
const STRONG: &str = r#"{"name": "web", "replicas": 8, "cpu": 2}"#;

#[test]
fn rules_that_take_turns_are_named_with_what_they_share() {
    // Too few replicas, or too many for the cpu.
    check(
        &service(),
        &[FEW, MANY, FEW],
        "",
        &oscillating(&["replicas"]),
        &["replicas: minimum broken in attempts 1 and 3", ": rules[0] broken in attempt 2"],
    );
    check(
        &service(),
        &[MANY, STRONG, MANY, STRONG],
        "",
        &oscillating(&["cpu"]),
        &[": rules[0] broken in attempts 1 and 3", "cpu: maximum broken in attempts 2 and 4"],
    );
    // Three of them in a ring.
    check(
        &service(),
        &[MANY, FEW, MANY, STRONG, MANY],
        "",
        &oscillating(&["replicas", "cpu"]),
        &[
            ": rules[0] broken in attempts 1, 3 and 5",
            "replicas: minimum broken in attempt 2",
            "cpu: maximum broken in attempt 4",
        ],
    );
    // What is wrong all the time takes no turns, nor does what goes and comes alone.
    let [few, many] = [FEW, MANY].map(|answer| answer.replace("web", "w"));
    check(
        &service(),
        &[&few, MANY, &few],
        "",
        &oscillating(&["replicas"]),
        &["replicas: minimum broken in attempts 1 and 3", ": rules[0] broken in attempt 2"],
    );
    check(
        &service(),
        &[&few, FEW, &few],
        "",
        &Cause::Stuck,
        &["replicas: minimum broken in attempts 1, 2 and 3"],
    );
    // Calls that were cut, and replies without an answer, are passed over.
    check(
        &service(),
        &[&many, "", FEW, "no", MANY],
        "",
        &oscillating(&["replicas"]),
        &[": rules[0] broken in attempts 1 and 5", "replicas: minimum broken in attempt 3"],
    );
}

#[test]
fn rules_that_share_nothing_are_told_apart_from_those_in_conflict() {
    let [one, other] =
        [r#"{"name": "w", "replicas": 4, "cpu": 0.5}"#, r#"{"name": "web", "replicas": 6, "cpu": 2}"#];
    check(
        &service(),
        &[one, other, one],
        "",
        &oscillating(&[]),
        &[
            "name: minLength broken in attempts 1 and 3",
            "replicas: minimum broken in attempts 1 and 3",
            "cpu: maximum broken in attempt 2",
        ],
    );
    // Where some do share a place, the others are left out.
    let other = r#"{"name": "web", "replicas": 6, "cpu": 0.5}"#;
    check(
        &service(),
        &[one, other, one],
        "",
        &oscillating(&["replicas"]),
        &["replicas: minimum broken in attempts 1 and 3", ": rules[0] broken in attempt 2"],
    );
}

#[test]
fn items_of_an_array_are_one_place() {
    let line = |sku: &str, count: i64| json!({"sku": sku, "count": count});
    let answer = |lines: &[Value]| json!({"lines": lines}).to_string();
    let first = answer(&[line("a", 1), line("abc", 1)]);
    let second = answer(&[line("abc", 1), line("b", 1)]);
    check(
        &lines(),
        &[&first, &second, &first],
        "",
        &Cause::Stuck,
        &["lines[0].sku: minLength broken in attempts 1, 2 and 3"],
    );
}

#[test]
fn what_the_model_cannot_know_it_makes_up() {
    let answer = |name: &str, number: &str, plan: &str, age: i64| {
        json!({"name": name, "customerNumber": number, "plan": plan, "age": age}).to_string()
    };
    let input = "Ada writes about her plans.";
    // A name that does not occur, the same or another one, also beside other errors.
    check(
        &person(),
        &[&answer("Bob", "C-1234", "plus", -1), &answer("Bob", "C-1234", "plus", -2)],
        input,
        &Cause::MissingKnowledge,
        &["name: rules[0] broken in attempts 1 and 2"],
    );
    check(
        &person(),
        &[answer("Bob", "C-1234", "plus", 1).as_str(); 3],
        input,
        &Cause::MissingKnowledge,
        &["name: rules[0] broken in attempts 1, 2 and 3"],
    );
    // Another number each time, of which the input says nothing.
    check(
        &person(),
        &[&answer("Ada", "12", "plus", 1), &answer("Ada", "ADA-1", "plus", 1)],
        input,
        &Cause::MissingKnowledge,
        &["customerNumber: pattern broken in attempts 1 and 2"],
    );
    // The same wrong number again is not made up, and where the input speaks of it it may be misread.
    check(
        &person(),
        &[&answer("Ada", "12", "plus", 1), &answer("Ada", "12", "basic", 1)],
        input,
        &Cause::Stuck,
        &["customerNumber: pattern broken in attempts 1 and 2"],
    );
    check(
        &person(),
        &[&answer("Ada", "12", "plus", 1), &answer("Ada", "ADA-1", "plus", 1)],
        "Ada, customer 12",
        &Cause::Stuck,
        &["customerNumber: pattern broken in attempts 1 and 2"],
    );
    check(
        &person(),
        &[&answer("Ada", "C-1234", "gold", 1), &answer("Ada", "C-1234", "silver", 1)],
        input,
        &Cause::Stuck,
        &["plan: enum broken in attempts 1 and 2"],
    );
    // One that was right in between is not missing, nor is one of which only the last answer is wrong.
    check(
        &person(),
        &[&answer("Ada", "C-1234", "plus", -1), &answer("Ada", "12", "plus", 1)],
        input,
        &Cause::Stuck,
        &["customerNumber: pattern broken in attempt 2"],
    );
}

#[test]
fn a_rule_with_a_message_of_its_own_asks_for_the_input_all_the_same() {
    let form = json!({"fields": {"name": {"type": "string", "rules": [
        {"rule": "self.within(input)", "message": "take the name from the letter"}
    ]}}});
    check(
        &form,
        &[r#"{"name": "Bob"}"#, r#"{"name": "Tim"}"#],
        "Ada",
        &Cause::MissingKnowledge,
        &["name: rules[0] broken in attempts 1 and 2"],
    );
}

#[test]
fn a_model_that_does_not_do_what_it_is_told() {
    let unread = Cause::NotFollowing(Unheeded::GiveJson);
    check(&service(), &["no", "no", "never"], "", &unread, &[]);
    check(&service(), &[FEW, "no", "no", ""], "", &unread, &[]);
    check(&service(), &["", ""], "", &unread, &[]);
    check(
        &service(),
        &[FEW, "", FEW, FEW],
        "",
        &Cause::NotFollowing(Unheeded::Change),
        &["replicas: minimum broken in attempts 1, 3 and 4"],
    );
    check(
        &service(),
        &[FEW, &FEW.replace('4', "5")],
        "",
        &Cause::Stuck,
        &["replicas: minimum broken in attempts 1 and 2"],
    );
}

/// Where nothing was wrong all the time, what was wrong last.
#[test]
fn the_last_answers_count_where_no_rule_lasts() {
    let strong = STRONG.replace('2', "3");
    check(
        &service(),
        &[FEW, FEW, STRONG, &strong],
        "",
        &Cause::Stuck,
        &["cpu: maximum broken in attempts 3 and 4"],
    );
}

#[test]
fn only_the_first_of_many_rules_are_told() {
    let fields: serde_json::Map<_, _> =
        (0..9).map(|number| (format!("f{number}"), json!({"type": "integer"}))).collect();
    let diagnosis = diagnosis(&json!({"fields": fields}), &["{}", r#"{"f9": 1}"#], "", None);
    let told: Vec<_> = diagnosis.rules.iter().map(|rule| rule.pointer.to_string()).collect();
    assert_eq!((told.join(" "), diagnosis.others), ("f0 f1 f2 f3 f4 f5".to_owned(), 3));
}

#[test]
fn names_are_words_however_they_are_written() {
    for (name, expected) in [
        ("cpu_limit", &["cpu", "limit"][..]),
        ("cpuLimit", &["cpu", "limit"]),
        ("HTTPPort", &["httpport"]),
        ("is-of age", &["age"]),
        ("id", &["id"]),
        ("größe", &["größe"]),
        ("_", &[]),
    ] {
        assert_eq!(words_of(name), expected);
    }
}

/// Everything that is said of each cause, as it is read.
#[test]
fn causes_in_words() {
    let answer =
        |name: &str| json!({"name": name, "customerNumber": "C-1234", "plan": "plus", "age": 1}).to_string();
    let (bob, tim) = (answer("Bob"), answer("Tim"));
    let loose = [r#"{"name": "w", "replicas": 6, "cpu": 2}"#, r#"{"name": "web", "replicas": 4, "cpu": 2}"#];
    let nothing = json!({"fields": {"a": {"type": "string", "grounded": true, "maxLength": 2}}});
    for (form, replies, satisfiable, headline, advice) in [
        (
            service(),
            vec![FEW, MANY, FEW],
            None,
            "Rules take turns: as one is put right, another goes wrong",
            vec![
                "These rules bear on \"replicas\". If no value there can satisfy them all, change one of the rules; \
                 if one can, say in the prompt how they go together.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![FEW, MANY, FEW],
            Some(false),
            "Rules take turns: as one is put right, another goes wrong",
            vec![
                "No answer can satisfy all of these rules: change one of them in the schema.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![FEW, MANY, FEW],
            Some(true),
            "Rules take turns: as one is put right, another goes wrong",
            vec![
                "One answer can satisfy all of these rules: say in the prompt how they go together at \"replicas\", \
                 and show such an answer.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![loose[0], loose[1], loose[0]],
            None,
            "Rules take turns: as one is put right, another goes wrong",
            vec![
                "These rules have no field in common, so they are hardly in conflict: the model loses one while it \
                 puts another right. Ask for fewer fields at once, or take a larger model.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![loose[0], loose[1], loose[0]],
            Some(true),
            "Rules take turns: as one is put right, another goes wrong",
            vec![
                "One answer can satisfy all of these rules, and they have no field in common: the model loses one \
                 while it puts another right. Ask for fewer fields at once, or take a larger model.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            nothing,
            vec![r#"{"a": "xy"}"#, r#"{"a": "Ada"}"#, r#"{"a": "xy"}"#],
            None,
            "Rules take turns: as one is put right, another goes wrong",
            vec![
                "These rules bear on \"a\". If no value there can satisfy them all, change one of the rules; \
                 if one can, say in the prompt how they go together.",
                "A text must occur in the input. Look whether the input holds one that the other rules allow.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            person(),
            vec![&bob, &tim],
            None,
            "The model cannot know a value, and makes it up",
            vec![
                "Put what is known into Input: the model is asked for \"name\", and cannot find it there.",
                "Where it may be unknown, make the field optional or nullable, so that nothing must be made up.",
                "The input or the schema needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec!["no", "no"],
            None,
            "The model's replies hold no JSON that can be judged",
            vec![
                "Choose a Response format in which the server enforces the schema, or at least JSON, if it can.",
                "Say less in the prompt, and nothing of how to explain the answer; or take a model that is made to \
                 follow instructions.",
                "The prompt or the model needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![FEW, FEW],
            None,
            "The model gives the same answer whatever it is told",
            vec![
                "Set a higher temperature or another seed, so that another answer can come; or take a larger model.",
                "The prompt or the model needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![MANY, r#"{"name": "web", "replicas": 9, "cpu": 0.5}"#],
            None,
            "The same rule is broken again and again",
            vec![
                "Say in the prompt, in plain words and with an example, what is asked for here; or relax the schema \
                 where it asks for more than you need.",
                "A rule that an answer may break gets \"severity\": \"warning\": it is told, and the answer is valid.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
        (
            service(),
            vec![r#"{"name": "w", "replicas": 4}"#, r#"{"name": "x", "replicas": 4}"#],
            None,
            "The same rules are broken again and again",
            vec![
                "Say in the prompt, in plain words and with an example, what is asked for here; or relax the schema \
                 where it asks for more than you need.",
                "Choose a Response format in which the server enforces the schema: then fields and types come right.",
                "The schema or the prompt needs work, not the number of attempts.",
            ],
        ),
    ] {
        let diagnosis = diagnosis(&form, &replies, "Ada writes.", satisfiable);
        assert_eq!(
            (diagnosis.headline(), diagnosis.advice),
            (headline, advice.into_iter().map(str::to_owned).collect()),
            "{replies:?}"
        );
    }
}

#[test]
fn what_only_a_critique_objects_to_may_be_the_critique_s_fault() {
    let report = |message: &str| ViolationReport {
        pointer: Pointer::root().key("name"),
        rule: "critique".into(),
        level: Level::Semantic,
        severity: Severity::Error,
        message: message.into(),
        related: Vec::new(),
        is_grounding: false,
    };
    let tried = [(FEW, "\"name\": Too long"), (MANY, "\"name\": Too short")]
        .map(|(answer, message)| Tried::Judged(answer.to_owned(), vec![report(message)]));
    let diagnosis = Diagnosis::new(&tried, "", |_| None);
    assert_eq!(
        diagnosis.advice,
        [
            "Say in the prompt, in plain words and with an example, what is asked for here; or relax the schema where \
             it asks for more than you need.",
            "Make the criteria of the critique more exact, or turn it off: it may be wrong.",
            "The schema or the prompt needs work, not the number of attempts.",
        ]
    );
}
