//! When a run has taken all the time it may: what it waits for a person or for a download does not count.

use crate::core::time::Millis;

/// The time at which a run has to be over, if there is one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deadline {
    end: Option<Millis>,
    paused: Option<Millis>,
}

impl Deadline {
    /// So long after now.
    pub(super) fn after(budget: Option<Millis>, now: Millis) -> Self {
        Self { end: budget.map(|budget| now + budget), paused: None }
    }

    /// Whether it has come.
    pub(super) fn is_over(self, now: Millis) -> bool {
        let now = self.paused.unwrap_or(now);
        self.end.is_some_and(|end| now >= end)
    }

    /// This time, or the deadline where it comes before that.
    pub(super) fn or_before(self, time: Millis) -> Millis {
        self.end.map_or(time, |end| end.min(time))
    }

    /// From now on time does not count.
    pub(super) fn pause(&mut self, now: Millis) {
        self.paused.get_or_insert(now);
    }

    /// From now on it counts again.
    pub(super) fn resume(&mut self, now: Millis) {
        if let Some(paused) = self.paused.take() {
            self.end = self.end.map(|end| end + now.since(paused));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count() {
        let mut deadline = Deadline::after(Some(Millis(100)), Millis(1_000));
        assert!(!deadline.is_over(Millis(1_099)) && deadline.is_over(Millis(1_100)));
        deadline.pause(Millis(1_050));
        deadline.pause(Millis(1_060));
        assert!(!deadline.is_over(Millis(9_000)));
        deadline.resume(Millis(2_050));
        deadline.resume(Millis(2_060));
        assert!(!deadline.is_over(Millis(2_099)) && deadline.is_over(Millis(2_100)));
        assert_eq!([2_000, 3_000].map(|time| deadline.or_before(Millis(time)).0), [2_000, 2_100]);
        let never = Deadline::after(None, Millis(0));
        assert!(!never.is_over(Millis(u64::MAX)));
        assert_eq!(never.or_before(Millis(7)), Millis(7));
    }
}
