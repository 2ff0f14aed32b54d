use super::*;
use crate::core::provider::{Keys, Secret};
use crate::core::settings::sample;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;

/// What is kept and in no setup: it is one person's own. A server and how it is asked go along under other names.
const NOT_CARRIED: [&str; 5] = ["theme", "prices", "own_schemas", "servers", "changes"];

/// What goes along under a name of its own.
const RENAMED: [&str; 3] = ["base_url", "model", "asking"];

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn every_setting_is_carried_or_is_not_on_purpose() {
    let some = Some("x".to_owned());
    let settings = Settings { prompt: some.clone(), input: some, ..Settings::default() };
    let [kept, setup] = [settings.to_json(), settings.setup(true)];
    let mut known = names(&setup);
    for name in RENAMED {
        assert!(known.remove(name) && !names(&kept).contains(name), "{name}");
    }
    known.extend(NOT_CARRIED);
    assert_eq!(names(&kept), known);
    let labels: BTreeSet<_> = CARRIED.iter().map(|carried| carried.label).collect();
    assert_eq!(labels.len(), CARRIED.len());
}

/// Links leave out what is as usual. So if this changes, the links that were made before mean something else, unless
/// there is another version of them.
#[test]
fn what_is_usual_stays_so() {
    let usual = json!({
        "provider": "simulated",
        "base_url": "",
        "model": "",
        "asking": [],
        "response_format": "auto",
        "thinking": "server default",
        "context_length": "",
        "schema": "weather-report",
        "prompt": null,
        "input": null,
        "system": "",
        "system_template": "",
        "correction_template": "",
        "nudge_template": "",
        "attempts": 3,
        "corrections": "auto",
        "accept_repaired": true,
        "stream": true,
        "stop_hopeless": false,
        "temperature": "",
        "token_limit": "4096",
        "seed": "",
        "silence_seconds": "120",
        "token_budget": "",
        "dollar_budget": "0.10",
        "time_budget": "",
        "review_corrections": false,
        "critique": false,
        "criteria": "",
        "critic_model": "",
        "opinion": false,
        "fault_rate": 100,
        "speed": "usual",
    });
    assert_eq!(Settings::default().setup(true), usual);
    assert_eq!(Settings::default().with_setup(&json!({})).setup(true), usual);
}

proptest! {
    #[test]
    fn a_setup_survives_being_used(settings in sample::settings(), mine in sample::settings()) {
        let setup = settings.setup(true);
        prop_assert_eq!(&Settings::default().with_setup(&setup).setup(true), &setup);
        let without_input = settings.setup(false);
        prop_assert_eq!(&Settings::default().with_setup(&without_input).setup(false), &without_input);

        // Whoever uses it has all that is theirs, and it changes nothing a second time.
        let used = mine.with_setup(&setup);
        prop_assert_eq!(used.changes_by(&used.setup(true)), vec![]);
        prop_assert_eq!((&used.prices, used.theme), (&mine.prices, mine.theme));
        prop_assert!(mine.own_schemas.iter().all(|own| used.own_schemas.contains(own)));
        prop_assert_eq!(Settings::from_json(&used.to_json()).setup(false), used.setup(false));
        prop_assert_eq!(used.clone().back_to(mine.clone(), &used), mine);
    }

    /// Every change is told, by each of its names once, and what is told is short.
    #[test]
    fn every_change_is_told(settings in sample::settings(), mine in sample::settings()) {
        let changes = mine.changes_to(&settings);
        let [before, after] = [mine.setup(true), settings.setup(true)];
        let differing = CARRIED.iter().filter(|carried| before.get(carried.name) != after.get(carried.name));
        let labels: Vec<_> = changes.iter().map(|change| change.label.as_str()).collect();
        prop_assert_eq!(labels, differing.map(|carried| carried.label).collect::<Vec<_>>());
        for SetupChange { from, to, .. } in &changes {
            prop_assert!(!from.is_empty() && !to.is_empty());
            prop_assert!(from.chars().count().max(to.chars().count()) < 2 * TOLD_CHARACTERS);
        }
    }
}

#[test]
fn changes_are_told_in_the_words_of_the_page() {
    let mut mine = Settings { input: Some("Secret notes.".into()), ..Settings::default() };
    mine.add_own_schema("{\"type\": \"null\"}".into(), "");
    let long = "x".repeat(1_234);
    let setup = json!({
        "provider": "openai",
        "base_url": "https://api.openai.com.evil.example/v1",
        "model": "gpt-5",
        "asking": [["strict-parameter", "left out"], ["colour", "red"], 7],
        "response_format": "tool",
        "schema": {"name": "My schema", "text": "{}", "component": "Pet", "formats": "annotate"},
        "prompt": "<b>Extract</b>",
        "system": long,
        "attempts": 99,
        "accept_repaired": false,
        "nudge_template": "{{problem}}",
        "seed": 7,
        "fault_rate": 30,
    });
    let told: Vec<_> = mine
        .changes_by(&setup)
        .into_iter()
        .map(|SetupChange { label, from, to }| format!("{label}: {from} -> {to}"))
        .collect();
    let system = format!("System prompt: none -> {}… (1,234 characters)", "x".repeat(200));
    assert_eq!(
        told,
        [
            "Provider: Simulated model -> OpenAI",
            "Base URL: none -> https://api.openai.com.evil.example/v1",
            "Model: none -> gpt-5",
            "How this server is asked: as known -> Strict parameter left out",
            "Response format: auto -> forced tool call",
            "Schema: My schema, 16 characters -> My schema 2 (Pet), 2 characters, formats not checked",
            "Prompt: the schema's example -> <b>Extract</b>",
            "Input: Secret notes. -> the schema's example",
            &system,
            "Reminder template: as the page brings it -> {{problem}}",
            "Max attempts: 3 -> 5",
            "Accept repaired JSON: on -> off",
            "Fault rate: 100 % -> 30 %",
        ]
    );
}

