//! The loop from scripted replies: each path of the diagram.

mod circles;
mod classes;
mod correcting;
mod fetching;
mod hopeless;
mod money;
mod reviewing;
mod second;
mod time;
mod wording;

use super::*;
use crate::core::agent::{
    AttemptLimit, Badge, Correcting, History, Manner, Piece, Purse, Reviewing, Section, Strategy, Summary,
    Templates,
};
use crate::core::cost::Price;
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Critiqued, Repaired, judge, judge_case, opinion};
use crate::core::provider::{Call, Change, Complaint, Message, NetworkFault, Role, Sampling};
use crate::core::schema::Schema;
use crate::core::validate::Validator;
use serde_json::json;
use std::sync::Arc;

mod adapting;

/// What the model does when it is called.
enum Answer {
    Reply(Reply),
    Fault(Fault),
    Silence,
}

fn text(text: &str) -> Answer {
    Answer::Reply(Reply { text: text.into(), finish_reason: FinishReason::Stop, ..Reply::default() })
}

fn cut(text: &str) -> Answer {
    Answer::Reply(Reply { text: text.into(), finish_reason: FinishReason::Length, ..Reply::default() })
}

fn reasoning(reasoning: &str, finish_reason: FinishReason) -> Answer {
    Answer::Reply(Reply { reasoning: reasoning.into(), finish_reason, ..Reply::default() })
}

fn server_fault(complaint: Complaint, wait: Option<u64>) -> Fault {
    Fault::Server { complaint, status: 400, message: "slow down".into(), wait: wait.map(Millis) }
}

fn busy(retry_after: Option<u64>) -> Answer {
    Answer::Fault(server_fault(Complaint::RateLimited, retry_after))
}

/// A run of a script: every call takes 100 ms, and time goes on only where the run waits for it.
struct Scenario {
    run: Run,
    schema: Schema,
    now: Millis,
    calls: Vec<Call>,
    learned: Vec<Change>,
    kept: Vec<Change>,
    /// By which each text is to be judged.
    dialects: Vec<Option<Dialect>>,
    /// How long the run let time go by, each time it waited.
    waits: Vec<Millis>,
    /// What was said of the rests, second by second.
    rests: Vec<String>,
    /// The corrections that waited for the person's word.
    drafts: Vec<String>,
    /// What the person makes of those, one after the other; nothing stops the run.
    answers: VecDeque<Option<&'static str>>,
}

const VALID: &str = r#"{"city": "Oslo", "age": 7}"#;
const INVALID: &str = r#"{"city": "O"}"#;

impl Scenario {
    fn new(attempts: u8) -> Self {
        let form = json!({"fields": {
            "city": {"type": "string", "minLength": 2},
            "age": {"type": "integer", "min": 0}
        }});
        let schema = Schema::from_fields(&form).unwrap();
        let task = Task {
            schema_text: schema.prompt_text(),
            system: "Be brief.".into(),
            prompt: "Where?".into(),
            attempts: AttemptLimit::new(attempts),
            sampling: Sampling { temperature: Some(0.0), seed: Some(1) },
            token_limit: 100,
            silence: Millis(5_000),
            purse: Purse { price: Some(Price::FREE), ..Purse::default() },
            rest_seed: 7,
            correcting: Correcting::By(Strategy { history: History::Conversation, has_scaffold: false }),
            ..Task::default()
        };
        Self {
            run: Run::new(task),
            schema,
            now: Millis(1_000),
            calls: Vec::new(),
            learned: Vec::new(),
            kept: Vec::new(),
            dialects: Vec::new(),
            waits: Vec::new(),
            rests: Vec::new(),
            drafts: Vec::new(),
            answers: VecDeque::new(),
        }
    }

    /// Runs the whole script and gives the ending.
    #[track_caller]
    fn play(&mut self, script: impl IntoIterator<Item = Answer>) -> Ending {
        self.run.start(self.now);
        self.go_on(script)
    }

    /// Makes one more attempt with this correction, after the run's end.
    #[track_caller]
    fn one_more(&mut self, correction: &str, script: impl IntoIterator<Item = Answer>) -> Ending {
        self.run.approve(correction, self.now);
        self.go_on(script)
    }

