//! The loop with the stand-in model, which mends nothing but what it is told: a correction that leaves an error
//! out ends such a run without a valid answer.

use structured_output_validator::core::agent::{Correcting, Ending, Output, Run, Task};
use structured_output_validator::core::judge::{Desk, Question, Response, SchemaSource};
use structured_output_validator::core::provider::Sampling;
use structured_output_validator::core::schema::BuiltIn;
use structured_output_validator::core::simulate::Behaviour;
use structured_output_validator::core::time::Millis;

/// How many seeds each way to fail is tried with.
const SEEDS: u64 = 6;

fn task(built_in: BuiltIn, correcting: Correcting, seed: u64) -> Task {
    let schema = built_in.schema().expect("a built-in schema");
    Task {
        schema_text: schema.prompt_text(),
        prompt: schema.example.prompt.clone(),
        input: schema.example.input.clone(),
        sampling: Sampling { temperature: None, seed: Some(seed) },
        silence: Millis(60_000),
        correcting,
        stream: false,
        ..Task::default()
    }
}

fn run(built_in: BuiltIn, behaviour: Behaviour, correcting: Correcting, seed: u64) -> Ending {
    let mut run = Run::new(task(built_in, correcting, seed));
    let mut desk = Desk::default();
    let schema = || SchemaSource::BuiltIn(built_in);
    let (mut calls, now) = (0, Millis(0));
    run.start(now);
    loop {
        match run.poll().expect("a run that waits for nothing") {
            Output::Send { id, call, .. } => {
                let question = Question::Simulate { schema: schema(), behaviour, earlier_calls: calls, call };
                calls += 1;
                let Response::Simulated(reply) = desk.answer(question) else { panic!("no reply") };
                run.handle_reply(id, reply, now);
            }
            Output::Judge { id, case } => {
                let question = Question::Judge { schema: schema(), case };
                let Response::Judged(judgement) = desk.answer(question) else { panic!("no judgement") };
                run.handle_judgement(id, judgement, now);
            }
            Output::JudgeCritique { .. } | Output::ReadOpinion { .. } => {
                panic!("nobody is asked for a second look")
            }
            Output::Grow { .. } | Output::WaitUntil(_) | Output::Show(_) | Output::Learn(_) => {}
            Output::Ended(ending) => return ending,
        }
    }
}

#[test]
fn whoever_mends_what_it_is_told_ends_valid() {
    for built_in in BuiltIn::ALL {
        for behaviour in Behaviour::ALL {
            for correcting in Correcting::all() {
                for seed in 0..SEEDS {
                    let ending = run(built_in, behaviour, correcting, seed);
                    let is_valid = matches!(ending, Ending::Valid { .. });
                    assert_eq!(
                        is_valid,
                        behaviour != Behaviour::NeverMends,
                        "{} {} {} {seed}: {ending:?}",
                        built_in.id(),
                        behaviour.model_name(),
                        correcting.name()
                    );
                }
            }
        }
    }
}
