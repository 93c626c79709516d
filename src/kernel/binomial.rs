//! How many of n independent things happen: the binomial distribution, without the loss of large factorials.

/// The probability that exactly `happen` of `n` independent things happen, each with probability `p` and not with
/// `q` = 1 − `p`, both given so that neither loses digits to a subtraction: C(n, k) · pᵏ · qⁿ⁻ᵏ.
///
/// The factors are multiplied in an order that keeps the product near 1 until the end, so that nothing overflows and
/// nothing underflows before the result does. Accuracy: about 10⁻¹³ relative at n = 1000, 10⁻¹² at n = 10,000. Zero
/// where more than `n` are asked for.
///
/// Source: W. Feller, *An Introduction to Probability Theory and Its Applications*, vol. 1, 3rd ed., 1968, VI.2.
///
/// ```
/// use outage_lab::kernel::binomial::exactly;
///
/// // Two of three at 1/2 each: 3/8.
/// assert_eq!(exactly(3, 2, 0.5, 0.5), 0.375);
/// ```
#[must_use]
pub fn exactly(n: u64, happen: u64, p: f64, q: f64) -> f64 {
    if happen > n {
        return 0.0;
    }
    // The shorter of the two products carries the binomial coefficient.
    let (few, p, q) = if happen <= n - happen {
        (happen, p, q)
    } else {
        (n - happen, q, p)
    };
    let mut product = 1.0;
    let mut left = n - few;
    let mut taken = 0;
    while taken < few || left > 0 {
        if left > 0 && (product >= 1.0 || taken == few) {
            product *= q;
            left -= 1;
        } else {
            taken += 1;
            product *= (n - few + taken) as f64 / taken as f64 * p;
        }
        if product == 0.0 {
            return 0.0;
        }
    }
    product
}

/// The probabilities that at least `least` of `n` independent things happen, and that fewer do.
///
/// The smaller of the two is summed term by term from its largest one, all of the same sign; the other is what is left
/// to 1. Accuracy of both: about 10⁻¹² relative up to n = 10,000. Domain and source as for [`exactly`].
///
/// ```
/// use outage_lab::kernel::binomial::at_least;
///
/// // Two or more of three, each with probability 0.2: 0.104, of which all three are 0.008.
/// let (enough, fewer) = at_least(3, 2, 0.2, 0.8);
/// assert!((enough - 0.104).abs() < 1e-15 && (fewer - 0.896).abs() < 1e-15);
/// ```
#[must_use]
pub fn at_least(n: u64, least: u64, p: f64, q: f64) -> (f64, f64) {
    if least == 0 {
        return (1.0, 0.0);
    }
    if least > n || p == 0.0 {
        return (0.0, 1.0);
    }
    if q == 0.0 {
        return (1.0, 0.0);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and n + 1"
    )]
    let mode = (((n + 1) as f64 * p) as u64).min(n);
    if least > mode {
        let enough = sum(n, (least, n), least, p, q);
        (enough, 1.0 - enough)
    } else {
        let fewer = sum(n, (0, least - 1), (least - 1).min(mode), p, q);
        (1.0 - fewer, fewer)
    }
}

/// The sum of the terms `from` to `to`, of which `largest` is the largest.
fn sum(n: u64, (from, to): (u64, u64), largest: u64, p: f64, q: f64) -> f64 {
    let top = exactly(n, largest, p, q);
    let mut total = top;
    let mut term = top;
    for k in largest..to {
        term *= (n - k) as f64 / (k + 1) as f64 * (p / q);
        total += term;
        if term < total * 1e-19 {
            break;
        }
    }
    term = top;
    for k in (from..largest).rev() {
        term *= (k + 1) as f64 / (n - k) as f64 * (q / p);
        total += term;
        if term < total * 1e-19 {
            break;
        }
    }
    total.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(ours: f64, expected: f64, tolerance: f64) {
        assert!(
            (ours / expected - 1.0).abs() <= tolerance,
            "{ours:e} is not {expected:e}"
        );
    }

    /// mpmath, 60 digits, at the decimal values.
    #[test]
    fn terms_and_tails_of_sixty_digits() {
        close(
            exactly(1000, 990, 0.999, 0.001),
            9.782838349942049e-08,
            1e-12,
        );
        close(
            at_least(1000, 990, 0.999, 0.001).0,
            0.9999999904000448,
            1e-12,
        );
        close(
            at_least(1000, 990, 0.999, 0.001).1,
            9.599955185228217e-09,
            1e-12,
        );
        close(
            exactly(10000, 9980, 0.999, 0.001),
            0.001858621319671945,
            1e-12,
        );
        close(
            at_least(10000, 9980, 0.999, 0.001).0,
            0.9984210545039696,
            1e-12,
        );
        close(
            at_least(10000, 9980, 0.999, 0.001).1,
            0.0015789454960304214,
            1e-12,
        );
        close(
            exactly(10000, 9900, 0.999, 0.001),
            3.2556479974502614e-63,
            1e-12,
        );
        close(at_least(10000, 9900, 0.999, 0.001).0, 1.0, 1e-12);
        close(
            at_least(10000, 9900, 0.999, 0.001).1,
            3.5376855416394895e-64,
            1e-12,
        );
        close(exactly(10000, 5000, 0.5, 0.5), 0.007978646139382154, 1e-12);
        close(at_least(10000, 5000, 0.5, 0.5).0, 0.5039893230696911, 1e-12);
        close(at_least(10000, 5000, 0.5, 0.5).1, 0.4960106769303089, 1e-12);
        close(
            exactly(100, 2, 1e-9, 0.999999999),
            4.949999514900023e-15,
            1e-12,
        );
        close(
            at_least(100, 2, 1e-9, 0.999999999).0,
            4.9499996766000115e-15,
            1e-12,
        );
        close(
            at_least(100, 2, 1e-9, 0.999999999).1,
            0.999999999999995,
            1e-12,
        );
    }

    #[test]
    fn the_ends() {
        assert_eq!(at_least(5, 0, 0.3, 0.7), (1.0, 0.0));
        assert_eq!(at_least(5, 6, 0.3, 0.7), (0.0, 1.0));
        assert_eq!(at_least(5, 5, 1.0, 0.0), (1.0, 0.0));
        assert_eq!(at_least(5, 1, 0.0, 1.0), (0.0, 1.0));
        assert_eq!(exactly(4, 4, 1.0, 0.0), 1.0);
        assert_eq!(exactly(4, 3, 1.0, 0.0), 0.0);
        assert_eq!(exactly(4, 5, 0.5, 0.5), 0.0);
        assert_eq!(exactly(0, 0, 0.5, 0.5), 1.0);
    }

    #[test]
    fn all_terms_add_up_to_one() {
        for (n, p) in [(7, 0.3), (200, 0.01), (1_000, 0.5)] {
            let total: f64 = (0..=n).map(|k| exactly(n, k, p, 1.0 - p)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{total}");
        }
    }
}
