//! Runs against servers that do anything at any time: whatever comes, no limit is exceeded, and what came once,
//! in the same order, leads to the same again. And all of it is found again in a run file.

use structured_output_validator::core::agent::{
    Attempt, AttemptLimit, CallId, Correcting, Critic, Ending, Event, Manner, OnHopeless, Output, Purse,
    Reviewing, Run, Task, Templates,
};
use structured_output_validator::core::cost::{Budget, Money, estimate_call, price};
use structured_output_validator::core::critique::{Critique, Opinion};
use structured_output_validator::core::image::{Image, MediaType};
use structured_output_validator::core::judge::{
    Critiqued, Desk, Growth, Judgement, Question, Repaired, Response, SchemaSource,
};
use structured_output_validator::core::provider::{
    Call, Delta, Fault, FinishReason, NetworkFault, Provider, Reply, Sampling, Usage,
};
use structured_output_validator::core::random::Random;
use structured_output_validator::core::run_file::{RunFile, Served, Verdict};
use structured_output_validator::core::schema::BuiltIn;
use structured_output_validator::core::time::Millis;

/// An image that counts like a small one.
fn image() -> Option<Image> {
    Image::new(MediaType::Jpeg, "a.jpg", [640, 480], b"pixels")
}

const RUNS: u64 = 2_000;
const SCHEMA: SchemaSource = SchemaSource::BuiltIn(BuiltIn::WeatherReport);

/// What happened to a run.
#[derive(Clone, Debug)]
enum Input {
    Start,
    Delta(CallId, Delta),
    Reply(CallId, Reply),
    Fault(CallId, Fault),
    Growth(CallId, Option<Growth>),
    Judgement(CallId, Judgement),
    Opinion(CallId, Opinion),
    Critiqued(CallId, Critiqued),
    Undecided(CallId, String),
    Approve(String),
    Time,
    Stop,
}

/// A run, with all that went in and came out.
struct Recorded {
    run: Run,
    now: Millis,
    inputs: Vec<(Input, Millis)>,
    outputs: Vec<Output>,
    calls: Vec<(Millis, u32)>,
    /// How often the person said that it may go on.
    approvals: usize,
}

impl Recorded {
    fn new(task: Task) -> Self {
        Self {
            run: Run::new(task),
            now: Millis(0),
            inputs: Vec::new(),
            outputs: Vec::new(),
            calls: Vec::new(),
            approvals: 0,
        }
    }

    /// Takes in what happened, and gives what is to be done about it.
    fn handle(&mut self, input: Input, now: Millis) -> Vec<Output> {
        self.inputs.push((input.clone(), now));
        match input {
            Input::Start => self.run.start(now),
            Input::Delta(id, delta) => self.run.handle_delta(id, delta, now),
            Input::Reply(id, reply) => self.run.handle_reply(id, reply, now),
            Input::Fault(id, fault) => self.run.handle_fault(id, fault, now),
            Input::Growth(id, growth) => self.run.handle_growth(id, growth, now),
            Input::Judgement(id, judgement) => self.run.handle_judgement(id, judgement, now),
            Input::Opinion(id, opinion) => self.run.handle_opinion(id, opinion, now),
            Input::Critiqued(id, critiqued) => self.run.handle_critiqued(id, critiqued, now),
            Input::Approve(correction) => self.run.approve(&correction, now),
            Input::Undecided(id, reason) => self.run.handle_undecided(id, reason, now),
            Input::Time => self.run.handle_time(now),
            Input::Stop => self.run.stop(now),
        }
        let outputs: Vec<_> = std::iter::from_fn(|| self.run.poll()).collect();
        self.calls.extend(outputs.iter().filter_map(|output| match output {
            Output::Send { call, .. } => Some((now, call.token_limit)),
            _ => None,
        }));
        self.outputs.extend(outputs.clone());
        outputs
    }

    /// How it ended, unless it went on after that.
    fn ending(&self) -> Option<&Ending> {
        let last = self.outputs.iter().rev().find_map(|output| match output {
            Output::Ended(ending) => Some(Some(ending)),
            Output::Send { .. } => Some(None),
            Output::Judge { .. }
            | Output::JudgeCritique { .. }
            | Output::ReadOpinion { .. }
            | Output::Learn(_)
            | Output::Grow { .. }
            | Output::WaitUntil(_)
            | Output::Show(_) => None,
        });
        last.flatten()
    }

    /// When calls were sent, and the most tokens of each answer.
    fn calls(&self) -> &[(Millis, u32)] {
        &self.calls
    }
}

