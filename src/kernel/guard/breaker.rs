//! A circuit breaker: is this call admitted? what came of it?
//!
//! [`Breaker`] is a state machine without a clock, a generator or a lock of its own: the time comes with every question, and
//! so do random numbers, through [`Breaker::stretch`]. Nothing is allocated but the ring of results in a window, which
//! grows to the most that one window has held and is then used again.
//!
//! Policies differ in more than their thresholds. What closes a half-open breaker, whether a result is taken that belongs
//! to an earlier state, and whether a result that counts neither way gives its place back, decides whether a breaker comes
//! back at all; so each is a part of [`Policy`], and the published programs are settings of it.

mod policy;

use std::collections::VecDeque;

use crate::error::DomainError;
use crate::sim::{Delay, Time};

pub use policy::{Close, Late, Policy, Reopen, Trip};

/// What a breaker does with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Lets every call through, and counts results.
    Closed,
    /// Refuses every call.
    Open,
    /// Lets a few calls through as trials, and refuses the others.
    HalfOpen,
}

/// What came of a call, as the caller has classified it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It speaks for the dependency.
    Success,
    /// It speaks against it: an error of its own, or no answer in time.
    Failure,
    /// It says nothing about it, as when the request itself was wrong.
    Ignored,
}

/// The right to make a call; it goes back to the breaker with the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permit {
    generation: u32,
    trial: bool,
}

impl Permit {
    /// Whether the call is a trial.
    #[must_use]
    pub fn is_trial(&self) -> bool {
        self.trial
    }
}

/// What a result changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The state stayed.
    None,
    /// The breaker opened, for the first time or again. This is the moment for [`Breaker::stretch`].
    Opened,
    /// The breaker closed.
    Closed,
}

/// A circuit breaker.
///
/// ```
/// use outage_lab_kernel::guard::breaker::{Breaker, Change, Outcome, Policy, State};
/// use outage_lab_kernel::sim::{Delay, Time};
///
/// let at = |s: u64| Time::from_ns(s * 1_000_000_000);
/// // Two failures with no success between them open it for five seconds; then one trial decides.
/// let mut breaker = Breaker::new(Policy::consecutive(2, Delay::from_s(5.0)?))?;
/// for s in [2, 3] {
///     let permit = breaker.admit(at(s)).unwrap();
///     breaker.record(at(s), permit, Outcome::Failure);
/// }
/// assert_eq!(breaker.state(), State::Open);
/// assert_eq!(breaker.admit(at(7)), None);
/// let trial = breaker.admit(at(8)).unwrap();
/// assert_eq!(breaker.admit(at(8)), None);
/// assert_eq!(breaker.record(at(9), trial, Outcome::Success), Change::Closed);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Breaker {
    policy: Policy,
    state: State,
    /// Rises whenever it opens or closes.
    generation: u32,
    /// Results in the window with whether each is a failure, the oldest first; and how many are.
    window: VecDeque<(Time, bool)>,
    failed: u32,
    /// Failures since the last success.
    streak: u32,
    /// Failures and results by which it opened last.
    tripped: (u32, usize),
    opened_at: Time,
    /// How long it stays open this time, before stretching.
    open_now: Delay,
    open_until: Time,
    /// Trials let through, those of them with no result yet, and successes, since it became half-open. Late results may
    /// bring the second below zero where they are taken.
    sent: u32,
    out: i64,
    succeeded: u32,
}

impl Breaker {
    /// A closed breaker that has seen nothing.
    ///
    /// # Errors
    /// No trials, no failures or no results are asked for, the threshold is no share, the growth is below 1, or the
    /// longest open time is shorter than the first.
    pub fn new(policy: Policy) -> Result<Breaker, DomainError> {
        policy.check()?;
        Ok(Breaker::of_sound(policy))
    }

    /// As [`new`](Self::new), of a policy whose owner has checked it.
    pub(crate) fn of_sound(policy: Policy) -> Breaker {
        Breaker {
            policy,
            state: State::Closed,
            generation: 0,
            window: VecDeque::new(),
            failed: 0,
            streak: 0,
            tripped: (0, 0),
            opened_at: Time::ZERO,
            open_now: policy.open,
            open_until: Time::ZERO,
            sent: 0,
            out: 0,
            succeeded: 0,
        }
    }

    /// The state that the last call or result left behind. An open breaker whose open time has passed is half-open only
    /// from the next call on.
    #[must_use]
    #[inline]
    pub fn state(&self) -> State {
        self.state
    }

    /// When it last opened, and from when on it admits a trial; `None` if it is not open. With [`Reopen::ByHand`] the
    /// second says nothing.
    #[must_use]
    pub fn open(&self) -> Option<(Time, Time)> {
        (self.state == State::Open).then_some((self.opened_at, self.open_until))
    }

    /// How long it is open this time, before stretching.
    #[must_use]
    pub fn open_now(&self) -> Delay {
        self.open_now
    }

    /// Trials without a result, in the present half-open state. Below zero if late results were taken for theirs.
    #[must_use]
    pub fn trials_out(&self) -> i64 {
        if self.state == State::HalfOpen {
            self.out
        } else {
            0
        }
    }

