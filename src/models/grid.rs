//! Values along an axis at which a chart is worked out.

use crate::kernel::math;

/// `steps` + 1 values from one end to the other, equal ratios apart. The last may miss its end by rounding.
pub(super) fn equal_ratios((from, to): (f64, f64), steps: u32) -> impl Iterator<Item = f64> {
    let whole = math::ln(to / from);
    equal_parts(steps).map(move |share| from * math::exp(share * whole))
}

/// `steps` + 1 values from one end to the other, equal differences apart.
pub(super) fn equal_steps((from, to): (f64, f64), steps: u32) -> impl Iterator<Item = f64> {
    equal_parts(steps).map(move |share| from + (to - from) * share)
}

/// From 0 to 1.
fn equal_parts(steps: u32) -> impl Iterator<Item = f64> {
    (0..=steps).map(move |i| f64::from(i) / f64::from(steps))
}
