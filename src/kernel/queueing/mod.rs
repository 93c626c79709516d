//! Queueing: how long what arrives has to wait, by formula.
//!
//! Arrivals are a Poisson stream throughout (in [`FiniteSource`] from each thinking client), customers are served in
//! the order in which they come, and the figures are those of the long run. Whether a queue keeps up is decided by
//! capacity less arrivals, which is computed with one rounding, so that nothing is lost a billionth below saturation.

mod erlang;
mod finite_room;
mod finite_source;
mod fixed_service;
mod general_service;
mod little;
mod many_servers;
mod mixture;
mod poisson;
mod sizing;
mod variability;

use crate::error::{Defined, DomainError, Undefined, positive};
use crate::math;
use crate::quantity::Probability;

pub use erlang::{erlang_b, erlang_c};
pub use finite_room::FiniteRoom;
pub use finite_source::{FiniteSource, Loop};
pub use fixed_service::FixedService;
pub use general_service::GeneralService;
pub use little::{hold_s, in_flight, rate_per_s, slots_needed};
pub use many_servers::ManyServers;
pub use sizing::{
    WaitTarget, fewest_servers, fewest_servers_of, most_arrivals_per_s, most_arrivals_per_s_of,
};
pub use variability::{Variability, mean_wait_s};

/// What comes, and what works on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Mean arrivals a second, λ.
    pub arrival_per_s: f64,
    /// What one busy server completes a second on average, μ: one by the mean service time.
    pub service_per_s: f64,
    /// Servers, c, at least one.
    pub servers: u64,
}

impl Load {
    /// The same, with its numbers seen to be above zero and finite, and so their quotients.
    fn checked(self) -> Result<Load, DomainError> {
        positive("arrival_per_s", self.arrival_per_s)?;
        positive("service_per_s", self.service_per_s)?;
        positive("servers", self.count())?;
        positive("offered_load", self.offered())?;
        positive("capacity_per_s", self.capacity_per_s())?;
        Ok(self)
    }

    #[expect(clippy::cast_precision_loss, reason = "exact below 2^53 servers")]
    fn count(&self) -> f64 {
        self.servers as f64
    }

    /// Offered load in erlangs, a = λ/μ: how many servers would be busy if nobody had to wait.
    #[must_use]
    pub fn offered(&self) -> f64 {
        self.arrival_per_s / self.service_per_s
    }

    /// What all servers together complete a second, cμ.
    #[must_use]
    pub fn capacity_per_s(&self) -> f64 {
        self.count() * self.service_per_s
    }

    /// Offered load by servers, ρ = λ/(cμ). From 1 on an unlimited queue grows without end.
    #[must_use]
    pub fn utilisation(&self) -> f64 {
        self.arrival_per_s / self.capacity_per_s()
    }

    /// Capacity less arrivals, cμ − λ, with a single rounding.
    #[must_use]
    pub fn spare_per_s(&self) -> f64 {
        math::mul_add(self.count(), self.service_per_s, -self.arrival_per_s)
    }

    /// Servers less offered load, c − a.
    fn spare(&self) -> f64 {
        self.spare_per_s() / self.service_per_s
    }
}

/// The means of the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// The share of the servers that is busy on average.
    pub utilisation: f64,
    /// The share of those who are let in that has to wait.
    pub wait_probability: f64,
    /// The share that is refused for want of room.
    pub blocking_probability: f64,
    /// Completions a second.
    pub throughput_per_s: f64,
    /// Mean wait before service, of those who are let in, in seconds; zeros included.
    pub wait_mean_s: f64,
    /// Mean wait and service together, in seconds.
    pub sojourn_mean_s: f64,
    /// Mean number waiting.
    pub queue_mean: f64,
    /// Mean number waiting or in service.
    pub system_mean: f64,
}

impl Steady {
    /// Itself, unless one of its numbers is too large for an `f64`.
    fn finite(self) -> Result<Steady, Undefined> {
        let all = [
            self.utilisation,
            self.wait_probability,
            self.blocking_probability,
            self.throughput_per_s,
            self.wait_mean_s,
            self.sojourn_mean_s,
            self.queue_mean,
            self.system_mean,
        ];
        if all.into_iter().all(f64::is_finite) {
            Ok(self)
        } else {
            Err(Undefined("out_of_range"))
        }
    }
}

/// A queue in its long run.
pub trait Queue {
    /// Its means.
    ///
    /// # Errors
    /// `unstable` where more arrives than can be served and there is no limit to the queue.
    fn steady(&self) -> Result<Steady, Undefined>;

    /// The share of those who are let in that waits longer than `t_s` seconds, `t_s` ≥ 0.
    ///
    /// # Errors
    /// As for [`steady`](Queue::steady); `distribution_unknown` where only moments of the service time are known.
    fn wait_tail(&self, t_s: f64) -> Defined;

    /// The wait in seconds that the share `level` of those who are let in does not exceed.
    ///
    /// # Errors
    /// As for [`wait_tail`](Queue::wait_tail); `no_longest_wait` at a level of 1.
    fn wait_percentile_s(&self, level: Probability) -> Defined;

    /// The same of wait and service together.
    ///
    /// # Errors
    /// As for [`wait_percentile_s`](Queue::wait_percentile_s).
    fn sojourn_percentile_s(&self, level: Probability) -> Defined;
}

/// The reason for a queue without a long run.
const UNSTABLE: Undefined = Undefined("unstable");

/// What a percentile leaves above it; there is none above a level of 1.
fn beyond(level: Probability) -> Result<f64, Undefined> {
    if level.complement() > 0.0 {
        Ok(level.complement())
    } else {
        Err(Undefined("no_longest_wait"))
    }
}
