//! Which run of a batch calls when. Knows nothing of how a call is sent, of a clock or of where runs are kept.
//!
//! [`Scheduler`] is a state machine without I/O, as a run is, and holds those that are under way. What happened goes in
//! through its methods, each with the time; what to do comes out of [`Scheduler::poll`], which is called until it gives
//! nothing, and done in that order.
//!
//! A run that sends a call waits here until it may: while fewer calls are under way than are allowed at once, its
//! server does not want to be left alone, and the call fits into the budget beside all that is spent and under way.
//! What a run has is kept before it calls again, so that a batch that is cut at any point goes on where it was.

mod gate;
mod output;
mod standing;
#[cfg(test)]
mod tests;

pub use output::{Judged, Output};
pub use standing::{Standing, Why};

use super::job::{Cell, Job, JobLimits, Way};
use super::row::words;
use crate::core::agent::{
    self, Attempt, CallId, Came, Ending, Event, OnHopeless, Outcome, Phase, Purse, Run, SecondKind, Spent,
    Task, estimate_read,
};
use crate::core::cost::{Budget, Cost, OverBudget, Price, Tokens};
use crate::core::provider::{Call, Complaint, Fault, Usage};
use crate::core::time::Millis;
use gate::Gate;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How often a run is put back whose server stays busy, before it counts as one without an answer.
const MOST_PUT_BACK: u8 = 3;

/// How long a server is left alone that stays busy, the first time; each time after it twice as long.
const STAYS_BUSY: Millis = Millis(15_000);

/// After so many runs in a row without an answer a person shall look at it.
const MOST_UNANSWERED: usize = 8;

/// Where the runs of a setup go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Which server, by a number of its own.
    pub server: usize,
    /// Whether that server takes long to change its model, so that all runs of one setup come before those of the next.
    pub is_local: bool,
}

/// The runs of a batch.
#[derive(Debug)]
pub struct Scheduler {
    job: Job,
    targets: Vec<Target>,
    gates: Vec<Gate>,
    /// Runs that have not begun, or do not go on for now, by their server.
    pending: Vec<VecDeque<Cell>>,
    loading: BTreeSet<Cell>,
    runs: BTreeMap<Cell, Active>,
    held: VecDeque<Held>,
    /// What runs took that are not under way: finished ones all together, and others.
    finished: Spent,
    aside: BTreeMap<Cell, Spent>,
    put_back: BTreeMap<Cell, u8>,
    unanswered: usize,
    standing: Standing,
    wake: Option<Millis>,
    outputs: VecDeque<Output>,
}

/// A run under way.
#[derive(Debug)]
struct Active {
    run: Run,
    /// How many of its attempts another run has made, and paid for.
    given: usize,
    /// What its calls cost, and those of its critic.
    price: Option<Price>,
    critic: Option<Price>,
    waits_for_hopeless: bool,
    alarm: Option<Millis>,
    flight: Option<Flight>,
    ending: Option<Ending>,
}

/// A call under way, and what it may take.
#[derive(Clone, Copy, Debug)]
struct Flight {
    id: CallId,
    reserved: Spent,
}

/// A call that waits.
#[derive(Debug)]
struct Held {
    cell: Cell,
    id: CallId,
    second: Option<SecondKind>,
    call: Call,
}

/// What a run is to do, and what there is of it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its task.
    pub task: Task,
    /// Its attempts so far, judged.
    pub attempts: Vec<Attempt>,
}

/// What is known of a batch that was begun before.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// The runs that are over, and what all of them took.
    pub finished: BTreeSet<Cell>,
    /// See `finished`.
    pub spent: Spent,
    /// The runs that have begun, and what each took.
    pub begun: BTreeMap<Cell, Spent>,
}

impl Scheduler {
    /// A batch that rests. `targets` says where the runs of each setup go.
    pub fn new(job: Job, targets: Vec<Target>, earlier: Earlier) -> Self {
        let servers = targets.iter().map(|target| target.server + 1).max().unwrap_or_default();
        let mut pending = vec![VecDeque::new(); servers];
        let target = |cell: Cell| Some((*targets.get(job.place(cell)?.setup)?, job.place(cell)?.setup));
        let mut cells: Vec<_> =
            (0..job.count()).map(Cell).filter(|cell| !earlier.finished.contains(cell)).collect();
        // What has begun goes on first.
        cells.sort_by_cached_key(|cell| {
            let by_setup = target(*cell).filter(|(target, _)| target.is_local).map(|(_, setup)| setup);
            (!earlier.begun.contains_key(cell), by_setup, *cell)
        });
        for cell in cells {
            if let Some(queue) = target(cell).and_then(|(target, _)| pending.get_mut(target.server)) {
                queue.push_back(cell);
            }
        }
        Self {
            gates: vec![Gate::new(job.limits.at_once); servers],
            pending,
            targets,
            loading: BTreeSet::new(),
            runs: BTreeMap::new(),
            held: VecDeque::new(),
            finished: earlier.spent,
            aside: earlier.begun,
            put_back: BTreeMap::new(),
            unanswered: 0,
            standing: Standing::default(),
            wake: None,
            outputs: VecDeque::new(),
            job,
        }
    }

