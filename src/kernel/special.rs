//! Distribution functions and their inverses: normal and chi-square.

use super::math;
use super::root::root;

/// The standard normal distribution function Φ(z), by erfc. Relative accuracy about 10⁻¹⁵ near 0 and 10⁻¹⁶ · z² in
/// the lower tail, where the last bit of z decides.
///
/// ```
/// use outage_lab_kernel::special::normal;
///
/// assert_eq!(normal(0.0), 0.5);
/// ```
#[must_use]
pub fn normal(z: f64) -> f64 {
    0.5 * math::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The z with Φ(z) = `share`, which must lie between 0 and 1; ±38 where it lies beyond what an `f64` can tell.
///
/// Accuracy about 10⁻¹⁵ absolute in the lower half, and as good as `share` is near 1 in the upper.
///
/// ```
/// use outage_lab_kernel::special::normal_quantile;
///
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
/// ```
#[must_use]
pub fn normal_quantile(share: f64) -> f64 {
    const FARTHEST: f64 = -38.0;
    if share > 0.5 {
        return -normal_quantile(1.0 - share);
    }
    if share <= normal(FARTHEST) {
        return FARTHEST;
    }
    root(&|z| normal(z) - share, FARTHEST, 0.0)
}

/// The regularised lower and upper incomplete gamma functions P(a, x) and Q(a, x) = 1 − P, for `a` above zero and `x` from
/// zero.
///
/// The series for x < a + 1, else the continued fraction by Lentz's method; the other one by subtraction, so that the
/// smaller of the two keeps its digits in the tails. Relative accuracy about 10⁻¹¹ up to a = 1000.
///
/// Source: W. H. Press et al., *Numerical Recipes*, 3rd ed., 2007, section 6.2; NIST DLMF 8.7.1 and 8.9.2.
///
/// ```
/// use outage_lab_kernel::special::incomplete_gamma;
///
/// // P(1, x) is 1 − e⁻ˣ.
/// let (lower, upper) = incomplete_gamma(1.0, 2.0);
/// assert!((upper - 0.1353352832366127).abs() < 1e-15 && (lower + upper - 1.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn incomplete_gamma(a: f64, x: f64) -> (f64, f64) {
    const STEPS: u32 = 100_000;
    const ENOUGH: f64 = 1e-17;
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    let front = math::exp(a * math::ln(x) - x - math::ln_gamma(a));
    if x < a + 1.0 {
        let mut term = 1.0 / a;
        let mut sum = term;
        let mut n = a;
        for _ in 0..STEPS {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term < sum * ENOUGH {
                break;
            }
        }
        let lower = (front * sum).min(1.0);
        return (lower, 1.0 - lower);
    }
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for i in 1..STEPS {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = an * d + b;
        if d.abs() < TINY {
            d = TINY;
        }
        c = b + an / c;
        if c.abs() < TINY {
            c = TINY;
        }
        d = 1.0 / d;
        let step = d * c;
        fraction *= step;
        if (step - 1.0).abs() < 1e-16 {
            break;
        }
    }
    let upper = (front * fraction).min(1.0);
    (1.0 - upper, upper)
}

/// The x below which a chi-square variable with `degrees` degrees of freedom lies with probability `share`, between 0 and 1.
///
/// Relative accuracy about 10⁻¹¹ up to 2000 degrees.
///
/// ```
/// use outage_lab_kernel::special::chi_square_quantile;
///
/// // With two degrees it is exponential: −2 ln(1 − p).
/// assert!((chi_square_quantile(2.0, 0.5) - 2.0 * std::f64::consts::LN_2).abs() < 1e-14);
/// ```
#[must_use]
pub fn chi_square_quantile(degrees: f64, share: f64) -> f64 {
    let excess = |x: f64| {
        let (lower, upper) = incomplete_gamma(degrees / 2.0, x / 2.0);
        // Compare the smaller sides, which have the digits.
        if share <= 0.5 {
            lower - share
        } else {
            (1.0 - share) - upper
        }
    };
    let mut hi = degrees + 10.0;
    while excess(hi) < 0.0 && hi < 1e12 {
        hi *= 2.0;
    }
    root(&excess, 0.0, hi)
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

    /// mpmath, 50 digits.
    #[test]
    fn figures_of_fifty_digits() {
        close(normal(-1.0), 0.15865525393145705, 4e-15);
        close(normal(-10.0), 7.619853024160525e-24, 1e-14);
        close(normal(-30.0), 4.906713927148187e-198, 9e-14);
        close(normal(3.0), 0.9986501019683699, 4e-15);
        close(normal_quantile(0.025), -1.9599639845400543, 1e-14);
        close(normal_quantile(0.9), 1.2815515655446004, 1e-14);
        close(normal_quantile(0.8), 0.8416212335729142, 1e-14);
        close(normal_quantile(1e-9), -5.9978070150076865, 1e-14);
        close(incomplete_gamma(0.5, 0.1).0, 0.34527915398142295, 1e-11);
        close(incomplete_gamma(0.5, 0.1).1, 0.654720846018577, 1e-11);
        close(incomplete_gamma(2.5, 1.0).0, 0.15085496391539036, 1e-11);
        close(incomplete_gamma(2.5, 1.0).1, 0.8491450360846097, 1e-11);
        close(incomplete_gamma(2.5, 10.0).0, 0.9987502694369687, 1e-11);
        close(incomplete_gamma(2.5, 10.0).1, 0.0012497305630313753, 1e-11);
        close(incomplete_gamma(50.0, 30.0).0, 0.0005188914625480343, 1e-11);
        close(incomplete_gamma(50.0, 30.0).1, 0.999481108537452, 1e-11);
        close(incomplete_gamma(50.0, 80.0).0, 0.9998692160234086, 1e-11);
        close(
            incomplete_gamma(50.0, 80.0).1,
            0.00013078397659141034,
            1e-11,
        );
        close(
            incomplete_gamma(1000.0, 900.0).0,
            0.0005499022657117829,
            1e-11,
        );
        close(incomplete_gamma(1000.0, 900.0).1, 0.9994500977342882, 1e-11);
        close(incomplete_gamma(1000.0, 1100.0).0, 0.99894067674607, 1e-11);
        close(
            incomplete_gamma(1000.0, 1100.0).1,
            0.0010593232539299773,
            1e-11,
        );
        close(
            incomplete_gamma(1000.0, 1001.0).0,
            0.5168114529297863,
            1e-11,
        );
        close(
            incomplete_gamma(1000.0, 1001.0).1,
            0.4831885470702138,
            1e-11,
        );
        close(chi_square_quantile(2.0, 0.025), 0.05063561596857975, 1e-11);
        close(chi_square_quantile(10.0, 0.025), 3.246972780236841, 1e-11);
        close(chi_square_quantile(10.0, 0.975), 20.483177350807395, 1e-11);
        close(chi_square_quantile(20.0, 0.05), 10.850811394182585, 1e-11);
        close(
            chi_square_quantile(2000.0, 0.975),
            2125.8423024497756,
            1e-11,
        );
        close(
            chi_square_quantile(2000.0, 0.005),
            1840.8480923267182,
            1e-11,
        );
    }

    #[test]
    fn a_quantile_leads_back() {
        for share in [1e-300, 1e-12, 0.025, 0.5, 0.9, 0.999_999] {
            close(normal(normal_quantile(share)), share, 1e-12);
        }
        assert_eq!(incomplete_gamma(3.0, 0.0), (0.0, 1.0));
    }
}
