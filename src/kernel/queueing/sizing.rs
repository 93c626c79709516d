//! Sizing a queue with many servers: how many for a target, and how much for a number.

use super::root::root;
use super::{Load, ManyServers, Queue};
use crate::kernel::error::{Defined, DomainError, Undefined, non_negative};
use crate::kernel::math;
use crate::kernel::quantity::Probability;

/// A promise: this share of the customers waits no longer than that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaitTarget {
    /// The share.
    pub share: Probability,
    /// The longest wait for it, in seconds.
    pub wait_s: f64,
}

impl WaitTarget {
    /// The share that waits too long by the share that may, in logarithms: at most 0 where the promise is kept.
    fn excess(&self, load: Load) -> f64 {
        let late = ManyServers::new(load)
            .ok()
            .and_then(|queue| queue.wait_tail(self.wait_s).ok());
        match late {
            Some(late) => math::ln(late.max(f64::MIN_POSITIVE)) - math::ln(self.share.complement()),
            None => f64::MAX,
        }
    }

    /// A share that is equal but for rounding keeps the promise.
    fn kept(&self, load: Load) -> bool {
        self.excess(load) <= 1e-12
    }
}

/// More servers than this are not looked for; the search tries some fifty numbers, each in some nine √c steps.
const MOST_SERVERS: u64 = 10_000_000;

/// The fewest servers with which the target is kept, by M/M/c; the servers of `load` are not used. Each number is tried by
/// the formula itself, and nothing is rounded on the way. Undefined where the target leaves no room (`no_longest_wait` for
/// a share of 1), or beyond ten million servers (`out_of_range`).
///
/// ```
/// use outage_lab::kernel::queueing::{Load, WaitTarget, fewest_servers};
///
/// // 100 calls in half an hour of three minutes each, 80 % to be answered in 20 s: 13 give 79.56 %.
/// let load = Load { arrival_per_s: 100.0 / 1800.0, service_per_s: 1.0 / 180.0, servers: 1 };
/// assert_eq!(fewest_servers(load, WaitTarget { share: "0.8".parse()?, wait_s: 20.0 })?, Ok(14.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A rate is not above zero and finite, or the wait is below zero or not finite.
pub fn fewest_servers(load: Load, target: WaitTarget) -> Result<Defined, DomainError> {
    let load = Load { servers: 1, ..load }.checked()?;
    non_negative("wait_s", target.wait_s)?;
    if target.share.complement() <= 0.0 {
        return Ok(Err(Undefined("no_longest_wait")));
    }
    let kept = |servers: u64| target.kept(Load { servers, ..load });
    if load.offered() >= MOST_SERVERS as f64 {
        return Ok(Err(Undefined("out_of_range")));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most ten million"
    )]
    let mut too_few = load.offered().floor() as u64;
    if too_few > 0 && kept(too_few) {
        too_few -= 1;
    }
    let mut step = 1;
    while !kept(too_few + step) {
        too_few += step;
        step *= 2;
        if too_few > MOST_SERVERS {
            return Ok(Err(Undefined("out_of_range")));
        }
    }
    let mut enough = too_few + step;
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if kept(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    Ok(Ok(enough as f64))
}

/// The most arrivals a second with which the target is kept by the servers of `load`, by M/M/c; the arrivals of `load` are
/// not used. Undefined where the target allows none (`no_longest_wait` for a share of 1).
///
/// ```
/// use outage_lab::kernel::queueing::{Load, WaitTarget, most_arrivals_per_s};
///
/// // One server, nine of ten never to wait: it may be busy a tenth of the time.
/// let load = Load { arrival_per_s: 1.0, service_per_s: 10.0, servers: 1 };
/// let most = most_arrivals_per_s(load, WaitTarget { share: "0.9".parse()?, wait_s: 0.0 })??;
/// assert!((most - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `service_per_s` is not above zero and finite, there is no server, or the wait is below zero or not finite.
pub fn most_arrivals_per_s(load: Load, target: WaitTarget) -> Result<Defined, DomainError> {
    let load = Load {
        arrival_per_s: load.service_per_s,
        ..load
    }
    .checked()?;
    non_negative("wait_s", target.wait_s)?;
    if target.share.complement() <= 0.0 {
        return Ok(Err(Undefined("no_longest_wait")));
    }
    let capacity_per_s = load.capacity_per_s();
    let excess = |arrival_per_s: f64| {
        target.excess(Load {
            arrival_per_s,
            ..load
        })
    };
    // The last load below capacity; with a target of nothing it is the answer.
    let highest = capacity_per_s * (1.0 - f64::EPSILON);
    if excess(highest) <= 0.0 {
        return Ok(Ok(highest));
    }
    Ok(Ok(root(&excess, 0.0, highest)))
}
