//! A wait that is a random number of exponential stages, and the service after it.

use super::poisson;
use crate::math;
use crate::root::percentile;

/// Below this part of the largest Poisson probability, the rest of the sum is nothing.
const NOTHING: f64 = 1e-22;

/// The distribution of wait and sojourn where an arrival finds all c servers busy and j others waiting with probability
/// q_j: the wait is then an Erlang time of j + 1 stages of rate cμ, and the service after it exponential with rate μ.
///
/// Seen at the ticks of a Poisson clock of rate cμ, P(wait > t) = Σ_i P(i ticks by t) · Q_i with Q_i = Σ_{j≥i} q_j, and
/// P(sojourn > t) adds those in service, Σ_i P(i ticks by t) · V_i with V_0 = 0 and V_{i+1} = (1 − 1/c)·V_i + q_i. All terms
/// are positive, so the sums keep their digits. This is uniformisation: W. K. Grassmann, *European Journal of Operational
/// Research* 1 (1977), 223–242. Within about 10⁻¹² of a share, or 10⁻²⁰ where it is smaller.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mixture {
    /// Rate of one server, μ.
    service_per_s: f64,
    /// Servers, c.
    servers: f64,
    /// The share that finds a server free.
    at_once: f64,
    /// The number waiting from which on q_j counts.
    first: f64,
    /// Q_i from i = `first` on; zero behind its end.
    waiting: Vec<f64>,
    /// V_i from i = `first` on; behind its end it falls by 1 − 1/c a tick.
    served: Vec<f64>,
}

/// Who is found, by an arrival that is let in.
pub(super) struct Found {
    /// The share that finds a server free.
    pub at_once: f64,
    /// The number waiting to which the first of `queue` belongs.
    pub first: u64,
    /// The shares that find all servers busy and that many others waiting.
    pub queue: Vec<f64>,
}

impl Mixture {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    pub(super) fn new(service_per_s: f64, servers: f64, found: &Found) -> Mixture {
        let keep = 1.0 - 1.0 / servers;
        let mut served = Vec::with_capacity(found.queue.len() + 1);
        served.push(0.0);
        let mut now = 0.0;
        for share in &found.queue {
            now = keep * now + share;
            served.push(now);
        }
        let mut waiting = found.queue.clone();
        let mut behind = 0.0;
        for share in waiting.iter_mut().rev() {
            behind += *share;
            *share = behind;
        }
        Mixture {
            service_per_s,
            servers,
            at_once: found.at_once,
            first: found.first as f64,
            waiting,
            served,
        }
    }

    /// The share that has to wait.
    pub(super) fn wait_probability(&self) -> f64 {
        self.waiting.first().copied().unwrap_or(0.0)
    }

    pub(super) fn wait_tail(&self, t_s: f64) -> f64 {
        self.at_ticks(t_s, false).min(1.0)
    }

    pub(super) fn sojourn_tail(&self, t_s: f64) -> f64 {
        (self.at_once * math::exp(-self.service_per_s * t_s) + self.at_ticks(t_s, true)).min(1.0)
    }

    pub(super) fn wait_percentile_s(&self, beyond: f64) -> f64 {
        let tick_s = 1.0 / (self.servers * self.service_per_s);
        percentile(&|t_s| self.wait_tail(t_s), beyond, tick_s)
    }

    pub(super) fn sojourn_percentile_s(&self, beyond: f64) -> f64 {
        percentile(
            &|t_s| self.sojourn_tail(t_s),
            beyond,
            1.0 / self.service_per_s,
        )
    }

    /// The sum over the ticks by `t_s`, with those in service or without.
    fn at_ticks(&self, t_s: f64, in_service: bool) -> f64 {
        let mean = self.servers * self.service_per_s * t_s;
        let weight = |i: f64| self.weight(i, in_service);
        if mean.is_infinite() || self.wait_probability() == 0.0 {
            return 0.0;
        }
        // Twelve standard deviations and then some: nothing of the clock's distribution lies outside.
        let reach = 12.0 * mean.sqrt() + 40.0;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let end = self.first + self.waiting.len() as f64;
        if mean + reach < self.first {
            return weight(0.0);
        }
        if mean - reach > end {
            if !in_service || self.servers == 1.0 {
                return 0.0;
            }
            // All ticks that count are behind the end, where the weight is a power of 1 − 1/c.
            let fallen = -end * math::ln_1p(-1.0 / self.servers) - self.service_per_s * t_s;
            return weight(end) * math::exp(fallen);
        }
        let mode = mean.floor();
        let most = poisson::pmf(mode, mean, mode - mean);
        let least = most * NOTHING;
        let mut sum = 0.0;
        // Behind the end each weight follows from the one beside it, which saves the exponentials.
        let keep = 1.0 - 1.0 / self.servers;
        let (mut i, mut p, mut w) = (mode, most, weight(mode));
        while p > least && (in_service || i < end) {
            sum += p * w;
            i += 1.0;
            p *= mean / i;
            w = if i > end { w * keep } else { weight(i) };
        }
        (i, p, w) = (mode, most, weight(mode));
        while i > 0.0 && p > least {
            p *= i / mean;
            i -= 1.0;
            w = if i >= end && w > 0.0 {
                w / keep
            } else {
                weight(i)
            };
            sum += p * w;
        }
        sum
    }

    /// The share that is not done after `i` ticks.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index, seen to be inside"
    )]
    fn weight(&self, i: f64, in_service: bool) -> f64 {
        if i < self.first {
            return self.wait_probability();
        }
        let at = i - self.first;
        let last = self.waiting.len();
        if at < last as f64 {
            let at = at as usize;
            return self.waiting[at] + if in_service { self.served[at] } else { 0.0 };
        }
        if !in_service {
            return 0.0;
        }
        let behind = at - last as f64;
        if behind == 0.0 {
            return self.served[last];
        }
        self.served[last] * math::exp(behind * math::ln_1p(-1.0 / self.servers))
    }
}
