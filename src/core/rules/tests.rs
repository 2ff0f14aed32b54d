//! What rules amount to: expressions by table, and answers judged by the rules of a schema.

use super::{Failure, Key, Value, evaluate};
use crate::core::json_text::JsonText;
use crate::core::judge::{Repaired, SchemaSource, judge};
use crate::core::schema::{Schema, Severity};
use crate::core::validate::{Validator, Verdict};
use proptest::{prop_oneof, proptest, sample, strategy::Strategy};
use serde_json::{Value as Json, json};

/// What an expression gives, as it is written.
#[track_caller]
fn check(expression: &str, expected: &str) {
    let found = match evaluate(expression, &[], 100_000) {
        Ok(Value::Bool(value)) => value.to_string(),
        Ok(Value::Int(number)) => format!("int {number}"),
        Ok(Value::Double(number)) => format!("double {number}"),
        Ok(Value::Text(text)) => format!("{text:?}"),
        Ok(other) => format!("{other:?}"),
        Err(Failure::Error(reason)) => format!("error: {reason}"),
        Err(Failure::Undecided) => "undecided".to_owned(),
    };
    assert_eq!(found, expected, "{expression}");
}

#[test]
fn an_int_beside_a_double_becomes_one() {
    check("1 + 1.5", "double 2.5");
    check("1.5 - 1", "double 0.5");
    check("3 * 0.5", "double 1.5");
    check("1 / 2.0", "double 0.5");
    check("1 / 2", "int 0");
    check("1 < 1.5 && 2 > 1.5 && 1 <= 1.0 && 1 >= 1.0", "true");
    check("1 == 1.0 && [1] == [1.0] && {'a': 1} == {'a': 1.0} && 1.0 in [1]", "true");
    check("9007199254740993 + 1.0", "error: 9007199254740993 is too large for a double");
    check("9007199254740993 == 9007199254740992.0", "false");
    check("9007199254740993 > 9007199254740992.0", "true");
    check("9223372036854775807 + 1", "error: \"+\" leads beyond the integers");
    check("5 % 2.0", "error: \"%\" does not apply to int and double");
    check("1 / 0", "error: division by zero");
}

#[test]
fn our_functions() {
    check("sum([1, 2.5])", "double 3.5");
    check("sum([1, 2]) == 3 && sum([]) == 0 && [1, 2].sum() == 3", "true");
    check("sum([duration('1s'), duration('2s')]) == duration('3s')", "true");
    check("sum(['a'])", "error: \"+\" does not apply to int and string");
    check("min([3, 1.5, 2])", "double 1.5");
    check("max([3, 1.5])", "int 3");
    check("max(['a', 'b'])", "\"b\"");
    check("min([])", "error: min() of an empty list is nothing");
    check("near(0.1 + 0.2, 0.3, 0.0)", "true");
    check("near(19.99 * 3.0, 59.97, 0.01) && !near(1, 1.02, 0.01) && near(1.01, 1, 0.01)", "true");
    check("near('1', 1, 1)", "error: near() does not apply to string");
    check("' Ab\n c '.within('x aB C y')", "true");
    check("within('Größe', 'GRÖSSE')", "false");
    check("'größe'.within('Die GRÖẞE und die GRÖßE')", "true");
    check("'abd'.within('abc')", "false");
    check("''.within('')", "true");
    check("within(42, 'It is 42.') && 1.5.within('1.50')", "true");
    check("null.within('null')", "error: within() does not apply to null_type, string");
    check("'CVE-2024-1'.matches('^CVE-[0-9]{4}-[0-9]+$')", "true");
    check("'a'.matches('b' + 'c')", "false");
    check(
        "'a'.matches('(' + '')",
        "error: \"(\" is no regular expression: \"(\" is not closed (character 1)",
    );
    check(&format!("'{}'.matches('(?=a)(a+)+b')", "a".repeat(40)), "undecided");
}

