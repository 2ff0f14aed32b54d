//! The scheduler from scripts: a world with a clock, servers and a store, in which whatever is to be done is done.

use super::*;
use crate::core::agent::{AttemptLimit, Critic};
use crate::core::batch::{Arm, JobSetup, Plan, Row};
use crate::core::cost::{Money, price};
use crate::core::critique::Critique;
use crate::core::judge::{Case, Critiqued, Judgement, judge_case, opinion};
use crate::core::provider::{Delta, FinishReason, Message, NetworkFault, Reply, Sampling};
use crate::core::random::Random;
use crate::core::run_file::RunFile;
use crate::core::schema::Schema;
use crate::core::validate::Validator;
use serde_json::json;
use std::collections::HashMap;

const VALID: &str = r#"{"city": "Oslo"}"#;
const INVALID: &str = r#"{"city": "O"}"#;

/// What a server does with a call.
#[derive(Clone)]
enum Answer {
    Text(String),
    Fault(Fault),
    Silence,
}

/// Decides what is answered to a call: which run's it is, how often that has called, and its last message.
type Server = Box<dyn Fn(Asked<'_>) -> (u64, Answer)>;

struct Asked<'a> {
    cell: Cell,
    now: Millis,
    /// How many calls of this run were sent before.
    earlier: usize,
    second: Option<SecondKind>,
    call: &'a Call,
}

/// What is kept outside, as a browser keeps it: texts.
#[derive(Clone, Default, PartialEq, Debug)]
struct Store {
    runs: BTreeMap<Cell, String>,
    rows: BTreeMap<Cell, Row>,
}

enum Event {
    Came(Cell, CallId, Box<Came>),
    Time,
}

struct World {
    scheduler: Scheduler,
    task: Task,
    validator: Validator,
    job: Job,
    targets: Vec<Target>,
    server: Server,
    store: Store,
    now: Millis,
    /// What is going to happen, by time and in order.
    events: BTreeMap<(Millis, u64), Event>,
    alarm: Option<(Millis, u64)>,
    count: u64,
    calls: HashMap<Cell, usize>,
    /// Each call: when, whose, and what it was for.
    sent: Vec<(Millis, Cell, Option<SecondKind>)>,
    /// Each reply that came, by its run and the messages it answers.
    paid: Vec<(Cell, Vec<Message>, u64)>,
    in_flight: BTreeMap<Cell, CallId>,
    most_in_flight: usize,
    said: Vec<String>,
    /// How many steps are made before everything is cut; none where nothing is.
    steps: Option<usize>,
}

fn reply(text: &str, call: &Call) -> Reply {
    let read = estimate_read(&call.messages, call.image.as_ref(), &call.format);
    let usage = Usage { input: read, output: 10, ..Usage::default() };
    Reply { text: text.into(), finish_reason: FinishReason::Stop, usage: Some(usage), ..Reply::default() }
}

fn fault(complaint: Complaint, wait: Option<u64>) -> Answer {
    Answer::Fault(Fault::Server { complaint, status: 400, message: "no".into(), wait: wait.map(Millis) })
}

fn schema() -> Schema {
    Schema::from_fields(&json!({"fields": {"city": {"type": "string", "minLength": 2}}})).unwrap()
}

fn job(inputs: usize, at_once: usize) -> Job {
    Job {
        id: "j".into(),
        setups: vec![JobSetup::default()],
        plan: Plan::Grid { inputs, seeds: Vec::new() },
        limits: JobLimits { at_once, ..JobLimits::default() },
        ..Job::default()
    }
}

fn one_server(setups: usize) -> Vec<Target> {
    vec![Target { server: 0, is_local: false }; setups]
}