    /// Failures, and results, in the window as it was at the last result.
    #[must_use]
    pub fn window(&self) -> (u32, usize) {
        (self.failed, self.window.len())
    }

    /// Failures with no success since; where failures in a row are what counts.
    #[must_use]
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// Failures and results by which it last went from closed to open; the same number twice where failures in a row
    /// count.
    #[must_use]
    pub fn tripped(&self) -> (u32, usize) {
        self.tripped
    }

    /// Whether a result for this permit would be late: it was given before the breaker last opened or closed.
    #[must_use]
    pub fn is_late(&self, permit: Permit) -> bool {
        permit.generation != self.generation
    }

    /// Asks to make a call at `now`; `None` is a refusal.
    #[inline]
    pub fn admit(&mut self, now: Time) -> Option<Permit> {
        match self.state {
            State::Closed => Some(self.permit(false)),
            State::Open if self.policy.reopen == Reopen::ByHand || now < self.open_until => None,
            State::Open => {
                self.half_open();
                self.trial()
            }
            State::HalfOpen => self.trial(),
        }
    }

    /// Asks to make a trial although the open time may not have passed; `None` where a trial is out already. A closed
    /// breaker admits it as any other call.
    pub fn probe(&mut self, now: Time) -> Option<Permit> {
        if self.state == State::Open {
            self.half_open();
        }
        self.admit(now)
    }

    /// Takes the outcome of a call at `now`. Every permit comes back once; one that never does keeps its place.
    pub fn record(&mut self, now: Time, permit: Permit, outcome: Outcome) -> Change {
        if self.policy.late == Late::Dropped && self.is_late(permit) {
            return Change::None;
        }
        match (self.state, outcome) {
            (State::Open, _) => Change::None,
            (State::HalfOpen, Outcome::Ignored) => {
                if self.policy.ignored_returns && permit.trial {
                    self.out -= 1;
                    self.sent = self.sent.saturating_sub(1);
                }
                Change::None
            }
            (State::HalfOpen, Outcome::Failure) => {
                let longer = self.open_now.seconds() * self.policy.open_growth;
                self.open_now = Delay::drawn(longer).min(self.policy.open_most);
                self.opens(now)
            }
            (State::HalfOpen, Outcome::Success) => {
                self.out -= 1;
                self.succeeded += 1;
                let closes = match self.policy.close {
                    Close::AllTrials => self.succeeded >= self.policy.trials,
                    Close::NoneIsOut => self.out <= 0,
                };
                if !closes {
                    return Change::None;
                }
                self.state = State::Closed;
                self.generation = self.generation.wrapping_add(1);
                self.open_now = self.policy.open;
                self.forget();
                Change::Closed
            }
            (State::Closed, Outcome::Ignored) => Change::None,
            (State::Closed, outcome) => {
                if self.trips(now, outcome == Outcome::Failure) {
                    self.open_now = self.policy.open;
                    self.opens(now)
                } else {
                    Change::None
                }
            }
        }
    }

    /// Makes the present open time `factor` times as long as the policy has it, so that many breakers do not try again
    /// at once. Nothing happens if it is not open.
    pub fn stretch(&mut self, factor: f64) {
        if self.state == State::Open && factor >= 0.0 {
            let open = Delay::drawn(self.open_now.seconds() * factor);
            self.open_until = self.opened_at.after(open);
        }
    }

    fn permit(&self, trial: bool) -> Permit {
        Permit {
            generation: self.generation,
            trial,
        }
    }

    fn trial(&mut self) -> Option<Permit> {
        let is_free = self.sent < self.policy.trials;
        is_free.then(|| {
            self.sent += 1;
            self.out += 1;
            self.permit(true)
        })
    }

    fn half_open(&mut self) {
        self.state = State::HalfOpen;
        self.sent = 0;
        self.out = 0;
        self.succeeded = 0;
    }

    fn opens(&mut self, now: Time) -> Change {
        self.state = State::Open;
        self.generation = self.generation.wrapping_add(1);
        self.opened_at = now;
        self.open_until = now.after(self.open_now);
        self.forget();
        Change::Opened
    }

    fn forget(&mut self) {
        self.window.clear();
        self.failed = 0;
        self.streak = 0;
    }

    /// Counts a result of a closed breaker; whether it opens.
    fn trips(&mut self, now: Time, failed: bool) -> bool {
        match self.policy.trip {
            Trip::Consecutive { failures } => {
                self.streak = if failed { self.streak + 1 } else { 0 };
                self.tripped = (self.streak, self.streak as usize);
                self.streak >= failures
            }
            Trip::Ratio {
                window,
                least_results,
                threshold,
                at_threshold,
            } => {
                self.window.push_back((now, failed));
                self.failed += u32::from(failed);
                while let Some((at, was_failed)) = self.window.front().copied()
                    && now.since(at) > window
                {
                    self.window.pop_front();
                    self.failed -= u32::from(was_failed);
                }
                if self.window.len() < least_results as usize {
                    return false;
                }
                self.tripped = self.window();
                if self.policy.only_failures_open && !failed {
                    return false;
                }
                let share = f64::from(self.failed) / self.window.len() as f64;
                share > threshold || (at_threshold && share >= threshold)
            }
        }
    }
}

#[cfg(test)]
mod tests;
