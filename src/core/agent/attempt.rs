//! One attempt: what was sent, what came back, what it amounts to. Nothing of it is thrown away.

use super::format::Asking;
use super::outcome::{Badge, Outcome};
use super::rest::{Rest, Rested};
use super::second::{SecondCall, SecondKind};
use super::section::Section;
use super::spending::Spent;
use super::stall::Stall;
use super::strategy::Strategy;
use super::timing::Timing;
use super::watchdog::Runaway;
use super::words;
use crate::core::cost::CutPrompt;
use crate::core::dialect::Dialect;
use crate::core::json_text::JsonText;
use crate::core::judge::{
    Case, Hopeless, Judgement, Ledger, Rejected, RepairReport, Repaired, Tried, ViolationReport,
};
use crate::core::provider::{Call, FinishReason, Message, Mode, Quirks, Reply, Role, Usage};
use crate::core::time::Millis;
use std::sync::Arc;

/// One attempt, under way or over.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Its place in the run, from 1.
    pub number: usize,
    /// How many there may be.
    pub of: u8,
    /// The messages that were sent.
    pub messages: Vec<Message>,
    /// How it was asked for.
    pub asking: Asking,
    /// The dialect in which the server was given the schema, if it was; known once there is a reply.
    pub dialect: Option<Dialect>,
    /// The most tokens the answer could take.
    pub token_limit: u32,
    /// When it was first sent.
    pub started: Millis,
    /// Its call, as it was last sent.
    pub sent: Option<Arc<Sent>>,
    /// How often the call was sent again to a busy server.
    pub resends: u32,
    /// How long that server was left alone.
    pub rested: Rested,
    /// When it was last sent, and when the reply to that came.
    pub timing: Timing,
    /// How far it is.
    pub phase: Phase,
    /// What came back.
    pub reply: Option<Reply>,
    /// What was found in it.
    pub judgement: Option<Arc<Judgement>>,
    /// What the model was told after it: the exact words.
    pub correction: Option<String>,
    /// What its calls took, as soon as that can be said.
    pub spent: Option<Spent>,
    /// Whether the server has probably cut the prompt.
    pub cut_prompt: Option<CutPrompt>,
    /// Why it was stopped before its end, where it was.
    pub hopeless: Option<Hopeless>,
    /// How it shows that the run goes in circles, where it does.
    pub stall: Option<Stall>,
    /// How its correction was put, where it was followed by one.
    pub strategy: Option<Strategy>,
    /// The further calls about its answer.
    pub second: Vec<SecondCall>,
}

/// A call as it was sent: what a connection makes of it can be written down again.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The call.
    pub call: Call,
    /// How the server was known to deviate.
    pub quirks: Quirks,
}

/// How far an attempt is.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// The model is asked.
    Calling,
    /// The browser fetches its model first, and has so many hundredths of it.
    Fetching(u8),
    /// The server is busy; the same call is sent again after a rest.
    Resting(Rest),
    /// The reply is judged.
    Judging,
    /// A model is asked about the answer.
    Second(SecondKind),
    /// It is over.
    Over {
        /// What it amounts to.
        outcome: Outcome,
        /// How long it took, from the first sending to the verdict.
        latency: Millis,
    },
}

