//! Limiters that count in windows: fixed, sliding by a log, sliding by two counters.

use std::collections::VecDeque;

use super::{Limiter, Quota, Verdict, verdict};
use crate::sim::{Delay, Time};

/// A count that starts anew with each window; windows begin at multiples of their length. About a boundary up to twice
/// the limit passes within no time.
#[derive(Clone, Debug)]
pub struct FixedWindow {
    quota: Quota,
    number: u64,
    count: u64,
}

impl FixedWindow {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(quota: Quota) -> FixedWindow {
        FixedWindow {
            quota,
            number: 0,
            count: 0,
        }
    }
}

impl Limiter for FixedWindow {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        let number = at.ns() / self.quota.window.ns();
        if number > self.number {
            self.number = number;
            self.count = 0;
        }
        let passes = self.count.saturating_add(cost) <= self.quota.limit;
        if passes {
            self.count += cost;
        }
        verdict(passes)
    }

    fn stored(&self) -> usize {
        2
    }
}

/// Every passage of the last window is kept: never more than the limit in any window, at the price of a memory that grows
/// with it. A passage is forgotten a whole window later.
#[derive(Clone, Debug)]
pub struct SlidingLog {
    quota: Quota,
    passages: VecDeque<(Time, u64)>,
    sum: u64,
}

impl SlidingLog {
    /// Nothing passed yet.
    #[must_use]
    pub fn new(quota: Quota) -> SlidingLog {
        SlidingLog {
            quota,
            passages: VecDeque::new(),
            sum: 0,
        }
    }
}

impl Limiter for SlidingLog {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        while let Some((passed, old)) = self.passages.front().copied()
            && at.since(passed) >= self.quota.window
        {
            self.sum -= old;
            self.passages.pop_front();
        }
        let passes = self.sum.saturating_add(cost) <= self.quota.limit;
        if passes {
            self.sum += cost;
            self.passages.push_back((at, cost));
        }
        verdict(passes)
    }

    fn stored(&self) -> usize {
        self.passages.len()
    }
}

/// Two counts, of the window that runs and of the one before, of which as much is taken as still lies in the sliding
/// window, as if its requests had come evenly: previous · (1 − elapsed / window) + current. Compared exactly.
///
/// Where they did not come evenly it lets pass up to 2 · limit − 1 within a window.
///
/// Reference: J. Desgats, *How we built rate limiting capable of scaling to millions of domains*, Cloudflare (2017).
///
/// ```
/// use outage_lab_kernel::guard::limiter::{Limiter, Quota, SlidingCounter};
/// use outage_lab_kernel::sim::{Delay, Time};
///
/// // 100 a minute: 80 in the first minute, 30 a quarter into the second.
/// let mut counter = SlidingCounter::new(Quota::new(100, Delay::from_s(60.0)?)?);
/// let at = |s: u64| Time::from_ns(s * 1_000_000_000);
/// assert!(counter.offer(at(30), 80).passes());
/// assert!(counter.offer(at(75), 30).passes());
/// assert_eq!(counter.estimate(at(75)), 90.0);
/// assert_eq!(counter.left(at(75)), 10);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlidingCounter {
    quota: Quota,
    number: u64,
    previous: u64,
    current: u64,
}

impl SlidingCounter {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(quota: Quota) -> SlidingCounter {
        SlidingCounter {
            quota,
            number: 0,
            previous: 0,
            current: 0,
        }
    }

    /// Both counts, and how much of the window that runs has passed, in nanoseconds.
    fn counts(&self, at: Time) -> (u64, u64, u64) {
        let window = self.quota.window.ns();
        let number = at.ns() / window;
        let (previous, current) = match number.saturating_sub(self.number) {
            0 => (self.previous, self.current),
            1 => (self.current, 0),
            _ => (0, 0),
        };
        (previous, current, at.ns() % window)
    }

    /// The weighted count in units of one over the window's nanoseconds.
    fn weighted(&self, at: Time) -> u128 {
        let (previous, current, elapsed) = self.counts(at);
        let window = self.quota.window.ns();
        u128::from(previous) * u128::from(window - elapsed)
            + u128::from(current) * u128::from(window)
    }

    /// Both counts and how long the window has been running.
    #[must_use]
    pub fn parts(&self, at: Time) -> (u64, u64, Delay) {
        let (previous, current, elapsed) = self.counts(at);
        (previous, current, Delay::from_ns(elapsed))
    }

    /// The weighted count.
    #[must_use]
    pub fn estimate(&self, at: Time) -> f64 {
        self.weighted(at) as f64 / self.quota.window.ns() as f64
    }

    /// How much more would pass now.
    #[must_use]
    pub fn left(&self, at: Time) -> u64 {
        let window = u128::from(self.quota.window.ns());
        let full = u128::from(self.quota.limit) * window;
        u64::try_from(full.saturating_sub(self.weighted(at)) / window).unwrap_or(u64::MAX)
    }
}

impl Limiter for SlidingCounter {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        let passes = cost <= self.left(at);
        let (previous, current, _) = self.counts(at);
        self.number = self.number.max(at.ns() / self.quota.window.ns());
        self.previous = previous;
        self.current = current + if passes { cost } else { 0 };
        verdict(passes)
    }

    fn stored(&self) -> usize {
        3
    }
}
