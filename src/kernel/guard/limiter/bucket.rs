//! The token bucket, with what it makes of a clock that goes backwards.

use super::{Limiter, Quota, Verdict, amount, verdict};
use crate::error::DomainError;
use crate::sim::{Delay, Time};

/// What a bucket does when the clock that it is given reads less than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockRule {
    /// No credit, and the last reading stays: no second is credited twice.
    Held,
    /// No credit, but the last reading moves back, so that the seconds since are credited a second time.
    Rewound,
    /// The difference is taken as it is: tokens are taken away, below zero if need be.
    Signed,
}

/// A bucket into which tokens fall at a steady rate, up to its size; a request takes as many as it costs, or none and is
/// refused. It starts full.
///
/// Whatever comes, at most `burst + rate · t` passes in a stretch of t. Balance and credit are whole units, of which a
/// token has as many as its window has nanoseconds: exact for any quota.
///
/// Reference: J. Turner, *New directions in communications*, IEEE Communications Magazine 24 (1986); RFC 2697 (1999), 3.
///
/// ```
/// use outage_lab_kernel::guard::limiter::{Limiter, Quota, TokenBucket};
/// use outage_lab_kernel::sim::{Delay, Time};
///
/// // 100 a second, 200 saved up; 250 come at once.
/// let mut bucket = TokenBucket::new(Quota::new(100, Delay::from_s(1.0)?)?, 200)?;
/// let passed = (0..250).filter(|_| bucket.offer(Time::ZERO, 1).passes()).count();
/// assert_eq!(passed, 200);
/// assert_eq!(bucket.wait(1), Some(Delay::from_s(0.01)?));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TokenBucket {
    /// Units of a token.
    scale: i128,
    /// Units a nanosecond.
    gain: i128,
    /// Units when full.
    room: i128,
    balance: i128,
    /// The last reading in nanoseconds, which a clock set back can take below zero.
    last: i128,
    rule: ClockRule,
}

impl TokenBucket {
    /// A full bucket of `burst` tokens that refills at the rate of the quota.
    ///
    /// # Errors
    /// A burst outside 1 to [`AMOUNT_MAX`](super::AMOUNT_MAX).
    pub fn new(quota: Quota, burst: u64) -> Result<TokenBucket, DomainError> {
        Self::part(quota, burst, 1, 1)
    }

    /// A full bucket with `times / parts` of the quota's rate and of the burst, which need not come to a whole token.
    ///
    /// # Errors
    /// A burst, or a number of times or parts, outside 1 to [`AMOUNT_MAX`](super::AMOUNT_MAX).
    pub fn part(
        quota: Quota,
        burst: u64,
        times: u64,
        parts: u64,
    ) -> Result<TokenBucket, DomainError> {
        let times = i128::from(amount("times", times)?);
        let window = i128::from(quota.window.ns());
        let room = i128::from(amount("burst", burst)?) * window * times;
        Ok(TokenBucket {
            scale: window * i128::from(amount("parts", parts)?),
            gain: i128::from(quota.limit) * times,
            room,
            balance: room,
            last: 0,
            rule: ClockRule::Held,
        })
    }

    /// The same bucket under another rule for its clock.
    #[must_use]
    pub fn with_clock(self, rule: ClockRule) -> TokenBucket {
        TokenBucket { rule, ..self }
    }

    /// The same bucket, empty.
    #[must_use]
    pub fn empty(self) -> TokenBucket {
        TokenBucket { balance: 0, ..self }
    }

    /// Credits what has come since the last reading. `reading_ns` is whatever the clock says.
    pub fn refill(&mut self, reading_ns: i128) {
        let passed = reading_ns - self.last;
        let credited = match self.rule {
            ClockRule::Signed => passed,
            ClockRule::Held | ClockRule::Rewound => passed.max(0),
        };
        self.balance = (self.balance + credited * self.gain).min(self.room);
        if passed > 0 || self.rule != ClockRule::Held {
            self.last = reading_ns;
        }
    }

    /// Whether a request of this cost would pass at the last reading.
    #[must_use]
    pub fn has(&self, cost: u64) -> bool {
        self.balance >= i128::from(cost) * self.scale
    }

    /// Takes the tokens of a request that [`has`](Self::has) allowed.
    pub fn take(&mut self, cost: u64) {
        self.balance -= i128::from(cost) * self.scale;
    }

    /// Decides by a clock that may read less than before.
    pub fn offer_at_reading(&mut self, reading_ns: i128, cost: u64) -> Verdict {
        self.refill(reading_ns);
        let passes = self.has(cost);
        if passes {
            self.take(cost);
        }
        verdict(passes)
    }

