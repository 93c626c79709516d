//! How many of the marked ones are among those drawn, without putting back.

use super::binomial::binomial;
use crate::error::{Bound, DomainError};

/// The chance that `hits` of the `drawn` are among the `marked`, of `population` in all, drawn without putting back.
///
/// Formula: C(m, h) C(N − m, k − h) / C(N, k), as a ratio of three binomial probabilities with p = k/N, in which
/// everything large cancels before it arises. Accuracy as for [`binomial`]. What cannot be, such as more hits than
/// marked, has the chance 0.
///
/// Source: as for [`binomial`], section 4; the hypergeometric distribution: W. Feller, *An Introduction to
/// Probability Theory and Its Applications* I, 3rd ed., 1968, section II.6.
///
/// ```
/// use outage_lab_kernel::counting::hypergeometric;
///
/// // Of three nodes out of 27, two lie in a given rack of three: 3 · 24 / 2925.
/// assert!((hypergeometric(27, 3, 3, 2)? - 72.0 / 2925.0).abs() < 1e-15);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// More marked or drawn than there are.
pub fn hypergeometric(
    population: u64,
    marked: u64,
    drawn: u64,
    hits: u64,
) -> Result<f64, DomainError> {
    for (quantity, count) in [("marked", marked), ("drawn", drawn)] {
        if count > population {
            return Err(DomainError {
                quantity,
                value: count as f64,
                allowed: Bound::NotAbove(1.0, "population"),
            });
        }
    }
    if hits > marked || hits > drawn || drawn - hits > population - marked {
        return Ok(0.0);
    }
    if population == 0 {
        return Ok(1.0);
    }
    let p = drawn as f64 / population as f64;
    let q = (population - drawn) as f64 / population as f64;
    let inside = binomial(marked, hits, p, q);
    let outside = binomial(population - marked, drawn - hits, p, q);
    Ok((inside / binomial(population, drawn, p, q) * outside).min(1.0))
}

/// The chance that at least `hits` of the `drawn` are among the `marked`: [`hypergeometric`] summed upwards, so that
/// a small chance keeps its digits.
///
/// ```
/// use outage_lab_kernel::counting::at_least;
///
/// // Two or three of three nodes in a given rack: (3 · 24 + 1) / 2925.
/// assert!((at_least(27, 3, 3, 2)? - 73.0 / 2925.0).abs() < 1e-15);
/// assert_eq!(at_least(27, 3, 3, 0)?, 1.0);
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// More marked or drawn than there are.
pub fn at_least(population: u64, marked: u64, drawn: u64, hits: u64) -> Result<f64, DomainError> {
    let certain = drawn.saturating_sub(population.saturating_sub(marked));
    let mut sum = 0.0;
    if hits > certain {
        for count in hits..=marked.min(drawn) {
            let term = hypergeometric(population, marked, drawn, count)?;
            sum += term;
            // Past the peak the terms only fall.
            if term < sum * 1e-18 {
                break;
            }
        }
        return Ok(sum.min(1.0));
    }
    hypergeometric(population, marked, drawn, certain).map(|_| 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::close;

    /// Case C58: exact integers.
    #[test]
    fn half_of_the_drawn_and_a_large_population() {
        close(hypergeometric(1_030, 1, 515, 0).unwrap(), 0.5, 1e-13);
        close(hypergeometric(1_030, 1, 515, 1).unwrap(), 0.5, 1e-13);
        let of = |hits| hypergeometric(20_000, 200, 300, hits).unwrap();
        close(of(0), 0.047_931_510_683_835_526, 1e-12);
        close(of(3), 0.226_876_430_663_648_76, 1e-12);
    }

    /// Case C59: C(50, 3) / C(5000, 3).
    #[test]
    fn a_given_triple_among_fifty_of_five_thousand() {
        let exact = 50.0 * 49.0 * 48.0 / (5_000.0 * 4_999.0 * 4_998.0);
        close(hypergeometric(5_000, 3, 50, 3).unwrap(), exact, 1e-12);
    }

    #[test]
    fn chances_of_all_counts_add_up() {
        for (population, marked, drawn) in [(10, 4, 7), (1_000, 999, 500), (100_000, 300, 50_000)] {
            let sum: f64 = (0..=marked)
                .map(|hits| hypergeometric(population, marked, drawn, hits).unwrap())
                .sum();
            assert!((sum - 1.0).abs() < 1e-11, "{population}: {sum}");
        }
    }

    #[test]
    fn what_cannot_be_has_no_chance_and_what_must_be_is_certain() {
        assert_eq!(hypergeometric(10, 3, 4, 4), Ok(0.0));
        // Nine of ten drawn: at least two of three marked are among them.
        assert_eq!(hypergeometric(10, 3, 9, 1), Ok(0.0));
        assert_eq!(at_least(10, 3, 9, 2), Ok(1.0));
        assert_eq!(at_least(10, 3, 9, 4), Ok(0.0));
        assert!(hypergeometric(10, 11, 1, 0).is_err());
        assert_eq!(hypergeometric(0, 0, 0, 0), Ok(1.0));
    }
}
