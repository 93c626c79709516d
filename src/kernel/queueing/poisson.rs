//! The Poisson distribution, accurate where its mean is in the millions.

use crate::math;
use crate::saddle::{deviance, stirling_error};

/// Below this count the products of the definition are short.
const FEW: f64 = 16.0;

/// e^(−mean) · mean^n / n! for a whole n, with `spare` = n − mean given by itself, so that it may be better known than
/// by subtraction.
///
/// By Stirling's series and the deviance, see `saddle`. Within some units of the last place times the exponent.
pub(super) fn pmf(n: f64, mean: f64, spare: f64) -> f64 {
    if n < FEW {
        let mut product = math::exp(-mean);
        let mut k = 1.0;
        while k <= n {
            product *= mean / k;
            k += 1.0;
        }
        return product;
    }
    math::exp(-stirling_error(n) - deviance(n, mean, spare)) / (core::f64::consts::TAU * n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By mpmath with 50 digits.
    #[test]
    fn probabilities_of_fifty_digits() {
        for (n, mean, expected) in [
            (0.0, 0.5, 0.606_530_659_712_633_4),
            (15.0, 12.0, 0.072_391_120_146_638_68),
            (16.0, 15.5, 0.098_429_007_836_856_62),
            (1_000.0, 950.0, 0.003_461_013_223_648_279),
            (100_000.0, 99_990.0, 0.001_260_934_542_735_515_1),
            (40.0, 400.0, 2.837_669_574_213_682_5e-118),
        ] {
            let ours = pmf(n, mean, n - mean);
            assert!((ours / expected - 1.0).abs() < 1e-13, "{n} {mean}: {ours}");
        }
    }
}
