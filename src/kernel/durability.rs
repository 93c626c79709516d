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

/// Errors of a part that show only when it is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    per_s: f64,
    unnoticed: f64,
}

impl Errors {
    /// Parts never go bad.
    pub const NONE: Errors = Errors {
        per_s: 0.0,
        unnoticed: 0.0,
    };

    /// Errors that come to a part once in `mean_s` seconds on average and are looked for every `scrub_s` seconds.
    ///
    /// # Errors
    /// A mean time that is not above zero, or a negative interval.
    pub fn new(mean_s: f64, scrub_s: f64) -> Result<Errors, DomainError> {
        Ok(Errors {
            per_s: 1.0 / positive("mean_s", mean_s)?,
            unnoticed: unnoticed(mean_s, scrub_s)?,
        })
    }

    /// The chance that a part is bad at a random moment: [`unnoticed`].
    #[must_use]
    pub fn unnoticed(&self) -> f64 {
        self.unnoticed
    }
}

/// A group of parts on units that fail, are repaired, and hold errors that nobody has noticed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    scheme: Scheme,
    repairs: Repairs,
    failure_per_s: f64,
    repair_per_s: f64,
    errors: Errors,
}

impl Group {
    /// A group whose units fail once in `mttf_s` on average and are rebuilt in `repair_s` on average, both exponential.
    ///
    /// # Errors
    /// A time that is not above zero.
    pub fn new(
        scheme: Scheme,
        repairs: Repairs,
        mttf_s: f64,
        repair_s: f64,
        errors: Errors,
    ) -> Result<Group, DomainError> {
        Ok(Group {
            scheme,
            repairs,
            failure_per_s: 1.0 / positive("mttf_s", mttf_s)?,
            repair_per_s: 1.0 / positive("repair_s", repair_s)?,
            errors,
        })
    }

    /// The chance that with `missing` parts gone nothing is left to spare: as many of the others are bad as may be. Each
    /// is bad with the same chance u, and not more of them than may be, for then the data would be lost already.
    ///
    /// Formula: with n parts left of which s are to spare, C(n, s) uˢ(1 − u)ⁿ⁻ˢ over the sum of that up to s, all divided
    /// by the first.
    fn nothing_to_spare(&self, missing: u64) -> f64 {
        let left = self.scheme.parts - missing;
        let sound_to_bad = (1.0 - self.errors.unnoticed) / self.errors.unnoticed;
        let (mut term, mut sum) = (1.0, 1.0);
        for bad in (1..=self.scheme.tolerated - missing).rev() {
            term *= bad as f64 / (left - bad + 1) as f64 * sound_to_bad;
            sum += term;
        }
        1.0 / sum
    }

    /// Rates out of the state with `missing` parts: to data loss, to one more missing, to one fewer.
    ///
    /// Where nothing is left to spare, the next failure or error of a part that is still sound is the loss.
    fn rates(&self, missing: u64) -> [f64; 3] {
        let needed = (self.scheme.parts - self.scheme.tolerated) as f64;
        let exposed = needed * self.nothing_to_spare(missing);
        let failing = (self.scheme.parts - missing) as f64 - exposed;
        let repairing = match self.repairs {
            Repairs::Parallel => missing,
            Repairs::Serial => missing.min(1),
        };
        [
            exposed * (self.failure_per_s + self.errors.per_s),
            if missing == self.scheme.tolerated {
                0.0
            } else {
                failing * self.failure_per_s
            },
            repairing as f64 * self.repair_per_s,
        ]
    }

    /// The mean time until data of the group is lost, in seconds, starting with all parts there.
    ///
    /// The Markov chain over the number of missing parts is solved exactly by removing states from the worst inwards,
    /// which only adds, multiplies and divides positive numbers: thirty nines keep their digits.
    ///
    /// Sources: W. K. Grassmann, M. I. Taksar and D. P. Heyman, *Regenerative analysis and steady state distributions
    /// for Markov chains*, Operations Research 33 (1985); the chain: D. A. Patterson, G. Gibson and R. H. Katz, *A case
    /// for redundant arrays of inexpensive disks*, SIGMOD 1988; why unreadable sectors belong in it: K. M. Greenan,
    /// J. S. Plank and J. J. Wylie, *Mean time to meaningless*, HotStorage 2010.
    ///
    /// ```
    /// use outage_lab_kernel::durability::{Errors, Group, Repairs, Scheme};
    ///
    /// // Two copies, by hand: (3λ + μ) / 2λ² with λ = 1/1000 and μ = 1/10: 51,500 s.
    /// let pair = Group::new(Scheme::replicas(2)?, Repairs::Parallel, 1_000.0, 10.0, Errors::NONE)?;
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