#[test]
fn times_and_lengths_of_time() {
    check("timestamp('2024-02-29') + duration('24h') == timestamp('2024-03-01T00:00:00Z')", "true");
    check("timestamp('2024-03-01') - timestamp('2024-02-28') == duration('48h')", "true");
    check("duration('PT1H30M').getMinutes()", "int 90");
    check("timestamp('2024-02-29T12:30:00+02:00').getHours()", "int 10");
    check("timestamp('2024-02-29T12:30:00Z').getHours('-08:00')", "int 4");
    check("timestamp('2024-02-29T12:30:00Z').getHours('CET')", "error: the time zone \"CET\" is not known");
    check("timestamp('9999-12-31') + duration('48h')", "error: a time is beyond the years 1 to 9999");
    check("string(timestamp('2024-02-29')) + string(duration('90m'))", "\"2024-02-29T00:00:00Z5400s\"");
}

#[test]
fn doubles_are_written_as_short_as_they_can_be() {
    for (number, expected) in [
        ("1.0", "1"),
        ("-1.5", "-1.5"),
        ("0.0", "0"),
        ("-0.0", "-0"),
        ("123.456", "123.456"),
        ("0.0001", "0.0001"),
        ("0.00001", "1e-05"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("1.25e300", "1.25e+300"),
        ("-6.02214e-123", "-6.02214e-123"),
        ("1.0 / 0.0", "Inf"),
        ("-1.0 / 0.0", "-Inf"),
        ("0.0 / 0.0", "NaN"),
        ("100.25", "100.25"),
        ("1234567.0", "1234567"),
        ("0.1 + 0.2", "0.30000000000000004"),
    ] {
        check(&format!("string({number})"), &format!("{expected:?}"));
    }
}

#[test]
fn what_takes_too_many_steps_is_undecided() {
    let hundred = format!("[{}]", vec!["1"; 100].join(", "));
    let all = |inside: &str| format!("{hundred}.all(x, {inside})");
    check(&format!("{hundred}.all(a, true)"), "true");
    let within = |name: &str, inside: &str| all(inside).replace("all(x", &format!("all({name}"));
    check(&within("a", "a == 1").replace("a == 1", "a + a == 2"), "true");
    // Even where it would be known early, and where something else would decide.
    let nested = "[1, 2].map(x, x)".to_owned();
    let hundreds = format!("({})", vec![nested.as_str(); 50].join(" + "));
    let three = format!("{hundreds}.all(a, {hundreds}.all(b, {hundreds}.all(c, a + b + c > 0)))");
    check(&three.replace(&hundreds, "x"), "error: there is no \"x\"");
    let items = Value::list((0..100).map(Value::Int).collect());
    for (text, expected) in [
        ("x.all(a, x.all(b, a + b >= 0))", Ok(true)),
        ("x.all(a, x.all(b, x.all(c, a + b + c >= 0)))", Err(Failure::Undecided)),
        ("x.all(a, x.all(b, x.all(c, false)))", Err(Failure::Undecided)),
        ("true || x.all(a, x.all(b, x.all(c, false)))", Ok(true)),
        ("x.all(a, x.all(b, x.all(c, false))) || true", Err(Failure::Undecided)),
        ("x.map(a, x.map(b, x)).size() == 100", Ok(true)),
        ("x.exists(a, (x + x + x + x).map(b, (x + x + x + x).map(c, c)) == x)", Err(Failure::Undecided)),
    ] {
        let found = evaluate(text, &[("x", items.clone())], 1_000_000);
        let found = found.map(|value| matches!(value, Value::Bool(true)));
        assert_eq!(found, expected, "{text}");
    }
    let long = Value::text(&"a ".repeat(1_000_000));
    let found = evaluate("x.map(a, text + text).size() > 0", &[("x", items), ("text", long)], 1_000_000);
    assert!(matches!(found, Err(Failure::Undecided)));
}

fn verdict(form: &Json, answer: &Json, input: &str) -> Verdict {
    let schema = Schema::from_fields(form).unwrap();
    let again = Schema::from_json_schema(&schema.to_json_schema()).unwrap();
    let verdict = Validator::new(&schema).validate_with(answer, input);
    let told = |verdict: &Verdict| verdict.violations.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(told(&Validator::new(&again).validate_with(answer, input)), told(&verdict), "as JSON Schema");
    verdict
}

/// All that is said of an answer: each violation with its place, rule and related places; each rule not judged.
#[track_caller]
fn check_answer(form: &Json, answer: Json, input: &str, expected: &[&str]) {
    let verdict = verdict(form, &answer, input);
    let mut told = Vec::new();
    for violation in &verdict.violations {
        let related: Vec<_> = violation.related.iter().map(ToString::to_string).collect();
        let related = if related.is_empty() { String::new() } else { format!(" [{}]", related.join(", ")) };
        let severity = if violation.severity == Severity::Warning { "warning " } else { "" };
        told.push(format!("{severity}{} {}: {violation}{related}", violation.pointer, violation.rule()));
    }
    told.extend(verdict.not_judged.iter().map(|rule| format!("{} {}: {rule}", rule.pointer, rule.rule)));
    assert_eq!(told, expected, "{answer}");
    let only_warnings = told.iter().all(|told| told.starts_with("warning "));
    assert_eq!(verdict.is_valid(), only_warnings, "{answer}");
}

fn deployment() -> Json {
    json!({
        "rules": [
            "self.replicas <= 5 || self.resources.cpu_limit >= 1.0",
            {
                "rule": "self.health.timeout < self.health.interval",
                "messageExpression": "'timeout=' + string(self.health.timeout) + ' must be below interval=' + string(self.health.interval)",
                "fieldPath": ".health.timeout"
            },
            {"rule": "self.replicas > 1", "message": "one replica is no redundancy", "severity": "warning"}
        ],
        "fields": {
            "replicas": {"type": "integer", "min": 1, "max": 20},
            "resources": {"type": "object", "fields": {"cpu_limit": {"type": "number", "min": 0.1}}},
            "health": {"type": "object", "fields": {"timeout": {"type": "integer"}, "interval": {"type": "integer"}}}
        }
    })
}

fn deployed(replicas: Json, cpu: Json, timeout: i64) -> Json {
    json!({"replicas": replicas, "resources": {"cpu_limit": cpu}, "health": {"timeout": timeout, "interval": 5}})
}

#[test]
fn rules_hold_or_say_what_is_wrong() {
    let form = deployment();
    check_answer(&form, deployed(json!(3), json!(1), 2), "", &[]);
    check_answer(
        &form,
        deployed(json!(8), json!(0.5), 5),
        "",
        &[
            " rules[0]: \"replicas\" and \"resources.cpu_limit\" must satisfy: self.replicas <= 5 || \
             self.resources.cpu_limit >= 1.0 (got replicas=8, resources.cpu_limit=0.5) \
             [replicas, resources.cpu_limit]",
            "health.timeout rules[1]: timeout=5 must be below interval=5 [health.interval]",
        ],
    );
    check_answer(
        &form,
        deployed(json!(1), json!(1), 2),
        "",
        &["warning  rules[2]: one replica is no redundancy [replicas]"],
    );
}

#[test]
fn a_rule_is_not_judged_where_what_it_reads_is_wrong() {
    let form = deployment();
    check_answer(
        &form,
        deployed(json!("8"), json!(0.5), 2),
        "",
        &[
            "replicas type: \"replicas\" must be an integer, got string \"8\"",
            " rules[0]: Not judged, since \"replicas\" is wrong: must satisfy: self.replicas <= 5 || \
             self.resources.cpu_limit >= 1.0",
            " rules[2]: Not judged, since \"replicas\" is wrong: must satisfy: self.replicas > 1 (otherwise: one replica is no redundancy)",
        ],
    );
    check_answer(
        &form,
        json!({"replicas": 2, "resources": {"cpu_limit": 1}, "health": {"timeout": 9}}),
        "",
        &[
            "health.interval required: Missing required field: \"health.interval\"",
            "health.timeout rules[1]: Not judged, since \"health.interval\" is wrong: must satisfy: \
             self.health.timeout < self.health.interval",
        ],
    );
    check_answer(
        &form,
        json!({"replicas": 2, "health": {"timeout": 9, "interval": 5}}),
        "",
        &[
            "resources required: Missing required field: \"resources\"",
            "health.timeout rules[1]: timeout=9 must be below interval=5 [health.interval]",
            " rules[0]: Not judged, since \"resources\" is wrong: must satisfy: self.replicas <= 5 || \
             self.resources.cpu_limit >= 1.0",
        ],
    );
    let whole = json!({
        "rules": ["size(self) == 1"], "additional": true,
        "fields": {"a": {"type": "array", "items": {"type": "object", "fields": {"b": {"type": "integer"}}}}}
    });
    check_answer(
        &whole,
        json!({"a": [{"b": 1}, {"b": "x"}]}),
        "",
        &[
            "a[1].b type: \"a[1].b\" must be an integer, got string \"x\"",
            " rules[0]: Not judged, since \"a[1].b\" is wrong: must satisfy: size(self) == 1",
        ],
    );
}

#[test]
fn items_read_by_a_loop_are_judged_by_what_is_read_of_them() {
    let form = json!({
        "rules": ["near(sum(self.lines.map(l, l.qty * l.price)), self.total, 0.01)"],
        "fields": {
            "lines": {"type": "array", "items": {"type": "object", "fields": {
                "name": {"type": "string", "minLength": 2},
                "qty": {"type": "integer"}, "price": {"type": "number"}
            }, "rules": [{"rule": "self.qty > 0", "fieldPath": ".qty"}]}},
            "total": {"type": "number"}
        }
    });
    let line = |name: &str, qty: Json| json!({"name": name, "qty": qty, "price": 19.99});
    check_answer(&form, json!({"lines": [line("ab", json!(3))], "total": 59.97}), "", &[]);
    check_answer(
        &form,
        json!({"lines": [line("a", json!(3)), line("ab", json!(0))], "total": 50}),
        "",
        &[
            " rules[0]: \"lines\" and \"total\" must satisfy: near(sum(self.lines.map(l, l.qty * l.price)), self.total, 0.01) \
             (got total=50) [lines, total]",
            "lines[0].name minLength: \"lines[0].name\" must be ≥ 2 characters (got 1: \"a\")",
            "lines[1].qty rules[0]: \"lines[1].qty\" must satisfy: self.qty > 0 (got lines[1].qty=0)",
        ],
    );
    check_answer(
        &form,
        json!({"lines": [line("ab", json!("3"))], "total": 59.97}),
        "",
        &[
            "lines[0].qty type: \"lines[0].qty\" must be an integer, got string \"3\"",
            " rules[0]: Not judged, since \"lines[0].qty\" is wrong: must satisfy: \
             near(sum(self.lines.map(l, l.qty * l.price)), self.total, 0.01)",
            "lines[0].qty rules[0]: Not judged, since \"lines[0].qty\" is wrong: must satisfy: self.qty > 0",
        ],
    );
}

#[test]
fn a_rule_without_a_value_is_a_violation() {
    let form = json!({
        "rules": ["self.end > self.start", "size(self.note) > 1", "self.n + 'x' == 'x'", "self.n + 1", "slef.n > 1", "self.n >"],
        "fields": {
            "n": {"type": "integer"},
            "start": {"type": "string", "format": "date", "optional": true},
            "end": {"type": "string", "format": "date-time", "optional": true},
            "note": {"type": "string", "optional": true}
        }
    });
    check_answer(
        &form,
        json!({"n": 1, "start": "2024-03-01", "end": "2024-02-29T23:00:00-02:00"}),
        "",
        &[
            " rules[1]: The answer: a rule could not be evaluated: self.note is not there \
             (size(self.note) > 1) [note]",
            " rules[2]: The answer: a rule could not be evaluated: \"+\" does not apply to int and string \
             (self.n + 'x' == 'x') [n]",
            " rules[3]: The answer: a rule could not be evaluated: it gives int, not true or false \
             (self.n + 1) [n]",
            " rules[4]: The answer: a rule could not be evaluated: column 1: there is no \"slef\"; \
             did you mean \"self\"? (slef.n > 1)",
            " rules[5]: The answer: a rule could not be evaluated: column 9: expected expression, \
             found the end (self.n >)",
        ],
    );
}

#[test]
fn strings_occur_in_the_input() {
    let form = json!({
        "fields": {
            "number": {"type": "string", "grounded": true, "nullable": true},
            "ids": {"type": "array", "items": {"type": "string"}, "grounded": true}
        }
    });
    let input = "Invoice  INV-7\nof A-1 and\tb-2";
    check_answer(&form, json!({"number": "invoice inv-7", "ids": ["A-1", "B-2"]}), input, &[]);
    check_answer(&form, json!({"number": null, "ids": []}), input, &[]);
    check_answer(
        &form,
        json!({"number": "INV-8", "ids": ["A-1", "C-3"]}),
        input,
        &[
            "number rules[0]: \"number\" must occur in the input (got \"INV-8\")",
            "ids[1] rules[0]: \"ids[1]\" must occur in the input (got \"C-3\")",
        ],
    );
    let date = json!({"fields": {"on": {"type": "string", "format": "date-time", "grounded": true}}});
    check_answer(&date, json!({"on": "2024-02-29T12:30:00+02:00"}), "at 2024-02-29t12:30:00+02:00", &[]);
    let written = json!({"rules": ["self.a.within(input)"], "fields": {"a": {"type": "string"}}});
    check_answer(
        &written,
        json!({"a": "x"}),
        "y",
        &["a rules[0]: \"a\" must occur in the input (got \"x\")"],
    );
}

#[test]
fn too_many_steps_leave_an_answer_undecided() {
    let form = json!({
        "rules": ["self.items.all(a, self.items.all(b, self.items.all(c, a + b + c >= 0)))"],
        "fields": {"items": {"type": "array", "items": {"type": "integer"}}}
    });
    check_answer(&form, json!({"items": vec![1; 10]}), "", &[]);
    check_answer(
        &form,
        json!({"items": vec![1; 100]}),
        "",
        &[" rules[0]: The answer is undecided: a rule takes too many steps on it \
           (must satisfy: self.items.all(a, self.items.all(b, self.items.all(c, a + b + c >= 0)))) [items]"],
    );
}

#[test]
fn rules_are_found_wherever_a_node_must_be_satisfied() {
    let rule = |text: &str| json!({"x-rules": [text]});
    let both = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "x-rules": ["self.a > 1"]});
    for (schema, broken, fine) in [
        (json!({"$ref": "#/$defs/A", "$defs": {"A": rule("self > 1")}}), json!(1), json!(2)),
        (json!({"allOf": [rule("self > 1")]}), json!(1), json!(2)),
        (json!({"if": {"type": "integer"}, "then": rule("self > 1")}), json!(1), json!("a")),
        (json!({"if": {"type": "integer"}, "else": rule("size(self) > 1")}), json!("a"), json!(1)),
        (json!({"anyOf": [{"type": "string"}, both.clone()]}), json!({"a": 1}), json!("a")),
        (json!({"oneOf": [{"type": "null"}, {"anyOf": [both.clone()]}]}), json!({"a": 1}), json!({"a": 2})),
        (json!({"items": both.clone()}), json!([{"a": 2}, {"a": 1}]), json!([{"a": 2}])),
        (
            json!({"additionalProperties": {"$ref": "#/$defs/A"}, "$defs": {"A": both.clone()}}),
            json!({"x": {"a": 1}}),
            json!({"x": {"a": 2}}),
        ),
        (json!({"not": {"type": "string", "x-rules": ["false"]}}), json!("a"), json!(1)),
        (
            json!({"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}, "n": {"type": "integer"}},
                   "x-rules": ["!has(self.next) || self.next == null || self.next.n > self.n"]}),
            json!({"n": 1, "next": {"n": 2, "next": {"n": 2, "next": null}}}),
            json!({"n": 1, "next": {"n": 2, "next": {"n": 3}}}),
        ),
    ] {
        let validator = Validator::new(&Schema::from_json_schema(&schema).unwrap());
        assert_eq!(validator.validate(&broken).violations.len(), 1, "{schema}: {broken}");
        assert_eq!(validator.validate(&fine).violations, [], "{schema}: {fine}");
        assert!(validator.validate(&fine).is_valid(), "{schema}: {fine}");
    }
    // Not of forms that do not fit, and not where a node is only asked about.
    for (schema, answer) in [
        (json!({"anyOf": [{"type": "string", "x-rules": ["false"]}, {"type": "integer"}]}), json!(1)),
        (json!({"not": {"type": "string", "x-rules": ["false"]}}), json!(1)),
        (json!({"contains": {"type": "integer", "x-rules": ["false"]}}), json!([1])),
        (json!({"if": {"x-rules": ["false"]}, "then": true}), json!(1)),
        (json!({"type": ["integer", "null"], "x-rules": ["self > 1"]}), json!(null)),
    ] {
        let validator = Validator::new(&Schema::from_json_schema(&schema).unwrap());
        assert_eq!(validator.validate(&answer).violations, [], "{schema}: {answer}");
    }
}

