//! When those who were refused come back.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Arrival, Limiter, Quota, TokenBucket};
use crate::error::{Bound, DomainError};
use crate::rng::Stream;
use crate::sim::{Delay, Time};

/// The most retries that are followed.
const RETRIES_MAX: u64 = 4_000;
/// How long somebody takes who comes back at once: an answer and a new request on their way.
const ROUND_TRIP: Delay = Delay::from_ns(10_000_000);

/// What a refused client is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// Nothing: it tries again after a round trip of 10 ms.
    AtOnce,
    /// How long until there are tokens for it, as if nobody else waited. All who are refused together are told the same.
    NextToken,
    /// How long until there are tokens for it and for all who were told before.
    OwnTurn,
    /// That, rounded up to whole seconds, as the HTTP header has it.
    WholeSeconds,
}

impl RetryAfter {
    /// All, in the order of the tables.
    pub const ALL: [RetryAfter; 4] = [
        RetryAfter::AtOnce,
        RetryAfter::NextToken,
        RetryAfter::OwnTurn,
        RetryAfter::WholeSeconds,
    ];
}

/// A token bucket and what it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Returns {
    /// The rate.
    pub quota: Quota,
    /// The size of the bucket.
    pub burst: u64,
    /// What is said.
    pub rule: RetryAfter,
    /// A client waits what it was told times a uniform number from 1 − spread to 1 + spread.
    pub spread: f64,
}

/// One attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// When.
    pub at: Time,
    /// Whether it passed.
    pub passed: bool,
    /// Whether it is a retry.
    pub again: bool,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Returned {
    /// All attempts in their order.
    pub attempts: Vec<Attempt>,
    /// How many of them were retries.
    pub retries: u64,
    /// How many retries were refused.
    pub refused_again: u64,
    /// The shortest and the longest that clients were told when they were refused for the first time.
    pub told: Option<(Delay, Delay)>,
    /// When the last retry passed.
    pub last_passed: Option<Time>,
    /// Requests that never fit: their clients are told so and do not come back.
    pub never: u64,
    /// Requests that are still without an answer when no more retries are followed.
    pub open: u64,
}

/// Follows every refused client until it passes, over 4,000 retries at most. The spread draws from the stream "return" of
/// the seed.
///
/// # Errors
/// A burst outside 1 to 1,000,000; a spread outside 0 to 1.
pub fn come_back(
    returns: &Returns,
    arrivals: &[Arrival],
    by_cost: bool,
    seed: u64,
) -> Result<Returned, DomainError> {
    if !(0.0..=1.0).contains(&returns.spread) {
        return Err(DomainError {
            quantity: "spread",
            value: returns.spread,
            allowed: Bound::Within(0.0, 1.0),
        });
    }
    let mut bucket = TokenBucket::new(returns.quota, returns.burst)?;
    let mut random = Stream::new(seed, "return");
    // When, in which order they were sent, at what cost, and whether it is a retry.
    let mut waiting: BinaryHeap<Reverse<(Time, u64, u64, bool)>> = (0..)
        .zip(arrivals)
        .map(|(order, arrival)| {
            let cost = if by_cost { arrival.cost } else { 1 };
            Reverse((arrival.at, order, cost, false))
        })
        .collect();
    let mut order = waiting.len() as u64;
    let mut returned = Returned::default();
    let mut turn = Time::ZERO;
    while let Some(Reverse((at, _, cost, again))) = waiting.pop() {
        if again && returned.retries == RETRIES_MAX {
            returned.open += 1;
            continue;
        }
        let passed = bucket.offer(at, cost).passes();
        returned.attempts.push(Attempt { at, passed, again });
        returned.retries += u64::from(again);
        if passed {
            if again {
                returned.last_passed = Some(at);
            }
            continue;
        }
        returned.refused_again += u64::from(again);
        let Some(next) = bucket.wait(cost) else {
            returned.never += 1;
            continue;
        };
        turn = if turn > at {
            turn.after(bucket.earning(cost))
        } else {
            at.after(next)
        };
        let own = turn.since(at);
        let told = match returns.rule {
            RetryAfter::AtOnce => ROUND_TRIP,
            RetryAfter::NextToken => next,
            RetryAfter::OwnTurn => own,
            RetryAfter::WholeSeconds => whole_seconds_up(own),
        };
        if !again {
            let (least, most) = returned.told.unwrap_or((told, told));
            returned.told = Some((least.min(told), most.max(told)));
        }
        let factor = 1.0 + returns.spread * (2.0 * random.uniform() - 1.0);
        let wait = if returns.spread > 0.0 && returns.rule != RetryAfter::AtOnce {
            Delay::drawn(told.seconds() * factor)
        } else {
            told
        };
        waiting.push(Reverse((at.after(wait), order, cost, true)));
        order += 1;
    }
    Ok(returned)
}

/// The wait in whole seconds: rounded down, it would send the client back too early.
///
/// ```
/// use outage_lab_kernel::guard::limiter::whole_seconds_up;
/// use outage_lab_kernel::sim::Delay;
///
/// assert_eq!(whole_seconds_up(Delay::from_s(2.3)?), Delay::from_s(3.0)?);
/// assert_eq!(whole_seconds_up(Delay::from_s(2.0)?), Delay::from_s(2.0)?);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[must_use]
pub fn whole_seconds_up(wait: Delay) -> Delay {
    const SECOND: u64 = 1_000_000_000;
    Delay::from_ns(wait.ns().div_ceil(SECOND).saturating_mul(SECOND))
}