    /// The chance that the group loses data within `time_s`, starting with all parts there: an entry of exp(Q · t), with Q
    /// the rates of the chain.
    ///
    /// The exponential of a time in which hardly anything happens is doubled to the whole by squaring. Every number in it
    /// is a chance, only added and multiplied, and each row is brought back to the sum of 1: chances of thirty noughts
    /// keep their digits, and repairs of a second in a year do no harm.
    ///
    /// Sources: A. Jensen, *Markoff chains as an aid in the study of Markoff processes*, Skandinavisk Aktuarietidskrift 36
    /// (1953), for a series without subtractions; C. Moler and C. Van Loan, *Nineteen dubious ways to compute the
    /// exponential of a matrix*, SIAM Review 45 (2003), method 3.
    ///
    /// ```
    /// use outage_lab_kernel::durability::{Errors, Group, Repairs, Scheme};
    ///
    /// // Two copies that are all but never repaired, after one mean life: both are gone with (1 − 1/e)².
    /// let pair = Group::new(Scheme::replicas(2)?, Repairs::Parallel, 1.0, 1e18, Errors::NONE)?;
    /// assert!((pair.loss_within(1.0)? - 0.399_576_400_893_728_4).abs() < 1e-14);
    /// # Ok::<(), outage_lab_kernel::error::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// A negative time.
    pub fn loss_within(&self, time_s: f64) -> Result<f64, DomainError> {
        if non_negative("time_s", time_s)? == 0.0 {
            return Ok(0.0);
        }
        let rates: Vec<[f64; 3]> = (0..=self.scheme.tolerated)
            .map(|missing| self.rates(missing))
            .collect();
        let fastest_per_s = rates.iter().map(|out| out.iter().sum()).fold(0.0, f64::max);
        let (mut few_s, mut doublings) = (time_s, 0);
        while fastest_per_s * few_s > 1.0 {
            few_s /= 2.0;
            doublings += 1;
        }
        let mut chances = Chances::after_few(&rates, fastest_per_s, fastest_per_s * few_s);
        for _ in 0..doublings {
            chances = chances.twice();
        }
        Ok(chances.loss())
    }

    /// A second way to the chance of loss within `time_s`, after Backblaze: the time is cut into windows of one repair
    /// time; in each, every part fails with 1 − exp(−window / MTTF) and none is repaired; data is lost in a window in
    /// which more fail than are tolerated. Unreadable parts are left out.
    ///
    /// Failures on either side of a window's end never meet here, so over many windows it is smaller than the chain's, by
    /// about the factor tolerated + 1 where units seldom fail and are repaired in parallel. Over few windows it is larger:
    /// nothing is repaired in a window, and one that is longer than the time counts with its share of losses, though they
    /// come at its end. Source: B. Wilson, *Cloud storage durability*, Backblaze, 2018.
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

/// Chances to come from each state of a chain to each other; the last state is the loss, which is never left.
struct Chances {
    states: usize,
    /// Row by row.
    from_to: Vec<f64>,
}

impl Chances {
    /// After a time with `ticks` ticks on average, at most one, of a clock that ticks `fastest_per_s` and moves the chain:
    /// Σ (ticks · U)ᵏ / k! by Horner's rule, with U the chances of a move at one tick.
    fn after_few(rates: &[[f64; 3]], fastest_per_s: f64, ticks: f64) -> Chances {
        // The last of these terms are below a part in 10¹⁸ even where the first that counts is the one with all steps to
        // the loss.
        const BEYOND: usize = 20;
        let states = rates.len() + 1;
        let at_tick = |row: usize| -> [(usize, f64); 4] {
            let Some([loss, worse, repair]) = rates.get(row) else {
                return [(row, 1.0), (row, 0.0), (row, 0.0), (row, 0.0)];
            };
            let stay = (fastest_per_s - loss - worse - repair).max(0.0);
            [
                (row, stay / fastest_per_s),
                (states - 1, loss / fastest_per_s),
                (row + 1, worse / fastest_per_s),
                (row.saturating_sub(1), repair / fastest_per_s),
            ]
        };
        let mut series = Chances::unit(states);
        for term in (1..=states + BEYOND).rev() {
            let mut next = Chances::unit(states);
            for row in 0..states {
                for (by, chance) in at_tick(row) {
                    next.add(row, chance * ticks / term as f64, &series, by);
                }
            }
            series = next;
        }
        series.scaled_to_sums_of_one()
    }

