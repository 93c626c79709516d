//! At least one of many.

use crate::math;

/// The chance of at least one among `trials` independent ones, each with `chance`: 1 − (1 − p)ⁿ, without the loss of a
/// subtraction where it is small. The number of trials need not fit a whole number, nor be one.
///
/// ```
/// use outage_lab_kernel::counting::some_of;
///
/// assert_eq!(some_of(0.0, 1e300), 0.0);
/// assert!((some_of(1e-20, 1e6) / 1e-14 - 1.0).abs() < 1e-13);
/// ```
#[must_use]
pub fn some_of(chance: f64, trials: f64) -> f64 {
    if chance >= 1.0 {
        return if trials > 0.0 { 1.0 } else { 0.0 };
    }
    0.0 - math::exp_m1(trials * math::ln_1p(-chance))
}
