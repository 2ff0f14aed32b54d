//! A server, as all runs of a batch share it: how many calls it is given at once, and until when it wants none.

use crate::core::agent::{Rest, RestCause};
use crate::core::time::Millis;

/// A server that several runs call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gate {
    /// How many calls it is given at once, at the most.
    most: usize,
    /// How many now: half as many each time it says that there were too many.
    allowed: usize,
    /// How many replies there were since that changed.
    calm: usize,
    /// Until when it is not called.
    closed_until: Millis,
}

impl Gate {
    pub fn new(most: usize) -> Self {
        let most = most.max(1);
        Self { most, allowed: most, calm: 0, closed_until: Millis(0) }
    }

    /// Takes how many calls there may be at once.
    pub fn set_most(&mut self, most: usize) {
        *self = Self { closed_until: self.closed_until, ..Self::new(most) };
    }

    /// Whether it can be given a call beside those it has.
    pub fn is_open(self, in_flight: usize, now: Millis) -> bool {
        now >= self.closed_until && in_flight < self.allowed
    }

    /// When it opens again, if it is closed.
    pub fn opens(self, now: Millis) -> Option<Millis> {
        (now < self.closed_until).then_some(self.closed_until)
    }

    /// A run leaves it alone: what it wants all of them to keep to, each keeps to.
    pub fn rest(&mut self, rest: &Rest, now: Millis) {
        match rest.cause {
            RestCause::Busy { is_limited: false, is_asked: false, .. } => {}
            RestCause::Busy { .. } | RestCause::Loading { .. } => self.close_until(rest.until, now),
        }
    }

    /// It is not called until then, and by fewer afterwards.
    pub fn close_until(&mut self, until: Millis, now: Millis) {
        if now >= self.closed_until {
            self.allowed = (self.allowed / 2).max(1);
            self.calm = 0;
        }
        self.closed_until = self.closed_until.max(until);
    }

    /// It replied.
    pub fn replied(&mut self) {
        self.calm += 1;
        if self.calm >= 2 * self.allowed && self.allowed < self.most {
            self.allowed += 1;
            self.calm = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(until: u64, is_limited: bool, is_asked: bool) -> Rest {
        Rest {
            until: Millis(until),
            whole: Millis(0),
            left: Millis(0),
            cause: RestCause::Busy { is_limited, is_asked, resend: 1 },
            reason: String::new(),
        }
    }

    #[test]
    fn what_one_run_was_told_holds_for_all() {
        for (is_limited, is_asked, expected) in [
            (true, true, Some(900)),
            (true, false, Some(900)),
            (false, true, Some(900)),
            // A failure is that of one call.
            (false, false, None),
        ] {
            let mut gate = Gate::new(8);
            gate.rest(&rest(900, is_limited, is_asked), Millis(100));
            assert_eq!(gate.opens(Millis(100)), expected.map(Millis));
            assert_eq!(gate.is_open(0, Millis(100)), expected.is_none());
            assert!(gate.is_open(0, Millis(900)));
        }
    }

    #[test]
    fn a_busy_server_is_given_half_as_many_calls_and_slowly_more_again() {
        let most = |gate: Gate| (0..).take_while(|calls| gate.is_open(*calls, Millis(9_000))).count();
        let mut gate = Gate::new(8);
        assert_eq!(most(gate), 8);
        gate.close_until(Millis(1_000), Millis(0));
        gate.close_until(Millis(1_500), Millis(10));
        assert_eq!(most(gate), 4);
        gate.close_until(Millis(3_000), Millis(2_000));
        assert_eq!(most(gate), 2);
        let after = [4, 6, 8].map(|replies| {
            (0..replies).for_each(|_| gate.replied());
            most(gate)
        });
        assert_eq!(after, [3, 4, 5]);
        (0..99).for_each(|_| gate.replied());
        assert_eq!(most(gate), 8);
    }
}