impl World {
    fn new(job: Job, targets: Vec<Target>, server: impl Fn(Asked<'_>) -> (u64, Answer) + 'static) -> Self {
        let schema = schema();
        let task = Task {
            schema_text: schema.prompt_text(),
            prompt: "Where?".into(),
            attempts: AttemptLimit::new(3),
            sampling: Sampling { temperature: None, seed: Some(1) },
            token_limit: 50,
            silence: Millis(5_000),
            purse: Purse { price: price("m 1 10", "custom", "m"), ..Purse::default() },
            rest_seed: 7,
            ..Task::default()
        };
        let scheduler = Scheduler::new(job.clone(), targets.clone(), Earlier::default());
        Self {
            scheduler,
            task,
            validator: Validator::new(&schema),
            job,
            targets,
            server: Box::new(server),
            store: Store::default(),
            now: Millis(1_000),
            events: BTreeMap::new(),
            alarm: None,
            count: 0,
            calls: HashMap::new(),
            sent: Vec::new(),
            paid: Vec::new(),
            in_flight: BTreeMap::new(),
            most_in_flight: 0,
            said: Vec::new(),
            steps: None,
        }
    }

    /// Goes on until nothing more happens, or everything is cut.
    fn go(&mut self) -> &mut Self {
        self.scheduler.resume(self.now);
        self.carry_out();
        self.happen()
    }

    fn happen(&mut self) -> &mut Self {
        while self.steps != Some(0)
            && let Some(((time, _), event)) = self.events.pop_first()
        {
            self.now = self.now.max(time);
            match event {
                Event::Came(cell, id, came) => {
                    if !matches!(*came, Came::Delta(_)) {
                        self.in_flight.retain(|flying, flight| *flying != cell || *flight != id);
                    }
                    self.scheduler.handle(cell, id, *came, self.now);
                }
                Event::Time => {
                    self.alarm = None;
                    self.scheduler.handle_time(self.now);
                }
            }
            self.carry_out();
        }
        self
    }

    fn later(&mut self, wait: u64, event: Event) {
        self.count += 1;
        self.events.insert((self.now + Millis(wait), self.count), event);
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.scheduler.poll() {
            match output {
                Output::Load(cell) => {
                    let loaded = self.load(cell);
                    self.scheduler.handle_loaded(cell, loaded, self.now);
                }
                Output::Send { cell, id, second, call } => self.send(cell, id, second, &call),
                Output::Judge(cell, judged) => self.judge(cell, judged),
                Output::Keep(cell) => {
                    let run =
                        RunFile { attempts: self.scheduler.attempts(cell).to_vec(), ..RunFile::default() };
                    self.store.runs.insert(cell, run.into_json().to_string());
                }
                Output::Finish(cell) => {
                    let (attempts, ending) = self.scheduler.take(cell).unwrap();
                    self.in_flight.remove(&cell);
                    let run = RunFile { attempts, ending, ..RunFile::default() };
                    let row = Row { took: Millis(0), ..Row::of(cell, &run) };
                    assert_eq!(self.store.rows.insert(cell, row), None);
                    self.store.runs.insert(cell, run.into_json().to_string());
                }
                Output::Release(cell) => drop(self.in_flight.remove(&cell)),
                Output::Learn(_, _) => {}
                Output::WaitUntil(time) => {
                    if let Some(alarm) = self.alarm.take() {
                        self.events.remove(&alarm);
                    }
                    self.count += 1;
                    self.alarm = Some((time, self.count));
                    self.events.insert((time, self.count), Event::Time);
                }
                Output::Stands => match self.scheduler.standing() {
                    Standing::Paused(why) => self.said.push(why.words()),
                    Standing::Resting | Standing::Running | Standing::Done => {}
                },
            }
            // A reply and its keeping are one step; between any two others everything may end.
            if let Some(steps) = self.steps.as_mut().filter(|steps| **steps > 0) {
                *steps -= 1;
                if *steps == 0 {
                    while self.scheduler.poll().is_some() {}
                }
            }
        }
    }

    fn send(&mut self, cell: Cell, id: CallId, second: Option<SecondKind>, call: &Call) {
        self.sent.push((self.now, cell, second));
        self.in_flight.insert(cell, id);
        self.most_in_flight = self.most_in_flight.max(self.in_flight.len());
        let earlier = self.calls.entry(cell).or_default();
        let asked = Asked { cell, now: self.now, earlier: *earlier, second, call };
        *earlier += 1;
        let (wait, answer) = (self.server)(asked);
        let came = match answer {
            Answer::Text(text) => {
                self.paid.push((cell, call.messages.clone(), call.sampling.seed.unwrap_or_default()));
                Came::Reply(reply(&text, call))
            }
            Answer::Fault(fault) => Came::Fault(fault),
            Answer::Silence => return,
        };
        if matches!(came, Came::Reply(_)) {
            self.later(wait / 2, Event::Came(cell, id, Came::Delta(Delta::Accepted).into()));
        }
        self.later(wait, Event::Came(cell, id, came.into()));
    }

    fn judge(&mut self, cell: Cell, judged: Judged) {
        let validator = Some(&self.validator);
        let (id, came) = match judged {
            Judged::Reply(id, case) => (id, Came::Judgement(judge_case(&case, validator, None))),
            Judged::Critique(id, case, text) => {
                (id, Came::Critiqued(Critiqued::new(&case, validator, None, &text)))
            }
            Judged::Opinion(id, text) => (id, Came::Opinion(opinion(&text))),
            Judged::Growth { id, .. } => (id, Came::Growth(None)),
        };
        // It takes no call.
        self.scheduler.handle(cell, id, came, self.now);
    }

    /// What a page finds of a run that was kept: its text, whose replies are judged again.
    fn load(&self, cell: Cell) -> Loaded {
        let place = self.job.place(cell).unwrap();
        let from = match place.arm {
            Some((of, _)) if !self.store.runs.contains_key(&cell) => Cell(1_000 + of.0),
            Some(_) | None => cell,
        };
        let mut task = self.task.clone();
        task.input = format!("{place:?}");
        if let Some((_, arm)) = place.arm {
            task.correcting = arm.correcting();
        }
        let Some(text) = self.store.runs.get(&from) else { return Loaded { task, attempts: Vec::new() } };
        let run = RunFile::read(text).unwrap();
        let judge = |(case, critic): (Case, Option<String>)| -> Judgement {
            match critic {
                None => judge_case(&case, Some(&self.validator), None),
                Some(text) => Critiqued::new(&case, Some(&self.validator), None, &text).judgement,
            }
        };
        let judgements: Vec<_> = run.cases().into_iter().map(|case| case.map(judge)).collect();
        Loaded { task, attempts: run.restored(judgements) }
    }

    /// The same store with a page that was opened anew.
    fn reopened(self) -> Self {
        let read = |text: &String| RunFile::read(text).unwrap();
        let spent =
            |text: &String| read(text).attempts.iter().filter_map(|attempt| attempt.spent).sum::<Spent>();
        let begun = self.store.runs.iter().filter(|(cell, _)| !self.store.rows.contains_key(cell));
        let earlier = Earlier {
            finished: self.store.rows.keys().copied().collect(),
            spent: self.store.rows.values().map(|row| row.spent).sum(),
            begun: begun.map(|(cell, text)| (*cell, spent(text))).collect(),
        };
        let scheduler = Scheduler::new(self.job.clone(), self.targets.clone(), earlier);
        Self {
            scheduler,
            events: BTreeMap::new(),
            alarm: None,
            in_flight: BTreeMap::new(),
            steps: None,
            ..self
        }
    }

    fn outcomes(&self) -> Vec<(usize, &str, u64)> {
        self.store.rows.values().map(|row| (row.cell.0, row.outcome.name(), row.attempts)).collect()
    }
}

/// A model that is wrong at first, as often as its run's number says.
fn learner(asked: Asked<'_>) -> (u64, Answer) {
    let wrong = asked.cell.0 % 3;
    let text = if asked.earlier < wrong { INVALID } else { VALID };
    (100 + asked.cell.0 as u64, Answer::Text(text.into()))
}

#[test]
fn every_run_comes_to_its_end_and_no_more_are_called_at_once_than_may_be() {
    for at_once in [1, 2, 4, 8] {
        let mut world = World::new(job(9, at_once), one_server(1), learner);
        world.go();
        let expected: Vec<_> = (0..9).map(|cell| (cell, "Valid", cell as u64 % 3 + 1)).collect();
        assert_eq!(world.outcomes(), expected);
        assert_eq!((world.most_in_flight, world.sent.len()), (at_once, 18));
        assert_eq!(*world.scheduler.standing(), Standing::Done);
        let spent: Spent = world.store.rows.values().map(|row| row.spent).sum();
        assert_eq!(world.scheduler.spent(), spent);
    }
}

#[test]
fn a_local_server_gets_all_runs_of_one_setup_before_those_of_the_next() {
    for (is_local, expected) in [(false, [0, 1, 2, 3, 4, 5]), (true, [0, 2, 4, 1, 3, 5])] {
        let job = Job { setups: vec![JobSetup::default(); 2], ..job(3, 1) };
        let mut world =
            World::new(job, vec![Target { server: 0, is_local }; 2], |_| (9, Answer::Text(VALID.into())));
        world.go();
        assert_eq!(world.sent.iter().map(|(_, cell, _)| cell.0).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn what_one_run_is_told_of_a_limit_all_keep_to() {
    // The third call is one too many, and so are all for ten seconds.
    let mut world = World::new(job(12, 4), one_server(1), |asked| {
        if asked.cell == Cell(2) && asked.earlier == 0 {
            (10, fault(Complaint::RateLimited, Some(10_000)))
        } else {
            (100, Answer::Text(VALID.into()))
        }
    });
    world.go();
    let told = Millis(1_010);
    let during = world.sent.iter().filter(|(time, _, _)| *time > told && *time < told + Millis(10_000));
    assert_eq!(during.count(), 0);
    assert_eq!(world.outcomes().len(), 12);
    // Afterwards there are two at once, and then more again.
    let after: Vec<_> = world.sent.iter().map(|(time, _, _)| time.0).filter(|time| *time >= 11_010).collect();
    assert_eq!(after[..4], [11_010, 11_010, 11_110, 11_110]);
}

#[test]
fn another_server_goes_on_meanwhile() {
    let job = Job { setups: vec![JobSetup::default(); 2], ..job(6, 2) };
    let targets = vec![Target { server: 0, is_local: false }, Target { server: 1, is_local: false }];
    let mut world = World::new(job, targets, |asked| match (asked.cell.0 % 2, asked.now.0 < 60_000) {
        (0, true) => (10, fault(Complaint::RateLimited, Some(60_000))),
        (_, _) => (100, Answer::Text(VALID.into())),
    });
    world.go();
    let other = world.sent.iter().filter(|(time, cell, _)| cell.0 % 2 == 1 && time.0 < 60_000);
    assert_eq!((other.count(), world.outcomes().len()), (6, 12));
}

#[test]
fn a_server_that_stays_busy_is_asked_later_and_given_up_in_the_end() {
    let mut world = World::new(job(1, 1), one_server(1), |_| (10, fault(Complaint::Overloaded, Some(1_000))));
    world.go();
    assert_eq!(world.outcomes(), [(0, "No answer", 1)]);
    // Four times with three more each.
    assert_eq!(world.sent.len(), 16);
    let mut world = World::new(job(2, 1), one_server(1), |asked| match asked.now.0 {
        0..20_000 => (10, fault(Complaint::Overloaded, Some(1_000))),
        _ => (10, Answer::Text(VALID.into())),
    });
    world.go();
    assert_eq!(world.outcomes(), [(0, "Valid", 1), (1, "Valid", 1)]);
}

#[test]
fn what_no_other_call_would_survive_pauses_and_loses_nothing() {
    let refused: [(Answer, &str); 3] = [
        (fault(Complaint::KeyRefused, None), "Key refused: no"),
        (fault(Complaint::NoCredit, None), "Call failed: no"),
        (Answer::Fault(Fault::Network(NetworkFault::Unreachable)), "Unreachable"),
    ];
    for (answer, words) in refused {
        let is_mended = std::rc::Rc::new(std::cell::Cell::new(false));
        let mended = is_mended.clone();
        let mut world = World::new(job(6, 2), one_server(1), move |asked| {
            if asked.cell.0 >= 2 && !mended.get() { (50, answer.clone()) } else { learner(asked) }
        });
        world.go();
        assert_eq!(world.outcomes().len(), 2);
        assert!(world.said.iter().any(|said| said.ends_with(words)), "{:?}", world.said);
        is_mended.set(true);
        world.go();
        assert_eq!(world.outcomes().len(), 6);
    }
}

#[test]
fn one_input_that_no_server_takes_does_not_hold_up_the_others_but_many_do() {
    let too_long = || fault(Complaint::ContextOverflow { used: None, limit: None }, None);
    let mut world = World::new(job(40, 1), one_server(1), move |asked| {
        if asked.cell.0 == 3 || asked.cell.0 > 9 { (5, too_long()) } else { (5, Answer::Text(VALID.into())) }
    });
    world.go();
    assert_eq!(world.outcomes().len(), 10 + MOST_UNANSWERED);
    assert_eq!(
        world.said,
        ["Paused, since one run after another came to no answer. The last one: Too long: no"]
    );
}

#[test]
fn a_budget_holds_over_all_runs_at_once() {
    for (limits, words) in [
        (JobLimits { at_once: 4, tokens: Some(1_000), money: None }, "tokens"),
        (JobLimits { at_once: 4, tokens: None, money: Money::parse("0.004").ok() }, "$0.004"),
    ] {
        let mut world = World::new(Job { limits, ..job(50, 4) }, one_server(1), learner);
        world.go();
        let spent = world.scheduler.spent();
        let total = spent.usage.input + spent.usage.output;
        assert!(limits.tokens.is_none_or(|tokens| total <= tokens && total > tokens / 2));
        assert!(limits.money.is_none_or(|money| spent.cost.amount() <= money));
        assert!(world.said[0].contains(words), "{:?}", world.said);
        assert!(world.outcomes().len() < 50);
        // With more of it the rest is done, from where it was.
        let sent = world.sent.len();
        world.scheduler.set_limits(JobLimits { at_once: 4, ..JobLimits::default() }, world.now);
        world.go();
        assert_eq!((world.outcomes().len(), world.sent.len()), (50, 99));
        assert!(sent < 99);
    }
}

#[test]
fn a_pause_lets_what_is_under_way_come_to_its_end_and_a_stop_does_not() {
    let mut world = World::new(job(6, 2), one_server(1), learner);
    world.scheduler.resume(world.now);
    world.carry_out();
    world.scheduler.pause(world.now);
    world.carry_out();
    world.happen();
    // The second run failed once, and waits to call again.
    assert_eq!((world.outcomes(), world.sent.len()), (vec![(0, "Valid", 1)], 2));
    world.scheduler.stop(world.now);
    world.carry_out();
    assert_eq!((world.in_flight.len(), world.scheduler.under_way().count()), (0, 0));
    world.go();
    assert_eq!((world.outcomes().len(), world.paid.len()), (6, 12));
    assert_eq!(*world.scheduler.standing(), Standing::Done);
}

#[test]
fn a_call_that_waits_is_not_silent() {
    // Each takes nearly as long as a server may be silent, and they come one after the other.
    let mut world = World::new(job(5, 1), one_server(1), |_| (4_900, Answer::Text(VALID.into())));
    world.go();
    assert_eq!(world.outcomes().iter().filter(|(_, outcome, _)| *outcome == "Valid").count(), 5);
    let mut world = World::new(job(1, 1), one_server(1), |_| (0, Answer::Silence));
    world.go();
    assert_eq!(world.sent.iter().map(|(time, _, _)| time.0).collect::<Vec<_>>(), [1_000, 6_000, 11_000]);
    assert_eq!(world.outcomes(), [(0, "No answer", 3)]);
}

/// A world in which everything happens that can be gone on with.
fn eventful(seed: u64, criticised: bool) -> World {
    let job = Job { setups: vec![JobSetup::default(); 2], ..job(4, 3) };
    let mut world = World::new(job, one_server(2), move |asked| {
        let mut random = Random::new(seed ^ (asked.cell.0 as u64 * 31 + asked.earlier as u64 * 7));
        let wait = 20 + random.below(300);
        // How often a run has called depends on where it was cut; what it is told does not.
        let told = asked.call.messages.iter().map(|message| message.content.len()).sum::<usize>();
        let mut random = Random::new(seed ^ (asked.cell.0 as u64 * 1_009 + told as u64));
        let text = match asked.second {
            Some(SecondKind::Opinion) => r#"{"looks_good": true, "reason": "fine"}"#.to_owned(),
            Some(SecondKind::Critique) if random.below(2) == 0 => {
                r#"{"objections": [{"place": "city", "problem": "is not a capital"}]}"#.to_owned()
            }
            Some(SecondKind::Critique) => r#"{"objections": []}"#.to_owned(),
            None => match random.below(6) {
                0 => VALID.to_owned(),
                1 => format!("{{\"city\": \"Oslo{}\"}}", random.below(9)),
                2 => "no JSON at all".to_owned(),
                _ => format!("{{\"city\": {}}}", random.below(99)),
            },
        };
        (wait, Answer::Text(text))
    });
    if criticised {
        let critique = Critique::new("Only capitals.").unwrap();
        world.task.critic = Some(Critic { critique, price: None });
        world.task.has_opinion = true;
    }
    world
}

#[test]
fn a_batch_that_is_cut_at_any_point_loses_nothing_and_pays_for_nothing_twice() {
    for (seed, criticised) in [(1, false), (2, false), (3, true), (4, true)] {
        let mut whole = eventful(seed, criticised);
        whole.go();
        assert_eq!(whole.outcomes().len(), 8);
        for steps in 1.. {
            let mut cut = eventful(seed, criticised);
            cut.steps = Some(steps);
            cut.go();
            let is_over = cut.steps != Some(0);
            // Replies on their way when it was cut are paid for and lost: nobody has them.
            let lost = cut.in_flight.len();
            let mut reopened = cut.reopened();
            reopened.go();
            let (rows, expected) = (&reopened.store.rows, &whole.store.rows);
            assert_eq!(rows, expected, "seed {seed}, cut after {steps}");
            let twice = reopened.paid.len() - whole.paid.len();
            assert!(twice <= lost, "seed {seed}, cut after {steps}: {twice} more calls, {lost} on their way");
            if is_over {
                break;
            }
        }
    }
}

#[test]
fn failed_first_attempts_are_followed_in_every_way_without_being_made_again() {
    let arms: Vec<_> = Arm::all().collect();
    let plan = Plan::Recovery {
        of: "a".into(),
        inputs: 2,
        seeds: Vec::new(),
        failed: vec![Cell(1)],
        arms: arms.clone(),
    };
    let mut world =
        World::new(Job { plan, ..job(2, 2) }, one_server(1), |_| (10, Answer::Text(VALID.into())));
    world.task.attempts = AttemptLimit::new(2);
    let mut first = World::new(job(2, 1), one_server(1), |_| (10, Answer::Text(INVALID.into())));
    first.task.attempts = AttemptLimit::new(1);
    first.go();
    world.store.runs.insert(Cell(1_001), first.store.runs[&Cell(1)].clone());
    world.go();
    assert_eq!(world.outcomes(), (0..arms.len()).map(|arm| (arm, "Valid", 2)).collect::<Vec<_>>());
    assert_eq!(world.sent.len(), arms.len());
    let (_, messages, seed) = world.paid.iter().find(|(cell, _, _)| *cell == Cell(0)).unwrap();
    // Asked again, it is told nothing, and draws another answer.
    assert_eq!((messages, *seed), (&first.paid[1].1, 2));
    let told = world.paid.iter().filter(|(_, messages, _)| messages.last() != first.paid[1].1.last());
    assert_eq!(told.count(), arms.len() - 1);
    // What is paid for is what followed.
    let rows: Spent = world.store.rows.values().map(|row| row.spent).sum();
    let firsts: Spent = world.store.rows.values().map(|row| row.first).sum();
    let spent = world.scheduler.spent();
    assert_eq!(spent.usage.output + firsts.usage.output, rows.usage.output);
}

#[test]
fn whatever_comes_no_limit_is_exceeded() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let limits = JobLimits {
            at_once: 1 + random.below(6) as usize,
            tokens: (random.below(2) == 0).then(|| 200 + random.below(3_000)),
            money: (random.below(2) == 0)
                .then(|| Money::from_nano_dollars(100_000 + random.below(3_000_000))),
        };
        let job = Job { setups: vec![JobSetup::default(); 2], limits, ..job(8, 1) };
        let servers = vec![Target { server: 0, is_local: false }, Target { server: 1, is_local: true }];
        let mut world = World::new(job, servers, move |asked| {
            let mut random = Random::new(seed ^ (asked.now.0 * 31 + asked.cell.0 as u64));
            let wait = random.below(6_000);
            let answer = match random.below(12) {
                0 => fault(Complaint::RateLimited, Some(random.below(20_000))),
                1 => fault(Complaint::Overloaded, None),
                2 => fault(Complaint::Failed, None),
                3 => Answer::Fault(Fault::Cut { reply: Box::default() }),
                4 => Answer::Silence,
                5..8 => Answer::Text(INVALID.into()),
                _ => Answer::Text(VALID.into()),
            };
            (wait, answer)
        });
        world.go();
        let spent = world.scheduler.spent();
        let total = spent.usage.input + spent.usage.output;
        assert!(world.most_in_flight <= limits.at_once);
        assert!(limits.tokens.is_none_or(|tokens| total <= tokens), "{seed}: {total} of {limits:?}");
        assert!(
            limits.money.is_none_or(|money| spent.cost.amount() <= money),
            "{seed}: {spent:?} of {limits:?}"
        );
        let is_over = *world.scheduler.standing() == Standing::Done;
        assert_eq!(is_over, world.outcomes().len() == 16, "{seed}: {:?}", world.scheduler.standing());
        assert!(is_over || !world.said.is_empty(), "{seed}");
    }
}