#[test]
fn a_rule_that_holds_is_counted() {
    let form = json!({"rules": ["self.a > 0", "self.a < 9"], "fields": {"a": {"type": "integer"}}});
    let without = json!({"fields": {"a": {"type": "integer"}}});
    let passed = |form: &Json| verdict(form, &json!({"a": 1}), "").passed;
    assert_eq!(passed(&form), passed(&without) + 2);
}

#[test]
fn values_come_by_schema() {
    let form = json!({
        "additional": true,
        "rules": [
            "type(self.i) == int && type(self.n) == double && type(self.u) == int && type(self.v) == double",
            "self.n + 1 == 3.0 && self.i * self.n == 6.0 && self.i / 2 == 1",
            "self.day < self.time && self.time - self.day == duration('36h')",
            "self.length == duration('90m') && self.months == 'P1M'",
            "self.large > 9007199254740992.0 && self.huge == self.huge || true",
            "self.nothing == null && !has(self.gone)"
        ],
        "fields": {
            "i": {"type": "integer"}, "n": {"type": "number"},
            "day": {"type": "string", "format": "date"}, "time": {"type": "string", "format": "date-time"},
            "length": {"type": "string", "format": "duration"}, "months": {"type": "string", "format": "duration"},
            "large": {"type": "number"}, "gone": {"type": "string", "optional": true},
            "nothing": {"type": "string", "nullable": true}
        }
    });
    check_answer(
        &form,
        json!({
            "i": 3.0, "n": 2, "u": 1, "v": 1.5, "day": "2024-02-29", "time": "2024-03-01T12:00:00Z",
            "length": "PT1H30M", "months": "P1M", "large": 9_007_199_254_740_993_u64, "huge": u64::MAX,
            "nothing": null
        }),
        "",
        &[],
    );
}

