//! An attempt, as it stands in a run file.

use super::verdict::Verdict;
use crate::core::agent::{
    Asking, Attempt, Outcome, Phase, Rested, Runaway, SecondCall, SecondFinding, Spent, Stall, Strategy,
    Timing,
};
use crate::core::cost::CutPrompt;
use crate::core::critique::{Finding, Opinion};
use crate::core::dialect::Dialect;
use crate::core::judge::wire::{fault_json, read_fault};
use crate::core::members::{Members, Object};
use crate::core::provider::{Fault, FinishReason, Format, Message, Mode, NetworkFault, Reply, Role, Usage};
use crate::core::time::Millis;

impl Object for Attempt {
    fn blank() -> Self {
        Self {
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

    fn describe(&mut self, members: &mut Members<'_>) {
        let (mut outcome, mut latency) = match &self.phase {
            Phase::Over { outcome, latency } => (outcome.clone(), *latency),
            // Only runs that are over are kept.
            Phase::Calling | Phase::Fetching(_) | Phase::Resting(_) | Phase::Judging | Phase::Second(_) => {
                (Outcome::Stopped, Millis(0))
            }
        };
        let mut verdict = self.judgement.as_deref().map(Verdict::of);
        let mut of = u32::from(self.of);
        members
            .member("outcome", &mut outcome)
            .member("latency", &mut latency)
            .member("of", &mut of)
            .member("messages", &mut self.messages);
        match u8::try_from(of) {
            Ok(of) => self.of = of,
            Err(_) => members.refuse("of"),
        }
        if let Some(chosen) =
            members.choice("mode", Some(self.asking.mode.name()), &mut Mode::ALL.into_iter().map(Mode::name))
        {
            self.asking.mode = Mode::ALL.into_iter().nth(chosen).unwrap_or(Mode::Prompt);
        }
        members.member("notes", &mut self.asking.notes);
        let dialect = self.dialect.map(Dialect::id);
        if let Some(chosen) =
            members.choice("dialect", dialect, &mut Dialect::ALL.into_iter().map(Dialect::id))
        {
            self.dialect = Dialect::ALL.into_iter().nth(chosen);
        }
        members
            .member("tokenLimit", &mut self.token_limit)
            .member("started", &mut self.started)
            .member("timing", &mut self.timing)
            .member("resends", &mut self.resends)
            .member("rested", &mut self.rested)
            .member("reply", &mut self.reply)
            .member("verdict", &mut verdict)
            .member("correction", &mut self.correction);
        let strategy = self.strategy.map(Strategy::name);
        if let Some(chosen) =
            members.choice("strategy", strategy, &mut Strategy::ALL.into_iter().map(Strategy::name))
        {
            self.strategy = Strategy::ALL.into_iter().nth(chosen);
        }
        let stall = self.stall.map(stall_name);
        if let Some(chosen) = members.choice("stall", stall, &mut STALLS.into_iter().map(stall_name)) {
            self.stall = STALLS.into_iter().nth(chosen);
        }
        members
            .member("spent", &mut self.spent)
            .member("cutPrompt", &mut self.cut_prompt)
            .member("hopeless", &mut self.hopeless)
            .member("second", &mut self.second);
        self.phase = Phase::Over { outcome, latency };
        if self.judgement.is_none() {
            self.judgement = verdict.map(|verdict| verdict.judgement().into());
        }
    }
}

/// Every outcome, as it is before its members are read.
static OUTCOMES: [Outcome; 16] = [
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
    Outcome::CallFailed(Fault::Network(NetworkFault::Unreachable)),
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

impl Object for Outcome {
    fn blank() -> Self {
        Self::Stopped
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let names = &mut OUTCOMES.iter().map(outcome_name);
        if let Some(chosen) =
            members.choice("name", Some(outcome_name(self)), names).and_then(|chosen| OUTCOMES.get(chosen))
        {
            self.clone_from(chosen);
        }
        match self {
            Self::CallFailed(fault) => {
                if let Some(json) = members.as_value("fault", || fault_json(fault)) {
                    match read_fault(json) {
                        Some(read) => *fault = read,
                        None => members.refuse("fault"),
                    }
                }
            }
            Self::Undecided(reason) => {
                members.member("reason", reason);
            }
            Self::Valid
            | Self::Invalid
            | Self::Hopeless
            | Self::NoJson
            | Self::Rejected
            | Self::Truncated
            | Self::Runaway(_)
            | Self::Empty
            | Self::OnlyReasoning
            | Self::Refused
            | Self::TimedOut
            | Self::Cut
            | Self::Stopped => {}
        }
    }
}

impl Object for Message {
    fn blank() -> Self {
        Self::user("")
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        if let Some(chosen) =
            members.choice("role", Some(self.role.name()), &mut Role::ALL.into_iter().map(Role::name))
        {
            self.role = Role::ALL.into_iter().nth(chosen).unwrap_or(Role::User);
        }
        members.member("content", &mut self.content);
    }
}

impl Object for Timing {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let [mut first, mut last] = self.pieces.map_or([None, None], |pieces| pieces.map(Some));
        members
            .member("sent", &mut self.sent)
            .member("accepted", &mut self.accepted)
            .member("first", &mut first)
            .member("last", &mut last)
            .member("replied", &mut self.replied);
        self.pieces = first.zip(last).map(|(first, last)| [first, last]);
    }
}

impl Object for Rested {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("limited", &mut self.limited)
            .member("busy", &mut self.busy)
            .member("loading", &mut self.loading);
    }
}

/// The reasons that have a name of their own.
const FINISH_REASONS: [FinishReason; 4] =
    [FinishReason::Stop, FinishReason::Length, FinishReason::Refusal, FinishReason::ContentFilter];

impl Object for Reply {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let is_said = self.finish_reason != FinishReason::Unknown;
        let mut reason = is_said.then(|| self.finish_reason.word().to_owned());
        members
            .member("text", &mut self.text)
            .member("reasoning", &mut self.reasoning)
            .member("finishReason", &mut reason)
            .member("usage", &mut self.usage)
            .member("nanoDollars", &mut self.cost);
        self.finish_reason = reason.map_or(FinishReason::Unknown, |word| {
            let known = FINISH_REASONS.into_iter().find(|known| known.word() == word);
            known.unwrap_or(FinishReason::Other(word))
        });
    }
}