    /// What to do next; nothing until something happens.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// How it stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The attempts of a run under way, or of one that is over and was not taken.
    pub fn attempts(&self, cell: Cell) -> &[Attempt] {
        self.runs.get(&cell).map_or(&[], |active| active.run.attempts())
    }

    /// Takes a run that is over: its attempts, and how it ended.
    pub fn take(&mut self, cell: Cell) -> Option<(Vec<Attempt>, Ending)> {
        let active = self.runs.remove(&cell)?;
        self.finished = self.finished + active.spent();
        Some((active.run.attempts().to_vec(), active.ending.unwrap_or(Ending::Stopped)))
    }

    /// Which runs are under way.
    pub fn under_way(&self) -> impl Iterator<Item = Cell> {
        self.runs.keys().copied().chain(self.loading.iter().copied())
    }

    /// What all runs took, and may take at the most with the calls that are under way.
    pub fn spent(&self) -> Spent {
        let active = self.runs.values().map(|active| active.spent() + active.reserved());
        active.chain(self.aside.values().copied()).fold(self.finished, |sum, spent| sum + spent)
    }

    /// Goes on, or begins.
    pub fn resume(&mut self, now: Millis) {
        self.unanswered = 0;
        self.put_back.clear();
        self.stand(Standing::Running);
        self.go_on(now);
    }

    /// Calls nothing more: what is under way comes to its end.
    pub fn pause(&mut self, now: Millis) {
        if self.standing == Standing::Running {
            self.stand(Standing::Paused(Why::Person));
            self.go_on(now);
        }
    }

    /// Calls nothing more, and lets go of what is under way: what was kept of it goes on another time.
    pub fn stop(&mut self, now: Millis) {
        let mut under_way: Vec<_> = self.under_way().collect();
        under_way.sort_unstable();
        for cell in under_way.into_iter().rev() {
            self.loading.remove(&cell);
            self.release(cell);
            self.wait_again(cell);
        }
        if self.standing != Standing::Done {
            self.stand(Standing::Resting);
        }
        self.go_on(now);
    }

    /// Takes other limits.
    pub fn set_limits(&mut self, limits: JobLimits, now: Millis) {
        self.job.limits = limits;
        self.gates.iter_mut().for_each(|gate| gate.set_most(limits.at_once));
        self.go_on(now);
    }

    /// What a run is to do was found out.
    pub fn handle_loaded(&mut self, cell: Cell, loaded: Loaded, now: Millis) {
        if !self.loading.remove(&cell) {
            return;
        }
        let Loaded { task, attempts } = loaded;
        let is_arm = self.job.place(cell).is_some_and(|place| place.arm.is_some());
        let mut active = Active {
            given: usize::from(is_arm),
            price: task.purse.price,
            critic: task.critic.as_ref().and_then(|critic| critic.price),
            waits_for_hopeless: task.hopeless == OnHopeless::Wait,
            alarm: None,
            flight: None,
            ending: None,
            run: Run::new(task),
        };
        active.run.resume(attempts, now);
        self.aside.remove(&cell);
        self.runs.insert(cell, active);
        self.follow(cell, now);
        self.go_on(now);
    }

    /// A run cannot begin, and neither can any other: this is to be done first.
    pub fn handle_unready(&mut self, cell: Cell, words: String, now: Millis) {
        if self.loading.remove(&cell) {
            self.wait_again(cell);
            self.stand(Standing::Paused(Why::Unready(words)));
            self.go_on(now);
        }
    }

    /// Something came of a call of a run, or of what the judge was asked for it.
    pub fn handle(&mut self, cell: Cell, id: CallId, came: Came, now: Millis) {
        let Some(active) = self.runs.get_mut(&cell) else { return };
        let is_piece = matches!(came, Came::Delta(_));
        came.tell(&mut active.run, id, now);
        self.follow(cell, now);
        if !is_piece || !self.outputs.is_empty() {
            self.go_on(now);
        }
    }