impl Attempt {
    /// What it amounts to, once it is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over { outcome, .. } => Some(outcome),
            Phase::Calling | Phase::Fetching(_) | Phase::Resting(_) | Phase::Judging | Phase::Second(_) => {
                None
            }
        }
    }

    /// How long it took, once it is over.
    pub fn latency(&self) -> Option<Millis> {
        match &self.phase {
            Phase::Over { latency, .. } => Some(*latency),
            Phase::Calling | Phase::Fetching(_) | Phase::Resting(_) | Phase::Judging | Phase::Second(_) => {
                None
            }
        }
    }

    /// Its mark.
    pub fn badge(&self) -> Badge {
        match self.outcome().map_or(Badge::Running, Outcome::badge) {
            Badge::Valid if self.repairs().iter().any(|repair| !repair.is_of_form()) => Badge::ValidRepaired,
            badge => badge,
        }
    }

    /// Where the answer was looked for: in the reply, or the reasoning where there is no other text.
    pub fn judged_section(&self) -> Section {
        let is_blank = self.reply.as_ref().is_some_and(|reply| reply.text.trim().is_empty());
        if is_blank { Section::Reasoning } else { Section::Raw }
    }

    /// Whether the answer was found in the reasoning, be it accepted or not.
    pub fn is_from_reasoning(&self) -> bool {
        let is_found = |judgement: &Judgement| judgement.answer.is_some() || judgement.rejected.is_some();
        self.judged_section() == Section::Reasoning && self.judgement.as_deref().is_some_and(is_found)
    }

    /// The answer that was judged.
    pub fn value(&self) -> Option<&JsonText> {
        self.judgement.as_deref().and_then(Judgement::value)
    }

    /// The newest of the attempts, as its reply is judged.
    pub fn case(attempts: &[Self], input: &str, repaired: Repaired) -> Case {
        let mut attempts = attempts.iter().rev();
        let newest = attempts.next();
        let answer = |attempt: &Self| {
            let text = attempt.value()?.as_str().to_owned();
            Some(Tried::Judged(text, attempt.violations().to_vec()))
        };
        Case {
            text: newest.and_then(|attempt| attempt.reply.as_ref()).map_or("", judged_text).to_owned(),
            input: input.to_owned(),
            repaired,
            dialect: newest.and_then(|attempt| attempt.dialect),
            before: attempts.find_map(answer).unwrap_or_default(),
        }
    }

    /// What a model replied that was asked for a critique of its answer.
    pub fn critique(&self) -> Option<&str> {
        let is_critique = |second: &&SecondCall| second.kind() == SecondKind::Critique;
        let reply = self.second.iter().rev().find(is_critique)?.messages.last()?;
        (reply.role == Role::Assistant).then_some(reply.content.as_str())
    }

    /// What is wrong with JSON that is not accepted.
    pub fn rejected(&self) -> Option<&Rejected> {
        self.judgement.as_deref()?.rejected.as_ref()
    }

    /// What is to be marked in the text in which the answer was looked for.
    pub(super) fn marks(&self) -> &[RepairReport] {
        self.rejected().map_or(self.repairs(), |rejected| &rejected.repairs)
    }

    /// What had to be repaired to read the answer.
    pub fn repairs(&self) -> &[RepairReport] {
        let answer = self.judgement.as_deref().and_then(|judgement| judgement.answer.as_ref());
        answer.map_or(&[], |answer| &answer.repairs)
    }

    /// What is wrong with the answer.
    pub fn violations(&self) -> &[ViolationReport] {
        match &self.hopeless {
            Some(hopeless) => std::slice::from_ref(&hopeless.violation),
            None => self.judgement.as_deref().map_or(&[], Judgement::violations),
        }
    }

    /// What is wrong with its syntax, where it is not accepted; line by line.
    pub fn faults(&self) -> &[String] {
        self.rejected().map_or(&[], |rejected| &rejected.faults)
    }

    /// What is wrong with the answer, in the words the model is told.
    pub fn error_texts(&self) -> Vec<String> {
        let violations = self.violations().iter().map(|violation| violation.message.clone());
        self.faults().iter().cloned().chain(violations).collect()
    }

    /// Where the answer was found and how it was judged, where it was: what is told, and its words.
    pub fn findings(&self) -> Vec<(&'static str, String)> {
        let Some(answer) = self.judgement.as_deref().and_then(|judgement| judgement.answer.as_ref()) else {
            return Vec::new();
        };
        let mut findings = vec![
            ("passed", format!("{} of {} checks", answer.passed, answer.checks())),
            ("found", answer.strategy.words().to_owned()),
        ];
        let compared = answer.ledger.as_ref().map(Ledger::words).filter(|words| !words.is_empty());
        findings.extend(compared.map(|words| ("since before", words)));
        let errors = answer.errors().count();
        findings.extend(self.second.iter().filter_map(|second| second.words(errors)));
        findings
    }

    /// What is worth knowing beside the verdict, a sentence each.
    pub fn notices(&self) -> Vec<String> {
        let mut notices = self.asking.notes.clone();
        // Where the call failed in the end, that is said instead.
        notices.extend(self.rested.words().filter(|_| self.reply.is_some()));
        notices.extend(self.cut_prompt.iter().map(|cut| format!("{cut}.")));
        notices.extend(self.judgement.iter().flat_map(|judgement| judgement.remarks()));
        notices.extend(self.stall.map(|stall| stall.words().to_owned()));
        if self.is_from_reasoning() {
            notices.push("The answer was empty; this JSON stood in the model's reasoning.".to_owned());
        }
        notices
    }

    /// How it stands, for those who cannot see it.
    pub fn announcement(&self) -> String {
        let state = match &self.phase {
            Phase::Resting(_) => "waits for the busy server".to_owned(),
            Phase::Fetching(_) => "waits for the browser to fetch its model".to_owned(),
            Phase::Calling | Phase::Judging => "is running".to_owned(),
            Phase::Second(kind) => kind.words().to_owned(),
            Phase::Over { outcome: Outcome::Invalid | Outcome::Hopeless, .. } => {
                format!("is invalid: {}", self.glance().join(", "))
            }
            Phase::Over { .. } => format!("ended: {}", self.badge().word().to_ascii_lowercase()),
        };
        format!("Attempt {} {state}", self.number)
    }

    /// What is worth knowing at a glance, in a few words each: errors, warnings, and what it waits for.
    pub fn glance(&self) -> Vec<String> {
        let errors = self.violations().iter().filter(|violation| violation.is_error()).count();
        let warnings = self.violations().len() - errors;
        let mut words = Vec::new();
        if let Some(rejected) = self.rejected() {
            words.push(words::counted(rejected.count(), "syntax error"));
        }
        if errors > 0 {
            words.push(words::counted(errors, "error"));
        }
        if warnings > 0 {
            words.push(words::counted(warnings, "warning"));
        }
        words.extend(self.hopeless.is_some().then(|| "stopped early".to_owned()));
        match &self.phase {
            Phase::Resting(rest) => words.extend(rest.words()),
            Phase::Fetching(percent) => words.push(format!("The browser is fetching its model: {percent} %")),
            Phase::Second(kind) => words.push(kind.words().to_owned()),
            Phase::Calling | Phase::Judging | Phase::Over { .. } => {}
        }
        words
    }

    /// What it took: time, tokens read and written, why the model stopped.
    pub fn figures(&self) -> String {
        let mut words = vec![format!("attempt {} of {}", self.number, self.of)];
        if self.resends > 0 {
            words.push(words::counted(self.resends as usize, "resend"));
        }
        let mode = self.asking.mode;
        words.extend((mode != Mode::Prompt).then(|| mode.words().to_owned()));
        words.extend(self.latency().map(|latency| format!("{} ms", words::with_thousands(latency.0))));
        words.extend(self.reply.as_ref().and_then(|_| self.timing.first_token()));
        words.extend(self.spent.map(Spent::tokens));
        if let Some(reply) = &self.reply {
            words.extend(reply.usage.and_then(|usage| self.timing.pace(streamed(reply, usage))));
        }
        words.extend(self.spent.filter(|spent| !spent.is_free()).map(Spent::cost));
        words.extend(self.reply.iter().map(|reply| format!("finished: {}", reply.finish_reason.word())));
        words.join(" · ")
    }

    /// What a person should know of an attempt that gave nothing to judge, and what to do about it.
    /// Empty where the violations, or the fault of a call, say it all.
    pub fn explanation(&self) -> String {
        let Some(outcome) = self.outcome() else { return String::new() };
        let limit = self.token_limit;
        match outcome {
            Outcome::Valid | Outcome::Invalid | Outcome::CallFailed(_) => String::new(),
            Outcome::Hopeless => {
                let saved = match self.hopeless.as_ref().map_or(0, |hopeless| hopeless.rest) {
                    0 => String::new(),
                    rest => format!(" ≈ {} tokens were not written.", words::with_thousands(rest)),
                };
                format!("The reply was stopped before its end: nothing more could have made it valid.{saved}")
            }
            Outcome::NoJson => {
                match self.judgement.as_deref().and_then(|judgement| judgement.syntax_error.as_ref()) {
                    Some(error) => format!("The reply holds no complete JSON: {error}."),
                    None => "The reply holds no JSON at all.".to_owned(),
                }
            }
            Outcome::Rejected => {
                "The JSON in the reply needs repairs, and repaired JSON is not accepted:".to_owned()
            }
            Outcome::Truncated => {
                let written = self.reply.as_ref().and_then(|reply| reply.usage).map_or(0, |usage| usage.output);
                let (at, then) = match written {
                    1.. if written < u64::from(limit) => (
                        format!("after {written} tokens, below the limit of {limit}"),
                        "look for a limit or a context length of the server's own",
                    ),
                    _ => (format!("at the limit of {limit} tokens"), "raise the token limit"),
                };
                format!("The reply was cut off {at}, before its JSON was complete. If this goes on, {then}.")
            }
            Outcome::Empty => {
                "The reply is empty. Local servers answer like this when the context is full or the \
                               model was unloaded; look at the server's log."
                    .to_owned()
            }
            Outcome::OnlyReasoning => {
                let (spent, then) = match self.reply.as_ref().map(|reply| (&reply.finish_reason, reply.usage)) {
                    Some((FinishReason::Length, Some(usage))) => {
                        (format!("All {} tokens of the reply", usage.output), "Raise the token limit, or turn")
                    }
                    Some((FinishReason::Length, None)) => (
                        format!("All tokens of the reply, up to the limit of {limit},"),
                        "Raise the token limit, or turn",
                    ),
                    Some(_) | None => ("All of the reply".to_owned(), "It ended by itself: turn"),
                };
                format!(
                    "{spent} went into the model's reasoning, and none into an answer. \
                     {then} the model's thinking off."
                )
            }
            Outcome::Refused => {
                let reply = self.reply.as_ref();
                let is_filtered =
                    reply.is_some_and(|reply| reply.finish_reason == FinishReason::ContentFilter);
                let is_blank = reply.map_or("", judged_text).trim().is_empty();
                let (who, words) = match (is_filtered, is_blank) {
                    (true, true) => ("A content filter of the provider withheld the answer", ""),
                    (true, false) => (
                        "A content filter of the provider broke the answer off",
                        " What had come of it is the raw reply.",
                    ),
                    (false, true) => ("The model refused to answer", " It did not say why."),
                    (false, false) => ("The model refused to answer", " Its words are the raw reply."),
                };
                let instead = if is_filtered { "provider" } else { "model" };
                format!(
                    "{who}; asking again would not help.{words} \
                     Change the prompt or the input, or choose another {instead}."
                )
            }
            Outcome::Runaway(Runaway::WhiteSpace) => {
                "The reply ran into white space without end, and was broken off. Models do this when they are \
                 held to JSON and do not know what to write; a clearer prompt or another model may help."
                    .to_owned()
            }
            Outcome::Runaway(Runaway::Repetition) => {
                "The reply repeated one piece over and over, and was broken off. \
                 A higher temperature or another model may help."
                    .to_owned()
            }
            Outcome::TimedOut => "The server was silent for longer than the time limit. \
                                  A slow local model may need a higher one."
                .to_owned(),
            Outcome::Cut => "The connection broke while the reply was on its way. \
                             If this goes on, look at the server's own log."
                .to_owned(),
            Outcome::Undecided(reason) => format!(
                "No verdict was reached: {reason}. The answer may be valid or not; run again to find out."
            ),
            Outcome::Stopped => "You stopped the run while this attempt was under way.".to_owned(),
        }
    }
}

