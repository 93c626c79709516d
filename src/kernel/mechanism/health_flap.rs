//! Health checks that take out healthy capacity.
//!
//! A balancer checks every target once in an interval. After `fall` failures in a row it takes the target out, after
//! `rise` successes in a row it puts it back. For as long as network state is late, checks of some targets fail by
//! chance although the targets are well. What is left carries the whole load; where that is too much, checks time out as
//! well, and more is taken out.

use crate::error::{Bound, Defined, DomainError, Undefined, defined, non_negative, positive};
use crate::quantity::Probability;
use crate::rng::Stream;

/// When a balancer takes a target out and puts it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hysteresis {
    fall: u32,
    rise: u32,
}

impl Hysteresis {
    /// Out after `fall` failures in a row, back after `rise` successes in a row; both 1 or more.
    ///
    /// # Errors
    /// When one is 0.
    pub fn new(fall: u32, rise: u32) -> Result<Hysteresis, DomainError> {
        for (quantity, value) in [("fall", fall), ("rise", rise)] {
            if value == 0 {
                return Err(DomainError {
                    quantity,
                    value: 0.0,
                    allowed: Bound::AtLeast(1.0),
                });
            }
        }
        Ok(Hysteresis { fall, rise })
    }

    /// Failures in a row until out.
    #[must_use]
    pub fn fall(&self) -> u32 {
        self.fall
    }

    /// Successes in a row until back.
    #[must_use]
    pub fn rise(&self) -> u32 {
        self.rise
    }

    /// Mean number of checks until a target that is well is taken out, each check failing with chance p:
    /// `(1 − pᶠ) / ((1 − p) · pᶠ)`.
    ///
    /// Source: W. Feller, *An Introduction to Probability Theory* 1, XIII.7, equation (7.7): the mean waiting time for a
    /// run of f. `never_removed` where p is 0.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::health_flap::Hysteresis;
    ///
    /// // Two heads in a row take six throws of a fair coin.
    /// assert_eq!(Hysteresis::new(2, 2)?.checks_until_out("0.5".parse().unwrap()), Ok(6.0));
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    pub fn checks_until_out(&self, failing: Probability) -> Defined {
        run_of(self.fall, failing.value()).ok_or(Undefined("never_removed"))?
    }

    /// Mean number of checks until a target that is out is put back: the same for successes. `never_back` where every
    /// check fails.
    pub fn checks_until_back(&self, failing: Probability) -> Defined {
        run_of(self.rise, failing.complement()).ok_or(Undefined("never_back"))?
    }

    /// The share of its time that a target is out, in the long run: `O / (I + O)`, I and O being the mean checks until
    /// out and until back (alternating renewals).
    #[must_use]
    pub fn out_share(&self, failing: Probability) -> f64 {
        match (
            self.checks_until_out(failing),
            self.checks_until_back(failing),
        ) {
            (Ok(inside), Ok(out)) => out / (inside + out),
            (Ok(_), Err(_)) => 1.0,
            (Err(_), _) => 0.0,
        }
    }
}

/// Mean trials until `run` hits in a row, `hit` being the chance of one; `None` where there is none.
fn run_of(run: u32, hit: f64) -> Option<Defined> {
    // The same as (1 − hⁿ)/((1 − h)·hⁿ), without the difference of near numbers: Σ h⁻ⁱ, i from 1 to n.
    let (mut sum, mut power) = (0.0, 1.0);
    for _ in 0..run {
        power /= hit;
        sum += power;
    }
    (hit > 0.0).then(|| defined(sum))
}

/// A balancer, its targets, and what befalls their checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flap {
    /// Targets.
    pub targets: u32,
    /// Of these, those whose checks fail by chance while network state is late.
    pub affected: u32,
    /// The chance that one of their checks fails.
    pub failing: Probability,
    /// When a target is taken out and put back.
    pub hysteresis: Hysteresis,
    /// Seconds between two checks of a target.
    pub check_s: f64,
    /// The load, as a multiple of what all targets together can carry.
    pub load: f64,
    /// The most targets that may be out at once.
    pub most_out: u32,
    /// How long network state is late, from the beginning.
    pub late_s: f64,
    /// When the automation is switched off: all targets are put back, and none is taken out any more.
    pub off_after_s: f64,
    /// Whether checks time out on targets that have too much to carry.
    pub overload_fails: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Target {
    is_out: bool,
    /// Checks in a row that speak against its state.
    against: u32,
}

/// A run of a [`Flap`], round by round; in a round every target is checked once.
#[derive(Clone, Debug)]
pub struct FlapRun {
    flap: Flap,
    targets: Vec<Target>,
    out: u32,
    removals: u64,
    round: u64,
    chance: Stream,
}

impl FlapRun {
    /// The beginning: every target is in service.
    ///
    /// # Errors
    /// When there is no target, or a time or the load is negative or without end, or the interval is not above zero.
    pub fn new(flap: Flap, seed: u64) -> Result<FlapRun, DomainError> {
        positive("targets", f64::from(flap.targets))?;
        positive("check_s", flap.check_s)?;
        non_negative("load", flap.load)?;
        non_negative("late_s", flap.late_s)?;
        non_negative("off_after_s", flap.off_after_s)?;
        Ok(FlapRun {
            flap,
            targets: vec![Target::default(); flap.targets as usize],
            out: 0,
            removals: 0,
            round: 0,
            chance: Stream::new(seed, "health checks"),
        })
    }

    /// Targets in service.
    #[must_use]
    pub fn in_service(&self) -> u32 {
        self.flap.targets - self.out
    }

    /// How often a target has been taken out.
    #[must_use]
    pub fn removals(&self) -> u64 {
        self.removals
    }

    /// The share of the load that finds no capacity: `max(0, 1 − s / (λ · n))`, s of n targets being in service.
    #[must_use]
    pub fn lost_share(&self) -> f64 {
        let load = self.flap.load * f64::from(self.flap.targets);
        if load > 0.0 {
            (1.0 - f64::from(self.in_service()) / load).max(0.0)
        } else {
            0.0
        }
    }

    /// One round of checks.
    pub fn round(&mut self) {
        let flap = self.flap;
        let now_s = self.round as f64 * flap.check_s;
        self.round += 1;
        if now_s >= flap.off_after_s {
            self.targets.fill(Target::default());
            self.out = 0;
            return;
        }
        let overload = if flap.overload_fails {
            self.lost_share()
        } else {
            0.0
        };
        let late = if now_s < flap.late_s {
            flap.failing.value()
        } else {
            0.0
        };
        for (index, target) in self.targets.iter_mut().enumerate() {
            let late = if index < flap.affected as usize {
                late
            } else {
                0.0
            };
            let overload = if target.is_out { 0.0 } else { overload };
            let failing = late + overload - late * overload;
            // A draw only where the outcome is open.
            let fails = failing >= 1.0 || failing > 0.0 && self.chance.uniform() < failing;
            if fails == target.is_out {
                target.against = 0;
                continue;
            }
            target.against = target.against.saturating_add(1);
            if target.is_out && target.against >= flap.hysteresis.rise {
                *target = Target::default();
                self.out -= 1;
            } else if !target.is_out
                && target.against >= flap.hysteresis.fall
                && self.out < flap.most_out
            {
                *target = Target {
                    is_out: true,
                    against: 0,
                };
                self.out += 1;
                self.removals += 1;
            }
        }
    }
}
