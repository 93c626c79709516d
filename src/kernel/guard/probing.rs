//! Many breakers before one dependency that is down: how many trials a second reach it.
//!
//! “Only three trials” is a promise of one instance. A thousand of them keep a thousand promises, and those that opened at
//! the same moment try again at the same moment.

use std::collections::VecDeque;

use super::breaker::{Breaker, Change, Outcome, Policy, Reopen, State};
use crate::error::{Bound, Defined, DomainError, Undefined, non_negative, positive};
use crate::rng::Stream;
use crate::sim::{Delay, Time};
use crate::special::incomplete_gamma;
use crate::stats::MeanInterval;

/// Cycles that each instance is watched for once its open time grows no more.
const CYCLES: f64 = 12.0;
/// Parts of the run in which trials are counted.
pub const BINS: usize = 240;

/// Instances that all see the dependency go down at time 0. Each has calls of its own, a Poisson stream, and every trial
/// fails by its time-out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fleet {
    /// What each instance does.
    pub policy: Policy,
    /// How many instances.
    pub instances: u32,
    /// Calls a second of one instance, λ.
    pub calls_per_s: f64,
    /// How long a call is waited for, τ.
    pub timeout: Delay,
    /// Open times are stretched by a factor that is uniform from 1 − this to 1 + this.
    pub jitter: f64,
}

impl Fleet {
    fn check(&self) -> Result<(), DomainError> {
        Breaker::new(self.policy)?;
        positive("instances", f64::from(self.instances))?;
        positive("calls_per_s", self.calls_per_s)?;
        positive("timeout_s", self.timeout.seconds())?;
        non_negative("jitter", self.jitter)?;
        if self.jitter > 1.0 {
            return Err(DomainError {
                quantity: "jitter",
                value: self.jitter,
                allowed: Bound::Within(0.0, 1.0),
            });
        }
        Ok(())
    }

    /// Why there are no trials at all, if so.
    fn silent(&self) -> Result<(), Undefined> {
        if self.policy.reopen == Reopen::ByHand {
            return Err(Undefined("only_by_hand"));
        }
        Ok(())
    }

    /// The mean time from one opening to the next, once the open time grows no more: T + 1/λ + τ, with T the longest open
    /// time. Stretching does not change the mean.
    #[must_use]
    pub fn cycle_s(&self) -> f64 {
        self.policy.open_most.seconds() + 1.0 / self.calls_per_s + self.timeout.seconds()
    }

    /// Mean trials in a cycle: the first, and those that come in the time-out that follows, up to the K that are let in:
    /// 1 + E\[min(K − 1, N)\] with N Poisson of mean λτ, which is 1 + Σ P(N > j) for j from 0 to K − 2.
    #[must_use]
    pub fn trials_per_cycle(&self) -> f64 {
        let mean = self.calls_per_s * self.timeout.seconds();
        let more = (1..self.policy.trials).map(|j| incomplete_gamma(f64::from(j), mean).0);
        1.0 + more.sum::<f64>()
    }

    /// Trials a second on the dependency in the long run: instances · trials of a cycle / its length, by the renewal-reward
    /// theorem. Exact as long as trials are over before the next are sent.
    ///
    /// Reference: S. M. Ross, *Introduction to Probability Models*, section 7.4.
    ///
    /// # Errors
    /// `only_by_hand`; `late_trials` where the results of one half-open state may come in the next and are taken there.
    pub fn probes_per_s(&self) -> Defined {
        self.silent()?;
        let shortest_s = self.policy.open_most.seconds() * (1.0 - self.jitter);
        let is_late = self.policy.trials > 1 && self.timeout.seconds() > shortest_s;
        if is_late && self.policy.late == super::breaker::Late::Taken {
            return Err(Undefined("late_trials"));
        }
        Ok(f64::from(self.instances) * self.trials_per_cycle() / self.cycle_s())
    }

