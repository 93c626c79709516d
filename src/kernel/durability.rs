//! How long data lasts that is kept in several parts, of which some may be missing.

use super::counting::{binomial, some_of};
use super::error::{Bound, Defined, DomainError, Undefined, defined, non_negative, positive};
use super::math;

/// How data is kept: in `parts`, of which `tolerated` may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    parts: u64,
    tolerated: u64,
}

impl Scheme {
    /// Full copies; all but one may be missing.
    ///
    /// # Errors
    /// No copy, or more than 100.
    pub fn replicas(copies: u64) -> Result<Scheme, DomainError> {
        Scheme::shards(1, copies.wrapping_sub(1)).map_err(|_| DomainError {
            quantity: "copies",
            value: copies as f64,
            allowed: Bound::Within(1.0, 100.0),
        })
    }

    /// `data` shards and `parity` more; any `parity` of them may be missing.
    ///
    /// # Errors
    /// No data shard, or more than 100 shards of either kind.
    pub fn shards(data: u64, parity: u64) -> Result<Scheme, DomainError> {
        const MOST: u64 = 100;
        let outside = if data == 0 || data > MOST {
            Some(("data_shards", data))
        } else if parity > MOST {
            Some(("parity_shards", parity))
        } else {
            None
        };
        if let Some((quantity, value)) = outside {
            return Err(DomainError {
                quantity,
                value: value as f64,
                allowed: Bound::Rule("1 to 100, parity from 0"),
            });
        }
        Ok(Scheme {
            parts: data + parity,
            tolerated: parity,
        })
    }

    /// Parts in all.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.parts
    }

    /// Parts that may be missing.
    #[must_use]
    pub fn tolerated(&self) -> u64 {
        self.tolerated
    }

    /// What is stored over what is kept: parts / (parts − tolerated).
    #[must_use]
    pub fn overhead(&self) -> f64 {
        self.parts as f64 / (self.parts - self.tolerated) as f64
    }
}

/// How missing parts are made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repairs {
    /// All at once, each taking the repair time.
    Parallel,
    /// One after the other.
    Serial,
}

/// A group of parts on units that fail, are repaired, and hold errors that nobody has noticed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    scheme: Scheme,
    repairs: Repairs,
    failure_per_s: f64,
    repair_per_s: f64,
    unreadable: f64,
}

impl Group {
    /// A group whose units fail once in `mttf_s` on average and are rebuilt in `repair_s` on average, both exponential.
    /// `unreadable` is the chance that a part which counts as sound turns out not to be when it is read.
    ///
    /// # Errors
    /// A time that is not above zero, or a chance outside 0 to 1.
    pub fn new(
        scheme: Scheme,
        repairs: Repairs,
        mttf_s: f64,
        repair_s: f64,
        unreadable: f64,
    ) -> Result<Group, DomainError> {
        if !(0.0..=1.0).contains(&unreadable) {
            return Err(DomainError {
                quantity: "unreadable",
                value: unreadable,
                allowed: Bound::Within(0.0, 1.0),
            });
        }
        Ok(Group {
            scheme,
            repairs,
            failure_per_s: 1.0 / positive("mttf_s", mttf_s)?,
            repair_per_s: 1.0 / positive("repair_s", repair_s)?,
            unreadable,
        })
    }

    /// The chance that with `missing` parts gone, and noticed, so many of the others cannot be read that the data is
    /// lost: more than the scheme tolerates are missing together. Their number is binomial.
    fn surprise(&self, missing: u64) -> f64 {
        let left = self.scheme.parts - missing;
        let spare = self.scheme.tolerated - missing;
        let mut sum = 0.0;
        for bad in spare + 1..=left {
            let term = binomial(left, bad, self.unreadable, 1.0 - self.unreadable);
            sum += term;
            if term < sum * 1e-18 {
                break;
            }
        }
        f64::min(sum, 1.0)
    }

