//! A circuit breaker before one dependency.

use crate::error::{DomainError, positive};
use crate::guard::breaker as guard;
use crate::guard::breaker::{Close, Late, Outcome, Policy, Reopen, Trip};
use crate::sim::{Delay, Record, Time};

pub(super) use crate::guard::breaker::Permit;
pub use crate::guard::breaker::State as BreakerState;

/// When a breaker opens and how it closes again.
///
/// Open, it refuses every call. After the open time it is half-open: `trials` calls may pass, the rest are refused. When
/// all of them have succeeded it closes; the first that fails opens it again. Results of calls that were let through
/// before the last change of state say nothing about the present and are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakerPolicy {
    /// Share of failed calls that opens it; with `consecutive` it is not looked at.
    pub ratio: f64,
    /// Whether that share itself is enough, or it must be exceeded.
    pub at_ratio: bool,
    /// Over how long the share is taken, in seconds.
    pub window_s: f64,
    /// Fewer calls than this in the window say nothing.
    pub least_calls: u32,
    /// Failures in a row that open it, in place of a share.
    pub consecutive: Option<u32>,
    /// How long it stays open, in seconds.
    pub open_s: f64,
    /// Each time that a trial fails the open time doubles, up to this, in seconds; not less than the first.
    pub longest_open_s: f64,
    /// Calls that must succeed for it to close.
    pub trials: u32,
}

impl BreakerPolicy {
    /// More than half of at least 20 calls in 2 s failed; three trials; always open equally long. The lecture's.
    #[must_use]
    pub fn failure_ratio(open_s: f64) -> BreakerPolicy {
        BreakerPolicy {
            ratio: 0.5,
            at_ratio: false,
            window_s: 2.0,
            least_calls: 20,
            consecutive: None,
            open_s,
            longest_open_s: open_s,
            trials: 3,
        }
    }

    /// At least half of at least 20 calls in 10 s failed; one trial; each failed trial doubles the open time, up to six
    /// times the first. Chapter 11's.
    #[must_use]
    pub fn doubling(open_s: f64) -> BreakerPolicy {
        BreakerPolicy {
            at_ratio: true,
            window_s: 10.0,
            longest_open_s: 6.0 * open_s,
            trials: 1,
            ..Self::failure_ratio(open_s)
        }
    }

    /// Five failures in a row; one trial.
    #[must_use]
    pub fn consecutive(open_s: f64) -> BreakerPolicy {
        BreakerPolicy {
            consecutive: Some(5),
            trials: 1,
            ..Self::failure_ratio(open_s)
        }
    }

    /// The same in the terms of the guards.
    fn policy(&self) -> Policy {
        Policy {
            trip: match self.consecutive {
                Some(failures) => Trip::Consecutive { failures },
                None => Trip::Ratio {
                    window: Delay::drawn(self.window_s),
                    least_results: self.least_calls,
                    threshold: self.ratio,
                    at_threshold: self.at_ratio,
                },
            },
            only_failures_open: true,
            open: Delay::drawn(self.open_s),
            open_growth: 2.0,
            open_most: Delay::drawn(self.longest_open_s),
            reopen: Reopen::ByTime,
            trials: self.trials,
            close: Close::AllTrials,
            late: Late::Dropped,
            ignored_returns: true,
        }
    }

    pub(super) fn check(&self) -> Result<(), DomainError> {
        positive("breaker_open_s", self.open_s)?;
        positive("longest_open_s", self.longest_open_s)?;
        positive("window_s", self.window_s)?;
        self.policy().check()
    }
}

/// A change of state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// When, in seconds.
    pub at_s: f64,
    /// The state from then on.
    pub to: BreakerState,
}

/// The guards' breaker, with a list of when it changed.
#[derive(Clone, Debug)]
pub(super) struct Breaker {
    breaker: guard::Breaker,
    changes: Record<Change>,
}

impl Breaker {
    /// The policy has been checked.
    pub(super) fn new(policy: BreakerPolicy) -> Breaker {
        /// Changes that are kept, for pictures.
        const KEPT: usize = 1_000;
        Breaker {
            breaker: guard::Breaker::of_sound(policy.policy()),
            changes: Record::new(KEPT),
        }
    }

    #[cfg(test)]
    pub(super) fn state(&self) -> BreakerState {
        self.breaker.state()
    }

    pub(super) fn changes(&self) -> &[Change] {
        self.changes.kept()
    }

    /// Notes the state if it is not what it was.
    fn note(&mut self, now: Time, was: BreakerState) {
        let to = self.breaker.state();
        if to != was {
            let at_s = now.seconds();
            self.changes.add(Change { at_s, to });
        }
    }

    /// Asks for a call.
    pub(super) fn admit(&mut self, now: Time) -> Option<Permit> {
        let was = self.breaker.state();
        let permit = self.breaker.admit(now);
        self.note(now, was);
        permit
    }

