//! What runs take, and when a budget ends them.

use super::*;
use crate::core::cost::{Budget, CutPrompt, Money, OverBudget, price};
use crate::core::provider::Usage;

fn counted(text: &str, usage: Usage, cost: Option<u64>) -> Answer {
    let finish_reason = FinishReason::Stop;
    let reply = Reply { text: text.into(), finish_reason, usage: Some(usage), cost, ..Reply::default() };
    Answer::Reply(reply)
}

const USAGE: Usage = Usage { input: 1_000, output: 100, cached: 0, reasoning: 0 };

/// A run whose model costs so much for a million tokens read and written.
fn priced(own_prices: &str, budget: Budget) -> Scenario {
    let mut scenario = Scenario::new(3);
    let purse = Purse { budget, price: price(own_prices, "custom", "m") };
    scenario.run = Run::new(Task { purse, ..scenario.run.task.clone() });
    scenario
}

fn figures(scenario: &Scenario) -> Vec<String> {
    scenario.run.attempts().iter().map(Attempt::figures).collect()
}

#[test]
fn every_attempt_says_what_it_took_and_the_run_what_all_did() {
    let mut scenario = priced("m 1 10", Budget::default());
    let reply = Reply { text: "{\"city\": \"Os".into(), ..Reply::default() };
    let script = [
        counted(INVALID, Usage { cached: 600, reasoning: 40, ..USAGE }, None),
        Answer::Fault(Fault::Cut { reply: Box::new(reply) }),
        counted(VALID, USAGE, Some(1_000_000)),
    ];
    let ending = scenario.play(script);
    assert_eq!(
        figures(&scenario),
        [
            "attempt 1 of 3 · 100 ms · 1,000 → 100 tokens (600 cached, 40 reasoning) · about $0.002 (estimate) · finished: stop",
            "attempt 2 of 3 · 100 ms · ≈ 159 → 6 tokens · about $0.0002 (estimate) · finished: not said",
            "attempt 3 of 3 · 100 ms · 1,000 → 100 tokens · $0.001 · finished: stop",
        ]
    );
    assert_eq!(
        Summary::new(scenario.run.attempts(), &ending, false).figures,
        "300 ms · ≈ 2,159 → 206 tokens (600 cached, 40 reasoning) · about $0.0032 (estimate)"
    );
}

#[test]
fn a_call_that_is_broken_off_took_what_was_sent_and_what_had_arrived() {
    let (mut scenario, id) = called();
    scenario.run.handle_delta(id, Delta::Reasoning("Hm.".into()), Millis(1_100));
    scenario.run.handle_delta(id, Delta::Text("{\"city\": \"Os".into()), Millis(1_100));
    scenario.run.stop(Millis(1_200));
    assert_eq!(
        figures(&scenario),
        ["attempt 1 of 3 · 200 ms · first token after 100 ms · ≈ 68 → 8 tokens · finished: not said"]
    );
    let reply = Reply { text: "{\"city\": \"Os".into(), reasoning: "Hm.".into(), ..Reply::default() };
    assert_eq!(scenario.run.attempts()[0].reply, Some(reply));
}

#[test]
fn what_a_refused_call_took_is_not_made_up() {
    let mut scenario = priced("m 1 10", Budget::default());
    let fault = Fault::Network(NetworkFault::Unreachable);
    scenario.play([busy(Some(1)), Answer::Fault(fault)]);
    assert_eq!(scenario.run.attempts()[0].spent, None);
}

#[test]
fn a_run_ends_before_the_call_that_might_break_its_budget() {
    let dollars = |text| Budget { money: Some(Money::parse(text).unwrap()), ..Budget::default() };
    let tokens = |tokens| Budget { tokens: Some(tokens), ..Budget::default() };
    for (prices, budget, told, attempts, headline, over) in [
        (
            "m 10 100",
            dollars("0.01"),
            vec![],
            0,
            "Stopped by the budget before the first call",
            "The next call might cost $0.0107: $0 of $0.01 are spent",
        ),
        (
            "m 10 100",
            dollars("0.03"),
            vec![None],
            1,
            "Stopped by the budget after 1 attempt",
            "The next call might cost $0.0116: about $0.02 of $0.03 are spent",
        ),
        // There is no price; what the provider says of its calls counts.
        (
            "",
            dollars("0.03"),
            vec![Some(20_000_000), Some(20_000_000)],
            2,
            "Stopped by the budget after 2 attempts",
            "$0.04 of $0.03 are spent",
        ),
        (
            "",
            tokens(1_300),
            vec![None],
            1,
            "Stopped by the budget after 1 attempt",
            "The next call might take 259 tokens: 1,100 of 1,300 are spent",
        ),
    ] {
        let mut scenario = priced(prices, budget);
        let ending = scenario.play(told.into_iter().map(|cost| counted(INVALID, USAGE, cost)));
        let summary = Summary::new(scenario.run.attempts(), &ending, false);
        assert_eq!(summary.headline, headline);
        let meaning = format!("{over} · raise the budget, or lower the token limit of an answer");
        assert_eq!(summary.meaning, meaning);
        let Ending::OverBudget { attempts: made, .. } = ending else { panic!("{ending:?}") };
        assert_eq!((made, scenario.calls.len()), (attempts, attempts));
        // What is not sent is no correction.
        assert!(scenario.run.attempts().last().is_none_or(|attempt| attempt.correction.is_none()));
    }
}

