//! When the retries of clients that failed together arrive.

use super::{Backoff, Retries};
use crate::error::{Defined, Undefined};
use crate::rng::Stream;

/// How chance is mixed into a wait d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// d itself.
    None,
    /// Uniform on \[0, d\].
    Full,
    /// Half of d, and a uniform half.
    Equal,
    /// Uniform between the base and three times the wait before, at most the cap.
    Decorrelated,
}

/// Mean and variance of a time in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Mean, in seconds.
    pub mean_s: f64,
    /// Variance, in seconds squared.
    pub variance_s2: f64,
}

impl Jitter {
    /// The part of d that is always waited: the k-th wait is uniform on \[part · d, d\].
    fn sure(self) -> Option<f64> {
        match self {
            Jitter::None => Some(1.0),
            Jitter::Full => Some(0.0),
            Jitter::Equal => Some(0.5),
            Jitter::Decorrelated => None,
        }
    }

    /// Mean and variance of the time of the `retry`-th retry, counted from 1, after the common failure.
    ///
    /// The time is a *sum* of independent waits, not one uniform number: mean Σ (a + 1) d/2 and variance
    /// Σ (1 − a)² d²/12, with a the part that is sure. `None` for the decorrelated kind, whose waits
    /// depend on each other.
    #[must_use]
    pub fn moments(self, backoff: &Backoff, retry: u32) -> Option<Moments> {
        let sure = self.sure()?;
        let waits = (1..=retry).map(|k| backoff.wait_s(k));
        Some(waits.fold(
            Moments {
                mean_s: 0.0,
                variance_s2: 0.0,
            },
            |sum, d| Moments {
                mean_s: sum.mean_s + (1.0 + sure) * d / 2.0,
                variance_s2: sum.variance_s2 + (1.0 - sure) * (1.0 - sure) * d * d / 12.0,
            },
        ))
    }
}

/// Clients that fail together at time 0 and whose every attempt goes on failing.
///
/// A failed attempt is told at once: the times are those of the waits alone. Source: M. Brooker,
/// *Exponential Backoff And Jitter*, AWS Architecture Blog, 2015 (full, equal, decorrelated).
#[derive(Clone, Debug)]
pub struct Crowd {
    jitter: Jitter,
    backoff: Backoff,
    planned_s: Vec<f64>,
    times_s: Vec<f64>,
    waits: Stream,
}

impl Crowd {
    /// A crowd whose clients retry as often as `retries` allows. Its waits have a stream of their own.
    #[must_use]
    pub fn new(jitter: Jitter, backoff: Backoff, retries: Retries, seed: u64) -> Crowd {
        Crowd {
            jitter,
            backoff,
            planned_s: (1..=retries.0).map(|k| backoff.wait_s(k)).collect(),
            times_s: Vec::new(),
            waits: Stream::new(seed, "retry_waits"),
        }
    }

    /// The times of the next client's retries, in seconds, in their order.
    pub fn next_client_s(&mut self) -> &[f64] {
        let base_s = self.backoff.base_s();
        let (mut now_s, mut before_s) = (0.0, base_s);
        self.times_s.clear();
        for d in &self.planned_s {
            let wait_s = match self.jitter.sure() {
                Some(1.0) => *d,
                Some(sure) => d * (sure + (1.0 - sure) * self.waits.uniform()),
                None => {
                    let reach = 3.0 * before_s - base_s;
                    (base_s + reach * self.waits.uniform()).min(self.backoff.cap_s())
                }
            };
            before_s = wait_s;
            now_s += wait_s;
            self.times_s.push(now_s);
        }
        &self.times_s
    }

    /// No retry comes later than this, in seconds.
    #[must_use]
    pub fn latest_s(&self) -> f64 {
        let planned: f64 = self.planned_s.iter().sum();
        match self.jitter {
            Jitter::Decorrelated => self.backoff.cap_s() * self.planned_s.len() as f64,
            _ => planned,
        }
    }
}

