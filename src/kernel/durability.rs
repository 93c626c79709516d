//! How long data lasts that is kept in several parts, of which some may be missing.

mod chances;

use super::counting::{binomial, some_of};
use super::error::{Bound, Defined, DomainError, Undefined, defined, non_negative, positive};
use super::math;
use chances::Chances;

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
mod tests;
