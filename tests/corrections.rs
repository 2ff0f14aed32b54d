//! The loop with the stand-in model, which mends nothing but what it is told: a correction that leaves an error
//! out ends such a run without a valid answer.

use std::sync::Arc;
use structured_output_validator::core::agent::{
    Attempt, AttemptLimit, Correcting, Ending, Event, Manner, OnHopeless, Outcome, Output, Purse, Reviewing,
    Run, Task, Templates,
};
use structured_output_validator::core::judge::{Desk, Question, Repaired, Response, SchemaSource};
use structured_output_validator::core::provider::{Call, Delta, Sampling};
use structured_output_validator::core::random::Random;
use structured_output_validator::core::schema::BuiltIn;
use structured_output_validator::core::simulate::{Behaviour, Faults, Rate};
use structured_output_validator::core::time::Millis;

/// How many runs there are for each schema.
const RUNS: u64 = 1_000;

/// What no correction can put right: the run ends without a valid answer, or is not meant to go on.
const NOT_MENDED: [Behaviour; 8] = [
    Behaviour::Refusal,
    Behaviour::ContentFilter,
    Behaviour::Overflow,
    Behaviour::KeyRefused,
    Behaviour::Unreachable,
    Behaviour::Oscillates,
    Behaviour::NeverLearns,
    Behaviour::NeverMends,
];

/// A run of the stand-in model, as it is to be.
#[derive(Clone, Debug)]
struct Case {
    built_in: BuiltIn,
    faults: Faults,
    correcting: Correcting,
    repaired: Repaired,
    attempts: u8,
    seed: u64,
}

impl Case {
    fn new(built_in: BuiltIn, behaviour: Behaviour) -> Self {
        Self {
            built_in,
            faults: Faults::always(behaviour),
            correcting: Correcting::Auto,
            repaired: Repaired::Accept,
            attempts: 3,
            seed: 1,
        }
    }

    fn task(&self) -> Task {
        let schema = self.built_in.schema().expect("a built-in schema");
        Task {
            // It reads no prompt.
            schema_text: String::new(),
            system: String::new(),
            prompt: schema.example.prompt,
            input: schema.example.input,
            image: None,
            attempts: AttemptLimit::new(self.attempts),
            sampling: Sampling { temperature: None, seed: Some(self.seed) },
            token_limit: 4096,
            silence: Millis(60_000),
            repaired: self.repaired,
            purse: Purse::default(),
            hopeless: OnHopeless::Wait,
            rest_seed: 0,
            manner: Manner::default(),
            correcting: self.correcting,
            reviewing: Reviewing::Off,
            critic: None,
            has_opinion: false,
            templates: Templates::default(),
            stream: true,
        }
    }

    /// Runs it; what is sent can be changed on its way.
    fn run(&self, desk: &mut Desk, change: impl Fn(&mut Call)) -> (Ending, Vec<Arc<Attempt>>) {
        let mut run = Run::new(self.task());
        let schema = || SchemaSource::BuiltIn(self.built_in);
        let (mut calls, mut wake, mut now) = (0, Millis(0), Millis(0));
        let mut attempts: Vec<Arc<Attempt>> = Vec::new();
        run.start(now);
        loop {
            match run.poll() {
                Some(Output::Send { id, mut call, .. }) => {
                    change(&mut call);
                    let question = Question::Simulate {
                        schema: schema(),
                        faults: self.faults,
                        earlier_calls: calls,
                        call,
                    };
                    calls += 1;
                    let Response::Simulated(simulated) = desk.answer(question) else { panic!("nothing") };
                    if let Some(reply) = simulated.arriving() {
                        run.handle_delta(id, Delta::Text(reply.text.clone()), now);
                    }
                    match simulated.ending() {
                        Some(Ok(reply)) => run.handle_reply(id, reply, now),
                        Some(Err(fault)) => run.handle_fault(id, fault, now),
                        None => {}
                    }
                }
                Some(Output::Judge { id, case }) => {
                    let Response::Judged(judgement) = desk.answer(Question::Judge { schema: schema(), case })
                    else {
                        panic!("no judgement")
                    };
                    run.handle_judgement(id, judgement, now);
                }
                Some(Output::WaitUntil(time)) => wake = time,
                Some(Output::Show(Event::Attempt(attempt))) => {
                    attempts.retain(|earlier| earlier.number != attempt.number);
                    attempts.push(attempt);
                }
                Some(
                    Output::Grow { .. }
                    | Output::Show(_)
                    | Output::Learn(_)
                    | Output::JudgeCritique { .. }
                    | Output::ReadOpinion { .. },
                ) => {}
                Some(Output::Ended(ending)) => return (ending, attempts),
                None => {
                    now = wake;
                    run.handle_time(now);
                }
            }
        }
    }
}

