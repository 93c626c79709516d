//! What came of one traffic before one limiter.

use super::{Arrival, Limiter, Verdict};
use crate::sim::{Delay, Time};

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// What was said to each request.
    pub verdicts: Vec<Verdict>,
    /// When each that passed did so, in order, with its cost.
    pub passages: Vec<(Time, u64)>,
    /// Requests that passed.
    pub passed: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// The cost of all that passed.
    pub passed_cost: u64,
    /// The most requests that passed within any one window.
    pub most_in_window: u64,
    /// The most requests in flight behind it, if each is in flight for the holding time.
    pub most_in_flight: u64,
    /// The longest that a request was made to wait.
    pub wait_longest: Delay,
    /// The most numbers that the limiter kept.
    pub most_stored: usize,
}

/// Lets the traffic meet the limiter. With `by_cost` a request counts as its cost, otherwise as one.
///
/// A window is half open: of two requests exactly a window apart only one is in it.
pub fn measure(
    limiter: &mut dyn Limiter,
    arrivals: &[Arrival],
    by_cost: bool,
    window: Delay,
    hold: Delay,
) -> Measured {
    let mut verdicts = Vec::with_capacity(arrivals.len());
    let mut passages: Vec<(Time, u64)> = Vec::new();
    let (mut wait_longest, mut most_stored) = (Delay::ZERO, 0);
    for arrival in arrivals {
        let verdict = limiter.offer(arrival.at, if by_cost { arrival.cost } else { 1 });
        if let Verdict::Pass(delay) = verdict {
            passages.push((arrival.at.after(delay), arrival.cost));
            wait_longest = wait_longest.max(delay);
        }
        most_stored = most_stored.max(limiter.stored());
        verdicts.push(verdict);
    }
    let passed = passages.len() as u64;
    Measured {
        refused: verdicts.len() as u64 - passed,
        passed,
        passed_cost: passages.iter().map(|passage| passage.1).sum(),
        most_in_window: most_within(&passages, window),
        most_in_flight: most_within(&passages, hold),
        verdicts,
        passages,
        wait_longest,
        most_stored,
    }
}

/// The most passages in any half-open stretch of this length.
fn most_within(passages: &[(Time, u64)], stretch: Delay) -> u64 {
    let (mut from, mut most) = (0, 0);
    for (to, passage) in passages.iter().enumerate() {
        while passages[from].0.after(stretch) <= passage.0 && from < to {
            from += 1;
        }
        most = most.max(to + 1 - from);
    }
    most as u64
}
