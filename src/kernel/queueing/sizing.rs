//! Sizing a queue with many servers: how many for a target, and how much for a number.

use super::{Load, ManyServers, Queue, beyond};
use crate::error::{Defined, DomainError, Undefined, non_negative};
use crate::math;
use crate::quantity::Probability;
use crate::root::root;

/// A promise: this share of the customers waits no longer than that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaitTarget {
    /// The share.
    pub share: Probability,
    /// The longest wait for it, in seconds.
    pub wait_s: f64,
}

/// Makes the queue for a number of servers.
type WithServers<'a> = &'a dyn Fn(u64) -> Result<Box<dyn Queue>, DomainError>;

/// Makes the queue for an arrival rate.
type WithArrivals<'a> = &'a dyn Fn(f64) -> Result<Box<dyn Queue>, DomainError>;

impl WaitTarget {
    /// The share that may wait too long.
    ///
    /// # Errors
    /// The wait is below zero or not finite.
    fn allowed(&self) -> Result<Defined, DomainError> {
        non_negative("wait_s", self.wait_s)?;
        Ok(beyond(self.share))
    }

    /// The share that waits too long by the share that may, in logarithms: at most 0 where the promise is kept.
    fn excess(&self, queue: Result<Box<dyn Queue>, DomainError>) -> f64 {
        match queue.map(|queue| queue.wait_tail(self.wait_s)) {
            Ok(Ok(late)) => {
                math::ln(late.max(f64::MIN_POSITIVE)) - math::ln(self.share.complement())
            }
            _ => f64::MAX,
        }
    }
}

/// A share that is equal but for rounding keeps the promise.
const ROUNDING: f64 = 1e-12;

/// More servers than this are not looked for; the search tries some fifty numbers, each in some nine √c steps.
const MOST_SERVERS: u64 = 10_000_000;

/// The fewest servers with which the target is kept, by M/M/c; the servers of `load` are not used. Each number is tried by
/// the formula itself, and nothing is rounded on the way. Undefined where the target leaves no room (`no_longest_wait` for
/// a share of 1), or beyond ten million servers (`out_of_range`).
///
/// ```
/// use outage_lab_kernel::queueing::{Load, WaitTarget, fewest_servers};
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
    fewest_servers_of(target, &|servers| {
        Ok(Box::new(ManyServers::new(Load { servers, ..load })?))
    })
}

/// The fewest servers with which the target is kept by a queue that waits less with each server more. Undefined as for
/// [`fewest_servers`].
///
/// ```
/// use outage_lab_kernel::queueing::{FiniteSource, Loop, WaitTarget, fewest_servers_of};
///
/// // Three clients never wait for three servers, and two servers are too few for that.
/// let never = WaitTarget { share: "0.999999".parse()?, wait_s: 0.0 };
/// let needed = fewest_servers_of(never, &|servers| {
///     let clients = Loop { clients: 3, think_s: 1.0, service_per_s: 1.0, servers };
///     Ok(Box::new(FiniteSource::new(clients)?))
/// })?;
/// assert_eq!(needed, Ok(3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The wait is below zero or not finite.
pub fn fewest_servers_of(
    target: WaitTarget,
    queue: WithServers<'_>,
) -> Result<Defined, DomainError> {
    if let Err(reason) = target.allowed()? {
        return Ok(Err(reason));
    }
    let kept = |servers: u64| target.excess(queue(servers)) <= ROUNDING;
    let (mut too_few, mut step) = (0, 1);
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
    #[expect(clippy::cast_precision_loss, reason = "at most some ten million")]
    Ok(Ok(enough as f64))
}

/// The most arrivals a second with which the target is kept by the servers of `load`, by M/M/c; the arrivals of `load` are
/// not used. Undefined where the target allows none (`no_longest_wait` for a share of 1).
///
/// ```
/// use outage_lab_kernel::queueing::{Load, WaitTarget, most_arrivals_per_s};
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
    most_arrivals_per_s_of(load, target, &|arrival_per_s| {
        Ok(Box::new(ManyServers::new(Load {
            arrival_per_s,
            ..load
        })?))
    })
}

/// The same by a queue without a limit, with the servers of `load`, that waits longer with each arrival more.
///
/// ```
/// use outage_lab_kernel::queueing::{FixedService, Load, WaitTarget, most_arrivals_per_s_of};
///
/// // A constant service as well lets nine of ten through at once if it is busy a tenth of the time.
/// let load = Load { arrival_per_s: 1.0, service_per_s: 10.0, servers: 1 };
/// let at_once = WaitTarget { share: "0.9".parse()?, wait_s: 0.0 };
/// let most = most_arrivals_per_s_of(load, at_once, &|arrival_per_s| {
///     Ok(Box::new(FixedService::new(Load { arrival_per_s, ..load })?))
/// })??;
/// assert!((most - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`most_arrivals_per_s`].
pub fn most_arrivals_per_s_of(
    load: Load,
    target: WaitTarget,
    queue: WithArrivals<'_>,
) -> Result<Defined, DomainError> {
    let load = Load {
        arrival_per_s: load.service_per_s,
        ..load
    }
    .checked()?;
    if let Err(reason) = target.allowed()? {
        return Ok(Err(reason));
    }
    let excess = |arrival_per_s: f64| {
        // No queue is made of nothing; nobody waits in it. The logarithm is below that of every number.
        if arrival_per_s > 0.0 {
            target.excess(queue(arrival_per_s))
        } else {
            -1_000.0
        }
    };
    // The last load below capacity; with a target that asks for nothing it is the answer.
    let highest = load.capacity_per_s() * (1.0 - f64::EPSILON);
    if excess(highest) <= 0.0 {
        return Ok(Ok(highest));
    }
    Ok(Ok(root(&excess, 0.0, highest)))
}
