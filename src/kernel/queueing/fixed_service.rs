//! M/D/1: one server and service times that are all the same.

use super::general_service::GeneralService;
use super::{Load, Queue, Steady, UNSTABLE, beyond, poisson};
use crate::error::{Defined, DomainError, Undefined, defined};
use crate::math;
use crate::quantity::Probability;
use crate::root::{percentile, root};

/// States, and multiples of the service time, that are worked out one by one. Beyond, the other exponentials of the wait
/// are below 10⁻²⁰ of the slowest: at ρ near 1 by e^(−2.09·64), and for smaller ρ the wait itself ends before.
const STATES: usize = 64;

/// M/D/1: Poisson arrivals at one server with a constant service time D = 1/μ.
///
/// Means by Pollaczek–Khinchine with a variance of 0. Up to 64 service times the wait's distribution is Franx's finite sum
/// of positive terms, P(W ≤ t) = Σ_j Q_{k−1−j} · e^(−λu)(λu)^j/j! with (k−1)D ≤ t < kD, u = kD − t and Q_i the
/// probability of at most i waiting; the textbook sum of Erlang alternates and loses all digits at large t. The states
/// come from cuts between n and n + 1 customers, again with positive terms only. Beyond 64 service times it is
/// K·e^(−θt) with ρ(e^(θD) − 1) = θD. Percentiles within 10⁻¹¹.
///
/// Reference: G. J. Franx, *A simple solution for the M/D/c waiting time distribution*, Operations Research Letters 29
/// (2001), 221–229; C. D. Crommelin (1932) for the exponential.
///
/// ```
/// use outage_lab_kernel::queueing::{FixedService, Load, Queue};
///
/// // An arrival waits if the server is busy, and nobody is served in less than the service time.
/// let queue = FixedService::new(Load { arrival_per_s: 0.5, service_per_s: 1.0, servers: 1 })?;
/// assert!((queue.wait_tail(0.0)? - 0.5).abs() < 1e-15);
/// assert_eq!(queue.wait_percentile_s("0.4".parse()?)?, 0.0);
/// assert_eq!(queue.sojourn_percentile_s("0.4".parse()?)?, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FixedService {
    load: Load,
    means: GeneralService,
    /// P(at most i waiting), i < 64; empty without a long run.
    at_most_waiting: Vec<f64>,
    /// θD, the decay over one service time.
    decay: f64,
    /// K, the factor of the slowest exponential.
    factor: f64,
}

impl FixedService {
    /// From the load, of whose servers one is used.
    ///
    /// # Errors
    /// A rate is not above zero and finite.
    pub fn new(load: Load) -> Result<Self, DomainError> {
        let load = Load { servers: 1, ..load }.checked()?;
        let mut made = Self {
            load,
            means: GeneralService::new(load, 0.0)?,
            at_most_waiting: Vec::new(),
            decay: 0.0,
            factor: 0.0,
        };
        let idle = load.spare();
        if idle > 0.0 {
            made.at_most_waiting = at_most_waiting(load.utilisation(), idle);
            made.decay = decay(load.utilisation(), idle);
            // (1 − ρ)/(ρ·e^θ − 1), in which ρ·e^θ = θ + ρ.
            made.factor = idle / (made.decay - idle);
        }
        Ok(made)
    }

    /// The share that waits longer than `t` service times.
    fn tail(&self, t: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "64")]
        let known = (self.at_most_waiting.len() - 1) as f64;
        if t >= known {
            return self.factor * math::exp(-self.decay * t);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "below 64"
        )]
        let whole = t.floor() as usize;
        #[expect(clippy::cast_precision_loss, reason = "below 64")]
        let arrivals = self.load.utilisation() * ((whole + 1) as f64 - t);
        let mut share = math::exp(-arrivals);
        let mut at_most = 0.0;
        let mut j = 0.0;
        for waiting in self.at_most_waiting[..=whole].iter().rev() {
            at_most += waiting * share;
            j += 1.0;
            share *= arrivals / j;
        }
        (1.0 - at_most).max(0.0)
    }
}

/// P(at most i waiting) for i < 64, with `idle` = 1 − ρ.
///
/// A departure leaves n + 1 behind as often as one takes the number from n + 1 to n: π_{n+1}·a_0 = π_0·A_n + Σ_{i=1}^{n}
/// π_i·A_{n−i+1}, where a_k are the probabilities of k arrivals during a service and A_k those of more than k.
fn at_most_waiting(utilisation: f64, idle: f64) -> Vec<f64> {
    let count = STATES + 1;
    let mut more = vec![0.0; count + 1];
    // Arrivals beyond these are as good as impossible at ρ < 1.
    let mut above = 0.0;
    for k in (1..=count + 16).rev() {
        if k - 1 < more.len() {
            #[expect(clippy::cast_precision_loss, reason = "below 100")]
            let n = k as f64;
            above += poisson::pmf(n, utilisation, n - utilisation);
            more[k - 1] = above;
        }
    }
    let none = math::exp(-utilisation);
    let mut states = vec![idle];
    for n in 0..count {
        let mut up = states[0] * more[n];
        for i in 1..=n {
            up += states[i] * more[n - i + 1];
        }
        states.push(up / none);
    }
    // At most i waiting are at most i + 1 in the system.
    let mut sum = states[0];
    states[1..]
        .iter()
        .map(|state| {
            sum += state;
            sum
        })
        .collect()
}

/// The θ > 0 with ρ(e^θ − 1) = θ, from (e^θ − 1 − θ)/θ = (1 − ρ)/ρ, which has no cancellation.
fn decay(utilisation: f64, idle: f64) -> f64 {
    let odds = idle / utilisation;
    let excess = |theta: f64| {
        if theta > 1.0 {
            return (math::exp_m1(theta) - theta) / theta - odds;
        }
        let (mut term, mut sum, mut n) = (theta / 2.0, 0.0, 3.0);
        while term > sum * 1e-18 {
            sum += term;
            term *= theta / n;
            n += 1.0;
        }
        sum - odds
    };
    // (e^θ − 1 − θ)/θ is at least θ/2, and at least e^(θ/2) − 1 for what is large.
    let hi = (2.0 * odds).min(2.0 * math::ln_1p(odds) + 1.0);
    root(&excess, 0.0, hi * (1.0 + 1e-12))
}

impl Queue for FixedService {
    fn steady(&self) -> Result<Steady, Undefined> {
        self.means.steady()
    }

    fn wait_tail(&self, t_s: f64) -> Defined {
        if self.at_most_waiting.is_empty() {
            return Err(UNSTABLE);
        }
        Ok(self.tail(t_s * self.load.service_per_s))
    }

    fn wait_percentile_s(&self, level: Probability) -> Defined {
        if self.at_most_waiting.is_empty() {
            return Err(UNSTABLE);
        }
        let beyond = beyond(level)?;
        if self.load.utilisation() <= beyond {
            return Ok(0.0);
        }
        #[expect(clippy::cast_precision_loss, reason = "64")]
        let known = (self.at_most_waiting.len() - 1) as f64;
        let services = if self.tail(known) > beyond {
            math::ln(self.factor / beyond) / self.decay
        } else {
            percentile(&|t| self.tail(t), beyond, 1.0)
        };
        defined(services / self.load.service_per_s)
    }

    fn sojourn_percentile_s(&self, level: Probability) -> Defined {
        defined(self.wait_percentile_s(level)? + 1.0 / self.load.service_per_s)
    }
}
