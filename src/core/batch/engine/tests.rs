//! The loop by files: calls go out in files, results come back in others, in any order and not all of them.

use super::*;
use crate::core::agent::{
    AttemptLimit, Came, Correcting, Critic, History, Purse, Strategy, Task, who_is_asked,
};
use crate::core::batch::{
    Cell, Earlier, Job, JobLimits, JobSetup, Judged, Loaded, Output, Plan, Row, Scheduler, Standing, Target,
    Way,
};
use crate::core::critique::Critique;
use crate::core::judge::{Critiqued, judge_case};
use crate::core::provider::{BaseUrl, Connection, Provider, Secret};
use crate::core::run_file::RunFile;
use crate::core::schema::Schema;
use crate::core::time::Millis;
use crate::core::validate::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const VALID: &str = r#"{"city": "Oslo"}"#;
const INVALID: &str = r#"{"city": "O"}"#;
const JOB: &str = "b7";

fn connection(provider: Provider) -> Connection {
    let base_url = BaseUrl::parse("https://engine.example/v1").unwrap();
    Connection::new(provider.preset(), base_url, "m", Secret::new("planted-key"))
}

/// A batch that is carried on whenever files come.
struct Desk {
    connection: Connection,
    limits: FileLimits,
    critic: Option<Critic>,
    runs: BTreeMap<Cell, String>,
    rows: BTreeMap<Cell, Row>,
    results: Results,
    said: String,
}

impl Desk {
    fn new(provider: Provider, calls: usize) -> Self {
        let limits = FileLimits { calls, bytes: 100_000 };
        let connection = connection(provider);
        Self {
            connection,
            limits,
            critic: None,
            runs: BTreeMap::new(),
            rows: BTreeMap::new(),
            results: Results::default(),
            said: String::new(),
        }
    }

    /// Takes files, and gives those with the calls that are to be made next.
    fn turn(&mut self, files: &[String]) -> Vec<String> {
        self.results = Results::default();
        files.iter().for_each(|file| self.results.add(file, JOB));
        self.said = self.results.summary();
        let schema =
            Schema::from_fields(&json!({"fields": {"city": {"type": "string", "minLength": 2}}})).unwrap();
        let validator = Validator::new(&schema);
        let task = Task {
            prompt: "Where?".into(),
            schema_text: schema.prompt_text(),
            attempts: AttemptLimit::new(2),
            correcting: Correcting::By(Strategy { history: History::Conversation, has_scaffold: false }),
            purse: Purse::default(),
            critic: self.critic.clone(),
            ..Task::default()
        };
        let job = Job {
            id: JOB.into(),
            setups: vec![JobSetup::default()],
            plan: Plan::Grid { inputs: 5, seeds: Vec::new() },
            limits: JobLimits { at_once: 2, ..JobLimits::default() },
            way: Way::Files,
            ..Job::default()
        };
        let earlier = Earlier { finished: self.rows.keys().copied().collect(), ..Earlier::default() };
        let mut scheduler = Scheduler::new(job, vec![Target { server: 0, is_local: false }], earlier);
        let mut writer = Writer::new(Engine::of(&self.connection).unwrap(), self.limits);
        let now = Millis(1);
        scheduler.resume(now);
        while let Some(output) = scheduler.poll() {
            match output {
                Output::Load(cell) => {
                    let attempts = self.runs.get(&cell).map_or_else(Vec::new, |text| {
                        let run = RunFile::read(text).unwrap();
                        let judge = |(case, critique): (_, Option<String>)| match critique {
                            None => judge_case(&case, Some(&validator), None),
                            Some(text) => Critiqued::new(&case, Some(&validator), None, &text).judgement,
                        };
                        let judgements = run.cases().into_iter().map(|case| case.map(judge)).collect();
                        run.restored(judgements)
                    });
                    scheduler.handle_loaded(cell, Loaded { task: task.clone(), attempts }, now);
                }
                Output::Send { cell, id, second, call } => {
                    let key = CallKey::of(cell, scheduler.attempts(cell), second);
                    let connection = who_is_asked(&self.connection, second, "critic");
                    match self.results.take(key).map(|body| body.reply(&connection)) {
                        Some(Ok(reply)) => scheduler.handle(cell, id, Came::Reply(reply), now),
                        Some(Err(fault)) if !fault.passes() => {
                            scheduler.handle(cell, id, Came::Fault(fault), now)
                        }
                        Some(Err(_)) | None => {
                            writer.write(JOB, key, &call, &connection);
                            scheduler.put_aside(cell, now);
                        }
                    }
                }
                Output::Judge(cell, Judged::Reply(id, case)) => {
                    let judgement = judge_case(&case, Some(&validator), None);
                    scheduler.handle(cell, id, Came::Judgement(judgement), now);
                }
                Output::Judge(cell, Judged::Critique(id, case, text)) => {
                    let critiqued = Critiqued::new(&case, Some(&validator), None, &text);
                    scheduler.handle(cell, id, Came::Critiqued(critiqued), now);
                }
                Output::Judge(..) => unreachable!("nothing else is judged"),
                Output::Keep(cell) => {
                    let run = RunFile { attempts: scheduler.attempts(cell).to_vec(), ..RunFile::default() };
                    self.runs.insert(cell, run.into_json().to_string());
                }
                Output::Finish(cell) => {
                    let (attempts, ending) = scheduler.take(cell).unwrap();
                    let run = RunFile { attempts, ending, ..RunFile::default() };
                    self.rows.insert(cell, Row::of(cell, &run));
                }
                Output::Release(_) | Output::Learn(..) | Output::WaitUntil(_) | Output::Stands => {}
            }
        }
        assert_eq!(*scheduler.standing(), Standing::Done);
        writer.finish().iter().map(|parts| parts.concat()).collect()
    }