    /// Reports a call.
    pub(super) fn record(&mut self, now: Time, permit: Permit, failed: bool) {
        let was = self.breaker.state();
        let outcome = if failed {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        self.breaker.record(now, permit, outcome);
        self.note(now, was);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64) -> Time {
        Time::ZERO.after(Delay::from_s(seconds).unwrap())
    }

    fn walk(breaker: &Breaker) -> Vec<(f64, BreakerState)> {
        let changes = breaker.changes().iter();
        changes.map(|change| (change.at_s, change.to)).collect()
    }

    /// The lecture's walk, 26.3.1: 12 of 20 calls fail within 2 s, so it opens at 2 s; half-open at 7 s; a trial that fails
    /// after a call time-out of 1.5 s reopens it, so that the next trials come at 13.5 s and 20 s.
    #[test]
    fn the_lectures_walk() {
        let mut breaker = Breaker::new(BreakerPolicy::failure_ratio(5.0));
        for call in 1..=20 {
            let now = at(f64::from(call) / 10.0);
            let permit = breaker.admit(now).unwrap();
            breaker.record(now, permit, call > 8);
        }
        assert_eq!(walk(&breaker), [(2.0, BreakerState::Open)]);
        assert_eq!(breaker.admit(at(6.999)), None);
        let trial = breaker.admit(at(7.0)).unwrap();
        breaker.record(at(8.5), trial, true);
        assert_eq!(breaker.admit(at(13.4)), None);
        let trials: Vec<Permit> = (0..3).map(|_| breaker.admit(at(13.5)).unwrap()).collect();
        assert_eq!(breaker.admit(at(13.5)), None, "three trials and no more");
        for trial in &trials {
            assert_eq!(breaker.state(), BreakerState::HalfOpen);
            breaker.record(at(14.0), *trial, false);
        }
        // A late result of an earlier state changes nothing.
        breaker.record(at(14.1), trial, true);
        breaker.record(at(14.1), trials[0], true);
        let states = [
            (2.0, BreakerState::Open),
            (7.0, BreakerState::HalfOpen),
            (8.5, BreakerState::Open),
            (13.5, BreakerState::HalfOpen),
            (14.0, BreakerState::Closed),
        ];
        assert_eq!(walk(&breaker), states);
    }

    /// Exactly half is enough for one policy and not for the other.
    #[test]
    fn half_of_the_calls() {
        for (policy, opens) in [
            (BreakerPolicy::failure_ratio(5.0), false),
            (BreakerPolicy::doubling(5.0), true),
        ] {
            let mut breaker = Breaker::new(policy);
            for call in 0..20 {
                let permit = breaker.admit(at(1.0)).unwrap();
                breaker.record(at(1.0), permit, call >= 10);
            }
            assert_eq!(breaker.state() == BreakerState::Open, opens);
        }
    }

    /// Chapter 11: open for 10, 20, 40, 60, 60 s.
    #[test]
    fn the_open_time_doubles_up_to_a_limit() {
        let mut breaker = Breaker::new(BreakerPolicy::doubling(10.0));
        for _ in 0..20 {
            if let Some(permit) = breaker.admit(Time::ZERO) {
                breaker.record(Time::ZERO, permit, true);
            }
        }
        let mut now = 0.0;
        for open_s in [10.0, 20.0, 40.0, 60.0, 60.0] {
            assert_eq!(breaker.admit(at(now + open_s - 1e-6)), None, "{open_s}");
            now += open_s;
            let trial = breaker.admit(at(now)).unwrap();
            breaker.record(at(now), trial, true);
        }
    }

    #[test]
    fn failures_in_a_row() {
        let mut breaker = Breaker::new(BreakerPolicy::consecutive(5.0));
        for failed in [true, true, true, true, false, true, true, true, true] {
            let permit = breaker.admit(Time::ZERO).unwrap();
            breaker.record(Time::ZERO, permit, failed);
        }
        let permit = breaker.admit(Time::ZERO).unwrap();
        assert_eq!(breaker.state(), BreakerState::Closed);
        breaker.record(Time::ZERO, permit, true);
        assert_eq!(breaker.state(), BreakerState::Open);
    }

    /// What is older than the window does not count.
    #[test]
    fn old_results_leave_the_window() {
        let mut breaker = Breaker::new(BreakerPolicy::failure_ratio(5.0));
        for second in 0..100 {
            let permit = breaker.admit(at(f64::from(second) / 5.0)).unwrap();
            breaker.record(at(f64::from(second) / 5.0), permit, true);
        }
        // At five a second the window of 2 s, ends included, holds eleven.
        assert_eq!(breaker.state(), BreakerState::Closed);
    }
}
