//! An attempt, as it stands in a run file.

use super::ending::cost;
use super::verdict::Verdict;
use crate::core::agent::{
    Asking, Attempt, Outcome, Phase, Rested, Runaway, SecondCall, SecondFinding, Spent, Stall, Strategy,
    Timing,
};
use crate::core::cost::CutPrompt;
use crate::core::critique::{Finding, Opinion};
use crate::core::dialect::Dialect;
use crate::core::judge::Hopeless;
use crate::core::judge::wire::{fault_json, read_fault, read_violation, violation};
use crate::core::members::Members;
use crate::core::provider::{Fault, FinishReason, Format, Message, Mode, Reply, Role, Usage};
use crate::core::time::Millis;
use serde_json::Value;

/// The most messages of a call that are read.
const MOST_MESSAGES: usize = 100;

/// An attempt before its members are read.
pub(super) fn blank() -> Attempt {
    Attempt {
        number: 1,
        of: 1,
        messages: Vec::new(),
        asking: Asking::default(),
        dialect: None,
        token_limit: 0,
        started: Millis(0),
        sent: None,
        resends: 0,
        rested: Rested::default(),
        timing: Timing::default(),
        phase: Phase::Over { outcome: Outcome::Stopped, latency: Millis(0) },
        reply: None,
        judgement: None,
        correction: None,
        spent: None,
        cut_prompt: None,
        hopeless: None,
        stall: None,
        strategy: None,
        second: Vec::new(),
    }
}

pub(super) fn describe(attempt: &mut Attempt, members: &mut Members<'_>) {
    let (mut outcome, mut latency) = match &attempt.phase {
        Phase::Over { outcome, latency } => (outcome.clone(), *latency),
        // Only runs that are over are kept.
        Phase::Calling | Phase::Fetching(_) | Phase::Resting(_) | Phase::Judging | Phase::Second(_) => {
            (Outcome::Stopped, Millis(0))
        }
    };
    let mut verdict = attempt.judgement.as_deref().map(Verdict::of);
    members.object("outcome", &mut outcome, describe_outcome);
    millis("latency", &mut latency, members);
    members
        .as_value("of", &mut attempt.of, |of| (*of).into(), |json| json.as_u64()?.try_into().ok())
        .list("messages", &mut attempt.messages, MOST_MESSAGES, || Message::user(""), message)
        .choice("mode", &mut attempt.asking.mode, &Mode::ALL, |mode| mode.name())
        .texts("notes", &mut attempt.asking.notes)
        .as_value(
            "dialect",
            &mut attempt.dialect,
            |dialect| dialect.map(Dialect::id).into(),
            |json| Dialect::from_id(json.as_str()?).map(Some),
        );
    count("tokenLimit", &mut attempt.token_limit, members);
    millis("started", &mut attempt.started, members);
    members.object("timing", &mut attempt.timing, timing);
    count("resends", &mut attempt.resends, members);
    members
        .object("rested", &mut attempt.rested, rested)
        .optional("reply", &mut attempt.reply, Reply::default, reply)
        .optional("verdict", &mut verdict, Verdict::default, Verdict::describe)
        .optional_text("correction", &mut attempt.correction)
        .as_value(
            "strategy",
            &mut attempt.strategy,
            |strategy| strategy.map(Strategy::name).into(),
            |json| Strategy::ALL.into_iter().find(|known| Some(known.name()) == json.as_str()).map(Some),
        )
        .optional("spent", &mut attempt.spent, Spent::default, spent)
        .optional(
            "cutPrompt",
            &mut attempt.cut_prompt,
            || CutPrompt { estimated: 0, reported: 0 },
            cut_prompt,
        )
        .as_value("hopeless", &mut attempt.hopeless, hopeless, |json| read_hopeless(json).map(Some))
        .as_value(
            "stall",
            &mut attempt.stall,
            |stall| stall.map(stall_name).into(),
            |json| STALLS.into_iter().find(|known| Some(stall_name(*known)) == json.as_str()).map(Some),
        )
        .list("second", &mut attempt.second, 2, blank_second, second);
    attempt.phase = Phase::Over { outcome, latency };
    if attempt.judgement.is_none() {
        attempt.judgement = verdict.map(|verdict| verdict.judgement().into());
    }
}