    fn outcomes(&self) -> Vec<(usize, &str, u64)> {
        self.rows.values().map(|row| (row.cell.0, row.outcome.name(), row.attempts)).collect()
    }
}

/// The calls in a file: each id, and its body.
fn calls(file: &str) -> Vec<(String, Value)> {
    let lines: Vec<Value> = match serde_json::from_str::<Value>(file) {
        Ok(Value::Object(whole)) if whole.contains_key("requests") => {
            whole["requests"].as_array().unwrap().clone()
        }
        _ => file.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    };
    let body = |line: &Value| line.get("body").or(line.get("params")).unwrap().clone();
    lines.iter().map(|line| (line["custom_id"].as_str().unwrap().to_owned(), body(line))).collect()
}

/// A line of results: an answer, a status with an error, or what an engine says that has made no call.
fn result(provider: Provider, id: &str, answer: Result<&str, u16>) -> String {
    let error = json!({"type": "error", "error": {"type": "invalid_request_error", "message": "too long"}});
    let line = match (provider, answer) {
        (Provider::Anthropic, Ok(text)) => {
            json!({"custom_id": id, "result": {"type": "succeeded", "message": {
            "id": "x", "type": "message", "role": "assistant", "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn", "usage": {"input_tokens": 12, "output_tokens": 5}}}})
        }
        (Provider::Anthropic, Err(0)) => json!({"custom_id": id, "result": {"type": "expired"}}),
        (Provider::Anthropic, Err(_)) => {
            json!({"custom_id": id, "result": {"type": "errored", "error": error}})
        }
        (_, Ok(text)) => {
            json!({"id": "r", "custom_id": id, "error": null, "response": {"status_code": 200, "body": {
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 12, "completion_tokens": 5}}}})
        }
        (_, Err(0)) => json!({"id": "r", "custom_id": id, "response": null,
            "error": {"code": "batch_expired", "message": "This request could not be executed."}}),
        (_, Err(status)) => {
            json!({"id": "r", "custom_id": id, "error": null, "response": {"status_code": status, "body": error}})
        }
    };
    format!("{line}\n")
}

#[test]
fn the_loop_goes_round_by_files() {
    for provider in [Provider::OpenAi, Provider::Together, Provider::Anthropic] {
        let mut desk = Desk::new(provider, 3);
        let files = desk.turn(&[]);
        let sent: Vec<_> = files.iter().map(|file| calls(file)).collect();
        let ids: Vec<Vec<_>> =
            sent.iter().map(|file| file.iter().map(|(id, _)| id.as_str()).collect()).collect();
        assert_eq!(ids, [vec!["b7-0-1-0", "b7-1-1-0", "b7-2-1-0"], vec!["b7-3-1-0", "b7-4-1-0"]]);
        assert!(!files.concat().contains("planted-key"));

        // Not in order, one is missing, one has expired, one is refused, one comes twice, and some are none of them.
        let back = [
            result(provider, "b7-3-1-0", Err(400)),
            result(provider, "b7-1-1-0", Err(500)),
            result(provider, "b7-1-1-0", Ok(INVALID)),
            result(provider, "b7-0-1-0", Ok(VALID)),
            result(provider, "b8-2-1-0", Ok(VALID)),
            "{\"custom_id\": \"b7-2-1-0\"}\nno JSON\n\n".to_owned(),
            result(provider, "b7-4-1-0", Err(0)),
        ];
        let next = desk.turn(&[back.concat()]);
        assert_eq!(
            desk.said,
            "3 results read. 1 call not made by the engine: in the next file again. 1 result there before: the \
             first that succeeded counts, or else the last. 1 line of another batch. 2 lines no result."
        );
        assert_eq!(desk.outcomes(), [(0, "Valid", 1), (3, "No answer", 1)]);
        let next = calls(&next.concat());
        let ids: Vec<_> = next.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["b7-1-2-0", "b7-2-1-0", "b7-4-1-0"]);
        // What failed is corrected by the exact error; what did not come back is asked as before.
        assert!(
            next[0].1["messages"].to_string().contains(r#"\"city\" must be ≥ 2 characters (got 1: \"O\")"#)
        );
        assert_eq!(next[1].1, sent[0][2].1);

        let back: Vec<_> = ids.iter().map(|id| result(provider, id, Ok(VALID))).collect();
        assert_eq!(desk.turn(&back), Vec::<String>::new());
        let all = [(0, "Valid", 1), (1, "Valid", 2), (2, "Valid", 1), (3, "No answer", 1), (4, "Valid", 1)];
        assert_eq!(desk.outcomes(), all);
        assert_eq!(desk.rows[&Cell(1)].spent.usage.output, 10);
    }
}

