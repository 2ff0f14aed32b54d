//! The rules across fields of the built-in schemas: generated answers fulfil them, and each rule refuses
//! what it is about, in these words.

use serde_json::{Value, json};
use structured_output_validator::core::judge::SchemaSource;
use structured_output_validator::core::provider::{Call, Message, Sampling};
use structured_output_validator::core::schema::BuiltIn;
use structured_output_validator::core::simulate::{Behaviour, Faults, Simulated, simulate};
use structured_output_validator::core::validate::Validator;

/// The seeds of the answers that every case is tried on.
const ANSWERS: u64 = 20;

fn answer(validator: &Validator, seed: u64) -> Value {
    let content = format!("x\n\n<input>\n{}\n</input>", validator.schema().example.input);
    let call = Call {
        messages: vec![Message::user(content.as_str())],
        sampling: Sampling { temperature: None, seed: Some(seed) },
        token_limit: 4096,
        ..Call::default()
    };
    let simulated = simulate(validator, Faults::always(Behaviour::NoFaults), 0, &call);
    let Simulated::Reply(reply) = simulated else { panic!("{simulated:?}") };
    serde_json::from_str(&reply.text).unwrap()
}

/// What is said of generated answers in which some places have other values.
#[track_caller]
fn check(built_in: BuiltIn, changes: &[(&str, Value)], expected: &[&str]) {
    let schema = built_in.schema().unwrap();
    let validator = Validator::new(&schema);
    for seed in 0..ANSWERS {
        let mut answer = answer(&validator, seed);
        for (pointer, value) in changes {
            *answer.pointer_mut(pointer).unwrap() = value.clone();
        }
        let verdict = validator.validate_with(&answer, &schema.example.input);
        let said: Vec<String> = verdict.violations.iter().map(ToString::to_string).collect();
        assert_eq!(said, expected, "{answer}");
        assert_eq!(verdict.not_judged, []);
    }
}

#[test]
fn generated_answers_fulfil_the_rules() {
    for built_in in BuiltIn::ALL {
        check(built_in, &[], &[]);
    }
}

#[test]
fn no_built_in_rule_has_a_mistake() {
    for built_in in BuiltIn::ALL {
        let source = SchemaSource::BuiltIn(built_in);
        assert_eq!(source.read().unwrap().rule_mistakes(), [], "{built_in:?}");
    }
}

#[test]
fn deployment_config() {
    let check = |replicas: u32, cpu: f64, expected: &[&str]| {
        let changes = [("/replicas", json!(replicas)), ("/resources/cpu_limit", json!(cpu))];
        check(BuiltIn::DeploymentConfig, &changes, expected);
    };
    check(5, 0.5, &[]);
    check(6, 1.0, &[]);
    check(8, 0.5, &["replicas=8 requires cpu_limit >= 1.0 (got 0.5)"]);
    let check = |timeout: u32, interval: u32, expected: &[&str]| {
        let changes = [
            ("/health_check/timeout_seconds", json!(timeout)),
            ("/health_check/interval_seconds", json!(interval)),
        ];
        self::check(BuiltIn::DeploymentConfig, &changes, expected);
    };
    check(4, 5, &[]);
    check(5, 5, &["timeout_seconds=5 must be below interval_seconds=5"]);
    check(30, 10, &["timeout_seconds=30 must be below interval_seconds=10"]);
}

#[test]
fn security_advisory() {
    let check = |ids: Value, expected: &[&str]| {
        check(BuiltIn::SecurityAdvisory, &[("/cve_ids", ids)], expected);
    };
    check(json!([]), &[]);
    check(json!(["CVE-2024-31207", "CVE-2024-31544"]), &[]);
    check(
        json!(["CVE-2024-31207", "CVE-2023-4863"]),
        &["\"cve_ids[1]\" must occur in the input (got \"CVE-2023-4863\")"],
    );
}

#[test]
fn invoice() {
    let line = |quantity: f64, price: f64, total: f64| json!({"description": "Birch plywood", "quantity": quantity, "unit_price": price, "total": total});
    let check = |lines: Value, total: f64, expected: &[&str]| {
        let changes = [("/lines", lines), ("/total", json!(total))];
        check(BuiltIn::Invoice, &changes, expected);
    };
    check(json!([line(12.0, 38.5, 462.0), line(1.0, 45.0, 45.0)]), 507.0, &[]);
    check(json!([line(3.0, 0.1, 0.3)]), 0.309, &[]);
    check(
        json!([line(12.0, 38.5, 462.0), line(1.0, 45.0, 45.0)]),
        517.0,
        &["total=517 must be the sum of the line totals (507)"],
    );
    check(json!([line(12.0, 38.5, 426.0)]), 426.0, &["total=426 must be quantity times unit_price (462)"]);
    self::check(
        BuiltIn::Invoice,
        &[("/invoice_number", json!("INV-9999"))],
        &["\"invoice_number\" must occur in the input (got \"INV-9999\")"],
    );
}

#[test]
fn support_ticket() {
    let check = |priority: &str, needs_human: bool, expected: &[&str]| {
        let changes = [("/priority", json!(priority)), ("/needs_human", json!(needs_human))];
        check(BuiltIn::SupportTicket, &changes, expected);
    };
    check("high", false, &[]);
    check("urgent", true, &[]);
    check("urgent", false, &["an urgent ticket needs a human"]);
}

#[test]
fn calendar_event() {
    let check = |start: &str, end: &str, expected: &[&str]| {
        check(BuiltIn::CalendarEvent, &[("/start", json!(start)), ("/end", json!(end))], expected);
    };
    check("2025-03-20T14:30:00+02:00", "2025-03-20T13:00:00Z", &[]);
    check(
        "2025-03-20T14:30:00Z",
        "2025-03-20T14:30:00Z",
        &["end=2025-03-20T14:30:00Z must be after start=2025-03-20T14:30:00Z"],
    );
}

#[test]
fn knowledge_graph() {
    let node = |id: &str| json!({"id": id, "label": "London", "kind": "place"});
    let edge = |from: &str, to: &str| json!({"from": from, "to": to, "relation": "is in"});
    let check = |nodes: Value, edges: Value, expected: &[&str]| {
        check(BuiltIn::KnowledgeGraph, &[("/nodes", nodes), ("/edges", edges)], expected);
    };
    check(json!([node("a"), node("b")]), json!([edge("a", "b"), edge("b", "b")]), &[]);
    check(json!([node("a")]), json!([]), &[]);
    check(json!([node("a"), node("a")]), json!([]), &["every node needs an id of its own"]);
    check(
        json!([node("a"), node("b")]),
        json!([edge("a", "b"), edge("a", "c")]),
        &["an edge names c, which is the id of no node"],
    );
}