/// Expected retries a second at `at_s` for one client, summed over its retries: Σ f_k(t), with f_k the
/// density of the time of the k-th retry.
///
/// With the waits uniform on widths w₁ … w_k after a sure part s, f_k(t) is the density of a sum of
/// uniforms: Σ over subsets J of (−1)^|J| (t − s − Σ_J w)₊^(k−1), over (k − 1)! Π w. Retries that come at
/// one moment (no jitter) have no density: `all_at_once`. For the decorrelated kind `no_closed_form`.
///
/// Accuracy: some 1e-10 relative for up to eight retries near the middle; terms cancel towards the end.
/// Source: W. Feller, *An Introduction to Probability Theory and Its Applications* II, 2nd ed., 1971, I.9,
/// theorem 1 and problem 9.
///
/// ```
/// use outage_lab_kernel::retry::{Backoff, Jitter, Retries, density_per_s};
///
/// // At 50 ms: 1/100 ms of the first, and t/(100 · 200) of the second retry: 0.0125 a millisecond.
/// let backoff = Backoff::new(0.1, 2.0)?;
/// let density = density_per_s(Jitter::Full, &backoff, Retries(2), 0.05).unwrap();
/// assert!((density - 12.5).abs() < 1e-9);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// See above.
pub fn density_per_s(jitter: Jitter, backoff: &Backoff, retries: Retries, at_s: f64) -> Defined {
    let sure = sure_where_spread(jitter)?;
    let mut widths = Vec::new();
    // Subset sums with their signs; a retry doubles them.
    let mut subsets = vec![(0.0, 1.0)];
    let (mut sure_s, mut volume, mut factorial, mut density) = (0.0, 1.0, 1.0, 0.0);
    for retry in 1..=retries.0 {
        let d = backoff.wait_s(retry);
        let width = (1.0 - sure) * d;
        widths.push(width);
        sure_s += sure * d;
        volume *= width;
        if retry > 1 {
            factorial *= f64::from(retry - 1);
        }
        let with_it: Vec<(f64, f64)> = subsets
            .iter()
            .map(|(sum, sign)| (sum + width, -sign))
            .collect();
        subsets.extend(with_it);
        let after_s = at_s - sure_s;
        if after_s < 0.0 || after_s > widths.iter().sum() {
            continue;
        }
        // The density is symmetrical, and the terms are fewer and smaller in its first half.
        let whole: f64 = widths.iter().sum();
        let from_start = after_s.min(whole - after_s);
        let sum: f64 = subsets
            .iter()
            .filter(|(start, _)| *start <= from_start)
            .map(|(start, sign)| sign * power(from_start - start, retry - 1))
            .sum();
        density += (sum / (factorial * volume)).max(0.0);
    }
    Ok(density)
}

/// How many retries of one client come in a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrivals {
    /// Expected.
    pub mean: f64,
    /// Of the number, not of the time.
    pub variance: f64,
}