    /// Tokens at the last reading, fractions included.
    #[must_use]
    pub fn tokens(&self) -> f64 {
        self.balance as f64 / self.scale as f64
    }

    /// How long after the last reading a request of this cost could pass, if none comes between: (cost − tokens) / rate,
    /// rounded up to the nanosecond. `None` for a cost that does not fit into the bucket: it never passes.
    #[must_use]
    pub fn wait(&self, cost: u64) -> Option<Delay> {
        let cost = i128::from(cost) * self.scale;
        (cost <= self.room).then(|| self.until(cost - self.balance))
    }

    /// How long it takes to earn this cost from nothing.
    #[must_use]
    pub fn earning(&self, cost: u64) -> Delay {
        self.until(i128::from(cost) * self.scale)
    }

    fn until(&self, lacking: i128) -> Delay {
        let ns = (lacking.max(0) + self.gain - 1) / self.gain;
        Delay::from_ns(u64::try_from(ns).unwrap_or(u64::MAX))
    }
}

impl Limiter for TokenBucket {
    fn offer(&mut self, at: Time, cost: u64) -> Verdict {
        self.offer_at_reading(i128::from(at.ns()), cost)
    }

    fn stored(&self) -> usize {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(limit: u64, window_s: f64) -> Quota {
        Quota::new(limit, Delay::from_s(window_s).unwrap()).unwrap()
    }

    fn ns(seconds: f64) -> i128 {
        (seconds * 1e9) as i128
    }

    /// Case C43: ten refills of 1.9 tokens are 19, and not ten times one.
    #[test]
    fn fractions_of_tokens_are_kept() {
        let mut bucket = TokenBucket::new(quota(1, 1.0), 19).unwrap().empty();
        for refill in 1..=10 {
            bucket.refill(ns(1.9) * refill);
        }
        assert_eq!(bucket.tokens(), 19.0);
    }

    /// Case C44: a cost of 301 in a bucket of 300 is refused, changes nothing, and never passes.
    #[test]
    fn what_does_not_fit_never_passes() {
        let mut bucket = TokenBucket::new(quota(1, 1.0), 300).unwrap();
        assert_eq!(bucket.offer(Time::ZERO, 301), Verdict::Refuse);
        assert_eq!(bucket.wait(301), None);
        assert!(bucket.offer(Time::ZERO, 1).passes());
        assert_eq!(bucket.tokens(), 299.0);
        assert_eq!(bucket.wait(300), Some(Delay::from_s(1.0).unwrap()));
    }

    /// Case C47: capacity 10, one a second, 3 used at 100; the clock then reads 89, then 101.
    #[test]
    fn a_clock_set_back_takes_no_tokens_away() {
        let after = |rule| {
            let mut bucket = TokenBucket::new(quota(1, 1.0), 10)
                .unwrap()
                .with_clock(rule);
            bucket.refill(ns(100.0));
            bucket.take(3);
            let mut seen = Vec::new();
            for reading in [89.0, 101.0] {
                bucket.refill(ns(reading));
                seen.push(bucket.tokens());
            }
            seen
        };
        assert_eq!(after(ClockRule::Held), [7.0, 8.0]);
        assert_eq!(after(ClockRule::Rewound), [7.0, 10.0]);
        assert_eq!(after(ClockRule::Signed), [-4.0, 8.0]);
    }

    /// Case C47, second part: read at 10 s, then by a clock at 9 s, then at 11 s: 11 s of credit, not 12.
    #[test]
    fn no_second_is_credited_twice() {
        let credit = |rule| {
            let mut bucket = TokenBucket::new(quota(1, 1.0), 100)
                .unwrap()
                .empty()
                .with_clock(rule);
            for reading in [10.0, 9.0, 11.0] {
                bucket.refill(ns(reading));
            }
            bucket.tokens()
        };
        assert_eq!(credit(ClockRule::Held), 11.0);
        assert_eq!(credit(ClockRule::Rewound), 12.0);
        assert_eq!(credit(ClockRule::Signed), 11.0);
    }

    /// A third of a token has no finite decimal, and three of them are a whole one all the same.
    #[test]
    fn parts_of_a_token_add_up() {
        let mut bucket = TokenBucket::part(quota(1, 1.0), 1, 1, 3).unwrap();
        assert!(!bucket.offer(Time::ZERO, 1).passes(), "a third is no token");
        assert_eq!(bucket.wait(1), None);
        let mut bucket = TokenBucket::part(quota(1, 1.0), 3, 1, 3).unwrap();
        assert!(bucket.offer(Time::ZERO, 1).passes());
        assert_eq!(bucket.wait(1), Some(Delay::from_s(3.0).unwrap()));
    }
}