    /// A call is not made here: its run waits until there is a reply to it.
    pub fn put_aside(&mut self, cell: Cell, now: Millis) {
        if let Some(active) = self.runs.remove(&cell) {
            // What it may take stays taken.
            self.finished = self.finished + active.spent() + active.reserved();
            self.go_on(now);
        }
    }

    /// Time went by.
    pub fn handle_time(&mut self, now: Millis) {
        self.wake = None;
        let is_due = |active: &Active| active.alarm.is_some_and(|alarm| alarm <= now);
        let due: Vec<_> =
            self.runs.iter().filter(|(_, active)| is_due(active)).map(|(cell, _)| *cell).collect();
        for cell in due {
            if let Some(active) = self.runs.get_mut(&cell) {
                active.alarm = None;
                active.run.handle_time(now);
            }
            self.follow(cell, now);
        }
        self.go_on(now);
    }

    /// Does what a run asks for.
    fn follow(&mut self, cell: Cell, now: Millis) {
        while let Some(active) = self.runs.get_mut(&cell) {
            let Some(output) = active.run.poll() else { break };
            match output {
                agent::Output::WaitUntil(time) => active.alarm = Some(time),
                agent::Output::Send { id, second, call } => {
                    if active.run.attempts().len() > 1 || second.is_some() {
                        self.outputs.push_back(Output::Keep(cell));
                    }
                    // It begins to wait for a reply when the call is sent.
                    active.alarm = None;
                    self.held.push_back(Held { cell, id, second, call });
                }
                agent::Output::Judge { id, case } => self.judge(cell, Judged::Reply(id, case)),
                agent::Output::JudgeCritique { id, case, critique } => {
                    self.judge(cell, Judged::Critique(id, case, critique));
                }
                agent::Output::ReadOpinion { id, text } => self.judge(cell, Judged::Opinion(id, text)),
                // Only what may end the call is looked for.
                agent::Output::Grow { id, .. } if active.waits_for_hopeless => {
                    active.run.handle_growth(id, None, now);
                }
                agent::Output::Grow { id, dialect, before, chunk } => {
                    let growth = Judged::Growth { id, dialect, before, chunk };
                    self.outputs.push_back(Output::Judge(cell, growth));
                }
                agent::Output::Learn(change) => self.outputs.push_back(Output::Learn(cell, change)),
                agent::Output::Show(Event::Attempt(attempt)) => {
                    if let Phase::Resting(rest) = &attempt.phase
                        && let Some(gate) = self.gate_of(cell)
                    {
                        gate.rest(rest, now);
                    }
                }
                agent::Output::Show(_) => {}
                agent::Output::Ended(ending) => {
                    active.ending = Some(ending);
                    self.conclude(cell, now);
                }
            }
        }
        if let Some(active) = self.runs.get_mut(&cell)
            && active.flight.is_some_and(|flight| !active.run.is_calling(flight.id))
        {
            active.flight = None;
            self.outputs.push_back(Output::Release(cell));
        }
    }

    /// A reply is there: it is kept before anything is made of it.
    fn judge(&mut self, cell: Cell, judged: Judged) {
        self.outputs.push_back(Output::Keep(cell));
        self.outputs.push_back(Output::Judge(cell, judged));
        self.unanswered = 0;
        if let Some(gate) = self.gate_of(cell) {
            gate.replied();
        }
    }

    /// A run is over: it counts, or the same will be tried another time.
    fn conclude(&mut self, cell: Cell, now: Millis) {
        let Some(active) = self.runs.get(&cell) else { return };
        let outcome = active.run.attempts().last().and_then(Attempt::outcome);
        let (Some(outcome @ Outcome::CallFailed(fault)), Some(Ending::Failed { .. })) =
            (outcome, &active.ending)
        else {
            return self.finish(cell, None);
        };
        let words = words(outcome);
        match after(fault, self.job.way) {
            Then::Finish => self.finish(cell, Some(words)),
            Then::PutBack => {
                let times = self.put_back.entry(cell).or_default();
                *times += 1;
                let times = *times;
                if times > MOST_PUT_BACK {
                    return self.finish(cell, Some(words));
                }
                self.release(cell);
                self.wait_again(cell);
                if let Some(gate) = self.gate_of(cell) {
                    gate.close_until(now + Millis(STAYS_BUSY.0 << (times - 1)), now);
                }
            }
            Then::Pause => {
                self.release(cell);
                self.wait_again(cell);
                if self.standing == Standing::Running {
                    self.stand(Standing::Paused(Why::Server(words)));
                }
            }
        }
    }

