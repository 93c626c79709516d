//! Whole numbers from products and quotients of decimals.

/// A number this share from a whole one is that one: decimals such as 0.3 are not exact in binary, and a few operations
/// move them by some 10⁻¹⁶ each.
const ROUNDING: f64 = 1e-12;

/// The least whole number that is not below `x`, but for rounding.
///
/// ```
/// use outage_lab_kernel::whole;
///
/// // 21 needed and 30 % of them away: 30, though 21 / (1 − 0.3) is 30.000000000000004.
/// assert_eq!(whole::up(21.0 / (1.0 - 0.3)), 30.0);
/// assert_eq!(whole::up(9.36), 10.0);
/// ```
#[must_use]
pub fn up(x: f64) -> f64 {
    (x - x.abs() * ROUNDING).ceil()
}

/// The greatest whole number that is not above `x`, but for rounding.
///
/// ```
/// use outage_lab_kernel::whole;
///
/// // 70 % of 90: 63, though 0.7 · 90 is 62.99999999999999.
/// assert_eq!(whole::down(0.7 * 90.0), 63.0);
/// ```
#[must_use]
pub fn down(x: f64) -> f64 {
    (x + x.abs() * ROUNDING).floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every whole percentage and every count to 200, against whole-number arithmetic.
    #[test]
    fn no_rounding_buys_or_loses_one() {
        for percent in 0_u32..100 {
            for count in 1_u32..=200 {
                let share = f64::from(percent) / 100.0;
                let left = 100 - percent;
                let needed = f64::from((count * 100).div_ceil(left));
                assert_eq!(
                    up(f64::from(count) / (1.0 - share)),
                    needed,
                    "{count} {percent}"
                );
                let kept = f64::from(left * count / 100);
                assert_eq!(
                    down((1.0 - share) * f64::from(count)),
                    kept,
                    "{count} {percent}"
                );
                let more = f64::from((count * (100 + percent)).div_ceil(100));
                assert_eq!(
                    up(f64::from(count) * (1.0 + share)),
                    more,
                    "{count} {percent}"
                );
            }
        }
        assert_eq!(
            (up(17.0 / (1.0 - 0.32)), up(0.0), up(-0.5)),
            (25.0, 0.0, 0.0)
        );
    }
}