    #[track_caller]
    fn go_on(&mut self, script: impl IntoIterator<Item = Answer>) -> Ending {
        let mut script = script.into_iter();
        let mut wake = None;
        loop {
            match self.run.poll() {
                Some(Output::Send { id, call, .. }) => {
                    self.calls.push(call);
                    self.now = self.now + Millis(100);
                    match script.next().expect("the script has no more answers") {
                        Answer::Reply(reply) => self.run.handle_reply(id, reply, self.now),
                        Answer::Fault(fault) => self.run.handle_fault(id, fault, self.now),
                        Answer::Silence => {}
                    }
                }
                Some(Output::Judge { id, case }) => {
                    self.dialects.push(case.dialect);
                    self.run.handle_judgement(
                        id,
                        judge_case(&case, Some(&Validator::new(&self.schema)), None),
                        self.now,
                    );
                }
                Some(Output::JudgeCritique { id, case, critique }) => {
                    let validator = Validator::new(&self.schema);
                    let critiqued = Critiqued::new(&case, Some(&validator), None, &critique);
                    self.run.handle_critiqued(id, critiqued, self.now);
                }
                Some(Output::ReadOpinion { id, text }) => {
                    self.run.handle_opinion(id, opinion(&text), self.now);
                }
                Some(Output::Show(Event::Draft(draft))) => {
                    self.drafts.push(draft.correction);
                    // From now on it waits for the person.
                    wake = None;
                }
                Some(Output::WaitUntil(time)) => wake = Some(time),
                Some(Output::Learn(change)) => self.learned.push(change),
                Some(Output::Show(Event::Attempt(attempt))) => {
                    if let Phase::Resting(_) = attempt.phase {
                        self.rests.push(attempt.glance().join(" · "));
                    }
                }
                Some(Output::Show(Event::Learned(change))) => self.kept.push(change),
                Some(Output::Show(Event::Delta(_) | Event::Growth(_)) | Output::Grow { .. }) => {}
                Some(Output::Ended(ending)) => {
                    assert_eq!(self.run.poll(), None, "nothing comes after the ending");
                    assert!(script.next().is_none(), "the script has answers left");
                    return ending;
                }
                None if wake.is_none() => {
                    self.now = self.now + Millis(60_000);
                    match self.answers.pop_front().expect("the run waits for nothing") {
                        Some(correction) => self.run.approve(correction, self.now),
                        None => self.run.stop(self.now),
                    }
                }
                None => {
                    let time = wake.take().expect("there is a time");
                    self.waits.push(time.since(self.now));
                    self.now = time;
                    self.run.handle_time(self.now);
                }
            }
        }
    }

    fn badges(&self) -> Vec<Badge> {
        self.run.attempts().iter().map(Attempt::badge).collect()
    }

    fn outcomes(&self) -> Vec<&Outcome> {
        self.run.attempts().iter().filter_map(Attempt::outcome).collect()
    }

    fn roles(&self, call: usize) -> Vec<Role> {
        self.calls[call].messages.iter().map(|message| message.role).collect()
    }
}

const CONVERSATION: [Role; 4] = [Role::System, Role::User, Role::Assistant, Role::User];

#[test]
fn a_valid_answer_ends_the_run_at_once() {
    let mut scenario = Scenario::new(3);
    assert_eq!(scenario.play([text(VALID)]), Ending::Valid { attempts: 1 });
    assert_eq!(scenario.badges(), [Badge::Valid]);
    assert_eq!(scenario.run.attempts()[0].latency(), Some(Millis(100)));
    let system = format!("Be brief.\n\n{}", scenario.schema.prompt_text());
    assert_eq!(
        scenario.calls,
        [Call {
            messages: vec![Message::system(system), Message::user("Where?")],
            sampling: Sampling { temperature: Some(0.0), seed: Some(1) },
            token_limit: 100,
            stream: true,
            ..Call::default()
        }]
    );
}

#[test]
fn an_image_goes_with_every_call_and_counts() {
    use crate::core::image::tests::image;
    for correcting in Correcting::all() {
        let mut scenario = Scenario::new(3);
        scenario.run.task.image = Some(image());
        scenario.run.task.correcting = correcting;
        scenario.run.task.has_opinion = true;
        scenario.play([text(INVALID), text("{}"), text(VALID), text("{}")]);
        let sent: Vec<_> = scenario.calls.iter().map(|call| call.image.clone()).collect();
        assert_eq!(sent, vec![Some(image()); 4], "{correcting:?}");
    }
    // Its tokens are kept within the budget before the first call.
    for (has_image, expected) in [(false, 1), (true, 0)] {
        let mut scenario = Scenario::new(1);
        scenario.run.task.image = has_image.then(image);
        scenario.run.task.purse.budget.tokens = Some(1_200);
        scenario.play((!has_image).then(|| text(VALID)));
        assert_eq!(scenario.calls.len(), expected, "{has_image}");
    }
}