#[test]
fn a_body_is_what_would_be_sent() {
    for (provider, file) in [
        (
            Provider::OpenAi,
            "{\"custom_id\":\"b7-0-1-0\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\",\"body\":{\"model\":\"m\",",
        ),
        (Provider::Mistral, "{\"custom_id\":\"b7-0-1-0\",\"body\":{\"model\":\"m\","),
        (Provider::Anthropic, "{\"requests\":[{\"custom_id\":\"b7-0-1-0\",\"params\":{\"model\":\"m\","),
    ] {
        let files = Desk::new(provider, 9).turn(&[]);
        assert!(files[0].starts_with(file), "{}", files[0]);
        assert!(!files[0].contains("\"stream\":true"));
    }
}

#[test]
fn files_are_split_at_the_limits() {
    let connection = connection(Provider::OpenAi);
    for (calls, bytes, expected) in
        [(2, 100_000, vec![2, 2, 1]), (9, 100_000, vec![5]), (9, 200, vec![1, 1, 1, 1, 1])]
    {
        let mut writer = Writer::new(Engine::OpenAi, FileLimits { calls, bytes });
        for cell in 0..5 {
            let key = CallKey { cell: Cell(cell), attempt: 1, second: 0 };
            writer.write(JOB, key, &crate::core::provider::Call::default(), &connection);
        }
        assert_eq!(writer.count, 5);
        let lines: Vec<_> = writer.finish().iter().map(|parts| parts.concat().lines().count()).collect();
        assert_eq!(lines, expected);
    }
}

#[test]
fn an_id_is_that_of_one_call_of_one_batch() {
    let key = CallKey { cell: Cell(12), attempt: 3, second: 1 };
    assert_eq!(key.custom_id("3f"), "3f-12-3-1");
    for (id, expected) in [
        ("3f-12-3-1", Some(key)),
        ("3f-12-3", None),
        ("3f-12-3-1-4", None),
        ("3f-012-3-1", None),
        ("3f2-12-3-1", None),
        ("", None),
    ] {
        assert_eq!(CallKey::read(id, "3f"), expected, "{id}");
    }
}

#[test]
fn who_takes_no_files_says_so() {
    let said = Provider::ALL.map(|provider| {
        let engine = Engine::of(&connection(provider));
        format!("{}: {}", provider.preset().id, engine.map_or_else(|why| why, |engine| format!("{engine:?}")))
    });
    let expected = [
        "simulated: The simulated model takes no batch files.",
        "lm-studio: LM Studio takes no batch files.",
        "ollama: Ollama takes no batch files.",
        "llama.cpp: llama.cpp takes no batch files.",
        "vllm: OpenAi",
        "openai: OpenAi",
        "anthropic: Anthropic",
        "gemini: OpenAi",
        "openrouter: OpenRouter takes no batch files.",
        "mistral: Bodies",
        "groq: OpenAi",
        "deepseek: DeepSeek takes no batch files.",
        "xai: Batch files for xAI cannot be made here: its results are of another form.",
        "together: Bodies",
        "custom: OpenAi",
        "browser: The browser's own model takes no batch files.",
    ];
    assert_eq!(said, expected);
}

