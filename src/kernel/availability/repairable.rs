//! One thing that fails and is repaired.

use super::{calendar, nines};
use crate::error::{Defined, DomainError, Undefined, defined, non_negative, positive};
use crate::quantity::Probability;

/// The least unavailability that an `f64` can hold: what is ever down never reads as what never is.
const UNAVAILABILITY_MIN: f64 = f64::from_bits(1);

/// A thing that is up for MTTF on average, then down for MTTR on average, and so on.
///
/// Assumes: times up and times down are each of one kind over the long run and their means exist; nothing more is
/// asked of their distributions. It is a long-run share of time: a year with a single eight-hour outage can
/// follow ten good ones.
///
/// Reference: S. M. Ross, *Introduction to Probability Models*, 10th ed. (2010), 7.5.1, alternating renewal processes.
///
/// ```
/// use outage_lab_kernel::availability::Repairable;
///
/// // 99 h up, then 1 h down.
/// let server = Repairable::new(99.0 * 3600.0, 3600.0)?;
/// assert_eq!(server.availability().to_string(), "0.99");
/// assert_eq!(server.mtbf_s(), 100.0 * 3600.0);
/// assert_eq!(server.nines(), Ok(2.0));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repairable {
    mttf_s: f64,
    mttr_s: f64,
}

impl Repairable {
    /// From mean time to failure and mean time to repair, in seconds.
    ///
    /// # Errors
    /// `mttf_s` is not above zero and finite, or `mttr_s` is not zero or above and finite.
    pub fn new(mttf_s: f64, mttr_s: f64) -> Result<Self, DomainError> {
        Ok(Self {
            mttf_s: positive("mttf_s", mttf_s)?,
            mttr_s: non_negative("mttr_s", mttr_s)?,
        })
    }

    /// Mean time to failure: from the end of a repair to the next failure, in seconds.
    #[must_use]
    pub fn mttf_s(&self) -> f64 {
        self.mttf_s
    }

    /// Mean time to repair, in seconds.
    #[must_use]
    pub fn mttr_s(&self) -> f64 {
        self.mttr_s
    }

    /// Share of time up, with its complement, the unavailability.
    ///
    /// Formula: A = MTTF/(MTTF + MTTR), U = MTTR/(MTTF + MTTR). The smaller is computed and the other follows from
    /// its decimal digits, so neither suffers from cancellation.
    ///
    /// Accuracy: a relative error of at most 1e-15 on both sides. An unavailability too small for an `f64` is given
    /// as the least one, 5e-324: exactly 1 means that MTTR is 0.
    #[must_use]
    pub fn availability(&self) -> Probability {
        let smaller = if self.mttr_s <= self.mttf_s {
            Probability::from_complement(share(self.mttr_s, self.mttf_s))
        } else {
            Probability::from_value(share(self.mttf_s, self.mttr_s))
        };
        smaller.unwrap_or_else(|error| unreachable!("a share is from 0 to 1: {error}"))
    }

    /// Mean time between failures, MTTF + MTTR, in seconds; `f64::MAX` where the sum is beyond it.
    #[must_use]
    pub fn mtbf_s(&self) -> f64 {
        (self.mttf_s + self.mttr_s).min(f64::MAX)
    }

    /// Failures a second while it is up, 1/MTTF; `f64::MAX` where the quotient is beyond it.
    #[must_use]
    pub fn failure_rate_per_s(&self) -> f64 {
        (1.0 / self.mttf_s).min(f64::MAX)
    }

    /// Nines of its availability, −log₁₀ U; undefined, `never_down`, at MTTR 0. See [`nines()`](super::nines()).
    pub fn nines(&self) -> Defined {
        nines::nines(&self.availability())
    }

    /// Mean downtime in a period of `period_s` seconds, in seconds.
    ///
    /// # Errors
    /// `period_s` is not zero or above and finite.
    pub fn downtime_s(&self, period_s: f64) -> Result<f64, DomainError> {
        calendar::downtime_s(&self.availability(), period_s)
    }

