//! How a breaker decides, and the published settings of it.

use crate::error::{Bound, DomainError, positive};
use crate::sim::Delay;

/// When a closed breaker opens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trip {
    /// By the share of failures among the results of a window of time. A result is in the window while it is no older
    /// than the window is long.
    Ratio {
        /// Length of the window.
        window: Delay,
        /// Fewer results than this say nothing.
        least_results: u32,
        /// The share, from 0 to 1.
        threshold: f64,
        /// Whether a share equal to the threshold opens it, or only a greater one.
        at_threshold: bool,
    },
    /// By so many failures with no success between them, in the order in which results come.
    Consecutive {
        /// How many.
        failures: u32,
    },
}

/// What ends the state open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopen {
    /// The first call after the open time.
    ByTime,
    /// Only a [`Breaker::probe`](super::Breaker::probe); calls stay refused, however long it takes.
    ByHand,
}

/// What closes a half-open breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Close {
    /// As many successes as there are trials.
    AllTrials,
    /// A success when no other trial is out: with trials that do not overlap, the first.
    NoneIsOut,
}

/// What is done with the result of a call that was admitted before the breaker last opened or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Late {
    /// It is taken for a result of the present state.
    Taken,
    /// It is ignored.
    Dropped,
}

/// How a breaker decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// When it opens.
    pub trip: Trip,
    /// Whether only a failure can open it. A success can as well: with it there may be enough results for the first
    /// time, or older successes leave the window and the share of failures rises.
    pub only_failures_open: bool,
    /// How long it stays open at first.
    pub open: Delay,
    /// By how much that grows with each failed trial; 1 for not at all. It falls back when the breaker closes.
    pub open_growth: f64,
    /// The longest that it stays open, before any stretching.
    pub open_most: Delay,
    /// What ends the state open.
    pub reopen: Reopen,
    /// How many trials are let through while it is half-open.
    pub trials: u32,
    /// What closes it.
    pub close: Close,
    /// What is done with late results.
    pub late: Late,
    /// Whether a trial whose result counts neither way gives its place back. Where it does not, a few of them block a
    /// half-open breaker for ever.
    pub ignored_returns: bool,
}

impl Policy {
    /// By the share of failures, more than half of at least twenty in two seconds; open for five seconds, then three
    /// trials, all of which must succeed. Source: course text, lecture 26, section 26.3.1.
    #[must_use]
    pub fn ratio() -> Policy {
        Policy {
            trip: Trip::Ratio {
                window: Delay::from_ns(2_000_000_000),
                least_results: 20,
                threshold: 0.5,
                at_threshold: false,
            },
            only_failures_open: false,
            open: Delay::from_ns(5_000_000_000),
            open_growth: 1.0,
            open_most: Delay::from_ns(5_000_000_000),
            reopen: Reopen::ByTime,
            trials: 3,
            close: Close::AllTrials,
            late: Late::Taken,
            ignored_returns: true,
        }
    }

    /// At least half of at least twenty in ten seconds; open for ten seconds, and twice as long after each failed trial,
    /// up to a minute. Source: course text, chapter 11, section 11.5.2.
    #[must_use]
    pub fn doubling() -> Policy {
        Policy {
            trip: Trip::Ratio {
                window: Delay::from_ns(10_000_000_000),
                least_results: 20,
                threshold: 0.5,
                at_threshold: true,
            },
            open: Delay::from_ns(10_000_000_000),
            open_growth: 2.0,
            open_most: Delay::from_ns(60_000_000_000),
            ..Policy::ratio()
        }
    }

    /// By `failures` in a row; open for `open`, then one trial; results of an earlier generation are dropped. Source:
    /// course text, field notes on circuit breakers.
    #[must_use]
    pub fn consecutive(failures: u32, open: Delay) -> Policy {
        Policy {
            trip: Trip::Consecutive { failures },
            open,
            open_most: open,
            trials: 1,
            late: Late::Dropped,
            ..Policy::ratio()
        }
    }

    /// By three failures in a row; open until a probe sent by hand succeeds. Source: course text, field notes on
    /// degradation.
    #[must_use]
    pub fn by_hand() -> Policy {
        Policy {
            reopen: Reopen::ByHand,
            ..Policy::consecutive(3, Delay::ZERO)
        }
    }

    pub(crate) fn check(&self) -> Result<(), DomainError> {
        positive("trials", f64::from(self.trials))?;
        let bad = |quantity, value, allowed| DomainError {
            quantity,
            value,
            allowed,
        };
        if !(self.open_growth >= 1.0 && self.open_growth.is_finite()) {
            let allowed = Bound::AtLeast(1.0);
            return Err(bad("open_growth", self.open_growth, allowed));
        }
        if self.open_most < self.open {
            let allowed = Bound::NotBelow("open_s");
            return Err(bad("open_most_s", self.open_most.seconds(), allowed));
        }
        match self.trip {
            Trip::Ratio {
                least_results,
                threshold,
                ..
            } => {
                positive("least_results", f64::from(least_results))?;
                if !(0.0..=1.0).contains(&threshold) {
                    return Err(bad("threshold", threshold, Bound::Within(0.0, 1.0)));
                }
            }
            Trip::Consecutive { failures } => {
                positive("failures", f64::from(failures))?;
            }
        }
        Ok(())
    }
}
