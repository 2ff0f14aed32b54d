//! How long a busy server is left alone before it is asked again, and how often in a row; and that one which is
//! loading its model is asked again until it has.

use super::words::counted_seconds;
use crate::core::provider::{Complaint, Fault};
use crate::core::random::Random;
use crate::core::time::Millis;

/// How often a busy server is asked again in a row.
const MOST_RESENDS: u32 = 3;

/// The longest rest: a server that asks for more is not waited for.
const LONGEST: Millis = Millis(120_000);

/// How long a model may take to load: that is done once, and nobody's fault.
const LONGEST_LOADING: Millis = Millis(600_000);

/// How long a server that loads its model is left alone each time.
const LOADING: Millis = Millis(2_000);

/// The first rest where the server does not say how long; each one after it is twice as long.
const FIRST: u64 = 1_000;

/// A rest before the same call is sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// When it is over.
    pub until: Millis,
    /// How long it is in all.
    pub whole: Millis,
    /// How long it still is.
    pub left: Millis,
    /// What it is for.
    pub cause: RestCause,
    /// What the server said.
    pub reason: String,
}

/// What a rest is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestCause {
    /// The server is busy.
    Busy {
        /// Whether it says that it was called too often.
        is_limited: bool,
        /// Whether it asked for the rest.
        is_asked: bool,
        /// How often in a row the call was sent again when the rest is over.
        resend: u32,
    },
    /// The server is loading its model.
    Loading {
        /// When it first said so.
        since: Millis,
    },
}

/// How long a server was left alone in one attempt, by what for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rested {
    pub(in crate::core) limited: Option<Millis>,
    pub(in crate::core) busy: Option<Millis>,
    pub(in crate::core) loading: Option<Millis>,
}

/// The rests of a run.
#[derive(Clone, Debug)]
pub(super) struct Rests {
    random: Random,
    in_a_row: u32,
    loading_since: Option<Millis>,
}

impl Rests {
    /// Before the first one. The seed decides how long those are that the server says nothing of: pages
    /// that were turned away together shall not come back together.
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), in_a_row: 0, loading_since: None }
    }

    /// The rest that a fault calls for; none where it does not pass, or was waited for often enough.
    pub(super) fn after(&mut self, fault: &Fault, now: Millis) -> Option<Rest> {
        let asked = fault.wait();
        let rest = |left, cause| {
            let reason = fault.message().to_owned();
            Rest { until: now + left, whole: left, left, cause, reason }
        };
        if let Fault::Server { complaint: Complaint::ModelLoading, .. } = fault {
            let since = *self.loading_since.get_or_insert(now);
            let left = asked.unwrap_or_default().max(LOADING);
            let is_in_time = (now + left).since(since) <= LONGEST_LOADING;
            return is_in_time.then(|| rest(left, RestCause::Loading { since }));
        }
        if !fault.passes() || self.in_a_row >= MOST_RESENDS || asked.is_some_and(|asked| asked > LONGEST) {
            return None;
        }
        let left = asked.unwrap_or_else(|| self.back_off());
        self.in_a_row += 1;
        let is_limited = matches!(fault, Fault::Server { complaint: Complaint::RateLimited, .. });
        let is_asked = asked.is_some();
        Some(rest(left, RestCause::Busy { is_limited, is_asked, resend: self.in_a_row }))
    }

    /// The call came to something else.
    pub(super) fn are_over(&mut self) {
        self.in_a_row = 0;
        self.loading_since = None;
    }

    /// From half of the time to all of it.
    fn back_off(&mut self) -> Millis {
        let half = (FIRST << self.in_a_row) / 2;
        Millis(half + self.random.below(half + 1))
    }
}

impl Rested {
    /// Whether it was not left alone at all.
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Adds a rest that is over.
    pub(super) fn add(&mut self, rest: &Rest) {
        let time = match rest.cause {
            RestCause::Busy { is_limited: true, .. } => &mut self.limited,
            RestCause::Busy { is_limited: false, .. } => &mut self.busy,
            RestCause::Loading { .. } => &mut self.loading,
        };
        *time = Some(time.unwrap_or_default() + rest.whole);
    }

