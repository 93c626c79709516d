//! A closed loop: a fixed number of clients who think, ask, and wait for the answer.

use super::mixture::{Found, Mixture};
use super::{Load, Queue, Steady, beyond};
use crate::error::{Defined, DomainError, Undefined, defined, non_negative, positive};
use crate::quantity::Probability;

/// Clients, their thinking, and the servers that they ask.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loop {
    /// How many clients there are, N.
    pub clients: u64,
    /// Mean time that a client thinks after an answer before it asks again, Z, in seconds.
    pub think_s: f64,
    /// What one busy server completes a second on average, μ.
    pub service_per_s: f64,
    /// Servers, c.
    pub servers: u64,
}

/// M/M/c//N, the machine repairman: N clients that each think for an exponential time and ask again; c servers with
/// exponential service. A slow answer keeps its client from asking, so that it has a long run at every load.
///
/// States n weigh as the product of the rates up by those down, from the heaviest outwards. A client that asks sees the
/// others as if it were not there (the arrival theorem), which gives the wait's distribution. Means within 10⁻¹², percentiles
/// within 10⁻¹¹.
///
/// Reference: D. Gross et al., *Fundamentals of Queueing Theory*, 4th ed. (2008), 2.8; M. Reiser, S. S. Lavenberg (1980)
/// for the arrival theorem.
///
/// ```
/// use outage_lab_kernel::queueing::{FiniteSource, Loop, Queue};
///
/// // A client alone never waits: one request each 90 ms + 10 ms.
/// let alone = FiniteSource::new(Loop { clients: 1, think_s: 0.09, service_per_s: 100.0, servers: 1 })?;
/// assert!((alone.steady()?.throughput_per_s - 10.0).abs() < 1e-13);
/// assert_eq!(alone.steady()?.wait_mean_s, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FiniteSource {
    steady: Steady,
    mixture: Mixture,
}

impl FiniteSource {
    /// From the loop.
    ///
    /// # Errors
    /// There are no clients or servers, `service_per_s` is not above zero and finite, or `think_s` is below zero or not
    /// finite.
    pub fn new(parts: Loop) -> Result<Self, DomainError> {
        // The check of rates is the same as with arrivals; here they are what each client would ask for at most.
        let servers = Load {
            arrival_per_s: parts.service_per_s,
            service_per_s: parts.service_per_s,
            servers: parts.servers,
        }
        .checked()?
        .count();
        let service_per_s = parts.service_per_s;
        let think = non_negative("think_s", parts.think_s)? * service_per_s;
        non_negative("think_s", think)?;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let clients = positive("clients", parts.clients as f64)?;
        let states = States::of(clients, think, servers);
        let busy = states.sum(|n| n.min(servers));
        let queue_mean = states.sum(|n| (n - servers).max(0.0));
        let throughput_per_s = busy * service_per_s;
        let others = States::of(clients - 1.0, think, servers);
        let found = others.found(servers);
        let mixture = Mixture::new(service_per_s, servers, &found);
        let wait_mean_s = queue_mean / throughput_per_s;
        Ok(Self {
            steady: Steady {
                utilisation: busy / servers,
                wait_probability: mixture.wait_probability(),
                blocking_probability: 0.0,
                throughput_per_s,
                wait_mean_s,
                sojourn_mean_s: wait_mean_s + 1.0 / service_per_s,
                queue_mean,
                system_mean: queue_mean + busy,
            },
            mixture,
        })
    }

    /// The share of requests whose wait and service together exceed `t_s` seconds.
    #[must_use]
    pub fn sojourn_tail(&self, t_s: f64) -> f64 {
        self.mixture.sojourn_tail(t_s)
    }
}

/// Probabilities of the numbers at the servers that count.
struct States {
    first: f64,
    shares: Vec<f64>,
}

impl States {
    /// Of `clients` that think for `think` mean service times.
    fn of(clients: f64, think: f64, servers: f64) -> States {
        /// Shares below this part of the largest are nothing.
        const NOTHING: f64 = 1e-26;
        // What takes the number from n to n + 1 by what takes it back, times `think`.
        let up = |n: f64| clients - n;
        let down = |n: f64| (n + 1.0).min(servers) * think;
        // The heaviest state: the first from which the way up is no longer the more likely one.
        let (mut lo, mut hi) = (0.0, clients);
        while lo < hi {
            let mid = ((lo + hi) / 2.0).floor();
            if up(mid) > down(mid) {
                lo = mid + 1.0;
            } else {
                hi = mid;
            }
        }
        let heaviest = lo;
        let mut below = Vec::new();
        let (mut n, mut weight) = (heaviest, 1.0);
        while n > 0.0 && weight > NOTHING {
            n -= 1.0;
            weight *= down(n) / up(n);
            below.push(weight);
        }
        let first = n;
        let mut shares: Vec<f64> = below.into_iter().rev().collect();
        shares.push(1.0);
        (n, weight) = (heaviest, 1.0);
        while n < clients && weight > NOTHING {
            weight *= up(n) / down(n);
            n += 1.0;
            shares.push(weight);
        }
        let all: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= all);
        States { first, shares }
    }

    /// The mean of a function of the number at the servers.
    fn sum(&self, value: impl Fn(f64) -> f64) -> f64 {
        let mut n = self.first;
        let mut sum = 0.0;
        for share in &self.shares {
            sum += share * value(n);
            n += 1.0;
        }
        sum
    }

    /// What a client finds that comes to these others.
    fn found(&self, servers: f64) -> Found {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole numbers between 0 and the states"
        )]
        let free = ((servers - self.first).max(0.0) as usize).min(self.shares.len());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number, at least 0"
        )]
        let first = (self.first - servers).max(0.0) as u64;
        Found {
            at_once: self.shares[..free].iter().sum(),
            first,
            queue: self.shares[free..].to_vec(),
        }
    }
}

impl Queue for FiniteSource {
    fn steady(&self) -> Result<Steady, Undefined> {
        self.steady.finite()
    }

    fn wait_tail(&self, t_s: f64) -> Defined {
        Ok(self.mixture.wait_tail(t_s))
    }

    fn wait_percentile_s(&self, level: Probability) -> Defined {
        defined(self.mixture.wait_percentile_s(beyond(level)?))
    }

    fn sojourn_percentile_s(&self, level: Probability) -> Defined {
        defined(self.mixture.sojourn_percentile_s(beyond(level)?))
    }
}