    /// The most that the policies promise together: instances · K / T.
    ///
    /// # Errors
    /// `only_by_hand`; `no_bound` without an open time.
    pub fn bound_per_s(&self) -> Defined {
        self.silent()?;
        let open_s = self.policy.open_most.seconds();
        if open_s > 0.0 {
            Ok(f64::from(self.instances) * f64::from(self.policy.trials) / open_s)
        } else {
            Err(Undefined("no_bound"))
        }
    }
}

/// The simulation of a [`Fleet`], one instance after the other, each by its own [`Breaker`].
#[derive(Clone, Debug)]
pub struct Probing {
    fleet: Fleet,
    random: Stream,
    horizon: Time,
    done: u32,
    bins: Vec<u32>,
    never_opened: bool,
    /// Trials and seconds of whole cycles, for each instance.
    samples: Vec<(f64, f64)>,
}

impl Probing {
    /// A run that has not begun.
    ///
    /// # Errors
    /// The policy makes no sense, there is no instance, a rate or a time-out is not above zero and finite, or the jitter
    /// is no share.
    pub fn new(fleet: Fleet, seed: u64) -> Result<Probing, DomainError> {
        fleet.check()?;
        let mut warm_s = 0.0;
        let mut open = fleet.policy.open;
        let rest_s = 1.0 / fleet.calls_per_s + fleet.timeout.seconds();
        while open < fleet.policy.open_most && fleet.policy.open_growth > 1.0 {
            warm_s += open.seconds() + rest_s;
            let longer = Delay::drawn((open.seconds() * fleet.policy.open_growth).max(1e-9));
            open = longer.min(fleet.policy.open_most);
        }
        let horizon_s = warm_s + CYCLES * fleet.cycle_s();
        Ok(Probing {
            fleet,
            random: Stream::new(seed, "probing"),
            horizon: Time::ZERO.after(Delay::from_s(horizon_s)?),
            done: 0,
            bins: vec![0; BINS],
            never_opened: false,
            samples: Vec::new(),
        })
    }

    /// Works through instances until at least `steps` trials have been sent; whether all are done.
    pub fn advance(&mut self, steps: u64) -> bool {
        let mut used = 0;
        while self.done < self.fleet.instances && used < steps {
            used += 1;
            if self.fleet.silent().is_ok() && !self.never_opened {
                used += self.instance();
            }
            self.done += 1;
        }
        self.done >= self.fleet.instances
    }

    /// The share that is done.
    #[must_use]
    pub fn progress(&self) -> f64 {
        f64::from(self.done) / f64::from(self.fleet.instances)
    }

    /// The length of the run in seconds, and that of the parts in which trials are counted.
    #[must_use]
    pub fn lengths_s(&self) -> (f64, f64) {
        let all = self.horizon.seconds();
        (all, all / BINS as f64)
    }

    /// Trials of all instances in each part of the run.
    #[must_use]
    pub fn bins(&self) -> &[u32] {
        &self.bins
    }

    /// Trials a second on the dependency with the 95 % interval, over whole cycles after the open time has stopped
    /// growing: the ratio of trials to time, its interval by the delta method over instances.
    ///
    /// # Errors
    /// `only_by_hand`, `never_opens`, or `too_few_samples` with a single instance.
    pub fn probes_per_s(&self) -> Result<MeanInterval, Undefined> {
        self.fleet.silent()?;
        if self.never_opened {
            return Err(Undefined("never_opens"));
        }
        let n = self.samples.len() as f64;
        if self.samples.len() < 2 {
            return Err(Undefined("too_few_samples"));
        }
        let trials: f64 = self.samples.iter().map(|(trials, _)| trials).sum();
        let seconds: f64 = self.samples.iter().map(|(_, seconds)| seconds).sum();
        let rate = trials / seconds;
        let squares: f64 = self
            .samples
            .iter()
            .map(|(trials, seconds)| {
                let off = trials - rate * seconds;
                off * off
            })
            .sum();
        let deviation = (squares / (n - 1.0) * n).sqrt() / seconds;
        let instances = f64::from(self.fleet.instances);
        Ok(MeanInterval {
            mean: instances * rate,
            half_width: instances * 1.959_963_984_540_054 * deviation,
        })
    }

