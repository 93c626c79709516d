//! What samples say.

mod batch;
mod histogram;

use super::error::Undefined;

pub use batch::{batch_interval, student_975};
pub use histogram::LogHistogram;

/// A mean with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanInterval {
    /// The mean of the samples.
    pub mean: f64,
    /// Half the width of the interval, in the samples' unit.
    pub half_width: f64,
}

/// The mean of independent samples and its 95 % interval by the normal approximation:
/// x̄ ± 1.96 · s / √n, with s² the sample variance.
///
/// Good where n is large or the samples are not far from normal; for a few skewed samples it is too
/// narrow. Source: R. Jain, *The Art of Computer Systems Performance Analysis*, 1991, section 13.2.
///
/// ```
/// use outage_lab_kernel::stats::mean_interval;
///
/// // Mean 2, s² = 1, n = 3: half-width 1.96 / √3.
/// let interval = mean_interval(&[1.0, 2.0, 3.0])?;
/// assert_eq!(interval.mean, 2.0);
/// assert!((interval.half_width - 1.131_585_7).abs() < 1e-6);
/// # Ok::<(), outage_lab_kernel::error::Undefined>(())
/// ```
///
/// # Errors
/// `too_few_samples` for fewer than two.
pub fn mean_interval(samples: &[f64]) -> Result<MeanInterval, Undefined> {
    /// The 97.5 % point of the standard normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if samples.len() < 2 {
        return Err(Undefined("too_few_samples"));
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "sample counts stay far below 2^53"
    )]
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let squares: f64 = samples
        .iter()
        .map(|sample| (sample - mean) * (sample - mean))
        .sum();
    Ok(MeanInterval {
        mean,
        half_width: Z * (squares / (n - 1.0) / n).sqrt(),
    })
}

/// The 95 % interval of a share of which `hits` of `trials` are known, after E. B. Wilson: lower and upper end.
///
/// Unlike p̂ ± 1.96 √(p̂ (1 − p̂) / n) it has a width where nothing, or everything, was hit: with no hit in n trials its
/// upper end is near 3.84 / n. Source: L. D. Brown, T. T. Cai and A. DasGupta, *Interval estimation for a binomial
/// proportion*, Statistical Science 16 (2001), equation 4.
///
/// ```
/// use outage_lab_kernel::stats::share_interval;
///
/// // By hand, z² = 3.8415: (0 + z²) / (10 + z²).
/// let (low, high) = share_interval(0, 10)?;
/// assert_eq!(low, 0.0);
/// assert!((high - 0.277_53).abs() < 1e-5);
/// # Ok::<(), outage_lab_kernel::error::Undefined>(())
/// ```
///
/// # Errors
/// `too_few_samples` without trials.
pub fn share_interval(hits: u64, trials: u64) -> Result<(f64, f64), Undefined> {
    /// The square of the 97.5 % point of the standard normal distribution.
    const Z2: f64 = 3.841_458_820_694_124;
    if trials == 0 {
        return Err(Undefined("too_few_samples"));
    }
    let (x, n) = (hits.min(trials) as f64, trials as f64);
    let middle = (x + Z2 / 2.0) / (n + Z2);
    let half = (Z2 * (x * (n - x) / n + Z2 / 4.0)).sqrt() / (n + Z2);
    let low = if hits == 0 { 0.0 } else { middle - half };
    let high = if hits >= trials { 1.0 } else { middle + half };
    Ok((low.max(0.0), high.min(1.0)))
}

/// The `share` quantile of ascending samples by nearest rank: the ⌈share · n⌉-th smallest. It is a
/// value that occurred, and the 99th percentile of a hundred samples is the 99th, not the largest.
///
/// `None` without samples or for a share outside 0 to 1.
///
/// ```
/// use outage_lab_kernel::stats::nearest_rank;
///
/// let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
/// assert_eq!(nearest_rank(&hundred, 0.99), Some(99.0));
/// assert_eq!(nearest_rank(&hundred, 0.0), Some(1.0));
/// ```
#[must_use]
pub fn nearest_rank(sorted: &[f64], share: f64) -> Option<f64> {
    if sorted.is_empty() || !(0.0..=1.0).contains(&share) {
        return None;
    }
    // 0.99 · 100 is 99.00000000000001 in f64, which must not become rank 100.
    #[expect(
        clippy::cast_precision_loss,
        reason = "sample counts stay far below 2^53"
    )]
    let exact = share * sorted.len() as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and n"
    )]
    let rank = (exact * (1.0 - 4.0 * f64::EPSILON)).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len()) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case C20: nearest rank, 991st of 1001 and 99th of 100.
    #[test]
    fn the_99th_percentile_is_not_the_maximum() {
        let mut samples = vec![1.0; 1000];
        samples.push(1e7);
        assert_eq!(nearest_rank(&samples, 0.99), Some(1.0));
        let mut samples = vec![1.0; 99];
        samples.push(1e7);
        assert_eq!(nearest_rank(&samples, 0.99), Some(1.0));
        assert_eq!(nearest_rank(&samples, 1.0), Some(1e7));
    }

    #[test]
    fn a_quantile_of_nothing_does_not_exist() {
        assert_eq!(nearest_rank(&[], 0.5), None);
        assert_eq!(nearest_rank(&[1.0], 1.5), None);
        assert_eq!(mean_interval(&[1.0]), Err(Undefined("too_few_samples")));
    }
}