#[test]
fn critiques_go_to_the_critic_in_a_file_of_its_own() {
    let mut desk = Desk::new(Provider::OpenAi, 9);
    desk.critic = Critique::new("Only capitals.").map(|critique| Critic { critique, price: None });
    desk.turn(&[]);
    let answers: Vec<_> = (0..5).map(|cell| format!("b7-{cell}-1-0")).collect();
    let back = |id: &str, text: &str| result(Provider::OpenAi, id, Ok(text));
    // Two answers are valid and to be criticised, one is corrected, two are still waited for.
    let files = desk.turn(&[back(&answers[0], VALID), back(&answers[1], INVALID), back(&answers[2], VALID)]);
    let asked = |file: &String| {
        let calls = calls(file);
        calls
            .into_iter()
            .map(|(id, body)| (id, body["model"].as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    let expected = |model: &str, ids: &[&str]| {
        ids.iter().map(|id| ((*id).to_owned(), model.to_owned())).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = files.iter().map(asked).collect();
    all.iter_mut().for_each(|file| file.sort());
    all.sort();
    assert_eq!(
        all,
        [expected("critic", &["b7-0-1-1", "b7-2-1-1"]), expected("m", &["b7-1-2-0", "b7-3-1-0", "b7-4-1-0"])]
    );

    desk.turn(&[back("b7-0-1-1", r#"{"objections": []}"#)]);
    assert_eq!(desk.outcomes(), [(0, "Valid", 1)]);
}

#[test]
fn one_file_asks_one_model() {
    for engine in [Engine::OpenAi, Engine::Bodies, Engine::Anthropic] {
        let mut writer = Writer::new(engine, FileLimits { calls: 2, bytes: 100_000 });
        for cell in 0..6 {
            let model = ["a", "b"][cell % 2].to_owned();
            let key = CallKey { cell: Cell(cell), attempt: 1, second: 0 };
            let connection = Connection { model, ..connection(Provider::OpenAi) };
            writer.write(JOB, key, &crate::core::provider::Call::default(), &connection);
        }
        let files: Vec<Vec<_>> = writer
            .finish()
            .iter()
            .map(|parts| {
                calls(&parts.concat()).into_iter().map(|(id, body)| (id, body["model"].clone())).collect()
            })
            .collect();
        let expected = [
            vec![("b7-0-1-0", "a"), ("b7-2-1-0", "a")],
            vec![("b7-1-1-0", "b"), ("b7-3-1-0", "b")],
            vec![("b7-4-1-0", "a")],
            vec![("b7-5-1-0", "b")],
        ];
        let expected = expected.map(|file| {
            file.into_iter().map(|(id, model)| (id.to_owned(), Value::from(model))).collect::<Vec<_>>()
        });
        assert_eq!(files, expected);
    }
}

#[test]
fn what_has_succeeded_is_never_replaced() {
    let key = CallKey { cell: Cell(0), attempt: 1, second: 0 };
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Mistral] {
        for (answers, expected) in [
            (vec![Ok("first"), Ok("second")], Ok("first")),
            (vec![Ok("first"), Err(400)], Ok("first")),
            (vec![Ok("first"), Err(0)], Ok("first")),
            (vec![Err(400), Ok("second")], Ok("second")),
            (vec![Err(0), Err(400), Ok("third"), Err(400), Ok("last")], Ok("third")),
            (vec![Err(400), Err(400)], Err(())),
        ] {
            let mut results = Results::default();
            for answer in &answers {
                results.add(&result(provider, "b7-0-1-0", *answer), JOB);
            }
            let reply = results.take(key).unwrap().reply(&connection(provider));
            let text = reply.as_ref().map(|reply| reply.text.as_str()).map_err(|_| ());
            assert_eq!(text, expected, "{answers:?}");
        }
    }
}

#[test]
fn results_of_runs_that_are_over_are_left_out() {
    let mut results = Results::default();
    for cell in 0..4 {
        results.add(&result(Provider::OpenAi, &format!("b7-{cell}-1-0"), Ok(VALID)), JOB);
    }
    results.leave_out(|cell| cell < Cell(3));
    assert_eq!(results.summary(), "1 result read. 3 results of runs that are over.");
    let kept = |cell| results.take(CallKey { cell: Cell(cell), attempt: 1, second: 0 }).is_some();
    assert_eq!([0, 1, 2, 3].map(kept), [false, false, false, true]);
}

#[test]
fn what_anthropic_could_not_do_is_known_by_its_type() {
    let key = CallKey { cell: Cell(0), attempt: 1, second: 0 };
    for (kind, status, passes) in [
        ("invalid_request_error", 400, false),
        ("authentication_error", 401, false),
        ("billing_error", 402, false),
        ("permission_error", 403, false),
        ("not_found_error", 404, false),
        ("request_too_large", 413, false),
        ("rate_limit_error", 429, true),
        ("api_error", 500, true),
        ("timeout_error", 504, true),
        ("overloaded_error", 529, true),
        ("another_error", 500, true),
    ] {
        // What it says in words is no type.
        let error = json!({"type": "error", "error": {"type": kind, "message": "no invalid_request here"}});
        let line = json!({"custom_id": "b7-0-1-0", "result": {"type": "errored", "error": error}});
        let mut results = Results::default();
        results.add(&line.to_string(), JOB);
        let body = results.take(key).unwrap();
        let fault = body.reply(&connection(Provider::Anthropic)).unwrap_err();
        assert_eq!((body.status, fault.passes()), (status, passes), "{kind}");
    }
}
