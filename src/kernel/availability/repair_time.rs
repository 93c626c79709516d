//! Repair times that differ: log-normal, and what of them a user meets.

use crate::error::{Defined, DomainError, defined, positive};
use crate::{math, special};

/// Log-normal repair times: the logarithm of each is normal with standard deviation sigma.
///
/// Sources: J. Aitchison, J. A. C. Brown, *The Lognormal Distribution*, 1957, chapter 2 (moments, and the moment
/// distributions, which are log-normal with the same sigma); D. R. Cox, *Renewal Theory*, 1962, chapter 5 (length-biased
/// sampling, remaining time).
///
/// ```
/// use outage_lab_kernel::availability::LogNormalRepair;
///
/// // With a squared coefficient of variation of 3 the outage that a user meets is 1 + 3 times as long as the mean one.
/// let repair = LogNormalRepair::from_mean(3_600.0, LogNormalRepair::sigma_of_scv(3.0)?)?;
/// assert!((repair.felt_length_s()? / 14_400.0 - 1.0).abs() < 1e-14);
/// assert!((repair.felt_remaining_s()? / 7_200.0 - 1.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogNormalRepair {
    median_s: f64,
    mean_s: f64,
    sigma: f64,
}

impl LogNormalRepair {
    /// From the mean in seconds and sigma.
    ///
    /// # Errors
    /// One of them, or the median that follows, is not above zero and finite.
    pub fn from_mean(mean_s: f64, sigma: f64) -> Result<Self, DomainError> {
        let sigma = positive("sigma", sigma)?;
        let median_s = mean_s * math::exp(-0.5 * sigma * sigma);
        Ok(Self {
            median_s: positive("median_s", median_s)?,
            mean_s: positive("mean_s", mean_s)?,
            sigma,
        })
    }

    /// From the median in seconds and sigma.
    ///
    /// # Errors
    /// One of them, or the mean that follows, is not above zero and finite.
    pub fn from_median(median_s: f64, sigma: f64) -> Result<Self, DomainError> {
        let sigma = positive("sigma", sigma)?;
        let mean_s = median_s * math::exp(0.5 * sigma * sigma);
        Ok(Self {
            median_s: positive("median_s", median_s)?,
            mean_s: positive("mean_s", mean_s)?,
            sigma,
        })
    }

    /// The sigma that goes with a squared coefficient of variation: √ln(1 + scv).
    ///
    /// # Errors
    /// It is not above zero and finite.
    pub fn sigma_of_scv(scv: f64) -> Result<f64, DomainError> {
        Ok(math::ln_1p(positive("scv", scv)?).sqrt())
    }

    /// The mean, MTTR, in seconds: m · exp(σ²/2).
    #[must_use]
    pub fn mean_s(&self) -> f64 {
        self.mean_s
    }

    /// The median m in seconds: half of the repairs are shorter.
    #[must_use]
    pub fn median_s(&self) -> f64 {
        self.median_s
    }

    /// The standard deviation of the logarithm.
    #[must_use]
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The squared coefficient of variation, variance by squared mean: exp(σ²) − 1.
    ///
    /// # Errors
    /// `out_of_range` where it is too large for an `f64`; so for the two below.
    pub fn scv(&self) -> Defined {
        defined(math::exp_m1(self.sigma * self.sigma))
    }

    /// The mean length of the outage that a random moment of downtime falls into, in seconds: E\[X²\]/E\[X\] = mean · exp(σ²).
    /// A user who finds the system down is in such an outage.
    pub fn felt_length_s(&self) -> Defined {
        defined(self.mean_s * math::exp(self.sigma * self.sigma))
    }

    /// The mean time that this outage goes on after that moment, in seconds: E\[X²\]/(2 E\[X\]). As much of it has passed.
    pub fn felt_remaining_s(&self) -> Defined {
        self.felt_length_s().map(|length| length / 2.0)
    }

    /// The share of outages that last longer than `time_s`: Φ((ln m − ln t)/σ).
    #[must_use]
    pub fn outages_longer(&self, time_s: f64) -> f64 {
        special::normal(math::ln(self.median_s / time_s) / self.sigma)
    }

    /// The share of all downtime that is in outages longer than `time_s`: Φ((ln m + σ² − ln t)/σ).
    #[must_use]
    pub fn downtime_in_longer(&self, time_s: f64) -> f64 {
        special::normal(math::ln(self.median_s / time_s) / self.sigma + self.sigma)
    }