/// Those of the tokens written that came in pieces: reasoning that is not shown comes before the first one.
fn streamed(reply: &Reply, usage: Usage) -> u64 {
    let hidden = if reply.reasoning.is_empty() { usage.reasoning } else { 0 };
    usage.output.saturating_sub(hidden)
}

pub(super) fn judged_text(reply: &Reply) -> &str {
    if reply.text.trim().is_empty() { &reply.reasoning } else { &reply.text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::summary::tests::attempt;

    /// What is said of an attempt, by why the model stopped, what it wrote and how many tokens that was.
    #[track_caller]
    fn check(outcome: Outcome, finish_reason: FinishReason, text: &str, output: Option<u64>, expected: &str) {
        let usage = output.map(|output| Usage { output, ..Usage::default() });
        let reply = Reply { text: text.into(), finish_reason, usage, ..Reply::default() };
        let attempt = Attempt { reply: Some(reply), token_limit: 4_096, ..attempt("", outcome) };
        assert_eq!(attempt.explanation(), expected);
    }

    #[test]
    fn who_cut_a_reply_off_is_told_by_its_length() {
        let at_the_limit = "The reply was cut off at the limit of 4096 tokens, before its JSON was complete. \
            If this goes on, raise the token limit.";
        for output in [None, Some(0), Some(4_096)] {
            check(Outcome::Truncated, FinishReason::Length, "{", output, at_the_limit);
        }
        check(
            Outcome::Truncated,
            FinishReason::Length,
            "{",
            Some(31),
            "The reply was cut off after 31 tokens, below the limit of 4096, before its JSON was complete. \
             If this goes on, look for a limit or a context length of the server's own.",
        );
    }

    #[test]
    fn a_higher_limit_is_no_advice_where_none_was_reached() {
        for (finish_reason, output, expected) in [
            (
                FinishReason::Stop,
                Some(80),
                "All of the reply went into the model's reasoning, and none into an answer. \
                 It ended by itself: turn the model's thinking off.",
            ),
            (
                FinishReason::Length,
                Some(80),
                "All 80 tokens of the reply went into the model's reasoning, and none into an answer. \
                 Raise the token limit, or turn the model's thinking off.",
            ),
            (
                FinishReason::Length,
                None,
                "All tokens of the reply, up to the limit of 4096, went into the model's reasoning, and none into \
                 an answer. Raise the token limit, or turn the model's thinking off.",
            ),
        ] {
            check(Outcome::OnlyReasoning, finish_reason, "", output, expected);
        }
    }

    #[test]
    fn a_refusal_is_told_from_a_filter() {
        for (finish_reason, text, expected) in [
            (
                FinishReason::Refusal,
                "No.",
                "The model refused to answer; asking again would not help. Its words are the raw reply. \
                 Change the prompt or the input, or choose another model.",
            ),
            (
                FinishReason::Refusal,
                " ",
                "The model refused to answer; asking again would not help. It did not say why. \
                 Change the prompt or the input, or choose another model.",
            ),
            (
                FinishReason::ContentFilter,
                "{",
                "A content filter of the provider broke the answer off; asking again would not help. \
                 What had come of it is the raw reply. Change the prompt or the input, or choose another provider.",
            ),
            (
                FinishReason::ContentFilter,
                "",
                "A content filter of the provider withheld the answer; asking again would not help. \
                 Change the prompt or the input, or choose another provider.",
            ),
        ] {
            check(Outcome::Refused, finish_reason, text, None, expected);
        }
    }
}