#[test]
fn an_invalid_answer_is_followed_by_its_exact_errors() {
    let mut scenario = Scenario::new(3);
    let answer = format!("<think>hm</think>Sure: {INVALID}");
    assert_eq!(scenario.play([text(&answer), text(VALID)]), Ending::Valid { attempts: 2 });
    assert_eq!(scenario.badges(), [Badge::Invalid, Badge::Valid]);
    let correction = "Your JSON has 2 errors. Fix exactly these:\n\
                      - \"city\" must be ≥ 2 characters (got 1: \"O\")\n\
                      - Missing required field: \"age\"\n\n\
                      Take every value from the original input again and make it agree with it: \
                      an earlier answer is no evidence.\n\n\
                      Return only the complete corrected JSON: no explanation, no code fence.";
    assert_eq!(
        scenario.calls[1].messages[2..],
        [Message::assistant(format!("Sure: {INVALID}")), Message::user(correction)]
    );
    assert_eq!(scenario.run.attempts()[0].correction.as_deref(), Some(correction));
    assert_eq!(scenario.run.attempts()[1].correction, None);
}

#[test]
fn only_the_last_answer_and_its_errors_are_sent() {
    let mut scenario = Scenario::new(3);
    let script = [text(INVALID), text(r#"{"city": "Oslo"}"#), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 3 });
    assert_eq!(scenario.roles(2), CONVERSATION);
    assert_eq!(scenario.calls[2].messages[2].content, r#"{"city": "Oslo"}"#);
}

#[test]
fn attempts_are_spent() {
    for attempts in 1..=5 {
        let mut scenario = Scenario::new(attempts);
        // Each is wrong otherwise than the one before.
        let answers = [INVALID, r#"{"city": 1}"#, r#"{"age": -1}"#, "[]", "Oslo"];
        let script = answers.into_iter().take(usize::from(attempts)).map(text);
        assert_eq!(scenario.play(script), Ending::Failed { attempts: usize::from(attempts) });
        assert_eq!(scenario.run.attempts().last().and_then(|attempt| attempt.correction.clone()), None);
    }
}

#[test]
fn a_reply_without_json_is_answered_with_a_stricter_word() {
    let mut scenario = Scenario::new(3);
    let script = [text("It is Oslo."), text("{\"city\": Oslo"), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 3 });
    assert_eq!(scenario.badges(), [Badge::NoJson, Badge::NoJson, Badge::Valid]);
    assert_eq!(scenario.roles(1), CONVERSATION);
    let last =
        |call: usize| scenario.calls[call].messages.last().map(|message| message.content.clone()).unwrap();
    assert!(last(1).starts_with("There is no JSON in your reply."), "{}", last(1));
    let error = "The JSON in your reply cannot be read: expected value (line 1, column 10 of the reply).";
    assert!(last(2).starts_with(error), "{}", last(2));
}

#[test]
fn a_valid_answer_that_was_repaired_says_so() {
    let mut scenario = Scenario::new(1);
    let repaired = VALID.replace('"', "'").replace('}', ",}");
    assert_eq!(scenario.play([text(&repaired)]), Ending::Valid { attempts: 1 });
    assert_eq!(scenario.badges(), [Badge::ValidRepaired]);
    let [attempt] = scenario.run.attempts() else { panic!("one attempt") };
    assert_eq!(
        attempt.notices(),
        ["Repaired: replaced quotes that are not JSON's (3 times).", "Repaired: removed a trailing comma."]
    );
    let pieces = attempt.marked(Section::Raw).pieces;
    let marked: Vec<_> = pieces.iter().filter(|piece| !piece.repair.is_empty()).collect();
    assert_eq!(marked.last(), Some(&&Piece { text: ",", repair: "removed a trailing comma".into() }));
    assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), repaired);
}

#[test]
fn where_repaired_json_is_not_accepted_its_faults_are_told() {
    let mut scenario = Scenario::new(2);
    scenario.run = Run::new(Task { repaired: Repaired::Reject, ..scenario.run.task.clone() });
    let repaired = "{\n  'city': \"Oslo\",\n  \"age\": 7,\n}";
    let answer = format!("<think>\nhm\n</think>\n{repaired}");
    assert_eq!(
        scenario.play([text(&answer), text(&format!("Here:\n```json\n{VALID}\n```"))]),
        Ending::Valid { attempts: 2 }
    );
    assert_eq!(scenario.outcomes(), [&Outcome::Rejected, &Outcome::Valid]);
    assert_eq!(scenario.badges(), [Badge::ParseError, Badge::Valid]);
    let faults = ["line 2, column 3: a quote that is not JSON's \"", "line 3, column 11: a trailing comma"];
    let correction = format!(
        "Your JSON has 2 syntax errors. Fix exactly these:\n- {}\n- {}\n\n\
         Leave everything else as it is. \
         Return only the complete corrected JSON: no explanation, no code fence.",
        faults[0], faults[1]
    );
    assert_eq!(scenario.calls[1].messages[2..], [Message::assistant(repaired), Message::user(&correction)]);
    let [attempt, _] = scenario.run.attempts() else { panic!("two attempts") };
    assert_eq!(attempt.correction.as_deref(), Some(correction.as_str()));
    assert_eq!(
        (attempt.faults(), attempt.error_texts()),
        (&faults.map(str::to_owned)[..], faults.map(str::to_owned).to_vec())
    );
    assert_eq!(attempt.glance(), ["2 syntax errors"]);
    assert_eq!(
        attempt.explanation(),
        "The JSON in the reply needs repairs, and repaired JSON is not accepted:"
    );
    assert_eq!((attempt.notices(), attempt.findings()), (Vec::new(), Vec::new()));
}

#[test]
fn json_in_the_reasoning_that_is_not_accepted_is_corrected_under_the_prompt() {
    let mut scenario = Scenario::new(2);
    scenario.run = Run::new(Task { repaired: Repaired::Reject, ..scenario.run.task.clone() });
    let script = [reasoning("So {\"city\": \"Oslo\",}.", FinishReason::Length), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 2 });
    assert_eq!(scenario.outcomes(), [&Outcome::Rejected, &Outcome::Valid]);
    assert_eq!(scenario.roles(1), [Role::System, Role::User]);
    let told =
        "Where?\n\nYour JSON has 1 syntax error. Fix exactly these:\n- line 1, column 19: a trailing comma";
    assert!(scenario.calls[1].messages[1].content.starts_with(told));
    let attempt = &scenario.run.attempts()[0];
    let marks =
        |section| attempt.marked(section).pieces.iter().filter(|piece| !piece.repair.is_empty()).count();
    assert_eq!([Section::Raw, Section::Reasoning].map(marks), [0, 1]);
}

