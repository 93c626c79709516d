//! M/G/1: one server, and service times of which only mean and variance are known.

use super::{Load, Queue, Steady, UNSTABLE, beyond};
use crate::error::{Defined, DomainError, Undefined, non_negative};
use crate::quantity::Probability;

/// M/G/1: Poisson arrivals at one server whose service times have a squared coefficient of variation (variance by squared
/// mean) of `service_scv`: 0 is constant, 1 as variable as the exponential.
///
/// Pollaczek–Khinchine: the mean wait is ρ(1 + scv)/2 by the spare rate μ − λ. Two moments do not fix a percentile, which
/// is undefined (`distribution_unknown`).
///
/// Reference: D. Gross et al., *Fundamentals of Queueing Theory*, 4th ed. (2008), 5.1.
///
/// ```
/// use outage_lab_kernel::queueing::{GeneralService, Load, Queue};
///
/// // Nine tenths busy with service of 1 s: constant 4.5 s, exponential 9 s.
/// let load = Load { arrival_per_s: 0.9, service_per_s: 1.0, servers: 1 };
/// let wait_s = |scv| Ok::<f64, Box<dyn std::error::Error>>(GeneralService::new(load, scv)?.steady()?.wait_mean_s);
/// assert!((wait_s(0.0)? - 4.5).abs() < 1e-14);
/// assert!((wait_s(1.0)? - 9.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneralService {
    load: Load,
    service_scv: f64,
}

impl GeneralService {
    /// From the load, of whose servers one is used, and the squared coefficient of variation of the service time.
    ///
    /// # Errors
    /// A rate is not above zero and finite, or `service_scv` is below zero or not finite.
    pub fn new(load: Load, service_scv: f64) -> Result<Self, DomainError> {
        Ok(Self {
            load: Load { servers: 1, ..load }.checked()?,
            service_scv: non_negative("service_scv", service_scv)?,
        })
    }
}

impl Queue for GeneralService {
    fn steady(&self) -> Result<Steady, Undefined> {
        let load = &self.load;
        let spare_per_s = load.spare_per_s();
        if spare_per_s <= 0.0 {
            return Err(UNSTABLE);
        }
        let utilisation = load.utilisation();
        let wait_mean_s = utilisation * (0.5 * (1.0 + self.service_scv)) / spare_per_s;
        let queue_mean = load.arrival_per_s * wait_mean_s;
        Steady {
            utilisation,
            wait_probability: utilisation,
            blocking_probability: 0.0,
            throughput_per_s: load.arrival_per_s,
            wait_mean_s,
            sojourn_mean_s: wait_mean_s + 1.0 / load.service_per_s,
            queue_mean,
            system_mean: queue_mean + utilisation,
        }
        .finite()
    }

    fn wait_tail(&self, _t_s: f64) -> Defined {
        self.steady()?;
        Err(Undefined("distribution_unknown"))
    }

    fn wait_percentile_s(&self, level: Probability) -> Defined {
        beyond(level)?;
        self.wait_tail(0.0)
    }

    fn sojourn_percentile_s(&self, level: Probability) -> Defined {
        self.wait_percentile_s(level)
    }
}
