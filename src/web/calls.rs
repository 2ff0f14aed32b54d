//! What a run has done outside of it: calls of whoever answers, and what the judge is asked. Whatever comes of it is
//! told, and decided elsewhere.

use super::clock::pause;
use super::fetch;
use super::judge::Judge;
use super::task::{give_way, spawn};
use crate::core::agent::{Came, SecondKind, who_is_asked};
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Kind, SchemaSource};
use crate::core::provider::{Call, Change, Connection, Delta, Reply};
use crate::core::simulate::Simulation;
use std::rc::Rc;
use web_sys::AbortSignal;

/// Who answers.
#[derive(Clone)]
pub enum Backend {
    /// A server.
    Remote(Connection),
    /// The stand-in model.
    Simulated(Simulation),
}

/// Who says what an answer is worth, and by which schema.
#[derive(Clone)]
pub struct Jury {
    /// The judge.
    pub judge: Judge,
    /// What a valid answer is.
    pub schema: SchemaSource,
    /// The model that is asked for critiques, on the same server.
    pub critic_model: String,
    /// The place of the run in its batch, if it is in one.
    pub place: Option<usize>,
}

/// Is told what came.
pub type Tell = Rc<dyn Fn(Came)>;

impl Backend {
    /// Makes a call; so many were made before it.
    pub fn call(
        &self,
        call: Call,
        second: Option<SecondKind>,
        earlier_calls: u32,
        jury: &Jury,
        signal: Option<AbortSignal>,
        tell: Tell,
    ) {
        match self {
            Self::Remote(connection) => {
                let connection = who_is_asked(connection, second, &jury.critic_model);
                spawn(send(call, connection, signal, tell));
            }
            Self::Simulated(simulation) => {
                spawn(simulate(call, *simulation, earlier_calls, jury.clone(), tell));
            }
        }
    }

    /// Calls the server so from now on.
    pub fn learn(&mut self, change: Change) {
        match self {
            Self::Remote(connection) => connection.quirks = connection.quirks.with(change),
            Self::Simulated(_) => {}
        }
    }
}

impl Jury {
    /// What a question is for.
    fn kind(&self, alone: Kind) -> Kind {
        self.place.map_or(alone, Kind::Batch)
    }
}

async fn send(call: Call, connection: Connection, signal: Option<AbortSignal>, tell: Tell) {
    let hand_on = {
        let tell = tell.clone();
        move |delta| tell(Came::Delta(delta))
    };
    tell(match fetch::call(&call, &connection, signal, Rc::new(hand_on)).await {
        Ok(reply) => Came::Reply(reply),
        Err(fault) => Came::Fault(fault),
    });
}

/// Has a reply be judged.
pub async fn judge(case: Case, jury: Jury, tell: Tell) {
    // A long text takes its time on its way.
    give_way().await;
    let kind = jury.kind(Kind::Run);
    tell(match jury.judge.judge(kind, jury.schema, case).await {
        Ok(judgement) => Came::Judgement(judgement),
        Err(undecided) => Came::Undecided(undecided.to_string()),
    });
}

/// Has a reply be judged by what a critic says too.
pub async fn judge_critique(case: Case, critique: String, jury: Jury, tell: Tell) {
    let kind = jury.kind(Kind::Run);
    tell(match jury.judge.critique(kind, jury.schema, case, critique).await {
        Ok(critiqued) => Came::Critiqued(critiqued),
        Err(undecided) => Came::Undecided(undecided.to_string()),
    });
}

/// Has the judge read what a model thinks of an answer.
pub async fn read_opinion(text: String, jury: Jury, tell: Tell) {
    tell(match jury.judge.opinion(jury.kind(Kind::Opinion), text).await {
        Ok(opinion) => Came::Opinion(opinion),
        Err(undecided) => Came::Undecided(undecided.to_string()),
    });
}

/// Has the judge look at what has come of a reply.
pub async fn grow(dialect: Option<Dialect>, before: usize, chunk: String, jury: Jury, tell: Tell) {
    let kind = jury.kind(Kind::Growth);
    let growth = jury.judge.grow(kind, jury.schema, dialect, before, chunk).await;
    // What cannot be said now is said of the whole reply.
    tell(Came::Growth(growth.ok()));
}

/// In how many pieces the stand-in model writes.
const SIMULATED_PIECES: usize = 7;

async fn simulate(call: Call, simulation: Simulation, earlier_calls: u32, jury: Jury, tell: Tell) {
    let Simulation { faults, speed } = simulation;
    let is_streamed = call.stream;
    let kind = jury.kind(Kind::Run);
    let simulated = match jury.judge.simulate(kind, jury.schema, faults, earlier_calls, call).await {
        Ok(simulated) => simulated,
        Err(undecided) => return tell(Came::Undecided(undecided.to_string())),
    };
    let deltas = simulated.arriving().map(deltas).unwrap_or_default();
    for delta in deltas {
        pause(speed.pause()).await;
        if is_streamed {
            tell(Came::Delta(delta));
        }
    }
    pause(speed.pause()).await;
    match simulated.ending() {
        Some(Ok(reply)) => tell(Came::Reply(reply)),
        Some(Err(fault)) => tell(Came::Fault(fault)),
        None => {}
    }
}

/// A reply in pieces.
fn deltas(reply: &Reply) -> Vec<Delta> {
    let reasoning = pieces(&reply.reasoning).into_iter().map(Delta::Reasoning);
    reasoning.chain(pieces(&reply.text).into_iter().map(Delta::Text)).collect()
}

fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let size = characters.len().div_ceil(SIMULATED_PIECES).max(1);
    characters.chunks(size).map(|piece| piece.iter().collect()).collect()
}
