//! How often answers of a small real model come out valid, by how corrections are put to it: `make bench`. Attempt
//! by attempt the same model, schemas and seeds; the first attempt is shared by all. And how many of the invalid
//! first answers the model approves when it is asked to review them. Fails where `auto` is further behind the best
//! single strategy than it may be. Needs a model: see `scripts/setup model`.

mod model;
mod review;
mod server;
mod setting;
mod table;

use model::Model;
use review::Reviews;
use server::Server;
use setting::{SEEDS, SEEDS_FOR_TRYING_OUT, Setting, settings};
use std::env;
use std::process::ExitCode;
use structured_output_validator::core::agent::{Correcting, Ending, Output, Run};
use structured_output_validator::core::judge::{Desk, Question, Response};
use structured_output_validator::core::time::Millis;
use table::{Row, print};

/// So many runs may `auto` be behind the best single strategy.
const MOST_BEHIND: usize = 3;

fn main() -> ExitCode {
    let server = match Server::start() {
        Some(Ok(server)) => server,
        Some(Err(error)) => {
            eprintln!("strategies: {error}");
            return ExitCode::FAILURE;
        }
        None => {
            eprintln!("strategies: not measured, since SOV_LLAMA_SERVER or SOV_MODEL is not set");
            return ExitCode::FAILURE;
        }
    };
    let mut model = Model::new(&server.base_url, &server.model_name);
    let seeds = if env::var_os("SOV_TRY_OUT").is_some() { SEEDS_FOR_TRYING_OUT } else { SEEDS };
    let settings = settings();
    let rows: Vec<Row> = Correcting::all()
        .map(|correcting| {
            let mut row = Row::new(correcting.name());
            for setting in &settings {
                for seed in seeds.clone() {
                    row.push(attempts_until_valid(setting, correcting, seed, &mut model));
                }
            }
            eprintln!(
                "{}: {} of {} valid, {} calls so far",
                row.name,
                row.valid(),
                row.runs(),
                model.calls()
            );
            row
        })
        .collect();
    print(&rows);
    let mut reviews = Reviews::default();
    for setting in &settings {
        seeds.clone().for_each(|seed| reviews.review(setting, seed, &mut model));
    }
    reviews.print();
    let (auto, single): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.name == Correcting::Auto.name());
    let best = |rows: &[&Row]| rows.iter().map(|row| row.valid()).max().unwrap_or_default();
    if best(&auto) + MOST_BEHIND < best(&single) {
        println!("auto is more than {MOST_BEHIND} runs behind the best single strategy.");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// How many attempts a run took until an answer was valid; none where no answer was.
fn attempts_until_valid(
    setting: &Setting,
    correcting: Correcting,
    seed: u64,
    model: &mut Model,
) -> Option<usize> {
    let mut run = Run::new(setting.task(correcting, seed));
    let mut desk = Desk::default();
    let now = Millis(0);
    run.start(now);
    loop {
        match run.poll()? {
            Output::Send { id, call, .. } => run.handle_reply(id, model.said(&call), now),
            Output::Judge { id, case } => {
                match desk.answer(Question::Judge { schema: setting.schema(), case }) {
                    Response::Judged(judgement) => run.handle_judgement(id, judgement, now),
                    other => panic!("the judge answered another question: {other:?}"),
                }
            }
            Output::JudgeCritique { .. }
            | Output::ReadOpinion { .. }
            | Output::Grow { .. }
            | Output::WaitUntil(_)
            | Output::Show(_)
            | Output::Learn(_) => {}
            Output::Ended(Ending::Valid { attempts }) => return Some(attempts),
            Output::Ended(
                Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. } | Ending::Stopped,
            ) => {
                return None;
            }
        }
    }
}
