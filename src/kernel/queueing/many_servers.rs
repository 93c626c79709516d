//! M/M/c: many servers and one queue without a limit.

use super::erlang::{Traffic, wait_probability};
use super::{Load, Queue, Steady, UNSTABLE, beyond};
use crate::error::{Defined, DomainError, Undefined, defined};
use crate::math;
use crate::quantity::Probability;
use crate::root::percentile;
use crate::special::normal;

/// M/M/c: Poisson arrivals, c servers with exponential service, one queue in order of arrival, nobody refused; M/M/1 is
/// c = 1.
///
/// With C of [`erlang_c`](super::erlang_c) and the spare rate θ = cμ − λ: a wait exceeds t with probability C·e^(−θt), its
/// mean is C/θ, and the sojourn adds an independent exponential service. Means within 10⁻¹², percentiles within 10⁻¹³ of
/// the exact inverse. Undefined (`unstable`) for λ ≥ cμ.
///
/// Reference: D. Gross et al., *Fundamentals of Queueing Theory*, 4th ed. (2008), 2.3 and equation (2.38).
///
/// ```
/// use outage_lab_kernel::queueing::{Load, ManyServers, Queue};
///
/// // 9 a second on one server of 10 a second: 1/(10 − 9) s in all, 0.9 of that waiting, and 2.303 s at the 90th percentile.
/// let queue = ManyServers::new(Load { arrival_per_s: 9.0, service_per_s: 10.0, servers: 1 })?;
/// let steady = queue.steady()?;
/// assert!((steady.sojourn_mean_s - 1.0).abs() < 1e-15);
/// assert!((steady.wait_mean_s - 0.9).abs() < 1e-15);
/// assert!((queue.sojourn_percentile_s("0.9".parse()?)? - 10_f64.ln()).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManyServers {
    load: Load,
    /// Erlang C; 1 where the queue has no long run.
    wait_probability: f64,
}

impl ManyServers {
    /// From the load.
    ///
    /// # Errors
    /// A rate is not above zero and finite, or there is no server.
    pub fn new(load: Load) -> Result<Self, DomainError> {
        let load = load.checked()?;
        let wait_probability = if load.spare_per_s() > 0.0 {
            wait_probability(&Traffic::of(&load))
        } else {
            1.0
        };
        Ok(Self {
            load,
            wait_probability,
        })
    }

    /// The load that it was made from.
    #[must_use]
    pub fn load(&self) -> Load {
        self.load
    }

    /// cμ − λ, if above zero.
    fn spare_per_s(&self) -> Result<f64, Undefined> {
        let spare_per_s = self.load.spare_per_s();
        if spare_per_s > 0.0 {
            Ok(spare_per_s)
        } else {
            Err(UNSTABLE)
        }
    }

    /// How near the mean wait has come to its long run, `after_s` seconds after an empty beginning, from 0 to 1.
    ///
    /// Formula: 1 − 2(1 + t)·Φ(−√t) + 2√t·φ(√t), with t = after_s · θ²/(λ + cμ): the queue as a Brownian motion that is
    /// kept above zero. Near saturation, where it takes long, within some 4 % for one server, 15 % for ten.
    ///
    /// Source: J. Abate and W. Whitt, *Transient behavior of regulated Brownian motion, I: Starting at the origin*,
    /// Advances in Applied Probability 19 (1987).
    ///
    /// ```
    /// use outage_lab_kernel::queueing::{Load, ManyServers, Queue};
    ///
    /// // 999 of 1000 s: after 500 s customers wait 25 s. (Exact, by the chain's transient: 24.5 s.)
    /// let queue = ManyServers::new(Load { arrival_per_s: 0.999, service_per_s: 1.0, servers: 1 })?;
    /// let wait_s = queue.settled(500.0)? * queue.steady()?.wait_mean_s;
    /// assert!((wait_s / 24.479 - 1.0).abs() < 0.03);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `unstable`.
    pub fn settled(&self, after_s: f64) -> Defined {
        let spare_per_s = self.spare_per_s()?;
        let events_per_s = self.load.arrival_per_s + self.load.capacity_per_s();
        let t = after_s * spare_per_s * (spare_per_s / events_per_s);
        let root = t.sqrt();
        let beyond = normal(0.0 - root);
        let density = math::exp(-t / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
        defined(1.0 - 2.0 * (1.0 + t) * beyond + 2.0 * root * density)
    }

    /// The share whose wait and service together exceed `t_s` seconds.
    ///
    /// e^(−μt) + C·μ·(e^(−μt) − e^(−θt))/(θ − μ), written with the slower of the two exponentials in front, so that the
    /// quotient has a value where they are equal and loses nothing where they almost are.
    ///
    /// # Errors
    /// `unstable`.
    pub fn sojourn_tail(&self, t_s: f64) -> Defined {
        let (service, spare) = (self.load.service_per_s, self.spare_per_s()?);
        let apart = (spare - service).abs() * t_s;
        let averaged = if apart > 0.0 {
            -math::exp_m1(-apart) / apart
        } else {
            1.0
        };
        let queued = service * t_s * averaged * math::exp(-service.min(spare) * t_s);
        Ok(math::exp(-service * t_s) + self.wait_probability * queued)
    }
}

impl Queue for ManyServers {
    fn steady(&self) -> Result<Steady, Undefined> {
        let wait_mean_s = self.wait_probability / self.spare_per_s()?;
        let queue_mean = self.load.arrival_per_s * wait_mean_s;
        Steady {
            utilisation: self.load.utilisation(),
            wait_probability: self.wait_probability,
            blocking_probability: 0.0,
            throughput_per_s: self.load.arrival_per_s,
            wait_mean_s,
            sojourn_mean_s: wait_mean_s + 1.0 / self.load.service_per_s,
            queue_mean,
            system_mean: queue_mean + self.load.offered(),
        }
        .finite()
    }

    fn wait_tail(&self, t_s: f64) -> Defined {
        Ok(self.wait_probability * math::exp(-self.spare_per_s()? * t_s))
    }

    fn wait_percentile_s(&self, level: Probability) -> Defined {
        let spare_per_s = self.spare_per_s()?;
        let factor = self.wait_probability / beyond(level)?;
        if factor <= 1.0 {
            return Ok(0.0);
        }
        defined(math::ln(factor) / spare_per_s)
    }

    fn sojourn_percentile_s(&self, level: Probability) -> Defined {
        let steady = self.steady()?;
        let tail = |t_s| self.sojourn_tail(t_s).unwrap_or(0.0);
        defined(percentile(&tail, beyond(level)?, steady.sojourn_mean_s))
    }
}