/// What is expected of one client from `from_s` to `to_s`: Σ p_k, with p_k the chance that its k-th retry comes then, and
/// the variance Σ p_k (1 − p_k) + 2 Σ (p_jk − p_j p_k), with p_jk the chance that both do.
///
/// The p_k are integrals of the terms of [`density_per_s`], to some 1e-10. Two retries of a client meet only where waits
/// are about as short as the stretch; p_jk is a sum over 64 parts of it, good to three digits or so.
///
/// ```
/// use outage_lab_kernel::retry::{Backoff, Jitter, Retries, arrivals};
///
/// // Uniform on 1.5 to 3 ms: a third of the clients come in the millisecond from 1 ms on, two thirds in the next.
/// let backoff = Backoff::new(0.003, 0.003)?;
/// let first = arrivals(Jitter::Equal, &backoff, Retries(1), 0.002, 0.003).unwrap();
/// assert!((first.mean - 2.0 / 3.0).abs() < 1e-12 && (first.variance - 2.0 / 9.0).abs() < 1e-12);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// As [`density_per_s`].
pub fn arrivals(
    jitter: Jitter,
    backoff: &Backoff,
    retries: Retries,
    from_s: f64,
    to_s: f64,
) -> Result<Arrivals, Undefined> {
    let sure = sure_where_spread(jitter)?;
    let waits_s: Vec<f64> = (1..=retries.0).map(|k| backoff.wait_s(k)).collect();
    let chances: Vec<f64> = (1..=waits_s.len())
        .map(|k| between(sure, &waits_s[..k], from_s, to_s))
        .collect();
    let mut variance: f64 = chances.iter().map(|p| p * (1.0 - p)).sum();
    for (j, earlier) in chances.iter().enumerate() {
        for (k, later) in chances.iter().enumerate().skip(j + 1) {
            if *earlier > 0.0 && *later > 0.0 {
                let both = both(sure, &waits_s[..=k], j + 1, from_s, to_s);
                variance += 2.0 * (both - earlier * later);
            }
        }
    }
    // What is certain has no variance but rounding.
    Ok(Arrivals {
        mean: chances.iter().sum(),
        variance: if variance < 1e-12 { 0.0 } else { variance },
    })
}

/// What is sure of each wait, where chance spreads retries in a way that has a formula.
fn sure_where_spread(jitter: Jitter) -> Defined {
    match jitter.sure() {
        None => Err(Undefined("no_closed_form")),
        Some(1.0) => Err(Undefined("all_at_once")),
        Some(sure) => Ok(sure),
    }
}

/// The chance that waits, of each of which this part is sure, end between two times.
fn between(sure: f64, waits_s: &[f64], from_s: f64, to_s: f64) -> f64 {
    let sure_s: f64 = waits_s.iter().map(|d| sure * d).sum();
    let widths: Vec<f64> = waits_s.iter().map(|d| (1.0 - sure) * d).collect();
    let whole: f64 = widths.iter().sum();
    let (mut from, mut to) = (
        (from_s - sure_s).clamp(0.0, whole),
        (to_s - sure_s).clamp(0.0, whole),
    );
    // The density is symmetrical, and the terms are fewer and smaller in its first half.
    if from + to > whole {
        (from, to) = (whole - to, whole - from);
    }
    let mut subsets = vec![(0.0, 1.0)];
    let (mut size, mut order) = (1.0, 0_u32);
    for width in widths {
        let with_it: Vec<(f64, f64)> = subsets
            .iter()
            .map(|(sum, sign)| (sum + width, -sign))
            .collect();
        subsets.extend(with_it);
        order += 1;
        size *= width * f64::from(order);
    }
    let sum: f64 = subsets
        .iter()
        .filter(|(start, _)| *start < to)
        .map(|(start, sign)| {
            // xⁿ − yⁿ without a difference of two near numbers.
            let (x, y) = (to - start, (from - start).max(0.0));
            let powers = (0..order).map(|i| power(x, i) * power(y, order - 1 - i));
            sign * (x - y) * powers.sum::<f64>()
        })
        .sum();
    (sum / size).clamp(0.0, 1.0)
}

/// The chance that the end of the first `earlier` waits and that of all of them lie between two times.
fn both(sure: f64, waits_s: &[f64], earlier: usize, from_s: f64, to_s: f64) -> f64 {
    const PARTS: u32 = 64;
    let (first, rest) = waits_s.split_at(earlier);
    let part_s = (to_s - from_s) / f64::from(PARTS);
    (0..PARTS)
        .map(|part| {
            let begin_s = from_s + f64::from(part) * part_s;
            let at_s = begin_s + part_s / 2.0;
            between(sure, first, begin_s, begin_s + part_s)
                * between(sure, rest, from_s - at_s, to_s - at_s)
        })
        .sum()
}

