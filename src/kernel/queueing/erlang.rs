//! Erlang's two formulas: the share that is refused, and the share that has to wait.

use super::{Load, UNSTABLE, poisson};
use crate::error::{Defined, DomainError};

/// A load in units of one server.
pub(super) struct Traffic {
    /// Servers, c.
    pub servers: f64,
    /// Offered load, a.
    pub offered: f64,
    /// c − a, as it is known best.
    pub spare: f64,
}

impl Traffic {
    pub(super) fn of(load: &Load) -> Traffic {
        Traffic {
            servers: load.count(),
            offered: load.offered(),
            spare: load.spare(),
        }
    }
}

/// Up to this many servers the sum over all of them is no dearer than anything else.
const FEW: f64 = 64.0;

/// The weight of the states with a server free against the weight of the state with all c busy and none waiting:
/// Σ_{n<c} (aⁿ/n!) / (aᶜ/c!) = 1/B − 1. Infinite where B is too small for an `f64`.
///
/// For a ≥ c its terms c/a · (c−1)/a · … fall from the first on. Below, it is the reciprocal of the Poisson probability
/// of c less the upper tail by it, 1/p(c) − 1 − Σ a/(c+1) · a/(c+2) · …, whose terms fall as well; the difference loses at
/// most one bit, as the tail is never more than about half of 1/p(c). Either way the terms are negligible after some
/// nine √c of them, so that 100,000 servers take thousands of steps and not 100,000. Within about 10⁻¹³ of the value.
pub(super) fn idle_weight(traffic: &Traffic) -> f64 {
    let Traffic {
        servers,
        offered,
        spare,
    } = *traffic;
    let mut sum = 0.0;
    let mut term = 1.0;
    if servers <= FEW || spare <= 0.0 {
        let mut left = servers;
        while left >= 1.0 {
            term *= left / offered;
            sum += term;
            left -= 1.0;
            if left < offered && term < sum * 1e-18 {
                break;
            }
        }
        return sum;
    }
    let mut n = servers;
    while term > sum * 1e-18 {
        n += 1.0;
        term *= offered / n;
        sum += term;
    }
    1.0 / poisson::pmf(servers, offered, spare) - sum - 1.0
}

/// Erlang B: the share of arrivals that is refused where nobody can wait, B = (aᶜ/c!) / Σ_{n≤c} aⁿ/n! with a = λ/μ.
/// It holds for service times of any distribution, and at any load. Zero where it is too small for an `f64`.
///
/// Reference: A. K. Erlang (1917); D. Gross et al., *Fundamentals of Queueing Theory*, 4th ed. (2008), 2.5.
///
/// ```
/// use outage_lab_kernel::queueing::{Load, erlang_b};
///
/// // Two erlangs on two servers: (4/2) / (1 + 2 + 4/2).
/// let load = Load { arrival_per_s: 2.0, service_per_s: 1.0, servers: 2 };
/// assert!((erlang_b(load)? - 0.4).abs() < 1e-15);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// A rate is not above zero and finite, or there is no server.
pub fn erlang_b(load: Load) -> Result<f64, DomainError> {
    Ok(1.0 / (1.0 + idle_weight(&Traffic::of(&load.checked()?))))
}

/// Erlang C: the share of arrivals that has to wait where all may, C = c / (c + (c − a)(1/B − 1)). Undefined
/// (`unstable`) from a = c on.
///
/// Reference: A. K. Erlang (1917); D. Gross et al., *Fundamentals of Queueing Theory*, 4th ed. (2008), 2.3.
///
/// ```
/// use outage_lab_kernel::queueing::{Load, erlang_c};
///
/// // One server: an arrival waits if the server is busy.
/// let load = Load { arrival_per_s: 0.75, service_per_s: 1.0, servers: 1 };
/// assert_eq!(erlang_c(load)?, Ok(0.75));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// A rate is not above zero and finite, or there is no server.
pub fn erlang_c(load: Load) -> Result<Defined, DomainError> {
    let load = load.checked()?;
    Ok(if load.spare_per_s() > 0.0 {
        Ok(wait_probability(&Traffic::of(&load)))
    } else {
        Err(UNSTABLE)
    })
}

/// Erlang C of a load that is known to be stable.
pub(super) fn wait_probability(traffic: &Traffic) -> f64 {
    let weight = traffic.spare * idle_weight(traffic);
    traffic.servers / (traffic.servers + weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1/B(n) = 1 + n/a · 1/B(n−1), from 1/B(0) = 1.
    fn by_recursion(offered: f64, servers: u64) -> f64 {
        let mut inverse = 1.0;
        for n in 1..=servers {
            inverse = 1.0 + n as f64 / offered * inverse;
        }
        1.0 / inverse
    }

    #[test]
    fn agrees_with_the_recursion_over_all_servers() {
        for servers in [1, 2, 7, 64, 65, 100, 1_000, 10_000, 100_000] {
            for share in [0.5, 0.9, 0.99, 0.999_99, 1.0, 1.000_01, 1.1, 3.0] {
                let offered = servers as f64 * share;
                let load = Load {
                    arrival_per_s: offered,
                    service_per_s: 1.0,
                    servers,
                };
                let (ours, slow) = (erlang_b(load).unwrap(), by_recursion(offered, servers));
                let error_max = if slow > 1e-30 { 1e-12 } else { 1e-10 };
                assert!(
                    (ours - slow).abs() <= error_max * slow,
                    "{servers} {share}: {ours} {slow}"
                );
            }
        }
    }

    #[test]
    fn a_blocking_too_small_for_a_number_is_zero() {
        let load = Load {
            arrival_per_s: 1.0,
            service_per_s: 1.0,
            servers: 100_000,
        };
        assert_eq!(erlang_b(load), Ok(0.0));
        assert_eq!(erlang_c(load), Ok(Ok(0.0)));
    }
}
