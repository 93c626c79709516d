//! The wait of the classes of a queue in which the more important go first.

use super::CLASSES;
use crate::error::{Defined, DomainError, Undefined, non_negative, positive};
use crate::queueing::{Load, erlang_c};

/// Poisson arrivals of three classes at equal servers; whoever is free takes the first of the most important class that
/// waits. Nobody in service is interrupted. Service times are alike in all classes.
///
/// # Formula
/// Cobham: W_k = W₀ / ((1 − σ_{k−1}) (1 − σ_k)), with σ_k the load λ/(cμ) of the classes up to k, and W₀ the mean time
/// until a server becomes free for somebody who finds all busy: one server, W₀ = ρ (1 + scv) / (2μ); c servers with
/// exponential service, W₀ = C / (cμ) with C of Erlang.
///
/// From σ = 1 on the classes that no longer fit wait without end, and all servers are always busy: one of these
/// less important requests is in service whenever no other is. W₀ is then (1 + scv) / (2μ), or 1 / (cμ), and the classes
/// whose own σ_k is below 1 keep a finite wait. So they are not untouched by those below them: they wait for the
/// request in service to end.
///
/// Reference: A. Cobham, *Priority assignment in waiting line problems*, Operations Research 2 (1954); D. Gross et al.,
/// *Fundamentals of Queueing Theory*, 4th ed. (2008), 3.4.2.
///
/// ```
/// use outage_lab_kernel::guard::shedding::Priorities;
///
/// // One server, exponential service of 1 s, loads 0.3 and 0.5: W₀ = 0.8 s, W₁ = 0.8/0.7, W₂ = 0.8/(0.7 · 0.2).
/// let two = Priorities::new([0.3, 0.5, 0.0], 1.0, 1, 1.0)?;
/// assert!((two.wait_mean_s(0)?? - 0.8 / 0.7).abs() < 1e-15);
/// assert!((two.wait_mean_s(1)?? - 0.8 / 0.14).abs() < 1e-14);
/// // With ten times as much of the second class, the first waits 1 s / 0.7, and no longer.
/// let flooded = Priorities::new([0.3, 5.0, 0.0], 1.0, 1, 1.0)?;
/// assert!((flooded.wait_mean_s(0)?? - 1.0 / 0.7).abs() < 1e-15);
/// assert!(flooded.wait_mean_s(1)?.is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Priorities {
    arrival_per_s: [f64; CLASSES],
    service_s: f64,
    servers: u64,
    service_scv: f64,
}

impl Priorities {
    /// From the arrivals of each class, the most important first, the mean service time, the number of servers, and the
    /// squared coefficient of variation of the service time.
    ///
    /// # Errors
    /// A rate or a spread below zero; a service time that is not above zero; no server; anything that is not finite.
    pub fn new(
        arrival_per_s: [f64; CLASSES],
        service_s: f64,
        servers: u64,
        service_scv: f64,
    ) -> Result<Priorities, DomainError> {
        for rate in arrival_per_s {
            non_negative("arrival_per_s", rate)?;
        }
        positive("service_s", service_s)?;
        positive("servers", servers as f64)?;
        non_negative("service_scv", service_scv)?;
        Ok(Priorities {
            arrival_per_s,
            service_s,
            servers,
            service_scv,
        })
    }

    /// The load of the classes up to `class` and with it: λ/(cμ), above 1 for more than can be served.
    #[must_use]
    pub fn load(&self, class: usize) -> f64 {
        let rates = self.arrival_per_s.iter().take(class + 1);
        rates.sum::<f64>() * self.service_s / self.servers as f64
    }

    /// The mean time until a server is free for somebody who finds all busy, times the chance of that.
    fn until_free_s(&self) -> Result<Defined, DomainError> {
        let one = self.servers == 1;
        if !one && self.service_scv != 1.0 {
            return Ok(Err(Undefined("no_formula")));
        }
        let load = self.load(CLASSES - 1);
        let busy_s = if one {
            self.service_s * f64::midpoint(1.0, self.service_scv)
        } else {
            self.service_s / self.servers as f64
        };
        if load >= 1.0 {
            return Ok(Ok(busy_s));
        }
        if one || load == 0.0 {
            return Ok(Ok(load * busy_s));
        }
        let waits = erlang_c(Load {
            arrival_per_s: self.arrival_per_s.iter().sum(),
            service_per_s: 1.0 / self.service_s,
            servers: self.servers,
        })?;
        Ok(waits.map(|waits| waits * busy_s))
    }

    /// The mean wait of a class in seconds.
    ///
    /// Undefined (`unstable`) from a load of 1 of the classes up to it; (`no_formula`) for several servers
    /// whose service is not exponential.
    ///
    /// # Errors
    /// Rates so far apart that their load is no `f64`.
    pub fn wait_mean_s(&self, class: usize) -> Result<Defined, DomainError> {
        let before = if class == 0 {
            0.0
        } else {
            self.load(class - 1)
        };
        let with = self.load(class);
        if with >= 1.0 {
            return Ok(Err(Undefined("unstable")));
        }
        let until_free = self.until_free_s()?;
        Ok(until_free.map(|free_s| free_s / ((1.0 - before) * (1.0 - with))))
    }
}
