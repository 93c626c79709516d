//! Percentiles of a long run in constant memory.

use crate::error::{Defined, Undefined};

/// Buckets in a doubling: two to this power.
const SUB_BITS: u32 = 7;
/// The exponents, to base 2, between which values are told apart.
const LEAST_EXPONENT: u64 = 40;
const MOST_EXPONENT: u64 = 40;
/// What an `f64` keeps of its number when only exponent and bucket are left.
const SHIFT: u32 = 52 - SUB_BITS;
/// The bucket number of 2^−40, less one: below it there is the bucket of zero.
const BASE: u64 = ((1023 - LEAST_EXPONENT) << SUB_BITS) - 1;
const BUCKETS: usize = (((LEAST_EXPONENT + MOST_EXPONENT) as usize) << SUB_BITS) + 1;

/// Counts of values by size: 128 buckets in each doubling from 2⁻⁴⁰ (9·10⁻¹³) to 2⁴⁰ (1.1·10¹²).
///
/// A quantile from it is off by at most 1/256 of its value (0.4 %) from the nearest-rank quantile of all values, in 82 kB
/// however many there are. Values below 2⁻⁴⁰ count as zero, those from 2⁴⁰ on as 2⁴⁰; choose the unit accordingly.
///
/// The bucket is read off the bits of the number, without a logarithm. The idea is that of HdrHistogram (G. Tene), with
/// a fixed relative width.
///
/// ```
/// use outage_lab_kernel::stats::LogHistogram;
///
/// let mut waits = LogHistogram::new();
/// for wait in [0.0, 0.0, 1.0, 100.0] {
///     waits.add(wait);
/// }
/// assert_eq!(waits.quantile(0.5), Ok(0.0));
/// assert!((waits.quantile(1.0)? / 100.0 - 1.0).abs() <= 1.0 / 256.0);
/// assert_eq!(waits.counts_above(&[0.0, 1.5]), [2, 1]);
/// # Ok::<(), outage_lab_kernel::error::Undefined>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LogHistogram {
    counts: Vec<u64>,
    total: u64,
}

impl Default for LogHistogram {
    fn default() -> Self {
        Self::new()
    }
}

impl LogHistogram {
    /// No values.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: vec![0; BUCKETS],
            total: 0,
        }
    }

    /// Counts a value, zero or above.
    #[inline]
    pub fn add(&mut self, value: f64) {
        debug_assert!(value >= 0.0, "value is {value}");
        self.counts[bucket(value)] += 1;
        self.total += 1;
    }

    /// How many values there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The `share` quantile by nearest rank, as the middle of its bucket.
    ///
    /// # Errors
    /// `too_few_samples` without values, or for a share outside 0 to 1.
    pub fn quantile(&self, share: f64) -> Defined {
        if self.total == 0 || !(0.0..=1.0).contains(&share) {
            return Err(Undefined("too_few_samples"));
        }
        // As in `nearest_rank`: 0.99 · 100 must not become rank 100.
        let rank = (share * self.total as f64 * (1.0 - 4.0 * f64::EPSILON)).ceil();
        let rank = (rank as u64).clamp(1, self.total);
        let mut below = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            below += count;
            if below >= rank {
                return Ok(middle(bucket));
            }
        }
        unreachable!("the counts add up to the total")
    }

    /// For each of `values`, which must ascend, how many values lie in buckets above its own. With the [`edge`](Self::edge)
    /// of each the counts are exact.
    #[must_use]
    pub fn counts_above(&self, values: &[f64]) -> Vec<u64> {
        let mut from = 0;
        let mut below = 0;
        values
            .iter()
            .map(|value| {
                let end = bucket(*value) + 1;
                below += self.counts[from.min(end)..end].iter().sum::<u64>();
                from = end;
                self.total - below
            })
            .collect()
    }

    /// The upper edge of the bucket that holds `value`.
    #[must_use]
    pub fn edge(value: f64) -> f64 {
        match bucket(value) {
            0 => 0.0,
            bucket => lower_edge(bucket + 1),
        }
    }
}

#[inline]
fn bucket(value: f64) -> usize {
    // The bits of numbers above zero are in the order of the numbers.
    ((value.to_bits() >> SHIFT).saturating_sub(BASE) as usize).min(BUCKETS - 1)
}

fn lower_edge(bucket: usize) -> f64 {
    f64::from_bits((bucket as u64 + BASE) << SHIFT)
}

fn middle(bucket: usize) -> f64 {
    match bucket {
        0 => 0.0,
        bucket => (lower_edge(bucket) + lower_edge(bucket + 1)) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;
    use crate::stats::nearest_rank;

    #[test]
    fn quantiles_keep_the_stated_accuracy() {
        let mut random = Stream::new(425, "values");
        // Over forty powers of ten, so that many doublings are met.
        let mut values: Vec<f64> = (0..20_000)
            .map(|_| crate::math::exp(random.uniform() * 50.0 - 25.0))
            .collect();
        let mut histogram = LogHistogram::new();
        values.iter().for_each(|value| histogram.add(*value));
        values.sort_by(f64::total_cmp);
        for share in [0.0, 0.001, 0.5, 0.9, 0.99, 0.999, 1.0] {
            let exact = nearest_rank(&values, share).unwrap();
            let ours = histogram.quantile(share).unwrap();
            assert!(
                (ours / exact - 1.0).abs() <= 1.0 / 256.0,
                "{share}: {ours} for {exact}"
            );
        }
        assert_eq!(histogram.total(), 20_000);
    }

    #[test]
    fn shares_above_an_edge_are_exact() {
        let values = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 1e9];
        let mut histogram = LogHistogram::new();
        values.iter().for_each(|value| histogram.add(*value));
        let at = [0.0, 0.4, 0.5, 0.5, 1.2, 2.5, 1e8, 1e10];
        let above = at.map(|at| {
            let edge = LogHistogram::edge(at);
            assert!(edge >= at && edge <= at * (1.0 + 1.0 / 64.0), "{edge}");
            values
                .iter()
                .filter(|value| **value >= edge && **value > 0.0)
                .count() as u64
        });
        assert_eq!(histogram.counts_above(&at), above);
        assert_eq!(above, [6, 6, 5, 5, 4, 2, 1, 0]);
    }

    #[test]
    fn the_ends_take_what_lies_beyond() {
        let mut histogram = LogHistogram::new();
        assert_eq!(histogram.quantile(0.5), Err(Undefined("too_few_samples")));
        histogram.add(1e-300);
        assert_eq!(histogram.quantile(1.0), Ok(0.0));
        histogram.add(1e300);
        let most = histogram.quantile(1.0).unwrap();
        assert!(most > 1e12 && most.is_finite(), "{most}");
        assert!(histogram.quantile(1.5).is_err());
    }
}
