//! Time in whole nanoseconds.

use crate::error::{DomainError, non_negative};

const NS_PER_S: f64 = 1e9;

/// An instant: whole nanoseconds since the simulation began, up to 584 years.
///
/// Whole numbers add without rounding, so that two events that are due together stay together however they came about;
/// in `f64`, 0.1 + 0.2 s and 0.3 s are two instants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(u64);

impl Time {
    /// The beginning.
    pub const ZERO: Time = Time(0);
    /// The last instant. Nothing comes after it: what is delayed beyond is due at it.
    pub const END: Time = Time(u64::MAX);

    /// The instant `ns` nanoseconds after the beginning.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Time {
        Time(ns)
    }

    /// Nanoseconds since the beginning.
    #[must_use]
    pub const fn ns(self) -> u64 {
        self.0
    }

    /// Seconds since the beginning, rounded to the nearest `f64`: exact up to 104 days.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NS_PER_S
    }

    /// The instant a delay later; [`Time::END`] at the latest.
    #[must_use]
    pub const fn after(self, delay: Delay) -> Time {
        Time(self.0.saturating_add(delay.0))
    }

    /// How long after `earlier` this is; nothing if it is not.
    #[must_use]
    pub const fn since(self, earlier: Time) -> Delay {
        Delay(self.0.saturating_sub(earlier.0))
    }
}

/// A length of time: whole nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Delay(u64);

impl Delay {
    /// No time.
    pub const ZERO: Delay = Delay(0);

    /// `ns` nanoseconds.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Delay {
        Delay(ns)
    }

    /// Nanoseconds.
    #[must_use]
    pub const fn ns(self) -> u64 {
        self.0
    }

    /// Seconds, rounded to the nearest `f64`.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NS_PER_S
    }

    /// A length given in seconds, rounded to the nearest nanosecond.
    ///
    /// ```
    /// use outage_lab_kernel::sim::Delay;
    ///
    /// assert_eq!(Delay::from_s(0.25)?.ns(), 250_000_000);
    /// assert!(Delay::from_s(-1.0).is_err());
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// Below zero, or not finite.
    pub fn from_s(seconds: f64) -> Result<Delay, DomainError> {
        non_negative("delay_s", seconds).map(Delay::drawn)
    }

    /// As [`from_s`](Self::from_s), for a length that a sampler has just drawn and that is known to be sound.
    #[must_use]
    #[inline]
    pub fn drawn(seconds: f64) -> Delay {
        debug_assert!(seconds >= 0.0, "delay_s is {seconds}");
        // The cast cuts off and stops at the largest number.
        Delay((seconds * NS_PER_S + 0.5) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_where_seconds_are_not() {
        let sum = Time::ZERO
            .after(Delay::from_s(0.1).unwrap())
            .after(Delay::from_s(0.2).unwrap());
        assert_eq!(sum, Time::ZERO.after(Delay::from_s(0.3).unwrap()));
        assert_eq!(sum.seconds(), 0.3);
    }

    #[test]
    fn the_end_is_the_end() {
        assert_eq!(Time::END.after(Delay::from_ns(1)), Time::END);
        assert_eq!(Delay::from_s(1e300).unwrap().ns(), u64::MAX);
        assert_eq!(Time::ZERO.since(Time::END), Delay::ZERO);
        for bad in [f64::NAN, f64::INFINITY, -1e-12] {
            assert!(Delay::from_s(bad).is_err());
        }
    }
}