fn power(x: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backoff() -> Backoff {
        Backoff::new(0.1, 2.0).unwrap()
    }

    #[test]
    fn without_jitter_everyone_comes_at_the_same_moments() {
        let mut crowd = Crowd::new(Jitter::None, backoff(), Retries(3), 1);
        for _ in 0..50 {
            let times = crowd.next_client_s();
            assert_eq!(times.len(), 3);
            for (time, due) in times.iter().zip([0.1, 0.3, 0.7]) {
                assert!((time - due).abs() < 1e-12);
            }
        }
    }

    /// A density of k retries has the area k.
    #[test]
    fn densities_have_the_area_of_their_retries() {
        for jitter in [Jitter::Full, Jitter::Equal] {
            for retries in 1..=6 {
                let steps = 200_000;
                let step = 8.0 / f64::from(steps);
                let area: f64 = (0..steps)
                    .map(|i| (f64::from(i) + 0.5) * step)
                    .map(|t| step * density_per_s(jitter, &backoff(), Retries(retries), t).unwrap())
                    .sum();
                assert!(
                    (area / f64::from(retries) - 1.0).abs() < 1e-4,
                    "{jitter:?} {area}"
                );
            }
        }
    }

    /// Waits of about a millisecond, by hand: sums of one, two and three numbers that are uniform on 0 to 1 are below 1 with
    /// chances of 1, 1/2 and 1/6, and the third only if the second is.
    #[test]
    fn retries_that_meet_are_counted_together() {
        let short = Backoff::new(1e-3, 1e-3).unwrap();
        let met = arrivals(Jitter::Full, &short, Retries(3), 0.0, 1e-3).unwrap();
        assert!((met.mean - 5.0 / 3.0).abs() < 1e-12, "{met:?}");
        // 1/4 + 5/36 + 2 · (1/6 − 1/12).
        assert!((met.variance - 5.0 / 9.0).abs() < 1e-3, "{met:?}");
        // The first with certainty.
        let first = arrivals(Jitter::Full, &short, Retries(1), 0.0, 1e-3).unwrap();
        assert_eq!((first.mean, first.variance), (1.0, 0.0));
        // Half sure: the second surely from 1 to 2 ms, a sixth of the third.
        let second = arrivals(Jitter::Equal, &short, Retries(3), 1e-3, 2e-3).unwrap();
        assert!((second.mean - 7.0 / 6.0).abs() < 1e-12, "{second:?}");
        assert!((second.variance - 5.0 / 36.0).abs() < 1e-3, "{second:?}");
    }

    /// Stretches that follow each other hold all retries; short ones, the density.
    #[test]
    fn stretches_add_up_to_all_retries() {
        for jitter in [Jitter::Full, Jitter::Equal] {
            for retries in [1, 3, 6] {
                let of = |from_s, to_s| {
                    arrivals(jitter, &backoff(), Retries(retries), from_s, to_s)
                        .unwrap()
                        .mean
                };
                let sum: f64 = (0..1_000)
                    .map(|i| f64::from(i) * 8e-3)
                    .map(|from_s| of(from_s, from_s + 8e-3))
                    .sum();
                assert!(
                    (sum / f64::from(retries) - 1.0).abs() < 1e-9,
                    "{jitter:?} {sum}"
                );
                let density = density_per_s(jitter, &backoff(), Retries(retries), 0.055).unwrap();
                assert!((of(0.055 - 1e-7, 0.055 + 1e-7) / (2e-7 * density) - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn decorrelated_waits_stay_between_base_and_cap() {
        let short = Backoff::new(0.1, 0.25).unwrap();
        let mut crowd = Crowd::new(Jitter::Decorrelated, short, Retries(6), 7);
        let latest = crowd.latest_s();
        for _ in 0..200 {
            let mut before = 0.0;
            for time in crowd.next_client_s() {
                assert!((0.1 - 1e-12..=0.25 + 1e-12).contains(&(time - before)));
                assert!(*time <= latest);
                before = *time;
            }
        }
        let none = density_per_s(Jitter::Decorrelated, &short, Retries(1), 0.1);
        assert_eq!(none, Err(Undefined("no_closed_form")));
    }
}