    /// Rates out of the state with `missing` parts: to data loss, to one more missing, to one fewer.
    ///
    /// A failure is when the others are read: it leads to loss at once where too many of them cannot be.
    fn rates(&self, missing: u64) -> [f64; 3] {
        let failing = (self.scheme.parts - missing) as f64 * self.failure_per_s;
        let repairing = match self.repairs {
            Repairs::Parallel => missing as f64,
            Repairs::Serial => missing.min(1) as f64,
        } * self.repair_per_s;
        if missing == self.scheme.tolerated {
            return [failing, 0.0, repairing];
        }
        let surprise = self.surprise(missing + 1);
        [failing * surprise, failing * (1.0 - surprise), repairing]
    }

    /// The mean time until data of the group is lost, in seconds, starting with all parts there.
    ///
    /// The Markov chain over the number of missing parts is solved exactly by removing states from the worst inwards,
    /// which only adds, multiplies and divides positive numbers: thirty nines keep their digits.
    ///
    /// Sources: W. K. Grassmann, M. I. Taksar and D. P. Heyman, *Regenerative analysis and steady state distributions
    /// for Markov chains*, Operations Research 33 (1985); the chain: D. A. Patterson, G. Gibson and R. H. Katz, *A case
    /// for redundant arrays of inexpensive disks*, SIGMOD 1988; unreadable sectors at a rebuild: K. M. Greenan,
    /// J. S. Plank and J. J. Wylie, *Mean time to meaningless*, HotStorage 2010.
    ///
    /// ```
    /// use outage_lab_kernel::durability::{Group, Repairs, Scheme};
    ///
    /// // Two copies, by hand: (3λ + μ) / 2λ² with λ = 1/1000 and μ = 1/10: 51,500 s.
    /// let pair = Group::new(Scheme::replicas(2)?, Repairs::Parallel, 1_000.0, 10.0, 0.0)?;
    /// assert!((pair.mean_time_to_loss_s().unwrap() / 51_500.0 - 1.0).abs() < 1e-14);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// `out_of_range` above 1.8e308 s.
    pub fn mean_time_to_loss_s(&self) -> Defined {
        // With the states beyond removed: the rate of loss from this one, and the time spent from a visit to it until
        // the next lower state or loss, in parts of its own stay.
        let [mut loss, _, mut back] = self.rates(self.scheme.tolerated);
        let mut weight = 1.0;
        for missing in (0..self.scheme.tolerated).rev() {
            let [at_once, worse, repair] = self.rates(missing);
            let out = loss + back;
            // A state that is left at an infinitesimal rate has no finite stay.
            if out == 0.0 {
                return Err(Undefined("out_of_range"));
            }
            weight = 1.0 + worse / out * weight;
            loss = at_once + worse * (loss / out);
            back = repair;
        }
        defined(weight / loss)
    }

    /// The chance that the group loses data within `time_s`: 1 − exp(−t / MTTDL).
    ///
    /// Loss is a rare end of many returns to the sound state, so its time is all but exponential: the relative error is
    /// of the order of repair time / MTTDL (J. Keilson, *Markov Chain Models: Rarity and Exponentiality*, 1979,
    /// section 8.1).
    ///
    /// # Errors
    /// A negative time.
    pub fn loss_within(&self, time_s: f64) -> Result<f64, DomainError> {
        non_negative("time_s", time_s)?;
        // A time to loss beyond the largest number has a chance below the smallest.
        Ok(self
            .mean_time_to_loss_s()
            .map_or(0.0, |mean_s| 0.0 - math::exp_m1(-time_s / mean_s)))
    }

    /// A second way to the chance of loss within `time_s`, after Backblaze: the time is cut into windows of one repair
    /// time; in each, every part fails with 1 − exp(−window / MTTF) and none is repaired; data is lost in a window in
    /// which more fail than are tolerated. Unreadable parts are left out.
    ///
    /// Failures on either side of a window's end never meet here, so it is smaller than the chain's, by about the factor
    /// tolerated + 1 where units seldom fail and are repaired in parallel. Source: B. Wilson,
    /// *Cloud storage durability*, Backblaze, 2018.
    ///
    /// # Errors
    /// A negative time.
    pub fn loss_by_windows(&self, time_s: f64) -> Result<f64, DomainError> {
        let windows = non_negative("time_s", time_s)? * self.repair_per_s;
        let window = self.failure_per_s / self.repair_per_s;
        let (fails, holds) = (0.0 - math::exp_m1(-window), math::exp(-window));
        let mut lost = 0.0;
        for failed in self.scheme.tolerated + 1..=self.scheme.parts {
            lost += binomial(self.scheme.parts, failed, fails, holds);
        }
        let lost = f64::min(lost, 1.0);
        Ok(some_of(lost, windows))
    }
}