    /// A run counts as it is; `unanswered` is what the server said in place of an answer.
    fn finish(&mut self, cell: Cell, unanswered: Option<String>) {
        if let Some(active) = self.runs.get_mut(&cell) {
            active.alarm = None;
        }
        self.outputs.push_back(Output::Finish(cell));
        let Some(words) = unanswered else { return };
        self.unanswered += 1;
        if self.unanswered >= MOST_UNANSWERED
            && self.job.way == Way::Here
            && self.standing == Standing::Running
        {
            self.stand(Standing::Paused(Why::Unanswered(words)));
        }
    }

    /// Lets go of a run that is not over.
    fn release(&mut self, cell: Cell) {
        self.held.retain(|held| held.cell != cell);
        if let Some(active) = self.runs.remove(&cell) {
            // Of a call that is let go of nothing will come, but it may have to be paid for.
            self.finished = self.finished + active.reserved();
            self.aside.insert(cell, active.spent());
            self.outputs.push_back(Output::Release(cell));
        }
    }

    /// Puts a run in front of those that have not begun.
    fn wait_again(&mut self, cell: Cell) {
        if let Some(server) = self.server_of(cell)
            && let Some(queue) = self.pending.get_mut(server)
        {
            queue.push_front(cell);
        }
    }

    /// Sends what may be sent, begins what may begin, and says when to look again.
    fn go_on(&mut self, now: Millis) {
        if self.standing == Standing::Running {
            self.send(now);
        }
        if self.standing == Standing::Running {
            self.begin(now);
            let is_over = self.runs.values().all(|active| active.ending.is_some()) && self.loading.is_empty();
            if is_over && self.pending.iter().all(VecDeque::is_empty) {
                self.stand(Standing::Done);
            }
        }
        let alarms = self.runs.values().filter_map(|active| active.alarm);
        let opening = self.gates.iter().filter_map(|gate| gate.opens(now));
        let wake = alarms.chain(opening.filter(|_| self.standing == Standing::Running)).min();
        if let Some(time) = wake.filter(|_| wake != self.wake) {
            self.outputs.push_back(Output::WaitUntil(time));
        }
        self.wake = wake;
    }

    fn send(&mut self, now: Millis) {
        let mut position = 0;
        while let Some(held) = self.held.get(position) {
            match self.admits(held, now) {
                Ok(None) => position += 1,
                Ok(Some(reserved)) => {
                    let Some(Held { cell, id, second, call }) = self.held.remove(position) else { return };
                    if let Some(active) = self.runs.get_mut(&cell) {
                        active.flight = Some(Flight { id, reserved });
                        active.run.handle_sent(id, now);
                    }
                    self.follow(cell, now);
                    self.outputs.push_back(Output::Send { cell, id, second, call });
                }
                Err(over) => return self.stand(Standing::Paused(Why::Budget(over))),
            }
        }
    }

    /// What a call may take, if it may be sent now.
    ///
    /// # Errors
    /// When it does not fit into the budget whatever becomes of the calls under way.
    fn admits(&self, held: &Held, now: Millis) -> Result<Option<Spent>, OverBudget> {
        let Some((active, server)) = self.runs.get(&held.cell).zip(self.server_of(held.cell)) else {
            return Ok(None);
        };
        let flying = |active: &&Active| active.flight.is_some();
        let in_flight = self.runs.values().filter(flying).count();
        let on_server = self.runs.iter().filter(|(cell, _)| self.server_of(**cell) == Some(server));
        let on_server = on_server.map(|(_, active)| active).filter(flying).count();
        let is_open = self.gates.get(server).is_some_and(|gate| gate.is_open(on_server, now));
        if in_flight >= self.job.limits.at_once.max(1) || !is_open {
            return Ok(None);
        }
        let price = match held.second {
            Some(SecondKind::Critique) => active.critic,
            Some(SecondKind::Opinion) | None => active.price,
        };
        let JobLimits { tokens, money, .. } = self.job.limits;
        let purse = Purse { budget: Budget { tokens, money, time: None }, price };
        let read = estimate_read(&held.call.messages, held.call.image.as_ref(), &held.call.format);
        match purse.refuses(self.spent(), read, held.call.token_limit) {
            None => Ok(Some(reserved(read, held.call.token_limit, price))),
            // Less may be taken by what is under way than it may take.
            Some(_) if in_flight > 0 => Ok(None),
            Some(over) => Err(over),
        }
    }