    /// The most trials a second in a part of the run.
    ///
    /// # Errors
    /// As for [`probes_per_s`](Self::probes_per_s).
    pub fn peak_per_s(&self) -> Defined {
        self.fleet.silent()?;
        if self.never_opened {
            return Err(Undefined("never_opens"));
        }
        let most = self.bins.iter().copied().max().unwrap_or(0);
        Ok(f64::from(most) / self.lengths_s().1)
    }

    fn factor(&mut self) -> f64 {
        1.0 + self.fleet.jitter * (2.0 * self.random.uniform() - 1.0)
    }

    /// One instance from its first opening to the end of the cycle that passes the horizon; gives its trials.
    ///
    /// Calls that are refused anyway need not be drawn, since a Poisson stream has no memory.
    fn instance(&mut self) -> u64 {
        let Ok(mut breaker) = Breaker::new(self.fleet.policy) else {
            return 0;
        };
        if !opens_at_once(&mut breaker) {
            self.never_opened = true;
            return 0;
        }
        breaker.stretch(self.factor());
        let rate = self.fleet.calls_per_s;
        let mut out: VecDeque<(Time, super::breaker::Permit)> = VecDeque::new();
        let mut next_call = breaker.open().map(|(_, until)| {
            let wait = Delay::drawn(self.random.exponential(rate));
            until.after(wait)
        });
        let (mut sent, mut counted, mut seconds) = (0, 0.0, 0.0);
        // Trials and beginning of the cycle that is under way.
        let (mut trials, mut since) = (0.0, Time::ZERO);
        loop {
            let next_result = out.front().map(|(at, _)| *at);
            let is_call = match (next_call, next_result) {
                (Some(call), Some(result)) => call < result,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                // Nothing is out and nothing is let in: it is stuck, and sends no more.
                (None, None) => break,
            };
            if is_call {
                let now = next_call.unwrap_or_default();
                next_call = breaker.admit(now).map(|permit| {
                    out.push_back((now.after(self.fleet.timeout), permit));
                    trials += 1.0;
                    sent += 1;
                    self.count(now);
                    now.after(Delay::drawn(self.random.exponential(rate)))
                });
                continue;
            }
            let Some((now, permit)) = out.pop_front() else {
                break;
            };
            let grown = breaker.open_now() == self.fleet.policy.open_most
                || self.fleet.policy.open_growth <= 1.0;
            if breaker.record(now, permit, Outcome::Failure) == Change::Opened {
                breaker.stretch(self.factor());
                if grown {
                    counted += trials;
                    seconds += now.since(since).seconds();
                }
                (trials, since) = (0.0, now);
                if now >= self.horizon {
                    break;
                }
            }
            if breaker.state() == State::Open {
                next_call = breaker.open().map(|(_, until)| {
                    let from = until.max(now);
                    from.after(Delay::drawn(self.random.exponential(rate)))
                });
            }
        }
        if seconds > 0.0 {
            self.samples.push((counted, seconds));
        }
        sent
    }

    fn count(&mut self, at: Time) {
        let share = at.seconds() / self.horizon.seconds();
        if let Some(bin) = self.bins.get_mut((share * BINS as f64) as usize) {
            *bin += 1;
        }
    }
}

/// Feeds failures to a closed breaker until it opens; whether it does.
fn opens_at_once(breaker: &mut Breaker) -> bool {
    const ENOUGH: u32 = 100_000;
    (0..ENOUGH).any(|_| {
        breaker.admit(Time::ZERO).is_some_and(|permit| {
            breaker.record(Time::ZERO, permit, Outcome::Failure) == Change::Opened
        })
    })
}
