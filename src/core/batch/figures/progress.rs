//! How far a batch is, how fast it goes, and how long it will still take.

use crate::core::counted::counted;
use crate::core::thousands::with_thousands;
use crate::core::time::Millis;
use std::collections::VecDeque;

/// How fast a batch goes now. What was before it last began to go says nothing of that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// When it began to go, or when the last run was over that is not looked at any more; then when each of the others
    /// was over.
    marks: VecDeque<Millis>,
}

/// How far a batch is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// For the page: `412 of 1,000 runs · 38 a minute · about 15 minutes left`.
    pub words: String,
    /// For the title of the window: `412 of 1,000 · 15 min left`.
    pub title: String,
}

/// So many runs are looked at, to see how fast it goes now.
const MOST_RUNS: usize = 60;

/// With fewer, nothing is said of how fast it goes.
const FEWEST_RUNS: usize = 3;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

impl Pace {
    /// The batch begins to go, or goes on.
    pub fn begin(&mut self, now: Millis) {
        self.marks = [now].into();
    }

    /// A run is over.
    pub fn end(&mut self, now: Millis) {
        self.marks.push_back(now);
        if self.marks.len() > MOST_RUNS + 1 {
            self.marks.pop_front();
        }
    }

    /// How far it is, with so many of all runs over, and whether it rests.
    pub fn progress(&self, over: usize, all: usize, now: Millis, is_resting: bool) -> Progress {
        let title = format!("{} of {}", with_thousands(over as u64), with_thousands(all as u64));
        let words = format!("{} of {}", with_thousands(over as u64), counted(all, "run"));
        let left = all.saturating_sub(over) as u64;
        let runs = self.marks.len().saturating_sub(1);
        let took = self.marks.front().map_or(0, |first| now.since(*first).0);
        if left > 0 && is_resting {
            return Progress { words: format!("{words} · paused"), title: format!("{title} · paused") };
        }
        if left == 0 || runs < FEWEST_RUNS || took == 0 {
            return Progress { words, title };
        }
        let runs = runs as u64;
        let (long, short) = time_left(left.saturating_mul(took) / runs);
        Progress {
            words: format!("{words} · {} · {long} left", rate(runs, took)),
            title: format!("{title} · {short} left"),
        }
    }
}

/// `38 a minute`, `2.5 a minute`, `12 an hour`
fn rate(runs: u64, took: u64) -> String {
    let tenths = runs.saturating_mul(10 * MINUTE) / took;
    match tenths {
        100.. => format!("{} a minute", with_thousands((tenths + 5) / 10)),
        10..100 => format!("{}.{} a minute", tenths / 10, tenths % 10),
        ..10 => format!("{} an hour", runs.saturating_mul(HOUR).saturating_add(took / 2) / took),
    }
}

/// `about 16 minutes` and `16 min`: in a unit of which there are not too many.
fn time_left(time: u64) -> (String, String) {
    let (length, unit, short) = match time {
        ..MINUTE => return ("less than a minute".to_owned(), "< 1 min".to_owned()),
        MINUTE..5_400_000 => (MINUTE, "minute", "min"),
        5_400_000..172_800_000 => (HOUR, "hour", "h"),
        _ => (DAY, "day", "d"),
    };
    let number = time.saturating_add(length / 2) / length;
    let long = counted(usize::try_from(number).unwrap_or(usize::MAX), unit);
    (format!("about {long}"), format!("{} {short}", with_thousands(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A batch in which a run was over every so often.
    fn pace(runs: u64, every: u64) -> Pace {
        let mut pace = Pace::default();
        pace.begin(Millis(5));
        (1..=runs).for_each(|run| pace.end(Millis(5 + run * every)));
        pace
    }

    #[test]
    fn how_far_it_is_and_how_long_it_takes() {
        for (every, over, all, is_resting, words, title) in [
            (
                1_579,
                412,
                1_000,
                false,
                "412 of 1,000 runs · 38 a minute · about 15 minutes left",
                "412 of 1,000 · 15 min left",
            ),
            (1_579, 412, 1_000, true, "412 of 1,000 runs · paused", "412 of 1,000 · paused"),
            (
                1_000,
                60,
                100,
                false,
                "60 of 100 runs · 60 a minute · less than a minute left",
                "60 of 100 · < 1 min left",
            ),
            (
                24_000,
                3,
                10,
                false,
                "3 of 10 runs · 2.5 a minute · about 3 minutes left",
                "3 of 10 · 3 min left",
            ),
            (
                300_000,
                10,
                100,
                false,
                "10 of 100 runs · 12 an hour · about 8 hours left",
                "10 of 100 · 8 h left",
            ),
            (
                300_000,
                10,
                1_000,
                false,
                "10 of 1,000 runs · 12 an hour · about 3 days left",
                "10 of 1,000 · 3 d left",
            ),
            (
                10,
                90,
                100_000,
                false,
                "90 of 100,000 runs · 6,000 a minute · about 17 minutes left",
                "90 of 100,000 · 17 min left",
            ),
            (1_000, 2, 10, false, "2 of 10 runs", "2 of 10"),
            (1_000, 0, 1, false, "0 of 1 run", "0 of 1"),
            (0, 9, 10, false, "9 of 10 runs", "9 of 10"),
            (1_000, 9, 9, true, "9 of 9 runs", "9 of 9"),
        ] {
            let now = Millis(5 + over * every);
            let over = usize::try_from(over).unwrap();
            let progress = pace(over as u64, every).progress(over, all, now, is_resting);
            assert_eq!(progress, Progress { words: words.into(), title: title.into() });
        }
    }

    #[test]
    fn it_goes_by_the_recent_past_and_not_by_what_was_before_a_pause() {
        let mut pace = pace(100, 60_000);
        let words = |pace: &Pace, over: usize, now: u64| pace.progress(over, 200, Millis(now), false).words;
        pace.begin(Millis(90_000_000));
        (1..=10).for_each(|run| pace.end(Millis(90_000_000 + run * 1_000)));
        assert_eq!(words(&pace, 110, 90_010_000), "110 of 200 runs · 60 a minute · about 2 minutes left");
        // Where nothing comes any more it slows down.
        assert_eq!(words(&pace, 110, 90_100_000), "110 of 200 runs · 6.0 a minute · about 15 minutes left");
        // Where it goes faster than before, the last ones count.
        (0..=MOST_RUNS as u64).for_each(|run| pace.end(Millis(90_100_000 + run * 100)));
        let fast = words(&pace, 171, 90_106_000);
        assert_eq!(fast, "171 of 200 runs · 600 a minute · less than a minute left");
    }
}