    /// Why the call was sent again, and after what time: a sentence for each reason.
    pub(super) fn words(self) -> impl Iterator<Item = String> {
        let times = [
            (self.limited, "The server was rate limiting"),
            (self.busy, "The server was busy"),
            (self.loading, "The server was loading the model"),
        ];
        let sentence = |(time, what): (Option<Millis>, &str)| {
            time.map(|time| format!("{what}: waited {time} in all, and sent the call again."))
        };
        times.into_iter().filter_map(sentence)
    }
}

impl RestCause {
    /// What is waited for, in a word or two.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Busy { is_limited: true, .. } => "rate limited, waiting",
            Self::Busy { is_limited: false, .. } => "server busy, waiting",
            Self::Loading { .. } => "model loading, waiting",
        }
    }
}

impl Rest {
    /// The rest as it stands at this time.
    pub(super) fn at(&self, now: Millis) -> Self {
        Self { left: self.until.since(now), ..self.clone() }
    }

    /// When the number of seconds that are left is another one.
    pub(super) fn next_second(&self) -> Millis {
        let later = self.left.0.saturating_sub(1) / 1_000 * 1_000;
        Millis(self.until.0.saturating_sub(later))
    }

    /// How long it still is and why, in a few words each.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = match self.cause {
            RestCause::Busy { is_asked, resend, .. } => {
                let why = if is_asked { "as the server asked" } else { "as the server is busy" };
                vec![
                    format!("waiting {}, {why}", counted_seconds(self.left)),
                    format!("resend {resend} of {MOST_RESENDS}"),
                ]
            }
            RestCause::Loading { since } => {
                let now = Millis(self.until.0.saturating_sub(self.left.0));
                vec![format!("the model is loading, for {} so far", counted_seconds(now.since(since)))]
            }
        };
        words.extend(Some(self.reason.clone()).filter(|reason| !reason.is_empty()));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::provider::NetworkFault;

    fn fault(complaint: Complaint, wait: Option<u64>) -> Fault {
        Fault::Server { complaint, status: 429, message: "Slow down.".into(), wait: wait.map(Millis) }
    }

    fn resend_of(rest: Rest) -> u32 {
        match rest.cause {
            RestCause::Busy { resend, .. } => resend,
            RestCause::Loading { .. } => panic!("{rest:?}"),
        }
    }

    #[test]
    fn a_model_may_take_minutes_to_load() {
        let (mut rests, mut now, mut count) = (Rests::new(1), Millis(1_000), 0);
        let loading = |wait| fault(Complaint::ModelLoading, wait);
        let first = rests.after(&loading(Some(0)), now);
        assert_eq!(
            first.map(|rest| rest.words()).unwrap_or_default()[0],
            "the model is loading, for 0 s so far"
        );
        while let Some(rest) = rests.after(&loading(None), now) {
            assert_eq!(rest.left, LOADING);
            (now, count) = (rest.until, count + 1);
        }
        assert_eq!((now, count), (Millis(601_000), 300));
        rests.are_over();
        let rest = rests.after(&loading(Some(5_000)), now);
        let words = rest.map(|rest| rest.at(now + Millis(3_000)).words()).unwrap_or_default();
        assert_eq!(words, ["the model is loading, for 3 s so far", "Slow down."]);
    }

    #[test]
    fn what_is_waited_for() {
        for (fault, expected) in [
            (fault(Complaint::RateLimited, Some(7_000)), Some(7_000)),
            (fault(Complaint::RateLimited, Some(0)), Some(0)),
            (fault(Complaint::Overloaded, Some(120_000)), Some(120_000)),
            (fault(Complaint::Overloaded, Some(120_001)), None),
            (fault(Complaint::KeyRefused, Some(1_000)), None),
            (fault(Complaint::NoCredit, None), None),
            (Fault::Network(NetworkFault::Unreachable), None),
        ] {
            let rest = Rests::new(1).after(&fault, Millis(500));
            assert_eq!(rest.as_ref().map(|rest| rest.left.0), expected, "{fault:?}");
            assert_eq!(rest.map(|rest| rest.until.0), expected.map(|left| left + 500), "{fault:?}");
        }
    }

    #[test]
    fn rests_grow_spread_by_the_seed_and_end_after_three() {
        let busy = fault(Complaint::Failed, None);
        let series = |seed| {
            let mut rests = Rests::new(seed);
            std::iter::from_fn(|| rests.after(&busy, Millis(0))).map(|rest| rest.left.0).collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..100).map(series).collect();
        for lengths in &all {
            let [first, second, third] = lengths[..] else { panic!("three rests: {lengths:?}") };
            assert!((500..=1_000).contains(&first), "{lengths:?}");
            assert!((1_000..=2_000).contains(&second), "{lengths:?}");
            assert!((2_000..=4_000).contains(&third), "{lengths:?}");
        }
        assert_eq!(series(7), series(7));
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }

    #[test]
    fn only_rests_in_a_row_are_counted() {
        let (mut rests, busy) = (Rests::new(1), fault(Complaint::RateLimited, Some(1_000)));
        let mut resend = || rests.after(&busy, Millis(0)).map(resend_of);
        assert_eq!([resend(), resend()], [Some(1), Some(2)]);
        rests.are_over();
        let mut resend = || rests.after(&busy, Millis(0)).map(resend_of);
        assert_eq!([resend(), resend(), resend(), resend()], [Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn a_rest_counts_down_second_by_second() {
        let Some(rest) = Rests::new(1).after(&fault(Complaint::RateLimited, Some(2_500)), Millis(100)) else {
            panic!("a rest");
        };
        let mut now = Millis(100);
        let mut seen = Vec::new();
        while now < rest.until {
            let rest = rest.at(now);
            seen.push((now.0, rest.words().remove(0)));
            now = rest.next_second();
        }
        assert_eq!(
            seen,
            [(100, 3), (600, 2), (1_600, 1)]
                .map(|(now, seconds)| (now, format!("waiting {seconds} s, as the server asked")))
        );
        assert_eq!(now, rest.until);
    }

    #[test]
    fn how_long_was_waited_is_summed_by_its_reasons() {
        let (mut rests, mut rested) = (Rests::new(1), Rested::default());
        assert!(rested.is_empty());
        for (complaint, wait) in [
            (Complaint::RateLimited, 1_500),
            (Complaint::Overloaded, 0),
            (Complaint::RateLimited, 500),
            (Complaint::ModelLoading, 61_000),
        ] {
            rests.after(&fault(complaint, Some(wait)), Millis(7)).iter().for_each(|rest| rested.add(rest));
        }
        assert_eq!(
            rested.words().collect::<Vec<_>>(),
            [
                "The server was rate limiting: waited 2.0 s in all, and sent the call again.",
                "The server was busy: waited 0 ms in all, and sent the call again.",
                "The server was loading the model: waited 61.0 s in all, and sent the call again.",
            ]
        );
    }

    #[test]
    fn words() {
        let rest = |is_asked, left, reason: &str| Rest {
            until: Millis(0),
            whole: Millis(left),
            left: Millis(left),
            cause: RestCause::Busy { is_limited: false, is_asked, resend: 2 },
            reason: reason.into(),
        };
        for (rest, expected) in [
            (
                rest(true, 11_001, "Slow down."),
                vec!["waiting 12 s, as the server asked", "resend 2 of 3", "Slow down."],
            ),
            (rest(false, 400, ""), vec!["waiting 1 s, as the server is busy", "resend 2 of 3"]),
            (rest(true, 65_000, ""), vec!["waiting 1 min 5 s, as the server asked", "resend 2 of 3"]),
        ] {
            assert_eq!(rest.words(), expected);
            assert_eq!(rest.cause.words(), "server busy, waiting");
        }
        let loading = RestCause::Loading { since: Millis(0) };
        assert_eq!(loading.words(), "model loading, waiting");
        let limited = RestCause::Busy { is_limited: true, is_asked: false, resend: 1 };
        assert_eq!(limited.words(), "rate limited, waiting");
    }
}