/// What draws a task and all that happens to it.
struct World {
    random: Random,
    desk: Desk,
    /// Whether the model has only one answer.
    is_stubborn: bool,
}

impl World {
    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        self.random.pick(things).cloned().expect("something to pick from")
    }

    fn task(&mut self) -> Task {
        let budget = Budget {
            tokens: self.chance(50).then(|| self.random.below(6_000)),
            money: self
                .chance(50)
                .then(|| self.pick(&["0.0005", "0.002", "0.01"]))
                .and_then(|dollars| Money::parse(dollars).ok()),
            time: self.chance(30).then(|| Millis(self.random.below(20_000))),
        };
        let critique = Critique::new("Be brief.");
        let critic = critique
            .filter(|_| self.chance(30))
            .map(|critique| Critic { critique, price: price("m 1 10 0.1", "custom", "m") });
        let ways: Vec<_> = Correcting::all().collect();
        Task {
            schema_text: "Answer with one JSON value.".into(),
            system: String::new(),
            prompt: "Give a weather report.".into(),
            input: String::new(),
            image: self.chance(20).then(image).flatten(),
            attempts: AttemptLimit::new(self.pick(&[1, 2, 3, 4, 5])),
            sampling: Sampling::default(),
            token_limit: self.pick(&[60, 200, 1_000]),
            silence: Millis(5_000),
            repaired: self.pick(&[Repaired::Accept, Repaired::Reject]),
            purse: Purse { budget, price: price("m 1 10 0.1", "custom", "m") },
            hopeless: self.pick(&[OnHopeless::Wait, OnHopeless::Stop]),
            rest_seed: self.random.below(9),
            manner: Manner::default(),
            correcting: self.pick(&ways),
            reviewing: self.pick(&[Reviewing::Off, Reviewing::EachCorrection]),
            critic,
            has_opinion: self.chance(30),
            templates: Templates::default(),
            stream: true,
        }
    }

    fn text(&mut self) -> String {
        if self.is_stubborn {
            return r#"{"city": "O"}"#.to_owned();
        }
        let city = self.pick(&["Oslo", "O", "Rome", "Lima"]);
        let condition = self.pick(&["sunny", "Sunny", "rainy"]);
        let humidity = self.pick(&["50", "150", "\"50\"", "-1"]);
        let right = format!(
            r#"{{"city": "{city}", "temperature_c": 7, "condition": "{condition}", "humidity_pct": {humidity}}}"#
        );
        let half = right.chars().take(right.len() / 2).collect();
        let garbage = (0..30)
            .map(|_| self.pick(&['{', '}', '"', '[', ']', ',', ':', 'a', '1', '\\', '\u{1F600}', ' ']));
        let garbage = garbage.collect();
        self.pick(&[right.clone(), right.clone(), right, half, garbage, String::new(), "Sure.".into()])
    }

    /// A reply that keeps to what was asked for: it is counted as no longer than it may be.
    fn reply(&mut self, call: &Call) -> Reply {
        let texts = estimate_call(call.messages.iter().map(|message| message.content.as_str()), None);
        let read = texts + call.image.as_ref().map_or(0, Image::most_tokens);
        let usage = Usage {
            input: self.random.below(read + 1),
            output: self.random.below(u64::from(call.token_limit) + 1),
            ..Usage::default()
        };
        let finish_reason = self.pick(&[
            FinishReason::Stop,
            FinishReason::Stop,
            FinishReason::Stop,
            FinishReason::Length,
            FinishReason::Refusal,
            FinishReason::Unknown,
        ]);
        let reasoning = self.pick(&["", "", "Hm."]).to_owned();
        Reply {
            text: self.text(),
            reasoning,
            finish_reason,
            usage: self.chance(70).then_some(usage),
            cost: None,
        }
    }

    fn fault(&mut self, call: &Call) -> Fault {
        let wait = self.pick(&[None, Some(Millis(0)), Some(Millis(2_000)), Some(Millis(1_000_000))]);
        let (status, message) = self.pick(&[
            (429, "Rate limit reached."),
            (503, "Overloaded."),
            (500, "Internal error."),
            (401, "Wrong key."),
            (400, "max_tokens is not supported."),
            (400, "The maximum context length is 10 tokens, and you sent 100."),
        ]);
        let reply = Box::new(self.reply(call));
        self.pick(&[
            Fault::of_server(status, message.to_owned(), wait),
            Fault::of_server(status, message.to_owned(), wait),
            Fault::Cut { reply },
            Fault::Network(NetworkFault::Unreachable),
        ])
    }

    /// Runs a task until it ends.
    fn run(&mut self, task: Task) -> Recorded {
        let mut recorded = Recorded::new(task);
        let mut call: Option<(CallId, Call)> = None;
        let mut stale = None;
        let mut wake = Millis(0);
        let mut left = recorded.handle(Input::Start, Millis(0));
        left.reverse();
        while recorded.ending().is_none() || !left.is_empty() {
            let now = recorded.now + Millis(self.random.below(400));
            let next = match (left.pop(), &call) {
                (Some(Output::Send { id, call: sent, .. }), _) => {
                    stale = call.replace((id, sent)).map(|(id, _)| id);
                    continue;
                }
                (Some(Output::Judge { id, case }), _) => {
                    call = None;
                    match self.desk.answer(Question::Judge { schema: SCHEMA, case }) {
                        _ if self.chance(2) => Input::Undecided(id, "no reason".into()),
                        Response::Judged(judgement) => Input::Judgement(id, judgement),
                        other => panic!("{other:?}"),
                    }
                }
                (Some(Output::Grow { id, dialect, before, chunk }), _) => {
                    let question = Question::Grow { schema: SCHEMA, dialect, before, chunk };
                    match self.desk.answer(question) {
                        Response::Grown(growth) => Input::Growth(id, Some(growth)),
                        _ => Input::Growth(id, None),
                    }
                }
                (Some(Output::JudgeCritique { id, case, critique }), _) => {
                    call = None;
                    let question = Question::Critique { schema: SCHEMA, case, critique };
                    match self.desk.answer(question) {
                        Response::Critiqued(critiqued) => Input::Critiqued(id, critiqued),
                        other => panic!("{other:?}"),
                    }
                }
                (Some(Output::ReadOpinion { id, text }), _) => {
                    call = None;
                    match self.desk.answer(Question::Opinion { text }) {
                        Response::Opined(opinion) => Input::Opinion(id, opinion),
                        other => panic!("{other:?}"),
                    }
                }
                (Some(Output::Show(Event::Draft(draft))), _) => {
                    if recorded.ending().is_some() && self.chance(60) {
                        continue;
                    }
                    call = None;
                    recorded.approvals += 1;
                    match self.random.below(4) {
                        0 => Input::Stop,
                        1 => Input::Approve("Be right.".into()),
                        _ => Input::Approve(draft.correction),
                    }
                }
                (Some(Output::WaitUntil(time)), _) => {
                    wake = time;
                    continue;
                }
                (Some(Output::Learn(_) | Output::Show(_) | Output::Ended(_)), _) => continue,
                (None, Some((id, sent))) => {
                    let (id, sent) = (*id, sent.clone());
                    match self.random.below(10) {
                        0 | 1 => Input::Delta(id, Delta::Text(self.text().chars().take(3).collect())),
                        2 => Input::Delta(id, Delta::Reasoning("Hm, ".into())),
                        3 if self.chance(20) => Input::Stop,
                        3 => Input::Reply(stale.unwrap_or(id), self.reply(&sent)),
                        4 | 5 => {
                            call = None;
                            Input::Fault(id, self.fault(&sent))
                        }
                        6 => {
                            call = None;
                            Input::Time
                        }
                        _ => {
                            call = None;
                            Input::Reply(id, self.reply(&sent))
                        }
                    }
                }
                (None, None) => Input::Time,
            };
            let now = match next {
                Input::Time => now.max(wake),
                _ => now,
            };
            recorded.now = now;
            let mut outputs = recorded.handle(next, now);
            outputs.reverse();
            // What was to be done before is done before.
            outputs.append(&mut left);
            left = outputs;
        }
        recorded
    }
}