#[test]
fn a_null_that_counts_as_missing_is_missing() {
    let form =
        json!({"rules": ["!has(self.gone)"], "fields": {"gone": {"type": "string", "optional": true}}});
    let validator = Validator::new(&Schema::from_fields(&form).unwrap());
    assert_eq!(validator.validate(&json!({"gone": null})).violations, []);
}

#[test]
fn mistakes_are_found_when_a_rule_is_written() {
    let mistakes = |rules: Json| {
        let text = json!({
            "rules": rules,
            "fields": {
                "replicas": {"type": "integer"},
                "note": {"type": "string", "optional": true},
                "lines": {"type": "array", "items": {"type": "object", "fields": {"qty": {"type": "integer"}}}},
                "child": {"ref": "child"}
            },
            "definitions": {"child": {"type": "object", "fields": {"a": {"type": "integer"}}, "rules": ["self.b > 1"]}}
        });
        let source = SchemaSource::of_text(text.to_string());
        let mistakes = source.read().unwrap().rule_mistakes();
        let mut told: Vec<_> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(told.pop().as_deref(), Some("$defs.child.rules[0].rule: column 6: there is no \"b\""));
        told
    };
    for (rule, expected) in [
        ("self.replicas > 1 && self.lines.all(l, l.qty > 0) && self.child.a > 1", None),
        ("has(self.note) && size(self.note) > 3", None),
        ("self.replcas > 1", Some("column 6: there is no \"replcas\"; did you mean \"replicas\"?")),
        ("self.lines.all(l, l.qyt > 0)", Some("column 21: there is no \"qyt\"; did you mean \"qty\"?")),
        ("true &&\n self.child.c > 1", Some("line 2, column 13: there is no \"c\"")),
        ("size(self.note) > 3", Some("column 11: \"note\" may be missing; ask has() before it is read")),
        ("self.replicas + 1", Some("must give true or false, not int")),
        (
            "self.replicas > 'a'",
            Some("cannot be evaluated for an example: the order does not apply to int and string"),
        ),
        (
            "other > 1",
            Some("column 1: there is no \"other\"; a rule reads self, the value it stands at, and input"),
        ),
        ("self.replicas > ", Some("column 17: expected expression, found the end")),
    ] {
        let expected: Vec<_> = expected.iter().map(|expected| format!("rules[0].rule: {expected}")).collect();
        assert_eq!(mistakes(json!([rule])), expected, "{rule}");
    }
    let path = |path: &str| json!([{"rule": "true", "fieldPath": path}]);
    assert_eq!(
        mistakes(path(".lines[0].qyt")),
        ["rules[0].fieldPath: there is no \"qyt\"; did you mean \"qty\"?"]
    );
    assert_eq!(mistakes(path(".note")), [""; 0]);
    let message = |text: &str| json!([{"rule": "true", "messageExpression": text}]);
    let expected = ["rules[0].messageExpression: must give a string, not int"];
    assert_eq!(mistakes(message("self.replicas")), expected);
    assert_eq!(mistakes(message("'replicas=' + string(self.replicas)")), [""; 0]);
}