/// Every outcome, as it is before its members are read.
const OUTCOMES: [Outcome; 16] = [
    Outcome::Valid,
    Outcome::Invalid,
    Outcome::Hopeless,
    Outcome::NoJson,
    Outcome::Rejected,
    Outcome::Truncated,
    Outcome::Runaway(Runaway::WhiteSpace),
    Outcome::Runaway(Runaway::Repetition),
    Outcome::Empty,
    Outcome::OnlyReasoning,
    Outcome::Refused,
    Outcome::TimedOut,
    Outcome::Cut,
    Outcome::CallFailed(Fault::Network(crate::core::provider::NetworkFault::Unreachable)),
    Outcome::Undecided(String::new()),
    Outcome::Stopped,
];

fn outcome_name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Valid => "valid",
        Outcome::Invalid => "invalid",
        Outcome::Hopeless => "hopeless",
        Outcome::NoJson => "no JSON",
        Outcome::Rejected => "rejected",
        Outcome::Truncated => "truncated",
        Outcome::Runaway(Runaway::WhiteSpace) => "white space",
        Outcome::Runaway(Runaway::Repetition) => "repetition",
        Outcome::Empty => "empty",
        Outcome::OnlyReasoning => "only reasoning",
        Outcome::Refused => "refused",
        Outcome::TimedOut => "timed out",
        Outcome::Cut => "cut",
        Outcome::CallFailed(_) => "call failed",
        Outcome::Undecided(_) => "undecided",
        Outcome::Stopped => "stopped",
    }
}

fn describe_outcome(outcome: &mut Outcome, members: &mut Members<'_>) {
    members.choice("name", outcome, &OUTCOMES, outcome_name);
    match outcome {
        Outcome::CallFailed(fault) => {
            members.as_value("fault", fault, fault_json, read_fault);
        }
        Outcome::Undecided(reason) => {
            members.text("reason", reason);
        }
        Outcome::Valid
        | Outcome::Invalid
        | Outcome::Hopeless
        | Outcome::NoJson
        | Outcome::Rejected
        | Outcome::Truncated
        | Outcome::Runaway(_)
        | Outcome::Empty
        | Outcome::OnlyReasoning
        | Outcome::Refused
        | Outcome::TimedOut
        | Outcome::Cut
        | Outcome::Stopped => {}
    }
}

fn message(message: &mut Message, members: &mut Members<'_>) {
    members
        .choice("role", &mut message.role, &Role::ALL, |role| role.name())
        .text("content", &mut message.content);
}

fn timing(timing: &mut Timing, members: &mut Members<'_>) {
    millis("sent", &mut timing.sent, members);
    optional_millis("accepted", &mut timing.accepted, members);
    let [mut first, mut last] = timing.pieces.map_or([None, None], |pieces| pieces.map(Some));
    optional_millis("first", &mut first, members);
    optional_millis("last", &mut last, members);
    timing.pieces = first.zip(last).map(|(first, last)| [first, last]);
    optional_millis("replied", &mut timing.replied, members);
}

fn rested(rested: &mut Rested, members: &mut Members<'_>) {
    optional_millis("limited", &mut rested.limited, members);
    optional_millis("busy", &mut rested.busy, members);
    optional_millis("loading", &mut rested.loading, members);
}

fn reply(reply: &mut Reply, members: &mut Members<'_>) {
    members
        .text("text", &mut reply.text)
        .text("reasoning", &mut reply.reasoning)
        .as_value("finishReason", &mut reply.finish_reason, finish_reason, |json| {
            json.as_str().map(read_finish_reason)
        })
        .optional("usage", &mut reply.usage, Usage::default, usage)
        .optional_number("nanoDollars", &mut reply.cost);
}

/// The reasons that have a name of their own.
const FINISH_REASONS: [FinishReason; 4] =
    [FinishReason::Stop, FinishReason::Length, FinishReason::Refusal, FinishReason::ContentFilter];

fn finish_reason(reason: &FinishReason) -> Value {
    match reason {
        FinishReason::Unknown => Value::Null,
        FinishReason::Stop
        | FinishReason::Length
        | FinishReason::Refusal
        | FinishReason::ContentFilter
        | FinishReason::Other(_) => reason.word().into(),
    }
}

fn read_finish_reason(word: &str) -> FinishReason {
    let known = FINISH_REASONS.iter().find(|known| known.word() == word);
    known.cloned().unwrap_or_else(|| FinishReason::Other(word.to_owned()))
}

fn usage(usage: &mut Usage, members: &mut Members<'_>) {
    members
        .number("input", &mut usage.input)
        .number("output", &mut usage.output)
        .number("cached", &mut usage.cached)
        .number("reasoning", &mut usage.reasoning);
}