#[test]
fn a_truncated_answer_raises_the_limit_once_and_is_not_shown_to_the_model() {
    let mut scenario = Scenario::new(4);
    let script = [cut("{\"city\": \"Os"), cut("{\"city\": \"Oslo\", \"ag"), cut("{\"city\""), text(VALID)];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 4 });
    assert_eq!(
        scenario.outcomes(),
        [&Outcome::Truncated, &Outcome::Truncated, &Outcome::Truncated, &Outcome::Valid]
    );
    assert_eq!(scenario.calls.iter().map(|call| call.token_limit).collect::<Vec<_>>(), [100, 200, 200, 200]);
    assert_eq!(scenario.calls[1].messages, scenario.calls[0].messages);
    assert_eq!(scenario.roles(2), [Role::System, Role::User]);
    assert!(scenario.calls[2].messages[1].content.starts_with("Where?\n\nYour last answer was cut off"));
}

#[test]
fn a_value_that_closed_before_the_limit_is_judged() {
    let mut scenario = Scenario::new(1);
    assert_eq!(scenario.play([cut(&format!("{VALID} And I"))]), Ending::Valid { attempts: 1 });
}

#[test]
fn a_value_that_closed_is_judged_whatever_was_begun_after_it() {
    let mut scenario = Scenario::new(1);
    assert_eq!(
        scenario.play([cut(&format!("{INVALID} or {{\"city\": \"Os"))]),
        Ending::Failed { attempts: 1 }
    );
    assert_eq!(scenario.outcomes(), [&Outcome::Invalid]);
}

