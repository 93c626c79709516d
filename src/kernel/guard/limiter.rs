//! Rate limiters: who may pass now.
//!
//! | | keeps | lets pass at once |
//! |---|---|---|
//! | [`TokenBucket`] | a balance | what was saved up |
//! | [`LeakyMeter`] | a level | the same: it is the token bucket upside down |
//! | [`LeakyQueue`] | a level | one after the other, at the rate |
//! | [`FixedWindow`] | a count | up to twice the limit about a boundary |
//! | [`SlidingLog`] | every passage | the limit in any window |
//! | [`SlidingCounter`] | two counts | nearly twice the limit at worst |
//! | [`ConcurrencyLimit`] | what is in flight | as many as there are slots |
//!
//! All are exact: time is whole nanoseconds, and a token is divided into as many units as its window has nanoseconds, so
//! that no fraction is ever rounded away.

mod bucket;
mod clock;
mod concurrency;
mod leaky;
mod measure;
mod returns;
mod sharing;
mod traffic;
mod window;

use super::super::error::{Bound, DomainError};
use super::super::sim::{Delay, Time};

pub use bucket::{ClockRule, TokenBucket};
pub use clock::{ClockFault, Clocked, by_clock};
pub use concurrency::ConcurrencyLimit;
pub use leaky::{LeakyMeter, LeakyQueue};
pub use measure::{Measured, measure};
pub use returns::{Attempt, RetryAfter, Returned, Returns, come_back, whole_seconds_up};
pub use sharing::{Cluster, Shared, Sharing, share};
pub use traffic::{Arrival, Part, REQUESTS_MAX, arrivals};
pub use window::{FixedWindow, SlidingCounter, SlidingLog};

/// The most that a limit, a burst or a cost may be.
pub const AMOUNT_MAX: u64 = 1_000_000;
/// The longest window.
pub const WINDOW_MAX: Delay = Delay::from_ns(1_000_000 * 1_000_000_000);

/// So many in so long: 100 a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    limit: u64,
    window: Delay,
}

impl Quota {
    /// `limit` in each `window`.
    ///
    /// ```
    /// use outage_lab_kernel::guard::limiter::Quota;
    /// use outage_lab_kernel::sim::Delay;
    ///
    /// let quota = Quota::new(100, Delay::from_s(60.0)?)?;
    /// assert!((quota.rate_per_s() - 5.0 / 3.0).abs() < 1e-15);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// A limit outside 1 to [`AMOUNT_MAX`]; a window of no time, or longer than [`WINDOW_MAX`].
    pub fn new(limit: u64, window: Delay) -> Result<Quota, DomainError> {
        amount("limit", limit)?;
        if window == Delay::ZERO || window > WINDOW_MAX {
            return Err(DomainError {
                quantity: "window_s",
                value: window.seconds(),
                allowed: Bound::Within(1e-9, WINDOW_MAX.seconds()),
            });
        }
        Ok(Quota { limit, window })
    }

    /// How many.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// In how long.
    #[must_use]
    pub fn window(&self) -> Delay {
        self.window
    }

    /// The same as a rate, rounded to the nearest `f64`.
    #[must_use]
    pub fn rate_per_s(&self) -> f64 {
        self.limit as f64 / self.window.seconds()
    }
}

/// An amount of requests or cost, if it is from 1 to [`AMOUNT_MAX`].
pub(crate) fn amount(quantity: &'static str, value: u64) -> Result<u64, DomainError> {
    if (1..=AMOUNT_MAX).contains(&value) {
        Ok(value)
    } else {
        Err(DomainError {
            quantity,
            value: value as f64,
            allowed: Bound::Within(1.0, AMOUNT_MAX as f64),
        })
    }
}

/// What a limiter says to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passes after so long: at once, but for a queue.
    Pass(Delay),
    /// It is refused, and nothing has changed.
    Refuse,
}

impl Verdict {
    /// Whether it passes, sooner or later.
    #[must_use]
    pub fn passes(self) -> bool {
        matches!(self, Verdict::Pass(_))
    }
}

/// What decides on one request after the other.
pub trait Limiter {
    /// Decides on a request of this cost. Times must not fall from call to call.
    fn offer(&mut self, at: Time, cost: u64) -> Verdict;

    /// How many numbers it has to keep at present.
    fn stored(&self) -> usize;
}

fn verdict(passes: bool) -> Verdict {
    if passes {
        Verdict::Pass(Delay::ZERO)
    } else {
        Verdict::Refuse
    }
}