fn spent(attempts: &[Attempt]) -> (u64, Money) {
    let spent = attempts.iter().filter_map(|attempt| attempt.spent);
    spent.fold((0, Money::ZERO), |(tokens, money), spent| {
        let usage = spent.usage;
        (tokens + usage.input + usage.output, money + spent.cost.amount())
    })
}

#[test]
fn no_limit_is_exceeded_and_a_recorded_run_replays() {
    let mut world = World { random: Random::new(0), desk: Desk::default(), is_stubborn: false };
    let mut endings = std::collections::BTreeSet::new();
    for seed in 0..RUNS {
        world.random = Random::new(seed);
        world.is_stubborn = world.chance(20);
        let task = world.task();
        let recorded = world.run(task.clone());
        let attempts = recorded.run.attempts();
        endings.insert(match recorded.ending() {
            Some(Ending::Valid { .. }) => "valid",
            Some(Ending::Failed { .. }) => "failed",
            Some(Ending::Stalled { .. }) => "stalled",
            Some(Ending::OverBudget { .. }) => "over budget",
            Some(Ending::Stopped) => "stopped",
            None => "none",
        });
        // The person may have asked for more than was set, but never for more than there may be.
        let most = usize::from(task.attempts.get()) + recorded.approvals;
        assert!(attempts.len() <= most.min(usize::from(AttemptLimit::MOST)), "{seed}");
        let is_in_time = |(sent, _): &(Millis, u32)| task.purse.budget.time.is_none_or(|time| *sent < time);
        assert!(recorded.approvals > 0 || recorded.calls().iter().all(is_in_time), "{seed}");
        let (tokens, money) = spent(attempts);
        let budget = task.purse.budget;
        assert!(budget.tokens.is_none_or(|most| tokens <= most), "{seed}: {tokens} tokens of {budget:?}");
        assert!(budget.money.is_none_or(|most| money <= most), "{seed}: {money} of {budget:?}");
        let limits: Vec<_> = recorded.calls().iter().map(|(_, limit)| *limit).collect();
        let is_raised_once =
            limits.iter().all(|limit| [1, 2].map(|times| times * task.token_limit).contains(limit));
        assert!(is_raised_once && limits.is_sorted(), "{seed}: {limits:?}");

        let mut replayed = Recorded::new(task);
        for (input, now) in &recorded.inputs {
            replayed.handle(input.clone(), *now);
        }
        assert_eq!(replayed.outputs, recorded.outputs, "{seed}");
        assert_eq!(replayed.run.attempts(), attempts, "{seed}");
    }
    assert_eq!(
        endings.into_iter().collect::<Vec<_>>(),
        ["failed", "over budget", "stalled", "stopped", "valid"]
    );
}