impl Object for Usage {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("input", &mut self.input)
            .member("output", &mut self.output)
            .member("cached", &mut self.cached)
            .member("reasoning", &mut self.reasoning);
    }
}

impl Object for Spent {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("usage", &mut self.usage)
            .member("isEstimate", &mut self.is_estimate)
            .member("cost", &mut self.cost);
    }
}

impl Object for CutPrompt {
    fn blank() -> Self {
        Self { estimated: 0, reported: 0 }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("estimated", &mut self.estimated).member("reported", &mut self.reported);
    }
}

const STALLS: [Stall; 3] = [Stall::SameAnswer, Stall::SameViolations, Stall::BackAgain];

fn stall_name(stall: Stall) -> &'static str {
    match stall {
        Stall::SameAnswer => "same answer",
        Stall::SameViolations => "same violations",
        Stall::BackAgain => "back again",
    }
}

impl Object for SecondCall {
    fn blank() -> Self {
        Self { messages: Vec::new(), format: Format::Prompt, finding: SecondFinding::Opinion(None) }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("messages", &mut self.messages).member("finding", &mut self.finding);
    }
}

/// Every kind of finding, as it is before its members are read; none of a call that was not over.
static FINDINGS: [SecondFinding; 7] = [
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

impl Object for SecondFinding {
    fn blank() -> Self {
        Self::Opinion(None)
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let names = &mut FINDINGS.iter().map(finding_name);
        if let Some(chosen) =
            members.choice("name", Some(finding_name(self)), names).and_then(|chosen| FINDINGS.get(chosen))
        {
            self.clone_from(chosen);
        }
        match self {
            Self::Opinion(Some(Opinion::Clear { approves, reason })) => {
                members.member("approves", approves).member("reason", reason);
            }
            Self::Opinion(Some(Opinion::Unclear(reason)))
            | Self::Critique(Some(Finding::Unusable(reason))) => {
                members.member("reason", reason);
            }
            Self::Critique(Some(Finding::Objections { told, more })) => {
                members.member("told", told).member("more", more);
            }
            Self::Opinion(None) | Self::Critique(None) | Self::Critique(Some(Finding::Nothing)) => {}
        }
    }
}