#[test]
fn a_schema_that_is_there_already_is_chosen() {
    let mut mine = Settings::default();
    mine.add_own_schema("{}".into(), "");
    mine.add_own_schema("{\"type\": \"null\"}".into(), "");
    let own = |text: &str| json!({"schema": {"name": "Theirs", "text": text, "formats": "assert"}});
    for (setup, schema, count) in [
        (own("{}"), "own", 2),
        (own("{ }"), "own-3", 3),
        (json!({"schema": "invoice"}), "invoice", 2),
        // The ids of one person's schemas mean nothing to another.
        (json!({"schema": "own"}), "weather-report", 2),
        (json!({"schema": ["own"]}), "weather-report", 2),
    ] {
        let used = mine.with_setup(&setup);
        assert_eq!((used.schema.as_str(), used.own_schemas.len()), (schema, count), "{setup}");
    }
}

#[test]
fn whatever_stands_in_a_setup_it_is_read_as_far_as_it_goes() {
    let mine = Settings { prices: "m 1 2".into(), ..Settings::default() };
    for setup in [
        json!(null),
        json!([1]),
        json!({"provider": 1, "base_url": [], "asking": "formats", "schema": 7, "attempts": "many"}),
        json!({"prices": "m 0 0", "theme": "light", "own_schemas": [{"id": "own"}], "servers": {"openai": {}}}),
        json!({"own_schema": "{}", "changes": [["http://host:1 custom", "strict-parameter", "left out"]]}),
    ] {
        let used = mine.with_setup(&setup);
        assert_eq!(used.changes_to(&mine), vec![], "{setup}");
        assert_eq!(
            (&used.prices, used.theme, &used.own_schemas),
            (&mine.prices, mine.theme, &mine.own_schemas)
        );
    }
}

/// A link can point a provider at another server; the key stays with the one it was given for.
#[test]
fn no_key_follows_a_setup_to_another_origin() {
    let mine = Settings { provider: Provider::OpenAi, ..Settings::default() };
    let mut keys = Keys::default();
    keys.set(mine.base_url().unwrap().origin(), Secret::new("k"));
    for (base_url, is_given) in [
        ("https://api.openai.com/v1", true),
        ("https://api.openai.com/v2", true),
        ("http://api.openai.com/v1", false),
        ("https://api.openai.com:8443/v1", false),
        ("https://api.openai.com.evil.example/v1", false),
        ("https://xn--penai-5qf.com/v1", false),
        ("http://localhost:1234/v1", false),
    ] {
        let used = mine.with_setup(&json!({"provider": "openai", "base_url": base_url}));
        let key = keys.get(used.base_url().unwrap().origin());
        assert_eq!(key.is_some(), is_given, "{base_url}");
    }
}

#[test]
fn targets_are_named_so_that_look_alikes_show() {
    for (provider, base_url, expected) in [
        ("simulated", "", "the simulated model, which is in the page"),
        ("browser", "https://elsewhere.example", "the model built into this browser"),
        ("openai", "https://api.openai.com/v1", "OpenAI at https://api.openai.com/v1"),
        (
            "openai",
            "https://api.openai.com.evil.example/v1",
            "OpenAI at https://api.openai.com.evil.example/v1, not OpenAI's own address",
        ),
        ("lm-studio", "HTTP://LocalHost:1234", "LM Studio at http://localhost:1234/v1"),
        (
            "custom",
            "http://xn--lcalhost-54a.example/v1",
            "Custom (OpenAI-compatible) at http://xn--lcalhost-54a.example/v1",
        ),
        ("custom", "http://localhost@evil.example", "Custom (OpenAI-compatible), without an address"),
    ] {
        let settings = Settings::default().with_setup(&json!({"provider": provider, "base_url": base_url}));
        assert_eq!(settings.target(), expected);
    }
}

#[test]
fn going_back_keeps_what_was_made_since() {
    let mut mine = Settings { prompt: Some("Mine".into()), ..Settings::default() };
    mine.add_own_schema("{}".into(), "");
    let used = mine.with_setup(&json!({"schema": {"name": "Theirs", "text": "{ }"}, "provider": "openai"}));
    let mut since = used.clone();
    since.prices = "m 1 2".into();
    since.add_own_schema("{\"type\": \"null\"}".into(), "");
    let back = since.clone().back_to(mine.clone(), &used);
    let names: Vec<_> = back.own_schemas.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["My schema", "My schema 2"]);
    assert_eq!((&back.prices, &back.prompt, &back.schema), (&since.prices, &mine.prompt, &mine.schema));
    assert_eq!((back.provider, back.servers), (mine.provider, mine.servers));
}
