//! A bucket whose clock is not to be trusted.

use super::{Arrival, ClockRule, Quota, TokenBucket};
use crate::error::DomainError;
use crate::sim::{Delay, Time};

/// What is wrong with the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// Nothing.
    None,
    /// It is set back once and stays behind.
    SetBack {
        /// When.
        at: Time,
        /// By how much.
        by: Delay,
    },
    /// Every second request brings its own clock, which is behind.
    Skewed {
        /// By how much.
        by: Delay,
    },
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clocked {
    /// Requests that passed.
    pub passed: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// Of those that passed, how many a bucket with a true clock would have refused.
    pub beyond: u64,
    /// The least that was ever in the bucket.
    pub least_tokens: f64,
}

/// Lets the traffic meet a bucket that reads a faulty clock by this rule; without a rule it reads a steady clock of its own,
/// which the fault does not touch.
///
/// # Errors
/// A burst outside 1 to 1,000,000.
pub fn by_clock(
    (quota, burst): (Quota, u64),
    fault: ClockFault,
    rule: Option<ClockRule>,
    arrivals: &[Arrival],
    by_cost: bool,
) -> Result<Clocked, DomainError> {
    let mut exact = TokenBucket::new(quota, burst)?;
    let mut bucket = exact.clone().with_clock(rule.unwrap_or(ClockRule::Held));
    let mut clocked = Clocked {
        passed: 0,
        refused: 0,
        beyond: 0,
        least_tokens: burst as f64,
    };
    let mut second = false;
    for arrival in arrivals {
        let cost = if by_cost { arrival.cost } else { 1 };
        let now = i128::from(arrival.at.ns());
        let behind = match fault {
            _ if rule.is_none() => Delay::ZERO,
            ClockFault::SetBack { at, by } if arrival.at >= at => by,
            ClockFault::Skewed { by } if second => by,
            _ => Delay::ZERO,
        };
        second = !second;
        let passes = bucket
            .offer_at_reading(now - i128::from(behind.ns()), cost)
            .passes();
        clocked.least_tokens = clocked.least_tokens.min(bucket.tokens());
        if !passes {
            clocked.refused += 1;
            continue;
        }
        clocked.passed += 1;
        exact.refill(now);
        if exact.has(cost) {
            exact.take(cost);
        } else {
            clocked.beyond += 1;
        }
    }
    Ok(clocked)
}
