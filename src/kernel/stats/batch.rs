//! Means of samples that depend on each other: by batches.

use super::MeanInterval;
use crate::error::{Defined, Undefined};

/// The 97.5 % point of Student's t distribution with `freedom` degrees of freedom.
///
/// To 30 from the table (six decimals); above by the expansion of Cornish and Fisher about the normal point, which is
/// then within 2·10⁻⁶. Source: M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.5 and
/// table 26.10.
///
/// # Errors
/// `too_few_samples` for none.
pub fn student_975(freedom: usize) -> Defined {
    const TABLE: [f64; 30] = [
        12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
        2.262_157, 2.228_139, 2.200_985, 2.178_813, 2.160_369, 2.144_787, 2.131_450, 2.119_905,
        2.109_816, 2.100_922, 2.093_024, 2.085_963, 2.079_614, 2.073_873, 2.068_658, 2.063_899,
        2.059_539, 2.055_529, 2.051_831, 2.048_407, 2.045_230, 2.042_272,
    ];
    if freedom == 0 {
        return Err(Undefined("too_few_samples"));
    }
    if let Some(point) = TABLE.get(freedom - 1) {
        return Ok(*point);
    }
    let n = freedom as f64;
    let z = 1.959_963_984_540_054_f64;
    let (z3, z5, z7) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z);
    Ok(z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n))
}

/// The mean of the means of equally long batches, with its 95 % interval by Student's t:
/// x̄ ± t · s / √n with n − 1 degrees of freedom.
///
/// Samples that follow each other in a queue are much alike, so an interval that takes them as independent is far too
/// narrow. Batches that are long against the memory of the queue are nearly independent and nearly normal. Source:
/// A. M. Law, *Simulation Modeling and Analysis*, 5th ed., 2015, section 9.5.3 (batch means).
///
/// ```
/// use outage_lab_kernel::stats::batch_interval;
///
/// // Mean 2, s² = 1, n = 3, t = 4.302653: half-width 4.302653 / √3.
/// let interval = batch_interval(&[1.0, 2.0, 3.0])?;
/// assert_eq!(interval.mean, 2.0);
/// assert!((interval.half_width - 2.484_138).abs() < 1e-6);
/// # Ok::<(), outage_lab_kernel::error::Undefined>(())
/// ```
///
/// # Errors
/// `too_few_samples` for fewer than two batches.
pub fn batch_interval(batch_means: &[f64]) -> Result<MeanInterval, Undefined> {
    if batch_means.len() < 2 {
        return Err(Undefined("too_few_samples"));
    }
    let n = batch_means.len() as f64;
    let mean = batch_means.iter().sum::<f64>() / n;
    let squares: f64 = batch_means
        .iter()
        .map(|batch| (batch - mean) * (batch - mean))
        .sum();
    Ok(MeanInterval {
        mean,
        half_width: student_975(batch_means.len() - 1)? * (squares / (n - 1.0) / n).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    /// From the tables of Abramowitz and Stegun (26.10) and, above 30, R's `qt(0.975, n)`.
    #[test]
    fn the_points_of_the_t_distribution() {
        for (freedom, point) in [
            (1, 12.706_205),
            (29, 2.045_230),
            (31, 2.039_513),
            (40, 2.021_075),
            (120, 1.979_930),
        ] {
            assert!(
                (student_975(freedom).unwrap() - point).abs() < 2e-6,
                "{freedom}"
            );
        }
        assert!(student_975(0).is_err());
        // It falls from each to the next, across the end of the table as well.
        for freedom in 1..200 {
            assert!(student_975(freedom + 1).unwrap() < student_975(freedom).unwrap());
        }
    }

    /// Five normal samples: the interval by t holds the mean 95 times in a hundred, the normal one some 88.
    #[test]
    fn few_samples_are_covered_as_stated() {
        let mut random = Stream::new(7, "samples");
        let held = (0..4_000)
            .filter(|_| {
                let five: Vec<f64> = (0..5).map(|_| random.normal()).collect();
                let interval = batch_interval(&five).unwrap();
                interval.mean.abs() <= interval.half_width
            })
            .count();
        let share = held as f64 / 4_000.0;
        // Three standard deviations of a share of 0.95 among 4000.
        assert!((share - 0.95).abs() < 0.0104, "{share}");
    }
}
