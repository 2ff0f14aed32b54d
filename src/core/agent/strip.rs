//! Where the time of an attempt went, part by part.

use super::attempt::Attempt;
use crate::core::time::Micros;

/// A part of the time that an attempt took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePart {
    /// Until the call was sent that was answered: a busy server was left alone.
    BackOff,
    /// The same where something else was done: a model was fetched, or the server asked otherwise.
    Before,
    /// Until the server took the call.
    Wait,
    /// From then to the first piece of its reply.
    FirstToken,
    /// From then to its end.
    Reply,
    /// Until the judge had read and judged it.
    Validation,
}

/// One part of the time, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which it is.
    pub part: TimePart,
    /// How long it was, in words.
    pub words: String,
    /// How much of the whole it is, in thousandths.
    pub thousandths: u64,
}

impl TimePart {
    /// What people read on it.
    pub fn name(self) -> &'static str {
        match self {
            Self::BackOff => "back-off",
            Self::Before => "before the call",
            Self::Wait => "wait",
            Self::FirstToken => "first token",
            Self::Reply => "reply",
            Self::Validation => "validation",
        }
    }
}

impl Attempt {
    /// Where its time went, in the order in which it did; nothing until it is over.
    pub fn shares(&self) -> Vec<Share> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        let timing = &self.timing;
        let accepted = timing.accepted.unwrap_or(timing.sent);
        let [first, last] = timing.pieces.unwrap_or([accepted, timing.replied.unwrap_or(accepted)]);
        let end = timing.replied.unwrap_or(last);
        let before = if self.rested.is_empty() { TimePart::Before } else { TimePart::BackOff };
        let judged = self.judgement.as_deref().map_or(Micros(0), |judgement| judgement.took);
        let parts = [
            (before, timing.sent.since(self.started).into()),
            (TimePart::Wait, accepted.since(timing.sent).into()),
            (TimePart::FirstToken, first.since(accepted).into()),
            (TimePart::Reply, end.since(first).into()),
            (TimePart::Validation, judged),
        ];
        let whole: u64 = parts.iter().map(|(_, Micros(took))| took).sum();
        let parts = parts.into_iter().filter(|(_, took)| *took > Micros(0));
        let share = |(part, took): (TimePart, Micros)| Share {
            part,
            words: took.to_string(),
            thousandths: took.0.saturating_mul(1_000) / whole.max(1),
        };
        parts.map(share).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::{Outcome, Phase, Rest, RestCause, Timing, summary::tests::attempt};
    use crate::core::judge::Judgement;
    use crate::core::time::Millis;
    use std::sync::Arc;

    fn rest(millis: u64) -> Rest {
        let cause = RestCause::Busy { is_limited: true, is_asked: true, resend: 1 };
        Rest { until: Millis(millis), whole: Millis(millis), left: Millis(0), cause, reason: String::new() }
    }

    /// The parts of an attempt that began at 1 s.
    #[track_caller]
    fn check(timing: Timing, micros: u64, rests: &[Rest], expected: &[(&str, &str, u64)]) {
        let mut attempt = attempt("{\"a\": 1}", Outcome::Valid);
        let judgement = attempt.judgement.as_deref().cloned().unwrap();
        attempt.judgement = Some(Arc::new(Judgement { took: Micros(micros), ..judgement }));
        (attempt.started, attempt.timing) = (Millis(1_000), timing);
        rests.iter().for_each(|rest| attempt.rested.add(rest));
        let shares = attempt.shares();
        let shown: Vec<_> =
            shares.iter().map(|share| (share.part.name(), share.words.as_str(), share.thousandths)).collect();
        assert_eq!(shown, expected);
        assert_eq!(Attempt { phase: Phase::Judging, ..attempt }.shares(), []);
    }

    #[test]
    fn where_the_time_went() {
        let timing = |sent, accepted: Option<u64>, pieces: Option<[u64; 2]>, replied: Option<u64>| Timing {
            sent: Millis(sent),
            accepted: accepted.map(Millis),
            pieces: pieces.map(|pieces| pieces.map(Millis)),
            replied: replied.map(Millis),
        };
        check(
            timing(1_000, Some(1_100), Some([1_400, 1_990]), Some(2_000)),
            140,
            &[],
            &[
                ("wait", "100 ms", 99),
                ("first token", "300 ms", 299),
                ("reply", "600 ms", 599),
                ("validation", "140 µs", 0),
            ],
        );
        // No word of when it was taken, and broken off.
        check(
            timing(3_000, None, Some([3_500, 4_000]), None),
            12_345,
            &[rest(2_000)],
            &[
                ("back-off", "2.0 s", 663),
                ("first token", "500 ms", 165),
                ("reply", "500 ms", 165),
                ("validation", "12.3 ms", 4),
            ],
        );
        // In one piece, after a parameter was left out.
        check(
            timing(1_500, Some(1_600), None, Some(2_600)),
            0,
            &[],
            &[("before the call", "500 ms", 312), ("wait", "100 ms", 62), ("reply", "1.0 s", 625)],
        );
        check(timing(1_000, None, None, None), 0, &[], &[]);
    }
}
