//! How long the k-th retry waits, before any chance comes into it.

use crate::error::{DomainError, positive};
use crate::math;

/// Exponential back-off with a cap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backoff {
    base_s: f64,
    cap_s: f64,
}

impl Backoff {
    /// Waits that begin at `base_s` seconds, double with each retry, and stop growing at `cap_s`.
    ///
    /// # Errors
    /// One of them is not positive and finite.
    pub fn new(base_s: f64, cap_s: f64) -> Result<Backoff, DomainError> {
        Ok(Backoff {
            base_s: positive("base_s", base_s)?,
            cap_s: positive("cap_s", cap_s)?,
        })
    }

    /// The shortest wait, in seconds.
    #[must_use]
    pub fn base_s(&self) -> f64 {
        self.base_s
    }

    /// The longest wait, in seconds.
    #[must_use]
    pub fn cap_s(&self) -> f64 {
        self.cap_s
    }

    /// The wait before the `retry`-th retry, counted from 1, in seconds: min(cap, base · 2^(k−1)).
    ///
    /// Once at the cap it stays there for every later retry: the power is taken in floating point, which
    /// has no width to overflow. Source: M. Brooker, *Exponential Backoff And Jitter*, AWS Architecture
    /// Blog, 2015.
    ///
    /// ```
    /// use outage_lab_kernel::retry::Backoff;
    ///
    /// let backoff = Backoff::new(0.1, 2.0)?;
    /// assert_eq!([1, 2, 3].map(|k| backoff.wait_s(k)), [0.1, 0.2, 0.4]);
    /// assert_eq!(backoff.wait_s(40), 2.0);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    #[must_use]
    pub fn wait_s(&self, retry: u32) -> f64 {
        let doublings = f64::from(retry.saturating_sub(1).min(1_000));
        (self.base_s * math::exp2(doublings)).min(self.cap_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case C34: the first retry waits the base, not zero.
    #[test]
    fn the_first_retry_waits() {
        let backoff = Backoff::new(100.0, 1e9).unwrap();
        let waits: Vec<f64> = (1..=5).map(|k| backoff.wait_s(k)).collect();
        assert_eq!(waits, [100.0, 200.0, 400.0, 800.0, 1_600.0]);
    }

    /// Case C32: 30 ms doubled 39 times overflowed 64 bits and the cap let it pass.
    #[test]
    fn the_cap_holds_for_ever() {
        let backoff = Backoff::new(30.0, 1_000.0).unwrap();
        let waits: Vec<f64> = (1..=6).map(|k| backoff.wait_s(k)).collect();
        assert_eq!(waits, [30.0, 60.0, 120.0, 240.0, 480.0, 960.0]);
        for retry in [7, 39, 40, 63, 64, 65, 1_025, u32::MAX] {
            assert_eq!(backoff.wait_s(retry), 1_000.0, "{retry}");
        }
    }

    #[test]
    fn mistakes_are_refused() {
        assert!(Backoff::new(0.0, 1.0).is_err());
        assert!(Backoff::new(0.1, f64::INFINITY).is_err());
    }
}
