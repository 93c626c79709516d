//! M/M/c/K: room for K, and whoever comes to a full house is refused.

use super::erlang::{Traffic, idle_weight};
use super::mixture::{Found, Mixture};
use super::{Load, Queue, Steady, beyond};
use crate::error::{Defined, DomainError, Undefined, defined, positive};
use crate::math;
use crate::quantity::Probability;

/// M/M/c/K: as [`ManyServers`](super::ManyServers), with room for K customers, waiting and in service together. Who finds
/// the room full is refused and does not come back. It has a long run at every load. With K below c, only K of the
/// servers are ever busy, as if there were no others.
///
/// States n up to c weigh aⁿ/n!, and each further one ρ = a/c times the one before. Waits are those of accepted customers:
/// who finds j ahead in the queue waits j + 1 stages of rate cμ. Means within 10⁻¹², percentiles within 10⁻¹¹.
///
/// Reference: D. Gross et al., *Fundamentals of Queueing Theory*, 4th ed. (2008), 2.4.
///
/// ```
/// use outage_lab_kernel::queueing::{FiniteRoom, Load, Queue};
///
/// // As much work as capacity and room for five: the six states are equally likely.
/// let load = Load { arrival_per_s: 1.0, service_per_s: 1.0, servers: 1 };
/// let steady = FiniteRoom::new(load, 5)?.steady()?;
/// assert!((steady.blocking_probability - 1.0 / 6.0).abs() < 1e-15);
/// assert!((steady.system_mean - 2.5).abs() < 1e-15);
/// assert!((steady.sojourn_mean_s - 3.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FiniteRoom {
    load: Load,
    /// Servers that may be busy at once.
    usable: Load,
    steady: Steady,
    mixture: Mixture,
}

impl FiniteRoom {
    /// From the load and the room, in customers waiting or in service.
    ///
    /// # Errors
    /// A rate is not above zero and finite, or there is no server or no room.
    pub fn new(load: Load, capacity: u64) -> Result<Self, DomainError> {
        let load = load.checked()?;
        #[expect(clippy::cast_precision_loss, reason = "only its sign counts")]
        positive("capacity", capacity as f64)?;
        let usable = Load {
            servers: load.servers.min(capacity),
            ..load
        };
        let states = States::of(&usable, capacity - usable.servers);
        let accepted = states.free + states.ahead;
        let all = accepted + states.full;
        // A weight beyond every number leaves nothing to the other states.
        let share = |weight: f64| {
            if accepted.is_finite() {
                weight / accepted
            } else {
                0.0
            }
        };
        let let_in_per_s = if all.is_finite() {
            load.arrival_per_s * (accepted / all)
        } else {
            load.arrival_per_s
        };
        // In overload rounding could make the servers busier than always.
        let throughput_per_s = let_in_per_s.min(usable.capacity_per_s());
        let blocking = if all.is_finite() {
            states.full / all
        } else {
            0.0
        };
        let queue_mean = if all.is_finite() {
            states.queue / all
        } else {
            0.0
        };
        let wait_mean_s = if queue_mean > 0.0 {
            queue_mean / throughput_per_s
        } else {
            0.0
        };
        let steady = Steady {
            utilisation: throughput_per_s / load.capacity_per_s(),
            wait_probability: share(states.ahead),
            blocking_probability: blocking,
            throughput_per_s,
            wait_mean_s,
            sojourn_mean_s: wait_mean_s + 1.0 / load.service_per_s,
            queue_mean,
            system_mean: queue_mean + throughput_per_s / load.service_per_s,
        };
        let found = Found {
            at_once: if accepted.is_finite() {
                states.free / accepted
            } else {
                1.0
            },
            first: states.first,
            queue: states.found.iter().map(|weight| share(*weight)).collect(),
        };
        Ok(Self {
            load,
            usable,
            steady,
            mixture: Mixture::new(load.service_per_s, usable.count(), &found),
        })
    }

    /// The load that it was made from.
    #[must_use]
    pub fn load(&self) -> Load {
        self.load
    }

    /// The share of accepted customers whose wait and service together exceed `t_s` seconds.
    #[must_use]
    pub fn sojourn_tail(&self, t_s: f64) -> f64 {
        self.mixture.sojourn_tail(t_s)
    }
}

/// Weights of states against the heaviest of those with all servers busy.
struct States {
    /// With a server free.
    free: f64,
    /// With all busy and room left.
    ahead: f64,
    /// With no room left.
    full: f64,
    /// Weight times number waiting, over all.
    queue: f64,
    /// The number waiting at which `found` begins.
    first: u64,
    /// By the number waiting, where there is room left and the weight counts.
    found: Vec<f64>,
}

impl States {
    /// With room for `places` to wait.
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    fn of(load: &Load, places: u64) -> States {
        /// Logarithms of weights that are nothing beside the heaviest.
        const NOTHING: f64 = -48.0;
        /// Weights that follow by multiplication from one that does not.
        const AFRESH: u64 = 32;
        let emptiness = load.spare() / load.count();
        // ln ρ, from 1 − ρ where that is known better.
        let step = if emptiness.abs() < 0.5 {
            math::ln_1p(-emptiness)
        } else {
            math::ln(load.utilisation())
        };
        let last = places as f64;
        let heaviest = if step > 0.0 { last } else { 0.0 };
        // From the heaviest on, as the difference of two exponents of millions would lose most of their digits.
        let weight = |waiting: f64| math::exp((waiting - heaviest) * step);
        let mut first = 0;
        if heaviest * step > -NOTHING {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 0 and the places"
            )]
            let skipped = (last + NOTHING / step).floor().max(0.0) as u64;
            first = skipped.min(places);
        }
        let mut found = Vec::new();
        let ratio = math::exp(step);
        let mut now = 1.0;
        for waiting in first..places {
            if step < 0.0 && waiting as f64 * step < NOTHING {
                break;
            }
            // An exponential is dear and a product drifts: every so often the one puts the other right.
            now = if (waiting - first) % AFRESH == 0 {
                weight(waiting as f64)
            } else {
                now * ratio
            };
            found.push(now);
        }
        let mut ahead = 0.0;
        let mut queue = last * weight(last);
        // From the light end, so that small weights are not lost one by one.
        let mut add = |at: usize| {
            ahead += found[at];
            queue += (first + at as u64) as f64 * found[at];
        };
        if step > 0.0 {
            (0..found.len()).for_each(&mut add);
        } else {
            (0..found.len()).rev().for_each(&mut add);
        }
        let idle = idle_weight(&Traffic::of(load));
        let free = if heaviest > 0.0 {
            math::exp(math::ln(idle) - heaviest * step)
        } else {
            idle
        };
        States {
            free,
            ahead,
            full: weight(last),
            queue,
            first,
            found,
        }
    }
}

impl Queue for FiniteRoom {
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