#[test]
fn a_warning_alone_leaves_an_answer_valid_and_is_kept() {
    let form = json!({
        "rules": [{"rule": "self.a > 1", "message": "a is small", "severity": "warning"}],
        "fields": {"a": {"type": "integer"}}
    });
    let validator = Validator::new(&Schema::from_fields(&form).unwrap());
    let judgement = judge("{\"a\": 1} {\"a\": 2}", Some(&validator), "", Repaired::Accept);
    assert!(judgement.is_valid());
    assert_eq!(judgement.value(), Some(&JsonText::of(&json!({"a": 1}))));
    assert_eq!(judgement.violations().iter().map(ToString::to_string).collect::<Vec<_>>(), ["a is small"]);
    assert_eq!(judgement.errors().count(), 0);
}

/// Any expression that can be read, sensible or not.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = sample::select(vec![
        "self",
        "self.a",
        "self.b",
        "x",
        "y",
        "input",
        "1",
        "0",
        "-9223372036854775808",
        "9223372036854775807",
        "1e300",
        "-0.5",
        "''",
        "'2h'",
        "'2024-02-29'",
        "null",
        "true",
        "[]",
        "{}",
        "int",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(5, 40, 3, |inner| {
        let binary = sample::select(vec!["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||", "in"]);
        let unary = sample::select(vec!["!", "-"]);
        let call = sample::select(vec![
            "size",
            "sum",
            "min",
            "max",
            "int",
            "double",
            "string",
            "bool",
            "timestamp",
            "duration",
            "type",
            "dyn",
        ]);
        let member = sample::select(vec![
            "contains",
            "startsWith",
            "endsWith",
            "matches",
            "within",
            "getHours",
            "getFullYear",
            "getMilliseconds",
        ]);
        let each = sample::select(vec!["all", "exists", "exists_one", "map", "filter"]);
        prop_oneof![
            (binary, inner.clone(), inner.clone())
                .prop_map(|(op, left, right)| format!("({left} {op} {right})")),
            (unary, inner.clone()).prop_map(|(op, operand)| format!("{op}({operand})")),
            (call, inner.clone()).prop_map(|(name, operand)| format!("{name}({operand})")),
            (member, inner.clone(), inner.clone())
                .prop_map(|(name, of, with)| format!("({of}).{name}({with})")),
            (each, inner.clone(), inner.clone())
                .prop_map(|(name, of, body)| format!("({of}).{name}(y, {body})")),
            (inner.clone(), inner.clone()).prop_map(|(of, index)| format!("({of})[{index}]")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("[{left}, {right}]")),
            (inner.clone(), inner.clone()).prop_map(|(key, value)| format!("{{{key}: {value}}}")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("({a} ? {b} : near({c}, {b}, {a}))")),
        ]
    })
}

proptest! {
    #[test]
    fn every_expression_ends_within_its_steps_without_a_panic(text in expressions()) {
        let members = [("a", Value::Int(i64::MIN)), ("b", Value::list(vec![Value::Double(f64::NAN), Value::Null]))];
        let members = members.map(|(name, value)| (Key::Text(name.into()), value));
        let x = Value::list(vec![Value::text("2h"), Value::Large(u64::MAX), Value::Double(1e300)]);
        let this = Value::map(members.into_iter().collect());
        let variables = [("self", this), ("x", x), ("y", Value::Int(7)), ("input", Value::text("ä B"))];
        let _ = evaluate(&text, &variables, 10_000);
    }
}
