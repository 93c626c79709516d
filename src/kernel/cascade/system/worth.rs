//! What each of several guards is worth: alone, last, and averaged over the orders in which they could be added.

use crate::error::Undefined;
use crate::rng::Stream;
use crate::stats::{MeanInterval, batch_interval};

/// Up to so many guards all sets of them are run.
const EXACT: usize = 4;

/// Which sets of guards have to be run for each seed. A set is a number whose bit i stands for the guard i.
///
/// With up to four guards all sets are run and the average over orders is exact (L. S. Shapley, *A value for n-person
/// games*, 1953, equation 13). With more, each seed takes an order at random and the same backwards, and the average is over
/// those (J. Castro, D. Gómez and J. Tejada, *Polynomial calculation of the Shapley value based on sampling*, 2009); the
/// interval then covers the choice of the orders as well.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthPlan {
    guards: usize,
    orders: Vec<Vec<usize>>,
}

impl WorthPlan {
    /// For so many guards and seeds.
    #[must_use]
    pub fn new(guards: usize, seeds: usize, seed: u64) -> WorthPlan {
        let mut random = Stream::new(seed, "worth orders");
        let orders = (0..seeds)
            .map(|_| {
                let mut order: Vec<usize> = (0..guards).collect();
                for at in (1..guards).rev() {
                    order.swap(at, random.below(at as u64 + 1) as usize);
                }
                order
            })
            .collect();
        WorthPlan { guards, orders }
    }

    /// Whether the average over orders takes all of them.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.guards <= EXACT
    }

    fn full(&self) -> u32 {
        (1 << self.guards) - 1
    }

    /// The sets that are run under the seed number `seed`, in ascending order.
    #[must_use]
    pub fn sets(&self, seed: usize) -> Vec<u32> {
        let full = self.full();
        if self.is_exact() {
            return (0..=full).collect();
        }
        let mut sets = vec![0, full];
        for guard in 0..self.guards {
            sets.extend([1 << guard, full & !(1 << guard)]);
        }
        let (mut forwards, mut backwards) = (0, full);
        for guard in &self.orders[seed] {
            forwards |= 1 << guard;
            backwards &= !(1 << guard);
            sets.extend([forwards, backwards]);
        }
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// The average over orders for each guard, from the value of every set of [`sets`](Self::sets).
    fn averages(&self, seed: usize, value: &dyn Fn(u32) -> f64) -> Vec<f64> {
        let full = self.full();
        let mut averages = vec![0.0; self.guards];
        if self.is_exact() {
            // A set of k others comes before the guard in k! (n − k − 1)! of the n! orders.
            let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
            let n = self.guards as u32;
            for (guard, average) in averages.iter_mut().enumerate() {
                for set in (0..=full).filter(|set| set & (1 << guard) == 0) {
                    let k = set.count_ones();
                    let weight = factorial(k) * factorial(n - k - 1) / factorial(n);
                    *average += weight * (value(set | 1 << guard) - value(set));
                }
            }
            return averages;
        }
        let (mut forwards, mut backwards) = (0, full);
        for guard in &self.orders[seed] {
            let bit = 1 << guard;
            averages[*guard] += (value(forwards | bit) - value(forwards)) / 2.0;
            averages[*guard] += (value(backwards) - value(backwards & !bit)) / 2.0;
            forwards |= bit;
            backwards &= !bit;
        }
        averages
    }

    /// What each guard is worth, from the values of the sets of each seed in the order of [`sets`](Self::sets).
    ///
    /// ```
    /// use outage_lab_kernel::cascade::system::WorthPlan;
    ///
    /// // Two guards that are worth 1 and 2 alone, and 2 together: each takes half of what they share.
    /// let plan = WorthPlan::new(2, 1, 0);
    /// let worth = plan.worth(&[vec![0.0, 1.0, 2.0, 2.0]]);
    /// assert_eq!((worth[0].alone[0], worth[0].last[0], worth[0].average[0]), (1.0, 0.0, 0.5));
    /// assert_eq!((worth[1].alone[0], worth[1].last[0], worth[1].average[0]), (2.0, 1.0, 1.5));
    /// ```
    #[must_use]
    pub fn worth(&self, values: &[Vec<f64>]) -> Vec<Worth> {
        let mut worth = vec![Worth::default(); self.guards];
        for (seed, values) in values.iter().enumerate() {
            let sets = self.sets(seed);
            let value = |set: u32| {
                let at = sets.binary_search(&set).unwrap_or_default();
                values.get(at).copied().unwrap_or_default()
            };
            let full = self.full();
            let averages = self.averages(seed, &value);
            for (guard, (worth, average)) in worth.iter_mut().zip(averages).enumerate() {
                worth.alone.push(value(1 << guard) - value(0));
                worth.last.push(value(full) - value(full & !(1 << guard)));
                worth.average.push(average);
            }
        }
        worth
    }
}

