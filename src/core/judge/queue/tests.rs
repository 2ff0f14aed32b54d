//! The queue from scripts: what happened, and all that is to be done about it.

use super::*;
use crate::core::judge::{Case, SchemaSource};

const LIMITS: Limits = Limits { answer: Millis(100), unwanted: Millis(70), loading: Millis(1_000) };

fn question(text: &str) -> Question {
    Question::Judge {
        schema: SchemaSource::default(),
        case: Case { text: text.to_owned(), ..Case::default() },
    }
}

fn response(text: &str) -> Response {
    Response::Unusable(text.to_owned())
}

fn first() -> WorkerId {
    WorkerId(1)
}

fn second() -> WorkerId {
    WorkerId(2)
}

/// Something that happens.
enum Step {
    Ask(Kind, &'static str),
    Ready(WorkerId),
    Respond(WorkerId, &'static str),
    Crash(WorkerId),
    Time,
}

use Kind::{Preview, Run};
use Step::{Ask, Crash, Ready, Respond, Time};

/// Goes through a script of steps, each at its time, and compares all that comes out.
#[track_caller]
fn check(script: impl IntoIterator<Item = (u64, Step, Vec<Output>)>) {
    let mut queue = Queue::new(LIMITS);
    for (number, (now, step, expected)) in script.into_iter().enumerate() {
        let now = Millis(now);
        match step {
            Ask(kind, text) => drop(queue.ask(kind, question(text), now)),
            Ready(worker) => queue.handle_ready(worker, now),
            Respond(worker, text) => queue.handle_response(worker, response(text), now),
            Crash(worker) => queue.handle_crash(worker, "boom".into(), now),
            Time => queue.handle_time(now),
        }
        let outputs: Vec<_> = std::iter::from_fn(|| queue.poll()).collect();
        assert_eq!(outputs, expected, "step {}", number + 1);
    }
}

fn start(worker: WorkerId, deadline: u64) -> Vec<Output> {
    vec![Output::Start(worker), Output::WaitUntil(Millis(deadline))]
}

/// The questions of every script are asked in the order of the alphabet.
fn ask(text: &str, deadline: u64) -> Vec<Output> {
    let ticket = text.bytes().map(|letter| u64::from(letter - b'a') + 1).sum();
    vec![Output::Ask(Ticket(ticket), question(text)), Output::WaitUntil(Millis(deadline))]
}

fn answered(ticket: u64, text: &str) -> Output {
    Output::Settle(Ticket(ticket), Ok(response(text)))
}

fn undecided(ticket: u64, reason: Undecided) -> Output {
    Output::Settle(Ticket(ticket), Err(reason))
}

/// The worker is waited for until then.
fn superseded(ticket: u64, deadline: u64) -> Vec<Output> {
    vec![undecided(ticket, Undecided::Superseded), Output::WaitUntil(Millis(deadline))]
}

fn then(one: Output, others: Vec<Output>) -> Vec<Output> {
    [vec![one], others].concat()
}

/// A worker that was asked `a` for a run at 20.
fn asked() -> Vec<(u64, Step, Vec<Output>)> {
    vec![(0, Ask(Run, "a"), start(first(), 1_000)), (20, Ready(first()), ask("a", 120))]
}

#[track_caller]
fn check_asked(script: impl IntoIterator<Item = (u64, Step, Vec<Output>)>) {
    check(asked().into_iter().chain(script));
}

#[test]
fn the_first_question_starts_the_worker_and_the_answer_comes_back() {
    check_asked([
        (30, Respond(first(), "A"), vec![answered(1, "A")]),
        (40, Time, vec![]),
        (50, Ask(Run, "b"), ask("b", 150)),
        (60, Respond(first(), "B"), vec![answered(2, "B")]),
    ]);
}

#[test]
fn the_worker_has_one_question_at_a_time() {
    check_asked([
        (30, Ask(Preview, "b"), vec![]),
        (40, Respond(first(), "A"), then(answered(1, "A"), ask("b", 140))),
        (50, Respond(first(), "B"), vec![answered(2, "B")]),
    ]);
}

#[test]
fn a_newer_question_ends_an_older_one_that_waits() {
    check_asked([
        (30, Ask(Preview, "b"), vec![]),
        (40, Ask(Preview, "c"), vec![undecided(2, Undecided::Superseded)]),
        (50, Respond(first(), "A"), then(answered(1, "A"), ask("c", 150))),
    ]);
}

#[test]
fn a_newer_question_ends_an_older_one_at_the_worker_and_its_answer_goes_nowhere() {
    check_asked([
        (30, Ask(Run, "b"), superseded(1, 90)),
        (40, Respond(first(), "A"), ask("b", 140)),
        (50, Respond(first(), "B"), vec![answered(2, "B")]),
    ]);
}

#[test]
fn a_question_that_takes_too_long_is_undecided_and_the_next_goes_to_a_new_worker() {
    check_asked([
        (90, Ask(Preview, "b"), vec![]),
        (119, Time, vec![Output::WaitUntil(Millis(120))]),
        (120, Time, then(undecided(1, Undecided::TooLong(Millis(100))), start(second(), 1_120))),
        (125, Respond(first(), "late"), vec![]),
        (130, Ready(second()), ask("b", 230)),
        (140, Respond(second(), "B"), vec![answered(2, "B")]),
    ]);
}

#[test]
fn an_older_question_is_not_waited_for_as_long_and_not_told_twice() {
    check_asked([
        (30, Ask(Run, "b"), superseded(1, 90)),
        (89, Time, vec![Output::WaitUntil(Millis(90))]),
        (90, Time, start(second(), 1_090)),
        (95, Respond(first(), "late"), vec![]),
        (100, Ready(second()), ask("b", 200)),
    ]);
}

#[test]
fn an_older_question_that_took_long_already_is_given_up_at_once() {
    check_asked([
        (95, Ask(Run, "b"), then(undecided(1, Undecided::Superseded), start(second(), 1_095))),
        (100, Ready(second()), ask("b", 200)),
    ]);
}

/// What others wait for is asked of the new worker.
#[test]
fn what_waits_behind_an_older_question_is_not_lost() {
    check_asked([
        (25, Ask(Preview, "b"), vec![]),
        (30, Ask(Run, "c"), superseded(1, 90)),
        (90, Time, start(second(), 1_090)),
        (100, Ready(second()), ask("b", 200)),
        (110, Respond(second(), "B"), then(answered(2, "B"), ask("c", 210))),
    ]);
}

#[test]
fn a_crash_leaves_its_question_undecided_and_no_other() {
    check_asked([
        (30, Ask(Preview, "b"), vec![]),
        (40, Crash(first()), then(undecided(1, Undecided::Crashed("boom".into())), start(second(), 1_040))),
        (50, Crash(first()), vec![]),
        (60, Ready(second()), ask("b", 160)),
    ]);
}

#[test]
fn a_worker_that_crashes_without_a_question_is_started_with_the_next() {
    check_asked([
        (30, Respond(first(), "A"), vec![answered(1, "A")]),
        (40, Crash(first()), vec![Output::End]),
        (50, Ask(Run, "b"), start(second(), 1_050)),
    ]);
}

#[test]
fn loading_is_tried_twice_and_again_only_for_another_question() {
    check([
        (0, Ask(Preview, "a"), start(first(), 1_000)),
        (10, Ask(Run, "b"), vec![]),
        (20, Crash(first()), start(second(), 1_020)),
        (
            30,
            Crash(second()),
            vec![
                Output::End,
                undecided(1, Undecided::NotLoaded("boom".into())),
                undecided(2, Undecided::NotLoaded("boom".into())),
            ],
        ),
        (40, Time, vec![]),
        (50, Ask(Run, "c"), start(WorkerId(3), 1_050)),
        (60, Crash(WorkerId(3)), start(WorkerId(4), 1_060)),
        (70, Ready(WorkerId(4)), ask("c", 170)),
    ]);
}

#[test]
fn loading_has_a_deadline_of_its_own() {
    let reason = Undecided::NotLoaded("it took longer than 1.0 s".into());
    check([
        (0, Ask(Run, "a"), start(first(), 1_000)),
        (100, Time, vec![Output::WaitUntil(Millis(1_000))]),
        (1_000, Time, start(second(), 2_000)),
        (2_000, Time, vec![Output::End, undecided(1, reason)]),
        (2_010, Ready(second()), vec![]),
    ]);
}

#[test]
fn a_worker_that_was_ready_has_all_its_tries_again() {
    check_asked([
        (30, Crash(first()), then(undecided(1, Undecided::Crashed("boom".into())), start(second(), 1_030))),
        (40, Crash(second()), start(WorkerId(3), 1_040)),
        (50, Ready(WorkerId(3)), vec![]),
        (60, Ask(Run, "b"), ask("b", 160)),
    ]);
}
