//! Those who wait before they ask again, and how long they wait after each failure.

use crate::error::{Bound, DomainError};
use crate::{math, whole};

/// The most rungs that a checked back-off takes; each is worked through in every tick.
const MOST_RUNGS: f64 = 300.0;

/// The mean waits, rung by rung: d, d·f, d·f² and so on up to the longest wait, which ends them. One alone where f is 1
/// or the longest wait is no longer than the first.
///
/// ```
/// use outage_lab_kernel::mechanism::ladder::waits_s;
///
/// assert_eq!(waits_s(0.5, 2.0, 3.0).collect::<Vec<_>>(), [0.5, 1.0, 2.0, 3.0]);
/// assert_eq!(waits_s(0.5, 1.0, 3.0).collect::<Vec<_>>(), [0.5]);
/// ```
pub fn waits_s(first_s: f64, factor: f64, longest_s: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first_s), move |wait_s| {
        let is_last = factor <= 1.0 || *wait_s >= longest_s;
        (!is_last).then(|| (wait_s * factor).min(longest_s))
    })
}

/// The least factor above 1 with which some 300 waits lead from the first to the longest: (B/d)^(1/299), in whole
/// hundredths, rounded up. 1 where the longest wait is no longer than the first.
///
/// ```
/// use outage_lab_kernel::mechanism::ladder::least_factor;
///
/// // 360^(1/299) = 1.01988…
/// assert_eq!(least_factor(10.0, 3_600.0), 1.02);
/// assert_eq!(least_factor(10.0, 10.0), 1.0);
/// ```
#[must_use]
pub fn least_factor(first_s: f64, longest_s: f64) -> f64 {
    let ln_ratio = math::ln((longest_s / first_s).max(1.0));
    whole::up(100.0 * math::exp(ln_ratio / (MOST_RUNGS - 1.0))) / 100.0
}

/// Checks a back-off between two waits that are above zero and finite.
///
/// # Errors
/// The factor is below 1 or not finite, or above 1 and below [`least_factor`].
pub(crate) fn check(first_s: f64, factor: f64, longest_s: f64) -> Result<(), DomainError> {
    let is_allowed =
        factor == 1.0 || (factor >= least_factor(first_s, longest_s) && factor.is_finite());
    if is_allowed && factor >= 1.0 {
        return Ok(());
    }
    Err(DomainError {
        quantity: "backoff_factor",
        value: factor,
        allowed: Bound::AtLeast(if factor < 1.0 {
            1.0
        } else {
            least_factor(first_s, longest_s)
        }),
    })
}

/// Many who wait, as a fluid: on rung k for d·fᵏ s on average, at most for the longest wait; after a failure on the last
/// rung they stay on it.
///
/// Waits are exponential: of those on a rung the share Δ/w tries again in a tick of Δ s, so that a state that stays as it
/// is is the same for ticks of any length. A tick is to be no longer than the first wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Rung {
    waiting: f64,
    /// Tries a second of each that waits.
    per_s: f64,
}

impl Rung {
    fn tries(self, tick_s: f64) -> f64 {
        self.waiting * (self.per_s * tick_s).min(1.0)
    }
}

impl Ladder {
    /// An empty ladder.
    #[must_use]
    pub fn new(first_s: f64, factor: f64, longest_s: f64) -> Ladder {
        let rung = |wait_s: f64| Rung {
            waiting: 0.0,
            per_s: 1.0 / wait_s,
        };
        Ladder {
            rungs: waits_s(first_s, factor, longest_s).map(rung).collect(),
        }
    }

    /// Other waits from now on; those who wait keep their rungs, or stand on the last where there are fewer.
    pub fn set_waits(&mut self, first_s: f64, factor: f64, longest_s: f64) {
        let before = std::mem::replace(self, Ladder::new(first_s, factor, longest_s));
        let last = self.rungs.len() - 1;
        for (at, rung) in before.rungs.iter().enumerate() {
            self.rungs[at.min(last)].waiting += rung.waiting;
        }
    }

    /// How many wait.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.rungs.iter().map(|rung| rung.waiting).sum()
    }

    /// How many try again in a tick.
    #[must_use]
    pub fn tries(&self, tick_s: f64) -> f64 {
        self.rungs.iter().map(|rung| rung.tries(tick_s)).sum()
    }

    /// A tick: [`Ladder::tries`] try again, and the share `failed` of them waits on, a rung further.
    pub fn tick(&mut self, tick_s: f64, failed: f64) {
        let mut climbing = 0.0;
        for rung in &mut self.rungs {
            let tries = rung.tries(tick_s);
            rung.waiting -= tries;
            rung.waiting += climbing;
            climbing = tries * failed;
        }
        self.enter_last(climbing);
    }

    /// `number` more wait for the first time.
    pub fn enter(&mut self, number: f64) {
        if let Some(first) = self.rungs.first_mut() {
            first.waiting += number;
        }
    }

    /// `number` more wait on the last rung.
    pub fn enter_last(&mut self, number: f64) {
        if let Some(last) = self.rungs.last_mut() {
            last.waiting += number;
        }
    }

    /// Only this share of those on each rung goes on waiting.
    pub fn keep(&mut self, share: f64) {
        for rung in &mut self.rungs {
            rung.waiting *= share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From 10 s to an hour: 1.1⁶¹ < 360 < 1.1⁶², 1.5¹⁴ < 360 < 1.5¹⁵.
    #[test]
    fn waits_end_at_the_longest_however_small_the_factor() {
        for (factor, rungs) in [(1.1, 63), (1.5, 16), (2.0, 10), (1.0, 1)] {
            let waits: Vec<f64> = waits_s(10.0, factor, 3_600.0).collect();
            assert_eq!(waits.len(), rungs, "{factor}");
            let last = if rungs == 1 { 10.0 } else { 3_600.0 };
            assert_eq!(waits.last(), Some(&last), "{factor}");
        }
    }

    #[test]
    fn a_factor_that_takes_too_many_waits_is_refused() {
        let check = |factor| check(10.0, factor, 3_600.0);
        for good in [1.0, 1.02, 2.0, 10.0] {
            assert_eq!(check(good), Ok(()), "{good}");
            assert!(waits_s(10.0, good, 3_600.0).count() <= 300);
        }
        for bad in [0.5, 1.000_1, 1.019, f64::INFINITY, f64::NAN] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    /// Left alone with every try failing, all stand on the last rung and try once in the longest wait.
    #[test]
    fn whoever_always_fails_waits_the_longest() {
        let mut ladder = Ladder::new(10.0, 1.1, 3_600.0);
        ladder.enter(7_200.0);
        for _ in 0..60_000 {
            ladder.tick(2.5, 1.0);
        }
        assert!((ladder.total() - 7_200.0).abs() < 1e-6);
        assert!((ladder.tries(2.5) / 2.5 - 2.0).abs() < 1e-9);
        // Shorter waits from now on: all on the one rung there is.
        ladder.set_waits(10.0, 1.0, 3_600.0);
        assert!((ladder.tries(2.5) / 2.5 - 720.0).abs() < 1e-6);
    }
}
