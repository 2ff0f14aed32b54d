//! A browser that fetches its model before it answers.

use super::*;
use crate::core::agent::Pipeline;

/// What is shown of the attempt at each change: its phase, and the words for those who see it and who do not.
fn shown(run: &mut Run) -> Vec<(Phase, Vec<String>, String)> {
    let attempts = outputs(run).into_iter().map(|output| match output {
        Output::Show(Event::Attempt(attempt)) => {
            (attempt.phase.clone(), attempt.glance(), attempt.announcement())
        }
        output => panic!("{output:?}"),
    });
    attempts.collect()
}

#[test]
fn what_was_fetched_is_shown_as_it_changes() {
    let (mut scenario, id) = called();
    let run = &mut scenario.run;
    for percent in [0, 42, 42, 100] {
        run.handle_delta(id, Delta::Fetching(percent), Millis(1_100));
    }
    let expected = [0, 42, 100].map(|percent| {
        let words = format!("The browser is fetching its model: {percent} %");
        let announcement = "Attempt 1 waits for the browser to fetch its model".to_owned();
        (Phase::Fetching(percent), vec![words], announcement)
    });
    assert_eq!(shown(run), expected);
    let pipeline = Pipeline::new(run.attempts().last(), None);
    assert_eq!(pipeline.stages[0].detail, "fetching the model");
}

#[test]
fn fetching_takes_as_long_as_it_takes() {
    let (mut scenario, id) = called();
    let run = &mut scenario.run;
    run.handle_delta(id, Delta::Fetching(0), Millis(1_100));
    outputs(run);
    // Longer than the model may be silent, and no other time is waited for.
    run.handle_time(Millis(600_000));
    assert_eq!(outputs(run), []);
    run.handle_delta(id, Delta::Fetched, Millis(700_000));
    let attempt = run.attempts()[0].clone();
    assert_eq!((&attempt.phase, attempt.timing.sent), (&Phase::Calling, Millis(700_000)));
    let expected = [Output::Show(Event::Attempt(attempt.clone().into())), Output::WaitUntil(Millis(705_000))];
    assert_eq!(outputs(run), expected);
    run.handle_time(Millis(705_000));
    assert_eq!(scenario.outcomes(), [&Outcome::TimedOut]);
}

#[test]
fn fetching_can_be_stopped_or_fail() {
    let (mut scenario, id) = called();
    scenario.run.handle_delta(id, Delta::Fetching(7), Millis(1_100));
    scenario.run.stop(Millis(1_200));
    assert_eq!(outputs(&mut scenario.run).pop(), Some(Output::Ended(Ending::Stopped)));

    let (mut scenario, id) = called();
    scenario.run.handle_delta(id, Delta::Fetching(7), Millis(1_100));
    let fault = server_fault(Complaint::NoModelLoaded, None);
    scenario.run.handle_fault(id, fault.clone(), Millis(1_200));
    assert_eq!(scenario.outcomes(), [&Outcome::CallFailed(fault)]);
}