/// Runs of one schema: how they fail, how often, and how corrections are put is drawn for each.
#[track_caller]
fn check_all_end_valid(built_in: BuiltIn) {
    let mended: Vec<_> =
        Behaviour::ALL.into_iter().filter(|behaviour| !NOT_MENDED.contains(behaviour)).collect();
    let ways: Vec<_> = Correcting::all().collect();
    let rates: Vec<_> = Rate::all().filter(|rate| rate.percent() <= 90).collect();
    let mut desk = Desk::default();
    let mut corrected = 0;
    for seed in 0..RUNS {
        let mut random = Random::new(seed);
        let mut pick = |end: usize| usize::try_from(random.below(end as u64)).unwrap_or_default();
        let faults = Faults { behaviour: mended[pick(mended.len())], rate: rates[pick(rates.len())] };
        let repaired = [Repaired::Accept, Repaired::Reject][pick(2)];
        let correcting = ways[pick(ways.len())];
        let case = Case { faults, correcting, repaired, seed, ..Case::new(built_in, Behaviour::default()) };
        let (ending, attempts) = case.run(&mut desk, |_| {});
        assert!(matches!(ending, Ending::Valid { .. }), "{case:?}: {ending:?} {attempts:#?}");
        corrected += usize::from(attempts.len() > 1);
    }
    // Half of the runs at first: those at a rate that is drawn evenly from 10 to 90 %.
    assert!(corrected > 300, "{corrected} of {RUNS}");
}

/// One test for each schema.
macro_rules! all_end_valid {
    ($($name:ident: $built_in:ident,)*) => {
        $(#[test]
        fn $name() {
            check_all_end_valid(BuiltIn::$built_in);
        })*

        #[test]
        fn every_schema_is_run() {
            assert_eq!([$(BuiltIn::$built_in),*], BuiltIn::ALL);
        }
    };
}

all_end_valid! {
    weather_reports_end_valid: WeatherReport,
    deployment_configs_end_valid: DeploymentConfig,
    security_advisories_end_valid: SecurityAdvisory,
    invoices_end_valid: Invoice,
    support_tickets_end_valid: SupportTicket,
    calendar_events_end_valid: CalendarEvent,
    knowledge_graphs_end_valid: KnowledgeGraph,
    contacts_end_valid: Contact,
    product_reviews_end_valid: ProductReview,
    job_postings_end_valid: JobPosting,
}

#[test]
fn what_no_correction_mends_does_not_end_valid() {
    let mut desk = Desk::default();
    for built_in in BuiltIn::ALL {
        for behaviour in NOT_MENDED {
            for correcting in Correcting::all() {
                let case = Case { correcting, attempts: 5, ..Case::new(built_in, behaviour) };
                let (ending, _) = case.run(&mut desk, |_| {});
                assert!(!matches!(ending, Ending::Valid { .. }), "{case:?}: {ending:?}");
            }
        }
    }
}

/// The errors of a correction stand in a list.
fn leave_one_out(call: &mut Call) {
    let Some(last) = call.messages.last_mut() else { return };
    let mut errors = 0;
    let lines = last.content.lines().filter(|line| {
        errors += usize::from(line.starts_with("- "));
        errors != 1 || !line.starts_with("- ")
    });
    last.content = lines.collect::<Vec<_>>().join("\n");
}

#[test]
fn a_correction_that_leaves_an_error_out_is_found_out() {
    let mut desk = Desk::default();
    for built_in in BuiltIn::ALL {
        for behaviour in [Behaviour::Mixed, Behaviour::MissingField, Behaviour::UnknownKey] {
            for correcting in Correcting::all() {
                let case = Case { correcting, attempts: 2, ..Case::new(built_in, behaviour) };
                let (ending, attempts) = case.run(&mut desk, leave_one_out);
                assert_eq!(ending, Ending::Failed { attempts: 2 }, "{case:?}");
                let outcomes: Vec<_> = attempts.iter().map(|attempt| attempt.outcome()).collect();
                assert_eq!(outcomes, [Some(&Outcome::Invalid); 2], "{case:?}");
            }
        }
    }
}
