//! Successes among independent trials.
//!
//! The saddle-point form never has a large intermediate value and keeps some thirteen digits at every size.

use crate::math;
use crate::saddle::{deviance, stirling_error};

/// The chance of `successes` in `trials` independent trials that each succeed with the chance `p` and fail with `q` =
/// 1 − `p`, both given so that neither loses digits to a subtraction.
///
/// Formula: C(n, x) pˣ qⁿ⁻ˣ, in the saddle-point form with Stirling's error δ and the deviance part D:
/// exp(δ(n) − δ(x) − δ(n−x) − D(x, np) − D(n−x, nq)) · √(n / (2π x (n−x))). Relative error below 1e-12 wherever the
/// result is above 1e-300; 0 where it is too small for an `f64`.
///
/// Source: C. Loader, *Fast and accurate computation of binomial probabilities*, 2000, sections 2 and 3.
///
/// ```
/// use outage_lab_kernel::counting::binomial;
///
/// // Three heads in four throws: 4/16.
/// assert!((binomial(4, 3, 0.5, 0.5) - 0.25).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial(trials: u64, successes: u64, p: f64, q: f64) -> f64 {
    let (n, x) = (trials, successes);
    if x > n {
        return 0.0;
    }
    let certain = |sure: bool| if sure { 1.0 } else { 0.0 };
    if p == 0.0 {
        return certain(x == 0);
    }
    if q == 0.0 {
        return certain(x == n);
    }
    // The logarithm of the larger side by way of the smaller, which is the exact one.
    let ln = |one: f64, other: f64| {
        if one > other {
            math::ln_1p(-other)
        } else {
            math::ln(one)
        }
    };
    let (nr, xr, rest) = (n as f64, x as f64, (n - x) as f64);
    if x == 0 {
        return math::exp(nr * ln(q, p));
    }
    if x == n {
        return math::exp(nr * ln(p, q));
    }
    let exponent = stirling_error(nr)
        - stirling_error(xr)
        - stirling_error(rest)
        - deviance(xr, nr * p, xr - nr * p)
        - deviance(rest, nr * q, rest - nr * q);
    math::exp(exponent) * (nr / (std::f64::consts::TAU * xr * rest)).sqrt()
}

/// The chances that at least `least` of `trials` independent trials succeed, and that fewer do, with `p` and `q` as for
/// [`binomial`].
///
/// The smaller of the two is summed term by term from its largest one, all of the same sign; the other is what is left
/// to 1. Accuracy of both: about 10⁻¹² relative up to 10,000 trials.
///
/// ```
/// use outage_lab_kernel::counting::binomial_at_least;
///
/// // Two or more of three, each with probability 0.2: 0.104, of which all three are 0.008.
/// let (enough, fewer) = binomial_at_least(3, 2, 0.2, 0.8);
/// assert!((enough - 0.104).abs() < 1e-15 && (fewer - 0.896).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial_at_least(trials: u64, least: u64, p: f64, q: f64) -> (f64, f64) {
    if least == 0 {
        return (1.0, 0.0);
    }
    if least > trials || p == 0.0 {
        return (0.0, 1.0);
    }
    if q == 0.0 {
        return (1.0, 0.0);
    }
    let mode = (((trials + 1) as f64 * p) as u64).min(trials);
    if least > mode {
        let enough = binomial_sum(trials, (least, trials), least, p, q);
        (enough, 1.0 - enough)
    } else {
        let fewer = binomial_sum(trials, (0, least - 1), (least - 1).min(mode), p, q);
        (1.0 - fewer, fewer)
    }
}

/// The sum of the terms `from` to `to`, of which `largest` is the largest.
fn binomial_sum(n: u64, (from, to): (u64, u64), largest: u64, p: f64, q: f64) -> f64 {
    let top = binomial(n, largest, p, q);
    let up = (largest..to).map(|k| (n - k) as f64 / (k + 1) as f64 * (p / q));
    let down = (from..largest)
        .rev()
        .map(|k| (k + 1) as f64 / (n - k) as f64 * (q / p));
    let total = with_further_terms(top, top, up);
    with_further_terms(total, top, down).min(1.0)
}