/// What one guard is worth under each seed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// With it and no other, less without any.
    pub alone: Vec<f64>,
    /// With all, less with all others.
    pub last: Vec<f64>,
    /// What it adds to those before it, averaged over orders. Over all guards these add up to what all are worth
    /// together.
    pub average: Vec<f64>,
}

impl Worth {
    /// The mean over the seeds with its 95 % interval, by Student's t.
    ///
    /// # Errors
    /// `too_few_samples` for fewer than two seeds.
    pub fn interval(samples: &[f64]) -> Result<MeanInterval, Undefined> {
        batch_interval(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value of sets that no formula hides behind: by bits of a hash.
    fn value(set: u32) -> f64 {
        f64::from(set.wrapping_mul(0x9e37_79b9) >> 20)
    }

    fn values(plan: &WorthPlan, seeds: usize) -> Vec<Vec<f64>> {
        (0..seeds)
            .map(|seed| plan.sets(seed).into_iter().map(value).collect())
            .collect()
    }

    /// The average over all orders, one by one.
    fn by_orders(guards: usize) -> Vec<f64> {
        fn orders(left: &[usize]) -> Vec<Vec<usize>> {
            if left.is_empty() {
                return vec![Vec::new()];
            }
            let first = |at: usize| {
                let mut rest = left.to_vec();
                let guard = rest.remove(at);
                orders(&rest).into_iter().map(move |mut order| {
                    order.insert(0, guard);
                    order
                })
            };
            (0..left.len()).flat_map(first).collect()
        }
        let all = orders(&(0..guards).collect::<Vec<_>>());
        let mut sums = vec![0.0; guards];
        for order in &all {
            let mut set = 0;
            for guard in order {
                sums[*guard] += value(set | 1 << guard) - value(set);
                set |= 1 << guard;
            }
        }
        sums.iter().map(|sum| sum / all.len() as f64).collect()
    }

    #[test]
    fn few_guards_are_averaged_over_all_orders() {
        for guards in 1..=EXACT {
            let plan = WorthPlan::new(guards, 1, 7);
            let worth = plan.worth(&values(&plan, 1));
            for (worth, by_orders) in worth.iter().zip(by_orders(guards)) {
                assert!((worth.average[0] - by_orders).abs() < 1e-9, "{guards}");
            }
        }
    }

    #[test]
    fn many_guards_are_averaged_over_drawn_orders() {
        const GUARDS: usize = 6;
        const SEEDS: usize = 4_000;
        let plan = WorthPlan::new(GUARDS, SEEDS, 7);
        assert!(!plan.is_exact() && plan.sets(0).len() <= 4 * GUARDS);
        let worth = plan.worth(&values(&plan, SEEDS));
        for (worth, by_orders) in worth.iter().zip(by_orders(GUARDS)) {
            let interval = Worth::interval(&worth.average).unwrap();
            let off = (interval.mean - by_orders).abs();
            assert!(off < 2.0 * interval.half_width, "{off} {interval:?}");
        }
        // Under every seed the averages add up to the worth of all together.
        for seed in 0..SEEDS {
            let sum: f64 = worth.iter().map(|worth| worth.average[seed]).sum();
            assert!((sum - value((1 << GUARDS) - 1) + value(0)).abs() < 1e-9);
        }
    }
}
