//! A service that is well for most and very slow for some: what the mean, a percentile and probes make of it.

use crate::counting::binomial_at_least;
use crate::math;

/// Waits of which a share `slow` takes `slow_s`, and the rest is exponential with mean `quick_s`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waits {
    /// From 0 to 1.
    pub slow: f64,
    /// Mean of the quick ones, seconds; > 0.
    pub quick_s: f64,
    /// Every slow one, seconds; > 0.
    pub slow_s: f64,
}

impl Waits {
    /// (1 − s) g + s b.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::gray_failure::Waits;
    ///
    /// // One in a hundred waits ten seconds: that alone is a mean of 100 ms.
    /// let waits = Waits { slow: 0.01, quick_s: 0.001, slow_s: 10.0 };
    /// assert!((waits.mean_s() - 0.100_99).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn mean_s(&self) -> f64 {
        (1.0 - self.slow) * self.quick_s + self.slow * self.slow_s
    }

    /// The share of waits longer than `limit_s`: (1 − s) e^(−t/g), and s below b.
    #[must_use]
    pub fn longer(&self, limit_s: f64) -> f64 {
        let quick = (1.0 - self.slow) * math::exp(-limit_s / self.quick_s);
        quick
            + if limit_s < self.slow_s {
                self.slow
            } else {
                0.0
            }
    }

    /// The least wait that at most the share `above` (above 0, at most 1) exceeds: the 99th percentile for 0.01.
    ///
    /// g ln((1 − s) / (u − s)) where that is below b; else b, or what the quick ones alone make of it.
    ///
    /// ```
    /// use outage_lab_kernel::mechanism::gray_failure::Waits;
    ///
    /// let waits = |slow| Waits { slow, quick_s: 0.001, slow_s: 10.0 };
    /// // At 1 % the 99th percentile is all of the ten seconds, just below it a few milliseconds.
    /// assert_eq!(waits(0.01).percentile_s(0.01), 10.0);
    /// assert!(waits(0.009).percentile_s(0.01) < 0.01);
    /// ```
    #[must_use]
    pub fn percentile_s(&self, above: f64) -> f64 {
        if self.slow < above {
            let quick_s = self.quick_s * math::ln((1.0 - self.slow) / (above - self.slow));
            if quick_s < self.slow_s {
                return quick_s.max(0.0);
            }
        }
        if self.slow >= 1.0 {
            return self.slow_s;
        }
        (self.quick_s * math::ln((1.0 - self.slow) / above)).max(self.slow_s)
    }

    /// The largest slow share whose mean is not above `limit_s`: (limit − g) / (b − g); from 0 to 1.
    #[must_use]
    pub fn mean_hides(&self, limit_s: f64) -> f64 {
        if self.slow_s <= self.quick_s {
            return if self.quick_s <= limit_s { 1.0 } else { 0.0 };
        }
        ((limit_s - self.quick_s) / (self.slow_s - self.quick_s)).clamp(0.0, 1.0)
    }
}

/// The chance that at least `least` of `looks` meet something that a look meets with chance `each`.
#[must_use]
pub fn alarm(looks: u64, least: u64, each: f64) -> f64 {
    binomial_at_least(looks, least, each.min(1.0), (1.0 - each).max(0.0)).0
}

/// How many of `requests` must be longer than a limit for their 99th percentile, by nearest rank, to be: n − ⌈0.99 n⌉ + 1.
///
/// ```
/// use outage_lab_kernel::mechanism::gray_failure::p99_needs;
///
/// assert_eq!((p99_needs(100), p99_needs(1_000), p99_needs(10)), (2, 11, 1));
/// ```
#[must_use]
pub fn p99_needs(requests: u64) -> u64 {
    requests - (requests * 99).div_ceil(100) + 1
}
