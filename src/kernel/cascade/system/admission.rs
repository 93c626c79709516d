//! Guards at the door: rate limiter, shedding by priority, concurrency limit.

use super::setup::ConcurrencyLimit;
use crate::sim::{Delay, Time};

/// A token bucket.
#[derive(Clone, Debug)]
pub(super) struct RateLimiter {
    per_s: f64,
    most: f64,
    tokens: f64,
    last: Time,
}

impl RateLimiter {
    pub(super) fn new(per_s: f64) -> RateLimiter {
        let most = (0.2 * per_s).max(1.0);
        RateLimiter {
            per_s,
            most,
            tokens: most,
            last: Time::ZERO,
        }
    }

    pub(super) fn admit(&mut self, now: Time) -> bool {
        let earned = self.per_s * now.since(self.last).seconds();
        self.tokens = (self.tokens + earned).min(self.most);
        self.last = now;
        let admitted = self.tokens >= 1.0;
        if admitted {
            self.tokens -= 1.0;
        }
        admitted
    }
}

/// Between two looks at the waits.
const LOOK_S: f64 = 0.1;
/// What is left of the admitted share after a look that found waits too long.
const DECREASE: f64 = 0.7;
/// What is added to it after a look that did not.
const INCREASE: f64 = 0.05;
/// A share below this is none.
const LEAST: f64 = 0.01;

/// Sheds low priority first, and high only when nothing low is admitted any more: each class has a share that is admitted;
/// it shrinks by the factor 0.7 for every tenth of a second in which a wait was too long and otherwise grows by 0.05,
/// that of the high class first.
#[derive(Clone, Debug)]
pub(super) struct Shedder {
    wait: Delay,
    next_look: Time,
    longest: Delay,
    high: f64,
    low: f64,
}

impl Shedder {
    pub(super) fn new(wait_s: f64) -> Shedder {
        Shedder {
            wait: Delay::drawn(wait_s),
            next_look: Time::ZERO,
            longest: Delay::ZERO,
            high: 1.0,
            low: 1.0,
        }
    }

    /// Takes note of a wait.
    pub(super) fn note(&mut self, wait: Delay) {
        self.longest = self.longest.max(wait);
    }

    /// Whether an attempt with the uniform number `draw` comes in, while the first in the queue has waited for `head`.
    pub(super) fn admit(&mut self, now: Time, head: Delay, is_high: bool, draw: f64) -> bool {
        self.note(head);
        if now >= self.next_look {
            self.next_look = now.after(Delay::drawn(LOOK_S));
            self.adjust();
            self.longest = Delay::ZERO;
        }
        draw <= if is_high { self.high } else { self.low }
    }

    fn adjust(&mut self) {
        if self.longest > self.wait {
            let share = if self.low > 0.0 {
                &mut self.low
            } else {
                &mut self.high
            };
            *share *= DECREASE;
            if self.low < LEAST {
                self.low = 0.0;
            }
            self.high = self.high.max(LEAST);
        } else if self.high < 1.0 {
            self.high = (self.high + INCREASE).min(1.0);
        } else {
            self.low = (self.low + INCREASE).min(1.0);
        }
    }
}

/// Counts the attempts inside and bounds them.
#[derive(Clone, Debug)]
pub(super) struct Limiter {
    limit: f64,
    inside: u32,
    /// The time that an attempt should take, if the limit adapts.
    target: Option<Delay>,
    /// No second decrease before this.
    next_decrease: Time,
}

impl Limiter {
    pub(super) fn new(rule: ConcurrencyLimit) -> Limiter {
        let (limit, target) = match rule {
            ConcurrencyLimit::Fixed(limit) => (limit, None),
            ConcurrencyLimit::Adaptive { start, target_s } => (start, Some(Delay::drawn(target_s))),
        };
        Limiter {
            limit: f64::from(limit.max(1)),
            inside: 0,
            target,
            next_decrease: Time::ZERO,
        }
    }

    pub(super) fn limit(&self) -> f64 {
        self.limit
    }

    pub(super) fn enter(&mut self) -> bool {
        let admitted = f64::from(self.inside) + 1.0 <= self.limit;
        self.inside += u32::from(admitted);
        admitted
    }

    /// An attempt that came in at `since` has ended.
    pub(super) fn leave(&mut self, now: Time, since: Time, answered: bool) {
        let used = f64::from(self.inside);
        self.inside -= 1;
        let Some(target) = self.target else { return };
        if answered && now.since(since) <= target {
            if 2.0 * used >= self.limit {
                // Far above any number of slots there is nothing left to limit.
                self.limit = (self.limit + 1.0 / self.limit).min(1e6);
            }
        } else if now >= self.next_decrease {
            self.limit = (0.9 * self.limit).max(1.0);
            self.next_decrease = now.after(target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64) -> Time {
        Time::ZERO.after(Delay::from_s(seconds).unwrap())
    }

    #[test]
    fn the_bucket_lets_its_burst_and_then_its_rate_through() {
        let mut limiter = RateLimiter::new(50.0);
        let burst = (0..100).filter(|_| limiter.admit(Time::ZERO)).count();
        assert_eq!(burst, 10);
        // A thousand asks in ten seconds.
        let passed = (1..=1_000).filter(|ask| limiter.admit(at(f64::from(*ask) / 100.0)));
        assert_eq!(passed.count(), 500);
    }

    #[test]
    fn low_priority_goes_first_and_comes_back_last() {
        let mut shedder = Shedder::new(0.05);
        let long = Delay::from_ns(60_000_000);
        let mut now = 0.0;
        let mut look = |shedder: &mut Shedder, head| {
            now += 0.1;
            shedder.admit(at(now), head, true, 1.0);
        };
        for _ in 0..13 {
            look(&mut shedder, long);
        }
        assert_eq!(
            (shedder.low, shedder.high),
            (0.0, 1.0),
            "0.7^13 is below 1 %"
        );
        look(&mut shedder, long);
        assert_eq!(shedder.high, 0.7);
        for _ in 0..6 {
            look(&mut shedder, Delay::ZERO);
        }
        assert_eq!((shedder.low, shedder.high), (0.0, 1.0));
        look(&mut shedder, Delay::ZERO);
        assert_eq!(shedder.low, 0.05);
        for _ in 0..100 {
            look(&mut shedder, long);
        }
        assert_eq!(
            shedder.high, 0.01,
            "some are let in to see whether it is over"
        );
    }

    #[test]
    fn a_fixed_limit_is_kept() {
        let mut limiter = Limiter::new(ConcurrencyLimit::Fixed(2));
        assert!(limiter.enter() && limiter.enter() && !limiter.enter());
        limiter.leave(at(9.0), Time::ZERO, false);
        assert!(limiter.enter() && !limiter.enter());
    }

    #[test]
    fn an_adaptive_limit_falls_by_tenths_and_rises_by_ones() {
        let rule = ConcurrencyLimit::Adaptive {
            start: 10,
            target_s: 1.0,
        };
        let mut limiter = Limiter::new(rule);
        assert!((0..10).all(|_| limiter.enter()));
        limiter.leave(at(2.0), Time::ZERO, true);
        limiter.leave(at(2.5), Time::ZERO, true);
        assert_eq!(limiter.limit(), 9.0, "once in a second");
        limiter.leave(at(3.0), at(2.9), false);
        assert_eq!(limiter.limit(), 8.1, "failures count as well");
        let before = limiter.limit();
        limiter.leave(at(3.0), at(2.9), true);
        assert_eq!(limiter.limit(), before + 1.0 / before);
    }
}