/// `total` with the terms that follow `term`, each `ratios` times the one before, as long as they can be felt in it.
///
/// Below the least normal number terms no longer shrink by their ratio and may never come to nothing: there it ends, so
/// that totals below some 10⁻²⁹⁰ are good for less.
fn with_further_terms(mut total: f64, mut term: f64, ratios: impl Iterator<Item = f64>) -> f64 {
    for ratio in ratios {
        term *= ratio;
        total += term;
        if term < (total * 1e-19).max(f64::MIN_POSITIVE) {
            break;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::close;

    /// Case C61: mpmath.
    #[test]
    fn ten_million_trials() {
        close(
            binomial(10_000_000, 1_000, 1e-4, 1.0 - 1e-4),
            0.012_615_242_126_587,
            1e-12,
        );
        let all: f64 = (0..=3_000)
            .map(|k| binomial(10_000_000, k, 1e-4, 1.0 - 1e-4))
            .sum();
        assert!(all <= 1.0 + 1e-12 && all > 1.0 - 1e-11, "{all}");
    }

    /// mpmath, 60 digits, at the decimal values.
    #[test]
    fn terms_and_tails_of_sixty_digits() {
        close(
            binomial(1000, 990, 0.999, 0.001),
            9.782838349942049e-08,
            1e-12,
        );
        close(
            binomial_at_least(1000, 990, 0.999, 0.001).0,
            0.9999999904000448,
            1e-12,
        );
        close(
            binomial_at_least(1000, 990, 0.999, 0.001).1,
            9.599955185228217e-09,
            1e-12,
        );
        close(
            binomial(10000, 9980, 0.999, 0.001),
            0.001858621319671945,
            1e-12,
        );
        close(
            binomial_at_least(10000, 9980, 0.999, 0.001).0,
            0.9984210545039696,
            1e-12,
        );
        close(
            binomial_at_least(10000, 9980, 0.999, 0.001).1,
            0.0015789454960304214,
            1e-12,
        );
        close(
            binomial(10000, 9900, 0.999, 0.001),
            3.2556479974502614e-63,
            1e-12,
        );
        close(binomial_at_least(10000, 9900, 0.999, 0.001).0, 1.0, 1e-12);
        close(
            binomial_at_least(10000, 9900, 0.999, 0.001).1,
            3.5376855416394895e-64,
            1e-12,
        );
        close(binomial(10000, 5000, 0.5, 0.5), 0.007978646139382154, 1e-12);
        close(
            binomial_at_least(10000, 5000, 0.5, 0.5).0,
            0.5039893230696911,
            1e-12,
        );
        close(
            binomial_at_least(10000, 5000, 0.5, 0.5).1,
            0.4960106769303089,
            1e-12,
        );
        close(
            binomial(100, 2, 1e-9, 0.999999999),
            4.949999514900023e-15,
            1e-12,
        );
        close(
            binomial_at_least(100, 2, 1e-9, 0.999999999).0,
            4.9499996766000115e-15,
            1e-12,
        );
        close(
            binomial_at_least(100, 2, 1e-9, 0.999999999).1,
            0.999999999999995,
            1e-12,
        );
    }

    #[test]
    fn ends_of_a_binomial() {
        assert_eq!(binomial_at_least(5, 0, 0.3, 0.7), (1.0, 0.0));
        assert_eq!(binomial_at_least(5, 6, 0.3, 0.7), (0.0, 1.0));
        assert_eq!(binomial_at_least(5, 5, 1.0, 0.0), (1.0, 0.0));
        assert_eq!(binomial_at_least(5, 1, 0.0, 1.0), (0.0, 1.0));
        assert_eq!(binomial(4, 4, 1.0, 0.0), 1.0);
        assert_eq!(binomial(4, 3, 1.0, 0.0), 0.0);
        assert_eq!(binomial(4, 5, 0.5, 0.5), 0.0);
        assert_eq!(binomial(0, 0, 0.5, 0.5), 1.0);
        assert_eq!(binomial(0, 0, 0.3, 0.7), 1.0);
    }

    /// At least 10,001 of a million, with 989,999 terms after the first. By mpmath the first is 10⁻⁸⁴⁷ at 0.005 and
    /// 10⁻³¹¹ at 0.0067, where a step no longer makes a number smaller by its ratio.
    #[test]
    fn a_tail_too_small_for_a_number_is_not_walked() {
        let (n, least) = (1_000_000_u64, 10_001_u64);
        for p in [1e-9, 0.005, 0.0067] {
            let top = binomial(n, least, p, 1.0 - p);
            assert!(top < f64::MIN_POSITIVE, "{p}: {top:e}");
            let mut steps = 0;
            let ratios = (least..n).map(|k| (n - k) as f64 / (k + 1) as f64 * (p / (1.0 - p)));
            let total = with_further_terms(top, top, ratios.inspect(|_| steps += 1));
            assert!(total < 1e-300 && steps == 1, "{p}: {total:e}, {steps}");
            let (enough, fewer) = binomial_at_least(n, least, p, 1.0 - p);
            assert!(enough < 1e-300 && fewer == 1.0, "{p}: {enough:e}");
        }
    }

    #[test]
    fn all_terms_of_a_binomial_add_up_to_one() {
        for (n, p) in [(7, 0.3), (200, 0.01), (1_000, 0.5)] {
            let total: f64 = (0..=n).map(|k| binomial(n, k, p, 1.0 - p)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{total}");
        }
    }
}
