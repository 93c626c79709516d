//! How irregular arrivals and service make a queue: Kingman's formula and its many-server companion.

use super::UNSTABLE;
use super::erlang::{Traffic, wait_probability};
use crate::error::{Defined, DomainError, defined, non_negative, positive};
use crate::quantity::Probability;

/// A queue of which means and variances are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variability {
    /// Offered load by servers, ρ, with what is left to 1.
    pub utilisation: Probability,
    /// Mean service time in seconds.
    pub service_mean_s: f64,
    /// Squared coefficient of variation of the time between arrivals, c_a²: variance by squared mean; 1 for a Poisson
    /// stream.
    pub arrival_scv: f64,
    /// The same of the service time, c_s².
    pub service_scv: f64,
    /// Servers.
    pub servers: u64,
}

/// The mean wait in seconds, approximately.
///
/// One server, Kingman: ρ/(1 − ρ) · (c_a² + c_s²)/2 · mean service. Many, Allen–Cunneen: the wait of M/M/c times
/// (c_a² + c_s²)/2, which for one server is the same. Exact where arrivals are Poisson and there is one server, and for
/// M/M/c; good near saturation; Kingman's is an upper bound only for large ρ. Nobody waits at ρ = 0. Undefined
/// (`unstable`) from ρ = 1 on.
///
/// Reference: J. F. C. Kingman, *Mathematical Proceedings of the Cambridge Philosophical Society* 57 (1961), 902–904;
/// A. O. Allen, *Probability, Statistics, and Queueing Theory*, 2nd ed. (1990), 5.3.
///
/// ```
/// use outage_lab_kernel::queueing::{Variability, mean_wait_s};
///
/// // M/M/1 at 90 % with 20 ms of service: nine service times.
/// let queue = Variability {
///     utilisation: "0.9".parse()?, service_mean_s: 0.02, arrival_scv: 1.0, service_scv: 1.0, servers: 1,
/// };
/// assert!((mean_wait_s(queue)?? - 0.18).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `service_mean_s` is not above zero and finite, a variability is below zero or not finite, or there is no server.
pub fn mean_wait_s(queue: Variability) -> Result<Defined, DomainError> {
    let service_mean_s = positive("service_mean_s", queue.service_mean_s)?;
    let arrival = non_negative("arrival_scv", queue.arrival_scv)?;
    let service = non_negative("service_scv", queue.service_scv)?;
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let servers = positive("servers", queue.servers as f64)?;
    if queue.utilisation == Probability::ZERO {
        return Ok(Ok(0.0));
    }
    let traffic = Traffic {
        servers,
        offered: servers * queue.utilisation.value(),
        spare: servers * queue.utilisation.complement(),
    };
    if traffic.spare <= 0.0 {
        return Ok(Err(UNSTABLE));
    }
    let services = wait_probability(&traffic) / traffic.spare;
    Ok(defined(
        services * (0.5 * arrival + 0.5 * service) * service_mean_s,
    ))
}