    fn begin(&mut self, now: Millis) {
        loop {
            let busy =
                self.runs.values().filter(|active| active.ending.is_none()).count() + self.loading.len();
            if busy.saturating_sub(self.waiting_at_closed_gates(now)) >= self.job.limits.at_once.max(1) {
                return;
            }
            let open = self.pending.iter().enumerate().filter(|(server, _)| {
                self.gates.get(*server).is_some_and(|gate| gate.is_open(self.begun_at(*server), now))
            });
            let next = open.filter_map(|(server, queue)| Some((*queue.front()?, server))).min();
            let Some((cell, server)) = next else { return };
            if let Some(queue) = self.pending.get_mut(server) {
                queue.pop_front();
            }
            self.loading.insert(cell);
            self.outputs.push_back(Output::Load(cell));
        }
    }

    /// How many runs wait for a server that wants to be left alone.
    fn waiting_at_closed_gates(&self, now: Millis) -> usize {
        let is_closed = |held: &&Held| {
            let gate = self.server_of(held.cell).and_then(|server| self.gates.get(server));
            gate.is_some_and(|gate| gate.opens(now).is_some())
        };
        self.held.iter().filter(is_closed).count()
    }

    /// How many runs of a server are under way.
    fn begun_at(&self, server: usize) -> usize {
        let active = self.runs.iter().filter(|(_, active)| active.ending.is_none()).map(|(cell, _)| *cell);
        active
            .chain(self.loading.iter().copied())
            .filter(|cell| self.server_of(*cell) == Some(server))
            .count()
    }

    fn server_of(&self, cell: Cell) -> Option<usize> {
        Some(self.targets.get(self.job.place(cell)?.setup)?.server)
    }

    fn gate_of(&mut self, cell: Cell) -> Option<&mut Gate> {
        let server = self.server_of(cell)?;
        self.gates.get_mut(server)
    }

    fn stand(&mut self, standing: Standing) {
        if self.standing != standing {
            self.standing = standing;
            self.outputs.push_back(Output::Stands);
        }
    }
}

impl Active {
    /// What its own attempts took.
    fn spent(&self) -> Spent {
        self.run.attempts().iter().skip(self.given).filter_map(|attempt| attempt.spent).sum()
    }

    /// What its call may take that is under way.
    fn reserved(&self) -> Spent {
        self.flight.map(|flight| flight.reserved).unwrap_or_default()
    }
}

/// What a call may take at the most that reads so much.
fn reserved(read: u64, token_limit: u32, price: Option<Price>) -> Spent {
    let tokens = Tokens { input: read, output: token_limit.into(), cached: 0 };
    // What nobody knows holds nothing back, and must not say that it is nothing.
    let cost = price.map_or(Cost::default(), |price| Cost::of_call(None, Some(tokens), Some(price)));
    let usage = Usage { input: read, output: token_limit.into(), ..Usage::default() };
    Spent { usage, is_estimate: true, cost }
}

/// What follows from a call that failed for good.
enum Then {
    /// The run counts as it is.
    Finish,
    /// It is tried another time.
    PutBack,
    /// No other call would be answered either.
    Pause,
}

fn after(fault: &Fault, way: Way) -> Then {
    match (way, fault) {
        (Way::Files, _) => Then::Finish,
        (Way::Here, Fault::Network(_)) => Then::Pause,
        (Way::Here, Fault::Cut { .. }) => Then::Finish,
        (Way::Here, Fault::Server { complaint, .. }) => match complaint {
            Complaint::KeyRefused
            | Complaint::NoPermission
            | Complaint::NoCredit
            | Complaint::UnknownModel
            | Complaint::NoModelLoaded
            | Complaint::WrongPath
            | Complaint::WebPage => Then::Pause,
            Complaint::RateLimited | Complaint::Overloaded | Complaint::ModelLoading => Then::PutBack,
            Complaint::ContextOverflow { .. }
            | Complaint::TimedOut
            | Complaint::Failed
            | Complaint::ModeRefused { .. }
            | Complaint::ParameterRefused { .. }
            | Complaint::ImagesRefused
            | Complaint::ContentFiltered
            | Complaint::Unreadable
            | Complaint::Empty
            | Complaint::Rejected => Then::Finish,
        },
    }
}
