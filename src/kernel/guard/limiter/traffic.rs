//! Traffic as data: bursts, steady streams, random streams.

use crate::error::{Bound, DomainError, positive};
use crate::rng::Stream;
use crate::sim::{Delay, Time};

use super::amount;

/// The most requests of one traffic.
pub const REQUESTS_MAX: usize = 20_000;

/// A part of the traffic. Every request of it has the same cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// So many at one instant.
    Burst {
        /// How many.
        count: u64,
        /// When.
        at: Time,
        /// What each costs.
        cost: u64,
    },
    /// A stream from one instant until before another.
    Stream {
        /// Requests a second.
        rate_per_s: f64,
        /// The first comes now, if the stream is even.
        from: Time,
        /// None comes now or later.
        to: Time,
        /// What each costs.
        cost: u64,
        /// Whether gaps are exponential (Poisson arrivals), or all the same.
        random: bool,
    },
}

/// One request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When it comes.
    pub at: Time,
    /// What it costs.
    pub cost: u64,
}

/// All requests in the order in which they come; those of one instant in the order of the parts.
///
/// Random parts draw from the stream "traffic" of the seed, one after the other. Even ones come at from + k / rate, rounded
/// to the nanosecond.
///
/// # Errors
/// A rate that is not positive and finite; a cost or count outside 1 to 1,000,000; `requests` beyond [`REQUESTS_MAX`].
pub fn arrivals(parts: &[Part], seed: u64) -> Result<Vec<Arrival>, DomainError> {
    let mut random = Stream::new(seed, "traffic");
    let mut all = Vec::new();
    let too_many = |count: f64| DomainError {
        quantity: "requests",
        value: count,
        allowed: Bound::AtMost(REQUESTS_MAX as f64),
    };
    for part in parts {
        match *part {
            Part::Burst { count, at, cost } => {
                amount("cost", cost)?;
                amount("count", count)?;
                if all.len() as u64 + count > REQUESTS_MAX as u64 {
                    return Err(too_many((all.len() as u64 + count) as f64));
                }
                all.extend((0..count).map(|_| Arrival { at, cost }));
            }
            Part::Stream {
                rate_per_s,
                from,
                to,
                cost,
                random: is_random,
            } => {
                amount("cost", cost)?;
                positive("rate_per_s", rate_per_s)?;
                let mut at = from;
                let mut number = 0_u32;
                if is_random {
                    at = from.after(Delay::drawn(random.exponential(rate_per_s)));
                }
                while at < to {
                    if all.len() >= REQUESTS_MAX {
                        return Err(too_many(rate_per_s * to.since(from).seconds()));
                    }
                    all.push(Arrival { at, cost });
                    number += 1;
                    at = if is_random {
                        at.after(Delay::drawn(random.exponential(rate_per_s)))
                    } else {
                        from.after(Delay::drawn(f64::from(number) / rate_per_s))
                    };
                }
            }
        }
    }
    all.sort_by_key(|arrival| arrival.at);
    Ok(all)
}