/// The attempts without what a run file does not keep of them.
fn kept(attempts: &[Attempt]) -> Vec<Attempt> {
    let mut attempts = attempts.to_vec();
    for attempt in &mut attempts {
        (attempt.sent, attempt.judgement) = (None, None);
    }
    attempts
}

#[test]
fn a_run_file_gives_the_run_back_and_its_replies_the_same_verdicts() {
    let mut world = World { random: Random::new(0), desk: Desk::default(), is_stubborn: false };
    let mut judged = 0;
    for seed in 0..RUNS {
        world.random = Random::new(seed);
        world.is_stubborn = world.chance(20);
        let task = world.task();
        let recorded = world.run(task.clone());
        let file = RunFile {
            id: seed.to_string(),
            began: Millis(1_700_000_000_000 + seed),
            setup: serde_json::json!({"seed": seed}),
            schema: SCHEMA,
            schema_name: "Weather report".into(),
            served: world.chance(50).then(|| Served {
                provider: Provider::Custom,
                base_url: "http://localhost:1234/v1".into(),
                model: "m\u{1F600}".into(),
            }),
            prompt: task.prompt,
            input: task.input,
            image: task.image,
            repaired: task.repaired,
            ending: recorded.ending().cloned().expect("the run is over"),
            attempts: recorded.run.attempts().to_vec(),
            requests: vec!["curl".into(); recorded.run.attempts().len()],
        };
        let read = RunFile::read(&file.clone().into_json().to_string()).expect("it was just written");
        let verdicts = |file: &RunFile| -> Vec<_> {
            file.attempts.iter().map(|attempt| attempt.judgement.as_deref().map(Verdict::of)).collect()
        };
        assert_eq!(verdicts(&read), verdicts(&file), "{seed}");
        let question = Question::Again {
            file: file.clone().into_json().to_string(),
            by_own: true,
            chosen: Some((SCHEMA, "Weather report".into())),
        };
        let Response::Again(Ok(again)) = world.desk.answer(question) else {
            panic!("{seed}: it is not read")
        };
        let found: Vec<_> =
            file.attempts.iter().map(|attempt| attempt.judgement.as_deref().cloned()).collect();
        judged += found.iter().flatten().count();
        assert_eq!(again.judgements, found, "{seed}");
        let drawn = again.drawn.to_string();
        assert!(!drawn.contains("again__changed"), "{seed}: {drawn}");
        let again = RunFile::read(&again.file).expect("it was just written");
        let facts = |file: RunFile| RunFile { attempts: kept(&file.attempts), ..file };
        assert_eq!(facts(again), facts(read.clone()), "{seed}");
        assert_eq!(facts(read), facts(file), "{seed}");
    }
    assert!(judged > 1_000, "{judged}");
}