/// The chance that a part holds an error that nobody has noticed, at a moment chosen at random, where errors come once
/// in `mean_s` on average and every part is read through once in `scrub_s`.
///
/// Formula: 1 − (1 − e⁻ˣ)/x with x = scrub_s / mean_s: the mean over the age of the last scrubbing; about x/2.
///
/// ```
/// use outage_lab_kernel::durability::unnoticed;
///
/// // x = 1: 1 − (1 − 1/e) = 1/e.
/// assert!((unnoticed(5.0, 5.0)? - 0.367_879_441_171_442_3).abs() < 1e-15);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// A mean time that is not above zero, or a negative interval.
pub fn unnoticed(mean_s: f64, scrub_s: f64) -> Result<f64, DomainError> {
    let x = non_negative("scrub_s", scrub_s)? / positive("mean_s", mean_s)?;
    if x < 0.1 {
        // x/2! − x²/3! + x³/4! − …, where the closed form cancels.
        let (mut sum, mut term, mut k) = (0.0, -1.0, 1.0);
        while k < 20.0 {
            term *= -x / (k + 1.0);
            sum += term;
            k += 1.0;
        }
        return Ok(sum);
    }
    Ok(1.0 + math::exp_m1(-x) / x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    fn close(ours: f64, exact: f64, within: f64) {
        assert!(
            (ours / exact - 1.0).abs() <= within,
            "{ours:e} is not {exact:e}"
        );
    }

    fn group(scheme: Scheme, repairs: Repairs, mttf: f64, repair: f64, bad: f64) -> Group {
        Group::new(scheme, repairs, mttf, repair, bad).unwrap()
    }

    /// Against the chain's linear equations solved by mpmath with 250 digits; at 60 the last one keeps four.
    #[test]
    fn mean_times_by_linear_equations() {
        let shards = |k, m| Scheme::shards(k, m).unwrap();
        let parallel = Repairs::Parallel;
        let cases = [
            (
                group(shards(1, 2), parallel, 2e9, 86400.0, 0.0),
                3.57278524471422e17,
            ),
            (
                group(shards(1, 2), Repairs::Serial, 2e9, 86400.0, 0.001),
                611627969776899.1,
            ),
            (
                group(shards(10, 4), parallel, 2e9, 86400.0, 0.0001),
                4.7574005387085375e20,
            ),
            (
                group(shards(17, 3), parallel, 7.77e9, 561600.0, 0.0),
                1.0637871422329853e18,
            ),
            (
                group(shards(6, 3), Repairs::Serial, 1000000.0, 30000.0, 0.01),
                14599753.401284652,
            ),
            (
                group(shards(20, 12), parallel, 1e9, 3600.0, 0.0),
                4.673932815470001e64,
            ),
        ];
        for (group, exact) in cases {
            close(group.mean_time_to_loss_s().unwrap(), exact, 1e-12);
        }
    }

    #[test]
    fn one_copy_lasts_as_long_as_its_unit() {
        let one = group(Scheme::replicas(1).unwrap(), Repairs::Serial, 7.0, 1.0, 0.0);
        assert_eq!(one.mean_time_to_loss_s(), Ok(7.0));
        close(
            one.loss_within(7.0).unwrap(),
            0.632_120_558_828_557_7,
            1e-14,
        );
        assert_eq!(one.loss_within(0.0), Ok(0.0));
    }

    #[test]
    fn what_helps_and_what_does_not() {
        let mean = |parity, repair_s, bad| {
            let scheme = Scheme::shards(6, parity).unwrap();
            group(scheme, Repairs::Parallel, 1e8, repair_s, bad)
                .mean_time_to_loss_s()
                .unwrap()
        };
        for parity in 0..5 {
            assert!(mean(parity + 1, 1e4, 1e-3) > mean(parity, 1e4, 1e-3));
            assert!(parity == 0 || mean(parity, 1e3, 0.0) > mean(parity, 1e4, 0.0));
            assert!(parity == 0 || mean(parity, 1e4, 1e-3) < mean(parity, 1e4, 0.0));
        }
        // Where every other part is unreadable, the first failure is the end: 1/(9λ).
        close(mean(3, 1e4, 1.0), 1e8 / 9.0, 1e-12);
    }

    /// A chain walked step by step: the mean of 4,000 times to loss within four standard errors.
    #[test]
    fn the_chain_walked_by_chance_agrees() {
        let scheme = Scheme::shards(3, 2).unwrap();
        for (repairs, bad) in [(Repairs::Parallel, 0.0), (Repairs::Serial, 0.02)] {
            let system = group(scheme, repairs, 100.0, 10.0, bad);
            let mut random = Stream::new(9, "test");
            let times: Vec<f64> = (0..4_000)
                .map(|_| {
                    let (mut missing, mut time) = (0_u64, 0.0);
                    loop {
                        // Failures and repairs as such; the parts are read one by one.
                        let failing = (5 - missing) as f64 / 100.0;
                        let repairing = match repairs {
                            Repairs::Parallel => missing as f64 / 10.0,
                            Repairs::Serial => missing.min(1) as f64 / 10.0,
                        };
                        time += random.exponential(failing + repairing);
                        if random.uniform() * (failing + repairing) >= failing {
                            missing -= 1;
                            continue;
                        }
                        missing += 1;
                        let unread = (missing..5).filter(|_| random.uniform() < bad).count();
                        if missing + unread as u64 > 2 {
                            break time;
                        }
                    }
                })
                .collect();
            let interval = crate::stats::mean_interval(&times).unwrap();
            let exact = system.mean_time_to_loss_s().unwrap();
            let off = (interval.mean - exact).abs() / interval.half_width;
            assert!(off < 2.1, "{repairs:?}: {} for {exact}", interval.mean);
        }
    }

    #[test]
    fn windows_are_the_binomial_count() {
        // 17 + 3, 0.405 % a year, 6.5 days, as Backblaze published: 56.15 windows of P(X > 3), X binomial.
        let day = 86_400.0;
        let mttf_s = -365.0 * day / math::ln_1p(-0.004_05);
        let vault = group(
            Scheme::shards(17, 3).unwrap(),
            Repairs::Parallel,
            mttf_s,
            6.5 * day,
            0.0,
        );
        let lost = vault.loss_by_windows(365.0 * day).unwrap();
        assert!(lost > 1e-12 && lost < 1e-10, "{lost:e}");
        // In the chain failures meet wherever they fall: 20·19·18·17/3! against C(20, 4), four times as often.
        let ratio = vault.loss_within(365.0 * day).unwrap() / lost;
        assert!((ratio - 4.0).abs() < 0.02, "{ratio}");
    }

    #[test]
    fn nothing_overflows_at_the_ends() {
        let scheme = Scheme::shards(100, 100).unwrap();
        let system = group(scheme, Repairs::Parallel, 1e15, 1e-3, 0.0);
        assert_eq!(system.mean_time_to_loss_s(), Err(Undefined("out_of_range")));
        assert_eq!(system.loss_within(1e9), Ok(0.0));
        assert_eq!(some_of(1.0, 1e15), 1.0);
        close(some_of(1e-18, 1e15), 1e-3, 1e-3);
        assert_eq!(unnoticed(1.0, 0.0), Ok(0.0));
        // Both forms at their border.
        close(
            unnoticed(1.0, 0.1).unwrap(),
            unnoticed(1.0, 0.099_999_999_999_9).unwrap(),
            1e-11,
        );
        assert!(Scheme::replicas(0).is_err() && Scheme::shards(0, 1).is_err());
        assert!(Group::new(scheme, Repairs::Serial, 0.0, 1.0, 0.0).is_err());
        assert!(Group::new(scheme, Repairs::Serial, 1.0, 1.0, 1.5).is_err());
    }
}