    /// Nothing has happened.
    fn unit(states: usize) -> Chances {
        let mut unit = Chances::none(states);
        for state in 0..states {
            unit.from_to[state * states + state] = 1.0;
        }
        unit
    }

    fn none(states: usize) -> Chances {
        Chances {
            states,
            from_to: vec![0.0; states * states],
        }
    }

    /// Adds `factor` times a row of another to a row.
    fn add(&mut self, row: usize, factor: f64, other: &Chances, by: usize) {
        let states = self.states;
        let theirs = &other.from_to[by * states..(by + 1) * states];
        for (ours, theirs) in self.from_to[row * states..(row + 1) * states]
            .iter_mut()
            .zip(theirs)
        {
            *ours += factor * theirs;
        }
    }

    /// After twice the time.
    fn twice(&self) -> Chances {
        let mut twice = Chances::none(self.states);
        for row in 0..self.states {
            for by in 0..self.states {
                twice.add(row, self.from_to[row * self.states + by], self, by);
            }
        }
        twice.scaled_to_sums_of_one()
    }

    fn scaled_to_sums_of_one(mut self) -> Chances {
        for row in self.from_to.chunks_exact_mut(self.states) {
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance /= sum);
        }
        self
    }

    /// From the first state to the last.
    fn loss(&self) -> f64 {
        self.from_to[self.states - 1]
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

    fn group(scheme: Scheme, repairs: Repairs, mttf: f64, repair: f64, errors: Errors) -> Group {
        Group::new(scheme, repairs, mttf, repair, errors).unwrap()
    }

    fn errors(mean_s: f64, scrub_s: f64) -> Errors {
        Errors::new(mean_s, scrub_s).unwrap()
    }

    /// Against the chain's linear equations solved by mpmath with 250 digits; at 60 the last one keeps four.
    #[test]
    fn mean_times_by_linear_equations() {
        let shards = |k, m| Scheme::shards(k, m).unwrap();
        let parallel = Repairs::Parallel;
        let cases = [
            (
                group(shards(1, 2), parallel, 2e9, 86400.0, Errors::NONE),
                3.57278524471422e17,
            ),
            (
                group(
                    shards(1, 2),
                    Repairs::Serial,
                    2e9,
                    86400.0,
                    errors(1e9, 2e6),
                ),
                204339791439133.88,
            ),
            (
                group(shards(10, 4), parallel, 2e9, 86400.0, errors(1e9, 2e5)),
                1.586651663096879e+20,
            ),
            (
                group(shards(17, 3), parallel, 7.77e9, 561600.0, Errors::NONE),
                1.0637871422329853e18,
            ),
            (
                group(shards(6, 3), Repairs::Serial, 1e6, 3e4, errors(1e6, 2e4)),
                8385202.6091371499,
            ),
            (
                group(shards(20, 12), parallel, 1e9, 3600.0, Errors::NONE),
                4.673932815470001e64,
            ),
        ];
        for (group, exact) in cases {
            close(group.mean_time_to_loss_s().unwrap(), exact, 1e-12);
        }
    }

    /// Against the chain over failed and bad parts, in which an error is found after an exponential time with the same
    /// mean share of bad parts: mpmath's solution of its linear equations.
    #[test]
    fn bad_parts_counted_one_by_one_agree() {
        let shards = |k, m| Scheme::shards(k, m).unwrap();
        let cases = [
            (
                group(
                    shards(1, 2),
                    Repairs::Serial,
                    2e9,
                    86400.0,
                    errors(1e9, 2e6),
                ),
                204_678_081_497_632.4,
                0.002,
            ),
            (
                group(
                    shards(1, 2),
                    Repairs::Parallel,
                    2.102_4e9,
                    86400.0,
                    errors(3.153_6e9, 1_209_600.0),
                ),
                7762575621958390.1,
                0.001,
            ),
            (
                group(
                    shards(10, 4),
                    Repairs::Parallel,
                    2e9,
                    86400.0,
                    errors(1e9, 2e5),
                ),
                1.587437919682852e20,
                0.001,
            ),
            (
                group(shards(6, 3), Repairs::Serial, 1e6, 3e4, errors(1e6, 2e4)),
                8562768.717558407,
                0.025,
            ),
        ];
        for (group, exact, within) in cases {
            close(group.mean_time_to_loss_s().unwrap(), exact, within);
        }
    }

    /// Two copies that hardly ever fail, each bad once a year and both read every two weeks: in each of these (1 − e⁻ˣ)²
    /// of the pairs are lost, with x = 14/365.
    #[test]
    fn errors_alone_lose_data() {
        let year_s = 31_536_000.0;
        let x: f64 = 14.0 / 365.0;
        let by_hand = -math::exp_m1(math::ln_1p(-math::exp_m1(-x) * math::exp_m1(-x)) / x);
        let pair = group(
            Scheme::replicas(2).unwrap(),
            Repairs::Parallel,
            1e18,
            86_400.0,
            errors(year_s, x * year_s),
        );
        close(pair.loss_within(year_s).unwrap(), by_hand, 0.01);
        // The only copy is lost with its first error, however often it is read.
        for scrub_s in [0.0, 1e6] {
            let one = group(
                Scheme::replicas(1).unwrap(),
                Repairs::Parallel,
                1e18,
                86_400.0,
                errors(year_s, scrub_s),
            );
            close(
                one.loss_within(year_s).unwrap(),
                0.632_120_558_828_557_7,
                1e-9,
            );
        }
    }

    /// Against mpmath's exponential of the rates with 90 digits: repairs that are short and long against the time, rare
    /// and frequent loss, rates of a second and of decades.
    #[test]
    fn chances_of_a_year_by_the_matrix_exponential() {
        let year_s = 31_536_000.0;
        let copies = |count| Scheme::replicas(count).unwrap();
        let shards = |k, m| Scheme::shards(k, m).unwrap();
        let (parallel, serial) = (Repairs::Parallel, Repairs::Serial);
        let (day_s, none) = (86_400.0, Errors::NONE);
        let cases = [
            (
                group(copies(3), parallel, 3.153_6e9, 3.153_6e8, none),
                9.148624442894201e-7,
            ),
            (
                group(copies(3), parallel, 3.153_6e9, 3.153_6e7, none),
                4.982_261_540_168_359e-7,
            ),
            (
                group(copies(3), parallel, 3.153_6e9, 7.884e6, none),
                1.1809574192603528e-7,
            ),
            (
                group(copies(5), parallel, 3.153_6e9, 3.153_6e8, none),
                8.273_929_571_303_419e-11,
            ),
            (
                group(copies(5), parallel, 3.153_6e9, 3.153_6e7, none),
                2.1562361774903463e-11,
            ),
            (
                group(shards(17, 3), parallel, 7.77e9, 561_600.0, none),
                2.867_752_400_117_122e-11,
            ),
            (
                group(copies(1), parallel, 2.102_4e9, day_s, none),
                0.014888060396937339,
            ),
            (
                group(
                    copies(3),
                    parallel,
                    2.102_4e9,
                    day_s,
                    errors(3.153_6e9, 1_209_600.0),
                ),
                4.061_468_842_505_02e-9,
            ),
            (
                group(
                    shards(10, 4),
                    parallel,
                    2.102_4e9,
                    day_s,
                    errors(3.153_6e9, 1_209_600.0),
                ),
                7.326_140_906_366_337e-13,
            ),
            (
                group(shards(6, 3), serial, 1e9, 1.0, errors(1e9, 1e6)),
                3.957_698_631_795_971e-9,
            ),
            (
                group(shards(6, 3), serial, 1e7, 3e4, errors(1e8, 1e6)),
                0.0012763871519929363,
            ),
        ];
        for (group, exact) in cases {
            close(group.loss_within(year_s).unwrap(), exact, 1e-12);
        }
    }

    #[test]
    fn one_copy_lasts_as_long_as_its_unit() {
        let one = group(
            Scheme::replicas(1).unwrap(),
            Repairs::Serial,
            7.0,
            1.0,
            Errors::NONE,
        );
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
        let mean = |parity, repair_s, errors| {
            let scheme = Scheme::shards(6, parity).unwrap();
            group(scheme, Repairs::Parallel, 1e8, repair_s, errors)
                .mean_time_to_loss_s()
                .unwrap()
        };
        let some = errors(1e8, 2e5);
        for parity in 0..5 {
            assert!(mean(parity + 1, 1e4, some) > mean(parity, 1e4, some));
            assert!(
                parity == 0 || mean(parity, 1e3, Errors::NONE) > mean(parity, 1e4, Errors::NONE)
            );
            assert!(mean(parity, 1e4, some) < mean(parity, 1e4, Errors::NONE));
        }
        // Never read, the data that is left hangs on six sound parts: 1/(6 · 2λ).
        close(mean(3, 1e4, errors(1e8, 1e24)), 1e8 / 12.0, 1e-9);
    }

    /// Parts one by one, each read through in its turn: the mean of 4,000 times to loss within four standard errors.
    #[test]
    fn parts_walked_by_chance_agree() {
        #[derive(Clone, Copy, PartialEq)]
        enum Part {
            Sound,
            Bad,
            Missing,
        }
        const PARTS: usize = 5;
        let (scheme, scrub_s) = (Scheme::shards(3, 2).unwrap(), 20.0);
        let cases = [
            (Repairs::Parallel, Errors::NONE),
            (Repairs::Serial, errors(200.0, scrub_s)),
        ];
        for (repairs, errors) in cases {
            let system = group(scheme, repairs, 100.0, 10.0, errors);
            let mut random = Stream::new(9, "test");
            let mut time_to_loss_s = || {
                let mut parts = [Part::Sound; PARTS];
                let mut now_s = 0.0;
                // A part is read in its fifth of the interval, in which the walk begins at random.
                let mut read_s = random.uniform() * scrub_s / PARTS as f64;
                let mut turn = 0;
                loop {
                    let count = |kind| parts.iter().filter(|part| **part == kind).count();
                    let (sound, missing) = (count(Part::Sound), count(Part::Missing));
                    if sound < 3 {
                        return now_s;
                    }
                    let failing = (PARTS - missing) as f64 / 100.0;
                    let spoiling = sound as f64 * errors.per_s;
                    let repairing = match repairs {
                        Repairs::Parallel => missing,
                        Repairs::Serial => missing.min(1),
                    } as f64
                        / 10.0;
                    let wait_s = random.exponential(failing + spoiling + repairing);
                    if now_s + wait_s > read_s {
                        now_s = read_s;
                        read_s += scrub_s / PARTS as f64;
                        if parts[turn] == Part::Bad {
                            parts[turn] = Part::Sound;
                        }
                        turn = (turn + 1) % PARTS;
                        continue;
                    }
                    now_s += wait_s;
                    let mut event = random.uniform() * (failing + spoiling + repairing);
                    for part in &mut parts {
                        let (rate, then) = match part {
                            Part::Missing => (repairing / missing as f64, Part::Sound),
                            Part::Bad => (0.01, Part::Missing),
                            Part::Sound if event < 0.01 => (0.01, Part::Missing),
                            Part::Sound => (0.01 + errors.per_s, Part::Bad),
                        };
                        if event < rate {
                            *part = then;
                            break;
                        }
                        event -= rate;
                    }
                }
            };
            let times: Vec<f64> = (0..4_000).map(|_| time_to_loss_s()).collect();
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
            Errors::NONE,
        );
        let lost = vault.loss_by_windows(365.0 * day).unwrap();
        assert!(lost > 1e-12 && lost < 1e-10, "{lost:e}");
        // In the chain failures meet wherever they fall: 20·19·18·17/3! against C(20, 4), four times as often.
        let century_s = 36_500.0 * day;
        let ratio =
            vault.loss_within(century_s).unwrap() / vault.loss_by_windows(century_s).unwrap();
        assert!((ratio - 4.0).abs() < 0.02, "{ratio}");
    }

    #[test]
    fn nothing_overflows_at_the_ends() {
        let scheme = Scheme::shards(100, 100).unwrap();
        let system = group(scheme, Repairs::Parallel, 1e15, 1e-3, Errors::NONE);
        assert_eq!(system.mean_time_to_loss_s(), Err(Undefined("out_of_range")));
        assert_eq!(system.loss_within(1e9), Ok(0.0));
        assert_eq!(system.loss_within(0.0), Ok(0.0));
        let brief = group(scheme, Repairs::Parallel, 1.0, 1e-3, errors(1.0, 1e12));
        assert_eq!(brief.loss_within(1e300), Ok(1.0));
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
        assert!(Group::new(scheme, Repairs::Serial, 0.0, 1.0, Errors::NONE).is_err());
        assert!(Errors::new(0.0, 1.0).is_err() && Errors::new(1.0, -1.0).is_err());
    }
}