fn spent(spent: &mut Spent, members: &mut Members<'_>) {
    members.object("usage", &mut spent.usage, usage).flag("isEstimate", &mut spent.is_estimate).object(
        "cost",
        &mut spent.cost,
        cost,
    );
}

fn cut_prompt(cut: &mut CutPrompt, members: &mut Members<'_>) {
    members.number("estimated", &mut cut.estimated).number("reported", &mut cut.reported);
}

fn hopeless(hopeless: &Option<Hopeless>) -> Value {
    match hopeless {
        Some(hopeless) => vec![violation(&hopeless.violation), hopeless.rest.into()].into(),
        None => Value::Null,
    }
}

fn read_hopeless(json: &Value) -> Option<Hopeless> {
    Some(Hopeless { violation: read_violation(json.get(0)?)?, rest: json.get(1)?.as_u64()? })
}

const STALLS: [Stall; 3] = [Stall::SameAnswer, Stall::SameViolations, Stall::BackAgain];

fn stall_name(stall: Stall) -> &'static str {
    match stall {
        Stall::SameAnswer => "same answer",
        Stall::SameViolations => "same violations",
        Stall::BackAgain => "back again",
    }
}

fn blank_second() -> SecondCall {
    SecondCall { messages: Vec::new(), format: Format::Prompt, finding: SecondFinding::Opinion(None) }
}

fn second(second: &mut SecondCall, members: &mut Members<'_>) {
    members.list("messages", &mut second.messages, MOST_MESSAGES, || Message::user(""), message).object(
        "finding",
        &mut second.finding,
        finding,
    );
}

/// Every kind of finding, as it is before its members are read; none of a critique that was not over.
const FINDINGS: [SecondFinding; 7] = [
    SecondFinding::Opinion(None),
    SecondFinding::Opinion(Some(Opinion::Clear { approves: false, reason: String::new() })),
    SecondFinding::Opinion(Some(Opinion::Unclear(String::new()))),
    SecondFinding::Critique(None),
    SecondFinding::Critique(Some(Finding::Nothing)),
    SecondFinding::Critique(Some(Finding::Objections { told: 0, more: 0 })),
    SecondFinding::Critique(Some(Finding::Unusable(String::new()))),
];

fn finding_name(finding: &SecondFinding) -> &'static str {
    match finding {
        SecondFinding::Opinion(None) => "no opinion",
        SecondFinding::Opinion(Some(Opinion::Clear { .. })) => "opinion",
        SecondFinding::Opinion(Some(Opinion::Unclear(_))) => "unclear opinion",
        SecondFinding::Critique(None) => "no critique",
        SecondFinding::Critique(Some(Finding::Nothing)) => "no objections",
        SecondFinding::Critique(Some(Finding::Objections { .. })) => "objections",
        SecondFinding::Critique(Some(Finding::Unusable(_))) => "unusable critique",
    }
}

fn finding(finding: &mut SecondFinding, members: &mut Members<'_>) {
    members.choice("name", finding, &FINDINGS, finding_name);
    match finding {
        SecondFinding::Opinion(Some(Opinion::Clear { approves, reason })) => {
            members.flag("approves", approves).text("reason", reason);
        }
        SecondFinding::Opinion(Some(Opinion::Unclear(reason)))
        | SecondFinding::Critique(Some(Finding::Unusable(reason))) => {
            members.text("reason", reason);
        }
        SecondFinding::Critique(Some(Finding::Objections { told, more })) => {
            count("told", told, members);
            count("more", more, members);
        }
        SecondFinding::Opinion(None)
        | SecondFinding::Critique(None)
        | SecondFinding::Critique(Some(Finding::Nothing)) => {}
    }
}

/// A number of any whole type.
fn count<N: Copy + TryInto<u64> + TryFrom<u64>>(name: &str, count: &mut N, members: &mut Members<'_>) {
    members.as_value(
        name,
        count,
        |count| (*count).try_into().ok().into(),
        |json| N::try_from(json.as_u64()?).ok(),
    );
}

fn millis(name: &str, time: &mut Millis, members: &mut Members<'_>) {
    members.number(name, &mut time.0);
}

fn optional_millis(name: &str, time: &mut Option<Millis>, members: &mut Members<'_>) {
    let mut number = time.map(|time| time.0);
    members.optional_number(name, &mut number);
    *time = number.map(Millis);
}