#[test]
fn a_budget_that_is_kept_changes_nothing() {
    let budget = Budget { tokens: Some(2_000), money: Some(Money::parse("0.10").unwrap()), time: None };
    let mut scenario = priced("m 10 100", budget);
    let ending = scenario.play([counted(INVALID, USAGE, None), counted(VALID, USAGE, None)]);
    assert_eq!(ending, Ending::Valid { attempts: 2 });
    assert!(!matches!(ending, Ending::OverBudget { over: OverBudget::NoPrice(_), .. }));
}

#[test]
fn a_prompt_that_was_cut_is_told_before_a_correction_is_sent() {
    let mut scenario = Scenario::new(2);
    let prompt = "Where is it? ".repeat(500);
    scenario.run = Run::new(Task { prompt, ..scenario.run.task.clone() });
    scenario.run.start(Millis(0));
    let id = outputs(&mut scenario.run).into_iter().find_map(sent).unwrap();
    let usage = Some(Usage { input: 1_024, output: 9, ..Usage::default() });
    let reply = Reply { text: INVALID.into(), usage, ..Reply::default() };
    scenario.run.handle_reply(id, reply, Millis(100));
    let notice = "About 2,016 tokens were sent, but the server read only 1,024: it has probably cut the prompt. \
                  Load the model with a longer context.";
    let shown = outputs(&mut scenario.run).into_iter().find_map(|output| match output {
        Output::Show(Event::Attempt(attempt)) => Some((attempt.notices(), attempt.correction.clone())),
        Output::Show(Event::Delta(_) | Event::Growth(_) | Event::Learned(_) | Event::Draft(_))
        | Output::Send { .. }
        | Output::Judge { .. }
        | Output::JudgeCritique { .. }
        | Output::ReadOpinion { .. }
        | Output::Grow { .. }
        | Output::Learn(_)
        | Output::WaitUntil(_)
        | Output::Ended(_) => None,
    });
    assert_eq!(shown, Some((vec![notice.to_owned()], None)));
    let cut = CutPrompt { estimated: 2_016, reported: 1_024 };
    assert_eq!(scenario.run.attempts()[0].cut_prompt, Some(cut));
}

/// The ending, if there is one, and the tokens written by a run whose calls break off in the middle of a long
/// answer because the server is overloaded.
fn broken_off(budget: Budget, calls: usize) -> (Option<Ending>, u64) {
    let mut scenario = priced("m 1 10", budget);
    let mut now = Millis(1_000);
    scenario.run.start(now);
    let mut ending = None;
    for call in 0..=calls {
        let mut sent = None;
        while let Some(output) = scenario.run.poll() {
            match output {
                Output::Send { id, .. } => sent = Some(id),
                Output::Ended(ended) => ending = Some(ended),
                Output::Judge { .. }
                | Output::JudgeCritique { .. }
                | Output::ReadOpinion { .. }
                | Output::Grow { .. }
                | Output::WaitUntil(_)
                | Output::Show(_)
                | Output::Learn(_) => {}
            }
        }
        let Some(id) = sent.filter(|_| call < calls) else { break };
        scenario.run.handle_delta(id, Delta::Text("{\"city\": \"Llanfairpwll\"".repeat(20)), now);
        scenario.run.handle_fault(id, server_fault(Complaint::Overloaded, Some(1_000)), now);
        now = now + Millis(1_000);
        scenario.run.handle_time(now);
    }
    let spent = scenario.run.attempts().iter().filter_map(|attempt| attempt.spent);
    (ending, spent.map(|spent| spent.usage.output).sum())
}

#[test]
fn what_came_before_a_server_failed_is_paid_for_and_counts_before_the_call_is_sent_again() {
    let one = broken_off(Budget::default(), 1);
    assert!(one.0.is_none() && one.1 > 100, "{one:?}");
    assert_eq!(broken_off(Budget::default(), 3).1, 3 * one.1);
    let (ending, written) = broken_off(Budget { tokens: Some(2 * one.1), ..Budget::default() }, 3);
    assert!(matches!(ending, Some(Ending::OverBudget { attempts: 1, .. })), "{ending:?}");
    assert_eq!(written, one.1);
}
