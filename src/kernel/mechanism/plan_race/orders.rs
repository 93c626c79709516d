//! How many orders there are.

/// The orders of processes of so many steps each, every process in its own order: `(Σkᵢ)! / Πkᵢ!`.
///
/// Method: a product of binomial coefficients in whole numbers. `None` where it is 2⁶⁴ or more.
///
/// ```
/// use outage_lab_kernel::mechanism::plan_race::interleavings;
///
/// assert_eq!(interleavings(&[2, 2]), Some(6));
/// assert_eq!(interleavings(&[2, 4, 4]), Some(3_150));
/// ```
#[must_use]
pub fn interleavings(steps: &[u8]) -> Option<u64> {
    let (mut orders, mut all) = (1_u128, 0_u128);
    for process in steps {
        for step in 1..=u128::from(*process) {
            all += 1;
            // A product of binomials up to here, so the division leaves nothing.
            orders = orders.checked_mul(all)? / step;
        }
    }
    u64::try_from(orders).ok()
}