    /// How much MTTF one unit less of MTTR is worth: MTTF/MTTR, a pure number. Undefined, `never_down`, at MTTR 0;
    /// `out_of_range` beyond an `f64`.
    ///
    /// A depends on MTTR/MTTF alone, so small changes with dMTTR/MTTR = −dMTTF/MTTF do the same: at 10,000 h and 10 h,
    /// an hour less of repair is worth 1,000 h of MTTF. It is a rate at this point: going down by the whole hour, from
    /// 10 h to 9 h, equals a tenth part of the way, 10,000 h to 11,111 h.
    ///
    /// ```
    /// use outage_lab_kernel::availability::Repairable;
    ///
    /// assert_eq!(Repairable::new(10_000.0, 10.0)?.exchange_rate(), Ok(1000.0));
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    pub fn exchange_rate(&self) -> Defined {
        if self.mttr_s == 0.0 {
            return Err(Undefined("never_down"));
        }
        defined(self.mttf_s / self.mttr_s)
    }
}

/// part/(part + rest), where 0 <= part <= rest and rest > 0; zero only if the part is.
fn share(part: f64, rest: f64) -> f64 {
    let whole = part + rest;
    let share = if whole.is_finite() {
        part / whole
    } else {
        (part / 2.0) / (part / 2.0 + rest / 2.0)
    };
    if part > 0.0 {
        share.max(UNAVAILABILITY_MIN)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 99 h up and 1 h down: the formula read without its brackets gives 2.
    #[test]
    fn mtbf_is_the_whole_cycle() {
        let server = Repairable::new(99.0, 1.0).unwrap();
        assert_eq!(server.availability(), "0.99".parse().unwrap());
        assert_eq!(server.mtbf_s(), 100.0);
        assert_eq!(server.failure_rate_per_s(), 1.0 / 99.0);
    }

    #[test]
    fn what_is_never_down() {
        let perfect = Repairable::new(3600.0, 0.0).unwrap();
        assert_eq!(perfect.availability(), Probability::ONE);
        assert_eq!(perfect.nines(), Err(Undefined("never_down")));
        assert_eq!(perfect.exchange_rate(), Err(Undefined("never_down")));
        assert_eq!(perfect.downtime_s(86_400.0), Ok(0.0));
    }

    #[test]
    fn what_is_mostly_down() {
        let poor = Repairable::new(1.0, 999.0).unwrap();
        assert_eq!(poor.availability(), "0.001".parse().unwrap());
    }

    #[test]
    fn the_ends_of_the_number_line() {
        let half = Repairable::new(f64::MAX, f64::MAX).unwrap();
        assert_eq!(half.availability(), "0.5".parse().unwrap());
        assert_eq!(half.mtbf_s(), f64::MAX);
        let third = Repairable::new(f64::MAX, f64::MAX / 2.0)
            .unwrap()
            .availability();
        assert!((third.complement() - 1.0 / 3.0).abs() < 1e-16);
        let least = f64::from_bits(1);
        let half = Repairable::new(least, least).unwrap();
        assert_eq!(half.availability(), "0.5".parse().unwrap());
        assert_eq!(half.failure_rate_per_s(), f64::MAX);
        let once = Repairable::new(f64::MAX, least).unwrap();
        assert_eq!(once.availability().complement(), least);
        assert_eq!(once.exchange_rate(), Err(Undefined("out_of_range")));
        assert!(once.nines().unwrap() < 324.0);
        let never_up = Repairable::new(least, f64::MAX).unwrap();
        assert_eq!(never_up.availability().value(), least);
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(Repairable::new(0.0, 1.0).unwrap_err().quantity, "mttf_s");
        assert_eq!(
            Repairable::new(f64::INFINITY, 1.0).unwrap_err().quantity,
            "mttf_s"
        );
        assert_eq!(Repairable::new(1.0, -1.0).unwrap_err().quantity, "mttr_s");
        assert_eq!(
            Repairable::new(1.0, f64::NAN).unwrap_err().quantity,
            "mttr_s"
        );
        assert_eq!(
            Repairable::new(1.0, 1.0)
                .unwrap()
                .downtime_s(-1.0)
                .unwrap_err()
                .quantity,
            "period_s"
        );
    }
}