#[test]
fn empty_replies_and_bare_reasoning() {
    let mut scenario = Scenario::new(4);
    let script = [
        text("  "),
        reasoning("Let me think.", FinishReason::Stop),
        reasoning("Let me think on.", FinishReason::Length),
        reasoning(VALID, FinishReason::Stop),
    ];
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 4 });
    assert_eq!(
        scenario.outcomes(),
        [&Outcome::Empty, &Outcome::OnlyReasoning, &Outcome::OnlyReasoning, &Outcome::Valid]
    );
    assert!(scenario.run.attempts()[3].is_from_reasoning());
    assert!((0..4).all(|call| scenario.roles(call) == [Role::System, Role::User]));
    assert_eq!(scenario.calls.iter().map(|call| call.token_limit).collect::<Vec<_>>(), [100, 100, 100, 200]);
}

#[test]
fn an_invalid_answer_in_the_reasoning_is_corrected_under_the_prompt() {
    let mut scenario = Scenario::new(2);
    assert_eq!(
        scenario.play([reasoning(INVALID, FinishReason::Stop), text(VALID)]),
        Ending::Valid { attempts: 2 }
    );
    assert_eq!(scenario.roles(1), [Role::System, Role::User]);
    assert!(scenario.calls[1].messages[1].content.starts_with("Where?\n\nYour JSON has 2 errors."));
}

#[test]
fn a_refusal_ends_the_run() {
    for finish_reason in [FinishReason::Refusal, FinishReason::ContentFilter] {
        let mut scenario = Scenario::new(3);
        let reply = Reply { text: "No.".into(), finish_reason, ..Reply::default() };
        assert_eq!(scenario.play([Answer::Reply(reply)]), Ending::Failed { attempts: 1 });
        assert_eq!(scenario.badges(), [Badge::Refused]);
    }
}

#[test]
fn a_fault_ends_the_run() {
    let fault = Fault::Network(NetworkFault::Unreachable);
    let mut scenario = Scenario::new(3);
    assert_eq!(scenario.play([Answer::Fault(fault.clone())]), Ending::Failed { attempts: 1 });
    assert_eq!(scenario.outcomes(), [&Outcome::CallFailed(fault)]);
}

#[test]
fn a_busy_server_is_asked_again_when_it_says_within_the_same_attempt() {
    let mut scenario = Scenario::new(1);
    assert_eq!(scenario.play([busy(Some(2_500)), busy(Some(0)), text(VALID)]), Ending::Valid { attempts: 1 });
    let said = |seconds, resend| {
        format!("waiting {seconds} s, as the server asked · resend {resend} of 3 · slow down")
    };
    assert_eq!(scenario.rests, [said(3, 1), said(2, 1), said(1, 1), said(0, 2)]);
    assert_eq!(scenario.waits, [500, 1_000, 1_000, 0].map(Millis));
    assert_eq!(scenario.calls.len(), 3);
    assert_eq!(scenario.calls[2], scenario.calls[0]);
    assert_eq!(
        scenario.run.attempts()[0].figures(),
        "attempt 1 of 1 · 2 resends · 2,800 ms · ≈ 68 → 13 tokens · finished: stop"
    );
}

#[test]
fn a_server_that_stays_busy_fails_the_run_after_three_resends() {
    let mut scenario = Scenario::new(3);
    assert_eq!(scenario.play((0..4).map(|_| busy(None))), Ending::Failed { attempts: 1 });
    let fault = server_fault(Complaint::RateLimited, None);
    assert_eq!(scenario.outcomes(), [&Outcome::CallFailed(fault)]);
    assert_eq!(scenario.calls.len(), 4);
    assert_eq!(scenario.rests[0], "waiting 1 s, as the server is busy · resend 1 of 3 · slow down");
    let rested: u64 = scenario.waits.iter().map(|wait| wait.0).sum();
    assert!((3_500..=7_000).contains(&rested), "{:?}", scenario.waits);
}

#[test]
fn a_server_that_asks_for_more_time_than_anyone_waits_fails_the_run_at_once() {
    let mut scenario = Scenario::new(3);
    assert_eq!(scenario.play([busy(Some(3_600_000))]), Ending::Failed { attempts: 1 });
    assert_eq!((scenario.rests.len(), scenario.waits.len()), (0, 0));
}

