//! Retries: what they multiply, how they are spread in time, and when they keep a failure alive.
//!
//! An *attempt* is a call that is sent. A *retry* is an attempt after the first. Three retries are four
//! attempts, and [`Retries`] is the only way from one to the other.

mod amplification;
mod backoff;
mod feedback;
mod jitter;
pub mod storm;

pub use amplification::{Chain, Depth};
pub use backoff::Backoff;
pub use feedback::{Feedback, FixedPoint, Resend, gain};
pub use jitter::{Arrivals, Crowd, Jitter, Moments, arrivals, density_per_s};

/// How often a call that failed is sent again at most.
///
/// ```
/// use outage_lab_kernel::retry::Retries;
///
/// assert_eq!(Retries(5).attempts(), 6);
/// assert_eq!(Retries::of_attempts(4), Some(Retries(3)));
/// assert_eq!(Retries::of_attempts(1), Some(Retries(0)));
/// assert_eq!(Retries::of_attempts(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Retries(pub u32);

impl Retries {
    /// Calls sent at most: the first and the retries.
    #[must_use]
    pub fn attempts(self) -> u64 {
        u64::from(self.0) + 1
    }

    /// The retries of a setting that counts attempts; `None` for no attempt at all.
    #[must_use]
    pub fn of_attempts(attempts: u32) -> Option<Retries> {
        attempts.checked_sub(1).map(Retries)
    }
}