    /// The share of all downtime that is in the longest `share` of outages: Φ(σ + Φ⁻¹(share)).
    #[must_use]
    pub fn downtime_in_longest(&self, share: f64) -> f64 {
        if share <= 0.0 {
            return 0.0;
        }
        if share >= 1.0 {
            return 1.0;
        }
        special::normal(self.sigma + special::normal_quantile(share))
    }

    /// The share of outages, the longest first, that holds half of all downtime: Φ(−σ).
    #[must_use]
    pub fn outages_with_half(&self) -> f64 {
        special::normal(-self.sigma)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[track_caller]
    fn close(ours: f64, expected: f64, tolerance: f64) {
        assert!(
            (ours / expected - 1.0).abs() <= tolerance,
            "{ours} is not {expected}"
        );
    }

    /// mpmath, 50 digits, at a median of 1800 s and sigma 1.5.
    #[test]
    fn figures_of_fifty_digits() {
        let repair = LogNormalRepair::from_median(1_800.0, 1.5).unwrap();
        close(repair.mean_s(), 5544.390328052456, 1e-13);
        close(repair.scv().unwrap(), 8.487735836358526, 1e-13);
        close(repair.felt_length_s().unwrap(), 52603.710806222894, 1e-13);
        close(
            repair.felt_remaining_s().unwrap(),
            26301.855403111447,
            1e-13,
        );
        close(repair.downtime_in_longest(0.1), 0.5864601343061463, 1e-13);
        close(repair.outages_with_half(), 0.06680720126885807, 1e-13);
        close(repair.outages_longer(3_600.0), 0.32200547902520993, 1e-13);
        close(
            repair.downtime_in_longer(3_600.0),
            0.8503421308115914,
            1e-13,
        );
        let other = LogNormalRepair::from_mean(repair.mean_s(), 1.5).unwrap();
        close(other.median_s(), 1_800.0, 1e-14);
    }

    /// The Lorenz curve at the time where the longest tenth begins is that of the longest tenth.
    #[test]
    fn the_two_ways_to_count_agree() {
        let repair = LogNormalRepair::from_median(60.0, 1.2).unwrap();
        for share in [0.001, 0.1, 0.5, 0.9] {
            let from_s = 60.0 * math::exp(-1.2 * special::normal_quantile(share));
            close(repair.outages_longer(from_s), share, 1e-12);
            close(
                repair.downtime_in_longer(from_s),
                repair.downtime_in_longest(share),
                1e-12,
            );
        }
        close(
            repair.downtime_in_longest(repair.outages_with_half()),
            0.5,
            1e-12,
        );
        assert_eq!(repair.downtime_in_longest(0.0), 0.0);
        assert_eq!(repair.downtime_in_longest(1.0), 1.0);
    }

    /// 400,000 outages end to end, and a user at each of 40,000 random moments: what is met is the length-biased outage.
    #[test]
    fn a_user_at_a_random_moment_meets_the_felt_outage() {
        let repair = LogNormalRepair::from_median(600.0, 0.8).unwrap();
        let mut draw = Stream::new(425, "repairs");
        let mut ends = Vec::new();
        let mut end = 0.0;
        for _ in 0..400_000 {
            end += 600.0 * math::exp(0.8 * draw.normal());
            ends.push(end);
        }
        let mut moments = Stream::new(425, "users");
        let (mut lengths, mut rests) = (Vec::new(), Vec::new());
        for _ in 0..40_000 {
            let at = moments.uniform() * end;
            let outage = ends.partition_point(|end| *end <= at);
            let from = if outage == 0 { 0.0 } else { ends[outage - 1] };
            lengths.push(ends[outage] - from);
            rests.push(ends[outage] - at);
        }
        for (met, theory) in [
            (lengths, repair.felt_length_s()),
            (rests, repair.felt_remaining_s()),
        ] {
            let interval = crate::stats::mean_interval(&met).unwrap();
            let off = (interval.mean - theory.unwrap()).abs();
            assert!(off < 2.0 * interval.half_width, "{interval:?} {theory:?}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            LogNormalRepair::from_mean(0.0, 1.0).unwrap_err().quantity,
            "median_s"
        );
        assert_eq!(
            LogNormalRepair::from_median(1.0, 0.0).unwrap_err().quantity,
            "sigma"
        );
        assert_eq!(
            LogNormalRepair::from_median(1.0, 60.0)
                .unwrap_err()
                .quantity,
            "mean_s"
        );
        assert_eq!(
            LogNormalRepair::sigma_of_scv(-1.0).unwrap_err().quantity,
            "scv"
        );
    }
}