#[test]
fn resends_are_counted_in_a_row() {
    let mut scenario = Scenario::new(3);
    let three = || (0..3).map(|_| busy(Some(0)));
    let cut = Answer::Fault(Fault::Cut { reply: Box::default() });
    let script =
        three().chain([text(INVALID)]).chain(three()).chain([cut]).chain(three()).chain([text(VALID)]);
    assert_eq!(scenario.play(script), Ending::Valid { attempts: 3 });
    assert_eq!(scenario.calls.len(), 12);
}

#[test]
fn a_cut_reply_is_an_attempt_and_the_same_messages_are_sent_again() {
    let mut scenario = Scenario::new(2);
    let reply = Reply { text: r#"{"city": "Os"#.into(), ..Reply::default() };
    let cut = Fault::Cut { reply: Box::new(reply.clone()) };
    assert_eq!(scenario.play([Answer::Fault(cut), text(VALID)]), Ending::Valid { attempts: 2 });
    assert_eq!(scenario.outcomes(), [&Outcome::Cut, &Outcome::Valid]);
    assert_eq!(scenario.run.attempts()[0].reply, Some(reply));
    assert_eq!(scenario.calls[0], scenario.calls[1]);
}

#[test]
fn silence_is_an_attempt_and_the_same_messages_are_sent_again() {
    let mut scenario = Scenario::new(2);
    assert_eq!(scenario.play([Answer::Silence, text(VALID)]), Ending::Valid { attempts: 2 });
    assert_eq!(scenario.outcomes(), [&Outcome::TimedOut, &Outcome::Valid]);
    assert_eq!(scenario.calls[0], scenario.calls[1]);
    assert_eq!(scenario.waits, [Millis(4_900)]);
}

/// A run that has sent its first call.
fn called() -> (Scenario, CallId) {
    let mut scenario = Scenario::new(3);
    scenario.run.start(scenario.now);
    let id = outputs(&mut scenario.run).into_iter().find_map(sent).unwrap();
    (scenario, id)
}

/// The call that is sent, if one is.
fn sent(output: Output) -> Option<CallId> {
    match output {
        Output::Send { id, .. } => Some(id),
        Output::Judge { .. }
        | Output::JudgeCritique { .. }
        | Output::ReadOpinion { .. }
        | Output::Grow { .. }
        | Output::Learn(_)
        | Output::WaitUntil(_)
        | Output::Show(_)
        | Output::Ended(_) => None,
    }
}

fn outputs(run: &mut Run) -> Vec<Output> {
    std::iter::from_fn(|| run.poll()).collect()
}

#[test]
fn the_time_limit_counts_silence_not_length() {
    let (mut scenario, id) = called();
    let delta = Delta::Text("{".into());
    scenario.run.handle_delta(id, delta.clone(), Millis(5_500));
    scenario.run.handle_time(Millis(6_000));
    // With its first piece the attempt changes.
    let attempt = Arc::new(scenario.run.attempts()[0].clone());
    let expected = [
        Output::Show(Event::Attempt(attempt)),
        Output::Show(Event::Delta(delta)),
        Output::Grow { id, dialect: None, before: 0, chunk: "{".into() },
        Output::WaitUntil(Millis(10_500)),
    ];
    assert_eq!(outputs(&mut scenario.run), expected);
}

/// The pieces of an answer that begins like this and does not end.
fn endless(beginning: &str, piece: &str) -> impl Iterator<Item = Delta> {
    let pieces = std::iter::repeat_n(piece.to_owned(), 3_000);
    std::iter::once(beginning.to_owned()).chain(pieces).map(Delta::Text)
}

#[test]
fn a_runaway_reply_is_broken_off_and_asked_for_again_with_a_stricter_word() {
    for (piece, runaway, nudge) in [
        ("\n", Runaway::WhiteSpace, "Your last answer ran into white space"),
        ("ha ", Runaway::Repetition, "Your last answer repeated itself"),
    ] {
        let (mut scenario, id) = called();
        endless("{", piece).for_each(|delta| scenario.run.handle_delta(id, delta, Millis(1_100)));
        let (shown, judged): (Vec<_>, Vec<_>) =
            outputs(&mut scenario.run).into_iter().partition(|output| matches!(output, Output::Show(_)));
        let [Output::Grow { .. }, Output::Judge { id: judging, case: Case { text, .. } }] = judged.as_slice()
        else {
            panic!("{judged:?}")
        };
        assert_eq!(*judging, id);
        assert!(shown.len() < 2_500, "nothing is shown of what comes behind it");
        assert_eq!(scenario.run.attempts()[0].reply.as_ref().map(|reply| &reply.text), Some(text));

        // What comes of the call that was let go of is nothing any more.
        scenario.run.handle_fault(id, Fault::Cut { reply: Box::default() }, Millis(1_150));
        scenario.run.handle_judgement(id, judge(text, None, "", Repaired::Accept), Millis(1_200));
        assert_eq!(scenario.badges(), [Badge::Runaway, Badge::Running]);
        assert_eq!(scenario.outcomes(), [&Outcome::Runaway(runaway)]);
        let [first, second] = scenario.run.attempts() else { panic!("{:?}", scenario.badges()) };
        assert!(first.correction.as_ref().is_some_and(|words| words.starts_with(nudge)));
        assert_eq!(second.messages.len(), 2, "the model's own answer is not sent again");
    }
}

#[test]
fn a_valid_answer_before_a_reply_ran_away_counts() {
    let (mut scenario, id) = called();
    endless(VALID, " ").for_each(|delta| scenario.run.handle_delta(id, delta, Millis(1_100)));
    let judgement =
        judge(&format!("{VALID} "), Some(&Validator::new(&scenario.schema)), "", Repaired::Accept);
    scenario.run.handle_judgement(id, judgement, Millis(1_200));
    assert_eq!(outputs(&mut scenario.run).pop(), Some(Output::Ended(Ending::Valid { attempts: 1 })));
}

#[test]
fn what_had_come_of_a_reply_is_kept_however_the_call_ended() {
    let arrived = Reply { text: "{\"a\"".into(), reasoning: "Hm.".into(), ..Reply::default() };
    let fault = || server_fault(Complaint::Rejected, None);
    let endings: [fn(&mut Run, CallId, Fault); 3] = [
        |run, _, _| run.stop(Millis(9_000)),
        |run, _, _| run.handle_time(Millis(9_000)),
        |run, id, fault| run.handle_fault(id, fault, Millis(9_000)),
    ];
    for (end, outcome) in
        endings.into_iter().zip([Outcome::Stopped, Outcome::TimedOut, Outcome::CallFailed(fault())])
    {
        let (mut scenario, id) = called();
        for delta in [Delta::Reasoning("Hm.".into()), Delta::Text("{\"".into()), Delta::Text("a\"".into())] {
            scenario.run.handle_delta(id, delta, Millis(2_000));
        }
        end(&mut scenario.run, id, fault());
        assert_eq!(scenario.outcomes(), [&outcome]);
        assert_eq!(scenario.run.attempts()[0].reply.as_ref(), Some(&arrived), "{outcome:?}");
    }
}

#[test]
fn figures_tell_how_fast_a_reply_came() {
    let (mut scenario, id) = called();
    scenario.run.handle_delta(id, Delta::Text("{".into()), Millis(1_400));
    scenario.run.handle_delta(id, Delta::Text("}".into()), Millis(2_400));
    let usage = crate::core::provider::Usage { input: 30, output: 12, ..Default::default() };
    let reply = Reply {
        text: "{}".into(),
        usage: Some(usage),
        finish_reason: FinishReason::Stop,
        ..Reply::default()
    };
    scenario.run.handle_reply(id, reply, Millis(2_500));
    scenario.run.handle_judgement(id, judge("{}", None, "", Repaired::Accept), Millis(2_600));
    assert_eq!(
        scenario.run.attempts()[0].figures(),
        "attempt 1 of 3 · 1,600 ms · first token after 400 ms · 30 → 12 tokens · 12 tokens/s · finished: stop"
    );
}

#[test]
fn nothing_late_changes_anything_after_stop() {
    let (mut scenario, id) = called();
    scenario.run.stop(Millis(1_300));
    let ended = outputs(&mut scenario.run);
    assert_eq!(ended.last(), Some(&Output::Ended(Ending::Stopped)));
    assert_eq!(scenario.badges(), [Badge::Stopped]);
    let before = scenario.run.attempts().to_vec();

    let now = Millis(9_000);
    scenario.run.handle_delta(id, Delta::Text("{".into()), now);
    scenario.run.handle_reply(id, Reply { text: VALID.into(), ..Reply::default() }, now);
    scenario.run.handle_fault(id, server_fault(Complaint::Empty, None), now);
    scenario.run.handle_judgement(id, judge(VALID, None, "", Repaired::Accept), now);
    scenario.run.handle_undecided(id, "the judge crashed".into(), now);
    scenario.run.handle_time(now);
    scenario.run.stop(now);
    scenario.run.start(now);
    assert_eq!(outputs(&mut scenario.run), []);
    assert_eq!(scenario.run.attempts(), before);
}

#[test]
fn a_run_can_be_stopped_while_it_judges_or_rests() {
    let (mut scenario, id) = called();
    scenario.run.handle_reply(id, Reply { text: VALID.into(), ..Reply::default() }, Millis(1_100));
    scenario.run.stop(Millis(1_200));
    scenario.run.handle_judgement(id, judge(VALID, None, "", Repaired::Accept), Millis(1_300));
    assert_eq!(outputs(&mut scenario.run).last(), Some(&Output::Ended(Ending::Stopped)));

    let (mut scenario, id) = called();
    scenario.run.handle_fault(id, server_fault(Complaint::Overloaded, None), Millis(1_100));
    scenario.run.stop(Millis(1_200));
    scenario.run.handle_time(Millis(99_000));
    assert_eq!(outputs(&mut scenario.run).last(), Some(&Output::Ended(Ending::Stopped)));
}

#[test]
fn what_is_undecided_ends_the_run_and_is_never_valid() {
    let undecided = Outcome::Undecided("the judge crashed".into());
    for is_judging in [false, true] {
        let (mut scenario, id) = called();
        if is_judging {
            scenario.run.handle_reply(id, Reply { text: VALID.into(), ..Reply::default() }, Millis(1_100));
        }
        scenario.run.handle_undecided(id, "the judge crashed".into(), Millis(1_200));
        let ending = Output::Ended(Ending::Failed { attempts: 1 });
        assert_eq!(outputs(&mut scenario.run).last(), Some(&ending));
        assert_eq!(scenario.outcomes(), [&undecided]);
        assert_eq!(scenario.badges(), [Badge::Undecided]);
        scenario.run.handle_judgement(id, judge(VALID, None, "", Repaired::Accept), Millis(1_300));
        assert_eq!(outputs(&mut scenario.run), []);
    }
}

#[test]
fn what_belongs_to_an_earlier_call_is_ignored() {
    let (mut scenario, first) = called();
    scenario.run.handle_time(Millis(6_000));
    let second = outputs(&mut scenario.run).into_iter().find_map(sent);
    assert!(second.is_some_and(|second| second != first));
    scenario.run.handle_reply(first, Reply { text: VALID.into(), ..Reply::default() }, Millis(6_100));
    assert_eq!(outputs(&mut scenario.run), []);
}

#[test]
fn a_warning_is_kept_and_an_answer_is_corrected_only_for_errors() {
    let mut scenario = Scenario::new(2);
    let form = json!({
        "rules": [{"rule": "self.age > 17", "message": "a child", "severity": "warning"}],
        "fields": {"city": {"type": "string", "grounded": true}, "age": {"type": "integer"}}
    });
    scenario.schema = Schema::from_fields(&form).unwrap();
    scenario.run = Run::new(Task { input: "A child in Oslo.".into(), ..scenario.run.task.clone() });
    let ending = scenario.play([text(r#"{"city": "Bergen", "age": 7}"#), text(VALID)]);
    assert_eq!(ending, Ending::Valid { attempts: 2 });
    let correction = &scenario.calls[1].messages.last().unwrap().content;
    let told: Vec<_> = correction.lines().filter(|line| line.starts_with('-')).collect();
    assert_eq!(told, [r#"- "city" must occur in the input (got "Bergen")"#]);
    let attempts = &scenario.run.attempts;
    assert_eq!(attempts[0].glance(), ["1 error", "1 warning"]);
    assert_eq!(attempts[1].glance(), ["1 warning"]);
    assert_eq!(attempts[1].error_texts(), ["a child"]);
}
