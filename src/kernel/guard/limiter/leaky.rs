//! The leaky bucket, which is two things: a meter that refuses, and a queue that delays.

use super::{Limiter, Quota, Verdict, amount, verdict};
use crate::error::DomainError;
use crate::sim::{Delay, Time};

/// A vessel that loses water at a steady rate.
#[derive(Clone, Debug)]
struct Vessel {
    /// Units of a request of cost 1: as many as the window has nanoseconds.
    scale: u128,
    /// Units lost a nanosecond.
    drain: u128,
    room: u128,
    level: u128,
    last: Time,
}

impl Vessel {
    fn new(quota: Quota, burst: u64) -> Result<Vessel, DomainError> {
        let scale = u128::from(quota.window.ns());
        Ok(Vessel {
            scale,
            drain: u128::from(quota.limit),
            room: u128::from(amount("burst", burst)?) * scale,
            level: 0,
            last: Time::ZERO,
        })
    }

    /// Lets it leak until `at`; whether a request of this cost then fits, in which case it is poured in. Gives how long
    /// what was there before takes to leak away.
    fn pour(&mut self, at: Time, cost: u64) -> Option<Delay> {
        let passed = u128::from(at.since(self.last).ns());
        self.level = self.level.saturating_sub(passed * self.drain);
        self.last = self.last.max(at);
        let before = self.level;
        let after = before + u128::from(cost) * self.scale;
        (after <= self.room).then(|| {
            self.level = after;
            Delay::from_ns(u64::try_from(before.div_ceil(self.drain)).unwrap_or(u64::MAX))
        })
    }
}

/// A leaky bucket as a meter: a request pours in its cost, and is refused if that would flow over. What fits passes at
/// once. It lets pass exactly what a [`TokenBucket`](super::TokenBucket) of the same size does: its level is what the
/// tokens lack.
///
/// Reference: J. Turner, *New directions in communications*, IEEE Communications Magazine 24 (1986).
#[derive(Clone, Debug)]
pub struct LeakyMeter(Vessel);

impl LeakyMeter {
    /// An empty meter that holds `burst` and leaks at the rate of the quota.
    ///
    /// # Errors
    /// A burst outside 1 to [`AMOUNT_MAX`](super::AMOUNT_MAX).
    pub fn new(quota: Quota, burst: u64) -> Result<LeakyMeter, DomainError> {
        Vessel::new(quota, burst).map(LeakyMeter)
    }
}

impl Limiter for LeakyMeter {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        verdict(self.0.pour(at, cost).is_some())
    }

    fn stored(&self) -> usize {
        2
    }
}

/// A leaky bucket as a queue: what fits waits until all before it has leaked away, so that requests leave one after the
/// other at the rate, however they came. It refuses what the meter refuses; the rest it delays.
///
/// Reference: A. S. Tanenbaum and D. J. Wetherall, *Computer Networks*, 5th ed. (2011), 5.4.2 (traffic shaping).
///
/// ```
/// use outage_lab_kernel::guard::limiter::{LeakyQueue, Limiter, Quota, Verdict};
/// use outage_lab_kernel::sim::{Delay, Time};
///
/// let mut queue = LeakyQueue::new(Quota::new(100, Delay::from_s(1.0)?)?, 200)?;
/// let verdicts: Vec<_> = (0..250).map(|_| queue.offer(Time::ZERO, 1)).collect();
/// assert_eq!(verdicts[0], Verdict::Pass(Delay::ZERO));
/// assert_eq!(verdicts[199], Verdict::Pass(Delay::from_s(1.99)?));
/// assert_eq!(verdicts[200], Verdict::Refuse);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeakyQueue(Vessel);

impl LeakyQueue {
    /// An empty queue for `burst`, let out at the rate of the quota.
    ///
    /// # Errors
    /// A burst outside 1 to [`AMOUNT_MAX`](super::AMOUNT_MAX).
    pub fn new(quota: Quota, burst: u64) -> Result<LeakyQueue, DomainError> {
        Vessel::new(quota, burst).map(LeakyQueue)
    }
}

impl Limiter for LeakyQueue {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        match self.0.pour(at, cost) {
            Some(delay) => Verdict::Pass(delay),
            None => Verdict::Refuse,
        }
    }

    fn stored(&self) -> usize {
        // Those that wait stand in a queue, which somebody has to keep.
        2 + usize::try_from(self.0.level / self.0.scale).unwrap_or(usize::MAX)
    }
}
